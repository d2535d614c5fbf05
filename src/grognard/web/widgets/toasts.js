/**
 * Short messages over the map, such as refusals and "saved". They leave by themselves unless they ask something, and
 * then when there is nothing more to ask.
 */
import { h, icon } from "../core/dom.js";
import { S } from "../languages/strings.js";

/**
 * @typedef {{text: string, act?: {label: string, run: () => void}, bad?: boolean, brief?: boolean,
 *   state?: () => "gone" | "wait" | "now", words?: () => string}} Toast  state: whether there is still something to do,
 *   and whether now; words: what it says as things stand
 */

/**
 * @param {{on(topic: "table", listener: () => void): void, on(topic: "toast", listener: (toast: Toast) => void): void}} session
 */
export function toasts(session) {
  const el = h("div", { class: "notices", role: "status", "aria-live": "polite" });
  /** @type {Map<HTMLElement, Toast>} */
  const asking = new Map();
  const look = () => {
    for (const [box, notice] of asking) {
      const now = box.isConnected ? notice.state?.() : "gone";
      const said = box.querySelector("span");
      if (said && now === "now" && notice.words) said.textContent = notice.words();
      box.querySelector(".primary")?.toggleAttribute("hidden", now !== "now");
      if (now !== "gone") continue;
      box.remove();
      asking.delete(box);
    }
  };
  session.on("table", look);
  session.on("toast", (notice) => {
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
    // Dice that come with the same answer take their place first, and neither covers the other.
    queueMicrotask(() => {
      const dice = el.parentElement?.querySelector(".dice-corner");
      if (el.children.length < 2) el.classList.toggle("low", !!dice?.matches(".at-top") && !!dice.querySelector(".roll"));
      look();
    });
    if (notice.state) asking.set(box, notice);
    el.append(box);
    if (!notice.act || notice.brief) setTimeout(() => box.remove(), notice.act ? 12000 : 6000);
  });
  return el;
}
