/** The small map in the corner: shown when zoomed in, moves the large one. */
import { s, setVars } from "./dom.js";
import { middle, outline } from "./spaces.js";
import { S } from "./strings.js";

export class Overview {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./camera.js").Camera} camera
   */
  constructor(session, camera) {
    this.session = session;
    this.camera = camera;
    const { board } = session;
    this.dots = s("g", null);
    this.window = s("rect", { class: "window" });
    this.el = s(
      "svg",
      {
        class: "overview",
        viewBox: `0 0 ${board.map.width} ${board.map.height}`,
        role: "img",
        "aria-label": S.overview,
      },
      board.spaces.map((space) => s("path", { d: outline(space), class: space.rect ? "box" : "land" })),
      this.dots,
      this.window,
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

  draw() {
    const { board, shown } = this.session;
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
            ? s("rect", { x: x - 40, y: y - 16, width: 32, height: 32 })
            : s("circle", { cx: x + 24, cy: y, r: 18 });
        setVars(dot, { fill: board.sides[side ?? 0]?.colour ?? "#888" });
        return [dot];
      }),
    );
  }

  moved() {
    const { camera } = this;
    this.el.classList.toggle("on", camera.zoomedIn);
    const { x, y, z } = camera.pose;
    for (const [name, value] of Object.entries({
      x,
      y,
      width: camera.frame.clientWidth / z,
      height: camera.frame.clientHeight / z,
    })) {
      this.window.setAttribute(name, String(value));
    }
  }
}
