/**
 * The context card: the odds of the attack that is aimed at, or the stack and the place that were clicked, or the plan
 * so far.
 */
import { decisionTables } from "../prompt/decisionTables.js";
import { fill, h } from "../core/dom.js";
import { face } from "../map/artwork.js";
import { Participants } from "../prompt/participants.js";
import { Odds, oddsCard } from "../prompt/odds.js";
import { counter, shownUnit } from "../map/counters.js";
import { pinOf } from "../map/pinnedNotes.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { S } from "../languages/strings.js";
import { UnavailableActions } from "../prompt/unavailableActions.js";

/** @typedef {import("../core/types.js").PlacedUnit} PlacedUnit */

export class ContextCard {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.desk = h("div", { class: "desk", id: "desk", hidden: true });
    this.muster = new Participants(session);
    this.verbs = new UnavailableActions(session);
    this.body = h("div", { class: "context-body" });
    this.el = h("section", { class: "card context", id: "context", "aria-label": S.here }, this.desk, this.muster.el, this.body);
    // Asking an element how far it is scrolled has the browser lay out the whole page at once.
    this.scrolled = 0;
    this.el.addEventListener("scroll", () => (this.scrolled = this.el.scrollTop), { passive: true });
    this.previews = new Odds(session, () => this.draw());
    // Its buttons stay in place while one aims at them: drawn anew only when there is something new on it.
    for (const topic of /** @type {const} */ (["table", "busy"])) session.on(topic, () => this.drawDesk());
    /** The question at which the player last clicked something. */
    this.clickedAt = "";
    session.on("pick", () => (this.clickedAt = session.table?.stamp ?? ""));
    for (const topic of /** @type {const} */ (["table", "pick", "pins"])) session.on(topic, () => this.draw());
  }

  drawDesk() {
    const { session } = this;
    const sheets = session.past ? [] : (session.table?.ask?.desk ?? []);
    this.desk.hidden = !sheets.length;
    fill(this.desk, decisionTables(session, sheets));
  }

  draw() {
    const { scrolled } = this;
    this.drawBody();
    if (scrolled) this.el.scrollTop = scrolled;
  }

  drawBody() {
    const { session, body } = this;
    const aimed = this.previews.current;
    const planned = session.past ? [] : (session.table?.ask?.previews ?? []);
    const seen = session.selection.look ?? session.selection.picks[0] ?? null;
    // What was clicked for an earlier question makes room for the odds or the prices of this one; it may have left the map.
    const old = this.clickedAt !== session.table?.stamp;
    const at = seen?.kind === "unit" ? (session.placed(seen.value)?.[1] ?? -1) : (seen?.value ?? -1);
    const gone = seen?.kind === "unit" && (at < 0 || (old && session.board.spaces[at]?.rect));
    const look = gone || (old && (planned.length > 0 || !this.desk.hidden)) ? null : seen;
    this.muster.draw(planned.length > 0);
    const mustering = this.muster.isOn;
    const looking = !!look && !mustering && !aimed.length;
    this.el.classList.toggle("battle", mustering || !this.desk.hidden);
    this.el.classList.toggle("looking", looking);
    this.el.classList.toggle("quiet", !aimed.length && !looking && !planned.length && !mustering && this.desk.hidden);
    if (aimed.length) {
      fill(
        body,
        aimed.map((p) => oddsCard(session, p, planned.find((now) => now.space === p.space))),
      );
    } else if (look && looking) {
      // The odds of the very place that is looked at come before its facts, those of other places after.
      fill(
        body,
        planned.filter((p) => p.space === at).map((p) => oddsCard(session, p)),
        h("div", { class: "place" }, this.place(look)),
        planned.filter((p) => p.space !== at).map((p) => oddsCard(session, p)),
      );
    } else if (planned.length) {
      fill(
        body,
        planned.map((p) => oddsCard(session, p)),
      );
    } else if (this.desk.hidden) {
      fill(
        body,
        h("p", { class: "dim hint" }, matchMedia("(pointer: coarse)").matches ? S.tapSomething : S.clickSomething),
      );
    } else fill(body);
  }

  /** @param {import("../core/types.js").Pick} look */
  place(look) {
    const { board } = this.session;
    const at = look.kind === "space" ? look.value : (this.session.placed(look.value)?.[1] ?? -1);
    const space = board.spaces[at];
    const there = this.session.unitsIn(at);
    const first = look.kind === "unit" ? there.filter((u) => u[0] === look.value) : [];
    const rest = there.filter((u) => !first.includes(u));
    const marks = this.session.shown?.view.marks.filter((m) => m[0] === at && m[2] > 0) ?? [];
    const units = [...first, ...rest].map((u) => this.unit(u, first.includes(u)));
    const about = [
      h("h3", null, space?.name ?? ""),
      space && pinOf(this.session, at),
      space?.facts?.length ? this.facts(space.facts) : null,
      marks.length
        ? h(
            "div",
            { class: "mark-row" },
            marks.map(([, marker, count]) =>
              h(
                "span",
                { class: "mark-chip" },
                face(board.markers[marker]?.symbol ?? ""),
                `${board.markers[marker]?.name ?? ""}${count > 1 ? ` × ${count}` : ""}`,
                " ",
                caseLinks(this.session, board.markers[marker]?.cases),
              ),
            ),
          )
        : null,
      !there.length ? h("p", { class: "dim" }, S.nothingHere) : null,
      // A game may tell the neighbours among its facts: then once is enough.
      space?.adjacent?.length && !space.facts?.some((f) => f.name === S.adjacent)
        ? h(
            "p",
            { class: "adjacent" },
            h("span", { class: "label" }, S.adjacent),
            " ",
            space.adjacent.map((i) =>
              h(
                "button",
                {
                  type: "button",
                  class: "link",
                  onclick: () => this.lookAt(i),
                  onpointerenter: () => this.session.emit("point", { spaces: [i] }),
                  onpointerleave: () => this.session.emit("point", null),
                },
                board.spaces[i]?.name ?? "",
              ),
            ),
          )
        : null,
    ];
    // What was clicked comes first.
    return look.kind === "unit" ? [...units, ...about] : [...about, ...units];
  }

  /** @param {number} space */
  lookAt(space) {
    this.session.selection.look = { kind: "space", value: space };
    this.session.emit("point", null);
    this.session.selection.changed();
  }

  /** @param {import("../core/types.js").Fact[]} facts */
  facts(facts) {
    return h(
      "dl",
      { class: "facts" },
      facts.map((fact) =>
        h("div", null, h("dt", null, fact.name), h("dd", null, fact.value, " ", caseLinks(this.session, fact.cases))),
      ),
    );
  }

  /**
   * @param {PlacedUnit} placed
   * @param {boolean} full
   */
  unit(placed, full) {
    const { board, selection } = this.session;
    const unit = shownUnit(board, placed);
    if (!unit) return null;
    const pick = /** @type {import("../core/types.js").Pick} */ ({ kind: "unit", value: placed[0] });
    const picked = selection.units.includes(placed[0]);
    const glows = selection.glows(pick);
    const flags = board.flags.filter((flag) => placed[3] & flag.bit);
    return h(
      "div",
      { class: `unit-row ${picked ? "picked" : glows ? "glow" : ""} ${full ? "full" : ""}` },
      h(
        "button",
        {
          type: "button",
          class: "unit-pick",
          "aria-label": unit.name,
          onclick: (/** @type {MouseEvent} */ event) =>
            selection.click(pick, { x: event.clientX, y: event.clientY, add: event.shiftKey }),
        },
        counter(board, placed),
      ),
      h(
        "div",
        { class: "unit-words" },
        h("p", { class: "unit-name" }, h("b", null, unit.name), " ", h("span", { class: "dim" }, unit.type)),
        h(
          "p",
          { class: "unit-state" },
          h("i", { class: `side-mark side${unit.side}` }),
          [board.sides[unit.side]?.name, S.steps(placed[2])].filter(Boolean).join(" · "),
          flags.map((flag) =>
            h("span", { class: "flag-chip" }, flag.name, " ", caseLinks(this.session, full ? flag.cases : [])),
          ),
        ),
        // For a unit that was clicked at an earlier question the barred acts are not repeated at every further one.
        full && this.clickedAt === this.session.table?.stamp ? this.verbs.of(placed[0]) : null,
        full && unit.facts?.length ? this.facts(unit.facts) : null,
      ),
    );
  }
}
