/** The progress of a general that thinks, and a way to hurry it. What it thinks of stays secret. */
import { json, post } from "../api/request.js";
import { fill, h } from "../core/dom.js";
import { S } from "../languages/strings.js";
import { percent } from "./generalAdvice.js";

/** Milliseconds between two looks. */
const LOOK = 600;
const THINKER = /^general(:|$)/;

export class Considering {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("../prompt/promptCard.js").PromptCard} prompt
   */
  constructor(session, prompt) {
    this.session = session;
    this.el = h("p", { class: "considering", id: "considering", hidden: true, "aria-live": "polite" });
    prompt.el.append(this.el);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.next = undefined;
    session.on("table", () => this.consider());
  }

  /** Whether a general is asked. */
  get waits() {
    const { board, table, past, closed } = this.session;
    const side = table?.ask && !table.ask.mine ? board.sides[table.ask.side]?.id : undefined;
    return !closed && !past && side !== undefined && THINKER.test(table?.seats[side] ?? "");
  }

  consider() {
    clearTimeout(this.next);
    if (!this.waits) this.el.hidden = true;
    else this.next = setTimeout(() => void this.look(), LOOK);
  }

  async look() {
    const { seat } = this.session;
    try {
      this.show(await json(`${seat.base}/considering?${seat.seats([])}`));
    } catch {
      this.el.hidden = true; // the line is down: the next table asks again
    }
    this.consider();
  }

  /** @param {import("../core/types.js").Considering} found */
  show({ side, done, hurried }) {
    this.el.hidden = side === null || !this.waits;
    if (side === null) return;
    const { board, seat } = this.session;
    const hurry = () => void post(`${seat.base}/hurry?${seat.seats([])}`, {}).then((now) => this.show(now)).catch(() => {});
    fill(
      this.el,
      h("span", null, hurried ? S.general.hurried : S.general.considering(board.sides[side]?.name ?? "", percent(done))),
      h("progress", { max: 1, value: String(done) }),
      h("button", { type: "button", class: "link", id: "hurry", disabled: hurried, onclick: hurry }, S.general.hurry),
    );
  }
}
