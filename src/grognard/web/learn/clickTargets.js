/** The next click of a lesson, and the view of the map that shows it. */
import { clicksOf } from "../session/legalOptions.js";
import { middle } from "../core/spaceGeometry.js";

/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {{units: number[], spaces: number[], ways: string[], button: ((o: Option) => boolean) | null}} Targets */

/**
 * @param {Option | undefined} a
 * @param {Option | undefined} b
 */
export const sameOption = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * @param {Session} session
 * @param {import("../core/types.js").Step} step
 * @param {number} done  how much of what the step asks for is done
 * @returns {Targets}
 */
export function targets(session, step, done) {
  const { board, selection } = session;
  const { goal } = step;
  const rest = goal ? step.do : step.do.slice(done);
  const [option] = rest;
  const clicks = option ? clicksOf(board, option) : [];
  const [first] = clicks;
  if (goal || (option && board.verbs[option[0]]?.gathers)) {
    const way = rest.slice(1).filter((o, _, all) => o[0] === all[0]?.[0]);
    const end = way.flatMap((o) => clicksOf(board, o)).at(-1)?.value;
    if (first?.kind === "unit" && end !== undefined) return journey(session, first.value, end, rest);
  }
  // What begins a move is picked as a group, and its goal is the next click.
  const begun = first?.kind === "unit" && selection.group.includes(first.value);
  const click = clicks[begun ? 1 : selection.picks.length];
  return {
    units: click?.kind === "unit" ? [click.value] : [],
    spaces: click?.kind === "space" ? [click.value] : [],
    ways: [],
    button: click ? null : (o) => sameOption(o, option),
  };
}

/**
 * A move over several spaces: the unit, the way to move that gets there, the space, and the end of it.
 * @param {Session} session
 * @param {number} unit
 * @param {number} end
 * @param {Option[]} options
 * @returns {Targets}
 */
function journey(session, unit, end, options) {
  const { selection, reach, board } = session;
  const none = { units: [], spaces: [], ways: [], button: null };
  if (session.placed(unit)?.[1] === end) {
    const ends = options.filter((o) => !clicksOf(board, o).length).map(([verb]) => verb);
    return { ...none, button: (o) => ends.includes(o[0]) };
  }
  const moving = !selection.group.length && reach.way;
  if (!moving && !selection.units.includes(unit)) return { ...none, units: [unit] };
  // A click on a stack takes all of it.
  const others = selection.group.filter((u) => u !== unit);
  if (others.length) return { ...none, units: others };
  if (reach.ends(end) || !reach.way) return { ...none, spaces: [end] };
  const there = reach.ways.find((way) => way.spaces.some(([space, , , chance]) => space === end && chance > 0));
  return there ? { ...none, ways: [there.look ?? ""] } : { ...none, spaces: [end] };
}

/** Pixels of the map around what a step is about. */
const AROUND = 150;

/**
 * The view that shows the places of a step in the part of the map that the card leaves free: above it on a phone, else beside it.
 * @param {import("../map/mapView.js").MapView} map
 * @param {Session} session
 * @param {Pick<import("../core/types.js").Step, "do" | "units" | "spaces">} step
 * @param {HTMLElement} card
 */
export function poseFor(map, session, step, card) {
  const { frame, camera } = map;
  const clicks = step.do.flatMap((o) => clicksOf(session.board, o));
  const units = [...step.units, ...clicks.flatMap((c) => (c.kind === "unit" ? [c.value] : []))];
  const spaces = [...step.spaces, ...clicks.flatMap((c) => (c.kind === "space" ? [c.value] : []))];
  const at = [
    ...units.flatMap((u) => map.counters.layout.places.get(u) ?? []).map((p) => [p.x, p.y]),
    ...spaces.map((i) => middle(session.board.spaces[i])),
  ];
  if (!at.length) return null;
  const { left, wide, high } = freeOf(frame, card);
  const [xs, ys] = [at.map((p) => p[0] ?? 0), at.map((p) => p[1] ?? 0)];
  const [west, east] = [Math.min(...xs) - AROUND, Math.max(...xs) + AROUND];
  const [north, south] = [Math.min(...ys) - AROUND, Math.max(...ys) + AROUND];
  const z = Math.max(camera.fitZoom, Math.min(1, wide / (east - west), high / (south - north)));
  return { z, x: (west + east) / 2 - (left + wide / 2) / z, y: (north + south) / 2 - high / 2 / z };
}

/** Pixels: what a finger is to find is at least so large, and made so large if it is not; and so far from the edges. */
const [LEAST, LARGE, EDGE] = [24, 40, 24];

/**
 * A view in which the target is in sight, beside the card, and large enough for a finger: the same pose if it is so now.
 * @param {import("../map/mapView.js").MapView} map
 * @param {Element} target
 * @param {HTMLElement} card
 * @param {import("../map/camera.js").Pose} pose
 */
export function inSight(map, target, card, pose) {
  const { frame, camera } = map;
  const [at, box, now] = [frame.getBoundingClientRect(), target.getBoundingClientRect(), camera.pose];
  const size = Math.min(box.width, box.height) / now.z;
  const x = now.x + (box.left + box.width / 2 - at.left) / now.z;
  const y = now.y + (box.top + box.height / 2 - at.top) / now.z;
  const { left, wide, high } = freeOf(frame, card);
  const [across, down] = [(x - pose.x) * pose.z - left, (y - pose.y) * pose.z];
  const isLarge = size * pose.z >= LEAST;
  const isInside = across > EDGE && across < wide - EDGE && down > EDGE && down < high - EDGE;
  if (isLarge && isInside) return pose;
  const z = isLarge ? pose.z : LARGE / size;
  return { z, x: x - (left + wide / 2) / z, y: y - high / 2 / z };
}

/**
 * The part of the map that the card leaves free: above it on a phone, else beside it.
 * @param {HTMLElement} frame
 * @param {HTMLElement} card
 */
export function freeOf(frame, card) {
  const foot = card.offsetWidth > frame.clientWidth * 0.7;
  const left = foot ? 0 : card.offsetLeft + card.offsetWidth;
  return { left, wide: frame.clientWidth - left, high: foot ? card.offsetTop : frame.clientHeight };
}
