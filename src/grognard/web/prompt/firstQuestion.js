/** The first question of a game: what is at stake, three named places to begin with, and a place by its name. */
import { getFirstQuestion } from "../api/learning.js";
import { fill, h } from "../core/dom.js";
import { S } from "../languages/strings.js";

const T = S.firstQuestion;

/** Of places on offer: with more than these a name is typed sooner than a place is found by Tab. */
const MANY = 40;

/** @typedef {import("../session/session.js").Session} Session */

export class FirstQuestion {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** @type {import("../api/learning.js").First | null | undefined} undefined: not fetched yet */
    this.first = undefined;
    this.drawn = "";
    /** Whether its places are pointed at. */
    this.pointing = false;
    this.el = h("section", { class: "card first-question", id: "first-question", hidden: true, "aria-label": T.title });
    session.on("table", () => this.draw());
  }

  /** Whether it is the question that the game begins with, for somebody who decides it. */
  isNow() {
    const { session, first } = this;
    const { table } = session;
    return !!first && !session.past && !!table?.ask?.mine && first.side === session.side && table.view.turn === 1 && table.view.phase === first.phase;
  }

  /** The places that are named. */
  get places() {
    return this.first?.suggestions.map(({ space }) => space) ?? [];
  }

  draw() {
    const { session } = this;
    if (this.first === undefined) {
      this.first = null;
      // A lesson says it in its own words.
      if (!session.guided)
        void getFirstQuestion(session.board.game).then(
          (first) => {
            this.first = first;
            this.draw();
          },
          () => {},
        );
    }
    const now = this.isNow();
    const places = session.past || !session.table?.ask?.mine ? 0 : session.selection.first.spaces.size;
    const key = `${now}${places > MANY}${session.guided ? "" : "free"}`;
    if (key === this.drawn) return;
    this.drawn = key;
    const all = now && !session.guided ? this.places : [];
    if (all.length) setTimeout(() => session.emit("point", { spaces: all }));
    else if (this.pointing) session.emit("point", null);
    this.pointing = all.length > 0;
    this.el.hidden = !!session.guided || (!now && places <= MANY);
    fill(this.el, now && this.stake(), places > MANY && this.byName());
  }

  /** What is at stake, and where one could begin. */
  stake() {
    const { first, session } = this;
    if (!first) return null;
    const point = (/** @type {number} */ space, centre = false) => session.emit("point", { spaces: [space], centre });
    const rest = () => session.emit("point", { spaces: this.places });
    return [
      h("p", { class: "first-why" }, first.why),
      h(
        "ul",
        { class: "first-places" },
        first.suggestions.map(({ name, space, text }) =>
          h(
            "li",
            null,
            h(
              "button",
              {
                type: "button",
                class: "link",
                onclick: () => point(space, true),
                onpointerenter: () => point(space),
                onpointerleave: rest,
                onfocus: () => point(space),
                onblur: rest,
              },
              name,
            ),
            `: ${text}`,
          ),
        ),
      ),
    ];
  }

  /** A place that is chosen by its name or number. */
  byName() {
    const { session } = this;
    const { spaces } = session.board;
    const said = h("span", { class: "form-said", role: "alert" });
    const names = h(
      "datalist",
      { id: "place-names" },
      spaces.flatMap((space) => (/^\d+$/.test(space.name) || space.rect ? [] : [h("option", { value: space.name })])),
    );
    const field = h("input", { type: "text", class: "search", id: "place-by-name", list: "place-names", placeholder: T.byName, "aria-label": T.byName, autocomplete: "off" });
    const choose = () => {
      const wanted = field.value.trim().toLowerCase();
      const offered = session.selection.offer.spaces;
      const found = placeNamed(spaces, wanted, offered);
      said.textContent = found < 0 ? T.noPlace : offered.has(found) ? "" : T.notNow(spaces[found]?.name ?? "");
      if (found < 0) return;
      session.emit("point", { spaces: [found], centre: true });
      if (!offered.has(found)) return;
      field.value = "";
      session.selection.click({ kind: "space", value: found }, { x: innerWidth / 3, y: innerHeight / 2 });
    };
    return h(
      "form",
      {
        class: "place-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          choose();
        },
      },
      field,
      names,
      said,
    );
  }
}

/**
 * The place of this name or number: one that is on offer first, the whole name before its beginning.
 * @param {import("../core/types.js").Space[]} spaces
 * @param {string} wanted
 * @param {Set<number>} offered
 */
function placeNamed(spaces, wanted, offered) {
  if (!wanted) return -1;
  const order = [...spaces.keys()].sort((a, b) => Number(offered.has(b)) - Number(offered.has(a)));
  const name = (/** @type {number} */ at) => (spaces[at]?.name ?? "").toLowerCase();
  const whole = order.find((at) => name(at) === wanted || spaces[at]?.id.toLowerCase() === wanted);
  return whole ?? order.find((at) => name(at).startsWith(wanted) || name(at).split(" ").includes(wanted)) ?? -1;
}
