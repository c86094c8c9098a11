// Cards and counters as elements, and cards in words. A card is its notation: "7H", "jj"; a hero is its number.

import { h, s } from "./dom.js";
import { ascii } from "./cards-ascii.js";
import { t } from "./words/index.js";

const NOTATION = /\b([2-9TJQKA][CDHS]|jj|JJ)\b/;

/** @typedef {string | number} Card */

/** @param {Card} card */
export const isJoker = (card) => card === "jj" || card === "JJ";
/** "7", "T", "K"; "*" for a Joker. @param {string} card */
export const rankOf = (card) => (isJoker(card) ? "*" : card[0]);
/** "H"; "j" for a Joker. @param {string} card */
export const suitOf = (card) => (isJoker(card) ? "j" : card[1]);

// -- In words ----------------------------------------------------------------------------------------------------------

/** "Queen" @param {string} card */
export const rankName = (card) => t("cards.rank", { rank: rankOf(card) });

/** "Queen of hearts" @param {Card} card @param {Record<string, string>} [heroes] names of cards that have one */
export function cardName(card, heroes = {}) {
  if (typeof card === "number") return heroes[card] ? t("cards.hero", { name: heroes[card], card }) : String(card);
  return isJoker(card) ? t("cards.joker") : t("cards.name", { rank: rankOf(card), suit: suitOf(card) });
}

/** A sentence in which notation becomes names, as it is read aloud. @param {string} text */
export const spoken = (text) => text.replace(new RegExp(NOTATION, "g"), (card) => cardName(card));

/** A sentence in which notation becomes small cards: "Ben played 7H 7D". @param {string} text @returns {(string | HTMLElement)[]} */
export const sentence = (text) => text.split(NOTATION).map((part, k) => (k % 2 ? inline(part) : part)).filter((part) => part !== "");

// -- On the table ------------------------------------------------------------------------------------------------------

/** Made once, copied ever after: a copy costs a tenth. @type {Map<string, SVGElement>} */
const prints = new Map();

/** @param {string} box @param {...string} names of symbols in the sprite */
function drawn(box, ...names) {
  const key = `${box} ${names.join()}`;
  const print = prints.get(key) ?? s("svg", { viewBox: box, "aria-hidden": "true" }, names.map((name) => s("use", { href: `#${name}` })));
  prints.set(key, print);
  return /** @type {SVGElement} */ (print.cloneNode(true));
}

const FACE = "0 0 100 140";
const root = document.documentElement;
const isAscii = () => root.dataset.skin === "ascii";
const hasLargeIndices = () => root.dataset.index === "large";

/** @param {Card} card @param {boolean} small */
function faceOf(card, small) {
  if (typeof card === "number") return drawn(FACE, `h${card}`);
  if (!small && !hasLargeIndices()) return drawn(FACE, isJoker(card) ? "jj" : card);
  return isJoker(card) ? drawn(FACE, "sjj") : drawn(FACE, `s${rankOf(card)}`, `t${suitOf(card)}`);
}

/**
 * A card that lies open. `small` is for cards narrower than about 60 pixels.
 * @param {Card} card
 * @param {{small?: boolean, tag?: string} & Record<string, unknown>} [options]
 */
export function cardEl(card, { small = false, tag = "div", ...props } = {}) {
  const suit = typeof card === "string" ? suitOf(card) : null;
  return h(`${tag}.card`, { "data-card": card, "data-suit": suit, ...props }, isAscii() ? ascii(card, small) : faceOf(card, small));
}

/**
 * A card that lies face down. It never knows what is on the other side.
 * @param {{hero?: boolean, small?: boolean, tag?: string} & Record<string, unknown>} [options]
 */
export function backEl({ hero = false, small = false, tag = "div", ...props } = {}) {
  return h(`${tag}.card.is-back`, props, isAscii() ? ascii(null, small) : drawn(FACE, hero ? "hback" : "back"));
}

/** A card inside a sentence. People who listen hear its name. @param {string} card */
export function inline(card) {
  const name = h("span.sr", null, cardName(card));
  if (isAscii()) return h("span.ic", { "data-suit": suitOf(card) }, h("span", { "aria-hidden": "true" }, isJoker(card) ? "*" : card.replace("T", "10")), name);
  if (isJoker(card)) return h("span.ic", { "data-suit": "j" }, cardName(card));
  return h("span.ic", { "data-suit": suitOf(card) }, h("span", { "aria-hidden": "true" }, rankOf(card) === "T" ? "10" : rankOf(card)), suitMark(suitOf(card)), name);
}

/** The sign of a suit. @param {string} suit "H" */
export const suitMark = (suit) => drawn("-10 -10 20 20", `m${suit}`);

// -- Counters: seats are told apart by their arms --------------------------------------------------------------------

/** Field, figure, and its shape. */
const ARMS = [
  ["#e9dfc6", "#26332d", "M10 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM10 8a2 2 0 1 1 0 4 2 2 0 0 1 0-4z"],
  ["#3d6388", "#e9dfc6", "M10 0H20V20H10Z"], ["#992d38", "#e9dfc6", "M0 10H20V20H0Z"], ["#4a7b49", "#e9dfc6", "M0 0L20 20H0Z"],
  ["#a88121", "#26332d", "M0 20L10 8 20 20Z"], ["#6a4a86", "#e9dfc6", "M8 0H12V8H20V12H12V20H8V12H0V8H8Z"],
  ["#2c7379", "#e9dfc6", "M10 3L17 10 10 17 3 10Z"], ["#b25d27", "#26332d", "M0 4H20V8H0ZM0 12H20V16H0Z"],
];

/** The counter of a seat: round for people, square for bots. @param {number} seat @param {{bot?: boolean} & Record<string, unknown>} [options] */
export function token(seat, { bot = false, ...props } = {}) {
  const [field, other, figure] = ARMS[seat % ARMS.length];
  const arms = s("svg", { viewBox: "0 0 20 20" }, s("path", { d: "M0 0H20V20H0Z", fill: field }), s("path", { d: figure, fill: other, "fill-rule": "evenodd" }));
  return h(bot ? "span.token.tk.is-bot" : "span.token.tk", { "aria-hidden": "true", ...props }, arms);
}
