/** The dialog for a new table: game, pace, and opponent. */
import { fill, h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { bestBot } from "../matches/newMatch.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";
import { choice, field, openForm } from "../widgets/form.js";
import { linkField, onlyHere, qrOf } from "./inviteLink.js";

/** @typedef {import("../core/types.js").Game} Game */

/**
 * @param {Game[]} all
 * @param {(match?: string) => void} made  match: it has begun at once
 * @param {string} [whom]  who is challenged
 */
export function openNewTable(all, made, whom = "") {
  const games = all.filter((game) => game.ready !== false && game.sides.length === 2);
  const game = choice("game", S.club.game, games.map((each) => [each.id, each.title]));
  const scenario = choice("scenario", S.scenario, []);
  const side = choice("side", S.club.mySide, []);
  const rated = choice("rated", S.club.counts, [["yes", S.club.rated], ["no", S.club.friendly]]);
  const pace = paceFields();
  const to = choice("to", S.club.withWhom, [["all", S.club.anybody], ["member", S.club.aMember], ["link", S.club.byLink], ["bot", S.club.aProgram]]);
  const name = field("opponent", S.club.name, { autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 60 });
  const low = numberField("low", S.club.lowest, 0, 0, 4000);
  const high = numberField("high", S.club.highest, 4000, 0, 4000);
  const watch = choice("watch", S.club.spectating, [["yes", S.club.watchYes], ["no", S.club.watchNo]]);
  const options = h("div", { class: "club-options" });
  /** @type {import("../widgets/form.js").Field[]} */
  let chosenOptions = [];

  const chosen = () => games.find((each) => each.id === game.input.value);
  const fit = () => {
    const now = chosen();
    const scenarios = now?.scenarios ?? [];
    fill(scenario.input, scenarios.map((each) => h("option", { value: each.id }, each.name ?? each.id)));
    scenario.el.hidden = scenarios.length < 2;
    fill(
      side.input,
      h("option", { value: "lot" }, S.club.byLot),
      (now?.sides ?? []).map((each, i) => h("option", { value: each.id }, S.club.iPlay(each.name, now?.sides[1 - i]?.name ?? ""))),
      h("option", { value: "both" }, S.club.bothSides),
    );
    chosenOptions = (now?.options ?? []).map((option) => optionField(option));
    fill(options, chosenOptions.map((each) => each.el));
  };
  const show = () => {
    pace.show();
    name.el.hidden = to.input.value !== "member";
    name.input.toggleAttribute("required", !name.el.hidden);
    low.el.hidden = high.el.hidden = to.input.value !== "all";
  };
  if (whom) [to.input.value, name.input.value] = ["member", whom];
  game.input.addEventListener("change", fit);
  for (const each of [pace.kind, to]) each.input.addEventListener("change", show);
  fit();
  show();
  const more = foldedFields(S.club.moreChoices, [options, pace.more.el, low.el, high.el, watch.el]);

  openForm({
    title: S.club.newTable,
    fields: [game, scenario, side, rated, ...pace.fields, to, name, more],
    send: S.club.openTable,
    where: (error) => (!name.el.hidden && ["unknown", "blocked", "malformed"].includes(error.code) ? name : undefined),
    run: async () => {
      const range = [Number(low.input.value), Number(high.input.value)];
      const narrow = to.input.value === "all" && (range[0] !== 0 || range[1] !== 4000);
      const both = side.input.value === "both";
      const bot = chosen();
      const answer = await calls.makeOffer({
        game: game.input.value,
        scenario: scenario.input.value,
        options: Object.fromEntries(chosenOptions.map((each) => [each.input.name.replace("option-", ""), each.input.value])),
        side: both ? "lot" : side.input.value,
        both,
        rated: rated.input.value === "yes",
        pace: pace.now(),
        watch: watch.input.value === "yes",
        ...(narrow ? { between: range } : {}),
        ...(to.input.value === "member" ? { to: name.input.value.trim() } : {}),
        ...(to.input.value === "link" ? { private: true } : {}),
        ...(to.input.value === "bot" && bot ? { bot: bestBot(bot) } : {}),
      });
      made(answer.matches?.[0]);
      if (answer.link) setTimeout(showLink, 0, location.origin + answer.link, chosen()?.title ?? "");
    },
  });
}

/** @param {import("../core/types.js").GameOption} option */
export function optionField(option) {
  const items = option.choices.map((each) => /** @type {[string, string]} */ ([each, each]));
  const made = choice(`option-${option.id}`, option.name, items, option.blurb ? { title: option.blurb } : {});
  if (option.default) made.input.value = option.default;
  return made;
}

/** The fields of the pace; rarely used ones are folded. */
export function paceFields() {
  const kind = choice("pace", S.club.pace, [["none", S.club.noPace], ["live", S.club.paceLive], ["days", S.club.paceDays]]);
  const minutes = numberField("minutes", S.club.minutes, 60, 1, 600);
  const increment = numberField("increment", S.club.increment, 10, 0, 300);
  const days = numberField("days", S.club.daysEach, 3, 1, 30);
  const reserve = numberField("reserve", S.club.reserve, 10, 0, 60);
  const vacation = numberField("vacation", S.club.vacation, 14, 0, 60);
  const nights = choice("nights", S.club.nights, [["", S.club.nightsCount], ["23-7", S.club.nightsFree]]);
  const more = { el: h("div", { class: "club-options" }, vacation.el, nights.el) };
  const now = () => {
    if (kind.input.value === "live") return { kind: "live", minutes: Number(minutes.input.value), increment: Number(increment.input.value) };
    if (kind.input.value !== "days") return { kind: "none" };
    const [from, until] = nights.input.value.split("-").map(Number);
    const free = nights.input.value ? { nights: [from, until, Intl.DateTimeFormat().resolvedOptions().timeZone] } : {};
    return { kind: "days", days: Number(days.input.value), reserve: Number(reserve.input.value), vacation: Number(vacation.input.value), ...free };
  };
  const show = () => {
    minutes.el.hidden = increment.el.hidden = kind.input.value !== "live";
    days.el.hidden = reserve.el.hidden = more.el.hidden = kind.input.value !== "days";
  };
  return { kind, fields: [kind, minutes, increment, days, reserve], more, now, show };
}

/**
 * Folds rarely used fields away.
 * @param {string} words
 * @param {HTMLElement[]} kids
 * @returns {import("../widgets/form.js").Field}
 */
export function foldedFields(words, kids) {
  const input = h("input", { type: "hidden" });
  return { el: h("details", { class: "club-more" }, h("summary", null, words), kids), input, say: () => {} };
}

/**
 * @param {string} name
 * @param {string} label
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
export function numberField(name, label, value, min, max) {
  return field(name, label, { type: "number", inputmode: "numeric", value, min, max, required: true });
}

/**
 * @param {string} link
 * @param {string} title
 */
function showLink(link, title) {
  openDialog(
    S.club.tableLink,
    [h("p", null, S.club.tableLinkHint), linkField(link, S.club.shareText(title)).el, onlyHere(), qrOf(link)],
    [],
    "share club-dialog",
  );
}
