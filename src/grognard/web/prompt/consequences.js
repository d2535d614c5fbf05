/** What follows from a button, on it: the sentences that the log would have, as the server has worked them out. */
import { getConsequences } from "../api/consequences.js";
import { h } from "../core/dom.js";

/** Buttons of one question; of more each is a word of a list, and says itself what it does. */
const MOST = 8;

export class Consequences {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {() => void} come  called when they are known
   */
  constructor(session, come) {
    this.session = session;
    this.come = come;
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
        this.come();
      },
      () => {}, // the buttons do without
    );
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
