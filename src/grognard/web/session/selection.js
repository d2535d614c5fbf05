/**
 * The player's selection: the units and spaces of an option that have been clicked so far, and what is merely being
 * looked at. One rule throughout: what can be clicked next is what the offer says; everything else only tells about
 * itself.
 */
import { asidesOf, droppable, gatherable, offer, offerTogether, takes } from "./legalOptions.js";
import { offMapUnits, loneOffMapUnit } from "./offMapUnits.js";
import { openMenu } from "../widgets/popups.js";
import { stackMates, priced, sendTimes, stackActs } from "./sendOptions.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Pick} Pick */
/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {{x: number, y: number, touch?: boolean, add?: boolean, one?: boolean, all?: boolean}} Where  one: this counter, not its stack; all: all in the box */

export class Selection {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Pick[]} */
    this.picks = [];
    /** @type {number[]} more units picked together with the first */
    this.extra = [];
    /** @type {number[]} units of one stack that are to move together */
    this.group = [];
    /** The place of the group, also when all of it has been dropped. */
    this.groupAt = -1;
    /** Whether a tap on a unit takes it along, as a click with Shift does. */
    this.more = false;
    /** @type {Pick | null} */
    this.look = null;
    /** @type {Set<number>} units that could begin to move when that was last asked */
    this.able = new Set();
  }

  clear() {
    this.picks = [];
    this.extra = [];
    this.group = [];
    this.groupAt = -1;
    this.more = false;
    // What is only looked at stays: the player has not asked to stop looking.
  }

  /** @returns {import("./legalOptions.js").Offer} */
  get offer() {
    const { board, options } = this.session;
    if (this.extra.length) {
      const together = offerTogether(board, options, this.units);
      return { units: this.first.units, spaces: together.spaces, done: [], quiet: [] };
    }
    const begun = this.begun;
    return begun.length ? offer(board, options, begun) : this.first;
  }

  /** The picked things; with nothing picked the one unit that is asked about, if it cannot be clicked. */
  get begun() {
    const { board, options } = this.session;
    return this.picks.length ? this.picks : loneOffMapUnit(board, options, this.apart, this.first);
  }

  /** Units on offer that cannot be clicked: the question offers them itself. */
  get apart() {
    return offMapUnits(this.session.board, (unit) => this.session.placed(unit), this.first);
  }

  /** The offer with nothing picked but the units that are to move. */
  get first() {
    const { board, options, reach } = this.session;
    const now = offer(board, options, []);
    for (const unit of gatherable(board, options)) now.units.add(unit);
    if (options.some((o) => o[0] === "stop")) for (const unit of this.able) now.units.add(unit);
    if (options.length) for (const [space, { chance }] of reach.spaces) if (chance) now.spaces.add(space);
    return now;
  }

  /** Units that are picked now. */
  get units() {
    return [...this.picks.filter((p) => p.kind === "unit").map((p) => p.value), ...this.extra, ...this.group];
  }

  /** Units that were taken in before and can be taken out again. */
  get taken() {
    return droppable(this.session.board, this.session.options);
  }

  /**
   * Units that could move from a space.
   * @param {number} space
   */
  movable(space) {
    const able = gatherable(this.session.board, this.session.options);
    return this.session.unitsIn(space).flatMap(([id]) => (able.has(id) ? [id] : []));
  }

  /** Quiet and standing acts of the thing that is looked at. */
  get asides() {
    const { board, options, standing } = this.session;
    const thing = this.picks[0] ?? this.look;
    return thing ? asidesOf(board, options, standing, thing) : [];
  }

  /**
   * @param {Pick} pick
   * @returns {boolean}
   */
  glows(pick) {
    return takes(this.offer, pick);
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
    const onward = offer(board, options, [...this.begun, pick]).done;
    return onward.length || !this.picks.length ? onward : offer(board, options, [pick]).done;
  }

  /**
   * @param {Pick} pick
   * @param {Where} where
   */
  click(pick, where) {
    const { board, options, busy, reach } = this.session;
    if (busy) return;
    this.look = pick;
    const out = pick.kind === "unit" ? this.taken.get(pick.value) : undefined;
    if (out) return where.touch ? this.offerMenu([[out]], where) : void this.session.send([out]);
    const add = (where.add || this.more) && pick.kind === "unit";
    const more = add && this.group.length > 0 && gatherable(board, options).has(pick.value);
    if (more) return this.gather(pick.value, { ...where, add });
    if (pick.kind === "unit" && this.endsLast(pick.value)) return void this.endLast(pick, where);
    if (this.group.length && pick.kind === "space" && reach.awaited)
      return void reach.whenKnown(() => this.look === pick && this.click(pick, where));
    if (reach.way && this.aimsAt(pick) !== null) return this.arriveAt(pick, where);
    if (pick.kind === "unit" && gatherable(board, options).has(pick.value)) return this.gather(pick.value, where);
    const stack = where.add && pick.kind === "unit" && !this.session.guided ? stackActs(this.session, pick.value) : [];
    if (stack.length > 1) return void this.session.orders.give({ options: stack });
    if (add && this.addOrDrop(pick.value)) return this.changed();
    if (this.extra.length && pick.kind === "space") return this.finishTogether(pick.value, where);
    if (this.picks.length === 1 && samePick(this.picks[0], pick)) {
      this.clear();
      return this.changed();
    }
    if (takes(offer(board, options, this.begun), pick)) return this.advance([...this.begun, pick], where);
    if (takes(this.first, pick)) return this.advance([pick], where);
    const stand = pick.kind === "space" ? this.movable(pick.value)[0] : undefined;
    if (stand !== undefined) return this.gather(stand, { ...where, all: true });
    this.changed();
    this.session.emit("missed", { pick, where });
  }

  /**
   * Whether a unit waits for its turn while another one moves that could stop where it is.
   * @param {number} unit
   */
  endsLast(unit) {
    const { options } = this.session;
    return options.some((o) => o[0] === "stop") && this.able.has(unit) && !options.some((o) => o[1] === unit);
  }

  /**
   * Beginning with another unit ends the move of the last one.
   * @param {Pick} pick
   * @param {Where} where
   */
  async endLast(pick, where) {
    const stop = this.session.options.find((o) => o[0] === "stop");
    if (stop && (await this.session.send([stop])) && this.session.options.length) this.click(pick, where);
  }

  /** Remembers the units that could begin something while one of them is under way. */
  remember() {
    const { board, options } = this.session;
    if (!options.length || options.some((o) => o[0] === "stop")) return;
    const begins = options.filter((o) => board.verbs[o[0]]?.args[0] === "unit" && !board.verbs[o[0]]?.quiet);
    this.able = new Set(begins.map((o) => Number(o[1])));
  }

  /**
   * The space that a click would move to.
   * @param {Pick} pick
   * @returns {number | null}
   */
  aimsAt(pick) {
    const at = pick.kind === "space" ? pick.value : (this.session.placed(pick.value)?.[1] ?? -1);
    return this.session.reach.ends(at) ? at : null;
  }

  /**
   * @param {Pick} pick
   * @param {Where} where
   */
  arriveAt(pick, where) {
    const { reach, board } = this.session;
    const space = this.aimsAt(pick) ?? -1;
    const other = pick.kind === "unit" && this.group.length && this.first.units.has(pick.value);
    if (!other && !where.touch) return void reach.go(space, where.add === true);
    // A finger sees the way first; and a stack of your own in reach may be meant for itself.
    if (where.touch) this.session.setHover({ kind: "space", value: space });
    const name = board.spaces[space]?.name ?? "";
    const going = reach.sends(space);
    this.openMenu(where, [
      {
        label: S.moveTo(name, reach.spaces.get(space)?.cost ?? 0),
        run: () => void reach.go(space, false),
        sends: reach.way?.end ? [...going, reach.way.end] : going,
      },
      { label: S.moveOver(name), run: () => void reach.go(space, true), sends: going },
      ...(other ? [{ label: S.pickThese, run: () => this.gather(pick.value, where) }] : []),
    ]);
  }

  /**
   * @param {Where} where
   * @param {Parameters<typeof openMenu>[1]} items
   */
  openMenu(where, items) {
    const tell = () => this.session.emit("menu");
    openMenu(where, items, tell);
    tell();
  }

  /**
   * The first click takes the whole stack, each further one drops a counter of it or takes it back. In a box counters
   * lie side by side: there a click takes the one that was clicked.
   * @param {number} unit
   * @param {Where} where
   */
  gather(unit, where) {
    const at = this.session.placed(unit)?.[1] ?? -1;
    this.picks = [];
    this.extra = [];
    const named = this.session.guided?.() ?? [];
    const apart = !where.all && !!this.session.board.spaces[at]?.rect;
    const mates = named.includes(unit) ? named : apart ? [unit] : this.movable(at);
    const none = !mates.some((mate) => this.group.includes(mate));
    // With Shift another stack goes along.
    if (where.add && none && this.group.length) this.group = [...this.group, ...(where.one ? [unit] : mates)];
    else if (none && at !== this.groupAt) this.group = where.add || where.one ? [unit] : mates;
    else if (this.group.includes(unit)) this.group = this.group.filter((u) => u !== unit);
    else this.group = [...this.group, unit];
    this.groupAt = at;
    this.changed();
  }

  /** All that could move along, or, when all are picked, none. */
  gatherAll() {
    const mates = this.movable(this.groupAt);
    this.group = this.group.length < mates.length ? mates : [];
    this.changed();
  }

  /** With one unit picked: all beside it, such as a box of ships; again: only it. */
  takeAll() {
    this.extra = this.extra.length ? [] : stackMates(this.session);
    if (this.picks.length) this.changed();
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
    if (only && !where.touch && !board.verbs[only[0]]?.spends) {
      this.picks = picks;
      void sendTimes(this.session, only);
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
    const only = batches.length === 1 ? batches[0]?.[0]?.[0] : undefined;
    if (only && !where.touch) void this.session.orders.give({ units: this.units, goal: space, verb: only });
    else if (batches.length) this.offerMenu(batches, where);
    this.changed();
  }

  /**
   * @param {Option[][]} batches
   * @param {Where} where
   */
  offerMenu(batches, where) {
    this.openMenu(
      where,
      batches.map((batch) => ({
        label: batch.map((o) => priced(this.session, o)).join(" · "),
        run: () => void this.session.send(batch),
        sends: batch,
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
    else if (this.groupAt >= 0) this.clear();
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

/** @type {(a: Pick | undefined | null, b: Pick | undefined | null) => boolean} */
export const samePick = (a, b) => !!a && !!b && a.kind === b.kind && a.value === b.value;
