/** Short notes of your own pinned to places on the map. They stay in this browser. */
import { fill, h, icon, s } from "../core/dom.js";
import { middle } from "../core/spaceGeometry.js";
import { keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {{[space: string]: string}} Words */

const LONGEST = 80;

/** @param {Session} session */
const keyOf = ({ match, side }) => `pins:${match}:${side}`;

/**
 * @param {Session} session
 * @returns {Words}
 */
export const pinsOf = (session) => load(keyOf(session)) ?? {};

/**
 * No words take the pin out.
 * @param {Session} session
 * @param {number} space
 * @param {string} words
 */
function pin(session, space, words) {
  const pins = pinsOf(session);
  if (words.trim()) pins[space] = words.trim().slice(0, LONGEST);
  else delete pins[space];
  keep(keyOf(session), pins);
  session.emit("pins");
}

/**
 * The pin of a place that is looked at, with a way to put one in, change it, or take it out.
 * @param {Session} session
 * @param {number} space
 */
export function pinOf(session, space) {
  const row = h("div", { class: "pin-row" });
  const show = () => {
    const words = pinsOf(session)[space];
    const edit = h(
      "button",
      { type: "button", class: "link", onclick: () => write(words ?? "") },
      words ? S.pinChange : S.pinHere,
    );
    const out = h("button", { type: "button", class: "link", onclick: () => pin(session, space, "") }, S.pinOut);
    fill(row, words && [icon("pin"), h("b", null, words)], edit, words && out);
  };
  /** @param {string} words */
  const write = (words) => {
    const field = h("input", {
      type: "text",
      maxlength: LONGEST,
      "aria-label": S.pinWords,
      placeholder: S.pinWords,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        event.stopPropagation();
        if (event.key === "Enter") pin(session, space, field.value);
        if (event.key === "Escape") show();
      },
    });
    field.value = words;
    const done = h("button", { type: "button", class: "button small", onclick: () => pin(session, space, field.value) }, S.pinIn);
    fill(row, icon("pin"), field, done);
    field.focus();
  };
  show();
  return row;
}

/** The pins on the map. */
export class PinnedNoteLayer {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.el = s("g", { class: "pins" });
    session.on("pins", () => this.draw());
    this.draw();
  }

  draw() {
    const { session } = this;
    this.el.replaceChildren(
      ...Object.entries(pinsOf(session)).map(([space, words]) => {
        const [x, y] = middle(session.board.spaces[Number(space)]);
        return s(
          "g",
          { class: "pin", transform: `translate(${x} ${y})` },
          s("title", null, words),
          s("path", { d: "M0 0C-9-14-13-18-13-26a13 13 0 1 1 26 0C13-18 9-14 0 0z" }),
          s("circle", { cx: 0, cy: -26, r: 4.500 }),
        );
      }),
    );
  }
}

/**
 * All pins, in the notes: a click shows the place.
 * @param {Session} session
 */
export function pinList(session) {
  const el = h("ul", { class: "pin-list", "aria-label": S.pins });
  const draw = () => {
    const { board, selection } = session;
    const rows = Object.entries(pinsOf(session)).map(([at, words]) => {
      const space = Number(at);
      const look = () => {
        selection.look = { kind: "space", value: space };
        session.emit("point", { spaces: [space], centre: true });
        selection.changed();
      };
      return h(
        "li",
        null,
        icon("pin"),
        h("button", { type: "button", class: "link", onclick: look }, board.spaces[space]?.name ?? ""),
        " ",
        words,
      );
    });
    el.hidden = !rows.length;
    fill(el, rows);
  };
  session.on("pins", draw);
  draw();
  return el;
}
