// Melds of Heart of Five in words: their names, and what a trick asks for.

import { t } from "./words/index.js";

/** @typedef {import("./messages").HeartOfFive.Meld} Meld @typedef {import("./messages").HeartOfFive.Ask} Ask */

/** "a pair of 7s" @param {Meld} meld */
export const meldName = (meld) => t("five.meld", { meld });

/** "a pair stronger than a pair of 5s, or a bomb" @param {Ask | null | undefined} ask */
export function trickAsks(ask) {
  if (!ask?.above) return t("five.anyMeld");
  const meld = meldName(ask.above);
  if (ask.nothing) return t("five.nothingBeats", { meld });
  const same = ask.kind && t("five.stronger", { kind: ask.kind, of: ask.above });
  const bomb = ask.bomb && t(ask.bomb === "any" ? "five.orBomb" : "five.orStrongerBomb", { meld, alone: !same });
  return [same, bomb].filter(Boolean).join(t("five.or"));
}
