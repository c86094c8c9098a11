// Was this deal fair? Works the cards out from the seed, and compares every card that was ever seen with them.

import { commitment, dealHeroes, dealRound, dealZones, freshDeck, matchSeed, shuffled } from "./fair.js";

/** @typedef {{event: string, [fact: string]: any}} Happening */
/** @typedef {{view: any, events: Happening[]}} Step */
/** @typedef {{family: string, names: string[], deal: {decks: number, jokers: number, rounds?: Record<string, number>, without?: string[], stock?: number | null, bundle?: number, tribute?: import("./messages").Tribute | null} | null, steps: Step[]}} Replay with nothing hidden */
/** @typedef {{seed: string, seats: number, proof?: {commitment: string, server_seed: string, salts: string[]}}} MatchRecord */
/** @typedef {{commitment: string, salt: string}} Kept what this device wrote down before the deal */
/** @typedef {{check: "seal" | "kept" | "seed" | "cards", ok: boolean, of?: string, count?: number, wrong?: string[]}} Check */

/** Counts cards that are as they should be, and names those that are not. */
class Comparison {
  count = 0;
  /** @type {string[]} */
  wrong = [];

  /** @param {unknown} seen @param {unknown} expected */
  one(seen, expected) {
    this.count += 1;
    if (seen !== expected) this.wrong.push(`${seen}, not ${expected}`);
  }

  /** Several cards whose order was not told. @param {string[]} seen @param {string[]} expected */
  several(seen, expected) {
    const left = [...expected];
    for (const card of seen) {
      const at = left.indexOf(card);
      this.one(card, at < 0 ? left[0] ?? "nothing" : card);
      if (at >= 0) left.splice(at, 1);
    }
    if (left.length > 0 && seen.length < expected.length) this.wrong.push(`nothing, not ${left.join(" ")}`);
  }
}

/** Everywhere in the Shithead family all Jokers are equal, and are called jj. @param {string[]} cards */
const jokersMerged = (cards) => cards.map((card) => (card === "JJ" ? "jj" : card));

/**
 * Cards of two hands change places at once: those that are said to go must have been dealt there.
 * @param {string[][]} hands @param {import("./messages").Tribute} tribute @param {Comparison} found
 */
function giveTribute(hands, { giver, getter, gave = [], got = [] }, found) {
  for (const [cards, from, to] of /** @type {const} */ ([[jokersMerged(gave), giver, getter], [jokersMerged(got), getter, giver]])) {
    for (const card of cards) {
      const at = hands[from].indexOf(card);
      found.one(at < 0 ? "nothing" : card, card);
      if (at >= 0) hands[from].splice(at, 1);
      hands[to].push(card);
    }
  }
}

/** From the 2 to the Joker, of one rank by suit. @param {string} card */
const place = (card) => 4 * "23456789TJQKAj".indexOf(card[0]) + "CDHS".indexOf(card[1]);

/**
 * Seat by seat, hand cards of the rank of a face-up one are laid with it, and as many are drawn.
 * @param {Record<string, string[][]>} zones @param {string[]} stock @param {number} most that lie face up
 */
function bundleUp({ hand, up }, stock, most) {
  hand.forEach((cards, seat) => {
    for (const card of [...cards].sort((one, other) => place(one) - place(other))) {
      if (up[seat].length >= most || (cards.length === 1 && !stock.length)) return;
      if (!up[seat].some((there) => there[0] === card[0])) continue;
      cards.splice(cards.indexOf(card), 1);
      up[seat].push(card);
      cards.push(...stock.splice(0, 1));
    }
  });
}

/** @param {MatchRecord} record @param {Replay} replay */
function compareZones({ seed, seats }, { deal, steps }) {
  const found = new Comparison();
  if (!deal?.rounds) return found;
  const deck = jokersMerged(shuffled(freshDeck(deal.decks, deal.jokers > 0, deal.without), seed));
  const { zones, stock } = dealZones(deck, seats, deal.rounds);
  if (deal.stock != null) stock.length = Math.min(stock.length, deal.stock);
  if (deal.tribute) giveTribute(zones.hand, deal.tribute, found);
  if (deal.bundle) bundleUp(zones, stock, deal.bundle);
  steps[0].view.seats.forEach((/** @type {any} */ row, /** @type {number} */ seat) => {
    for (const zone of ["hand", "up"]) found.several(row[zone], zones[zone]?.[seat] ?? []);
  });
  steps.forEach(({ events }, at) => {
    let left = at ? steps[at - 1].view.stock : stock.length;
    for (const { event, seat, cards, card, spot } of events) {
      if (event === "drew") {
        const from = stock.length - left;
        found.several(cards, stock.slice(from, from + cards.length));
        left -= cards.length;
      } else if (spot) {
        found.one(event === "failed" ? card : cards[0], zones.blind[seat][spot - 1]);
      }
    }
  });
  return found;
}

/** @param {MatchRecord} record @param {Replay} replay */
function compareRounds({ seed, seats }, { deal, steps }) {
  const found = new Comparison();
  if (!deal) return found;
  const fresh = freshDeck(deal.decks, deal.jokers > 0);
  /** @param {number} round @param {string[][]} hands */
  const compare = (round, hands) => {
    const dealt = dealRound(seed, round, seats, fresh);
    hands.forEach((hand, seat) => found.several(hand, dealt[seat]));
  };
  compare(1, steps[0].view.seats.map((/** @type {any} */ row) => row.hand));
  for (const { events } of steps) for (const { event, round, hands } of events) if (event === "dealt") compare(round, hands);
  return found;
}

/** @param {MatchRecord} record @param {Replay} replay */
function compareHeroes({ seed }, { steps }) {
  const found = new Comparison();
  /** @type {Map<number, ReturnType<typeof dealHeroes>>} */
  const rounds = new Map();
  /** @param {number} number */
  const roundOf = (number) => {
    const known = rounds.get(number) ?? dealHeroes(seed, number);
    rounds.set(number, known);
    return known;
  };
  let round = 1;
  for (const { events, view } of steps) {
    for (const { event, seat, owner, slot, card, power, cards, powers, starter } of events) {
      const { slots, joker, tie } = roundOf(round);
      if (event === "picked") {
        found.one(card, slots[owner][slot]);
        if (card === 0) found.one(power, joker);
      } else if (event === "began" && powers[0] === powers[1]) found.one(starter, tie);
      else if (event === "shown") for (const [at, shown] of Object.entries(cards)) found.one(shown, slots[1 - seat][Number(at)]);
    }
    round = view.round;
  }
  return found;
}

const COMPARE = { shedding: compareZones, "heart-of-five": compareRounds, heroes: compareHeroes };

/**
 * The checks in their order. Without a proof the seed is only claimed, and there are fewer.
 * @param {MatchRecord} record @param {Replay} replay @param {Kept | null} kept @returns {Check[]}
 */
export function verify(record, replay, kept) {
  /** @type {Check[]} */
  const checks = [];
  const { proof, seed } = record;
  if (proof) {
    const seal = commitment(proof.server_seed);
    checks.push({ check: "seal", ok: seal === proof.commitment, of: seal });
    if (kept) checks.push({ check: "kept", ok: proof.commitment === kept.commitment && proof.salts.includes(kept.salt), of: kept.salt });
    const made = matchSeed(proof.server_seed, proof.salts);
    checks.push({ check: "seed", ok: made === seed, of: made, count: proof.salts.filter(Boolean).length });
  }
  const compare = COMPARE[/** @type {keyof typeof COMPARE} */ (replay.family)];
  if (compare) {
    const { count, wrong } = compare(record, replay);
    checks.push({ check: "cards", ok: count > 0 && !wrong.length, count, wrong });
  }
  return checks;
}
