/** Dice in a corner of the map: a short tumble, the result, the words. They never stand in the way of the next act. */
import { h } from "../core/dom.js";
import { reckoning } from "../rules/logDetails.js";
import { die, diceOf } from "../widgets/diceFaces.js";
import { middle } from "../core/spaceGeometry.js";
import { prefersReducedMotion, settings } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** Cards at a time: the map is what one looks at. */
const MOST = 2;
/** Milliseconds from one roll to the next: a long procedure can be followed, and left at any moment. */
const PACE = 700;
/** Milliseconds in which all of them have fallen when a question of one's own waits for them. */
const SOON = 3500;
const TUMBLE = 600;
/** Terms of a reckoning on a card. Of a longer one the last two, which sum it up; the log has all of them. */
const TERMS = 3;
/** @param {import("../core/types.js").LogLine} line */
const termsOf = ({ sum = [] }) => (sum.length > TERMS ? sum.slice(-2) : sum);
/** Milliseconds more for each line of a reckoning, and at most. */
const TO_READ = 900;
const MOST_LONGER = 5000;

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

export class DiceCorner {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("./mapView.js").MapView} map
   */
  constructor(session, map) {
    this.session = session;
    this.map = map;
    this.notes = h("div", { class: "roll-notes", "aria-live": "polite" });
    this.rest = h(
      "button",
      { type: "button", class: "button roll-rest", hidden: true, onclick: () => this.resolve() },
      S.toTheDecision(0),
    );
    this.el = h("div", { class: "dice-corner", id: "dice" }, this.notes, this.rest);
    /** @type {import("../core/types.js").LogLine[][]} rolls that wait to be shown, each with what was reckoned from it */
    this.waiting = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.next = undefined;
    /** @type {Set<() => void>} those in the air: each comes to rest */
    this.settling = new Set();
    this.pace = PACE;
    session.on("lines", (lines) => this.show(lines));
    session.on("hurry", () => this.skip());
    // Dice of the present say nothing about the past.
    session.on("table", () => session.past && this.clear());
    // The next act on the table is more important than the last roll, which stays in the log.
    map.frame.addEventListener("pointerdown", () => this.skip());
  }

  /** @param {import("../core/types.js").LogLine[]} lines */
  show(lines) {
    // What was reckoned right after a roll is its result, and stands on its card. What is reckoned without dice, such as who
    // is in supply, stands in the log alone.
    /** @type {import("../core/types.js").LogLine[][]} */
    const rolled = [];
    lines.forEach((line, i) => {
      if (line.dice?.length) rolled.push([line]);
      else if (line.sum?.length && lines[i - 1]?.dice?.length) rolled.at(-1)?.push(line);
    });
    if (!rolled.length) return;
    if (!this.notes.children.length) moveToFarCorner(this.el, this.map, rolled.flat().flatMap((line) => this.placesOf(line)));
    this.waiting.push(...(settings.fastDice || prefersReducedMotion() ? rolled.slice(-MOST) : rolled));
    this.pace = this.session.table?.ask?.mine ? Math.min(PACE, SOON / this.waiting.length) : PACE;
    if (this.next === undefined) this.step();
    this.tell();
  }

  /**
   * The places of a roll and of its units.
   * @param {import("../core/types.js").LogLine} line
   */
  placesOf({ spaces, units }) {
    const { session } = this;
    const stood = (units ?? []).map((unit) => session.placed(unit)?.[1] ?? -1).filter((at) => !session.board.spaces[at]?.rect);
    return [...(spaces ?? []), ...stood.filter((at) => at >= 0)];
  }

  /** Whether dice are still to fall: what came of them is not told before. */
  tell() {
    const rolling = this.waiting.length + this.settling.size > 0;
    if (rolling === this.session.rolling) return;
    this.session.rolling = rolling;
    this.session.emit("dice");
  }

  /** The next roll that waits, and what is left after it. */
  step() {
    const lines = this.waiting.shift();
    this.rest.hidden = !this.waiting.length;
    this.rest.textContent = S.toTheDecision(this.waiting.length);
    this.next = undefined;
    if (lines) {
      // In a long row there is no time to tumble.
      this.roll(lines, this.pace < TUMBLE);
      this.next = setTimeout(() => this.step(), settings.fastDice || prefersReducedMotion() ? 0 : this.pace);
    }
    this.tell();
  }

  /** No more of it: the last rolls lie there at once, all of them stand in the log. */
  resolve() {
    clearTimeout(this.next);
    this.next = undefined;
    const last = this.waiting.splice(0).slice(-MOST);
    this.rest.hidden = true;
    for (const lines of last) this.roll(lines, true);
    this.tell();
  }

  clear() {
    this.waiting = [];
    this.skip();
    this.resolve();
    this.notes.replaceChildren();
  }

  /** Removes dice that have been seen; those in the air or still to come lie at once. */
  skip() {
    for (const note of this.notes.children) if (note.classList.contains("settled")) note.classList.add("gone");
    if (this.waiting.length) this.resolve();
    for (const settle of [...this.settling]) settle();
    this.tell();
  }

  /**
   * One card: the dice, and in a line or two what they brought.
   * @param {import("../core/types.js").LogLine[]} lines
   * @param {boolean} [atOnce]
   */
  roll(lines, atOnce = false) {
    const [line, ...results] = /** @type {[import("../core/types.js").LogLine, ...import("../core/types.js").LogLine[]]} */ (lines);
    while (this.notes.children.length >= MOST) this.notes.firstElementChild?.remove();
    const hits = line.hits ? (line.dice ?? []).filter((v) => v >= (line.hits ?? 7)).length : null;
    const tray = h("span", { class: "dice" });
    const note = h(
      "div",
      { class: "roll" },
      h("span", { class: "roll-label" }, line.text),
      tray,
      h("b", { class: "roll-hits" }),
      reckoning(this.session, termsOf(line)),
      results.map((result) =>
        h("div", { class: "roll-result" }, h("span", { class: "roll-label" }, result.text), reckoning(this.session, termsOf(result))),
      ),
    );
    const longer = Math.min(MOST_LONGER, lines.flatMap(termsOf).length * TO_READ);
    this.notes.append(note);
    const still = atOnce || settings.fastDice || prefersReducedMotion();
    // The tumbling faces are only for show: the result was fixed before the first of them.
    const tumbling = () => tray.replaceChildren(...(line.dice ?? []).map(() => die(1 + Math.floor(Math.random() * 6), false)));
    const tumble = still ? undefined : setInterval(tumbling, 70);
    const settle = () => {
      if (note.classList.contains("settled")) return;
      clearInterval(tumble);
      this.settling.delete(settle);
      tray.replaceChildren(...diceOf(line));
      const result = note.querySelector(".roll-hits");
      if (result && hits !== null) result.textContent = S.hits(hits);
      note.classList.add("settled");
      setTimeout(() => note.classList.add("gone"), (settings.fastDice ? 1600 : 3600) + longer);
      setTimeout(() => note.remove(), (settings.fastDice ? 1900 : 4100) + longer);
    };
    if (still) return settle();
    this.settling.add(settle);
    setTimeout(() => {
      settle();
      this.tell();
    }, TUMBLE);
  }
}
