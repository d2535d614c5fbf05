/** A page with one sentence, shown when there is nothing else to show. */
import { h } from "../core/dom.js";
import { S } from "../languages/strings.js";

/** An address at which there is nothing. @param {HTMLElement} root */
export const showNothing = (root) => showFailure(root, new Error(S.noPage));

/**
 * @param {HTMLElement} root
 * @param {unknown} error
 */
export function showFailure(root, error) {
  root.replaceChildren(
    h(
      "main",
      { class: "cover", id: "failure", role: "alert" },
      h(
        "div",
        { class: "cover-card" },
        h("h1", null, error instanceof Error ? error.message : String(error)),
        h("a", { class: "button primary big", href: "/" }, S.backToFront),
      ),
    ),
  );
}
