/**
 * The service worker that shows push notifications while no page is open, and opens their match when clicked. It stores
 * nothing and answers no request.
 */

/** @type {any} */
const here = self;

/** @typedef {{title: string, text: string, path: string, match: string, kind: string}} Toast */

here.addEventListener("install", () => here.skipWaiting());
here.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(here.clients.claim()));

here.addEventListener("push", (/** @type {any} */ event) => {
  /** @type {Toast} */
  const notice = event.data?.json() ?? { title: here.location.host, text: "", path: "/", match: "", kind: "" };
  const { title, text, path, match, kind } = notice;
  // A newer notice of a match takes the place of the one before it.
  const shown = { body: text, tag: match || kind, renotify: true, icon: "/static/icon.svg", data: { path } };
  event.waitUntil(here.registration.showNotification(title, shown));
});

here.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/"));
});

/** @param {string} path */
async function open(path) {
  const wanted = new URL(path, here.location.origin).href;
  const pages = await here.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => page.url.split("#")[0] === wanted);
  if (there) return there.focus();
  return here.clients.openWindow(wanted);
}

/** The browser's maker has given it another address: the club is told. */
here.addEventListener("pushsubscriptionchange", (/** @type {any} */ event) => {
  const renewed = async () => {
    const options = event.oldSubscription?.options;
    const subscription = event.newSubscription ?? (options && (await here.registration.pushManager.subscribe(options)));
    if (!subscription) return;
    const { endpoint, keys } = subscription.toJSON();
    const headers = { "Content-Type": "application/json", "X-Grognard": "page" };
    await fetch("/api/club/me/push", { method: "POST", headers, body: JSON.stringify({ endpoint, keys }) });
  };
  event.waitUntil(renewed());
});
