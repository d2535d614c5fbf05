/** Calls about members and one's own account: name, password, sessions, notifications, tokens, blocks, vacation, ratings. */
import { json, post } from "./request.js";

const id = encodeURIComponent;
const mine = "/api/club/me";

/** @typedef {import("./club.js").Me} Me */
/** @typedef {{id: string, made: number, seen: number, device: string, here: boolean}} Place */
/** @typedef {{id: string, name: string, scopes: string[], made: number, seen: number}} Token */
/** @typedef {{shape: string, url: string}} Hook */
/** @typedef {{mail: string, push: {id: string, device: string}[], webhook: Hook | null, reminders: boolean, announcements: boolean}} Wishes */

/** @param {string} path */
const drop = (path) => json(path, { method: "DELETE" });

/** @param {string} name @returns {Promise<{me: Me}>} */
export const changeName = (name) => post(`${mine}/name`, { name });

/** @param {string} old @param {string} fresh */
export const changePassword = (old, fresh) => post(`${mine}/password`, { old, new: fresh });

/** @param {string} email @param {string} [password] @returns {Promise<{me: Me}>} */
export const changeEmail = (email, password = "") => post(`${mine}/email`, { email, password });

/** @returns {Promise<Place[]>} */
export const sessions = () => json(`${mine}/sessions`);

/** @param {string} session */
export const signOutSession = (session) => drop(`${mine}/sessions/${id(session)}`);

export const EXPORT = `${mine}/export`;

/** @param {string} password */
export const deleteAccount = (password) => post(`${mine}/delete`, { password });

/** @returns {Promise<Wishes>} */
export const notificationSettings = () => json(`${mine}/notifications`);

/** @param {{mail?: string, reminders?: boolean, announcements?: boolean, webhook?: Hook | null}} change @returns {Promise<Wishes>} */
export const changeNotifications = (change) => post(`${mine}/notifications`, change);

/** @param {"mail" | "push" | "webhook"} way @returns {Promise<{sent: number}>} */
export const testNotification = (way) => post(`${mine}/notifications/test`, { way });

/** @param {PushSubscription} subscription @returns {Promise<{id: string}>} */
export const addPush = (subscription) => {
  const { endpoint, keys } = subscription.toJSON();
  return post(`${mine}/push`, { endpoint, keys });
};

/** @param {string} push */
export const endPush = (push) => drop(`${mine}/push/${id(push)}`);

/** @returns {Promise<Token[]>} */
export const tokens = () => json(`${mine}/tokens`);

/** @param {string} name @param {string[]} scopes @param {string} [password] @returns {Promise<Token & {token: string}>} */
export const newToken = (name, scopes, password = "") => post(`${mine}/tokens`, { name, scopes, password });

/** @param {string} token */
export const endToken = (token) => drop(`${mine}/tokens/${id(token)}`);

/** @returns {Promise<string[]>} */
export const blocks = () => json("/api/club/blocks");

/** @param {string} name @param {boolean} blocked */
export const setBlocked = (name, blocked) => post("/api/club/block", { name, blocked });

/** @param {string} search @returns {Promise<{match: string, text: string}[]>} */
export const matchNotes = (search) => json(`/api/notes?search=${id(search)}`);

/** @param {string} match @param {string} seat @param {number} days */
export const startVacation = (match, seat, days) => post(`/api/matches/${id(match)}/vacation`, { seat, days });

/** @param {string} match */
export const endVacation = (match) => drop(`/api/matches/${id(match)}/vacation`);

/** @param {string} match @returns {Promise<import("./club.js").Facts>} */
export const clubFacts = (match) => json(`/api/matches/${id(match)}/club`);

/** @typedef {{at: number, game: string, rating: number}} RatingPoint */
/** @typedef {{won: number, drawn: number, lost: number}} Score */
/** @typedef {Score & {name: string, kind: string}} Opponent */
/** @typedef {Score & {game: string, side: string}} SideScore */
/**
 * @typedef {{match: string, at: number, game: string, side: string, opponent: string, kind: string, outcome: string, how: string,
 *   rated: boolean}} PlayedRow
 */
/** @typedef {{rating: number, deviation: number, provisional: boolean, games: number}} Rated */
/**
 * @typedef {{name: string, kind: string, since: number | null, ratings: (Rated & {game: string})[], record: SideScore[],
 *   opponents: Opponent[], graph: RatingPoint[], recent: PlayedRow[]}} MemberPage
 */
/** @typedef {Score & {name: string, against: string, record: SideScore[], games: PlayedRow[]}} Against */
/** @typedef {Rated & {name: string, kind: string}} Leader */

/** @param {string} name @returns {Promise<MemberPage>} */
export const member = (name) => json(`/api/members/${id(name)}`);

/** @param {string} one @param {string} other @returns {Promise<Against>} */
export const headToHead = (one, other) => json(`/api/members/${id(one)}/against/${id(other)}`);

/** @param {string} game @returns {Promise<Leader[]>} */
export const leaderboard = (game) => json(`/api/leaderboard/${id(game)}`);
