/** A new table: what is to be played, at which pace, and with whom. */
import { fill, h } from "../dom.js";
import { openDialog } from "../menu.js";
import { S } from "../strings.js";
import * as calls from "./calls.js";
import { choice, field, openForm } from "./form.js";
import { linkField, onlyHere, qrOf } from "./invite.js";

/** @typedef {import("../types.js").Game} Game */

/**
 * @param {Game[]} all
 * @param {() => void} made
 */
export function openNewTable(all, made) {
  const games = all.filter((game) => game.ready !== false && game.sides.length === 2);
  const game = choice("game", S.club.game, games.map((each) => [each.id, each.title]));
  const scenario = choice("scenario", S.scenario, []);
  const side = choice("side", S.club.mySide, []);
  const rated = choice("rated", S.club.counts, [["yes", S.club.rated], ["no", S.club.friendly]]);
  const pace = choice("pace", S.club.pace, [["none", S.club.noPace], ["live", S.club.paceLive], ["days", S.club.paceDays]]);
  const minutes = number("minutes", S.club.minutes, 60, 1, 600);
  const increment = number("increment", S.club.increment, 10, 0, 300);
  const days = number("days", S.club.daysEach, 3, 1, 30);
  const reserve = number("reserve", S.club.reserve, 10, 0, 60);
  const to = choice("to", S.club.withWhom, [["all", S.club.anybody], ["member", S.club.aMember], ["link", S.club.byLink]]);
  const name = field("opponent", S.club.name, { autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 60 });

  const fit = () => {
    const chosen = games.find((each) => each.id === game.input.value);
    const scenarios = chosen?.scenarios ?? [];
    fill(scenario.input, scenarios.map((each) => h("option", { value: each.id }, each.name ?? each.id)));
    scenario.el.hidden = scenarios.length < 2;
    fill(
      side.input,
      h("option", { value: "lot" }, S.club.byLot),
      (chosen?.sides ?? []).map((each, i) => h("option", { value: each.id }, S.club.iPlay(each.name, chosen?.sides[1 - i]?.name ?? ""))),
    );
  };
  const show = () => {
    minutes.el.hidden = increment.el.hidden = pace.input.value !== "live";
    days.el.hidden = reserve.el.hidden = pace.input.value !== "days";
    name.el.hidden = to.input.value !== "member";
    name.input.toggleAttribute("required", !name.el.hidden);
  };
  game.input.addEventListener("change", fit);
  for (const each of [pace, to]) each.input.addEventListener("change", show);
  fit();
  show();

  const paceNow = () => {
    if (pace.input.value === "live") return { kind: "live", minutes: Number(minutes.input.value), increment: Number(increment.input.value) };
    if (pace.input.value === "days") return { kind: "days", days: Number(days.input.value), reserve: Number(reserve.input.value) };
    return { kind: "none" };
  };
  openForm({
    title: S.club.newTable,
    fields: [game, scenario, side, rated, pace, minutes, increment, days, reserve, to, name],
    send: S.club.openTable,
    where: (error) => (!name.el.hidden && ["unknown", "blocked", "malformed"].includes(error.code) ? name : undefined),
    run: async () => {
      const answer = await calls.offer({
        game: game.input.value,
        scenario: scenario.input.value,
        side: side.input.value,
        rated: rated.input.value === "yes",
        pace: paceNow(),
        ...(to.input.value === "member" ? { to: name.input.value.trim() } : { private: to.input.value === "link" }),
      });
      made();
      if (answer.link) setTimeout(showLink, 0, location.origin + answer.link, games.find((each) => each.id === game.input.value)?.title ?? "");
    },
  });
}

/**
 * @param {string} name
 * @param {string} label
 * @param {number} value
 * @param {number} min
 * @param {number} max
 */
function number(name, label, value, min, max) {
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
