/** Coming in: entering with a name and a password, and becoming a member. */
import { h } from "../dom.js";
import { S } from "../strings.js";
import * as calls from "./calls.js";
import { field, openForm } from "./form.js";

/** @typedef {(me: calls.Me) => void} Came */

/**
 * The club's name among members, under which they are known to password managers too.
 * @param {Record<string, any>} [more]
 */
const nameField = (more) =>
  field("name", S.club.name, { autocomplete: "username", autocapitalize: "none", spellcheck: "false", maxlength: 60, required: true, ...more });

/** @param {Came} came */
export function openEnter(came) {
  const name = nameField();
  const password = field("password", S.club.password, { type: "password", autocomplete: "current-password", required: true });
  return openForm({
    title: S.club.enterTitle,
    fields: [name, password],
    send: S.club.enter,
    where: (error) => (error.code === "wrong-password" ? password : undefined),
    run: async () => came((await calls.enter({ name: name.input.value, password: password.input.value })).me),
  });
}

/**
 * @param {calls.House} house
 * @param {Came} came
 * @param {string} [code]  an invitation
 */
export function openRegister(house, came, code = "") {
  const name = nameField();
  const password = field("password", S.club.password, { type: "password", autocomplete: "new-password", required: true }, S.club.passwordHint);
  const invitation = field("invitation", S.club.invitation, { autocomplete: "off", spellcheck: "false", required: true });
  invitation.input.value = code;
  const invited = house.registration === "invitation";
  /** @param {import("../call.js").ApiError} error */
  const where = ({ code: what, message }) => {
    if (what === "invitation" && invited) return invitation;
    if (what === "taken") return name;
    // The rules of a name and of a password have one code; their sentences tell them apart.
    if (what !== "malformed") return undefined;
    return /password/.test(message) ? password : name;
  };
  return openForm({
    title: S.club.registerTitle(house.name),
    before: [h("p", { class: "club-hint" }, S.club.registerHint)],
    fields: [name, password, ...(invited ? [invitation] : [])],
    send: S.club.register,
    where,
    run: async () => {
      const body = { name: name.input.value, password: password.input.value };
      came((await calls.register(invited ? { ...body, invitation: invitation.input.value.trim() } : body)).me);
    },
  });
}
