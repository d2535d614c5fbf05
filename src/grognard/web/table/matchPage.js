/** The page of a match: finds the seat, lays out the table, passes it between players, and takes it down again. */
import { Advice } from "../prompt/staffAdvice.js";
import * as api from "../api/matches.js";
import { findSeats, NoSeatError, SeatWatch } from "../club/seats.js";
import { openEmailLink } from "../club/friendMatch.js";
import { MatchBar } from "../club/matchBar.js";
import { countWaitingElsewhere } from "../matches/waitingBadge.js";
import { showFailure } from "../widgets/errorPage.js";
import { DiceRolls } from "../map/diceRolls.js";
import { Sidebar } from "../sidebar/sidebar.js";
import { h } from "../core/dom.js";
import { installCounters, mapSheets } from "../map/artwork.js";
import { WinGauge } from "../sidebar/winGauge.js";
import { GeneralButton } from "../general/generalAdvice.js";
import { SliderCurve } from "../replay/sliderCurve.js";
import { Considering } from "../general/generalThinking.js";
import { cover, lastCovered } from "./hotSeatCover.js";
import { hidesNothing, isOpenTable } from "../session/openHotSeat.js";
import { paintSides, skeleton } from "./loadingScreen.js";
import { listenToKeys } from "./keyboard.js";
import { Layers } from "../map/layers.js";
import { loadNotes } from "../matches/loadFile.js";
import { goToMatch } from "../matches/newMatch.js";
import { MapView } from "../map/mapView.js";
import { toasts } from "../widgets/toasts.js";
import { Recap } from "../replay/recap.js";
import { ReplayBar } from "../replay/replayBar.js";
import { showResult } from "./resultDialog.js";
import { OffMapBoxes } from "../map/offMapBoxes.js";
import { FightCard } from "../replay/fightCard.js";
import { ControlMarks } from "../map/controlMarks.js";
import { playSounds } from "./sounds.js";
import { Theatre } from "../theatre/theatre.js";
import { Session } from "../session/session.js";
import { everybodyJoins } from "../session/everybodyJoins.js";
import { answerForced } from "../session/forcedAnswers.js";
import { autoRounds } from "../prompt/autoRounds.js";
import { LongMarchArrows } from "../map/longMarchArrows.js";
import { AutoFillSheet } from "../prompt/autoFillSheet.js";
import { keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";
import { openTableMenu } from "./matchMenu.js";
import { skipLinks } from "./skipLinks.js";
import { TopBar } from "./topBar.js";
import { TrackGauges } from "../sidebar/trackGauges.js";
import { explainTerms } from "../rules/glossary.js";

/** @typedef {import("../core/types.js").Board} Board */

/**
 * @param {HTMLElement} root
 * @param {string} match
 */
export async function openMatch(root, match) {
  root.replaceChildren(skeleton());
  const told = await openEmailLink(match);
  if (told) keep(`told:${match}`, [told]);
  try {
    const { seats, held, game, decides, watched } = await findSeats(root, match);
    // All at once: the map is the largest, and comes while the rest is being read.
    const [board] = await Promise.all([api.board(game), installCounters(game), mapSheets(game)]);
    document.title = board.title;
    paintSides(board);
    const table = new TableView(root, board, match, held, seats);
    const only = board.sides.findIndex((side) => held.includes(side.id));
    if (only < 0) throw new Error(S.noSeat);
    if (held.length === 1 || watched) return await table.sit(only);
    const named = decides ? board.sides.findIndex((side) => side.id === decides) : -1;
    if (isOpenTable(match) && named >= 0) return await table.sit(named);
    cover(root, board, match, named >= 0 ? named : lastCovered(match), (side) => void table.sit(side));
  } catch (error) {
    if (error instanceof NoSeatError) await (await import("../club/noSeat.js")).showNoSeat(root, match, told);
    else showFailure(root, error);
  }
}

class TableView {
  /**
   * @param {HTMLElement} root
   * @param {Board} board
   * @param {string} match
   * @param {string[]} held
   * @param {import("../core/types.js").Seats} seats
   */
  constructor(root, board, match, held, seats) {
    this.root = root;
    this.board = board;
    this.match = match;
    this.held = held;
    this.seats = seats;
    /** @type {Session | null} */
    this.session = null;
    /** @type {() => void} */
    this.stopListening = () => {};
  }

  /** @param {number} side */
  async sit(side) {
    this.root.replaceChildren(skeleton(this.board.game));
    const session = new Session(this.board, this.match, side, this.held);
    this.session = session;
    const picture = await mapSheets(this.board.game);
    const map = new MapView(session, picture);
    const layers = new Layers(session, map);
    new ControlMarks(session, map);
    new LongMarchArrows(session, map);
    const drawer = new OffMapBoxes(session, map);
    const sidebar = new Sidebar(session);
    const replay = new ReplayBar(session, goToMatch);
    const recap = new Recap(session, map, replay);
    const advice = new Advice(session, map, sidebar.prompt);
    const gauge = new WinGauge(session);
    new GeneralButton(session, advice);
    new Considering(session, sidebar.prompt);
    new SliderCurve(session, replay);
    const top = new TopBar(session, (at) => openTableMenu(session, replay, gauge, goToMatch, at, (other) => void this.change(other)));
    const dice = new DiceRolls(session, map);
    const sitters = new SeatWatch(session, this.seats, (seats, held) => this.reseat(seats, held));
    top.who.after(sitters.el);
    top.el.insertBefore(gauge.el, top.menuButton);
    top.el.insertBefore(sidebar.toggle, top.menuButton);
    playSounds(session);
    // Few sit down to be taught: the others do not wait for it.
    const taught = load(`lesson:${this.match}`) ? await import("../learn/lessonCard.js") : null;
    const lesson = await taught?.lessonFor(session, map, sidebar);
    map.el.append(drawer.el, dice.el, new FightCard(session, map).el, toasts(session), replay.el, new MatchBar(session, goToMatch).el);
    if (lesson) map.el.append(lesson.el);
    else {
      new AutoFillSheet(session, sidebar.prompt);
      answerForced(session);
      everybodyJoins(session);
      autoRounds(session);
    }
    // The question stands first in the page, so that Tab begins with it; the grid puts each part in its place.
    const table = h("div", { class: `table seat${side}` }, skipLinks(sidebar), sidebar.el, map.el, new TrackGauges(session).el, top.el, top.line);
    let ended = false;
    const tell = () => {
      if (ended || !session.table?.result) return;
      ended = true;
      setTimeout(() => showResult(session, goToMatch), 900);
    };
    // Programs play faster than anyone can read: the match is watched from its first line, and nothing of it is told before.
    const watched = Object.values(this.seats).every((seat) => seat.kind !== "human");
    table.classList.toggle("no-spoilers", watched);
    let begun = !watched;
    replay.onend = tell;
    replay.backButton.addEventListener("click", tell);
    // A game that is watched from its first line has its own replay.
    const theatre = watched ? null : new Theatre(session, map, dice);
    recap.show = (first, last) => void theatre?.again(first, last);
    session.on("table", () => {
      if (!begun && session.log.length) {
        begun = true;
        return replay.begin();
      }
      if (!table.isConnected) {
        // Only now, when this seat's own table has come, does anything stand on the screen.
        this.root.replaceChildren(table);
        map.mounted();
        sidebar.log.opened();
        void explainTerms(table, this.board.game, (id) => session.emit("rule", id));
      }
      // A player who has left the replay for the present sees the end when it comes.
      if (!watched || replay.el.hidden) tell();
    });
    // Before the screen is covered for another player here, who may by now sit elsewhere.
    session.on("table", () => setTimeout(async () => {
        await sitters.settle();
        this.maybeHandOver(session);
      }));
    this.stopListening = listenToKeys({ session, map, sidebar, replay, layers, recap, advice });
    try {
      await session.start();
      sitters.start();
      countWaitingElsewhere(session);
      this.offerSince(session, recap);
      if (session.onlyBots) session.emit("toast", { text: S.watching(Object.keys(session.table?.seats ?? {}).length) });
      for (const text of loadNotes(this.match)) session.emit("toast", { text });
    } catch (error) {
      this.leave();
      showFailure(this.root, error);
    }
  }

  /**
   * Back after a while: what happened meanwhile can be watched. At a shared screen the log and the dice say enough.
   * @param {Session} session
   * @param {Recap} recap
   */
  offerSince(session, recap) {
    if (session.sinceCount < 3 || session.held.length > 1) return;
    session.emit("toast", {
      text: S.since(session.sinceCount),
      act: { label: S.watch, run: () => void recap.open() },
      brief: true,
    });
  }

  /**
   * Seats have changed hands. A player without a seat is told so.
   * @param {import("../core/types.js").Seats} seats
   * @param {string[]} held
   */
  reseat(seats, held) {
    this.seats = seats;
    this.held = held;
    const { session } = this;
    if (!session || held.includes(session.seat.side)) return;
    this.leave();
    showFailure(this.root, new Error(S.club.seatGone));
  }

  /**
   * Watch from another side.
   * @param {number} side
   */
  async change(side) {
    this.leave();
    await this.sit(side);
  }

  /**
   * The table passes when what came of your own act has been seen.
   * @param {Session} session
   */
  maybeHandOver(session) {
    const next = session.handOver;
    if (session !== this.session || session.past || session.playing || next === null) return;
    const bare = isOpenTable(this.match) || hidesNothing(session);
    this.leave();
    if (bare) return void this.passTo(next);
    cover(this.root, this.board, this.match, next, (side) => void this.sit(side));
  }

  /**
   * Uncovered: the table only says whose it is now.
   * @param {number} side
   */
  async passTo(side) {
    await this.sit(side);
    this.session?.emit("toast", { text: S.passTo(this.board.sides[side]?.name ?? ""), brief: true });
  }

  leave() {
    this.stopListening();
    this.session?.close();
    this.session = null;
    this.root.replaceChildren();
  }
}
