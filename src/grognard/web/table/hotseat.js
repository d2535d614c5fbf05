/** Two players at one screen: a cover between their tables. Behind it there is nothing: the old table is gone. */
import { h } from "../core/dom.js";
import { closeAll } from "../core/menu.js";
import { keep, load } from "../core/store.js";
import { S } from "../core/strings.js";

/**
 * @param {HTMLElement} root
 * @param {import("../core/types.js").Board} board
 * @param {string} match
 * @param {number | null} next  who decides; null when it is not known, and then either may sit down
 * @param {(side: number) => void} sit
 */
export function cover(root, board, match, next, sit) {
  closeAll();
  if (next !== null) keep(`next:${match}`, next);
  const sides = next === null ? board.sides.map((_, i) => i) : [next];
  const name = next === null ? "" : (board.sides[next]?.name ?? "");
  const buttons = sides.map((side) =>
    h(
      "button",
      { type: "button", class: "button primary big", "data-side": side, onclick: () => sit(side) },
      S.sitDown(board.sides[side]?.name ?? ""),
    ),
  );
  root.replaceChildren(
    h(
      "section",
      { class: "cover", id: "cover", role: "dialog", "aria-label": S.passTo(name) },
      h(
        "div",
        { class: "cover-card" },
        h("p", { class: "cover-game" }, board.title),
        h("h1", null, next === null ? S.whoSits : S.passTo(name)),
        h("p", { class: "dim" }, S.passHint),
        h("div", { class: "cover-buttons" }, buttons),
      ),
    ),
  );
  buttons[0]?.focus();
}

/**
 * Whether both players here have agreed to see everything: then the table passes without a cover.
 * @param {string} match
 * @returns {boolean}
 */
export const isOpenTable = (match) => load(`open:${match}`) === true;

/**
 * Whether the table may pass uncovered, because it would show nothing that the other player does not know: nothing is hidden
 * by the rules at this moment, and nobody here keeps notes, pins or far goals of his own.
 * @param {import("./session.js").Session} session
 * @returns {boolean}
 */
export function hidesNothing({ table, board, match }) {
  const own = board.sides.flatMap((_, side) => ["notes", "pins", "marches"].map((kind) => load(`${kind}:${match}:${side}`)));
  return table?.open === true && own.every((kept) => !kept || !Object.keys(kept).length);
}

/**
 * @param {string} match
 * @param {boolean} open
 */
export const setOpenTable = (match, open) => keep(`open:${match}`, open);

/**
 * Who was to decide when this screen was last covered.
 * @param {string} match
 * @returns {number | null}
 */
export const lastCovered = (match) => load(`next:${match}`);
