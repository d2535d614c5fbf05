/** What the score, the record, the drawers and the sounds say. */

export const SEEING = {
  ledger: {
    title: "Where the points come from",
    scored: "Scored",
    due: "The end would add",
    now: "As things stand",
    total: "Total",
    range: (/** @type {number} */ least, /** @type {number} */ most) => `${least} to ${most}`,
    of: (/** @type {number} */ n, /** @type {number} */ most) => `${n} of ${most}`,
    none: "Nothing yet.",
    atMost: (/** @type {number} */ most) => `the track ends at ${most}`,
  },
  recap: {
    title: "Since your last decision",
    wholeTitle: "Since your own phase",
    whole: (/** @type {number} */ n) => `The whole turn: ${n}`,
    chip: (/** @type {number} */ n) => `Since your last decision: ${n} lines`,
    watch: "Watch it",
    skip: "Skip",
    done: "Go on",
    nothing: "Nothing moved and nothing was lost that you can see.",
  },
};
