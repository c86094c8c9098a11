// The room of a table before the deal: who sits where and is ready, the invitation, the rules, and what the host may do.

import { bar } from "./bar.js";
import { toggle } from "./controls.js";
import { h, icon, put } from "./dom.js";
import { callName } from "./games.js";
import { invitePanel } from "./invite.js";
import { keep, kept } from "./prefs.js";
import { chairItem } from "./room-chairs.js";
import { rulesCard } from "./rulescard.js";
import { listed } from "./words/index.js";

/** @typedef {import("./types.js").App} App @typedef {import("./session.js").Session} Session */

/** @param {App} app @param {Session} session @returns {import("./types.js").Screen} */
export function room(app, session) {
  const { t } = app;
  const { info } = session;
  let notice = "";
  let isWaiting = false;
  let isDealing = kept("deal-at-once") === session.table;
  const main = h("main.page.waiting");
  const title = h("div.head");
  const seats = h("section.panel.seating", { "aria-labelledby": "chairs-title" });
  const host = h("section.panel.for-host", { "aria-labelledby": "host-title" });
  const player = h("input.text", { value: callName(), maxlength: "40", required: true, autocomplete: "nickname", "aria-label": t("home.yourName") });
  const rules = rulesCard(session, app.api);
  rules.show();
  const invite = invitePanel(session.table, info.name || info.title, () => session.isHost);
  put(main, title, h("div.cols", null, seats, invite.element, h("div.aside", null, host, h("section.panel.houserules", null, rules.element))));
  const element = h("div", { "data-screen": "room", "data-game": info.game }, bar({ title: info.title }), main);

  /** Say something to the table; a refusal is shown. @param {() => Promise<any>} doing @returns {Promise<void>} */
  const act = (doing) => doing().then(() => { notice = ""; }, (refused) => { notice = refused.message; }).then(draw);

  /** @type {import("./room-chairs.js").Room} */
  const chairs = { app, session, act, draw, armed: null };

  /** @param {Event} event */
  const sit = (event) => {
    event.preventDefault();
    act(async () => { isWaiting = await session.sit(player.value.trim() || callName()) === "waiting"; });
  };

  function sitForm() {
    if (session.isSeatedElsewhere) return h("form.sit", { "data-key": "sit", onsubmit: sit }, h("p", null, t("room.elsewhere")), h("button.btn.primary.wide", null, t("room.takeSeat")));
    if (isWaiting) return h("p.sit", { "data-key": "waits", role: "status" }, t("room.youWait"));
    return h("form.sit", { "data-key": "sit", onsubmit: sit },
      h("label.field", null, h("span.label", null, t("home.yourName")), player),
      h("button.btn.primary.wide", null, session.hasFreeChair ? t("room.sit") : t("room.wait")));
  }

  /** What a person with a seat does: be ready; the host may begin without waiting for empty chairs. */
  function readyLines() {
    const mine = session.chairs[session.seat ?? 0];
    const open = session.chairs.filter((one) => one.open).length;
    const late = session.chairs.filter((one) => !one.bot && !one.ready && !one.host).map((one) => one.name);
    return h("div.begin", { "data-key": "begin" },
      mine.ready
        ? h("p.is-ready", { role: "status" }, icon("check"), late.length || open ? t("room.youAreReady") : t("room.allReady"))
        : h("button.btn.primary.wide", { type: "button", "data-key": "ready", "aria-disabled": session.isAdding ? "true" : null, onclick: () => { act(() => session.ready()); draw(); } }, t("room.ready")),
      session.isHost && open > 0 && h("button.btn.wide", { type: "button", "data-key": "start", class: mine.ready ? "primary" : "", onclick: () => act(async () => {
        if (!mine.ready) await session.ready();
        await session.say({ type: "start" });
      }) }, t("room.start", { count: open })),
      h("p.fine", null, icon("shield"), " ", t("room.promise")));
  }

  function statusText() {
    const open = session.chairs.filter((one) => one.open).length;
    const late = session.chairs.filter((one) => !one.bot && !one.ready).map((one) => one.name);
    const watching = (session.presence?.watching ?? 0) - (session.seat === null ? 1 : 0); // others
    const waiting = session.presence?.waiting ?? [];
    return [open ? t("room.empty", { count: open }) : "", late.length ? t("room.late", { names: listed(late) }) : t("room.everybody"),
      watching > 0 ? t("room.watching", { count: watching }) : "", waiting.length ? t("room.waiting", { names: listed(waiting) }) : ""].filter(Boolean).join(" ");
  }

  function hostLines() {
    const presence = session.presence;
    if (!session.isHost || !presence) return null;
    const change = (/** @type {Record<string, any>} */ what) => act(() => session.say({ type: "change", ...what }));
    const name = h("input.text", { value: presence.name, maxlength: "40", "aria-label": t("open.name") });
    return [h("h2", { id: "host-title" }, t("room.host")),
      toggle(t("open.public"), presence.public, (on) => change({ public: on }), t("open.publicHelp")),
      toggle(t("open.hints"), session.allows("hint"), (on) => change({ hints: on })),
      toggle(t("open.undo"), session.allows("undo"), (on) => change({ undo: on }), t("open.undoHelp")),
      h("form.line", { "data-key": "name", onsubmit: (/** @type {any} */ event) => { event.preventDefault(); change({ name: event.target.querySelector("input").value.trim() }); } }, name, h("button.btn", null, t("room.rename")))];
  }

  function draw() {
    const presence = session.presence;
    if (!presence) return;
    const name = presence.name || info.title;
    element.dataset.dealing = String(isDealing && !notice);
    document.title = `${name} - ${t("main.title")}`;
    put(title, h("div", null, h("h1", null, isDealing && !notice ? t("room.dealing") : name), h("p", { role: "status" }, statusText())),
      session.seat !== null && h("button.btn.quiet", { type: "button", onclick: () => act(() => session.say({ type: "leave" })) }, t("room.leave")));
    put(seats, h("h2", { id: "chairs-title" }, t("room.chairs")),
      h("ul.chairlist", null, session.chairs.map((chair, seat) => chairItem(chairs, chair, seat))),
      notice && h("p.alarm", { role: "alert" }, notice),
      session.seat === null ? sitForm() : readyLines());
    const lines = hostLines();
    host.hidden = !lines;
    put(host, lines);
    invite.draw();
  }

  /** "Deal me in": all chairs are taken by bots, so nothing is left to ask. */
  function dealAtOnce() {
    if (kept("deal-at-once") !== session.table || session.seat === null || session.chairs[session.seat].ready) return;
    keep("deal-at-once", null);
    isDealing = true;
    act(() => session.ready());
  }

  const off = [session.on("presence", () => { draw(); dealAtOnce(); }), session.on("notice", (what) => { notice = what.message; draw(); }), session.on("gone", (what) => { notice = what.message; draw(); })];
  draw();
  dealAtOnce();
  return { element, close: () => { for (const end of off) end(); } };
}
