// The others round the cloth: who they are, how many cards they hold, what lies before them, and whether they are here.

import { h } from "./dom.js";
import { backEl, cardEl, cardName, token } from "./cards.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene */
/** A place on the table. @typedef {{up: string | null, blind: boolean}} Spot */

/** Where the others sit, by how many they are: per cent of the cloth, from the seat on my left round to my right. @type {Record<number, number[][]>} */
const RING = {
  1: [[50, 11]], 2: [[22, 18], [78, 18]], 3: [[11, 44], [50, 11], [89, 44]], 4: [[11, 50], [31, 11], [69, 11], [89, 50]],
  5: [[11, 55], [20, 14], [50, 11], [80, 14], [89, 55]], 6: [[10, 60], [12, 24], [36, 11], [64, 11], [88, 24], [90, 60]],
  7: [[10, 64], [11, 32], [27, 10.5], [50, 10.5], [73, 10.5], [89, 32], [90, 64]],
  8: [[10, 64], [11, 32], [27, 10.5], [50, 10.5], [73, 10.5], [89, 32], [90, 64], [50, 80]],
};

/** The same for a table that stands upright. @type {Record<number, number[][]>} */
const UPRIGHT = {
  1: [[50, 10]], 2: [[26, 11], [74, 11]], 3: [[15, 27], [50, 10], [85, 27]], 4: [[15, 34], [27, 10], [73, 10], [85, 34]],
  5: [[14, 38], [17, 13], [50, 9.5], [83, 13], [86, 38]], 6: [[14, 58], [14, 33], [26, 9.5], [74, 9.5], [86, 33], [86, 58]],
  7: [[14, 60], [14, 35], [17, 10.5], [50, 9], [83, 10.5], [86, 35], [86, 60]],
  8: [[14, 60], [14, 35], [17, 10.5], [50, 9], [83, 10.5], [86, 35], [86, 60], [50, 80]],
};

/** Seats from the one on my left, clockwise; a spectator sees all of them. @param {number} count @param {number | null} me */
export const others = (count, me) =>
  me === null ? Array.from({ length: count }, (_, k) => k) : Array.from({ length: count - 1 }, (_, k) => (me + 1 + k) % count);

/** @param {any} hand the cards, or how many there are */
export const countOf = (hand) => (Array.isArray(hand) ? hand.length : hand ?? 0);

/** The small cards before a seat: face-up ones over blind ones. @param {number} seat @param {Spot[]} spots */
export function laidEl(seat, spots) {
  const shown = spots.some((spot) => spot.up || spot.blind);
  return shown && h("div.laid", { "data-key": "laid", "aria-hidden": "true" }, spots.map((spot, k) =>
    h("div.spot", { "data-key": k, "data-place": `seat/${seat}/spot/${k}` },
      spot.blind && backEl({ small: true, "data-key": "back" }), spot.up && cardEl(spot.up, { small: true, "data-key": spot.up }))));
}

/** @param {import("./types.js").Chair} who */
const botWords = (who) => t("seats.bot", { level: who.level ?? "" });

/** How a seat is doing, in a word or two. @param {Scene} scene @param {number} seat @returns {string | null} */
function statusOf({ view, people, now }, seat) {
  const who = people[seat];
  if (view.out?.includes(seat)) return t("seats.out");
  if (who.forfeited) return t("seats.gaveUp");
  if (who.keeps) return t("seats.botFor");
  if (who.away) return who.away.at ? t("seats.awayUntil", { seconds: Math.max(0, Math.round((who.away.at - now()) / 1000)) }) : t("seats.away");
  if (view.ready?.includes(seat)) return t("seats.ready");
  return who.bot ? botWords(who) : null;
}

/** All of a seat in words, as a screen reader says it. @param {Scene} scene @param {number} seat */
export function seatSaid(scene, seat) {
  const { view, people } = scene;
  const who = people[seat];
  const status = statusOf(scene, seat);
  const it = view.seats?.[seat] ?? {};
  const place = view.out?.indexOf(seat) ?? -1;
  const facts = [
    who.name, who.bot && status !== botWords(who) && botWords(who), status,
    place >= 0 ? t("seats.place", { place: place + 1 }) : it.hand !== undefined && t("seats.hand", { count: countOf(it.hand) }),
    it.up?.length && t("seats.up", { cards: it.up.map((/** @type {string} */ card) => cardName(card)).join(", ") }), it.blind && t("seats.blind", { count: it.blind }),
    view.to_act.includes(seat) && view.phase !== "setup" && t("seats.acting"),
  ];
  return facts.filter(Boolean).join("; ");
}

/**
 * One seat. `extra` is what a family shows beneath; `move` is what a tap on it does, if anything.
 * @param {Scene} scene @param {number} seat
 * @param {{ring?: number[], extra?: any, move?: string | null, said?: string}} [options]
 */
export function seatEl(scene, seat, { ring, extra = null, move = null, said } = {}) {
  const { view, people } = scene;
  const who = people[seat];
  const place = view.out?.indexOf(seat) ?? -1;
  const count = countOf(view.seats?.[seat]?.hand);
  const status = statusOf(scene, seat);
  const clock = scene.clock?.seats[seat];
  const classes = [
    view.to_act.includes(seat) && view.phase !== "setup" && "acting", place >= 0 && "is-out", who.away && "is-away",
    view.ready?.includes(seat) && "is-ready", move && "may-choose",
  ];
  const style = ring ? { "--x": `${ring[0]}%`, "--y": `${ring[1]}%`, "--ux": `${ring[2]}%`, "--uy": `${ring[3]}%` } : {};
  return h("section.seat", { "data-key": `seat-${seat}`, "data-seat": seat, class: classes.filter(Boolean).join(" "), "aria-label": said ?? seatSaid(scene, seat), style },
    h("div.plate", { "data-key": "plate", "data-move": move },
      token(seat, { bot: who.bot, "data-key": "token" }),
      h("span.who", { "data-key": "who", "aria-hidden": "true" }, h("b", { "data-key": "name" }, who.name), status && h("small", { "data-key": "status" }, status)),
      clock && h("span.clock.num", { "data-key": "clock", "data-clock": seat, "data-runs": String(clock.runs) }),
      h("span.count.num", { "data-key": "count", "data-place": `seat/${seat}`, "aria-hidden": "true", title: t("seats.hand", { count }) },
        place >= 0 ? h("b.place", { "data-key": "place" }, t("seats.place", { place: place + 1 })) : h("b", { "data-key": "number" }, String(count)))),
    extra);
}

/**
 * All the others.
 * @param {Scene} scene
 * @param {{extra?: (seat: number) => any, move?: (seat: number) => string | null, said?: (seat: number) => string}} [options]
 */
export function seatsEl(scene, { extra, move, said } = {}) {
  const round = others(scene.people.length, scene.me);
  return h("div.seats", { "data-key": "seats", role: "group", "aria-label": t("seats.others") }, round.map((seat, k) =>
    seatEl(scene, seat, { ring: [...RING[round.length][k], ...UPRIGHT[round.length][k]], extra: extra?.(seat) ?? null, move: move?.(seat) ?? null, said: said?.(seat) })));
}
