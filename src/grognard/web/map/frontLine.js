/**
 * The front: between hexes that lie nearer to what one side has on the map and those that lie nearer to the other's, as far
 * as this seat can see. Drawn where the sides are near each other; the country behind belongs to nobody's line.
 */
import { middle } from "../core/spaceGeometry.js";

/** @typedef {import("../core/types.js").Board} Board */

/** Hexes from the nearest unit or place of both sides, at most. */
const NEAR = 4;
/** Map units between the two colours of the line. */
const APART = 2.2;

/**
 * To whom each hex is nearest.
 * @param {Board} board
 * @param {Map<number, number>} held  who stands where
 * @returns {Map<number, number>}
 */
function nearest(board, held) {
  /** @type {Map<number, number>} */
  const out = new Map();
  // As near to both it is the second side's, no matter who was asked about first.
  let rim = [...held].sort((a, b) => b[1] - a[1]).filter(([space]) => board.spaces[space]?.kind === "hex");
  for (let far = 0; rim.length && far <= NEAR; far++) {
    /** @type {[number, number][]} */
    const next = [];
    for (const [space, side] of rim) {
      if (out.has(space) || board.spaces[space]?.sea) continue;
      out.set(space, side);
      for (const beside of board.spaces[space]?.adjacent ?? []) next.push([beside, side]);
    }
    rim = next.sort((a, b) => b[1] - a[1]);
  }
  return out;
}

/**
 * The line as two paths, each a little on its own side's ground.
 * @param {Board} board
 * @param {Map<number, number>} held
 * @returns {[string, string]}
 */
export function frontline(board, held) {
  const near = nearest(board, held);
  /** @type {[string, string]} */
  const out = ["", ""];
  for (const [space, side] of near) {
    if (side !== 0) continue;
    for (const other of board.spaces[space]?.adjacent ?? []) {
      if (near.get(other) !== 1) continue;
      const [ax, ay] = middle(board.spaces[space]);
      const [bx, by] = middle(board.spaces[other]);
      const long = Math.hypot(bx - ax, by - ay);
      const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
      const half = long / (2 * Math.sqrt(3));
      for (const of of /** @type {const} */ ([0, 1])) {
        const shift = of === 0 ? -APART : APART;
        const x = (ax + bx) / 2 + ux * shift;
        const y = (ay + by) / 2 + uy * shift;
        out[of] += `M${round(x - uy * half)} ${round(y + ux * half)}L${round(x + uy * half)} ${round(y - ux * half)}`;
      }
    }
  }
  return out;
}

const round = (/** @type {number} */ n) => Math.round(n * 10) / 10;
