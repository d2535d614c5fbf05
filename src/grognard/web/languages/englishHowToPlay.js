/** The English words of the pages on how to play. */

export const HOW_TO_PLAY = {
  title: "How to play",
  link: (/** @type {number} */ minutes) => `How to play, ${minutes} minutes to read`,
  menu: "How to play (opens a page)",
  time: (/** @type {number} */ minutes) => `How to play. ${minutes} minutes to read.`,
  goal: "What you play for",
  map: (/** @type {string} */ game) => `The map of ${game}`,
  turn: "A turn in six steps",
  mistakes: "Three mistakes",
  moreWays: "More: opponents, options, rules",
  learnLarge: (/** @type {string} */ game, /** @type {number} */ minutes) => `Learn ${game} in ${minutes} minutes`,
  begin: "Begin the lesson",
  playFight: "Play this fight yourself",
};
