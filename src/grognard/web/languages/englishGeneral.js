/** The English words of bot strengths, the general and analysis. */

/** @param {number} n */
const signed = (n) => `${n > 0 ? "+" : ""}${n}`.replace("-", "−");

export const GENERAL = {
  ranks: "Opponents",
  rank: /** @type {Record<string, string>} */ ({
    marshal: "the strongest computer opponent",
    general: "plans whole phases and looks ahead",
    staff: "plays by the book, and well",
    recruit: "plays like the staff, but hastily",
    random: "plays random legal moves",
  }),
  yardstick: (/** @type {number} */ games) => `the reference for the others (${games} games)`,
  strength: (/** @type {number} */ elo, /** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ games) =>
    `${signed(elo)} Elo against the staff (${signed(low)} to ${signed(high)}; ${games} games)`,
  share: (/** @type {number} */ percent) => `takes about ${percent}% of the points from the staff`,
  unmeasured: "not measured yet",
  atOnce: "answers at once",
  thinks: (/** @type {number} */ seconds) => `thinks up to ${seconds} seconds per decision`,
  ask: "Ask the general",
  askHint: "The best plan for this phase, and two alternatives",
  title: "What the general would do",
  first: (/** @type {string} */ text) => `First: ${text}`,
  others: "Plans considered",
  plan: (/** @type {string} */ text, /** @type {number} */ percent) => `${text}: ${percent}%`,
  worse: (/** @type {string} */ points, /** @type {string} */ error) => `${points} points (± ${error})`,
  byTheBook: "This question needs no plan: the general does what the staff would.",
  considering: (/** @type {string} */ side, /** @type {number} */ percent) =>
    `The general of ${side} is thinking: ${percent}% done.`,
  hurry: "Decide now",
  hurried: "The general decides with what is worked out so far.",
  analyse: "Analyse",
  analysis: "Where it was won and lost",
  working: (/** @type {number} */ percent) => `The general is analysing the match: ${percent}% done.`,
  left: (/** @type {number} */ seconds) =>
    seconds < 90 ? `About ${seconds} seconds left.` : `About ${Math.round(seconds / 60)} minutes left.`,
  chanceOf: (/** @type {string} */ side) => `Winning chance of ${side} over the match`,
  chanceAt: (/** @type {string} */ side, /** @type {number} */ percent) => `${side}: ${percent}%`,
  decisions: "Decisions that moved it most",
  rolls: "Rolls that moved it most",
  mistakes: "What the general would have done instead",
  noMistakes: "Nothing that the general would clearly have done differently.",
  none: "None.",
  moved: (/** @type {number} */ before, /** @type {number} */ after) => `${before}% → ${after}%`,
  cost: (/** @type {string} */ side, /** @type {string} */ points, /** @type {string} */ error) =>
    `${side}: worth ${points} points (± ${error})`,
  luck: "Luck and skill",
  decisionsOf: (/** @type {string} */ side, /** @type {string} */ points) => `Decisions of ${side}: ${points} points for them`,
  dice: (/** @type {string} */ side, /** @type {string} */ points) =>
    `Dice and the course of the game: ${points} points for ${side}`,
  turnLine: (/** @type {number} */ turn, /** @type {string} */ phase) => `Turn ${turn}, ${phase}`,
  look: "Show it in the replay",
};
