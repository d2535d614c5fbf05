/** Starting a game's lessons, and going from one scene to the next. */
import { showFailure } from "../widgets/errorPage.js";
import { fill, h } from "../core/dom.js";
import * as calls from "../api/learning.js";
import { keepStep, stepOf } from "./progress.js";
import { goToMatch } from "../matches/newMatch.js";
import { heldIn, keep } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {{game: string, step: number, held: string[], side: string, lesson?: number, puzzle?: number}} Kept  what the page keeps of a lesson's match */

/**
 * Starts one of a game's lessons, or goes on with it: the first, or the one in the address.
 * @param {HTMLElement} root
 * @param {string} game
 */
export async function startLesson(root, game) {
  fill(root, h("p", { class: "dim lesson-wait" }, S.loading));
  try {
    const number = Math.max(0, Number(new URLSearchParams(location.search).get("lesson") ?? 1) - 1);
    const lesson = await calls.lesson(game, number);
    const kept = stepOf(game, number);
    await goToStep(game, lesson.side, kept < lesson.steps.length ? kept : 0, number);
  } catch (error) {
    showFailure(root, error);
  }
}

/**
 * A new match at a step. Only the learner's seat is taken; the other one is answered for.
 * @param {string} game
 * @param {string} side
 * @param {number} step
 * @param {number} lesson
 */
export async function goToStep(game, side, step, lesson) {
  const made = await calls.startLesson(game, step, lesson);
  keep(`lesson:${made.id}`, /** @type {Kept} */ ({ game, step, held: heldIn(made.seats), side, lesson }));
  keepStep(game, lesson, step);
  goToMatch(made.id);
}
