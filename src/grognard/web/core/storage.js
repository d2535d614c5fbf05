/**
 * Settings, notes and set-ups kept in this browser. A browser that refuses to keep anything (private mode, full disk)
 * still plays: every access falls back to memory.
 */

const PREFIX = "grognard:";
/** @type {Map<string, string>} */
const memory = new Map();

/**
 * The value kept under a key, typed as the caller knows it.
 * @template [T=unknown]
 * @param {string} key
 * @returns {T | null}
 */
export function load(key) {
  try {
    const text = localStorage.getItem(PREFIX + key) ?? memory.get(key);
    return text === undefined || text === null ? null : JSON.parse(text);
  } catch {
    const text = memory.get(key);
    return text === undefined ? null : JSON.parse(text);
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function keep(key, value) {
  const text = JSON.stringify(value);
  memory.set(key, text);
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {
    // Memory holds it for as long as the page is open.
  }
}

/** @param {string} key */
export function forget(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept.
  }
}

/**
 * Matches whose seats this browser still holds by tokens of its own, from the time before cookies.
 * @returns {[string, string[]][]}
 */
export function oldSeats() {
  /** @type {[string, string[]][]} */
  const found = [];
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(`${PREFIX}seats:`)) continue;
      const match = key.slice(PREFIX.length + 6);
      const tokens = Object.entries(load(`seats:${match}`) ?? {}).flatMap(([side, token]) => (token === side ? [] : [String(token)]));
      if (tokens.length) found.push([match, tokens]);
    }
  } catch {
    // Nothing can be read here.
  }
  return found;
}

/**
 * The sides whose seats this browser holds.
 * @param {import("./types.js").Seats} seats
 */
export const heldIn = (seats) => Object.keys(seats).filter((side) => seats[side]?.token);

/** @typedef {{theme: "auto" | "light" | "dark", fastDice: boolean, dockShut: boolean,
 *   sound: "off" | "quiet" | "loud", language?: string}} Settings */

/** @type {Settings} */
export const settings = { theme: "auto", fastDice: false, dockShut: false, sound: "off", ...load("settings") };

/** @param {Partial<Settings>} change */
export function setSettings(change) {
  Object.assign(settings, change);
  keep("settings", settings);
  applyTheme();
}

export function applyTheme() {
  if (settings.theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

/** Motion is unwelcome when the system says so. */
export function prefersReducedMotion() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
