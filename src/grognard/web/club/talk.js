/** What the players of a match say to each other: plain text, as it was written. */
import { h } from "../dom.js";
import { moment } from "../languages/language.js";
import { keep, load } from "../store.js";
import { S } from "../strings.js";
import * as calls from "./calls.js";

const LONGEST = 1000;

export class Talk {
  /** @param {import("../session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.last = 0;
    this.unread = 0;
    this.fetching = false;
    this.missed = false;
    this.list = h("ol", null);
    this.lines = h("div", { class: "talk-lines", role: "log", "aria-label": S.club.talk, tabindex: 0 }, this.list);
    this.said = h("p", { class: "form-said", role: "alert" });
    this.field = h("input", { type: "text", class: "search", id: "talk-text", maxlength: LONGEST, autocomplete: "off", "aria-label": S.club.talkText });
    this.el = h(
      "div",
      { class: "talk", id: "talk", hidden: true },
      this.lines,
      h(
        "form",
        {
          class: "talk-form",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.send();
          },
        },
        this.field,
        h("button", { type: "submit", class: "button primary" }, S.club.send),
      ),
      this.said,
    );
    this.button = h(
      "button",
      { type: "button", class: "button", id: "talk-open", "aria-expanded": "false", "aria-controls": "talk", onclick: () => this.toggle() },
      S.club.talk,
    );
    this.el.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.toggle();
      this.button.focus();
    });
  }

  toggle() {
    this.el.hidden = !this.el.hidden;
    this.button.setAttribute("aria-expanded", String(!this.el.hidden));
    if (this.el.hidden) return;
    this.read();
    this.lines.scrollTop = this.lines.scrollHeight;
    this.field.focus();
  }

  /** All that has come is in sight. */
  read() {
    this.unread = 0;
    keep(`talk:${this.session.match}`, this.last);
    this.label();
  }

  label() {
    this.button.textContent = this.unread ? S.club.talkNew(this.unread) : S.club.talk;
    this.button.classList.toggle("primary", this.unread > 0);
  }

  /** Lines that are new here. */
  async fetch() {
    if (this.fetching) return void (this.missed = true);
    this.fetching = true;
    try {
      const found = await calls.talk(this.session.match, this.last);
      const read = load(`talk:${this.session.match}`) ?? 0;
      for (const line of found) {
        if (line.n <= this.last) continue;
        this.last = line.n;
        this.list.append(lineOf(line));
        if (line.n > read && line.side !== this.session.seat.side) this.unread++;
      }
      if (found.length) this.lines.scrollTop = this.lines.scrollHeight;
      if (this.el.hidden) this.label();
      else this.read();
    } catch {
      // It is fetched with the next line.
    }
    this.fetching = false;
    if (!this.missed) return;
    this.missed = false;
    await this.fetch();
  }

  async send() {
    const text = this.field.value.trim();
    this.said.textContent = "";
    if (!text) return;
    try {
      await calls.say(this.session.match, text);
      this.field.value = "";
    } catch (error) {
      this.said.textContent = error instanceof Error ? error.message : String(error);
    }
    await this.fetch();
  }
}

/** @param {calls.Said} line */
const lineOf = (line) =>
  h(
    "li",
    null,
    h("b", null, h("bdi", null, line.by)),
    h("time", { class: "club-hint" }, moment(new Date(line.at * 1000))),
    h("p", { dir: "auto" }, line.text),
  );
