/** The screen until a match has been fetched, and the colours of its sides. */
import { h, setVars } from "../core/dom.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Board} Board */

/**
 * The placeholder until the table has come: the game's picture, and a line that says so.
 * @param {string} [game]  else the one whose map the server has told the browser to fetch
 */
export function skeleton(game) {
  const fetched = document.querySelector('link[rel="preload"][href*="/api/games/"]')?.getAttribute("href");
  const of = game ?? /games\/([\w-]+)\//.exec(fetched ?? "")?.[1];
  return h(
    "div",
    { class: "table skeleton", "aria-busy": "true" },
    h("header", { class: "top" }),
    h(
      "main",
      { class: "map" },
      h("figure", { class: "loading-game" }, of && h("img", { src: `/api/games/${of}/cover`, alt: "" }), h("figcaption", { role: "status" }, S.loading)),
    ),
    h(
      "aside",
      { class: "dock" },
      h("section", { class: "card prompt" }),
      h("section", { class: "card context" }),
      h("section", { class: "card tabs" }),
    ),
    h("footer", { class: "tray" }),
  );
}

/**
 * The sides' own colours, for marks and gauges.
 * @param {Board} board
 */
export function paintSides(board) {
  board.sides.forEach((side, i) =>
    setVars(document.documentElement, {
      [`--side${i}`]: side.colour ?? "#888",
      [`--side${i}-ink`]: side.ink ?? "#fff",
    }),
  );
}
