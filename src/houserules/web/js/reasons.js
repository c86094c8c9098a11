// Why a move is not possible, in the language of the reader. The server says it in English; where its facts suffice, other languages say it too.

import { askWords } from "./pile.js";
import { hasText, language, t } from "./words/index.js";

/**
 * @param {{code?: string | null, reason?: string}} explanation of the server @param {string} move that is not possible @param {any} view
 * @returns {string} in which cards are notation
 */
export function reasonWords({ code, reason = "" }, move, view) {
  const key = `why.${code}`;
  const said = sentence(reason);
  if (language() === "en" || !hasText(key)) return said;
  const isAboutAsk = code !== "not-playable" || reason.startsWith("the pile asks for");
  return isAboutAsk ? t(key, { cards: move.split(" ").slice(1).join(" "), asks: askWords(view.ask, view.asks) }) : said;
}

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
