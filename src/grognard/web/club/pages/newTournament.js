/** The dialog for a new tournament. */
import { json } from "../../api/request.js";
import { announce } from "../../api/tournaments.js";
import { fill, h } from "../../core/dom.js";
import { S } from "../../languages/strings.js";
import { area, choice, field, openForm } from "../../widgets/form.js";
import { foldedFields, numberField, optionField, paceFields } from "../newTable.js";

const T = S.club.tournaments;

/** @typedef {import("../../core/types.js").Game} Game */

/** @param {(id: string) => void} made */
export async function openNewTournament(made) {
  const all = /** @type {Game[]} */ (await json("/api/games"));
  const games = all.filter((each) => each.ready !== false && each.sides.length === 2);
  const name = field("name", T.name, { maxlength: 60, required: true, autocomplete: "off" });
  const kind = choice("kind", T.kind, Object.entries(T.kinds));
  const game = choice("game", S.club.game, games.map((each) => [each.id, each.title]));
  const scenario = choice("scenario", S.scenario, []);
  const rated = choice("rated", S.club.counts, [["yes", S.club.rated], ["no", S.club.friendly]]);
  const most = numberField("most", T.most, 0, 0, 256);
  const rounds = numberField("rounds", T.rounds, 0, 0, 20);
  const text = area("text", T.text, { maxlength: 2000 }, T.textHint);
  const closes = field("closes", T.closes, { type: "datetime-local" });
  const begins = field("begins", T.begins, { type: "datetime-local" });
  const daily = numberField("daily", T.daily, 0, 0, 20);
  const accelerated = choice("accelerated", T.accelerated, [["", T.pairings.plain], ["yes", T.pairings.accelerated]]);
  const decider = choice("decider", T.decides, [["seed", T.deciders.seed], ["time", T.deciders.time]]);
  const pace = paceFields();
  const options = h("div", { class: "club-options" });
  /** @type {import("../../widgets/form.js").Field[]} */
  let chosen = [];
  const fit = () => {
    const now = games.find((each) => each.id === game.input.value);
    const scenarios = now?.scenarios ?? [];
    fill(scenario.input, scenarios.map((each) => h("option", { value: each.id }, each.name ?? each.id)));
    scenario.el.hidden = scenarios.length < 2;
    chosen = (now?.options ?? []).map((option) => optionField(option));
    fill(options, chosen.map((each) => each.el));
  };
  const show = () => {
    pace.show();
    rounds.el.hidden = accelerated.el.hidden = kind.input.value !== "swiss";
    decider.el.hidden = kind.input.value !== "knock-out";
  };
  // Without a clock somebody who vanished would hold it up for ever.
  pace.kind.input.querySelector("option[value=none]")?.remove();
  pace.kind.input.value = "days";
  game.input.addEventListener("change", fit);
  for (const each of [kind, pace.kind]) each.input.addEventListener("change", show);
  fit();
  show();
  openForm({
    title: T.announce,
    fields: [
      ...[name, text, kind, game, scenario, rated, ...pace.fields, closes, begins, most, rounds, accelerated, decider],
      foldedFields(S.club.moreChoices, [daily.el, options, pace.more.el]),
    ],
    send: T.announce,
    run: async () => {
      const one = await announce({
        name: name.input.value,
        kind: kind.input.value,
        game: game.input.value,
        scenario: scenario.input.value,
        options: Object.fromEntries(chosen.map((each) => [each.input.name.replace("option-", ""), each.input.value])),
        rated: rated.input.value === "yes",
        pace: pace.now(),
        most: Number(most.input.value),
        rounds: rounds.el.hidden ? 0 : Number(rounds.input.value),
        text: text.input.value,
        closes: moment(closes.input.value),
        begins: moment(begins.input.value),
        daily: Number(daily.input.value),
        accelerated: !accelerated.el.hidden && accelerated.input.value === "yes",
        decider: decider.el.hidden ? "seed" : decider.input.value,
      });
      made(one.id);
    },
  });
}

/**
 * Seconds since 1970 of a moment in the reader's own time; 0 for none.
 * @param {string} chosen
 */
const moment = (chosen) => (chosen ? new Date(chosen).getTime() / 1000 : 0);
