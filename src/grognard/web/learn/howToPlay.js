/** How to play a game, in prose: its goal, a turn in six steps, one fight worked out, three mistakes. */
import { getHowToPlay } from "../api/learning.js";
import { h } from "../core/dom.js";
import { caseLink } from "../rules/ruleLinks.js";
import { showFailure } from "../widgets/errorPage.js";
import { S } from "../languages/strings.js";
import * as api from "../api/matches.js";

const T = S.howToPlay;

/** @typedef {import("../api/learning.js").Part} Part */

/** @param {string} game */
export const howToPlayAddress = (game) => `/howto/${encodeURIComponent(game)}`;

/**
 * @param {HTMLElement} root
 * @param {string} game
 */
export async function openHowToPlay(root, game) {
  try {
    const [pages, games] = await Promise.all([getHowToPlay(game), api.games()]);
    const offer = games.find((/** @type {import("../core/types.js").Game} */ each) => each.id === game);
    const title = offer?.title ?? game;
    document.title = `${title}: ${T.title}`;
    const id = encodeURIComponent(game);
    const first = offer?.lessons && h("a", { class: "button primary", href: `/learn/${id}` }, S.learnIt(offer.lessons.minutes));
    root.replaceChildren(
      h(
        "div",
        { class: "howto" },
        h("header", null, h("a", { class: "link", href: "/" }, S.backToFront), h("h1", null, title), h("p", { class: "howto-time" }, T.time(pages.minutes))),
        h(
          "main",
          null,
          h("section", { "aria-labelledby": "goal" }, h("h2", { id: "goal" }, T.goal), picture(`/api/games/${id}/picture`, T.map(title)), paragraphs(pages.goal)),
          h("section", { "aria-labelledby": "turn" }, h("h2", { id: "turn" }, T.turn), h("ol", { class: "howto-steps" }, pages.steps.map((step) => h("li", null, part(game, step))))),
          h(
            "section",
            { "aria-labelledby": "fight" },
            h("h2", { id: "fight" }, pages.fight.title),
            picture(`/api/games/${id}/cover`, pages.fight.title),
            paragraphs(pages.fight.text),
            h("p", null, h("a", { class: "link", href: `/learn/${id}?lesson=${pages.fight.lesson}` }, T.playFight)),
          ),
          h("section", { "aria-labelledby": "mistakes" }, h("h2", { id: "mistakes" }, T.mistakes), pages.mistakes.map((each) => h("div", { class: "howto-mistake" }, part(game, each)))),
          h("p", { class: "club-buttons" }, first, h("a", { class: "button", href: `/rules/${id}` }, S.readRules)),
        ),
      ),
    );
  } catch (error) {
    showFailure(root, error);
  }
}

/** @param {string[]} texts */
const paragraphs = (texts) => texts.map((text) => h("p", null, text));

/**
 * @param {string} src
 * @param {string} alt
 */
const picture = (src, alt) => h("img", { class: "howto-picture", src, alt, loading: "lazy" });

/**
 * @param {string} game
 * @param {Part} one
 */
function part(game, one) {
  const open = (/** @type {string} */ id) => location.assign(`/rules/${encodeURIComponent(game)}#${encodeURIComponent(id)}`);
  return [h("h3", null, one.title), h("p", null, one.text, " ", h("span", { class: "cases" }, one.cases.map((id) => caseLink(game, id, open))))];
}
