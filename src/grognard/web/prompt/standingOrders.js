/**
 * Standing orders: decisions made in advance for times when the player is away. Shown, changed and withdrawn at any
 * time.
 */
import { json } from "../api/request.js";
import { fill, h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../session/session.js").Session} Session */
/** @typedef {{choice: string, units: number[], turn: number}} Given */
/** @typedef {{id: string, name: string, choices: Record<string, string>, units: boolean, cases: string[], given: Given | null}} Standing */

/**
 * @param {Session} session
 * @param {string} [order]
 * @param {RequestInit} [init]
 * @returns {Promise<{orders: Standing[]}>}
 */
const call = (session, order, init) =>
  json(`${session.seat.base}/standing${order ? `/${encodeURIComponent(order)}` : ""}?seat=${encodeURIComponent(session.seat.side)}`, init);

/**
 * The item of the table's menu, for who plays.
 * @param {Session} session
 */
export const standingItems = (session) =>
  session.onlyBots || session.table?.result ? [] : [{ label: S.club.standing.menu, run: () => void open(session) }];

/** @param {Session} session */
async function open(session) {
  try {
    const { orders } = await call(session);
    const list = h("div", { class: "standing", id: "standing" });
    const said = h("p", { class: "form-said", role: "alert" });
    const draw = (/** @type {Standing[]} */ now) =>
      fill(list, now.length ? now.map((order) => row(session, order, draw, said)) : h("p", null, S.club.standing.none));
    draw(orders);
    openDialog(S.club.standing.title, [h("p", { class: "dim" }, S.club.standing.about), list, said]);
  } catch (error) {
    session.emit("toast", { text: error instanceof Error ? error.message : String(error), bad: true });
  }
}

/**
 * One kind of order: ask me, or one of the choices, with whom it is about first.
 * @param {Session} session
 * @param {Standing} order
 * @param {(orders: Standing[]) => void} draw
 * @param {HTMLElement} said
 */
function row(session, order, draw, said) {
  const { given } = order;
  const units = given?.units ?? [];
  /**
   * @param {string} choice  empty: withdraw it
   * @param {number[]} named
   * @param {boolean} turn
   */
  async function send(choice, named, turn) {
    said.textContent = "";
    try {
      const body = JSON.stringify({ seat: session.seat.side, choice, units: named, turn });
      const headers = { "Content-Type": "application/json" };
      const { orders } = await call(session, order.id, choice ? { method: "PUT", headers, body } : { method: "DELETE" });
      draw(orders);
      document.getElementById(`standing-${order.id}`)?.focus();
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  }
  const choice = h(
    "select",
    { id: `standing-${order.id}`, onchange: () => void send(choice.value, units, once.checked) },
    h("option", { value: "" }, S.club.standing.ask),
    Object.entries(order.choices).map(([id, label]) => h("option", { value: id, selected: given?.choice === id }, label)),
  );
  const once = h("input", { type: "checkbox", checked: Boolean(given?.turn), onchange: () => void send(choice.value, units, once.checked) });
  return h(
    "div",
    { class: "standing-order" },
    h("label", { class: "field", for: choice.id }, h("span", null, order.name, " ", caseLinks(session, order.cases)), choice),
    given && h("label", { class: "standing-once" }, once, " ", S.club.standing.once),
    given && order.units && naming(session, units, (named) => void send(given.choice, named, once.checked)),
  );
}

/**
 * The units that a standing order is about, in order.
 * @param {Session} session
 * @param {number[]} units
 * @param {(units: number[]) => void} changed
 */
function naming(session, units, changed) {
  const name = (/** @type {number} */ unit) => session.board.units[unit]?.name ?? "";
  const own = (session.shown?.view.units ?? []).map(([unit]) => unit);
  const free = own.filter((unit) => session.board.units[unit]?.side === session.side && !units.includes(unit));
  const more = h(
    "select",
    { "aria-label": S.club.standing.add, onchange: () => more.value && changed([...units, Number(more.value)]) },
    h("option", { value: "" }, S.club.standing.add),
    free.map((unit) => h("option", { value: unit }, name(unit))),
  );
  return h(
    "div",
    { class: "standing-units" },
    h(
      "ol",
      null,
      units.map((unit) =>
        h(
          "li",
          null,
          name(unit),
          " ",
          h("button", { type: "button", class: "plain", onclick: () => changed(units.filter((u) => u !== unit)) }, S.club.standing.drop(name(unit))),
        ),
      ),
    ),
    more,
  );
}
