/**
 * Tables and log lines that come from the server. Who watches sees first how things happened: a stage, where there is
 * one, shows it step by step on the map, and only then does the new table lie there, with its question.
 */

/** @typedef {import("../core/types.js").Table} Table */
/** @typedef {import("../core/types.js").LogLine} LogLine */
/** @typedef {import("../widgets/toasts.js").Toast} Toast */
/**
 * What has come; sent: how many options brought it, 0 where somebody else decided; from: the lines that came before.
 * @typedef {{table: Table, lines: LogLine[], sent: number, from: number}} News
 */
/**
 * takes: whether it shows these news, and puts the table on show after them; finish: what is left of it is skipped;
 * drop: what it shows has been taken back.
 * @typedef {{takes(news: News): boolean, finish(): void, drop(): void}} Stage
 */
/** @typedef {{side: number | null, own: boolean, waits: boolean, text: string}} Playing  waits: a question of one's own comes after it */

export class Incoming {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {LogLine[]} all lines that have come; the session's log has those that have been shown */
    this.heard = [];
    /** @type {Table | null} the newest table, while what led to it is being shown */
    this.waiting = null;
    /** @type {Stage | null} */
    this.stage = null;
    /** @type {Playing | null} what is being shown on the map */
    this.playing = null;
    /** @type {Toast[]} what is said when all of it has been seen */
    this.held = [];
    /** Something came as an answer to what was done here, and not by itself. */
    this.own = false;
  }

  /** The newest table, on show or not. */
  get newest() {
    return this.waiting ?? this.session.table;
  }

  /**
   * Lines that have not come before.
   * @param {Table} table
   */
  fresh(table) {
    const last = this.heard.at(-1)?.n ?? -Infinity;
    return table.log.filter((line) => line.n > last);
  }

  /**
   * Whether a log from its beginning only goes on from what has come: nothing was taken back.
   * @param {Table} table
   */
  goesOn(table) {
    const at = this.heard.length;
    const last = this.heard.at(-1);
    return last !== undefined && table.log.length > at && table.log[at - 1]?.text === last.text && table.log[at - 1]?.n === last.n;
  }

  /**
   * @param {Table} table
   * @param {number} [sent]  how many options of our own it answers
   */
  take(table, sent = 0) {
    const { session } = this;
    const first = session.table === null;
    const reset = first || (table.reset === true && !this.goesOn(table));
    const from = reset ? 0 : this.heard.length;
    const lines = reset ? [] : this.fresh(table);
    this.heard = reset ? table.log : [...this.heard, ...lines];
    this.own = sent > 0;
    if (!reset && this.stage?.takes({ table, lines, sent, from })) {
      this.waiting = table;
      return;
    }
    if (this.playing) this.stage?.drop();
    this.waiting = null;
    session.show(table, this.heard.length, reset);
  }

  /** @param {Playing | null} playing */
  play(playing) {
    this.playing = playing;
    if (!playing) for (const toast of this.held.splice(0)) this.session.emit("toast", toast);
    this.session.emit("playing");
  }

  /** What has been seen stands there; then what came of it, with its question. */
  end() {
    const table = this.waiting;
    this.waiting = null;
    this.playing = null;
    this.own = false; // its dice have been seen
    if (table) this.session.show(table, this.heard.length);
    this.play(null);
  }

  /**
   * A message that tells what came of an act waits until that has been seen.
   * @param {Toast} toast
   */
  holds(toast) {
    if (!this.playing || toast.bad) return false;
    this.held.push(toast);
    return true;
  }
}
