/**
 * The boxes beside the map as a drawer. It opens by itself when something in a box can be done that is out of sight or
 * too small to be read, that box first, and closes again when nothing in it can be clicked any more.
 */
import { fill, h } from "../core/dom.js";
import { LEGIBLE } from "./openingView.js";
import { counter } from "./counters.js";
import { middle } from "../core/spaceGeometry.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").PlacedUnit} PlacedUnit */
/** @typedef {{at: number, units: (number | null)[]}} Row  a box, and who lies where in it; nobody: a gap */

/** Map units: the frame of a box may be cut. */
const EDGE = 12;

export class OffMapBoxes {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("./mapView.js").MapView} map
   */
  constructor(session, map) {
    this.session = session;
    this.map = map;
    /** The player's own choice for this question: open, shut, or none. @type {boolean | null} */
    this.wish = null;
    /** Whether it has opened by itself. */
    this.opened = false;
    this.stamp = "";
    /** Whether the pointer is in it: then nothing in it changes its place. */
    this.held = false;
    /** @type {Row[]} as they were drawn last */
    this.rows = [];
    this.tab = h(
      "button",
      { type: "button", class: "drawer-tab", id: "drawer-tab", "aria-expanded": "false", onclick: () => this.toggle() },
      S.seeing.boxes,
    );
    this.body = h("div", { class: "drawer-body" });
    this.el = h("aside", { class: "drawer", id: "drawer", "aria-label": S.seeing.boxes }, this.tab, this.body);
    this.el.hidden = true;
    for (const topic of /** @type {const} */ (["table", "pick", "fitted"])) session.on(topic, () => this.draw());
    this.body.addEventListener("pointerenter", () => (this.held = true));
    this.body.addEventListener("pointerleave", (event) => {
      // A finger leaves with every tap.
      if (event.pointerType !== "touch") this.letGo();
    });
    map.el.addEventListener("pointerdown", (event) => {
      if (event.target instanceof Node && !this.el.contains(event.target)) this.letGo();
    });
  }

  letGo() {
    if (!this.held) return;
    this.held = false;
    if (this.isOpen) this.draw();
  }

  toggle() {
    this.wish = !this.isOpen;
    this.draw();
  }

  get isOpen() {
    return this.wish ?? this.opened;
  }

  /**
   * The boxes in which something can be clicked.
   * @param {number[]} [units]  by these units
   * @returns {number[]}
   */
  offered(units = [...this.session.selection.offer.units]) {
    return [...this.session.selection.offer.spaces, ...units.map((unit) => this.session.placed(unit)?.[1] ?? -1)];
  }

  /** @param {number[]} spaces */
  anyBox(spaces) {
    return spaces.some((space) => this.session.board.spaces[space]?.rect);
  }

  /** Whether something can be done in a box, and nothing of what can be done is in sight. */
  get isWanted() {
    const { session, map } = this;
    const { selection, table } = session;
    // A lesson leads to the box itself.
    if (session.past || session.guided || !table?.ask?.mine || !map.camera.wide || !this.anyBox(this.offered())) return false;
    // Units that can join what is planned stand in the sidebar already.
    const apart = (/** @type {number} */ unit) => !selection.wouldDo({ kind: "unit", value: unit }).length;
    const isPlanned = table.ask.previews?.length > 0;
    if (isPlanned && !this.anyBox(this.offered([...selection.offer.units].filter(apart)))) return false;
    return !this.offered().some((space) => this.isSeen(space));
  }

  /** @param {number} space */
  isSeen(space) {
    const { left, top, right, bottom } = this.map.camera.window;
    const place = this.session.board.spaces[space];
    const [x, y] = middle(place);
    // Of a box a corner is not enough: half of what lies in it could be hidden.
    const [, , wide, high] = place?.rect ?? [0, 0, 0, 0];
    const isIn = x - wide / 2 > left - EDGE && x + wide / 2 < right + EDGE && y - high / 2 > top - EDGE && y + high / 2 < bottom + EDGE;
    return place?.rect ? isIn && this.isLegible(space) : x > left && x < right && y > top && y < bottom;
  }

  /**
   * Whether the counters of a box can be told apart as they lie there. On a map of areas one never comes nearer.
   * @param {number} space
   */
  isLegible(space) {
    const { session, map } = this;
    if (!session.board.spaces.some((place) => place.kind === "hex")) return true;
    const { places } = map.counters.layout;
    const sizes = session.unitsIn(space).flatMap(([unit]) => places.get(unit)?.size ?? []);
    return Math.min(...sizes, Infinity) * map.camera.pose.z >= LEGIBLE;
  }

  /** Boxes in sight on the map need no drawer, which would only cover one of them. */
  get isIdle() {
    const { spaces } = this.session.board;
    return spaces.every((space, at) => !space.rect || (this.map.camera.wide > 0 && this.isSeen(at)));
  }

  draw() {
    const { session } = this;
    const isBusy = this.anyBox(this.offered());
    const before = this.el.classList.contains("open");
    if (session.table && session.table.stamp !== this.stamp) {
      this.stamp = session.table.stamp;
      // What the player said holds until a question is about the map alone.
      if (!isBusy) this.wish = null;
    }
    this.opened = (this.opened && isBusy) || this.isWanted;
    const open = this.isOpen;
    this.el.hidden = !open && this.isIdle;
    this.el.classList.toggle("open", open);
    this.tab.setAttribute("aria-expanded", String(open));
    if (!open) this.held = false;
    fill(this.body, open ? this.boxes() : null);
    // What can be done stands first: who comes anew sees it.
    if (open && !before) this.body.scrollTop = this.body.scrollLeft = 0;
    if (open !== before) this.map.makeRoom(open);
    this.map.outOfSight.look();
  }

  boxes() {
    const { session } = this;
    const { board, selection } = session;
    const now = selection.offer;
    const wanted = (/** @type {number} */ at) =>
      now.spaces.has(at) || session.unitsIn(at).some(([id]) => now.units.has(id) || selection.units.includes(id));
    // What can be done comes first: a box far down would be looked for in vain.
    const order = [...board.spaces.keys()].sort((a, b) => Number(wanted(b)) - Number(wanted(a)));
    const rows = order.flatMap((at) => {
      const units = session.unitsIn(at).map(([id]) => id);
      return board.spaces[at]?.rect && (units.length || now.spaces.has(at)) ? [{ at, units }] : [];
    });
    this.rows = this.held ? inPlace(this.rows, rows) : rows;
    return this.rows.map((row) => this.box(row, now.spaces.has(row.at)));
  }

  /**
   * @param {Row} row
   * @param {boolean} glows
   */
  box({ at, units }, glows) {
    const { board, selection } = this.session;
    const count = units.filter((unit) => unit !== null).length;
    return h(
      "section",
      { class: "box" },
      h(
        "button",
        { type: "button", class: `box-name ${glows ? "glow" : ""}`, "data-box": at, onclick: (/** @type {MouseEvent} */ e) => selection.click({ kind: "space", value: at }, { x: e.clientX, y: e.clientY }) },
        board.spaces[at]?.name ?? "",
        count > 1 ? h("small", null, ` ${count}`) : null,
      ),
      h("div", { class: "box-units" }, units.map((unit) => this.unit(unit === null ? null : this.session.placed(unit)))),
    );
  }

  /** @param {PlacedUnit | null | undefined} placed */
  unit(placed) {
    if (!placed) return h("span", { class: "box-unit" });
    const { board, selection } = this.session;
    const pick = /** @type {import("../core/types.js").Pick} */ ({ kind: "unit", value: placed[0] });
    const state = selection.units.includes(placed[0]) ? "picked" : selection.glows(pick) ? "glow" : "";
    return h(
      "button",
      {
        type: "button",
        class: `box-unit ${state}`,
        "data-unit-in-box": placed[0],
        title: board.units[placed[0]]?.name ?? "",
        "aria-label": board.units[placed[0]]?.name ?? "",
        onclick: (/** @type {MouseEvent} */ e) => selection.click(pick, { x: e.clientX, y: e.clientY, add: e.shiftKey }),
      },
      counter(board, placed),
    );
  }
}

/**
 * The rows as they stood: who has gone leaves a gap, who has come stands behind, and nobody moves under the pointer.
 * @param {Row[]} before
 * @param {{at: number, units: number[]}[]} now
 * @returns {Row[]}
 */
function inPlace(before, now) {
  const kept = before.map(({ at, units }) => {
    const there = now.find((row) => row.at === at)?.units ?? [];
    const stay = units.map((unit) => (unit !== null && there.includes(unit) ? unit : null));
    return { at, units: [...stay, ...there.filter((unit) => !units.includes(unit))] };
  });
  return [...kept, ...now.filter((row) => !before.some(({ at }) => at === row.at))];
}
