/** Gestures beside the buttons of the prompt: one act for all that are picked, a number for the next click, a march that goes on. */
import { label, offer } from "../hand/acts.js";
import { h } from "../core/dom.js";
import { S } from "../core/strings.js";

/** @typedef {import("../table/session.js").Session} Session */
/** @typedef {import("../core/types.js").Option} Option */

const NUMBERS = [1, 2, 3, 4, 5, 10];

/**
 * @param {Session} session
 * @returns {(Node | false)[]}
 */
export const extras = (session) => [onward(session), ...session.marches.buttons(), ...together(session), times(session)];

/**
 * A march that dice or a question broke off goes on with one click.
 * @param {Session} session
 */
function onward(session) {
  const { reach, hand, board } = session;
  const { goal } = reach;
  if (goal < 0 || hand.group.length || !reach.way || !reach.ends(goal) || reach.way.from === goal) return false;
  return h(
    "button",
    { type: "button", class: "button act", id: "on-to", title: "T", disabled: session.busy, onclick: () => void reach.go(goal, false) },
    S.sheet.onTo(board.spaces[goal]?.name ?? ""),
  );
}

/**
 * What every one of the picked units may do by itself, such as digging in, is said once for all of them.
 * @param {Session} session
 */
function together(session) {
  const { board, hand, options } = session;
  const { units } = hand;
  if (units.length < 2) return [];
  const verbs = Object.keys(board.verbs).filter((name) => {
    const verb = board.verbs[name];
    return verb?.args.length === 1 && verb.args[0] === "unit" && !verb.gathers && !verb.drops;
  });
  const common = verbs.filter((verb) => units.every((unit) => options.some((o) => o[0] === verb && o[1] === unit)));
  return common.map((verb) =>
    h(
      "button",
      {
        type: "button",
        class: "button act",
        "data-together": verb,
        disabled: session.busy,
        onclick: () => void session.orders.give({ units: [...units], verb }),
      },
      S.sheet.each(caption(board.verbs[verb]?.label ?? verb), units.length),
    ),
  );
}

/**
 * A verb's label without the name of its unit.
 * @param {string} text
 */
const caption = (text) => {
  const bare = text.replace(/\{unit\d*\}[’']?s?/g, "").replace(/\s+/g, " ").trim();
  return bare.charAt(0).toUpperCase() + bare.slice(1);
};

/**
 * Points, markers and purchases that may be said several times: how often the next click says it.
 * @param {Session} session
 */
function times(session) {
  const { board, options } = session;
  if (!options.some((o) => board.verbs[o[0]]?.repeats)) {
    session.times = 1;
    return false;
  }
  return h(
    "span",
    { class: "times", role: "group", "aria-label": S.sheet.times },
    h("span", { class: "label" }, S.sheet.times),
    NUMBERS.map((n) =>
      h(
        "button",
        {
          type: "button",
          class: "button act",
          "data-times": n,
          "aria-pressed": String(session.times === n),
          disabled: session.busy,
          onclick: () => {
            session.times = n;
            session.emit("pick");
          },
        },
        `×${n}`,
      ),
    ),
  );
}

/**
 * Sends an option as often as the number beside the buttons has it.
 * @param {Session} session
 * @param {Option} option
 */
export async function sendTimes(session, option) {
  const n = session.board.verbs[option[0]]?.repeats ? session.times : 1;
  session.times = 1;
  if (n > 1) return session.orders.give({ options: [option], times: n });
  await session.send([option]);
}

/**
 * An act of what is looked at. Who is taken out of a plan by it, to be given another place, is in the hand again.
 * @param {Session} session
 * @param {Option} option
 */
export async function sendAct(session, option) {
  const { board, hand } = session;
  const pick = /** @type {import("../core/types.js").Pick} */ ({ kind: "unit", value: Number(option[1]) });
  const ofUnit = board.verbs[option[0]]?.args.join() === "unit";
  if (!(await session.send([option])) || !ofUnit || !offer(board, session.options, [pick]).spaces.size) return;
  hand.look = pick;
  hand.picks = [pick];
  hand.changed();
}

/**
 * All units of a stack that may do the same single thing, such as joining a force.
 * @param {Session} session
 * @param {number} unit
 * @returns {Option[]}
 */
export function stackActs(session, unit) {
  const { board, options } = session;
  const verb = offer(board, options, [{ kind: "unit", value: unit }]).done[0]?.[0];
  if (!verb || !board.verbs[verb]?.fills || board.verbs[verb]?.args.length !== 1) return [];
  const mates = new Set(session.unitsIn(session.placed(unit)?.[1] ?? -1).map((placed) => placed[0]));
  return options.filter((o) => o[0] === verb && mates.has(Number(o[1])));
}

/**
 * With one unit picked: all beside it that could begin the same.
 * @param {Session} session
 * @returns {number[]}
 */
export function beside(session) {
  const [first, more] = session.hand.picks;
  if (first?.kind !== "unit" || more) return [];
  const { units } = session.hand.first;
  const there = session.unitsIn(session.placed(first.value)?.[1] ?? -1);
  return there.flatMap(([id]) => (id !== first.value && units.has(id) ? [id] : []));
}

/**
 * The words for an option; for what is paid for at once with what its line on the desk says: the price, and how many are left.
 * @param {Session} session
 * @param {Option} option
 */
export function priced(session, option) {
  const { board, table } = session;
  const text = label(board, option);
  if (!board.verbs[option[0]]?.spends) return text;
  for (const sheet of table?.ask?.desk ?? []) {
    const row = sheet.rows.find((one) => one.units.includes(Number(option[1])));
    if (row) return `${text} (${sheet.columns.map((name, i) => `${name} ${row.figures[i]}`).join(", ")})`;
  }
  return text;
}
