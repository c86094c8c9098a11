// One chair of the room: who sits on it, and what the host may do about it.

import { token } from "./cards.js";
import { picker } from "./controls.js";
import { h, icon } from "./dom.js";
import { games, levelName } from "./games.js";

/** @typedef {{app: import("./types.js").App, session: import("./session.js").Session, act: (doing: () => Promise<any>) => Promise<void>, draw: () => void, armed: number | null}} Room `armed`: the seat whose person is removed by a second press */

const SURE_MS = 4000; // a second press within this time means it

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
    h("div", null, h("b", null, chair.open ? t("room.freeChair") : chair.name), h("small", null, state), session.isHost && !mine && !chair.bot ? removeButton(room, chair, seat) : null),
    !chair.bot && chair.ready ? h("span.tick", { "aria-hidden": "true" }, icon("check")) : null,
    session.isHost && !mine && chair.bot ? hostTools(room, chair, seat) : null);
}

/** It stands under the name: whoever taps once too often meets nothing where it was. @param {Room} room @param {import("./types.js").Chair} chair @param {number} seat */
function removeButton(room, { name }, seat) {
  const { app: { t }, session, act, draw } = room;
  const isArmed = room.armed === seat;
  const arm = () => {
    room.armed = seat;
    setTimeout(() => { if (room.armed === seat) { room.armed = null; draw(); } }, SURE_MS);
    draw();
  };
  return h("button.btn.small.quiet", { type: "button", "data-key": "remove", "aria-label": isArmed ? t("menu.removeSure", { name }) : t("room.removeName", { name }), onclick: () => {
    if (!isArmed) return arm();
    room.armed = null;
    act(() => session.say({ type: "remove", seat }));
  } }, t(isArmed ? "room.removeSure" : "room.remove"));
}

/** @param {Room} room @param {import("./types.js").Chair} chair @param {number} seat */
function hostTools({ app: { t }, session, act, draw }, chair, seat) {
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
