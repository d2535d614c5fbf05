/**
 * "Finish this phase": the staff's plan is drawn on the map first; once it is accepted, it goes on over dice and the
 * other side's answers to the end of the phase, and stops where the player is to choose. Who wants it has such a plan
 * drawn at the beginning of every phase.
 */
import { h } from "../core/dom.js";
import { forget, keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").StaffPlan} StaffPlan */
/** @typedef {import("../core/types.js").PlannedOrder} PlannedOrder */
/** @typedef {import("../core/dom.js").Kid} Kid */
/**
 * The card of the staff, as far as a plan is concerned with it.
 * @typedef {{session: import("../session/session.js").Session, map: import("../map/mapView.js").MapView, asking: boolean,
 *   readonly isOpen: boolean, fill(title: string, ...rest: (Kid | Kid[])[]): void, clear(): void,
 *   consult(answer: () => Promise<void>): Promise<void>}} StaffCard
 */

/** What this browser remembers of who wants a plan for every phase. */
const EVERY_PHASE = "plan-every-phase";
/** Orders in one phase: more than any phase has. */
const MOST = 400;

export class PhasePlan {
  /** @param {StaffCard} advice */
  constructor(advice) {
    this.advice = advice;
    this.session = advice.session;
    /** @type {StaffPlan | null} the plan on the card */
    this.plan = null;
    /** The phase that is being finished, or was when it stopped. */
    this.phase = "";
    /** The phase for which a plan was drawn unasked. */
    this.drawn = "";
    /** Orders given in the phase that is being finished. */
    this.given = 0;
    /** Where the last part of the plan was taken from: what changes nothing ends it. */
    this.from = "";
    this.asking = false;
    this.button = h(
      "button",
      { type: "button", class: "link", id: "staff-plan", title: S.advice.finishHint, onclick: () => void this.ask() },
      S.advice.finish,
    );
    for (const topic of /** @type {const} */ (["table", "busy", "playing"])) this.session.on(topic, () => this.look());
  }

  /** The phase on the table, as one word. */
  get now() {
    const view = this.session.table?.view;
    return view ? `${view.turn}:${view.phase}` : "";
  }

  /** Nothing is under way, and the newest table lies there. */
  get isCalm() {
    const { session } = this;
    return !session.busy && !session.playing && !session.past && !session.closed && !this.asking;
  }

  draw() {
    this.button.hidden = !this.advice.isOpen;
    this.button.disabled = this.advice.asking;
    if (this.plan && this.plan.stamp !== this.session.table?.stamp) this.clear();
  }

  clear() {
    this.plan = null;
    if (!this.session.plan.length) return;
    this.session.plan = [];
    this.advice.map.spaces.plan(this.advice.map.counters.layout.places);
  }

  /** What comes next: more of the phase that is being finished, or the plan of another one. */
  look() {
    const { session, advice } = this;
    if (!this.isCalm) return;
    if (session.finishing) return void this.goOn();
    const { options } = session;
    if (load(EVERY_PHASE) !== true || !advice.isOpen || session.guided || options.length < 2 || this.drawn === this.now) return;
    this.drawn = this.now;
    void this.fetch(false);
  }

  /** Its key: the first press draws the plan, the next one has it done. */
  press() {
    if (this.plan?.orders.length) void this.finish(this.plan);
    else if (this.session.finishing) this.stop();
    else void this.ask();
  }

  async ask() {
    await this.advice.consult(() => this.fetch(true));
  }

  /** @param {boolean} asked  also an empty plan is an answer */
  async fetch(asked) {
    const { session } = this;
    this.asking = true;
    try {
      const plan = await session.seat.plan(session.held);
      if (session.closed || plan.stamp !== session.table?.stamp || session.busy) return;
      if (asked || plan.orders.length) this.show(plan);
    } catch (error) {
      // A game without a staff draws no plans, and says so only to who asks for one.
      if (asked) throw error;
    } finally {
      this.asking = false;
    }
  }

  /** @param {StaffPlan} plan */
  show(plan) {
    const { session, advice } = this;
    const { orders } = plan;
    const stopped = this.phase === this.now && this.given > 0;
    advice.clear();
    this.plan = plan;
    session.plan = orders.flatMap(({ units, goal }) =>
      goal === null ? [] : units.map((unit) => /** @type {[number, number]} */ ([unit, goal])),
    );
    advice.map.spaces.plan(advice.map.counters.layout.places);
    const every = load(EVERY_PHASE) === true;
    const off = () => {
      forget(EVERY_PHASE);
      this.clear();
      advice.clear();
    };
    const on = () => {
      keep(EVERY_PHASE, true);
      void this.finish(plan);
    };
    advice.fill(
      stopped ? S.advice.yours : S.advice.plan,
      h("p", { class: "advice-what" }, orders.length ? S.advice.planned(orders.length) : S.advice.nothing),
      h(
        "ol",
        { class: "plan-list" },
        // What several orders have in common is said with the last of them.
        orders.map((order, i) =>
          h("li", null, order.text, order.reason !== orders[i + 1]?.reason && h("span", { class: "dim" }, order.reason)),
        ),
      ),
      orders.length > 0 && [
        h("p", { class: "advice-why" }, S.advice.further),
        h(
          "div",
          { class: "sheet-foot" },
          h("button", { type: "button", class: "button", id: "finish-phase", onclick: () => void this.finish(plan) }, stopped ? S.advice.andOn : S.advice.finishIt),
          h("button", { type: "button", class: "button", id: "do-plan", onclick: () => void this.take(orders) }, S.advice.takeAll(orders.length)),
          every
            ? h("button", { type: "button", class: "link", id: "plan-off", onclick: off }, S.advice.everyOff)
            : h("button", { type: "button", class: "button", id: "finish-every", onclick: on }, S.advice.everyPhase),
        ),
      ],
    );
  }

  /** @param {PlannedOrder[]} orders */
  async take(orders) {
    await this.session.orders.give({ options: orders.flatMap((order) => order.options) });
  }

  /** @param {StaffPlan} plan  which the player has seen: also what they are to weigh stands in it */
  async finish(plan) {
    if (this.phase !== this.now) this.given = 0;
    this.phase = this.now;
    this.session.finishing = 1;
    await this.part(plan.orders);
  }

  /** @param {PlannedOrder[]} orders */
  async part(orders) {
    const { session } = this;
    this.from = session.table?.stamp ?? "";
    this.given += orders.length;
    this.clear();
    this.tell();
    await this.take(orders);
    session.finishing &&= 2;
    this.look();
  }

  /** The rest of the phase, as far as the player has nothing to choose. */
  async goOn() {
    const { session } = this;
    const { table } = session;
    if (!table || table.result || this.phase !== this.now || this.given > MOST) return this.stop();
    if (!table.ask?.mine) return; // the other side decides meanwhile
    if (table.stamp === this.from || !this.advice.isOpen) return this.stop();
    this.asking = true;
    /** @type {StaffPlan | null} */
    let plan = null;
    try {
      plan = await session.seat.plan(session.held);
    } catch (error) {
      session.complain(error);
    } finally {
      this.asking = false;
    }
    if (!session.finishing || session.closed) return;
    if (!plan) return this.stop();
    if (plan.stamp !== session.table?.stamp) return this.look();
    const weighed = plan.orders.findIndex((order) => order.weighs);
    const own = weighed < 0 ? plan.orders : plan.orders.slice(0, weighed);
    if (own.length) return void this.part(own);
    this.stop();
    this.drawn = this.now;
    if (plan.orders.length) this.show(plan);
  }

  /** While it goes on the card says so, and can end it. */
  tell() {
    this.advice.fill(
      S.advice.finishing,
      h("p", { class: "advice-what" }, S.advice.given(this.given)),
      h("button", { type: "button", class: "button", id: "stop-finishing", onclick: () => this.stop() }, S.advice.stopHere),
    );
  }

  stop() {
    if (!this.session.finishing) return;
    this.session.finishing = 0;
    this.advice.clear();
    // The next phase may have its own plan.
    this.look();
  }
}
