/** What follows from a button, on it: the sentences that the log would have, as the server has worked them out. */
import { h } from "../core/dom.js";

/**
 * @param {import("../session/session.js").Session} session
 * @param {import("../core/types.js").Option} option
 * @returns {{el: HTMLElement, text: string} | null}
 */
export function consequenceOf({ table }, option) {
  const number = table?.ask?.options.indexOf(option) ?? -1;
  const found = table?.ask?.consequences?.find((each) => each.option === number);
  if (!found) return null;
  const text = found.texts.join(" ");
  // It is read aloud as the button's description: it is no part of its name.
  return { el: h("small", { class: "follows", "aria-hidden": "true" }, text), text };
}
