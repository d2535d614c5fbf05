/**
 * The boxes beside the map as a drawer: what lies in them is at hand without leaving the map. It opens by itself when
 * something in a box out of sight can be done, that box first, and closes again when that is over.
 */
import { fill, h } from "../core/dom.js";
import { counter } from "./pieces.js";
import { middle } from "../core/shape.js";
import { S } from "../core/strings.js";

/** @typedef {import("../core/types.js").PlacedUnit} PlacedUnit */

export class Drawer {
  /**
   * @param {import("../table/session.js").Session} session
   * @param {import("./map.js").MapView} map
   */
  constructor(session, map) {
    this.session = session;
    this.map = map;
    /** What the player said himself, for this question: open, shut, or nothing. @type {boolean | null} */
    this.wish = null;
    this.stamp = "";
    this.tab = h(
      "button",
      { type: "button", class: "drawer-tab", id: "drawer-tab", "aria-expanded": "false", onclick: () => this.toggle() },
      S.seeing.boxes,
    );
    this.body = h("div", { class: "drawer-body" });
    this.el = h("aside", { class: "drawer", id: "drawer", "aria-label": S.seeing.boxes }, this.tab, this.body);
    this.el.hidden = true;
    for (const topic of /** @type {const} */ (["table", "pick", "fitted"])) session.on(topic, () => this.draw());
  }

  toggle() {
    this.wish = !this.isOpen;
    this.draw();
  }

  get isOpen() {
    return this.wish ?? this.isWanted;
  }

  /** Whether something can be done in a box, and nothing of it is in sight. */
  get isWanted() {
    const { session, map } = this;
    const { board, hand } = session;
    if (session.past || !session.table?.ask?.mine || !map.camera.wide) return false;
    const { units, spaces } = hand.offer;
    const at = [...spaces, ...[...units].map((unit) => session.placed(unit)?.[1] ?? -1)];
    const boxes = at.filter((space) => board.spaces[space]?.rect);
    return boxes.length > 0 && !at.some((space) => this.isSeen(space));
  }

  /** Whether what is asked now can be answered in a box. */
  get isAboutBoxes() {
    const { board, hand } = this.session;
    const at = [...hand.offer.spaces, ...[...hand.offer.units].map((unit) => this.session.placed(unit)?.[1] ?? -1)];
    return at.some((space) => board.spaces[space]?.rect);
  }

  /** @param {number} space */
  isSeen(space) {
    const { left, top, right, bottom } = this.map.camera.window;
    const [x, y] = middle(this.session.board.spaces[space]);
    return x > left && x < right && y > top && y < bottom;
  }

  /** Boxes that lie on the map before one's eyes need no drawer, which would only cover one of them. */
  get isIdle() {
    const { spaces } = this.session.board;
    return spaces.every((space, at) => !space.rect || (this.map.camera.wide > 0 && this.isSeen(at)));
  }

  draw() {
    const { session } = this;
    if (session.table && session.table.stamp !== this.stamp) {
      this.stamp = session.table.stamp;
      // What was opened by hand closes when the next question is about the map.
      this.wish = this.wish === true && this.isAboutBoxes ? true : null;
    }
    const open = this.isOpen;
    this.el.hidden = !open && this.isIdle;
    this.el.classList.toggle("open", open);
    this.tab.setAttribute("aria-expanded", String(open));
    fill(this.body, open ? this.boxes() : null);
    this.map.sight.look();
  }

  boxes() {
    const { session } = this;
    const { board, hand } = session;
    const now = hand.offer;
    const wanted = (/** @type {number} */ at) =>
      now.spaces.has(at) || session.unitsIn(at).some(([id]) => now.units.has(id) || hand.units.includes(id));
    // What can be done comes first: a box far down would be looked for in vain.
    const order = [...board.spaces.keys()].sort((a, b) => Number(wanted(b)) - Number(wanted(a)));
    return order.flatMap((at) => {
      const space = board.spaces[at];
      if (!space?.rect) return [];
      const there = session.unitsIn(at);
      const glows = now.spaces.has(at);
      if (!there.length && !glows) return [];
      return [
        h(
          "section",
          { class: "box" },
          h(
            "button",
            { type: "button", class: `box-name ${glows ? "glow" : ""}`, "data-box": at, onclick: (/** @type {MouseEvent} */ e) => hand.click({ kind: "space", value: at }, { x: e.clientX, y: e.clientY }) },
            space.name,
            there.length > 1 ? h("small", null, ` ${there.length}`) : null,
          ),
          h("div", { class: "box-units" }, there.map((placed) => this.unit(placed))),
        ),
      ];
    });
  }

  /** @param {PlacedUnit} placed */
  unit(placed) {
    const { board, hand } = this.session;
    const pick = /** @type {import("../core/types.js").Pick} */ ({ kind: "unit", value: placed[0] });
    const state = hand.units.includes(placed[0]) ? "picked" : hand.glows(pick) ? "glow" : "";
    return h(
      "button",
      {
        type: "button",
        class: `box-unit ${state}`,
        "data-unit-in-box": placed[0],
        title: board.units[placed[0]]?.name ?? "",
        "aria-label": board.units[placed[0]]?.name ?? "",
        onclick: (/** @type {MouseEvent} */ e) => hand.click(pick, { x: e.clientX, y: e.clientY, add: e.shiftKey }),
      },
      counter(board, placed),
    );
  }
}
