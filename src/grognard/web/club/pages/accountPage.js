/** The account page: name, password, email, sessions, tokens, data, and deletion. */
import { fill, h } from "../../core/dom.js";
import { confirmFirst } from "../../widgets/popups.js";
import { S } from "../../languages/strings.js";
import { confirmation, field, formOf } from "../../widgets/form.js";
import { blocksCard, vacationCard } from "./vacationAndBlocks.js";
import * as calls from "../../api/account.js";
import { buttonWithResult, card, layOutPage, rowsOf, wordsOf } from "./pageLayout.js";
import { allNotesCard } from "./allNotesCard.js";
import { notificationsCard } from "./notificationsCard.js";
import { apiTokensCard } from "./apiTokensCard.js";
import { moment, R } from "../formats.js";

/** @typedef {import("../../api/club.js").Club} Club */
/** @typedef {import("../../api/club.js").Me} Me */

/** @param {HTMLElement} root */
export async function openAccount(root) {
  const found = await layOutPage(root, R.accountTitle, { members: true, here: "/club/account" });
  if (!found?.me) return;
  const { club, me, main } = found;
  const notifications = notificationsCard(club, me);
  const left = [youCard(me), mailCard(club, me), notifications.el, allNotesCard()];
  const right = [sessionsCard(), vacationCard(), blocksCard(), apiTokensCard(), dataCard(), leaveCard()];
  main.append(h("div", { class: "room-columns" }, h("div", null, left), h("div", null, right)));
  await notifications.start();
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** @param {Me} me */
function youCard(me) {
  const name = field("name", R.newName, { autocomplete: "username", autocapitalize: "none", spellcheck: "false", maxlength: 60, required: true, value: me.name });
  const old = field("old", R.oldPassword, { type: "password", autocomplete: "current-password", required: true });
  const fresh = field("new", R.newPassword, { type: "password", autocomplete: "new-password", required: true }, S.club.passwordHint);
  return card(
    "you",
    R.you,
    formOf({
      fields: [name],
      send: R.changeName,
      plain: true,
      where: () => name,
      run: async () => {
        const { me: now } = await calls.changeName(name.input.value);
        name.input.value = now.name;
        return R.nameChanged(now.name);
      },
    }),
    formOf({
      fields: [old, fresh],
      send: R.changePassword,
      plain: true,
      where: ({ code }) => (code === "wrong-password" ? old : code === "malformed" ? fresh : undefined),
      run: async () => {
        await calls.changePassword(old.input.value, fresh.input.value);
        old.input.value = fresh.input.value = "";
        return R.passwordChanged;
      },
    }),
  );
}

/**
 * @param {Club} club
 * @param {Me} me
 */
function mailCard(club, me) {
  if (!club.mail) return card("mail", R.email, h("p", { class: "club-hint" }, R.noEmail));
  const state = h("p", { class: "club-hint", id: "mail-state" });
  const again = h("span", null);
  const email = field("email", R.address, { type: "email", autocomplete: "email", maxlength: 320, value: me.email }, R.emailHint);
  const password = confirmation(R.oldPassword, email);
  const draw = (/** @type {Me} */ now) => {
    state.textContent = now.email ? (now.verified ? R.verified : R.notVerified) : "";
    fill(again, now.email && !now.verified ? buttonWithResult(R.emailAgain, async () => R.emailSent((await calls.changeEmail(now.email)).me.email), { id: "mail-again" }) : null);
  };
  draw(me);
  return card(
    "mail",
    R.email,
    formOf({
      fields: [email, password.field],
      send: R.emailSave,
      plain: true,
      where: password.where,
      after: again,
      run: async () => {
        const { me: now } = await calls.changeEmail(email.input.value.trim(), password.field.input.value);
        password.done();
        draw(now);
        return now.email ? R.emailSent(now.email) : R.emailGone;
      },
    }),
    state,
  );
}

function sessionsCard() {
  const list = h("div", null);
  const draw = async () => {
    const places = await calls.sessions();
    const others = places.filter((place) => !place.here);
    fill(
      list,
      rowsOf(
        [...places.filter((place) => place.here), ...others].map((place) =>
          h(
            "li",
            { "data-session": place.id },
            h("span", null, h("b", null, place.device), place.here && h("span", { class: "mark" }, R.sessionHere)),
            h("span", { class: "club-hint" }, `${R.sessionMade(moment(place.made))}, ${R.seen(moment(place.seen))}`),
            !place.here && buttonWithResult(R.end, async () => void (await calls.signOutSession(place.id), await draw())),
          ),
        ),
        R.onlyHere,
      ),
      others.length > 1 && h("div", { class: "club-buttons" }, buttonWithResult(R.endOthers, async () => void (await calls.signOutSession("others"), await draw()), { id: "end-others" })),
    );
  };
  void draw().catch((error) => fill(list, h("p", { class: "form-said" }, wordsOf(error))));
  return card("sessions", R.sessions, list);
}

const dataCard = () =>
  card(
    "data",
    R.data,
    h("p", { class: "club-hint" }, R.dataHint),
    h("div", { class: "club-buttons" }, h("a", { class: "button", id: "export", href: calls.EXPORT, download: "" }, R.download)),
  );

function leaveCard() {
  const password = field("leave", R.password, { type: "password", autocomplete: "current-password", required: true });
  return card(
    "leave",
    R.leaveTitle,
    h("p", { class: "club-hint" }, R.leaveHint),
    formOf({
      fields: [password],
      send: R.leaveYes,
      plain: true,
      where: () => password,
      run: async () => {
        const gone = () => location.assign("/");
        confirmFirst(R.leaveSure, R.leaveYes, () => void calls.deleteAccount(password.input.value).then(gone, (error) => password.say(wordsOf(error))));
      },
    }),
  );
}
