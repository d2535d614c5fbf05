/** What two players without accounts agree on at a match by link: names, a take-back, notices of your move. */
import { confirmFirst } from "../widgets/popups.js";
import { field, openForm } from "../widgets/form.js";
import { keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/friends.js";

/** @typedef {import("../api/club.js").Facts} Facts */
/**
 * What is needed of the bar above the match.
 * @typedef {{session: import("../session/session.js").Session, mine: string, facts: Facts | null, take: (facts: Facts) => void,
 *   nameOf: (side: string) => string, again: () => Promise<void>}} Bar
 */

const NAME = "own-name";

/**
 * One's name, as it was given at the match before.
 * @param {Bar} bar
 * @param {Facts} facts
 */
export function offerName(bar, facts) {
  /** @type {string} */
  const known = load(NAME) ?? "";
  if (bar.mine && known && facts.seats[bar.mine]?.name === "") void calls.giveName(bar.session.match, bar.mine, known).catch(() => {});
}

/** @param {Bar} bar */
export function askName(bar) {
  const name = field("name", S.friends.nameLabel, { maxlength: 40, autocomplete: "nickname", value: bar.facts?.seats[bar.mine]?.name || (load(NAME) ?? "") }, S.friends.nameHint);
  openForm({
    title: S.friends.nameTitle,
    fields: [name],
    send: S.friends.nameSend,
    run: async () => {
      bar.take(await calls.giveName(bar.session.match, bar.mine, name.input.value));
      keep(NAME, name.input.value);
    },
  });
}

/**
 * @param {Bar} bar
 * @param {"ask" | "grant" | "decline"} act
 */
function takeBack(bar, act) {
  const { session } = bar;
  calls.takeBack(session.match, bar.mine, act).then(
    (facts) => {
      if (session.closed) return;
      bar.take(facts);
      if (act === "ask") session.emit("toast", { text: S.friends.takeBackAsked, brief: true });
    },
    (error) => session.complain(error),
  );
}

/** @param {Bar} bar */
const grant = (bar) => confirmFirst(S.friends.takeBackWhat, S.friends.takeBackGrant, () => takeBack(bar, "grant"));

/**
 * The items of the bar's menu.
 * @param {Bar} bar
 * @param {Facts} facts
 * @param {boolean} over
 */
export function friendItems(bar, facts, over) {
  const between = facts.friends;
  if (!between || !bar.mine) return [];
  const items = [{ label: S.friends.nameYourself, run: () => askName(bar) }];
  if (over) return items;
  if (between.takeBack && between.takeBack !== bar.mine)
    items.unshift({ label: S.friends.takeBackGrant, run: () => grant(bar) }, { label: S.friends.takeBackDecline, run: () => takeBack(bar, "decline") });
  else if (!between.takeBack) items.unshift({ label: S.friends.takeBackAsk, run: () => takeBack(bar, "ask") });
  if (typeof Notification !== "undefined") items.push({ label: S.friends.notices, run: () => void allowNotices(bar) });
  if (between.emails) items.push({ label: S.friends.emails, run: () => void askAddress(bar) });
  return items;
}

/**
 * What the other has asked since.
 * @param {Bar} bar
 * @param {Facts} facts
 * @param {Facts | null} before
 */
export function tellProposals(bar, facts, before) {
  const { session, mine } = bar;
  const now = facts.friends;
  const then = before?.friends;
  if (!now || !mine) return;
  if (now.takeBack && now.takeBack !== mine && now.takeBack !== then?.takeBack)
    session.emit("toast", {
      text: S.friends.takeBackBy(bar.nameOf(now.takeBack)),
      act: { label: S.friends.takeBackGrant, run: () => grant(bar) },
      state: () => (bar.facts?.friends?.takeBack === now.takeBack ? "now" : "gone"),
    });
  if (now.rematch && now.rematch !== mine && now.rematch !== then?.rematch && !facts.again)
    session.emit("toast", { text: S.friends.rematchBy(bar.nameOf(now.rematch)), act: { label: S.friends.rematchTake, run: () => void bar.again() }, state: () => (bar.facts?.again ? "gone" : "now") });
}

// --- your move

/** @param {Bar} bar */
async function allowNotices(bar) {
  const allowed = (await Notification.requestPermission()) === "granted";
  keep(`notices:${bar.session.match}`, allowed || undefined);
  bar.session.emit("toast", { text: allowed ? S.friends.noticesOn : S.friends.noticesDenied, bad: !allowed });
}

/**
 * A notice of the browser when it comes to be your move and nobody looks.
 * @param {import("../session/session.js").Session} session
 */
export function noticeMoves(session) {
  let mine = true;
  session.on("table", () => {
    const now = !!session.table?.ask?.mine;
    const came = now && !mine;
    mine = now;
    if (!came || !document.hidden || !load(`notices:${session.match}`) || Notification.permission !== "granted") return;
    const notice = new Notification(session.board.title, { body: S.friends.noticeText, tag: session.match });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  });
}

/** @param {Bar} bar */
async function askAddress(bar) {
  const { session, mine } = bar;
  try {
    const known = await calls.emails(session.match, mine);
    const email = field("email", S.friends.emailsLabel, { type: "email", autocomplete: "email", value: known.email }, S.friends.emailsHint);
    openForm({
      title: S.friends.emailsTitle,
      fields: [email],
      send: S.friends.emailsSend,
      run: async () => {
        const kept = await calls.leaveAddress(session.match, mine, email.input.value);
        session.emit("toast", { text: kept.email ? S.friends.emailsWait(kept.email) : S.friends.emailsNone });
      },
    });
  } catch (error) {
    session.complain(error);
  }
}

/**
 * A link of an email was opened: it confirms an address, or has emails stop. The sentence to be shown.
 * @param {string} match
 * @returns {Promise<string>}
 */
export async function openEmailLink(match) {
  const [, no, code] = /^#(no-)?emails=([\w-]+)$/.exec(location.hash) ?? [];
  if (!code) return "";
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const { email } = await calls.answerEmail(match, no ? "stop" : "confirm", code);
    return no ? S.friends.emailsNone : S.friends.emailsNow(email);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
