/** Menus, dialogs and bubbles, and the stack that Esc closes from the top. */
import { h, icon, keyHint, setVars } from "../core/dom.js";
import { S } from "../languages/strings.js";

/** @type {{el: HTMLElement, close: () => void}[]} */
const floating = [];

/** Closes the topmost floating thing; false when there is none. */
export function closeTop() {
  const top = floating.at(-1);
  top?.close();
  return top !== undefined;
}

export function closeAll() {
  while (closeTop());
}

export const anyOpen = () => floating.length > 0;

/**
 * @param {HTMLElement} el
 * @param {boolean} modal  a modal thing keeps until it is answered; any other closes at the first click elsewhere
 * @param {() => void} [closed]
 * @returns {() => void}
 */
function float(el, modal, closed) {
  const returnTo = document.activeElement;
  const entry = { el, close };
  /** @param {Event} event */
  const outside = (event) => {
    if (!(event.target instanceof Node && el.contains(event.target))) close();
  };
  function close() {
    const at = floating.indexOf(entry);
    if (at < 0) return;
    floating.splice(at, 1);
    removeEventListener("pointerdown", outside, true);
    el.remove();
    closed?.();
    if (returnTo instanceof HTMLElement || returnTo instanceof SVGElement) returnTo.focus({ preventScroll: true });
  }
  floating.push(entry);
  document.body.append(el);
  if (!modal) addEventListener("pointerdown", outside, true);
  return close;
}

/**
 * @param {HTMLElement} el
 * @param {{x: number, y: number}} at
 */
function placeAt(el, at) {
  const box = el.getBoundingClientRect();
  setVars(el, {
    left: `${Math.max(8, Math.min(at.x, innerWidth - box.width - 8))}px`,
    top: `${Math.max(8, Math.min(at.y, innerHeight - box.height - 8))}px`,
  });
}

/**
 * @param {{x: number, y: number}} at
 * @param {{label: string, run: () => void, hint?: string, on?: boolean, sends?: import("../core/types.js").Option[]}[]} items
 *   sends: the options that an item stands for
 * @param {() => void} [closed]
 */
export function openMenu(at, items, closed) {
  const el = h("div", { class: "menu", role: "menu" });
  const close = float(el, false, closed);
  items.forEach((item, i) => {
    const run = () => {
      close();
      item.run();
    };
    el.append(
      h(
        "button",
        {
          role: "menuitem",
          type: "button",
          class: "menu-item",
          "data-index": i,
          "aria-keyshortcuts": item.hint ?? null,
          "data-sends": item.sends ? JSON.stringify(item.sends) : null,
          onclick: run,
        },
        h("span", { class: "menu-tick" }, item.on ? "✓" : ""),
        h("span", null, item.label),
        item.hint && keyHint(item.hint),
      ),
    );
  });
  el.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...el.querySelectorAll("button")];
    const now = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    all[(now + step + all.length) % all.length]?.focus();
  });
  placeAt(el, { x: at.x + 2, y: at.y + 2 });
  el.querySelector("button")?.focus({ preventScroll: true });
}

/**
 * @param {{x: number, y: number}} at
 * @param {...(Node | string)} content
 */
export function openBubble(at, ...content) {
  const el = h("div", { class: "bubble", role: "dialog", tabindex: -1 }, content);
  const close = float(el, false);
  placeAt(el, { x: at.x + 10, y: at.y + 10 });
  el.focus({ preventScroll: true });
  return { el, close, place: () => placeAt(el, { x: at.x + 10, y: at.y + 10 }) };
}

/**
 * @param {string} title
 * @param {(Node | string | null | false | undefined)[]} content
 * @param {{label: string, run?: () => void, primary?: boolean}[]} [buttons]
 * @param {string} [cls]
 */
export function openDialog(title, content, buttons = [], cls = "") {
  const close = () => closeIt();
  const el = h(
    "div",
    { class: `veil ${cls}`, role: "dialog", "aria-modal": "true", "aria-label": title },
    h(
      "section",
      { class: "dialog" },
      h(
        "header",
        null,
        h("h2", null, title),
        h("button", { class: "plain", type: "button", "aria-label": S.close, onclick: close }, icon("close")),
      ),
      h("div", { class: "dialog-body" }, content),
      buttons.length > 0 &&
        h(
          "footer",
          null,
          buttons.map((b) =>
            h(
              "button",
              {
                type: "button",
                class: b.primary ? "button primary" : "button",
                onclick: () => {
                  closeIt();
                  b.run?.();
                },
              },
              b.label,
            ),
          ),
        ),
    ),
  );
  const closeIt = float(el, true);
  el.addEventListener("pointerdown", (event) => {
    if (event.target === el) closeIt();
  });
  el.addEventListener("keydown", (event) => {
    trapTab(el, event);
    if (event.key !== "Escape") return;
    // Where there is a table it hears Escape too, and would close the next thing below.
    event.stopPropagation();
    closeIt();
  });
  for (const wanted of ["footer .primary", "footer button", ".dialog-body button", "header button"]) {
    const first = el.querySelector(wanted);
    if (!(first instanceof HTMLElement)) continue;
    first.focus({ preventScroll: true });
    break;
  }
  return closeIt;
}

/**
 * @param {HTMLElement} el
 * @param {KeyboardEvent} event
 */
function trapTab(el, event) {
  if (event.key !== "Tab") return;
  const all = /** @type {HTMLElement[]} */ ([...el.querySelectorAll("button, input, select, a[href], textarea")]);
  const first = all[0];
  const last = all.at(-1);
  if (event.shiftKey && document.activeElement === first) last?.focus();
  else if (!event.shiftKey && document.activeElement === last) first?.focus();
  else return;
  event.preventDefault();
}

/**
 * @param {string} text
 * @param {string} yes
 * @param {() => void} run
 */
export function confirmFirst(text, yes, run) {
  openDialog(S.sure, [h("p", null, text)], [{ label: S.cancel }, { label: yes, run, primary: true }], "small");
}
