/** The page of lessons and puzzles with your progress: of all games at "/puzzles", of one at "/puzzles/GAME". */
import * as api from "../api/matches.js";
import { showFailure } from "../widgets/errorPage.js";
import { fill, h } from "../core/dom.js";
import { goToMatch } from "../matches/newMatch.js";
import { heldIn, keep } from "../core/storage.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/learning.js";
import { lessonsDone, puzzlesDone, stepOf } from "./progress.js";

const T = S.school;

/** @typedef {import("../core/types.js").Game} Game */

/**
 * @param {HTMLElement} root
 * @param {string} id  empty: all games
 */
export async function openLearnPage(root, id) {
  document.title = T.all;
  const body = h("main", { class: "school", id: "school", "aria-busy": "true" }, h("p", { class: "dim" }, S.loading));
  fill(root, h("div", { class: "school-page" }, h("header", null, h("a", { class: "link", href: "/" }, S.backToFront)), body));
  try {
    const games = (await api.games()).filter((game) => (id ? game.id === id : game.lessons));
    if (!games.length) throw new Error(S.noGames);
    const sheets = await Promise.all(games.map((game) => calls.puzzles(game.id)));
    fill(
      body,
      games.map((game, i) => room(game, sheets[i]?.puzzles ?? [], !!id)),
    );
    body.removeAttribute("aria-busy");
    if (id) document.title = T.title(games[0]?.title ?? "");
  } catch (error) {
    showFailure(root, error);
  }
}

/**
 * @param {Game} game
 * @param {calls.Puzzle[]} puzzles
 * @param {boolean} alone
 */
function room(game, puzzles, alone) {
  const lessons = game.lessons ? [{ ...game.lessons, title: T.first }, ...(game.lessons.more ?? [])] : [];
  const [learned, solved] = [lessonsDone(game.id), puzzlesDone(game.id)];
  const name = `school-${game.id}`;
  const done = lessons.filter((_, i) => learned.includes(i)).length + puzzles.filter((_, i) => solved.includes(i)).length;
  const bar = h("progress", { max: lessons.length + puzzles.length, value: done });
  return h(
    "section",
    { "aria-labelledby": name, "data-game": game.id },
    h(
      "div",
      { class: "school-head" },
      h(alone ? "h1" : "h2", { id: name }, alone ? T.title(game.title) : h("a", { href: `/puzzles/${encodeURIComponent(game.id)}` }, game.title)),
      h("label", { class: "school-progress" }, h("span", null, T.progress(done, lessons.length + puzzles.length)), bar),
    ),
    h("h3", null, T.lessons),
    h(
      "ol",
      { class: "school-list" },
      lessons.map((lesson, i) => lessonRow(game, lesson, i, learned.includes(i))),
    ),
    puzzles.length > 0 && h("h3", null, T.puzzles),
    puzzles.length > 0 &&
      h(
        "ol",
        { class: "school-list" },
        puzzles.map((puzzle, i) => puzzleRow(game, puzzle, i, solved.includes(i))),
      ),
  );
}

/**
 * @param {Game} game
 * @param {{title: string, minutes: number, steps: number}} lesson
 * @param {number} i
 * @param {boolean} done
 */
function lessonRow(game, lesson, i, done) {
  const at = stepOf(game.id, i);
  const href = `/learn/${encodeURIComponent(game.id)}${i ? `?lesson=${i + 1}` : ""}`;
  return h(
    "li",
    { class: done ? "done" : "" },
    mark(done, T.done),
    h("div", null, h("b", null, lesson.title), h("small", null, at > 0 ? T.at(at + 1, lesson.steps) : T.minutes(lesson.minutes))),
    h("a", { class: `button ${done ? "" : "primary"}`, href, "data-lesson": i }, at > 0 ? T.goOn : done ? T.again : T.start),
  );
}

/**
 * @param {Game} game
 * @param {calls.Puzzle} puzzle
 * @param {number} i
 * @param {boolean} done
 */
function puzzleRow(game, puzzle, i, done) {
  const side = game.sides.find((one) => one.id === puzzle.side)?.name ?? puzzle.side;
  return h(
    "li",
    { class: done ? "done" : "" },
    mark(done, T.solved),
    h("div", null, h("b", null, puzzle.title), h("small", null, `${T.you(side)} ${puzzle.text}`)),
    h(
      "button",
      { type: "button", class: "button", "data-puzzle": i, onclick: () => void openPuzzle(game.id, i, puzzle.side) },
      done ? T.again : T.tryIt,
    ),
  );
}

/**
 * @param {boolean} done
 * @param {string} words
 */
const mark = (done, words) => h("span", { class: "school-mark", title: done ? words : null }, done ? "✓" : "");

/**
 * @param {string} game
 * @param {number} puzzle
 * @param {string} side
 */
export async function openPuzzle(game, puzzle, side) {
  const made = await calls.startPuzzle(game, puzzle);
  keep(`lesson:${made.id}`, { game, puzzle, side, step: 0, held: heldIn(made.seats) });
  goToMatch(made.id);
}
