/** The replay slider over this seat's log, with a way back to now and a branch from any line. */
import { h, icon } from "./dom.js";
import { keepTokens } from "./store.js";
import { S } from "./strings.js";

export class ReplayBar {
  /**
   * @param {import("./session.js").Session} session
   * @param {(match: string) => void} go
   */
  constructor(session, go) {
    this.session = session;
    this.slider = h("input", {
      type: "range",
      min: 0,
      step: 1,
      class: "replay-slider",
      "aria-label": S.replay,
      oninput: () => this.jump(Number(this.slider.value)),
    });
    this.words = h("span", { class: "replay-words" });
    this.playButton = this.button("play", S.playOn, () => this.play());
    this.branchButton = h(
      "button",
      { type: "button", class: "button", onclick: () => void this.branch(go) },
      icon("branch"),
      h("span", null, S.branchHere),
    );
    this.el = h(
      "div",
      { class: "replay", id: "replay", hidden: true },
      this.button("back", S.earlier, () => this.step(-1)),
      this.playButton,
      this.button("next", S.later, () => this.step(1)),
      this.slider,
      this.words,
      this.branchButton,
      h(
        "button",
        { type: "button", class: "button primary", id: "back-to-now", onclick: () => this.close() },
        S.backToNow,
      ),
    );
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.playing = undefined;
    session.on("table", () => this.draw());
  }

  /**
   * @param {string} name
   * @param {string} title
   * @param {() => void} run
   */
  button(name, title, run) {
    return h("button", { type: "button", class: "tool", title, "aria-label": title, onclick: run }, icon(name));
  }

  get at() {
    const { log, pastLine } = this.session;
    const found = log.findIndex((line) => line.n === pastLine);
    return found < 0 ? log.length - 1 : found;
  }

  draw() {
    const { session } = this;
    if (session.past) this.el.hidden = false;
    if (this.el.hidden) return;
    const { log } = session;
    this.slider.max = String(Math.max(0, log.length - 1));
    this.slider.value = String(this.at);
    this.words.textContent = session.past ? S.replayOf(this.at + 1, log.length) : S.replay;
    this.branchButton.disabled = !session.past;
  }

  toggle() {
    if (!this.el.hidden) return this.close();
    this.el.hidden = false;
    this.draw();
    this.slider.focus();
  }

  close() {
    this.stop();
    this.el.hidden = true;
    if (this.session.past || this.session.pastLine !== null) void this.session.showPast(null);
  }

  /** @param {number} index */
  jump(index) {
    const line = this.session.log[index];
    if (!line) return;
    void this.session
      .showPast(line.n)
      .then(() => this.session.emit("point", { spaces: line.spaces, units: line.units }));
  }

  /** @param {number} step */
  step(step) {
    this.stop();
    this.jump(Math.max(0, Math.min(this.session.log.length - 1, this.at + step)));
  }

  /** From the line on show, or from where this seat last looked, at reading speed. */
  play() {
    if (this.playing) return this.stop();
    const { session } = this;
    this.el.hidden = false;
    const since = session.log.findIndex((line) => line.n === session.sinceLine);
    if (!session.past) this.jump(since > 0 ? since : 0);
    this.playButton.replaceChildren(icon("pause"));
    this.playing = setInterval(() => {
      if (session.closed || this.at >= session.log.length - 1) return this.stop();
      this.jump(this.at + 1);
    }, 1300);
  }

  stop() {
    clearInterval(this.playing);
    this.playing = undefined;
    this.playButton.replaceChildren(icon("play"));
  }

  /** @param {(match: string) => void} go */
  async branch(go) {
    const { session } = this;
    if (session.pastLine === null) return;
    try {
      const made = await session.seat.branch(session.pastLine);
      keepTokens(made.id, made.seats);
      go(made.id);
    } catch (error) {
      session.complain(error);
    }
  }
}
