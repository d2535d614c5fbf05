/** The curve of the winning chances: a picture of its own, and over the replay slider. */
import { fill, h, s } from "../core/dom.js";
import { S } from "../core/strings.js";
import { percent } from "./asking.js";

const WIDE = 600;
const HIGH = 120;

/**
 * @param {number[]} chances  of the first side, line by line
 * @param {string} label
 */
export function curve(chances, label) {
  const last = Math.max(1, chances.length - 1);
  const path = chances.map((chance, i) => `${((i / last) * WIDE).toFixed(1)} ${((1 - chance) * HIGH).toFixed(1)}`).join("L");
  return s(
    "svg",
    { class: "chance-curve", viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    s("path", { class: "half", d: `M0 ${HIGH / 2}H${WIDE}` }),
    s("path", { class: "area", d: `M0 ${HIGH}L${path}L${WIDE} ${HIGH}Z` }),
    s("path", { class: "line", d: `M${path}` }),
  );
}

/** Over the slider, once there is an analysis: the curve, and the chance at the line on show. */
export class SliderCurve {
  /**
   * @param {import("../table/session.js").Session} session
   * @param {import("../records/replay.js").ReplayBar} replay
   */
  constructor(session, replay) {
    this.session = session;
    this.replay = replay;
    /** @type {number[]} */
    this.chances = [];
    this.place = h("div", { class: "slider-curve", id: "slider-curve", hidden: true });
    this.words = h("span", { class: "chance-now" });
    replay.slider.before(this.place);
    replay.words.after(this.words);
    session.on("analysis", (found) => {
      this.chances = found.curve;
      fill(this.place, curve(found.curve, S.general.chanceOf(session.board.sides[0]?.name ?? "")));
      this.place.hidden = false;
      this.draw();
    });
    session.on("table", () => this.draw());
  }

  draw() {
    const chance = this.chances[this.replay.at];
    this.words.textContent =
      chance === undefined ? "" : S.general.chanceAt(this.session.board.sides[0]?.name ?? "", percent(chance));
  }
}
