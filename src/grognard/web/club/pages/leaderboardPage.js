/** The leader board: the highest ratings of each game, provisional ones last, bots marked as such. */
import * as api from "../../api/matches.js";
import { fill, h } from "../../core/dom.js";
import * as calls from "../../api/account.js";
import { card, nameLink, layOutPage, wordsOf } from "./pageLayout.js";
import { R } from "../formats.js";

/**
 * @param {HTMLElement} root
 * @param {string} wanted  a game, or the first
 */
export async function openLeaderboard(root, wanted) {
  const page = await layOutPage(root, R.leaderboardTitle, { here: "/club/leaderboard" });
  if (!page) return;
  const { me, main } = page;
  const games = (await api.games().catch(() => [])).filter((game) => game.sides.length === 2);
  const list = h("div", null);
  const ways = h("nav", { class: "room-tabs", "aria-label": R.leaderboardOf });
  main.append(ways, card("leaderboard", "", list, h("p", { class: "club-hint" }, R.provisionalHint)));
  const show = async (/** @type {string} */ game) => {
    fill(
      ways,
      games.map((each) =>
        h(
          "a",
          {
            class: "room-tab",
            href: `/leaderboard/${encodeURIComponent(each.id)}`,
            "aria-current": each.id === game ? "page" : null,
            onclick: (/** @type {MouseEvent} */ event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              history.replaceState(null, "", `/leaderboard/${encodeURIComponent(each.id)}`);
              void show(each.id);
            },
          },
          each.title,
        ),
      ),
    );
    try {
      fill(list, board(await calls.leaderboard(game), me?.name ?? ""));
    } catch (error) {
      fill(list, h("p", { class: "form-said" }, wordsOf(error)));
    }
  };
  await show(games.find((game) => game.id === wanted)?.id ?? games[0]?.id ?? "");
}

/**
 * @param {calls.Leader[]} leaders
 * @param {string} mine
 */
function board(leaders, mine) {
  if (!leaders.length) return h("p", { class: "club-hint" }, R.leaderboardEmpty);
  let place = 0;
  return h(
    "table",
    { class: "room-table leader-table" },
    h("thead", null, h("tr", null, R.leaderboardHeads.map((head, i) => h("th", { scope: "col", class: i === 1 ? null : "figure" }, head)))),
    h(
      "tbody",
      null,
      leaders.map((each) =>
        h(
          "tr",
          { class: each.kind === "person" && each.name === mine ? "own" : null },
          h("td", { class: "figure" }, each.provisional ? "–" : String(++place)),
          h("td", null, nameLink(each), each.kind !== "person" && " ", each.kind !== "person" && h("span", { class: "mark" }, R.kinds[each.kind] ?? "")),
          h("td", { class: "figure" }, String(each.rating), each.provisional && h("abbr", { title: R.provisional }, "?")),
          h("td", { class: "figure club-hint" }, `±${2 * each.deviation}`),
          h("td", { class: "figure" }, String(each.games)),
        ),
      ),
    ),
  );
}
