// The games that the server has: how they are chosen, and how a table of one is opened.

import { api, ownName, randomText, rememberName } from "./api.js";
import { cardEl } from "./cards.js";
import { radio, radioGroup } from "./controls.js";
import { h } from "./dom.js";
import { keep, kept } from "./prefs.js";
import { hasText, t } from "./words/index.js";

/** @typedef {import("./messages").GameInfo} GameInfo */

/** Two cards that tell a game at a glance. Only a decoration: any other game has none. @type {Record<string, (string | number)[]>} */
const FACES = { shithead: ["7H", "jj"], duel: ["8S", "TD"], smellyhead: ["6C", "4D"], "heart-of-five": ["5C", "5H"], heroes: [34, 67] };
const GUESTS = ["Robin", "Kim", "Sasha", "Toni", "Noa", "Mika", "Luca", "Juno", "Remy", "Ali"];
const USUAL_SEATS = 4;

/** @type {Promise<GameInfo[]> | null} */
let known = null;

/** @returns {Promise<GameInfo[]>} */
export function games() {
  known ??= api("/games").then((answer) => answer.games);
  known.catch(() => { known = null; });
  return known;
}

/** What we are called: what was said last, or a friendly name that this device keeps. */
export function callName() {
  const guest = kept("guest-name") ?? GUESTS[Math.floor(Math.random() * GUESTS.length)];
  keep("guest-name", guest);
  return ownName() || guest;
}

/** The name of a game where there is little room. @param {{id: string, name: string}} game */
function shortName({ id, name }) {
  const key = `game.${id}`;
  return hasText(key) ? t(key) : name;
}

/** @param {string} name of a level, as the server has it */
export function levelName(name) {
  const key = `level.${name}`;
  return hasText(key) ? t(key) : name.charAt(0).toUpperCase() + name.slice(1);
}

/** Levels worth offering at once; the random one is for tests of patience. @param {GameInfo} game */
export const levelsOf = (game) => game.levels.map(({ name }) => name).filter((name) => name !== "random");

/** The second of the levels is for most people. @param {GameInfo} game */
export const usualLevel = (game) => levelsOf(game)[1] ?? levelsOf(game)[0] ?? "";

/** @param {GameInfo} game */
export const seatNumbers = (game) => Array.from({ length: game.seats_most - game.seats_least + 1 }, (_, at) => game.seats_least + at);

/** @param {GameInfo} game @param {number} [wanted] */
export const fittingSeats = (game, wanted = USUAL_SEATS) => Math.max(game.seats_least, Math.min(wanted, game.seats_most));

/** Choose a game by its cloth. @param {{id: string, name: string}[]} list @param {string} chosen @param {(id: string) => void} choose */
export const gamePicks = (list, chosen, choose) => radioGroup("div.games", t("home.game"), list.map((game, at) =>
  h("button.gamepick", { ...radio(game.id === chosen, at === 0, list.some(({ id }) => id === chosen)), "data-key": game.id, "data-game": game.id, "aria-label": game.name.toLowerCase().includes(shortName(game).toLowerCase()) ? game.name : null, onclick: () => choose(game.id) },
    FACES[game.id] && h("span.mini", { "aria-hidden": "true" }, FACES[game.id].map((card) => cardEl(card, { small: true }))), h("span", null, shortName(game)))));

/**
 * Open a table, and sit at it. A key makes sure that a request which is sent twice opens one table.
 * @param {Record<string, any>} request @param {{key?: string}} [how] @returns {Promise<string>} its id
 */
export async function openTable(request, { key = randomText() } = {}) {
  const player = request.player ?? callName();
  const { table } = await api("/tables", { ...request, player }, { headers: { "Idempotency-Key": key } });
  rememberName(player);
  keep(`seat-${table}`, null);
  return table;
}

/** @param {number} seats @param {string} level bots for all chairs but ours */
export const botsAround = (seats, level) => Array.from({ length: seats - 1 }, (_, at) => ({ seat: at + 1, ...(level ? { level } : {}) }));

/**
 * Play against bots at once: the room says "ready" by itself, after the server has shown what its deal is bound to.
 * @param {import("./types.js").App} app @param {Record<string, any>} request
 */
export async function dealAgainstBots(app, request) {
  const table = await openTable(request);
  keep("deal-at-once", table);
  app.go(`/t/${table}`);
}
