/** The card of a puzzle: its goal, a hint, known solutions. The server answers for the other side and judges. */
import { label } from "../session/legalOptions.js";
import { fill, h } from "../core/dom.js";
import { poseFor } from "./clickTargets.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/learning.js";
import { puzzleDone } from "./progress.js";
import { openPuzzle } from "./learnPage.js";

const T = S.school;

/** @typedef {{game: string, puzzle: number, side: string}} Kept */

/**
 * @param {import("../session/session.js").Session} session
 * @param {import("../map/mapView.js").MapView} map
 * @param {Kept} kept
 */
export async function puzzleFor(session, map, kept) {
  const sheet = await calls.puzzles(kept.game).catch(() => null);
  const puzzle = sheet?.puzzles[kept.puzzle];
  return sheet && puzzle ? new PuzzleCard(session, map, kept, puzzle, sheet.puzzles) : null;
}

export class PuzzleCard {
  /**
   * @param {import("../session/session.js").Session} session
   * @param {import("../map/mapView.js").MapView} map
   * @param {Kept} kept
   * @param {calls.Puzzle} puzzle
   * @param {calls.Puzzle[]} all
   */
  constructor(session, map, kept, puzzle, all) {
    this.session = session;
    this.map = map;
    this.framed = false;
    this.kept = kept;
    this.puzzle = puzzle;
    this.all = all;
    this.verdict = "open";
    this.said = h("p", { class: "puzzle-said", role: "status" });
    this.help = h("div", { class: "puzzle-help", "aria-live": "polite" });
    this.nextButton = this.button(T.next, () => this.open(kept.puzzle + 1), "primary");
    this.nextButton.hidden = true;
    this.el = h(
      "section",
      { class: "lesson puzzle card", id: "puzzle", "aria-label": T.puzzle, "data-verdict": "open" },
      h(
        "header",
        null,
        h("div", null, h("h2", null, puzzle.title), h("span", { class: "lesson-count" }, T.number(kept.puzzle + 1, all.length))),
        h("a", { class: "link", href: `/puzzles/${encodeURIComponent(kept.game)}` }, S.lessonLeave),
      ),
      h("div", { class: "lesson-body" }, h("p", { class: "lesson-text" }, puzzle.text, " ", caseLinks(session, puzzle.cases)), this.help, this.said),
      h(
        "footer",
        null,
        this.button(S.school.again, () => this.open(kept.puzzle)),
        this.button(T.hint, () => fill(this.help, h("p", null, puzzle.hint))),
        this.button(T.show, () => this.showWays()),
        this.nextButton,
      ),
    );
    this.guard();
    session.on("table", () => setTimeout(() => this.point()));
    // Where the other side is asked first.
    void this.judge();
  }

  /**
   * @param {string} text
   * @param {() => void} run
   * @param {string} [cls]
   */
  button(text, run, cls = "") {
    return h("button", { type: "button", class: `button ${cls}`, onclick: run }, text);
  }

  /** @param {number} number */
  open(number) {
    const puzzle = this.all[number];
    if (puzzle) void openPuzzle(this.kept.game, number, puzzle.side);
  }

  /** Whatever was done is judged, after the other side has answered. */
  guard() {
    const { session } = this;
    const send = session.send.bind(session);
    session.send = async (options, joined) => {
      const sent = await send(options, joined);
      if (sent) await this.judge();
      return sent;
    };
  }

  async judge() {
    const { session, kept } = this;
    const { verdict } = await calls.judgePuzzle(session.match, kept.side);
    await session.refresh();
    if (this.verdict !== "open" || verdict === "open") return;
    this.verdict = verdict;
    this.el.dataset.verdict = verdict;
    fill(this.said, verdict === "solved" ? T.right : T.wrong);
    if (verdict === "solved") {
      puzzleDone(kept.game, kept.puzzle);
      this.nextButton.hidden = !this.all[kept.puzzle + 1];
    }
  }

  showWays() {
    const { board } = this.session;
    fill(
      this.help,
      this.puzzle.ways.map((way, i) =>
        h(
          "div",
          null,
          h("b", null, T.way(i + 1)),
          h(
            "ol",
            null,
            way.map((option) => h("li", null, label(board, option))),
          ),
        ),
      ),
    );
  }

  point() {
    const { session, puzzle } = this;
    if (session.closed) return;
    session.emit("point", this.verdict === "open" ? { spaces: puzzle.spaces, units: puzzle.units } : null);
    if (this.framed || !this.el.isConnected) return;
    // Once: what it is about comes into view, beside the card and not under it.
    this.framed = true;
    const pose = poseFor(this.map, session, { do: [], units: puzzle.units, spaces: puzzle.spaces }, this.el);
    if (!pose) return;
    this.map.camera.fitted = false;
    this.map.camera.glide(pose);
  }
}
