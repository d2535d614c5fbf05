/** Dice in a corner of the map: a short tumble, the result, the words. They never stand in the way of the next act. */
import { h } from "./dom.js";
import { die, diceOf } from "./log.js";
import { middle } from "./spaces.js";
import { calm, settings } from "./store.js";
import { S } from "./strings.js";

const MOST = 3;

export class DiceCorner {
  /**
   * @param {import("./session.js").Session} session
   * @param {import("./map.js").MapView} map
   */
  constructor(session, map) {
    this.session = session;
    this.map = map;
    this.el = h("div", { class: "dice-corner", id: "dice", "aria-live": "polite" });
    session.on("lines", (lines) => this.show(lines));
    // The next act on the table is more important than the last roll, which stays in the log.
    map.frame.addEventListener("pointerdown", () => this.skip());
  }

  /** @param {import("./types.js").LogLine[]} lines */
  show(lines) {
    const rolled = lines.filter((line) => line.dice?.length).slice(-MOST);
    if (!this.el.children.length) this.chooseCorner(rolled.flatMap((line) => line.spaces ?? []));
    rolled.forEach((line, i) => setTimeout(() => this.roll(line), settings.fastDice ? 0 : i * 350));
  }

  /**
   * The corner farthest from what the dice are about.
   * @param {number[]} spaces
   */
  chooseCorner(spaces) {
    const { camera } = this.map;
    const { width, height } = camera.frame.getBoundingClientRect();
    const at = spaces.map((i) => middle(this.session.board.spaces[i]));
    const x = (at.reduce((sum, p) => sum + p[0], 0) / (at.length || 1) - camera.pose.x) * camera.pose.z;
    const y = (at.reduce((sum, p) => sum + p[1], 0) / (at.length || 1) - camera.pose.y) * camera.pose.z;
    this.el.classList.toggle("at-right", at.length > 0 && x < width / 2);
    this.el.classList.toggle("at-top", at.length > 0 && y > height / 2);
  }

  skip() {
    for (const note of this.el.children) if (note.classList.contains("settled")) note.classList.add("gone");
  }

  /** @param {import("./types.js").LogLine} line */
  roll(line) {
    while (this.el.children.length >= MOST) this.el.firstElementChild?.remove();
    const hits = line.hits ? (line.dice ?? []).filter((v) => v >= (line.hits ?? 7)).length : null;
    const tray = h("span", { class: "dice" });
    const note = h(
      "div",
      { class: "roll" },
      h("span", { class: "roll-label" }, line.text),
      tray,
      h("b", { class: "roll-hits" }),
    );
    this.el.append(note);
    const settle = () => {
      tray.replaceChildren(...diceOf(line));
      const result = note.querySelector(".roll-hits");
      if (result && hits !== null) result.textContent = S.hits(hits);
      note.classList.add("settled");
      setTimeout(() => note.classList.add("gone"), settings.fastDice ? 1600 : 3600);
      setTimeout(() => note.remove(), settings.fastDice ? 1900 : 4100);
    };
    if (settings.fastDice || calm()) return settle();
    // The tumbling faces are only for show: the result was fixed before the first of them.
    const tumble = setInterval(
      () => tray.replaceChildren(...(line.dice ?? []).map(() => die(1 + Math.floor(Math.random() * 6), false))),
      70,
    );
    setTimeout(() => {
      clearInterval(tumble);
      settle();
    }, 600);
  }
}
