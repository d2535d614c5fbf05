/** “Ask the general”: its plan with a reason, and the next best plans with what they would cost, in the card of advice. */
import { json } from "../api/request.js";
import { fill, h } from "../core/dom.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").GeneralAdvice} Found */

/** Percent of a chance, or its points. @param {number} chance */
export const percent = (chance) => Math.round(chance * 100);

/** Points of a chance with their sign. @param {number} chance */
export const points = (chance) => `${chance > 0 ? "+" : ""}${percent(chance)}`.replace("-", "−");

export class GeneralButton {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("../prompt/staffAdvice.js").Advice} advice
   */
  constructor(session, advice) {
    this.session = session;
    this.advice = advice;
    this.button = h(
      "button",
      { type: "button", class: "link", id: "ask-general", title: S.general.askHint, hidden: true, onclick: () => void this.ask() },
      S.general.ask,
    );
    advice.button.after(this.button);
    for (const topic of /** @type {const} */ (["table", "pick", "busy"])) session.on(topic, () => this.draw());
  }

  draw() {
    this.button.hidden = !this.session.board.general || !this.advice.isOpen;
    this.button.disabled = this.advice.asking;
  }

  async ask() {
    const { session, advice } = this;
    const { seat } = session;
    this.button.disabled = true;
    await advice.consult(async () => {
      /** @type {Found} */
      const found = await json(`${seat.base}/general?${seat.seats(session.held)}`);
      if (session.closed || found.stamp !== session.table?.stamp) return;
      advice.found = { ...found, options: [found.option] };
      this.show(found);
    }, S.asking);
    this.draw();
  }

  /** @param {Found} found */
  show(found) {
    const { session, advice } = this;
    const [best, ...others] = found.plans;
    fill(
      advice.card,
      advice.top(S.general.title),
      h("p", { class: "advice-what" }, best ? found.reason : S.general.byTheBook),
      h("p", { class: "advice-why" }, S.general.first(found.text)),
      others.length > 0 && h("h4", null, S.general.others),
      others.length > 0 &&
        h(
          "ol",
          { class: "plan-list general-plans" },
          others.map((plan) =>
            h(
              "li",
              null,
              S.general.plan(plan.text, percent(plan.chance)),
              " ",
              h("span", { class: "dim" }, S.general.worse(points(plan.difference), String(percent(plan.error)))),
            ),
          ),
        ),
      h(
        "button",
        { type: "button", class: "button", id: "do-advice", onclick: () => void session.orders.give({ options: [found.option] }) },
        S.advice.doIt,
      ),
    );
    advice.card.hidden = false;
  }
}
