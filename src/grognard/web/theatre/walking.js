/** Counters that walk over the map along their way, and what is drawn over those that are struck. */
import { h, s, setVars } from "../core/dom.js";
import { middle } from "../core/spaceGeometry.js";

/** @typedef {import("../map/mapView.js").MapView} MapView */

/** Milliseconds in which a counter is turned to its other side, and a mark over the map rises and fades. */
const FLIP = 260;
const RISES = 1400;

export class Walkers {
  /** @param {MapView} map */
  constructor(map) {
    this.map = map;
    this.marks = h("div", { class: "theatre-marks", "aria-hidden": "true" });
    const { width, height } = map.session.board.map;
    this.trails = s("svg", { class: "theatre-trails", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
    map.world.insertBefore(this.trails, map.counters.el);
    map.world.append(this.marks);
    /** @type {Map<HTMLElement, Animation>} */
    this.walking = new Map();
  }

  /**
   * Sets counters on their way; they stay at its end until they are put down.
   * @param {import("./acts.js").March[]} marches
   * @param {number} ms
   */
  walk(marches, ms) {
    const { counters, session } = this.map;
    this.trail(marches);
    for (const { unit, way } of marches) {
      const el = counters.units.get(unit)?.el;
      const from = counters.layout.places.get(unit);
      if (!el || !from) continue;
      const half = from.size / 2;
      const points = [[from.x, from.y], ...way.slice(1).map((space) => middle(session.board.spaces[space]))];
      const frames = points.map(([x = 0, y = 0]) => ({ transform: `translate(${x - half}px, ${y - half}px)` }));
      el.classList.add("walking");
      this.walking.set(el, el.animate(frames, { duration: ms, easing: "ease-in-out", fill: "forwards" }));
    }
  }

  /**
   * The ways of those who go or have gone: they stay in sight until others go.
   * @param {import("./acts.js").March[]} marches
   */
  trail(marches) {
    const { board } = this.map.session;
    this.trails.replaceChildren(
      ...marches.flatMap(({ unit, way }) => {
        const points = way.map((space) => middle(board.spaces[space]).join(" ")).join("L");
        return [
          s("path", { class: "trail-case", d: `M${points}` }),
          s("path", { class: `trail side${board.units[unit]?.side ?? 0}`, d: `M${points}` }),
        ];
      }),
    );
  }

  /** The table lies as it is now: a counter that walked stands in its place there. */
  putDown() {
    for (const [el, animation] of this.walking) {
      animation.cancel();
      requestAnimationFrame(() => el.classList.remove("walking"));
    }
    this.walking.clear();
  }

  /**
   * Counters that are struck flash, and a number says how many steps are lost there.
   * @param {import("./acts.js").Hit[]} hits
   * @param {boolean} still
   */
  strike(hits, still) {
    const { counters, session } = this.map;
    /** @type {Map<number, number>} */
    const lost = new Map();
    for (const { unit, space, steps } of hits) {
      lost.set(space, (lost.get(space) ?? 0) + steps);
      const el = counters.units.get(unit)?.el;
      el?.classList.add("struck");
      setTimeout(() => el?.classList.remove("struck"), RISES / 2);
    }
    for (const [space, steps] of lost) this.mark(middle(session.board.spaces[space]), "lost-steps", `−${steps}`, still);
  }

  /**
   * Counters that have lost steps and still stand turn over.
   * @param {import("./acts.js").Hit[]} hits
   */
  flip(hits) {
    for (const { unit, dead } of hits) {
      const face = dead ? null : this.map.counters.units.get(unit)?.el.firstElementChild;
      face?.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: FLIP, easing: "ease-out" });
    }
  }

  /**
   * Places that have come into other hands.
   * @param {[number, number, number][]} before
   * @param {[number, number, number][] | undefined} after
   * @param {boolean} still
   */
  taken(before, after, still) {
    if (!after || after === before) return;
    const had = new Map(before.map(([space, side]) => [space, side]));
    for (const [space, side] of after)
      if (had.has(space) && had.get(space) !== side) this.mark(middle(this.map.session.board.spaces[space]), `taken side${side}`, "", still);
  }

  /**
   * @param {[number, number]} at
   * @param {string} look
   * @param {string} text
   * @param {boolean} still
   */
  mark([x, y], look, text, still) {
    const el = h("b", { class: `theatre-mark ${look}${still ? " still" : ""}` }, h("span", null, text));
    setVars(el, { left: `${x}px`, top: `${y}px` });
    this.marks.append(el);
    setTimeout(() => el.remove(), RISES);
  }

  clear() {
    this.putDown();
    this.marks.replaceChildren();
    this.trails.replaceChildren();
  }
}
