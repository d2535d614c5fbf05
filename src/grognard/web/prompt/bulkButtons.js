/** Buttons for many acts at once: one act for all selected units, a number for the next click, a march that goes on. */
import { h } from "../core/dom.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../core/types.js").Option} Option */

const NUMBERS = [1, 2, 3, 4, 5, 10];

/**
 * @param {Session} session
 * @returns {(Node | false)[]}
 */
export const bulkButtons = (session) => [...resolving(session), onward(session), ...session.longMarches.buttons(), ...together(session), times(session)];

/**
 * A row of fights whose order is all that is asked: one button for all of it.
 * @param {Session} session
 */
function resolving({ board, orders, busy, table }) {
  const row = (table?.ask?.options ?? []).filter((o) => board.verbs[o[0]]?.resolves);
  const verb = row[0]?.[0];
  if (!verb || row.length < 2) return [];
  return [
    h("button", { type: "button", class: "button act", id: "resolve-all", disabled: busy, onclick: () => void orders.give({ resolve: verb }) }, S.order.resolveAll),
  ];
}

/**
 * A march that dice or a question broke off goes on with one click.
 * @param {Session} session
 */
function onward(session) {
  const { reach, selection, board } = session;
  const { goal } = reach;
  if (goal < 0 || selection.group.length || !reach.way || !reach.ends(goal) || reach.way.from === goal) return false;
  return h(
    "button",
    { type: "button", class: "button act", id: "on-to", title: "T", disabled: session.busy, onclick: () => void reach.go(goal, false) },
    S.sheet.onTo(board.spaces[goal]?.name ?? ""),
  );
}

/**
 * A button for what every one of the picked units may do by itself, such as digging in: said once for all of them.
 * @param {Session} session
 */
function together(session) {
  const { board, selection, options } = session;
  const { units } = selection;
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
