/**
 * The player's hand: which units and spaces of an option have been clicked so far, and what is merely being looked at.
 * One rule throughout: what can be clicked next is what the offer says; everything else only tells about itself.
 */
import { label, offer, offerTogether } from "./acts.js";
import { openMenu } from "./menu.js";

/** @typedef {import("./types.js").Pick} Pick */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {{x: number, y: number, touch?: boolean, add?: boolean}} Where */

export class Hand {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Pick[]} */
    this.picks = [];
    /** @type {number[]} more units picked together with the first */
    this.extra = [];
    /** @type {Pick | null} */
    this.look = null;
  }

  clear() {
    this.picks = [];
    this.extra = [];
    // What is only looked at stays: the player has not asked to stop looking.
  }

  /** @returns {import("./acts.js").Offer} */
  get offer() {
    const { board, options } = this.session;
    const now = offer(board, options, this.picks);
    if (!this.extra.length) return now;
    const together = offerTogether(board, options, this.units);
    return { units: this.first.units, spaces: together.spaces, done: [], quiet: [] };
  }

  /** What could be clicked with nothing picked. */
  get first() {
    return offer(this.session.board, this.session.options, []);
  }

  /** Units that are picked now. */
  get units() {
    return [...this.picks.filter((p) => p.kind === "unit").map((p) => p.value), ...this.extra];
  }

  /** Quiet and standing acts of the thing that is looked at. */
  get asides() {
    const { board, options, standing } = this.session;
    const thing = this.picks[0] ?? this.look;
    if (!thing) return [];
    const all = [
      ...offer(board, options, [thing]).quiet,
      ...offer(board, standing, [thing]).done,
      ...offer(board, standing, [thing]).quiet,
    ];
    // The same act may be on offer both as an answer and at any time: once is enough.
    return [...new Map(all.map((o) => [JSON.stringify(o), o])).values()];
  }

  /**
   * @param {Pick} pick
   * @returns {boolean}
   */
  glows(pick) {
    const now = this.offer;
    return (pick.kind === "unit" ? now.units : now.spaces).has(pick.value);
  }

  /**
   * The options that a click on this thing would settle.
   * @param {Pick} pick
   * @returns {Option[]}
   */
  wouldDo(pick) {
    const { board, options } = this.session;
    if (this.extra.length)
      return pick.kind === "space" ? offerTogether(board, options, this.units).batch(pick.value).flat() : [];
    const onward = offer(board, options, [...this.picks, pick]).done;
    return onward.length || !this.picks.length ? onward : offer(board, options, [pick]).done;
  }

  /**
   * @param {Pick} pick
   * @param {Where} where
   */
  click(pick, where) {
    const { board, options, busy } = this.session;
    if (busy) return;
    this.look = pick;
    if (where.add && pick.kind === "unit" && this.addOrDrop(pick.value)) return this.changed();
    if (this.extra.length && pick.kind === "space") return this.finishTogether(pick.value, where);
    if (this.picks.length === 1 && same(this.picks[0], pick)) {
      this.clear();
      return this.changed();
    }
    const onward = offer(board, options, this.picks);
    if ((pick.kind === "unit" ? onward.units : onward.spaces).has(pick.value))
      return this.advance([...this.picks, pick], where);
    const anew = this.first;
    if ((pick.kind === "unit" ? anew.units : anew.spaces).has(pick.value)) return this.advance([pick], where);
    this.changed();
  }

  /**
   * @param {Pick[]} picks
   * @param {Where} where
   */
  advance(picks, where) {
    const { board, options } = this.session;
    const after = offer(board, options, picks);
    this.extra = [];
    const open = after.units.size + after.spaces.size > 0;
    if (open) {
      this.picks = picks;
      return this.changed();
    }
    const only = after.done.length === 1 ? after.done[0] : undefined;
    if (only && !where.touch) {
      this.picks = picks;
      void this.session.send([only]);
      return;
    }
    // A finger has no hover: it sees what the tap would do, and its odds, before it does it.
    if (where.touch) this.session.setHover(picks.at(-1) ?? null);
    this.offerMenu(
      [...after.done, ...after.quiet].map((o) => [o]),
      where,
    );
    this.changed();
  }

  /**
   * @param {number} space
   * @param {Where} where
   */
  finishTogether(space, where) {
    const { board, options } = this.session;
    const batches = offerTogether(board, options, this.units).batch(space);
    if (batches.length === 1 && batches[0] && !where.touch) void this.session.send(batches[0]);
    else if (batches.length) this.offerMenu(batches, where);
    this.changed();
  }

  /**
   * @param {Option[][]} batches
   * @param {Where} where
   */
  offerMenu(batches, where) {
    const { board } = this.session;
    openMenu(
      where,
      batches.map((batch) => ({
        label: batch.map((o) => label(board, o)).join(" · "),
        run: () => void this.session.send(batch),
      })),
    );
  }

  /** @param {number} unit */
  addOrDrop(unit) {
    const first = this.picks[0];
    if (this.extra.includes(unit)) this.extra = this.extra.filter((u) => u !== unit);
    else if (first?.kind === "unit" && this.picks.length === 1 && first.value !== unit && this.first.units.has(unit))
      this.extra.push(unit);
    else return false;
    return true;
  }

  /** One step back; false when there was nothing to step back from. */
  back() {
    if (this.extra.length) this.extra.pop();
    else if (this.picks.length) this.picks.pop();
    else if (this.look) this.look = null;
    else return false;
    this.changed();
    return true;
  }

  changed() {
    this.session.emit("pick");
  }
}

/**
 * @param {Pick | undefined | null} a
 * @param {Pick | undefined | null} b
 */
export function same(a, b) {
  return !!a && !!b && a.kind === b.kind && a.value === b.value;
}
