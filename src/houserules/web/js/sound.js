// Sounds, made in the page from noise and two oscillators: there are no files. They are off until somebody turns them on, and never the only cue.

import { prefs } from "./prefs.js";

/** @typedef {"table" | "turn" | "chat"} Channel */

const NOISE_SECONDS = 0.6;
const VIBRATE_MS = 20;

/** @type {AudioContext | null} */
let context = null;
/** @type {AudioBuffer | null} */
let noise = null;

/** A browser lets a page sound only after somebody has touched it, and complains about one that tries. @returns {AudioContext | null} */
function opened() {
  if (!("AudioContext" in globalThis) || navigator.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => undefined);
  return context;
}

/** @param {AudioContext} audio */
function noiseOf(audio) {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate * NOISE_SECONDS, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  }
  return noise;
}

/** How loud a sound is over its time. @param {AudioContext} audio @param {number} at @param {number} loud @param {number} length */
function envelope(audio, at, loud, length) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, loud), at + Math.min(0.02, length / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  return gain;
}

/** Paper: a breath of noise through a filter. @param {AudioContext} audio @param {number} volume @param {{after?: number, tone?: number, length?: number}} how */
function paper(audio, volume, { after = 0, tone = 2400, length = 0.06 }) {
  const at = audio.currentTime + after;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = noiseOf(audio);
  filter.type = "bandpass";
  filter.frequency.value = tone;
  source.connect(filter).connect(envelope(audio, at, volume * 0.35, length));
  source.start(at);
  source.stop(at + Math.min(length, NOISE_SECONDS));
}

/** A note with a softer one an octave above. @param {AudioContext} audio @param {number} volume @param {number} tone @param {{after?: number, length?: number}} [how] */
function note(audio, volume, tone, { after = 0, length = 0.4 } = {}) {
  const at = audio.currentTime + after;
  for (const [times, loud] of [[1, 0.25], [2, 0.08]]) {
    const source = audio.createOscillator();
    source.frequency.value = tone * times;
    source.connect(envelope(audio, at, volume * loud, length));
    source.start(at);
    source.stop(at + length);
  }
}

/** @type {Record<string, {channel: Channel, play: (audio: AudioContext, volume: number, count: number) => void}>} */
export const SOUNDS = {
  card: { channel: "table", play: (audio, volume) => paper(audio, volume, {}) },
  set: { channel: "table", play: (audio, volume) => { paper(audio, volume, {}); paper(audio, volume, { after: 0.07 }); } },
  draw: { channel: "table", play: (audio, volume) => paper(audio, volume * 0.7, { tone: 1600, length: 0.14 }) },
  take: { channel: "table", play: (audio, volume, count) => { for (let k = 0; k < Math.min(count, 12); k++) paper(audio, volume * 0.7, { after: k * 0.028, tone: 2000 + k * 60 }); } },
  given: { channel: "table", play: (audio, volume, count) => { SOUNDS.take.play(audio, volume, count); note(audio, volume, 660, { after: 0.1 }); } },
  burn: { channel: "table", play: (audio, volume) => paper(audio, volume, { tone: 500, length: 0.5 }) },
  turn: { channel: "table", play: (audio, volume) => { note(audio, volume, 440, { length: 0.2 }); note(audio, volume, 330, { after: 0.14, length: 0.25 }); } },
  out: { channel: "table", play: (audio, volume) => [440, 550, 660].forEach((tone, k) => note(audio, volume, tone, { after: k * 0.12, length: 0.3 })) },
  "your-turn": { channel: "turn", play: (audio, volume) => note(audio, volume, 220, { length: 0.9 }) },
  tick: { channel: "turn", play: (audio, volume) => paper(audio, volume, { tone: 4000, length: 0.03 }) },
  lost: { channel: "turn", play: (audio, volume) => note(audio, volume, 110, { length: 0.6 }) },
  chat: { channel: "chat", play: (audio, volume) => { paper(audio, volume, { tone: 300, length: 0.05 }); paper(audio, volume, { after: 0.12, tone: 300, length: 0.05 }); } },
};

/** Which sound an event has. @param {any} event @returns {string | null} */
export function soundOf(event) {
  switch (event.event) {
    case "played": return event.cards.length > 1 ? "set" : "card";
    case "swapped": case "picked": case "failed": return "card";
    case "drew": case "dealt": return "draw";
    case "took": return event.by === null || event.by === undefined || event.by === event.seat ? "take" : "given";
    case "burned": case "trick-won": return "burn";
    case "reversed": return "turn";
    case "went-out": case "round-ended": return "out";
    default: return null;
  }
}

/** @param {string} name @param {number} [count] of cards */
export function play(name, count = 1) {
  const sound = SOUNDS[name];
  const volume = sound ? prefs.sounds[sound.channel] : 0;
  if (!volume) return;
  const audio = opened();
  if (audio) sound.play(audio, volume, count);
}

/** The turn came to this device: a bell, and a short vibration where the browser and its owner allow that. */
export function callToTurn() {
  play("your-turn");
  if (prefs.sounds.turn && "vibrate" in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(VIBRATE_MS);
}
