/** The menu of a match. */
import { isGrave, label } from "../session/legalOptions.js";
import { seatItems } from "../club/seats.js";
import { h } from "../core/dom.js";
import { isOpenTable, setOpenTable } from "../session/openHotSeat.js";
import { showKeys } from "./keyboard.js";
import { loadFromFile } from "../matches/loadFile.js";
import { confirmFirst, openDialog, openMenu } from "../widgets/popups.js";
import { downloadReport, shareReplay } from "../replay/reportAndShare.js";
import { fairness, playAgain } from "./resultDialog.js";
import { canAnalyse, openAnalysis } from "../general/analysis.js";
import { saveGame } from "../matches/saveFile.js";
import { soundItem } from "./sounds.js";
import { standingItems } from "../prompt/standingOrders.js";
import { setSettings, settings } from "../core/storage.js";
import { chooseTheatreSpeed } from "../theatre/playingButtons.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */

/**
 * @param {Session} session
 * @param {import("../replay/replayBar.js").ReplayBar} replay
 * @param {import("../sidebar/winGauge.js").WinGauge} gauge
 * @param {(match: string) => void} go
 * @param {{x: number, y: number}} at
 * @param {(side: number) => void} sit
 */
export function openTableMenu(session, replay, gauge, go, at, sit) {
  const { board } = session;
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  const next = themes[(themes.indexOf(settings.theme) + 1) % 3] ?? "auto";
  const grave = session.standing.filter((o) => isGrave(o));
  openMenu(at, [
    { label: S.replay, hint: "R", run: () => replay.toggle() },
    ...board.sides.flatMap((side, i) =>
      session.onlyBots && i !== session.side && session.held.includes(side.id) ? [{ label: S.watchAs(side.name), run: () => sit(i) }] : [],
    ),
    ...seatItems(session),
    ...openTableItem(session),
    ...standingItems(session),
    { label: S.howToPlay.menu, run: () => void window.open(`/howto/${encodeURIComponent(board.game)}`, "_blank", "noopener") },
    { label: S.report, run: () => void downloadReport(session) },
    ...afterwards(session, go),
    { label: S.estimate.menu, on: gauge.isOn, run: () => gauge.toggle() },
    { label: S.save, run: () => saveGame(session) },
    { label: S.load, run: () => loadFromFile(go, (text) => session.emit("toast", { text, bad: true })) },
    { label: S.theme[settings.theme], run: () => setSettings({ theme: next }) },
    soundItem(),
    { label: S.theatre.menu, run: () => chooseTheatreSpeed(session) },
    { label: S.keys, hint: "?", run: showKeys },
    { label: S.about, run: () => showAbout(session) },
    ...grave.map((o) => ({
      label: `${label(board, o)} …`,
      run: () => confirmFirst(S.sureSend(label(board, o)), label(board, o), () => void session.send([o])),
    })),
    { label: S.frontRoom, run: () => location.assign("/") },
  ]);
}

/**
 * What stays to be done with a match that is over.
 * @param {Session} session
 * @param {(match: string) => void} go
 */
function afterwards(session, go) {
  if (!session.table?.result) return [];
  return [
    ...(canAnalyse(session) ? [{ label: S.general.analyse, run: () => openAnalysis(session) }] : []),
    { label: S.rematch, run: () => playAgain(session, go) },
    { label: S.share, run: () => shareReplay(session) },
  ];
}

/**
 * Two players at one screen may agree to do without the cover.
 * @param {Session} session
 */
function openTableItem(session) {
  if (session.held.length < 2 || session.onlyBots) return [];
  const on = isOpenTable(session.match);
  const agree = () => confirmFirst(S.sheet.openTableSure, S.sheet.openTableYes, () => setOpenTable(session.match, true));
  return [{ label: S.sheet.openTable, on, run: on ? () => setOpenTable(session.match, false) : agree }];
}

/**
 * The game's credits, and the edition of its rules.
 * @param {import("../core/types.js").Board} board
 */
function origin({ about }) {
  const facts = /** @type {[string, string | number | undefined][]} */ ([
    [S.publisher, about?.publisher],
    [S.designer, about?.designer],
    [S.year, about?.year],
    [S.follows, about?.follows],
  ]).filter(([, value]) => value);
  if (!facts.length) return null;
  return h(
    "dl",
    { class: "facts about" },
    facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))),
  );
}

/** @param {Session} session */
function showAbout(session) {
  const { board, table } = session;
  openDialog(
    board.title,
    [
      origin(board),
      board.about?.evidence && h("div", null, h("h3", null, S.evidence), h("p", null, board.about.evidence)),
      board.about?.credits?.length &&
        h(
          "div",
          null,
          h("h3", null, S.credits),
          h(
            "ul",
            null,
            board.about.credits.map((c) => h("li", null, c)),
          ),
        ),
      h("p", { class: "dim" }, `${S.version} ${board.version}`),
      table && fairness(table),
    ].filter((el) => el instanceof Node),
  );
}
