/** Tournaments: all of them at "/tournaments", one at "/tournaments/ID". Visitors without an account can follow them. */
import * as calls from "../../api/tournaments.js";
import { fill, h } from "../../core/dom.js";
import { S } from "../../languages/strings.js";
import { moment } from "../formats.js";
import { paceOf } from "../offerText.js";
import { openNewTournament } from "./newTournament.js";
import { crossTable, playerLink, spaced, standings } from "./tournamentTables.js";
import { umpireTools } from "./umpireTools.js";

const T = S.club.tournaments;
/** Milliseconds between two looks. */
const LOOK = 8000;

/** @typedef {import("../../api/tournaments.js").Brief} Brief */
/** @typedef {import("../../api/tournaments.js").Game} Game */
/** @typedef {import("../../api/tournaments.js").Meeting} Meeting */
/** @typedef {import("../../api/tournaments.js").Tournament} Tournament */

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
    fill(body, whole(one, act, draw));
  };
  const look = async () => {
    const one = id ? await calls.tournament(id) : null;
    const found = one ? null : await calls.tournaments();
    const now = JSON.stringify(one ?? found);
    if (now === known) return;
    known = now;
    if (one) draw(one);
    else if (found) fill(body, found.keeps && announce(), list(found.tournaments));
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
      draw(await calls.act(id, what));
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
    .concat(one.accelerated ? [T.isAccelerated] : [], one.decider === "time" ? [T.thirdGame] : [], one.daily ? [T.perDay(one.daily)] : [])
    .concat(one.status === "open" && one.closes ? [T.closesAt(moment(one.closes))] : [], one.status === "open" && one.begins ? [T.beginsAt(moment(one.begins))] : [])
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
 * @param {(one: Tournament) => void} draw
 */
function whole(one, act, draw) {
  const button = (/** @type {string} */ what, /** @type {string} */ label, id = what) =>
    h("button", { type: "button", class: "button", id: `tournament-${id}`, onclick: () => void act(what) }, label);
  const goesOn = one.status === "open" || one.status === "running";
  return h(
    "div",
    null,
    h("p", { class: "dim" }, factsOf(one)),
    one.text && h("p", { class: "tournament-text" }, one.text),
    one.winner && h("p", { class: "tournament-winner" }, T.winner(one.winner)),
    h(
      "p",
      { class: "lobby-tools" },
      one.joins && !one.mine && button("join", T.join),
      one.mine && goesOn && button("withdraw", one.status === "open" ? T.withdraw : T.giveUp),
      goesOn && !one.mine && !one.standsBy && !(one.joins && !one.most) && button("stand-by", T.standBy),
      one.standsBy && button("withdraw", T.noStandBy, "no-stand-by"),
      one.keeps && one.status === "open" && button("start", T.start),
      one.keeps && umpireTools(one, draw),
    ),
    one.results.length > 0
      ? [h("h2", null, T.standings), standings(one), h("p", { class: "dim" }, T.ties), h("h2", null, T.crossTable), crossTable(one)]
      : players(one),
    one.substitutes.length > 0 && [h("h2", null, T.substitutes), h("p", { id: "substitutes" }, spaced(one.substitutes.map(playerLink)))],
    [...one.results].reverse().map((round) => roundOf(round)),
    one.rulings.length > 0 && rulings(one),
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
const players = (one) => h("ol", { class: "tournament-players" }, one.players.map((each) => h("li", null, playerLink(each.name))));

/** @param {{round: number, pairings: Meeting[]}} round */
const roundOf = (round) =>
  h("section", { class: "tournament-round" }, h("h2", null, T.roundOf(round.round)), h("ul", null, round.pairings.map((each) => h("li", null, pairingOf(each)))));

/** @param {Meeting} each */
const pairingOf = (each) => [
  playerLink(each.first),
  " – ",
  each.second === null ? T.bye : playerLink(each.second),
  each.second !== null && `: ${each.score === null ? T.playing : T.score(each.score, 2 - each.score)}`,
  each.forfeit && ` ${T.forfeit}`,
  each.decided && ` ${T.decider(each.decided)}`,
  ...each.matches.map((match, i) => [" ", gameLink(match, i + 1, each)]).flat(),
  each.games.length > 0 && h("ul", { class: "tournament-games" }, each.games.map((game, i) => h("li", null, gameOf(game, i + 1, each)))),
];

/**
 * @param {string} match
 * @param {number} number
 * @param {Meeting} each
 */
const gameLink = (match, number, each) =>
  h("a", { class: "link", href: `/${each.score !== null ? "replay" : each.own ? "match" : "watch"}/${encodeURIComponent(match)}` }, T.game(number));

/**
 * Who plays which side in a game, and who is to move until when.
 * @param {Game} game
 * @param {number} number
 * @param {Meeting} each
 */
const gameOf = (game, number, each) => [
  gameLink(game.match, number, each),
  `: ${Object.entries(game.sides).map(([side, name]) => T.plays(name, side)).join(" – ")}; `,
  !game.asks ? T.gameOver(game.winner) : game.until ? T.toMoveUntil(game.asks, moment(game.until)) : T.toMove(game.asks),
];

/** @param {Tournament} one */
const rulings = (one) =>
  h(
    "section",
    { id: "rulings" },
    h("h2", null, T.umpires),
    h("ul", null, one.rulings.map((each) => h("li", null, `${moment(each.at)}: ${T.ruled[each.act]?.(each.by, each.subject, each.other, each.detail) ?? each.act} ${T.reason(each.why)}`))),
  );
