/** Small pictures of dice. */
import { s } from "../core/dom.js";

/** @typedef {import("../core/types.js").LogLine} LogLine */

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[8, 8]],
  2: [
    [4, 4],
    [12, 12],
  ],
  3: [
    [4, 4],
    [8, 8],
    [12, 12],
  ],
  4: [
    [4, 4],
    [12, 4],
    [4, 12],
    [12, 12],
  ],
  5: [
    [4, 4],
    [12, 4],
    [8, 8],
    [4, 12],
    [12, 12],
  ],
  6: [
    [4, 4],
    [12, 4],
    [4, 8],
    [12, 8],
    [4, 12],
    [12, 12],
  ],
};

/**
 * @param {number} value
 * @param {boolean} hit
 */
export function die(value, hit) {
  const pips = PIPS[value];
  return s(
    "svg",
    {
      class: `die ${hit ? "hit" : ""}`,
      viewBox: "0 0 16 16",
      role: "img",
      "aria-label": hit ? `${value}!` : String(value),
    },
    s("rect", { x: 0.5, y: 0.5, width: 15, height: 15, rx: 3 }),
    pips
      ? pips.map(([cx, cy]) => s("circle", { cx, cy, r: 1.55 }))
      : s("text", { x: 8, y: 11.5, "text-anchor": "middle" }, value),
  );
}

/** @param {LogLine} line */
export function diceOf(line) {
  const hits = line.hits ?? 0;
  return (line.dice ?? []).map((value) => die(value, hits > 0 && value >= hits));
}
