// How each family of games looks, and what its moves are called. It knows no rules: what is legal stands in the view.

import { h } from "./page.js";

const SUITS = { C: ["♣", "clubs"], D: ["♦", "diamonds"], H: ["♥", "hearts"], S: ["♠", "spades"] };
const RANKS = { T: "10", J: "Jack", Q: "Queen", K: "King", A: "Ace" };
const REASONS = {
  "not-playable": "the pile does not take it",
  "wrong-zone": "play your hand first",
  "too-weak": "too weak",
  "wrong-meld": "not in a meld that fits",
};
const ENDS = {
  "first-out": "a player had no cards left", "one-left": "only one player had cards left", "play-limit": "there were too many plays",
  wins: "a player won the rounds that are needed", rounds: "all rounds were played", time: "the time was over",
  real_winner: "a player reached the credits that win", busted: "a player had no credits left", round_limit: "all rounds were played",
  forfeit: "the others gave up",
};
const PILE_SHOWN = 6;

/** @param {string} card */
export function cardText(card) {
  if (card.toUpperCase() === "JJ") return card === "JJ" ? "Big Joker" : "Joker";
  return (card[0] === "T" ? "10" : card[0]) + SUITS[/** @type {"C"} */ (card[1])][0];
}

/** @param {string} card */
function cardName(card) {
  if (card.toUpperCase() === "JJ") return cardText(card);
  return `${RANKS[/** @type {"T"} */ (card[0])] ?? card[0]} of ${SUITS[/** @type {"C"} */ (card[1])][1]}`;
}

const isRed = (/** @type {string} */ card) => "DH".includes(card[1]);

/** The codes of cards inside a sentence, as symbols. @param {string} text */
export const withSymbols = (text) => text.replace(/\b([2-9TJQKA][CDHS]|jj|JJ)\b/g, (card) => cardText(card));

/** A card that only lies there. @param {string} card */
const cardShown = (card) =>
  h("span", { class: `card${isRed(card) ? " red" : ""}`, role: "img", "aria-label": cardName(card) }, cardText(card));

const back = (/** @type {string} */ label) => h("span", { class: "card back", role: "img", "aria-label": label }, "?");

/** What a move is called on its button. @param {string} text @param {any} view @param {(seat: number) => string} name */
export function moveLabel(text, view, name) {
  const [word, ...rest] = text.split(" ");
  switch (word) {
    case "play": return `Play ${rest.map(cardText).join(" ")}`;
    case "swap": return `Swap ${cardText(rest[0])} for ${cardText(rest[1])}`;
    case "take": return "Take the pile";
    case "flip": return `Turn over face-down card ${rest[0]}`;
    case "target": return `${name(Number(rest[0]))} takes the pile`;
    case "pick": return `Pick the card in slot ${rest[0]}`;
    case "add": case "subtract": return `${word === "add" ? "Add" : "Subtract"} ${view.difference ?? ""}`.trim();
    case "ready": return "Ready to play";
    default: return word.charAt(0).toUpperCase() + text.slice(1);
  }
}

/** The cards that the viewer may choose from: the hand, then those that lie face up. @param {any} view */
export function poolOf(view) {
  const own = view.seat === null ? null : view.seats?.[view.seat];
  const of = (/** @type {string[]} */ cards, /** @type {string} */ zone) => cards.map((card) => ({ card, zone }));
  return own ? [...of(own.hand, "hand"), ...of(own.up ?? [], "up")] : [];
}

/** The largest legal part of a set; with a certain card, if one is named. @param {any} set @param {string} [card] @returns {string[]} */
function largest(set, card) {
  const first = [...set.cards].sort((a, b) => Number(b === card) - Number(a === card));
  const part = set.any || !set.counts ? first : first.slice(0, Math.max(...set.counts));
  return set.with ? [...part, set.with.includes(card) ? card : set.with[0]] : part;
}

/** What a tap on a card selects. @param {any} view @param {string} card @returns {string[]} */
export function tapped(view, card) {
  const { play = [], tap = [] } = view.can ?? {};
  const found = tap.find((/** @type {string[]} */ cards) => cards.includes(card));
  if (found) return found;
  const set = play.find((/** @type {any} */ one) => !one.meld && [...one.cards, ...(one.with ?? [])].includes(card));
  return set ? largest(set, card) : [card];
}

/** The plays worth a button, as texts: the largest part of each set. @param {any} view */
export function playsOf(view) {
  const plays = (view.can?.play ?? []).map((/** @type {any} */ set) => `play ${largest(set).join(" ")}`);
  return [...new Set(plays)];
}

/** @param {string} code */
export const reasonOf = (code) => REASONS[/** @type {"too-weak"} */ (code)] ?? code;

/** Why a match ended. @param {string} code */
export const endOf = (code) => ENDS[/** @type {"wins"} */ (code)] ?? code;

/** A card of the viewer's own, to be tapped. @param {string} card @param {any} attributes */
export function cardButton(card, attributes) {
  const { dim, ...rest } = attributes;
  return h("button", { type: "button", class: `card${isRed(card) ? " red" : ""}${dim ? " dim" : ""}`, title: dim || null,
    "aria-label": dim ? `${cardName(card)}: ${dim}` : cardName(card), ...rest }, cardText(card));
}

/**
 * What everybody sees of one seat.
 * @param {any} view @param {number} seat @param {(text: string) => any} button makes the button of a move
 */
export function seatLines(view, seat, button) {
  const here = view.seats?.[seat];
  const count = (/** @type {any} */ hand) => `${Array.isArray(hand) ? hand.length : hand} in hand`;
  switch (view.family) {
    case "shedding":
      return [
        h("p", {}, [count(here.hand), view.out.includes(seat) ? "out" : "", view.ready.includes(seat) ? "ready" : ""].filter(Boolean).join(", ")),
        view.seat === seat ? null : h("p", { class: "cards" }, view.spots[seat].map((/** @type {any} */ spot) =>
          spot.up ? cardShown(spot.up) : spot.blind ? back("a face-down card") : null)),
        view.seat === seat && here.blind ? h("p", {}, `${here.blind} face down`) : null,
      ];
    case "heart-of-five": {
      const { did, kind } = here.last_action ?? {};
      return h("p", {}, [count(here.hand), `${here.wins} won, ${here.losses} lost`, view.out.includes(seat) ? "out" : "",
        did === "passed" ? "passed" : kind ? `last meld: ${kind}` : ""].filter(Boolean).join("; "));
    }
    case "heroes": return heroLines(view, seat, button);
    default: return null;
  }
}

/** @param {any} view @param {number} seat @param {(text: string) => any} button */
function heroLines(view, seat, button) {
  const player = view.players[seat];
  const known = view.seat === null || view.seat === seat ? {} : view.known;
  const bet = player.bet ? `bet ${player.bet}` : view.has_bet[seat] ? "has placed a bet" : "no bet yet";
  const slots = [...new Set([...Object.keys(player.revealed).map(Number), ...player.slots])].sort((a, b) => a - b);
  return [
    h("p", {}, `${player.points} points, ${player.credits} credits, ${bet}`),
    h("p", { class: "cards" }, slots.map((slot) => {
      const open = player.revealed[slot];
      const power = player.joker_values[slot];
      if (open !== undefined) {
        const label = (view.card_names[open] ?? String(open)) + (power === undefined ? "" : ` (${power})`);
        return h("span", { class: "card", role: "img", "aria-label": `slot ${slot}: ${label}` }, open === 0 ? `J ${power ?? ""}` : String(open));
      }
      if (view.can?.pick?.owner === seat && view.can.pick.slots.includes(slot)) {
        const made = button(`pick ${slot}`);
        made.classList.add("card", "back");
        made.setAttribute("aria-label", `Pick the card in slot ${slot}${known[slot] === undefined ? "" : `: ${known[slot]}`}`);
        made.textContent = known[slot] === undefined ? "?" : `${known[slot]}?`;
        return made;
      }
      return back(`slot ${slot}, face down${known[slot] === undefined ? "" : `: ${known[slot]}`}`);
    })),
  ];
}

/** What lies in the middle, and what it asks for. @param {any} view @param {(seat: number) => string} name */
export function centreLines(view, name) {
  switch (view.family) {
    case "shedding": {
      const shown = view.pile.slice(-PILE_SHOWN);
      const below = view.pile.length - shown.length;
      return [
        h("p", { class: "asks" }, view.pending ? "Something has to be named first." : `The pile asks for: ${withSymbols(view.asks)}`),
        h("p", { class: "cards" }, below ? h("span", {}, `${below} more,`) : null, shown.length ? shown.map(cardShown) : "The pile is empty."),
        h("p", {}, `${view.stock} in the stock, ${view.burned} burned${view.direction < 0 ? ", play runs backwards" : ""}`),
      ];
    }
    case "heart-of-five":
      return [
        h("p", { class: "asks" }, `The trick asks for: ${withSymbols(view.asks)}`),
        view.trick.length ? h("ol", { class: "trick" }, view.trick.slice(-PILE_SHOWN).map((/** @type {any} */ turn) =>
          h("li", {}, `${name(turn.seat)}: `, turn.cards.length ? turn.cards.map(cardShown) : "passed"))) : null,
        h("p", {}, `Round ${view.round}${view.rounds ? ` of ${view.rounds} at most` : ""}; wins needed: ${view.wins_needed}`),
      ];
    case "heroes": {
      const { battle } = view;
      return [
        h("p", { class: "asks" }, `Round ${view.round}, turn ${view.turn}: come near to ${view.goal.points} points; ${view.goal.credits} credits win.`),
        battle ? h("p", {}, `Last battle: ${battle.powers[0]} to ${battle.powers[1]}, ${battle.winner === null ? "a tie" : `${name(battle.winner)} won`}`) : null,
        view.difference === null ? null : h("p", {}, `The difference is ${view.difference}.`),
      ];
    }
    default: return h("pre", {}, JSON.stringify(view, null, 1));
  }
}
