/** Sounds of a match, made with a few oscillators and some noise: dice, a move, a fight, your turn. Off by default. */
import { setSettings, settings } from "../core/storage.js";
import { S } from "../languages/strings.js";

/** @typedef {"dice" | "move" | "fight" | "turn"} Sound */

/** The volume of each choice in the menu. */
export const LEVELS = /** @type {const} */ ({ off: 0, quiet: 0.12, loud: 0.45 });

/** @type {AudioContext | null} */
let context = null;

/**
 * Plays a sound at the volume that was chosen.
 * @param {Sound} sound
 */
export function play(sound) {
  const volume = LEVELS[settings.sound ?? "off"] ?? 0;
  if (!volume || document.hidden) return;
  context ??= new AudioContext();
  const out = context.createGain();
  out.gain.value = volume;
  out.connect(context.destination);
  MADE[sound](context, out);
}

/** @type {Record<Sound, (audio: AudioContext, out: AudioNode) => void>} */
const MADE = {
  dice: (audio, out) => [0, 0.07, 0.16, 0.22].forEach((at) => knock(audio, out, at, 2600, 0.05)),
  move: (audio, out) => knock(audio, out, 0, 700, 0.09),
  fight: (audio, out) => {
    knock(audio, out, 0, 220, 0.5);
    tone(audio, out, 0, 62, 0.45);
  },
  turn: (audio, out) => {
    tone(audio, out, 0, 523, 0.25);
    tone(audio, out, 0.16, 659, 0.4);
  },
};

/**
 * A short burst of noise, darker or brighter: wood, dice, a far gun.
 * @param {AudioContext} audio
 * @param {AudioNode} out
 * @param {number} at
 * @param {number} pitch
 * @param {number} length
 */
function knock(audio, out, at, pitch, length) {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 0.8 });
  source.connect(filter).connect(out);
  source.start(audio.currentTime + at);
}

/**
 * @param {AudioContext} audio
 * @param {AudioNode} out
 * @param {number} at
 * @param {number} pitch
 * @param {number} length
 */
function tone(audio, out, at, pitch, length) {
  const from = audio.currentTime + at;
  const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const fade = new GainNode(audio, { gain: 0 });
  fade.gain.setValueAtTime(0, from);
  fade.gain.linearRampToValueAtTime(1, from + 0.02);
  fade.gain.exponentialRampToValueAtTime(0.001, from + length);
  source.connect(fade).connect(out);
  source.start(from);
  source.stop(from + length);
}

/**
 * Plays the sounds of a match: of all that a moment brought the one that matters most.
 * @param {import("../session/session.js").Session} session
 */
export function playSounds(session) {
  let mine = false;
  session.on("lines", (lines) => {
    if (lines.some((line) => line.loss)) play("fight");
    else if (lines.some((line) => line.dice?.length)) play("dice");
    else if (lines.some((line) => line.units?.length && line.spaces?.length)) play("move");
  });
  session.on("table", () => {
    const now = !!session.table?.ask?.mine && !session.past;
    if (now && !mine) play("turn");
    mine = now;
  });
}

/** The menu's line: off, quiet, loud, by turns. */
export function soundItem() {
  const names = /** @type {(keyof typeof LEVELS)[]} */ (Object.keys(LEVELS));
  const now = settings.sound ?? "off";
  const next = names[(names.indexOf(now) + 1) % names.length] ?? "off";
  return {
    label: S.seeing.sound[now],
    run: () => {
      setSettings({ sound: next });
      play("turn");
    },
  };
}
