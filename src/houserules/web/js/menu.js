// The menu of a table: invite, let a bot play, pause, give up, leave; and what only the host may do.

import { isOnlyHere, linkBase } from "./api.js";
import { copyText, dialog } from "./controls.js";
import { h, icon, put } from "./dom.js";
import { listed, t } from "./words/index.js";

/** @typedef {import("./session.js").Session} Session */

const SURE_MS = 4000; // a second press within this time means it

/** A tool for the bar. @param {Session} session */
export const menuButton = (session) => h("button.icon", { type: "button", "aria-label": t("menu.open"), "aria-haspopup": "dialog", onclick: () => openMenu(session) }, icon("menu"));

/** @param {Session} session */
export function openMenu(session) {
  const body = h("div.menu");
  const said = h("p.fine", { role: "alert" });
  /** @type {string | null} the costly button that was pressed once */
  let armed = null;
  let link = "";
  /** @param {any} message */
  const say = (message) => session.say(message).then(() => sheet.close(), (problem) => put(said, problem.message));

  /** @param {string} label @param {any} message @param {string} [sure] what it says when it wants a second press */
  const act = (label, message, sure) => h("button.btn.wide", { type: "button", "data-key": label, class: sure ? "danger" : "", onclick: () => {
    if (!sure || armed === label) return void say(message);
    armed = label;
    draw();
    setTimeout(() => { armed = null; draw(); }, SURE_MS);
  } }, sure && armed === label ? sure : label);

  const draw = () => put(body, ...own(session, act), ...forHost(session, act), ...here(session, link));
  draw();
  const sheet = dialog(t("menu.title"), [body, said]);
  const endings = [session.on("presence", draw), session.on("gone", () => sheet.close())];
  sheet.addEventListener("close", () => { for (const end of endings) end(); });
  linkBase().then((base) => { link = `${base}/t/${session.table}`; draw(); });
}

/** @typedef {(label: string, message: any, sure?: string) => HTMLElement} Act */

/** @param {Session} session @param {Act} act */
function own(session, act) {
  const { seat, isPlaying, presence } = session;
  if (seat === null || !presence) return [];
  const chair = session.chairs[seat];
  const hasGivenUp = isPlaying && Boolean(chair.forfeited);
  const mayPlay = isPlaying && !hasGivenUp;
  return [
    hasGivenUp && h("p", { "data-key": "given-up" }, t("menu.gaveUp")),
    mayPlay && (chair.bot ? act(t("menu.back"), { type: "back" }) : act(t("menu.bot"), { type: "bot" })),
    session.isHost && isPlaying && (presence.paused ? act(t("menu.resume"), { type: "resume" }) : act(t("menu.pause"), { type: "pause" })),
    mayPlay && act(t("menu.giveUp"), { type: "forfeit" }, t("menu.giveUpSure")),
    act(t("menu.leave"), { type: "leave" }, presence.dealt ? t("menu.leaveSure") : t("menu.leaveSureBefore")),
  ];
}

/** @param {Session} session @param {Act} act */
function forHost(session, act) {
  if (!session.isHost) return [];
  const people = session.chairs.flatMap((chair, seat) => (seat !== session.seat && (!chair.bot || chair.keeps) ? [{ ...chair, seat }] : []));
  if (!people.length) return [];
  return [h("h3", { "data-key": "host" }, t("menu.host")), ...people.flatMap(({ name, keeps, muted, seat }) => [
    act(t("menu.remove", { name: keeps ?? name }), { type: "remove", seat }, t("menu.removeSure", { name: keeps ?? name })),
    act(t(muted ? "menu.unmute" : "menu.mute", { name: keeps ?? name }), { type: "mute", seat, on: !muted }),
  ])];
}

/** Who else is here, and how more people come. @param {Session} session @param {string} link "" as long as it is not known */
function here(session, link) {
  const { presence } = session;
  if (!presence) return [];
  const others = presence.watching - (session.seat === null ? 1 : 0);
  return [
    others > 0 && h("p.fine", { "data-key": "watching" }, t("menu.watching", { count: others })),
    presence.waiting.length > 0 && h("p.fine", { "data-key": "waiting" }, t("menu.waiting", { names: listed([...presence.waiting]) })),
    h("h3", { "data-key": "invite" }, t("menu.invite")),
    link && session.isHost && isOnlyHere(link) && h("p.fine", { "data-key": "only-here" }, t("menu.onlyHere")),
    h("div.line", { "data-key": "link" }, h("input.invite-link", { readonly: true, value: link, "aria-label": t("menu.link") }), h("button.btn", { type: "button", onclick: (/** @type {any} */ event) => copyText(link).then(() => put(event.target, t("copied"))) }, t("copy"))),
    h("img.qr", { "data-key": "qr", alt: t("menu.qr"), width: 200, height: 200, src: `/api/v1/tables/${session.table}/qr.svg` }),
  ];
}
