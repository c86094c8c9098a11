// Which cards go together, read from `can` of a view: what a tap chooses, and whether the chosen cards are a play. It knows no rule.

/**
 * Cards that may be played: all together, or parts of them if it says `any` or `counts`; one of `with` goes along.
 * Those in `up` lie face up, and go along with the last cards of the hand.
 * @typedef {{cards: string[], any?: boolean, counts?: number[], with?: string[], up?: string[]}} PlaySet
 */
/** @typedef {{play?: PlaySet[], tap?: string[][], take?: boolean, announce?: boolean, flip?: number, peek?: number, swap?: boolean, ready?: boolean, target?: number[], call?: string[], choose?: string[]}} Can */
/** A card that can be chosen, and where it lies: "hand/3". @typedef {{card: string, place: string}} Held */

/** What is left of some cards without others; null if those are not all among them. @param {string[]} cards @param {string[]} gone */
export function without(cards, gone) {
  const left = [...cards];
  for (const card of gone) {
    const at = left.indexOf(card);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** Every way to see cards as a part of this set, perhaps with one card that goes along. @param {PlaySet} set @param {string[]} cards */
function* partsIn(set, cards) {
  if (without(set.cards, cards)) yield { count: cards.length, along: false };
  for (const along of new Set(set.with ?? [])) {
    const rest = without(cards, [along]);
    if (rest && without(set.cards, rest)) yield { count: rest.length, along: true };
  }
}

/** @param {PlaySet} set @param {number} count */
const mayCount = (set, count) => count > 0 && (set.any || (set.counts ? set.counts.includes(count) : count === set.cards.length));

/** Are these cards a play? @param {Can} can @param {string[]} cards */
export const isPlay = (can, cards) =>
  (can.play ?? []).some((set) => [...partsIn(set, cards)].some(({ count, along }) => along === Boolean(set.with) && mayCount(set, count)));

/** Could more cards make a play of these? @param {Can} can @param {string[]} cards */
const isPartOfPlay = (can, cards) => (can.play ?? []).some((set) => [...partsIn(set, cards)].length > 0);

/** The cards that are in any play. @param {Can} can */
export const playable = (can) => new Set((can.play ?? []).flatMap((set) => [...set.cards, ...(set.with ?? [])]));

/** The face-up cards that go along with the hand. @param {Can} can */
export const alongWith = (can) => new Set((can.play ?? []).flatMap((set) => set.up ?? []));

/** The cards that a tap on one of them means: the largest play of its rank. @param {Can} can @param {string} card */
export function tapped(can, card) {
  const found = (can.tap ?? []).find((cards) => cards.includes(card));
  if (found) return found;
  const sets = (can.play ?? []).filter((set) => set.cards.includes(card) || set.with?.includes(card));
  const set = sets.find((one) => !one.with) ?? sets[0];
  if (!set) return [card];
  const first = [...set.cards].sort((a, b) => Number(b === card) - Number(a === card));
  const part = set.counts ? first.slice(0, Math.max(...set.counts)) : first;
  return set.with ? [...part, set.with.includes(card) ? card : set.with[0]] : part;
}

/** The places of some cards, this one first if its card is among them. @param {Held[]} held @param {string[]} cards @param {string} [first] */
export function placesOf(held, cards, first) {
  const places = new Set();
  const ordered = [...held].sort((a, b) => Number(b.place === first) - Number(a.place === first));
  for (const card of cards) {
    const found = ordered.find((one) => one.card === card && !places.has(one.place));
    if (found) places.add(found.place);
  }
  return places;
}

/** @param {Held[]} held @param {Set<string>} chosen */
export const cardsAt = (held, chosen) => held.filter((one) => chosen.has(one.place)).map((one) => one.card);

/**
 * The chosen places after a tap: a chosen card is taken back, one that goes with the chosen ones is added, any other begins anew.
 * @param {Can} can @param {Held[]} held @param {Set<string>} chosen @param {string} place @returns {Set<string>}
 */
export function afterTap(can, held, chosen, place) {
  const card = held.find((one) => one.place === place)?.card;
  if (card === undefined) return chosen;
  if (chosen.has(place)) return new Set([...chosen].filter((other) => other !== place));
  if (chosen.size && isPartOfPlay(can, [...cardsAt(held, chosen), card])) return new Set([...chosen, place]);
  return placesOf(held, tapped(can, card), place);
}

/** The chosen places after the key of a rank: its largest play, then one card fewer each time. @param {Can} can @param {Held[]} held of this rank @param {Set<string>} chosen */
export function afterRank(can, held, chosen) {
  const mine = held.filter((one) => chosen.has(one.place));
  if (mine.length && mine.length === chosen.size) return new Set(mine.slice(0, -1).map((one) => one.place));
  const first = held.find((one) => playable(can).has(one.card));
  return first ? placesOf(held, tapped(can, first.card), first.place) : chosen;
}

/** One card of each row, for a swap. @param {Set<string>} chosen @param {string} place */
export function afterSwapTap(chosen, place) {
  const row = place.split("/")[0];
  const kept = [...chosen].filter((other) => other.split("/")[0] !== row);
  return new Set(chosen.has(place) ? kept : [...kept, place]);
}
