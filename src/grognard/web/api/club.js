/** Calls about the club: signing in, seats and invitations, the lobby, chat, notes, and agreements between players. */
import { ask, json, post } from "./request.js";

const id = encodeURIComponent;

/**
 * The players of a match; nothing for visitors.
 * @param {string} match
 * @returns {Promise<import("../core/types.js").Sitters | null>}
 */
export const seats = (match) => json(`/api/matches/${id(match)}/seats`);

/**
 * @param {string} match
 * @param {{seat: string, anew?: boolean, device?: boolean}} what
 * @returns {Promise<{code: string, seconds?: number}>}
 */
export const invite = (match, what) => post(`/api/matches/${id(match)}/invite`, what);

/**
 * A link as a picture for a camera, as an address that an image can have.
 * @param {string} text
 */
export const qr = async (text) => {
  const body = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ text }) };
  return `data:image/svg+xml,${encodeURIComponent(await (await ask("/api/qr", body)).text())}`;
};

/** @typedef {{id: string, name: string, roles: string[], email: string, verified: boolean | number}} Me */
/**
 * push: the key of the club's push notices
 * @typedef {{name: string, registration: "open" | "invitation" | "closed", guests: {watch: boolean, play: boolean},
 *   mail: boolean, push: string | null}} Club
 */
/**
 * @typedef {{kind: "none"} | {kind: "live", minutes: number, increment: number} | {kind: "days", days: number, reserve: number,
 *   vacation?: number, nights?: [number, number, string] | null}} Pace
 */
/** @typedef {{name: string, kind: string, rating: number | null, provisional: boolean}} Player */
/**
 * match: an empty seat of a match that has begun
 * @typedef {{id: string, game: string, scenario: string, by: Player, side: string, rated: boolean, pace: Pace,
 *   between: [number, number] | null, to: string | null, private: boolean, both: boolean, match: string | null}} Offer
 */
/**
 * @typedef {{match: string, game: string, title: string, opponent: string, side: string, waits: "me" | "them" | "over",
 *   since: number, turn: number, clock: {outAt: number | null, pace: Pace} | null, rated: boolean, draw: boolean}} Mine
 */
/** @typedef {{match: string, game: string, title: string, turn: number, names: Record<string, string>, rated: boolean}} Live */
/** @typedef {{tables: Offer[], challenges: Offer[], mine: Mine[], live: Live[]}} Lobby */
/**
 * @typedef {{now: number, side: string | null, left: Record<string, number>, turn: Record<string, number> | null, outAt: number | null,
 *   vacation: Record<string, number> | null}} Clock
 */
/**
 * @typedef {{seats: Record<string, Player>, rated: boolean, spectators: number, pace: Pace, clock: Clock | null,
 *   draw: string | null, friends?: Between, void: string | null, paused: string | null, again: string | null, turn: number,
 *   result: {winner: string | null, how: string, text: string} | null}} Facts
 */
/**
 * What two players without accounts have proposed; apart: whether somebody sits at the other side in another browser;
 * lines: the number of the last line of chat; emails: whether this server sends any.
 * @typedef {{apart: boolean, takeBack: string | null, rematch: string | null, lines: number, emails: boolean}} Between
 */
/** @typedef {{n: number, by: string, side: string | null, at: number, text: string, hidden?: boolean}} Said */

/** @returns {Promise<{club: Club | null, me: Me | null}>} */
export const club = () => json("/api/club");

/**
 * @param {{name: string, password: string}} body
 * @returns {Promise<{me: Me}>}
 */
export const signIn = (body) => post("/api/club/sign-in", body);

/**
 * @param {{name: string, password: string, email?: string, invitation?: string}} body
 * @returns {Promise<{me: Me}>}
 */
export const signUp = (body) => post("/api/club/sign-up", body);

export const signOut = () => post("/api/club/sign-out", {});

/**
 * @param {string} email
 * @returns {Promise<{text: string}>}
 */
export const forgotPassword = (email) => post("/api/club/forgot", { email });

/**
 * @param {string} code
 * @param {string} password
 */
export const resetPassword = (code, password) => post("/api/club/reset", { code, password });

/**
 * @param {string} code
 * @returns {Promise<{verified: string}>}
 */
export const verifyEmail = (code) => post("/api/club/me/verify", { code });

/**
 * @param {string} name
 * @returns {Promise<{ratings: {game: string, rating: number, provisional: boolean}[]}>}
 */
export const member = (name) => json(`/api/members/${id(name)}`);

/** @returns {Promise<Lobby>} */
export const lobby = () => json("/api/lobby");

/**
 * @param {Record<string, unknown>} wanted
 * @returns {Promise<{id?: string, link?: string, matches?: string[]}>}
 */
export const makeOffer = (wanted) => post("/api/lobby", wanted);

/**
 * @param {string} code
 * @returns {Promise<Offer>}
 */
export const offerByCode = (code) => post("/api/lobby/code", { code });

/**
 * @param {string} table
 * @param {"join" | "accept" | "decline" | "withdraw"} how
 * @param {string} [code]
 * @returns {Promise<{matches?: string[]}>}
 */
export const answerOffer = (table, how, code) => post(`/api/lobby/${id(table)}/${how}`, code ? { code } : {});

/**
 * @param {string} match
 * @param {"draw" | "claim" | "abandon"} what
 * @param {string} seat
 * @param {string} [act]
 * @returns {Promise<Facts>}
 */
export const proposeOrAnswer = (match, what, seat, act = "") => post(`/api/matches/${id(match)}/${what}`, { seat, act });

/**
 * @param {string} match
 * @param {string} winner  a side's id, or nothing for a draw
 * @returns {Promise<Facts>}
 */
export const adjudicate = (match, winner) => post(`/api/matches/${id(match)}/adjudicate`, { winner: winner || null });

/**
 * @param {string} match
 * @param {string} seat
 * @returns {Promise<{matches: string[]}>}
 */
export const rematch = (match, seat) => post(`/api/matches/${id(match)}/rematch`, { seat });

/**
 * @param {string} match
 * @param {string} room
 * @param {number} after
 * @param {string} [search]
 * @returns {Promise<Said[]>}
 */
export const chatLines = (match, room, after, search = "") =>
  json(`/api/matches/${id(match)}/chat?room=${room}&after=${after}${search ? `&search=${id(search)}` : ""}`);

/**
 * @param {string} match
 * @param {string} room
 * @param {string} text
 * @returns {Promise<Said>}
 */
export const sendChat = (match, room, text) => post(`/api/matches/${id(match)}/chat`, { room, text });

/**
 * @param {string} match
 * @param {number} n
 * @param {boolean} hidden
 */
export const hideChatLine = (match, n, hidden) => post(`/api/matches/${id(match)}/chat/${n}/hide`, { hidden });

/**
 * @param {string} match
 * @param {number} n
 * @param {string} why
 */
export const reportChatLine = (match, n, why) => post("/api/club/report", { match, n, why });

/**
 * Reports a member, a match, or a member for what they did in it.
 * @param {{name?: string, match?: string, why: string}} what
 */
export const report = (what) => post("/api/club/report", what);

/**
 * @param {{name: string, password: string, why: string}} body
 * @returns {Promise<{text: string}>}
 */
export const appeal = (body) => post("/api/club/appeal", body);

/** @param {string} name */
export const block = (name) => post("/api/club/block", { name, blocked: true });

/**
 * @param {string} match
 * @returns {Promise<{text: string}>}
 */
export const matchNote = (match) => json(`/api/matches/${id(match)}/notes`);

/**
 * @param {string} match
 * @param {string} text
 */
export const saveMatchNote = (match, text) => post(`/api/matches/${id(match)}/notes`, { text });

/**
 * Marks a match as seen.
 * @param {string} match
 */
export const markSeen = (match) => post("/api/club/seen", { match, visible: true });
