/** The way into a game's guided first turn, and from one scene of it to the next. */
import * as api from "./api.js";
import { fail } from "./cover.js";
import { fill, h } from "./dom.js";
import { sitDown } from "./start.js";
import { heldIn, keep, load } from "./store.js";
import { S } from "./strings.js";

/** @typedef {{game: string, step: number, held: string[], side: string}} Kept  what the page keeps of a lesson's match */

/**
 * Starts a game's lesson, or goes on with it.
 * @param {HTMLElement} root
 * @param {string} game
 */
export async function openLearn(root, game) {
  fill(root, h("p", { class: "dim lesson-wait" }, S.loading));
  try {
    const lesson = await api.lessons(game);
    const kept = Number(load(`learn:${game}`) ?? 0);
    await goTo(game, lesson.side, kept < lesson.steps.length ? kept : 0);
  } catch (error) {
    fail(root, error);
  }
}

/**
 * A new match at a step. Only the learner's seat is taken; the other one is answered for.
 * @param {string} game
 * @param {string} side
 * @param {number} step
 */
export async function goTo(game, side, step) {
  const made = await api.learn(game, step);
  keep(`lesson:${made.id}`, /** @type {Kept} */ ({ game, step, held: heldIn(made.seats), side }));
  keep(`learn:${game}`, step);
  sitDown(made.id);
}
