/**
 * Units that could still act: named beside the button that ends a phase, and asked about when nothing was ordered at
 * all, or when a plan that names a place for each leaves some out.
 */
import { h } from "../core/dom.js";
import { confirmFirst } from "../widgets/popups.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */

/** @type {Map<string, number>} how many could do something when a question was first asked */
const most = new Map();
/** So many idle units are worth a question. */
const MANY = 3;

/**
 * @param {Session} session
 * @returns {{units: number[], of: number, planned: boolean} | null}  planned: each is to have its place in a plan
 */
export function idleUnits(session) {
  const { board, options, table } = session;
  if (!table || !options.some((o) => board.verbs[o[0]]?.ends)) return null;
  const acts = options.filter((o) => board.verbs[o[0]]?.args[0] === "unit" && !board.verbs[o[0]]?.quiet && !board.verbs[o[0]]?.drops);
  const units = [...new Set(acts.map((o) => Number(o[1])))];
  const ends = options.filter((o) => board.verbs[o[0]]?.ends).map((o) => o[0]);
  const key = [session.match, session.side, table.view.turn, table.view.phase, ...ends].join();
  const of = Math.max(most.get(key) ?? 0, units.length);
  most.set(key, of);
  const planned = acts.some((o) => board.verbs[o[0]]?.fills && board.verbs[o[0]]?.args[1] === "space");
  return { units, of, planned };
}

/**
 * @param {Session} session
 * @returns {HTMLElement | null}
 */
export function idleLine(session) {
  const found = idleUnits(session);
  if (!found?.units.length) return null;
  let next = 0;
  return h(
    "button",
    {
      type: "button",
      class: "link idle",
      id: "idle",
      title: S.sheet.nextIdle,
      onclick: () => {
        const unit = found.units[next++ % found.units.length];
        if (unit !== undefined) session.emit("point", { units: [unit], centre: true });
      },
    },
    S.sheet.idle(found.units.length, found.of),
  );
}

/**
 * Run what ends a phase; when nothing was ordered yet, or a plan leaves many out, only after a second yes.
 * @param {Session} session
 * @param {import("../core/types.js").Option} option
 * @param {string} text
 * @param {() => void} run
 */
export function endAfterConfirming(session, option, text, run) {
  // A lesson says itself what is still to be done.
  const found = !session.guided && session.board.verbs[option[0]]?.ends ? idleUnits(session) : null;
  if (!found || found.units.length < MANY) return run();
  if (found.units.length === found.of) confirmFirst(S.sheet.idleSure(found.of), text, run);
  else if (found.planned) confirmFirst(S.sheet.idleSome(found.units.length, found.of), text, run);
  else run();
}
