/**
 * The stage: what others did, and dice of your own, are seen happening on the map. A table that comes from the server
 * waits until then; anyone who has seen enough skips the rest.
 */
import { prefersReducedMotion } from "../core/storage.js";
import { actsOf, isSeen, stepBetween, tableAfter } from "./acts.js";
import { Following } from "./following.js";
import { nextAct, UNDER_A_CLOCK, WHOLE_TURN } from "./pacing.js";
import { speedNow } from "./speeds.js";
import { Walkers } from "./walking.js";

/** @typedef {import("./acts.js").Act} Act */
/** @typedef {import("../core/types.js").Table} Table */
/** @typedef {import("../session/incoming.js").News} News */

/** Milliseconds in which the map comes to another place. */
const GLIDE = 240;
/** Milliseconds that the stage waits for more while programs are still playing. */
const MORE = 500;
/** Milliseconds after its time at which what is left is skipped. */
const LATE = 1500;
/** Parts of a roll's time: the dice in the air, what they show, what comes of it. */
const [AIR, SHOW] = [0.34, 0.2];
/** Acts of the past that one looks at again take this long in all, at most. */
const AGAIN = 6000;

export class Theatre {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("../map/mapView.js").MapView} map
   * @param {import("../map/diceRolls.js").DiceRolls} dice
   */
  constructor(session, map, dice) {
    this.session = session;
    this.map = map;
    this.dice = dice;
    this.walkers = new Walkers(map);
    this.camera = new Following(map);
    /** @type {Act[]} */
    this.acts = [];
    /** The run that goes on; another number ends it. */
    this.run = 0;
    this.begun = 0;
    /** What is shown has been seen before. */
    this.isAgain = false;
    /** News that are still being fetched, one after another. */
    this.fetching = Promise.resolve();
    this.loading = 0;
    /** @type {Map<number, import("../core/types.js").PlacedUnit>} the units as they stand after all acts that wait */
    this.rows = new Map();
    /** @type {Table | null} the last table whose news have come */
    this.last = null;
    /** Milliseconds at reading speed since this side's last decision. */
    this.spent = 0;
    /** The rest of the others' turn is not to be shown. */
    this.enough = false;
    /** @type {(() => void) | null} ends a pause */
    this.wake = null;
    session.incoming.stage = this;
    session.on("closed", () => {
      this.run = 0;
      this.wake?.();
    });
    session.on("club", (facts) => (session.clocked = facts.pace.kind === "live"));
  }

  get speed() {
    return speedNow(this.session.clocked);
  }

  /**
   * @param {News} news
   * @returns {boolean}
   */
  takes(news) {
    const { session } = this;
    const { table, lines, sent } = news;
    if (this.isAgain) this.finish();
    // What a plan brings in several parts is one thing to watch.
    if (sent && session.finishing < 2) {
      this.spent = 0;
      this.enough = false;
    }
    const before = this.last ?? session.table;
    const wanted = lines.length > 0 && (!sent || lines.some((line) => line.dice?.length || line.loss));
    const shows = this.speed.speed > 0 && !this.enough && !document.hidden && !session.past && before !== null;
    if (!session.playing && !(wanted && shows)) {
      if (table.ask?.mine && !session.finishing) this.enough = false;
      return false;
    }
    if (!session.playing) this.begin(before ?? table, sent > 0);
    this.last = table;
    this.tell({ waits: table.ask?.mine === true || table.result !== null });
    if (lines.length) this.fetch(news, /** @type {Table} */ (before));
    else this.play();
    return true;
  }

  /**
   * @param {Table} table  as it lies there now
   * @param {boolean} own
   */
  begin(table, own) {
    const { session } = this;
    this.run = Math.random();
    this.rows = new Map(table.view.units.map((row) => [row[0], row]));
    session.incoming.playing = { side: null, own, waits: false, text: "" };
    session.show({ ...quiet(table), stamp: `${table.stamp}~` }, session.log.length);
  }

  /**
   * The acts of some news: of one decision of ours the tables say all there is to know.
   * @param {News} news
   * @param {Table} before
   */
  fetch({ table, lines, sent, from }, before) {
    const { run } = this;
    const until = from + lines.length;
    this.loading++;
    this.fetching = this.fetching.then(async () => {
      const whole = [stepBetween(before, table, until)];
      // A call that fails loses nothing but the way there.
      const steps = sent === 1 ? whole : await this.session.seat.steps(from, until).catch(() => whole);
      if (this.run !== run) return;
      this.loading--;
      this.acts.push(...actsOf(this.session.board, this.rows, steps, lines));
      this.play();
    });
  }

  /** Act by act, until nothing more waits. */
  play() {
    if (this.begun === this.run) return;
    this.begun = this.run;
    void this.perform(this.run);
  }

  /** @param {number} run */
  async perform(run) {
    while (this.run === run) {
      const { speed, short } = this.speed;
      if (!speed) return this.finish();
      const whole = short ? UNDER_A_CLOCK : WHOLE_TURN;
      if (this.spent > whole + LATE) return this.finish();
      const began = performance.now();
      const next = nextAct(this.acts, whole - this.spent);
      if (next) {
        await this.show(next.act, next.ms / speed, run);
        // A machine that draws slowly has shown less by then.
        this.spent += (performance.now() - began) * speed;
      } else if (this.loading) await this.fetching;
      else if (this.session.playing?.waits || this.session.playing?.own) return this.end();
      else {
        await this.pause(MORE);
        if (!this.acts.length && !this.loading && this.run === run) return this.end();
      }
    }
  }

  /**
   * @param {Act} act
   * @param {number} ms
   * @param {number} run
   */
  async show(act, ms, run) {
    const { session, walkers } = this;
    const still = prefersReducedMotion();
    const goesOn = async (/** @type {number} */ share) => {
      await this.pause(ms * share);
      return this.run === run;
    };
    if (!isSeen(act)) return this.commit(act);
    this.dice.clear();
    const spaces = act.marches.flatMap(({ way }) => way);
    this.tell({ side: this.sideOf(act), text: wordsOf(act) });
    if (this.camera.look(act.place < 0 ? spaces : [act.place, ...spaces], act.roll !== null) && !still) await this.pause(Math.min(GLIDE, ms));
    if (this.run !== run) return;
    session.emit("point", { spaces: act.roll && act.place >= 0 ? [act.place] : [], units: act.lines.flatMap((line) => line.units ?? []) });
    if (act.roll) {
      this.dice.toPlace(act.place);
      const card = this.dice.roll(act.lines.slice(act.lines.indexOf(act.roll)), true);
      if (!still && !(await goesOn(AIR))) return;
      card.settle();
      if (!(await goesOn(SHOW))) return;
    }
    if (act.hits.length) walkers.strike(act.hits, still);
    const walk = act.roll ? 1 - AIR - SHOW : act.hits.length ? 0.5 : 1;
    if (act.marches.length && still) walkers.trail(act.marches);
    if (act.marches.length && !still) {
      walkers.walk(act.marches, ms * (act.roll ? walk / 2 : walk));
      if (!(await goesOn(act.roll ? walk / 2 : walk))) return;
    } else if (act.hits.length && !(await goesOn(walk / 2))) return;
    walkers.taken(session.table?.holds ?? [], act.step.holds, still);
    this.commit(act);
    if (!still) walkers.flip(act.hits);
    if (act.roll || act.hits.length) await goesOn(walk / 2);
    else if (still || !act.marches.length) await goesOn(1);
  }

  /**
   * What has been seen stands there.
   * @param {Act} act
   */
  commit(act) {
    const { session } = this;
    if (!session.table) return;
    const table = tableAfter(session.table, act.step);
    const side = this.sideOf(act);
    session.show({ ...table, ask: table.ask && side !== null ? { ...table.ask, side } : table.ask }, act.last);
    this.walkers.putDown();
  }

  /**
   * @param {Act} act
   * @returns {number | null}
   */
  sideOf(act) {
    const { board } = this.session;
    return act.lines.find((line) => line.side !== null)?.side ?? board.phases[act.step.phase]?.side ?? null;
  }

  /** @param {Partial<import("../session/incoming.js").Playing>} more */
  tell(more) {
    const { incoming } = this.session;
    if (incoming.playing) incoming.play({ ...incoming.playing, ...more });
  }

  /** All of it has been seen, or enough. */
  end() {
    const { session } = this;
    this.run = 0;
    this.isAgain = false;
    this.acts = [];
    this.loading = 0;
    this.last = null;
    this.wake?.();
    session.emit("point", null);
    session.incoming.end();
    this.walkers.putDown();
    this.walkers.trail([]);
    if (session.table?.ask?.mine) this.camera.back();
  }

  /** What is left is skipped; until one is asked again nothing more is shown. */
  finish() {
    const { session } = this;
    if (!session.playing) return;
    this.enough = !session.playing.waits || session.finishing > 0;
    this.dice.clear();
    this.walkers.clear();
    this.end();
  }

  /** Something was taken back: there is nothing to show any more. */
  drop() {
    this.finish();
  }

  /**
   * @param {number} ms
   * @returns {Promise<void>}
   */
  pause(ms) {
    return new Promise((done) => {
      const timer = setTimeout(() => this.wake?.(), ms);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        done();
      };
    });
  }

  /**
   * Shows again what the lines from one to another told, and comes back to the present.
   * @param {number} first
   * @param {number} last
   */
  async again(first, last) {
    const { session } = this;
    if (session.playing || session.busy) return;
    const present = session.table;
    const log = session.log;
    try {
      const [before, steps] = await Promise.all([session.seat.at(first - 1), session.seat.steps(first - 1, last)]);
      if (session.playing || session.closed || session.table !== present) return;
      const run = (this.run = Math.random());
      this.rows = new Map(before.view.units.map((row) => [row[0], row]));
      const acts = actsOf(session.board, this.rows, steps, log.slice(first - 1, last));
      this.isAgain = true;
      session.incoming.waiting = present;
      session.incoming.play({ side: null, own: false, waits: true, text: "" });
      session.show({ ...quiet(before), stamp: `${before.stamp}~` }, log.length);
      let left = AGAIN;
      for (let next = nextAct(acts, left); next && this.run === run; next = nextAct(acts, left)) {
        left -= next.ms;
        next.act.last = log.length;
        await this.show(next.act, next.ms / (this.speed.speed || 1), run);
      }
      if (this.run === run) this.end();
    } catch (error) {
      session.complain(error);
    }
  }
}

/**
 * What is going on, in a sentence: the roll before what comes of it, a march as a whole.
 * @param {Act} act
 */
function wordsOf({ roll, lines }) {
  const line = roll ?? [...lines].reverse().find((each) => each.whole) ?? lines.at(-1);
  return line?.whole || line?.text || "";
}

/**
 * A table at which nothing is asked of anybody here.
 * @param {Table} table
 * @returns {Table}
 */
function quiet(table) {
  const ask = table.ask && { ...table.ask, mine: false, prompt: "", cases: [], options: [], previews: [], moving: null, desk: [], held: [], units: undefined, spaces: undefined };
  return { ...table, ask, standing: [], undo: false, result: null, since: undefined };
}
