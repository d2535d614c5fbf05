/** The replay slider over the whole log, with a mark per turn, a way back to now and a branch from any line. */
import { ChangeLayer, changesBetween } from "../map/changes.js";
import { fill, h, icon, setVars } from "../core/dom.js";
import { diceOf } from "../widgets/diceFaces.js";
import { isFast, pace, speedChoice } from "./speeds.js";
import { S } from "../languages/strings.js";

const PACE = 1300;
/** Keys that the slider itself takes, so that they do not move the map. */
const SLIDER_KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

export class ReplayBar {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {(match: string) => void} go
   */
  constructor(session, go) {
    this.session = session;
    this.changes = new ChangeLayer(session.board);
    this.slider = h("input", {
      type: "range",
      min: 0,
      step: 1,
      class: "replay-slider",
      "aria-label": S.replay,
      oninput: () => this.seek(Number(this.slider.value)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.marks = h("div", { class: "replay-marks" });
    this.words = h("span", { class: "replay-words" });
    this.caption = h("p", { class: "replay-caption", "aria-live": "polite" });
    this.playButton = this.button("play", S.playOn, () => this.play());
    this.branchButton = h(
      "button",
      { type: "button", class: "button", id: "branch-here", onclick: () => void this.branch(go) },
      icon("branch"),
      h("span", null, S.branchHere),
    );
    this.backButton = h(
      "button",
      { type: "button", class: "button primary", id: "back-to-now", onclick: () => this.close() },
      S.backToNow,
    );
    this.el = h(
      "div",
      { class: "replay", id: "replay", hidden: true },
      h("div", { class: "replay-top" }, this.caption, this.words),
      this.button("back", S.earlier, () => this.step(-1)),
      this.playButton,
      this.button("next", S.later, () => this.step(1)),
      speedChoice(),
      h("div", { class: "replay-track" }, this.slider, this.marks),
      this.branchButton,
      this.backButton,
    );
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.playing = undefined;
    this.marked = "";
    /** Told of every moment that is stepped to, so that the map can come to it. @type {(line: import("../core/types.js").LogLine) => void} */
    this.onstep = () => {};
    /** Told when what is played has come to the end of a match that is over. @type {() => void} */
    this.onend = () => {};
    session.on("table", () => this.draw());
    // The map ends where the bar begins.
    const foot = () => {
      const map = this.el.parentElement;
      if (map) setVars(map, { "--foot": `${this.el.offsetHeight}px` });
    };
    new ResizeObserver(() => requestAnimationFrame(foot)).observe(this.el);
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
    const { log, past } = session;
    this.slider.max = String(Math.max(0, log.length - 1));
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", log[this.at]?.text ?? "");
    this.words.textContent = past ? S.replayOf(this.at + 1, log.length) : S.replay;
    const line = past ? log[this.at] : undefined;
    fill(this.caption, line?.text ?? "", line?.dice?.length ? h("span", { class: "line-dice" }, diceOf(line)) : null);
    this.branchButton.disabled = !past;
    this.drawMarks();
  }

  /** The first line of every turn, as a mark under the slider. */
  drawMarks() {
    const { log } = this.session;
    const starts = turnStarts(log);
    const wide = this.marks.clientWidth || 300;
    const key = `${log.length}/${wide}/${starts.map((start) => start.at).join()}`;
    if (key === this.marked) return;
    this.marked = key;
    const last = Math.max(1, log.length - 1);
    const places = apart(
      starts.map(({ at }) => (at / last) * wide),
      wide,
    );
    fill(
      this.marks,
      starts.map(({ turn, at }, i) =>
        h(
          "button",
          {
            type: "button",
            class: "replay-mark",
            "data-turn": turn,
            title: S.turn(turn),
            "aria-label": S.turn(turn),
            vars: { "--at": places[i] ?? 0 },
            onclick: () => this.seek(at),
          },
          turn,
        ),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (SLIDER_KEYS.includes(event.key)) event.stopPropagation();
    if (event.key !== "PageUp" && event.key !== "PageDown") return;
    event.preventDefault();
    event.stopPropagation();
    const starts = turnStarts(this.session.log).map((start) => start.at);
    const { at } = this;
    const to = event.key === "PageUp" ? starts.find((i) => i > at) : starts.filter((i) => i < at).at(-1);
    this.seek(to ?? (event.key === "PageUp" ? this.session.log.length - 1 : 0));
  }

  toggle() {
    if (!this.el.hidden) return this.close();
    this.el.hidden = false;
    this.draw();
    this.slider.focus();
  }

  close() {
    this.stop();
    this.changes.clear();
    this.el.hidden = true;
    if (this.session.past || this.session.pastLine !== null) void this.session.showPast(null);
  }

  /**
   * @param {number} index
   * @param {boolean} [onward]  show what changed since the moment on the table
   */
  async jump(index, onward) {
    const { session } = this;
    const line = session.log[index];
    if (!line) return;
    const before = session.past?.view;
    this.changes.clear();
    await session.showPast(line.n);
    if (session.closed || session.pastLine !== line.n) return;
    const now = session.past?.view;
    if (onward && before && now) this.changes.draw(changesBetween(before, now));
    session.emit("point", { spaces: line.spaces, units: line.units });
    if (onward) this.onstep(line);
  }

  /**
   * Stops the replay at a moment that the reader has chosen.
   * @param {number} index
   */
  seek(index) {
    this.stop();
    return this.jump(index);
  }

  /** @param {number} step */
  step(step) {
    this.stop();
    void this.jump(Math.max(0, Math.min(this.session.log.length - 1, this.at + step)), step > 0);
  }

  /** From the line on show, or from the start, at reading speed. */
  play() {
    if (this.playing) return this.stop();
    this.el.hidden = false;
    const { session } = this;
    if (!session.past) void this.jump(0);
    this.playButton.replaceChildren(icon("pause"));
    const next = async () => {
      if (session.closed) return this.stop();
      if (this.at >= session.log.length - 1) {
        if (!session.table?.result) return this.wait(next);
        this.stop();
        return this.onend();
      }
      const began = performance.now();
      const run = this.playing;
      await this.jump(this.after(this.at), true);
      if (this.playing === run) this.wait(next, performance.now() - began);
    };
    this.wait(next);
  }

  /**
   * @param {() => void} next
   * @param {number} [spent]  milliseconds that the last line has taken already
   */
  wait(next, spent = 0) {
    this.playing = setTimeout(next, Math.max(10, pace(PACE) - spent));
  }

  /**
   * The line to show after this one: the next, or at a fast pace the last of its run.
   * @param {number} at
   */
  after(at) {
    const { log } = this.session;
    let next = at + 1;
    while (isFast() && log[next + 1]?.joins) next++;
    return next;
  }

  /** A match that others play is watched from its first line, whatever has happened since. */
  begin() {
    this.el.hidden = false;
    if (this.session.log.length && !this.playing) this.play();
  }

  stop() {
    clearTimeout(this.playing);
    this.playing = undefined;
    this.playButton.replaceChildren(icon("play"));
  }

  /** @param {(match: string) => void} go */
  async branch(go) {
    const { session } = this;
    if (session.pastLine === null) return;
    try {
      const made = await session.seat.branch(session.pastLine);
      go(made.id);
    } catch (error) {
      session.complain(error);
    }
  }
}

/** Pixels that a mark needs. */
const ROOM = 20;

/**
 * Short turns lie close together: their marks are moved apart, and never off the track.
 * @param {number[]} places
 * @param {number} wide
 */
function apart(places, wide) {
  const room = Math.min(ROOM, wide / Math.max(1, places.length));
  const out = [...places];
  for (let i = 1; i < out.length; i++) out[i] = Math.max(out[i] ?? 0, (out[i - 1] ?? 0) + room);
  for (let i = out.length - 1, most = wide; i >= 0; i--, most -= room) out[i] = Math.min(out[i] ?? 0, most);
  return out;
}

/**
 * The log line at which each turn begins.
 * @param {import("../core/types.js").LogLine[]} log
 * @returns {{turn: number, at: number}[]}
 */
function turnStarts(log) {
  return log.flatMap((line, at) => (at === 0 || line.turn > (log[at - 1]?.turn ?? 0) ? [{ turn: line.turn, at }] : []));
}
