/** The units by place, as a list to be read out: what a sighted player takes in from the counters at a glance. */
import { h } from "../core/dom.js";
import { S } from "../languages/strings.js";
import { shownUnit } from "./counters.js";

export class UnitsByPlace {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.el = h("ul", { class: "unseen", id: "units-by-place", "aria-label": S.unitsByPlace });
    /** @type {Map<number, {el: HTMLElement, text: string}>} by space */
    this.places = new Map();
    session.on("table", () => this.draw());
  }

  draw() {
    const { board, shown } = this.session;
    /** @type {Map<number, Map<number, string[]>>} by space and side */
    const found = new Map();
    for (const placed of shown?.view.units ?? []) {
      const unit = shownUnit(board, placed);
      if (!unit) continue;
      const [, space, , flags] = placed;
      const sides = found.get(space) ?? new Map();
      const marks = board.flags.filter((flag) => flags & flag.bit).map((flag) => flag.name);
      sides.set(unit.side, [...(sides.get(unit.side) ?? []), marks.length ? `${unit.name} (${marks.join(", ")})` : unit.name]);
      found.set(space, sides);
    }
    for (const [space, { el }] of this.places) {
      if (found.has(space)) continue;
      el.remove();
      this.places.delete(space);
    }
    for (const [space, sides] of found) {
      const said = [...sides].map(([side, names]) => `${board.sides[side]?.name ?? ""}: ${names.join(", ")}`);
      const text = `${board.spaces[space]?.name ?? ""}. ${said.join(". ")}`;
      const known = this.places.get(space);
      if (known?.text === text) continue;
      if (known) {
        known.el.textContent = text;
        known.text = text;
      } else this.el.append(this.place(space, text).el);
    }
  }

  /**
   * @param {number} space
   * @param {string} text
   */
  place(space, text) {
    const made = { el: h("li", null, text), text };
    this.places.set(space, made);
    return made;
  }
}
