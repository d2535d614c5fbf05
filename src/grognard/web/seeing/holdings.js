/** Who holds what the game is about, and what it is worth: quietly, at every zoom, below the counters. */
import { s } from "../dom.js";
import { middle, outline } from "../shape.js";

export class Holdings {
  /**
   * @param {import("../session.js").Session} session
   * @param {import("../map.js").MapView} map
   */
  constructor(session, map) {
    this.session = session;
    this.map = map;
    const { width, height } = session.board.map;
    this.el = s("svg", { class: "holdings", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
    map.world.insertBefore(this.el, map.pieces.el);
    this.drawn = "";
    session.on("table", () => this.draw());
  }

  draw() {
    const { board, shown } = this.session;
    const held = shown?.holds ?? [];
    const key = JSON.stringify(held);
    if (key === this.drawn) return;
    this.drawn = key;
    this.el.replaceChildren(
      ...held.flatMap(([space, side, worth]) => {
        const place = board.spaces[space];
        if (!place) return [];
        const [x, y] = middle(place);
        const line = s("path", { class: `held side${side}`, d: outline(place), "data-held": space });
        if (!worth) return [line];
        // A corner of the hex that a stack in its middle leaves free.
        const mark = s(
          "g",
          { class: `worth side${side}`, "data-worth": space, transform: `translate(${x - 31} ${y + 31})` },
          s("g", null, s("circle", { r: 8 }), s("text", { "text-anchor": "middle", dy: "0.36em" }, String(worth))),
        );
        return [line, mark];
      }),
    );
  }
}
