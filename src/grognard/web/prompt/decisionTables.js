/** Tables of options, for a question that is too large for a row of buttons. */
import { h } from "../core/dom.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { sendTimes } from "../session/sendOptions.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../core/types.js").Sheet} Sheet */
/** @typedef {import("../core/types.js").SheetRow} SheetRow */

/**
 * @param {Session} session
 * @param {Sheet[]} sheets
 */
export const decisionTables = (session, sheets) => sheets.map((sheet) => table(session, sheet));

/**
 * The options that have their button in a table, and so need none elsewhere.
 * @param {Session} session
 * @returns {Set<string>}
 */
export const optionsInTables = (session) =>
  new Set(
    (session.table?.ask?.desk ?? []).flatMap((sheet) =>
      sheet.rows.flatMap((row) => row.acts.map(([, option]) => JSON.stringify(option))),
    ),
  );

/**
 * One button stands at the end of its line; several have a line of their own.
 * @param {Session} session
 * @param {Sheet} sheet
 */
function table(session, sheet) {
  const buttons = sheet.rows.some((row) => row.acts.length === 1);
  const columns = sheet.columns.map((name) => h("th", { scope: "col", class: "figure" }, name));
  return h(
    "table",
    { class: "sheet" },
    h("thead", null, h("tr", null, h("th", { scope: "col" }, sheet.name), columns, buttons && h("td"))),
    h("tbody", null, sheet.rows.flatMap((row) => lines(session, row, buttons, 1 + columns.length + Number(buttons)))),
  );
}

/**
 * @param {Session} session
 * @param {SheetRow} row
 * @param {boolean} buttons
 * @param {number} span
 */
function lines(session, row, buttons, span) {
  const pointing = {
    onpointerenter: () => session.emit("point", { units: row.units, spaces: row.spaces }),
    onpointerleave: () => session.emit("point", null),
  };
  const acts = row.acts.map(([text, option]) => act(session, row, text, option));
  const several = acts.length > 1;
  const more = several || row.note !== "";
  return [
    h(
      "tr",
      { class: `sheet-row ${row.tone ? `tone-${row.tone}` : ""} ${more ? "more" : ""}`, ...pointing },
      h("th", { scope: "row" }, row.text, " ", caseLinks(session, row.cases)),
      row.figures.map((figure) => h("td", { class: "figure" }, figure)),
      buttons && h("td", { class: "sheet-act", rowspan: more ? 2 : 1 }, several ? null : acts),
    ),
    more &&
      h(
        "tr",
        { class: "sheet-more", ...pointing },
        h(
          "td",
          { colspan: span - Number(buttons) },
          row.note && h("span", { class: "dim" }, row.note),
          several && h("span", { class: "sheet-acts" }, acts),
        ),
      ),
  ];
}

/**
 * @param {Session} session
 * @param {SheetRow} row
 * @param {string} text
 * @param {import("../core/types.js").Option} option
 */
const act = (session, row, text, option) =>
  h(
    "button",
    {
      type: "button",
      class: "button small",
      "data-verb": option[0],
      "data-option": JSON.stringify(option),
      "aria-label": `${row.text}: ${text}`,
      disabled: session.busy,
      onclick: () => void sendTimes(session, option),
      onpointerenter: () => session.setAim(option),
      onpointerleave: () => session.setAim(null),
    },
    text,
  );
