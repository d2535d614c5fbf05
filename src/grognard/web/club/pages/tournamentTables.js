/** The standings of a tournament, each tie-break explained, and the cross-table. */
import { h } from "../../core/dom.js";
import { S } from "../../languages/strings.js";
import { memberLink } from "./pageLayout.js";

const T = S.club.tournaments;
const FIGURES = /** @type {const} */ (["points", "direct", "buchholz", "berger", "wins"]);

/** @typedef {import("../../api/tournaments.js").Tournament} Tournament */

/** @param {string} name */
export const playerLink = (name) => h("a", { class: "link", href: memberLink(name) }, h("bdi", null, name));

/** @param {Node[]} all */
export const spaced = (all) => all.flatMap((each, i) => (i ? [", ", each] : [each]));

/** @param {Tournament} one */
export const standings = (one) =>
  wide(
    T.standings,
    "standings",
    h("tr", null, [T.place, T.player].map((text) => h("th", { scope: "col" }, text)), FIGURES.map((name) => h("th", { scope: "col" }, h("abbr", { title: T.about[name] }, T.columns[name])))),
    one.standings.map((row, i) =>
      h("tr", null, h("td", null, i + 1), h("th", { scope: "row" }, playerLink(row.player), notesOf(one, row.player)), FIGURES.map((name) => h("td", null, row[name]))),
    ),
  );

/**
 * What is to be known of a player beside the name: withdrawn, in whose place, from which round on.
 * @param {Tournament} one
 * @param {string} name
 */
function notesOf(one, name) {
  const player = one.players.find((each) => each.name === name);
  const said = [player?.gone && T.gone, player?.instead && T.instead(player.instead), player?.since && T.since(player.since)].filter(Boolean);
  return said.length > 0 && h("span", { class: "dim" }, ` ${said.join(" ")}`);
}

/**
 * Everybody's points against everybody else; the points of who was replaced stand in the row of who took the place.
 * @param {Tournament} one
 */
export function crossTable(one) {
  const holder = new Map(one.players.filter((each) => each.instead).map((each) => [each.instead, each.name]));
  const placeOf = (/** @type {string} */ name) => {
    let now = name;
    for (let next = holder.get(now); next !== undefined; next = holder.get(now)) now = next;
    return now;
  };
  /** @type {Map<string, string>} */
  const points = new Map();
  for (const each of one.results.flatMap((round) => round.pairings)) {
    if (each.second === null || each.score === null) continue;
    const [first, second] = [placeOf(each.first), placeOf(each.second)];
    const put = (/** @type {string} */ key, /** @type {number} */ score) => points.set(key, points.has(key) ? `${points.get(key)} ${score}` : String(score));
    put(`${first}\n${second}`, each.score);
    put(`${second}\n${first}`, 2 - each.score);
  }
  const names = one.standings.map((row) => row.player);
  return h(
    "div",
    null,
    h("p", { class: "dim" }, T.crossHint),
    wide(
      T.crossTable,
      "standings cross-table",
      h("tr", null, h("td"), names.map((name, i) => h("th", { scope: "col" }, h("abbr", { title: name }, i + 1)))),
      names.map((row, i) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, `${i + 1} `, playerLink(row)),
          names.map((column) =>
            row === column ? h("td", { class: "itself" }, "·") : h("td", { title: T.against(row, column) }, points.get(`${row}\n${column}`) ?? ""),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {string} label
 * @param {string} kind
 * @param {HTMLElement} head
 * @param {HTMLElement[]} rows
 */
const wide = (label, kind, head, rows) =>
  h("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": label }, h("table", { class: kind }, h("thead", null, head), h("tbody", null, rows)));
