/** The two drawings of a game, its map and its sheet of counters, parsed as images and never as markup of the page. */
import * as api from "../api/matches.js";
import { h, s } from "../core/dom.js";

/** @typedef {[HTMLCanvasElement, HTMLImageElement, SVGElement]} Sheets  the flat picture, the drawing, the numbers of the hexes */

/** @type {Map<string, Promise<Sheets>>} */
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
 * @param {string} key
 * @param {() => Promise<Sheets>} make
 */
function once(key, make) {
  const made = fetched.get(key) ?? make();
  fetched.set(key, made);
  made.catch(() => fetched.delete(key));
  return made;
}

/** Pixels of the flat map at most, and how much more of them it has than the whole map on the screen would need. */
const MOST = 2_000_000;
const SPARE = 1.8;

/**
 * The map lies under everything as a flat picture: thousands of hexes, signs and letters that the browser need not draw
 * again whenever the map is moved. Close up the drawing itself is laid over it. Only what a distant eye does not see, the
 * numbers of the hexes, is apart. There is one table at a time, so that the same sheets serve them all.
 * @param {string} game
 * @returns {Promise<Sheets>}
 */
export const mapSheets = (game) =>
  once(`${game}/map`, async () => {
    const picture = new Image();
    picture.alt = "";
    picture.src = api.groundUrl(game);
    const [fine] = await Promise.all([api.svgOf(game, "fine").then(parse), picture.decode()]);
    const flat = document.createElement("canvas");
    const { naturalWidth: wide, naturalHeight: high } = picture;
    const whole = Math.min(innerWidth / wide, innerHeight / high) * devicePixelRatio;
    const scale = Math.min(1, SPARE * whole, Math.sqrt(MOST / (wide * high)));
    [flat.width, flat.height] = [Math.round(wide * scale), Math.round(high * scale)];
    flat.getContext("2d", { alpha: false })?.drawImage(picture, 0, 0, flat.width, flat.height);
    return [flat, picture, fine];
  });

/** Faces of the sheet, as they are written there, that nothing on the table has had yet. @type {Map<string, string>} */
const undrawn = new Map();
/** Those that something has got since the page was drawn last. @type {string[]} */
let asked = [];
/** The start of the sheet, with the names that its faces may use. */
let opening = "";

/**
 * The sheet stands in the page, outside of everything that is torn down; drawn nowhere, used everywhere. Of its hundreds of
 * faces up to a half are never seen in a match: each is read when it is first asked for.
 * @param {string} game
 */
export async function installCounters(game) {
  if (document.getElementById("symbols")?.dataset.game === game) return;
  const text = await api.svgOf(game, "counters");
  document.getElementById("symbols")?.remove();
  undrawn.clear();
  opening = /<svg\b[^>]*>/.exec(text)?.[0] ?? "";
  const rest = text.replace(/<symbol (?:[^>]* )?id="([^"]+)"[^>]*[^/]>[^]*?<\/symbol>/g, (whole, id) => {
    undrawn.set(id, whole);
    return "";
  });
  document.body.append(h("div", { id: "symbols", "data-game": game, "aria-hidden": "true" }, parse(rest)));
}

/**
 * A counter or marker face, drawn from the sheet.
 * @param {string} symbol
 */
export function face(symbol) {
  if (undrawn.has(symbol)) {
    if (!asked.length) queueMicrotask(readAsked);
    asked.push(symbol);
  }
  return s(
    "svg",
    { class: "face", viewBox: "0 0 46 46", "aria-hidden": "true", focusable: "false" },
    s("use", { href: `#${symbol}`, width: 46, height: 46 }),
  );
}

/** All at once, and with them what they are drawn with. */
function readAsked() {
  const found = [];
  for (const symbol of asked) {
    const text = undrawn.get(symbol);
    if (!undrawn.delete(symbol) || !text) continue;
    found.push(text);
    asked.push(...Array.from(text.matchAll(/href="#([^"]+)"/g), ([, id]) => id ?? ""));
  }
  asked = [];
  document.querySelector("#symbols svg")?.append(...parse(`${opening}${found.join("")}</svg>`).children);
}
