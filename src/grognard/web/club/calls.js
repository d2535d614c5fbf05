/** The calls about seats: who sits where, invitations, and pictures of links. */
import { ask, json, post } from "../call.js";

const id = encodeURIComponent;

/**
 * Who sits where; nothing for those who do not.
 * @param {string} match
 * @returns {Promise<import("../types.js").Sitters | null>}
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
