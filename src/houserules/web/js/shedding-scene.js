// What the view of a Shithead house says about one's own seat: what it may do, what it holds, which row is in play.

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./choose.js").Held} Held */

/** What may be done now, by the kind of move. @param {Scene} scene */
export const canOf = ({ view, busy }) => (busy ? {} : view.can ?? {});
/** One's own seat; null for somebody who watches. @param {Scene} scene */
export const mineOf = ({ view, me }) => (me === null ? null : view.seats[me]);
/** @param {Scene} scene */
export const isSetup = ({ view }) => view.phase === "setup";
/** @param {Scene} scene */
export const isMyTurn = ({ view, me }) => me !== null && view.to_act.includes(me);
/** The row that is in play. @param {Scene} scene @returns {"hand" | "up" | "blind"} */
export function zoneOf(scene) {
  const mine = mineOf(scene);
  return mine?.hand.length ? "hand" : mine?.up.length ? "up" : "blind";
}

/** Everything that a tap may choose. @param {Scene} scene @returns {Held[]} */
export function heldBy(scene) {
  const { view, me } = scene;
  if (me === null) return [];
  const hand = view.seats[me].hand.map((/** @type {string} */ card, /** @type {number} */ index) => ({ card, place: `hand/${index}` }));
  const up = view.spots[me].map((/** @type {any} */ spot, /** @type {number} */ index) => ({ card: spot.up, place: `up/${index}` })).filter((/** @type {Held} */ one) => one.card);
  return [...hand, ...up];
}
