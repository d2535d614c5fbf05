/**
 * Automatic further rounds of a fight: after the player has chosen a chance, the question comes again in this phase
 * only when a round is less likely to succeed than that.
 */
import { h } from "../core/dom.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {{level: number, turn: number, phase: number}} Habit  from which chance on, and until when */

/** Per cent. */
const LEVELS = [30, 50, 70];
/** Milliseconds: long enough to see what was asked. */
const BEAT = 500;
/** @type {Map<string, Habit>} by match and side */
const habits = new Map();

/** @param {Session} session */
const keyOf = ({ match, side }) => `${match}:${side}`;

/**
 * Another round, where there is a choice, and its chance in per cent.
 * @param {Session} session
 * @returns {{option: Option, hope: number} | null}
 */
function asked({ board, options, table, guided }) {
  const option = options.find((o) => board.verbs[o[0]]?.renews);
  const hope = table?.ask?.previews.find((preview) => preview.hope !== undefined)?.hope;
  return option && hope !== undefined && !guided ? { option, hope: hope * 100 } : null;
}

/** @param {Session} session */
export function autoRounds(session) {
  let stamp = "";
  const look = () => {
    // What came of the last round is seen first.
    if (session.playing || session.table?.stamp === stamp || !due(session)) return;
    const at = (stamp = session.table?.stamp ?? "");
    setTimeout(() => {
      const option = due(session);
      if (!option || session.playing || session.closed || session.busy || session.table?.stamp !== at) return;
      // A march that the fight broke off goes on after it.
      session.reach.pressing = true;
      void session.send([option]);
      const level = habits.get(keyOf(session))?.level ?? 0;
      const act = { label: S.sheet.askAgain, run: () => habits.delete(keyOf(session)) };
      session.emit("toast", { text: S.sheet.renew.on(level), act, brief: true });
    }, BEAT);
  };
  session.on("table", look);
}

/**
 * The option that is taken without asking.
 * @param {Session} session
 */
function due(session) {
  const round = asked(session);
  const habit = habits.get(keyOf(session));
  const view = session.table?.view;
  if (!round || !habit || !view || session.past || session.finishing) return null;
  const same = habit.turn === view.turn && habit.phase === view.phase;
  if (!same) habits.delete(keyOf(session));
  return same && round.hope >= habit.level ? round.option : null;
}

/**
 * Beside the button: from which chance on, as far as it is given now.
 * @param {Session} session
 */
export function autoRoundsChoice(session) {
  const round = asked(session);
  const levels = LEVELS.filter((level) => round && level <= round.hope);
  const { turn, phase } = { ...session.table?.view };
  if (!round || !levels.length || turn === undefined || phase === undefined) return false;
  return h(
    "span",
    { class: "times", role: "group", "aria-label": S.sheet.renew.label },
    h("span", { class: "label" }, S.sheet.renew.label),
    levels.map((level) =>
      h(
        "button",
        {
          type: "button",
          class: "button act",
          "data-renew": level,
          disabled: session.busy,
          onclick: () => {
            habits.set(keyOf(session), { level, turn, phase });
            void session.send([round.option]);
          },
        },
        S.sheet.renew.level(level),
      ),
    ),
  );
}
