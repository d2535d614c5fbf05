/** Loading a save file. Of a save that was played under other rules as much as still fits is loaded on request. */
import * as api from "../api/matches.js";
import { ApiError } from "../api/request.js";
import { h } from "../core/dom.js";
import { confirmFirst } from "../widgets/popups.js";
import { isSealed, openSealed } from "./saveFile.js";
import { forget, keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";

/**
 * @param {(match: string) => void} then
 * @param {(text: string) => void} say
 */
export function loadFromFile(then, say) {
  const input = h("input", {
    type: "file",
    onchange: async () => {
      const text = await input.files?.[0]?.text();
      if (text !== undefined) await take(text, false, then, say);
    },
  });
  input.click();
}

/**
 * @param {string} text
 * @param {boolean} fits
 * @param {(match: string) => void} then
 * @param {(text: string) => void} say
 */
async function take(text, fits, then, say) {
  if (isSealed(text)) return openSealed(text, then, say);
  try {
    const made = await api.loadSave(text, fits);
    if (made.notes?.length) keep(`told:${made.id}`, made.notes);
    then(made.id);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof ApiError && error.code === "version" && !fits) {
      confirmFirst(message, S.loadWhatFits, () => void take(text, true, then, say));
    } else say(message);
  }
}

/**
 * The notes on a loaded save, shown once at its match.
 * @param {string} match
 * @returns {string[]}
 */
export function loadNotes(match) {
  /** @type {string[]} */
  const notes = load(`told:${match}`) ?? [];
  forget(`told:${match}`);
  return notes;
}
