/** The two drawings of a game: its map and its sheet of counters, parsed as images and never as markup of the page. */
import * as api from "../core/api.js";

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
  return /** @type {SVGElement} */ (/** @type {unknown} */ (document.adoptNode(root)));
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

/** Pixels of the flat map at most, and how much more of them it has than the whole map on the screen would need. */
const MOST = 2_000_000;
const SPARE = 1.2;

/**
 * The map lies under everything as a flat picture: thousands of hexes, signs and letters that the browser need not draw
 * again whenever the map is moved. Close up the drawing itself is laid over it. Only what a distant eye does not see, the
 * numbers of the hexes, is apart. There is one table at a time, so that the same sheets serve them all.
 * @param {string} game
 * @returns {Promise<[HTMLCanvasElement, HTMLImageElement, SVGElement]>}
 */
export const mapSheets = (game) =>
  once(`${game}/map`, async () => {
    const picture = new Image();
    picture.alt = "";
    picture.src = api.ground(game);
    const [fine] = await Promise.all([api.drawing(game, "fine").then(parse), picture.decode()]);
    const flat = document.createElement("canvas");
    const { naturalWidth: wide, naturalHeight: high } = picture;
    const whole = Math.min(innerWidth / wide, innerHeight / high) * devicePixelRatio;
    const scale = Math.min(1, SPARE * whole, Math.sqrt(MOST / (wide * high)));
    [flat.width, flat.height] = [Math.round(wide * scale), Math.round(high * scale)];
    flat.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0, flat.width, flat.height);
    return [flat, picture, fine];
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
