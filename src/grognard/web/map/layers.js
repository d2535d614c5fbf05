/** Layers over the map: supply, control, threat and whatever else a game offers, and the map without its counters. */
import { h, icon, s } from "../core/dom.js";
import { openMenu } from "../widgets/popups.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { middle, outline } from "../core/spaceGeometry.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Overlay} Overlay */

export class Layers {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("./mapView.js").MapView} map
   */
  constructor(session, map) {
    this.session = session;
    this.map = map;
    const { width, height } = session.board.map;
    /** The layer that is shown, by id. */
    this.shown = "";
    this.bare = false;
    /** @type {Overlay[]} */
    this.overlays = [];
    /** The number of requests, and the number of the one that was answered. */
    this.asked = this.answered = 0;
    this.el = s("svg", {
      class: "layer",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      "aria-hidden": "true",
    });
    this.legend = h("div", { class: "layer-legend", hidden: true, "aria-live": "polite" });
    this.button = h(
      "button",
      { type: "button", class: "tool", title: S.layers, "aria-label": S.layers, onclick: () => void this.open() },
      icon("layers"),
    );
    map.world.insertBefore(this.el, map.counters.el);
    map.el.querySelector(".zoom-buttons")?.prepend(this.button);
    map.el.append(this.legend);
    session.on("table", () => this.shown && void this.refresh());
  }

  async open() {
    await this.fetch();
    const box = this.button.getBoundingClientRect();
    openMenu({ x: box.left - 190, y: box.top }, [
      ...this.overlays.map((o) => ({
        label: o.name,
        on: o.id === this.shown,
        run: () => this.show(o.id === this.shown ? "" : o.id),
      })),
      { label: S.bareMap, hint: "H", on: this.bare, run: () => this.toggleBare() },
    ]);
  }

  /** The map without its counters. */
  toggleBare() {
    this.bare = !this.bare;
    this.map.world.classList.toggle("bare", this.bare);
  }

  /** The next layer, then none: for the keyboard. */
  async cycle() {
    await this.fetch();
    const at = this.overlays.findIndex((o) => o.id === this.shown);
    this.show(this.overlays[at + 1]?.id ?? "");
  }

  async fetch() {
    const turn = ++this.asked;
    try {
      const overlays = await this.session.seat.overlays();
      // An answer about an older table may come last.
      if (turn < this.answered) return;
      this.answered = turn;
      this.overlays = overlays;
    } catch (error) {
      this.session.emit("toast", { text: error instanceof Error ? error.message : String(error), bad: true });
    }
  }

  async refresh() {
    await this.fetch();
    this.draw();
  }

  /** @param {string} id */
  show(id) {
    this.shown = id;
    this.draw();
  }

  draw() {
    const { board } = this.session;
    const overlay = this.overlays.find((o) => o.id === this.shown);
    this.el.replaceChildren();
    this.legend.hidden = !overlay;
    if (!overlay) return;
    // One path for each tone: a thousand hexes cost no more than one.
    /** @type {Map<string, string>} */
    const tones = new Map();
    for (const [space, tone] of overlay.spaces) {
      const place = board.spaces[space];
      if (place) tones.set(tone, (tones.get(tone) ?? "") + outline(place));
    }
    for (const [tone, d] of tones) this.el.append(s("path", { class: `tint ${tone}`, d }));
    for (const line of overlay.lines) {
      const points = line.map((space) => middle(board.spaces[space]).join(" "));
      this.el.append(s("polyline", { class: "chain", points: points.join(" ") }));
    }
    for (const [unit, tone] of overlay.units) {
      const at = this.map.counters.layout.places.get(unit);
      if (!at) continue;
      const half = at.size / 2 + 4;
      this.el.append(
        s("rect", { class: `unit-tone ${tone}`, x: at.x - half, y: at.y - half, width: 2 * half, height: 2 * half, rx: 7 }),
      );
    }
    const named = overlay.units.slice(0, 12).map(([unit, tone, words]) =>
      h("li", { class: tone }, `${board.units[unit]?.name ?? ""}: ${words}`),
    );
    const more = overlay.units.length - named.length;
    this.legend.replaceChildren(
      h("strong", null, overlay.name),
      ...overlay.legend.map(([tone, words]) => h("span", { class: "legend-row" }, h("i", { class: `swatch ${tone}` }), words)),
      h("span", { class: "legend-row" }, caseLinks(this.session, overlay.cases)),
      ...(named.length ? [h("ul", null, named, more > 0 && h("li", null, S.andMore(more)))] : []),
    );
  }
}
