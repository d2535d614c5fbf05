/** The seats of a match: those that this browser holds, those that are open, and changes during play. */
import * as api from "../api/matches.js";
import { fill, h } from "../core/dom.js";
import { forget, heldIn, load } from "../core/storage.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";
import { openMoveToDevice } from "./moveToDevice.js";
import { openInvite } from "./inviteLink.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../core/types.js").Seats} Seats */

/** Milliseconds between two looks while somebody is expected. */
const LOOK = 3000;

/** A match at which this browser has no seat. */
export class NoSeatError extends Error {}

/**
 * The server knows the seats that this browser holds. An invitation in the address, or tokens of the time when the page
 * kept them itself, are changed for the cookie first, once.
 * @param {HTMLElement} root
 * @param {string} match
 */
export async function findSeats(root, match) {
  const code = /^#sit=([\w-]+)$/.exec(location.hash)?.[1];
  if (code) history.replaceState(null, "", location.pathname + location.search);
  const kept = /** @type {[string, string][]} */ (Object.entries(load(`seats:${match}`) ?? {}));
  const old = kept.flatMap(([side, token]) => (token === side ? [] : [token]));
  if (old.length) await api.sit(match, { tokens: old }).catch(() => null);
  forget(`seats:${match}`);
  let found = await calls.seats(match);
  if (code && (!found || (await takesToo(root, heldIn(found.seats))))) {
    const taken = await api.sit(match, { code }).catch((error) => {
      // A link that was used up is of no matter to one who sits here.
      if (!found) throw error;
    });
    if (taken) found = await calls.seats(match);
  }
  if (!found) throw new NoSeatError(S.noSeat);
  const { seats, game, decides } = found;
  const watched = Object.values(seats).every((seat) => seat.kind !== "human");
  // In a lesson the page answers for the other side.
  /** @type {import("../learn/startLesson.js").Kept | null} */
  const lesson = load(`lesson:${match}`);
  const held = lesson ? [lesson.side ?? heldIn(seats)[0]] : heldIn(seats);
  return { seats, held, game, decides: decides ?? null, watched };
}

/**
 * One's own link, tried out: it is asked for, lest the friend finds it used.
 * @param {HTMLElement} root
 * @param {string[]} held
 * @returns {Promise<boolean>}
 */
function takesToo(root, held) {
  return new Promise((answer) => {
    root.replaceChildren(
      h(
        "main",
        { class: "cover", id: "take-too" },
        h(
          "div",
          { class: "cover-card" },
          h("h1", null, S.club.takeToo(held.join(", "))),
          h(
            "div",
            { class: "cover-buttons" },
            h("button", { type: "button", class: "button primary big", id: "take-no", onclick: () => answer(false) }, S.club.takeTooNo),
            h("button", { type: "button", class: "button big", id: "take-yes", onclick: () => answer(true) }, S.club.takeTooYes),
          ),
        ),
      ),
    );
    document.getElementById("take-no")?.focus();
  });
}

/** @type {WeakMap<Session, SeatWatch>} */
const watches = new WeakMap();

/** Beside the name of who decides: the seat that is still open, and the way to invite somebody. */
export class SeatWatch {
  /**
   * @param {Session} session
   * @param {Seats} seats
   * @param {(seats: Seats, held: string[]) => void} changed
   */
  constructor(session, seats, changed) {
    this.session = session;
    this.seats = seats;
    this.changed = changed;
    /** Whether a link to a seat that is held here may be out. */
    this.expecting = false;
    this.el = h("div", { class: "top-seat", hidden: true });
    watches.set(session, this);
    session.on("connection", () => void (session.online || this.look()));
    this.draw();
  }

  /** Somebody is awaited: look often. */
  start() {
    const timer = setInterval(() => {
      if (!document.hidden && (this.expecting || this.open.length)) void this.look();
    }, LOOK);
    this.session.on("closed", () => clearInterval(timer));
    const [first] = this.open;
    if (first !== undefined && load(`made:${this.session.match}`)) this.invite(first);
  }

  /** The ids of the sides for which nobody sits. */
  get open() {
    return Object.keys(this.seats).filter((side) => this.seats[side]?.open);
  }

  async look() {
    const { session } = this;
    if (load(`lesson:${session.match}`)) return;
    const found = await calls.seats(session.match).catch(() => undefined);
    if (found === undefined || session.closed) return;
    const seats = found?.seats ?? {};
    if (JSON.stringify(seats) === JSON.stringify(this.seats)) return;
    const came = this.open.filter((side) => seats[side] && !seats[side].open);
    const gone = session.held.filter((side) => !seats[side]?.token);
    this.seats = seats;
    session.held = heldIn(seats);
    if (came.length + gone.length) this.expecting = false;
    this.changed(seats, session.held);
    if (session.closed) return;
    for (const side of [...came, ...gone]) session.emit("toast", { text: S.club.came(this.nameOf(side)) });
    this.draw();
    session.emit("table");
  }

  /** Asks who has taken a seat by now, before the table passes. */
  async settle() {
    if (this.expecting && this.session.handOver !== null) await this.look();
  }

  /** @param {string} side */
  nameOf(side) {
    return this.session.board.sides.find((s) => s.id === side)?.name ?? side;
  }

  /** @param {string} side */
  invite(side) {
    this.expecting = true;
    void openInvite(this.session, side, this.nameOf(side), this.session.held.includes(side));
  }

  draw() {
    const [side] = this.open;
    this.el.hidden = side === undefined;
    if (side === undefined) return;
    const words = S.club.nobodyYet(this.nameOf(side));
    fill(
      this.el,
      h("span", null, words),
      h("button", { type: "button", class: "button", id: "invite", title: words, onclick: () => this.invite(side) }, S.club.invite),
    );
  }

  /** Seats to which somebody can be invited: open ones, and where one holds several those that are not being played. */
  get invitable() {
    const { session } = this;
    const others = session.held.length > 1 && !session.onlyBots ? session.held.filter((side) => side !== session.seat.side) : [];
    return [...this.open, ...others];
  }
}

/**
 * The items of the match menu about seats.
 * @param {Session} session
 */
export function seatItems(session) {
  const watch = watches.get(session);
  if (!watch || session.table?.result || session.onlyBots || load(`lesson:${session.match}`)) return [];
  return [
    ...watch.invitable.map((side) => ({ label: S.club.inviteMenu(watch.nameOf(side)), run: () => watch.invite(side) })),
    { label: S.club.device, run: () => void openMoveToDevice(session) },
  ];
}
