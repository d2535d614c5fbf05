/** The units that take part in a planned attack, and those that could: a click takes one in or out. */
import { h } from "../core/dom.js";
import { counter, shownUnit } from "../map/counters.js";

/** @typedef {import("../core/types.js").PlacedUnit} PlacedUnit */

export class Participants {
  /** @param {import("../session/session.js").Session} session */
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
   * A whole army may take part, and a counter is expensive to draw: counters drawn before are kept, also while out of sight.
   * @param {boolean} isPlanned
   */
  draw(isPlanned) {
    const { shown, table, selection } = this.session;
    const { called } = this;
    const wanted = isPlanned ? this.wanted() : new Set();
    this.isOn = wanted.size > 0;
    this.el.classList.toggle("away", !this.isOn);
    if (table?.result) this.clear();
    if (!this.isOn) return;
    const before = this.units;
    const all = shown?.view.units.filter((u) => wanted.has(u[0]) || before.has(u.join())) ?? [];
    this.units = new Map(all.map((u) => [u.join(), before.get(u.join()) ?? this.unit(u)]));
    for (const [key, button] of before) if (!this.units.has(key)) button.remove();
    const spaces = [...new Set(all.map((u) => u[1]))].sort((a, b) => a - b);
    spaces.forEach((space, i) => {
      const place = this.place(space);
      put(this.el, place.el, i);
      const there = all.filter((u) => u[1] === space).sort((a, b) => a[0] - b[0]);
      place.el.classList.toggle("away", !there.some((u) => wanted.has(u[0])));
      there.forEach((placed, k) => {
        const button = /** @type {HTMLElement} */ (this.units.get(placed.join()));
        const isIn = selection.taken.has(placed[0]) || called.has(placed[0]);
        const isHere = wanted.has(placed[0]);
        button.className = `force-unit ${isIn ? "picked" : isHere ? "glow" : "away"}`;
        button.setAttribute("aria-pressed", String(isIn));
        button.inert = !isHere;
        put(place.row, button, k);
      });
    });
    while (this.el.children.length > spaces.length) this.el.lastElementChild?.remove();
  }

  /** @returns {Set<number>} */
  wanted() {
    const { selection } = this.session;
    const able = [...selection.first.units].filter((u) => selection.wouldDo({ kind: "unit", value: u }).length > 0);
    return new Set([...selection.taken.keys(), ...able, ...this.called]);
  }

  /** Units that are called in from a box, such as aircraft, and leave by a button of the prompt. */
  get called() {
    const { session } = this;
    const { side, board } = session;
    const units = session.past ? [] : (session.table?.ask?.units ?? []);
    return new Set(
      units.filter((unit) => board.units[unit]?.side === side && board.spaces[session.placed(unit)?.[1] ?? -1]?.rect),
    );
  }

  /** @param {number} space */
  place(space) {
    const known = this.places.get(space);
    if (known) return known;
    const row = h("div", { class: "force-row" });
    const name = this.session.board.spaces[space]?.name ?? "";
    const all = h("button", { type: "button", class: "link muster-all", "data-space": space, onclick: () => void this.takeAll(space) }, name);
    const made = { el: h("div", { class: "muster-place" }, all, row), row };
    this.places.set(space, made);
    return made;
  }

  /**
   * All of a place join with one click on its name, as far as there is room.
   * @param {number} space
   */
  async takeAll(space) {
    const { session } = this;
    const { selection } = session;
    const able = [...this.wanted()].filter((unit) => !selection.taken.has(unit) && session.placed(unit)?.[1] === space);
    const options = able.flatMap((unit) => selection.wouldDo({ kind: "unit", value: unit }).slice(0, 1));
    if (options.length) await session.orders.give({ options });
  }

  /** @param {PlacedUnit} placed */
  unit(placed) {
    const { board, selection } = this.session;
    const pick = /** @type {import("../core/types.js").Pick} */ ({ kind: "unit", value: placed[0] });
    return h(
      "button",
      {
        type: "button",
        title: shownUnit(board, placed)?.name ?? "",
        onclick: (/** @type {MouseEvent} */ event) => selection.click(pick, { x: event.clientX, y: event.clientY }),
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
