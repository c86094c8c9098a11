// Before the first deal and after the end: being ready, the salt of this device, the result, and whether the deal was fair.

import { endOf } from "./games.js";
import { h, keep, randomText } from "./page.js";
import { button, fold, isWaiting, say } from "./saying.js";
import { TABLE, chair, isHost, isSeated, keptRecord, name, now, you } from "./state.js";

const SALT = `salt-${TABLE}`; // kept: the last salt, for which match it is, and what the server had promised then
const NAMES = `names-${TABLE}`; // kept: who sat where when the last match ended

/** Ready for a deal. The salt is made after the server has shown what it is bound to. @param {"ready" | "rematch"} type */
function addSalt(type) {
  const salt = randomText();
  const commitment = type === "rematch" ? now.over.commitment : now.presence.commitment;
  keep(SALT, JSON.stringify({ salt, commitment, match: now.match + 1 }));
  return say({ type, salt });
}

/** Whoever stands up, or lets a bot play, takes the salt back: then it is in no deal. */
export const forgetSalt = () => keep(SALT, null);

/** Notice when the server does not count us as ready any more. */
export function checkSalt() {
  const isBetween = !now.presence.dealt || now.over;
  const isNext = keptRecord(SALT)?.match === now.match + 1;
  if (isBetween && isNext && !isWaiting() && !(isSeated() && chair(you()).ready)) forgetSalt();
}

export function beforeLines() {
  const { presence } = now;
  const isReady = chair(you()).ready;
  const isOpen = presence.chairs.some((/** @type {any} */ one) => one.open);
  return [
    h("p", {}, isReady ? "You are ready. The cards are dealt when everybody is." : "Say that you are ready. The cards are dealt when everybody is."),
    h("p", { class: "buttons" }, isReady ? null : button("Ready for the deal", () => addSalt("ready"), { class: "main" }),
      isHost() && isOpen ? button("Start: bots fill the empty chairs", () => say({ type: "start" })) : null),
    fold("Why the deal is fair",
      h("p", {}, "The server has drawn a secret, and is bound to it by this number: ", h("code", {}, presence.commitment),
        ". When you are ready, your device adds a random salt that nobody can foresee. Both together give the deal, and everything is shown at the end.")),
  ];
}

/** Who played: whoever leaves after the end stays in the result. @returns {string[]} */
function namesAtEnd() {
  const before = keptRecord(NAMES);
  if (before?.match === now.over.match) return before.names;
  const names = now.presence.chairs.map((/** @type {any} */ one) => one.name);
  keep(NAMES, JSON.stringify({ match: now.over.match, names }));
  return names;
}

export function overLines() {
  const { outcome, seed, proof, record, match } = now.over;
  const names = namesAtEnd();
  const called = (/** @type {number} */ seat) => (seat === you() && chair(seat).name === names[seat] ? name(seat) : names[seat]);
  const places = outcome.places.map((/** @type {number} */ place, /** @type {number} */ seat) => ({ place, seat }));
  places.sort((/** @type {any} */ one, /** @type {any} */ other) => one.place - other.place);
  const mine = keptRecord(SALT);
  const isFair = mine && proof.salts.includes(mine.salt) && proof.commitment === mine.commitment;
  const wants = isSeated() && chair(you()).ready;
  const file = `${TABLE}-${match}.json`;
  return [
    h("h2", {}, "The match is over"),
    h("ol", {}, places.map((/** @type {any} */ { place, seat }) => h("li", { value: place }, called(seat)))),
    h("p", {}, `It ended because ${endOf(outcome.reason)}.`),
    isSeated() ? h("p", { class: "buttons" }, wants ? "You want a rematch. It begins when everybody does." : button("Rematch", () => addSalt("rematch"), { class: "main" })) : null,
    fold("Check the deal",
      mine?.match === match ? h("p", {}, isFair ? "The deal was made with your salt and with the secret that was promised before." : "Your salt is not part of this deal, or the secret is not the one that was promised: do not trust this server.") : null,
      h("p", {}, "Seed: ", h("code", {}, seed)),
      h("p", {}, h("a", { href: record, download: file }, "Save the record"), ", then check seed, deal, moves and outcome: ", h("code", {}, `houserules verify ${file}`))),
  ];
}
