/** A finished match that somebody shared: everything open, nothing to decide, the slider always at hand. */
import * as api from "../core/api.js";
import { showFailure } from "../core/failure.js";
import { bringLineInSight } from "../map/changes.js";
import { Dock } from "../dock/dock.js";
import { h, icon } from "../core/dom.js";
import { installCounters, mapSheets } from "../map/drawings.js";
import { canAnalyse, openAnalysis } from "../general/analysis.js";
import { SliderCurve } from "../general/curve.js";
import { listenToKeys } from "./keys.js";
import { Layers } from "../map/layers.js";
import { MapView } from "../map/map.js";
import { openMenu } from "../core/menu.js";
import { notices } from "../core/notices.js";
import { downloadReport, shareReplay } from "../records/records.js";
import { ReplayBar } from "../records/replay.js";
import { FightCard } from "../records/fightcard.js";
import { Holdings } from "../map/holdings.js";
import { Session } from "./session.js";
import { setSettings, settings } from "../core/store.js";
import { S } from "../core/strings.js";
import { go, paintSides, skeleton } from "./table.js";
import { TopBar } from "./topbar.js";
import { Tray } from "../dock/tracks.js";

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
    new Holdings(session, map);
    const dock = new Dock(session);
    const replay = new ReplayBar(session, go);
    new SliderCurve(session, replay);
    map.world.append(replay.changes.el);
    replay.onstep = (line) => bringLineInSight(map, line);
    replay.backButton.textContent = S.toTheEnd;
    const top = new TopBar(session, (at) => menu(session, at));
    top.el.insertBefore(dock.toggle, top.menuButton);
    map.el.append(new FightCard(session, map).el, notices(session), replay.el);
    const table = h("div", { class: "table watching" }, map.el, dock.el, new Tray(session).el, top.el, top.line);
    replay.close = () => {
      replay.stop();
      replay.changes.clear();
      void session.showPast(null);
    };
    listenToKeys({ session, map, dock, replay, layers });
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
      dock.log.opened();
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
