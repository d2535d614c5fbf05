/**
 * Where the map opens. A hex map too large to be read as a whole opens with what the game is about before one's eyes,
 * as long as its counters can be told apart; else where something is to be done.
 */
import { COUNTER } from "./layout.js";
import { middle } from "../core/shape.js";

/** Pixels: a counter that would be smaller than this on the whole sheet, and what it should have at the start if it can. */
const SMALLEST = 26;
const READABLE = 34;
/** Pixels: a map with less room than this is a phone's, on which a counter is for a finger. */
const PHONE = 400;
/** Pixels: smaller no counter is at the start, or in a box that one is asked about. */
export const LEGIBLE = 22;
/** How much of what the game is about belongs into the first view: places by their worth, and units. */
const MOST = 0.9;
/** What all units count beside all those places. */
const FORCES = 0.25;
/** More places than this on offer are everywhere. */
const MANY = 120;
/** Map units: around what is to be seen, a hex and a little. */
const MARGIN = 60;
/** A zoom is tried in steps of so many counters' pixels. */
const STEP = 0.5;
/** Pixels: what the drawer of boxes covers at the left. */
const DRAWER = 230;

/** @typedef {import("./camera.js").Pose} Pose */
/** @typedef {{at: [number, number], weight: number}} Sight  something to see, and what it counts */

/**
 * @param {import("../table/session.js").Session} session
 * @param {import("./camera.js").Camera} camera
 * @returns {Pose | null}
 */
export function homePose(session, camera) {
  const { board, shown } = session;
  const hexes = board.spaces.some((space) => space.kind === "hex");
  if (!hexes || COUNTER * camera.fitZoom >= SMALLEST) return null;
  const prizes = (shown?.holds ?? []).flatMap(([space, , worth]) => sights([space], board, worth || 1));
  const forces = sights(shown?.view.units.map((unit) => unit[1]) ?? [], board, 1);
  const acting = sights(actors(session), board, 1);
  const theme = [...shares(prizes), ...shares(forces, FORCES)];
  const isGood = (/** @type {Pose} */ pose) => !acting.length || seen(acting, pose, camera) * 2 >= sum(acting);
  for (let size = READABLE; prizes.length && size >= LEGIBLE; size -= STEP) {
    const pose = best(theme, size / COUNTER, board, camera, DRAWER);
    if (seen(theme, pose, camera) >= MOST * sum(theme) && isGood(pose)) return pose;
  }
  const all = [...theme, ...shares(acting)];
  if (!all.length) return framePose(board, camera);
  const { clientWidth, clientHeight } = camera.frame;
  const z = (Math.min(clientWidth, clientHeight) < PHONE ? READABLE : SMALLEST) / COUNTER;
  const pose = best(all, z, board, camera);
  return isGood(pose) ? pose : best(acting, z, board, camera);
}

/**
 * The places where something can be done now; if nothing can, where anybody stands.
 * @param {import("../table/session.js").Session} session
 */
function actors(session) {
  const { units, spaces } = session.hand.first;
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
 * How much of it a view shows.
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
 * @param {number} [clear]  pixels at the left in which nothing should stand, if there is room for that
 * @returns {Pose}
 */
function best(all, z, board, camera, clear = 0) {
  const { clientWidth, clientHeight } = camera.frame;
  const { width, height } = board.map;
  const [wide, high] = [clientWidth / z, clientHeight / z];
  const starts = (/** @type {0 | 1} */ way) => [...new Set(all.map(({ at }) => at[way] - MARGIN))];
  let most = -1;
  let [left, top] = [0, 0];
  for (const x of starts(0)) {
    const column = all.filter(({ at }) => at[0] >= x + MARGIN && at[0] <= x + wide - MARGIN);
    if (sum(column) <= most) continue;
    for (const y of starts(1)) {
      const here = sum(column.filter(({ at }) => at[1] >= y + MARGIN && at[1] <= y + high - MARGIN));
      if (here > most) [most, left, top] = [here, x, y];
    }
  }
  const inside = all.filter(
    ({ at: [x, y] }) => x >= left + MARGIN && x <= left + wide - MARGIN && y >= top + MARGIN && y <= top + high - MARGIN,
  );
  return { z, x: about(inside, 0, wide, width, clear / z), y: about(inside, 1, high, height, 0) };
}

/**
 * Where a window begins that has these in its middle and ends with the map.
 * @param {Sight[]} inside
 * @param {0 | 1} way
 * @param {number} window
 * @param {number} whole
 * @param {number} clear
 */
function about(inside, way, window, whole, clear) {
  const at = inside.map((each) => each.at[way]);
  if (!at.length) return 0;
  const [low, high] = [Math.min(...at), Math.max(...at)];
  const left = window - (high - low) - 2 * MARGIN > clear ? clear : 0;
  return Math.max(-left, Math.min(whole - window, (low + high - window - left) / 2));
}

/**
 * The country as a whole: what the game is played on, without the boxes and tables on the sheet around it.
 * @param {import("../core/types.js").Board} board
 * @param {import("./camera.js").Camera} camera
 * @returns {Pose | null}
 */
export function framePose(board, camera) {
  const { frame } = board.map;
  if (!frame) return null;
  const [left, top, width, height] = frame;
  const { clientWidth, clientHeight } = camera.frame;
  const z = Math.min(clientWidth / width, clientHeight / height) || 1;
  return { z, x: left + width / 2 - clientWidth / z / 2, y: top + height / 2 - clientHeight / z / 2 };
}
