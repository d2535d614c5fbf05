/** Making elements. Text from the server only ever becomes text nodes here, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Attributes by name, and with them: a listener after "on", styles as `vars`, what a field holds as `value`.
 * @typedef {{[name: string]: string | number | boolean | null | undefined | ((event: never) => void) | Record<string, string | number>}} Props
 */
/** @typedef {Node | string | number | null | undefined | false} Kid */

/**
 * @param {Element} el
 * @param {Props} props
 */
function setProperties(el, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) el.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (key === "vars") setVars(/** @type {HTMLElement} */ (el), /** @type {Record<string, string | number>} */ (value));
    else if (key === "value") /** @type {HTMLInputElement} */ (el).value = String(value);
    else el.setAttribute(key, value === true ? "" : String(value));
  }
}

/**
 * Custom properties and styles through the object model, so that a strict content policy allows them.
 * @param {HTMLElement | SVGElement} el
 * @param {Record<string, string | number>} vars
 */
export function setVars(el, vars) {
  for (const [name, value] of Object.entries(vars)) el.style.setProperty(name, String(value));
}

/**
 * An attribute, or none; what is as it was is not written, because the browser would look at it all again.
 * @param {Element} el
 * @param {string} name
 * @param {string | null} value
 */
export function setIfNew(el, name, value) {
  if (el.getAttribute(name) === value) return;
  if (value === null) el.removeAttribute(name);
  else el.setAttribute(name, value);
}

/**
 * Classes in the place of others.
 * @param {Element} el
 * @param {string} old  each with a blank before it
 * @param {string} now  likewise
 */
export function replaceClasses(el, old, now) {
  if (old) el.classList.remove(...old.trim().split(" "));
  if (now) el.classList.add(...now.trim().split(" "));
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...(Kid | Kid[])} kids
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...kids) {
  const el = document.createElement(tag);
  if (props) setProperties(el, props);
  add(el, kids);
  return el;
}

/**
 * The key that presses a button, on it to be seen: it is no part of the button's name (`aria-keyshortcuts` tells of it).
 * @param {string | number} key
 */
export function keyHint(key) {
  return h("kbd", { "aria-hidden": "true" }, key);
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...(Kid | Kid[])} kids
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...kids) {
  const el = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  if (props) setProperties(el, props);
  add(el, kids);
  return el;
}

/**
 * @param {Element} el
 * @param {(Kid | Kid[])[]} kids
 */
export function add(el, kids) {
  for (const kid of kids.flat()) {
    if (kid === null || kid === undefined || kid === false) continue;
    // A percent sign stays with its number.
    el.append(kid instanceof Node ? kid : String(kid).replaceAll(" %", "\u00a0%"));
  }
}

/**
 * @param {Element} el
 * @param {...(Kid | Kid[])} kids
 */
export function fill(el, ...kids) {
  el.replaceChildren();
  add(el, kids);
}

/**
 * Our own small icons, so that no font has to bring them.
 * @param {string} name
 */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: ICONS[name] ?? "" }));
}

/** @type {Record<string, string>} */
const ICONS = {
  menu: "M3 5h14M3 10h14M3 15h14",
  undo: "M8 4L3.5 8.5 8 13M4 8.5h8a4.5 4.5 0 0 1 0 9H9",
  close: "M5 5l10 10M15 5L5 15",
  sidebar: "M3 4h14v12H3zM12 4v12",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  plus: "M10 4v12M4 10h12",
  minus: "M4 10h12",
  play: "M6 4l10 6-10 6z",
  pause: "M7 4v12M13 4v12",
  back: "M12 4l-6 6 6 6",
  next: "M8 4l6 6-6 6",
  grow: "M5 9l5-5 5 5M5 15l5-5 5 5",
  now: "M5 4l6 6-6 6M14 4v12",
  report: "M5 3h7l3 3v11H5zM8 9h4M8 12h5",
  branch: "M6 3v14M6 11c0-4 8-2 8-7M11.500 6.500L14 4l2.500 2.500",
  layers: "M10 3l7 4-7 4-7-4zM3 10.500l7 4 7-4M3 14l7 4 7-4",
  pin: "M10 17l-4.500-6.500a5.500 5.500 0 1 1 9 0z",
  page: "M8 4H4v12h12v-4M11 3h6v6M17 3l-8 8",
  theme: "M10 3a7 7 0 0 0 0 14z M10 3a7 7 0 0 1 0 14",
  turn: "M10 3a7 7 0 1 0 7 7M10 6v4l3 2",
};
