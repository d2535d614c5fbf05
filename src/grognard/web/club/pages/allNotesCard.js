/** A searchable list of a member's notes on all matches. */
import { fill, h } from "../../core/dom.js";
import * as calls from "../../api/account.js";
import { card, rowsOf, wordsOf } from "./pageLayout.js";
import { R } from "../formats.js";

/** Milliseconds after the last letter before a search begins. */
const TYPED = 250;
/** Characters of a note that are shown. */
const SHOWN = 200;

export function allNotesCard() {
  const list = h("div", null);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;
  const search = h("input", {
    type: "search",
    class: "search",
    id: "notes-search",
    placeholder: R.notesSearch,
    "aria-label": R.notesSearch,
    oninput: () => {
      clearTimeout(typing);
      typing = setTimeout(() => void draw(), TYPED);
    },
  });
  const draw = async () => {
    try {
      const found = await calls.matchNotes(search.value.trim());
      fill(
        list,
        rowsOf(
          found.map(({ match, text }) =>
            h(
              "li",
              null,
              h("p", { class: "note-text", dir: "auto" }, text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text),
              h("a", { class: "link", href: `/match/${encodeURIComponent(match)}` }, R.toMatch),
            ),
          ),
          search.value.trim() ? R.notesNone : R.noNotes,
        ),
      );
    } catch (error) {
      fill(list, h("p", { class: "form-said" }, wordsOf(error)));
    }
  };
  void draw();
  return card("notes", R.notes, search, list);
}
