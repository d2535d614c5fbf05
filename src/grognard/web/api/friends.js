/** Calls about a match by link between people without accounts: names, a take-back, emails about your move. */
import { json, post } from "./request.js";

/** @typedef {import("./club.js").Facts} Facts */
/** @typedef {{email: string, confirmed: boolean}} Address */

const at = (/** @type {string} */ match) => `/api/matches/${encodeURIComponent(match)}`;

/**
 * @param {string} match
 * @param {string} seat
 * @param {string} name
 * @returns {Promise<Facts>}
 */
export const giveName = (match, seat, name) => post(`${at(match)}/name`, { seat, name });

/**
 * @param {string} match
 * @param {string} seat
 * @param {"ask" | "grant" | "decline"} act
 * @returns {Promise<Facts>}
 */
export const takeBack = (match, seat, act) => post(`${at(match)}/takeback`, { seat, act });

/**
 * @param {string} match
 * @param {string} seat
 * @returns {Promise<Address>}
 */
export const emails = (match, seat) => json(`${at(match)}/emails?seat=${encodeURIComponent(seat)}`);

/**
 * @param {string} match
 * @param {string} seat
 * @param {string} email
 * @returns {Promise<Address>}
 */
export const leaveAddress = (match, seat, email) => post(`${at(match)}/emails`, { seat, email });

/**
 * @param {string} match
 * @param {"confirm" | "stop"} act
 * @param {string} code
 * @returns {Promise<{email: string}>}
 */
export const answerEmail = (match, act, code) => post(`${at(match)}/emails/${act}`, { code });

/**
 * What somebody without a seat may see of a match, its log left out.
 * @param {string} match
 * @returns {Promise<import("../core/types.js").Table>}
 */
export const watched = (match) => json(`${at(match)}/watch?since=99999999`);
