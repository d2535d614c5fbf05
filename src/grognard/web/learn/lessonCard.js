/**
 * The guided first turn: a card over the map that explains one idea, points at what to click, and answers for the other
 * side. The match under it is a real one; what the rules do not allow cannot be done here either.
 */
import { clicksOf } from "../session/legalOptions.js";
import * as api from "../api/matches.js";
import { fill, h } from "../core/dom.js";
import { goToStep } from "./startLesson.js";
import { bookOf, caseLink } from "../rules/ruleLinks.js";
import { freeOf, inSight, poseFor, sameOption, targets } from "./clickTargets.js";
import * as calls from "../api/learning.js";
import { keepStep, lessonDone } from "./progress.js";
import { puzzleFor } from "./puzzleCard.js";
import { bestBot, seatsFor, goToMatch, startMatch } from "../matches/newMatch.js";
import { keep, load, prefersReducedMotion } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {import("../core/types.js").Lesson} Lesson */
/** @typedef {import("../core/types.js").Step} Step */
/** @typedef {import("./startLesson.js").Kept} Kept */

const PAUSE = 700;
const LESSONS = 3;

/**
 * The card of a match that belongs to a lesson; null for any other match.
 * @param {import("../session/session.js").Session} session
 * @param {import("../map/mapView.js").MapView} map
 * @param {import("../sidebar/sidebar.js").Sidebar} sidebar
 */
export async function lessonFor(session, map, sidebar) {
  /** @type {Kept | null} */
  const record = load(`lesson:${session.match}`);
  if (!record) return null;
  if (record.puzzle !== undefined) return puzzleFor(session, map, { ...record, puzzle: record.puzzle });
  const lesson = await calls.lesson(record.game, record.lesson ?? 0).catch(() => null);
  return lesson ? new LessonCard(session, map, sidebar, lesson, record) : null;
}

export class LessonCard {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("../map/mapView.js").MapView} map
   * @param {import("../sidebar/sidebar.js").Sidebar} sidebar
   * @param {Lesson} lesson
   * @param {Kept} record
   */
  constructor(session, map, sidebar, lesson, record) {
    this.session = session;
    this.map = map;
    this.sidebar = sidebar;
    this.lesson = lesson;
    this.record = record;
    /** The number of the step's `do` that are done. */
    this.next = 0;
    this.done = false;
    this.answering = false;
    this.title = h("h2");
    this.count = h("span", { class: "lesson-count" });
    this.text = h("p", { class: "lesson-text", "aria-live": "polite" });
    this.after = h("p", { class: "lesson-after", "aria-live": "polite" });
    this.rules = h("ul", { class: "lesson-rules" });
    this.note = h("p", { class: "lesson-note", role: "alert" });
    this.backButton = this.button(S.lessonBack, () => void this.go(this.record.step - 1));
    this.showButton = this.button(S.lessonShow, () => void this.doIt());
    this.nextButton = this.button(S.lessonNext, () => void this.go(this.record.step + 1), "primary");
    this.onward = h("a", { class: "button", href: `/learn/${encodeURIComponent(record.game)}?lesson=${this.number + 2}`, hidden: true }, S.school.nextLesson);
    this.el = h(
      "section",
      { class: "lesson card", id: "lesson", "aria-label": S.lesson },
      h("header", null, h("div", null, this.title, this.count), this.record.step === 0 && h("a", { class: "link", href: `/howto/${encodeURIComponent(record.game)}`, target: "_blank", rel: "noopener" }, S.howToPlay.title), h("a", { class: "link", href: "/" }, S.lessonLeave)),
      h("div", { class: "lesson-body" }, this.text, this.after, this.rules),
      this.note,
      h("footer", null, this.backButton, this.showButton, this.onward, this.nextButton),
    );
    this.guard();
    for (const topic of /** @type {const} */ (["table", "pick", "busy", "reach", "menu"])) {
      session.on(topic, () => setTimeout(() => this.point()));
    }
    session.on("table", () => this.checkGoal());
    this.framed = -1;
    /** The element that the map was last led to. @type {Element | null} */
    this.led = null;
    this.draw();
  }

  /**
   * @param {string} text
   * @param {() => void} run
   * @param {string} [cls]
   */
  button(text, run, cls = "") {
    return h("button", { type: "button", class: `button ${cls}`, onclick: run }, text);
  }

  get number() {
    return this.record.lesson ?? 0;
  }

  /** @returns {Step} */
  get step() {
    return /** @type {Step} */ (this.lesson.steps[this.record.step] ?? this.lesson.steps[0]);
  }

  get isLast() {
    return this.record.step === this.lesson.steps.length - 1;
  }

  get mayGoOn() {
    return this.done || (!this.step.do.length && !this.step.goal);
  }

  draw() {
    const { step } = this;
    fill(this.title, step.title);
    fill(this.count, S.lessonCount(this.record.step + 1, this.lesson.steps.length));
    fill(this.text, step.text);
    fill(this.after, this.done ? step.then : "");
    fill(this.note);
    fill(this.nextButton, this.isLast ? S.lessonPlay : S.lessonNext);
    this.backButton.disabled = this.record.step === 0;
    this.showButton.hidden = this.mayGoOn;
    this.nextButton.disabled = !this.mayGoOn;
    this.el.classList.toggle("done", this.mayGoOn);
    const ended = this.isLast && this.mayGoOn;
    if (ended) lessonDone(this.record.game, this.number);
    this.onward.hidden = !ended || this.number >= LESSONS - 1;
    void this.drawRules();
  }

  async drawRules() {
    const { step } = this;
    const book = await bookOf(this.record.game).catch(() => null);
    if (!book || step !== this.step) return;
    fill(
      this.rules,
      step.cases.map((id) =>
        h(
          "li",
          null,
          caseLink(this.record.game, id, (cited) => this.session.emit("rule", cited)),
          book.byId.get(book.find(id) ?? "")?.rule ?? "",
        ),
      ),
    );
  }

  /** Only what the step asks for goes to the server: a lesson that has left its rails teaches nothing. */
  guard() {
    const { session } = this;
    const send = session.send.bind(session);
    session.send = async (options, joined) => {
      if (!this.allows(options)) {
        fill(this.note, this.mayGoOn ? S.lessonGoOn : S.lessonOther);
        session.selection.clear();
        session.emit("pick");
        return false;
      }
      fill(this.note);
      const sent = await send(options, joined);
      if (sent) await this.sent(options);
      return sent;
    };
    const unitsOf = (/** @type {Option | undefined} */ o) => (o ? clicksOf(session.board, o) : []).flatMap((c) => (c.kind === "unit" ? [c.value] : []));
    session.guided = () => unitsOf(this.step.do[this.next]);
    const undo = session.undo.bind(session);
    session.undo = async () => {
      if (this.done || this.next === 0) return fill(this.note, S.lessonNoUndo);
      this.next -= 1;
      await undo();
    };
  }

  /** @param {Option[]} options */
  allows(options) {
    const { step } = this;
    if (this.answering || this.mayGoOn) return false;
    // With a goal any way there will do, but with the same verbs and the same units.
    if (step.goal) return options.every((option) => this.belongs(option));
    return options.every((option, i) => sameOption(option, step.do[this.next + i]));
  }

  /** @param {Option} option */
  belongs(option) {
    const { board } = this.session;
    const unitsOf = (/** @type {Option} */ o) => clicksOf(board, o).flatMap((c) => (c.kind === "unit" ? [c.value] : []));
    const ours = this.step.do.flatMap(unitsOf);
    return this.step.do.some((o) => o[0] === option[0]) && unitsOf(option).every((u) => ours.includes(u));
  }

  /** @param {Option[]} options */
  async sent(options) {
    this.next += options.length;
    if (!this.step.goal && this.next >= this.step.do.length) await this.finish();
  }

  checkGoal() {
    const { goal } = this.step;
    const view = this.session.table?.view;
    if (!goal || this.done || !view) return;
    const there = goal.unit === null || view.units.some((u) => u[0] === goal.unit && u[1] === goal.space);
    const now = goal.phase === null || view.phase === goal.phase;
    // A unit that is still on its way may go on; it has arrived when something else is asked.
    const moving = this.session.options.some((o) => o[0] === this.step.do.at(-1)?.[0] && o.length === 1 && goal.unit !== null);
    if (there && now && !moving) void this.finish();
  }

  /** The step is done: the other side answers, then the text says what it shows. */
  async finish() {
    if (this.done || this.answering) return;
    this.answering = true;
    try {
      await this.answer();
      this.done = true;
    } catch (error) {
      fill(this.note, error instanceof Error ? error.message : String(error));
    }
    this.answering = false;
    this.draw();
    this.nextButton.focus({ preventScroll: true });
  }

  async answer() {
    const { session, step } = this;
    for (const option of step.answers) {
      if (!prefersReducedMotion()) await new Promise((go) => setTimeout(go, PAUSE));
      const asked = session.table?.ask?.side ?? 0;
      const seat = new api.Seat(session.match, session.board.sides[asked]?.id ?? "");
      const table = await seat.table(0);
      await seat.decide(table.stamp, [option], table.log.length);
      await session.refresh();
    }
  }

  /** Does what the step asks for. */
  async doIt() {
    const { session, step } = this;
    session.selection.clear();
    const rest = step.goal ? step.do : step.do.slice(this.next);
    for (const option of rest) {
      if (this.done) return;
      if (session.options.some((o) => sameOption(o, option))) await session.send([option]);
    }
    if (!this.done && !this.answering) void this.go(this.record.step);
  }

  /** @param {number} step */
  async go(step) {
    const { record, session } = this;
    if (step >= this.lesson.steps.length) return this.play();
    const side = session.board.sides[session.side]?.id ?? "";
    const onward = step === record.step + 1 && !this.lesson.steps[step]?.scene;
    if (!onward) {
      try {
        return await goToStep(record.game, side, step, this.number);
      } catch (error) {
        return fill(this.note, error instanceof Error ? error.message : String(error));
      }
    }
    record.step = step;
    this.next = 0;
    this.done = false;
    keep(`lesson:${session.match}`, record);
    keepStep(record.game, this.number, step);
    this.draw();
    this.checkGoal();
    this.point();
  }

  /** After the last step: a match of your own, against the best bot. */
  async play() {
    const { game } = this.record;
    try {
      const offer = (await api.games()).find((g) => g.id === game);
      if (!offer) throw new Error(S.noGames);
      const side = this.session.board.sides[this.session.side]?.id ?? null;
      const match = await startMatch({ game, seats: seatsFor(offer, side, bestBot(offer)) });
      lessonDone(game, this.number);
      goToMatch(match);
    } catch (error) {
      fill(this.note, error instanceof Error ? error.message : String(error));
    }
  }

  /** Points at what is to be clicked next, or at what the text speaks of. */
  point() {
    const { session, step } = this;
    if (session.closed) return;
    for (const el of document.querySelectorAll(".lesson-target")) el.classList.remove("lesson-target");
    if (this.answering || this.done) return session.emit("point", null);
    session.emit("point", { spaces: step.spaces, units: step.units });
    if (!step.do.length) return this.frame(null);
    const item = [...document.querySelectorAll(".menu [data-sends]")].find((el) => this.isNext(read(el, "data-sends")));
    const marks = item ? [item] : this.marks();
    this.frame(marks[0]);
    for (const el of marks) {
      el?.classList.add("lesson-target");
      if (el && this.sidebar.el.contains(el)) el.scrollIntoView({ block: "nearest" });
    }
  }

  /**
   * Whether an item of a menu does what the step asks for.
   * @param {Option[]} options
   */
  isNext(options) {
    if (!this.allows(options)) return false;
    return !this.step.goal || this.step.do.some((option) => sameOption(option, options.at(-1)));
  }

  marks() {
    const { map, sidebar } = this;
    const { units, spaces, ways, button } = targets(this.session, this.step, this.next);
    const buttons = [...sidebar.el.querySelectorAll("[data-option]")];
    return [
      ...units.map((u) => map.frame.querySelector(`[data-unit="${u}"]`)),
      ...spaces.map((i) => map.frame.querySelector(`.space[data-space="${i}"]`)),
      ...ways.map((look) => sidebar.prompt.el.querySelector(`.way[data-look="${look}"]`)),
      ...buttons.filter((el) => button?.(read(el, "data-option"))),
    ];
  }

  /**
   * Once per step what it is about comes into view, beside the card and not under it; and then whatever is to be
   * clicked next, if it is out of sight.
   * @param {Element | null | undefined} target
   */
  frame(target) {
    const { session, step, map, record } = this;
    if (!this.el.isConnected || !session.table) return;
    const isNew = this.framed !== record.step;
    const [{ camera }, free] = [map, freeOf(map.frame, this.el)];
    camera.covered = { left: free.left, foot: map.frame.clientHeight - free.high };
    const first = isNew ? poseFor(map, session, step, this.el) : null;
    const next = target && target !== this.led && map.world.contains(target) ? target : null;
    this.framed = record.step;
    this.led = target ?? null;
    const pose = next ? inSight(map, next, this.el, first ?? camera.pose) : first;
    if (!pose || pose === camera.pose) return;
    camera.fitted = false;
    camera.glide(pose);
  }
}

/**
 * @param {Element} el
 * @param {string} name
 */
const read = (el, name) => JSON.parse(el.getAttribute(name) ?? "null");
