/** The game's tracks as compact gauges below the map; a click opens the full display. */
import { fill, h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { ledgerPlace } from "./scoreLedger.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Track} Track */
/** @typedef {import("../session/session.js").Session} Session */

/**
 * Tracks with labels and a maximum count from 1, as a turn track does; labels alone are states that count from 0.
 * @param {Track} track
 * @param {number} value
 */
export function wordFor(track, value) {
  if (!track.labels) return null;
  return track.labels[track.max ? value - 1 : value] ?? null;
}

/**
 * @param {Track} track
 * @param {number} value
 */
const warns = (track, value) => track.warn !== undefined && track.warn !== null && value >= track.warn;

export class TrackGauges {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.el = h("footer", { class: "tray", "aria-label": S.tracks });
    session.on("table", () => this.draw());
  }

  draw() {
    const { board, shown } = this.session;
    const values = shown?.view.tracks ?? {};
    fill(
      this.el,
      board.tracks.filter((t) => values[t.id] !== undefined).map((t) => this.gauge(t, values[t.id] ?? 0)),
    );
  }

  /**
   * Two sides may have a track of one name each: then it says whose it is.
   * @param {Track} track
   */
  nameOf(track) {
    const { sides, tracks } = this.session.board;
    const shared = tracks.some((other) => other !== track && other.name === track.name);
    const side = shared && track.side !== undefined && track.side !== null ? sides[track.side] : undefined;
    return side ? `${side.adjective}: ${track.name}` : track.name;
  }

  /**
   * @param {Track} track
   * @param {number} value
   */
  gauge(track, value) {
    const word = wordFor(track, value);
    const side = track.side === undefined || track.side === null ? "" : `side${track.side}`;
    const part = track.max ? Math.max(0, Math.min(1, value / track.max)) : 0;
    return h(
      "button",
      {
        type: "button",
        class: `gauge ${side} ${warns(track, value) ? "warn" : ""}`,
        "data-track": track.id,
        "data-cases": (track.cases ?? []).join(" "),
        "data-term": track.name,
        onclick: () => this.open(track, value),
      },
      h("span", { class: "gauge-name" }, side && h("i", { class: `side-mark ${side}` }), this.nameOf(track)),
      h(
        "span",
        { class: "gauge-value" },
        word && !track.max ? word : value,
        track.max && value <= track.max ? h("small", null, `/${track.max}`) : null,
        warns(track, value) && h("b", { class: "warn-mark", "aria-label": S.warn }, "!"),
      ),
      track.max
        ? h(
            "span",
            { class: "gauge-bar", "aria-hidden": "true" },
            h("i", { vars: { width: `${part * 100}%` } }),
            track.warn ? h("u", { vars: { left: `${(track.warn / track.max) * 100}%` } }) : null,
          )
        : null,
    );
  }

  /**
   * @param {Track} track
   * @param {number} value
   */
  open(track, value) {
    const close = openDialog(
      track.name,
      [
        this.display(track, value, () => close()),
        ledgerPlace(
          this.session,
          () => close(),
          (ledger) => ledger.tracks.includes(track.id),
        ),
      ],
      [],
      "track",
    );
  }

  /**
   * @param {Track} track
   * @param {number} value
   * @param {() => void} close
   */
  display(track, value, close) {
    const links = caseLinks(this.session, track.cases);
    links.addEventListener("click", close);
    if (track.labels) {
      const first = track.max ? 1 : 0;
      return h(
        "div",
        null,
        h(
          "ol",
          { class: "track-list" },
          track.labels.map((text, i) =>
            h(
              "li",
              { class: i + first === value ? "on" : i + first < value ? "past" : "" },
              track.max ? h("b", null, i + first) : null,
              h("span", null, text),
              h("span", { class: "dim" }, track.events?.[i] ?? ""),
            ),
          ),
        ),
        links,
      );
    }
    const most = track.max ?? Math.max(10, value);
    const cells = Array.from({ length: Math.min(most, 100) + 1 }, (_, i) =>
      h(
        "i",
        {
          class: `${i === Math.min(value, most) ? "on" : i < value ? "past" : ""} ${track.warn && i >= track.warn ? "warn" : ""}`,
        },
        i,
      ),
    );
    return h(
      "div",
      null,
      h("p", { class: "track-value" }, track.max && value <= track.max ? S.of(value, track.max) : value),
      h("div", { class: "track-cells" }, cells),
      links,
    );
  }
}
