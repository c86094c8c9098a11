// The fair deal, worked out again: the specification of docs/fairness.md, and nothing of the server.

import { hexSha256, sha256 } from "./sha256.js";

const WORDS = 2 ** 32;
const RANKS = "23456789TJQKA";
const SUITS = "CDHS";
const HEROES = 68;
const HERO_SLOTS = 10;

/** Half of a surrogate pair has no bytes: Python refuses it too. @param {unknown} text @returns {string} */
function bytesOf(text) {
  if (typeof text !== "string") throw new TypeError("a seed or salt must be a string");
  if (/\p{Surrogate}/u.test(text)) throw new RangeError("a seed or salt must be text that UTF-8 can hold");
  return text;
}

/** An endless stream of numbers; a seed has one for each label. */
export class Stream {
  #prefix;
  #block = 0;
  /** @type {number[]} of the last block, not taken yet */
  #words = [];

  /** @param {string} seed @param {string} label */
  constructor(seed, label) {
    if (!/^[A-Za-z0-9/-]+$/.test(label)) throw new RangeError(`a label has letters, digits, - and /, and is not ${label}`);
    this.#prefix = `${hexSha256(bytesOf(seed))}:${label}:`;
  }

  #word() {
    if (!this.#words.length) this.#words = sha256(this.#prefix + this.#block++);
    return /** @type {number} */ (this.#words.shift());
  }

  /** A number from 0 to limit - 1, each equally likely. @param {number} limit */
  below(limit) {
    if (!Number.isInteger(limit) || limit < 1 || limit > WORDS) throw new RangeError(`a limit is from 1 to 2^32, and not ${limit}`);
    const fair = Math.floor(WORDS / limit) * limit;
    let word = this.#word();
    while (word >= fair) word = this.#word();
    return word % limit;
  }
}

/** @template T @param {readonly T[]} items @param {string} seed @returns {T[]} */
export function shuffled(items, seed, label = "deck") {
  const cards = [...items];
  const stream = new Stream(seed, label);
  for (let at = cards.length - 1; at > 0; at -= 1) {
    const other = stream.below(at + 1);
    [cards[at], cards[other]] = [cards[other], cards[at]];
  }
  return cards;
}

/** @param {string} serverSeed */
export const commitment = (serverSeed) => hexSha256(bytesOf(serverSeed));

/** @param {string} serverSeed @param {readonly string[]} salts in seat order */
export function matchSeed(serverSeed, salts) {
  const parts = salts.map((salt) => hexSha256(`salt:${bytesOf(salt)}`));
  return hexSha256([hexSha256(`seed:${bytesOf(serverSeed)}`), ...parts].join(":"));
}

/** @param {number} decks @param {boolean} jokers @param {readonly string[]} without ranks that the decks do not have */
export function freshDeck(decks, jokers, without = []) {
  const one = [...RANKS].filter((rank) => !without.includes(rank)).flatMap((rank) => [...SUITS].map((suit) => rank + suit));
  if (jokers) one.push("jj", "JJ");
  return Array.from({ length: decks }, () => one).flat();
}

/**
 * One card to each seat in turn.
 * @param {string[]} deck cards are taken from its front @param {number} seats @param {number} count @param {number} first
 */
function inTurn(deck, seats, count, first = 0) {
  const piles = Array.from({ length: seats }, () => /** @type {string[]} */ ([]));
  deck.splice(0, count).forEach((card, at) => piles[(first + at) % seats].push(card));
  return piles;
}

/** The zones of the Shithead family in the order in which they are filled, and the stock. @param {readonly string[]} deck @param {number} seats @param {Record<string, number>} rounds */
export function dealZones(deck, seats, rounds) {
  const stock = [...deck];
  /** @type {Record<string, string[][]>} */
  const zones = {};
  for (const [zone, count] of Object.entries(rounds)) zones[zone] = inTurn(stock, seats, count * seats);
  return { zones, stock };
}

/** The hands of a round of Heart of Five. @param {string} seed @param {number} round from 1 @param {number} seats @param {readonly string[]} deck before the shuffle */
export function dealRound(seed, round, seats, deck) {
  return inTurn(shuffled(deck, seed, round === 1 ? "deck" : `deck/${round}`), seats, deck.length, (round - 1) % seats);
}

/** A round of H3ROES C4RDS: the slots of both players, the power of the Joker, who starts after a tie. @param {string} seed @param {number} round from 1 */
export function dealHeroes(seed, round) {
  const numbers = shuffled(Array.from({ length: HEROES }, (_, card) => card), seed, `round/${round}/deck`);
  return {
    slots: [numbers.slice(0, HERO_SLOTS), numbers.slice(HERO_SLOTS, 2 * HERO_SLOTS)],
    joker: 1 + new Stream(seed, `round/${round}/joker`).below(HEROES),
    tie: new Stream(seed, `round/${round}/tie`).below(2),
  };
}
