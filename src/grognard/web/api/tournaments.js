/** Calls about tournaments. */
import { json, post } from "./request.js";

/**
 * @typedef {{id: string, name: string, kind: string, game: string, title: string, pace: import("./club.js").Pace, rated: boolean,
 *   most: number, status: string, round: number, rounds: number, entrants: number, closes: number | null,
 *   begins: number | null, daily: number, accelerated: boolean, decider: string}} Brief
 */
/**
 * One open pairing's game: who has which side, who is to move until when (seconds), or who won.
 * @typedef {{match: string, sides: Record<string, string>, asks: string | null, until: number | null, winner: string | null}} Game
 */
/**
 * @typedef {{n: number, first: string, second: string | null, matches: string[], games: Game[], score: number | null, forfeit: boolean,
 *   decided: string | null, own: boolean}} Meeting
 */
/** @typedef {{player: string, points: number, direct: number, buchholz: number, berger: number, wins: number, played: number}} Place */
/** @typedef {{at: number, by: string, act: string, subject: string, other: string, detail: string, why: string}} Ruling */
/**
 * @typedef {Brief & {text: string, players: {name: string, gone: boolean, since: number | null, instead: string | null}[],
 *   substitutes: string[], results: {round: number, pairings: Meeting[]}[], standings: Place[], rulings: Ruling[],
 *   winner: string | null, mine: boolean, standsBy: boolean, joins: boolean, keeps: boolean}} Tournament
 */

/** @returns {Promise<{tournaments: Brief[], keeps: boolean}>} */
export const tournaments = () => json("/api/tournaments");

/**
 * @param {string} id
 * @returns {Promise<Tournament>}
 */
export const tournament = (id) => json(`/api/tournaments/${encodeURIComponent(id)}`);

/**
 * Joins, withdraws, starts, or what else one decides there.
 * @param {string} id
 * @param {string} what
 * @param {Record<string, unknown>} [body]
 * @returns {Promise<Tournament>}
 */
export const act = (id, what, body = {}) => post(`/api/tournaments/${encodeURIComponent(id)}/${what}`, body);

/**
 * @param {Record<string, unknown>} wanted
 * @returns {Promise<Brief>}
 */
export const announce = (wanted) => post("/api/tournaments", wanted);
