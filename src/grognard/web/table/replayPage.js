/** The page of a shared replay: everything open, nothing to decide, the slider always at hand. */
import * as api from "../api/matches.js";
import { showFailure } from "../widgets/errorPage.js";
import { bringLineInSight } from "../map/changes.js";
import { Sidebar } from "../sidebar/sidebar.js";
import { h, icon } from "../core/dom.js";
import { installCounters, mapSheets } from "../map/artwork.js";
import { canAnalyse, openAnalysis } from "../general/analysis.js";
import { SliderCurve } from "../replay/sliderCurve.js";
import { listenToKeys } from "./keyboard.js";
import { Layers } from "../map/layers.js";
import { MapView } from "../map/mapView.js";
import { openMenu } from "../widgets/popups.js";
import { toasts } from "../widgets/toasts.js";
import { downloadReport, shareReplay } from "../replay/reportAndShare.js";
import { ReplayBar } from "../replay/replayBar.js";
import { FightCard } from "../replay/fightCard.js";
import { ControlMarks } from "../map/controlMarks.js";
import { Session } from "../session/session.js";
import { setSettings, settings } from "../core/storage.js";
import { S } from "../languages/strings.js";
import { goToMatch } from "../matches/newMatch.js";
import { paintSides, skeleton } from "./loadingScreen.js";
import { TopBar } from "./topBar.js";
import { TrackGauges } from "../sidebar/trackGauges.js";

/** Nobody's seat: it looks at the open record and asks nothing else. */
class ReplaySession extends Session {
  /**
   * @param {import("../core/types.js").Board} board
   * @param {string} match
   */
  constructor(board, match) {
    super(board, match, -1, []);
    this.seat = new api.OpenSeat(match);
  }

  async start() {
    const table = await this.seat.table(0);
    if (!this.closed) this.receive({ ...table, reset: true });
  }
}

/**
 * @param {HTMLElement} root
 * @param {string} match
 */
export async function openReplay(root, match) {
  root.replaceChildren(skeleton());
  try {
    const { game } = await new api.OpenSeat(match).table(0);
    const board = await api.board(game);
    document.title = `${board.title}: ${S.replay}`;
    paintSides(board);
    await installCounters(game);
    const session = new ReplaySession(board, match);
    const map = new MapView(session, await mapSheets(game));
    const layers = new Layers(session, map);
    new ControlMarks(session, map);
    const sidebar = new Sidebar(session);
    const replay = new ReplayBar(session, goToMatch);
    new SliderCurve(session, replay);
    map.world.append(replay.changes.el);
    replay.onstep = (line) => bringLineInSight(map, line);
    replay.backButton.textContent = S.toTheEnd;
    const top = new TopBar(session, (at) => menu(session, at));
    top.el.insertBefore(sidebar.toggle, top.menuButton);
    map.el.append(new FightCard(session, map).el, toasts(session), replay.el);
    const table = h("div", { class: "table watching" }, map.el, sidebar.el, new TrackGauges(session).el, top.el, top.line);
    replay.close = () => {
      replay.stop();
      replay.changes.clear();
      void session.showPast(null);
    };
    listenToKeys({ session, map, sidebar, replay, layers });
    table.classList.add("no-spoilers");
    let begun = false;
    replay.onend = () => replay.close();
    session.on("table", () => {
      if (!begun) {
        begun = true;
        return replay.begin();
      }
      if (table.isConnected) return;
      root.replaceChildren(table);
      map.mounted();
      sidebar.log.opened();
    });
    await session.start();
    replay.el.hidden = false;
    replay.draw();
    replay.el.append(
      h(
        "button",
        { type: "button", class: "tool", id: "replay-report", title: S.report, "aria-label": S.report, onclick: () => void downloadReport(session) },
        icon("report"),
      ),
    );
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
    { label: S.report, run: () => void downloadReport(session) },
    ...(canAnalyse(session) ? [{ label: S.general.analyse, run: () => openAnalysis(session) }] : []),
    { label: S.share, run: () => shareReplay(session) },
    { label: S.theme[settings.theme], run: () => setSettings({ theme: next }) },
    { label: S.frontRoom, run: () => location.assign("/") },
  ]);
}
