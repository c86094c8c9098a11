/**
 * How each event is shown: what flies from where to where, and how long that takes. A card that is hidden from this seat flies as a back, and
 * cards of other hands start and end at one point for each seat, so nothing tells which card it was or where it lay.
 * @module
 */
import { backEl, cardEl } from "./cards.js";

/** @typedef {import("./air.js").Air} Air */
/** @typedef {import("./air.js").Box} Box */
/** @typedef {{air: Air, before: any, next: any, event: any, me: number | null, draw: (view: any) => void, leave: (view: any) => void}} Shown `leave` lets a view be drawn with what comes next */

/** Milliseconds at speed 1. */
export const TIMES = {
  play: 340, playApart: 70, flip: 260, fail: 420, draw: 240, drawApart: 60, square: 180, burn: 340, take: 420, takeApart: 28, give: 620, giveApart: 55,
  turnRound: 360, swap: 260, name: 360, lamp: 420, beat: 140, out: 420, pick: 300, battle: 500, score: 500, slot: 40, deal: 30, dealFlight: 240, dealMost: 1800, plain: 260,
};

/** Where the hand of a seat is: one point for a seat, whatever the card. @param {Shown} shown @param {number} seat @returns {Box} */
function handOf({ air, me }, seat) {
  const place = seat === me ? air.place(`seat/${seat}`, "hand", "hand/0") : air.place(`seat/${seat}`);
  return air.box(place) ?? middle(air);
}

/** @param {Air} air @returns {Box} */
function middle(air) {
  const at = air.root.getBoundingClientRect();
  return { x: at.left + at.width / 2, y: at.top + at.height / 2, w: 60 };
}

/** My own hand: each card with its element. @param {Shown} shown @returns {{card: string | undefined, node: HTMLElement}[]} */
const ownHand = ({ air }) => [.../** @type {NodeListOf<HTMLElement>} */ (air.root.querySelectorAll('[data-place^="hand/"]'))].map((node) => {
  const card = air.cards(node)[0] ?? node;
  return { card: card.dataset.card ?? node.dataset.card, node: card };
});

/** The elements of these cards of my own hand, each once. @param {Shown} shown @param {string[]} cards */
function ownCards(shown, cards) {
  const all = ownHand(shown);
  return cards.map((card) => {
    const at = all.findIndex((one) => one.card === card);
    return at < 0 ? null : all.splice(at, 1)[0].node;
  });
}

/** Where a seat's face-up cards lie. @param {Shown} shown @param {number} seat @param {string[]} cards @returns {(Box | null)[]} */
function spotsOf({ air, before }, seat, cards) {
  const spots = (before.spots?.[seat] ?? []).map((/** @type {any} */ spot, /** @type {number} */ index) => ({ card: spot.up, index }));
  return cards.map((card) => {
    const at = spots.findIndex((/** @type {any} */ spot) => spot.card === card);
    return at < 0 ? null : air.box(air.place(`seat/${seat}/spot/${spots.splice(at, 1)[0].index}`));
  });
}

/** From where the cards of a play take off. @param {Shown} shown @returns {Box[]} */
function origins(shown) {
  const { air, event, me } = shown;
  const { seat, zone = "hand", cards, up = [] } = event;
  const hand = handOf(shown, seat);
  if (zone === "stock") return [air.box(air.place("stock")) ?? hand];
  if (zone === "blind") return [air.box(air.place(`seat/${seat}/spot/${(event.spot ?? 1) - 1}`)) ?? hand];
  const found = zone === "up" ? spotsOf(shown, seat, cards) : seat === me ? ownCards(shown, cards).map((node) => node && air.box(node)) : [];
  const along = spotsOf(shown, seat, up), left = [...up]; // of the face-up cards that went with the last ones of the hand
  return cards.map((/** @type {string} */ card, /** @type {number} */ index) => {
    const at = found[index] ? -1 : left.indexOf(card);
    if (at >= 0) left[at] = "";
    return found[index] ?? along[at] ?? hand;
  });
}

/** @type {Record<string, (shown: Shown) => Promise<void>>} */
export const choreography = {
  async played(shown) {
    const { air, next, event, draw, me } = shown;
    const from = origins(shown);
    if (["blind", "stock"].includes(event.zone)) await air.turnOver(backEl(), cardEl(event.cards[0]), from[0], TIMES.flip);
    draw(next);
    const landed = air.cards(air.place("pile")).slice(-event.cards.length);
    const hidden = air.hide(landed);
    const to = landed.map((node) => air.box(node) ?? middle(air));
    const first = event.cards.length - landed.length; // a fan shows only some of many cards
    await Promise.all(event.cards.map(async (/** @type {string} */ card, /** @type {number} */ index) => {
      const target = to[Math.max(0, index - first)] ?? air.box(air.place("pile")) ?? middle(air);
      const spin = event.seat === me ? 0 : event.seat % 2 ? 4 : -4;
      await air.fly(cardEl(card), from[index], target, { duration: TIMES.play, delay: index * TIMES.playApart, arc: 0.06, spin });
      if (index >= first) hidden.show(landed[index - first]);
    }));
    hidden.show();
  },

  async failed({ air, next, event, draw }) {
    const { seat, spot, zone } = event;
    const at = air.box(zone === "stock" ? air.place("stock") : null) ?? air.box(air.place(`seat/${seat}/spot/${(spot ?? 1) - 1}`, `seat/${seat}`)) ?? middle(air);
    draw(next);
    await air.turnOver(backEl(), cardEl(event.card), at, TIMES.flip, true);
  },

  async swapped(shown) {
    const { air, next, event, draw, me } = shown;
    const { seat, hand, up } = event;
    const [fromUp] = spotsOf(shown, seat, [hand]);
    const own = seat === me ? ownCards(shown, [up])[0] : null;
    const fromHand = (own && air.box(own)) ?? handOf(shown, seat);
    draw(next);
    const laid = spotsOf({ ...shown, before: next }, seat, [up])[0] ?? fromUp ?? fromHand;
    const held = (seat === me ? ownCards(shown, [hand])[0] : null);
    await Promise.all([
      air.fly(cardEl(up), fromHand, laid, { duration: TIMES.swap, arc: 0.1 }),
      air.fly(cardEl(hand), fromUp ?? laid, (held && air.box(held)) ?? fromHand, { duration: TIMES.swap, arc: 0.1 }),
    ]);
  },

  async drew(shown) {
    const { air, before, next, event, draw, leave, me } = shown;
    const from = air.box(air.place("stock")) ?? middle(air);
    if (event.seat === me && event.cards) {
      const old = ownHand(shown).length;
      draw(next);
      const nodes = ownCards(shown, event.cards).filter((node) => node !== null);
      if (old === ownHand(shown).length) return;
      await arrive(shown, nodes, event.cards, nodes.map(() => from), { duration: TIMES.draw, apart: TIMES.drawApart, turns: true });
      return;
    }
    draw({ ...before, stock: next.stock });
    const to = { ...handOf(shown, event.seat) };
    await Promise.all(Array.from({ length: event.count }, (_, index) =>
      air.fly(backEl(), from, { ...to, w: Math.min(to.w, from.w * 0.5) }, { duration: TIMES.draw, delay: index * TIMES.drawApart, arc: -0.05, fade: true })));
    leave(next);
  },

  async burned({ air, before, next, event, draw, leave }) {
    const nodes = air.cards(air.place("pile"));
    const from = nodes.map((node) => air.box(node) ?? middle(air));
    const to = air.box(air.place("burned")) ?? middle(air);
    const shown = event.cards.slice(-nodes.length);
    const centre = from[from.length - 1] ?? middle(air);
    draw({ ...next, burned: before.burned });
    const burning = (/** @type {string} */ card) => { const node = cardEl(card); node.classList.add("ember"); return node; };
    await Promise.all(shown.map((/** @type {string} */ card, /** @type {number} */ index) =>
      air.fly(burning(card), from[index] ?? centre, { ...centre, x: centre.x - 6 + index * 3 }, { duration: TIMES.square })));
    await Promise.all(shown.map((/** @type {string} */ card, /** @type {number} */ index) =>
      air.fly(burning(card), { ...centre, x: centre.x - 6 + index * 3 }, { ...to, w: Math.min(to.w, centre.w * 0.5) }, { duration: TIMES.burn, delay: index * 18, arc: 0.18, spin: 30 + index * 14, fade: true })));
    leave(next);
  },

  async targeted({ air, event }) {
    const plate = air.place(`seat/${event.seat}`)?.closest(".plate") ?? air.place(`seat/${event.seat}`);
    if (plate) await air.animate(plate, [{ transform: "scale(1)" }, { transform: "scale(1.12)" }, { transform: "scale(1)" }], { duration: 300 });
  },

  async took(shown) {
    const { air, before, next, event, draw, leave, me } = shown;
    const isGiven = event.by !== null && event.by !== undefined && event.by !== event.seat;
    const pile = air.cards(air.place("pile"));
    const first = event.up ?? event.blind;
    const along = event.up ? spotsOf(shown, event.seat, [event.up]) : event.blind ? [handOf(shown, event.seat)] : [];
    const cards = event.cards.slice(first ? 1 : 0).slice(-pile.length || Infinity);
    const names = [...(first ? [first] : []), ...cards];
    const from = [...along, ...pile.slice(-cards.length).map((node) => air.box(node))].map((box) => box ?? middle(air));
    const times = { duration: isGiven ? TIMES.give : TIMES.take, apart: isGiven ? TIMES.giveApart : TIMES.takeApart };
    if (event.seat === me) {
      draw(next);
      const nodes = ownCards(shown, event.cards);
      await arrive(shown, nodes.slice(-names.length), names, from, { ...times, isGiven, others: nodes.slice(0, -names.length || undefined) });
      return;
    }
    draw({ ...before, pile: [], ask: next.ask, asks: next.asks });
    const to = handOf(shown, event.seat);
    await Promise.all(names.map((card, index) => air.fly(cardEl(card), from[index] ?? to, { ...to, w: from[index].w * 0.45 },
      { duration: times.duration, delay: (names.length - 1 - index) * times.apart, ...throwOf(isGiven, index), fade: true })));
    leave(next);
  },

  async reversed({ air, next, draw }) {
    const way = air.place("direction");
    if (way) await air.animate(way, [{ transform: "rotate(0)" }, { transform: `rotate(${next.direction > 0 ? 180 : -180}deg)` }], { duration: TIMES.turnRound });
    draw(next);
  },

  async skipped({ air, event }) {
    for (const seat of event.seats) await blink(air, seat);
  },

  called: named,
  chose: named,

  async "went-out"({ air, next, event, draw }) {
    draw(next);
    const plate = air.place(`seat/${event.seat}`)?.closest(".plate");
    await (plate ? air.animate(plate, [{ opacity: 0.3 }, { opacity: 1 }], { duration: TIMES.out }) : air.wait(TIMES.out));
  },

  async passed({ air, next, event, draw }) {
    draw(next);
    await blink(air, event.seat);
  },

  async "trick-won"({ air, next, event, draw }) {
    const pile = air.cards(air.place("pile"));
    const from = pile.map((node) => air.box(node) ?? middle(air));
    const cards = pile.map((node) => node.dataset.card ?? "");
    const to = air.box(air.place("burned", `seat/${event.seat}`)) ?? middle(air);
    draw(next);
    await Promise.all(cards.map((card, index) => air.fly(card ? cardEl(card) : backEl(), from[index], { ...to, w: from[index].w * 0.5 }, { duration: TIMES.burn, delay: index * 18, arc: 0.1, fade: true })));
  },

  async dealt(shown) {
    const { next, draw } = shown;
    draw(next);
    await deal(shown, null);
  },

  async picked({ air, next, event, draw }) {
    const from = air.box(air.place(`slot/${event.owner}/${event.slot}`)) ?? middle(air);
    draw(next);
    const arena = air.cards(air.place(`arena/${event.owner}`)).slice(-1);
    const target = arena[0] ? air.box(arena[0]) : null;
    const hidden = air.hide(arena);
    await air.turnOver(backEl({ hero: true }), cardEl(event.card), from, TIMES.flip);
    if (target) await air.fly(cardEl(event.card), from, target, { duration: TIMES.pick });
    hidden.show();
  },

  async battled({ air, next, event, draw }) {
    draw(next);
    await Promise.all([0, 1].map(async (seat) => {
      const [node] = air.cards(air.place(`arena/${seat}`)).slice(-1);
      const lean = (seat === (next.seat ?? 0) ? 1 : -1) * 10;
      const end = event.battle.winner === null || event.battle.winner === seat ? 1 : 0.6;
      if (node) await air.animate(node, [{ transform: "none", opacity: 1 }, { transform: `translateX(${lean}px)`, opacity: 1, offset: 0.5 }, { transform: "none", opacity: end }], { duration: TIMES.battle });
    }));
  },

  async scored({ air, next, draw }) {
    draw(next);
    await air.wait(TIMES.score);
  },

  async "round-ended"({ air, next, draw }) {
    draw(next);
    await air.wait(TIMES.score);
  },

  async shown({ air, next, event, draw }) {
    draw(next);
    const slots = Object.keys(event.cards ?? {}).map(Number).sort((a, b) => a - b);
    await Promise.all(slots.map((slot, index) => {
      const node = air.cards(air.place(`slot/${1 - event.seat}/${slot}`)).slice(-1)[0];
      return node ? air.animate(node, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: TIMES.flip, delay: index * TIMES.slot, fill: "backwards" }) : null;
    }));
  },
};

/** A suit or rank was named: it is drawn large over the pile. @param {Shown} shown */
async function named({ air, next, draw }) {
  draw(next);
  const ask = air.place("ask", "pile");
  if (ask) await air.animate(ask, [{ transform: "scale(1.5)", opacity: 0.2 }, { transform: "scale(1)", opacity: 1 }], { duration: TIMES.name });
}

/** @param {Air} air @param {number} seat */
async function blink(air, seat) {
  const plate = air.place(`seat/${seat}`)?.closest(".plate") ?? air.place(`seat/${seat}`);
  if (plate) await air.animate(plate, [{ opacity: 1 }, { opacity: 0.45 }, { opacity: 1 }], { duration: TIMES.lamp });
}

/** A card that is given by a Joker comes in a high arc and turns once; one that is taken does not. @param {boolean} isGiven @param {number} index */
const throwOf = (isGiven, index) => (isGiven ? { arc: index % 2 ? 0.3 : -0.3, spin: 360 } : { arc: 0.08, spin: 10 });

/**
 * Cards that come into my own hand: each shows when it has landed, the last one first.
 * @param {Shown} shown @param {(HTMLElement | null)[]} nodes @param {string[]} cards @param {Box[]} from
 * @param {{duration: number, apart: number, turns?: boolean, isGiven?: boolean, others?: (HTMLElement | null)[]}} how
 */
async function arrive(shown, nodes, cards, from, { duration, apart, turns = false, isGiven = false, others = [] }) {
  const { air, me } = shown;
  const hidden = air.hide(/** @type {HTMLElement[]} */ ([...nodes, ...others].filter((node) => node !== null)));
  const to = nodes.map((node) => (node ? air.box(node) : null) ?? handOf(shown, me ?? 0));
  await Promise.all(nodes.map(async (node, index) => {
    const delay = (turns ? index : nodes.length - 1 - index) * apart;
    const face = cardEl(cards[index]);
    await air.fly(turns ? backEl() : face, from[index] ?? to[index], to[index], { duration, delay, ...(turns ? { arc: -0.05, turn: face } : throwOf(isGiven, index)) });
    if (node) hidden.show(node);
  }));
  hidden.show();
}

/**
 * Deal the cards of the view that is drawn already: backs from the stock to each seat in turn.
 * @param {Shown} shown @param {any} plan what is dealt, in which order; without it only hands are dealt
 */
export async function deal(shown, plan) {
  const { air, next } = shown;
  const seats = next.seats?.length ?? next.players?.length ?? 0;
  const rounds = Object.entries(plan?.rounds ?? {}).flatMap(([zone, count]) => Array.from({ length: Number(count) }, (_, round) => ({ zone, round })));
  const most = Math.max(0, ...(next.seats ?? []).map((/** @type {any} */ it) => (Array.isArray(it.hand) ? it.hand.length : it.hand)));
  const turns = rounds.length ? rounds : Array.from({ length: most }, (_, round) => ({ zone: "hand", round }));
  const from = air.box(air.place("stock", "pile")) ?? middle(air);
  const flights = turns.flatMap(({ zone, round }) => Array.from({ length: seats }, (_, seat) => flightOf(shown, zone, round, seat)).filter((flight) => flight !== null));
  const hidden = air.hide(flights.flatMap(({ node }) => (node ? [node] : [])));
  const apart = Math.min(TIMES.deal, TIMES.dealMost / Math.max(1, flights.length));
  /** @type {Promise<void>[]} */
  const landing = [];
  for (const { node, to, isMine } of flights) {
    landing.push(air.fly(backEl(), from, to, { duration: TIMES.dealFlight, fade: !isMine }).then(() => { if (node) hidden.show(node); }));
    await air.wait(apart);
  }
  await Promise.all(landing);
  hidden.show();
}

/** One card of a deal: where it lands, and what shows it there. @param {Shown} shown @param {string} zone @param {number} round @param {number} seat */
function flightOf(shown, zone, round, seat) {
  const { air, me } = shown;
  const isMine = seat === me;
  if (zone === "hand" && !isMine) return { node: null, to: handOf(shown, seat), isMine };
  const place = zone === "hand" ? air.place(`hand/${round}`) : air.place(`seat/${seat}/spot/${round}`);
  const cards = air.cards(place);
  const node = (zone === "blind" ? cards[0] : cards[cards.length - 1]) ?? null;
  const to = node ? air.box(node) : air.box(place);
  return to ? { node, to, isMine } : null;
}
