/**
 * Buttons that give something away: they are never the main button and have the last digit, so that habit does not
 * press them.
 */
import { idleUnits } from "./idleUnits.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../core/types.js").Option} Option */

/**
 * Whether a button gives up what could still be had: the thing that is asked about, the rest of a set, or a phase in which
 * nothing was ordered yet.
 * @param {Session} session
 * @param {Option} option
 */
export function givesAway(session, option) {
  const { board, options } = session;
  const verb = board.verbs[option[0]];
  if (verb?.forgoes) return options.some((o) => o[0] !== option[0] && !board.verbs[o[0]]?.quiet);
  // A lesson says itself when it is to be pressed.
  if (!verb?.ends || session.guided) return false;
  const found = idleUnits(session);
  const unbegun = !!found?.units.length && found.units.length === found.of;
  return unbegun || options.some((o) => isOwnDue(board.verbs[o[0]]));
}

/**
 * One of a set, or something to be put on the map: what is not taken now is lost.
 * @param {import("../core/types.js").Verb | undefined} verb
 */
function isOwnDue(verb) {
  return !!verb && (!!verb.fills || (verb.args.join() === "space" && !verb.gathers && !verb.quiet));
}

/**
 * The digits of a row of buttons: what gives something away has the last of them, wherever it stands.
 * @param {Option[]} row
 * @param {Set<Option>} gives
 * @returns {Map<Option, number>}
 */
export function buttonDigits(row, gives) {
  const order = [...row.filter((o) => !gives.has(o)), ...row.filter((o) => gives.has(o))];
  return new Map(order.map((option, i) => [option, i + 1]));
}
