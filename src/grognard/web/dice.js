/** Dice in a corner of the map: a short tumble, the result, the words. They never stand in the way of the next act. */
import { h } from "./dom.js";
import { die, diceOf } from "./log.js";
import { calm, settings } from "./store.js";
import { S } from "./strings.js";

const MOST = 3;

export class DiceCorner {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.el = h("div", { class: "dice-corner", id: "dice", "aria-live": "polite" });
    session.on("lines", (lines) => this.show(lines));
  }

  /** @param {import("./types.js").LogLine[]} lines */
  show(lines) {
    const rolled = lines.filter((line) => line.dice?.length).slice(-MOST);
    rolled.forEach((line, i) => setTimeout(() => this.roll(line), settings.fastDice ? 0 : i * 350));
  }

  /** @param {import("./types.js").LogLine} line */
  roll(line) {
    while (this.el.children.length >= MOST) this.el.firstElementChild?.remove();
    const hits = line.hits ? (line.dice ?? []).filter((v) => v >= (line.hits ?? 7)).length : null;
    const tray = h("span", { class: "dice" });
    const note = h("button", { type: "button", class: "roll", title: S.skipDice, onclick: () => note.remove() },
      h("span", { class: "roll-label" }, line.text), tray, h("b", { class: "roll-hits" }));
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
    const tumble = setInterval(() => tray.replaceChildren(...(line.dice ?? []).map(() => die(1 + Math.floor(Math.random() * 6), false))), 70);
    setTimeout(() => {
      clearInterval(tumble);
      settle();
    }, 600);
  }
}
