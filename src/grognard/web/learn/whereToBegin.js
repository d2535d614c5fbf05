/** The hint on the front page where a newcomer begins. */
import { h } from "../core/dom.js";
import { load } from "../core/storage.js";
import { S } from "../languages/strings.js";
import { lessonsDone } from "./progress.js";

const T = S.school;

/** @typedef {import("../core/types.js").Game} Game */

/**
 * The first game on offer, for who has not learned any and plays none.
 * @param {Game[]} games
 */
export function whereToBegin(games) {
  const taught = games.filter((game) => game.lessons);
  const [first] = taught;
  if (!first || taught.some((game) => lessonsDone(game.id).length || load(`choice:${game.id}`))) return null;
  const href = `/learn/${encodeURIComponent(first.id)}`;
  const picture = h("img", { src: `/api/games/${encodeURIComponent(first.id)}/cover`, alt: "" });
  return h(
    "aside",
    { class: "begin-here", id: "begin-here" },
    h("a", { class: "begin-picture", href, tabindex: -1, "aria-hidden": "true" }, picture),
    h(
      "div",
      { class: "begin-words" },
      h("h2", null, S.howToPlay.learnLarge(first.title, first.lessons?.minutes ?? 0)),
      h("p", null, T.newHint),
      h("a", { class: "button primary big", href }, S.howToPlay.begin),
      h(
        "p",
        { class: "doors" },
        first.reading > 0 && h("a", { class: "link", href: `/howto/${encodeURIComponent(first.id)}` }, S.howToPlay.link(first.reading)),
        h("a", { class: "link", href: "/puzzles" }, T.more),
      ),
    ),
  );
}
