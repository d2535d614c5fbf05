/** Naming, sorting and archiving matches of the list. */
import { post } from "../api/request.js";
import { h, icon } from "../core/dom.js";
import { forget, keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";
import { openSave } from "../matches/saveFile.js";
import { openDialog, openMenu } from "../widgets/popups.js";

/** @typedef {import("../core/types.js").MatchRow} MatchRow */

const T = S.seeing.keeping;

/** @param {MatchRow} row */
export const nameOf = (row) => /** @type {string} */ (load(`name:${row.id}`) ?? "");

/** @type {Record<string, (a: MatchRow, b: MatchRow) => number>} */
const ORDERS = {
  recent: () => 0,
  game: (a, b) => (a.title ?? a.game).localeCompare(b.title ?? b.game),
  name: (a, b) => Number(!nameOf(a)) - Number(!nameOf(b)) || nameOf(a).localeCompare(nameOf(b)),
  turn: (a, b) => (b.turn ?? 0) - (a.turn ?? 0),
};

const sortedBy = () => /** @type {string} */ (load("sort") ?? "recent");

/** @param {MatchRow[]} rows */
export const sorted = (rows) => [...rows].sort(ORDERS[sortedBy()] ?? ORDERS["recent"]);

/** @param {() => void} changed */
export function sortChoice(changed) {
  const now = sortedBy();
  const choice = h(
    "select",
    {
      id: "sort-matches",
      "aria-label": T.sort,
      onchange: () => {
        keep("sort", choice.value);
        changed();
      },
    },
    Object.entries(T.orders).map(([id, name]) => h("option", { value: id, selected: id === now }, name)),
  );
  return choice;
}

/**
 * @param {MatchRow} row
 * @param {() => void} changed
 * @param {(row: MatchRow, back: () => Promise<void>) => void} gone  it was put away; `back` puts it back
 */
export function moreButton(row, changed, gone) {
  const button = h(
    "button",
    {
      type: "button",
      class: "tool match-more",
      title: T.more,
      "aria-label": T.more,
      onclick: () => {
        const box = button.getBoundingClientRect();
        openMenu({ x: box.left, y: box.bottom }, [
          { label: T.name, run: () => rename(row, changed) },
          { label: T.putAway, run: () => void putAway(row, gone) },
        ]);
      },
    },
    icon("menu"),
  );
  return button;
}

/**
 * @param {MatchRow} row
 * @param {() => void} changed
 */
function rename(row, changed) {
  const input = h("input", { type: "text", id: "match-name", maxlength: 60, value: nameOf(row), autocomplete: "off" });
  openDialog(T.name, [h("label", { class: "field" }, h("span", null, T.nameHint), input)], [
    { label: S.cancel },
    {
      label: T.nameIt,
      primary: true,
      run: () => {
        const name = input.value.trim();
        if (name) keep(`name:${row.id}`, name);
        else forget(`name:${row.id}`);
        changed();
      },
    },
  ]);
  input.focus();
}

/**
 * @param {MatchRow} row
 * @param {(row: MatchRow, back: () => Promise<void>) => void} gone
 */
async function putAway(row, gone) {
  try {
    const { sealed } = await post(`/api/matches/${encodeURIComponent(row.id)}/away`, {});
    gone(row, async () => void (await openSave(sealed, "")));
  } catch (error) {
    openDialog(T.putAway, [h("p", null, error instanceof Error ? error.message : String(error))], [{ label: S.close, primary: true }]);
  }
}
