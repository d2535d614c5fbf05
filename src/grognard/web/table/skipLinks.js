/** Ways past the card of the question, for who comes by Tab: to the map, or to the log. */
import { h } from "../core/dom.js";
import { S } from "../languages/strings.js";

/**
 * @param {import("../sidebar/sidebar.js").Sidebar} sidebar
 */
export function skipLinks(sidebar) {
  /** @param {string} where */
  const first = (where) => {
    const el = document.querySelector(where);
    if (el instanceof HTMLElement || el instanceof SVGElement) el.focus();
  };
  /** @type {[string, string, () => void][]} */
  const ways = [
    ["map", S.skips.map, () => first('.pieces [tabindex="0"], path.space[tabindex="0"], .zoom-buttons button')],
    [
      "log",
      S.skips.log,
      () => {
        sidebar.shut(false);
        sidebar.show("log");
        sidebar.log.unfold(true);
        sidebar.log.search.focus();
      },
    ],
  ];
  return h(
    "nav",
    { class: "skips", "aria-label": S.skips.title },
    ways.map(([name, text, go]) => h("button", { type: "button", class: "button", "data-skip": name, onclick: go }, text)),
  );
}
