/** The log tab: by turn and phase, one row per act with its details and its dice, each a way to its moment, with filters. */
import { fill, h } from "../core/dom.js";
import { logDetails } from "../rules/logDetails.js";
import { keep, load } from "../core/storage.js";
import { diceOf } from "../widgets/diceFaces.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { addToGroups, firstOf, hasDetails, lastOf, pointsAt } from "../session/logGroups.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").LogLine} LogLine */
/** @typedef {import("../session/logGroups.js").LogGroup} LogGroup */

/** Whether this browser shows the whole log, or its last line. */
const UNFOLDED = "log-unfolded";
/** More dice than these are shown in the details only. */
const MOST_DICE = 8;

export class LogTab {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** The filters that a line must pass. */
    this.wanted = { text: "", side: -1, dice: false, losses: false };
    this.search = h("input", {
      type: "search",
      class: "log-search",
      placeholder: S.log.search,
      "aria-label": S.log.search,
      oninput: () => this.want({ text: this.search.value.trim().toLowerCase() }),
    });
    this.count = h("span", { class: "log-count", "aria-live": "polite" });
    this.toggles = [
      ...session.board.sides.map((side, i) =>
        this.toggle(
          `side${i}`,
          h("i", { class: `side-mark side${i}` }),
          side.adjective ?? side.name,
          () => ({ side: this.wanted.side === i ? -1 : i }),
          () => this.wanted.side === i,
        ),
      ),
      this.toggle(
        "dice",
        null,
        S.log.dice,
        () => ({ dice: !this.wanted.dice }),
        () => this.wanted.dice,
      ),
      this.toggle(
        "losses",
        null,
        S.log.losses,
        () => ({ losses: !this.wanted.losses }),
        () => this.wanted.losses,
      ),
    ];
    this.bar = h(
      "div",
      { class: "log-bar", role: "search" },
      h("div", { class: "log-find" }, this.search, this.count),
      h("div", { class: "log-toggles" }, this.toggles.map(({ el }) => el)),
    );
    this.lines = h("div", { class: "log-lines" });
    /** @type {LogGroup[]} the log as it is read */
    this.runs = [];
    /** @type {HTMLElement[]} the rows that are shown */
    this.rows = [];
    /** @type {HTMLElement | null} the row of the last run, if it is shown */
    this.row = null;
    /** @type {Set<number>} the runs whose fold is open, while the log grows and is filtered */
    this.unfolded = new Set();
    this.lines.addEventListener("keydown", (event) => this.key(event));
    /** The last line alone, until all of it is asked for. */
    this.last = h("button", { type: "button", class: "log-last", id: "log-last", title: S.log.unfold, onclick: () => this.unfold(true, this.search) });
    this.el = h("div", { class: "tab-body log", id: "log" }, this.last, this.bar, this.lines);
    this.unfold(load(UNFOLDED) === true);
    // A reader who has scrolled up stays there. Lines that come while the log runs to its end do not count as that.
    this.atEnd = true;
    this.top = 0;
    this.el.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.drawn = 0;
    /** @type {LogLine[]} */
    this.from = [];
    this.group = "";
    this.turn = 0;
    this.walked = false;
    session.on("table", () => this.draw());
    session.on("table", () => (this.last.textContent = session.log.at(-1)?.text ?? S.log.empty));
  }

  /**
   * @param {string} name
   * @param {Node | null} mark
   * @param {string} text
   * @param {() => Partial<LogTab["wanted"]>} change
   * @param {() => boolean} isOn
   */
  toggle(name, mark, text, change, isOn) {
    const el = h(
      "button",
      {
        type: "button",
        class: "log-toggle",
        "data-filter": name,
        "aria-pressed": "false",
        onclick: () => this.want(change()),
      },
      mark,
      h("span", null, text),
    );
    return { el, isOn };
  }

  get isFolded() {
    return this.el.classList.contains("folded");
  }

  /**
   * @param {boolean} open
   * @param {HTMLElement} [then]  gets the focus: what had it is gone
   */
  unfold(open, then) {
    if (open !== load(UNFOLDED)) keep(UNFOLDED, open);
    this.el.classList.toggle("folded", !open);
    this.toEnd();
    then?.focus();
  }

  /** @param {Partial<LogTab["wanted"]>} change */
  want(change) {
    Object.assign(this.wanted, change);
    for (const { el, isOn } of this.toggles) el.setAttribute("aria-pressed", String(isOn()));
    this.drawn = 0;
    this.draw();
    this.toEnd();
  }

  get isFiltered() {
    const { text, side, dice, losses } = this.wanted;
    return text !== "" || side >= 0 || dice || losses;
  }

  /**
   * A run is shown when one of its lines is wanted.
   * @param {LogGroup} run
   */
  passes(run) {
    return !this.isFiltered || run.lines.some((line) => this.wants(line, run));
  }

  /**
   * @param {LogLine} line
   * @param {LogGroup} run
   */
  wants(line, run) {
    const { text, side, dice, losses } = this.wanted;
    const whose = line.side ?? this.session.board.phases[line.phase]?.side ?? null;
    return (
      (side < 0 || whose === side) &&
      (!dice || (line.dice?.length ?? 0) > 0) &&
      (!losses || (line.loss ?? 0) > 0) &&
      (!text || line.text.toLowerCase().includes(text) || run.text.toLowerCase().includes(text))
    );
  }

  draw() {
    const { log, pastLine, past } = this.session;
    const same = this.drawn <= log.length && this.from.every((line, i) => log[i] === line);
    if (!same) this.unfolded.clear();
    if (!same || !this.drawn) {
      this.lines.replaceChildren();
      this.drawn = 0;
      this.group = "";
      this.turn = 0;
      this.runs = [];
      this.rows = [];
      this.row = null;
    }
    for (const line of log.slice(this.drawn)) this.append(line);
    this.drawn = log.length;
    this.from = log;
    const { rows } = this;
    if (!rows.length) fill(this.lines, h("p", { class: "dim" }, log.length ? S.log.noneMatch : S.emptyLog));
    this.count.textContent = this.isFiltered ? S.log.count(rows.length, this.runs.length) : "";
    let shown = null;
    // A long log is walked through only while the past is on show, and once after it.
    const walked = past !== null || this.walked ? rows : [];
    this.walked = past !== null;
    for (const el of walked) {
      const first = Number(el.dataset.first);
      const on = past !== null && pastLine !== null && first <= pastLine && pastLine <= Number(el.dataset.n);
      el.classList.toggle("shown", on);
      el.classList.toggle("future", past !== null && first > (pastLine ?? 0));
      if (on) shown = el;
    }
    if (!this.lines.querySelector('.line-text[tabindex="0"]')) this.reachable(rows.at(-1), 0);
    if (shown && !this.lines.contains(document.activeElement)) this.reveal(shown);
    else if (this.atEnd && !past) this.toEnd();
  }

  /**
   * The keyboard comes to one row at a time: its text and its fold.
   * @param {Element | null | undefined} row
   * @param {number} index
   */
  reachable(row, index) {
    for (const el of row?.querySelectorAll(".line-text, .fold-button") ?? []) el.setAttribute("tabindex", String(index));
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.el;
    if (scrollHeight - scrollTop - clientHeight < 60) this.atEnd = true;
    else if (scrollTop < this.top) this.atEnd = false;
    this.top = scrollTop;
  }

  /** Just before the page is laid out anyway: doing it sooner would have that done twice. */
  toEnd() {
    requestAnimationFrame(() => {
      this.el.scrollTop = this.el.scrollHeight;
    });
  }

  /** @param {HTMLElement} line */
  reveal(line) {
    const top = line.offsetTop - this.el.offsetTop;
    const above = this.bar.offsetHeight + 30;
    if (top < this.el.scrollTop + above || top > this.el.scrollTop + this.el.clientHeight - 40)
      this.el.scrollTop = top - this.el.clientHeight / 2;
  }

  opened() {
    this.toEnd();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const from = event.target instanceof HTMLElement ? event.target : null;
    const row = from?.closest(".line");
    if (!row || !from?.matches(".line-text, .fold-button")) return;
    const fold = row.querySelector(".fold-button");
    const wants = { ArrowRight: "false", ArrowLeft: "true" }[event.key];
    if (wants) {
      // As in a tree: right opens, left closes. Elsewhere these keys move the map.
      if (fold instanceof HTMLElement && fold.getAttribute("aria-expanded") === wants) fold.click();
    } else {
      const all = [...this.lines.querySelectorAll(".line-text")];
      const text = row.querySelector(".line-text");
      const at = text ? all.indexOf(text) : -1;
      const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
      if (to === undefined) return;
      const next = all[Math.max(0, Math.min(all.length - 1, to))];
      this.reachable(row, -1);
      this.reachable(next?.closest(".line"), 0);
      if (next instanceof HTMLElement) next.focus();
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {LogLine} line */
  append(line) {
    const before = this.runs.at(-1);
    const run = addToGroups(this.runs, line);
    const old = run === before ? this.row : null;
    if (!old && !this.passes(run)) {
      this.row = null;
      return;
    }
    const row = this.rowOf(run);
    if (old) {
      if (old.querySelector('[tabindex="0"]')) this.reachable(row, 0);
      const at = old.contains(document.activeElement) ? document.activeElement?.className : null;
      old.replaceWith(row);
      this.rows.pop();
      const again = at && row.querySelector(`.${at}`);
      if (again instanceof HTMLElement) again.focus({ preventScroll: true });
    } else {
      this.headings(line);
      this.lines.append(row);
    }
    this.rows.push(row);
    this.row = row;
  }

  /** @param {LogLine} line */
  headings(line) {
    const { board } = this.session;
    const group = `${line.turn}/${line.phase}`;
    if (line.turn !== this.turn) {
      this.turn = line.turn;
      const dates = board.tracks.find((t) => t.id === "turn")?.labels?.[line.turn - 1];
      this.lines.append(
        h(
          "h4",
          { class: "log-turn", "data-turn": line.turn },
          h("span", null, S.turn(line.turn)),
          dates ? h("span", { class: "log-date" }, dates) : null,
        ),
      );
    }
    if (group !== this.group) {
      this.group = group;
      this.lines.append(h("h5", { class: "log-phase" }, board.phases[line.phase]?.name ?? ""));
    }
  }

  /** @param {LogGroup} run */
  rowOf(run) {
    const { session } = this;
    const first = run.lines[0];
    const side = first?.side === null || first?.side === undefined ? "none" : String(first.side);
    const dice = run.lines.flatMap((line) => line.dice ?? []).length <= MOST_DICE || run.lines.length === 1;
    const fold =
      hasDetails(run) &&
      logDetails(session, run, {
        open: this.unfolded.has(run.key),
        toggled: (open) => (open ? this.unfolded.add(run.key) : this.unfolded.delete(run.key)),
      });
    return h(
      "div",
      {
        class: `line side${side} ${run.lines.some((line) => line.loss) ? "loss" : ""}`,
        "data-n": lastOf(run),
        "data-first": firstOf(run),
        onclick: () => void session.showPast(lastOf(run)),
        onpointerenter: () => session.emit("point", pointsAt(run)),
        onpointerleave: () => session.emit("point", null),
      },
      fold && fold.button,
      h("button", { type: "button", class: "line-text", tabindex: -1, title: S.replayTo }, run.text),
      dice ? run.lines.map((line) => (line.dice?.length ? h("span", { class: "line-dice" }, diceOf(line)) : null)) : null,
      caseLinks(session, [...new Set(run.lines.flatMap((line) => line.cases ?? []))]),
      fold && fold.body,
    );
  }
}
