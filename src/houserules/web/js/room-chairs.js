// One chair of the room: who sits on it, and what the host may do about it.

import { token } from "./cards.js";
import { picker } from "./controls.js";
import { h, icon } from "./dom.js";
import { games, levelName } from "./games.js";

/** @typedef {{app: import("./types.js").App, session: import("./session.js").Session, act: (doing: () => Promise<any>) => Promise<void>, draw: () => void}} Room */

/** Levels of the bots of a table: those of its game, or for a house those that its chairs have. @type {Map<string, string[]>} */
const levels = new Map();

/** @param {Room} room @param {import("./types.js").Chair} chair @param {number} seat */
export function chairItem(room, chair, seat) {
  const { app: { t }, session } = room;
  const mine = seat === session.seat;
  const state = [
    mine ? t("room.you") : "", chair.host ? t("room.isHost") : "",
    chair.open ? t("room.free") : chair.bot ? t("room.bot", { level: levelName(chair.level ?? "") }) : chair.ready ? t("room.isReady") : chair.here ? t("room.notReady") : t("room.away"),
  ].filter(Boolean).join(", ");
  return h("li", { "data-key": seat, class: chair.open ? "empty" : "" },
    chair.open ? h("span.free") : token(seat, { bot: Boolean(chair.bot) }),
    h("div", null, h("b", null, chair.open ? t("room.freeChair") : chair.name), h("small", null, state)),
    !chair.bot && chair.ready ? h("span.tick", { "aria-hidden": "true" }, icon("check")) : null,
    session.isHost && !mine ? hostTools(room, chair, seat) : null);
}

/** @param {Room} room @param {import("./types.js").Chair} chair @param {number} seat */
function hostTools({ app: { t }, session, act, draw }, chair, seat) {
  if (!chair.bot) return h("button.btn.small.quiet", { type: "button", "data-key": "remove", "aria-label": t("room.removeName", { name: chair.name }), onclick: () => act(() => session.say({ type: "remove", seat })) }, t("room.remove"));
  const put = (/** @type {string} */ level) => act(() => session.say({ type: "change", bot: { seat, ...(level ? { level } : {}) } }));
  if (chair.open) return h("button.btn.small", { type: "button", "data-key": "bot", "aria-label": t("room.addBotAt", { number: seat + 1 }), onclick: () => put("") }, icon("plus"), t("room.addBot"));
  const known = levels.get(session.info.game) ?? [];
  if (!known.length) learnLevels(session, draw);
  const all = known.includes(chair.level ?? "") ? known : [...known, chair.level ?? ""];
  return picker(t("room.levelOf", { name: chair.name }), all.map((value) => ({ value, title: levelName(value) })), chair.level ?? "", put);
}

/** @param {import("./session.js").Session} session @param {() => void} learned */
function learnLevels(session, learned) {
  const { game, house } = session.info;
  if (levels.has(game)) return;
  levels.set(game, []);
  games().then((list) => {
    const found = list.find((one) => one.id === game) ?? (house ? list[0] : null);
    if (!found) return;
    levels.set(game, found.levels.map((level) => level.name));
    learned();
  }, () => undefined);
}
