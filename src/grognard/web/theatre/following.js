/** The camera while things happen: it goes to what is out of sight, and back afterwards, unless the player has moved it. */
import { middle } from "../core/spaceGeometry.js";
import { around } from "../map/camera.js";

/** Pixels of the screen around what is looked at. */
const CLEAR = 90;

export class Following {
  /** @param {import("../map/mapView.js").MapView} map */
  constructor(map) {
    this.map = map;
    /** @type {import("../map/camera.js").Pose | null} where the player left it */
    this.home = null;
    this.fitted = false;
    /** The player has moved it: it stays where it is. */
    this.isTaken = false;
    map.frame.addEventListener("wheel", () => (this.isTaken = true), { passive: true });
    map.frame.addEventListener("pointermove", () => (this.isTaken ||= map.camera.dragged && map.camera.fingers.size > 0));
  }

  /**
   * @param {number[]} spaces
   * @param {boolean} wide  they are to be well inside: dice lie beside them
   * @returns {boolean} whether the map moves
   */
  look(spaces, wide) {
    const { camera, session } = this.map;
    if (!spaces.length || this.isTaken) return false;
    const at = spaces.map((space) => middle(session.board.spaces[space]));
    const xs = at.map((p) => p[0]);
    const ys = at.map((p) => p[1]);
    const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    const { pose } = camera;
    const clear = CLEAR / pose.z;
    const seen = camera.window;
    const inside = (/** @type {number} */ pad) =>
      box.left >= seen.left + pad && box.right <= seen.right - pad && box.top >= seen.top + pad && box.bottom <= seen.bottom - pad;
    if (inside(wide ? clear : clear / 3)) return false;
    if (!this.home) this.fitted = camera.fitted;
    this.home ??= pose;
    const width = camera.frame.clientWidth;
    const high = camera.frame.clientHeight;
    const z = Math.max(camera.fitZoom, Math.min(pose.z, width / (box.right - box.left + 2 * clear), high / (box.bottom - box.top + 2 * clear)));
    const to = {
      z,
      x: around((box.left + box.right) / 2, width / z, camera.size.width, clear),
      y: around((box.top + box.bottom) / 2, high / z, camera.size.height, clear),
    };
    camera.fitted = false;
    camera.glide(to);
    return true;
  }

  /** Back to where the player had it. */
  back() {
    const { camera } = this.map;
    if (this.home && !this.isTaken) {
      if (this.fitted) camera.fit();
      else camera.glide(this.home);
    }
    this.home = null;
    this.isTaken = false;
  }
}
