/**
 * An estimate of who is winning: games played on from what this seat knows, as a small gauge with its uncertainty. Off
 * by default.
 */
import { ApiError } from "../api/request.js";
import { fill, h } from "../core/dom.js";
import { forget, keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Estimate} Figures */

/** Games from which on a share says anything at all. */
const FEWEST = 5;
/** Milliseconds: the table comes first. */
const AFTER = 1200;

const percent = (/** @type {number} */ share) => Math.round(share * 100);

export class WinGauge {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Figures | null} */
    this.figures = null;
    this.asking = false;
    this.el = h("div", { class: "win-gauge", id: "win-gauge", role: "img", hidden: true });
    /** In this match alone: anyone who wanted to know once need not want to in the next. */
    this.isOn = load(`estimate:${session.match}`) === true;
    /** @type {AbortController | null} what is asked about a position that is being left is not asked any more */
    this.under = null;
    session.on("table", () => this.consider());
    session.on("busy", () => session.busy && this.under?.abort());
  }

  toggle() {
    this.turn(!this.isOn);
    this.figures = null;
    this.consider();
  }

  /** @param {boolean} on */
  turn(on) {
    this.isOn = on;
    if (on) keep(`estimate:${this.session.match}`, true);
    else forget(`estimate:${this.session.match}`);
  }

  consider() {
    this.draw();
    if (!this.isOn || this.asking) return;
    this.asking = true;
    setTimeout(() => void this.follow(), AFTER);
  }

  /** Ask for more games while they are about the position on the table and somebody looks at it. */
  async follow() {
    const { session } = this;
    try {
      while (this.wantsMore()) {
        const under = (this.under = new AbortController());
        const figures = await session.seat.estimate(session.held, under.signal);
        if (session.closed) return;
        this.figures = figures;
        this.draw();
      }
    } catch (error) {
      this.refused(error);
    } finally {
      this.asking = false;
      this.under = null;
    }
  }

  wantsMore() {
    const { session, figures } = this;
    if (!this.isOn || session.closed || session.busy || session.past || document.hidden || !session.table?.ask?.mine) return false;
    return figures?.stamp !== session.table.stamp || figures.games < figures.most;
  }

  /** @param {unknown} error */
  refused(error) {
    if (error instanceof DOMException) return;
    const code = error instanceof ApiError ? error.code : "";
    // The position moved on, or the line is down: the next table asks again.
    if (["stale", "not-your-turn", "over", "offline"].includes(code)) return;
    this.turn(false);
    this.draw();
    this.session.complain(error);
  }

  draw() {
    const { board, table } = this.session;
    const { figures } = this;
    this.el.hidden = !this.isOn || !!table?.result;
    if (this.el.hidden) return;
    const [first, second] = figures?.sides ?? [];
    if (!figures || !first || !second || figures.games < FEWEST) {
      const words = S.estimate.thinking(figures?.games ?? 0);
      fill(this.el, h("span", { class: "win-words" }, words));
      this.el.setAttribute("aria-label", words);
      return;
    }
    const names = board.sides.map((side) => side.adjective ?? side.name);
    const ahead = second.share > first.share ? 1 : 0;
    const best = ahead ? second : first;
    const words = S.estimate.words(names[ahead] ?? "", percent(best.share), percent((best.high - best.low) / 2));
    const about = S.estimate.about(figures.games, figures.players, percent(best.low), percent(best.high), percent(figures.draw));
    this.el.title = about;
    this.el.setAttribute("aria-label", `${words}. ${about}`);
    this.el.classList.toggle("old", figures.stamp !== table?.stamp);
    fill(
      this.el,
      h(
        "span",
        { class: "win-bar" },
        h("i", { class: "win-0", vars: { width: `${first.share * 100}%` } }),
        h("i", { class: "win-1", vars: { width: `${second.share * 100}%` } }),
        h("u", { class: "win-range", vars: { left: `${first.low * 100}%`, width: `${(first.high - first.low) * 100}%` } }),
      ),
      h("span", { class: "win-words" }, words),
    );
  }
}
