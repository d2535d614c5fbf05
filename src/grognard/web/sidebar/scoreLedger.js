/** The score as a ledger: what each side's points are for, what the end would add, and how that would be judged. */
import { fill, h } from "../core/dom.js";
import { caseLinks } from "../rules/ruleLinks.js";
import { S } from "../languages/strings.js";

/** @typedef {import("../core/types.js").Ledger} Ledger */
/** @typedef {import("../session/session.js").Session} Session */

/** @param {number} n */
const signed = (n) => String(n).replace("-", "−");

/** @param {import("../core/types.js").LedgerEntry} entry */
function figure({ points, most, of }) {
  if (most !== null && most !== points) return S.seeing.ledger.range(points, most);
  return of === null ? signed(points) : S.seeing.ledger.of(points, of);
}

/**
 * @param {Session} session
 * @param {Ledger} ledger
 * @param {() => void} close  what leads to a rule or the map closes the dialog
 */
export function ledgerCard(session, ledger, close) {
  const { board } = session;
  const parties = [...new Set(ledger.entries.map((entry) => entry.side))].sort();
  /** @param {import("../core/types.js").LedgerEntry} entry */
  const row = (entry) =>
    h(
      "tr",
      {
        class: `${entry.due ? "due" : ""} ${entry.points || entry.most ? "" : "none"}`,
        onpointerenter: () => session.emit("point", { spaces: entry.spaces, units: [] }),
        onpointerleave: () => session.emit("point", null),
      },
      h("td", null, entry.text, " ", linked(session, entry.cases, close)),
      h("td", { class: "figure" }, figure(entry)),
    );
  return h(
    "section",
    { class: "ledger", "data-ledger": ledger.closed ? "closed" : "open" },
    h("p", { class: "ledger-verdict" }, ledger.verdict.text, " ", linked(session, ledger.verdict.cases, close)),
    parties.map((side) => {
      const mine = ledger.entries.filter((entry) => entry.side === side);
      const scored = mine.filter((entry) => !entry.due);
      const due = mine.filter((entry) => entry.due);
      const sum = scored.reduce((all, entry) => all + entry.points, 0);
      return h(
        "table",
        { "data-side": side },
        h("caption", null, h("i", { class: `side-mark side${side}` }), board.sides[side]?.name ?? ""),
        scored.length > 0 &&
          h(
            "tbody",
            null,
            scored.map(row),
            ledger.unit !== "" &&
              h(
                "tr",
                { class: "sum" },
                h("td", null, S.seeing.ledger.total),
                h("td", { class: "figure" }, `${signed(sum)} ${ledger.unit}`),
              ),
          ),
        due.length > 0 &&
          h("tbody", null, h("tr", { class: "head" }, h("th", { colspan: 2 }, scored.length ? S.seeing.ledger.due : S.seeing.ledger.now)), due.map(row)),
      );
    }),
  );
}

/**
 * @param {Session} session
 * @param {string[]} cases
 * @param {() => void} close
 */
function linked(session, cases, close) {
  const links = caseLinks(session, cases);
  links.addEventListener("click", close);
  return links;
}

/**
 * A place for the ledger, filled when it comes; nothing in a game that keeps none.
 * @param {Session} session
 * @param {() => void} close
 * @param {(ledger: Ledger) => boolean} [wanted]
 */
export function ledgerPlace(session, close, wanted = () => true) {
  const place = h("div", { class: "ledger-place", "aria-live": "polite" });
  session.seat
    .ledger()
    .then((ledger) => {
      if (ledger && !session.closed && wanted(ledger)) fill(place, ledgerCard(session, ledger, close));
    })
    .catch((/** @type {unknown} */ error) => session.complain(error));
  return place;
}
