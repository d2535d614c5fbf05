/** The difference between two moments of a match, drawn over the map: arrows, losses, arrivals. */
import { s } from "../core/dom.js";
import { middle } from "../core/spaceGeometry.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").View} View */
/** @typedef {{unit: number, from: number, to: number}} Move */
/** @typedef {{unit: number, space: number, steps: number, dead: boolean}} Loss */
/** @typedef {{moves: Move[], losses: Loss[], arrivals: {unit: number, space: number}[], gone: {unit: number, space: number}[]}} Changes */

/**
 * From the two views alone: a unit that is hidden, or that comes into sight, has gone or arrived as far as one can see.
 * @param {View} before
 * @param {View} after
 * @returns {Changes}
 */
export function changesBetween(before, after) {
  /** @type {Changes} */
  const out = { moves: [], losses: [], arrivals: [], gone: [] };
  const old = new Map(before.units.map((row) => [row[0], row]));
  for (const [unit, space, steps] of after.units) {
    const was = old.get(unit);
    old.delete(unit);
    if (!was) {
      if (steps) out.arrivals.push({ unit, space });
    } else if (steps < was[2]) {
      out.losses.push({ unit, space: was[1], steps: was[2] - steps, dead: steps === 0 });
      if (steps && space !== was[1]) out.moves.push({ unit, from: was[1], to: space });
    } else if (space !== was[1]) out.moves.push({ unit, from: was[1], to: space });
  }
  for (const [unit, space, steps] of old.values()) if (steps) out.gone.push({ unit, space });
  return out;
}

/** @param {Changes} changes */
export const isNothing = ({ moves, losses, arrivals, gone }) =>
  moves.length + losses.length + arrivals.length + gone.length === 0;

/**
 * In one line of words.
 * @param {Changes} changes
 */
export function summary({ moves, losses, arrivals, gone }) {
  const steps = losses.reduce((sum, loss) => sum + loss.steps, 0);
  const dead = losses.filter((loss) => loss.dead).length;
  return [
    moves.length && S.changed.moved(moves.length),
    steps && S.changed.lost(steps),
    dead && S.changed.dead(dead),
    arrivals.length && S.changed.arrived(arrivals.length),
    gone.length && S.changed.gone(gone.length),
  ]
    .filter(Boolean)
    .join(", ");
}

export class ChangeLayer {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    const { width, height } = board.map;
    this.marks = s("g");
    this.el = s(
      "svg",
      { class: "changes", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
      s(
        "defs",
        null,
        s(
          "marker",
          { id: "change-head", viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 4, markerHeight: 4, orient: "auto" },
          s("path", { d: "M0 0L10 5L0 10z" }),
        ),
      ),
      this.marks,
    );
  }

  clear() {
    this.marks.replaceChildren();
  }

  /** @param {Changes} changes */
  draw(changes) {
    this.clear();
    // Units that went the same way together are one arrow.
    /** @type {Map<string, Move & {count: number}>} */
    const ways = new Map();
    for (const move of changes.moves) {
      const key = `${move.from}/${move.to}/${this.sideOf(move.unit)}`;
      const known = ways.get(key);
      if (known) known.count++;
      else ways.set(key, { ...move, count: 1 });
    }
    for (const way of ways.values()) this.arrow(way);
    for (const [space, units] of bySpace(changes.arrivals)) this.ring(space, `+${units.length}`, "arrived");
    for (const [space, units] of bySpace(changes.gone)) this.ring(space, `?${units.length}`, "gone");
    for (const [space, lost] of bySpace(changes.losses))
      this.cross(
        space,
        lost.reduce((sum, loss) => sum + loss.steps, 0),
      );
  }

  /** @param {number} unit */
  sideOf(unit) {
    return this.board.units[unit]?.side ?? 0;
  }

  /** @param {Move & {count: number}} way */
  arrow({ unit, from, to, count }) {
    const [ax, ay] = middle(this.board.spaces[from]);
    const [bx, by] = middle(this.board.spaces[to]);
    const bend = [(ax + bx) / 2 + (by - ay) * 0.12, (ay + by) / 2 - (bx - ax) * 0.12];
    const d = `M${ax} ${ay}Q${bend[0]} ${bend[1]} ${bx} ${by}`;
    this.marks.append(
      s("path", { class: "change-case", d }),
      s("path", { class: `change-arrow side${this.sideOf(unit)}`, d, "marker-end": "url(#change-head)" }),
    );
    if (count > 1) this.label(bend[0] ?? 0, bend[1] ?? 0, String(count));
  }

  /**
   * @param {number} space
   * @param {string} text
   * @param {string} cls
   */
  ring(space, text, cls) {
    const [x, y] = middle(this.board.spaces[space]);
    this.marks.append(s("circle", { class: "change-case", cx: x, cy: y, r: 34 }));
    this.marks.append(s("circle", { class: `change-ring ${cls}`, cx: x, cy: y, r: 34 }));
    this.label(x + 26, y - 26, text);
  }

  /**
   * @param {number} space
   * @param {number} steps
   */
  cross(space, steps) {
    const [x, y] = middle(this.board.spaces[space]);
    const d = `M${x - 20} ${y - 20}l40 40M${x + 20} ${y - 20}l-40 40`;
    this.marks.append(s("path", { class: "change-case", d }), s("path", { class: "change-cross", d }));
    this.label(x + 26, y + 26, `−${steps}`);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {string} text
   */
  label(x, y, text) {
    this.marks.append(s("text", { class: "change-label", x, y: y + 6, "text-anchor": "middle" }, text));
  }
}

/**
 * The map comes to what a line speaks of, if that is out of sight.
 * @param {import("./mapView.js").MapView} map
 * @param {import("../core/types.js").LogLine} line
 */
export function bringLineInSight(map, line) {
  const unit = line.units?.map((u) => map.counters.layout.places.get(u)).find(Boolean);
  const space = map.session.board.spaces[line.spaces?.at(-1) ?? -1];
  if (unit) map.camera.centre(unit.x, unit.y, true);
  else if (space) map.camera.centre(...middle(space), true);
}

/**
 * @template {{space: number}} T
 * @param {T[]} all
 * @returns {Map<number, T[]>}
 */
function bySpace(all) {
  /** @type {Map<number, T[]>} */
  const out = new Map();
  for (const one of all) out.set(one.space, [...(out.get(one.space) ?? []), one]);
  return out;
}
