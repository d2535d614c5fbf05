/**
 * The view of the map at the start. A hex map too large to be read as a whole opens with its objectives in sight, as
 * long as counters can be told apart; else where something is to be done. A map of areas opens as a whole, or, where
 * that is too small to be read, with its areas alone.
 */
import { COUNTER } from "./counterLayout.js";
import { middle } from "../core/spaceGeometry.js";

/** Pixels: a counter that would be smaller than this on the whole sheet, and what it should have at the start if it can. */
const SMALLEST = 26;
const READABLE = 34;
/** Pixels: a map with less room than this is a phone's, on which a counter is for a finger. */
const PHONE = 400;
/** Pixels: smaller no counter is at the start, or in a box that one is asked about. */
export const LEGIBLE = 22;
/** Pixels: a map of areas whose counters would be smaller than this does not open as a whole. */
const TINIEST = 18;
/** The share of objectives and units that belongs into the first view. */
const MOST = 0.9;
/** Larger counters are worth so much of what else would be seen. */
const ALIKE = 0.8;
/** The weight of all units beside all those places. */
const FORCES = 0.25;
/** More places than this on offer are everywhere. */
const MANY = 120;
/** Map units: around what is to be seen, a hex and a little. */
const MARGIN = 60;
/** A zoom is tried in steps of so many counters' pixels. */
const STEP = 0.5;
/** Less than any weight or distance that counts. */
const TINY = 1e-7;
/** Pixels that the drawer of boxes covers at the left. */
const DRAWER = 230;

/** @typedef {import("./camera.js").Pose} Pose */
/** @typedef {Pose & {aside: number}} Home  aside: where it begins while the drawer is open, if there is room for both */
/** @typedef {{at: [number, number], weight: number}} Sight  something to see, and what it counts */

/**
 * @param {import("../session/session.js").Session} session
 * @param {import("./camera.js").Camera} camera
 * @returns {Home | null}
 */
export function openingPose(session, camera) {
  const { board, shown } = session;
  const hexes = board.spaces.some((space) => space.kind === "hex");
  if (COUNTER * camera.fitZoom >= (hexes ? SMALLEST : TINIEST)) return null;
  const prizes = (shown?.holds ?? []).flatMap(([space, , worth]) => sights([space], board, worth || 1));
  const forces = sights(shown?.view.units.map((unit) => unit[1]) ?? [], board, 1);
  const acting = sights(actors(session), board, 1);
  const theme = [...shares(prizes), ...shares(forces, FORCES)];
  const isGood = (/** @type {Pose} */ pose) => !acting.length || seen(acting, pose, camera) * 2 >= sum(acting);
  for (let size = hexes && prizes.length ? largest(theme, camera) : 0; size >= LEGIBLE; size -= STEP) {
    const pose = best(theme, size / COUNTER, board, camera);
    if (seen(theme, pose, camera) >= MOST * sum(theme) && isGood(pose)) return pose;
  }
  const all = [...theme, ...shares(acting)];
  if (!all.length) return framePose(board, camera);
  const { clientWidth, clientHeight } = camera.frame;
  const [, , wide, high] = board.map.frame;
  const fits = [clientWidth / wide, clientHeight / high];
  const least = (Math.min(clientWidth, clientHeight) < PHONE ? READABLE : SMALLEST) / COUNTER;
  const z = hexes ? least : Math.max(LEGIBLE / COUNTER, Math.min(...fits));
  const plain = best(all, z, board, camera);
  // What lies beside the country is not looked at, where larger counters would show about as much.
  const near = best(all, Math.max(z, Math.min(READABLE / COUNTER, Math.max(...fits))), board, camera);
  const pose = hexes && seen(all, near, camera) >= ALIKE * seen(all, plain, camera) ? near : plain;
  return isGood(pose) ? pose : best(acting, pose.z, board, camera);
}

/**
 * The opening view moved beside the open drawer, for a player who has not moved the map.
 * @param {Home} home
 * @param {Pose} pose
 * @param {boolean} open
 * @returns {Pose | null}
 */
export function poseBesideBoxes(home, pose, open) {
  const isThere = pose.z === home.z && pose.y === home.y && (pose.x === home.x || pose.x === home.aside);
  const x = open ? home.aside : home.x;
  return isThere && x !== pose.x ? { ...pose, x } : null;
}

/**
 * The places where something can be done now; if nothing can, where anybody stands.
 * @param {import("../session/session.js").Session} session
 */
function actors(session) {
  const { units, spaces } = session.selection.first;
  const wanted = new Set([...units].map((unit) => session.placed(unit)?.[1] ?? -1));
  if (spaces.size > MANY) return [...wanted];
  return wanted.size + spaces.size ? [...wanted, ...spaces] : (session.shown?.view.units.map((u) => u[1]) ?? []);
}

/**
 * @param {number[]} spaces
 * @param {import("../core/types.js").Board} board
 * @param {number} weight
 * @returns {Sight[]}
 */
function sights(spaces, board, weight) {
  return spaces.flatMap((space) => {
    const place = board.spaces[space];
    return !place?.at || place.rect ? [] : [{ at: middle(place), weight }];
  });
}

/** @param {Sight[]} all */
const sum = (all) => all.reduce((total, { weight }) => total + weight, 0);

/**
 * As parts of one whole.
 * @param {Sight[]} all
 * @param {number} [whole]
 * @returns {Sight[]}
 */
function shares(all, whole = 1) {
  const total = sum(all);
  return all.map(({ at, weight }) => ({ at, weight: (weight / total) * whole }));
}

/**
 * The weight of what a view shows.
 * @param {Sight[]} all
 * @param {Pose} pose
 * @param {import("./camera.js").Camera} camera
 */
function seen(all, { x, y, z }, camera) {
  const [right, bottom] = [x + camera.frame.clientWidth / z, y + camera.frame.clientHeight / z];
  const isIn = (/** @type {Sight} */ { at }) =>
    at[0] > x + MARGIN / 2 && at[0] < right - MARGIN / 2 && at[1] > y + MARGIN / 2 && at[1] < bottom - MARGIN / 2;
  return sum(all.filter(isIn));
}

/**
 * The view at this zoom that shows the most, with what it shows in its middle, and nothing of what lies beside the map.
 * @param {Sight[]} all
 * @param {number} z
 * @param {import("../core/types.js").Board} board
 * @param {import("./camera.js").Camera} camera
 * @returns {Home}
 */
function best(all, z, board, camera) {
  const { clientWidth, clientHeight } = camera.frame;
  const { width, height, frame } = board.map;
  const [wide, high] = [clientWidth / z, clientHeight / z];
  const [left, top] = richest(all, wide, high, MARGIN);
  const inside = all.filter(
    ({ at: [x, y] }) => x >= left + MARGIN && x <= left + wide - MARGIN && y >= top + MARGIN && y <= top + high - MARGIN,
  );
  // Within the country, where that is larger than the window; else with all of it in sight, and within the sheet.
  const ends = (/** @type {0 | 1} */ way, /** @type {number} */ window, /** @type {number} */ whole) => {
    const [from, long] = [frame[way], frame[way === 0 ? 2 : 3]];
    const fits = long > window ? [from, from + long] : [Math.max(0, from + long - window), Math.min(whole, from + window)];
    return /** @type {[number, number]} */ (fits);
  };
  const across = (/** @type {number} */ clear) => about(inside, 0, wide, ends(0, wide, width), clear / z);
  return { z, x: across(0), aside: across(DRAWER), y: about(inside, 1, high, ends(1, high, height), 0) };
}

/**
 * The window of this size that has the most in it, a margin within its edges, and how much that is.
 * @param {Sight[]} all
 * @param {number} wide
 * @param {number} high
 * @param {number} margin
 * @returns {[number, number, number]}
 */
function richest(all, wide, high, margin) {
  const starts = (/** @type {0 | 1} */ way) => [...new Set(all.map(({ at }) => at[way] - margin))];
  const rows = starts(1);
  let most = -1;
  let [left, top] = [0, 0];
  for (const x of starts(0)) {
    const column = all.filter(({ at }) => at[0] >= x + margin && at[0] <= x + wide - margin);
    if (sum(column) <= most) continue;
    const above = heaped(column);
    for (const y of rows) {
      // About as much as this; reckoned whole only where it could be the most.
      if (above(y + high - margin + TINY) - above(y + margin - TINY) <= most - TINY) continue;
      const here = sum(column.filter(({ at }) => at[1] >= y + margin && at[1] <= y + high - margin));
      if (here > most) [most, left, top] = [here, x, y];
    }
  }
  return [left, top, most];
}

/**
 * The largest counters with which any view could show enough of it: the larger they are, the less is seen.
 * @param {Sight[]} theme
 * @param {import("./camera.js").Camera} camera
 */
function largest(theme, { frame }) {
  const enough = MOST * sum(theme) - TINY;
  const could = (/** @type {number} */ steps) => {
    const z = (READABLE - steps * STEP) / COUNTER;
    return richest(theme, frame.clientWidth / z + TINY, frame.clientHeight / z + TINY, MARGIN / 2)[2] >= enough;
  };
  let [low, high] = [0, (READABLE - LEGIBLE) / STEP + 1];
  while (low < high) {
    const half = (low + high) >> 1;
    if (could(half)) high = half;
    else low = half + 1;
  }
  return READABLE - low * STEP;
}

/**
 * The weight above a line, for many lines: the heights in order, and the weight down to each.
 * @param {Sight[]} column
 * @returns {(line: number) => number}
 */
function heaped(column) {
  const order = [...column].sort((a, b) => a.at[1] - b.at[1]);
  const weights = [0];
  for (const { weight } of order) weights.push(/** @type {number} */ (weights.at(-1)) + weight);
  return (line) => {
    let [low, high] = [0, order.length];
    while (low < high) {
      const half = (low + high) >> 1;
      if (/** @type {Sight} */ (order[half]).at[1] < line) low = half + 1;
      else high = half;
    }
    return weights[low] ?? 0;
  };
}

/**
 * The start of a window that has these in its middle and stays within these ends.
 * @param {Sight[]} inside
 * @param {0 | 1} way
 * @param {number} window
 * @param {[number, number]} ends
 * @param {number} clear
 */
function about(inside, way, window, [from, to], clear) {
  const at = inside.map((each) => each.at[way]);
  if (!at.length) return from;
  const [low, high] = [Math.min(...at), Math.max(...at)];
  const left = window - (high - low) - 2 * MARGIN > clear ? clear : 0;
  return Math.max(from - left, Math.min(to - window, (low + high - window - left) / 2));
}

/**
 * The country as a whole: what the game is played on, without the boxes and tables on the sheet around it.
 * @param {import("../core/types.js").Board} board
 * @param {import("./camera.js").Camera} camera
 * @returns {Home | null}
 */
function framePose(board, camera) {
  const { frame } = board.map;
  if (!frame) return null;
  const [left, top, width, height] = frame;
  const { clientWidth, clientHeight } = camera.frame;
  const z = Math.min(clientWidth / width, clientHeight / height) || 1;
  const x = left + width / 2 - clientWidth / z / 2;
  return { z, x, aside: x, y: top + height / 2 - clientHeight / z / 2 };
}
