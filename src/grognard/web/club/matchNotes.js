/** A member's private notes on a match, kept by the club for all of the member's devices. */
import { h } from "../core/dom.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";

const LONGEST = 20000;
/** Milliseconds after the last letter before it is kept. */
const TYPED = 800;

export class MatchNotes {
  /** @param {string} match */
  constructor(match) {
    this.match = match;
    this.kept = "";
    this.state = h("p", { class: "club-hint", role: "status" }, S.club.notesHint);
    this.area = h("textarea", {
      class: "search notes-area",
      id: "chat-notes-text",
      rows: 8,
      maxlength: LONGEST,
      "aria-label": S.club.panes.notes,
      oninput: () => {
        clearTimeout(this.typing);
        this.typing = setTimeout(() => void this.put(), TYPED);
      },
      onblur: () => void this.put(),
    });
    this.el = h("div", { class: "chat-notes", hidden: true }, this.area, this.state);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typing = undefined;
    this.fetched = false;
  }

  async open() {
    this.area.focus();
    if (this.fetched) return;
    try {
      const { text } = await calls.matchNote(this.match);
      if (this.fetched) return;
      // What was typed before they came is not lost: it stands below them.
      const typed = this.area.value;
      this.kept = text;
      this.fetched = true;
      this.area.value = [text, typed].filter(Boolean).join("\n");
      if (typed) void this.put();
    } catch (error) {
      this.state.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  async put() {
    clearTimeout(this.typing);
    const text = this.area.value;
    if (!this.fetched || text === this.kept) return;
    try {
      await calls.saveMatchNote(this.match, text);
      this.kept = text;
      this.state.textContent = S.club.notesKept;
    } catch (error) {
      this.state.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}
