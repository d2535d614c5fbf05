/** Calls of moderators: reports, members, bans, invitations, the audit log, statistics. */
import { json, post } from "./request.js";

const id = encodeURIComponent;

/**
 * @typedef {{id: string, by: string, by_name?: string, against: string, against_name?: string, match: string, n: number, why: string,
 *   made: number, closed_by_name?: string, answer: string, text: string, hidden: boolean,
 *   kind: "message" | "match" | "member" | "appeal"}} Report
 */
/** @typedef {{id: string, name: string, kind: string, roles: string[], since: number, banned: number, why: string}} Kept */
/** @typedef {{id: string, note: string, uses: number, made: number, until: number}} Invitation */
/** @typedef {{id: string, at: number, by: string, by_name?: string, act: string, subject: string, subject_name?: string, detail: string, text: string}} Act */

/** @param {boolean} closed @returns {Promise<Report[]>} */
export const reports = (closed) => json(`/api/club/reports${closed ? "?closed" : ""}`);

/** @param {string} report @param {string} answer */
export const settleReport = (report, answer) => post(`/api/club/reports/${id(report)}`, { answer });

export { hideChatLine } from "./club.js";

/** @param {string} words @param {string} after @returns {Promise<Kept[]>} */
export const members = (words, after) => json(`/api/club/members?q=${id(words)}&after=${id(after)}`);

/** @param {string} member @param {number | null} days  0: no more; null: for good @param {string} why */
export const ban = (member, days, why) => post(`/api/club/members/${id(member)}/ban`, { days, why });

/** @param {string} member @param {string[]} held */
export const setRoles = (member, held) => post(`/api/club/members/${id(member)}/role`, { roles: held });

/** @returns {Promise<Invitation[]>} */
export const invitations = () => json("/api/club/invitations");

/** @param {string} note @param {number} uses @param {number} days @returns {Promise<{link: string}>} */
export const invite = (note, uses, days) => post("/api/club/invitations", { note, uses, days });

/** @param {string} invitation */
export const endInvitation = (invitation) => json(`/api/club/invitations/${id(invitation)}`, { method: "DELETE" });

/** @returns {Promise<Act[]>} */
export const audit = () => json("/api/club/audit");

/** @returns {Promise<Record<string, number>>} */
export const statistics = () => json("/api/club/statistics");

/** @param {string} to @returns {Promise<{text: string}>} */
export const sendTestEmail = (to) => post("/api/club/email", { to });
