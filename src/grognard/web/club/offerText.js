/** The terms of an open table in words. */
import { S } from "../languages/strings.js";

/** @typedef {import("../api/club.js").Offer} Offer */
/** @typedef {import("../core/types.js").Game} Game */

/**
 * @param {Offer} table
 * @param {Game[]} games
 */
export function offerText(table, games) {
  const game = games.find((g) => g.id === table.game);
  const scenario = (game?.scenarios?.length ?? 0) > 1 ? game?.scenarios?.find((each) => each.id === table.scenario) : undefined;
  return [
    game?.title ?? table.game,
    scenario?.name ?? "",
    sideOf(table, game),
    table.rated ? S.club.rated : S.club.friendly,
    paceOf(table.pace),
    table.between ? S.club.between(...table.between) : "",
  ].filter(Boolean);
}

/**
 * The side of a player who joins.
 * @param {Offer} table
 * @param {Game | undefined} game
 */
function sideOf(table, game) {
  if (table.both) return S.club.bothSides;
  if (table.side === "lot") return S.club.byLot;
  // A table names the side of who opened it; an empty seat is that seat itself.
  const side = game?.sides.find((each) => (each.id === table.side) === !!table.match);
  return S.club.joinerPlays(side?.name ?? table.side);
}

/** @param {import("../api/club.js").Pace} pace */
export function paceOf(pace) {
  if (pace.kind === "live") return S.club.live(pace.minutes, pace.increment);
  return pace.kind === "days" ? S.club.days(pace.days, pace.reserve) : S.club.noPace;
}

/** @param {{name: string, rating: number | null, provisional: boolean}} player */
export const playerWords = ({ name, rating, provisional }) => (rating === null ? name : S.club.player(name, rating, provisional));
