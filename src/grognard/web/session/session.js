/**
 * One seat at one match: the table as that seat sees it, its log, what is being looked at, and the calls to the server.
 * A page holds one session at a time; when the seat changes the session is closed and nothing of it is kept.
 */
import { Seat } from "../api/matches.js";
import { ApiError } from "../api/request.js";
import { Selection } from "./selection.js";
import { Orders } from "./orders.js";
import { Incoming } from "./incoming.js";
import { Reach } from "./reach.js";
import { announceSince, rememberSeen } from "./sinceLastVisit.js";
import { recordSent, recordUndone } from "./sameAsLastTime.js";
import { listen } from "../api/socket.js";
import { LatePushes } from "./latePushes.js";
import { LongMarches } from "./longMarches.js";
import { SentTogether } from "./sentTogether.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").Table} Table */
/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {import("../core/types.js").LogLine} LogLine */
/** @typedef {import("../core/types.js").PlacedUnit} PlacedUnit */
/** @typedef {import("./topics.js").Topics} Topics */

export class Session {
  /**
   * @param {Board} board
   * @param {string} match
   * @param {number} side
   * @param {string[]} held  the ids of all sides whose seats this browser holds
   */
  constructor(board, match, side, held) {
    this.board = board;
    this.match = match;
    this.side = side;
    this.held = held;
    this.seat = new Seat(match, board.sides[side]?.id ?? "");
    /** @type {Table | null} */
    this.table = null;
    /** @type {Table | null} a past position that is being looked at instead of the present */
    this.past = null;
    /** @type {number | null} the log line of that past position */
    this.pastLine = null;
    /** @type {LogLine[]} what has been shown */
    this.log = [];
    this.incoming = new Incoming(this);
    this.selection = new Selection(this);
    /** @type {import("../core/types.js").Pick | null} what the pointer or the focus is on */
    this.hover = null;
    /** @type {Option | null} a button's option that the pointer or the focus is on */
    this.aim = null;
    this.busy = false;
    /** A phase is being finished by the staff's plan: 1 for its first part, 2 from then on, 0 for none. */
    this.finishing = 0;
    this.online = true;
    /** A clock runs for who decides. */
    this.clocked = false;
    this.closed = false;
    /** @type {string | null} stamp of a table that was pushed while an answer was under way */
    this.missed = null;
    /** The number of log lines that were told while this seat was away. */
    this.sinceCount = 0;
    /** @type {{close: () => void} | null} */
    this.socket = null;
    this.together = new SentTogether();
    /** @type {[number, number][]} which unit the staff would send where, while its plan is shown */
    this.plan = [];
    /** @type {(() => number[]) | null} in a lesson: the units that its next step names */
    this.guided = null;
    /** The number of times that the next click counts. */
    this.times = 1;
    /** @type {Table["result"]} an ending outside the rules of the game, as a club has them */
    this.outside = null;
    /** @type {(() => void) | null} a rematch, where it is the club's to arrange */
    this.again = null;
    /** @type {import("./topics.js").Listeners} */
    this.listeners = {};
    this.present = new LatePushes(this);
    this.reach = new Reach(this);
    this.orders = new Orders(this);
    this.longMarches = new LongMarches(this);
  }

  /**
   * @template {keyof Topics} T
   * @param {T} topic
   * @param {(...told: Topics[T]) => void} listener
   */
  on(topic, listener) {
    this.listeners = { ...this.listeners, [topic]: [...(this.listeners[topic] ?? []), listener] };
  }

  /**
   * @template {keyof Topics} T
   * @param {T} topic
   * @param {Topics[T]} told
   */
  emit(topic, ...told) {
    if (this.closed || (topic === "toast" && this.incoming.holds(/** @type {import("../widgets/toasts.js").Toast} */ (told[0])))) return;
    for (const listener of this.listeners[topic] ?? []) listener(...told);
  }

  /** The table on show: the present, or the past that is being replayed. */
  get shown() {
    return this.past ?? this.table;
  }

  /** What happened is being shown on the map, and the newest table comes after it. */
  get playing() {
    return this.incoming.playing;
  }

  /** The options on offer: none while the past is shown. While a call is under way it stays in sight, so that nothing blinks. */
  get options() {
    return this.past || !this.table?.ask?.mine ? NO_OPTIONS : this.table.ask.options;
  }

  get standing() {
    return this.past ? NO_OPTIONS : (this.table?.standing ?? NO_OPTIONS);
  }

  /** Programs play among themselves. */
  get onlyBots() {
    return !!this.table && Object.values(this.table.seats).every((kind) => kind !== "human");
  }

  /** The seat that decides now is somebody else at this same screen. */
  get handOver() {
    const ask = this.table?.ask;
    if (this.onlyBots || !ask || this.table?.result || ask.side === this.side) return null;
    return this.held.includes(this.board.sides[ask.side]?.id ?? "") ? ask.side : null;
  }

  /** @param {number} unit */
  placed(unit) {
    return this.shown?.view.units.find((u) => u[0] === unit) ?? null;
  }

  /** @param {number} space */
  unitsIn(space) {
    return this.shown?.view.units.filter((u) => u[1] === space) ?? [];
  }

  async start() {
    const table = await this.seat.table(0);
    if (this.closed) return;
    this.receive({ ...table, reset: true });
    this.socket = listen(() => this.seat.socketUrl(this.incoming.heard.length), {
      table: (pushed) => this.pushed(pushed),
      word: ({ club, chat }) => {
        if (club) this.emit("club", club);
        if (chat) this.emit("chat", chat);
      },
      up: (first) => {
        this.online = true;
        this.emit("connection");
        if (!first) void this.refresh();
      },
      down: () => {
        this.online = false;
        this.emit("connection");
      },
    });
  }

  close() {
    this.socket?.close();
    this.emit("closed");
    this.closed = true;
    this.table = this.past = null;
    this.log = [];
    this.listeners = {};
  }

  /** @param {Table} table */
  pushed(table) {
    const { newest } = this.incoming;
    // An answer under way may be older or newer than this push: compare when it has come.
    if (this.busy) this.missed = table.stamp;
    else if (this.present.mayBeLate(table)) void this.present.ask();
    else if (!newest || table.stamp !== newest.stamp || table.reset || this.incoming.fresh(table).length) this.receive(table);
  }

  /**
   * @param {Table} table
   * @param {number} [sent]  how many options of our own it answers
   */
  receive(table, sent = 0) {
    if (this.closed) return;
    this.present.received(table);
    this.incoming.take(table, sent);
  }

  /**
   * A table, and the log up to a line, are what is seen from now on.
   * @param {Table} table
   * @param {number} count
   * @param {boolean} [reset]  the log begins anew
   */
  show(table, count, reset = false) {
    if (this.closed) return;
    const first = this.table === null;
    const fresh = reset ? [] : this.incoming.heard.slice(this.log.length, count);
    this.log = reset || fresh.length ? this.incoming.heard.slice(0, count) : this.log;
    if (this.table?.stamp !== table.stamp) {
      this.selection.clear();
      this.aim = null;
    }
    this.table = this.asEnded(table);
    this.selection.remember();
    if (first && !table.result) announceSince(this);
    this.emit("table");
    if (fresh.length) this.emit("lines", fresh);
    rememberSeen(this);
  }

  /** @param {Table} table */
  asEnded(table) {
    return this.outside && !table.result ? { ...table, ask: null, standing: [], undo: false, result: this.outside } : table;
  }

  /** @param {import("../core/types.js").Result} result */
  endOutside(result) {
    if (this.outside || !this.table) return;
    this.outside = result;
    this.incoming.stage?.finish();
    this.table = this.asEnded(this.table);
    this.selection.clear();
    this.emit("table");
  }

  async refresh() {
    await this.call(() => this.seat.table(this.incoming.heard.length));
  }

  /**
   * @param {Option[]} options
   * @param {boolean} [joined]  they belong to what was sent before
   * @returns {Promise<boolean>}
   */
  async send(options, joined = false) {
    this.incoming.stage?.finish();
    const before = this.table?.stamp;
    if (before === undefined || this.past || !options.length) return false;
    return this.call(
      () => this.seat.decide(before, options, this.incoming.heard.length),
      (table) => {
        recordSent(this, before, options);
        this.together.add(before, table.stamp, options.length, joined);
      },
      options.length,
    );
  }

  async undo() {
    this.incoming.stage?.finish();
    const before = this.table?.stamp;
    if (before === undefined || !this.table?.undo || this.past || this.busy) return;
    this.orders.forget();
    const last = this.together.take(before);
    await this.call(async () => {
      let table = await this.seat.undo(before, this.incoming.heard.length);
      recordUndone(this, table.stamp);
      for (let left = (last?.count ?? 1) - 1; left > 0 && table.undo && table.stamp !== last?.before; left--) {
        table = await this.seat.undo(table.stamp, 0);
        recordUndone(this, table.stamp);
      }
      return table;
    });
  }

  /**
   * @param {() => Promise<Table>} run
   * @param {(table: Table) => void} [then]
   * @param {number} [sent]  how many options are sent with it; an order is many
   * @returns {Promise<boolean>}
   */
  async call(run, then, sent = 0) {
    if (this.busy || this.closed) return false;
    this.busy = true;
    this.missed = null;
    this.emit("busy");
    /** @type {Table | null} */
    let table = null;
    try {
      table = await run();
    } catch (error) {
      this.complain(error);
      this.selection.clear();
      this.emit("pick");
    }
    this.busy = false;
    if (table && !this.closed) {
      then?.(table);
      this.present.answered(this.incoming.newest?.stamp);
      this.receive(table, sent);
    }
    this.emit("busy");
    if (this.missed !== null && this.missed !== this.incoming.newest?.stamp) void this.present.ask();
    return table !== null;
  }

  /** @param {unknown} error */
  complain(error) {
    const stale = error instanceof ApiError && ["stale", "not-your-turn", "over"].includes(error.code);
    const text = stale ? S.stale : error instanceof Error ? error.message : String(error);
    this.emit("toast", { text, bad: true, act: stale ? { label: S.toThePresent, run: () => void this.refresh() } : undefined });
  }

  /**
   * @param {number | null} n  a log line, or null for the present
   */
  async showPast(n) {
    if (n === null) {
      this.past = this.pastLine = null;
      this.selection.clear();
      this.emit("table");
      return;
    }
    this.pastLine = n;
    try {
      const past = await this.seat.at(n);
      // The slider may have moved on while this was fetched.
      if (this.pastLine !== n || this.closed) return;
      this.past = past;
      this.selection.clear();
      this.emit("table");
    } catch (error) {
      if (this.pastLine === n) this.complain(error);
    }
  }

  /** @param {Option | null} option */
  setAim(option) {
    if (this.aim === option) return;
    this.aim = option;
    this.emit("hover");
  }

  /** @param {import("../core/types.js").Pick | null} pick */
  setHover(pick) {
    if (this.hover?.kind === pick?.kind && this.hover?.value === pick?.value) return;
    this.hover = pick;
    this.emit("hover");
  }
}

/** @type {Option[]} */
const NO_OPTIONS = [];
