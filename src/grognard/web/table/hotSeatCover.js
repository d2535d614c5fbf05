/** The cover between two players at one screen. Behind it there is nothing: the old table is gone. */
import { h } from "../core/dom.js";
import { closeAll } from "../widgets/popups.js";
import { keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";

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
 * The side that was to decide when this screen was last covered.
 * @param {string} match
 * @returns {number | null}
 */
export const lastCovered = (match) => load(`next:${match}`);
