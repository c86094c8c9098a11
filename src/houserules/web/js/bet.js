// Betting in H3ROES C4RDS: a number with a slider and four shares, and the button that places it. All in wants a second tap.

import { button } from "./actions.js";
import { h, icon } from "./dom.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene @typedef {{min: number, max: number}} Range */

const SHARES = /** @type {const} */ ([["heroes.tenth", 0.1], ["heroes.quarter", 0.25], ["heroes.half", 0.5], ["heroes.allIn", 1]]);
const USUAL_SHARE = 0.1;

/** @param {number} value @param {Range} range */
const within = (value, { min, max }) => Math.max(min, Math.min(max, Math.round(value) || 0));

/** At least one credit: nothing is not a bet. @param {number} share @param {Range} range */
const shareOf = (share, range) => within(Math.max(1, range.max * share), range);

/** The bet that stands; 0 if there is none. @param {Scene} scene @returns {number} */
const standing = ({ view, me }) => (me === null ? 0 : view.players[me].bet);

/** What was set in this round. It stays when a view comes meanwhile, as it does when the rival bets. */
let wish = { round: 0, most: 0, amount: 0 };

/** The amount that is set now: what was chosen, else the bet that stands, else a tenth. @param {Scene} scene */
export function amountOf(scene) {
  const { can, round } = scene.view;
  const isSet = wish.round === round && wish.most === can.bet.max;
  return within(isSet ? wish.amount : standing(scene) || shareOf(USUAL_SHARE, can.bet), can.bet);
}

/** @param {Scene} scene @param {number} amount */
function set(scene, amount) {
  wish = { round: scene.view.round, most: scene.view.can.bet.max, amount: within(amount, scene.view.can.bet) };
  scene.do.redraw();
}

/** @param {Scene} scene */
export function betEl(scene) {
  /** @type {Range} */
  const range = scene.view.can.bet;
  const amount = amountOf(scene);
  const step = (/** @type {number} */ by, /** @type {"minus" | "plus"} */ name) => h("button.icon", {
    "data-key": name, type: "button", "aria-label": t(by < 0 ? "heroes.less" : "heroes.more"), "aria-disabled": within(amount + by, range) === amount ? "true" : null, onclick: () => set(scene, amount + by),
  }, icon(name));
  const typed = (/** @type {any} */ event) => set(scene, Number(event.target.value));
  const props = { min: range.min, max: range.max, value: amount, "data-controlled": "" };
  return h("div.betting", { "data-key": "betting", role: "group", "aria-label": t("heroes.yourBet") },
    h("div.amount", { "data-key": "amount" }, step(-1, "minus"),
      h("input.num", { ...props, "data-key": "number", type: "number", inputmode: "numeric", "aria-label": t("heroes.amount"), onchange: typed }), step(1, "plus")),
    h("input", { ...props, "data-key": "slider", type: "range", "aria-label": t("heroes.slider"), style: { "--p": range.max ? amount / range.max : 0 }, oninput: typed }),
    h("div.shares", { "data-key": "shares" }, SHARES.map(([key, share]) => {
      const part = shareOf(share, range);
      return h("button.btn.small", { "data-key": key, type: "button", "aria-pressed": String(part === amount), onclick: () => set(scene, part) }, t(key), h("span.num", null, String(part)));
    })));
}

/** The button that places the bet, or changes it until the other has bet. @param {Scene} scene */
export function betButton(scene) {
  const amount = amountOf(scene), stands = standing(scene);
  const isAllIn = amount === scene.view.can.bet.max && amount > 0;
  const isArmed = scene.armed === "bet";
  const words = amount === 0 ? "heroes.betNothing" : isAllIn && isArmed ? "heroes.betAllSure" : stands && stands !== amount ? "heroes.betInstead" : stands ? "heroes.betStands" : "heroes.bet";
  return button(t(words, { amount }), {
    key: "Enter", primary: true, disabled: scene.busy || stands === amount, "data-key": "go", "data-move": `bet ${amount}`, "data-confirm": isAllIn && !isArmed && stands !== amount ? "bet" : null, class: isAllIn && isArmed ? "armed" : "",
  });
}
