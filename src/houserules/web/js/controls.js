// Controls that several screens share: a row of choices, a stepper, a switch, marks, and a dialog.

import { h, icon } from "./dom.js";
import { t } from "./words/index.js";

/** @typedef {{value: string, title: string, help?: string}} Choice */

/** Arrow keys move through a group of radio buttons, and choose. @param {KeyboardEvent} event */
function walk(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const all = [.../** @type {NodeListOf<HTMLButtonElement>} */ (group.querySelectorAll("[role=radio]"))];
  const at = all.indexOf(/** @type {any} */ (document.activeElement));
  const to = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : step && at >= 0 ? (at + step + all.length) % all.length : null;
  if (to === null) return;
  event.preventDefault();
  all[to].focus();
  all[to].click();
}

/**
 * Attributes of a radio button in a group: one of them can be reached by Tab, the arrows reach the others.
 * @param {boolean} isChosen @param {boolean} isFirst @param {boolean} anyChosen
 */
export const radio = (isChosen, isFirst, anyChosen = true) => ({
  type: "button", role: "radio", "aria-checked": String(isChosen), tabindex: isChosen || (!anyChosen && isFirst) ? "0" : "-1",
});

/** A group of radio buttons of any look. @param {string} tag @param {string} label @param {any[]} buttons @param {Record<string, any>} [props] */
export const radioGroup = (tag, label, buttons, props = {}) => h(tag, { role: "radiogroup", "aria-label": label, onkeydown: walk, ...props }, buttons);

/**
 * One of a few, in a row.
 * @param {string} label @param {Choice[]} choices @param {string} chosen @param {(value: string) => void} choose @param {Record<string, any>} [props]
 */
export function segment(label, choices, chosen, choose, props = {}) {
  const any = choices.some(({ value }) => value === chosen);
  return radioGroup("div.seg", label, choices.map(({ value, title }, at) =>
    h("button", { ...radio(value === chosen, at === 0, any), "data-key": value, "data-value": value, onclick: () => choose(value) }, title)), props);
}

/** A label above a control. @param {string} label @param {...any} control */
export const field = (label, ...control) => h("div.field", { "data-key": label }, h("span.label", { "aria-hidden": "true" }, label), control);

/** On or off. @param {string} label @param {boolean} isOn @param {(isOn: boolean) => void} change @param {string} [help] */
export const toggle = (label, isOn, change, help) => h("button.switch", { type: "button", role: "switch", "data-key": label, "aria-label": label, "aria-checked": String(isOn), onclick: () => change(!isOn) },
  h("span.words", { "aria-hidden": "true" }, h("span", null, label), help && h("small", null, help)), h("span.slider", { "aria-hidden": "true" }));

/**
 * A number between limits. `unset` is what nothing is called, if there may be none.
 * @param {string} label @param {number | null} value @param {{min: number, max: number, unset?: string}} limits @param {(value: number | null) => void} change
 */
export function stepper(label, value, { min, max, unset }, change) {
  const below = value === null ? null : value > min ? value - 1 : unset === undefined ? null : "unset";
  const above = value === null ? min : value < max ? value + 1 : null;
  return h("div.stepper", { role: "group", "aria-label": label },
    h("button.icon", { type: "button", "data-key": "less", "aria-label": t("controls.less", { label }), "aria-disabled": String(below === null), onclick: () => { if (below !== null) change(below === "unset" ? null : below); } }, icon("minus")),
    h("output", { class: value === null ? "unset" : "num", "aria-live": "polite" }, value === null ? unset ?? "–" : String(value)),
    h("button.icon", { type: "button", "data-key": "more", "aria-label": t("controls.more", { label }), "aria-disabled": String(above === null), onclick: () => { if (above !== null) change(above); } }, icon("plus")));
}

/** Any number of these. @param {string} label @param {Choice[]} choices @param {string[]} chosen @param {(chosen: string[]) => void} change */
export const marks = (label, choices, chosen, change) => h("div.marks", { role: "group", "aria-label": label }, choices.map(({ value, title }) =>
  h("button.chip", {
    type: "button", "data-key": value, "aria-pressed": String(chosen.includes(value)),
    onclick: () => change(choices.map((one) => one.value).filter((one) => (one === value) !== chosen.includes(one))),
  }, title)));

/** A list to choose from. @param {string} label @param {Choice[]} choices @param {string} chosen @param {(value: string) => void} choose @param {Record<string, any>} [props] */
export function picker(label, choices, chosen, choose, props = {}) {
  const select = h("select.pick", { "aria-label": label, onchange: (/** @type {any} */ event) => choose(event.target.value), ...props },
    choices.map(({ value, title }) => h("option", { value, selected: value === chosen }, title)));
  select.value = chosen;
  return select;
}

/**
 * A dialog above the screen. Escape and the cross close it, and focus goes back to where it was.
 * @param {string} title @param {any[]} children @returns {HTMLDialogElement}
 */
export function dialog(title, children) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const element = h("dialog.sheet-dialog", { "aria-labelledby": id, onclose: () => { element.remove(); before?.focus?.(); } },
    h("div.dialog-head", null, h("h2", { id }, title), h("button.icon", { type: "button", "aria-label": t("close"), onclick: () => element.close() }, icon("cross"))), children);
  document.body.append(element);
  element.showModal();
  return element;
}

/** Put a text where the next paste takes it from. @param {string} text @returns {Promise<boolean>} */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "sr", "aria-hidden": "true" });
    area.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}
