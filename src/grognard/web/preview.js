/** The odds before a die is thrown: itemised dice, reductions, and a bar per outcome. */
import { h } from "./dom.js";
import { caseLinks } from "./rules.js";
import { S } from "./strings.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./types.js").Preview} Preview */
/** @typedef {import("./types.js").PreviewLine} PreviewLine */

/** @param {number} p */
function percent(p) {
  if (p > 0 && p < 0.005) return "<1 %";
  if (p < 1 && p > 0.995) return ">99 %";
  return `${Math.round(p * 100)} %`;
}

/**
 * Where something hidden enters, a chance is a range.
 * @param {PreviewLine} line
 */
function chance({ p, p2 }) {
  const low = percent(p ?? 0);
  const high = percent(p2 ?? p ?? 0);
  return low === high ? low : `${low.replace(" %", "")}–${high}`;
}

/** @param {Preview} preview */
function meanOf({ mean, mean2, unit }) {
  if (mean === undefined || mean === null) return null;
  return S.mean(mean2 === undefined || mean2 === null || mean2 === mean ? mean : `${mean}–${mean2}`, unit ?? "");
}

/**
 * @param {Session} session
 * @param {Preview} preview
 */
export function previewCard(session, preview) {
  const head = [
    preview.dice !== undefined && preview.dice !== null ? S.dice(preview.dice) : null,
    preview.hit ? S.hitOn(preview.hit) : null,
    meanOf(preview),
  ]
    .filter(Boolean)
    .join(", ");
  const most = Math.max(0.01, ...(preview.outcomes ?? []).map((o) => o.p2 ?? o.p ?? 0));
  return h(
    "article",
    {
      class: "preview",
      onpointerenter: () => session.emit("point", { spaces: spacesOf(preview) }),
      onpointerleave: () => session.emit("point", null),
    },
    h("h3", null, preview.title),
    head && h("p", { class: "preview-head" }, head),
    sums(session, preview.items),
    preview.reduce?.length ? h("p", { class: "label" }, S.reduced) : null,
    sums(session, preview.reduce),
    preview.outcomes?.length
      ? h(
          "div",
          { class: "outcomes", role: "list", "aria-label": S.outcomes },
          preview.outcomes.map((o) =>
            h(
              "div",
              { class: "outcome", role: "listitem" },
              h("span", { class: "outcome-text" }, o.text),
              h(
                "span",
                { class: "bar", "aria-hidden": "true" },
                h("i", { class: "range", vars: { width: `${((o.p2 ?? 0) / most) * 100}%` } }),
                h("i", { vars: { width: `${((o.p ?? 0) / most) * 100}%` } }),
              ),
              h("span", { class: "outcome-p" }, chance(o)),
            ),
          ),
        )
      : null,
    preview.notes?.length
      ? h(
          "ul",
          { class: "notes-list" },
          preview.notes.map((note) =>
            h(
              "li",
              null,
              note.text,
              note.p === undefined || note.p === null ? null : h("b", null, ` ${chance(note)}`),
              " ",
              caseLinks(session, note.cases),
            ),
          ),
        )
      : null,
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
        null,
        h("span", { class: "sum-text" }, line.text, " ", caseLinks(session, line.cases)),
        h("span", { class: "sum-value" }, line.value ?? ""),
      ),
    ),
  );
}

/** Asks for previews of what is hovered, a moment after the pointer has come to rest, and remembers the answers. */
export class Previews {
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
    const { hover, hand } = this.session;
    const options = hover && !this.session.busy && hand.glows(hover) ? hand.wouldDo(hover).slice(0, 3) : [];
    const keys = options.map((o) => JSON.stringify(o));
    if (keys.every((key) => this.known.has(key))) return this.set(keys);
    this.timer = setTimeout(() => void this.fetch(options, keys), 110);
  }

  /**
   * @param {import("./types.js").Option[]} options
   * @param {string[]} keys
   */
  async fetch(options, keys) {
    const under = (this.under = new AbortController());
    const { stamp } = this.session.table ?? {};
    try {
      const answers = await Promise.all(options.map((o) => this.session.seat.preview(o, under.signal)));
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
