/** Units that a question is about and that are nowhere on the page, such as those that have just been withdrawn. */
import { offer } from "./legalOptions.js";

/** @typedef {import("./legalOptions.js").Offer} Offer */
/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {import("../core/types.js").Pick} Pick */
/** @typedef {import("../core/types.js").PlacedUnit} PlacedUnit */

/**
 * @param {Board} board
 * @param {(unit: number) => PlacedUnit | null} placed
 * @param {Offer} first  what can be clicked with nothing picked
 * @returns {number[]}
 */
export function offMapUnits(board, placed, first) {
  return [...first.units].filter((unit) => {
    const space = board.spaces[placed(unit)?.[1] ?? -1];
    return !space?.path && !space?.rect?.[2];
  });
}

/**
 * One such unit alone needs no click: the spaces that it may go to are on offer at once.
 * @param {Board} board
 * @param {Option[]} options
 * @param {number[]} apart
 * @param {Offer} first
 * @returns {Pick[]}
 */
export function loneOffMapUnit(board, options, apart, first) {
  if (first.units.size !== 1 || first.spaces.size) return [];
  const lead = apart.map((value) => ({ kind: /** @type {const} */ ("unit"), value }));
  return offer(board, options, lead).spaces.size ? lead : [];
}
