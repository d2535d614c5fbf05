/** The details under a line of the log: each single line of a group, and how each result was reckoned, with the rules. */
import { h, icon } from "../core/dom.js";
import { diceOf } from "../widgets/diceFaces.js";
import { caseLinks } from "./ruleLinks.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../core/types.js").Reason} Reason */
/** @typedef {import("../session/logGroups.js").LogGroup} LogGroup */

/**
 * The reckoning of a result, a line per fact that counted.
 * @param {Session} session
 * @param {Reason[] | undefined} sum
 */
export function reckoning(session, sum) {
  if (!sum?.length) return null;
  return h(
    "ul",
    { class: "reckoning" },
    sum.map((term) => h("li", null, term.text, " ", caseLinks(session, term.cases))),
  );
}

/**
 * @param {Session} session
 * @param {LogGroup} run
 */
function inside(session, run) {
  const [only] = run.lines;
  if (run.lines.length === 1) return [reckoning(session, only?.sum)];
  return run.lines.map((line) =>
    h(
      "div",
      { class: "fold-line", "data-line": line.n },
      h("span", { class: "fold-text" }, line.text),
      line.dice?.length ? h("span", { class: "line-dice" }, diceOf(line)) : null,
      caseLinks(session, line.cases),
      reckoning(session, line.sum),
    ),
  );
}

/**
 * The button that opens the details, and the details, made when they are first opened.
 * @param {Session} session
 * @param {LogGroup} run
 * @param {{open: boolean, toggled: (open: boolean) => void}} how
 */
export function logDetails(session, run, { open, toggled }) {
  const body = h("div", { class: "fold", onclick: (/** @type {Event} */ event) => event.stopPropagation() });
  const button = h(
    "button",
    {
      type: "button",
      class: "fold-button",
      tabindex: -1,
      title: S.log.why,
      "aria-label": S.log.why,
      onclick: (/** @type {Event} */ event) => {
        event.stopPropagation();
        set(body.hidden);
        toggled(!body.hidden);
      },
    },
    icon("next"),
  );
  /** @param {boolean} wanted */
  function set(wanted) {
    if (wanted) body.replaceChildren(...inside(session, run).filter((el) => el !== null));
    body.hidden = !wanted;
    button.setAttribute("aria-expanded", String(wanted));
  }
  set(open);
  return { button, body };
}
