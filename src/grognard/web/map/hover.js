/** The space or counter under the pointer, a finger or the keyboard focus. */

/** @typedef {import("../core/types.js").Pick} Pick */
/**
 * The parts of the map that are needed here.
 * @typedef {{frame: HTMLElement, session: import("../session/session.js").Session, counters: import("./counters.js").Counters,
 *   fanTimer: number | undefined, thing(el: EventTarget | null): Pick | null, resolved(pick: Pick | null): Pick | null,
 *   considerFan(pick: Pick | null, plate: boolean): void, bring(pick: Pick): void}} MapParts
 */

/** @param {MapParts} map */
export function followHover(map) {
  const { frame, session } = map;
  // A map that moves, or a menu that opens, under a mouse at rest must not take the attention from what the keyboard
  // or a finger is on: a browser tells of a mouse that came over something also when that something came under it.
  let resting = false;
  frame.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") resting = true;
  });
  /** @param {PointerEvent} event */
  const over = (event) => {
    if (event.pointerType === "touch" || resting) return;
    const pick = map.thing(event.target);
    map.considerFan(pick, event.target === map.counters.plate);
    session.setHover(map.resolved(pick));
  };
  frame.addEventListener("pointerover", over);
  frame.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch" || !resting || !(event.movementX || event.movementY)) return;
    resting = false;
    over(event);
  });
  frame.addEventListener("pointerleave", (event) => {
    // A finger leaves with every tap; what it opened stays open.
    if (event.pointerType === "touch" || resting) return;
    map.considerFan(null, false);
    session.setHover(null);
  });
  frame.addEventListener("focusin", (event) => {
    const pick = map.thing(event.target);
    if (!pick || !(event.target instanceof Element) || !event.target.matches(":focus-visible")) return;
    resting = true;
    clearTimeout(map.fanTimer);
    map.counters.fan(pick.kind === "unit" ? (map.counters.stackOf(pick.value)?.key ?? null) : null);
    session.setHover(pick);
    // The browser brings what has the focus into sight by scrolling the frame; the camera does it by moving the map.
    frame.scrollTo(0, 0);
    map.bring(pick);
  });
}
