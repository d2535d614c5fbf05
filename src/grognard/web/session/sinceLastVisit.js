/** How far a seat has read its log in this browser, and what has been told since. */
import { keep, load } from "../core/storage.js";

/** @typedef {import("../core/types.js").LogLine} LogLine */
/**
 * The parts of a session that are needed here.
 * @typedef {{match: string, side: number, log: LogLine[], sinceCount: number, emit(topic: "lines", lines: LogLine[]): void}} Session
 */

/** @param {{match: string, side: number}} session */
const keyOf = ({ match, side }) => `seen:${match}:${side}`;

/** @param {Session} session */
export function rememberSeen(session) {
  keep(keyOf(session), session.log.length);
}

/**
 * Counts what happened while this seat was away.
 * @param {Session} session
 */
export function announceSince(session) {
  /** @type {number} */
  const seen = load(keyOf(session)) ?? 0;
  const missed = session.log.slice(seen);
  if (!seen || !missed.length) return;
  session.sinceCount = missed.length;
  setTimeout(() => session.emit("lines", missed.slice(-6)), 0);
}
