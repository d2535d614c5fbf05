/** Settings for notifications by email, by the browser and to a channel, with a test of each. */
import { fill, h } from "../../core/dom.js";
import { load } from "../../core/storage.js";
import { choice, field, formOf } from "../../widgets/form.js";
import * as calls from "../../api/account.js";
import { buttonWithResult, card, rowsOf, wordsOf } from "./pageLayout.js";
import { PUSH_ID, whyNoPush, subscribe, subscribed, unsubscribe } from "../pushNotifications.js";
import { R } from "../formats.js";

/**
 * @param {import("../../api/club.js").Club} club
 * @param {import("../../api/club.js").Me} me
 */
export function notificationsCard(club, me) {
  const said = h("p", { class: "form-said", role: "alert" });
  const body = h("div", { class: "room-parts" });
  const el = card("notifications", R.notifications, h("p", { class: "club-hint" }, R.notificationsHint), said, body);
  const test = (/** @type {"mail" | "push" | "webhook"} */ way) =>
    buttonWithResult(R.test, async () => R.testSent((await calls.testNotification(way)).sent), { id: `test-${way}` });
  const draw = (/** @type {calls.Wishes} */ wishes) => fill(body, mailPart(wishes, club, me, test), pushPart(wishes, club, draw, test), hookPart(wishes, test));
  const start = async () => {
    try {
      draw(await calls.notificationSettings());
    } catch (error) {
      said.textContent = wordsOf(error);
    }
  };
  return { el, start };
}

/** @typedef {(way: "mail" | "push" | "webhook") => HTMLElement} Test */

/**
 * @param {calls.Wishes} wishes
 * @param {import("../../api/club.js").Club} club
 * @param {import("../../api/club.js").Me} me
 * @param {Test} test
 */
function mailPart(wishes, club, me, test) {
  const said = h("span", { class: "form-said", role: "status" });
  const put = async (/** @type {{mail?: string, reminders?: boolean, announcements?: boolean}} */ change) => {
    try {
      await calls.changeNotifications(change);
      said.classList.add("good");
      said.textContent = R.saved;
    } catch (error) {
      said.classList.remove("good");
      said.textContent = wordsOf(error);
    }
  };
  const mail = choice("mail", R.byEmail, R.emailWays, { onchange: () => void put({ mail: mail.input.value }) });
  mail.input.value = wishes.mail;
  const box = h("input", { type: "checkbox", id: "reminders", checked: wishes.reminders, onchange: () => void put({ reminders: box.checked }) });
  const news = h("input", { type: "checkbox", id: "announcements", checked: wishes.announcements, onchange: () => void put({ announcements: news.checked }) });
  const able = club.mail && !!me.email && !!me.verified;
  return h(
    "div",
    { class: "room-part" },
    club.mail && mail.el,
    club.mail && !able && h("p", { class: "club-hint" }, R.emailFirst),
    h("label", { class: "tick" }, box, R.reminders),
    h("label", { class: "tick" }, news, R.announcements),
    h("div", { class: "club-buttons" }, able && test("mail"), said),
  );
}

/**
 * @param {calls.Wishes} wishes
 * @param {import("../../api/club.js").Club} club
 * @param {(wishes: calls.Wishes) => void} draw
 * @param {Test} test
 */
function pushPart(wishes, club, draw, test) {
  const part = h("div", { class: "room-part", id: "push" }, h("h3", null, R.push));
  const bar = club.push ? whyNoPush() : R.pushNone;
  const again = async () => draw(await calls.notificationSettings());
  void subscribed()
    .catch(() => null)
    .then((subscription) => {
      const here = wishes.push.find((each) => each.id === load(PUSH_ID) && subscription);
      const others = wishes.push.filter((each) => each !== here);
      const start = async () => {
        await subscribe(club.push ?? "");
        await again();
      };
      const stop = async () => {
        await unsubscribe();
        await again();
      };
      part.append(
        h("p", { class: "club-hint", id: "push-state" }, here ? R.pushOn : bar || R.pushOff),
        h(
          "div",
          { class: "club-buttons" },
          here ? buttonWithResult(R.pushStop, stop, { id: "push-stop" }) : buttonWithResult(R.pushStart, start, { id: "push-start", disabled: !!bar }),
          wishes.push.length > 0 && test("push"),
        ),
      );
      if (others.length)
        part.append(
          h("h4", null, R.pushOthers),
          rowsOf(
            others.map((each) => h("li", null, h("bdi", null, each.device), buttonWithResult(R.forget, async () => void (await calls.endPush(each.id), await again())))),
            "",
          ),
        );
    });
  return part;
}

/**
 * @param {calls.Wishes} wishes
 * @param {Test} test
 */
function hookPart(wishes, test) {
  const shape = choice("shape", R.shape, R.shapes);
  const url = field("hook", R.hookAddress, { type: "url", autocomplete: "off", spellcheck: "false", maxlength: 500 }, R.hookHint);
  const tests = h("span", null);
  shape.input.value = wishes.webhook?.shape ?? "";
  url.input.value = wishes.webhook?.url ?? "";
  const show = (/** @type {calls.Wishes["webhook"]} */ kept) => {
    url.el.hidden = !shape.input.value;
    url.input.toggleAttribute("required", !url.el.hidden);
    fill(tests, kept && test("webhook"));
  };
  shape.input.addEventListener("change", () => show(null));
  show(wishes.webhook);
  return h(
    "div",
    { class: "room-part", id: "webhook" },
    h("h3", null, R.webhook),
    formOf({
      fields: [shape, url],
      send: R.save,
      plain: true,
      where: () => url,
      after: tests,
      run: async () => {
        const now = await calls.changeNotifications({ webhook: shape.input.value ? { shape: shape.input.value, url: url.input.value.trim() } : null });
        show(now.webhook);
        return R.saved;
      },
    }),
  );
}
