/** All actions that are possible at any time in one dialog: ticked together, done with one button. */
import { isGrave, label } from "../session/legalOptions.js";
import { h } from "../core/dom.js";
import { closeAll, openDialog } from "../widgets/popups.js";
import { S } from "../languages/strings.js";

/** @param {import("../session/session.js").Session} session */
export function openAnytimeActions(session) {
  const { board } = session;
  const acts = session.standing.filter((o) => !isGrave(o));
  const boxes = acts.map((o, i) => h("input", { type: "checkbox", value: i, "data-option": JSON.stringify(o), onchange: () => count() }));
  const go = h(
    "button",
    {
      type: "button",
      class: "button primary",
      id: "do-standing",
      disabled: true,
      onclick: () => {
        const options = acts.filter((_, i) => boxes[i]?.checked);
        closeAll();
        void session.orders.give({ options });
      },
    },
    S.sheet.doThese(0),
  );
  const count = () => {
    const n = boxes.filter((box) => box.checked).length;
    go.disabled = n === 0;
    go.textContent = S.sheet.doThese(n);
  };
  openDialog(S.sheet.standing, [
    h("p", { class: "dim" }, S.sheet.standingHint),
    h(
      "ul",
      { class: "standing-list", id: "standing" },
      acts.map((o, i) => h("li", null, h("label", null, boxes[i] ?? "", label(board, o)))),
    ),
    h("div", { class: "sheet-foot" }, go),
  ]);
}
