/** Sending options several times or for a whole stack, and their labels with prices. */
import { label, offer } from "./legalOptions.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../core/types.js").Option} Option */

/**
 * Sends an option as often as the number beside the buttons has it.
 * @param {Session} session
 * @param {Option} option
 */
export async function sendTimes(session, option) {
  const n = session.board.verbs[option[0]]?.repeats ? session.times : 1;
  session.times = 1;
  if (n > 1) return session.orders.give({ options: [option], times: n });
  await session.send([option]);
}

/**
 * Sends an act of the unit that is looked at. A unit that it takes out of a plan, to be given another place, is selected again.
 * @param {Session} session
 * @param {Option} option
 */
export async function sendAct(session, option) {
  const { board, selection } = session;
  const pick = /** @type {import("../core/types.js").Pick} */ ({ kind: "unit", value: Number(option[1]) });
  const ofUnit = board.verbs[option[0]]?.args.join() === "unit";
  if (!(await session.send([option])) || !ofUnit || !offer(board, session.options, [pick]).spaces.size) return;
  selection.look = pick;
  selection.picks = [pick];
  selection.changed();
}

/**
 * All units of a stack that may do the same single thing, such as joining a force.
 * @param {Session} session
 * @param {number} unit
 * @returns {Option[]}
 */
export function stackActs(session, unit) {
  const { board, options } = session;
  const verb = offer(board, options, [{ kind: "unit", value: unit }]).done[0]?.[0];
  if (!verb || !board.verbs[verb]?.fills || board.verbs[verb]?.args.length !== 1) return [];
  const mates = new Set(session.unitsIn(session.placed(unit)?.[1] ?? -1).map((placed) => placed[0]));
  return options.filter((o) => o[0] === verb && mates.has(Number(o[1])));
}

/**
 * With one unit picked: all beside it that could begin the same.
 * @param {Session} session
 * @returns {number[]}
 */
export function stackMates(session) {
  const [first, more] = session.selection.picks;
  if (first?.kind !== "unit" || more) return [];
  const { units } = session.selection.first;
  const there = session.unitsIn(session.placed(first.value)?.[1] ?? -1);
  return there.flatMap(([id]) => (id !== first.value && units.has(id) ? [id] : []));
}

/**
 * The label of an option; with the price and the number left, if it is paid for at once.
 * @param {Session} session
 * @param {Option} option
 */
export function priced(session, option) {
  const { board, table } = session;
  const text = label(board, option);
  if (!board.verbs[option[0]]?.spends) return text;
  for (const sheet of table?.ask?.desk ?? []) {
    const row = sheet.rows.find((one) => one.units.includes(Number(option[1])));
    if (row) return `${text} (${sheet.columns.map((name, i) => `${name} ${row.figures[i]}`).join(", ")})`;
  }
  return text;
}
