// What happened, as sentences in the language of the reader. They are made from facts; where a message has no facts, the server's own words are used.

import { hasText, t } from "./words/index.js";

/** @typedef {import("./types.js").Step} Step */
/** @typedef {{name: (seat: number) => string, me: number | null}} Company who sits where, and who reads */

/** A seat inside a sentence. @param {Company} company @param {number} seat */
const who = ({ name, me }, seat) => ({ name: name(seat), isYou: seat === me, seat });

/** Seats of an event become people. @param {any} event @param {Company} company @returns {Record<string, any>} */
function factsOf(event, company) {
  const one = (/** @type {number | null | undefined} */ seat) => (seat === null || seat === undefined ? null : who(company, seat));
  const main = event.seat ?? event.current;
  const rival = typeof main === "number" && main < 2 ? who(company, 1 - main) : null;
  const places = (event.outcome?.places ?? []).map((/** @type {number} */ place, /** @type {number} */ seat) => ({ place, who: who(company, seat) }));
  return {
    ...event, ...(event.battle ?? {}), rival, who: one(main), by: one(event.by), other: one(event.other), leads: one(event.leads), owner: one(event.owner), starter: one(event.starter), loser: one(event.loser),
    winner: one(event.battle ? event.battle.winner : event.winner),
    all: event.seats ? [...new Set(event.seats)].map((seat) => who(company, /** @type {number} */ (seat))) : [0, 1].map((seat) => who(company, seat)),
    places: places.sort((/** @type {any} */ a, /** @type {any} */ b) => a.place - b.place),
  };
}

/** @param {string} family @param {any} event @returns {string | null} the key of its sentence */
function keyOf(family, event) {
  const keys = event.event === "phase-changed" ? [`story.phase.${event.phase}`] : [`story.${family}.${event.event}`, `story.${event.event}`];
  return keys.find(hasText) ?? null;
}

/** A sentence of the server's, whole. @param {string} text */
const whole = (text) => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** The sentence of an event. @param {string} family @param {any} event @param {string} words of the server @param {Company} company */
export function tellEvent(family, event, words, company) {
  const key = keyOf(family, event);
  if (!key) return whole(words);
  try {
    return t(/** @type {any} */ (key), factsOf(event, company));
  } catch {
    return whole(words); // an event of a later version may have other facts
  }
}

/** How the server says it. A game that is dealt from no deck, such as H3ROES C4RDS, has no plan of its deal. */
const DEALT = "The cards are dealt";

/** A sentence about a deed: the first one is what was done, the others follow from it. @param {Step} step @param {number} index @param {Company} company */
function tellDeed(step, index, company) {
  const words = step.words[index];
  const { tribute } = step.deal ?? {};
  const last = step.words.length - step.events.length - 1;
  if (tribute && index === last) return t("story.tribute", { ...tribute, who: who(company, tribute.giver), other: who(company, tribute.getter) });
  const isDealt = step.deal && index === last - (tribute ? 1 : 0);
  if (isDealt || words === DEALT) return t("story.dealt");
  const deed = /** @type {any} */ (step.deed);
  const key = deed && index === 0 ? `deed.${deed.deed}` : "";
  if (!hasText(key) || step.seat == null) return whole(words);
  return t(key, { ...deed, who: who(company, step.seat) });
}

/** One sentence of a step, by its number in `words`. Cards are in notation. @param {Step} step @param {number} index @param {Company} company */
export function tell(step, index, company) {
  const first = step.words.length - step.events.length; // deeds are told before events
  if (index < first) return tellDeed(step, index, company);
  return tellEvent(step.family ?? "", step.events[index - first], step.words[index], company);
}

/** All sentences of a step. @param {Step} step @param {Company} company @returns {string[]} */
export const tellAll = (step, company) => step.words.map((_, index) => tell(step, index, company));
