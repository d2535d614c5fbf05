/** Progress with the lessons and puzzles of a game, kept in this browser. */
import { forget, keep, load } from "../core/storage.js";

/**
 * @param {string} game
 * @param {number} lesson
 */
const place = (game, lesson) => (lesson ? `learn:${game}:${lesson}` : `learn:${game}`);

/**
 * The step at which a lesson was left.
 * @param {string} game
 * @param {number} lesson
 */
export const stepOf = (game, lesson) => Number(load(place(game, lesson)) ?? 0);

/**
 * @param {string} game
 * @param {number} lesson
 * @param {number} step
 */
export const keepStep = (game, lesson, step) => keep(place(game, lesson), step);

/**
 * A lesson was done to its end.
 * @param {string} game
 * @param {number} lesson
 */
export function lessonDone(game, lesson) {
  forget(place(game, lesson));
  add(`learned:${game}`, lesson);
}

/**
 * @param {string} game
 * @param {number} puzzle
 */
export const puzzleDone = (game, puzzle) => add(`solved:${game}`, puzzle);

/**
 * @param {string} game
 * @returns {number[]}
 */
export const lessonsDone = (game) => load(`learned:${game}`) ?? [];

/**
 * @param {string} game
 * @returns {number[]}
 */
export const puzzlesDone = (game) => load(`solved:${game}`) ?? [];

/**
 * @param {string} key
 * @param {number} number
 */
function add(key, number) {
  /** @type {number[]} */
  const done = load(key) ?? [];
  if (!done.includes(number)) keep(key, [...done, number].sort());
}
