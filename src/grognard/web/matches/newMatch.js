/** Starting a match: bots and people at its seats, and the way to its page. */
import * as api from "../api/matches.js";
import { keep } from "../core/storage.js";

/** @typedef {import("../core/types.js").Game} Game */

/**
 * The one that plays properly and answers at once.
 * @param {Game} game
 */
export const bestBot = (game) => game.bots.find((id) => id === "staff") ?? game.bots[0] ?? "random";

/**
 * @param {Game} game
 * @param {string | null} side  null for hot-seat
 * @param {string} bot
 */
export const seatsFor = (game, side, bot) =>
  Object.fromEntries(game.sides.map((s) => [s.id, side === null || side === s.id || bot === FRIEND ? "human" : bot]));

/** In place of a program's id: the other seats are for people elsewhere. */
export const FRIEND = "friend";

/**
 * The seats that are kept for a friend elsewhere.
 * @param {Game} game
 * @param {string | null} side
 * @param {string} opponent
 */
export const keptFor = (game, side, opponent) =>
  side !== null && opponent === FRIEND ? game.sides.map((s) => s.id).filter((id) => id !== side) : [];

/**
 * Programs at every seat: a match to watch.
 * @param {Game} game
 * @param {string} bot
 */
export const seatsOfBots = (game, bot) => Object.fromEntries(game.sides.map((s) => [s.id, bot]));

/**
 * Throws what the server says against it.
 * @param {Parameters<typeof api.newMatch>[0]} body
 */
export async function startMatch(body) {
  const made = await api.newMatch(body);
  keep(`made:${made.id}`, body);
  return made.id;
}

/** @param {string} id */
export const goToMatch = (id) => location.assign(`/match/${encodeURIComponent(id)}`);
