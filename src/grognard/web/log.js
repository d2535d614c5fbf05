/** The report: by turn and phase, one line per act, dice as pips, rule numbers that open the rule. */
import { fill, h, s } from "./dom.js";
import { caseLinks } from "./rules.js";
import { S } from "./strings.js";

/** @typedef {import("./types.js").LogLine} LogLine */

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[8, 8]],
  2: [
    [4, 4],
    [12, 12],
  ],
  3: [
    [4, 4],
    [8, 8],
    [12, 12],
  ],
  4: [
    [4, 4],
    [12, 4],
    [4, 12],
    [12, 12],
  ],
  5: [
    [4, 4],
    [12, 4],
    [8, 8],
    [4, 12],
    [12, 12],
  ],
  6: [
    [4, 4],
    [12, 4],
    [4, 8],
    [12, 8],
    [4, 12],
    [12, 12],
  ],
};

/**
 * @param {number} value
 * @param {boolean} hit
 */
export function die(value, hit) {
  const pips = PIPS[value];
  return s(
    "svg",
    {
      class: `die ${hit ? "hit" : ""}`,
      viewBox: "0 0 16 16",
      role: "img",
      "aria-label": hit ? `${value}!` : String(value),
    },
    s("rect", { x: 0.5, y: 0.5, width: 15, height: 15, rx: 3 }),
    pips
      ? pips.map(([cx, cy]) => s("circle", { cx, cy, r: 1.55 }))
      : s("text", { x: 8, y: 11.5, "text-anchor": "middle" }, value),
  );
}

/** @param {LogLine} line */
export function diceOf(line) {
  const hits = line.hits ?? 0;
  return (line.dice ?? []).map((value) => die(value, hits > 0 && value >= hits));
}

export class LogTab {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.el = h("div", { class: "tab-body log", id: "log" });
    this.drawn = 0;
    /** @type {LogLine[]} */
    this.from = [];
    this.group = "";
    session.on("table", () => this.draw());
  }

  draw() {
    const { log, pastLine, past } = this.session;
    const atEnd = this.el.scrollHeight - this.el.scrollTop - this.el.clientHeight < 60;
    const same = this.drawn <= log.length && this.from.every((line, i) => log[i] === line);
    if (!same || !this.drawn) {
      this.el.replaceChildren();
      this.drawn = 0;
      this.group = "";
      if (!log.length) fill(this.el, h("p", { class: "dim" }, S.emptyLog));
    }
    for (const line of log.slice(this.drawn)) this.append(line);
    this.drawn = log.length;
    this.from = log;
    for (const el of this.el.querySelectorAll(".line")) {
      const n = Number(el.getAttribute("data-n"));
      el.classList.toggle("shown", past !== null && n === pastLine);
      el.classList.toggle("future", past !== null && n > (pastLine ?? 0));
    }
    if (atEnd && !past) this.el.scrollTop = this.el.scrollHeight;
  }

  opened() {
    this.el.scrollTop = this.el.scrollHeight;
  }

  /** @param {LogLine} line */
  append(line) {
    const { session } = this;
    const { board } = session;
    const group = `${line.turn}/${line.phase}`;
    if (group !== this.group) {
      this.group = group;
      const dates = board.tracks.find((t) => t.id === "turn")?.labels?.[line.turn - 1];
      this.el.append(
        h(
          "h4",
          { class: "log-head" },
          h("span", null, [S.turn(line.turn), dates].filter(Boolean).join(", ")),
          h("span", { class: "log-phase" }, board.phases[line.phase]?.name ?? ""),
        ),
      );
    }
    const side = line.side === null || line.side === undefined ? "none" : String(line.side);
    const point = () => session.emit("point", { spaces: line.spaces, units: line.units });
    this.el.append(
      h(
        "div",
        {
          class: `line side${side}`,
          "data-n": line.n,
          title: S.replayTo,
          onclick: () => void session.showPast(line.n),
          onpointerenter: point,
          onpointerleave: () => session.emit("point", null),
        },
        h("span", { class: "line-text" }, line.text),
        line.dice?.length ? h("span", { class: "line-dice" }, diceOf(line)) : null,
        caseLinks(session, line.cases),
      ),
    );
  }
}
