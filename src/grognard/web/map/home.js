/** Where the map opens: a hex map too large to be read as a whole opens where something is to be done. */
import { around } from "./camera.js";
import { COUNTER } from "./layout.js";
import { middle } from "../core/shape.js";

/** Pixels: a counter that would be smaller than this on the whole map, and what it should have at the start. */
const SMALLEST = 26;
const READABLE = 34;

/**
 * @param {import("../table/session.js").Session} session
 * @param {import("./camera.js").Camera} camera
 * @returns {import("./camera.js").Pose | null}
 */
export function homePose(session, camera) {
  const { board, hand, shown } = session;
  const hexes = board.spaces.some((space) => space.kind === "hex");
  if (!hexes || COUNTER * camera.fitZoom >= SMALLEST) return null;
  const { units, spaces } = hand.first;
  const wanted = new Set([...units].map((unit) => session.placed(unit)?.[1] ?? -1));
  const there = wanted.size + spaces.size ? [...wanted, ...spaces] : (shown?.view.units.map((u) => u[1]) ?? []);
  const at = there.flatMap((space) => (board.spaces[space]?.rect || !board.spaces[space]?.at ? [] : [middle(board.spaces[space])]));
  if (!at.length) return framePose(board, camera);
  const z = READABLE / COUNTER;
  const { clientWidth, clientHeight } = camera.frame;
  return {
    z,
    x: around(median(at.map((p) => p[0])), clientWidth / z, board.map.width),
    y: around(median(at.map((p) => p[1])), clientHeight / z, board.map.height),
  };
}

/**
 * The country as a whole: what the game is played on, without the boxes and tables on the sheet around it.
 * @param {import("../core/types.js").Board} board
 * @param {import("./camera.js").Camera} camera
 * @returns {import("./camera.js").Pose | null}
 */
export function framePose(board, camera) {
  const { frame } = board.map;
  if (!frame) return null;
  const [left, top, width, height] = frame;
  const { clientWidth, clientHeight } = camera.frame;
  const z = Math.min(clientWidth / width, clientHeight / height) || 1;
  return { z, x: left + width / 2 - clientWidth / z / 2, y: top + height / 2 - clientHeight / z / 2 };
}

/** @param {number[]} all */
const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
