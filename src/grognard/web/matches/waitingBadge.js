/** The number of matches that wait for this browser, in the title and on the icon of every page. */
import * as api from "../api/matches.js";
import { S } from "../languages/strings.js";

/** Milliseconds between two looks: with the front page in sight, and with any page out of sight or at a match. */
const NEAR = 10000;
const FAR = 45000;

/** @typedef {import("../core/types.js").MatchRow} MatchRow */

let count = 0;
let name = S.product;

/**
 * @param {number} waiting
 * @param {string} [title]
 */
export function badge(waiting, title = name) {
  name = title;
  document.title = waiting ? `(${waiting}) ${name}` : name;
  if (waiting === count) return;
  count = waiting;
  const icon = document.querySelector('link[rel="icon"]');
  if (icon instanceof HTMLLinkElement) icon.href = waiting ? `data:image/svg+xml,${encodeURIComponent(drawn(waiting))}` : plain(icon);
}

let first = "";
/** @param {HTMLLinkElement} icon */
const plain = (icon) => (first ||= icon.href);

/**
 * The icon with a number on it.
 * @param {number} waiting
 */
function drawn(waiting) {
  const icon = document.querySelector('link[rel="icon"]');
  if (icon instanceof HTMLLinkElement) plain(icon);
  const words = waiting > 9 ? "9+" : String(waiting);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="1" y="4" width="26" height="26" rx="5" fill="#3b4a3f"/><path d="M6 11h16v11H6zl16 11M22 11L6 22" fill="none" stroke="#efe8d6" stroke-width="2"/><circle cx="22" cy="10" r="10" fill="#d8261c"/><text x="22" y="15" font-family="sans-serif" font-size="${words.length > 1 ? 12 : 15}" font-weight="700" text-anchor="middle" fill="#fff">${words}</text></svg>`;
}

/**
 * Looks now and then, and when one comes back to the page.
 * @param {() => Promise<void>} look
 * @param {number} near
 */
export function poll(look, near) {
  let at = Date.now();
  const run = async () => {
    at = Date.now();
    await look().catch(() => {});
  };
  const timer = setInterval(() => void (Date.now() - at >= (document.hidden ? FAR : near) - 500 && run()), near);
  const back = () => void (!document.hidden && run());
  document.addEventListener("visibilitychange", back);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", back);
  };
}

/**
 * Keeps the list of the front page up to date; it is drawn again only when something has changed.
 * @param {MatchRow[]} rows
 * @param {(rows: MatchRow[]) => void} show
 */
export function followList(rows, show) {
  let known = "";
  const take = (/** @type {MatchRow[]} */ found) => {
    badge(found.filter(waitsHere).length, S.product);
    const now = JSON.stringify(found);
    if (now !== known) show(found);
    known = now;
  };
  take(rows);
  poll(async () => take(await api.matches()), NEAR);
}

/**
 * At a table: this match as it stands there, the others as the server knows them.
 * @param {import("../session/session.js").Session} session
 */
export function countWaitingElsewhere(session) {
  let others = 0;
  const draw = () => {
    if (!session.closed) badge(others + Number(!!session.table?.ask?.mine && !session.table.result), session.board.title);
  };
  const look = async () => {
    const rows = await api.matches();
    if (session.closed) return;
    others = rows.filter((row) => row.id !== session.match && waitsHere(row)).length;
    draw();
  };
  session.on("closed", poll(look, FAR));
  session.on("table", draw);
  draw();
  void look().catch(() => {});
}

/**
 * Whether somebody at this browser is to decide.
 * @param {MatchRow} row
 */
export const waitsHere = (row) =>
  row.status !== "over" && !!row.decides && !isOnlyBots(row) && !!row.seats[row.decides]?.token;

/**
 * Programs play among themselves: nothing of it waits for anybody.
 * @param {MatchRow} row
 */
export const isOnlyBots = (row) => Object.values(row.seats).every((seat) => seat.kind !== "human");
