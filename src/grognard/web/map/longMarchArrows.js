/** Thin arrows over the map for marches that take several turns. */
import { s } from "../core/dom.js";
import { middle } from "../core/spaceGeometry.js";

export class LongMarchArrows {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("./mapView.js").MapView} map
   */
  constructor(session, map) {
    this.session = session;
    this.el = s("g", { class: "marches", "aria-hidden": "true" });
    map.spaces.plans.after(this.el);
    for (const topic of /** @type {const} */ (["table", "pick"])) session.on(topic, () => this.draw());
  }

  draw() {
    const { session } = this;
    const ways = new Set();
    if (!session.past)
      for (const [unit, goal] of Object.entries(session.longMarches.all)) {
        const from = session.placed(Number(unit))?.[1];
        if (from !== undefined) ways.add(`M${middle(session.board.spaces[from]).join(" ")}L${middle(session.board.spaces[goal]).join(" ")}`);
      }
    const drawn = [...ways].join("|");
    if (drawn === this.el.dataset.drawn) return;
    this.el.dataset.drawn = drawn;
    this.el.replaceChildren(
      ...[...ways].flatMap((d) => [s("path", { class: "march case-line", d }), s("path", { class: "march", d, "marker-end": "url(#arrow-head)" })]),
    );
  }
}
