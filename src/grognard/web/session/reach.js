/** The reach of the units that are selected or moving: the ways to move, the chosen one, and its path to a space. */

/** @typedef {import("../core/types.js").Way} Way */
/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {{space: number, cost: number, via: number, chance: number}} Reached */

export class Reach {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Way[]} */
    this.ways = [];
    /** The look of the chosen way: another stack that can go the same way does so too. */
    this.look = "";
    /** @type {Map<number, Reached>} by space, of the chosen way */
    this.spaces = new Map();
    this.key = "";
    /** It has been asked, and there is no place to go. */
    this.none = false;
    /** The goal of the last move. */
    this.goal = -1;
    /** A march goes on by itself: what broke it off was settled as chosen beforehand. */
    this.pressing = false;
    /** @type {AbortController | null} */
    this.under = null;
    /** @type {Promise<void> | null} until it is known how far what is picked can go */
    this.awaited = null;
    session.on("pick", () => this.consider());
    session.on("table", () => {
      this.key = "";
      if (!session.selection.group.length) this.set([]);
      this.consider();
    });
  }

  /** @returns {Way | undefined} */
  get way() {
    return this.ways.find((way) => (way.look ?? "") === this.look) ?? this.ways[0];
  }

  consider() {
    const { session } = this;
    const { selection } = session;
    const ask = session.past ? null : session.table?.ask;
    const key = selection.group.join() || (ask?.mine && (ask.moving ?? null) !== null ? "under way" : "");
    if (key === this.key) return;
    this.under?.abort();
    this.awaited = null;
    this.key = key;
    if (!key) return this.set([]);
    this.none = false;
    const under = (this.under = new AbortController());
    const awaited = this.ask(key, under).finally(() => {
      if (this.awaited === awaited) this.awaited = null;
    });
    this.awaited = awaited;
  }

  /**
   * @param {string} key
   * @param {AbortController} under
   */
  async ask(key, under) {
    const { session } = this;
    try {
      const ways = await session.seat.reach(session.selection.group, under.signal);
      if (under.signal.aborted || session.closed || key !== this.key) return;
      this.set(ways);
      this.none = !ways.length;
      const { pressing } = this;
      this.pressing = false;
      if (pressing && this.way?.press && this.ends(this.goal) && !session.busy) return void this.go(this.goal, false);
      if (this.none) session.emit("reach");
    } catch {
      // Aborted, or the line is down: the page says so elsewhere.
    }
  }

  /**
   * A click on a goal that came before the server's answer about the reach: it waits for that answer.
   * @param {() => void} then
   */
  async whenKnown(then) {
    const { key, session } = this;
    await this.awaited;
    if (key === this.key && !session.closed) then();
  }

  /** @param {Way[]} ways */
  set(ways) {
    if (!ways.length && !this.ways.length) return;
    this.ways = ways;
    this.choose(this.look);
  }

  /** @param {string} look */
  choose(look) {
    this.look = look;
    const rows = (this.way?.spaces ?? []).map(([space, cost, via, chance]) => ({ space, cost, via, chance }));
    this.spaces = new Map(rows.map((row) => [row.space, row]));
    this.session.emit("reach");
  }

  /** The next way to move. */
  turn() {
    const at = this.ways.findIndex((way) => way === this.way);
    const next = this.ways[(at + 1) % this.ways.length];
    if (next) this.choose(next.look ?? "");
  }

  /**
   * Whether the move may end there.
   * @param {number} space
   */
  ends(space) {
    return (this.spaces.get(space)?.chance ?? 0) > 0;
  }

  /**
   * The spaces on the way, the last one included, the first one not.
   * @param {number} space
   * @returns {Reached[]}
   */
  path(space) {
    const out = [];
    for (let at = this.spaces.get(space); at && out.length <= this.spaces.size; at = this.spaces.get(at.via)) out.unshift(at);
    return out;
  }

  /**
   * The options of a move to a space, without its end.
   * @param {number} space
   * @returns {Option[]}
   */
  sends(space) {
    const { way } = this;
    if (!way || (way.order && way.units.length > 1)) return [];
    const begin = way.begin?.length ? way.begin : [way.step];
    return [...way.start, ...this.path(space).map((at, i) => /** @type {Option} */ ([...(i ? [way.step] : begin), at.space]))];
  }

  /**
   * Send the whole move. It ends there, unless it is to go on.
   * @param {number} space
   * @param {boolean} goOn
   */
  async go(space, goOn) {
    const { session, way } = this;
    if (!way) return;
    this.goal = space;
    const alone = session.guided !== null;
    if (way.order && !alone) return session.orders.give({ units: way.units, goal: space, look: way.look ?? "" });
    // A row of risks goes on over the dice as long as nothing else is asked; what is left of it can be asked for again.
    if (way.press && !alone) return session.orders.give({ options: this.sends(space), press: true });
    if (!(await session.send(this.sends(space))) || goOn || !way.end) return;
    // A die on the way may have stopped it short, and a move with nothing left to do has ended by itself.
    const ask = session.table?.ask;
    const end = JSON.stringify(way.end);
    const arrived = ask?.mine && ask.moving === space;
    if (arrived && ask.options.some((o) => JSON.stringify(o) === end)) await session.send([way.end], true);
  }
}
