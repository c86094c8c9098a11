// What a person says at the table: buttons, and what comes of them.

import { moveLabel, withSymbols } from "./games.js";
import { $, h, put } from "./page.js";
import { name, now } from "./state.js";

/** @type {Set<string>} what is folded out, by its summary */
const unfolded = new Set();
let unanswered = 0; // how much was said and not answered yet
/** @type {(message: any) => Promise<any>} */
let send = () => Promise.reject(new Error("There is no connection yet: wait a moment."));
/** @type {() => void} */
let draw = () => undefined;

/** @param {(message: any) => Promise<any>} sends @param {() => void} draws */
export function beginSaying(sends, draws) {
  send = sends;
  draw = draws;
}

export const isWaiting = () => unanswered > 0;
export const redraw = () => draw();

/** @param {string} text @param {"warning" | "info"} kind */
export function notice(text, kind = "warning") {
  $("notice").className = kind;
  put($("notice"), withSymbols(text));
}

/** Say something; a refusal is shown. @param {any} message @param {(answer: any) => void} [then] */
export async function say(message, then) {
  unanswered += 1;
  notice("");
  draw();
  try {
    const answer = await send(message);
    then?.(answer);
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message);
  }
  unanswered -= 1;
  draw();
}

/** @param {string} move */
export const play = (move) => say({ type: "move", move });

/** A button. A second press waits for the answer to the first. @param {string} label @param {() => void} press @param {any} more */
export const button = (label, press, more = {}) =>
  h("button", { type: "button", onclick: () => unanswered || press(), "data-key": label, ...more }, label);

/** Details that stay open when they are drawn again. @param {string} summary @param {...any} children */
export const fold = (summary, ...children) => h("details", { open: unfolded.has(summary),
  ontoggle: (/** @type {any} */ event) => event.target.open ? unfolded.add(summary) : unfolded.delete(summary),
}, h("summary", { "data-key": summary }, summary), children);

export const moveButton = (/** @type {string} */ text, more = {}) =>
  button(moveLabel(text, now.view, name), () => play(text),
    { "data-move": text, "data-key": text, disabled: now.presence.paused, ...more });
