/** The small map in the corner: shown when zoomed in, moves the large one. */
import { h, s, setVars } from "../core/dom.js";
import { middle } from "../core/spaceGeometry.js";
import { S } from "../languages/strings.js";

/** Pixels, two to each of the screen's: many screens have as many. */
const WIDTH = 340;
/** Dots that would lie side by side across the map. */
const DOTS = 75;
/** Screens on which it would lie over counters (table/phone.css). */
const SMALL = "(max-width: 620px), (max-height: 520px)";
/** Milliseconds for which it is seen on a phone after the map has moved. */
const GLANCE = 1500;

export class Overview {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("./camera.js").Camera} camera
   * @param {HTMLCanvasElement} flat  the map as a flat picture
   */
  constructor(session, camera, flat) {
    this.session = session;
    this.camera = camera;
    const { board } = session;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.leaving = undefined;
    this.dots = s("g", null);
    this.window = s("rect", { class: "window" });
    const { width, height } = board.map;
    const small = h("canvas", { width: WIDTH, height: Math.round((WIDTH * height) / width) });
    const brush = small.getContext("2d", { alpha: false });
    if (brush) brush.imageSmoothingQuality = "high";
    brush?.drawImage(flat, 0, 0, small.width, small.height);
    this.el = h(
      "div",
      { class: "overview", role: "img", "aria-label": S.overview, vars: { "--ratio": width / height } },
      small,
      s("svg", { viewBox: `0 0 ${width} ${height}` }, this.dots, this.window),
    );
    /** @param {PointerEvent} event */
    const go = (event) => {
      const box = this.el.getBoundingClientRect();
      camera.fitted = false;
      const { z } = camera.pose;
      camera.set({
        z,
        x: ((event.clientX - box.left) / box.width) * board.map.width - camera.frame.clientWidth / z / 2,
        y: ((event.clientY - box.top) / box.height) * board.map.height - camera.frame.clientHeight / z / 2,
      });
    };
    this.el.addEventListener("pointerdown", (event) => {
      this.el.setPointerCapture(event.pointerId);
      go(event);
    });
    this.el.addEventListener("pointermove", (event) => {
      if (this.el.hasPointerCapture(event.pointerId)) go(event);
    });
  }

  /** On a phone it would lie over counters: there it is seen while the map is being moved, and a little longer. */
  glance() {
    this.el.classList.add("glanced");
    clearTimeout(this.leaving);
    this.leaving = setTimeout(() => this.el.classList.remove("glanced"), GLANCE);
  }

  /** Whether it hides what lies under it for good. */
  get stays() {
    return this.camera.zoomedIn && !matchMedia(SMALL).matches;
  }

  draw() {
    const { board, shown } = this.session;
    const size = board.map.width / DOTS;
    const seen = new Set(shown?.view.units.map((u) => `${u[1]}/${board.units[u[0]]?.side ?? 0}`));
    this.dots.replaceChildren(
      ...[...seen].flatMap((key) => {
        const [space, side] = key.split("/").map(Number);
        const place = board.spaces[space ?? -1];
        if (!place || place.rect) return [];
        const [x, y] = middle(place);
        // Circles and squares, so that colour is not all that tells the sides apart.
        const dot =
          side === 0
            ? s("rect", { x: x - 1.6 * size, y: y - 0.8 * size, width: 1.6 * size, height: 1.6 * size })
            : s("circle", { cx: x + 0.8 * size, cy: y, r: 0.9 * size });
        setVars(dot, { fill: board.sides[side ?? 0]?.colour ?? "#888" });
        return [dot];
      }),
    );
  }

  moved() {
    const { camera } = this;
    this.el.classList.toggle("on", camera.zoomedIn);
    this.glance();
    const { x, y } = camera.pose;
    for (const [name, value] of Object.entries({ x, y, width: camera.wide, height: camera.high })) {
      this.window.setAttribute(name, String(value));
    }
  }
}
