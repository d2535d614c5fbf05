/** The call for what each button of the open question would bring to the log. */
import { json } from "./request.js";

/**
 * @param {import("./matches.js").Seat} seat
 * @param {string} stamp
 * @param {AbortSignal} signal
 * @returns {Promise<import("../core/types.js").Consequence[]>}
 */
export const getConsequences = (seat, stamp, signal) =>
  json(`${seat.base}/consequences?seat=${encodeURIComponent(seat.side)}&stamp=${encodeURIComponent(stamp)}`, { signal });
