/** Saving a match to a file, sealed while other players' secrets are in it. */
import { ask, post } from "../api/request.js";
import { fill, h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */

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
      session.emit("toast", { text: S.saved });
    } catch (error) {
      fill(wrong, error instanceof Error ? error.message : String(error));
    }
  }
}

/** @param {Session} session */
async function plain(session) {
  try {
    download(await session.seat.save(session.held), `${session.board.game}-${session.match}.save.txt`);
    session.emit("toast", { text: S.saved });
  } catch (error) {
    session.complain(error);
  }
}

/**
 * @param {string} save
 * @param {string} phrase
 * @returns {Promise<import("../core/types.js").NewMatch>}
 */
export const openSave = (save, phrase) => post("/api/sealed", { save, phrase });

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
    then((await openSave(text, phrase)).id);
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
