// Cards drawn with characters, for the ASCII skin. The art is an attribute that the style sheet shows, so that names stay clean.

import { h } from "./dom.js";

/** @type {Record<string, string[]>} */
const SUITS = {
  H: ["_  _", "( \\/ )", "\\  /", "\\/"],
  D: ["/\\", "/  \\", "\\  /", "\\/"],
  S: [".", "/ \\", "(_,_)", "I"],
  C: ["_", "( )", "(_x_)", "Y"],
};
const JOKER = ["J", "O K", "E", "R"];
const ROWS = 6;

/** @param {string} text @param {number} wide */
function centred(text, wide) {
  const left = Math.floor((wide - text.length) / 2);
  return " ".repeat(left) + text + " ".repeat(wide - text.length - left);
}

/** @param {string | number | null} card null: a back @param {boolean} small @param {number} wide @returns {string[]} */
function rowsOf(card, small, wide) {
  if (card === null) return small ? ["///", "///"] : Array.from({ length: ROWS }, (_, k) => (k % 2 ? "\\/" : "/\\").repeat(wide).slice(0, wide));
  const joker = card === "jj" || card === "JJ";
  const rank = typeof card === "number" ? String(card) : joker ? "*" : card[0] === "T" ? "10" : card[0];
  const suit = typeof card === "number" || joker ? "" : card[1];
  if (small) return [rank.padEnd(wide), suit.padStart(wide)];
  const art = typeof card === "number" ? ["", rank, "", ""] : joker ? JOKER : SUITS[suit];
  return [rank.padEnd(wide), ...art.map((line) => centred(line, wide)), rank.padStart(wide)];
}

/** @param {string | number | null} card @param {boolean} small */
export function ascii(card, small) {
  const wide = small ? 3 : 7;
  const line = "-".repeat(wide);
  const art = [`.${line}.`, ...rowsOf(card, small, wide).map((row) => `|${row}|`), `'${line}'`].join("\n");
  return h("pre", { "aria-hidden": "true", "data-art": art });
}
