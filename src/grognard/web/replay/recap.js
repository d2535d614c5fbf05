/**
 * Changes since this seat's last decision: all of them as arrows and losses on the map, the report beside it, and, on
 * demand, line by line at reading speed.
 */
import { bringLineInSight, changesBetween, isNothing, summary } from "../map/changes.js";
import { fill, h, icon } from "../core/dom.js";
import { logDetails } from "../rules/logDetails.js";
import { diceOf } from "../widgets/diceFaces.js";
import { groupLines, firstOf, hasDetails, lastOf, pointsAt } from "../session/logGroups.js";
import { pace, speedChoice } from "./speeds.js";
import { S } from "../languages/strings.js";

const PACE = 1400;
/** Lines that change nothing in sight pass more quickly. */
const QUICK = 600;

export class Recap {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("../map/mapView.js").MapView} map
   * @param {import("./replayBar.js").ReplayBar} replay
   */
  constructor(session, map, replay) {
    this.session = session;
    this.map = map;
    this.layer = replay.changes;
    replay.onstep = (line) => bringLineInSight(map, line);
    map.world.append(this.layer.el);
    this.chip = h(
      "button",
      { type: "button", class: "recap-chip", id: "recap-chip", hidden: true, onclick: () => void this.open() },
      icon("turn"),
      h("span", null, ""),
    );
    this.title = h("h3", null, S.recap.title);
    this.sum = h("p", { class: "recap-sum", "aria-live": "polite" });
    this.lines = h("ol", { class: "recap-lines", tabindex: 0 });
    this.whole = h(
      "button",
      { type: "button", class: "link", id: "recap-whole", hidden: true, onclick: () => void this.open(this.ownPhase) },
      "",
    );
    this.watchButton = h(
      "button",
      { type: "button", class: "button", id: "recap-watch", onclick: () => void this.watch() },
      icon("play"),
      h("span", null, S.recap.watch),
    );
    this.panel = h(
      "section",
      { class: "recap card", id: "recap", hidden: true, "aria-label": S.recap.title },
      h(
        "div",
        { class: "recap-top" },
        this.title,
        h("button", { type: "button", class: "plain", "aria-label": S.close, onclick: () => this.close() }, icon("close")),
      ),
      this.sum,
      this.lines,
      h(
        "div",
        { class: "recap-foot" },
        this.whole,
        speedChoice(),
        this.watchButton,
        h("button", { type: "button", class: "button primary", onclick: () => this.close() }, S.recap.done),
      ),
    );
    map.el.append(this.chip, this.panel);
    /** @type {import("../map/changes.js").Changes | null} */
    this.all = null;
    /** @type {import("../core/types.js").View | null} the table as it stood before the news */
    this.before = null;
    this.run = 0;
    /** @type {(first: number, last: number) => void} shows what some lines told once more, on the map */
    this.show = () => {};
    session.on("table", () => this.draw());
    // What is decided now makes the news old.
    session.on("busy", () => session.busy && this.close());
  }

  /** The lines that came after this seat's last decision. */
  get news() {
    return this.after(this.session.table?.since ?? 0);
  }

  /** @param {number} n */
  after(n) {
    return this.session.log.filter((line) => line.n > n);
  }

  /** The last line of this side's own phases before the other side's: an answer in between does not end a turn. */
  get ownPhase() {
    const { board, log, side } = this.session;
    const mine = (/** @type {number} */ i) => board.phases[log[i]?.phase ?? -1]?.side === side;
    let i = log.length - 1;
    while (i >= 0 && mine(i)) i--;
    while (i >= 0 && !mine(i)) i--;
    return log[i]?.n ?? 0;
  }

  draw() {
    const { session } = this;
    const mine = !!session.table?.ask?.mine;
    const count = groupLines(this.news).length;
    this.chip.hidden = !mine || !!session.playing || !!session.past || !session.table?.since || count < 2 || !this.panel.hidden;
    fill(this.chip, icon("turn"), h("span", null, S.recap.chip(count)));
    // Once something has been decided the news are old.
    if (!mine && !session.playing && !this.panel.hidden && !this.run) this.close();
  }

  /** @param {number} [from]  the line after which it begins, if not this seat's last decision */
  async open(from = this.session.table?.since ?? 0) {
    const { session } = this;
    const news = this.after(from);
    if (!news.length) return;
    const { ownPhase } = this;
    this.whole.hidden = !ownPhase || ownPhase >= from;
    this.whole.textContent = S.recap.whole(groupLines(this.after(ownPhase)).length);
    this.title.textContent = from === (session.table?.since ?? 0) ? S.recap.title : S.recap.wholeTitle;
    try {
      const before = await session.seat.at(from);
      const now = session.table?.view;
      if (session.closed || !now) return;
      this.before = before.view;
      this.all = changesBetween(before.view, now);
    } catch (error) {
      return session.complain(error);
    }
    this.panel.hidden = false;
    this.chip.hidden = true;
    this.from = from;
    this.showAll();
    fill(
      this.lines,
      groupLines(news).map((run) => {
        const details = hasDetails(run) && logDetails(session, run, { open: false, toggled: () => {} });
        if (details) details.button.tabIndex = 0;
        return h(
          "li",
          {
            class: `recap-line side${run.lines[0]?.side ?? "none"}`,
            "data-first": firstOf(run),
            "data-n": lastOf(run),
            onpointerenter: () => session.emit("point", pointsAt(run)),
            onpointerleave: () => session.emit("point", null),
          },
          details && details.button,
          h(
            "button",
            { type: "button", class: "recap-again", title: S.theatre.again, onclick: () => this.show(firstOf(run), lastOf(run)) },
            run.text,
          ),
          run.lines.map((line) => (line.dice?.length ? h("span", { class: "line-dice" }, diceOf(line)) : null)),
          details && details.body,
        );
      }),
    );
    this.watchButton.focus();
  }

  /** Everything at once, on the present. */
  showAll() {
    if (!this.all) return;
    this.layer.draw(this.all);
    this.sum.textContent = isNothing(this.all) ? S.recap.nothing : summary(this.all);
    fill(this.watchButton, icon("play"), h("span", null, S.recap.watch));
    for (const el of this.lines.children) el.classList.remove("on");
  }

  /** Line by line; a second press ends it. */
  async watch() {
    const { session } = this;
    if (this.run) return this.stop();
    let { before } = this;
    if (!before) return;
    const run = (this.run = Math.random());
    fill(this.watchButton, icon("pause"), h("span", null, S.recap.skip));
    this.layer.clear();
    const news = this.after(this.from ?? 0);
    for (const line of news) {
      await session.showPast(line.n);
      const now = session.past?.view;
      if (this.run !== run || session.closed || !now) break;
      const changes = changesBetween(before, now);
      before = now;
      this.layer.draw(changes);
      session.emit("point", { spaces: line.spaces, units: line.units });
      bringLineInSight(this.map, line);
      for (const el of this.lines.children) {
        const { first, n } = /** @type {HTMLElement} */ (el).dataset;
        const on = Number(first) <= line.n && line.n <= Number(n);
        el.classList.toggle("on", on);
        if (on) el.scrollIntoView({ block: "nearest" });
      }
      const still = isNothing(changes) && !line.dice?.length;
      await new Promise((done) => setTimeout(done, pace(still ? QUICK : PACE)));
      if (this.run !== run || session.closed) break;
    }
    if (this.run === run) this.stop();
  }

  stop() {
    this.run = 0;
    this.session.emit("point", null);
    void this.session.showPast(null).then(() => this.showAll());
  }

  /** @returns {boolean} whether there was anything to close */
  close() {
    if (this.panel.hidden) return false;
    this.panel.hidden = true;
    this.all = null;
    this.layer.clear();
    if (this.run) this.stop();
    this.draw();
    return true;
  }
}
