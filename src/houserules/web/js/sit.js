// Sitting down at a table that one only watches: on a free chair, on one's own from another device, or in a queue.

import { callName } from "./games.js";
import { t } from "./words/index.js";

/** @typedef {import("./session.js").Session} Session */

/** What a button says that does it. @param {Session} session */
export const sitLabel = (session) => t(session.isSeatedElsewhere ? "room.takeSeat" : session.hasFreeChair ? "room.sit" : "room.wait");

/** @param {Session} session @returns {Promise<string>} what to tell, "" if there is a seat now */
export async function sitDown(session) {
  return await session.sit(callName()) === "waiting" ? t("room.youWait") : "";
}
