// The buttons of the Shithead family: play, take, swap, be ready, turn over; and what a card lets somebody name: a seat, a suit, a rank, a way.

import { button, choiceEl, chooserEl, hintButton, named, playButton } from "./actions.js";
import { suitMark, token } from "./cards.js";
import { cardsAt, isPlay } from "./choose.js";
import { h } from "./dom.js";
import { countOf, others } from "./seats.js";
import { canOf, heldBy, isMyTurn, isSetup } from "./shedding-scene.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene */

/** Who takes the pile, or plays next: the others from my left, oneself last. @param {Scene} scene @param {number[]} seats */
function targetsEl(scene, seats) {
  const { view, people, me } = scene;
  const order = [...others(people.length, me), me].filter((seat) => seat !== null && seats.includes(seat));
  const isNext = view.pending === "next", isSwap = view.pending === "swap";
  return chooserEl(t(isSwap ? "swap.title" : isNext ? "next.title" : "target.title"), order.map((seat, k) => {
    const count = countOf(view.seats[/** @type {number} */ (seat)].hand), isMe = seat === me;
    return choiceEl({
      verb: t(isSwap ? "swap.give" : isNext ? "next.give" : "target.give"), what: isMe ? t("target.self") : people[/** @type {number} */ (seat)].name, note: isSwap ? t("swap.holds", { count }) : isNext ? "" : t("target.then", { count, after: count + view.pile.length }),
      mark: token(/** @type {number} */ (seat), { bot: people[/** @type {number} */ (seat)].bot, "data-key": "token" }), move: `target ${seat}`, key: String(k + 1), self: isMe,
    });
  }), "targets");
}

/** @param {string[]} suits */
const suitsEl = (suits) => chooserEl(t("call.title"), suits.map((suit) => choiceEl({
  verb: t("act.call"), what: t("cards.suit", { suit: suit[0].toUpperCase() }), move: `call ${suit}`, key: suit[0].toUpperCase(),
  mark: h("span.card.pipcard", { "data-key": "pip", "data-suit": suit[0].toUpperCase(), "aria-hidden": "true" }, suitMark(suit[0].toUpperCase())),
})), "suits");

/** A rank, or high or low. @param {string[]} names @param {boolean} isCard a card of this rank changes hands */
function choicesEl(names, isCard) {
  const isWay = names.includes("high") || names.includes("low");
  return chooserEl(t(isCard ? "swap.card" : isWay ? "choose.way" : "choose.rank"), names.map((name, k) => choiceEl({
    verb: t("act.call"), what: isWay ? t("choose.ways", { way: name }) : t("cards.rank", { rank: name === "10" ? "T" : name === "Joker" ? "*" : name }),
    move: `choose ${name}`, key: isWay ? String(k + 1) : name === "10" ? "0" : name === "Joker" ? undefined : name,
  })), isWay ? "ways" : "ranks");
}

/** @param {Scene} scene @returns {any[]} */
function setupActions(scene) {
  const { view, me, chosen } = scene;
  const held = heldBy(scene);
  const [hand, up] = ["hand/", "up/"].map((row) => held.find((one) => one.place.startsWith(row) && chosen.has(one.place)));
  const can = canOf(scene);
  if (!can.ready) return [button(view.ready.includes(me) ? t("setup.waiting") : t("setup.wait"), { primary: true, disabled: true, "data-key": "go" })];
  const swap = hand && up && button([t("act.swap"), " ", ...named([hand.card, up.card])], { key: "Enter", primary: true, "data-move": `swap ${hand.card} ${up.card}`, "data-key": "go" });
  return [scene.allows.includes("hint") && hintButton(), swap, button(t("act.ready"), { key: "R", primary: !swap, "data-move": "ready", "data-key": "ready" })];
}

/** @param {Scene} scene @returns {any[]} */
function turnActions(scene) {
  const { view, chosen } = scene;
  const can = canOf(scene);
  const count = view.pile.length;
  const hint = scene.allows.includes("hint") && hintButton();
  const couldPlay = Boolean(can.play?.length || can.flip);
  const tries = can.try && button(t("act.try"), { key: "S", "data-move": "try", "data-key": "try" });
  const says = can.announce && button(t("act.announce"), { key: "L", "data-move": "announce", "data-key": "announce" });
  if (can.take && !couldPlay) return [hint, tries, button(t("act.takeAll", { count }), { key: "T", primary: true, "data-move": "take", "data-key": "go" })];
  const pass = can.pass && button(t("act.pass"), { key: "P", "data-move": "pass", "data-key": "pass", primary: !couldPlay });
  const isArmed = scene.armed === "take";
  const take = can.take && button(isArmed ? t("act.takeSure", { count }) : t("act.take"), { key: "T", "data-move": "take", "data-confirm": isArmed ? null : "take", "data-key": "take", class: isArmed ? "armed" : "" });
  if (can.flip) {
    const blind = [...chosen].find((place) => place.startsWith("blind/")) ?? "blind/1";
    const number = Number(blind.split("/")[1]);
    const peek = can.peek && button(t("act.peek", { number }), { key: "L", "data-move": `peek ${number}`, "data-key": "peek" });
    return [hint, take, says, peek, button(t("act.flip", { number }), { key: "Enter", primary: true, "data-move": `flip ${number}`, "data-key": "go" })];
  }
  const cards = cardsAt(heldBy(scene), chosen);
  return [hint, take, tries, pass, says, (couldPlay || !pass) && playButton(cards, isPlay(can, cards))];
}

/** The buttons of this moment. @param {Scene} scene @returns {any[]} */
export function actions(scene) {
  const { view, people, me } = scene;
  if (me === null) return [];
  const can = canOf(scene);
  if (can.target?.length) return [targetsEl(scene, can.target)];
  if (can.call?.length) return [suitsEl(can.call)];
  if (can.choose?.length) return [choicesEl(can.choose, view.pending === "card")];
  if (isSetup(scene)) return setupActions(scene);
  if (isMyTurn(scene) && !scene.busy) return turnActions(scene);
  const name = people[view.to_act[0]]?.name;
  return [button(name && !isMyTurn(scene) ? t("act.waiting", { name }) : t("act.wait"), { primary: true, disabled: true, "data-key": "go" })];
}
