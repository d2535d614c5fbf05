/** The lobby: your own matches, those that wait for your move first; challenges; tables that can be joined. */
import { fill, h } from "../core/dom.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";
import { openNewTable } from "./newTable.js";
import { offerText, playerWords } from "./offerText.js";
import { poll } from "../matches/waitingBadge.js";

/** Milliseconds between two looks at the lobby. */
const LOOK = 4000;

/**
 * me: empty for a visitor; plays: whether the visitor may join a table
 * @typedef {{me: string, plays: boolean, games: import("../core/types.js").Game[], go: (match: string) => void, mine: (list: calls.Mine[]) => void}} Here
 */

/**
 * @param {HTMLElement} el
 * @param {Here} here
 * @returns {() => void}  ends it
 */
export function openLobby(el, here) {
  const said = h("p", { class: "form-said", id: "lobby-said", role: "alert" });
  const list = h("div", { class: "lobby-lists" });
  let known = "";
  let told = "";
  let ended = false;
  const look = async () => {
    const lobby = await calls.lobby();
    if (ended) return;
    const own = JSON.stringify(lobby.mine);
    if (own !== told) here.mine(lobby.mine);
    told = own;
    // Times are shown in minutes at the finest.
    const now = JSON.stringify(lobby) + Math.floor(Date.now() / 60000);
    if (now !== known) draw(lobby);
    known = now;
  };

  /** @param {calls.Lobby} lobby */
  function draw(lobby) {
    const at = list.contains(document.activeElement) ? document.activeElement?.id : "";
    const open = lobby.mine.filter((each) => each.waits !== "over");
    const over = lobby.mine.filter((each) => each.waits === "over");
    const folded = !list.querySelector("details")?.open;
    fill(
      list,
      part("lobby-mine", S.club.yourMatches, open.map((each) => mineRow(each, here))),
      part("lobby-challenges", S.club.challenges, lobby.challenges.map((table) => offerRow(table, here, act))),
      part("lobby-tables", S.club.tables, lobby.tables.map((table) => offerRow(table, here, act)), here.plays ? S.club.noTables : ""),
      part("lobby-live", S.club.toWatch, lobby.live.map((each) => liveRow(each, here))),
      over.length > 0 &&
        h(
          "details",
          { class: "more-matches", ...(folded ? {} : { open: true }) },
          h("summary", null, S.club.finished),
          h("div", { class: "recent" }, over.slice(0, 40).map((each) => mineRow(each, here))),
        ),
    );
    if (at) document.getElementById(at)?.focus({ preventScroll: true });
  }

  /**
   * @param {calls.Offer} table
   * @param {"join" | "accept" | "decline" | "withdraw"} how
   */
  async function act(table, how) {
    said.textContent = "";
    try {
      const [match] = (await calls.answerOffer(table.id, how)).matches ?? [];
      if (match) return here.go(match);
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
    await look().catch(() => {});
  }

  const fresh = () => openNewTable(here.games, (match) => (match ? here.go(match) : void look().catch(() => {})));
  fill(
    el,
    here.plays && h("p", { class: "lobby-tools" }, h("button", { type: "button", class: "button primary", id: "new-table", onclick: fresh }, S.club.newTable)),
    said,
    list,
  );
  const stop = poll(look, LOOK);
  void look().catch((error) => (said.textContent = error instanceof Error ? error.message : String(error)));
  return () => {
    ended = true;
    stop();
  };
}

/**
 * @param {string} id
 * @param {string} title
 * @param {HTMLElement[]} rows
 * @param {string} [none]  what is said where there are none
 */
function part(id, title, rows, none) {
  if (!rows.length && !none) return null;
  return h(
    "div",
    { class: "lobby-part", id, role: "group", "aria-labelledby": `${id}-title` },
    h("h3", { id: `${id}-title` }, title),
    rows.length ? h("div", { class: "recent" }, rows) : h("p", { class: "club-hint" }, none),
  );
}

/**
 * @param {calls.Mine} mine
 * @param {Here} here
 */
function mineRow(mine, { games }) {
  const side = games.find((game) => game.id === mine.game)?.sides.find((each) => each.id === mine.side)?.name ?? mine.side;
  const now = Date.now() / 1000;
  const out = mine.waits === "over" ? null : mine.clock?.outAt;
  const state = mine.waits === "over" ? S.club.over : mine.waits === "me" ? S.club.yourMove(span(now - mine.since)) : S.club.theirMove(span(now - mine.since));
  return h(
    "a",
    { class: `match-row ${mine.waits === "me" ? "yours" : ""}`, id: `mine-${mine.match}`, href: `/match/${encodeURIComponent(mine.match)}` },
    h("b", null, mine.title),
    h("span", null, S.club.asAgainst(side, mine.opponent)),
    h("span", null, mine.waits === "over" ? "" : S.turn(mine.turn)),
    h("span", { class: "match-state" }, mine.draw && mine.waits !== "over" ? S.club.drawOffered : state),
    h("span", { class: "club-hint" }, out ? (out > now ? S.club.timeLeft(span(out - now)) : S.club.timeOut) : ""),
  );
}

/**
 * @param {calls.Live} live
 * @param {Here} here
 */
function liveRow(live, { games }) {
  const sides = games.find((game) => game.id === live.game)?.sides ?? [];
  const names = (sides.length ? sides.map((side) => live.names[side.id]) : Object.values(live.names)).flatMap((name) => name ?? []);
  return h(
    "a",
    { class: "match-row", href: `/watch/${encodeURIComponent(live.match)}` },
    h("b", null, live.title),
    h("span", null, h("bdi", null, S.club.playing(names))),
    h("span", null, S.turn(live.turn)),
    h("span", { class: "club-hint" }, live.rated ? S.club.rated : S.club.friendly),
    h("span", { class: "match-state" }, S.club.watch),
  );
}

/** @param {number} seconds */
const span = (seconds) => S.club.span(Math.max(0, Math.floor(seconds / 60)));

/**
 * @param {calls.Offer} table
 * @param {Here} here
 * @param {(table: calls.Offer, how: "join" | "accept" | "decline" | "withdraw") => Promise<void>} act
 */
function offerRow(table, here, act) {
  const own = !!here.me && table.by.name === here.me;
  const [title, ...rest] = offerText(table, here.games);
  const button = (/** @type {"join" | "accept" | "decline" | "withdraw"} */ how, primary = false) =>
    h(
      "button",
      { type: "button", class: primary ? "button primary" : "button", id: `${how}-${table.id}`, onclick: () => void act(table, how) },
      S.club[how],
    );
  const whom = table.to ? (own ? S.club.challenged(table.to) : playerWords(table.by)) : own ? S.club.yourTable(table.private) : playerWords(table.by);
  return h(
    "div",
    { class: "lobby-row", "data-table": table.id },
    h("b", null, title),
    h("span", { class: "lobby-by" }, h("bdi", null, whom)),
    h("span", { class: "club-hint" }, rest.join(" · ")),
    h("span", { class: "lobby-acts" }, own ? button("withdraw") : table.to ? [button("accept", true), button("decline")] : here.plays && button("join", true)),
  );
}
