/** The page of a match for a browser that has no seat at it: watch, enter a code, or bring your seat here. */
import * as api from "../api/matches.js";
import { watched } from "../api/friends.js";
import { h } from "../core/dom.js";
import { field, openForm } from "../widgets/form.js";
import { goToMatch } from "../matches/newMatch.js";
import { S } from "../languages/strings.js";

/**
 * @param {HTMLElement} root
 * @param {string} match
 * @param {string} told  what a link of an email has done
 */
export async function showNoSeat(root, match, told) {
  // Whether anybody may look on is the server's to say.
  const table = await watched(match).catch(() => null);
  const id = encodeURIComponent(match);
  root.replaceChildren(
    h(
      "main",
      { class: "cover", id: "no-seat" },
      h(
        "div",
        { class: "cover-card" },
        h("h1", null, S.friends.noSeatTitle),
        told && h("p", { role: "status" }, told),
        h(
          "div",
          { class: "no-seat-ways" },
          table?.result && way(h("a", { class: "button primary big", href: `/replay/${id}` }, S.friends.noSeatReplay)),
          table && !table.result && way(h("a", { class: "button primary big", id: "no-seat-watch", href: `/watch/${id}` }, S.friends.noSeatWatch), S.friends.noSeatWatchHint),
          way(button("no-seat-code", S.friends.noSeatCode, () => askCode(S.friends.noSeatCode, S.friends.noSeatCodeHint)), S.friends.noSeatCodeHint),
          way(button("no-seat-move", S.friends.noSeatMove, () => askCode(S.friends.noSeatMove, S.friends.noSeatMoveHint)), S.friends.noSeatMoveHint),
        ),
        h("p", null, h("a", { href: "/" }, S.backToFront)),
      ),
    ),
  );
}

/**
 * @param {HTMLElement} does
 * @param {string} [hint]
 */
const way = (does, hint) => h("p", null, does, hint && h("span", { class: "dim" }, hint));

/**
 * @param {string} id
 * @param {string} words
 * @param {() => void} run
 */
const button = (id, words, run) => h("button", { type: "button", class: "button big", id, onclick: run }, words);

/**
 * A code that was read out, or the whole link.
 * @param {string} title
 * @param {string} hint
 */
function askCode(title, hint) {
  const code = field("code", S.friends.codeLabel, { autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true }, hint);
  openForm({
    title,
    fields: [code],
    send: S.friends.codeSend,
    run: async () => {
      const given = code.input.value.trim();
      const link = /\/match\/([\w-]+)#sit=([\w-]+)$/.exec(given);
      if (link?.[1]) await api.sit(link[1], { code: link[2] ?? "" });
      goToMatch(link?.[1] ?? (await api.sitByCode(given)).id);
    },
  });
}
