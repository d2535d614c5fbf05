/** Dragging a counter that glows does what a click on it and a click on the space would do. */
import { setVars } from "../core/dom.js";

/** @typedef {import("../core/types.js").Pick} Pick */
/**
 * The parts of the map that are needed for dragging.
 * @typedef {{frame: HTMLElement, session: import("../session/session.js").Session, camera: import("./camera.js").Camera,
 *   counters: import("./counters.js").Counters, thing(el: EventTarget | null): Pick | null}} MapParts
 */

/** @param {MapParts} map */
export function dragUnits(map) {
  const { frame, session } = map;
  /** @param {PointerEvent} event */
  const ondown = (event) => {
    const pick = map.thing(event.target);
    if (event.button !== 0 || event.pointerType === "touch" || pick?.kind !== "unit") return;
    const { selection } = session;
    const mayDrag = (selection.units.includes(pick.value) || selection.glows(pick)) && !selection.taken.has(pick.value);
    if (!mayDrag) return;
    // The map must not pan under a counter that is being carried.
    event.preventDefault();
    const el = map.counters.units.get(pick.value)?.el;
    const start = { x: event.clientX, y: event.clientY };
    let carrying = false;
    /** @param {PointerEvent} move */
    const onmove = (move) => {
      if (!carrying && Math.hypot(move.clientX - start.x, move.clientY - start.y) < 7) return;
      if (!carrying) {
        carrying = true;
        const one = map.counters.fanned !== null;
        if (!selection.units.includes(pick.value)) selection.click(pick, { x: move.clientX, y: move.clientY, one });
        el?.classList.add("carried");
        map.counters.fan(null);
      }
      const z = map.camera.pose.z;
      if (el) setVars(el, { translate: `${(move.clientX - start.x) / z}px ${(move.clientY - start.y) / z}px` });
      session.setHover(under(map, move));
    };
    /** @param {PointerEvent} end */
    const onend = (end) => {
      removeEventListener("pointermove", onmove);
      removeEventListener("pointerup", onend);
      removeEventListener("pointercancel", onend);
      if (!carrying) return;
      const over = end.type === "pointerup" ? under(map, end) : null;
      el?.classList.remove("carried");
      el?.style.removeProperty("translate");
      // The click that follows the release belongs to the drag.
      map.camera.dragged = true;
      setTimeout(() => (map.camera.dragged = false), 0);
      if (over && selection.glows(over)) selection.click(over, { x: end.clientX, y: end.clientY });
    };
    addEventListener("pointermove", onmove);
    addEventListener("pointerup", onend);
    addEventListener("pointercancel", onend);
  };
  // Before the camera hears of it, which would take hold of the map.
  frame.addEventListener("pointerdown", ondown, true);
}

/**
 * @param {MapParts} map
 * @param {PointerEvent} event
 * @returns {Pick | null}
 */
function under(map, event) {
  for (const el of document.elementsFromPoint(event.clientX, event.clientY)) {
    const pick = map.thing(el);
    if (pick?.kind === "space") return pick;
  }
  return null;
}
