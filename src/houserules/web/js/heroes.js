// H3ROES C4RDS on the table: two rows of slots, the arena between them, the way to the number in the middle, and one decision at a time.

import { button, hintButton } from "./actions.js";
import { betButton, betEl } from "./bet.js";
import { h, s } from "./dom.js";
import { arenaEl, gaugeEl, waysOut } from "./gauge.js";
import { purseEl, slotsEl } from "./slots.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene */

const TURNS = 10;
/** How long Dr. Manhattan's cards lie open, in milliseconds. */
const SHOWN_MS = 5000;
const TICK_MS = 250;
const RING = { cx: 20, cy: 20, r: 17 };

/** @param {Scene} scene */
const isMyTurn = ({ view, me }) => me !== null && view.to_act.includes(me);

/** Who sits below: oneself, or for a spectator seat 0. @param {Scene} scene */
const nearSeat = ({ me }) => me ?? 0;

/** @param {Scene} scene @param {number} seat */
const nameOf = ({ people }, seat) => people[seat].name;

/** How long the rival's cards still lie open for us, in milliseconds. @param {Scene} scene */
const leftToSee = ({ shown, now, view }) => (shown && view.known_since !== null && Object.keys(view.known).length ? Math.max(0, Math.min(SHOWN_MS, shown.at + SHOWN_MS - now())) : 0);

/** What the last round changed in a purse, while the next one is bet on. @param {Scene} scene @param {number} seat @returns {number} */
function changeOf({ view, steps }, seat) {
  if (view.phase !== "betting") return 0;
  for (let k = steps.length - 1; k >= 0; k--) {
    const ended = steps[k].events.find((/** @type {any} */ event) => event.event === "round-ended");
    if (ended) return /** @type {any} */ (ended).changes[seat];
  }
  return 0;
}

// -- The cloth -----------------------------------------------------------------------------------------------------------

/** @param {Scene} scene */
function roundEl({ view }) {
  return h("div.roundline", { "data-key": "round" }, h("b", { "data-key": "number" }, t("heroes.round", { round: view.round })), h("span", { "data-key": "rule" }, t("heroes.inShort", { points: view.goal.points })));
}

/** @param {Scene} scene */
function cloth(scene) {
  const { view } = scene;
  const near = nearSeat(scene), far = 1 - near;
  const isLit = leftToSee(scene) > 0;
  return [
    purseEl(scene, far, changeOf(scene, far)),
    slotsEl(scene, far, { isLit: isLit && far !== scene.me }),
    h("div.centre", { "data-key": "centre" }, view.phase === "betting" ? roundEl(scene) : arenaEl(scene, near), gaugeEl(scene, near)),
    slotsEl(scene, near, { isLit: false }),
    purseEl(scene, near, changeOf(scene, near)),
  ];
}

// -- What one may do -----------------------------------------------------------------------------------------------------

/** @param {Scene} scene */
const own = (scene) => (scene.view.can?.bet && scene.me !== null ? [betEl(scene)] : []);

/** A button that says where it leads. @param {Scene} scene @param {import("./gauge.js").WayOut} way */
function wayButton({ view, busy }, way) {
  const { points } = view.players[view.current];
  const name = t(way.choice === "add" ? "heroes.add" : "heroes.subtract", { difference: view.difference });
  const leads = t("heroes.leadsTo", { from: points, to: way.points, away: way.away, aim: view.goal.points });
  return button([h("b", { "data-key": "what" }, name), h("span.sr", null, ": "), h("span.num", { "data-key": "leads" }, leads)],
    { key: way.choice === "add" ? "A" : "S", "data-move": way.choice, "data-key": way.choice, disabled: busy, class: way.isNearer ? "way-out better" : "way-out" });
}

/** @param {Scene} scene */
function actions(scene) {
  const { view, me } = scene;
  const line = h("p.turnline", { "data-key": "line" }, h("b.num", { "data-key": "turn" }, view.phase === "betting" ? t("heroes.round", { round: view.round }) : t("heroes.turn", { turn: view.turn, turns: TURNS })),
    view.phase !== "betting" && h("span", { "data-key": "round" }, t("heroes.round", { round: view.round })));
  if (me === null || view.outcome) return [line];
  const hint = isMyTurn(scene) && scene.allows.includes("hint") && hintButton();
  if (view.can?.bet) return [hint, betButton(scene)];
  if (view.can?.points?.length) return [hint, ...waysOut(scene).map((way) => wayButton(scene, way))];
  return [hint, line];
}

// -- In words --------------------------------------------------------------------------------------------------------------

/** @param {Scene} scene */
function waiting(scene) {
  const { view } = scene;
  const seat = view.to_act[0];
  const name = seat === undefined ? "" : nameOf(scene, seat);
  if (scene.me === null && view.phase === "betting") return t("heroes.bothBet");
  if (view.to_act.length > 1) return t("heroes.bothPick");
  return t("heroes.waits", { name, phase: view.phase, rival: scene.me === null && seat !== undefined ? nameOf(scene, 1 - seat) : null });
}

/** @param {Scene} scene */
function headline(scene) {
  const { view, me } = scene;
  if (view.outcome) return { title: t("turn.over"), sub: "" };
  const left = leftToSee(scene);
  const rival = me === null ? "" : nameOf(scene, 1 - me);
  if (left > 0) return { title: t("heroes.sees"), sub: t("heroes.seesSub", { count: Object.keys(view.known).filter((slot) => view.players[1 - nearSeat(scene)].slots.includes(Number(slot))).length, name: rival }), before: countdownEl(left) };
  if (!isMyTurn(scene)) return { title: waiting(scene), sub: me !== null && view.phase === "initial_card_selection" ? t("heroes.youPicked") : "" };
  switch (view.phase) {
    case "betting": {
      const bet = me === null ? 0 : view.players[me].bet;
      return bet ? { title: t("heroes.betIs", { bet }), sub: t("heroes.mayChange", { name: rival }) } : { title: t("heroes.placeBet"), sub: t(me !== null && view.has_bet[1 - me] ? "heroes.rivalHasBet" : "heroes.hiddenUntil", { name: rival }) };
    }
    case "initial_card_selection": return { title: t("heroes.pickFirst"), sub: t("heroes.higherStarts") };
    case "card_selection_own": return { title: t("heroes.pickOwn"), sub: t("heroes.nobodyKnows") };
    case "card_selection_rival": return { title: t("heroes.pickRival", { name: rival }), sub: t("heroes.higherWins") };
    default: return { title: t("heroes.addOrSubtract"), sub: t("heroes.youWon", { difference: view.difference, aim: view.goal.points }) };
  }
}

/** Seconds that are left, in a ring that empties. @param {number} left milliseconds */
function countdownEl(left) {
  const share = left / SHOWN_MS;
  return h("span.countdown", { "data-key": "countdown", role: "timer" },
    s("svg", { "data-key": "ring", viewBox: "0 0 40 40", "aria-hidden": "true" }, s("circle", RING), s("circle", { ...RING, pathLength: 1, "stroke-dasharray": `${share.toFixed(3)} 1` })),
    h("b.num", { "data-key": "seconds" }, String(Math.ceil(left / 1000))));
}

/** @param {Scene} scene */
function say(scene) {
  if (!isMyTurn(scene) || scene.busy || scene.view.outcome) return "";
  const { title, sub } = headline(scene);
  return [title, sub].filter(Boolean).map((text) => (/[.?!]$/.test(text) ? text : `${text}.`)).join(" ");
}

/** What the table is called for the style sheets. @param {Scene} scene */
const classes = (scene) => ["heroes", `phase-${scene.view.phase}`, leftToSee(scene) > 0 && "revealing"].filter(Boolean);

/** When to draw again by itself, in milliseconds: while cards are shown. @param {Scene} scene */
const again = (scene) => (leftToSee(scene) > 0 ? TICK_MS : 0);

export const painter = { cloth, own, actions, headline, say, classes, again };
