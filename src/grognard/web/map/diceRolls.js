/** Dice over the place that they are for, or in a corner of the map: a short tumble, the result, the words. */
import { h, setVars } from "../core/dom.js";
import { reckoning } from "../rules/logDetails.js";
import { die, diceOf } from "../widgets/diceFaces.js";
import { middle } from "../core/spaceGeometry.js";
import { prefersReducedMotion } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").LogLine} LogLine */

/** Lines of what a roll brought on a card over the map. */
const BRIEF = 2;
/** Cards at a time: the map is what one looks at. */
const MOST = 2;
/** Terms of a reckoning on a card. Of a longer one the last two, which sum it up; the log has all of them. */
const TERMS = 3;
/** @param {LogLine} line */
const termsOf = ({ sum = [] }) => (sum.length > TERMS ? sum.slice(-2) : sum);
/** Milliseconds that a card lies there; more for each line of a reckoning, and at most so many more. */
const STAYS = 3600;
const TO_READ = 900;
const MOST_LONGER = 5000;
/** Milliseconds in which a card fades. */
const FADES = 500;
/** Pixels between a place and the dice over it, half of a card's width, and the room that a card wants above a place. */
const BESIDE = 34;
const HALF = 160;
const ABOVE = 230;

/**
 * Into the corner of the map that is farthest from what something is about.
 * @param {HTMLElement} el
 * @param {import("./mapView.js").MapView} map
 * @param {number[]} spaces
 */
export function moveToFarCorner(el, { camera, session }, spaces) {
  const at = spaces.map((i) => middle(session.board.spaces[i]));
  const x = at.reduce((sum, p) => sum + p[0], 0) / (at.length || 1) - camera.pose.x;
  const y = at.reduce((sum, p) => sum + p[1], 0) / (at.length || 1) - camera.pose.y;
  el.classList.toggle("at-right", at.length > 0 && x < camera.wide / 2);
  el.classList.toggle("at-top", at.length > 0 && y > camera.high / 2);
}

export class DiceRolls {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("./mapView.js").MapView} map
   */
  constructor(session, map) {
    this.session = session;
    this.map = map;
    this.el = h("div", { class: "dice-corner", id: "dice", "aria-live": "polite" });
    session.on("lines", (lines) => this.show(lines));
    // Dice of the present say nothing about the past.
    session.on("table", () => session.past && this.clear());
    // The next act on the table is more important than the last roll, which stays in the log.
    map.frame.addEventListener("pointerdown", () => !session.playing && this.clear());
  }

  /**
   * Rolls that nothing shows step by step lie there at once: the last of your own, or of those that you watch.
   * @param {LogLine[]} lines
   */
  show(lines) {
    const { session } = this;
    if (session.playing || session.past || (session.incoming.stage && !session.incoming.own)) return;
    const rolled = rollsIn(lines).slice(-MOST);
    if (!rolled.length) return;
    this.toCorner(rolled.flat().flatMap((line) => this.placesOf(line)));
    for (const roll of rolled) this.roll(roll).settle();
  }

  /**
   * The places of a roll and of its units.
   * @param {LogLine} line
   */
  placesOf({ spaces, units }) {
    const { session } = this;
    const stood = (units ?? []).map((unit) => session.placed(unit)?.[1] ?? -1).filter((at) => !session.board.spaces[at]?.rect);
    return [...(spaces ?? []), ...stood.filter((at) => at >= 0)];
  }

  /** @param {number[]} spaces */
  toCorner(spaces) {
    this.el.classList.remove("at-place", "below");
    setVars(this.el, { left: "", top: "" });
    moveToFarCorner(this.el, this.map, spaces);
  }

  /**
   * Over a place, or below it where there is no room above; where it is out of sight, or there is none, in a corner.
   * @param {number} space
   */
  toPlace(space) {
    const { camera, session, frame } = this.map;
    const [x, y] = middle(session.board.spaces[space]);
    const { pose } = camera;
    const [left, top] = [(x - pose.x) * pose.z, (y - pose.y) * pose.z];
    const inside = left > 0 && top > 0 && left < frame.clientWidth && top < frame.clientHeight;
    if (space < 0 || !inside) return this.toCorner([]);
    const below = top < ABOVE;
    this.el.classList.remove("at-right", "at-top");
    this.el.classList.add("at-place");
    this.el.classList.toggle("below", below);
    const half = Math.min(HALF, frame.clientWidth / 2);
    setVars(this.el, {
      left: `${Math.max(half, Math.min(frame.clientWidth - half, left))}px`,
      top: `${top + (below ? BESIDE : -BESIDE)}px`,
    });
  }

  clear() {
    this.el.replaceChildren();
  }

  /**
   * One card: dice in the air, and in a line or two what they bring, once they lie.
   * @param {LogLine[]} lines
   * @param {boolean} [brief]  the map shows the rest
   */
  roll(lines, brief = false) {
    const line = /** @type {LogLine} */ (lines[0]);
    while (this.el.children.length >= MOST) this.el.firstElementChild?.remove();
    const hits = line.hits ? (line.dice ?? []).filter((v) => v >= (line.hits ?? 7)).length : null;
    const tray = h("span", { class: "dice" });
    const said = h("b", { class: "roll-hits" });
    const note = h("div", { class: "roll" }, h("span", { class: "roll-label" }, line.text), tray, said);
    this.el.append(note);
    // The tumbling faces are only for show: the result was fixed before the first of them.
    const tumbling = () => tray.replaceChildren(...(line.dice ?? []).map(() => die(1 + Math.floor(Math.random() * 6), false)));
    tumbling();
    const tumble = prefersReducedMotion() ? undefined : setInterval(tumbling, 70);
    const longer = brief ? 0 : Math.min(MOST_LONGER, lines.flatMap(termsOf).length * TO_READ);
    const settle = () => {
      clearInterval(tumble);
      tray.replaceChildren(...diceOf(line));
      if (hits !== null) said.textContent = S.hits(hits);
      for (const one of brief ? lines.slice(0, 1 + BRIEF) : lines) {
        const sum = !brief && reckoning(this.session, termsOf(one));
        if (one === line) note.append(...(sum ? [sum] : []));
        else note.append(h("div", { class: "roll-result" }, h("span", { class: "roll-label" }, one.text), sum));
      }
      note.classList.add("settled");
      setTimeout(() => note.classList.add("gone"), STAYS + longer);
      setTimeout(() => note.remove(), STAYS + longer + FADES);
    };
    return { settle };
  }
}

/**
 * The rolls among some lines, each with what was reckoned right after it, which is its result. What is reckoned without
 * dice, such as who is in supply, stands in the log alone.
 * @param {LogLine[]} lines
 */
export function rollsIn(lines) {
  /** @type {LogLine[][]} */
  const rolled = [];
  lines.forEach((line, i) => {
    if (line.dice?.length) rolled.push([line]);
    else if (line.sum?.length && lines[i - 1]?.dice?.length) rolled.at(-1)?.push(line);
  });
  return rolled;
}
