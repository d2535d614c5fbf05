/** The editor's panel: what is selected, what of it can be changed, units that are not on the map, and starting a match. */
import { fill, h, icon } from "../core/dom.js";
import { counter } from "../map/counters.js";
import { S } from "../languages/strings.js";

/** @typedef {import("./editor.js").Editor} Editor */
/** @typedef {import("../core/types.js").EditField} EditField */

export class EditorPanel {
  /** @param {Editor} editor */
  constructor(editor) {
    this.editor = editor;
    this.general = h("section", { class: "card editor-part" });
    this.chosen = h("section", { class: "card editor-part", "aria-live": "polite" });
    this.search = h("input", {
      type: "search",
      class: "search",
      placeholder: S.searchForces,
      "aria-label": S.searchForces,
      oninput: () => this.drawList(),
    });
    this.list = h("div", { class: "editor-list" });
    this.state = h("div", { class: "editor-state", role: "status" });
    this.buttons = h("div", { class: "editor-buttons" });
    this.el = h(
      "aside",
      { class: "dock editor-panel", id: "editor" },
      h("section", { class: "card editor-part" }, this.state, this.buttons),
      this.general,
      this.chosen,
      h("section", { class: "card editor-part editor-units" }, h("h2", null, S.allUnits), this.search, this.list),
    );
  }

  /** Draws everything again, but keeps the focus and what is being typed. */
  draw() {
    const { position, waiting } = this.editor;
    if (!position || waiting) return;
    const held = document.activeElement;
    const key = held instanceof HTMLElement && this.el.contains(held) ? held.dataset["key"] : undefined;
    this.drawState();
    if (!isTypedIn(this.general)) this.drawGeneral();
    if (!isTypedIn(this.chosen)) this.drawChosen();
    this.drawList();
    if (key === undefined || held?.isConnected) return;
    for (const el of this.el.querySelectorAll("[data-key]")) {
      if (!(el instanceof HTMLElement) || el.dataset["key"] !== key) continue;
      el.focus({ preventScroll: true });
      // As a number is that one comes to with Tab: what is typed next takes its place.
      if (el instanceof HTMLInputElement) el.select();
      return;
    }
  }

  drawState() {
    const { editor } = this;
    const { position, board } = editor;
    const asked = position?.asked;
    const wrong = position?.errors ?? [];
    fill(
      this.state,
      wrong.length
        ? h("ul", { class: "editor-errors" }, wrong.map((text) => h("li", null, text)))
        : h("p", null, asked ? S.firstAsked(board.sides[asked.side]?.name ?? "", asked.prompt) : S.firstNothing),
    );
    const { sides } = editor.game;
    const alone = sides.length === 1;
    const may = wrong.length === 0 && !!asked;
    fill(
      this.buttons,
      sides.map((side) =>
        h(
          "button",
          {
            type: "button",
            class: "button primary",
            disabled: !may,
            "data-play": side.id,
            "data-key": `play ${side.id}`,
            onclick: () => void editor.play(side.id),
          },
          alone ? S.playFromHere : S.playAs(side.name),
        ),
      ),
      !alone &&
        h(
          "button",
          {
            type: "button",
            class: "button",
            disabled: !may,
            "data-play": "hotseat",
            "data-key": "hot-seat",
            onclick: () => void editor.play(null),
          },
          S.hotSeat,
        ),
      h(
        "button",
        {
          type: "button",
          class: "button",
          id: "undo",
          disabled: !editor.past.length,
          "data-key": "undo",
          onclick: () => void editor.undo(),
        },
        icon("undo"),
        S.undo,
      ),
      h(
        "button",
        {
          type: "button",
          class: "button",
          id: "start-over",
          "data-key": "start-over",
          onclick: () => void editor.start(editor.draft.scenario),
        },
        S.startOver,
      ),
    );
  }

  drawGeneral() {
    const { editor } = this;
    const { game, draft, position } = editor;
    const scenarios = game.scenarios ?? [];
    const one = editor.fields.filter((f) => ["number", "choice", "scores"].includes(f.kind));
    fill(
      this.general,
      scenarios.length > 1 &&
        choice(
          S.scenario,
          scenarios.map((s) => ({ id: s.id, name: s.name ?? s.id })),
          draft.scenario,
          (id) => void editor.start(id),
        ),
      one.flatMap((field) => this.field(field, position?.values[field.id])),
    );
  }

  /**
   * @param {EditField} field
   * @param {unknown} value
   */
  field(field, value) {
    const { editor } = this;
    if (field.kind === "choice")
      return choice(field.name, field.choices ?? [], String(value), (id) => void editor.set(field.id, () => id));
    if (field.kind === "number") return number(field.name, field, Number(value), (n) => void editor.set(field.id, () => n));
    const scores = /** @type {Record<string, number> | undefined} */ (value);
    return editor.board.sides.map((side) =>
      scores?.[side.id] === undefined
        ? null
        : number(`${field.name}, ${side.name}`, field, Number(scores[side.id]), (n) =>
            void editor.set(field.id, (now) => ({ ...now, [side.id]: n })),
          ),
    );
  }

  drawChosen() {
    const { editor } = this;
    const { board, unit, space } = editor;
    const placed = unit === null ? null : editor.session.placed(unit);
    const at = placed?.[1] ?? space;
    fill(
      this.chosen,
      unit === null && space === null && h("p", { class: "dim" }, S.editHint),
      unit !== null && this.unitPart(unit, placed),
      at !== null && at !== undefined && this.spacePart(at),
      unit !== null && !placed && h("p", { class: "dim" }, S.editPlace(board.units[unit]?.name ?? "")),
    );
  }

  /**
   * @param {number} unit
   * @param {import("../core/types.js").PlacedUnit | null} placed
   */
  unitPart(unit, placed) {
    const { editor } = this;
    const about = editor.board.units[unit];
    if (!about) return null;
    const shown = placed ?? /** @type {import("../core/types.js").PlacedUnit} */ ([unit, -1, about.steps ?? 1, 0]);
    const places = editor.board.spaces.map((space, i) => ({ id: String(i), name: space.name }));
    return h(
      "div",
      { class: "editor-unit" },
      h("span", { class: "unit-pick" }, counter(editor.board, shown)),
      h("div", null, h("h3", null, about.name), h("p", { class: "dim" }, about.type)),
      choice(S.place, [{ id: "", name: "–" }, ...places], placed ? String(placed[1]) : "", (id) => {
        if (id !== "") void editor.put(unit, Number(id));
      }),
      (about.steps ?? 1) > 1 &&
        placed &&
        number(S.stepsLeft, { least: 1, most: about.steps ?? 1 }, placed[2], (n) => void editor.put(unit, placed[1], n)),
      this.toggles("units", unit, about.id),
    );
  }

  /** @param {number} space */
  spacePart(space) {
    const { editor } = this;
    const about = editor.board.spaces[space];
    if (!about) return null;
    const counts = editor.fields.filter((f) => f.kind === "counts" && (!f.among || f.among.includes(space)));
    return h(
      "div",
      { class: "editor-space" },
      h("h3", null, about.name),
      this.toggles("spaces", space, about.id),
      counts.map((field) => {
        const all = editor.position?.values[field.id] ?? {};
        return number(field.name, field, Number(all[about.id] ?? 0), (n) =>
          void editor.set(field.id, (now) =>
            Object.fromEntries(Object.entries({ ...now, [about.id]: n }).filter(([, number]) => number)),
          ),
        );
      }),
    );
  }

  /**
   * The yes-or-no properties of a unit or a space.
   * @param {"units" | "spaces"} kind
   * @param {number} index
   * @param {string} id
   */
  toggles(kind, index, id) {
    const { editor } = this;
    return editor.fields
      .filter((f) => f.kind === kind && (!f.among || f.among.includes(index)))
      .map((field) => {
        /** @type {string[]} */
        const named = editor.position?.values[field.id] ?? [];
        const box = h("input", {
          type: "checkbox",
          "data-key": field.id,
          onchange: () => {
            const { checked } = box;
            void editor.set(field.id, (/** @type {string[] | undefined} */ now) => [
              ...(now ?? []).filter((other) => other !== id),
              ...(checked ? [id] : []),
            ]);
          },
        });
        box.checked = named.includes(id);
        return h("label", { class: "editor-toggle" }, box, field.name);
      });
  }

  drawList() {
    const { editor } = this;
    const { board, session } = editor;
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = board.units.flatMap((unit, i) => {
      const placed = session.placed(i);
      const space = board.spaces[placed?.[1] ?? -1];
      const where = placed ? (space?.name ?? "") : S.notOnMap;
      const text = `${unit.name} ${unit.type} ${where}`.toLowerCase();
      return words.every((word) => text.includes(word)) ? [{ i, unit, where, off: !placed || !!space?.rect }] : [];
    });
    // What lies off the map comes first: that is what one looks for here.
    rows.sort((a, b) => Number(b.off) - Number(a.off) || a.i - b.i);
    fill(
      this.list,
      rows.slice(0, 120).map(({ i, unit, where }) =>
        h(
          "button",
          {
            type: "button",
            class: `editor-row ${i === editor.unit ? "on" : ""}`,
            "data-unit-id": unit.id,
            "data-key": `unit ${unit.id}`,
            onclick: () => editor.take(i),
          },
          h("i", { class: `side-mark side${unit.side}` }),
          h("span", null, unit.name),
          h("span", { class: "dim" }, where),
        ),
      ),
      !rows.length && h("p", { class: "dim" }, S.noUnits),
    );
  }
}

const TYPED = "typed-in";

/**
 * Whether somebody is typing there.
 * @param {HTMLElement} part
 */
const isTypedIn = (part) => part.querySelector(`.${TYPED}`) !== null;

/**
 * @param {string} name
 * @param {{id: string, name?: string}[]} items
 * @param {string} value
 * @param {(id: string) => void} run
 */
function choice(name, items, value, run) {
  const field = h(
    "select",
    { "aria-label": name, "data-key": name, onchange: () => run(field.value) },
    items.map((item) => h("option", { value: item.id }, item.name ?? item.id)),
  );
  field.value = value;
  return h("label", { class: "field" }, h("span", null, name), field);
}

/**
 * @param {string} name
 * @param {{least?: number, most?: number}} range
 * @param {number} value
 * @param {(n: number) => void} run
 */
function number(name, { least = 0, most = 99 }, value, run) {
  const field = h("input", {
    type: "number",
    "aria-label": name,
    "data-key": name,
    min: least,
    max: most,
    value,
    oninput: () => field.classList.add(TYPED),
    onchange: () => {
      field.classList.remove(TYPED);
      run(Math.round(Number(field.value)));
    },
    onblur: () => field.classList.remove(TYPED),
  });
  return h("label", { class: "field" }, h("span", null, name), field);
}
