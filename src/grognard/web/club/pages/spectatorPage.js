/** A match of the club as spectators see it: what both sides see, no secrets; after the end its replay. */
import * as api from "../../api/matches.js";
import { json } from "../../api/request.js";
import { showFailure } from "../../widgets/errorPage.js";
import { DiceRolls } from "../../map/diceRolls.js";
import { Sidebar } from "../../sidebar/sidebar.js";
import { h } from "../../core/dom.js";
import { installCounters, mapSheets } from "../../map/artwork.js";
import { listenToKeys } from "../../table/keyboard.js";
import { Layers } from "../../map/layers.js";
import { MapView } from "../../map/mapView.js";
import { openMenu } from "../../widgets/popups.js";
import { toasts } from "../../widgets/toasts.js";
import { ReplayBar } from "../../replay/replayBar.js";
import { Session } from "../../session/session.js";
import { setSettings, settings } from "../../core/storage.js";
import { S } from "../../languages/strings.js";
import { goToMatch } from "../../matches/newMatch.js";
import { paintSides, skeleton } from "../../table/loadingScreen.js";
import { TopBar } from "../../table/topBar.js";
import { TrackGauges } from "../../sidebar/trackGauges.js";
import * as calls from "../../api/club.js";
import { choice, openForm } from "../../widgets/form.js";
import { MatchBar } from "../matchBar.js";

/** The calls of somebody without a seat while the match goes on. */
class SpectatorSeat extends api.OpenSeat {
  /** @param {string} match */
  constructor(match) {
    super(match);
    this.open = this.base;
    this.base = `/api/matches/${encodeURIComponent(match)}/watch`;
  }

  /**
   * The past is open when the match is over.
   * @param {number} n
   */
  at(n) {
    return json(`${this.open}/at/${n}`);
  }

  /** @param {number} since */
  table(since) {
    return json(`${this.base}?since=${since}`);
  }
}

class SpectatorSession extends Session {
  /**
   * @param {import("../../core/types.js").Board} board
   * @param {string} match
   */
  constructor(board, match) {
    super(board, match, -1, []);
    this.seat = new SpectatorSeat(match);
  }
}

class SpectatorBar extends MatchBar {
  /**
   * @param {Session} session
   * @param {calls.Me | null} me
   */
  constructor(session, me) {
    super(session, goToMatch);
    this.me = me;
  }

  get over() {
    return !!this.facts?.result || !!this.session.table?.result;
  }

  items() {
    if (this.over) return [{ label: S.club.toReplay, run: () => toReplay(this.session.match) }];
    const settles = this.me?.roles.some((role) => role === "umpire" || role === "owner") && !Object.values(this.facts?.seats ?? {}).some((each) => each.name === this.me?.name);
    return settles ? [{ label: S.club.settle, run: () => this.settle() }] : [];
  }

  /** An umpire ends a match. */
  settle() {
    const { session } = this;
    const winner = choice("winner", S.club.settleWinner, [...session.board.sides.map((side) => /** @type {[string, string]} */ ([side.id, side.name])), ["", S.club.settleNobody]]);
    openForm({
      title: S.club.settleTitle,
      before: [h("p", { class: "club-hint" }, S.club.settleHint)],
      fields: [winner],
      send: S.club.settleSend,
      run: async () => this.take(await calls.adjudicate(session.match, winner.input.value)),
    });
  }
}

/** @param {string} match */
const toReplay = (match) => location.assign(`/replay/${encodeURIComponent(match)}`);

/**
 * @param {HTMLElement} root
 * @param {string} match
 */
export async function openSpectatorPage(root, match) {
  root.replaceChildren(skeleton());
  try {
    // A player of the match has the page of the match.
    if (await calls.seats(match)) return location.replace(`/match/${encodeURIComponent(match)}`);
    const [{ game }, { me }] = await Promise.all([new SpectatorSeat(match).table(0), calls.club()]);
    const [board] = await Promise.all([api.board(game), installCounters(game), mapSheets(game)]);
    document.title = `${board.title}: ${S.club.watch}`;
    paintSides(board);
    const session = new SpectatorSession(board, match);
    const map = new MapView(session, await mapSheets(game));
    const layers = new Layers(session, map);
    const sidebar = new Sidebar(session);
    const replay = new ReplayBar(session, goToMatch);
    const top = new TopBar(session, (at) => menu(session, at));
    top.el.insertBefore(sidebar.toggle, top.menuButton);
    const bar = new SpectatorBar(session, me);
    map.el.append(new DiceRolls(session, map).el, toasts(session), bar.el);
    const table = h("div", { class: "table watching" }, map.el, sidebar.el, new TrackGauges(session).el, top.el, top.line);
    let told = false;
    session.on("table", () => {
      if (!table.isConnected) {
        root.replaceChildren(table);
        map.mounted();
        sidebar.log.opened();
      }
      const { result } = session.table ?? {};
      if (!result || told) return;
      told = true;
      session.emit("toast", { text: `${result.text} ${S.club.overWatch}`, act: { label: S.club.toReplay, run: () => toReplay(match) } });
      bar.draw();
    });
    listenToKeys({ session, map, sidebar, replay, layers });
    await session.start();
  } catch (error) {
    showFailure(root, error);
  }
}

/**
 * @param {Session} session
 * @param {{x: number, y: number}} at
 */
function menu(session, at) {
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  const next = themes[(themes.indexOf(settings.theme) + 1) % 3] ?? "auto";
  openMenu(at, [
    ...(session.table?.result ? [{ label: S.club.toReplay, run: () => toReplay(session.match) }] : []),
    { label: S.theme[settings.theme], run: () => setSettings({ theme: next }) },
    { label: S.frontRoom, run: () => location.assign("/") },
  ]);
}
