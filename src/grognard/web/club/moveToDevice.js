/** Moving a seat to another device: a code shown on the first, typed on the second. */
import * as api from "../api/matches.js";
import { h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";
import { linkTo, onlyHere, qrOf } from "./inviteLink.js";

/** @param {import("../session/session.js").Session} session */
export async function openMoveToDevice(session) {
  try {
    const { code, seconds } = await calls.invite(session.match, { seat: session.seat.side, device: true });
    openDialog(
      S.club.deviceTitle,
      [
        h("p", { class: "seat-code", id: "seat-code" }, code),
        h("p", null, S.club.deviceHint(location.host, Math.round((seconds ?? 0) / 60))),
        onlyHere(),
        qrOf(linkTo(session.match, code)),
      ],
      [],
      "share device",
    );
  } catch (error) {
    session.complain(error);
  }
}

/** @param {(match: string) => void} go */
export function enterCode(go) {
  const said = h("p", { class: "form-said", role: "alert" });
  const field = h("input", {
    type: "text",
    class: "search code-input",
    name: "code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 20,
    required: true,
    "aria-label": S.club.code,
  });
  const send = async () => {
    said.textContent = "";
    try {
      go((await api.sitByCode(field.value)).id);
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
      field.select();
    }
  };
  openDialog(
    S.club.enterCodeTitle,
    [
      h(
        "form",
        {
          class: "code-form",
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void send();
          },
        },
        h("p", { class: "dim" }, S.club.enterCodeHint),
        h("div", { class: "link-field" }, field, h("button", { type: "submit", class: "button primary" }, S.club.sit)),
        said,
      ),
    ],
    [],
    "small",
  );
  field.focus();
}
