/** Who takes part in what is planned, and who could: a click takes a unit in or out. */
import { h } from "./dom.js";
import { counter, shownUnit } from "./pieces.js";

/** @typedef {import("./types.js").PlacedUnit} PlacedUnit */

export class Muster {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.el = h("div", { class: "muster away" });
    this.isOn = false;
    /** @type {Map<number, {el: HTMLElement, row: HTMLElement}>} */
    this.places = new Map();
    /** @type {Map<string, HTMLElement>} by the unit and all that it looks like */
    this.units = new Map();
  }

  clear() {
    this.el.replaceChildren();
    this.places.clear();
    this.units.clear();
  }

  /**
   * A whole army may be mustered, and a counter is dear to draw: what was there before stays, also while nobody sees it.
   * @param {boolean} isPlanned
   */
  draw(isPlanned) {
    const all = isPlanned ? this.wanted() : [];
    this.isOn = all.length > 0;
    this.el.classList.toggle("away", !this.isOn);
    if (this.session.table?.result) this.clear();
    if (!all.length) return;
    const { taken } = this.session.hand;
    const before = this.units;
    this.units = new Map();
    const keys = new Set(all.map((u) => u.join()));
    for (const [key, button] of before) if (!keys.has(key)) button.remove();
    const spaces = [...new Set(all.map((u) => u[1]))].sort((a, b) => a - b);
    spaces.forEach((space, i) => {
      const place = this.place(space);
      put(this.el, place.el, i);
      const there = all.filter((u) => u[1] === space).sort((a, b) => a[0] - b[0]);
      there.forEach((placed, k) => {
        const button = before.get(placed.join()) ?? this.unit(placed);
        this.units.set(placed.join(), button);
        const isIn = taken.has(placed[0]);
        button.className = `force-unit ${isIn ? "picked" : "glow"}`;
        button.setAttribute("aria-pressed", String(isIn));
        put(place.row, button, k);
      });
    });
    while (this.el.children.length > spaces.length) this.el.lastElementChild?.remove();
  }

  /** @returns {PlacedUnit[]} */
  wanted() {
    const { hand, shown } = this.session;
    const { taken } = hand;
    const able = [...hand.first.units].filter((u) => hand.wouldDo({ kind: "unit", value: u }).length > 0);
    const wanted = new Set([...taken.keys(), ...able]);
    return shown?.view.units.filter((u) => wanted.has(u[0])) ?? [];
  }

  /** @param {number} space */
  place(space) {
    const known = this.places.get(space);
    if (known) return known;
    const row = h("div", { class: "force-row" });
    const name = this.session.board.spaces[space]?.name ?? "";
    const made = { el: h("div", { class: "muster-place" }, h("span", { class: "label" }, name), row), row };
    this.places.set(space, made);
    return made;
  }

  /** @param {PlacedUnit} placed */
  unit(placed) {
    const { board, hand } = this.session;
    const pick = /** @type {import("./types.js").Pick} */ ({ kind: "unit", value: placed[0] });
    return h(
      "button",
      {
        type: "button",
        title: shownUnit(board, placed)?.name ?? "",
        onclick: (/** @type {MouseEvent} */ event) => hand.click(pick, { x: event.clientX, y: event.clientY }),
        onpointerenter: () => this.session.emit("point", { units: [placed[0]] }),
        onpointerleave: () => this.session.emit("point", null),
      },
      counter(board, placed),
    );
  }
}

/**
 * @param {HTMLElement} parent
 * @param {HTMLElement} child
 * @param {number} i
 */
function put(parent, child, i) {
  if (parent.children[i] !== child) parent.insertBefore(child, parent.children[i] ?? null);
}
