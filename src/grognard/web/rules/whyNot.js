/** "Why not?": every reason the kernel gives, each with its rule. */
import { h, setVars } from "../core/dom.js";
import { openBubble } from "../widgets/popups.js";
import { caseLinks } from "./ruleLinks.js";
import { S } from "../languages/strings.js";

let lastAsked = -Infinity;

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {import("../core/types.js").Reason} Reason */
/** @typedef {import("../core/types.js").Pick} Pick */

/**
 * @param {Session} session
 * @param {Pick | null} pick  nothing: why the question cannot be ended yet
 * @param {{x: number, y: number}} at
 */
export async function askWhyNot(session, pick, at) {
  // A long press may arrive twice: once from our timer, once as the system's own context menu.
  if (session.past || performance.now() - lastAsked < 700) return;
  lastAsked = performance.now();
  const { unit, space } = pick ? meant(session, pick) : { unit: null, space: null };
  const name = [
    unit === null ? null : session.board.units[unit]?.name,
    space === null ? null : session.board.spaces[space]?.name,
  ]
    .filter(Boolean)
    .join(" → ");
  const body = h("div", { class: "reasons" }, h("p", { class: "dim" }, S.asking));
  const bubble = openBubble(at, h("h3", null, name ? S.whyNot(name) : S.whyOpenTitle), body);
  try {
    const { reasons } = await session.seat.whynot(unit, space);
    const none = h("p", null, pick && session.selection.glows(pick) ? S.nothingForbids : S.noReasons);
    body.replaceChildren(reasons.length ? listOf(session, reasons) : none);
  } catch (error) {
    body.replaceChildren(h("p", null, error instanceof Error ? error.message : String(error)));
  }
  bubble.place();
}

/** Milliseconds for which a short answer stays. */
const STAYS = 9000;

/**
 * Explains a click where the selected units cannot go, in a line at that place.
 * @param {Session} session
 * @param {HTMLElement} place  the map
 */
export function explainMissedClicks(session, place) {
  const line = h("p", { class: "why-line", id: "why-line", role: "status", hidden: true });
  place.append(line);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let leaving;
  const hide = () => {
    clearTimeout(leaving);
    line.hidden = true;
  };
  for (const topic of /** @type {const} */ (["table", "pick"])) session.on(topic, hide);
  session.on("missed", async ({ pick, where }) => {
    const { selection, board, side } = session;
    const own = pick.kind === "unit" && board.units[pick.value]?.side === side;
    if (own || session.past || session.guided || !selection.units.length) return;
    const { unit, space } = meant(session, pick);
    const stamp = session.table?.stamp;
    try {
      const { reasons } = await session.seat.whynot(unit, space);
      const [first] = reasons;
      if (!first || selection.look !== pick || stamp !== session.table?.stamp) return;
      line.replaceChildren(first.text, " ", caseLinks(session, first.cases));
    } catch {
      return; // the table has moved on, or the line is down
    }
    line.hidden = false;
    const box = place.getBoundingClientRect();
    const wide = line.offsetWidth;
    setVars(line, {
      left: `${Math.max(8, Math.min(where.x - box.left + 12, box.width - wide - 8))}px`,
      top: `${Math.max(8, Math.min(where.y - box.top + 14, box.height - line.offsetHeight - 8))}px`,
    });
    leaving = setTimeout(hide, STAYS);
  });
}

/**
 * The selected unit, or the one that is looked at if it is your own, and where; else what was clicked itself.
 * @param {Session} session
 * @param {Pick} pick
 */
function meant(session, pick) {
  const { selection, board, side } = session;
  const { look } = selection;
  const looked = look?.kind === "unit" && board.units[look.value]?.side === side ? look.value : undefined;
  const chosen = selection.units[0] ?? looked;
  const itself = pick.kind === "unit" && (chosen === undefined || chosen === pick.value);
  const at = pick.kind === "unit" ? (session.placed(pick.value)?.[1] ?? null) : pick.value;
  return { unit: chosen ?? (pick.kind === "unit" ? pick.value : null), space: itself ? null : at };
}

/**
 * @param {Session} session
 * @param {Reason[]} reasons
 */
function listOf(session, reasons) {
  return h(
    "ul",
    null,
    reasons.map((r) => h("li", null, r.text, " ", caseLinks(session, r.cases))),
  );
}

/**
 * Shows the server's reasons for which a question cannot be ended yet.
 * @param {Session} session
 * @param {Reason[]} reasons
 * @param {{x: number, y: number}} at
 */
export function explainWhyOpen(session, reasons, at) {
  openBubble(at, h("h3", null, S.whyOpenTitle), h("div", { class: "reasons" }, listOf(session, reasons)));
}
