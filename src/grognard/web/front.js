/** The front room: the games, two clicks from a table; matches to go on with; save files. */
import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { gameCard } from "./gamecard.js";
import { loadFromFile } from "./loading.js";
import { keepTokens, setSettings, settings } from "./store.js";
import { S } from "./strings.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").MatchRow} MatchRow */

/** @param {string} match */
const go = (match) => location.assign(`/match/${encodeURIComponent(match)}`);

/** @param {HTMLElement} root */
export async function openFront(root) {
  document.title = S.product;
  const message = h("p", { class: "front-message", role: "alert" });
  const games = h(
    "div",
    { class: "game-cards", "aria-busy": "true" },
    h("div", { class: "game-card ghost-card" }),
    h("div", { class: "game-card ghost-card" }),
  );
  const recent = h("div", { class: "recent" });
  const say = (/** @type {string} */ text) => fill(message, text);
  root.replaceChildren(
    h(
      "div",
      { class: "front" },
      h("header", { class: "front-head" }, h("h1", null, S.product), h("p", null, S.motto), themeButton()),
      message,
      h("section", null, h("h2", null, S.chooseGame), games),
      h(
        "section",
        null,
        h(
          "div",
          { class: "row" },
          h("h2", null, S.continueMatch),
          h(
            "button",
            { type: "button", class: "button", id: "load", onclick: () => loadFromFile(go, say) },
            S.loadSave,
          ),
        ),
        recent,
      ),
    ),
  );
  /** @type {Game[]} */
  let list = [];
  try {
    list = await api.games();
    fill(games, list.length ? list.map((game) => gameCard(game, go, say)) : h("p", { class: "dim" }, S.noGames));
  } catch (error) {
    fill(games);
    say(error instanceof Error ? error.message : String(error));
  }
  games.removeAttribute("aria-busy");
  try {
    const rows = await api.matches();
    fill(
      recent,
      rows.length ? rows.slice(0, 30).map((row) => matchRow(row, list)) : h("p", { class: "dim" }, S.noMatches),
    );
  } catch {
    fill(recent, h("p", { class: "dim" }, S.noMatches));
  }
}

function themeButton() {
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  const button = h(
    "button",
    {
      type: "button",
      class: "button plain-text",
      onclick: () => {
        setSettings({ theme: themes[(themes.indexOf(settings.theme) + 1) % 3] ?? "auto" });
        button.textContent = S.theme[settings.theme];
      },
    },
    S.theme[settings.theme],
  );
  return button;
}

/**
 * @param {MatchRow} row
 * @param {Game[]} games
 */
function matchRow(row, games) {
  const game = games.find((g) => g.id === row.game);
  const names = Object.entries(row.seats).map(([side, seat]) => {
    const name = game?.sides.find((s) => s.id === side)?.name ?? side;
    return seat.kind === "human" ? name : `${name} (${seat.kind})`;
  });
  const mine = Object.values(row.seats).some((seat) => seat.token);
  return h(
    "a",
    {
      class: `match-row ${mine ? "" : "not-mine"}`,
      href: `/match/${encodeURIComponent(row.id)}`,
      "data-match": row.id,
      onclick: () => void keepTokens(row.id, row.seats),
    },
    h("b", null, row.title ?? game?.title ?? row.game),
    h("span", null, names.join(S.versus)),
    h("span", null, row.turn ? S.turn(row.turn) : ""),
    h("span", { class: "dim" }, stateOf(row, game)),
    h("time", { class: "dim" }, when(row.updated)),
  );
}

/**
 * @param {MatchRow} row
 * @param {Game | undefined} game
 */
function stateOf(row, game) {
  if (!row.decides) return S.status[row.status ?? ""] ?? row.status ?? "";
  const seat = row.seats[row.decides];
  return seat?.token ? S.yourTurn(game?.sides.find((s) => s.id === row.decides)?.name ?? row.decides) : S.waiting;
}

/** @param {string | number | undefined} updated */
function when(updated) {
  if (updated === undefined) return "";
  const date = new Date(typeof updated === "number" && updated < 1e12 ? updated * 1000 : updated);
  return Number.isNaN(date.getTime())
    ? String(updated)
    : date.toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}
