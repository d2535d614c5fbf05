/** “What would staff do?”: the answer and its reason in a card under the prompt, and its places marked on the table. */
import { clicksOf } from "./acts.js";
import { fill, h, icon } from "./dom.js";
import { S } from "./strings.js";

/** @typedef {import("./types.js").Advice} Found */

export class Advice {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./map.js").MapView} map
   * @param {import("./dock.js").Dock} dock
   */
  constructor(session, map, dock) {
    this.session = session;
    this.map = map;
    this.dock = dock;
    /** @type {Found | null} */
    this.found = null;
    this.asking = false;
    this.button = h(
      "button",
      {
        type: "button",
        class: "link",
        id: "ask-staff",
        title: `${S.advice.ask} (C)`,
        onclick: () => void this.ask(),
      },
      S.advice.button,
    );
    this.card = h("section", { class: "card advice", id: "advice", hidden: true, "aria-live": "polite" });
    dock.prompt.anyTime.before(this.button);
    dock.prompt.el.after(this.card);
    for (const topic of /** @type {const} */ (["table", "pick", "busy"])) session.on(topic, () => this.draw());
  }

  /** Only where one person plays: between two the server refuses, and the button is not there to tempt. */
  get isOpen() {
    const { session } = this;
    const people = Object.entries(session.table?.seats ?? {}).filter(([, kind]) => kind === "human");
    return !!session.table?.ask?.mine && !session.past && people.every(([side]) => session.tokens[side]);
  }

  draw() {
    if (this.found && this.found.stamp !== this.session.table?.stamp) this.clear();
    this.button.hidden = !this.isOpen;
    this.button.disabled = this.asking;
    if (this.found) this.mark();
  }

  async ask() {
    const { session } = this;
    if (this.asking || !this.isOpen) return;
    this.asking = true;
    this.draw();
    fill(this.card, h("p", { class: "advice-why" }, S.advice.asking));
    this.card.hidden = false;
    try {
      const found = await session.seat.advice(Object.values(session.tokens));
      if (session.closed || found.stamp !== session.table?.stamp) return;
      this.found = found;
      this.show(found);
    } catch (error) {
      session.complain(error);
    } finally {
      this.asking = false;
      this.card.hidden = !this.found;
      this.draw();
    }
  }

  /** @param {Found} found */
  show(found) {
    const { session } = this;
    fill(
      this.card,
      h(
        "div",
        { class: "advice-top" },
        h("b", null, S.advice.title),
        h("button", { type: "button", class: "plain", "aria-label": S.close, onclick: () => this.clear() }, icon("close")),
      ),
      h("p", { class: "advice-what" }, found.text),
      h("p", { class: "advice-why" }, found.reason || S.advice.noReason),
      h(
        "button",
        { type: "button", class: "button", id: "do-advice", onclick: () => void session.send([found.option]) },
        S.advice.doIt,
      ),
    );
    this.card.hidden = false;
  }

  picks() {
    return this.found ? clicksOf(this.session.board, this.found.option) : [];
  }

  clear() {
    this.found = null;
    this.card.hidden = true;
    this.mark();
  }

  /** The units, places and button that it speaks of. */
  mark() {
    const picks = this.picks();
    const has = (/** @type {string} */ kind, /** @type {number} */ value) =>
      picks.some((pick) => pick.kind === kind && pick.value === value);
    for (const [unit, { el }] of this.map.pieces.units) el.classList.toggle("advised", has("unit", unit));
    this.map.spaces.paths.forEach((path, i) => path.classList.toggle("advised", has("space", i)));
    const option = this.found ? JSON.stringify(this.found.option) : "";
    for (const button of this.dock.prompt.el.querySelectorAll("[data-option]"))
      button.classList.toggle("advised", button.getAttribute("data-option") === option);
  }
}
