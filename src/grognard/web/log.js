/** The report: by turn and phase, one line per act, dice as pips, each line a way to its moment; filtered at will. */
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
    /** What is asked of a line to be shown. */
    this.wanted = { text: "", side: -1, dice: false, losses: false };
    this.search = h("input", {
      type: "search",
      class: "log-search",
      placeholder: S.log.search,
      "aria-label": S.log.search,
      oninput: () => this.want({ text: this.search.value.trim().toLowerCase() }),
    });
    this.count = h("span", { class: "log-count", "aria-live": "polite" });
    this.toggles = [
      ...session.board.sides.map((side, i) =>
        this.toggle(
          `side${i}`,
          h("i", { class: `side-mark side${i}` }),
          side.adjective ?? side.name,
          () => ({ side: this.wanted.side === i ? -1 : i }),
          () => this.wanted.side === i,
        ),
      ),
      this.toggle(
        "dice",
        null,
        S.log.dice,
        () => ({ dice: !this.wanted.dice }),
        () => this.wanted.dice,
      ),
      this.toggle(
        "losses",
        null,
        S.log.losses,
        () => ({ losses: !this.wanted.losses }),
        () => this.wanted.losses,
      ),
    ];
    this.bar = h(
      "div",
      { class: "log-bar", role: "search" },
      h("div", { class: "log-find" }, this.search, this.count),
      h("div", { class: "log-toggles" }, this.toggles),
    );
    this.lines = h("div", { class: "log-lines" });
    /** @type {{line: LogLine, text: string, el: HTMLElement} | null} the last line that was written, with its hops */
    this.last = null;
    this.lines.addEventListener("keydown", (event) => this.key(event));
    this.el = h("div", { class: "tab-body log", id: "log" }, this.bar, this.lines);
    // Who has scrolled up to read stays there. Lines that come while the log runs to its end do not count as that.
    this.atEnd = true;
    this.top = 0;
    this.el.addEventListener("scroll", () => this.scrolled(), { passive: true });
    this.drawn = 0;
    /** @type {LogLine[]} */
    this.from = [];
    this.group = "";
    this.turn = 0;
    this.walked = false;
    session.on("table", () => this.draw());
  }

  /**
   * @param {string} name
   * @param {Node | null} mark
   * @param {string} text
   * @param {() => Partial<LogTab["wanted"]>} change
   * @param {() => boolean} isOn
   */
  toggle(name, mark, text, change, isOn) {
    const button = h(
      "button",
      {
        type: "button",
        class: "log-toggle",
        "data-filter": name,
        "aria-pressed": "false",
        onclick: () => this.want(change()),
      },
      mark,
      h("span", null, text),
    );
    Object.assign(button, { refresh: () => button.setAttribute("aria-pressed", String(isOn())) });
    return button;
  }

  /** @param {Partial<LogTab["wanted"]>} change */
  want(change) {
    Object.assign(this.wanted, change);
    for (const button of this.toggles) /** @type {any} */ (button).refresh();
    this.drawn = 0;
    this.draw();
    this.toEnd();
  }

  get isFiltered() {
    const { text, side, dice, losses } = this.wanted;
    return text !== "" || side >= 0 || dice || losses;
  }

  /** @param {LogLine} line */
  passes(line) {
    const { text, side, dice, losses } = this.wanted;
    const whose = line.side ?? this.session.board.phases[line.phase]?.side ?? null;
    return (
      (side < 0 || whose === side) &&
      (!dice || (line.dice?.length ?? 0) > 0) &&
      (!losses || (line.loss ?? 0) > 0) &&
      (!text || line.text.toLowerCase().includes(text))
    );
  }

  draw() {
    const { log, pastLine, past } = this.session;
    const same = this.drawn <= log.length && this.from.every((line, i) => log[i] === line);
    if (!same || !this.drawn) {
      this.lines.replaceChildren();
      this.drawn = 0;
      this.group = "";
      this.turn = 0;
      this.last = null;
    }
    for (const line of log.slice(this.drawn)) if (this.passes(line)) this.append(line);
    this.drawn = log.length;
    this.from = log;
    /** @type {HTMLElement[]} */
    const all = [...this.lines.querySelectorAll(".line")].filter((el) => el instanceof HTMLElement);
    if (!all.length) fill(this.lines, h("p", { class: "dim" }, log.length ? S.log.noneMatch : S.emptyLog));
    this.count.textContent = this.isFiltered ? S.log.count(all.length, log.length) : "";
    let shown = null;
    // A long log is walked through only while the past is on show, and once after it.
    const walked = past !== null || this.walked ? all : [];
    this.walked = past !== null;
    for (const el of walked) {
      const first = Number(el.dataset.first);
      const on = past !== null && pastLine !== null && first <= pastLine && pastLine <= Number(el.dataset.n);
      el.classList.toggle("shown", on);
      el.classList.toggle("future", past !== null && first > (pastLine ?? 0));
      if (on) shown = el;
    }
    if (!this.lines.querySelector('.line-text[tabindex="0"]'))
      all.at(-1)?.querySelector(".line-text")?.setAttribute("tabindex", "0");
    if (shown && !this.lines.contains(document.activeElement)) this.reveal(shown);
    else if (this.atEnd && !past) this.toEnd();
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.el;
    if (scrollHeight - scrollTop - clientHeight < 60) this.atEnd = true;
    else if (scrollTop < this.top) this.atEnd = false;
    this.top = scrollTop;
  }

  /** Just before the page is laid out anyway: doing it sooner would have that done twice. */
  toEnd() {
    requestAnimationFrame(() => {
      this.el.scrollTop = this.el.scrollHeight;
    });
  }

  /** @param {HTMLElement} line */
  reveal(line) {
    const top = line.offsetTop - this.el.offsetTop;
    const above = this.bar.offsetHeight + 30;
    if (top < this.el.scrollTop + above || top > this.el.scrollTop + this.el.clientHeight - 40)
      this.el.scrollTop = top - this.el.clientHeight / 2;
  }

  opened() {
    this.toEnd();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const line = event.target instanceof HTMLElement ? event.target : null;
    if (!line?.matches(".line-text")) return;
    const all = [...this.lines.querySelectorAll(".line-text")];
    const at = all.indexOf(line);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    const next = all[Math.max(0, Math.min(all.length - 1, to))];
    line.setAttribute("tabindex", "-1");
    next?.setAttribute("tabindex", "0");
    if (next instanceof HTMLElement) next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {LogLine} line */
  append(line) {
    const { session } = this;
    const { board } = session;
    if (this.goesOn(line)) return;
    const group = `${line.turn}/${line.phase}`;
    if (line.turn !== this.turn) {
      this.turn = line.turn;
      const dates = board.tracks.find((t) => t.id === "turn")?.labels?.[line.turn - 1];
      this.lines.append(
        h(
          "h4",
          { class: "log-turn", "data-turn": line.turn },
          h("span", null, S.turn(line.turn)),
          dates ? h("span", { class: "log-date" }, dates) : null,
        ),
      );
    }
    if (group !== this.group) {
      this.group = group;
      this.lines.append(h("h5", { class: "log-phase" }, board.phases[line.phase]?.name ?? ""));
    }
    const side = line.side === null || line.side === undefined ? "none" : String(line.side);
    const point = () => session.emit("point", { spaces: line.spaces, units: line.units });
    const el = h(
      "div",
      {
        class: `line side${side} ${line.loss ? "loss" : ""}`,
        "data-n": line.n,
        "data-first": line.n,
        onclick: () => void session.showPast(Number(el.dataset.n)),
        onpointerenter: point,
        onpointerleave: () => session.emit("point", null),
      },
      h("button", { type: "button", class: "line-text", tabindex: -1, title: S.replayTo }, line.text),
      line.dice?.length ? h("span", { class: "line-dice" }, diceOf(line)) : null,
      caseLinks(session, line.cases),
    );
    this.lines.append(el);
    this.last = { line, text: line.text, el };
  }

  /**
   * A hop that goes on from the last one is written behind it: “Wuhan → 2108 → 2208.”
   * @param {LogLine} line
   */
  goesOn(line) {
    const { last } = this;
    const text = last && joined(last, line);
    if (!last || !text) return false;
    const words = last.el.querySelector(".line-text");
    if (words) words.textContent = text;
    last.el.dataset.n = String(line.n);
    this.last = { line, text, el: last.el };
    return true;
  }
}

/**
 * Lines as they are read: hops that go on from each other are one.
 * @param {LogLine[]} lines
 * @returns {{line: LogLine, text: string, first: number}[]}  `line` is the last of each
 */
export function asRead(lines) {
  /** @type {{line: LogLine, text: string, first: number}[]} */
  const out = [];
  for (const line of lines) {
    const last = out.at(-1);
    const text = last ? joined(last, line) : "";
    if (last && text) out[out.length - 1] = { line, text, first: last.first };
    else out.push({ line, text: line.text, first: line.n });
  }
  return out;
}

const HOP = /^(?<who>.*): (?<from>[^:]+?) → (?<to>[^:→]+)\.$/;

/**
 * The last line's text with this one's hop behind it; nothing when it does not go on from there.
 * @param {{line: LogLine, text: string}} last
 * @param {LogLine} line
 */
function joined(last, line) {
  const before = last.line;
  const apart = line.n !== before.n + 1 || line.phase !== before.phase || line.turn !== before.turn;
  if (apart || line.dice?.length || before.dice?.length || line.spaces?.[0] !== before.spaces?.at(-1)) return "";
  const was = HOP.exec(before.text)?.groups;
  const now = HOP.exec(line.text)?.groups;
  return was && now && was.who === now.who ? `${last.text.slice(0, -1)} → ${now.to}.` : "";
}
