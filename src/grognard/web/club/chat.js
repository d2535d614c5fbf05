/** The chat of a match, among players and among spectators, and your own notes. Text is shown as it was written. */
import { fill, h, icon } from "../core/dom.js";
import { moment } from "../languages/language.js";
import { openMenu } from "../widgets/popups.js";
import { keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";
import { MatchNotes } from "./matchNotes.js";

const LONGEST = 1000;
/** Lines among which nobody searches. */
const FEW = 4;
/** Milliseconds after the last letter before a search begins. */
const TYPED = 250;

/** @typedef {"players" | "spectators" | "notes"} Pane */

export class Chat {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {"players" | "spectators"} where a spectator speaks */
    this.own = session.seat.side ? "players" : "spectators";
    /** @type {Pane} */
    this.pane = this.own;
    /** @type {Pane[]} */
    this.panes = [this.own];
    /** @type {calls.Me | null | undefined} undefined: not known yet */
    this.me = undefined;
    this.last = 0;
    this.unread = 0;
    this.fetching = false;
    this.missed = false;
    this.searched = "";
    this.drawn = "";
    this.notes = new MatchNotes(session.match);
    this.tabs = h("div", { class: "chat-tabs", role: "tablist" });
    this.list = h("ol", null);
    this.lines = h("div", { class: "chat-lines", role: "log", "aria-label": S.club.chat, tabindex: 0 }, this.list);
    this.said = h("p", { class: "form-said", role: "alert" });
    this.field = h("input", { type: "text", class: "search", id: "chat-text", maxlength: LONGEST, autocomplete: "off", "aria-label": S.club.chatText });
    this.form = h(
      "form",
      {
        class: "chat-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.send();
        },
      },
      this.field,
      h("button", { type: "submit", class: "button primary" }, S.club.send),
    );
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typing = undefined;
    this.search = h("input", {
      type: "search",
      class: "search",
      id: "chat-search",
      placeholder: S.club.chatSearch,
      "aria-label": S.club.chatSearch,
      oninput: () => {
        clearTimeout(this.typing);
        this.typing = setTimeout(() => void this.again(), TYPED);
      },
    });
    this.el = h("div", { class: "chat", id: "chat", hidden: true }, this.tabs, this.search, this.lines, this.notes.el, this.form, this.said);
    this.button = h(
      "button",
      { type: "button", class: "button", id: "chat-open", "aria-expanded": "false", "aria-controls": "chat", onclick: () => this.toggle() },
      S.club.chat,
    );
    this.el.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.toggle();
      this.button.focus();
    });
    this.draw();
  }

  /**
   * Which rooms are open: after the end all of them, to everybody.
   * @param {boolean} over
   * @param {boolean} [among]  only the players talk
   */
  open(over, among = false) {
    /** @type {Pane[]} */
    const panes = among ? ["players"] : over ? ["players", "spectators"] : [this.own];
    this.button.hidden = among && this.own === "spectators" && !over;
    if (among) this.pane = "players";
    if (this.me) panes.push("notes");
    if (panes.join() === this.panes.join()) return;
    this.panes = panes;
    this.draw();
  }

  draw() {
    const { pane } = this;
    if (this.drawn !== this.panes.join()) this.drawTabs();
    for (const tab of this.tabs.children) tab.setAttribute("aria-selected", String(tab.id === `chat-${pane}`));
    this.tabs.hidden = this.panes.length < 2;
    this.notes.el.hidden = pane !== "notes";
    this.lines.hidden = pane === "notes";
    this.search.hidden = pane === "notes" || (!this.search.value && this.list.childElementCount < FEW);
    // Watchers who are no members read, and say nothing.
    this.form.hidden = pane === "notes" || (pane === "spectators" && !this.me) || (pane === "players" && this.own === "spectators" && !this.me);
    if (pane !== "notes") this.field.setAttribute("aria-label", pane === "players" ? S.club.chatText : S.club.chatSpectators);
  }

  drawTabs() {
    this.drawn = this.panes.join();
    fill(
      this.tabs,
      this.panes.map((each) => h("button", { type: "button", role: "tab", id: `chat-${each}`, onclick: () => this.turn(each) }, S.club.panes[each])),
    );
  }

  /** @param {Pane} pane */
  turn(pane) {
    this.pane = pane;
    this.draw();
    if (pane === "notes") void this.notes.open();
    else void this.again();
    document.getElementById(`chat-${pane}`)?.focus();
  }

  toggle() {
    this.el.hidden = !this.el.hidden;
    this.button.setAttribute("aria-expanded", String(!this.el.hidden));
    if (this.el.hidden) return;
    this.read();
    this.lines.scrollTop = this.lines.scrollHeight;
    if (!this.form.hidden) this.field.focus();
  }

  /** All that has come is in sight. */
  read() {
    this.unread = 0;
    if (this.pane === this.own && !this.searched) keep(`chat:${this.session.match}`, this.last);
    this.label();
  }

  label() {
    this.button.textContent = this.unread ? S.club.chatNew(this.unread) : S.club.chat;
    this.button.classList.toggle("primary", this.unread > 0);
  }

  /** The list from its start: another room, or a search. */
  async again() {
    this.searched = this.search.value.trim();
    this.last = 0;
    fill(this.list);
    await this.fetch();
    if (this.searched && !this.list.childElementCount) fill(this.list, h("li", { class: "club-hint" }, S.club.chatNone));
  }

  /** Lines that are new here. */
  async fetch() {
    if (this.fetching) return void (this.missed = true);
    if (this.pane === "notes") return;
    this.fetching = true;
    const { pane, searched } = this;
    try {
      if (this.me === undefined) this.me = (await calls.club()).me ?? null;
      this.draw();
      const found = await calls.chatLines(this.session.match, pane, this.last, searched);
      if (pane !== this.pane || searched !== this.searched) this.missed = true;
      else this.take(found);
    } catch {
      // It is fetched with the next line.
    }
    this.fetching = false;
    if (!this.missed) return;
    this.missed = false;
    await this.fetch();
  }

  /** @param {calls.Said[]} found */
  take(found) {
    /** @type {number} */
    const read = load(`chat:${this.session.match}`) ?? load(`talk:${this.session.match}`) ?? 0;
    for (const line of found) {
      if (line.n <= this.last) continue;
      this.last = line.n;
      this.list.append(this.lineOf(line));
      if (this.pane === this.own && line.n > read && !this.isMine(line)) this.unread++;
    }
    this.draw();
    if (found.length) this.lines.scrollTop = this.lines.scrollHeight;
    if (this.el.hidden) this.label();
    else this.read();
  }

  /** @param {calls.Said} line */
  isMine(line) {
    return line.side ? line.side === this.session.seat.side : !!this.me && line.by === this.me.name;
  }

  async send() {
    const text = this.field.value.trim();
    this.said.textContent = "";
    if (!text || this.pane === "notes") return;
    try {
      await calls.sendChat(this.session.match, this.pane, text);
      this.field.value = "";
    } catch (error) {
      this.complain(error);
    }
    await this.fetch();
  }

  /** @param {unknown} error */
  complain(error) {
    this.said.textContent = error instanceof Error ? error.message : String(error);
  }

  /** @param {calls.Said} line */
  lineOf(line) {
    const by = line.by || (this.session.board.sides.find((side) => side.id === line.side)?.name ?? "");
    const when = moment(new Date(line.at * 1000));
    const more =
      this.me &&
      !this.isMine(line) &&
      h("button", { type: "button", class: "plain chat-more", "aria-label": S.club.lineMenu(line.by), title: S.club.lineMenu(line.by) }, icon("menu"));
    const item = h(
      "li",
      { class: line.hidden ? "line-hidden" : null },
      h("b", null, h("bdi", null, by)),
      h("time", { class: "club-hint" }, when),
      more,
      h("p", { dir: "auto" }, line.text),
    );
    if (more) more.onclick = () => this.lineMenu(line, more);
    return item;
  }

  /**
   * @param {calls.Said} line
   * @param {HTMLElement} button
   */
  lineMenu(line, button) {
    const box = button.getBoundingClientRect();
    const act = (/** @type {() => Promise<unknown>} */ run, /** @type {string} */ done) => () =>
      void run().then(
        () => {
          this.session.emit("toast", { text: done, brief: true });
          return this.again();
        },
        (error) => this.complain(error),
      );
    const { match } = this.session;
    const isModerator = this.me?.roles.some((role) => role !== "umpire");
    openMenu({ x: box.left, y: box.bottom + 2 }, [
      { label: S.club.report, run: () => void this.report(line) },
      { label: S.club.blockName(line.by), run: act(() => calls.block(line.by), S.club.blocked(line.by)) },
      ...(isModerator
        ? [{ label: line.hidden ? S.club.showLine : S.club.hideLine, run: act(() => calls.hideChatLine(match, line.n, !line.hidden), line.hidden ? S.club.lineShown : S.club.lineHidden) }]
        : []),
    ]);
  }

  /** @param {calls.Said} line */
  async report(line) {
    const { field, openForm } = await import("../widgets/form.js");
    const why = field("why", S.club.reportWhy, { maxlength: LONGEST, required: true, autocomplete: "off" });
    openForm({
      title: S.club.report,
      before: [h("blockquote", { class: "reported", dir: "auto" }, line.text)],
      fields: [why],
      send: S.club.reportSend,
      run: async () => {
        await calls.reportChatLine(this.session.match, line.n, why.input.value);
        this.session.emit("toast", { text: S.club.reported, brief: true });
      },
    });
  }
}
