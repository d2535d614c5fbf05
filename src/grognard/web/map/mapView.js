/** The map: drawing, spaces, counters, and every gesture on them. */
import { followHover } from "./hover.js";
import { Camera } from "./camera.js";
import { h, icon } from "../core/dom.js";
import { dragUnits } from "./dragUnits.js";
import { openingPose, poseBesideBoxes } from "./openingView.js";
import { counterScale } from "./counterLayout.js";
import { Overview } from "./overviewMap.js";
import { Counters, shownUnit } from "./counters.js";
import { OutOfSightButton } from "./outOfSightButton.js";
import { middle } from "../core/spaceGeometry.js";
import { Spaces } from "./spaces.js";
import { UnitsByPlace } from "./unitsByPlace.js";
import { S } from "../languages/strings.js";
import { askWhyNot, explainMissedClicks } from "../rules/whyNot.js";

/** @typedef {import("../core/types.js").Pick} Pick */

/** @type {{match: string, pose: import("./camera.js").Pose} | null} the player's last view: it comes back after the table was passed */
let lastPose = null;
/** @type {import("./openingView.js").Home | null} where the map opened: kept, like the last look, while the table is passed */
let home = null;
/** The largest scale at which the map's flat picture does not look coarse. */
const COARSE = 1.1;

export class MapView {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("./artwork.js").Sheets} sheets  the map, as it lies under everything
   */
  constructor(session, sheets) {
    this.session = session;
    const { board } = session;
    this.counters = new Counters(session);
    this.spaces = new Spaces(session);
    this.tip = h("div", { class: "hover-line", "aria-hidden": "true" });
    const { width, height } = board.map;
    this.flat = sheets[0].width / width;
    this.world = h(
      "div",
      { class: "world", vars: { width: `${width}px`, height: `${height}px` } },
      h("div", { class: "drawing", "aria-hidden": "true" }, sheets),
      this.counters.el,
      this.spaces.el,
    );
    this.frame = h("div", { class: "map-frame" }, this.world);
    this.camera = new Camera(this.frame, this.world, board.map);
    this.overview = new Overview(session, this.camera, sheets[0]);
    this.el = h(
      "main",
      { class: "map", id: "map", "aria-label": S.map },
      new UnitsByPlace(session).el,
      this.frame,
      this.tip,
      this.overview.el,
      h(
        "div",
        { class: "zoom-buttons" },
        this.tool("plus", S.zoomIn, () => this.camera.zoomMiddle(1.3)),
        this.tool("minus", S.zoomOut, () => this.camera.zoomMiddle(1 / 1.3)),
        this.tool("fit", S.fit, () => this.camera.fit()),
      ),
    );
    this.outOfSight = new OutOfSightButton(this);
    this.el.append(this.outOfSight.el);
    explainMissedClicks(session, this.el);
    this.scaleFor = counterScale(board);
    this.counters.seen = () => this.camera.window;
    this.camera.onmove = () => this.moved();
    this.camera.onrest = () => this.rested();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.fanTimer = undefined;
    /** The space whose counters came to lie under the pointer: they do not fan out until it has been elsewhere. */
    this.arrived = -1;
    this.listen();
    session.on("table", () => {
      const at = this.hoverSpace;
      this.arrived = this.counters.fanned?.startsWith(`${at}/`) ? -1 : at;
      this.draw();
    });
    session.on("busy", () => this.glow());
    session.on("pick", () => this.glow());
    session.on("reach", () => {
      this.glow();
      // What is picked from a stack lies open, also for the keyboard.
      if (session.selection.group.length) this.counters.fan(this.groupFan());
    });
    session.on("hover", () => this.hovered());
    session.on("lines", (lines) => this.spaces.trace(lines));
    session.on("point", (what) => this.pointAt(what));
  }

  /**
   * @param {string} name
   * @param {string} title
   * @param {() => void} run
   */
  tool(name, title, run) {
    return h("button", { type: "button", class: `tool tool-${name}`, title, "aria-label": title, onclick: run }, icon(name));
  }

  /** Once the element has its size: only then are counters laid on the map, so that nothing is measured twice. */
  mounted() {
    const { camera } = this;
    new ResizeObserver(() => camera.resized()).observe(this.frame);
    if (lastPose?.match === this.session.match) {
      camera.fitted = false;
      camera.put(lastPose.pose);
    } else {
      camera.put({ x: 0, y: 0, z: camera.fitZoom });
      home = openingPose(this.session, camera);
      if (home) {
        camera.fitted = false;
        camera.put(home);
      }
    }
    this.rested();
    this.draw();
  }

  /** @param {boolean} open */
  makeRoom(open) {
    const to = home && poseBesideBoxes(home, this.camera.pose, open);
    if (to) this.camera.glide(to);
  }

  draw() {
    if (!this.el.isConnected) return;
    this.counters.draw();
    this.spaces.glow();
    this.spaces.plan(this.counters.layout.places);
    this.overview.draw();
    this.outOfSight.look();
    this.el.classList.toggle("in-the-past", this.session.past !== null);
  }

  glow() {
    this.counters.glow();
    this.spaces.glow();
    this.spaces.ways.drawCosts();
    this.spaces.drawPath();
    this.outOfSight.look();
  }

  moved() {
    if (!this.camera.fitted) lastPose = { match: this.session.match, pose: this.camera.pose };
    else lastPose = null;
    this.overview.moved();
  }

  rested() {
    const { z } = this.camera.pose;
    const scale = this.scaleFor(z);
    if (scale !== this.counters.scale) {
      this.counters.scale = scale;
      this.counters.place();
    }
    // Detail by what a counter measures on the screen, not by the zoom itself.
    const shown = z * scale;
    this.world.classList.toggle("no-d3", shown < 0.7);
    this.world.classList.toggle("no-d2", shown < 0.4);
    this.world.style.setProperty("--px", String(1 / z));
    this.spaces.ways.zoomed(z);
    this.outOfSight.look();
    this.world.classList.toggle("sharp", z * devicePixelRatio > this.flat * COARSE);
    this.session.emit("fitted");
  }

  /**
   * The unit or space an event is about. A counter that cannot be clicked itself stands for its space.
   * @param {EventTarget | null} target
   * @returns {Pick | null}
   */
  thing(target) {
    const el = target instanceof Element ? target.closest("[data-unit], [data-space]") : null;
    if (!el || !this.frame.contains(el)) return null;
    const unit = el.getAttribute("data-unit");
    if (unit === null) return { kind: "space", value: Number(el.getAttribute("data-space")) };
    return { kind: "unit", value: Number(unit) };
  }

  /** @param {Pick | null} pick */
  resolved(pick) {
    const { selection } = this.session;
    if (pick?.kind !== "unit" || selection.glows(pick) || selection.units.includes(pick.value) || selection.taken.has(pick.value))
      return pick;
    const space = this.session.placed(pick.value)?.[1] ?? -1;
    const standsFor = /** @type {Pick} */ ({ kind: "space", value: space });
    // In a hex a counter leaves no room beside it to be clicked.
    const covers = this.session.board.spaces[space]?.kind === "hex";
    const aiming = covers || selection.picks.length > 0 || this.session.reach.way !== undefined;
    return aiming && selection.glows(standsFor) ? standsFor : pick;
  }

  listen() {
    const { frame, session } = this;
    frame.addEventListener("click", (event) => this.clicked(/** @type {PointerEvent} */ (event)));
    frame.addEventListener("dblclick", (event) => {
      if (this.thing(event.target)?.kind !== "unit") this.camera.fit();
    });
    frame.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.whyNot(event.target, event.clientX, event.clientY);
    });
    followHover(this);
    frame.addEventListener("keydown", (event) => {
      const pick = this.thing(event.target);
      if (!pick || event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      const box = /** @type {Element} */ (event.target).getBoundingClientRect();
      session.selection.click(pick, { x: box.right, y: box.top, add: event.shiftKey });
    });
    this.longPress();
    dragUnits(this);
  }

  /**
   * Move the map only if this is out of sight.
   * @param {Pick} pick
   */
  bring(pick) {
    const place = pick.kind === "unit" ? this.counters.layout.places.get(pick.value) : undefined;
    const [x, y] = place ? [place.x, place.y] : middle(this.session.board.spaces[pick.value]);
    this.camera.centre(x, y, true);
  }

  /** @param {PointerEvent} event */
  clicked(event) {
    const { session } = this;
    // Who acts has seen enough of what happened.
    if (session.playing?.waits) session.incoming.stage?.finish();
    const touch = event.pointerType === "touch";
    const pick = this.thing(event.target);
    if (!pick) {
      if (event.target !== this.counters.plate) this.counters.fan(null);
      if (!session.selection.picks.length && session.selection.look) session.selection.back();
      return;
    }
    const stack = pick.kind === "unit" ? this.counters.stackOf(pick.value) : null;
    // A finger first opens the stack, then chooses in it.
    if (touch && stack && this.counters.fanned !== stack.key) {
      this.counters.fan(stack.key);
      if (this.resolved(pick)?.kind === "unit") {
        session.selection.look = pick;
        return session.selection.changed();
      }
    }
    if (!stack) this.counters.fan(this.groupFan());
    const final = this.resolved(pick);
    if (final) session.selection.click(final, { x: event.clientX, y: event.clientY, touch, add: event.shiftKey });
  }

  /** The space under the pointer. */
  get hoverSpace() {
    const { hover } = this.session;
    return hover?.kind === "unit" ? (this.session.placed(hover.value)?.[1] ?? -1) : (hover?.value ?? -1);
  }

  /**
   * @param {Pick | null} pick
   * @param {boolean} onPlate
   */
  considerFan(pick, onPlate) {
    clearTimeout(this.fanTimer);
    const stack = pick?.kind === "unit" ? this.counters.stackOf(pick.value) : null;
    const isNew = stack?.space === this.arrived || (pick?.kind === "space" && pick.value === this.arrived);
    if (!isNew) this.arrived = -1;
    else if (!this.groupFan()) return;
    if (onPlate || (stack && stack.key === this.counters.fanned)) return;
    const { selection } = this.session;
    // While a space is being aimed at, stacks without anything to pick stay out of the way.
    const aiming = (selection.picks.length > 0 || this.session.reach.way !== undefined) && selection.offer.spaces.size > 0;
    const opens = stack && (!aiming || stack.units.some((u) => selection.glows({ kind: "unit", value: u })));
    const wanted = stack && opens && !(aiming && this.session.reach.ends(stack.space)) ? stack.key : this.groupFan();
    this.fanTimer = setTimeout(() => this.counters.fan(wanted), wanted ? 160 : 260);
  }

  /** The stack that units are being picked from stays open. */
  groupFan() {
    const first = this.session.selection.group[0];
    return first === undefined ? null : (this.counters.stackOf(first)?.key ?? null);
  }

  longPress() {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const stop = () => clearTimeout(timer);
    this.frame.addEventListener("pointerdown", (event) => {
      stop();
      if (event.pointerType !== "touch" || !event.isPrimary) return;
      timer = setTimeout(() => {
        if (this.camera.dragged || this.camera.fingers.size > 1) return;
        this.camera.dragged = true;
        this.whyNot(event.target, event.clientX, event.clientY);
      }, 550);
    });
    for (const end of ["pointerup", "pointercancel", "wheel"])
      this.frame.addEventListener(end, stop, { passive: true });
  }

  /**
   * @param {EventTarget | null} target
   * @param {number} x
   * @param {number} y
   */
  whyNot(target, x, y) {
    void askWhyNot(this.session, this.thing(target), { x, y });
  }

  hovered() {
    const { board, hover, selection } = this.session;
    this.spaces.glow();
    this.spaces.drawPath();
    const placed = hover?.kind === "unit" ? this.session.placed(hover.value) : null;
    const at = hover?.kind === "unit" ? placed?.[1] : hover?.value;
    const space = at === undefined ? undefined : board.spaces[at];
    const unit = shownUnit(board, placed);
    const parts = unit ? [unit.name, unit.type] : [];
    // Of several that go together the map has the dearest cost, and the log that of each.
    const { way, spaces } = this.session.reach;
    const cost = way?.order && way.units.length > 1 ? spaces.get(at ?? -1)?.cost : undefined;
    this.tip.textContent = space
      ? [
          ...parts,
          space.name,
          cost === undefined ? "" : S.seeing.slowest(cost),
          ...(space.facts ?? [])
            .filter((f) => f.value.length < 22)
            .slice(0, 3)
            .map((f) => `${f.name} ${f.value}`),
        ]
          .filter(Boolean)
          .join(" · ")
      : "";
    this.el.classList.toggle("aiming", selection.picks.length > 0 || this.session.reach.way !== undefined);
  }

  /** @param {import("../session/topics.js").PointedAt | null} what */
  pointAt(what) {
    const { board } = this.session;
    const spaces = what?.spaces ?? [];
    const units = what?.units ?? [];
    this.spaces.point(spaces);
    for (const [unit, { el }] of this.counters.units) el.classList.toggle("pointed", units.includes(unit));
    const first = units.map((u) => this.counters.layout.places.get(u)).find(Boolean);
    const [x, y] = first ? [first.x, first.y] : middle(board.spaces[spaces[0] ?? -1]);
    if (what?.centre && (first || spaces.length)) this.camera.centre(x, y);
  }
}
