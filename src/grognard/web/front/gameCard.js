/** One game on the front page, with the buttons that start it. */
import { fill, h, setVars } from "../core/dom.js";
import { botStrengths, howStrong } from "../general/botStrength.js";
import { stepOf } from "../learn/progress.js";
import { bestBot, FRIEND, keptFor, seatsFor, seatsOfBots, startMatch } from "../matches/newMatch.js";
import { keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Game} Game */
/** @typedef {string | import("../core/types.js").Named} Item */
/** @typedef {{el: HTMLElement, value: () => string}} Field */
/**
 * The side of the one who plays, or people at all seats, or at none; friend: whatever opponent was chosen.
 * @typedef {{side?: string, people?: "all" | "none", friend?: boolean}} Seated
 */

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
  const name = `game-${game.id}`;
  const card = h(
    "article",
    { class: `game-card ${ready ? "" : "not-ready"}`, "data-game": game.id, "aria-labelledby": name },
    ready &&
      h(
        "div",
        { class: "game-art", "aria-hidden": "true" },
        h("img", { src: `/api/games/${encodeURIComponent(game.id)}/cover`, alt: "", loading: "lazy" }),
      ),
    h(
      "div",
      { class: "game-words" },
      h("h3", { id: name }, game.title),
      game.subtitle && h("p", { class: "subtitle" }, game.subtitle),
      meta(game),
      h("p", { class: "blurb" }, game.blurb ?? ""),
      ready ? [playNow(game, fields, start), firstSteps(game), more(game, fields, start)] : h("p", { class: "dim" }, S.notReady),
    ),
  );

  /** @param {Seated} who */
  async function start(who) {
    const body = order(game, fields, who);
    card.classList.add("busy");
    say("");
    try {
      go(await startMatch(body));
    } catch (error) {
      card.classList.remove("busy");
      say(error instanceof Error ? error.message : String(error));
    }
  }
  return card;
}

/**
 * Difficulty, length and sides in words, with the sides' own marks.
 * @param {Game} game
 */
function meta(game) {
  return h(
    "ul",
    { class: "meta" },
    game.complexity && h("li", null, h("span", { class: "label" }, S.complexity), game.complexity),
    game.length && h("li", null, h("span", { class: "label" }, S.length), game.length),
    h(
      "li",
      null,
      h("span", { class: "label" }, game.sides.length === 1 ? S.solitaire : S.sides),
      h("span", { class: "meta-sides" }, game.sides.map((side, i) => sideName(side, i))),
    ),
  );
}

/**
 * @param {{name: string, colour?: string}} side
 * @param {number} i
 */
function sideName(side, i) {
  const mark = h("i", { class: `side-mark side${i}` });
  if (side.colour) setVars(mark, { background: side.colour });
  return h("span", { class: "meta-side" }, mark, side.name);
}

/** @typedef {{bot: Field, scenario: Field, estimate: Field, options: {id: string, field: Field}[]}} Fields */

/**
 * The fields start from what was chosen last.
 * @param {Game} game
 * @returns {Fields}
 */
function fieldsOf(game) {
  /** @type {Record<string, string>} */
  const last = load(`choice:${game.id}`) ?? {};
  return {
    bot: select("bot", S.opponent, [...game.bots, { id: FRIEND, name: S.club.friend }], defaultBot(game, last)),
    scenario: select("scenario", S.scenario, game.scenarios ?? [], last.scenario ?? ""),
    estimate: select("estimate", S.estimate.field, S.estimate.choices, "no", S.estimate.agree),
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
 * The opponent last chosen; the first time the general, or the first that does more than roll dice for its moves.
 * @param {Game} game
 * @param {Record<string, string>} last
 */
function defaultBot(game, last) {
  return [last.bot, "general"].find((id) => id && game.bots.includes(id)) ?? bestBot(game);
}

/**
 * The side that "Play now" sits down at: the last one, else the one that is taught, else the first.
 * @param {Game} game
 */
function defaultSide(game) {
  /** @type {Record<string, string> | null} */
  const last = load(`choice:${game.id}`);
  const wanted = [last?.side, game.lessons?.side].find((id) => game.sides.some((s) => s.id === id));
  return String(wanted ?? game.sides[0]?.id ?? "");
}

/**
 * The request for a new match, remembered as the choice for next time.
 * @param {Game} game
 * @param {Fields} fields
 * @param {Seated} who
 */
function order(game, fields, { side, people, friend }) {
  const opponent = friend ? FRIEND : fields.bot.value();
  const bot = opponent === FRIEND ? bestBot(game) : opponent;
  const options = Object.fromEntries(fields.options.map(({ id, field }) => [id, field.value()]));
  const kept = Object.fromEntries(Object.entries(options).map(([id, value]) => [`option:${id}`, value]));
  keep(`choice:${game.id}`, {
    bot,
    scenario: fields.scenario.value(),
    side: side ?? defaultSide(game),
    ...kept,
  });
  return {
    game: game.id,
    scenario: fields.scenario.value() || undefined,
    options,
    estimate: fields.estimate.value() === "yes",
    seats: people === "none" ? seatsOfBots(game, bot) : seatsFor(game, side ?? null, opponent),
    invite: people ? [] : keptFor(game, side ?? null, opponent),
  };
}

/**
 * @param {Game} game
 * @param {Fields} fields
 * @param {(who: Seated) => Promise<void>} start
 */
function playNow(game, fields, start) {
  const mine = defaultSide(game);
  const sideOf = (/** @type {string} */ id) => game.sides.find((s) => s.id === id)?.name ?? id;
  const alone = game.sides.length === 1;
  const against = h("small");
  const strong = h("small", { class: "how-strong" });
  const describe = () => {
    const bot = game.bots.find((b) => idOf(b) === fields.bot.value());
    const words = bot ? S.nowAs(sideOf(mine), nameOf(bot)) : S.club.against(sideOf(mine));
    fill(against, alone ? sideOf(mine) : words);
    fill(strong, bot ? howStrong(game, idOf(bot)) : "");
  };
  fields.bot.el.addEventListener("change", describe);
  describe();
  return h(
    "div",
    { class: "play-buttons" },
    (alone || game.bots.length > 0) &&
      h(
        "button",
        { type: "button", class: "button primary big", "data-play": "now", onclick: () => void start({ side: mine }) },
        h("span", null, S.playNow),
        against,
        strong,
      ),
  );
}

/**
 * Everything but the one button: sides, friends, a match to watch.
 * @param {Game} game
 * @param {(who: Seated) => Promise<void>} start
 */
function otherWays(game, start) {
  const mine = defaultSide(game);
  const alone = game.sides.length === 1;
  return h(
    "div",
    { class: "play-other" },
    !alone &&
      game.bots.length > 0 &&
      game.sides.map((side) =>
        h(
          "button",
          {
            type: "button",
            class: "button",
            "data-play": side.id,
            "aria-label": S.playAs(side.name),
            onclick: () => void start({ side: side.id }),
          },
          S.asSide(side.name),
        ),
      ),
    !alone &&
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-play": "friend",
          title: S.club.friendHint,
          onclick: () => void start({ side: mine, friend: true }),
        },
        S.club.withFriend,
      ),
    !alone &&
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-play": "hotseat",
          title: S.hotSeatHint,
          onclick: () => void start({ people: "all" }),
        },
        S.hotSeat,
      ),
    game.bots.length > 0 &&
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-play": "watch",
          title: S.watchHint(game.sides.length),
          onclick: () => void start({ people: "none" }),
        },
        S.watch,
      ),
  );
}

/** @param {Game} game */
function learning(game) {
  const at = stepOf(game.id, 0);
  return at > 0 ? S.lessonOn(at + 1, game.lessons?.steps ?? 0) : S.learnIt(game.lessons?.minutes ?? 0);
}

/**
 * For whom the game is new: its lesson, and how it is played.
 * @param {Game} game
 */
function firstSteps(game) {
  const id = encodeURIComponent(game.id);
  return h(
    "p",
    { class: "doors" },
    game.lessons && h("a", { class: "link", href: `/learn/${id}` }, learning(game)),
    game.reading > 0 && h("a", { class: "link", href: `/howto/${id}` }, S.howToPlay.link(game.reading)),
  );
}

/**
 * @param {Game} game
 */
function moreLinks(game) {
  const id = encodeURIComponent(game.id);
  return h(
    "p",
    { class: "doors" },
    game.lessons && h("a", { class: "link", href: `/puzzles/${id}` }, S.school.more),
    h("a", { class: "link", href: `/rules/${id}` }, S.readRules),
    game.editor && h("a", { class: "link", href: `/edit/${id}` }, S.editPosition),
  );
}

/**
 * The one small menu of a game: who plays it how, its options, its puzzles, rules and editor.
 * @param {Game} game
 * @param {Fields} fields
 * @param {(who: Seated) => Promise<void>} start
 */
function more(game, fields, start) {
  const words = h("p", { class: "scenario-words dim" });
  const describe = () => fill(words, game.scenarios?.find((sc) => sc.id === fields.scenario.value())?.blurb ?? "");
  fields.scenario.el.addEventListener("change", describe);
  describe();
  return h(
    "details",
    { class: "choices" },
    h("summary", null, S.howToPlay.moreWays),
    h(
      "div",
      { class: "fields" },
      game.sides.length > 1 && game.bots.length > 0 && fields.bot.el,
      (game.scenarios?.length ?? 0) > 0 && fields.scenario.el,
      game.sides.length > 1 && fields.estimate.el,
      fields.options.map(({ field }) => field.el),
    ),
    words,
    otherWays(game, start),
    botStrengths(game),
    moreLinks(game),
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
