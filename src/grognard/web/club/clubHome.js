/** The club on the front page: its name, who is signed in, and its lobby. Without a club nothing of it is fetched. */
import { fill, h } from "../core/dom.js";
import { load } from "../core/storage.js";
import { S } from "../languages/strings.js";
import * as calls from "../api/club.js";

/** @typedef {import("../core/types.js").Game} Game */

/** @param {(match: string) => void} go */
export function openClubHome(go) {
  const line = h("div", { class: "house-line" });
  const room = h("div", { class: "lobby" });
  const el = h("section", { class: "house", id: "club", "aria-labelledby": "house-name", hidden: true }, line, room);
  /** @type {Set<string>} matches that stand in the lobby's list */
  const own = new Set();
  /** @type {calls.Club | null} */
  let club = null;
  /** @type {calls.Me | null} */
  let me = null;
  /** @type {Game[]} */
  let games = [];
  let changed = () => {};
  /** @type {(() => void) | null} ends the lobby that is being looked at */
  let stop = null;
  /** The last message stays when the line is drawn again, as it is once the ratings have come. */
  let words = { text: "", good: true };

  /**
   * @param {Game[]} offered
   * @param {() => void} redraw  the list of matches is to be drawn again
   */
  async function start(offered, redraw) {
    games = offered;
    changed = redraw;
    const found = await calls.club().catch(() => null);
    if (!found?.club) return;
    club = found.club;
    el.hidden = false;
    await come(found.me);
    await links();
    addEventListener("hashchange", () => void links());
  }

  /** @param {calls.Me | null} who */
  async function come(who) {
    me = who;
    stop?.();
    stop = null;
    own.clear();
    fill(room);
    words = { text: "", good: true };
    draw("");
    if (!me && !club?.guests.watch) return changed();
    const { openLobby } = await import("./lobby.js");
    stop = openLobby(room, { me: me?.name ?? "", plays: !!me || !!club?.guests.play, games, go, mine });
  }

  /** @param {calls.Mine[]} list  the member's matches, as they are now */
  function mine(list) {
    own.clear();
    for (const each of list) own.add(each.match);
    changed();
    void ratings();
  }

  async function ratings() {
    const name = me?.name;
    const found = name === undefined ? null : await calls.member(name).catch(() => null);
    if (!found || me?.name !== name) return;
    const title = (/** @type {string} */ id) => games.find((game) => game.id === id)?.title ?? id;
    draw(found.ratings.map((r) => S.club.ratingIn(title(r.game), r.rating, r.provisional)).join(" · "));
  }

  /** @param {string} rated */
  function draw(rated) {
    if (!club) return;
    const closed = club.registration === "closed";
    fill(
      line,
      h("h2", { id: "house-name" }, h("bdi", null, club.name)),
      me &&
        h(
          "p",
          { class: "house-me", id: "club-me" },
          h("b", null, h("a", { class: "link", href: `/member/${encodeURIComponent(me.name)}` }, h("bdi", null, me.name))),
          rated && h("span", { class: "house-ratings" }, rated),
        ),
      h(
        "div",
        { class: "house-doors" },
        h("a", { class: "button plain-text", id: "to-tournaments", href: "/tournaments" }, S.club.tournaments.title),
        h("a", { class: "button plain-text", href: "/club/leaderboard", id: "to-leaderboard" }, S.club.leaderboard),
        me?.roles.some((role) => role !== "umpire") && h("a", { class: "button plain-text", href: "/club/moderation", id: "to-moderation" }, S.club.moderation),
        me && h("a", { class: "button plain-text", href: "/club/account", id: "to-account" }, S.club.account),
        me
          ? h("button", { type: "button", class: "button", id: "club-sign-out", onclick: () => void out() }, S.club.signOut)
          : [
              h("button", { type: "button", class: "button primary", id: "club-sign-in", onclick: () => void signIn() }, S.club.signIn),
              !closed && h("button", { type: "button", class: "button", id: "club-sign-up", onclick: () => void signUp() }, S.club.signUp),
            ],
      ),
      h("p", { class: "form-said", id: "house-said", role: "alert" }),
    );
    say(words.text, words.good);
  }

  /**
   * @param {string} text
   * @param {boolean} [good]
   */
  function say(text, good = true) {
    words = { text, good };
    const said = document.getElementById("house-said");
    if (said) said.textContent = text;
    said?.classList.toggle("good", good);
  }

  const complain = (/** @type {unknown} */ error) => say(error instanceof Error ? error.message : String(error), false);

  async function out() {
    try {
      // Anyone who uses this browser next has nothing to do with this member's notices.
      if (load("push")) await (await import("./pushNotifications.js")).unsubscribe();
      await calls.signOut();
      // What was a member's is not kept on the screen.
      location.reload();
    } catch (error) {
      complain(error);
    }
  }

  /** @param {() => void} [then] */
  async function signIn(then) {
    (await import("./signIn.js")).openSignIn((who) => void come(who).then(then), club?.mail);
  }

  /**
   * @param {string} [code]
   * @param {() => void} [then]
   */
  async function signUp(code, then) {
    if (club) (await import("./signIn.js")).openSignUp(club, (who) => void come(who).then(then), code);
  }

  /** A link brought somebody here: to a table, or to become a member. */
  async function links() {
    const [, what, code] = /^#(join|sign-up|register|verify|reset)=([\w-]+)$/.exec(location.hash) ?? [];
    if (!what || !code) return;
    history.replaceState(null, "", location.pathname + location.search);
    if (what === "join") await join(code);
    else if (what === "verify") await verify(code);
    else if (what === "reset") (await import("./signIn.js")).openPasswordReset(code, () => say(S.club.resetDone));
    else if (!me && club?.registration !== "closed") await signUp(code);
  }

  /** @param {string} code */
  async function verify(code) {
    try {
      say(S.club.verified((await calls.verifyEmail(code)).verified));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} code */
  async function join(code) {
    try {
      const table = await calls.offerByCode(code);
      const { openJoin } = await import("./joinTable.js");
      const again = () => void join(code);
      const doors = me ? null : { signIn: () => void signIn(again), signUp: club?.registration === "closed" ? null : () => void signUp("", again) };
      openJoin(table, games, code, go, doors);
    } catch (error) {
      complain(error);
    }
  }

  return { el, start, owns: (/** @type {string} */ match) => own.has(match) };
}
