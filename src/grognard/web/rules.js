/** The rules in our own words: small links everywhere, and a tab to search and read them. */
import * as api from "./api.js";
import { fill, h } from "./dom.js";
import { S } from "./strings.js";

/** @typedef {import("./session.js").Session} Session */

/** @type {Map<string, Promise<import("./types.js").Cases>>} */
const fetched = new Map();

/** @param {string} game */
export function casesOf(game) {
  let cases = fetched.get(game);
  if (!cases) {
    cases = api.cases(game).catch((error) => {
      fetched.delete(game);
      throw error;
    });
    fetched.set(game, cases);
  }
  return cases;
}

/**
 * Rule numbers as small buttons that open the rule.
 * @param {Session} session
 * @param {string[]} [ids]
 */
export function caseLinks(session, ids) {
  return h(
    "span",
    { class: "cases" },
    (ids ?? []).map((id) =>
      h(
        "button",
        {
          type: "button",
          class: "case",
          title: S.rule(id),
          "data-case": id,
          onclick: (/** @type {Event} */ event) => {
            event.stopPropagation();
            session.emit("rule", id);
          },
        },
        id,
      ),
    ),
  );
}

export class RulesTab {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.list = h("div", { class: "rule-list" });
    this.search = h("input", {
      type: "search",
      class: "search",
      placeholder: S.searchRules,
      "aria-label": S.searchRules,
      oninput: () => void this.show(this.search.value),
    });
    this.el = h("div", { class: "tab-body rules" }, this.search, this.list);
    this.shownOnce = false;
  }

  opened() {
    if (!this.shownOnce) void this.show(this.search.value);
  }

  /** @param {string} id */
  async open(id) {
    this.search.value = "";
    await this.show("");
    const el = this.find(id);
    for (const on of this.list.querySelectorAll(".on")) on.classList.remove("on");
    el?.classList.add("on");
    el?.scrollIntoView({ block: "start" });
  }

  /**
   * The case itself, or the nearest one above it: "9.1a" is found under "9.1" when it has no entry of its own.
   * @param {string} id
   */
  find(id) {
    const all = [...this.list.children].filter((el) => el instanceof HTMLElement);
    for (let wanted = id; wanted; wanted = wanted.slice(0, -1)) {
      const exact = all.find((el) => el.dataset.id === wanted);
      if (exact) return exact;
    }
    return all.find((el) => el.dataset.id?.startsWith(id));
  }

  /** @param {string} query */
  async show(query) {
    this.shownOnce = true;
    let book;
    try {
      book = await casesOf(this.session.board.game);
    } catch {
      this.shownOnce = false;
      return fill(this.list, h("p", { class: "dim" }, S.rulesMissing));
    }
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (/** @type {string} */ text) => words.every((word) => text.toLowerCase().includes(word));
    const cases = book.cases.filter((c) => fits(`${c.id} ${c.rule}`));
    const rulings = book.rulings.filter((r) => words.length > 0 && fits(`${r.id} ${r.ruling}`));
    fill(
      this.list,
      cases.map((c) => this.entry(c, book.rulings)),
      rulings.map((r) => this.ruling(r)),
      !cases.length && !rulings.length && h("p", { class: "dim" }, S.noRule),
    );
  }

  /**
   * @param {import("./types.js").Case} c
   * @param {import("./types.js").Ruling[]} rulings
   */
  entry(c, rulings) {
    return h(
      "article",
      { class: "rule", "data-id": c.id },
      h("h4", null, c.id, c.kind && h("span", { class: "kind" }, c.kind)),
      h("p", null, c.rule),
      rulings
        .filter((r) => r.cases.includes(c.id))
        .map((r) => h("p", { class: "ruling" }, h("b", null, S.ruling(r.id), ": "), r.ruling)),
    );
  }

  /** @param {import("./types.js").Ruling} r */
  ruling(r) {
    return h(
      "article",
      { class: "rule", "data-id": r.id },
      h("h4", null, S.ruling(r.id), " ", caseLinks(this.session, r.cases)),
      h("p", null, r.ruling),
    );
  }
}
