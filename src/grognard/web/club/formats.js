/** Texts of the club's pages, and dates and numbers in the reader's language. */
import { locale } from "../languages/language.js";
import { S } from "../languages/strings.js";

export const R = S.club.rooms;

/**
 * A moment, as short as it can be said.
 * @param {number} at  seconds
 */
export function moment(at) {
  if (!at) return R.never;
  return new Date(at * 1000).toLocaleString(locale, { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
}

/** @param {number} at  seconds */
export const dayOf = (at) => new Date(at * 1000).toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric" });

/** @param {number} n */
export const figure = (n) => n.toLocaleString(locale);
