/** The English words of bot strengths, the general and analysis. */

/** @param {number} n */
const signed = (n) => `${n > 0 ? "+" : ""}${n}`.replace("-", "−");

export const GENERAL = {
  ranks: "Who there is to play against",
  rank: /** @type {Record<string, string>} */ ({
    general: "plans whole phases and looks ahead",
    staff: "plays by the book, and well",
    recruit: "knows the staff's trade, and is hasty in it",
    random: "knows the rules and nothing else",
  }),
  yardstick: (/** @type {number} */ games) => `the measure of the others (${games} games)`,
  strength: (/** @type {number} */ elo, /** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ games) =>
    `${signed(elo)} Elo against the staff (${signed(low)} to ${signed(high)}; ${games} games)`,
  unmeasured: "not measured yet",
  atOnce: "answers at once",
  thinks: (/** @type {number} */ seconds) => `thinks up to ${seconds} s for a decision`,
  ask: "Ask the general",
  askHint: "His plan for this phase, and the two next best",
  title: "What the general would do",
  first: (/** @type {string} */ text) => `First: ${text}`,
  others: "What he weighed",
  plan: (/** @type {string} */ text, /** @type {number} */ percent) => `${text}: ${percent} %`,
  worse: (/** @type {string} */ points, /** @type {string} */ error) => `${points} points (± ${error})`,
  byTheBook: "Here no plan is made: he does as the staff would.",
  considering: (/** @type {string} */ side, /** @type {number} */ percent) =>
    `The general of ${side} weighs his plans: ${percent} % done.`,
  hurry: "Hurry",
  hurried: "He decides by what he knows so far.",
  analyse: "Analyse",
  analysis: "Where it was won and lost",
  working: (/** @type {number} */ percent) => `The general goes through the match: ${percent} % done.`,
  left: (/** @type {number} */ seconds) =>
    seconds < 90 ? `About ${seconds} s more.` : `About ${Math.round(seconds / 60)} minutes more.`,
  chanceOf: (/** @type {string} */ side) => `The chance of ${side}, from the first line to the last`,
  chanceAt: (/** @type {string} */ side, /** @type {number} */ percent) => `${side}: ${percent} %`,
  decisions: "Decisions that moved it most",
  rolls: "Rolls that moved it most",
  mistakes: "What the general would have done otherwise",
  noMistakes: "No plan that he would clearly have left for another.",
  none: "None.",
  moved: (/** @type {number} */ before, /** @type {number} */ after) => `${before} % → ${after} %`,
  cost: (/** @type {string} */ side, /** @type {string} */ points, /** @type {string} */ error) =>
    `${side}: worth ${points} points (± ${error})`,
  luck: "Luck against skill",
  decisionsOf: (/** @type {string} */ side, /** @type {string} */ points) => `Decisions of ${side}: ${points} points for them`,
  dice: (/** @type {string} */ side, /** @type {string} */ points) => `All dice: ${points} points for ${side}`,
  turnLine: (/** @type {number} */ turn, /** @type {string} */ phase) => `Turn ${turn}, ${phase}`,
  look: "Look at it on the slider",
};
