/** The speed at which happenings are shown on the map, kept in this browser. */
import { h } from "../core/dom.js";
import { keep, load, settings } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** How many times as fast as at reading speed; 0 shows only what came of it. */
export const SPEEDS = [1, 2, 4, 0];
const KEY = "theatre";
/** Under a clock that runs the choice is another one: without one it is shown in short. */
const CLOCKED = "theatre-clocked";

/** @param {string} key */
const kept = (key) => SPEEDS.find((speed) => speed === load(key));

/**
 * @param {boolean} clocked  a clock runs
 * @returns {{speed: number, short: boolean}}
 */
export function speedNow(clocked) {
  const chosen = clocked ? kept(CLOCKED) : undefined;
  const speed = chosen ?? kept(KEY) ?? (settings.fastDice ? 4 : 1);
  return { speed, short: clocked && chosen === undefined };
}

/**
 * One button for each speed.
 * @param {boolean} clocked
 * @param {(speed: number) => void} [chosen]
 */
export function theatreSpeeds(clocked, chosen) {
  const buttons = SPEEDS.map((speed) =>
    h(
      "button",
      {
        type: "button",
        class: "speed",
        role: "radio",
        "data-theatre": speed,
        "aria-label": speed ? S.seeing.times(speed) : S.theatre.instant,
        onclick: () => {
          keep(clocked ? CLOCKED : KEY, speed);
          mark();
          chosen?.(speed);
        },
      },
      speed ? `${speed}×` : S.theatre.instant,
    ),
  );
  const mark = () => {
    const { speed, short } = speedNow(clocked);
    buttons.forEach((button, i) => button.setAttribute("aria-checked", String(!short && SPEEDS[i] === speed)));
  };
  mark();
  return h("div", { class: "speeds", role: "radiogroup", "aria-label": S.theatre.speed }, buttons);
}
