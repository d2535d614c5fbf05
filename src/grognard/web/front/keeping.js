/** Keeping: saves that are sealed while a match goes on, and matches that are named, sorted, or put away and back. */
import { ask, post } from "../core/call.js";
import { fill, h, icon } from "../core/dom.js";
import { openDialog, openMenu } from "../core/menu.js";
import { forget, keep, load } from "../core/store.js";
import { S } from "../core/strings.js";

/** @typedef {import("../core/types.js").MatchRow} MatchRow */
/** @typedef {import("../table/session.js").Session} Session */

const T = S.seeing.keeping;

/**
 * @param {string} text
 * @param {string} name
 */
export function download(text, name) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/**
 * While somebody else's secrets are in a match its save is sealed; a phrase opens it elsewhere, where that is fair.
 * @param {Session} session
 */
export function saveGame(session) {
  const { board, table, held } = session;
  const alone = board.sides.every((side) => held.includes(side.id));
  if (alone || table?.result) return void plain(session);
  const seats = table?.seats ?? {};
  const between = Object.keys(seats).some((side) => seats[side] === "human" && !held.includes(side));
  const phrase = h("input", { type: "text", id: "seal-phrase", autocomplete: "off", minlength: 8, maxlength: 200 });
  const wrong = h("p", { class: "bad", role: "alert" });
  const close = openDialog(
    T.title,
    [
      h("p", null, between ? T.between : T.sealed),
      !between && h("label", { class: "field" }, h("span", null, T.phrase), phrase, h("small", { class: "dim" }, T.phraseHint)),
      wrong,
      h(
        "p",
        { class: "seal-foot" },
        h("button", { type: "button", class: "button primary", id: "seal", onclick: () => void seal() }, T.save),
      ),
    ],
    [],
    "small seal",
  );
  async function seal() {
    try {
      const body = JSON.stringify({ phrase: phrase.value.trim() });
      const headers = { "Content-Type": "application/json" };
      const text = await (await ask(`${session.seat.base}/sealed?${session.seat.seats(held)}`, { method: "POST", headers, body })).text();
      download(text, `${board.game}-${session.match}.sealed.txt`);
      close();
      session.emit("notice", { text: S.saved });
    } catch (error) {
      fill(wrong, error instanceof Error ? error.message : String(error));
    }
  }
}

/** @param {Session} session */
async function plain(session) {
  try {
    download(await session.seat.save(session.held), `${session.board.game}-${session.match}.save.txt`);
    session.emit("notice", { text: S.saved });
  } catch (error) {
    session.complain(error);
  }
}

/**
 * @param {string} save
 * @param {string} phrase
 * @returns {Promise<import("../core/types.js").NewMatch>}
 */
const opened = (save, phrase) => post("/api/sealed", { save, phrase });

/** @param {string} text */
export const isSealed = (text) => text.startsWith("grognard sealed ");

/**
 * @param {string} text
 * @param {(match: string) => void} then
 * @param {(text: string) => void} say
 * @param {string} [phrase]
 */
export async function openSealed(text, then, say, phrase = "") {
  // What is open of the file says whether a phrase opens it.
  if (!phrase && text.split("\n", 2)[1]?.includes('"salt"')) {
    return askPhrase((given) => void openSealed(text, then, say, given || " "));
  }
  try {
    then((await opened(text, phrase)).id);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

/** @param {(phrase: string) => void} then */
function askPhrase(then) {
  const input = h("input", { type: "text", id: "open-phrase", autocomplete: "off", maxlength: 200 });
  openDialog(T.openTitle, [h("label", { class: "field" }, h("span", null, T.phrase), input)], [
    { label: S.cancel },
    { label: T.open, primary: true, run: () => then(input.value.trim()) },
  ]);
  input.focus();
}

// --- names, order, and what is put away

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
    gone(row, async () => void (await opened(sealed, "")));
  } catch (error) {
    openDialog(T.putAway, [h("p", null, error instanceof Error ? error.message : String(error))], [{ label: S.close, primary: true }]);
  }
}
