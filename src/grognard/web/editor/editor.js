/**
 * The position editor: the same map and counters, moved by hand instead of by the rules. The game says what may be
 * changed; the server answers every change with the position and what is wrong in it.
 */
import * as api from "../api/matches.js";
import { showFailure } from "../widgets/errorPage.js";
import { fill, h, setVars } from "../core/dom.js";
import { installCounters, mapSheets } from "../map/artwork.js";
import { EditorPanel } from "./editorPanel.js";
import { Selection } from "../session/selection.js";
import { MapView } from "../map/mapView.js";
import { toasts } from "../widgets/toasts.js";
import { Session } from "../session/session.js";
import { bestBot, seatsFor, goToMatch, startMatch } from "../matches/newMatch.js";
import { keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Board} Board */
/** @typedef {import("../core/types.js").Pick} Pick */
/** @typedef {import("../core/types.js").EditField} EditField */
/** @typedef {import("../core/types.js").EditedPosition} EditedPosition */
/** @typedef {{scenario: string, change: Record<string, unknown>}} Draft */

/**
 * @param {HTMLElement} root
 * @param {string} game
 */
export async function openEditor(root, game) {
  fill(root, h("p", { class: "dim lesson-wait" }, S.loading));
  try {
    const [board, sheet, games] = await Promise.all([api.board(game), api.editor(game), api.games()]);
    await installCounters(game);
    const picture = await mapSheets(game);
    document.title = `${board.title}: ${S.editPosition}`;
    board.sides.forEach((side, i) =>
      setVars(document.documentElement, { [`--side${i}`]: side.colour ?? "#888", [`--side${i}-ink`]: side.ink ?? "#fff" }),
    );
    const offer = games.find((g) => g.id === game);
    if (!offer) throw new Error(S.noGames);
    const editor = new Editor(board, sheet.fields, offer, picture);
    root.replaceChildren(editor.el);
    editor.map.mounted();
    await editor.inTurn(() => editor.refresh());
  } catch (error) {
    showFailure(root, error);
  }
}

/** In the editor every counter can be picked up and put down anywhere. */
class EditHand extends Selection {
  /**
   * @param {Session} session
   * @param {Editor} editor
   */
  constructor(session, editor) {
    super(session);
    this.editor = editor;
  }

  get offer() {
    return { units: new Set(), spaces: new Set(), done: [], quiet: [] };
  }

  get first() {
    return this.offer;
  }

  get units() {
    return this.editor.unit === null ? [] : [this.editor.unit];
  }

  /** @param {Pick} pick */
  glows(pick) {
    return pick.kind === "unit" || this.editor.unit !== null;
  }

  /** @param {Pick} pick */
  click(pick) {
    this.editor.clicked(pick);
  }

  back() {
    return this.editor.drop();
  }
}

export class Editor {
  /**
   * @param {Board} board
   * @param {EditField[]} fields
   * @param {import("../core/types.js").Game} game
   * @param {import("../map/artwork.js").Sheets} picture
   */
  constructor(board, fields, game, picture) {
    this.board = board;
    this.fields = fields;
    this.game = game;
    /** @type {Draft} */
    this.draft = load(`edit:${board.game}`) ?? { scenario: game.scenarios?.[0]?.id ?? "", change: {} };
    /** @type {Draft[]} what can be gone back to */
    this.past = [];
    /** @type {EditedPosition | null} */
    this.position = null;
    /** @type {Promise<unknown>} the last change that was made: the next one waits for its answer */
    this.last = Promise.resolve();
    /** The number of changes that wait for their turn: the answer to the last shows them all. */
    this.waiting = 0;
    /** @type {number | null} the unit that is being placed */
    this.unit = null;
    /** @type {number | null} the space that is looked at */
    this.space = null;
    this.session = new Session(board, "editor", 0, []);
    this.session.selection = new EditHand(this.session, this);
    this.map = new MapView(this.session, picture);
    this.panel = new EditorPanel(this);
    this.map.el.append(toasts(this.session));
    this.el = h(
      "div",
      { class: "table editing" },
      this.map.el,
      this.panel.el,
      h(
        "header",
        { class: "top" },
        h("a", { class: "top-game", href: "/", title: S.frontRoom }, board.title),
        h("h1", { class: "editor-title" }, S.editPosition),
      ),
    );
    addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const typing = event.target instanceof HTMLElement && event.target.matches("input, select, textarea");
    if (event.key === "Escape") this.drop();
    else if (event.key.toLowerCase() === "z" && !typing && !event.ctrlKey && !event.metaKey) void this.undo();
    else if (event.key === "f" && !typing) this.map.camera.fit();
  }

  /** @param {Pick} pick */
  clicked(pick) {
    if (pick.kind === "space" && this.unit !== null) return void this.put(this.unit, pick.value);
    if (pick.kind === "unit") {
      this.unit = this.unit === pick.value ? null : pick.value;
      this.space = this.session.placed(pick.value)?.[1] ?? null;
    } else this.space = pick.value;
    this.chosen();
  }

  /** @param {number} unit */
  take(unit) {
    this.unit = unit;
    this.space = this.session.placed(unit)?.[1] ?? this.space;
    this.chosen();
    this.session.emit("point", { units: [unit], centre: true });
    setTimeout(() => this.session.emit("point", null), 1500);
  }

  drop() {
    const held = this.unit !== null || this.space !== null;
    this.unit = this.space = null;
    this.chosen();
    return held;
  }

  chosen() {
    this.session.selection.look = this.space === null ? null : { kind: "space", value: this.space };
    this.session.emit("pick");
    this.panel.draw();
  }

  /**
   * @param {number} unit
   * @param {number} space
   * @param {number} [steps]
   */
  async put(unit, space, steps) {
    const field = this.fields.find((f) => f.kind === "places");
    const [id, at] = [this.board.units[unit]?.id, this.board.spaces[space]?.id];
    if (!field || !id || !at) return;
    const full = this.board.units[unit]?.steps ?? 1;
    const done = await this.set(field.id, () => {
      const left = steps ?? this.session.placed(unit)?.[2] ?? full;
      const places = /** @type {Record<string, unknown> | undefined} */ (this.draft.change[field.id]);
      return { ...places, [id]: left > 0 && left !== full ? [at, left] : at };
    });
    if (done) this.space = space;
    this.chosen();
  }

  /**
   * Changes can be made faster than they are answered: each is built on all before it.
   * @template T
   * @param {() => Promise<T>} change
   * @returns {Promise<T>}
   */
  inTurn(change) {
    this.waiting += 1;
    const run = async () => {
      this.waiting -= 1;
      try {
        return await change();
      } finally {
        this.panel.draw();
      }
    };
    const done = this.last.then(run, run);
    this.last = done;
    return done;
  }

  /**
   * @template T
   * @param {string} id
   * @param {(now: T | undefined) => T} change  what becomes of a field
   */
  async set(id, change) {
    return this.inTurn(() => {
      const value = change(this.position?.values[id]);
      return this.become({ ...this.draft, change: { ...this.draft.change, [id]: value } });
    });
  }

  /** @param {string} scenario */
  async start(scenario) {
    this.unit = this.space = null;
    return this.inTurn(() => this.become({ scenario, change: {} }));
  }

  async undo() {
    await this.inTurn(async () => {
      const [now, before] = [this.draft, this.past.pop()];
      if (!before) return;
      this.draft = before;
      if (await this.refresh()) return;
      this.draft = now;
      this.past.push(before);
    });
  }

  /**
   * A change that the game refuses is said and not kept.
   * @param {Draft} draft
   */
  async become(draft) {
    const before = this.draft;
    this.draft = draft;
    const done = await this.refresh();
    if (done) this.past.push(before);
    else this.draft = before;
    return done;
  }

  async refresh() {
    try {
      const answer = await api.position(this.board.game, this.draft.scenario, this.draft.change);
      if ("refused" in answer) throw new Error(answer.refused);
      this.position = answer;
    } catch (error) {
      this.session.emit("toast", { text: error instanceof Error ? error.message : String(error), bad: true });
      return false;
    }
    keep(`edit:${this.board.game}`, this.draft);
    this.session.table = {
      match: "editor",
      game: this.board.game,
      side: 0,
      stamp: JSON.stringify(this.draft),
      seats: {},
      view: this.position.view,
      ask: null,
      standing: [],
      undo: false,
      commitment: "",
      seed: null,
      result: null,
      shares: {},
      reset: false,
      log: [],
    };
    this.session.emit("table");
    return true;
  }

  /** @param {string | null} side  null for hot-seat */
  async play(side) {
    await this.last;
    const seats = seatsFor(this.game, side, bestBot(this.game));
    // Nothing changed is a position by hand too: the set-up as it lies here.
    const position = { turn: this.position?.values.turn, ...this.draft.change };
    const body = { game: this.board.game, scenario: this.draft.scenario || undefined, seats, position };
    try {
      goToMatch(await startMatch(body));
    } catch (error) {
      this.session.emit("toast", { text: error instanceof Error ? error.message : String(error), bad: true });
    }
  }
}
