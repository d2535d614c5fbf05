/** A graph of a rating, game by game. */
import { s } from "../../core/dom.js";
import { dayOf, R } from "../formats.js";

/** Units of the picture: as wide as it is shown, so that its figures are as large as other text. */
const WIDEST = 640;
const HIGH = 220;
const LEFT = 46;
const FOOT = 24;

/**
 * @param {import("../../api/account.js").RatingPoint[]} points  in order, of one game
 */
export function ratingGraph(points) {
  const wide = Math.min(WIDEST, innerWidth - 60);
  const all = points.map((point) => point.rating);
  const step = Math.max(...all) - Math.min(...all) > 300 ? 100 : 50;
  const low = Math.floor((Math.min(...all) - 10) / step) * step;
  const high = Math.ceil((Math.max(...all) + 10) / step) * step;
  const x = (/** @type {number} */ i) => LEFT + (points.length < 2 ? 0.5 : i / (points.length - 1)) * (wide - LEFT - 14);
  const y = (/** @type {number} */ rating) => 10 + ((high - rating) / (high - low)) * (HIGH - FOOT - 10);
  const lines = Array.from({ length: (high - low) / step + 1 }, (_, i) => low + i * step);
  const dots = points.length <= 60;
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  return s(
    "svg",
    { class: "rating-graph", viewBox: `0 0 ${wide} ${HIGH}`, role: "img", "aria-label": R.graphSays(points.length, first.rating, last.rating) },
    lines.map((rating) =>
      s(
        "g",
        null,
        s("line", { class: "graph-line", x1: LEFT, x2: wide - 8, y1: y(rating), y2: y(rating) }),
        s("text", { class: "graph-figure", x: LEFT - 8, y: y(rating) + 4, "text-anchor": "end" }, rating),
      ),
    ),
    s("polyline", { class: "graph-course", points: points.map((point, i) => `${x(i).toFixed(1)},${y(point.rating).toFixed(1)}`).join(" ") }),
    points.map(
      (point, i) =>
        (dots || point === last) &&
        s("circle", { class: "graph-dot", cx: x(i).toFixed(1), cy: y(point.rating).toFixed(1), r: point === last ? 4.5 : 3 }, s("title", null, `${dayOf(point.at)}: ${point.rating}`)),
    ),
    s("text", { class: "graph-figure", x: LEFT, y: HIGH - 6 }, dayOf(first.at)),
    points.length > 1 && s("text", { class: "graph-figure", x: wide - 8, y: HIGH - 6, "text-anchor": "end" }, dayOf(last.at)),
  );
}
