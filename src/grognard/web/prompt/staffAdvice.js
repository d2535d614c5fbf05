/** “What would staff do?”: the answer and its reason in a card under the prompt, and its places marked on the map. */
import { clicksOf } from "../session/legalOptions.js";
import { fill, h, icon } from "../core/dom.js";
import { PhasePlan } from "./phasePlan.js";
import { progressBar } from "../widgets/progressBar.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Advice} Found */

export class Advice {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("../map/mapView.js").MapView} map
   * @param {import("./promptCard.js").PromptCard} prompt
   */
  constructor(session, map, prompt) {
    this.session = session;
    this.map = map;
    this.prompt = prompt;
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
    this.phasePlan = new PhasePlan(this);
    prompt.anytimeButton.before(this.button, this.phasePlan.button);
    prompt.el.after(this.card);
    for (const topic of /** @type {const} */ (["table", "pick", "busy"])) session.on(topic, () => this.draw());
  }

  /** Only where one person plays: between two the server refuses, and the button is not there to tempt. */
  get isOpen() {
    const { session } = this;
    const people = Object.entries(session.table?.seats ?? {}).filter(([, kind]) => kind === "human");
    return !!session.table?.ask?.mine && !session.past && people.every(([side]) => session.held.includes(side));
  }

  draw() {
    if (this.found && this.found.stamp !== this.session.table?.stamp) this.clear();
    this.button.hidden = !this.isOpen;
    this.button.disabled = this.asking;
    this.phasePlan.draw();
    this.card.hidden = this.isEmpty;
    if (this.found) this.mark();
  }

  /** There is nothing to say on the card. */
  get isEmpty() {
    return !this.asking && !this.found && !this.phasePlan.plan && !this.session.finishing;
  }

  async ask() {
    await this.consult(async () => {
      const found = await this.session.seat.advice(this.session.held);
      if (this.session.closed || found.stamp !== this.session.table?.stamp) return;
      this.found = found;
      this.show(found);
    });
  }

  /**
   * @param {() => Promise<void>} answer
   * @param {string} [words]  while it is waited for
   */
  async consult(answer, words = S.advice.asking) {
    const { session } = this;
    if (this.asking || !this.isOpen) return;
    this.clear();
    this.asking = true;
    this.draw();
    const waiting = progressBar(words);
    fill(this.card, waiting.el);
    this.card.hidden = false;
    try {
      await answer();
    } catch (error) {
      session.complain(error);
    } finally {
      waiting.done();
      this.asking = false;
      this.card.hidden = this.isEmpty;
      this.draw();
    }
  }

  /**
   * @param {string} title
   * @param {...(import("../core/dom.js").Kid | import("../core/dom.js").Kid[])} rest
   */
  fill(title, ...rest) {
    fill(this.card, this.top(title), ...rest);
    this.card.hidden = false;
  }

  /** @param {string} title */
  top(title) {
    return h(
      "div",
      { class: "advice-top" },
      h("b", null, title),
      h("button", { type: "button", class: "plain", "aria-label": S.close, onclick: () => this.clear() }, icon("close")),
    );
  }

  /** @param {Found} found */
  show(found) {
    const { session } = this;
    this.fill(
      S.advice.title,
      h("p", { class: "advice-what" }, found.text),
      h("p", { class: "advice-why" }, found.reason),
      h(
        "button",
        { type: "button", class: "button", id: "do-advice", onclick: () => void session.orders.give({ options: found.options }) },
        S.advice.doIt,
      ),
    );
  }

  picks() {
    return (this.found?.options ?? []).flatMap((option) => clicksOf(this.session.board, option));
  }

  clear() {
    this.found = null;
    this.phasePlan.clear();
    this.card.hidden = true;
    this.mark();
  }

  /** The units, places and button that it speaks of. */
  mark() {
    const picks = this.picks();
    const has = (/** @type {string} */ kind, /** @type {number} */ value) =>
      picks.some((pick) => pick.kind === kind && pick.value === value);
    for (const [unit, { el }] of this.map.counters.units) el.classList.toggle("advised", has("unit", unit));
    this.map.spaces.paths.forEach((path, i) => path.classList.toggle("advised", has("space", i)));
    const option = this.found ? JSON.stringify(this.found.option) : "";
    for (const button of this.prompt.el.querySelectorAll("[data-option]"))
      button.classList.toggle("advised", button.getAttribute("data-option") === option);
  }
}
