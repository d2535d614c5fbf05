/** The list of matches to continue: the one that waits for this player first, each with a small picture of its position. */
import { fill, h } from "../core/dom.js";
import { moment } from "../languages/language.js";
import { moreButton, nameOf as givenName, sortChoice, sorted } from "./manageMatches.js";
import { heldIn } from "../core/storage.js";
import { isOnlyBots, waitsHere } from "../matches/waitingBadge.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Game} Game */
/** @typedef {import("../core/types.js").MatchRow} MatchRow */

const PICTURED = 4;

export function openList() {
  const cards = h("div", { class: "match-cards" });
  const rest = h("div", { class: "recent" });
  const more = h("details", { class: "more-matches", hidden: true }, h("summary", null, S.moreMatches), rest);
  const said = h("p", { class: "match-gone", role: "status" });
  /** @type {{rows: MatchRow[], games: Game[], away: Set<string>}} */
  const now = { rows: [], games: [], away: new Set() };
  const again = () => show(now.rows, now.games);
  const el = h(
    "section",
    { class: "matches", "aria-labelledby": "matches", hidden: true },
    h("div", { class: "matches-head" }, h("h2", { id: "matches" }, S.continueMatch), sortChoice(again)),
    said,
    cards,
    more,
  );

  /**
   * @param {MatchRow} row
   * @param {HTMLElement} link
   */
  const item = (row, link) => h("div", { class: "match-item" }, link, moreButton(row, again, gone));

  /**
   * @param {MatchRow} row
   * @param {() => Promise<void>} back
   */
  function gone(row, back) {
    now.away.add(row.id);
    again();
    const undo = () =>
      void back().then(() => {
        now.away.delete(row.id);
        fill(said);
        again();
      });
    fill(
      said,
      S.seeing.keeping.away(givenName(row) || (row.title ?? row.game)),
      " ",
      h("button", { type: "button", class: "link", id: "match-back", onclick: undo }, S.seeing.keeping.back),
    );
  }

  /**
   * @param {MatchRow[]} rows
   * @param {Game[]} games
   */
  function show(rows, games) {
    Object.assign(now, { rows, games });
    const mine = sorted(rows.filter((row) => heldIn(row.seats).length && !now.away.has(row.id)));
    // What waits for this player comes first, then the rest that is open, then what is finished.
    const order = [...mine].sort((a, b) => rank(a) - rank(b));
    const open = order.filter((row) => row.status !== "over");
    // All that wait for an answer are in sight.
    const shown = open.slice(0, Math.max(PICTURED, open.filter(waitsHere).length));
    const others = order.filter((row) => !shown.includes(row));
    fill(
      cards,
      shown.map((row, i) => item(row, matchCard(row, games, i === 0))),
    );
    fill(
      rest,
      others.slice(0, 40).map((row) => item(row, matchRow(row, games))),
    );
    more.hidden = others.length === 0;
    if (!shown.length) more.open = true;
    el.hidden = mine.length === 0 && !now.away.size;
  }
  return { el, show };
}

/** @param {MatchRow} row */
const rank = (row) => (row.status === "over" ? 2 : waitsHere(row) ? 0 : 1);

/**
 * Whether people play who sit at other browsers: then the server tells the day of the last move alone.
 * @param {MatchRow} row
 */
const isAfar = (row) => Object.values(row.seats).some((seat) => seat.kind === "human" && !seat.token);

/**
 * @param {MatchRow} row
 * @param {Game[]} games
 * @param {boolean} first
 */
function matchCard(row, games, first) {
  const game = games.find((g) => g.id === row.game);
  return h(
    "a",
    { class: `match-card ${first ? "first" : ""}`, ...linkTo(row) },
    picture(row),
    h(
      "div",
      { class: "match-words" },
      h("b", null, givenName(row) || (row.title ?? game?.title ?? row.game)),
      h("span", null, seatsOf(row, game)),
      h("span", { class: "dim" }, [row.turn ? S.turn(row.turn) : "", isAfar(row) ? "" : when(row.updated)].filter(Boolean).join(" · ")),
      h("span", { class: `match-state ${rank(row) === 0 ? "yours" : ""}` }, stateOf(row, game)),
    ),
  );
}

/**
 * The map, and on it the units as this player's seats see them.
 * @param {MatchRow} row
 */
export function picture(row) {
  const seats = heldIn(row.seats).map((side) => `seat=${encodeURIComponent(side)}`);
  const units = `/api/matches/${encodeURIComponent(row.id)}/picture?${seats.join("&")}`;
  return h(
    "span",
    { class: "match-picture", "aria-hidden": "true" },
    h("img", { src: `/api/games/${encodeURIComponent(row.game)}/picture`, alt: "", loading: "lazy" }),
    h("img", {
      src: units,
      alt: "",
      loading: "lazy",
      onerror: (/** @type {Event} */ event) => /** @type {HTMLElement} */ (event.target).remove(),
    }),
  );
}

/**
 * @param {MatchRow} row
 * @param {Game[]} games
 */
function matchRow(row, games) {
  const game = games.find((g) => g.id === row.game);
  return h(
    "a",
    { class: "match-row", ...linkTo(row) },
    h("b", null, givenName(row) || (row.title ?? game?.title ?? row.game)),
    h("span", null, seatsOf(row, game)),
    h("span", null, row.turn ? S.turn(row.turn) : ""),
    h("span", { class: "dim" }, stateOf(row, game)),
    h("time", { class: "dim" }, isAfar(row) ? howLong(row) : when(row.updated)),
  );
}

/** @param {MatchRow} row */
const linkTo = (row) => ({
  href: `/match/${encodeURIComponent(row.id)}`,
  "data-match": row.id,
});

/**
 * The players of a match, as this player sees them.
 * @param {MatchRow} row
 * @param {Game | undefined} game
 */
function seatsOf(row, game) {
  const seats = Object.entries(row.seats);
  const mine = heldIn(row.seats).map((side) => nameOf(game, side));
  const bots = seats.filter(([, seat]) => seat.kind !== "human").map(([, seat]) => seat.kind);
  if (isOnlyBots(row)) return S.watched(seats.map(([side]) => nameOf(game, side)).join(S.versus));
  if (mine.length > 1) return `${S.hotSeat}: ${mine.join(S.versus)}`;
  if (bots.length) return S.nowAs(mine.join(), bots.join());
  return isAfar(row) ? S.club.against(mine.join()) : mine.join();
}

/**
 * @param {Game | undefined} game
 * @param {string} side
 */
const nameOf = (game, side) => game?.sides.find((s) => s.id === side)?.name ?? side;

/**
 * @param {MatchRow} row
 * @param {Game | undefined} game
 */
function stateOf(row, game) {
  if (!row.decides || isOnlyBots(row)) return S.status[row.status ?? ""] ?? row.status ?? "";
  const seat = row.seats[row.decides];
  if (seat?.open) return S.club.nobodyYet(nameOf(game, row.decides));
  const words = seat?.token ? S.yourTurn(nameOf(game, row.decides)) : S.waiting;
  return isAfar(row) ? `${words}, ${howLong(row)}` : words;
}

/**
 * Since when it has waited, in days: between people no moment is told.
 * @param {MatchRow} row
 */
function howLong(row) {
  const day = 86400;
  return S.club.forDays(Math.max(0, Math.floor(Date.now() / 1000 / day) - Math.floor(Number(row.updated ?? 0) / day)));
}

/** @param {string | number | undefined} updated */
function when(updated) {
  if (updated === undefined) return "";
  const date = new Date(typeof updated === "number" && updated < 1e12 ? updated * 1000 : updated);
  return Number.isNaN(date.getTime())
    ? String(updated)
    : moment(date);
}
