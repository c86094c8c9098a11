// What happened, as lines of a list. The server is asked for what happened before we came.

import { withSymbols } from "./games.js";
import { $, h, put } from "./page.js";

const MOST_LINES = 200;
const QUIET_MS = 1000; // as long as that, a screen reader does not read out what is old
/** @type {Map<number, any>} by their number */
const steps = new Map();

/** @param {any} list @param {...any} words */
export function addLine(list, ...words) {
  list.append(h("li", {}, ...words));
  while (list.children.length > MOST_LINES) list.firstChild.remove();
  list.scrollTop = list.scrollHeight;
}

/** @param {any} step a message `events` */
export function logStep(step) {
  steps.set(step.seq, step);
  for (const words of step.words) addLine($("log"), withSymbols(words));
}

/** @param {any} history the answer of the server */
export function logHistory(history) {
  const missing = history.steps.filter((/** @type {any} */ step) => !steps.has(step.seq));
  if (!missing.length) return;
  for (const step of missing) steps.set(step.seq, step);
  $("log").setAttribute("aria-live", "off");
  setTimeout(() => $("log").setAttribute("aria-live", "polite"), QUIET_MS);
  put($("log"));
  if (history.cut) addLine($("log"), "…");
  for (const step of [...steps.values()].sort((one, other) => one.seq - other.seq)) logStep(step);
}
