// What the server told about the table, and who is who.

import { kept } from "./page.js";

export const TABLE = location.pathname.split("/")[2];
export const SEAT = `seat-${TABLE}`; // kept: nothing, then the cookie says which seat is ours; "", we only watch; or a token

/** What a message about presence leaves out has its usual value. */
export const NOBODY = { watching: 0, waiting: [], paused: false, dealt: false, undo: null, allows: [], name: "", commitment: "" };

/** @type {{info: any, view: any, match: number, presence: any, clock: any, over: any, me: string | null}} `me` is our public id, if the server knows us */
export const now = { info: null, view: null, match: 0, presence: null, clock: null, over: null, me: null };

export const you = () => now.presence?.you ?? null;
export const isSeated = () => you() !== null;
export const chair = (/** @type {number} */ seat) => now.presence.chairs[seat];
export const name = (/** @type {number} */ seat) => (seat === you() ? "You" : chair(seat).name);
/** Inside a sentence. */
export const nameInside = (/** @type {number} */ seat) => (seat === you() ? "you" : chair(seat).name);
export const isHost = () => isSeated() && Boolean(chair(you()).host);
export const isPlaying = () => Boolean(now.presence.dealt && now.view && !now.view.outcome);

/** The seats of people, without those for whom a bot plays. @returns {number[]} */
export const people = () => now.presence.chairs.flatMap((/** @type {any} */ one, /** @type {number} */ seat) => (one.bot ? [] : [seat]));

/** Is there a chair to sit down on? One that was given up belongs to a bot until the match is over. */
export const freeChairs = () => now.presence.chairs.some((/** @type {any} */ one) =>
  one.bot && !one.keeps && !(one.forfeited && isPlaying()));

/** Our seat, if we have it on another device: the server gives it to us here, too. */
export const isSeatedElsewhere = () => !isSeated() && now.me !== null && now.presence.chairs.some((/** @type {any} */ one) => one.id === now.me);

/** @param {string} key of what this device keeps as JSON */
export const keptRecord = (key) => JSON.parse(kept(key) ?? "null");
