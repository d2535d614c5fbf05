/** The dialog at the end of a match: the winner and the rule, a check of the dice, and a rematch. */
import { h } from "../core/dom.js";
import { canAnalyse, openAnalysis } from "../general/analysis.js";
import { openDialog } from "../widgets/popups.js";
import { downloadReport, shareReplay } from "../replay/reportAndShare.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { saveGame } from "../matches/saveFile.js";
import { ledgerPlace } from "../sidebar/scoreLedger.js";
import { startMatch } from "../matches/newMatch.js";
import { load } from "../core/storage.js";
import { S } from "../languages/strings.js";
import { wordFor } from "../sidebar/trackGauges.js";

/** @typedef {import("../session/session.js").Session} Session */

/**
 * @param {Session} session
 * @param {(match: string) => void} go
 */
export function showResult(session, go) {
  const { board, table } = session;
  const result = table?.result;
  if (!table || !result) return;
  const title = result.winner === null ? S.draw : S.wins(board.sides[result.winner]?.name ?? "");
  const links = caseLinks(session, result.cases);
  const scores = board.tracks.filter((t) => table.view.tracks[t.id] !== undefined);
  const close = openDialog(
    title,
    [
      h("p", { class: "result-text" }, result.text, " ", links),
      ledgerPlace(session, () => close()),
      h(
        "ul",
        { class: "result-tracks" },
        scores.map((t) => {
          const value = table.view.tracks[t.id] ?? 0;
          return h("li", null, h("span", null, t.name), h("b", null, t.max ? value : (wordFor(t, value) ?? value)));
        }),
      ),
      ...decidingTurns(session, () => close()),
      fairness(table),
    ],
    [
      ...(canAnalyse(session) ? [{ label: S.general.analyse, run: () => openAnalysis(session) }] : []),
      { label: S.report, run: () => void downloadReport(session) },
      { label: S.share, run: () => shareReplay(session) },
      { label: S.save, run: () => saveGame(session) },
      { label: S.rematch, run: () => playAgain(session, go) },
      { label: S.lookAtMap, primary: true },
    ],
    "result",
  );
  links.addEventListener("click", () => close());
}

/**
 * Links to the moments of the heaviest losses.
 * @param {Session} session
 * @param {() => void} close
 * @returns {HTMLElement[]}
 */
function decidingTurns(session, close) {
  const { board, log } = session;
  /** @type {Map<string, {turn: number, side: number, steps: number, n: number}>} */
  const found = new Map();
  for (const line of log) {
    if (!line.loss || line.side === null) continue;
    const key = `${line.turn}/${line.side}`;
    const known = found.get(key) ?? { turn: line.turn, side: line.side, steps: 0, n: line.n };
    found.set(key, { ...known, steps: known.steps + line.loss });
  }
  const worst = [...found.values()].sort((a, b) => b.steps - a.steps).slice(0, 3);
  if (!worst.length) return [];
  return [
    h("h3", null, S.costliest),
    h(
      "ul",
      { class: "deciding" },
      worst
        .sort((a, b) => a.turn - b.turn)
        .map(({ turn, side, steps, n }) =>
          h(
            "li",
            null,
            h("i", { class: `side-mark side${side}` }),
            h(
              "button",
              {
                type: "button",
                class: "link",
                onclick: () => {
                  close();
                  void session.showPast(n);
                },
              },
              S.lossesOf(turn, board.sides[side]?.adjective ?? "", steps),
            ),
          ),
        ),
    ),
  ];
}

/** @param {import("../core/types.js").Table} table */
export function fairness(table) {
  return h(
    "details",
    { class: "fair" },
    h("summary", null, S.fairDice),
    h(
      "dl",
      null,
      h("div", null, h("dt", null, S.commitment), h("dd", null, h("code", null, table.commitment ?? ""))),
      h("div", null, h("dt", null, S.seed), h("dd", null, table.seed ? h("code", null, table.seed) : S.seedLater)),
    ),
  );
}

/**
 * A rematch: with somebody elsewhere one for both, where the club or the other player arranges it; else a new match.
 * @param {Session} session
 * @param {(match: string) => void} go
 */
export function playAgain(session, go) {
  if (session.again) session.again();
  else void rematch(session, go);
}

/**
 * @param {Session} session
 * @param {(match: string) => void} go
 */
async function rematch(session, go) {
  /** @type {Partial<Parameters<typeof startMatch>[0]> & {game: string}} */
  const made = load(`made:${session.match}`) ?? { game: session.board.game };
  const seats = session.table?.seats ?? made.seats ?? {};
  // People who sit elsewhere are invited anew.
  const invite = Object.keys(seats).filter((side) => seats[side] === "human" && !session.held.includes(side));
  const body = { ...made, seats, invite };
  try {
    go(await startMatch(body));
  } catch (error) {
    session.complain(error);
  }
}
