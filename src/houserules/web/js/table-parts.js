// What every table has, whatever is played on it: the lamp, the look through the pile, and the buttons that belong to no game.

import { button } from "./actions.js";
import { h, icon } from "./dom.js";
import { peekEl } from "./pile.js";
import { sitLabel } from "./sit.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene */

/** What a seat does that does not play itself; null if it plays. @param {Scene} scene @param {import("./session.js").Session} session @returns {any[] | null} */
export function seatActions({ me, people }, session) {
  if (me === null) return [button(sitLabel(session), { "data-do": "sit" }), h("p.watching-note", { "data-key": "note" }, t("table.watching"))];
  const waits = people[me]?.keeps || people[me]?.forfeited ? "table.botPlays" : session.presence?.paused ? "table.paused" : null;
  return waits && [button(t(waits), { primary: true, disabled: true, "data-key": "go" })];
}

/** @param {Scene} scene */
export function sorterEl({ me, view, prefs }) {
  const hand = me !== null && view.seats?.[me]?.hand;
  return Array.isArray(hand) && hand.length > 4 && h("button.sorter", { type: "button", "data-key": "sorter", "data-do": "sort", "aria-keyshortcuts": "M", title: t("hand.sorted", { by: prefs.sort }) },
    icon("sort"), h("span", { "data-key": "by" }, t("hand.sorted", { by: prefs.sort })));
}

/** Taking back, and asking why; not before there is a move. @param {Scene} scene */
export function extraButtons({ me, view, people, allows, armed, steps, presence }) {
  if (me === null || view.outcome) return [];
  const can = {
    undo: presence.undo !== null || steps.some(({ seat, move }) => move && seat === me),
    why: steps.some(({ seat, move }) => move && people[seat ?? -1]?.bot),
  };
  const small = (/** @type {"undo" | "why"} */ what, /** @type {"undo" | "eye"} */ mark, /** @type {string} */ key) =>
    h("button.btn.small.extra", { type: "button", "data-key": what, "data-do": what, "aria-keyshortcuts": key, "aria-disabled": can[what] ? null : "true" }, icon(mark), h("span", { "data-key": "label" }, t(what === armed ? "table.undoSure" : `table.${what}`)), h("kbd.key", { "aria-hidden": "true" }, key));
  return [allows.includes("undo") && small("undo", "undo", "U"), people.some((one) => one.bot) && small("why", "eye", "W")];
}

/** All cards of the pile, over the table, or not. @param {HTMLElement} root @param {any[] | null} pile null: nobody looks through it */
export function paintPeek(root, pile) {
  const old = root.querySelector(".peeking");
  if (!pile) { old?.remove(); return; }
  if (old) return;
  const made = peekEl(pile);
  root.append(made);
  made.querySelector("button")?.focus();
}

/** The lamp hangs over whoever is to play. @param {{lamp: HTMLElement, cloth: HTMLElement, root: HTMLElement}} table @param {Scene} scene */
export function lightLamp({ lamp, cloth, root }, { view, me }) {
  const seat = view.to_act.length === 1 ? view.to_act[0] : null;
  const place = seat === null || seat === me ? null : root.querySelector(`[data-seat="${seat}"]`);
  if (!place) return void lamp.style.setProperty("transform", "none");
  const home = cloth.getBoundingClientRect(), at = place.getBoundingClientRect();
  const x = at.left - home.left + at.width / 2 - lamp.offsetLeft - lamp.offsetWidth / 2;
  const y = at.top - home.top + at.height / 2 - lamp.offsetTop - lamp.offsetHeight / 2;
  lamp.style.setProperty("transform", `translate3d(${x.toFixed(0)}px, ${y.toFixed(0)}px, 0)`);
}
