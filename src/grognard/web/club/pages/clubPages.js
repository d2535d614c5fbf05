/** The pages at "/club/…", each fetched when it is opened. */
import { showFailure } from "../../widgets/errorPage.js";
import { R } from "../formats.js";

/** @type {Record<string, (root: HTMLElement) => Promise<void>>} */
const ROOMS = {
  account: async (root) => (await import("./accountPage.js")).openAccount(root),
  moderation: async (root) => (await import("./moderationPage.js")).openModeration(root),
  leaderboard: async (root) => (await import("./leaderboardPage.js")).openLeaderboard(root, ""),
};

/**
 * @param {HTMLElement} root
 * @param {string} room
 */
export async function openClubPage(root, room) {
  const open = ROOMS[room];
  if (open) await open(root);
  else showFailure(root, new Error(R.noRoom));
}
