// The scrubber of a replay: a slider drawn on the curve of the match, with its buttons and keys.

import { sentence, spoken, token } from "./cards.js";
import { chartParts } from "./chart.js";
import { h, icon, put } from "./dom.js";
import { tellAll } from "./telling.js";
import { t } from "./words/index.js";

/** @typedef {import("./curve.js").Curve} Curve */
/**
 * @typedef {object} Film what is shown, and what may be done with it
 * @property {string} family
 * @property {Curve} curve
 * @property {string[]} names
 * @property {any[]} steps
 * @property {number} at
 * @property {boolean} isPlaying
 * @property {number | null} seat from which it is seen; null: all hands are open
 * @property {number | null} wanted the seat from which it will be seen soon
 * @property {number} speed
 * @property {(at: number) => void} goTo
 * @property {(by: number) => void} move by some steps, in motion if it is the next one
 * @property {() => void} toggle
 * @property {(seat: number | null) => Promise<void>} seeFrom
 * @property {(speed: number) => void} setSpeed
 */

const SPEEDS = [0.5, 1, 2, 4];
const PAGE = 10;

/** What happened in the step that is shown. @param {Film} film */
const said = ({ steps, at, family, names, seat }) => (at ? tellAll({ ...steps[at], family }, { name: (one) => names[one], me: seat }).join(" ") : t("replay.deal"));

/** A row of choices, one of which holds. @template T @param {string} name @param {string} label @param {{value: T, text: string}[]} choices @param {T} now @param {(value: T) => void} choose */
function choices(name, label, choices, now, choose) {
  const at = choices.findIndex(({ value }) => value === now);
  const move = (/** @type {KeyboardEvent} */ event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const group = /** @type {HTMLElement} */ (event.currentTarget);
    choose(choices[(at + by + choices.length) % choices.length].value);
    /** @type {HTMLElement | null} */ (group.querySelector("[aria-checked=true]"))?.focus();
  };
  return h(`div.seg.${name}`, { role: "radiogroup", "aria-label": label, onkeydown: move }, choices.map(({ value, text }, k) =>
    h("button", { type: "button", role: "radio", "aria-checked": String(k === at), tabindex: k === at ? "0" : "-1", onclick: () => choose(value) }, text)));
}

/** The slider. @param {Film} film */
function slider(film) {
  const last = film.steps.length - 1;
  const keys = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -PAGE, PageUp: PAGE, Home: -last, End: last };
  const onkeydown = (/** @type {KeyboardEvent} */ event) => {
    const by = keys[/** @type {keyof typeof keys} */ (event.key)];
    if (by === undefined) return;
    event.preventDefault();
    film.move(by);
  };
  const drag = (/** @type {PointerEvent} */ event) => {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    film.goTo(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  return h("div.chart", {
    role: "slider", tabindex: "0", "aria-label": t("replay.move"), "aria-valuemin": "0", "aria-valuemax": String(last), "aria-valuenow": String(film.at),
    "aria-valuetext": t("replay.at", { at: film.at, last, words: spoken(said(film)) }), onkeydown,
    onpointerdown: (/** @type {PointerEvent} */ event) => { /** @type {HTMLElement} */ (event.currentTarget).setPointerCapture(event.pointerId); drag(event); },
    onpointermove: (/** @type {PointerEvent} */ event) => { if (event.buttons) drag(event); },
  }, chartParts(film.curve, film.names, film.at));
}

/** @param {string} name @param {string} label @param {string} key @param {() => void} onclick @param {string} [look] */
const transport = (name, label, key, onclick, look = "") => h("button.icon", { type: "button", class: look, "aria-label": label, "aria-keyshortcuts": key, title: `${label} (${key.toUpperCase()})`, onclick }, icon(/** @type {any} */ (name)));

/** Draw it into its element. @param {HTMLElement} element @param {Film} film */
export function drawScrubber(element, film) {
  const step = film.steps[film.at];
  const from = [...film.names.map((text, value) => ({ value: /** @type {number | null} */ (value), text })), { value: null, text: t("replay.allOpen") }];
  put(element,
    h("div.said", null, step.seat === null ? null : token(step.seat), h("p", null, sentence(said(film)))),
    slider(film),
    h("div.controls", null,
      h("div.transport", null,
        transport("prev", t("replay.back"), ",", () => film.move(-1)),
        transport(film.isPlaying ? "pause" : "play", t(film.isPlaying ? "replay.pause" : "replay.play"), "l", film.toggle, "big"),
        transport("next", t("replay.on"), ".", () => film.move(1))),
      h("span.at.num", null, h("b", null, String(film.at)), " ", t("replay.of", { last: film.steps.length - 1 })),
      choices("speeds", t("replay.speed"), SPEEDS.map((value) => ({ value, text: `${value === 0.5 ? "½" : value}×` })), film.speed, film.setSpeed),
      choices("from", t("replay.seenFrom"), from, film.wanted, film.seeFrom)));
}

/** The keys of a replay, wherever the focus is. @param {Film} film @param {KeyboardEvent} event */
export function pressedInReplay(film, event) {
  const isTyping = /** @type {HTMLElement} */ (event.target)?.closest?.("input, textarea, select");
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const deeds = { ",": () => film.move(-1), ".": () => film.move(1), l: film.toggle };
  const deed = deeds[/** @type {keyof typeof deeds} */ (event.key.toLowerCase())];
  if (!deed) return;
  event.preventDefault();
  deed();
}
