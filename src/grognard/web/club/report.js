/** The dialogs in which a member or a match is reported to the moderators, and a suspension is appealed. */
import { S } from "../languages/strings.js";
import { area, field, formOf } from "../widgets/form.js";
import { openDialog } from "../widgets/popups.js";
import * as calls from "../api/club.js";

/**
 * @param {{name?: string, match?: string}} what
 * @param {string} title
 */
export function openReport(what, title) {
  const why = area("why", S.club.reportWhy, { maxlength: 1000, required: true });
  const run = async () => {
    await calls.report({ ...what, why: why.input.value });
    return S.club.reported;
  };
  openDialog(title, [formOf({ fields: [why], send: S.club.reportSend, run })], [], "small club-dialog");
  why.input.focus();
}

/**
 * Who is suspended cannot sign in, but can say why they should be.
 * @param {string} name
 * @param {string} secret  the password with which they tried
 */
export function openAppeal(name, secret) {
  const why = area("why", S.club.appealWhy, { maxlength: 1000, required: true });
  const who = field("name", S.club.name, { autocomplete: "username", required: true, value: name });
  const password = field("password", S.club.password, { type: "password", autocomplete: "current-password", required: true, value: secret });
  const run = async () => (await calls.appeal({ name: who.input.value, password: password.input.value, why: why.input.value })).text;
  openDialog(S.club.appeal, [formOf({ fields: [who, password, why], send: S.club.appealSend, run })], [], "small club-dialog");
  why.input.focus();
}
