/** The two drawings of a game: its map and its sheet of counters, parsed as images and never as markup of the page. */
import * as api from "./api.js";

/** @type {Map<string, Promise<SVGElement>>} */
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
 * @param {string} game
 * @param {"map" | "counters"} which
 * @returns {Promise<SVGElement>}
 */
export async function drawing(game, which) {
  const key = `${game}/${which}`;
  let made = fetched.get(key);
  if (!made) {
    made = api.drawing(game, which).then(parse);
    fetched.set(key, made);
    made.catch(() => fetched.delete(key));
  }
  return /** @type {SVGElement} */ ((await made).cloneNode(true));
}

/**
 * The symbols stand once in the page, outside of everything that is torn down; drawn nowhere, used everywhere.
 * @param {string} game
 */
export async function installCounters(game) {
  if (document.getElementById("symbols")?.dataset.game === game) return;
  const sheet = await drawing(game, "counters");
  document.getElementById("symbols")?.remove();
  const holder = document.createElement("div");
  holder.id = "symbols";
  holder.dataset.game = game;
  holder.setAttribute("aria-hidden", "true");
  holder.append(sheet);
  document.body.append(holder);
}
