/** Push notifications of this browser: subscribing and unsubscribing. */
import { forget, keep, load } from "../core/storage.js";
import * as calls from "../api/account.js";
import { R } from "./formats.js";

const WORKER = "/worker.js";
/** Under which id the club knows this browser. */
export const PUSH_ID = "push";

/** Why this browser cannot show notices; nothing where it can. */
export function whyNoPush() {
  if (!isSecureContext) return R.pushInsecure;
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || typeof Notification === "undefined") return R.pushNone;
  return Notification.permission === "denied" ? R.pushDenied : "";
}

/** The subscription of this browser, if it has one. */
export async function subscribed() {
  const worker = whyNoPush() ? null : await navigator.serviceWorker.getRegistration("/");
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/**
 * @param {string} key  the club's public key
 */
export async function subscribe(key) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(R.pushDenied);
  const worker = await navigator.serviceWorker.register(WORKER, { scope: "/" });
  await navigator.serviceWorker.ready;
  let subscription = await worker.pushManager.getSubscription();
  // A club that was set up anew has another key, by which this browser could not be reached.
  if (subscription && !sameKey(subscription.options.applicationServerKey, key)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  try {
    subscription ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  } catch (error) {
    throw error instanceof DOMException && error.name === "NotAllowedError" ? new Error(R.pushDenied) : new Error(R.pushFailed);
  }
  keep(PUSH_ID, (await calls.addPush(subscription)).id);
}

/** Nothing is shown here any more. */
export async function unsubscribe() {
  const subscription = await subscribed();
  await subscription?.unsubscribe();
  /** @type {string | null} */
  const known = load(PUSH_ID);
  forget(PUSH_ID);
  // The club may have forgotten this browser before.
  if (known) await calls.endPush(known).catch(() => {});
}

/**
 * @param {ArrayBuffer | null} one
 * @param {string} key
 */
function sameKey(one, key) {
  const wanted = bytesOf(key);
  const bytes = new Uint8Array(one ?? new ArrayBuffer(0));
  return bytes.length === wanted.length && bytes.every((byte, i) => byte === wanted[i]);
}

/** @param {string} text  base64 as in addresses */
function bytesOf(text) {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
}
