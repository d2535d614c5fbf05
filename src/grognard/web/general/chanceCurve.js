/** A picture of the winning chances over a match. */
import { s } from "../core/dom.js";

const WIDE = 600;
const HIGH = 120;

/**
 * @param {number[]} chances  of the first side, line by line
 * @param {string} label
 */
export function curve(chances, label) {
  const last = Math.max(1, chances.length - 1);
  const path = chances.map((chance, i) => `${((i / last) * WIDE).toFixed(1)} ${((1 - chance) * HIGH).toFixed(1)}`).join("L");
  return s(
    "svg",
    { class: "chance-curve", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    s("path", { class: "half", d: `M0 ${HIGH / 2}H${WIDE}` }),
    s("path", { class: "area", d: `M0 ${HIGH}L${path}L${WIDE} ${HIGH}Z` }),
    s("path", { class: "line", d: `M${path}` }),
  );
}
