/** A progress bar for a slow answer: it fills in the time that the last one took, and counts the seconds. */
import { h } from "../core/dom.js";
import { S } from "../languages/strings.js";

/** @type {Map<string, number>} seconds that it took the last time, by what was said meanwhile */
const took = new Map();
/** Seconds: what is answered sooner needs no clock. */
const SOON = 2;
const TICK = 500;
/** The bar is full only when the answer is there. */
const NEARLY = 0.95;

/**
 * @param {string} words
 * @returns {{el: HTMLElement, done: () => void}}
 */
export function progressBar(words) {
  const began = performance.now();
  const before = took.get(words);
  const seconds = h("span", { "aria-hidden": "true" });
  const bar = h("progress", { max: 1, "aria-label": words });
  const passed = () => (performance.now() - began) / 1000;
  const timer = setInterval(() => {
    const now = passed();
    if (now >= SOON) seconds.textContent = ` ${S.seeing.seconds(Math.floor(now))}`;
    if (before) bar.value = Math.min(NEARLY, now / before);
  }, TICK);
  return {
    el: h("div", { class: "patience" }, h("p", { class: "advice-why" }, words, seconds), bar),
    done: () => {
      clearInterval(timer);
      took.set(words, passed());
    },
  };
}
