/** “Help” on the card of the question: a hint, the general's advice, the rest of a set or of a phase, in one quiet place. */
import { h } from "../core/dom.js";
import { S } from "../languages/strings.js";

export class HelpMenu {
  constructor() {
    this.list = h("div", { class: "help-list", id: "help-list", hidden: true, onclick: () => this.open(false) });
    this.button = h(
      "button",
      { type: "button", class: "link", id: "help", "aria-expanded": "false", "aria-controls": "help-list", onclick: () => this.open(!!this.list.hidden) },
      S.help,
    );
    this.el = h("div", { class: "help" }, this.button, this.list);
    this.el.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.list.hidden) return;
      event.stopPropagation();
      this.open(false);
      this.button.focus();
    });
    // A click elsewhere is about something else.
    this.away = (/** @type {Event} */ event) => event.target instanceof Node && !this.el.contains(event.target) && this.open(false);
    new MutationObserver(() => this.look()).observe(this.list, { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden"] });
    this.look();
  }

  /** Without anything in it, it is not there. */
  look() {
    this.el.hidden = ![...this.list.children].some((one) => !(/** @type {HTMLElement} */ (one).hidden));
    if (this.el.hidden) this.open(false);
  }

  /** @param {boolean} open */
  open(open) {
    if (this.list.hidden === !open) return;
    this.list.hidden = !open;
    this.button.setAttribute("aria-expanded", String(open));
    if (open) addEventListener("pointerdown", this.away, true);
    else removeEventListener("pointerdown", this.away, true);
  }
}
