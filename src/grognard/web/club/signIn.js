/** The dialogs for signing in, signing up and a new password. */
import { h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";
import { ApiError } from "../api/request.js";
import { field, formOf, openForm } from "../widgets/form.js";
import { openAppeal } from "./report.js";

/** @typedef {(me: calls.Me) => void} Came */

/**
 * The club's name among members, under which they are known to password managers too.
 * @param {import("../core/dom.js").Props} [more]
 */
const nameField = (more) =>
  field("name", S.club.name, { autocomplete: "username", autocapitalize: "none", spellcheck: "false", maxlength: 60, required: true, ...more });

/**
 * @param {Came} came
 * @param {boolean} [mail]  whether the club can email a forgotten password
 */
export function openSignIn(came, mail = false) {
  const name = nameField();
  const password = field("password", S.club.password, { type: "password", autocomplete: "current-password", required: true });
  const appeal = h("button", { type: "button", class: "link", id: "appeal", hidden: true, onclick: () => (close(), openAppeal(name.input.value, password.input.value)) }, S.club.appeal);
  const close = openForm({
    title: S.club.signInTitle,
    fields: [name, password],
    send: S.club.signIn,
    after: h("span", null, mail && h("button", { type: "button", class: "link", id: "forgot", onclick: () => (close(), openForgot()) }, S.club.forgot), appeal),
    where: (error) => (error.code === "wrong-password" ? password : undefined),
    run: async () => {
      try {
        came((await calls.signIn({ name: name.input.value, password: password.input.value })).me);
      } catch (error) {
        if (error instanceof ApiError && error.code === "suspended") appeal.hidden = false;
        throw error;
      }
    },
  });
  return close;
}

/** An email with a link, to anyone who has verified that address. */
function openForgot() {
  const email = field("email", S.club.email, { type: "email", autocomplete: "email", required: true });
  openDialog(
    S.club.forgotTitle,
    [
      h("p", { class: "club-hint" }, S.club.forgotHint),
      formOf({ fields: [email], send: S.club.forgotSend, run: async () => (await calls.forgotPassword(email.input.value)).text }),
    ],
    [],
    "small club-dialog",
  );
  email.input.focus();
}

/**
 * The link of that email was opened.
 * @param {string} code
 * @param {() => void} done
 */
export function openPasswordReset(code, done) {
  const password = field("password", S.club.newPassword, { type: "password", autocomplete: "new-password", required: true }, S.club.passwordHint);
  return openForm({
    title: S.club.resetTitle,
    before: [h("p", { class: "club-hint" }, S.club.resetHint)],
    fields: [password],
    send: S.club.resetSend,
    where: (error) => (error.code === "malformed" ? password : undefined),
    run: async () => {
      await calls.resetPassword(code, password.input.value);
      done();
    },
  });
}

/**
 * @param {calls.Club} club
 * @param {Came} came
 * @param {string} [code]  an invitation
 */
export function openSignUp(club, came, code = "") {
  const name = nameField();
  const password = field("password", S.club.password, { type: "password", autocomplete: "new-password", required: true }, S.club.passwordHint);
  const invitation = field("invitation", S.club.invitation, { autocomplete: "off", spellcheck: "false", required: true });
  invitation.input.value = code;
  const email = field("email", S.club.emailMay, { type: "email", autocomplete: "email", maxlength: 320 }, S.club.emailHint);
  const invited = club.registration === "invitation";
  /** @param {import("../api/request.js").ApiError} error */
  const where = ({ code: what, message }) => {
    if (what === "invitation" && invited) return invitation;
    if (what === "taken") return name;
    // The rules of a name and of a password have one code; their sentences tell them apart.
    if (what !== "malformed") return undefined;
    return /password/.test(message) ? password : /address/.test(message) ? email : name;
  };
  return openForm({
    title: S.club.signUpTitle(club.name),
    before: [h("p", { class: "club-hint" }, S.club.signUpHint)],
    fields: [name, password, ...(club.mail ? [email] : []), ...(invited ? [invitation] : [])],
    send: S.club.signUp,
    where,
    run: async () => {
      const given = email.input.value.trim();
      const body = { name: name.input.value, password: password.input.value, ...(given ? { email: given } : {}) };
      came((await calls.signUp(invited ? { ...body, invitation: invitation.input.value.trim() } : body)).me);
    },
  });
}
