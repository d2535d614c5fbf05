/** Open tables: two players at one screen who need no cover between their seats. */
import { keep, load } from "../core/storage.js";

/**
 * Whether both players here have agreed to see everything: then the table passes without a cover.
 * @param {string} match
 * @returns {boolean}
 */
export const isOpenTable = (match) => load(`open:${match}`) === true;

/**
 * Whether the table may pass uncovered, because it would show nothing that the other player does not know: nothing is hidden
 * by the rules at this moment, and nobody here keeps private notes, pins or far goals.
 * @param {import("./session.js").Session} session
 * @returns {boolean}
 */
export function hidesNothing({ table, board, match }) {
  const own = board.sides.flatMap((_, side) => ["notes", "pins", "marches"].map((kind) => load(`${kind}:${match}:${side}`)));
  return table?.open === true && own.every((kept) => !kept || !Object.keys(kept).length);
}

/**
 * @param {string} match
 * @param {boolean} open
 */
export const setOpenTable = (match, open) => keep(`open:${match}`, open);
