/** The rules in our own words as a searchable list and as a tab of the sidebar. */
import * as api from "../api/matches.js";
import { fill, h, icon } from "../core/dom.js";
import { Index } from "./rulebook.js";
import { bookOf, caseLink, ruleAddress } from "./ruleLinks.js";
import { inEnglish } from "../languages/language.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("./rulebook.js").Book} Book */
/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("./rulebook.js").Shown} Shown */

/**
 * Says on a page in another language that rules are shown in English.
 * @param {string[]} rules
 */
function englishNote(rules) {
  const english = rules.filter(inEnglish).length;
  if (!english) return null;
  return h("p", { class: "dim rules-english" }, english * 10 > rules.length * 9 ? S.rulesEnglish : S.rulesPartlyEnglish);
}

/** The cases as a searchable list, in the sidebar and on the rules page. */
export class RuleList {
  /**
   * @param {string} game
   * @param {{open: (id: string) => void, show?: (shown: Shown | null, id: string) => void}} acts
   */
  constructor(game, acts) {
    this.game = game;
    this.acts = acts;
    /** @type {Index | null} */
    this.index = null;
    /** @type {string | null} the case whose places are on show */
    this.showing = null;
    this.el = h("div", { class: "rule-list" });
    this.drawn = false;
    /** The last search. */
    this.asked = "";
  }

  /** @param {Board} board */
  async about(board) {
    this.index = new Index(await bookOf(this.game), board);
  }

  /** @param {string} query */
  async draw(query) {
    this.drawn = true;
    let book;
    try {
      book = await bookOf(this.game);
    } catch {
      this.drawn = false;
      return fill(this.el, h("p", { class: "dim" }, S.rulesMissing));
    }
    const asked = (this.asked = query.trim());
    if (!asked) return this.drawAll(book);
    const numbered = book.numbered(asked);
    /** @type {import("../core/types.js").FoundRules} */
    let found = { ids: numbered, stems: [], terms: [] };
    try {
      if (!numbered.length) found = await api.searchRules(this.game, asked);
    } catch {
      // Without the server one still reads; the search says that it found nothing.
    }
    if (this.asked !== asked) return; // more was typed meanwhile
    fill(
      this.el,
      englishNote(found.ids.flatMap((id) => book.byId.get(id)?.rule ?? [])),
      found.terms.map((term) => this.term(term)),
      found.ids.map((id) => this.found(book, id, found.stems)),
      !found.ids.length && h("p", { class: "dim" }, S.noRule),
    );
  }

  /**
   * The whole book, chapter by chapter.
   * @param {Book} book
   */
  drawAll(book) {
    let chapter = "";
    fill(
      this.el,
      englishNote(book.cases.map((c) => c.rule)),
      book.cases.flatMap((c) => {
        const heading = book.heading(c.id);
        const entry = this.entry(book, c, []);
        if (!heading || heading === chapter) return [entry];
        chapter = heading;
        return [h("h2", { class: "rule-chapter" }, heading), entry];
      }),
    );
  }

  /**
   * A case or ruling that was searched for, with where it stands.
   * @param {Book} book
   * @param {string} id
   * @param {string[]} words
   */
  found(book, id, words) {
    const c = book.byId.get(id);
    const r = c ? undefined : book.rulings.find((ruling) => ruling.id === id);
    if (!c) return r ? this.ruling(book, r, words) : null;
    const entry = this.entry(book, c, words);
    const [before, after] = book.neighbours(id);
    entry.prepend(
      h(
        "p",
        { class: "rule-where" },
        h("span", null, book.heading(id)),
        h("span", { class: "cases" }, before && this.link(before, `‹ ${before}`), after && this.link(after, `${after} ›`)),
      ),
    );
    return entry;
  }

  /** @param {import("../core/types.js").Term} term */
  term(term) {
    return h(
      "article",
      { class: "rule rule-term" },
      h("p", null, h("b", null, term.term), ` ${term.means} `, (term.cases ?? []).map((id) => this.link(id, id))),
    );
  }

  /**
   * @param {string} id
   * @returns {Promise<string | null>} the case that is shown for it
   */
  async open(id) {
    await this.draw("");
    const book = await bookOf(this.game).catch(() => null);
    const ruling = book?.rulings.find((r) => r.id === id);
    const found = ruling ? (book?.find(ruling.cases[0] ?? "") ?? null) : (book?.find(id) ?? null);
    for (const on of this.el.querySelectorAll(".on")) on.classList.remove("on");
    const el = [...this.el.children].find((child) => child.getAttribute("data-id") === found);
    el?.classList.add("on");
    el?.scrollIntoView({ block: "start" });
    return found;
  }

  /**
   * @param {Book} book
   * @param {import("../core/types.js").Case} c
   * @param {string[]} words
   */
  entry(book, c, words) {
    const shown = this.index?.of(c);
    const named = [...(book.named.get(c.id) ?? [])];
    return h(
      "article",
      { class: "rule", "data-id": c.id },
      h(
        "h2",
        { class: "rule-head" },
        h("a", { class: "rule-number", href: ruleAddress(this.game, c.id), title: S.ruleAddress }, c.id),
        c.kind && h("span", { class: "kind" }, c.kind),
        shown && (shown.spaces.length > 0 || shown.units.length > 0) && this.showButton(c.id, shown),
      ),
      h("p", { lang: inEnglish(c.rule) ? "en" : null }, this.words(book, c.rule, words)),
      (book.rulingsAt.get(c.id) ?? []).map((r) =>
        h("p", { class: "ruling" }, h("b", null, S.ruling(r.id), ": "), this.words(book, r.ruling, words)),
      ),
      shown && shown.names.length > 0 && h("p", { class: "rule-foot" }, S.usedBy, shown.names.join(", ")),
      named.length > 0 &&
        h("p", { class: "rule-foot cases" }, S.namedBy, named.slice(0, 12).map((id) => this.link(id, id))),
    );
  }

  /**
   * @param {Book} book
   * @param {import("../core/types.js").Ruling} r
   * @param {string[]} words
   */
  ruling(book, r, words) {
    return h(
      "article",
      { class: "rule", "data-id": r.id },
      h("h2", { class: "rule-head" }, S.ruling(r.id), " ", h("span", { class: "cases" }, r.cases.map((id) => this.link(id, id)))),
      r.problem && h("p", { class: "dim" }, this.words(book, r.problem, words)),
      h("p", { lang: inEnglish(r.ruling) ? "en" : null }, this.words(book, r.ruling, words)),
    );
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  link(id, text) {
    return caseLink(this.game, id, this.acts.open, text);
  }

  /**
   * A text with links where it names other cases, and with what was searched for marked.
   * @param {Book} book
   * @param {string} text
   * @param {string[]} words
   */
  words(book, text, words) {
    return book.counters(text).flatMap((piece) => (piece.id ? [this.link(piece.id, piece.text)] : marked(piece.text, words)));
  }

  /**
   * @param {string} id
   * @param {Shown} shown
   */
  showButton(id, shown) {
    const { show } = this.acts;
    if (!show) return null;
    return h(
      "button",
      {
        type: "button",
        class: "link rule-show",
        "aria-pressed": "false",
        onclick: (/** @type {Event} */ event) => {
          const on = this.showing !== id;
          this.showing = on ? id : null;
          for (const other of this.el.querySelectorAll(".rule-show")) other.setAttribute("aria-pressed", "false");
          /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-pressed", String(on));
          show(on ? shown : null, id);
        },
      },
      icon("pin"),
      S.showOnMap,
    );
  }
}

/**
 * @param {string} text
 * @param {string[]} words
 * @returns {(Node | string)[]}
 */
function marked(text, words) {
  if (!words.length) return [text];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text
    .split(new RegExp(`(?<!\\w)((?:${escaped.join("|")})\\w*)`, "gi"))
    .map((part, i) => (i % 2 ? h("mark", null, part) : part));
}

export class RulesTab {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    const { game } = session.board;
    this.rules = new RuleList(game, {
      open: (id) => void this.open(id),
      show: (shown) => session.emit("point", shown && { spaces: shown.spaces, units: shown.units, centre: true }),
    });
    this.list = this.rules.el;
    this.search = searchField((query) => void this.rules.draw(query));
    /** @type {string[]} the cases that were read before this one */
    this.trail = [];
    this.back = h(
      "button",
      { type: "button", class: "tool", title: S.earlierRule, "aria-label": S.earlierRule, onclick: () => void this.goBack() },
      icon("back"),
    );
    this.back.hidden = true;
    const page = h("a", { class: "tool", href: `/rules/${encodeURIComponent(game)}`, target: "_blank", title: S.rulesPage, "aria-label": S.rulesPage }, icon("page"));
    this.el = h("div", { class: "tab-body rules" }, h("div", { class: "rule-bar" }, this.back, this.search, page), this.list);
    session.on("table", () => (this.rules.showing = null));
  }

  opened() {
    if (!this.rules.drawn) void this.ready().then(() => this.rules.draw(this.search.value));
  }

  async ready() {
    if (!this.rules.index) await this.rules.about(this.session.board).catch(() => {});
  }

  /** @param {string} id */
  async open(id) {
    this.search.value = "";
    await this.ready();
    const found = await this.rules.open(id);
    if (found && this.trail.at(-1) !== found) this.trail.push(found);
    this.back.hidden = this.trail.length < 2;
  }

  async goBack() {
    this.trail.pop();
    const before = this.trail.at(-1);
    if (before) await this.rules.open(before);
    this.back.hidden = this.trail.length < 2;
  }
}

/** @param {(query: string) => void} run */
export function searchField(run) {
  const field = h("input", {
    type: "search",
    class: "search",
    placeholder: S.searchRules,
    "aria-label": S.searchRules,
    oninput: () => run(field.value),
  });
  return field;
}
