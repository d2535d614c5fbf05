/** The rules of one game as a page: chapters, search, every case with an address of its own, and a map to point at. */
import * as api from "../api/matches.js";
import { fill, h, s } from "../core/dom.js";
import { RuleList, searchField } from "./ruleList.js";
import { bookOf } from "./ruleLinks.js";
import { outline } from "../core/spaceGeometry.js";
import { S } from "../languages/strings.js";
import { explainTerms } from "./glossary.js";

/** @typedef {import("../core/types.js").Board} Board */

/**
 * @param {HTMLElement} root
 * @param {string} game
 */
export async function openRules(root, game) {
  const map = h("aside", { class: "rules-map", "aria-live": "polite" });
  /** @type {Board | null} */
  let board = null;
  const rules = new RuleList(game, {
    open: (id) => (location.hash = encodeURIComponent(id)),
    show: (shown, id) => board && fill(map, shown && figure(board, shown, id)),
  });
  const search = searchField((query) => void rules.draw(query));
  const title = h("h1", null, S.tabs.rules);
  const chapters = h("nav", { class: "rules-chapters", "aria-label": S.chapters });
  root.replaceChildren(
    h(
      "div",
      { class: "rules-page" },
      h("header", { class: "rules-head" }, h("a", { class: "link", href: "/" }, S.backToFront), title, search),
      chapters,
      h("main", { class: "rules-body", tabindex: -1 }, rules.el),
      map,
    ),
  );
  const turn = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    search.value = "";
    void (id ? rules.open(id) : rules.draw(""));
  };
  addEventListener("hashchange", turn);
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === search) return;
    event.preventDefault();
    search.focus();
  });
  turn();
  void explainTerms(root, game, (id) => (location.hash = encodeURIComponent(id)));
  try {
    const book = await bookOf(game);
    fill(
      chapters,
      book.chapters().map(({ number, name, first }) =>
        h("a", { href: `#${encodeURIComponent(first)}` }, h("b", null, number), h("span", null, name)),
      ),
    );
    // The board is large and says only where a case can be seen: the words come first.
    board = await api.board(game);
    document.title = `${board.title}: ${S.tabs.rules}`;
    fill(title, board.title);
    await rules.about(board);
    if (!search.value) turn();
  } catch (error) {
    fill(map, h("p", { class: "dim" }, error instanceof Error ? error.message : String(error)));
  }
}

/**
 * The small map with the places of a case outlined, and the counters it is about by name.
 * @param {Board} board
 * @param {import("./rulebook.js").Shown} shown
 * @param {string} id
 */
function figure(board, shown, id) {
  const { width, height } = board.map;
  const frame = board.map.frame ?? [0, 0, width, height];
  const places = shown.spaces.flatMap((i) => board.spaces[i] ?? []);
  const drawn = places.filter((space) => space.path);
  const named = places.filter((space) => !/^\d+$/.test(space.name)).map((space) => space.name);
  const types = [...new Set(shown.units.flatMap((i) => board.units[i]?.type ?? []))];
  return h(
    "figure",
    null,
    drawn.length > 0 &&
      h(
        "div",
        { class: "rules-picture" },
        h("img", { src: `/api/games/${encodeURIComponent(board.game)}/picture`, alt: "" }),
        s(
          "svg",
          { viewBox: frame.join(" "), "aria-hidden": "true" },
          s("path", { class: "casing", d: drawn.map(outline).join("") }),
          s("path", { class: "mark-here", d: drawn.map(outline).join("") }),
        ),
      ),
    h(
      "figcaption",
      null,
      h("b", null, S.rule(id), ": "),
      [drawn.length > 0 && S.places(drawn.length), named.slice(0, 14).join(", "), types.length > 0 && types.join(", ")]
        .filter(Boolean)
        .join(" · "),
    ),
  );
}
