/** Tournaments: all of them at "/tournaments", one at "/tournaments/ID". Visitors without an account can follow them. */
import { json, post } from "../../api/request.js";
import { fill, h } from "../../core/dom.js";
import { S } from "../../languages/strings.js";
import { openNewTournament } from "./newTournament.js";
import { paceOf } from "../offerText.js";

const T = S.club.tournaments;
/** Milliseconds between two looks. */
const LOOK = 8000;

/**
 * @typedef {{id: string, name: string, kind: string, game: string, title: string, pace: import("../../api/club.js").Pace, rated: boolean,
 *   most: number, status: string, round: number, rounds: number, entrants: number}} Brief
 */
/** @typedef {{first: string, second: string | null, matches: string[], score: number | null, forfeit: boolean, own: boolean}} Meeting */
/** @typedef {{player: string, points: number, direct: number, buchholz: number, berger: number, wins: number, played: number}} Place */
/**
 * @typedef {Brief & {players: {name: string, gone: boolean}[], results: {round: number, pairings: Meeting[]}[], standings: Place[],
 *   winner: string | null, mine: boolean, keeps: boolean}} Tournament
 */

/**
 * @param {HTMLElement} root
 * @param {string} id  empty: all of them
 */
export async function openTournaments(root, id) {
  const body = h("main", { class: "tournaments", id: "tournaments" });
  const back = h("a", { class: "link", href: id ? "/tournaments" : "/" }, id ? T.all : S.backToFront);
  const title = h("h1", null, T.title);
  const said = h("p", { class: "form-said", role: "alert" });
  document.title = T.title;
  fill(root, h("div", { class: "tournaments-page" }, h("header", null, back, title), said, body));
  let known = "";
  const draw = (/** @type {Tournament} */ one) => {
    fill(title, h("bdi", null, one.name));
    document.title = one.name;
    fill(body, whole(one, act));
  };
  const look = async () => {
    const found = await json(id ? `/api/tournaments/${encodeURIComponent(id)}` : "/api/tournaments");
    const now = JSON.stringify(found);
    if (now === known) return;
    known = now;
    if (id) draw(found);
    else fill(body, found.keeps && announce(), list(found.tournaments));
  };
  const announce = () => {
    const made = (/** @type {string} */ one) => location.assign(`/tournaments/${encodeURIComponent(one)}`);
    const open = () => openNewTournament(made).catch((/** @type {unknown} */ error) => (said.textContent = String(error)));
    return h("p", { class: "lobby-tools" }, h("button", { type: "button", class: "button", id: "announce", onclick: () => void open() }, T.announce));
  };
  /** @param {string} what */
  async function act(what) {
    said.textContent = "";
    try {
      draw(await post(`/api/tournaments/${encodeURIComponent(id)}/${what}`, {}));
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  const again = () =>
    look()
      .then(() => (said.textContent = ""))
      .catch((/** @type {unknown} */ error) => (said.textContent = error instanceof Error ? error.message : String(error)))
      .finally(() => setTimeout(again, LOOK));
  await again();
}

/** @param {Brief} one */
const factsOf = (one) =>
  [T.kinds[one.kind] ?? one.kind, one.title, paceOf(one.pace), one.rated ? T.rated : T.friendly, T.states[one.status] ?? one.status]
    .concat(one.status === "running" ? [T.round(one.round, one.rounds)] : [], [T.entrants(one.entrants, one.most)])
    .join(", ");

/** @param {Brief[]} all */
const list = (all) =>
  all.length
    ? h(
        "ul",
        { class: "tournament-list" },
        all.map((one) =>
          h("li", null, h("a", { href: `/tournaments/${encodeURIComponent(one.id)}` }, h("bdi", null, one.name)), h("p", { class: "dim" }, factsOf(one))),
        ),
      )
    : h("p", null, T.none);

/**
 * @param {Tournament} one
 * @param {(what: string) => Promise<void>} act
 */
function whole(one, act) {
  const button = (/** @type {string} */ what, /** @type {string} */ label) =>
    h("button", { type: "button", class: "button", id: `tournament-${what}`, onclick: () => void act(what) }, label);
  return h(
    "div",
    null,
    h("p", { class: "dim" }, factsOf(one)),
    one.winner && h("p", { class: "tournament-winner" }, T.winner(one.winner)),
    h(
      "p",
      { class: "lobby-tools" },
      one.status === "open" && !one.mine && button("join", T.join),
      one.mine && (one.status === "open" || one.status === "running") && button("withdraw", one.status === "open" ? T.withdraw : T.giveUp),
      one.keeps && one.status === "open" && button("start", T.start),
    ),
    one.results.length > 0 ? [h("h2", null, T.standings), table(one), h("p", { class: "dim" }, T.ties)] : players(one),
    [...one.results].reverse().map((round) => roundOf(round)),
    one.results.length > 0 && exports(one),
  );
}

/**
 * The results to take away; for an umpire, in the end, all records.
 * @param {Tournament} one
 */
function exports(one) {
  const at = `/api/tournaments/${encodeURIComponent(one.id)}`;
  const link = (/** @type {string} */ path, /** @type {string} */ text) => [" ", h("a", { class: "link", href: `${at}/${path}`, download: "" }, text)];
  return h("p", { class: "dim", id: "tournament-export" }, T.exported, link("export?as=csv", "CSV"), link("export?as=json", "JSON"), link("export?as=html", T.asPage), one.keeps && one.status === "over" && link("archive", T.records));
}

/** @param {Tournament} one */
const players = (one) => h("ol", { class: "tournament-players" }, one.players.map((each) => h("li", null, h("bdi", null, each.name))));

/** @param {Tournament} one */
function table(one) {
  const gone = new Set(one.players.filter((each) => each.gone).map((each) => each.name));
  const figures = /** @type {const} */ (["points", "direct", "buchholz", "berger", "wins"]);
  return h(
    "div",
    { class: "wide-table", tabindex: 0, role: "region", "aria-label": T.standings },
    h(
      "table",
      { class: "standings" },
      h("thead", null, h("tr", null, [T.place, T.player, ...figures.map((name) => T.columns[name])].map((text) => h("th", { scope: "col" }, text)))),
      h(
        "tbody",
        null,
        one.standings.map((row, i) =>
          h(
            "tr",
            null,
            h("td", null, i + 1),
            h("th", { scope: "row" }, h("bdi", null, row.player), gone.has(row.player) && h("span", { class: "dim" }, ` ${T.gone}`)),
            figures.map((name) => h("td", null, row[name])),
          ),
        ),
      ),
    ),
  );
}

/** @param {{round: number, pairings: Meeting[]}} round */
const roundOf = (round) =>
  h(
    "section",
    { class: "tournament-round" },
    h("h2", null, T.roundOf(round.round)),
    h(
      "ul",
      null,
      round.pairings.map((each) =>
        h(
          "li",
          null,
          h("bdi", null, each.first),
          " – ",
          each.second === null ? T.bye : h("bdi", null, each.second),
          each.second !== null && `: ${each.score === null ? T.playing : T.score(each.score, 2 - each.score)}`,
          each.forfeit && ` ${T.forfeit}`,
          each.matches.map((match, i) => [
            " ",
            h("a", { class: "link", href: `/${each.score !== null ? "replay" : each.own ? "match" : "watch"}/${encodeURIComponent(match)}` }, T.game(i + 1)),
          ]).flat(),
        ),
      ),
    ),
  );
