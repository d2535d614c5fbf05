/** The general's analysis of a finished match: its progress, then what moved the chances most. */
import { json } from "../api/request.js";
import { fill, h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { S } from "../languages/strings.js";
import { percent, points } from "./generalAdvice.js";
import { curve } from "./chanceCurve.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../core/types.js").Analysis} Analysis */

/** Whether there is anybody to do it, and anything to do. @param {Session} session */
export const canAnalyse = (session) => !!session.board.general && !!session.table?.result;

/** @param {Session} session */
export function openAnalysis(session) {
  const bar = h("progress", { max: 1, value: "0" });
  const words = h("p", { class: "dim" }, S.general.working(0));
  const body = h("div", { class: "analysis", id: "analysis", "aria-live": "polite" }, words, bar);
  let open = true;
  const began = performance.now();
  /** @type {number | undefined} what was done of it before */
  let before;
  const close = openDialog(S.general.analysis, [body], [{ label: S.general.look, primary: true, run: () => onSlider(session) }], "analysed");
  const watch = new MutationObserver(() => (open = body.isConnected));
  watch.observe(document.body, { childList: true });
  void follow();

  async function follow() {
    try {
      while (open && !session.closed) {
        const found = await step(session);
        bar.value = found.done;
        before ??= found.done;
        const pace = (performance.now() - began) / 1000 / (found.done - before);
        const left = Number.isFinite(pace) ? ` ${S.general.left(Math.ceil((1 - found.done) * pace))}` : "";
        words.textContent = S.general.working(percent(found.done)) + left;
        if (!found.curve) continue;
        const whole = /** @type {Analysis} */ (found);
        session.emit("analysis", whole);
        if (open) fill(body, ...findings(session, whole, close));
        return;
      }
    } catch (error) {
      close();
      session.complain(error);
    } finally {
      watch.disconnect();
    }
  }
}

/**
 * Some more of it.
 * @param {Session} session
 * @returns {Promise<{done: number} & Partial<Analysis>>}
 */
function step({ seat }) {
  return json(`${seat.base}/analysis${seat.side ? `?${seat.seats([])}` : ""}`);
}

/**
 * The slider with the curve over it, from the first line.
 * @param {Session} session
 */
function onSlider(session) {
  const [first] = session.log;
  if (first) void session.showPast(first.n);
}

/**
 * @param {Session} session
 * @param {Analysis} found
 * @param {() => void} close
 */
function findings(session, found, close) {
  const { board } = session;
  const name = (/** @type {number} */ side) => board.sides[side]?.name ?? "";
  const first = name(0);
  /** @param {{line: number, turn: number, phase: number, text: string, side: number}} row  @param {string} figures */
  const item = (row, figures) => {
    const show = () => {
      close();
      void session.showPast(row.line);
    };
    const what = h("button", { type: "button", class: "link", "data-line": row.line, onclick: show }, row.text);
    const when = h("span", { class: "dim" }, S.general.turnLine(row.turn, board.phases[row.phase]?.name ?? ""));
    return h("li", null, h("b", null, figures), " ", h("span", null, what, " ", when));
  };
  /** @param {string} kind  @param {string} title  @param {import("../core/types.js").Swing[]} all */
  const list = (kind, title, all) => {
    // What moved it by less than a point is no turning point.
    const rows = all.filter((row) => percent(row.before) !== percent(row.after));
    const swings = rows.map((row) => item(row, S.general.moved(percent(row.before), percent(row.after))));
    return [h("h3", null, title), rows.length ? h("ol", { "data-kind": kind }, swings) : h("p", { class: "dim" }, S.general.none)];
  };
  return [
    h("figure", null, h("figcaption", null, S.general.chanceOf(first)), curve(found.curve, S.general.chanceOf(first))),
    ...list("decision", S.general.decisions, found.turning_points.decision),
    ...list("roll", S.general.rolls, found.turning_points.roll),
    found.mistakes && h("h3", null, S.general.mistakes),
    found.mistakes?.length
      ? h(
          "ol",
          { "data-kind": "mistake" },
          found.mistakes.map((row) => item(row, S.general.cost(name(row.side), points(row.worth), String(percent(row.error))))),
        )
      : found.mistakes && h("p", { class: "dim" }, S.general.noMistakes),
    h("h3", null, S.general.luck),
    h(
      "ul",
      { "data-kind": "luck" },
      found.decisions.map((gained, side) => h("li", null, S.general.decisionsOf(name(side), points(side ? -gained : gained)))),
      h("li", null, S.general.dice(first, points(found.dice))),
    ),
  ];
}
