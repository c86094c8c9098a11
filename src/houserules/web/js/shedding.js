// The Shithead family and every house of it: a view in, elements out. What may be done stands in `can` of the view.

import { h } from "./dom.js";
import { cardName } from "./cards.js";
import { afterRank, afterSwapTap, afterTap, alongWith, cardsAt, isPlay, playable } from "./choose.js";
import { blindEl, handEl, listEl } from "./hand.js";
import { askEl, askWords, burnedEl, lastEl, pileEl, stockEl, trackEl, wayEl } from "./pile.js";
import { countOf, laidEl, seatsEl } from "./seats.js";
import { actions } from "./shedding-actions.js";
import { canOf, heldBy, isMyTurn, isSetup, mineOf, zoneOf } from "./shedding-scene.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene */

// -- The cloth -----------------------------------------------------------------------------------------------------------

/** @param {Scene} scene @returns {Node[]} */
function cloth(scene) {
  const { view } = scene;
  const targets = canOf(scene).target ?? [];
  const isNaming = view.pending && isMyTurn(scene);
  return [
    trackEl(view.direction),
    seatsEl(scene, { extra: (seat) => laidEl(seat, view.spots[seat]), move: (seat) => (targets.includes(seat) ? `target ${seat}` : null) }),
    h("div.centre", { "data-key": "centre" },
      h("div.heaps", { "data-key": "heaps" }, stockEl(view.stock), pileEl(view.pile), burnedEl(countOf(view.burned))),
      !isSetup(scene) && !isNaming && askEl(scene),
      !isSetup(scene) && h("div.beside", { "data-key": "beside" }, wayEl(view.direction), lastEl(scene.last))),
  ];
}

// -- Own cards -----------------------------------------------------------------------------------------------------------

/** The face-up row. @param {Scene} scene @param {{can: (card: string) => boolean, small?: boolean, kind: string, isFree?: boolean}} how */
function upEl(scene, { can, small = false, kind, isFree = false }) {
  const { view, me } = scene;
  const spots = view.spots[/** @type {number} */ (me)];
  const cards = spots.map((/** @type {any} */ spot, /** @type {number} */ index) => ({ card: spot.up, index, key: `up-${index}-${spot.up}` })).filter((/** @type {any} */ one) => one.card);
  return listEl(scene, { label: t("hand.up"), cards, can, kind, small, isFree, pick: (index) => `up/${index}`, place: (index) => `seat/${me}/spot/${index}` });
}

/** The blind row. @param {Scene} scene @param {boolean} large */
function downEl(scene, large) {
  const { view } = scene, me = /** @type {number} */ (scene.me);
  const all = [...view.spots[me].keys()];
  const covered = all.filter((index) => view.spots[me][index].up);
  return blindEl(scene, { spots: all.filter((index) => view.spots[me][index].blind), covered, seat: me, can: Boolean(canOf(scene).flip), large, peeked: view.seats[me].peeked });
}

/** Before play: both rows large, face-up cards over the hand. @param {Scene} scene */
function setupEl(scene) {
  const mine = mineOf(scene), can = () => true;
  const row = (/** @type {string} */ key, /** @type {string} */ name, /** @type {any} */ list) => h("div.row", { "data-key": key, class: key }, h("span.label", { "data-key": "label", "aria-hidden": "true" }, name), list);
  return h("div.setup", { "data-key": "setup" },
    mine.up.length > 0 && row("later", t("setup.later"), upEl(scene, { can, kind: "cards", isFree: true })),
    row("now", t("setup.now"), handEl(scene, { cards: mine.hand, can, isFree: true })));
}

/** @param {Scene} scene @returns {Node[]} */
function own(scene) {
  const mine = mineOf(scene);
  if (!mine) return [];
  if (isSetup(scene)) return [setupEl(scene)];
  const zone = zoneOf(scene);
  const ok = playable(canOf(scene));
  const along = zone === "hand" ? alongWith(canOf(scene)) : new Set();
  const inPlay = (/** @type {string} */ row) => (/** @type {string} */ card) => zone === row && ok.has(card);
  const isEmpty = !mine.hand.length && !mine.up.length && !mine.blind;
  const table = h("div.own", { "data-key": "own" }, h("div.laid", { "data-key": "laid", style: { "--spots": scene.view.spots[scene.me ?? 0].length } },
    zone !== "blind" && mine.blind > 0 && downEl(scene, false), zone === "hand" && mine.up.length > 0 && upEl(scene, { can: (card) => along.has(card), small: true, kind: "ups" })));
  const cards = isEmpty ? h("p.hand.gone", { "data-key": "gone" }, t("hand.gone"))
    : zone === "hand" ? handEl(scene, { cards: mine.hand, can: inPlay("hand") })
    : zone === "up" ? upEl(scene, { can: inPlay("up"), kind: "hand" })
    : downEl(scene, true);
  return [table, cards];
}

// -- Words ---------------------------------------------------------------------------------------------------------------

/** @param {Scene} scene */
function willDo(scene) {
  const can = canOf(scene);
  if (can.flip) return t("turn.blind");
  if (!can.play?.length) return can.take ? t("turn.nothing") : "";
  const zone = zoneOf(scene) === "hand" ? "hand/" : "up/";
  const cards = heldBy(scene).filter((one) => one.place.startsWith(zone));
  const count = cards.filter((one) => playable(can).has(one.card)).length;
  const chosen = cardsAt(heldBy(scene), scene.chosen);
  if (chosen.length && !isPlay(can, chosen)) return t("turn.notAlone");
  return count === cards.length ? t("turn.all") : t("turn.some", { count, of: cards.length });
}

/** @param {Scene} scene */
function headline(scene) {
  const { view, people, me } = scene;
  const can = canOf(scene);
  if (view.outcome) return { title: t("turn.over"), sub: "" };
  if (can.target?.length && view.pending === "next") return { title: t("next.title"), sub: "" };
  if (can.target?.length && view.pending === "swap") return { title: t("swap.title"), sub: "" };
  if (can.choose?.length && view.pending === "card") return { title: t("swap.card"), sub: "" };
  if (can.target?.length) return { title: t("target.title"), sub: t("target.sub", { count: view.pile.length }) };
  if (can.call?.length) return { title: t("call.title"), sub: "" };
  if (can.choose?.length) return { title: t(can.choose.includes("high") ? "choose.way" : "choose.rank"), sub: "" };
  if (isSetup(scene)) {
    const title = me === null ? t("setup.others") : view.ready.includes(me) ? t("setup.waiting") : t("setup.title");
    return { title, sub: t("setup.ready", { count: view.ready.length, of: people.length }) };
  }
  if (isMyTurn(scene)) return { title: scene.again && !scene.busy ? t("turn.again") : t("turn.yours"), sub: willDo(scene) };
  const name = people[view.to_act[0]]?.name ?? "";
  return { title: t("turn.of", { name }), sub: view.pending ? t("ask.naming", { name, what: view.pending }) : "" };
}

/** What is said when it becomes our turn, for people who listen. @param {Scene} scene */
function say(scene) {
  const { view } = scene;
  if (!isMyTurn(scene) || scene.busy || view.outcome) return "";
  const { title, sub } = headline(scene);
  const ask = !view.pending && !isSetup(scene) && view.pile.length ? t("ask.sentence", { words: askWords(view.ask, view.asks) }) : "";
  const ok = playable(canOf(scene));
  const cards = heldBy(scene).filter((one) => ok.has(one.card) && one.place.startsWith(zoneOf(scene) === "hand" ? "hand/" : "up/")).map((one) => cardName(one.card));
  const will = sub && cards.length && !isSetup(scene) ? `${sub}: ${cards.join(", ")}.` : sub && `${sub}.`;
  return [/[.?!]$/.test(title) ? title : `${title}.`, ask, will].filter(Boolean).join(" ");
}

// -- Choosing ------------------------------------------------------------------------------------------------------------

/**
 * The chosen places after a tap. If the card will not do, the move that is to be explained instead.
 * @param {Scene} scene @param {string} place @param {{alone?: boolean}} [how] `alone`: this one and no other
 * @returns {Set<string> | {explain: string}}
 */
function choose(scene, place, { alone = false } = {}) {
  const can = canOf(scene);
  if (place.startsWith("blind/")) return can.flip ? new Set([place]) : { explain: `flip ${place.split("/")[1]}` };
  if (can.swap) return afterSwapTap(scene.chosen, place);
  const held = heldBy(scene);
  const card = held.find((one) => one.place === place)?.card ?? "";
  const along = alongWith(can);
  const inPlay = (/** @type {import("./choose.js").Held} */ one) => one.place.startsWith(zoneOf(scene) === "hand" ? "hand/" : "up/") || along.has(one.card);
  if (!held.some((one) => one.place === place && inPlay(one)) || !playable(can).has(card)) return { explain: `play ${card}` };
  return alone ? new Set([place]) : afterTap(can, held.filter(inPlay), scene.chosen, place);
}

/** The chosen places after the key of a rank. @param {Scene} scene @param {string} rank "7", "T", "K" */
function chooseRank(scene, rank) {
  const can = canOf(scene);
  if (!can.play?.length) return null;
  const zone = zoneOf(scene) === "hand" ? "hand/" : "up/";
  const held = heldBy(scene).filter((one) => one.place.startsWith(zone) && one.card[0] === rank);
  if (!held.length) return null;
  return held.some((one) => playable(can).has(one.card)) ? afterRank(can, held, scene.chosen) : { explain: `play ${held[0].card}` };
}

/** What the chosen cards do if they are dropped on the pile. @param {Scene} scene */
function dropped(scene) {
  const cards = cardsAt(heldBy(scene), scene.chosen);
  return isPlay(canOf(scene), cards) ? `play ${cards.join(" ")}` : null;
}

/** What the table is called for the style sheets. @param {Scene} scene */
const classes = (scene) => [isSetup(scene) && "in-setup", scene.view.pending && isMyTurn(scene) && `pending-${scene.view.pending}`].filter(Boolean);

export const painter = { cloth, own, actions, headline, say, choose, chooseRank, dropped, classes };
