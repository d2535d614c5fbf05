/** The dialog for joining a table by its link. */
import { h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";
import { offerText } from "./offerText.js";

/**
 * @param {calls.Offer} table
 * @param {import("../core/types.js").Game[]} games
 * @param {string} code
 * @param {(match: string) => void} go
 * @param {{signIn: () => void, signUp: (() => void) | null} | null} doors  for a visitor who has not signed in
 */
export function openJoin(table, games, code, go, doors) {
  const said = h("p", { class: "form-said", role: "alert" });
  const sit = async () => {
    try {
      const [match] = (await calls.answerOffer(table.id, "join", code)).matches ?? [];
      if (match) go(match);
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const shut = (/** @type {() => void} */ run) => () => {
    close();
    run();
  };
  const signUp = doors?.signUp;
  const close = openDialog(
    S.club.joinTitle(table.by.name),
    [
      h(
        "ul",
        { class: "join-facts" },
        offerText(table, games).map((words) => h("li", null, words)),
      ),
      said,
      doors && h("p", null, S.club.signInFirst),
      h(
        "div",
        { class: "club-buttons" },
        doors
          ? h("button", { type: "button", class: "button primary", id: "join-sign-in", onclick: shut(doors.signIn) }, S.club.signIn)
          : h("button", { type: "button", class: "button primary", id: "join-now", onclick: () => void sit() }, S.club.join),
        signUp && h("button", { type: "button", class: "button", id: "join-sign-up", onclick: shut(signUp) }, S.club.signUp),
      ),
    ],
    [],
    "small club-dialog",
  );
}
