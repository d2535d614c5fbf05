/** A member's page: ratings and their history, the record by side and opponent, head to head, recent matches. */
import * as api from "../../api/matches.js";
import { fill, h } from "../../core/dom.js";
import { S } from "../../languages/strings.js";
import { openNewTable } from "../newTable.js";
import { openReport } from "../report.js";
import * as calls from "../../api/account.js";
import { buttonWithResult, card, nameLink, layOutPage, wordsOf } from "./pageLayout.js";
import { ratingGraph } from "./ratingGraph.js";
import { dayOf, R } from "../formats.js";

/** @typedef {import("../../core/types.js").Game} Game */
/** @typedef {calls.Score} Score */

/**
 * @param {HTMLElement} root
 * @param {string} name
 */
export async function openMember(root, name) {
  const shown = name.replace(/^bot:/, "");
  const page = await layOutPage(root, shown, { here: location.pathname });
  if (!page) return;
  const { me, main } = page;
  try {
    const [member, games] = await Promise.all([calls.member(name), api.games()]);
    const own = me?.name === member.name && member.kind !== "bot";
    main.append(
      headLine(member, games, !!me && !own),
      h(
        "div",
        { class: "room-columns" },
        h("div", null, ratingsCard(member, games), recordCard(member, games)),
        h("div", null, opponentsCard(name, member, games), recentCard(member, games)),
      ),
    );
    if (me && !own) await headToHead(main, name, me.name, games);
  } catch (error) {
    main.append(card("no-member", "", h("p", { class: "form-said" }, wordsOf(error))));
  }
}

/**
 * @param {Game[]} games
 * @param {string} id
 */
const titleOf = (games, id) => games.find((game) => game.id === id)?.title ?? id;

/**
 * @param {Game[]} games
 * @param {string} id
 * @param {string} side
 */
const sideOf = (games, id, side) => games.find((game) => game.id === id)?.sides.find((each) => each.id === side)?.name ?? side;

/**
 * @param {calls.MemberPage} member
 * @param {Game[]} games
 * @param {boolean} other  whether it is somebody else's page
 */
function headLine(member, games, other) {
  const played = member.record.reduce((sum, each) => sum + each.won + each.drawn + each.lost, 0);
  const facts = [R.kinds[member.kind] ?? "", member.since ? R.since(dayOf(member.since)) : "", R.gamesPlayed(played)].filter(Boolean);
  const challenge = () => openNewTable(games, (match) => location.assign(match ? `/match/${encodeURIComponent(match)}` : "/"), member.name);
  return h(
    "div",
    { class: "room-line" },
    h("p", { class: "club-hint" }, facts.join(" · ")),
    other &&
      member.kind !== "bot" &&
      h(
        "div",
        { class: "club-buttons" },
        h("button", { type: "button", class: "button primary", id: "challenge", onclick: challenge }, R.challenge),
        h("button", { type: "button", class: "button", id: "report", onclick: () => openReport({ name: member.name }, R.reportMember(member.name)) }, R.reportMember(member.name)),
        buttonWithResult(R.block, async () => void (await calls.setBlocked(member.name, true), location.assign("/club/account#blocks")), { id: "block" }),
      ),
  );
}

/**
 * @param {calls.MemberPage} member
 * @param {Game[]} games
 */
function ratingsCard(member, games) {
  if (!member.ratings.length) return card("ratings", R.ratings, h("p", { class: "club-hint" }, R.noRatings));
  const picture = h("div", null);
  const show = (/** @type {string} */ game) => fill(picture, ratingGraph(member.graph.filter((point) => point.game === game)));
  const most = [...member.ratings].sort((a, b) => b.games - a.games)[0]?.game ?? "";
  const rows = member.ratings.map((rating) => {
    const pick = h("input", { type: "radio", name: "graph", id: `graph-${rating.game}`, checked: rating.game === most, onchange: () => show(rating.game) });
    return h(
      "li",
      null,
      h("label", { class: "tick" }, pick, h("b", null, titleOf(games, rating.game))),
      h("span", { class: "figure" }, String(rating.rating), rating.provisional && h("abbr", { title: R.provisional }, "?")),
      h("span", { class: "club-hint" }, R.ratingFacts(rating.deviation, rating.games)),
    );
  });
  show(most);
  return card("ratings", R.ratings, h("ul", { class: "room-rows" }, rows), picture, h("p", { class: "club-hint" }, R.provisionalHint));
}

/**
 * @param {string[]} heads
 * @param {(Node | string)[][]} rows
 */
const table = (heads, rows) =>
  h(
    "table",
    { class: "room-table" },
    h("thead", null, h("tr", null, heads.map((head, i) => h("th", { scope: "col", class: i > heads.length - 4 ? "figure" : null }, head)))),
    h("tbody", null, rows.map((row) => h("tr", null, row.map((cell, i) => h("td", { class: i > heads.length - 4 ? "figure" : null }, cell))))),
  );

/** @param {Score} score */
const figures = (score) => [score.won, score.drawn, score.lost].map(String);

/**
 * @param {calls.MemberPage} member
 * @param {Game[]} games
 */
function recordCard(member, games) {
  const rows = member.record.map((each) => [titleOf(games, each.game), sideOf(games, each.game, each.side), ...figures(each)]);
  return card("record", R.record, rows.length ? table([S.club.game, R.side, ...R.scores], rows) : h("p", { class: "club-hint" }, R.noGames));
}

/**
 * @param {string} name
 * @param {calls.MemberPage} member
 * @param {Game[]} games
 */
function opponentsCard(name, member, games) {
  const more = h("div", { id: "against" });
  const show = (/** @type {calls.Opponent} */ other) => async () => fill(more, versus(await calls.headToHead(name, keyOf(other)), games));
  const rows = member.opponents.map((each) => [
    h(
      "span",
      { class: "opponent" },
      nameLink(each),
      each.kind !== "person" && each.kind !== "guest" && h("span", { class: "mark" }, R.kinds[each.kind] ?? ""),
      each.kind !== "guest" && buttonWithResult(R.headToHead, show(each), { class: "link" }),
    ),
    ...figures(each),
  ]);
  return card("opponents", R.opponents, rows.length ? table([R.opponent, ...R.scores], rows) : h("p", { class: "club-hint" }, R.noGames), more);
}

/** @param {{name: string, kind: string}} player */
const keyOf = (player) => (player.kind === "bot" ? `bot:${player.name}` : player.name);

/**
 * @param {calls.Against} found
 * @param {Game[]} games
 */
function versus(found, games) {
  const rows = found.record.map((each) => [titleOf(games, each.game), sideOf(games, each.game, each.side), ...figures(each)]);
  return h(
    "div",
    { class: "versus" },
    h("h3", null, h("bdi", null, R.versus(found.name, found.against)), h("span", { class: "figure" }, R.score(found.won, found.drawn, found.lost))),
    rows.length ? table([S.club.game, R.side, ...R.scores], rows) : h("p", { class: "club-hint" }, R.neverMet),
    found.games.length > 0 && matchRows(found.games, games),
  );
}

/**
 * @param {calls.PlayedRow[]} rows
 * @param {Game[]} games
 */
const matchRows = (rows, games) =>
  h(
    "ul",
    { class: "room-rows" },
    rows.map((row) =>
      h(
        "li",
        null,
        h("span", { class: `score-word was-${row.outcome}` }, R.outcomes[row.outcome] ?? ""),
        h("span", null, h("a", { class: "link", href: `/replay/${encodeURIComponent(row.match)}` }, titleOf(games, row.game)), `, ${sideOf(games, row.game, row.side)}, `, nameLink({ name: row.opponent, kind: row.kind })),
        h("span", { class: "club-hint" }, [R.hows[row.how] ?? "", row.rated ? S.club.rated : S.club.friendly, dayOf(row.at)].filter(Boolean).join(" · ")),
      ),
    ),
  );

/**
 * @param {calls.MemberPage} member
 * @param {Game[]} games
 */
const recentCard = (member, games) => card("recent", R.recent, member.recent.length ? matchRows(member.recent, games) : h("p", { class: "club-hint" }, R.noGames));

/**
 * The matches between the visitor and this member.
 * @param {HTMLElement} main
 * @param {string} name
 * @param {string} mine
 * @param {Game[]} games
 */
async function headToHead(main, name, mine, games) {
  const found = await calls.headToHead(mine, name);
  if (!found.won && !found.drawn && !found.lost) return;
  main.querySelector(".room-columns > :last-child")?.prepend(card("with-you", R.withYou, versus(found, games)));
}
