/** The front room: the games, two clicks from a table; matches to go on with; save files. */
import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { keep, keepTokens, load, setSettings, settings } from "./store.js";
import { S } from "./strings.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").MatchRow} MatchRow */

/** @param {string} match */
const go = (match) => location.assign(`/match/${encodeURIComponent(match)}`);

/** @param {HTMLElement} root */
export async function openFront(root) {
  document.title = S.product;
  const message = h("p", { class: "front-message", role: "alert" });
  const games = h("div", { class: "game-cards", "aria-busy": "true" }, h("div", { class: "game-card ghost-card" }), h("div", { class: "game-card ghost-card" }));
  const recent = h("div", { class: "recent" });
  const say = (/** @type {string} */ text) => fill(message, text);
  root.replaceChildren(h("div", { class: "front" },
    h("header", { class: "front-head" }, h("h1", null, S.product), h("p", null, S.motto), themeButton()),
    message,
    h("section", null, h("h2", null, S.chooseGame), games),
    h("section", null, h("div", { class: "row" }, h("h2", null, S.continueMatch),
      h("button", { type: "button", class: "button", id: "load", onclick: () => loadFromFile(go, say) }, S.loadSave)), recent)));
  /** @type {Game[]} */
  let list = [];
  try {
    list = await api.games();
    fill(games, list.length ? list.map((game) => gameCard(game, say)) : h("p", { class: "dim" }, S.noGames));
  } catch (error) {
    fill(games);
    say(error instanceof Error ? error.message : String(error));
  }
  games.removeAttribute("aria-busy");
  try {
    const rows = await api.matches();
    fill(recent, rows.length ? rows.slice(0, 30).map((row) => matchRow(row, list)) : h("p", { class: "dim" }, S.noMatches));
  } catch {
    fill(recent, h("p", { class: "dim" }, S.noMatches));
  }
}

function themeButton() {
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  const button = h("button", { type: "button", class: "button plain-text", onclick: () => {
    setSettings({ theme: themes[(themes.indexOf(settings.theme) + 1) % 3] ?? "auto" });
    button.textContent = S.theme[settings.theme];
  } }, S.theme[settings.theme]);
  return button;
}

/** @param {string | import("./types.js").Named} item */
const idOf = (item) => (typeof item === "string" ? item : item.id);
/** @param {string | import("./types.js").Named} item */
const nameOf = (item) => (typeof item === "string" ? item : (item.name ?? item.id));

/**
 * The opponent last chosen, else the first that does more than roll dice for its moves.
 * @param {Game} game
 * @param {Record<string, string>} last
 */
function defaultBot(game, last) {
  const ids = game.bots.map(idOf);
  return ids.includes(last.bot ?? "") ? (last.bot ?? "") : (ids.find((id) => id !== "random") ?? ids[0] ?? "");
}

/**
 * @param {Game} game
 * @param {(text: string) => void} say
 */
function gameCard(game, say) {
  /** @type {Record<string, string>} */
  const last = load(`choice:${game.id}`) ?? {};
  const bot = select("bot", S.opponent, game.bots, defaultBot(game, last));
  const scenario = select("scenario", S.scenario, game.scenarios ?? [], last.scenario ?? "");
  const options = (game.options ?? []).map((option) => ({ option, field: select(option.id, option.name, option.choices, last[`option:${option.id}`] ?? option.default ?? "", option.blurb) }));
  const words = h("p", { class: "scenario-words dim" });
  const describe = () => fill(words, game.scenarios?.find((sc) => sc.id === scenario.value())?.blurb ?? "");
  scenario.el.addEventListener("change", describe);
  describe();
  /** @param {string | null} side  null for hot-seat */
  const start = (side) => async () => {
    /** @type {Record<string, string>} */
    const chosen = { bot: bot.value(), scenario: scenario.value() };
    for (const { option, field } of options) chosen[`option:${option.id}`] = field.value();
    keep(`choice:${game.id}`, chosen);
    const body = {
      game: game.id, scenario: scenario.value() || undefined,
      options: Object.fromEntries(options.map(({ option, field }) => [option.id, field.value()])),
      seats: Object.fromEntries(game.sides.map((s) => [s.id, side === null || side === s.id ? "human" : bot.value()])),
    };
    card.classList.add("busy");
    say("");
    try {
      const made = await api.newMatch(body);
      keepTokens(made.id, made.seats);
      keep(`made:${made.id}`, body);
      go(made.id);
    } catch (error) {
      card.classList.remove("busy");
      say(error instanceof Error ? error.message : String(error));
    }
  };
  const ready = game.ready !== false;
  const solo = game.sides.length === 1;
  const botName = () => game.bots.map((b) => (idOf(b) === bot.value() ? nameOf(b) : "")).join("");
  const against = game.sides.map(() => h("small", null, S.againstBot(botName())));
  bot.el.addEventListener("change", () => against.forEach((el) => fill(el, S.againstBot(botName()))));
  const card = h("article", { class: `game-card ${ready ? "" : "not-ready"}`, "data-game": game.id },
    h("h3", null, game.title), game.subtitle && h("p", { class: "subtitle" }, game.subtitle), h("p", { class: "blurb" }, game.blurb ?? ""),
    h("p", { class: "meta" }, game.length && h("span", null, `${S.length}: ${game.length}`), game.complexity && h("span", null, `${S.complexity}: ${game.complexity}`)),
    !ready ? h("p", { class: "dim" }, S.notReady) : [
      h("div", { class: "play-buttons" },
        solo ? h("button", { type: "button", class: "button primary big", onclick: start(game.sides[0]?.id ?? null) }, S.playAlone)
          : game.sides.map((side, i) => game.bots.length ? h("button", { type: "button", class: `button primary big`, "data-play": side.id, onclick: start(side.id) }, h("span", null, S.playAs(side.name)), against[i]) : null),
        !solo && h("button", { type: "button", class: "button big", "data-play": "hotseat", onclick: start(null) }, h("span", null, S.hotSeat), h("small", null, S.hotSeatHint))),
      h("details", { class: "choices" }, h("summary", null, S.setUp), h("div", { class: "fields" }, !solo && game.bots.length > 0 && bot.el, (game.scenarios?.length ?? 0) > 0 && scenario.el, options.map(({ field }) => field.el)), words),
    ]);
  return card;
}

/**
 * @param {string} id
 * @param {string} name
 * @param {(string | import("./types.js").Named)[]} items
 * @param {string} chosen
 * @param {string} [title]
 */
function select(id, name, items, chosen, title) {
  const field = h("select", { name: id }, items.map((item) => h("option", { value: idOf(item) }, nameOf(item))));
  if (items.some((item) => idOf(item) === chosen)) field.value = chosen;
  return { el: h("label", { class: "field", title }, h("span", null, name), field), value: () => field.value };
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
  return h("a", { class: `match-row ${mine ? "" : "not-mine"}`, href: `/match/${encodeURIComponent(row.id)}`, "data-match": row.id,
    onclick: () => void keepTokens(row.id, row.seats) },
  h("b", null, row.title ?? game?.title ?? row.game), h("span", null, names.join(S.versus)), h("span", null, row.turn ? S.turn(row.turn) : ""),
  h("span", { class: "dim" }, [row.scenario, row.status].filter(Boolean).join(" · ")), h("time", { class: "dim" }, when(row.updated)));
}

/** @param {string | number | undefined} updated */
function when(updated) {
  if (updated === undefined) return "";
  const date = new Date(typeof updated === "number" && updated < 1e12 ? updated * 1000 : updated);
  return Number.isNaN(date.getTime()) ? String(updated) : date.toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

/**
 * @param {(match: string) => void} then
 * @param {(text: string) => void} say
 */
export function loadFromFile(then, say) {
  const input = h("input", { type: "file", onchange: async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      const made = await api.loadSave(await file.text());
      keepTokens(made.id, made.seats);
      then(made.id);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
  } });
  input.click();
}
