/** A fight in a replay: its place, its rolls so far, how the last was reckoned and what it cost, in a corner of the map. */
import { bringLineInSight } from "../map/changes.js";
import { moveToFarCorner } from "../map/diceRolls.js";
import { fill, h } from "../core/dom.js";
import { reckoning } from "../rules/logDetails.js";
import { diceOf } from "../widgets/diceFaces.js";

/** @typedef {import("../core/types.js").LogLine} LogLine */

/** Lines of one fight on its card, at most. */
const MOST = 5;
/** The number of lines searched backwards: something else may be told in between. */
const BACK = 12;

const isFight = (/** @type {LogLine | undefined} */ line) => !!line && !!(line.dice?.length || line.loss || line.sum?.length);

export class FightCard {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("../map/mapView.js").MapView} map
   */
  constructor(session, map) {
    this.session = session;
    this.map = map;
    this.el = h("section", { class: "fight-card card", id: "fight-card", hidden: true });
    session.on("table", () => this.draw());
  }

  draw() {
    const { session } = this;
    const at = session.past ? session.log.findIndex((line) => line.n === session.pastLine) : -1;
    const line = session.log[at];
    this.el.hidden = !isFight(line);
    if (!line || this.el.hidden) return fill(this.el);
    const place = session.board.spaces[line.spaces?.[0] ?? -1]?.name;
    moveToFarCorner(this.el, this.map, line.spaces ?? []);
    fill(
      this.el,
      place && h("h3", null, h("button", { type: "button", class: "link", onclick: () => bringLineInSight(this.map, line) }, place)),
      fightUpTo(session.log, at).map((one) =>
        h(
          "div",
          { class: `fight-line side${one.side ?? "none"} ${one === line ? "now" : ""}` },
          h("p", null, one.text, one.loss ? h("b", { class: "fight-loss" }, ` −${one.loss}`) : null),
          one.dice?.length ? h("span", { class: "line-dice" }, diceOf(one)) : null,
          one === line && reckoning(session, one.sum),
        ),
      ),
    );
  }
}

/**
 * The lines of the fight that this one belongs to, up to it: nothing of what is still to come.
 * @param {LogLine[]} log
 * @param {number} at
 */
function fightUpTo(log, at) {
  const last = log[at];
  if (!last) return [];
  const there = new Set(last.spaces);
  const out = [last];
  for (let i = at - 1; i >= Math.max(0, at - BACK) && out.length < MOST; i--) {
    const line = log[i];
    if (line?.turn !== last.turn || line.phase !== last.phase) break;
    if (isFight(line) && line.spaces?.some((space) => there.has(space))) out.unshift(line);
  }
  return out;
}
