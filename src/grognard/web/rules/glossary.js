/**
 * Terms of a game, explained wherever they stand. A text is looked through when the pointer or the focus comes to it,
 * so that a long log costs nothing; what is always in sight (the prompt, the odds) at once.
 */
import { h, setVars } from "../core/dom.js";
import { bookOf, caseLink } from "./ruleLinks.js";

/** @typedef {import("../core/types.js").Term} Term */
/** @typedef {{text: string, term?: Term}} Piece */

const WHERE =
  ".prompt-text, .prompt-hint, .line-text, .fold-text, .reckoning > li, .recap-line > span, .rule > p, .preview h3, .preview li, .outcome-text, .reasons li, .verb-why > p, .roll-label";
const ALWAYS = ".prompt-text, .context-body .preview h3, .context-body .preview li, .context-body .outcome-text";
const LINGER = 260;
const REMEMBERED = 2000;

export class Glossary {
  /** @param {Term[]} terms */
  constructor(terms) {
    this.terms = terms;
    /** @type {Map<string, Term>} by any of its forms, as it is written */
    this.byForm = new Map();
    for (const term of terms) for (const form of [term.term, ...(term.also ?? [])]) this.byForm.set(key(form), term);
    const forms = [...this.byForm.keys()].sort((a, b) => b.length - a.length);
    const escaped = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.pattern = forms.length ? new RegExp(`(?<![\\w-])(?:${escaped.join("|")})(?:s|es)?(?![\\w-])`, "gi") : null;
    /** @type {Map<string, Piece[]>} */
    this.known = new Map();
  }

  /**
   * A text with the terms in it.
   * @param {string} text
   * @returns {Piece[]}
   */
  counters(text) {
    const known = this.known.get(text);
    if (known) return known;
    /** @type {Piece[]} */
    const out = [];
    let from = 0;
    for (const found of this.pattern ? text.matchAll(this.pattern) : []) {
      const term = this.meant(found[0]);
      if (!term) continue;
      if (found.index > from) out.push({ text: text.slice(from, found.index) });
      out.push({ text: found[0], term });
      from = found.index + found[0].length;
    }
    if (from < text.length) out.push({ text: text.slice(from) });
    if (this.known.size >= REMEMBERED) this.known.clear();
    this.known.set(text, out);
    return out;
  }

  /** @param {string} word */
  meant(word) {
    for (const form of [word, word.replace(/s$/, ""), word.replace(/es$/, "")]) {
      const term = this.byForm.get(key(form));
      if (term) return term;
    }
    return undefined;
  }
}

/**
 * Short forms are written in capitals and mean nothing otherwise: "MP" is a term, "mp" is not.
 * @param {string} form
 */
const key = (form) => (form === form.toUpperCase() ? form : form.toLowerCase());

/**
 * Makes the terms under an element tell what they mean.
 * @param {HTMLElement} root
 * @param {string} game
 * @param {(id: string) => void} open  a rule
 */
export async function explainTerms(root, game, open) {
  let book;
  try {
    book = await bookOf(game);
  } catch {
    return; // without the rules there is nothing to tell
  }
  const glossary = new Glossary(book.glossary);
  if (glossary.pattern) new TermCard(root, game, open, glossary, book);
}

class TermCard {
  /**
   * @param {HTMLElement} root
   * @param {string} game
   * @param {(id: string) => void} open
   * @param {Glossary} glossary
   * @param {import("./rulebook.js").Book} book
   */
  constructor(root, game, open, glossary, book) {
    this.root = root;
    this.book = book;
    this.game = game;
    this.open = open;
    this.glossary = glossary;
    /** @type {WeakMap<Element, string>} what was looked through, and what it said then */
    this.marked = new WeakMap();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.leaving = undefined;
    this.card = h("div", { class: "term-card", role: "tooltip", id: "term-card", hidden: true });
    this.card.addEventListener("pointerenter", () => clearTimeout(this.leaving));
    this.card.addEventListener("pointerleave", () => this.leave());
    root.append(this.card);
    root.addEventListener("pointerover", (event) => this.over(event.target, event.pointerType === "touch"));
    root.addEventListener("pointerout", () => this.card.hidden || this.leave());
    root.addEventListener("focusin", (event) => this.focused(event.target));
    root.addEventListener("focusout", (event) => {
      if (!(event.relatedTarget instanceof Node && this.card.contains(event.relatedTarget))) this.hide();
    });
    root.addEventListener("click", (event) => this.tapped(event));
    root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.card.hidden) return;
      this.hide();
      event.stopPropagation();
    });
    const markAll = () => root.querySelectorAll(ALWAYS).forEach((el) => this.markTerms(el));
    new MutationObserver(markAll).observe(root.querySelector(".dock") ?? root, { childList: true, subtree: true });
    markAll();
  }

  /**
   * Marks the terms in an element, once for what it says.
   * @param {Element} el
   */
  markTerms(el) {
    const text = el.textContent ?? "";
    if (this.marked.get(el) === text) return;
    this.marked.set(el, text);
    const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const nodes = [];
    while (walker.nextNode()) nodes.push(/** @type {Text} */ (walker.currentNode));
    const inButton = el.closest("button") !== null;
    for (const node of nodes) {
      if (node.parentElement?.closest("a, .term, button button")) continue;
      const counters = this.glossary.counters(node.data);
      if (!counters.some((piece) => piece.term)) continue;
      node.replaceWith(
        ...counters.map(({ text: words, term }) =>
          term ? h("span", { class: "term", tabindex: inButton ? null : 0, "data-term": term.term }, words) : words,
        ),
      );
    }
  }

  /**
   * @param {EventTarget | null} target
   * @param {boolean} isFinger
   */
  over(target, isFinger) {
    if (!(target instanceof Element)) return;
    const gauge = target.closest(".gauge");
    // A finger opens the whole display.
    if (gauge instanceof HTMLElement && !isFinger) return this.tellGauge(gauge);
    const holder = target.closest(WHERE);
    if (holder) this.markTerms(holder);
    const term = target.closest(".term");
    if (term) this.tell(term, [term]);
  }

  /** @param {EventTarget | null} target */
  focused(target) {
    if (!(target instanceof Element) || !target.matches(":focus-visible")) return;
    if (target instanceof HTMLElement && target.matches(".gauge")) return this.tellGauge(target);
    if (target.matches(".term")) return this.tell(target, [target]);
    // A line of the log is one button: what stands in it is told all at once.
    if (target.matches(".line-text")) {
      this.markTerms(target);
      const inside = [...target.querySelectorAll(".term")];
      if (inside.length) this.tell(target, inside);
      return;
    }
    const near = target.closest(".rule")?.querySelectorAll(":scope > p") ?? [];
    for (const el of near) this.markTerms(el);
  }

  /** @param {MouseEvent} event */
  tapped(event) {
    const term = event.target instanceof Element ? event.target.closest(".term") : null;
    if (!term || term.closest("button, a")) return;
    event.stopPropagation();
    this.tell(term, [term]);
  }

  /**
   * @param {Element} at
   * @param {Element[]} spans
   */
  tell(at, spans) {
    this.show(at, [...new Set(spans.flatMap((el) => this.glossary.meant(el.textContent ?? "") ?? []))]);
  }

  /**
   * The meaning of a track: from the glossary, else from its rule.
   * @param {HTMLElement} gauge
   */
  tellGauge(gauge) {
    const term = gauge.querySelector(".gauge-name")?.textContent ?? "";
    const cases = gauge.dataset.cases?.split(" ") ?? [];
    const known = this.glossary.meant(gauge.dataset.term ?? term)?.means;
    const means = known ?? this.book.byId.get(this.book.find(cases[0] ?? "") ?? "")?.rule;
    if (means) this.show(gauge, [{ term, means, cases }]);
  }

  /**
   * @param {Element} at
   * @param {Term[]} terms
   */
  show(at, terms) {
    clearTimeout(this.leaving);
    this.card.replaceChildren(
      ...terms.map((term) =>
        h(
          "p",
          null,
          h("b", null, term.term),
          ` ${term.means} `,
          h("span", { class: "cases" }, (term.cases ?? []).map((id) => caseLink(this.game, id, this.open))),
        ),
      ),
    );
    this.card.hidden = false;
    at.setAttribute("aria-describedby", "term-card");
    const word = at.getBoundingClientRect();
    const box = this.card.getBoundingClientRect();
    const below = word.bottom + 4 + box.height < innerHeight;
    setVars(this.card, {
      left: `${Math.max(8, Math.min(word.left, innerWidth - box.width - 8))}px`,
      top: `${below ? word.bottom + 4 : Math.max(8, word.top - box.height - 4)}px`,
    });
  }

  leave() {
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => this.hide(), LINGER);
  }

  hide() {
    clearTimeout(this.leaving);
    this.card.hidden = true;
  }
}
