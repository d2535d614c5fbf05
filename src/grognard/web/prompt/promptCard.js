/** The prompt card: the question, its reason, and its buttons, always in the same place and order. */
import { inOrder, isGrave, isPrimary, label } from "../session/legalOptions.js";
import { offMapUnitButton } from "./offMapUnitButton.js";
import { optionsInTables } from "./decisionTables.js";
import { buttonDigits, givesAway } from "./riskyButtons.js";
import { fill, h, icon, keyHint } from "../core/dom.js";
import { confirmFirst, openMenu } from "../widgets/popups.js";
import { sameAsLastTime } from "../session/sameAsLastTime.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { openAnytimeActions } from "./anytimeActions.js";
import { stackMates, sendAct, sendTimes } from "../session/sendOptions.js";
import { Consequences } from "./consequences.js";
import { HelpMenu } from "./helpMenu.js";
import { bulkButtons } from "./bulkButtons.js";
import { endAfterConfirming, idleLine } from "./idleUnits.js";
import { autoRoundsChoice } from "./autoRounds.js";
import { playingButtons } from "../theatre/playingButtons.js";
import { S } from "../languages/strings.js";
import { explainWhyOpen } from "../rules/whyNot.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../core/types.js").Option} Option */

/** Whether the page is used with a finger. */
const isFinger = () => matchMedia("(pointer: coarse)").matches;

export class PromptCard {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.who = h("div", { class: "prompt-who" });
    this.text = h("p", { class: "prompt-text", "aria-live": "polite" });
    this.hint = h("p", { class: "prompt-hint" });
    this.acts = h("div", { class: "prompt-acts" });
    this.groups = h("div", { class: "word-groups" });
    this.row = h("div", { class: "prompt-buttons" });
    /** @type {Set<Option>} the buttons that give something away: none of them is pressed by habit */
    this.gives = new Set();
    this.undoButton = h(
      "button",
      { type: "button", class: "button undo", id: "undo", title: `${S.undo} (Z)`, onclick: () => void session.undo() },
      icon("undo"),
      h("span", null, S.undo),
    );
    this.anytimeButton = h(
      "button",
      { type: "button", class: "link", id: "any-time", title: S.anyTimeHint, onclick: () => this.openAnytimeActions() },
      S.anyTime,
    );
    this.help = new HelpMenu();
    this.help.list.append(this.anytimeButton);
    this.whyOpen = h(
      "button",
      { type: "button", class: "link", id: "why-open", hidden: true, onclick: () => this.explainWhyOpen() },
      S.whyOpen,
    );
    this.el = h(
      "section",
      { class: "card prompt", id: "prompt", "aria-label": S.youDecide },
      h("div", { class: "prompt-top" }, this.who, this.help.el),
      this.text,
      // Above all that comes and goes with what is picked: who aims at these finds them where they were.
      h("div", { class: "prompt-foot" }, this.undoButton, this.row),
      h("div", { class: "prompt-scroll" }, this.hint, this.whyOpen, this.acts, this.groups),
    );
    this.consequences = new Consequences(session, this.el);
    for (const topic of /** @type {const} */ (["table", "pick", "busy", "reach", "playing"])) session.on(topic, () => this.draw());
  }

  draw() {
    const { session } = this;
    const { board, shown, past } = session;
    this.consequences.look();
    const ask = shown?.ask;
    const mine = !!ask?.mine && !past;
    const decides = ask ? (board.sides[ask.side]?.name ?? "") : "";
    const { playing } = session;
    this.el.classList.toggle("mine", mine);
    this.el.classList.toggle("playing", playing !== null);
    this.el.dataset.busy = String(session.busy);
    if (past) {
      fill(this.who, S.replay);
      fill(this.text, S.pastPrompt);
    } else if (playing) {
      fill(this.who, h("i", { class: `side-mark side${playing.side ?? ask?.side ?? 0}` }), S.theatre.who);
      fill(this.text, playing.text);
    } else if (shown?.result) {
      fill(this.who, S.over);
      fill(this.text, shown.result.text, " ", caseLinks(session, shown.result.cases));
    } else {
      fill(this.who, h("i", { class: `side-mark side${ask?.side ?? 0}` }), mine ? S.youDecide : S.thinking(decides));
      fill(this.text, ask?.prompt ?? "", " ", caseLinks(session, ask?.cases));
    }
    fill(this.hint, past || playing || shown?.result ? "" : mine ? this.hintFor() : S.whileWaiting);
    // Where one thing is asked for, what glows says it all.
    const plain = new Set((ask?.options ?? []).map((o) => o[0])).size < 2;
    this.whyOpen.hidden = !mine || plain || !ask?.held?.length;
    if (playing && !past) {
      playingButtons(session, this.row, this.acts);
      fill(this.groups);
    }
    else this.drawButtons();
    this.undoButton.disabled = !session.table?.undo || !!past || session.busy;
    const standing = session.standing.filter((o) => !isGrave(o));
    this.anytimeButton.hidden = standing.length === 0 || !!shown?.result;
  }

  hintFor() {
    const { session } = this;
    if (session.busy) return S.sending;
    const { selection } = session;
    const now = selection.offer;
    const names = selection.units.map((u) => session.board.units[u]?.name ?? "").join(", ");
    if (selection.groupAt >= 0) return this.groupHint();
    if (selection.extra.length) return S.pickTogether(selection.units.length);
    if (selection.picks.length && now.spaces.size) return [names, S.pickSpace].filter(Boolean).join(". ");
    if (selection.picks.length && now.units.size) return [names, S.pickMore].filter(Boolean).join(". ");
    return now.spaces.size + now.units.size > (selection.begun.length ? 0 : selection.apart.length) ? [isFinger() ? S.tapHint : S.pickHint, " ", idleLine(session)] : "";
  }

  /** The units that are picked to move, out of how many, and their way. */
  groupHint() {
    const { selection, reach } = this.session;
    const places = new Set(selection.group.map((unit) => this.session.placed(unit)?.[1] ?? -1));
    const mates = [...places.add(selection.groupAt)].flatMap((at) => selection.movable(at));
    const what = S.pickedOf(selection.group.length, mates.length);
    const notes = reach.way?.notes ?? [];
    return h(
      "span",
      null,
      reach.way ? `${what}: ${isFinger() ? S.tapWhere : S.pickWhere} ` : `${what}. `,
      reach.none && selection.group.length > 1 ? `${S.order.nothingCommon} ` : "",
      mates.length > 1 && !isFinger() ? `${S.dropSome} ` : "",
      notes.map((note) => h("b", { class: "given-up" }, note.text, " ", caseLinks(this.session, note.cases))),
    );
  }

  /** The ways to move, side by side; the chosen one is pressed. */
  ways() {
    const { session } = this;
    const { reach, selection } = session;
    const gathers = selection.movable(selection.groupAt).length > 1;
    const take = () => (gathers ? selection.gatherAll() : selection.takeAll());
    const all =
      (gathers || stackMates(session).length > 0) &&
      h("button", { type: "button", class: "button act", id: "all-or-none", title: "A", "aria-keyshortcuts": "A", onclick: take }, S.allOrNone, keyHint("A"));
    const takeAlong = () => {
      selection.more = !selection.more;
      selection.changed();
    };
    // A finger has no Shift.
    const along =
      isFinger() && selection.units.length > 0 && selection.first.units.size > 1 && !session.guided &&
      h("button", { type: "button", class: "button act", id: "take-along", "aria-pressed": String(selection.more), onclick: takeAlong }, S.takeAlong);
    const ways = reach.ways.map((way) =>
      h(
        "button",
        {
          type: "button",
          class: `button act way ${way.look ?? ""}`,
          "aria-pressed": String(way === reach.way),
          "data-look": way.look ?? "",
          title: reach.ways.length > 1 ? "M" : null,
          onclick: () => reach.choose(way.look ?? ""),
        },
        h("span", null, way.name),
        way.points && h("small", null, way.points),
      ),
    );
    // One way alone is nothing to choose: only what it has to say is said.
    const only = ways.length === 1 && !reach.ways[0]?.look ? reach.ways[0] : null;
    if (only) return [all, along, only.points && h("small", { class: "only-way" }, `${only.name} ${only.points}`)];
    return [all, along, ways.length > 1 && h("small", { class: "only-way" }, S.seeing.howTheyGo), ...ways];
  }

  drawButtons() {
    const { session } = this;
    const { board, selection } = session;
    // While an answer is under way the buttons stay where they are, only pale.
    const options = session.past ? [] : session.table?.ask?.mine ? session.table.ask.options : [];
    const elsewhere = optionsInTables(session);
    const plain = inOrder(
      board,
      options.filter((o) => !(board.verbs[o[0]]?.args ?? []).some((a) => a !== "word") && !elsewhere.has(JSON.stringify(o))),
    );
    // A verb with many words is said once, with its words beside each other.
    const many = new Set(
      plain
        .map((o) => o[0])
        .filter((verb, i, all) => all.indexOf(verb) === i && all.filter((v) => v === verb).length > 2),
    );
    this.gives = new Set(plain.filter((o) => givesAway(session, o)));
    const digit = buttonDigits(plain, this.gives);
    const again = sameAsLastTime(session);
    fill(
      this.row,
      again &&
        h(
          "button",
          {
            type: "button",
            class: "button",
            id: "same-again",
            disabled: session.busy,
            onclick: () => void session.send(again),
          },
          S.sameAgain,
        ),
      session.past || selection.begun.length ? null : selection.apart.map((unit) => offMapUnitButton(session, unit)),
      plain.map((o) => (many.has(o[0]) ? null : this.button(o, digit.get(o) ?? 0))),
    );
    fill(
      this.groups,
      [...many].map((verb) =>
        h(
          "div",
          { class: "word-group" },
          h("span", { class: "label" }, caption(board, verb)),
          plain.map((o) => (o[0] === verb ? this.button(o, digit.get(o) ?? 0, words(board, o)) : null)),
        ),
      ),
    );
    const chosen = selection.picks.length && !selection.extra.length ? [...selection.offer.done, ...selection.offer.quiet] : [];
    const acts = [...chosen, ...selection.asides.filter((o) => !chosen.includes(o) && !isGrave(o))];
    fill(
      this.acts,
      session.past ? [] : [...this.ways(), ...bulkButtons(session), autoRoundsChoice(session)],
      acts.map((o) =>
        h(
          "button",
          {
            type: "button",
            class: "button act",
            "data-verb": o[0],
            "data-option": JSON.stringify(o),
            disabled: session.busy,
            onclick: () => void sendAct(session, o),
          },
          label(board, o),
        ),
      ),
    );
  }

  /**
   * @param {Option} option
   * @param {number} digit
   * @param {string} [short]
   */
  button(option, digit, short) {
    const { session } = this;
    const { board } = session;
    const text = label(board, option);
    const follows = this.consequences.of(option);
    const run = () => {
      if (isGrave(option)) confirmFirst(S.sureSend(text), text, () => void session.send([option]));
      else endAfterConfirming(session, option, text, () => void sendTimes(session, option));
    };
    return h(
      "button",
      {
        type: "button",
        class: isPrimary(board, option) && !this.gives.has(option) ? "button primary" : "button",
        "data-gives": this.gives.has(option) ? "true" : null,
        "data-verb": option[0],
        "data-option": JSON.stringify(option),
        "data-digit": digit,
        "aria-keyshortcuts": digit < 10 ? digit : null,
        "aria-description": follows ? follows.text : null,
        disabled: session.busy,
        onclick: run,
        // What it would change is shown before it is pressed.
        onpointerenter: () => session.setAim(option),
        onpointerleave: () => session.setAim(null),
      },
      h("span", null, short ?? text),
      follows && follows.el,
      digit < 10 && keyHint(digit),
    );
  }

  explainWhyOpen() {
    const box = this.whyOpen.getBoundingClientRect();
    explainWhyOpen(this.session, this.session.table?.ask?.held ?? [], { x: box.left, y: box.bottom });
  }

  /** @param {number} digit */
  press(digit) {
    if (this.skipped()) return;
    /** @type {HTMLButtonElement | null} */
    const button = this.el.querySelector(`[data-digit="${digit}"]`);
    button?.click();
  }

  /** A key that is pressed while something is shown goes to the question: it has not been read yet. */
  skipped() {
    if (!this.session.playing) return false;
    this.session.incoming.stage?.finish();
    return true;
  }

  pressPrimary() {
    if (this.skipped()) return;
    /** @type {NodeListOf<HTMLButtonElement>} */
    const all = this.row.querySelectorAll("button");
    const only = all.length === 1 && !all[0]?.dataset.gives ? all[0] : undefined;
    ([...all].find((b) => b.classList.contains("primary")) ?? only)?.click();
  }

  openAnytimeActions() {
    const { session } = this;
    const { board } = session;
    const box = this.anytimeButton.getBoundingClientRect();
    const acts = session.standing.filter((o) => !isGrave(o));
    if (acts.length > 1) return openAnytimeActions(session);
    openMenu(
      { x: box.left, y: box.bottom },
      acts.map((o) => ({ label: label(board, o), run: () => void session.send([o]) })),
    );
  }
}

/**
 * A verb's label without its words and the quotation marks around them.
 * @param {import("../core/types.js").Board} board
 * @param {string} verb
 */
function caption(board, verb) {
  return (board.verbs[verb]?.label ?? verb).replace(/\s*[“"‘']?\{word\d*\}[”"’']?:?/g, "").trim();
}

/**
 * @param {import("../core/types.js").Board} board
 * @param {Option} option
 */
function words(board, option) {
  return option
    .slice(1)
    .map((word) => board.verbs[option[0]]?.words?.[String(word)] ?? String(word))
    .join(", ");
}
