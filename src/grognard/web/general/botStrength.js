/** The bots of a game, with their measured strength and how long they think. */
import { h } from "../core/dom.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Game} Game */

/** Seconds for a decision below which nobody notices. */
const AT_ONCE = 0.1;
/** The longest time that a match lets a general think. */
const LONGEST = 5;
const THINKERS = ["marshal", "general"];

/** @param {import("../core/types.js").Rank | undefined} found  @param {string} id */
function strength(found, id) {
  if (!found) return S.general.unmeasured;
  if (id === "staff") return S.general.yardstick(found.games);
  return S.general.strength(Math.round(found.elo), Math.round(found.low), Math.round(found.high), found.games);
}

/** @param {import("../core/types.js").Rank | undefined} found  @param {string} id */
function time(found, id) {
  const longest = found?.longest ?? (THINKERS.includes(id) ? LONGEST : 0);
  return longest < AT_ONCE ? S.general.atOnce : S.general.thinks(Math.min(LONGEST, Math.ceil(longest)));
}

/**
 * Half a line on how strong an opponent is; nothing about one that is not ours.
 * @param {Game} game
 * @param {string} id
 */
export function howStrong(game, id) {
  const found = game.ranks?.[id];
  if (!(id in S.general.rank)) return "";
  if (!found || id === "staff" || game.sides.length === 1) return S.general.rank[id];
  return S.general.share(Math.round(100 / (1 + 10 ** (-found.elo / 400))));
}

/** @param {Game} game */
export function botStrengths(game) {
  const known = game.bots.filter((id) => id in S.general.rank);
  if (!known.length) return null;
  return h(
    "section",
    { class: "ranks", "aria-label": S.general.ranks },
    h("h4", null, S.general.ranks),
    h(
      "dl",
      null,
      known.map((id) =>
        h(
          "div",
          { "data-rank": id },
          h("dt", null, id),
          h("dd", null, `${S.general.rank[id]}; ${strength(game.ranks?.[id], id)}; ${time(game.ranks?.[id], id)}`),
        ),
      ),
    ),
  );
}
