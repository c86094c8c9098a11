/**
 * What each event changes on the table: the view between two views. It moves what an event names and knows no rule. What no event says,
 * such as the moves that are legal now, stays as it was until the next view.
 * @module
 */

/** @typedef {any} View */
/** @typedef {any} Event */

/** The cards that are left when some were taken out, each once. @param {string[]} cards @param {string[]} taken @returns {string[]} */
export function without(cards, taken) {
  const left = [...cards];
  for (const card of taken) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** One element of a list replaced. @template T @param {T[]} list @param {number} at @param {T} value @returns {T[]} */
const replaced = (list, at, value) => list.map((old, index) => (index === at ? value : old));

/** A seat with something changed. @param {View} view @param {number} seat @param {object} change @returns {any[]} */
const withSeat = (view, seat, change) => replaced(view.seats, seat, { ...view.seats[seat], ...change });

/** By rank, then by suit, as views list cards. @param {string} card */
const order = (card) => (card === "jj" ? 99 : "23456789TJQKA".indexOf(card[0]) * 4 + "CDHS".indexOf(card[1]));

/** Cards after some went and some came. @param {string[]} cards @param {string[]} gone @param {string[]} [come] */
const changed = (cards, gone, come = []) => (come.length ? [...without(cards, gone), ...come].sort((a, b) => order(a) - order(b)) : without(cards, gone));

/** A hand after cards went and others came. Of other hands only the number is known. @param {any} hand @param {string[]} gone @param {string[] | null} [come] @param {number} [count] of those that came */
const handAfter = (hand, gone, come = null, count = come?.length ?? 0) => (Array.isArray(hand) ? changed(hand, gone, come ?? []) : hand - gone.length + count);

/**
 * The view after an event; `view` itself stays as it is.
 * @param {View} view @param {Event} event @returns {View}
 */
export function follow(view, event) {
  const step = FAMILIES[/** @type {keyof typeof FAMILIES} */ (view.family)]?.[event.event];
  return step ? { ...view, ...step(view, event) } : view;
}

/** The view after the last event of a step: whose turn it is, and what has to be named. @param {View} view @param {any} turn @returns {View} */
export function followTurn(view, turn) {
  if (!turn) return view;
  const next = { ...view, to_act: turn.seats };
  if (view.family !== "shedding") return next;
  return { ...next, pending: turn.names, ...(turn.names ? { ask: null, asks: "" } : {}) };
}

// -- The Shithead family ----------------------------------------------------------------------------------------------

/** What the pile asks for now. If an event does not say it, a later one does. @param {View} view @param {Event} event */
const asked = (view, event) => {
  const ask = event.ask ?? view.ask;
  return { ask, asks: JSON.stringify(ask) === JSON.stringify(view.ask) ? view.asks : "" };
};

/** The places of a seat after a face-up card was replaced or went away. @param {View} view @param {number} seat @param {string[]} gone @param {string | null} [come] */
function spotsAfter(view, seat, gone, come = null) {
  const spots = [...view.spots[seat]];
  for (const card of gone) {
    const at = spots.findIndex((spot) => spot.up === card);
    if (at >= 0) spots[at] = { ...spots[at], up: come };
  }
  return replaced(view.spots, seat, spots);
}

/**
 * The places of a seat after face-up cards were exchanged: whole rows place by place, a single card for the one that came.
 * @param {View} view @param {number} seat @param {number} other @param {string[] | null} gone @param {string[] | null} come @param {boolean} [whole]
 */
function spotsExchanged(view, seat, other, gone, come, whole = false) {
  if (whole) return view.spots[seat].map((/** @type {any} */ one, /** @type {number} */ at) => ({ ...one, up: view.spots[other][at].up }));
  return gone?.length ? spotsAfter(view, seat, gone, come?.[0] ?? null)[seat] : view.spots[seat];
}

/** The stock after cards left it. @param {View} view @param {number} count */
const stockAfter = (view, count) => ({ stock: view.stock - count, ...(view.stock > count ? {} : { phase: "endGame" }) });

/** A blind card of a seat was turned over. @param {View} view @param {Event} event */
function blindGone(view, { seat, spot }) {
  const spots = spot == null ? view.spots : replaced(view.spots, seat, view.spots[seat].map((/** @type {any} */ one, /** @type {number} */ index) => (index === spot - 1 ? { ...one, blind: false } : one)));
  const it = view.seats[seat], blind = it.blind - 1;
  const peeked = it.peeked && spot != null ? it.peeked.filter((/** @type {any} */ _card, /** @type {number} */ index) => index !== blindNumber(view, seat, spot)) : it.peeked;
  return { seats: withSeat(view, seat, { blind, peeked: peeked?.some(Boolean) ? peeked : undefined }), spots };
}

/** The number of the blind card in a place, among those that are left, from 0. @param {View} view @param {number} seat @param {number} spot from 1 */
const blindNumber = (view, seat, spot) => view.spots[seat].slice(0, spot - 1).filter((/** @type {any} */ one) => one.blind).length;

/** @type {Record<string, (view: View, event: Event) => object>} */
const shedding = {
  swapped(view, { seat, hand, up }) {
    const it = view.seats[seat];
    return {
      seats: withSeat(view, seat, { hand: handAfter(it.hand, [up], [hand]), up: changed(it.up, [hand], [up]) }),
      spots: spotsAfter(view, seat, [hand], up),
    };
  },
  ready: (view, { seat }) => ({ ready: [...view.ready, seat].sort((a, b) => a - b) }),
  began: (view, { seat }) => ({ ready: [], to_act: [seat], phase: view.stock ? "mainPlay" : "endGame" }),
  played(view, event) {
    const { seat, zone, cards } = event;
    const it = view.seats[seat];
    const pile = { pile: [...view.pile, ...cards], ...asked(view, event) };
    if (zone === "stock") return { ...pile, ...stockAfter(view, cards.length) };
    if (zone === "blind") return { ...pile, ...blindGone(view, event) };
    if (zone === "up") return { ...pile, seats: withSeat(view, seat, { up: without(it.up, cards) }), spots: spotsAfter(view, seat, cards) };
    const { up = [] } = event; // these went along with the last cards of the hand
    const spots = up.length ? { spots: spotsAfter(view, seat, up) } : {};
    return { ...pile, ...spots, seats: withSeat(view, seat, { hand: handAfter(it.hand, without(cards, up)), up: without(it.up, up) }) };
  },
  passed: asked,
  targeted: asked,
  "turned-up": (view, event) => ({ pile: [...view.pile, ...event.cards], ...stockAfter(view, event.cards.length), ...asked(view, event) }),
  failed: (view, event) => (event.zone === "stock" ? { ...stockAfter(view, 1), pile: [...view.pile, event.card] } : blindGone(view, event)),
  peeked(view, { seat, spot, card }) {
    if (card == null) return {};
    const it = view.seats[seat];
    return { seats: withSeat(view, seat, { peeked: replaced(it.peeked ?? Array(it.blind).fill(null), blindNumber(view, seat, spot), card) }) };
  },
  reversed: (_view, { direction }) => ({ direction }),
  burned(view, event) {
    const burned = Array.isArray(view.burned) ? [...view.burned, ...event.cards] : view.burned + event.cards.length;
    return { burned, pile: without(view.pile, event.cards), ...asked(view, event) };
  },
  took(view, event) {
    const { seat, cards, up, ups = up ? [up] : [] } = event;
    const it = view.seats[seat];
    const change = { hand: handAfter(it.hand, [], cards), up: without(it.up, ups) };
    return { seats: withSeat(view, seat, change), spots: spotsAfter(view, seat, ups), pile: [], ...asked(view, event) };
  },
  raised: (view, { seat, cards }) => ({ seats: withSeat(view, seat, { hand: handAfter(view.seats[seat].hand, [], cards), up: without(view.seats[seat].up, cards) }), spots: spotsAfter(view, seat, cards) }),
  exchanged(view, event) {
    const { seat, other, zone, whole, gave_count, got_count } = event;
    const mine = view.seats[seat], theirs = view.seats[other];
    const both = (/** @type {object} */ one, /** @type {object} */ two) => withSeat({ ...view, seats: withSeat(view, seat, one) }, other, two);
    if (zone === "hand" && whole) {
      const shown = (/** @type {any} */ old, /** @type {string[] | null} */ cards, /** @type {number} */ count) => (Array.isArray(old) ? cards ?? [] : count);
      return { seats: both({ hand: shown(mine.hand, event.got, got_count) }, { hand: shown(theirs.hand, event.gave, gave_count) }), ...asked(view, event) };
    }
    const { gave, got } = event;
    const spots = replaced(replaced(view.spots, seat, spotsExchanged(view, seat, other, gave, got, whole)), other, spotsExchanged(view, other, seat, got, gave, whole));
    if (zone === "up" && gave_count && got_count) {
      return { seats: both({ up: changed(mine.up, gave, got) }, { up: changed(theirs.up, got, gave) }), spots, ...asked(view, event) };
    }
    const gone = (/** @type {any} */ it, /** @type {string[]} */ cards) => (zone === "up" ? { up: without(it.up, cards), hand: it.hand } : { hand: handAfter(it.hand, cards) });
    const one = { ...mine, ...gone(mine, gave) }, two = { ...theirs, ...gone(theirs, got) };
    return {
      seats: both({ ...one, hand: handAfter(one.hand, [], got) }, { ...two, hand: handAfter(two.hand, [], gave) }),
      ...(zone === "up" ? { spots } : {}), ...asked(view, event),
    };
  },
  called: asked,
  chose: asked,
  drew(view, { seat, count, cards }) {
    return { seats: withSeat(view, seat, { hand: handAfter(view.seats[seat].hand, [], cards, count) }), ...stockAfter(view, count) };
  },
  "went-out": (view, { seat }) => ({ out: [...view.out, seat] }),
  ended: (_view, { outcome }) => ({ outcome, to_act: [] }),
};

// -- Heart of Five ----------------------------------------------------------------------------------------------------

const NEW_TRICK = { last: null, trick: [], passes: 0, ask: {}, asks: "" };

/** A turn of a trick, as the view lists it. @param {View} view @param {Event} event */
const turnOf = (view, { seat, cards = [], meld = null }) => ({ trick: [...view.trick, { seat, cards, meld }], turns: [...view.turns, [seat, cards.length]] });

/** @type {Record<string, (view: View, event: Event) => object>} */
const climbing = {
  played(view, event) {
    const { seat, cards, meld, led } = event;
    const change = { hand: handAfter(view.seats[seat].hand, cards), last_action: { did: led ? "led" : "played", kind: meld } };
    return {
      ...turnOf(led ? { ...view, trick: [] } : view, event), ...asked(view, event), leader: led ? seat : view.leader,
      seats: withSeat(view, seat, change), last: { seat, cards, meld }, passes: 0, played: [...view.played, ...cards],
    };
  },
  passed: (view, event) => ({
    ...turnOf(view, event), passes: view.passes + 1,
    seats: withSeat(view, event.seat, { last_action: { did: "passed", kind: null } }),
  }),
  "went-out": (view, { seat }) => ({ out: [...view.out, seat] }),
  "trick-won": (_view, { leads }) => ({ ...NEW_TRICK, leader: leads }),
  "round-ended": (view, { wins, losses }) => ({
    ...NEW_TRICK, seats: view.seats.map((/** @type {any} */ it, /** @type {number} */ seat) => ({ ...it, wins: wins[seat], losses: losses[seat] })),
  }),
  dealt: (view, { round, leads, counts, hands }) => ({
    ...NEW_TRICK, round, leader: leads, out: [], played: [], turns: [],
    seats: view.seats.map((/** @type {any} */ it, /** @type {number} */ seat) => ({ ...it, last_action: null, hand: hands[seat] ?? counts[seat] })),
  }),
  ended: (_view, { outcome }) => ({ outcome, to_act: [] }),
};

// -- H3ROES C4RDS -----------------------------------------------------------------------------------------------------

/** Both players with something changed. @param {View} view @param {(player: any, seat: number) => object} change */
const players = (view, change) => ({ players: view.players.map((/** @type {any} */ it, /** @type {number} */ seat) => ({ ...it, ...change(it, seat) })) });

/** @type {Record<string, (view: View, event: Event) => object>} */
const heroes = {
  "phase-changed": (view, { phase, current, turn, round, difference }) => ({
    phase, current, turn, round, difference: difference ?? null, picked: pickedFor(view, current), ...phaseOf(view, phase),
  }),
  "bet-placed": (view, { seat, amount }) => ({
    has_bet: replaced(view.has_bet, seat, true),
    ...(amount == null ? {} : players(view, (it, at) => (at === seat ? { bet: amount } : {}))),
  }),
  "bets-opened": (view, { bets }) => ({ ...players(view, (_it, seat) => ({ bet: bets[seat] })), has_bet: [true, true] }),
  picked(view, { owner, slot, card, power }) {
    const own = view.current == null ? owner === 0 : owner === view.current;
    return {
      picked: { ...view.picked, [own ? "own" : "rival"]: slot },
      ...players(view, (it, seat) => (seat === owner ? {
        revealed: { ...it.revealed, [slot]: card }, slots: it.slots.filter((/** @type {number} */ one) => one !== slot),
        joker_values: card === 0 ? { ...it.joker_values, [slot]: power } : it.joker_values,
      } : {})),
    };
  },
  began: (_view, { starter }) => ({ starter }),
  shown: (view, { cards }) => (Object.keys(cards ?? {}).length ? { known: { ...view.known, ...cards }, known_since: view.turn } : {}),
  battled: (view, { battle }) => ({ battle: { ...battle, round: view.round } }),
  scored: (view, { seat, points }) => players(view, (_it, at) => (at === seat ? { points } : {})),
  "round-ended": (view, { credits }) => players(view, (_it, seat) => ({ credits: credits[seat] })),
  ended: (_view, { outcome }) => ({ outcome, to_act: [] }),
};

/** `own` is the slot of whoever's turn it is, and of seat 0 while it is nobody's. @param {View} view @param {number | null} current */
function pickedFor({ picked, current: before }, current) {
  return current == null && before === 1 ? { own: picked.rival, rival: picked.own } : picked;
}

/** What lies on the table when a phase begins. @param {View} view @param {string} phase */
function phaseOf(view, phase) {
  if (phase === "init") {
    const slots = [...new Set(view.players.flatMap((/** @type {any} */ it) => [...it.slots, ...Object.keys(it.revealed).map(Number)]))].sort((a, b) => a - b);
    const fresh = players(view, () => ({ points: 0, bet: 0, revealed: {}, joker_values: {}, slots }));
    return { ...fresh, picked: { own: null, rival: null }, known: {}, known_since: null, starter: null, has_bet: [false, false] };
  }
  return ["card_selection_own", "game_over"].includes(phase) ? { picked: { own: null, rival: null } } : {};
}

const FAMILIES = { shedding, "heart-of-five": climbing, heroes };
