/** What an umpire decides in a tournament, each with a reason that everybody can read. */
import { act } from "../../api/tournaments.js";
import { h } from "../../core/dom.js";
import { S } from "../../languages/strings.js";
import { area, choice, openForm } from "../../widgets/form.js";

const T = S.club.tournaments;

/** @typedef {import("../../api/tournaments.js").Tournament} Tournament */

/**
 * @param {Tournament} one
 * @param {(one: Tournament) => void} draw
 */
export function umpireTools(one, draw) {
  const replaced = new Set(one.players.map((each) => each.instead));
  const there = one.players.filter((each) => !replaced.has(each.name)).map((each) => each.name);
  const playing = one.players.filter((each) => !each.gone).map((each) => each.name);
  const decided = one.results.flatMap(({ round, pairings }) =>
    pairings.filter((each) => each.second !== null && each.score !== null).map((each) => ({ round, ...each })),
  );
  const [open, running] = [one.status === "open", one.status === "running"];
  const names = (/** @type {string[]} */ all) => all.map((name) => /** @type {[string, string]} */ ([name, name]));

  /**
   * @param {string} path
   * @param {string} title
   * @param {import("../../widgets/form.js").Field[]} fields
   * @param {() => Record<string, unknown>} body
   * @param {string} [hint]
   */
  const ask = (path, title, fields, body, hint) => {
    const why = area("why", T.why, { maxlength: 500, required: true, rows: 2 }, T.whyHint);
    openForm({
      title: title.replace(" …", ""),
      before: [hint ? h("p", { class: "club-hint" }, hint) : null],
      fields: [...fields, why],
      send: T.save,
      run: async () => draw(await act(one.id, path, { ...body(), why: why.input.value })),
    });
  };
  const tool = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => void} */ run) =>
    h("button", { type: "button", class: "button", id: `umpire-${id}`, onclick: run }, label);
  const withdraw = () => {
    const name = choice("player", T.player, names(playing));
    ask("withdraw", T.withdrawPlayer, [name], () => ({ name: name.input.value }));
  };
  const admit = () => {
    const name = choice("player", T.player, names(one.substitutes));
    ask("admit", T.admit, [name], () => ({ name: name.input.value }));
  };
  const replace = () => {
    const name = choice("player", T.player, names(there));
    const by = choice("by", T.replaceWith, names(one.substitutes));
    ask("substitute", T.replace, [name, by], () => ({ name: name.input.value, by: by.input.value }));
  };
  const correct = () => {
    const items = decided.map((each, i) => /** @type {[string, string]} */ ([String(i), `${T.roundOf(each.round)}: ${each.first} – ${each.second}`]));
    const pairing = choice("pairing", T.pairing, items.reverse());
    const score = choice("score", T.firstPoints, ["2", "1.5", "1", "0.5", "0"].map((each) => [each, each]));
    ask("correct", T.correct, [pairing, score], () => {
      const { round, n } = decided[Number(pairing.input.value)] ?? { round: 0, n: 0 };
      return { round, n, score: Number(score.input.value) };
    });
  };
  return h(
    "span",
    { class: "umpire-tools" },
    (open || running) && playing.length > 0 && tool("withdraw", T.withdrawPlayer, withdraw),
    (open || (running && one.kind === "swiss")) && one.substitutes.length > 0 && tool("admit", T.admit, admit),
    running && one.substitutes.length > 0 && tool("replace", T.replace, replace),
    decided.length > 0 && tool("correct", T.correct, correct),
    (open || running) && tool("cancel", T.callOff, () => ask("cancel", T.callOffTitle, [], () => ({}), T.callOffHint)),
  );
}
