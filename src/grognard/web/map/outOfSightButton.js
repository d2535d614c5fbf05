/** A button on the map when the question is about something out of sight: the map itself never moves during a decision. */
import { h } from "../core/dom.js";
import { middle } from "../core/spaceGeometry.js";
import { S } from "../languages/strings.js";

/** Pixels: nearer to the edge than this nothing counts as seen. */
const EDGE = 14;
/** Pixels: the corner in which the small map lies, which hides what is under it. */
const CORNER = { wide: 220, high: 160 };

/**
 * The parts of the map that are needed here.
 * @typedef {{el: HTMLElement, session: import("../session/session.js").Session, camera: import("./camera.js").Camera,
 *   counters: import("./counters.js").Counters, overview: import("./overviewMap.js").Overview}} MapParts
 */

export class OutOfSightButton {
  /** @param {MapParts} map */
  constructor(map) {
    this.map = map;
    this.el = h(
      "button",
      { type: "button", class: "button out-of-sight", id: "out-of-sight", hidden: true, onclick: () => this.show() },
      S.outOfSight,
    );
  }

  /**
   * The places of the question, if they lie on the map and not in a box beside it; else those that could be clicked. In map
   * units.
   * @returns {[number, number][]}
   */
  get wanted() {
    const { session, counters } = this.map;
    const { board, selection } = session;
    const ask = session.table?.ask;
    if (session.past || !ask?.mine) return [];
    const isPlace = (/** @type {number | undefined} */ space) => !board.spaces[space ?? -1]?.rect;
    const subject = {
      units: ask.units?.filter((unit) => isPlace(session.placed(unit)?.[1])) ?? [],
      spaces: ask.spaces?.filter(isPlace) ?? [],
    };
    const { units, spaces } = subject.units.length + subject.spaces.length ? subject : selection.offer;
    return [
      ...[...units].flatMap((unit) => {
        const at = counters.layout.places.get(unit);
        return at ? [/** @type {[number, number]} */ ([at.x, at.y])] : [];
      }),
      ...[...spaces].map((space) => middle(board.spaces[space])),
    ];
  }

  look() {
    const { camera, overview } = this.map;
    const { left, top, right, bottom } = camera.window;
    const edge = EDGE / camera.pose.z;
    const { wanted } = this;
    const isCovered = (/** @type {number} */ x, /** @type {number} */ y) =>
      overview.stays && x > right - CORNER.wide / camera.pose.z && y > bottom - CORNER.high / camera.pose.z;
    const isSeen = wanted.some(
      ([x, y]) => x > left + edge && x < right - edge && y > top + edge && y < bottom - edge && !isCovered(x, y),
    );
    const isAtHand = this.map.el.querySelector("#drawer.open .glow") !== null;
    this.el.hidden = isSeen || isAtHand || !wanted.length;
  }

  show() {
    const { camera } = this.map;
    const { left, top, right, bottom } = camera.window;
    const [here, there] = [(left + right) / 2, (top + bottom) / 2];
    const far = (/** @type {[number, number]} */ [x, y]) => Math.hypot(x - here, y - there);
    const nearest = this.wanted.sort((a, b) => far(a) - far(b))[0];
    if (nearest) camera.centre(...nearest);
    this.el.hidden = true;
  }
}
