/** Marks below the counters: the owner and worth of each objective, and the front line. */
import { s } from "../core/dom.js";
import { middle, outline } from "../core/spaceGeometry.js";
import { frontline } from "./frontLine.js";

export class ControlMarks {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("./mapView.js").MapView} map
   */
  constructor(session, map) {
    this.session = session;
    this.map = map;
    const { width, height } = session.board.map;
    this.front = s("g", { class: "frontline" });
    this.places = s("g");
    this.el = s(
      "svg",
      { class: "holdings", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" },
      this.front,
      this.places,
    );
    map.world.insertBefore(this.el, map.counters.el);
    this.drawn = "";
    this.faced = "";
    session.on("table", () => this.draw());
  }

  draw() {
    const { board, shown } = this.session;
    const held = shown?.holds ?? [];
    this.drawFront(held);
    const key = JSON.stringify(held);
    if (key === this.drawn) return;
    this.drawn = key;
    this.places.replaceChildren(
      ...held.flatMap(([space, side, worth]) => {
        const place = board.spaces[space];
        if (!place) return [];
        const [x, y] = place.badge ?? middle(place);
        const line = s("path", { class: `held side${side}`, d: outline(place), "data-held": space });
        if (!worth) return [line];
        const mark = s(
          "g",
          { class: `worth side${side}`, "data-worth": space, transform: `translate(${x} ${y})` },
          s("g", null, s("circle", { r: 8 }), s("text", { "text-anchor": "middle", dy: "0.36em" }, String(worth))),
        );
        return [line, mark];
      }),
    );
  }

  /** @param {[number, number, number][]} held */
  drawFront(held) {
    const { board, shown } = this.session;
    const places = new Map(held.map(([space, side]) => [space, side]));
    for (const [unit, space, steps] of shown?.view.units ?? []) if (steps) places.set(space, board.units[unit]?.side ?? 0);
    const lines = frontline(board, places);
    const key = lines.join();
    if (key === this.faced) return;
    this.faced = key;
    this.front.replaceChildren(...lines.map((d, side) => s("path", { class: `front side${side}`, d })));
  }
}
