/**
 * Orders: selected units and their goal, sent to the server in one call. Units that could not follow are remembered:
 * after a question to the other side that brought nothing new the order goes on by itself, after anything else with one
 * click.
 */
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Order} Order */

/** @typedef {{order: Order, lines: number, phase: string}} Waiting */
/** @type {Map<string, Waiting>} by match and side: at one screen the page changes seats meanwhile */
const waiting = new Map();

/** An order is carried out option by option. */
const MANY = Infinity;

export class Orders {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Order | null} what the last notice offers to go on with */
    this.told = null;
    session.on("table", () => this.resume());
  }

  get key() {
    return `${this.session.match}:${this.session.side}`;
  }

  /** @param {Order} order */
  async give(order) {
    const { session } = this;
    waiting.delete(this.key);
    this.told = null;
    session.incoming.stage?.finish();
    const before = session.table?.stamp;
    if (before === undefined || session.past) return;
    const lines = session.incoming.heard.length;
    await session.call(
      () => session.seat.order(before, order, lines),
      (table) => {
        session.together.add(before, table.stamp, table.order?.count ?? 1);
        this.heed(order, table);
      },
      MANY,
    );
  }

  /**
   * @param {Order} order
   * @param {import("../core/types.js").Table} table
   */
  heed(order, table) {
    const left = table.order?.left ?? [];
    const ended = table.order?.ended ?? "done";
    // "Resolve all" resolves all: also what is left when something else was asked in between.
    if (order.resolve) return void waiting.set(this.key, this.kept(order, table));
    if (!left.length || ended === "over") return;
    const rest = { ...order, units: left.map((row) => row.unit) };
    if (ended === "barred") return this.tell(rest, left[0]?.reasons[0]?.text ?? "", false);
    const mine = table.ask?.mine === true;
    if (mine) this.offerRest(rest, table, S.order.ended[ended] ?? "");
    else waiting.set(this.key, this.kept(rest, table));
  }

  /**
   * @param {Order} order
   * @param {import("../core/types.js").Table} table
   * @returns {Waiting}
   */
  kept(order, { log, view }) {
    return { order, lines: this.session.incoming.heard.length + log.length, phase: `${view.turn}:${view.phase}` };
  }

  /** What was taken back does not go on by itself. */
  forget() {
    waiting.delete(this.key);
  }

  /** One is asked again: was there anything to see meanwhile? */
  resume() {
    const { session } = this;
    const kept = waiting.get(this.key);
    if (!kept || session.busy || session.past || !session.table?.ask?.mine) return;
    const { resolve } = kept.order;
    const { turn, phase } = session.table.view;
    // Losses come first, say: it waits for as long as its phase lasts.
    if (resolve && kept.phase === `${turn}:${phase}` && !session.options.some((o) => o[0] === resolve)) return;
    waiting.delete(this.key);
    if (resolve) {
      if (session.options.some((o) => o[0] === resolve)) setTimeout(() => void this.give(kept.order), 0);
      return;
    }
    const able = session.options.some((o) => o[0] === "stop" || kept.order.units?.includes(Number(o[1])));
    if (!able) return;
    const news = session.log.slice(kept.lines);
    const calm = news.every((line) => !line.dice?.length && line.side === session.side);
    if (calm) setTimeout(() => void this.give(kept.order), 0);
    else this.offerRest(kept.order, session.table, S.order.ended.asked ?? "");
  }

  /**
   * Units that have arrived and were stopped there wait no more; those still under way go on with the others.
   * @param {Order} order
   * @param {import("../core/types.js").Table} table
   * @param {string} why
   */
  offerRest(order, table, why) {
    const moving = table.ask?.options.some((o) => o[0] === "stop");
    const there = new Set(table.view.units.filter((u) => u[1] === order.goal).map((u) => u[0]));
    const units = (order.units ?? []).filter((unit) => moving || !there.has(unit));
    if (units.length) this.tell({ ...order, units }, why, true);
  }

  /**
   * The units that have not moved, and why.
   * @param {Order} rest
   * @param {string} why
   * @param {boolean} mayGoOn
   */
  tell(rest, why, mayGoOn) {
    const { session } = this;
    const { turn, phase } = { ...session.table?.view };
    this.told = rest;
    const say = (/** @type {number[]} */ units) =>
      `${S.order.standing(units.map((unit) => session.board.units[unit]?.name ?? "").join(", "))} ${why}`.trim();
    const toast = {
      text: say(rest.units ?? []),
      // Units that were stopped short go no farther: only those are named that still can.
      words: () => say(this.able(rest)),
      act: mayGoOn ? { label: S.order.goOn, run: () => void this.give(rest) } : undefined,
      state: mayGoOn ? () => this.stateOf(rest, turn, phase) : undefined,
    };
    // What the order brought is seen before it is said.
    queueMicrotask(() => session.emit("toast", toast));
  }

  /**
   * The units of an order that can go on now; while one of them is under way all of them wait.
   * @param {Order} rest
   */
  able({ units = [] }) {
    const { board, options } = this.session;
    if (options.some((o) => o[0] === "stop")) return units;
    const acts = options.filter((o) => board.verbs[o[0]]?.args[0] === "unit" && !board.verbs[o[0]]?.quiet);
    const could = new Set(acts.map((o) => Number(o[1])));
    return units.filter((unit) => could.has(unit));
  }

  /**
   * The rest of an order waits while something else is asked, and is no more to be offered when none of them can go.
   * @param {Order} rest
   * @param {number | undefined} turn
   * @param {number | undefined} phase
   */
  stateOf(rest, turn, phase) {
    const { board, options, table } = this.session;
    if (this.told !== rest || !table || table.view.turn !== turn || table.view.phase !== phase) return "gone";
    return this.able(rest).length ? "now" : options.some((o) => board.verbs[o[0]]?.ends) ? "gone" : "wait";
  }
}
