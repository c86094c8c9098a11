// One's own cards as lists to choose from: the hand, the face-up row, the blind row. A hand stays usable at thirty cards: it
// overlaps down to a thumb's width, then takes a second row, then scrolls sideways.

import { h } from "./dom.js";
import { backEl, cardEl, cardName, suitOf } from "./cards.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene */
/** A card in a hand: its place in the view, and a key that stays with it. @typedef {{card: string, index: number, key: string}} InHand */

const FEW = 4, MIDDLE = 7, SOME = 10;
const SUIT_ORDER = "CDHSj";

/** Each card with a key of its own; equal cards are counted. @param {string[]} cards @returns {InHand[]} */
function keyed(cards) {
  /** @type {Record<string, number>} */
  const seen = {};
  return cards.map((card, index) => {
    seen[card] = (seen[card] ?? 0) + 1;
    return { card, index, key: seen[card] > 1 ? `${card}-${seen[card]}` : card };
  });
}

/**
 * A hand in the order in which it is shown. The view has it by rank already. In one's own order, cards stay where they are and new ones come last.
 * @param {string[]} cards @param {string} sort rank, suit or own @param {string[]} order keys in one's own order
 */
export function sorted(cards, sort, order) {
  const all = keyed(cards);
  const bySuit = (/** @type {InHand} */ one) => SUIT_ORDER.indexOf(suitOf(one.card));
  const byOwn = (/** @type {InHand} */ one) => (order.includes(one.key) ? order.indexOf(one.key) : order.length);
  if (sort === "suit") all.sort((a, b) => bySuit(a) - bySuit(b) || a.index - b.index);
  if (sort === "own") all.sort((a, b) => byOwn(a) - byOwn(b) || a.index - b.index);
  return all;
}

/** One's own order after a move of a card to another place. @param {InHand[]} shown @param {string} key @param {number} to */
export function reordered(shown, key, to) {
  const keys = shown.map((one) => one.key).filter((other) => other !== key);
  keys.splice(Math.max(0, Math.min(to, keys.length)), 0, key);
  return keys;
}

/** @param {number} count */
const sizeOf = (count) => (count > SOME ? "many" : count > MIDDLE ? "some" : count > FEW ? "mid" : "few");

/**
 * An option of a list. It is as large as what is seen of its card, so that it is hit where it is seen, also where cards overlap.
 * @param {any} card its picture
 * @param {{key: string, at: number, of: number, mark: string, chosen: boolean} & Record<string, any>} how `mark` is how it looks: can,
 *   cannot, or nothing while it is somebody else's turn
 */
const optionEl = (card, { key, at, of, mark, chosen, style, ...props }) => h("button.slot", {
  ...props, "data-key": key, type: "button", role: "option", "aria-selected": String(chosen), tabindex: -1,
  class: [mark, chosen && "is-selected"].filter(Boolean).join(" "), style: { "--k": at, "--o": at - (of - 1) / 2, ...style },
}, card);

/** While something moves, nothing can be done yet, so nothing is shaded. @param {Scene} scene @param {boolean} can */
const markOf = ({ me, view }, can) => (can ? "can" : me !== null && view.to_act.includes(me) && view.legal.length ? "cannot" : "");

/**
 * A list of open cards. The name of one that cannot be played says so.
 * @param {Scene} scene
 * @param {{label: string, cards: InHand[], can: (card: string, index: number) => boolean, pick: (index: number) => string,
 *          place?: (index: number) => string, small?: boolean, kind?: string, isFree?: boolean}} list
 * `pick` names what a tap chooses, `place` where motion finds it; `isFree`: nothing is said of playing (before the play begins)
 */
export function listEl(scene, { label, cards, can, pick, place = pick, small = false, kind = "hand", isFree = false }) {
  const size = kind === "hand" ? sizeOf(cards.length) : "";
  const columns = Math.ceil(cards.length / 2);
  return h(`div.${kind}`, { "data-key": `${kind}-${label}`, role: "listbox", "aria-multiselectable": "true", "aria-label": label, "aria-orientation": "horizontal", "data-place": kind === "hand" ? "hand" : null, class: size, style: { "--n": cards.length, "--cols": columns } },
    cards.map(({ card, index, key }, at) => {
      const chosen = scene.chosen.has(pick(index)), may = can(card, index);
      const name = cardName(card) + (may || isFree ? "" : `, ${t("hand.cannot")}`);
      return optionEl(cardEl(card, { tag: "span", "data-key": "card", small }), {
        key, at, of: cards.length, mark: isFree ? "" : markOf(scene, may), chosen, style: kind === "ups" ? { "--at": index } : {},
        "data-card": card, "data-pick": pick(index), "data-place": place(index), "data-hand-key": key, "aria-label": name,
      });
    }));
}

/**
 * The hand of the viewer, in the order that they like.
 * @param {Scene} scene @param {{cards: string[], can: (card: string, index: number) => boolean, isFree?: boolean}} hand
 */
export const handEl = (scene, { cards, can, isFree = false }) =>
  listEl(scene, { label: t("hand.yours"), cards: sorted(cards, scene.prefs.sort, scene.order), can, pick: (index) => `hand/${index}`, isFree });

/**
 * Blind cards: backs with numbers.
 * @param {Scene} scene
 * @param {{spots: number[], covered: number[], seat: number, can: boolean, large: boolean, peeked?: (string | null)[]}} row `spots` are their places on the table;
 *   a face-up card lies on those that are `covered`;
 *   `peeked` says which of them the viewer has looked at
 */
export function blindEl(scene, { spots, covered, seat, can, large, peeked = [] }) {
  const count = spots.length;
  return h(large ? "div.hand.few.blind" : "div.downs", { "data-key": "blind", role: "listbox", "aria-label": t("hand.down"), "aria-orientation": "horizontal", style: { "--n": count } },
    Array.from({ length: count }, (_, k) => {
      const pick = `blind/${k + 1}`, chosen = scene.chosen.has(pick);
      const seen = peeked[k];
      const name = t("hand.downCard", { number: k + 1 }) + (seen ? `, ${cardName(seen)}` : "") + (can ? "" : `, ${t("hand.cannot")}`);
      return optionEl([seen ? cardEl(seen, { tag: "span", "data-key": "card", small: !large }) : backEl({ tag: "span", "data-key": "card", small: !large }), large && h("kbd.key", { "data-key": "key", "aria-hidden": "true" }, String(k + 1))], {
        key: `blind-${spots[k]}`, at: k, of: count, mark: large ? markOf(scene, can) : covered.includes(spots[k]) ? "covered" : "", chosen,
        "data-pick": pick, "data-place": `seat/${seat}/spot/${spots[k]}`, "aria-label": name, style: { "--at": spots[k] },
      });
    }));
}
