/** On the card of the question, while what happened is shown on the map: how fast, and a way past it. */
import { fill, h } from "../core/dom.js";
import { openDialog } from "../widgets/popups.js";
import { S } from "../languages/strings.js";
import { theatreSpeeds } from "./speeds.js";

/** @typedef {import("../session/session.js").Session} Session */

/**
 * @param {Session} session
 * @param {HTMLElement} row
 * @param {HTMLElement} acts
 */
export function playingButtons(session, row, acts) {
  const text = session.playing?.waits ? S.theatre.toTheDecision : S.theatre.skip;
  const button = row.querySelector("#skip");
  // It stays where somebody aims at it.
  if (button) fill(/** @type {HTMLElement} */ (button), h("span", null, text));
  else
    fill(
      row,
      h("button", { type: "button", class: "button primary", id: "skip", onclick: () => session.incoming.stage?.finish() }, h("span", null, text)),
    );
  if (!acts.querySelector("[data-theatre]")) fill(acts, theatreSpeeds(session.clocked));
}

/**
 * The choice by itself, from the menu.
 * @param {Session} session
 */
export function chooseTheatreSpeed({ clocked }) {
  openDialog(S.theatre.speed, [
    h("p", null, S.theatre.explain),
    clocked && h("p", null, S.theatre.clocked),
    theatreSpeeds(clocked),
  ].filter((part) => part !== false));
}
