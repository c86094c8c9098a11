// The keyboard at the table: arrows through one's cards, ranks, and the shortcut that is written on each button.

import { $$ } from "./dom.js";

/**
 * @typedef {{rank: (rank: string) => boolean, escape: () => void, sort: () => void, shift: (option: HTMLElement, step: number) => void,
 *   open: (name: "story" | "chat" | "rules" | "settings") => void}} Doing
 */

const RANKS = /^[2-9JQKA]$/;
/** @type {Record<string, "story" | "chat" | "rules" | "settings">} */
const OPENS = { S: "story", C: "chat", "?": "rules", G: "settings" };
const TYPING = "input, textarea, select, [contenteditable]";

/** @param {HTMLElement} list @returns {HTMLElement[]} */
const optionsOf = (list) => $$("[role=option]", list);

/** One option of each list can be reached by Tab: the one that was there last. @param {HTMLElement} root */
export function rove(root) {
  for (const list of $$("[role=listbox]", root)) {
    const options = optionsOf(list);
    const current = options.find((one) => one === document.activeElement) ?? options.find((one) => one.dataset.handKey === list.dataset.current) ?? options[0];
    for (const option of options) option.tabIndex = option === current ? 0 : -1;
  }
}

/** @param {HTMLElement} option */
export function focusOption(option) {
  const list = /** @type {HTMLElement | null} */ (option.closest("[role=listbox]"));
  if (!list) return;
  if (option.dataset.handKey) list.dataset.current = option.dataset.handKey;
  for (const other of optionsOf(list)) other.tabIndex = other === option ? 0 : -1;
  option.focus();
  option.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Arrows, Home and End move through a list. @param {HTMLElement} root @param {KeyboardEvent} event @param {Doing} doing */
function moveInList(root, event, doing) {
  const list = /** @type {HTMLElement | null} */ (document.activeElement?.closest("[role=listbox]")) ?? root.querySelector(".hand[role=listbox]") ?? root.querySelector("[role=listbox]");
  if (!list) return false;
  const options = optionsOf(/** @type {HTMLElement} */ (list));
  const at = options.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const last = options.length - 1;
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: at < 0 ? 0 : at + 1, ArrowLeft: at < 0 ? last : at - 1, Home: 0, End: last };
  const to = steps[event.key];
  if (to === undefined || !options.length) return false;
  if (event.shiftKey && at >= 0) doing.shift(options[at], event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : to - at);
  else focusOption(options[(to + options.length) % options.length]);
  return true;
}

/** The button whose shortcut this is, if it can be pressed now. @param {ParentNode} page @param {string} key */
const buttonOf = (page, key) => $$(`[aria-keyshortcuts="${CSS.escape(key)}"]`, page).find((one) => one.getAttribute("aria-disabled") !== "true" && one.checkVisibility());

/**
 * Listen to keys, until the screen is left.
 * @param {HTMLElement} page the screen of the table @param {HTMLElement} root the table in it @param {Doing} doing @returns {() => void} ends it
 */
export function listenToKeys(page, root, doing) {
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey) return;
    if (target.closest(TYPING)) { // what is typed is a text; only Escape leads out of it
      if (event.key === "Escape" && page.contains(target)) { target.blur(); doing.escape(); }
      return;
    }
    if (event.key === "Escape") return doing.escape();
    if (target.closest("[role=dialog], dialog, [role=slider]")) return;
    if (pressed(event, target)) event.preventDefault();
  };

  /** @param {KeyboardEvent} event @param {HTMLElement} target */
  const pressed = (event, target) => {
    if (moveInList(root, event, doing)) return true;
    if (event.altKey) return false;
    const option = target.closest("[role=option]");
    const isOnButton = !option && target.closest("button, a, summary, [role=tab]");
    if (event.key === "Enter" && isOnButton) return event.repeat; // the browser presses it; a key that is held presses it once
    if (event.key === " ") return false; // the browser presses what has the focus
    if (event.repeat) return false;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const rank = key === "0" ? "T" : key;
    const chooser = root.querySelector(".chooser");
    if (!chooser && (RANKS.test(key) || key === "0") && doing.rank(rank)) return true;
    const button = (chooser && buttonOf(chooser, key)) ?? buttonOf(root, key) ?? buttonOf(page, key);
    if (button) button.click();
    else if (key === "M") doing.sort();
    else if (OPENS[key]) doing.open(OPENS[key]);
    else return false;
    return true;
  };

  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
