// A sentence at the place it is about: it is seen for some seconds, and heard at once.

import { h } from "./dom.js";
import { sentence, spoken } from "./cards.js";

const SHOWN_MS = 4000;
const EDGE = 12;
const TIP = 14;

/**
 * @param {HTMLElement} root in which it is shown @param {Element | null} anchor what it is about; null: the middle of the table
 * @param {string} text in which cards are notation
 * @returns {() => void} takes it away
 */
export function toast(root, anchor, text) {
  root.querySelector(".toast")?.remove();
  const made = h("div.toast", { "aria-hidden": "true" }, sentence(text));
  const heard = h("div.sr", { role: "alert" }, spoken(text));
  root.append(made, heard);
  const home = root.getBoundingClientRect();
  const at = (anchor ?? root).getBoundingClientRect();
  const middle = at.left - home.left + Math.min(at.width, anchor ? 92 : at.width) / 2;
  const left = Math.max(EDGE, Math.min(home.width - made.offsetWidth - EDGE, middle - made.offsetWidth / 2));
  const top = anchor ? at.top - home.top - made.offsetHeight - TIP : home.height * 0.42;
  made.style.setProperty("left", `${left}px`);
  made.style.setProperty("top", `${Math.max(EDGE, top)}px`);
  made.style.setProperty("--tip", `${middle - left}px`);
  made.classList.toggle("no-tip", !anchor);
  const away = () => { made.remove(); heard.remove(); };
  setTimeout(away, SHOWN_MS);
  return away;
}
