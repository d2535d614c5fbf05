/** The keyboard: everything that can be clicked can be reached, and every key works the same in every game. */
import { h } from "../core/dom.js";
import { anyOpen, closeTop, openDialog } from "../widgets/popups.js";
import { S } from "../languages/strings.js";

/**
 * @typedef {{session: import("../session/session.js").Session, map: import("../map/mapView.js").MapView, sidebar: import("../sidebar/sidebar.js").Sidebar,
 *   replay: import("../replay/replayBar.js").ReplayBar, layers: import("../map/layers.js").Layers,
 *   recap?: import("../replay/recap.js").Recap, advice?: import("../prompt/staffAdvice.js").Advice}} TableParts
 */

/**
 * @param {TableParts} parts
 * @returns {() => void} to stop listening
 */
export function listenToKeys(parts) {
  const { session } = parts;
  session.on("busy", () => {
    if (session.busy) return;
    const before = undoing.get(session);
    undoing.delete(session);
    if (before !== undefined && before !== session.table?.stamp) void session.undo();
  });
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing =
      event.target instanceof HTMLElement && event.target.matches("input:not([type=range]), textarea, select");
    if (event.key === "Escape") {
      if (typing) /** @type {HTMLElement} */ (event.target).blur();
      else stepBack(parts);
      return;
    }
    if (typing || anyOpen()) return;
    const onButton = event.target instanceof HTMLElement && event.target.matches("button, a[href], [role=button]");
    const onMap = onButton && event.target.closest(".map-frame") !== null;
    if (onButton && (event.key === "Enter" || (event.key === " " && !onMap))) return;
    if (run(parts, event)) event.preventDefault();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

/** @type {WeakMap<import("../session/session.js").Session, string>} what is on its way from this table is to be taken back once done */
const undoing = new WeakMap();

/** @param {import("../session/session.js").Session} session */
function undo(session) {
  if (session.busy) undoing.set(session, session.table?.stamp ?? "");
  else void session.undo();
}

/** @param {TableParts} parts */
function stepBack({ session, map, replay, recap }) {
  if (closeTop()) return;
  if (session.playing) return session.incoming.stage?.finish();
  if (recap?.close()) return;
  // The stack that units are being picked from stays open: closing it would only last until their reach is known.
  if (map.counters.fanned && map.counters.fanned !== map.groupFan()) return map.counters.fan(null);
  if (session.selection.back()) return;
  if (session.past) replay.close();
}

/**
 * @param {TableParts} parts
 * @param {KeyboardEvent} event
 */
function run(parts, event) {
  const { session, map, sidebar, replay, layers } = parts;
  const { camera } = map;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => camera.pan(90, 0),
    ArrowRight: () => camera.pan(-90, 0),
    ArrowUp: () => camera.pan(0, 90),
    ArrowDown: () => camera.pan(0, -90),
    "+": () => camera.zoomMiddle(1.2),
    "=": () => camera.zoomMiddle(1.2),
    "-": () => camera.zoomMiddle(1 / 1.2),
    f: () => camera.fit(),
    z: () => undo(session),
    Enter: () => sidebar.prompt.pressPrimary(),
    " ": () => nextThing(parts, event.shiftKey ? -1 : 1),
    "/": () => {
      sidebar.shut(false);
      sidebar.show("rules");
      sidebar.rules.search.focus();
    },
    "?": showKeys,
    a: () => (session.selection.groupAt >= 0 ? session.selection.gatherAll() : session.selection.takeAll()),
    m: () => session.reach.turn(),
    r: () => replay.toggle(),
    w: () => void parts.recap?.open(),
    c: () => void parts.advice?.ask(),
    p: () => parts.advice?.phasePlan.press(),
    t: () => document.getElementById("on-to")?.click(),
    l: () => {
      sidebar.show("log");
      sidebar.log.unfold(true);
    },
    b: () => sidebar.show("rules"),
    g: () => void session.longMarches.goOn(),
    u: () => sidebar.show("forces"),
    n: () => sidebar.show("notes"),
    o: () => void layers.cycle(),
    h: () => layers.toggleBare(),
    d: () => sidebar.shut(!document.body.classList.contains("dock-shut")),
  };
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (act) act();
  else if (/^[1-9]$/.test(event.key)) sidebar.prompt.press(Number(event.key));
  else return false;
  return true;
}

/**
 * The next thing that glows gets the focus, and the map comes to it if it is out of sight.
 * @param {TableParts} parts
 * @param {number} step
 */
function nextThing({ map }, step) {
  /** @type {(HTMLElement | SVGElement)[]} */
  const all = [...map.frame.querySelectorAll(".glow, path.space.reach")].filter(
    (el) => el instanceof HTMLElement || el instanceof SVGElement,
  );
  if (!all.length) return;
  const now = all.findIndex((el) => el === document.activeElement);
  const next = all[(now + step + all.length) % all.length];
  next?.focus({ preventScroll: true });
  const pick = map.thing(next ?? null);
  if (pick) map.bring(pick);
}

export function showKeys() {
  openDialog(S.keys, [
    h(
      "dl",
      { class: "key-list" },
      S.keyList.map(([key, what]) => h("div", null, h("dt", null, h("kbd", null, key)), h("dd", null, what))),
    ),
  ]);
}
