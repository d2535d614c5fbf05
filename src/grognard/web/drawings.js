/** The two drawings of a game: its map and its sheet of counters, parsed as images and never as markup of the page. */
import * as api from "./api.js";

/** @type {Map<string, Promise<any>>} */
const fetched = new Map();

/**
 * @param {string} text
 * @returns {SVGElement}
 */
function parse(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.localName !== "svg") throw new Error("not a drawing");
  for (const el of root.querySelectorAll("script, foreignObject")) el.remove();
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.importNode(root, true)));
}

/**
 * @template T
 * @param {string} key
 * @param {() => Promise<T>} make
 * @returns {Promise<T>}
 */
function once(key, make) {
  const made = fetched.get(key) ?? make();
  fetched.set(key, made);
  made.catch(() => fetched.delete(key));
  return made;
}

/**
 * The map lies under everything as one picture: thousands of hexes, signs and letters that the browser need not look at
 * again whenever a counter moves. Only what a distant eye does not see (class d3, the numbers of the hexes) stays a
 * drawing. There is one table at a time, so that the same sheets serve them all.
 * @param {string} game
 * @returns {Promise<(HTMLElement | SVGElement)[]>}
 */
export const mapSheets = (game) =>
  once(`${game}/map`, async () => {
    const map = parse(await api.drawing(game, "map"));
    const fine = /** @type {SVGElement} */ (map.cloneNode(false));
    const style = map.querySelector("style");
    if (style) fine.append(style.cloneNode(true));
    fine.append(...map.querySelectorAll(".d3"));
    const box = map.getAttribute("viewBox")?.split(" ") ?? [];
    map.setAttribute("width", box[2] ?? "");
    map.setAttribute("height", box[3] ?? "");
    const picture = new Image();
    picture.alt = "";
    picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(map))}`;
    await picture.decode();
    return [picture, fine];
  });

/**
 * The symbols stand once in the page, outside of everything that is torn down; drawn nowhere, used everywhere.
 * @param {string} game
 */
export async function installCounters(game) {
  if (document.getElementById("symbols")?.dataset.game === game) return;
  const sheet = parse(await api.drawing(game, "counters"));
  document.getElementById("symbols")?.remove();
  const holder = document.createElement("div");
  holder.id = "symbols";
  holder.dataset.game = game;
  holder.setAttribute("aria-hidden", "true");
  holder.append(sheet);
  document.body.append(holder);
}
