/** A button for a unit that cannot be clicked because it is not on the page. */
import { h } from "../core/dom.js";
import { label } from "../session/legalOptions.js";

/**
 * @param {import("../session/session.js").Session} session
 * @param {number} unit
 */
export function offMapUnitButton({ board, busy, selection }, unit) {
  /** @type {import("../core/types.js").Pick} */
  const pick = { kind: "unit", value: unit };
  const [only, more] = selection.wouldDo(pick);
  return h(
    "button",
    {
      type: "button",
      class: "button",
      "data-apart": unit,
      disabled: busy,
      onclick: (/** @type {MouseEvent} */ { clientX: x, clientY: y }) => selection.click(pick, { x, y }),
    },
    only && !more ? label(board, only) : board.units[unit]?.name,
  );
}
