/**
 * Pushed tables that are older than what is on show. Answers and pushes come by two roads, and one may overtake the
 * other: a push of a table that an answer has left behind is late, or somebody has undone since. Only the server knows,
 * and is asked.
 */

/** @typedef {import("../core/types.js").Table} Table */
/**
 * The parts of a session that are needed here.
 * @typedef {{seat: import("../api/matches.js").Seat, incoming: {newest: Table | null}, busy: boolean, closed: boolean,
 *   missed: string | null, receive(table: Table): void}} Holder
 */

export class LatePushes {
  /** @param {Holder} session */
  constructor(session) {
    this.session = session;
    /** @type {Set<string>} stamps of tables that answers have left behind */
    this.left = new Set();
    /** The number of tables that have come, so that one that was asked for before the last of them is not taken for newer. */
    this.count = 0;
  }

  /**
   * An answer took the page from one table to the next.
   * @param {string | undefined} before
   */
  answered(before) {
    if (before !== undefined) this.left.add(before);
  }

  /** @param {Table} table */
  received(table) {
    this.count++;
    this.left.delete(table.stamp);
  }

  /** @param {Table} pushed */
  mayBeLate(pushed) {
    return this.left.has(pushed.stamp);
  }

  /** Asks the server for the present table; clicks need not wait for it. */
  async ask() {
    const { session, count } = this;
    try {
      const table = await session.seat.table(0);
      if (session.closed) return;
      if (session.busy) session.missed = table.stamp;
      else if (count === this.count && table.stamp !== session.incoming.newest?.stamp) session.receive({ ...table, reset: true });
    } catch {
      // The line is down: the page says so elsewhere, and looks again when it is up.
    }
  }
}
