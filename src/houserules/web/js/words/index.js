// Which language the page speaks, and its texts. One file per language has them all.

import { prefs } from "../prefs.js";
import { en } from "./en.js";

/** @typedef {import("../types.js").Words} Words @typedef {keyof typeof en} Key */

export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @type {Words} */
let words = en;

/** The language of the settings, else that of the browser, if there are words for it. @returns {keyof typeof LANGUAGES} */
export function language() {
  const wanted = [prefs.language, ...navigator.languages].map((one) => one.slice(0, 2));
  return /** @type {keyof typeof LANGUAGES} */ (wanted.find((one) => one in LANGUAGES) ?? "en");
}

/** Fetch the words of the language that is wanted now. */
export async function loadWords() {
  const wanted = language();
  words = wanted === "de" ? (await import("./de.js")).de : en;
  document.documentElement.lang = wanted;
}

/**
 * A text in the language of the reader.
 * @param {Key} key @param {Record<string, any>} [facts] what the text needs: names, counts
 * @returns {string}
 */
export function t(key, facts = {}) {
  const text = words[key] ?? en[key];
  return typeof text === "function" ? text(facts) : text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));
}

/** Is there a text by this key? For keys that are made from codes of the server. @param {string} key @returns {key is Key} */
export const hasText = (key) => key in en;

/** Names as in a sentence: Ann, Ben and Eve. @param {string[]} names */
export const listed = (names) => (names.length < 2 ? names.join("") : t("and", { first: names.slice(0, -1).join(", "), last: names.at(-1) }));
