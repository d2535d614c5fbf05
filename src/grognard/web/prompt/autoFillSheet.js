/**
 * A sheet for sets such as losses, purchases and arrivals. The staff fills it in; every line can be changed, left out
 * or counted up and down; one button takes it, and ends the question too. What is owed is filled in unasked, anything
 * else when "Order the rest" is pressed, and from then on until the sheet is closed.
 */
import { clicksOf, label } from "../session/legalOptions.js";
import { fill, h, icon } from "../core/dom.js";
import { progressBar } from "../widgets/progressBar.js";
import { forget, keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Option} Option */
/** @typedef {{options: Option[], text: string, reason: string, count: number, may: Option[]}} Line */
/** @typedef {{turn: number, phase: number}} Habit  until when something is filled in by itself */

/** Choices of a line that one looks through; of more one is typed. */
const MOST_LISTED = 40;
/** @type {Map<string, Habit>} by match, side and kind of set: at one screen the page changes seats meanwhile */
const habits = new Map();
/** @type {Set<string>} positions that were filled in by themselves: what was taken back is asked anew */
const filled = new Set();

export class AutoFillSheet {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("./promptCard.js").PromptCard} prompt
   */
  constructor(session, prompt) {
    this.session = session;
    /** @type {Line[]} */
    this.lines = [];
    this.stamp = "";
    this.asking = "";
    this.card = h("section", { class: "card advice sheet-card", id: "sheet", hidden: true, "aria-live": "polite" });
    this.rest = h(
      "button",
      { type: "button", class: "link", id: "order-rest", title: S.sheet.restHint, hidden: true, onclick: () => void this.ask() },
      S.sheet.rest,
    );
    prompt.anytimeButton.before(this.rest);
    prompt.el.after(this.card);
    for (const topic of /** @type {const} */ (["table", "busy"])) session.on(topic, () => this.draw());
  }

  get key() {
    return `${this.session.match}:${this.session.side}:${this.kind}`;
  }

  /** The verbs of this question that fill a set, as one word. */
  get kind() {
    const { board, options } = this.session;
    return [...new Set(options.map((o) => o[0]))].filter((verb) => board.verbs[verb]?.fills).join();
  }

  /** Nothing else can be said than what fills the set; to who plays alone, also than what settles a fight with it. */
  get owed() {
    const { board, options } = this.session;
    const { alone } = this;
    return options.length > 1 && options.every((o) => board.verbs[o[0]]?.fills || (alone && board.verbs[o[0]]?.settles));
  }

  /** All people at the match sit here: the staff may say what it would choose. */
  get alone() {
    const { session } = this;
    const people = Object.entries(session.table?.seats ?? {}).filter(([, kind]) => kind === "human");
    return people.every(([side]) => session.held.includes(side));
  }

  /** Only where the server answers: for what is owed always, else where one person plays. */
  get isOpen() {
    const { session } = this;
    // A lesson teaches to do it by hand.
    if (!session.table?.ask?.mine || session.past || session.guided || session.finishing || !this.kind) return false;
    return this.owed || this.alone;
  }

  draw() {
    const { session } = this;
    const stamp = session.table?.stamp ?? "";
    const open = this.isOpen && !session.busy;
    this.rest.hidden = !this.isOpen || this.owed;
    // Anything else than what fills itself in is a moment to think: a march does not go on over it.
    const thinks = !session.busy && session.options.length > 0 && !this.owed;
    if (thinks && (session.table?.ask?.moving ?? null) === null) session.reach.pressing = false;
    if (this.stamp !== stamp || !this.isOpen) this.clear();
    if (open && (this.owed || this.wanted) && this.stamp !== stamp && this.asking !== stamp) void this.open();
  }

  get wish() {
    return `fill:${this.session.match}:${this.session.side}:${this.kind}`;
  }

  /** The rest of such a set was asked for before, and this one has just begun. */
  get wanted() {
    const { session } = this;
    const begun = session.options.some((o) => session.board.verbs[o[0]]?.drops);
    return !begun && load(this.wish) === true;
  }

  /** @returns {Option | undefined} what ends the question when its set is filled, and not instead of filling it */
  get end() {
    const { board, options } = this.session;
    return options.find((o) => board.verbs[o[0]]?.ends && board.verbs[o[0]]?.primary);
  }

  shut() {
    forget(this.wish);
    this.card.hidden = true;
  }

  clear() {
    this.lines = [];
    this.stamp = "";
    this.card.hidden = true;
  }

  async ask() {
    keep(this.wish, true);
    await this.open(true);
  }

  /** @param {boolean} [asked]  also an empty sheet is an answer */
  async open(asked = false) {
    const { session } = this;
    const stamp = session.table?.stamp ?? "";
    if (!this.isOpen || this.asking === stamp) return;
    this.asking = stamp;
    // The staff needs its time: who pressed the button sees that it was heard.
    const waiting = asked ? progressBar(S.sheet.asking) : null;
    if (waiting) {
      fill(this.card, waiting.el);
      this.card.hidden = false;
    }
    try {
      const plan = await session.seat.plan(session.held, this.alone ? "settle" : "fill");
      if (session.closed || plan.stamp !== session.table?.stamp || session.busy) return;
      this.stamp = plan.stamp;
      this.lines = this.counted(plan);
      if (this.habit && this.lines.length) return await this.takeByHabit();
      if (this.lines.length || asked) this.show();
    } catch (error) {
      this.card.hidden = true;
      session.complain(error);
    } finally {
      this.asking = "";
      waiting?.done();
    }
  }

  /** @returns {Habit | undefined} what is filled in by itself, as long as its phase lasts and nothing was taken back */
  get habit() {
    const view = this.session.table?.view;
    const kept = habits.get(this.key);
    const same = kept && view && kept.turn === view.turn && kept.phase === view.phase;
    if (same && !filled.has(this.stamp)) return kept;
    if (kept && view) habits.delete(this.key);
    return undefined;
  }

  async takeByHabit() {
    // What is asked next may be a set of another kind.
    const { key } = this;
    filled.add(this.stamp);
    this.session.reach.pressing = true;
    await this.take();
    this.session.emit("toast", {
      text: S.sheet.alwaysOn,
      act: { label: S.sheet.askAgain, run: () => habits.delete(key) },
      brief: true,
    });
  }

  /**
   * The same again and again is one line with a number.
   * @param {import("../core/types.js").StaffPlan} plan
   * @returns {Line[]}
   */
  counted(plan) {
    /** @type {Line[]} */
    const lines = [];
    for (const { options, text, reason } of plan.orders) {
      const last = lines.at(-1);
      if (last && JSON.stringify(last.options) === JSON.stringify(options)) last.count++;
      else lines.push({ options, text, reason, count: 1, may: this.instead(options) });
    }
    return lines;
  }

  /**
   * The alternatives to a line.
   * @param {Option[]} options
   */
  instead(options) {
    const [only, more] = options;
    const now = this.session.options;
    if (!only || more || !now.some((o) => JSON.stringify(o) === JSON.stringify(only))) return [];
    return now.filter((o) => o[0] === only[0]);
  }

  show() {
    const { session } = this;
    const left = this.lines.reduce((sum, line) => sum + line.count, 0);
    fill(
      this.card,
      h(
        "div",
        { class: "advice-top" },
        h("b", null, S.sheet.title),
        h("button", { type: "button", class: "plain", "aria-label": S.close, onclick: () => this.shut() }, icon("close")),
      ),
      this.lines.length ? h("ol", { class: "plan-list sheet-lines" }, this.lines.map((line) => this.line(line))) : h("p", { class: "advice-why" }, S.sheet.nothing),
      this.lines.length > 0 &&
        h(
          "div",
          { class: "sheet-foot" },
          h(
            "button",
            { type: "button", class: "button primary", id: "take-sheet", disabled: session.busy || !left, onclick: () => void this.take() },
            S.sheet.take(left),
          ),
          this.end &&
            h(
              "button",
              { type: "button", class: "button", id: "take-and-end", disabled: session.busy, onclick: () => void this.take(this.end) },
              S.sheet.takeAnd(label(session.board, this.end)),
            ),
          this.owed && this.always(),
        ),
    );
    this.card.hidden = false;
  }

  always() {
    const { session } = this;
    const tick = h("input", {
      type: "checkbox",
      id: "sheet-always",
      onchange: () => {
        const view = session.table?.view;
        if (tick.checked && view) habits.set(this.key, { turn: view.turn, phase: view.phase });
        else habits.delete(this.key);
      },
    });
    return h("label", { class: "sheet-always" }, tick, S.sheet.always);
  }

  /** @param {Line} line */
  line(line) {
    const { session } = this;
    const point = {
      onpointerenter: () => session.setAim(line.options[0] ?? null),
      onpointerleave: () => session.setAim(null),
    };
    const step = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ name) =>
      h(
        "button",
        {
          type: "button",
          class: "button small",
          "aria-label": `${line.text}: ${name}`,
          onclick: () => {
            line.count = Math.max(0, line.count + by);
            this.show();
          },
        },
        sign,
      );
    return h(
      "li",
      { class: line.count ? "" : "off", ...point },
      line.may.length > 1 && line.count === 1 ? this.choice(line) : h("span", { class: "sheet-what" }, line.text),
      h("span", { class: "sheet-count" }, step(-1, "−", S.sheet.fewer), h("b", null, `×${line.count}`), step(1, "+", S.sheet.more)),
    );
  }

  /**
   * All lines of a choice say the same verb: the names alone tell them apart.
   * @param {Option} option
   */
  named(option) {
    const { board } = this.session;
    const names = clicksOf(board, option).map(({ kind, value }) => (kind === "unit" ? board.units : board.spaces)[value]?.name ?? "");
    return names.length ? names.join(" → ") : label(board, option);
  }

  /**
   * The words that tell the choices of a line apart come first: a narrow list would cut them off behind the words they share.
   * @param {Option[]} may
   */
  apart(may) {
    const names = may.map((o) => this.named(o));
    const [head] = names[0]?.split(": ") ?? [];
    const shared = names.every((name) => name.startsWith(`${head}: `)) ? `${head}: `.length : 0;
    return names.map((name) => name.slice(shared));
  }

  /** @param {Line} line */
  choice(line) {
    const { board } = this.session;
    const names = this.apart(line.may);
    const now = JSON.stringify(line.options[0]);
    const set = (/** @type {Option | undefined} */ option) => {
      if (!option) line.count = 0;
      else Object.assign(line, { options: [option], text: label(board, option) });
      this.show();
    };
    if (names.length > MOST_LISTED) return this.typed(line, names, set);
    const pick = h(
      "select",
      {
        class: "sheet-what",
        "aria-label": S.sheet.change(line.text),
        onchange: () => set(line.may[Number(pick.value)]),
      },
      line.may.map((o, i) => h("option", { value: i, selected: JSON.stringify(o) === now }, names[i])),
      h("option", { value: -1 }, S.sheet.leaveOpen),
    );
    return pick;
  }

  /**
   * Of hundreds one is found by typing its name or number; nothing typed leaves the line open.
   * @param {Line} line
   * @param {string[]} names
   * @param {(option: Option | undefined) => void} set
   */
  typed(line, names, set) {
    const now = names[line.may.findIndex((o) => JSON.stringify(o) === JSON.stringify(line.options[0]))] ?? "";
    const list = h("datalist", { id: `sheet-names-${this.lines.indexOf(line)}` });
    const field = h("input", {
      ...{ type: "text", value: now, list: list.id, autocomplete: "off", "aria-label": S.sheet.change(line.text) },
      onfocus: () => fill(list, names.map((name) => h("option", { value: name }))),
      onchange: () => {
        const wanted = field.value.trim().toLowerCase();
        const found = names.findIndex((name) => name.toLowerCase() === wanted || name.toLowerCase().split(" ").includes(wanted));
        if (!wanted || found >= 0) set(line.may[found]);
        else field.value = now;
      },
    });
    return h("span", { class: "sheet-what sheet-typed" }, field, list);
  }

  /** @param {Option} [end] */
  async take(end) {
    const options = this.lines.flatMap((line) => Array.from({ length: line.count }, () => line.options).flat());
    if (end) options.push(end);
    this.clear();
    if (options.length) await this.session.orders.give({ options });
  }
}
