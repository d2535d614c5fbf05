/** The start of the page: opens one of its pages by the address. */
import { applyTheme } from "./core/storage.js";
import { S } from "./languages/strings.js";

/**
 * Each page is fetched when it is opened, by the first word of its address.
 * @type {Record<string, (root: HTMLElement, id: string) => Promise<void>>}
 */
const PAGES = {
  front: async (root) => (await import("./front/frontPage.js")).openFront(root),
  replay: async (root, id) => (await import("./table/replayPage.js")).openReplay(root, id),
  match: async (root, id) => (await import("./table/matchPage.js")).openMatch(root, id),
  edit: async (root, id) => (await import("./editor/editor.js")).openEditor(root, id),
  puzzles: async (root, id) => (await import("./learn/learnPage.js")).openLearnPage(root, id),
  learn: async (root, id) => (await import("./learn/startLesson.js")).startLesson(root, id),
  tournaments: async (root, id) => (await import("./club/pages/tournamentsPage.js")).openTournaments(root, id),
  rules: async (root, id) => (await import("./rules/rulesPage.js")).openRules(root, id),
  club: async (root, id) => (await import("./club/pages/clubPages.js")).openClubPage(root, id),
  member: async (root, id) => (await import("./club/pages/memberPage.js")).openMember(root, id),
  leaderboard: async (root, id) => (await import("./club/pages/leaderboardPage.js")).openLeaderboard(root, id),
  howto: async (root, id) => (await import("./learn/howToPlay.js")).openHowToPlay(root, id),
  nothing: async (root) => (await import("./widgets/errorPage.js")).showNothing(root),
  watch: async (root, id) => (await import("./club/pages/spectatorPage.js")).openSpectatorPage(root, id),
};

applyTheme();
const root = document.getElementById("root");
if (root) {
  const [, room, id = ""] = /^\/(\w+)(?:\/([^/]+))?\/?$/.exec(location.pathname) ?? [];
  const named = id || room === "tournaments" || room === "puzzles" ? PAGES[room ?? ""] : undefined;
  const enter = async () => (named ?? (location.pathname === "/" ? PAGES.front : PAGES.nothing))?.(root, decodeURIComponent(id));
  enter().catch((/** @type {unknown} */ error) => {
    root.textContent = error instanceof Error ? error.message : S.offline;
  });
}
