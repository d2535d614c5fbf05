/** The speed of replays, kept in this browser. */
import { h } from "../core/dom.js";
import { keep, load } from "../core/storage.js";
import { S } from "../languages/strings.js";

export const SPEEDS = [1, 2, 4, 8, 16];

function chosen() {
  const kept = load("speed");
  return SPEEDS.find((speed) => speed === kept) ?? 1;
}

/**
 * Milliseconds at the chosen speed for something that takes this long at reading speed.
 * @param {number} ms
 */
export const pace = (ms) => ms / chosen();

/** From here on the lines of one run, such as the hexes of a march, are shown as one. */
export const isFast = () => chosen() >= 4;

export function speedChoice() {
  const buttons = SPEEDS.map((speed) =>
    h(
      "button",
      {
        type: "button",
        class: "speed",
        role: "radio",
        "data-speed": speed,
        title: S.seeing.times(speed),
        "aria-label": S.seeing.times(speed),
        onclick: () => {
          keep("speed", speed);
          mark();
        },
      },
      `${speed}×`,
    ),
  );
  const el = h("div", { class: "speeds", role: "radiogroup", "aria-label": S.seeing.speed }, buttons);
  function mark() {
    for (const other of document.querySelectorAll(".speed")) show(/** @type {HTMLElement} */ (other));
    buttons.forEach(show);
  }
  mark();
  return el;
}

/** @param {HTMLElement} button */
const show = (button) => button.setAttribute("aria-checked", String(Number(button.dataset.speed) === chosen()));
