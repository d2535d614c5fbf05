/**
 * The language of the page: those available, the chosen one, and the catalogue that takes the place of the English.
 *
 * A catalogue is a module of the same shape as `english.js`, whole or in part: the compiler holds every entry to the
 * English one, a sentence with a number in it is a function that knows its language's plurals, and what is missing
 * stays English. Numbers, dates and names of languages come from the browser's own `Intl`.
 */
import { load } from "../core/storage.js";

/**
 * Of a catalogue as much as somebody has translated.
 * @template T
 * @typedef {{[K in keyof T]?: T[K] extends (...given: infer Given) => string ? (...given: Given) => string
 *   : T[K] extends unknown[] | string ? T[K] : Part<T[K]>}} Part
 */

export const LANGUAGES = ["en", "de", "ja", "zh-Hans", "zh-Hant"];
/** A year's day is written as most of the world does, not as in the United States. */
const LOCALES = /** @type {Record<string, string>} */ ({ en: "en-GB" });

/**
 * Of the languages there are the first that somebody reads; English where there is none.
 * @param {readonly string[]} read  tags as browsers write them, the best first
 */
export function firstOf(read) {
  for (const tag of read) {
    try {
      const { language, script } = new Intl.Locale(tag).maximize();
      const found = LANGUAGES.find((each) => each === language || each === `${language}-${script}`);
      if (found) return found;
    } catch {
      // No tag of a language.
    }
  }
  return "en";
}

/** The player's choice; empty: the browser's language. */
const chosen = /** @type {{language?: string} | undefined} */ (load("settings"))?.language ?? "";

export const language = LANGUAGES.includes(chosen) ? chosen : firstOf(navigator.languages);
export const locale = LOCALES[language] ?? language;

/**
 * The server answers in this language from now on: the games' words are its own.
 * @param {string} id
 */
export function speak(id) {
  document.cookie = `language=${id}; path=/; max-age=31536000; SameSite=Strict`;
}
speak(language);

/** @param {string} id */
export const nameOf = (id) => new Intl.DisplayNames([id], { type: "language", languageDisplay: "standard" }).of(id) ?? id;

/**
 * Whether a text is still English on a page in another language.
 * @param {string} text
 */
export const inEnglish = (text) => language !== "en" && /\b(?:the|of|and|are|may)\b/.test(text);

/**
 * A moment as people write it.
 * @param {Date} date
 */
export const moment = (date) => date.toLocaleString(locale, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

// A rating or a year has no thousands separator; a count of 12,345 has.
const figures = new Intl.NumberFormat(
  locale,
  /** @type {Intl.NumberFormatOptions} */ (/** @type {unknown} */ ({ useGrouping: "min2", maximumFractionDigits: 6 })),
);
const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });

/**
 * A number as the reader writes it.
 * @param {number | string} n  a text stays as it is
 */
export const number = (n) => (typeof n === "number" ? figures.format(n) : n);

/**
 * A chance in whole percent, or a range of chances.
 * @param {number} least
 * @param {number} [most]
 */
export function percent(least, most = least) {
  const shown = (/** @type {number} */ p) =>
    p > 0 && p < 0.005 ? `<${percents.format(0.01)}` : p < 1 && p > 0.995 ? `>${percents.format(0.99)}` : percents.format(p);
  const [low, high] = [shown(least), shown(most)];
  if (low === high) return low;
  return `${low.replace(/[\s%]+$/, "")}–${high}`;
}

/**
 * A sentence with numbers in it, which writes them as the reader does.
 * @param {(...given: unknown[]) => unknown} sentence
 * @returns {(...given: unknown[]) => unknown}
 */
export const withFigures =
  (sentence) =>
  (...given) => {
    let said = sentence(...given);
    if (typeof said !== "string") return said;
    for (const n of given) {
      const plain = String(n);
      if (typeof n !== "number" || number(n) === plain) continue;
      said = String(said).replaceAll(new RegExp(`(?<![\\d.,])${plain.replace(".", "\\.")}(?![\\d.])`, "g"), String(number(n)));
    }
    return said;
  };

/**
 * The words of the page in the language that is spoken.
 * @template T
 * @param {T} english
 * @returns {Promise<T>}
 */
export async function translated(english) {
  document.documentElement.lang = language;
  if (language === "en") return /** @type {T} */ (merged(english, english));
  try {
    const catalogue = await import(`./${language.toLowerCase()}.js`);
    return /** @type {T} */ (merged(english, catalogue.WORDS));
  } catch {
    document.documentElement.lang = "en"; // the page speaks at least one language
    return /** @type {T} */ (merged(english, english));
  }
}

/**
 * @param {unknown} english
 * @param {unknown} words
 * @returns {unknown}
 */
function merged(english, words) {
  if (typeof english === "function") return withFigures(/** @type {(...given: unknown[]) => unknown} */ (words ?? english));
  if (words === undefined) words = english;
  if (typeof english !== "object" || english === null || Array.isArray(english)) return words;
  const given = /** @type {Record<string, unknown>} */ (words);
  return Object.fromEntries(Object.entries(english).map(([name, value]) => [name, merged(value, given[name])]));
}
