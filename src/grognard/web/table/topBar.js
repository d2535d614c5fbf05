/** The bar at the top: game, turn, the sequence of play, who decides, and a line that moves while the other side thinks. */
import { fill, h, icon } from "../core/dom.js";
import { S } from "../languages/strings.js";
import { wordFor } from "../sidebar/trackGauges.js";

export class TopBar {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {(at: {x: number, y: number}) => void} openMenu
   */
  constructor(session, openMenu) {
    this.session = session;
    const { board } = session;
    this.turn = h("button", { type: "button", class: "top-turn", title: S.tracks });
    this.chips = board.phases.map((phase, i) =>
      h(
        "button",
        {
          type: "button",
          class: `chip ${sideClass(phase.side)}`,
          "data-phase": i,
          title: S.phaseRule(phase.name),
          onclick: () => phase.cases?.[0] && session.emit("rule", phase.cases[0]),
        },
        phase.short ?? phase.name,
      ),
    );
    this.strip = h("nav", { class: "chips", "aria-label": S.turn(0).replace(/ 0$/, "") }, this.chips);
    this.who = h("div", { class: "top-who", role: "status" });
    this.menuButton = h(
      "button",
      {
        type: "button",
        class: "tool",
        id: "menu",
        "aria-label": S.menu,
        title: S.menu,
        onclick: () => {
          const box = this.menuButton.getBoundingClientRect();
          openMenu({ x: box.right - 230, y: box.bottom + 2 });
        },
      },
      icon("menu"),
    );
    this.progress = h("i", { class: "progress", "aria-hidden": "true" });
    this.line = h("div", { class: "lost", role: "alert", hidden: true }, S.lost);
    this.el = h(
      "header",
      { class: "top" },
      h("h1", { class: "top-title" }, h("a", { class: "top-game", href: "/", title: S.frontRoom }, board.title)),
      this.turn,
      this.strip,
      this.who,
      this.menuButton,
      this.progress,
    );
    this.phase = -1;
    session.on("table", () => this.draw());
    session.on("connection", () => (this.line.hidden = session.online));
  }

  draw() {
    const { board, shown, past } = this.session;
    if (!shown) return;
    const track = board.tracks.find((t) => t.id === "turn");
    const date = track ? wordFor(track, shown.view.turn) : null;
    fill(this.turn, h("b", null, S.turn(shown.view.turn)), date && h("span", null, date));
    // Where chits decide the order of phases, the view says which are over.
    const { past: over } = /** @type {import("../core/types.js").View & {past?: number[]}} */ (shown.view);
    this.chips.forEach((chip, i) => {
      chip.classList.toggle("now", i === shown.view.phase);
      chip.classList.toggle("past", over ? over.includes(i) : i < shown.view.phase);
      if (i === shown.view.phase) chip.setAttribute("aria-current", "step");
      else chip.removeAttribute("aria-current");
    });
    const { ask, result } = shown;
    const waiting = !past && !result && !!ask && !ask.mine;
    this.progress.classList.toggle("on", waiting);
    fill(
      this.who,
      ask && !result ? h("i", { class: `side-mark side${ask.side}` }) : null,
      h(
        "span",
        null,
        past
          ? S.replay
          : result
            ? S.over
            : ask
              ? ask.mine
                ? S.youDecide
                : S.toDecide(board.sides[ask.side]?.name ?? "")
              : "",
      ),
    );
    if (this.phase !== shown.view.phase) this.scrollToPhase(shown.view.phase);
  }

  /** @param {number} phase */
  scrollToPhase(phase) {
    this.phase = phase;
    const chip = this.chips[phase];
    const { strip } = this;
    // The first table comes before the bar has its place on the page.
    requestAnimationFrame(() => {
      if (chip) strip.scrollLeft = chip.offsetLeft - strip.clientWidth / 2 + chip.clientWidth / 2;
    });
  }
}

/** @param {number | null | undefined} side */
const sideClass = (side) => (side === null || side === undefined ? "" : `side${side}`);
