/** The reach of the selected units on the map: the cost in each hex, and the path to the hex under the pointer. */
import { s, setIfNew } from "../core/dom.js";
import { middle } from "../core/spaceGeometry.js";

/** The height of a cost in map units, at most, and in pixels, at least. */
const LETTERS = 27;
const SMALLEST = 9;

export class ReachOverlay {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.costs = s("g", { class: "costs", "aria-hidden": "true" });
    this.path = s("g", { class: "path", "aria-hidden": "true" });
    /** @type {Map<number, SVGTextElement>} by space */
    this.texts = new Map();
    this.legible = true;
    /** @type {unknown[]} what the costs were last drawn from */
    this.drawn = [];
  }

  /**
   * From so far away that nobody could read them the costs are not drawn.
   * @param {number} zoom  pixels per map unit
   */
  zoomed(zoom) {
    this.legible = zoom * LETTERS >= SMALLEST;
    this.drawCosts();
  }

  /** The cost of every hex in reach, off the counters that stand there. */
  drawCosts() {
    const { board, reach, shown, options } = this.session;
    const drawn = [reach.spaces, shown?.view, options.length > 0, this.legible];
    if (drawn.every((what, i) => what === this.drawn[i])) return;
    this.drawn = drawn;
    const held = new Set(shown?.view.units.map((u) => u[1]));
    const rows = options.length && this.legible ? [...reach.spaces.values()].filter((row) => row.chance > 0) : [];
    this.costs.classList.toggle("far", reach.way?.look === "far");
    const before = this.texts;
    this.texts = new Map();
    for (const { space, cost, chance } of rows) {
      const text = before.get(space) ?? this.cost(space);
      before.delete(space);
      this.texts.set(space, text);
      const low = held.has(space);
      setIfNew(text, "y", String(middle(board.spaces[space])[1] + (low ? 30 : 0)));
      setIfNew(text, "class", `${low ? "low" : ""} ${chance < 1 ? "unsure" : ""}`);
      if (text.textContent !== String(cost)) text.textContent = String(cost);
    }
    for (const text of before.values()) text.remove();
  }

  /** @param {number} space */
  cost(space) {
    const text = s("text", { x: middle(this.session.board.spaces[space])[0] });
    this.costs.append(text);
    return text;
  }

  /**
   * Several units that go one by one: a line from each place to the goal.
   * @param {import("../core/types.js").Way} way
   * @param {number} space
   */
  drawGroup(way, space) {
    const { session } = this;
    const { board } = session;
    const [x, y] = middle(board.spaces[space]);
    const places = [...new Set(way.units.map((unit) => session.placed(unit)?.[1] ?? space))];
    const lines = places.map((at) => `M${middle(board.spaces[at]).join(" ")}L${x} ${y}`).join("");
    this.path.replaceChildren(
      s("path", { class: "path-line case-line", d: lines }),
      s("path", { class: "path-line", d: lines }),
      s(
        "g",
        { class: "stop last", transform: `translate(${x} ${y})` },
        s("circle", { r: 12 }),
        s("text", null, session.reach.spaces.get(space)?.cost ?? ""),
      ),
    );
  }

  /**
   * @param {number | null} space
   */
  drawPath(space) {
    const { board, reach } = this.session;
    const steps = space === null ? [] : reach.path(space);
    const way = reach.way;
    if (!way || !steps.length) return this.path.replaceChildren();
    if (way.order && way.units.length > 1) return this.drawGroup(way, /** @type {number} */ (space));
    const points = [way.from, ...steps.map((step) => step.space)].map((at) => middle(board.spaces[at]));
    const d = `M${points.map((p) => p.join(" ")).join("L")}`;
    const far = way.look === "far" ? " far" : "";
    this.path.replaceChildren(
      s("path", { class: "path-line case-line", d }),
      s("path", { class: `path-line${far}`, d }),
      ...steps.map(({ space: at, cost }, i) => {
        const [x, y] = middle(board.spaces[at]);
        const last = i === steps.length - 1;
        return s(
          "g",
          { class: `stop${far}${last ? " last" : ""}`, transform: `translate(${x} ${y})` },
          s("circle", { r: 12 }),
          s("text", null, cost),
        );
      }),
    );
  }
}
