/** The curve of the winning chances over the replay slider. */
import { fill, h } from "../core/dom.js";
import { curve } from "../general/chanceCurve.js";
import { percent } from "../general/generalAdvice.js";
import { S } from "../languages/strings.js";

/** Over the slider, once there is an analysis: the curve, and the chance at the line on show. */
export class SliderCurve {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("./replayBar.js").ReplayBar} replay
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
