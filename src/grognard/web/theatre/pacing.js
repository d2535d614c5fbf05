/** Time for what is shown: how long an act takes, and how much of it there may be. Pure: no page in here. */
import { isMarch, isSeen, join } from "./acts.js";

/** @typedef {import("./acts.js").Act} Act */

/** Milliseconds of a whole turn, at reading speed. */
export const WHOLE_TURN = 20_000;
/** Milliseconds of it under a clock that runs, unless the player wants more. */
export const UNDER_A_CLOCK = 3000;
/** Milliseconds of what is left when the time is up: acts may come late. */
const REST = 600;
/** Milliseconds of the longest march, and the shortest act of many. */
const LONG = 1100;
const SHORT = 110;
/** From so much too much on, marches of one phase are seen together. */
const CROWDED = 1.4;

/**
 * Milliseconds that an act takes where there is time.
 * @param {Act} act
 */
export function wanted(act) {
  if (!isSeen(act)) return 0;
  const hexes = Math.max(0, ...act.marches.map(({ way }) => way.length - 1));
  const walk = hexes ? Math.min(LONG, 260 + 170 * hexes) : 0;
  if (act.roll) {
    // A die that only says who may move is soon read.
    const matters = act.hits.length + act.marches.length > 0 || act.lines.length > 1;
    return (matters ? 1500 : 450) + walk / 2;
  }
  return Math.max(walk, act.hits.length ? 900 : 300);
}

/**
 * Takes the next act from those that wait, with others where there is too little time for each by itself.
 * @param {Act[]} acts
 * @param {number} left  milliseconds
 * @returns {{act: Act, ms: number} | null}
 */
export function nextAct(acts, left) {
  const all = acts.reduce((sum, act) => sum + wanted(act), 0);
  const press = Math.max(1, all / Math.max(REST, left));
  const act = acts.shift();
  if (!act) return null;
  let want = wanted(act);
  if (press > CROWDED && isMarch(act)) {
    for (let more = Math.ceil(press); more > 1 && acts[0] && isMarch(acts[0]) && acts[0].step.phase === act.step.phase; more--) {
      want += wanted(acts[0]);
      join(act, /** @type {Act} */ (acts.shift()));
    }
  }
  return { act, ms: want && Math.max(Math.min(SHORT, want), Math.min(want / press, LONG + 1500)) };
}
