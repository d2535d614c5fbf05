/**
 * Marches over several turns: units that were told to go farther than they can in one. Nothing moves by itself: when they
 * can move again they are offered, and one key sends each as near to its goal as it gets. Kept in this browser, for this
 * seat at this match; the server knows nothing but the orders that come of it.
 */
import { h } from "../core/dom.js";
import { keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {import("./session.js").Session} Session */

export class LongMarches {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Record<string, number>} the goal of each unit */
    this.all = load(this.key) ?? {};
    /** @type {Map<number, string>} who came no nearer, and in which turn and phase that was */
    this.stuck = new Map();
    this.running = false;
    session.on("table", () => this.tidy());
  }

  get key() {
    return `marches:${this.session.match}:${this.session.side}`;
  }

  /** This turn and phase. */
  get moment() {
    const view = this.session.table?.view;
    return view ? `${view.turn}/${view.phase}` : "";
  }

  /** @param {number} unit */
  goalOf(unit) {
    return this.all[unit] ?? null;
  }

  changed() {
    keep(this.key, this.all);
    this.session.emit("pick");
  }

  /** Ends the marches of units that have reached their goal or left the map. */
  tidy() {
    const { session } = this;
    if (!session.table || session.past) return;
    const gone = Object.keys(this.all).filter((unit) => {
      const placed = session.placed(Number(unit));
      return !placed?.[2] || placed[1] === this.goalOf(Number(unit)) || session.board.units[Number(unit)]?.side !== session.side;
    });
    for (const unit of gone) delete this.all[unit];
    if (gone.length) keep(this.key, this.all);
  }

  /** The hex that the picked units could be told to march to: it was clicked, and they do not reach it now. */
  get wanted() {
    const { selection, reach, board } = this.session;
    const { look, group } = selection;
    if (!group.length || !reach.way || look?.kind !== "space" || board.spaces[look.value]?.kind !== "hex") return null;
    return reach.ends(look.value) || group.some((unit) => this.session.placed(unit)?.[1] === look.value) ? null : look.value;
  }

  /** The picked units have a far goal from now on, and begin at once. */
  async begin() {
    const goal = this.wanted;
    if (goal === null) return;
    for (const unit of this.session.selection.group) this.all[unit] = goal;
    this.changed();
    await this.goOn();
  }

  /** @param {number[]} units */
  giveUp(units) {
    for (const unit of units) delete this.all[unit];
    this.changed();
  }

  /** Those that could go on now, together where they stand and march together. */
  get ready() {
    const { session } = this;
    /** @type {Map<string, {goal: number, at: number, units: number[]}>} */
    const out = new Map();
    for (const [id, goal] of Object.entries(this.all)) {
      const unit = Number(id);
      const at = session.placed(unit)?.[1] ?? -1;
      if (this.stuck.get(unit) === this.moment || !session.selection.movable(at).includes(unit)) continue;
      const key = `${at}/${goal}`;
      const group = out.get(key) ?? { goal, at, units: [] };
      group.units.push(unit);
      out.set(key, group);
    }
    return [...out.values()];
  }

  /** One group after the other, until all have gone on or something asks for a thought. */
  async goOn() {
    const { session } = this;
    if (this.running || session.busy || session.past || session.guided) return;
    this.running = true;
    /** @type {Set<number>} */
    const tried = new Set();
    const next = () => this.ready.find((march) => !march.units.some((unit) => tried.has(unit)));
    try {
      for (let march = next(); march; march = next()) {
        for (const unit of march.units) tried.add(unit);
        await this.send(march);
        const ask = session.table?.ask;
        if (session.closed || session.busy || !ask?.mine || (ask.moving ?? null) !== null) break;
      }
    } finally {
      this.running = false;
    }
    if (!session.closed) session.emit("pick");
  }

  /**
   * As far as they get, the way a click on the map would send them.
   * @param {{goal: number, at: number, units: number[]}} march
   */
  async send({ goal, at, units }) {
    const { session } = this;
    const { selection, reach, board } = session;
    selection.clear();
    selection.group = units;
    selection.groupAt = at;
    selection.changed();
    await reach.awaited;
    const far = stepsTo(board, goal);
    const near = [...reach.spaces.values()]
      .filter((row) => row.chance === 1 && (far.get(row.space) ?? Infinity) < (far.get(at) ?? Infinity))
      .sort((a, b) => (far.get(a.space) ?? 0) - (far.get(b.space) ?? 0) || a.cost - b.cost)[0];
    if (near) return reach.go(near.space, false);
    selection.clear();
    for (const unit of units) this.stuck.set(unit, this.moment);
    session.emit("toast", { text: S.sheet.march.stuck(this.names(units), board.spaces[goal]?.name ?? ""), brief: true });
  }

  /** @param {number[]} units */
  names(units) {
    return units.map((unit) => this.session.board.units[unit]?.name ?? "").join(", ");
  }

  /** The buttons of the prompt: a new goal, an old one that is given up, and those that wait to go on. */
  buttons() {
    const { session } = this;
    const { board, selection } = session;
    // In a lesson one goes step by step.
    if (session.guided) return [];
    const { wanted } = this;
    const units = selection.group;
    const marching = units.filter((unit) => this.goalOf(unit) !== null);
    const waiting = this.running ? [] : this.ready;
    const act = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ run, /** @type {string | null} */ title = null) =>
      h("button", { type: "button", class: "button act", id, title, disabled: session.busy, onclick: run }, text);
    const name = (/** @type {number | null} */ space) => board.spaces[space ?? -1]?.name ?? "";
    return [
      wanted !== null && act("march-to", S.sheet.march.to(name(wanted)), () => void this.begin(), S.sheet.march.hint),
      marching.length > 0 && act("march-off", S.sheet.march.off(name(this.goalOf(marching[0] ?? -1))), () => this.giveUp(marching)),
      !units.length && waiting.length > 0 && act("march-on", S.sheet.march.on(waiting.reduce((n, one) => n + one.units.length, 0)), () => void this.goOn(), "G"),
    ];
  }
}

/**
 * The distance over land in hexes from every hex to a goal.
 * @param {import("../core/types.js").Board} board
 * @param {number} goal
 */
function stepsTo(board, goal) {
  const out = new Map([[goal, 0]]);
  let rim = [goal];
  for (let far = 1; rim.length; far++) {
    rim = rim.flatMap((space) => board.spaces[space]?.adjacent ?? []).filter((space) => !out.has(space) && !board.spaces[space]?.sea && out.set(space, far));
  }
  return out;
}
