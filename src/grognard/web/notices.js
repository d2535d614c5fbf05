/** Short messages over the map: what the server refused, what was saved. They leave by themselves unless they ask something. */
import { h, icon } from "./dom.js";
import { S } from "./strings.js";

/**
 * @param {import("./session.js").Session} session
 */
export function notices(session) {
  const el = h("div", { class: "notices", role: "status", "aria-live": "polite" });
  session.on("notice", (/** @type {import("./session.js").Notice} */ notice) => {
    const box = h(
      "div",
      { class: `notice ${notice.bad ? "bad" : ""}` },
      h("span", null, notice.text),
      notice.act &&
        h(
          "button",
          {
            type: "button",
            class: "button primary",
            onclick: () => {
              box.remove();
              notice.act?.run();
            },
          },
          notice.act.label,
        ),
      h(
        "button",
        { type: "button", class: "plain", "aria-label": S.close, onclick: () => box.remove() },
        icon("close"),
      ),
    );
    while (el.children.length > 2) el.firstElementChild?.remove();
    el.append(box);
    if (!notice.act || notice.brief) setTimeout(() => box.remove(), notice.act ? 12000 : 6000);
  });
  return el;
}
