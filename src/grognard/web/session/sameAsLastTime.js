/**
 * "Same as last time": from the start of a match until a verb that the board marks with `remember`, the page notes
 * which options a side sent. The next match of the same game and version may send them again in one go.
 */
import { keep, load } from "../core/storage.js";

/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {{match: string, side: number, board: import("../core/types.js").Board, options: Option[]}} Session  of it, what is needed */
/** @typedef {{stamp: string, options: Option[]}} Entry  the stamp before it was sent, so that undo finds its way back */
/** @typedef {Entry[] | "closed"} Noted */

/** @param {Session} session */
const noteKey = (session) => `sent:${session.match}:${session.side}`;
/** @param {Session} session */
const listKey = (session) => `again:${session.board.game}:${session.side}`;

/**
 * @param {Session} session
 * @param {string} stamp
 * @param {Option[]} options
 */
export function recordSent(session, stamp, options) {
  if (!Object.values(session.board.verbs).some((verb) => verb.remember)) return;
  /** @type {Noted | null} */
  const noted = load(noteKey(session));
  if (noted === "closed") return;
  const entries = noted ?? [];
  const end = options.findIndex((o) => session.board.verbs[o[0]]?.remember);
  entries.push({ stamp, options: end < 0 ? options : options.slice(0, end) });
  if (end < 0) return keep(noteKey(session), entries);
  keep(noteKey(session), "closed");
  const list = entries.flatMap((entry) => entry.options);
  if (list.length) keep(listKey(session), { version: session.board.version, list });
}

/**
 * @param {Session} session
 * @param {string} stamp  of the position that the undo led back to
 */
export function recordUndone(session, stamp) {
  /** @type {Noted | null} */
  const noted = load(noteKey(session));
  if (!Array.isArray(noted)) return;
  const at = noted.findIndex((entry) => entry.stamp === stamp);
  if (at >= 0) return keep(noteKey(session), noted.slice(0, at));
  // Inside a batch no stamp is known: an undo there takes back its last option.
  const last = noted.pop();
  if (last && last.options.length > 1) noted.push({ ...last, options: last.options.slice(0, -1) });
  keep(noteKey(session), noted);
}

/**
 * The remembered list, when this side has sent nothing yet and its first step is on offer.
 * @param {Session} session
 * @returns {Option[] | null}
 */
export function sameAsLastTime(session) {
  /** @type {Noted | null} */
  const noted = load(noteKey(session));
  if (noted?.length) return null;
  /** @type {{version: string, list: Option[]} | null} */
  const kept = load(listKey(session));
  if (!kept || kept.version !== session.board.version) return null;
  const first = JSON.stringify(kept.list[0]);
  return session.options.some((o) => JSON.stringify(o) === first) ? kept.list : null;
}
