/** The club's bar above a match: players, clock, spectators, chat, and agreements such as a draw or a pause. */
import { addShares } from "../api/matches.js";
import { fill, h, icon } from "../core/dom.js";
import { confirmFirst, openMenu } from "../widgets/popups.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";
import { Chat } from "./chat.js";
import { askName, friendItems, noticeMoves, offerName, tellProposals } from "./friendMatch.js";

/** @typedef {import("../session/session.js").Session} Session */

/** Milliseconds after which what stands on the screen counts as seen. */
const LOOKED = 1500;
/** A match that is abandoned before this turn is over has no result. */
const FIRST_TURNS = 2;

export class MatchBar {
  /**
   * @param {Session} session
   * @param {(match: string) => void} go
   */
  constructor(session, go) {
    this.session = session;
    this.go = go;
    /** @type {calls.Facts | null} */
    this.facts = null;
    /** The time of the facts, by this computer's clock. */
    this.came = 0;
    this.chat = new Chat(session);
    this.players = h("div", { class: "strip-players" });
    this.more = h(
      "button",
      { type: "button", class: "tool", id: "club-menu", "aria-label": S.club.menu, title: S.club.menu, onclick: () => this.openMenu() },
      icon("menu"),
    );
    // A win on time waits for nobody to look into a menu.
    this.claim = h("button", { type: "button", class: "button primary", id: "claim-time", hidden: true, onclick: () => this.act("claim") }, S.club.claim);
    this.el = h("section", { class: "club-strip", hidden: true, "aria-label": S.club.strip }, this.players, this.claim, this.chat.button, this.more, this.chat.el);
    /** @type {Map<string, HTMLElement>} */
    this.clocks = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.looking = undefined;
    session.on("club", (facts) => this.take(facts));
    noticeMoves(session);
    session.on("chat", () => void this.chat.fetch());
    session.on("table", () => this.look());
    for (const what of ["focus", "visibilitychange"]) addEventListener(what, this.back);
    this.timer = setInterval(() => this.tick(), 1000);
    session.on("closed", () => this.end());
  }

  back = () => this.look();

  end() {
    clearInterval(this.timer);
    clearTimeout(this.looking);
    for (const what of ["focus", "visibilitychange"]) removeEventListener(what, this.back);
  }

  get mine() {
    return this.session.seat.side;
  }

  /** @param {calls.Facts} facts */
  take(facts) {
    const before = this.facts;
    const { session } = this;
    this.facts = facts;
    this.came = Date.now();
    const between = facts.friends;
    this.el.hidden = !!this.mine && between?.apart === false;
    this.draw();
    this.look();
    this.chat.open(!!facts.result, !!between);
    if (!before) {
      void this.chat.fetch().then(() => this.chat.open(!!this.facts?.result, !!between));
      this.addShare();
      if (between) offerName(this, facts);
    } else if ((between?.lines ?? 0) > this.chat.last) void this.chat.fetch();
    tellProposals(this, facts, before);
    if (this.mine && facts.draw && facts.draw !== this.mine && before?.draw !== facts.draw && !facts.result)
      session.emit("toast", { text: S.club.drawBy(this.nameOf(facts.draw)), act: { label: S.club.drawAccept, run: () => this.act("draw", "accept") } });
    session.again = this.mine ? () => void this.again() : null;
    if (facts.result?.text) {
      const winner = session.board.sides.findIndex((side) => side.id === facts.result?.winner);
      session.endOutside({ winner: winner < 0 ? null : winner, text: facts.result.text, cases: [] });
    }
    if (this.mine && facts.again && !before?.again && before)
      session.emit("toast", { text: S.club.rematchReady, act: { label: S.club.toRematch, run: () => this.again() }, state: () => "now" });
  }

  /** The server made the match of a lobby table: this player's share of the dice is added on arrival. */
  addShare() {
    const { seat, table, match } = this.session;
    if (seat.side in (this.facts?.seats ?? {}) && table?.shares && !(seat.side in table.shares) && !this.facts?.result)
      void addShares(match).catch(() => {}); // without it the dice are still bound by the server's own commitment
  }

  /** @param {string} side */
  nameOf(side) {
    return this.facts?.seats[side]?.name || (this.session.board.sides.find((each) => each.id === side)?.name ?? side);
  }

  draw() {
    const { facts, session } = this;
    if (!facts) return;
    this.clocks.clear();
    fill(
      this.players,
      session.board.sides.map((side, i) => {
        const player = facts.seats[side.id];
        const clock = h("span", { class: "strip-clock" });
        if (facts.clock) this.clocks.set(side.id, clock);
        return (
          player &&
          h(
            "span",
            { class: "strip-player", "data-side": side.id, title: side.name },
            h("i", { class: `side-mark side${i}` }),
            player.kind === "guest" ? this.guest(side, player.name) : h("a", { href: pageOf(player), target: "_blank", rel: "noopener" }, h("bdi", null, player.name)),
            player.rating !== null &&
              h("span", { class: "strip-rating", title: S.club.rating(player.rating, player.provisional) }, `${player.rating}${player.provisional ? "?" : ""}`),
            facts.clock && clock,
          )
        );
      }),
      facts.spectators > 0 && h("span", { class: "strip-note" }, S.club.spectators(facts.spectators)),
      facts.paused && h("span", { class: "strip-note" }, S.club.paused(facts.paused)),
      facts.draw && !facts.result && h("span", { class: "strip-note" }, this.drawWords(facts.draw)),
      facts.void && this.mine && !facts.result && h("span", { class: "strip-note" }, facts.void === this.mine ? S.club.abandonMine : S.club.abandonOffered),
    );
    this.more.hidden = this.items().length === 0;
    this.tick();
  }

  /**
   * Somebody without an account: the name that was given for this match.
   * @param {import("../core/types.js").Side} side
   * @param {string} name
   */
  guest(side, name) {
    if (side.id !== this.mine || !this.facts?.friends) return h("bdi", null, name || side.name);
    return h("button", { type: "button", class: "link", id: "own-name", onclick: () => askName(this) }, h("bdi", null, name || S.friends.nameYourself));
  }

  /** @param {string} by */
  drawWords(by) {
    if (!this.mine) return S.club.drawBy(this.nameOf(by));
    return by === this.mine ? S.club.drawMine : S.club.drawOffered;
  }

  /** Seconds that a side still has. */
  left(/** @type {string} */ side) {
    const { facts } = this;
    const clock = facts?.clock;
    if (!facts || !clock) return 0;
    const gone = (Date.now() - this.came) / 1000;
    if (clock.side !== side || facts.result) return clock.left[side] ?? 0;
    if (facts.pace.kind === "days") return clock.outAt === null ? (clock.left[side] ?? 0) : clock.outAt - clock.now - gone;
    return (clock.left[side] ?? 0) - (facts.paused ? 0 : gone);
  }

  /**
   * By correspondence: the time for this decision, and what is in reserve.
   * @param {string} side
   */
  daysWords(side) {
    const clock = this.facts?.clock;
    const gone = this.facts?.paused ? 0 : (Date.now() - this.came) / 1000;
    const turn = (clock?.turn?.[side] ?? 0) - gone;
    const reserve = (clock?.left[side] ?? 0) + Math.min(0, turn);
    return S.club.withReserve(Math.ceil(Math.max(0, turn) / 60), Math.ceil(Math.max(0, reserve) / 60));
  }

  tick() {
    const { facts } = this;
    for (const [side, el] of this.clocks) {
      const running = facts?.clock?.side === side && !facts.result;
      const left = this.left(side);
      // By correspondence only the time of who is asked is of interest.
      const words = facts?.pace.kind === "live" ? clockWords(left) : running ? this.daysWords(side) : "";
      if (running && facts.clock?.outAt && facts.pace.kind === "days") el.title = S.club.runsOut(new Date(facts.clock.outAt * 1000).toLocaleString());
      const now = running && left <= 0 ? S.club.timeOut : words;
      if (el.textContent !== now) el.textContent = now;
      el.classList.toggle("running", running);
      el.classList.toggle("short", running && left < 60);
    }
    const other = facts?.clock?.side ?? "";
    this.claim.hidden = !this.mine || !other || other === this.mine || !!facts?.result || !!this.session.table?.result || this.left(other) > 0;
  }

  /** The server is told what is really in sight, so that it sends no notification of it. */
  look() {
    clearTimeout(this.looking);
    const kind = this.facts?.seats[this.mine]?.kind;
    if (!kind || kind === "guest" || document.hidden || !document.hasFocus()) return;
    this.looking = setTimeout(() => {
      if (!this.session.closed && !document.hidden && document.hasFocus()) void calls.markSeen(this.session.match).catch(() => {});
    }, LOOKED);
  }

  items() {
    const { facts, mine } = this;
    if (!facts) return [];
    const over = !!facts.result || !!this.session.table?.result;
    const own = friendItems(this, facts, over);
    if (over) return [{ label: facts.again ? S.club.toRematch : S.club.rematch, run: () => void this.again() }, ...own];
    if (facts.friends) return own;
    const other = Object.keys(facts.seats).find((side) => side !== mine) ?? "";
    const items = [];
    if (facts.draw === other)
      items.push(
        { label: S.club.drawAccept, run: () => this.act("draw", "accept") },
        { label: S.club.drawDecline, run: () => this.act("draw", "decline") },
      );
    else if (facts.draw !== mine && facts.seats[other]?.kind !== "bot") items.push({ label: S.club.drawOffer, run: () => this.act("draw", "offer") });
    if (facts.void === other)
      items.push(
        { label: S.club.abandonAccept, run: () => this.act("abandon", "accept") },
        { label: S.club.abandonDecline, run: () => this.act("abandon", "decline") },
      );
    else if (facts.void !== mine && (facts.turn <= FIRST_TURNS || !facts.clock))
      items.push({ label: S.club.abandon, run: () => confirmFirst(S.club.abandonSure, S.club.abandonYes, () => this.act("abandon")) });
    return items;
  }

  openMenu() {
    const box = this.more.getBoundingClientRect();
    const items = this.items();
    if (items.length) openMenu({ x: box.left, y: box.bottom + 2 }, items);
  }

  /**
   * @param {"draw" | "claim" | "abandon"} what
   * @param {string} [how]
   */
  act(what, how) {
    calls.proposeOrAnswer(this.session.match, what, this.mine, how).then(
      (facts) => !this.session.closed && this.take(facts),
      (error) => this.session.emit("toast", { text: error instanceof Error ? error.message : String(error), bad: true }),
    );
  }

  /** The same again with sides exchanged. */
  async again() {
    try {
      const [match] = (await calls.rematch(this.session.match, this.mine)).matches;
      if (match) this.go(match);
      else this.session.emit("toast", { text: S.club.rematchOffered });
    } catch (error) {
      this.session.emit("toast", { text: error instanceof Error ? error.message : String(error), bad: true });
    }
  }
}

/** @param {calls.Player} player */
const pageOf = ({ name, kind }) => `/member/${encodeURIComponent(kind === "bot" ? `bot:${name}` : name)}`;

/** @param {number} seconds */
function clockWords(seconds) {
  const all = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  const hours = Math.floor(all / 3600);
  return `${hours ? `${hours}:` : ""}${hours ? two(Math.floor(all / 60) % 60) : Math.floor(all / 60)}:${two(all % 60)}`;
}
