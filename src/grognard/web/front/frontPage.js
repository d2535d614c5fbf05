/** The front page: continue a match, or start a game with one click. */
import * as api from "../api/matches.js";
import { enterCode } from "../club/moveToDevice.js";
import { openClubHome } from "../club/clubHome.js";
import { followList } from "../matches/waitingBadge.js";
import { fill, h, icon } from "../core/dom.js";
import { gameCard } from "./gameCard.js";
import { LANGUAGES, language, nameOf, speak } from "../languages/language.js";
import { loadFromFile } from "../matches/loadFile.js";
import { openList } from "./matchList.js";
import { whereToBegin } from "../learn/whereToBegin.js";
import { forget, oldSeats, setSettings, settings } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Game} Game */

/** @param {string} match */
const go = (match) => location.assign(`/match/${encodeURIComponent(match)}`);

/** Seats that this browser holds by tokens of its own, from before there were cookies, are changed for the cookie. */
async function exchanged() {
  for (const [match, tokens] of oldSeats()) {
    await api.sit(match, { tokens }).catch(() => null);
    forget(`seats:${match}`);
  }
}

/** @param {HTMLElement} root */
export async function openFront(root) {
  document.title = S.product;
  const message = h("p", { class: "front-message", role: "alert" });
  const say = (/** @type {string} */ text) => fill(message, text);
  const games = h(
    "div",
    { class: "game-cards", "aria-busy": "true" },
    [1, 2, 3].map(() => h("div", { class: "game-card ghost-card" })),
  );
  const begin = h("div");
  const list = openList();
  const club = openClubHome(go);
  root.replaceChildren(
    h(
      "div",
      { class: "front" },
      h(
        "header",
        { class: "front-head" },
        h("h1", null, S.product),
        h("p", null, S.motto),
        h(
          "div",
          { class: "front-tools" },
          h("button", { type: "button", class: "button", id: "enter-code", onclick: () => enterCode(go) }, S.club.enterCode),
          h("button", { type: "button", class: "button", id: "load", onclick: () => loadFromFile(go, say) }, S.loadSave),
          languagePicker(),
          themeButton(),
        ),
      ),
      h(
        "main",
        null,
        message,
        begin,
        club.el,
        list.el,
        h("section", { "aria-labelledby": "games" }, h("h2", { id: "games" }, S.chooseGame), games),
      ),
    ),
  );
  // Neither waits for the other: the games are the same every day, the matches are few.
  const both = [api.games(), exchanged().then(api.matches).catch(() => [])];
  /** @type {Game[]} */
  let offered = [];
  try {
    offered = /** @type {Game[]} */ (await both[0]);
    fill(begin, whereToBegin(offered));
    fill(games, offered.length ? offered.map((g) => gameCard(g, go, say)) : h("p", { class: "dim" }, S.noGames));
  } catch (error) {
    fill(games);
    say(error instanceof Error ? error.message : String(error));
  }
  games.removeAttribute("aria-busy");
  void warm(offered, games);
  let shown = /** @type {import("../core/types.js").MatchRow[]} */ (await both[1]);
  // A club's matches stand in its lobby.
  const draw = () => list.show(shown.filter((row) => !club.owns(row.id)), offered);
  followList(shown, (rows) => {
    shown = rows;
    draw();
  });
  await club.start(offered, draw);
}

/** Milliseconds for which a visitor looks around before the server reads all games in advance. */
const LOOKS_AROUND = 2000;

/**
 * While the player looks around, the match page's files come and the server reads the games; whatever is then chosen is
 * on the table at once. A game that is pointed at comes first.
 * @param {Game[]} games
 * @param {HTMLElement} cards
 */
async function warm(games, cards) {
  const left = new Set(games.map((game) => game.id));
  const one = async (/** @type {string} */ id) => {
    if (left.delete(id)) await api.prefetch(id).catch(() => {});
  };
  const pointedAt = (/** @type {Event} */ { target }) => {
    const card = target instanceof Element ? target.closest("[data-game]") : null;
    if (card instanceof HTMLElement) void one(card.dataset.game ?? "");
  };
  cards.addEventListener("pointerover", pointedAt);
  cards.addEventListener("focusin", pointedAt);
  await import("../table/matchPage.js").catch(() => {});
  await new Promise((done) => setTimeout(done, LOOKS_AROUND));
  for (const id of [...left]) await one(id);
}

/** The page is drawn anew in the language that was picked. */
function languagePicker() {
  return h(
    "select",
    {
      id: "language",
      "aria-label": S.language,
      title: S.languageHint,
      onchange: (/** @type {Event} */ event) => {
        const picked = /** @type {HTMLSelectElement} */ (event.target).value;
        setSettings({ language: picked });
        speak(picked);
        location.reload();
      },
    },
    LANGUAGES.map((id) => h("option", { value: id, lang: id, selected: id === language }, nameOf(id))),
  );
}

function themeButton() {
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  const words = h("span", null, S.theme[settings.theme]);
  return h(
    "button",
    {
      type: "button",
      class: "button plain-text",
      id: "theme",
      onclick: () => {
        setSettings({ theme: themes[(themes.indexOf(settings.theme) + 1) % 3] ?? "auto" });
        fill(words, S.theme[settings.theme]);
      },
    },
    icon("theme"),
    words,
  );
}
