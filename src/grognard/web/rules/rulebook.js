/**
 * The rules of a game as a book: the case of a number, references between cases, and the parts of the board that each
 * case is about. Pure: no page in here.
 */

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").Case} Case */
/** @typedef {import("../core/types.js").Ruling} Ruling */
/** @typedef {{text: string, id?: string}} Piece  a stretch of text; with an id it names that case or ruling */
/** @typedef {{spaces: number[], units: number[], names: string[]}} Shown  what of the table a case is about */

// A case number, a named case ("3.Facing-a"), or a ruling ("R12").
const NUMBER =
  /(?<![\w.])(?:R\d+|\d+(?:\.(?:\d+|[A-Z][A-Za-z]+))+(?:\(\d+\))?[a-z]?(?:-[a-z\d])?|\d+\(\d+\)[a-z]?|\d+[a-z](?:-\d)?)(?![\w])/g;
/** @typedef {{spaces: Map<string, number[]>, units: Set<number>, names: Set<string>}} About  spaces: by what they are */

/** A case about nearly every place is about none of them. */
const MOST = 0.85;
const NAMES = 5;

export class Book {
  /** @param {import("../core/types.js").Cases} sheets */
  constructor({ cases, rulings, chapters, glossary }) {
    this.cases = cases;
    this.glossary = glossary ?? [];
    this.rulings = rulings;
    this.names = chapters;
    this.byId = new Map(cases.map((c) => [c.id, c]));
    /** @type {Map<string, Ruling[]>} */
    this.rulingsAt = new Map();
    /** @type {Map<string, Set<string>>} which cases name a case */
    this.named = new Map();
    for (const ruling of rulings) {
      for (const id of new Set(ruling.cases.map((c) => this.find(c)))) {
        if (id) this.rulingsAt.set(id, [...(this.rulingsAt.get(id) ?? []), ruling]);
      }
    }
    for (const c of cases) {
      for (const { id } of this.counters(c.rule)) {
        if (id && id !== c.id) this.named.set(id, (this.named.get(id) ?? new Set()).add(c.id));
      }
    }
  }

  /**
   * The case that a number means: itself, else the first under it ("8.9" is "8.9a"), else the nearest above it.
   * @param {string} id
   * @returns {string | null}
   */
  find(id) {
    const near = this.at(id);
    if (near) return near;
    for (let above = id.slice(0, -1); above; above = above.slice(0, -1)) if (this.byId.has(above)) return above;
    return null;
  }

  /** @param {string} id */
  at(id) {
    if (this.byId.has(id)) return id;
    return this.cases.find((c) => c.id.startsWith(id) && !/^\d/.test(c.id.slice(id.length)))?.id ?? null;
  }

  /**
   * A text with the numbers in it that name a case or a ruling.
   * @param {string} text
   * @returns {Piece[]}
   */
  counters(text) {
    /** @type {Piece[]} */
    const out = [];
    let from = 0;
    for (const found of text.matchAll(NUMBER)) {
      const word = found[0];
      const id = word.startsWith("R") ? (this.rulings.some((r) => r.id === word) ? word : null) : this.at(word);
      if (!id) continue;
      if (found.index > from) out.push({ text: text.slice(from, found.index) });
      out.push({ text: word, id });
      from = found.index + word.length;
    }
    if (from < text.length) out.push({ text: text.slice(from) });
    return out;
  }

  /**
   * The chapter of a case: `9 Operations and movement`.
   * @param {string} id
   */
  heading(id) {
    const number = chapterOf(id);
    return this.names[number] ? `${number} ${this.names[number]}` : "";
  }

  /**
   * The cases before and after one.
   * @param {string} id
   * @returns {[string | undefined, string | undefined]}
   */
  neighbours(id) {
    const at = this.cases.findIndex((c) => c.id === id);
    return at < 0 ? [undefined, undefined] : [this.cases[at - 1]?.id, this.cases[at + 1]?.id];
  }

  /**
   * Cases whose number begins so: what is typed may be a number.
   * @param {string} text
   */
  numbered(text) {
    const wanted = text.trim().toLowerCase();
    if (!/^(r?\d|[a-z]{2,3}\.\d)/.test(wanted)) return [];
    return [...this.cases, ...this.rulings].map((row) => row.id).filter((id) => id.toLowerCase().startsWith(wanted));
  }

  /** The chapters in order: a number, its name or else what most of its cases are about, and its first case. */
  chapters() {
    /** @type {Map<string, Case[]>} */
    const chapters = new Map();
    for (const c of this.cases) {
      const number = chapterOf(c.id);
      chapters.set(number, [...(chapters.get(number) ?? []), c]);
    }
    return [...chapters].map(([number, cases]) => ({
      number,
      name: this.names[number] ?? commonest(cases),
      first: cases[0]?.id ?? "",
    }));
  }
}

/** @param {string} id */
const chapterOf = (id) => /^(\d+|[A-Z]+)/.exec(id)?.[0] ?? id;

/** @param {Case[]} cases */
function commonest(cases) {
  const kinds = cases.flatMap((c) => (c.kind && c.kind !== "note" ? [c.kind] : []));
  const count = (/** @type {string} */ kind) => kinds.filter((k) => k === kind).length;
  return [...new Set(kinds)].sort((a, b) => count(b) - count(a))[0] ?? cases[0]?.kind ?? "";
}

/** The parts of a board that each case is about: places, counters, and the names of phases, tracks and acts that cite it. */
export class Index {
  /**
   * @param {Book} book
   * @param {Board} board
   */
  constructor(book, board) {
    this.book = book;
    this.board = board;
    /** @type {Map<string, About>} */
    this.about = new Map();
    board.spaces.forEach((space, i) => {
      for (const fact of space.facts ?? [])
        this.note(fact.cases, (at) => {
          const head = (fact.value.split(/[:,(]/)[0] ?? "").trim().toLowerCase();
          at.spaces.set(head, [...(at.spaces.get(head) ?? []), i]);
        });
    });
    board.units.forEach((unit, i) => {
      for (const fact of unit.facts ?? []) this.note(fact.cases, (at) => at.units.add(i));
    });
    for (const named of [...board.phases, ...board.tracks, ...board.markers, ...board.flags])
      this.note(named.cases, (at) => at.names.add(named.name));
    this.places = board.spaces.flatMap((space, i) => {
      const name = space.name.replace(/^\d+\s*/, "");
      return name.length > 3 && !/^\d+$/.test(space.name) ? [{ i, name }] : [];
    });
    // "Motoyama Airfield" is not also "Motoyama".
    this.places.sort((a, b) => b.name.length - a.name.length);
  }

  /**
   * @param {string[] | undefined} cases
   * @param {(at: About) => void} how
   */
  note(cases, how) {
    for (const cited of cases ?? []) {
      const id = this.book.find(cited);
      if (!id) continue;
      const at = this.about.get(id) ?? { spaces: new Map(), units: new Set(), names: new Set() };
      this.about.set(id, at);
      how(at);
    }
  }

  /**
   * @param {Case} c
   * @returns {Shown}
   */
  of(c) {
    const at = this.about.get(c.id);
    // Of several kinds of place that cite a case, those that its text speaks of: "Mountain 2 MP" is about mountains.
    const kinds = [...(at?.spaces.keys() ?? [])];
    const spoken = kinds.filter((kind) => kind && mentions(c.rule.toLowerCase(), kind));
    const spaces = new Set((spoken.length ? spoken : kinds).flatMap((kind) => at?.spaces.get(kind) ?? []));
    let rest = c.rule;
    for (const place of this.places) {
      if (!mentions(rest, place.name)) continue;
      spaces.add(place.i);
      rest = rest.replaceAll(place.name, " ");
    }
    for (const found of c.rule.matchAll(/(?<![\d.])\d{4}(?![\d.])/g)) {
      const hex = this.board.spaces.findIndex((space) => space.id === found[0]);
      if (hex >= 0) spaces.add(hex);
    }
    const most = this.board.spaces.length * MOST;
    const units = at?.units ?? new Set();
    return {
      spaces: spaces.size <= most ? [...spaces] : [],
      units: units.size <= this.board.units.length * MOST ? [...units] : [],
      names: [...(at?.names ?? [])].slice(0, NAMES),
    };
  }
}

/**
 * Whether a text speaks of something, as a whole word; a plural is one.
 * @param {string} text
 * @param {string} name
 */
function mentions(text, name) {
  const at = text.indexOf(name);
  return at >= 0 && !/\w/.test(text[at - 1] ?? "") && !/[a-rt-z\d]/i.test(text[at + name.length] ?? "");
}
