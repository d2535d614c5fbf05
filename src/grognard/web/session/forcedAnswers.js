/**
 * Questions with one answer, answered automatically after a beat where that betrays nothing: against bots, which do not
 * look at the clock, at an open table, and while nothing is hidden from anybody. Between people who keep secrets they
 * are asked like any other.
 */
import { isGrave } from "./legalOptions.js";
import { isOpenTable } from "./openHotSeat.js";

/** Milliseconds: long enough to see what was asked. */
const BEAT = 500;
/** @type {Set<string>} positions that were answered so: what was taken back is asked anew */
const answered = new Set();
/** @type {Set<string>} plans and phases in which there was something to order: they are looked at before they end */
const begun = new Set();

/** @param {import("./session.js").Session} session */
export function answerForced(session) {
  session.on("table", () => {
    const stamp = session.table?.stamp ?? "";
    const end = session.options.find((o) => session.board.verbs[o[0]]?.ends);
    if (end && session.options.length > 1) begun.add(planOf(session, end));
    if (!isForced(session) || answered.has(stamp)) return;
    answered.add(stamp);
    setTimeout(() => {
      const [only] = session.options;
      if (session.closed || session.busy || session.table?.stamp !== stamp || !isForced(session) || !only) return;
      void session.send([only], true);
    }, BEAT);
  });
}

/**
 * @param {import("./session.js").Session} session
 * @param {import("../core/types.js").Option} end
 */
function planOf({ match, side, table }, end) {
  return [match, side, table?.view.turn, table?.view.phase, end[0]].join();
}

/** @param {import("./session.js").Session} session */
function isForced(session) {
  const { board, options, standing, table } = session;
  const [only, more] = options;
  if (!table || session.past || session.guided || session.finishing || !only || more || isGrave(only) || board.verbs[only[0]]?.args.length) return false;
  // What one has planned oneself could still be taken back.
  if (table.undo && begun.has(planOf(session, only))) return false;
  // Something could be done besides answering: then the question is not idle.
  if (standing.some((o) => !isGrave(o) && !board.verbs[o[0]]?.quiet)) return false;
  const others = Object.entries(table.seats).filter(([side]) => side !== board.sides[session.side]?.id);
  return others.every(([, kind]) => kind !== "human") || isOpenTable(session.match) || table.open === true;
}
