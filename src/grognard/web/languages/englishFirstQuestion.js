/** The English words beside the first question of a game. */

export const FIRST_QUESTION = {
  title: "Why this question matters",
  byName: "Choose a place by its name or number",
  noPlace: "There is no such place on the map.",
  notNow: (/** @type {string} */ name) => `${name} cannot be chosen now.`,
};
