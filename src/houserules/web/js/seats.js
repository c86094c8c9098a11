// The others round the cloth: who they are, how many cards they hold, what lies before them, and whether they are here.

import { h } from "./dom.js";
import { backEl, cardEl, cardName, token } from "./cards.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene */
/** A place on the table. @typedef {{up: string | null, blind: boolean}} Spot */

/**
 * Where the others sit, by how many they are, from the seat on my left round to my right: per cent of the cloth. Across, 0 is its left edge; down, 0 is as high up
 * as a seat can be, 100 as far down: so no seat leaves the cloth, however low it is.
 * @type {Record<number, number[][]>}
 */
const RING = {
  1: [[50, 1]], 2: [[22, 7], [78, 7]], 3: [[11, 42], [50, 1], [89, 42]], 4: [[11, 50], [31, 1], [69, 1], [89, 50]],
  5: [[11, 56], [20, 7], [50, 1], [80, 7], [89, 56]], 6: [[10, 62], [12, 21], [36, 1], [64, 1], [88, 21], [90, 62]],
  7: [[10, 68], [11, 29], [27, 2], [50, 1], [73, 2], [89, 29], [90, 68]],
  8: [[10, 68], [11, 29], [27, 2], [50, 1], [73, 2], [89, 29], [90, 68], [50, 99]],
};

/** The same for a table that stands upright. @type {Record<number, number[][]>} */
const UPRIGHT = {
  1: [[50, 1]], 2: [[26, 2], [74, 2]], 3: [[15, 22], [50, 1], [85, 22]], 4: [[15, 31], [27, 1.5], [73, 1.5], [85, 31]],
  5: [[14, 36], [17, 5], [50, 1], [83, 5], [86, 36]], 6: [[14, 62], [14, 32], [26, 1.5], [74, 1.5], [86, 32], [86, 62]],
  7: [[14, 64], [14, 34], [17, 4], [50, 1], [83, 4], [86, 34], [86, 64]],
  8: [[14, 64], [14, 34], [17, 4], [50, 1], [83, 4], [86, 34], [86, 64], [50, 99]],
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

/** A bot and its level, in two parts: the level goes where there is no room for it. @param {import("./types.js").Chair} who */
function botEl(who) {
  const bot = t("seats.bot", { level: "" }), words = botWords(who);
  const isLevelFirst = !words.startsWith(bot);
  const level = isLevelFirst ? words.slice(0, -bot.length) : words.slice(bot.length).replace(/^\W+/, "");
  return h("span.bot-level", { "data-key": "bot", class: isLevelFirst ? "level-first" : "" }, level && h("span.level", null, level), " ", h("span.bot", null, bot));
}

/** What a plate says below a name. @param {import("./types.js").Chair} who @param {string | null} status */
export const statusEl = (who, status) => status && h("small", { "data-key": "status" }, who.bot && status === botWords(who) ? botEl(who) : status);

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
      h("span.who", { "data-key": "who", "aria-hidden": "true" }, h("b", { "data-key": "name" }, who.name), statusEl(who, status)),
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
