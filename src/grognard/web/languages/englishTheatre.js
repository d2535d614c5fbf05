/** The English words of what is shown on the map as it happens. */
export const THEATRE = {
  who: "Shown on the map",
  skip: "Skip",
  toTheDecision: "Skip to the decision",
  speed: "Speed of moves and dice on the map",
  instant: "Instant",
  menu: "Moves and dice on the map …",
  explain: "What happens is shown on the map, one act after another, before you are asked. Instant shows only what came of it.",
  clocked: "Under a running clock it takes 3 seconds at most, unless you choose a speed here.",
  again: "Show this on the map",
};
