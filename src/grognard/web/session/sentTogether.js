/** What was sent in one go is taken back in one go: options of an order, or what the page added to a decision by itself. */

/** @typedef {{before: string, after: string, count: number}} Sent  between two positions, how many decisions */

export class SentTogether {
  constructor() {
    /** @type {Sent[]} all that had more than one decision */
    this.batches = [];
    /** @type {Sent | null} */
    this.last = null;
  }

  /**
   * @param {string} before
   * @param {string} after
   * @param {number} count
   * @param {boolean} [joined]  it belongs to what was sent before
   */
  add(before, after, count, joined = false) {
    const to = joined && this.last?.after === before ? this.last : null;
    if (to && to === this.batches.at(-1)) this.batches.pop();
    this.last = { before: to?.before ?? before, after, count: (to?.count ?? 0) + count };
    if (this.last.count > 1) this.batches.push(this.last);
  }

  /**
   * The batch that led to a position, which is taken back now.
   * @param {string} after
   * @returns {Sent | undefined}
   */
  take(after) {
    return this.batches.at(-1)?.after === after ? this.batches.pop() : undefined;
  }
}
