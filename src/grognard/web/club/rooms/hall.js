/** The club's rooms at "/club/…". */
import { showFailure } from "../../core/failure.js";
import { R } from "./words.js";

/** @type {Record<string, (root: HTMLElement) => Promise<void>>} */
const ROOMS = {
  account: async (root) => (await import("./account.js")).openAccount(root),
  keeping: async (root) => (await import("./keeping.js")).openKeeping(root),
  leaders: async (root) => (await import("./leaders.js")).openLeaders(root, ""),
};

/**
 * @param {HTMLElement} root
 * @param {string} room
 */
export async function openRoom(root, room) {
  const open = ROOMS[room];
  if (open) await open(root);
  else showFailure(root, new Error(R.noRoom));
}
