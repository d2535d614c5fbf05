/** “What would staff do?”: the answer and its reason in a card under the prompt, and its places marked on the map. */
import { clicksOf } from "../session/legalOptions.js";
import { fill, h, icon } from "../core/dom.js";
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
    /** @type {import("../core/types.js").StaffPlan | null} */
    this.plan = null;
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
    this.finish = h(
      "button",
      { type: "button", class: "link", id: "staff-plan", title: S.advice.finishHint, onclick: () => void this.askPlan() },
      S.advice.finish,
    );
    prompt.anytimeButton.before(this.button, this.finish);
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
    this.finish.hidden = !this.isOpen;
    this.finish.disabled = this.asking;
    if (this.plan && this.plan.stamp !== this.session.table?.stamp) this.clear();
    if (this.found) this.mark();
  }

  async ask() {
    await this.consult(async () => {
      const found = await this.session.seat.advice(this.session.held);
      if (this.session.closed || found.stamp !== this.session.table?.stamp) return;
      this.found = found;
      this.show(found);
    });
  }

  /** The rest of the phase as the staff would have it: drawn on the map before anything of it is done. */
  async askPlan() {
    await this.consult(async () => {
      const plan = await this.session.seat.plan(this.session.held);
      if (this.session.closed || plan.stamp !== this.session.table?.stamp) return;
      this.plan = plan;
      this.showPlan(plan);
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
      this.card.hidden = !this.found && !this.plan;
      this.draw();
    }
  }

  /** @param {import("../core/types.js").StaffPlan} plan */
  showPlan(plan) {
    const { session } = this;
    const { orders } = plan;
    session.plan = orders.flatMap(({ units, goal }) =>
      goal === null ? [] : units.map((unit) => /** @type {[number, number]} */ ([unit, goal])),
    );
    this.map.spaces.plan(this.map.counters.layout.places);
    fill(
      this.card,
      this.top(S.advice.plan),
      h("p", { class: "advice-what" }, orders.length ? S.advice.planned(orders.length) : S.advice.nothing),
      h(
        "ol",
        { class: "plan-list" },
        // What several orders have in common is said with the last of them.
        orders.map((order, i) =>
          h("li", null, order.text, order.reason !== orders[i + 1]?.reason && h("span", { class: "dim" }, order.reason)),
        ),
      ),
      orders.length > 0 &&
        h(
          "button",
          {
            type: "button",
            class: "button",
            id: "do-plan",
            onclick: () => void session.orders.give({ options: orders.flatMap((order) => order.options) }),
          },
          S.advice.takeAll,
        ),
    );
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
    fill(
      this.card,
      this.top(S.advice.title),
      h("p", { class: "advice-what" }, found.text),
      h("p", { class: "advice-why" }, found.reason),
      h(
        "button",
        { type: "button", class: "button", id: "do-advice", onclick: () => void session.orders.give({ options: found.options }) },
        S.advice.doIt,
      ),
    );
    this.card.hidden = false;
  }

  picks() {
    return (this.found?.options ?? []).flatMap((option) => clicksOf(this.session.board, option));
  }

  clear() {
    this.found = this.plan = null;
    this.card.hidden = true;
    if (this.session.plan.length) {
      this.session.plan = [];
      this.map.spaces.plan(this.map.counters.layout.places);
    }
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
