// The viewer's own cards and moves: taps on cards select them, and buttons make moves.

import { cardButton, playsOf, poolOf, reasonOf, tapped } from "./games.js";
import { $, h } from "./page.js";
import { fold, moveButton, play, redraw } from "./saying.js";
import { name, now, you } from "./state.js";

const MOST_PLAYS = 12;
/** @type {Set<number>} of the pool */
const selected = new Set();

export const unselect = () => selected.clear();

/** @param {number} index */
function tap(index) {
  const pool = poolOf(now.view);
  if (selected.has(index)) selected.delete(index);
  else if (selected.size || now.view.can?.swap) {
    const isSwap = now.view.can?.swap; // one card of each kind
    for (const other of isSwap ? [...selected] : []) if (pool[other].zone === pool[index].zone) selected.delete(other);
    selected.add(index);
  } else {
    selected.add(index);
    const wanted = [...tapped(now.view, pool[index].card)];
    wanted.splice(wanted.indexOf(pool[index].card), 1);
    pool.forEach(({ card }, other) => {
      const at = selected.has(other) ? -1 : wanted.indexOf(card);
      if (at >= 0) { wanted.splice(at, 1); selected.add(other); }
    });
  }
  redraw();
}

/** The moves that a button of their own makes; plays, swaps, bets and picks have other ways. */
const plainMoves = () => now.view.legal.filter((/** @type {string} */ text) => !/^(play|swap|bet|pick) /.test(text));

/** @param {string[]} cards @returns {Record<string, number>} */
function byRank(cards) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const card of cards) counts[card[0].toUpperCase()] = (counts[card[0].toUpperCase()] ?? 0) + 1;
  return counts;
}

export function ownLines() {
  const { view } = now;
  const pool = poolOf(view);
  const can = view.can ?? {};
  const row = (/** @type {string} */ zone, /** @type {string} */ label) => {
    const cards = pool.map((one, index) => ({ ...one, index })).filter((one) => one.zone === zone);
    return cards.length ? h("div", { role: "group", "aria-label": label }, h("h3", {}, label), h("p", { class: "cards" }, cards.map(({ card, index }) =>
      cardButton(card, { "aria-pressed": String(selected.has(index)), "data-key": `card ${index}`, "data-card": card,
        dim: view.why?.[card] ? reasonOf(view.why[card]) : "", onclick: () => tap(index) })))) : null;
  };
  const plays = quickPlays(pool);
  const plain = plainMoves().map((/** @type {string} */ text) => moveButton(text));
  return [h("div", { class: "zones" }, row("hand", "Your hand"), row("up", "Your face-up cards")), view.legal.length ? [
    h("h3", {}, view.pending ? `Name ${view.pending === "target" ? "who takes the pile" : view.pending === "call" ? "a suit" : "what it stands for"}` : "Your moves"),
    h("div", { class: "buttons", id: "moves" }, selectedMove(pool, can), plays, plain),
    can.swap ? h("p", { class: "small" }, "To swap, tap one card of your hand and one that lies face up. If you like your cards, say that you are ready to play.") : null,
    can.pick ? h("p", { class: "small" }, `Pick one of ${can.pick.owner === you() ? "your" : `${name(can.pick.owner)}'s`} cards above.`) : null,
    can.bet ? betForm(can.bet) : null,
    !can.bet && !can.pick && view.legal.length > plays.length + plain.length ? allMoves() : null,
  ] : null];
}

/** @param {any[]} pool @param {any} can */
function selectedMove(pool, can) {
  const chosen = [...selected].sort((a, b) => a - b).map((index) => pool[index]);
  if (!chosen.length) return null;
  const cards = chosen.map((one) => one.card);
  if (can.swap) return chosen.length === 2 ? moveButton(`swap ${cards.join(" ")}`, { class: "main" }) : null;
  return moveButton(`play ${cards.join(" ")}`, { class: "main", "data-key": "selected" });
}

/** The largest plays, or those that hold the cards that are selected. @param {any[]} pool */
function quickPlays(pool) {
  const wanted = [...selected].map((index) => pool[index].card);
  const ranks = Object.entries(byRank(wanted));
  const fitting = playsOf(now.view).filter((text) => {
    const counts = byRank(text.split(" ").slice(1));
    return ranks.every(([rank, count]) => (counts[rank] ?? 0) >= count) && text !== `play ${wanted.join(" ")}`;
  });
  return fitting.slice(0, MOST_PLAYS).map((text) => moveButton(text));
}

/** @param {{min: number, max: number}} range */
function betForm({ min, max }) {
  const input = h("input", { id: "bet", type: "number", min, max, required: true, inputmode: "numeric", "data-key": "bet" });
  return h("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); play(`bet ${Number($("bet").value)}`); } },
    h("p", {}, h("label", { for: "bet" }, `Your bet, ${min} to ${max}`),
      h("span", { class: "line" }, input, h("button", { class: "main", disabled: now.presence.paused }, "Bet"))),
    h("p", { class: "buttons" }, now.view.legal.map((/** @type {string} */ text) => moveButton(text))));
}

const allMoves = () => fold("All moves", h("div", { class: "buttons" },
  now.view.legal.map((/** @type {string} */ text) => moveButton(text, { "data-key": `all ${text}` }))));
