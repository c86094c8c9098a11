// The middle of H3ROES C4RDS: two cards face to face and who won, and the way of both seats to the number in the middle.

import { cardEl, token } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene */

const STEP = 10;
const MARGIN = 6;
/** Below this share of the scale, what a counter may move to would lie over it. */
const CLOSE = 0.06;

/** Where a way out leads. @typedef {{choice: "add" | "subtract", points: number, away: number, isNearer: boolean}} WayOut */

/** Where adding and subtracting would lead; empty if there is nothing to choose. @param {Scene} scene @returns {WayOut[]} */
export function waysOut({ view }) {
  const { current, difference, goal, players } = view;
  if (view.phase !== "power_choice" || difference === null || current === null) return [];
  const { points } = players[current];
  const ways = [{ choice: /** @type {const} */ ("add"), points: points + difference }, { choice: /** @type {const} */ ("subtract"), points: points - difference }];
  const away = ways.map((way) => Math.abs(way.points - goal.points));
  return ways.map((way, k) => ({ ...way, away: away[k], isNearer: away[k] === Math.min(...away) && (k === 0 || away[0] !== away[1]) }));
}

/** A scale on which the number to come near to stands out. @param {Scene} scene @param {number} near the seat that sits below */
export function gaugeEl(scene, near) {
  const { view, people, me } = scene;
  const far = 1 - near, aim = view.goal.points;
  /** @type {number[]} */
  const points = view.players.map((/** @type {{points: number}} */ player) => player.points);
  const ways = waysOut(scene);
  const all = [...points, ...ways.map((way) => way.points), 0, 2 * aim];
  const low = Math.min(...all) - MARGIN, high = Math.max(...all) + MARGIN;
  const at = (/** @type {number} */ value) => ({ left: `${((value - low) / (high - low)) * 100}%` });
  const ticks = Array.from({ length: Math.floor(high / STEP) - Math.ceil(low / STEP) + 1 }, (_, k) => (Math.ceil(low / STEP) + k) * STEP);
  const isClose = ways.length > 0 && view.difference / (high - low) < CLOSE;
  const said = t("heroes.gauge", { near: near === me ? t("five.you") : people[near].name, nearPoints: points[near], far: people[far].name, farPoints: points[far], aim, isMe: near === me });
  return h("div.gauge", { "data-key": "gauge", class: isClose ? "close" : "", role: "img", "aria-label": said },
    h("div.scale", { "data-key": "scale" },
      ticks.map((value) => h("i", { "data-key": `tick-${value}`, style: at(value), class: value === 0 ? "zero" : "" })),
      h("b.aim", { "data-key": "aim", style: at(aim) }, String(aim)),
      ways.map((way) => h("span.ghost", { "data-key": way.choice, style: at(way.points), class: way.isNearer ? `${way.choice} best` : way.choice }, String(way.points))),
      h("span.mark.rival", { "data-key": "far", style: at(points[far]) }, token(far, { bot: people[far].bot }), h("b.num", null, String(points[far]))),
      h("span.mark.me", { "data-key": "near", style: at(points[near]) }, h("b.num", null, String(points[near])), token(near, { bot: people[near].bot }))));
}

// -- The arena -----------------------------------------------------------------------------------------------------------

/** The slot that a seat has in this turn. @param {any} view @param {number} seat @returns {number | null} */
const slotOf = ({ picked, current }, seat) => ((current === null ? seat === 0 : seat === current) ? picked.own : picked.rival);

/** @param {any} view @param {number} seat @param {number | null} slot */
const powerOf = (view, seat, slot) => (slot === null ? null : view.players[seat].joker_values[slot] ?? view.players[seat].revealed[slot]);

/** @param {number} seat @param {{card: number | null, power: number | null, hasWon: boolean, side: string}} what */
function sideEl(seat, { card, power, hasWon, side }) {
  return h("div.side", { "data-key": side, class: [side, hasWon && "won"].filter(Boolean).join(" ") },
    card === null ? h("div.nothing", { "data-key": "none", "data-place": `arena/${seat}` }) : h("div.face", { "data-key": `face-${card}` }, cardEl(card, { "data-key": "card", "data-place": `arena/${seat}` }), power !== card && h("span.worth.num", { "data-key": "worth" }, String(power))),
    h("b.power.num", { "data-key": "power" }, power === null ? "" : String(power)));
}

/** @param {Scene} scene @param {any} battle */
function verdict({ me, people }, battle) {
  if (battle.winner === null) return t("heroes.draw");
  return battle.winner === me ? t("heroes.youWin", { by: battle.difference }) : t("heroes.wins", { name: people[battle.winner].name, by: battle.difference });
}

/**
 * The cards of this turn, one against the other; until the first is picked, those of the turn before.
 * @param {Scene} scene @param {number} near the seat that sits below
 */
export function arenaEl(scene, near) {
  const { view } = scene;
  const far = 1 - near;
  const slots = [slotOf(view, 0), slotOf(view, 1)];
  const isOpen = slots[0] !== null || slots[1] !== null;
  const isThisTurn = view.battle?.turn === view.turn; // both cards lie there a moment before it is known who won
  const battle = view.battle?.round === view.round && (!isOpen || (slots[0] !== null && slots[1] !== null && isThisTurn)) ? view.battle : null;
  const isBefore = battle && !isOpen;
  const card = (/** @type {number} */ seat) => (slots[seat] !== null ? view.players[seat].revealed[/** @type {number} */ (slots[seat])] ?? null : isBefore ? battle.cards[seat] : null);
  const power = (/** @type {number} */ seat) => (slots[seat] !== null ? powerOf(view, seat, slots[seat]) : isBefore ? battle.powers[seat] : null);
  const side = (/** @type {number} */ seat, /** @type {string} */ name) => sideEl(seat, { card: card(seat), power: power(seat), hasWon: battle?.winner === seat, side: name });
  if (!isOpen && !battle) return null;
  const words = battle ? verdict(scene, battle) : isOpen ? t("heroes.against") : "";
  return h("div.arena", { "data-key": "arena", class: [battle && "fought", isBefore && "before"].filter(Boolean).join(" ") },
    side(near, "me"), h("p.verdict", { "data-key": "verdict" }, battle ? h("b", { "data-key": "won" }, words) : h("span", { "data-key": "words" }, words)), side(far, "rival"));
}
