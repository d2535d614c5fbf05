/** Calls about lessons and puzzles. */
import { json, post } from "./request.js";

const id = encodeURIComponent;

/** @typedef {import("../core/types.js").Puzzle} Puzzle */

/**
 * @param {string} game
 * @returns {Promise<import("../core/types.js").Puzzles>}
 */
export const puzzles = (game) => json(`/api/games/${id(game)}/puzzles`, { cache: "default" });

/**
 * A match at a puzzle's position.
 * @param {string} game
 * @param {number} puzzle
 * @returns {Promise<import("../core/types.js").NewMatch>}
 */
export const startPuzzle = (game, puzzle) => post(`/api/games/${id(game)}/puzzle`, { puzzle });

/**
 * The other side answers; then how it stands.
 * @param {string} match
 * @param {string} side
 * @returns {Promise<import("../core/types.js").Verdict>}
 */
export const judgePuzzle = (match, side) => post(`/api/matches/${id(match)}/puzzle?seat=${id(side)}`, {});

/**
 * @param {string} game
 * @param {number} lesson  the first is 0
 * @returns {Promise<import("../core/types.js").Lesson>}
 */
export const lesson = (game, lesson) =>
  json(`/api/games/${id(game)}/lessons${lesson ? `-${lesson + 1}` : ""}`, { cache: "default" });

/**
 * A match at a step of a lesson.
 * @param {string} game
 * @param {number} step
 * @param {number} lesson
 * @returns {Promise<import("../core/types.js").NewMatch>}
 */
export const startLesson = (game, step, lesson) => post(`/api/games/${id(game)}/learn`, { step, lesson });

/** @typedef {{title: string, text: string, cases: string[]}} Part */
/**
 * @typedef {{minutes: number, goal: string[], steps: Part[], fight: {title: string, lesson: number, text: string[]},
 *   mistakes: Part[]}} HowToPlay
 */
/**
 * Why the first question of a side matters, and places to begin with.
 * @typedef {{side: number, phase: number, why: string, suggestions: {name: string, space: number, text: string}[]}} First
 */

/**
 * How a game is played, in prose.
 * @param {string} game
 * @returns {Promise<HowToPlay>}
 */
export const getHowToPlay = (game) => json(`/api/games/${id(game)}/how-to-play`, { cache: "default" });

/**
 * What is at stake at the first question of a game; null where nobody has written it.
 * @param {string} game
 * @returns {Promise<First | null>}
 */
export const getFirstQuestion = (game) => json(`/api/games/${id(game)}/first-question`, { cache: "default" });
