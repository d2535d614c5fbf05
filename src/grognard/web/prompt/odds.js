/** The odds before a die is thrown: itemised dice, reductions, and a bar per outcome. */
import { h } from "../core/dom.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { number, percent } from "../languages/language.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../core/types.js").Preview} Preview */
/** @typedef {import("../core/types.js").PreviewLine} PreviewLine */

/**
 * A chance is a range if something hidden enters into it.
 * @param {PreviewLine} line
 */
function chance({ p, p2, low: least, high: most }) {
  if (least !== undefined && most !== undefined && percent(least) !== percent(most))
    return `${percent(p ?? 0)} (${percent(least, most)})`;
  return percent(p ?? 0, p2 ?? p ?? 0);
}

/** @param {Preview} preview */
function meanOf({ mean, mean2, unit }) {
  if (mean === undefined || mean === null) return null;
  return S.mean(mean2 === undefined || mean2 === null || mean2 === mean ? mean : `${number(mean)}–${number(mean2)}`, unit ?? "");
}

/**
 * The change of a chance that a choice would bring.
 * @param {PreviewLine} note
 * @param {Preview} [before]
 */
function change(note, before) {
  const old = before?.notes?.find((n) => n.text === note.text);
  if (!old || old.p === undefined || note.p === undefined || percent(old.p) === percent(note.p)) return null;
  return h("span", { class: "change" }, `${percent(old.p)} → `);
}

/**
 * The line of an odds table: where the odds fall before the shifts, and where after them.
 * @param {PreviewLine[]} [columns]
 */
function columnStrip(columns) {
  if (!columns?.length) return null;
  return h(
    "ol",
    { class: "columns", "aria-label": S.column },
    columns.map(({ text, p, raw }) =>
      h(
        "li",
        { class: `${p ? "now" : ""} ${raw ? "raw" : ""}`, title: p ? `${text}: ${percent(p)}` : text, vars: { "--p": p ?? 0 } },
        text,
      ),
    ),
  );
}

/**
 * @param {Session} session
 * @param {Preview} preview
 * @param {Preview} [before]  the odds as they stand, when these are those of a choice
 */
export function oddsCard(session, preview, before) {
  const head = [
    preview.dice !== undefined && preview.dice !== null ? S.dice(preview.dice) : null,
    preview.hit ? S.hitOn(preview.hit) : null,
    meanOf(preview),
  ]
    .filter(Boolean)
    .join(", ");
  const chances = [columnStrip(preview.columns), outcomes(preview)];
  const sum = [
    sums(session, preview.items),
    preview.reduce?.length ? h("p", { class: "label" }, preview.against ?? S.reduced) : null,
    sums(session, preview.reduce),
    preview.shifts?.length ? h("p", { class: "label" }, S.column) : null,
    sums(session, preview.shifts),
  ];
  const notes = noteList(session, preview, before);
  return h(
    "article",
    {
      class: "preview",
      onpointerenter: () => session.emit("point", { spaces: spacesOf(preview) }),
      onpointerleave: () => session.emit("point", null),
    },
    h("h3", null, preview.title),
    head && h("p", { class: "preview-head" }, head),
    // A battle's sum is long: what comes of it stands above it.
    ...(preview.columns ? [notes, ...chances, ...sum] : [...sum, ...chances, notes]),
  );
}

/** @param {Preview} preview */
function outcomes({ outcomes: all }) {
  if (!all?.length) return null;
  const most = Math.max(0.01, ...all.map((o) => o.p2 ?? o.p ?? 0));
  return h(
    "div",
    { class: "outcomes", role: "list", "aria-label": S.outcomes },
    all.map((o) =>
      h(
        "div",
        { class: "outcome", role: "listitem" },
        h("span", { class: "outcome-text", title: o.text }, o.words || o.text),
        h(
          "span",
          { class: "bar", "aria-hidden": "true" },
          h("i", { class: "range", vars: { width: `${((o.p2 ?? 0) / most) * 100}%` } }),
          h("i", { vars: { width: `${((o.p ?? 0) / most) * 100}%` } }),
        ),
        h("span", { class: "outcome-p" }, chance(o)),
      ),
    ),
  );
}

/**
 * @param {Session} session
 * @param {Preview} preview
 * @param {Preview} [before]
 */
function noteList(session, { notes }, before) {
  if (!notes?.length) return null;
  return h(
    "ul",
    { class: "notes-list" },
    notes.map((note) =>
      h(
        "li",
        null,
        note.text,
        note.p === undefined || note.p === null ? null : h("b", null, " ", change(note, before), chance(note)),
        " ",
        caseLinks(session, note.cases),
      ),
    ),
  );
}

/** @param {Preview} preview */
const spacesOf = (preview) => (typeof preview.space === "number" ? [preview.space] : []);

/**
 * @param {Session} session
 * @param {PreviewLine[]} [lines]
 */
function sums(session, lines) {
  if (!lines?.length) return null;
  return h(
    "ul",
    { class: "sums" },
    lines.map((line) =>
      h(
        "li",
        line.total ? { class: "total" } : null,
        h("span", { class: "sum-text" }, line.text, " ", caseLinks(session, line.cases)),
        h("span", { class: "sum-value" }, line.value ?? ""),
      ),
    ),
  );
}

/** So many of a group are asked about. */
const MOST_TOGETHER = 16;

/** Asks for previews of what is hovered, a moment after the pointer has come to rest, and remembers the answers. */
export class Odds {
  /**
   * @param {Session} session
   * @param {() => void} changed
   */
  constructor(session, changed) {
    this.session = session;
    this.changed = changed;
    /** @type {Map<string, Preview | null>} */
    this.known = new Map();
    /** @type {Preview[]} */
    this.current = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {AbortController | null} */
    this.under = null;
    session.on("hover", () => this.consider());
    session.on("pick", () => this.consider());
    // Once an act is under way, what was asked about it no longer matters.
    session.on("busy", () => this.consider());
    session.on("table", () => {
      this.known.clear();
      this.consider();
    });
  }

  consider() {
    clearTimeout(this.timer);
    this.under?.abort();
    const { aim, hover, selection, busy } = this.session;
    const out = hover?.kind === "unit" ? selection.taken.get(hover.value) : undefined;
    const over = out ? [out] : hover && selection.glows(hover) ? selection.wouldDo(hover) : [];
    // What several would do together has one answer.
    const each = selection.extra.length ? [over.slice(0, MOST_TOGETHER)] : over.slice(0, 3).map((o) => [o]);
    const options = busy ? [] : aim ? [[aim]] : each.filter((group) => group.length > 0);
    const keys = options.map((o) => JSON.stringify(o));
    if (keys.every((key) => this.known.has(key))) return this.set(keys);
    this.timer = setTimeout(() => void this.fetch(options, keys), 110);
  }

  /**
   * @param {import("../core/types.js").Option[][]} options
   * @param {string[]} keys
   */
  async fetch(options, keys) {
    const under = (this.under = new AbortController());
    const stamp = this.session.table?.stamp ?? "";
    try {
      const answers = await Promise.all(options.map((o) => this.session.seat.preview(stamp, o, under.signal)));
      if (this.session.closed || stamp !== this.session.table?.stamp) return;
      keys.forEach((key, i) => this.known.set(key, answers[i] ?? null));
      if (!under.signal.aborted) this.set(keys);
    } catch {
      // A preview is a courtesy: without it the act itself still works and says what is wrong.
    }
  }

  /** @param {string[]} keys */
  set(keys) {
    const next = keys.flatMap((key) => this.known.get(key) ?? []);
    if (!next.length && !this.current.length) return;
    this.current = next;
    this.changed();
  }
}
