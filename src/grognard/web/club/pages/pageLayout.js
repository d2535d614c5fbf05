/** The layout of the club's pages: the header with links to the other pages, and cards. */
import { showFailure } from "../../widgets/errorPage.js";
import { h } from "../../core/dom.js";
import { S } from "../../languages/strings.js";
import * as calls from "../../api/club.js";
import { R } from "../formats.js";

/** @typedef {import("../../api/club.js").Club} Club */
/** @typedef {import("../../api/club.js").Me} Me */
/** @typedef {import("../../core/dom.js").Kid} Kid */

/** @param {string} name */
export const memberLink = (name) => `/member/${encodeURIComponent(name)}`;

/**
 * A player's name as a link to the player's page; the club's bots have one too, guests have none.
 * @param {{name: string, kind?: string}} player
 */
export function nameLink({ name, kind }) {
  const words = h("bdi", null, name);
  if (kind === "guest") return words;
  return h("a", { class: "link", href: memberLink(kind === "bot" ? `bot:${name}` : name) }, words);
}

/** @param {Me | null} me */
export const isModerator = (me) => !!me?.roles.some((role) => role === "owner" || role === "moderator");

/**
 * @param {HTMLElement} root
 * @param {string} title
 * @param {{members?: boolean, here?: string}} [how]  members: nobody else has anything to see here
 * @returns {Promise<{club: Club, me: Me | null, main: HTMLElement} | null>}
 */
export async function layOutPage(root, title, { members = false, here = "" } = {}) {
  let found;
  try {
    found = await calls.club();
  } catch (error) {
    showFailure(root, error);
    return null;
  }
  const { club: club, me } = found;
  if (!club) {
    showFailure(root, new Error(R.noClub));
    return null;
  }
  document.title = `${title}: ${club.name}`;
  const main = h("main", { class: "room-main" });
  /** @type {[string, string, boolean][]} */
  const ways = [
    ["/", R.lobby, true],
    ["/club/leaderboard", R.leaderboard, true],
    [me ? memberLink(me.name) : "", R.myPage, !!me],
    ["/club/account", R.account, !!me],
    ["/club/moderation", R.moderation, isModerator(me)],
  ];
  root.replaceChildren(
    h(
      "div",
      { class: "front room" },
      h(
        "header",
        { class: "room-head" },
        h("h1", null, h("bdi", null, title)),
        h(
          "nav",
          { class: "room-ways", "aria-label": R.rooms },
          ways.map(([to, words, shown]) => shown && h("a", { class: "link", href: to, "aria-current": to === here ? "page" : null }, words)),
        ),
      ),
      main,
    ),
  );
  if (members && !me) {
    const signIn = async () => (await import("../signIn.js")).openSignIn(() => location.reload(), club.mail);
    main.append(
      card(
        "sign-in-first",
        "",
        h("p", null, R.signInFirst),
        h("div", { class: "club-buttons" }, h("button", { type: "button", class: "button primary", id: "club-sign-in", onclick: () => void signIn() }, S.club.signIn)),
      ),
    );
    return null;
  }
  return { club, me, main };
}

/**
 * @param {string} id
 * @param {string} title
 * @param {...(Kid | Kid[])} kids
 */
export function card(id, title, ...kids) {
  return h(
    "section",
    { class: "room-card", id, "aria-labelledby": title ? `${id}-title` : null },
    title && h("h2", { id: `${id}-title` }, title),
    ...kids,
  );
}

/** @param {unknown} error */
export const wordsOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * A button that says beside it what came of it.
 * @param {string} words
 * @param {() => Promise<string | void>} run
 * @param {import("../../core/dom.js").Props} [props]
 */
export function buttonWithResult(words, run, props) {
  const said = h("span", { class: "form-said", role: "status" });
  const button = h(
    "button",
    {
      type: "button",
      class: "button",
      ...props,
      onclick: async () => {
        button.disabled = true;
        said.textContent = "";
        try {
          said.textContent = (await run()) ?? "";
          said.classList.add("good");
        } catch (error) {
          said.classList.remove("good");
          said.textContent = wordsOf(error);
        }
        button.disabled = false;
        if (button.isConnected && document.activeElement === document.body) button.focus();
      },
    },
    words,
  );
  return h("span", { class: "doing" }, button, said);
}

/**
 * A list of rows, or a sentence where there is none.
 * @param {HTMLElement[]} rows
 * @param {string} none
 */
export const rowsOf = (rows, none) => (rows.length ? h("ul", { class: "room-rows" }, rows) : h("p", { class: "club-hint" }, none));
