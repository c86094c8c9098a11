// Which meld the chosen cards make, and which melds to suggest. It compares cards with what the view offers, and knows no rule.

/** @typedef {import("./messages").HeartOfFive.PlayOption} Offer one choice of suits; any other that makes the same meld is legal too */

const MOST_SUGGESTED = 24;

/** Jokers differ in strength, so each is a rank of its own. @param {string} card */
const rank = (card) => (card === "jj" || card === "JJ" ? card : card[0]);

/** @param {string[]} items */
const inOrder = (items) => [...items].sort().join(" ");

/** @param {string[]} cards */
const ranks = (cards) => inOrder(cards.map(rank));

/** @param {string[]} cards */
const isOneSuited = (cards) => new Set(cards.map((card) => card[1])).size === 1;

/** Are some items all among others, each as often? @param {string[]} all @param {string[]} some */
function holds(all, some) {
  const rest = [...all];
  return some.every((item) => {
    const at = rest.indexOf(item);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/**
 * The offer that the chosen cards make: the same cards, or others of the same ranks. In the second case the server has the last word.
 * @param {Offer[]} offers @param {string[]} cards @returns {Offer | null}
 */
export function offerOf(offers, cards) {
  const named = inOrder(cards), wanted = ranks(cards);
  const alike = offers.filter((offer) => ranks(offer.cards) === wanted);
  return alike.find((offer) => inOrder(offer.cards) === named)
    ?? alike.find((offer) => isOneSuited(offer.cards) === isOneSuited(cards)) ?? alike[0] ?? null;
}

/** The offers that have these cards in them, perhaps in other suits. @param {Offer[]} offers @param {string[]} cards */
export function offersWith(offers, cards) {
  const wanted = cards.map(rank);
  return offers.filter((offer) => holds(offer.cards.map(rank), wanted));
}

/** @param {Offer} offer @param {Offer} other */
function isPartOf(offer, other) {
  const isLonger = other.meld.kind === offer.meld.kind && other.cards.length > offer.cards.length;
  return isLonger && holds(other.cards.map(rank), offer.cards.map(rank));
}

/**
 * Melds worth a button: no single cards, and none that is part of a longer one of its kind; bombs come last. If chosen cards are not a meld of
 * several cards yet, all melds that have these cards in them, the shortest first.
 * @param {Offer[]} offers @param {string[]} chosen @returns {Offer[]}
 */
export function suggestions(offers, chosen) {
  const several = offers.filter((offer) => offer.cards.length > 1);
  const made = chosen.length ? offerOf(several, chosen) : null;
  const fitting = chosen.length && !made ? offersWith(several, chosen) : [];
  if (fitting.length) return fitting.sort((a, b) => a.cards.length - b.cards.length).slice(0, MOST_SUGGESTED);
  const whole = several.filter((offer) => offer === made || !several.some((other) => isPartOf(offer, other)));
  const bombs = whole.filter((offer) => offer.meld.bomb);
  return [...whole.filter((offer) => !offer.meld.bomb).slice(0, MOST_SUGGESTED - bombs.length), ...bombs];
}

/**
 * The cards of an offer. Chosen cards stay instead of others of their rank, unless the offer is of one suit.
 * @param {Offer} offer @param {string[]} chosen @returns {string[]}
 */
export function keepingChosen(offer, chosen) {
  if (offer.cards.length > 1 && isOneSuited(offer.cards)) return offer.cards;
  /** @type {string[]} */
  const cards = [...offer.cards];
  for (const card of chosen) {
    const at = cards.includes(card) ? -1 : cards.findIndex((one) => rank(one) === rank(card) && !chosen.includes(one));
    if (at >= 0) cards[at] = card;
  }
  return cards;
}
