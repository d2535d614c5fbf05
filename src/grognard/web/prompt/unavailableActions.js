/** Actions that a unit could do in this phase and may not now: greyed, each with its reason on hover, focus or tap. */
import { fill, h } from "../core/dom.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").VerbState} VerbState */

export class UnavailableActions {
  /** @param {import("../session/session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {{key: string, el: HTMLElement} | null} what was asked last: drawn anew it keeps its place and the focus */
    this.last = null;
  }

  /**
   * For your own unit, while you decide.
   * @param {number} unit
   * @returns {HTMLElement | null}
   */
  of(unit) {
    const { session } = this;
    const { table, board, side } = session;
    if (session.past || !table?.ask?.mine || board.units[unit]?.side !== side) return null;
    const key = `${table.stamp}/${unit}`;
    if (this.last?.key !== key) {
      const el = h("div", { class: "verbs", hidden: true });
      this.last = { key, el };
      void this.ask(unit, el);
    }
    return this.last.el;
  }

  /**
   * @param {number} unit
   * @param {HTMLElement} el
   */
  async ask(unit, el) {
    try {
      const found = await this.session.seat.verbs(unit);
      // That nothing can be taken back where nothing was ordered goes without saying.
      const { verbs } = this.session.board;
      const barred = found.filter((verb) => !verb.offered && verb.reasons.length && !verbs[verb.verb]?.quiet);
      if (barred.length) this.draw(el, barred);
    } catch {
      // The table has moved on, or the line is down: there is nothing to grey.
    }
  }

  /**
   * @param {HTMLElement} el
   * @param {VerbState[]} barred
   */
  draw(el, barred) {
    const why = h("div", { class: "verb-why", "aria-live": "polite" });
    /** @type {string | null} the verb whose reason stays when the pointer goes */
    let kept = null;
    /** @type {VerbState | undefined} */
    let told;
    /** @param {VerbState | undefined} verb */
    const tell = (verb) => {
      // What stands there stays: a link that is being clicked must not be put there anew.
      if (verb === told) return;
      told = verb;
      fill(why, verb && verb.reasons.map((r) => h("p", null, r.text, " ", caseLinks(this.session, r.cases))));
    };
    const keep = () => {
      for (const button of el.querySelectorAll("button"))
        button.setAttribute("aria-pressed", String(button.dataset.verb === kept));
      tell(barred.find((verb) => verb.verb === kept));
    };
    fill(
      el,
      h("p", { class: "label" }, S.notNow),
      h(
        "div",
        { class: "verb-row" },
        barred.map((verb) =>
          h(
            "button",
            {
              type: "button",
              class: "verb-not",
              "data-verb": verb.verb,
              "aria-pressed": "false",
              title: verb.reasons[0]?.text ?? "",
              onpointerenter: () => tell(verb),
              onpointerleave: keep,
              onfocus: () => tell(verb),
              onblur: keep,
              onclick: () => {
                kept = kept === verb.verb ? null : verb.verb;
                keep();
              },
            },
            verb.label,
          ),
        ),
      ),
      why,
    );
    el.hidden = false;
  }
}
