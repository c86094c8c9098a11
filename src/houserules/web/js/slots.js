// The two rows of H3ROES C4RDS: ten slots for each seat, and above or below them the purse with credits and bet.

import { backEl, cardEl, cardName, token } from "./cards.js";
import { h, icon } from "./dom.js";
import { statusEl } from "./seats.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene @typedef {import("./messages").Heroes.View} View */

const SLOTS = 10;

/** "Your slot 1", "Ben's slot 1": people count from 1. @param {Scene} scene @param {number} seat @param {number} slot */
export const slotName = ({ me, people }, seat, slot) => (seat === me ? t("heroes.yourSlot", { slot: slot + 1 }) : t("heroes.slotOf", { name: people[seat].name, slot: slot + 1 }));

/** Is this slot one of the two that meet now? @param {View} view @param {number} seat @param {number} slot */
function isFighting(view, seat, slot) {
  const { own, rival } = view.picked;
  const mine = view.current === null ? (seat === 0 ? own : rival) : seat === view.current ? own : rival;
  return mine === slot;
}

/** @param {Scene} scene @param {number} seat @param {number} slot @param {{isLit: boolean}} how */
function slotEl(scene, seat, slot, { isLit }) {
  const { view } = scene;
  const player = view.players[seat], name = slotName(scene, seat, slot), place = `slot/${seat}/${slot}`;
  const card = player.revealed[slot], worth = player.joker_values[slot];
  const number = h("span.no.num", { "data-key": "no", "aria-hidden": "true" }, String(slot + 1));
  if (card !== undefined) {
    const what = worth === undefined ? cardName(card, view.card_names) : t("heroes.jokerWorth", { worth });
    return h("div.cell", { "data-key": slot, class: isFighting(view, seat, slot) ? "fighting" : "spent" },
      cardEl(card, { small: true, "data-key": `face-${card}`, "data-place": place, role: "img", "aria-label": t("heroes.slotHas", { slot: name, card: what }) }),
      worth !== undefined && h("span.worth.num", { "data-key": "worth", "aria-hidden": "true" }, String(worth)));
  }
  const pick = view.can?.pick;
  const may = pick?.owner === seat && pick.slots.includes(slot);
  const known = seat !== scene.me ? view.known[slot] : undefined;
  const label = known === undefined ? name : t("heroes.slotKnown", { slot: name, card: cardName(known, view.card_names) });
  const props = { "data-key": may ? "button" : "back", "data-place": place, ...(may ? { tag: "button", type: "button", "data-move": `pick ${slot}`, "aria-keyshortcuts": (slot + 1) % SLOTS, "aria-label": name, "aria-description": known === undefined ? null : label } : { role: "img", "aria-label": player.slots.includes(slot) ? label : t("heroes.slotEmpty", { slot: name }) }) };
  if (!player.slots.includes(slot)) return h("div.cell.gone", { "data-key": slot }, h("div.nothing", props), number);
  const eye = known !== undefined && h("span.eye", { "data-key": "eye", "aria-hidden": "true" }, icon("eye"), !isLit && h("b.num", null, String(known)));
  return h("div.cell", { "data-key": slot, class: [may && "can", known !== undefined && (isLit ? "seen" : "noted")].filter(Boolean).join(" ") },
    known !== undefined && isLit ? cardEl(known, { small: true, ...props }) : backEl({ hero: true, small: true, ...props }), eye, number);
}

/**
 * A row. It is `open` where one may pick from it or look into it, so that a thumb finds each slot.
 * @param {Scene} scene @param {number} seat @param {{isLit: boolean}} how `isLit`: Dr. Manhattan shows these cards now
 */
export function slotsEl(scene, seat, { isLit }) {
  const isOpen = scene.view.can?.pick?.owner === seat || isLit;
  const label = seat === scene.me ? t("heroes.yourCards") : t("heroes.cardsOf", { name: scene.people[seat].name });
  return h("div.slots", { "data-key": `slots-${seat}`, class: isOpen ? "open" : "", role: "group", "aria-label": label },
    Array.from({ length: SLOTS }, (_, slot) => slotEl(scene, seat, slot, { isLit })));
}

/** How a seat is doing, beside its name. @param {Scene} scene @param {number} seat */
function statusOf({ people, now, view }, seat) {
  const who = people[seat];
  if (who.forfeited) return t("seats.gaveUp");
  if (who.keeps) return t("seats.botFor");
  if (who.away) return who.away.at ? t("seats.awayUntil", { seconds: Math.max(0, Math.round((who.away.at - now()) / 1000)) }) : t("seats.away");
  if (view.phase === "betting" && view.has_bet[seat]) return t("heroes.hasBet");
  return who.bot ? t("seats.bot", { level: who.level ?? "" }) : null;
}

/** Who it is, credits on their way to the goal, and the bet. @param {Scene} scene @param {number} seat @param {number} change of credits by the last round */
export function purseEl(scene, seat, change) {
  const { view, people, me } = scene;
  const player = view.players[seat], who = people[seat], goal = view.goal.credits;
  const isHidden = view.phase === "betting" && seat !== me;
  const bet = isHidden ? (view.has_bet[seat] ? "?" : "–") : player.bet ? String(player.bet) : "–";
  const name = seat === me ? t("five.you") : who.name;
  const status = statusOf(scene, seat);
  const clock = scene.clock?.seats[seat];
  const said = [seat === me ? t("five.you") : who.name, status, t("heroes.creditsSaid", { credits: player.credits, goal }), bet === "?" ? t("heroes.betHidden") : player.bet ? t("heroes.betSaid", { bet }) : t("heroes.noBet"), t("heroes.pointsSaid", { points: player.points })];
  return h("section.purse", { "data-key": `purse-${seat}`, "data-seat": seat, "data-place": `seat/${seat}`, class: view.to_act.includes(seat) ? "acting" : "", "aria-label": said.filter(Boolean).join("; ") },
    token(seat, { bot: who.bot, "data-key": "token" }),
    h("div.who", { "data-key": "who", "aria-hidden": "true" }, h("b", { "data-key": "name" }, name), statusEl(who, status)),
    clock && h("span.clock.num", { "data-key": "clock", "data-clock": seat, "data-runs": String(clock.runs) }),
    h("div.credits", { "data-key": "credits", "aria-hidden": "true" }, h("span.label", null, t("heroes.credits")), h("b.num", null, String(player.credits)),
      h("span.to", { style: { "--p": Math.min(1, player.credits / goal) } }, h("i")), h("small.num", null, t("heroes.of", { goal })),
      change !== 0 && h("small.change.num", { class: change > 0 ? "won" : "lost" }, t("heroes.change", { change }))),
    h("div.bet", { "data-key": "bet", "aria-hidden": "true" }, h("span.label", null, t("heroes.betLabel")), h("b.num", null, bet)));
}
