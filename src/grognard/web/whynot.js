/** "Why not?": every reason the kernel gives, each with its rule. */
import { h } from "./dom.js";
import { openBubble } from "./menu.js";
import { caseLinks } from "./rules.js";
import { S } from "./strings.js";

let lastAsked = 0;

/**
 * @param {import("./session.js").Session} session
 * @param {import("./types.js").Pick} pick
 * @param {{x: number, y: number}} at
 */
export async function askWhyNot(session, pick, at) {
  // A long press may arrive twice: once from our timer, once as the system's own context menu.
  if (session.past || performance.now() - lastAsked < 700) return;
  lastAsked = performance.now();
  const chosen = session.hand.units[0];
  const unit = chosen ?? (pick.kind === "unit" ? pick.value : null);
  const elsewhere = pick.kind === "unit" ? (session.placed(pick.value)?.[1] ?? null) : pick.value;
  const space = pick.kind === "unit" && (chosen === undefined || chosen === pick.value) ? null : elsewhere;
  const name = [
    unit === null ? null : session.board.units[unit]?.name,
    space === null ? null : session.board.spaces[space]?.name,
  ]
    .filter(Boolean)
    .join(" → ");
  const body = h("div", { class: "reasons" }, h("p", { class: "dim" }, S.asking));
  const bubble = openBubble(at, h("h3", null, S.whyNot(name)), body);
  try {
    const { reasons } = await session.seat.whynot(unit, space);
    body.replaceChildren(
      ...(reasons.length
        ? [
            h(
              "ul",
              null,
              reasons.map((r) => h("li", null, r.text, " ", caseLinks(session, r.cases))),
            ),
          ]
        : [h("p", null, session.hand.glows(pick) ? S.nothingForbids : S.noReasons)]),
    );
  } catch (error) {
    body.replaceChildren(h("p", null, error instanceof Error ? error.message : String(error)));
  }
  bubble.place();
}
