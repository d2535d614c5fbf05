/** Links to rules: each rule number opens its rule beside the map, or its page. */
import * as api from "../api/matches.js";
import { h } from "../core/dom.js";
import { S } from "../languages/strings.js";
import { Book } from "./rulebook.js";

/** @typedef {import("../session/session.js").Session} Session */

/** @type {Map<string, Promise<Book>>} */
const fetched = new Map();

/** @param {string} game */
export function bookOf(game) {
  let book = fetched.get(game);
  if (!book) {
    book = api.cases(game).then((sheets) => new Book(sheets));
    book.catch(() => fetched.delete(game));
    fetched.set(game, book);
  }
  return book;
}

/**
 * The address of a case, which can be kept and sent.
 * @param {string} game
 * @param {string} id
 */
export const ruleAddress = (game, id) => `/rules/${encodeURIComponent(game)}#${encodeURIComponent(id)}`;

/**
 * A rule number as a link: a plain click opens it here, any other way of clicking opens its page.
 * @param {string} game
 * @param {string} id
 * @param {(id: string) => void} open
 * @param {string} [text]
 */
export function caseLink(game, id, open, text) {
  return h(
    "a",
    {
      class: "case",
      href: ruleAddress(game, id),
      title: S.rule(id),
      "data-case": id,
      onclick: (/** @type {MouseEvent} */ event) => {
        event.stopPropagation();
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
        event.preventDefault();
        open(id);
      },
    },
    text ?? id,
  );
}

/**
 * Rule numbers as small links that open the rule.
 * @param {Session} session
 * @param {string[]} [ids]
 */
export function caseLinks(session, ids) {
  return h(
    "span",
    { class: "cases" },
    (ids ?? []).map((id) => caseLink(session.board.game, id, (cited) => session.emit("rule", cited))),
  );
}
