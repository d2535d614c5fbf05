/** The counters and markers on the map: one element each, kept from table to table so that they glide when they move. */
import { h, setIfNew, setVars } from "../core/dom.js";
import { face } from "./artwork.js";
import { layOut, lookOf } from "./counterLayout.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").PlacedUnit} PlacedUnit */

/**
 * @param {import("../core/types.js").Unit} unit
 * @param {number} steps
 */
export function faceOf(unit, steps) {
  const exact = unit.faces[String(steps)];
  if (exact) return exact;
  const known = Object.keys(unit.faces)
    .map(Number)
    .sort((a, b) => Math.abs(a - steps) - Math.abs(b - steps));
  return unit.faces[String(known[0])] ?? "";
}

/**
 * A unit as it lies on the table: its own data, under those of the face that is open on it.
 * @param {import("../core/types.js").Board} board
 * @param {PlacedUnit | null} [placed]
 * @returns {(import("../core/types.js").Unit & {symbol?: string}) | undefined}
 */
export function shownUnit(board, placed) {
  const unit = board.units[placed?.[0] ?? -1];
  const open = board.faces?.[placed?.[4] ?? -1];
  return unit && open ? { ...unit, ...open } : unit;
}

/**
 * @param {import("../core/types.js").Board} board
 * @param {PlacedUnit} placed
 */
export function describeUnit(board, placed) {
  const unit = shownUnit(board, placed);
  if (!unit) return "";
  const [, space, steps, flags] = placed;
  const marks = board.flags.filter((flag) => flags & flag.bit).map((flag) => flag.name);
  return [unit.name, unit.type, board.sides[unit.side]?.name, S.steps(steps), ...marks, board.spaces[space]?.name]
    .filter(Boolean)
    .join(", ");
}

/**
 * A counter with everything that its flags put on it; the same on the map and in the sidebar.
 * @param {import("../core/types.js").Board} board
 * @param {PlacedUnit} placed
 */
export function counter(board, placed) {
  const unit = shownUnit(board, placed);
  const looks = board.flags.filter((flag) => placed[3] & flag.bit);
  const el = h("span", { class: "counter" }, unit ? face(unit.symbol ?? faceOf(unit, placed[2])) : null);
  let corner = 0;
  for (const flag of looks) {
    const look = lookOf(flag);
    if (look === "turned" || look === "ghost") el.classList.add(look);
    else if (look === "badge") el.append(h("b", { class: `flag corner${corner++ % 4}`, title: flag.name }, flag.name.slice(0, 1)));
  }
  return el;
}

export class Counters {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.el = h("div", { class: "pieces" });
    this.plate = h("div", { class: "fan-plate" });
    this.scale = 1;
    /** @type {string | null} */
    this.fanned = null;
    /** @type {() => import("./counterLayout.js").Window | undefined} what of the map is in sight */
    this.seen = () => undefined;
    /** @type {import("./counterLayout.js").Layout} */
    this.layout = { places: new Map(), stacks: [], marks: [] };
    /** @type {Map<number, {el: HTMLElement, look: string, pose: string, size: number}>} */
    this.units = new Map();
    /** @type {Map<string, HTMLElement>} edges, badges and markers, by all that they look like */
    this.extras = new Map();
    this.lifted = "";
    /** The box under the pointer, and who lies where in it: nobody there moves until the pointer has left it. */
    this.over = -1;
    /** @type {number[]} */
    this.order = [];
    session.on("hover", () => this.hovered());
  }

  /** The pointer has come to another place. */
  hovered() {
    const { board, hover } = this.session;
    const at = hover?.kind === "unit" ? (this.session.placed(hover.value)?.[1] ?? -1) : (hover?.value ?? -1);
    const box = board.spaces[at]?.rect ? at : -1;
    if (box === this.over) return;
    const there = this.session.unitsIn(this.over).map(([unit]) => unit);
    const isOpen = this.order.join() !== there.join();
    this.over = box;
    this.order = this.session.unitsIn(box).map(([unit]) => unit);
    if (isOpen) this.place();
  }

  /** @param {string | null} key */
  fan(key) {
    if (this.fanned === key) return;
    this.fanned = key;
    this.place();
  }

  /** @param {number} unit */
  stackOf(unit) {
    const key = this.layout.places.get(unit)?.stack;
    return this.layout.stacks.find((stack) => stack.key === key && stack.units.length > 1) ?? null;
  }

  /** A new table: which counters there are and how they look. */
  draw() {
    const view = this.session.shown?.view;
    const present = new Set(view?.units.map((u) => u[0]));
    for (const [unit, { el }] of this.units) {
      if (present.has(unit)) continue;
      el.remove();
      this.units.delete(unit);
    }
    for (const placed of view?.units ?? []) this.drawUnit(placed);
    if (this.fanned && !view) this.fanned = null;
    this.place();
    this.glow();
  }

  /** @param {PlacedUnit} placed */
  drawUnit(placed) {
    const { board } = this.session;
    const look = placed.slice(2).join("/");
    let entry = this.units.get(placed[0]);
    if (!entry) {
      const side = board.units[placed[0]]?.side ?? 0;
      entry = { el: h("div", { class: `unit side${side}`, "data-unit": placed[0] }), look: "", pose: "", size: 0 };
      this.units.set(placed[0], entry);
      this.el.append(entry.el);
    }
    if (entry.look !== look) entry.el.replaceChildren(counter(board, placed));
    entry.look = look;
    setIfNew(entry.el, "aria-label", describeUnit(board, placed));
  }

  /** Positions, count badges and markers, after a table, a fan or a change of scale. */
  place() {
    const { board, shown } = this.session;
    const view = shown?.view;
    if (this.over >= 0) {
      const come = this.session.unitsIn(this.over).map(([unit]) => unit);
      this.order = [...this.order, ...come.filter((unit) => !this.order.includes(unit))];
    }
    const layout = layOut(
      board,
      view?.units ?? [],
      view?.marks ?? [],
      this.scale,
      this.fanned,
      this.session.selection.units,
      this.seen(),
      new Map([[this.over, this.order]]),
    );
    this.lifted = this.session.selection.units.join();
    this.layout = layout;
    for (const [unit, at] of layout.places) {
      const entry = this.units.get(unit);
      if (!entry) continue;
      entry.el.classList.toggle("buried", !at.seen);
      const pose = `${at.x} ${at.y} ${at.z}`;
      // A size is inherited by every part of a counter: it is written only when it is another.
      if (entry.size !== at.size)
        setVars(entry.el, { width: `${at.size}px`, height: `${at.size}px`, "--size": at.size });
      if (entry.pose !== pose || entry.size !== at.size)
        setVars(entry.el, { transform: `translate(${at.x - at.size / 2}px, ${at.y - at.size / 2}px)`, "z-index": at.z });
      entry.pose = pose;
      entry.size = at.size;
    }
    this.placeExtras();
    this.placePlate();
  }

  /** Draws the markers. Only those that have changed are made anew, because their pictures are expensive. */
  placeExtras() {
    const { stacks, marks } = this.layout;
    const before = this.extras;
    this.extras = new Map();
    /**
     * @param {string} key
     * @param {() => HTMLElement} make
     */
    const keep = (key, make) => {
      const el = before.get(key) ?? make();
      before.delete(key);
      this.extras.set(key, el);
      if (!el.isConnected) this.el.append(el);
    };
    for (const s of stacks) {
      const at = `${s.x} ${s.y} ${s.size} ${s.units.length} ${s.below}`;
      for (let i = 0; i < Math.min(s.below, 3); i++) keep(`edge ${i} ${at}`, () => this.edge(s, i));
      if (s.below > 0 || (s.units.length > 1 && s.key !== this.fanned))
        keep(`badge ${s.side} ${this.scale} ${at}`, () => this.badge(s));
    }
    for (const m of marks) keep(`mark ${m.marker} ${m.space} ${m.count} ${m.x} ${m.y} ${m.size}`, () => this.mark(m));
    for (const el of before.values()) el.remove();
  }

  placePlate() {
    const stack = this.layout.stacks.find((s) => s.key === this.fanned && s.units.length > 1);
    if (!stack) return this.plate.remove();
    const at = stack.units.flatMap((u) => this.layout.places.get(u) ?? []);
    const pad = stack.size / 2 + 7;
    const left = Math.min(...at.map((p) => p.x)) - pad;
    const top = Math.min(...at.map((p) => p.y)) - pad;
    setVars(this.plate, {
      transform: `translate(${left}px, ${top}px)`,
      width: `${Math.max(...at.map((p) => p.x)) + pad - left}px`,
      height: `${Math.max(...at.map((p) => p.y)) + pad - top}px`,
    });
    this.el.append(this.plate);
  }

  /**
   * The edge of a counter that lies unseen under the stack.
   * @param {import("./counterLayout.js").Stack} stack
   * @param {number} i
   */
  edge(stack, i) {
    const under = this.session.board.markers.find((marker) => marker.below);
    const step = stack.size * 0.075;
    const depth = stack.units.length + i;
    const el = h("div", { class: "under", title: under?.name ?? "" }, face(under?.symbol ?? ""));
    setVars(el, {
      transform: `translate(${stack.x - stack.size / 2 + depth * step}px, ${stack.y - stack.size / 2 - depth * step}px)`,
      width: `${stack.size}px`,
      height: `${stack.size}px`,
      "z-index": 9 - i,
    });
    return el;
  }

  /** @param {import("./counterLayout.js").Stack} stack */
  badge(stack) {
    const count = stack.units.length + stack.below;
    const el = h("b", { class: `count side${stack.side}`, "aria-hidden": "true" }, count);
    const edge = Math.min(count, 4) * stack.size * 0.075;
    setVars(el, {
      transform: `translate(${stack.x + stack.size / 2 + edge - 12}px, ${stack.y - stack.size / 2 - edge - 4}px) scale(${this.scale})`,
    });
    return el;
  }

  /** @param {import("./counterLayout.js").MarkPlace} mark */
  mark(mark) {
    const { board } = this.session;
    const marker = board.markers[mark.marker];
    const name = marker?.name ?? "";
    const el = h(
      "div",
      { class: "mark", "data-space": mark.space, title: mark.count > 1 ? `${name} × ${mark.count}` : name },
      face(marker?.symbol ?? ""),
      mark.count > 1 && h("b", { class: "count" }, mark.count),
    );
    setVars(el, {
      transform: `translate(${mark.x - mark.size / 2}px, ${mark.y - mark.size / 2}px)`,
      width: `${mark.size}px`,
      height: `${mark.size}px`,
    });
    return el;
  }

  /** Marks the counters that glow or are picked: cheap, at every click. */
  glow() {
    const { selection } = this.session;
    if (this.lifted !== selection.units.join()) this.place();
    const now = selection.offer;
    // With something picked, what could be picked instead still shows, more quietly.
    const instead = selection.picks.length ? selection.first.units : new Set();
    const picked = new Set([...selection.units, ...selection.taken.keys(), ...(this.session.past ? [] : (this.session.reach.way?.units ?? []))]);
    const subject = new Set(this.session.past ? [] : (this.session.table?.ask?.units ?? []));
    for (const [unit, { el }] of this.units) {
      const glows = now.units.has(unit);
      el.classList.toggle("subject", subject.has(unit));
      el.classList.toggle("glow", glows && !picked.has(unit));
      el.classList.toggle("picked", picked.has(unit));
      el.classList.toggle("instead", !glows && !picked.has(unit) && instead.has(unit));
      const acts = glows || picked.has(unit) || instead.has(unit);
      setIfNew(el, "role", acts ? "button" : "img");
      // Who only lies there is read out by place, in a list.
      setIfNew(el, "aria-hidden", acts ? null : "true");
      setIfNew(el, "tabindex", acts ? "0" : null);
    }
    for (const stack of this.layout.stacks) {
      const some = stack.units.some((u) => now.units.has(u) || picked.has(u));
      const top = stack.units.at(-1);
      if (top !== undefined && stack.units.length > 1) {
        this.units.get(top)?.el.classList.toggle("glow-below", some && !now.units.has(top) && !picked.has(top));
      }
    }
  }
}
