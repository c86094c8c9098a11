// Sitting down at a table that one only watches: on a free chair, on one's own from another device, or in a queue.

import { token } from "./cards.js";
import { dialog } from "./controls.js";
import { h } from "./dom.js";
import { callName, levelName } from "./games.js";
import { t } from "./words/index.js";

/** @typedef {import("./session.js").Session} Session */

/** What a button says that does it. @param {Session} session */
export const sitLabel = (session) => t(session.isSeatedElsewhere ? "room.takeSeat" : session.hasFreeChair ? "room.sit" : "room.wait");

/** During a match somebody plays on for a bot, and says for which. @param {Session} session @returns {Promise<string>} what to tell, "" if there is nothing to tell */
export async function sitDown(session) {
  const isAsked = session.isPlaying && session.hasFreeChair && !session.isSeatedElsewhere;
  const seat = isAsked ? await askForSeat(session) : undefined;
  if (seat === null) return "";
  return await session.sit(callName(), seat) === "waiting" ? t("room.youWait") : "";
}

/** Whose cards? @param {Session} session @returns {Promise<number | null>} null: nobody's */
const askForSeat = (session) => new Promise((resolve) => {
  const choice = (/** @type {number} */ seat) => h("button.btn.wide", { type: "button", onclick: () => { resolve(seat); sheet.close(); } },
    token(seat, { bot: true }), t("sit.for", { name: session.chairs[seat].name, level: levelName(session.chairs[seat].level ?? "") }));
  const sheet = dialog(t("sit.which"), [h("p", null, t("sit.how")), h("div.menu", null, session.freeSeats.map(choice))]);
  sheet.addEventListener("close", () => resolve(null));
});
