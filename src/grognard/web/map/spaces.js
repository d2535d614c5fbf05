/** The spaces of the board as clickable outlines over the map, and the marks that the interface draws on them. */
import { s, setIfNew, replaceClasses } from "../core/dom.js";
import { PinnedNoteLayer } from "./pinnedNotes.js";
import { middle, outline } from "../core/spaceGeometry.js";
import { prefersReducedMotion } from "../core/storage.js";
import { ReachOverlay } from "./reachOverlay.js";

/** More spaces on offer than this are marked faintly. */
const MANY = 120;
/** From a place that was picked arrows lead to so few that can be picked next. */
const FEW = 6;

export class Spaces {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    const { board } = session;
    const { width, height } = board.map;
    this.paths = board.spaces.map((space, i) =>
      s("path", {
        class: `space ${space.rect ? "box" : "area"}`,
        d: outline(space),
        "data-space": i,
        "aria-label": space.name,
        role: "img",
        "aria-hidden": "true",
      }),
    );
    /** The marks that each space bears, so that only what changes is written. */
    this.marked = board.spaces.map(() => "");
    this.arrows = s("g", { class: "arrows" });
    this.plans = s("g", { class: "plans" });
    this.next = s("g", { class: "plans next" });
    this.nextKey = "";
    this.ways = new ReachOverlay(session);
    // One dark edge under all the marks: without it their colours alone would carry the contrast.
    this.casing = s("path", { class: "casing", "aria-hidden": "true" });
    // Drawn last, so that no neighbour's outline covers that of the place under the pointer or the focus.
    this.ring = s("path", { class: "ring", "aria-hidden": "true" });
    this.el = s(
      "svg",
      { class: "spaces", viewBox: `0 0 ${width} ${height}`, width, height },
      s(
        "defs",
        null,
        s(
          "marker",
          {
            id: "arrow-head",
            viewBox: "0 0 10 10",
            refX: 7,
            refY: 5,
            markerWidth: 5,
            markerHeight: 5,
            orient: "auto-start-reverse",
          },
          s("path", { d: "M0 0L10 5L0 10z" }),
        ),
      ),
      this.casing,
      this.paths,
      this.plans,
      this.next,
      this.ways.costs,
      this.arrows,
      this.ring,
      this.ways.path,
      new PinnedNoteLayer(session).el,
    );
  }

  glow() {
    this.drawNext();
    const { board, selection, hover, reach, shown } = this.session;
    const now = selection.offer;
    const picked = new Set(selection.picks.filter((p) => p.kind === "space").map((p) => p.value));
    const looked = selection.look?.kind === "space" ? selection.look.value : -1;
    const moving = (/** @type {number} */ i) => now.spaces.has(i) && reach.ends(i);
    const aimed = hover?.kind === "space" && now.spaces.has(hover.value) && selection.picks.length > 0 ? hover.value : -1;
    const subject = new Set(this.session.past ? [] : (shown?.ask?.spaces ?? []));
    const over = hover?.kind === "space" && now.spaces.has(hover.value) ? board.spaces[hover.value] : undefined;
    setIfNew(this.ring, "d", over ? outline(over) : "");
    this.ring.classList.toggle("aimed", aimed >= 0);
    // Where nearly everything is on offer a strong outline would say nothing and hide the map.
    const many = now.spaces.size > MANY;
    this.casing.classList.toggle("faint", many);
    const planned = new Set((this.session.past ? [] : (shown?.ask?.previews ?? [])).map((p) => p.space));
    setIfNew(
      this.casing,
      "d",
      [...now.spaces].filter((i) => !moving(i)).concat(...picked).map((i) => (board.spaces[i] ? outline(board.spaces[i]) : "")).join(""),
    );
    this.paths.forEach((path, i) => {
      const glows = now.spaces.has(i);
      const reached = glows && reach.ends(i);
      let marks = "";
      if (glows) marks += reached ? " reach" : many ? " glow faint" : " glow";
      if (reached && reach.way?.look === "far") marks += " far";
      if (reached && (reach.spaces.get(i)?.chance ?? 1) < 1) marks += " unsure";
      if (picked.has(i)) marks += " picked";
      if (i === looked) marks += " looked";
      if (subject.has(i)) marks += " subject";
      if (planned.has(i) && !glows) marks += " target";
      if (marks === this.marked[i]) return;
      replaceClasses(path, this.marked[i] ?? "", marks);
      this.marked[i] = marks;
      setIfNew(path, "role", glows ? "button" : "img");
      // Of hundreds nobody finds one by Tab: the sidebar takes its name instead.
      setIfNew(path, "tabindex", glows ? (many ? "-1" : "0") : null);
      setIfNew(path, "aria-hidden", glows && !many ? null : "true");
    });
  }

  /** A place was picked and another one is wanted: the map says so too. */
  drawNext() {
    const { board, selection } = this.session;
    const last = selection.picks.at(-1);
    const goals = [...selection.offer.spaces];
    const key = last?.kind === "space" && goals.length <= FEW ? [last.value, ...goals].join() : "";
    if (key === this.nextKey) return;
    this.nextKey = key;
    const [x, y] = middle(board.spaces[last?.value ?? -1]);
    this.next.replaceChildren(
      ...(key ? goals : []).flatMap((goal) => {
        const [gx, gy] = middle(board.spaces[goal]);
        const d = `M${x} ${y}L${gx} ${gy}`;
        return [
          s("path", { class: "plan case-line", d }),
          s("path", { class: "plan", d, "marker-end": "url(#arrow-head)" }),
        ];
      }),
    );
  }

  /** The way to what the pointer or the focus is on. */
  drawPath() {
    const { selection, hover, options } = this.session;
    this.ways.drawPath(hover && options.length ? selection.aimsAt(hover) : null);
  }

  /**
   * The goals of a plan, unit by unit.
   * @param {Map<number, {x: number, y: number}>} places
   */
  plan(places) {
    const { board, shown } = this.session;
    this.plans.replaceChildren(
      ...[...(shown?.view.plans ?? []), ...this.session.plan].flatMap(([unit, space]) => {
        const from = places.get(unit);
        const [x, y] = middle(board.spaces[space]);
        if (!from || Math.hypot(from.x - x, from.y - y) < 30) return [];
        const d = `M${from.x} ${from.y}L${x} ${y}`;
        return [
          s("path", { class: "plan case-line", d }),
          s("path", { class: "plan", d, "marker-end": "url(#arrow-head)" }),
        ];
      }),
    );
  }

  /**
   * Spaces that a log line or a preview speaks of.
   * @param {number[]} spaces
   */
  point(spaces) {
    this.paths.forEach((path, i) => path.classList.toggle("pointed", spaces.includes(i)));
  }

  /**
   * The other side's last moves, as dashed arrows that fade.
   * @param {import("../core/types.js").LogLine[]} lines
   */
  trace(lines) {
    const { board, side } = this.session;
    const moves = lines.filter((line) => line.side !== null && line.side !== side && (line.spaces?.length ?? 0) > 1);
    this.arrows.replaceChildren();
    for (const line of moves.slice(-8)) {
      const points = (line.spaces ?? []).map((i) => middle(board.spaces[i]));
      for (let i = 1; i < points.length; i++) {
        const a = points[i - 1];
        const b = points[i];
        if (!a || !b) continue;
        const bend = [(a[0] + b[0]) / 2 + (b[1] - a[1]) * 0.14, (a[1] + b[1]) / 2 - (b[0] - a[0]) * 0.14];
        const d = `M${a[0]} ${a[1]}Q${bend[0]} ${bend[1]} ${b[0]} ${b[1]}`;
        this.arrows.append(
          s("path", { class: "arrow case-line", d }),
          s("path", { class: "arrow", d, "marker-end": "url(#arrow-head)" }),
        );
      }
    }
    if (prefersReducedMotion()) setTimeout(() => this.arrows.replaceChildren(), 6000);
  }
}
