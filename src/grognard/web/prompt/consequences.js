/** What follows from a button, on it: the sentences that the log would have, as the server has worked them out. */
import { getConsequences } from "../api/consequences.js";
import { h } from "../core/dom.js";

/** Buttons of one question; of more each is a word of a list, and says itself what it does. */
const MOST = 8;

export class Consequences {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {HTMLElement} card  with the buttons
   */
  constructor(session, card) {
    this.session = session;
    this.card = card;
    /** The table whose consequences these are, or are asked for. */
    this.stamp = "";
    /** @type {import("../core/types.js").Consequence[]} */
    this.found = [];
    this.call = new AbortController();
    session.on("closed", () => this.call.abort());
  }

  /** Ask for them, once for each question that has buttons. */
  look() {
    const { session } = this;
    const { table, board } = session;
    if (!table || session.past || table.stamp === this.stamp) return;
    this.stamp = table.stamp;
    this.found = [];
    this.call.abort();
    const isButton = (/** @type {import("../core/types.js").Option} */ o) => board.verbs[o[0]]?.args.every((kind) => kind === "word");
    const buttons = table.ask?.mine ? table.ask.options.filter(isButton).length : 0;
    if (!buttons || buttons > MOST) return;
    this.call = new AbortController();
    const { stamp } = table;
    void getConsequences(session.seat, stamp, this.call.signal).then(
      (found) => {
        if (stamp !== this.stamp || !found.length) return;
        this.found = found;
        this.put();
      },
      () => {}, // the buttons do without
    );
  }

  /** Put them on the buttons that stand there: whatever is around one stays. */
  put() {
    const options = this.session.table?.ask?.options ?? [];
    for (const { option } of this.found) {
      const one = options[option];
      const follows = one && this.of(one);
      const shown = JSON.stringify(one);
      /** @type {HTMLElement | undefined} */
      const button = [.../** @type {NodeListOf<HTMLElement>} */ (this.card.querySelectorAll("button[data-digit]"))].find((each) => each.dataset.option === shown);
      if (!button || !follows || button.querySelector(".follows")) continue;
      button.setAttribute("aria-description", follows.text);
      button.querySelector("span")?.after(follows.el);
    }
  }

  /**
   * @param {import("../core/types.js").Option} option
   * @returns {{el: HTMLElement, text: string} | null}
   */
  of(option) {
    const number = this.session.table?.ask?.options.indexOf(option) ?? -1;
    const found = this.found.find((each) => each.option === number);
    if (!found) return null;
    const text = found.texts.join(" ");
    // It is read aloud as the button's description: it is no part of its name.
    return { el: h("small", { class: "follows", "aria-hidden": "true" }, text), text };
  }
}
