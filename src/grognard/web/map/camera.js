/** Pan and zoom: mouse, wheel, trackpad, fingers. The world is one element that is moved and scaled. */
import { setVars } from "../core/dom.js";
import { prefersReducedMotion } from "../core/storage.js";

/** @typedef {{x: number, y: number, z: number}} Pose  map units at the left top corner, and pixels per map unit */

const MOST = 3;
/** Milliseconds after the last notch of a wheel. */
const REST = 160;
/** Pixels: what is brought into sight stands at least so far from the edge, where buttons and the small map lie. */
const CLEAR = 220;
/** Pixels: the column of buttons at the right lower corner, which must not lie on a box. */
const BUTTONS = { wide: 46, high: 150 };

export class Camera {
  /**
   * @param {HTMLElement} frame
   * @param {HTMLElement} world
   * @param {{width: number, height: number}} size
   */
  constructor(frame, world, size) {
    this.frame = frame;
    this.world = world;
    this.size = size;
    /** @type {Pose} */
    this.pose = { x: 0, y: 0, z: 1 };
    /** @type {() => void} */
    this.onmove = () => {};
    /** @type {() => void} what is dear to draw waits for it */
    this.onrest = () => {};
    /** A drag that has just ended must not count as a click. */
    this.dragged = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;
    /** The next frame of a glide. */
    this.gliding = 0;
    this.fitted = true;
    /** The part of the map in sight, kept so that nobody has to measure the page for it. */
    this.wide = this.high = 0;
    /** The zoom at which all of it is in sight. */
    this.whole = 1;
    /** Pixels at the left and at the foot of the frame that something lies on: what is under it can be moved clear. */
    this.covered = { left: 0, foot: 0 };
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.listen();
  }

  get fitZoom() {
    const { clientWidth, clientHeight } = this.frame;
    const { width, height } = this.size;
    const z = Math.min(clientWidth / width, clientHeight / height);
    const isFree = clientHeight - height * z > 2 * BUTTONS.high || clientWidth - width * z > BUTTONS.wide;
    return (isFree ? z : Math.max(0, clientWidth - BUTTONS.wide) / width) || 1;
  }

  /** The window on the map, in map units. */
  get window() {
    const { x, y } = this.pose;
    return { left: x, top: y, right: x + this.wide, bottom: y + this.high };
  }

  get zoomedIn() {
    return this.pose.z > this.whole * 1.15;
  }

  /**
   * Moves the map to a pose.
   * @param {Pose} pose
   */
  put(pose) {
    this.whole = this.fitZoom;
    const z = Math.max(this.whole * 0.9, Math.min(MOST, pose.z));
    const wide = (this.wide = this.frame.clientWidth / z);
    const high = (this.high = this.frame.clientHeight / z);
    const { left, foot } = this.covered;
    const x = hold(pose.x, wide, this.size.width, { clear: BUTTONS.wide / z, near: left / z });
    this.pose = { z, x, y: hold(pose.y, high, this.size.height, { far: foot / z }) };
    setVars(this.world, { transform: `translate(${-this.pose.x * z}px, ${-this.pose.y * z}px) scale(${z})` });
    this.onmove();
  }

  /**
   * A step of a movement: cheap layers while it goes on, sharp ones when it has come to rest.
   * @param {Pose} pose
   */
  set(pose) {
    const { z } = this.pose;
    this.put(pose);
    this.world.classList.add("moving");
    if (this.pose.z !== z) this.world.classList.add("zooming");
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.onrest();
      // What has changed its size is drawn before counters glide to their places again.
      requestAnimationFrame(() => requestAnimationFrame(() => this.world.classList.remove("moving", "zooming")));
    }, REST);
  }

  fit() {
    this.fitted = true;
    this.glide({ x: 0, y: 0, z: this.fitZoom });
  }

  /** Keeps the same middle when the frame changes size; a map that was fitted stays fitted. */
  resized() {
    const { x, y, z } = this.pose;
    const { clientWidth, clientHeight } = this.frame;
    const same = { z, x: x + (this.wide - clientWidth / z) / 2, y: y + (this.high - clientHeight / z) / 2 };
    this.put(this.fitted ? { x: 0, y: 0, z: this.fitZoom } : same);
    this.onrest();
  }

  /**
   * @param {number} cx
   * @param {number} cy
   * @param {number} factor
   */
  zoomAt(cx, cy, factor) {
    cancelAnimationFrame(this.gliding);
    this.fitted = false;
    const box = this.frame.getBoundingClientRect();
    const { x, y, z } = this.pose;
    const to = Math.max(this.fitZoom * 0.9, Math.min(MOST, z * factor));
    const px = cx - box.left;
    const py = cy - box.top;
    this.set({ z: to, x: x + px / z - px / to, y: y + py / z - py / to });
  }

  /** @param {number} factor */
  zoomMiddle(factor) {
    const box = this.frame.getBoundingClientRect();
    this.zoomAt(box.left + box.width / 2, box.top + box.height / 2, factor);
  }

  /**
   * @param {number} dx  pixels
   * @param {number} dy
   */
  pan(dx, dy) {
    cancelAnimationFrame(this.gliding);
    this.fitted = false;
    this.set({ ...this.pose, x: this.pose.x - dx / this.pose.z, y: this.pose.y - dy / this.pose.z });
  }

  /**
   * @param {number} x  map units
   * @param {number} y
   * @param {boolean} [onlyIfHidden]
   */
  centre(x, y, onlyIfHidden) {
    const { frame, pose, size } = this;
    const sx = (x - pose.x) * pose.z;
    const sy = (y - pose.y) * pose.z;
    const inside = sx > 40 && sy > 40 && sx < frame.clientWidth - 40 && sy < frame.clientHeight - 40;
    if (inside && onlyIfHidden) return;
    this.fitted = false;
    const { z } = pose;
    this.glide({
      z,
      x: around(x, frame.clientWidth / z, size.width, CLEAR / z),
      y: around(y, frame.clientHeight / z, size.height, CLEAR / z),
    });
  }

  /**
   * Glides to a pose; a newer glide or a gesture stops it.
   * @param {Pose} to
   */
  glide(to) {
    cancelAnimationFrame(this.gliding);
    if (prefersReducedMotion()) return this.set(to);
    const from = this.pose;
    const start = performance.now();
    /** @param {number} now */
    const step = (now) => {
      const t = Math.min(1, (now - start) / 220);
      const e = 1 - (1 - t) ** 3;
      this.set({ x: mix(from.x, to.x, e), y: mix(from.y, to.y, e), z: mix(from.z, to.z, e) });
      if (t < 1) this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  listen() {
    const { frame } = this;
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) {
      frame.addEventListener(end, (event) => this.up(/** @type {PointerEvent} */ (event)));
    }
    frame.addEventListener(
      "click",
      (event) => {
        if (this.dragged) event.stopPropagation();
        this.dragged = false;
      },
      true,
    );
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    if (event.ctrlKey) return this.zoomAt(event.clientX, event.clientY, Math.exp(-event.deltaY / 100));
    // A wheel comes in notches; two fingers on a trackpad come in small steps, often sideways, and pan.
    const notch = event.deltaMode !== 0 || (Math.abs(event.deltaY) >= 50 && event.deltaX === 0);
    if (notch) this.zoomAt(event.clientX, event.clientY, event.deltaY < 0 ? 1.18 : 1 / 1.18);
    else this.pan(-event.deltaX, -event.deltaY);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button > 0 || event.defaultPrevented) return;
    if (this.fingers.size === 0) this.dragged = false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const was = this.fingers.get(event.pointerId);
    if (!was) return;
    const dx = event.clientX - was.x;
    const dy = event.clientY - was.y;
    if (!this.dragged && Math.hypot(dx, dy) < (event.pointerType === "touch" ? 9 : 5)) return;
    if (!this.dragged) {
      this.dragged = true;
      this.frame.setPointerCapture(event.pointerId);
    }
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const other = others[0];
    if (!other) return this.pan(dx, dy);
    const before = Math.hypot(was.x - other.x, was.y - other.y) || 1;
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y) || 1;
    this.pan(dx / 2, dy / 2);
    this.zoomAt((event.clientX + other.x) / 2, (event.clientY + other.y) / 2, after / before);
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.fingers.delete(event.pointerId);
    // Touch sends no click after a drag, so the mark would outlive it.
    if (event.pointerType === "touch" || event.type === "pointercancel") setTimeout(() => (this.dragged = false), 60);
  }
}

/**
 * The start of a window that has a point in its middle, but shows no more than it must of what lies beside the map.
 * @param {number} point
 * @param {number} window
 * @param {number} whole
 * @param {number} [clear]  how far the point stays from the edges of the window
 */
export function around(point, window, whole, clear = 0) {
  const most = Math.min(clear, window / 2);
  return Math.max(Math.min(0, point - most), Math.min(Math.max(whole - window, point + most - window), point - window / 2));
}

/**
 * Keeps the map in the frame: centred when it is smaller, clear of what lies at the far edge; edge to edge when it is
 * larger.
 * @param {number} at
 * @param {number} window
 * @param {number} whole
 * @param {{clear?: number, near?: number, far?: number}} edges  what lies at the far edge, and how much is covered at each
 */
function hold(at, window, whole, { clear = 0, near = 0, far = 0 }) {
  const slack = window * 0.25;
  const spare = window - near - far - whole;
  if (spare >= 0) return -near - Math.min(spare / 2, Math.max(0, spare - clear));
  return Math.max(-Math.max(slack, near), Math.min(whole - window + Math.max(slack, far), at));
}

/**
 * @param {number} a
 * @param {number} b
 * @param {number} t
 */
const mix = (a, b, t) => a + (b - a) * t;
