/** One game in the front room: what it is, and the buttons that start it. */
import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { keep, keepTokens, load } from "./store.js";
import { S } from "./strings.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {string | import("./types.js").Named} Item */
/** @typedef {{el: HTMLElement, value: () => string}} Field */

/** @param {Item} item */
const idOf = (item) => (typeof item === "string" ? item : item.id);
/** @param {Item} item */
const nameOf = (item) => (typeof item === "string" ? item : (item.name ?? item.id));

/**
 * @param {Game} game
 * @param {(match: string) => void} go
 * @param {(text: string) => void} say
 */
export function gameCard(game, go, say) {
  const ready = game.ready !== false;
  const fields = fieldsOf(game);
  const card = h(
    "article",
    { class: `game-card ${ready ? "" : "not-ready"}`, "data-game": game.id },
    h(
      "div",
      { class: "game-words" },
      h("h3", null, game.title),
      game.subtitle && h("p", { class: "subtitle" }, game.subtitle),
      h("p", { class: "blurb" }, game.blurb ?? ""),
      h(
        "p",
        { class: "meta" },
        game.length && h("span", null, `${S.length}: ${game.length}`),
        game.complexity && h("span", null, `${S.complexity}: ${game.complexity}`),
      ),
      ready ? [playButtons(game, fields, start), choices(game, fields)] : h("p", { class: "dim" }, S.notReady),
    ),
    ready &&
      h(
        "div",
        { class: "game-art", "aria-hidden": "true" },
        h("img", { src: `/api/games/${encodeURIComponent(game.id)}/map.svg`, alt: "", loading: "lazy" }),
      ),
  );

  /** @param {string | null} side  null for hot-seat */
  async function start(side) {
    const body = order(game, fields, side);
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
  }
  return card;
}

/** @typedef {{bot: Field, scenario: Field, options: {id: string, field: Field}[]}} Fields */

/**
 * The fields start from what was chosen last.
 * @param {Game} game
 * @returns {Fields}
 */
function fieldsOf(game) {
  /** @type {Record<string, string>} */
  const last = load(`choice:${game.id}`) ?? {};
  return {
    bot: select("bot", S.opponent, game.bots, defaultBot(game, last)),
    scenario: select("scenario", S.scenario, game.scenarios ?? [], last.scenario ?? ""),
    options: (game.options ?? []).map((option) => ({
      id: option.id,
      field: select(
        option.id,
        option.name,
        option.choices,
        last[`option:${option.id}`] ?? option.default ?? "",
        option.blurb,
      ),
    })),
  };
}

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
 * What is sent to the server, and remembered as the choice for next time.
 * @param {Game} game
 * @param {Fields} fields
 * @param {string | null} side
 */
function order(game, fields, side) {
  const options = Object.fromEntries(fields.options.map(({ id, field }) => [id, field.value()]));
  const kept = Object.fromEntries(Object.entries(options).map(([id, value]) => [`option:${id}`, value]));
  keep(`choice:${game.id}`, { bot: fields.bot.value(), scenario: fields.scenario.value(), ...kept });
  return {
    game: game.id,
    scenario: fields.scenario.value() || undefined,
    options,
    seats: Object.fromEntries(
      game.sides.map((s) => [s.id, side === null || side === s.id ? "human" : fields.bot.value()]),
    ),
  };
}

/**
 * @param {Game} game
 * @param {Fields} fields
 * @param {(side: string | null) => Promise<void>} start
 */
function playButtons(game, fields, start) {
  if (game.sides.length === 1) {
    return h(
      "div",
      { class: "play-buttons" },
      h(
        "button",
        {
          type: "button",
          class: "button primary big",
          "data-play": game.sides[0]?.id,
          onclick: () => void start(game.sides[0]?.id ?? null),
        },
        S.playAlone,
      ),
    );
  }
  const against = game.sides.map(() => h("small"));
  const describe = () => {
    const name = game.bots.find((b) => idOf(b) === fields.bot.value());
    for (const el of against) fill(el, S.againstBot(name ? nameOf(name) : ""));
  };
  fields.bot.el.addEventListener("change", describe);
  describe();
  return h(
    "div",
    { class: "play-buttons" },
    game.bots.length > 0 &&
      game.sides.map((side, i) =>
        h(
          "button",
          { type: "button", class: "button primary big", "data-play": side.id, onclick: () => void start(side.id) },
          h("span", null, S.playAs(side.name)),
          against[i],
        ),
      ),
    h(
      "button",
      { type: "button", class: "button big", "data-play": "hotseat", onclick: () => void start(null) },
      h("span", null, S.hotSeat),
      h("small", null, S.hotSeatHint),
    ),
  );
}

/**
 * @param {Game} game
 * @param {Fields} fields
 */
function choices(game, fields) {
  const words = h("p", { class: "scenario-words dim" });
  const describe = () => fill(words, game.scenarios?.find((sc) => sc.id === fields.scenario.value())?.blurb ?? "");
  fields.scenario.el.addEventListener("change", describe);
  describe();
  return h(
    "details",
    { class: "choices" },
    h("summary", null, S.setUp),
    h(
      "div",
      { class: "fields" },
      game.sides.length > 1 && game.bots.length > 0 && fields.bot.el,
      (game.scenarios?.length ?? 0) > 0 && fields.scenario.el,
      fields.options.map(({ field }) => field.el),
    ),
    words,
  );
}

/**
 * @param {string} id
 * @param {string} name
 * @param {Item[]} items
 * @param {string} chosen
 * @param {string} [help]
 * @returns {Field}
 */
function select(id, name, items, chosen, help) {
  const field = h(
    "select",
    { name: id },
    items.map((item) => h("option", { value: idOf(item) }, nameOf(item))),
  );
  if (items.some((item) => idOf(item) === chosen)) field.value = chosen;
  return {
    el: h("label", { class: "field" }, h("span", null, name), field, help && h("small", null, help)),
    value: () => field.value,
  };
}
