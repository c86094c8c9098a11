// The page of a table: what the server tells is kept in `now`, and drawn again whenever it changes.

import { beforeLines, checkSalt, forgetSalt, overLines } from "./ending.js";
import { centreLines, moveLabel, poolOf, seatLines } from "./games.js";
import { ownLines, unselect } from "./hand.js";
import { addLine, logHistory, logStep } from "./log.js";
import { $, api, counted, h, isKnown, isOnlyHere, keep, kept, linkBase, listed, put, sentence } from "./page.js";
import { beginSaying, button, fold, isWaiting, moveButton, notice, say } from "./saying.js";
import {
  NOBODY, SEAT, TABLE, chair, freeChairs, isHost, isPlaying, isSeated, isSeatedElsewhere, name, nameInside, now, people, you,
} from "./state.js";
import { Live } from "./wire.js";

const CANNED = {
  hello: "Hello!", "good-luck": "Good luck!", "well-played": "Well played!", thanks: "Thank you!",
  oops: "Oops!", ouch: "Ouch!", "one-moment": "One moment, please.", "good-game": "Good game!",
};

let ahead = 0; // milliseconds by which the server's clock is ahead of ours
let isLinked = false;
let refused = ""; // why the server does not let us in, if it does not
let wasBefore = false; // was it before the deal, with us at the table?
let hasAgreed = false; // to the move that somebody wants to take back
/** @type {Set<string>} */
const chats = new Set();

const live = new Live(TABLE, hear, linked, ended);
beginSaying((message) => live.say(message), draw);

// -- Hearing -----------------------------------------------------------------------------------------------------------

/** @param {any} message */
function hear(message) {
  refused = "";
  switch (message.type) {
    case "view": takeView(message); break;
    case "events": logStep(message); break;
    case "presence": now.presence = { ...NOBODY, ...message }; checkSalt(); break;
    case "clock": now.clock = message; break;
    case "over": now.over = message; break;
    case "pong": ahead = message.at - Date.now(); break;
    case "chat": addChat(message); break;
    case "seat": keep(SEAT, message.token); notice("There is a seat for you.", "info"); live.open(message.token); break;
    case "error": if (message.of == null) notice(sentence(message.message)); break;
  }
  draw();
}

/** @param {any} message */
function takeView(message) {
  const before = JSON.stringify(now.view && poolOf(now.view));
  now.view = message.view;
  const match = message.match ?? 0;
  if (match !== now.match) now.over = null;
  now.match = match;
  if (now.view && JSON.stringify(poolOf(now.view)) !== before) unselect();
  if (now.view?.outcome === null) now.over = null;
}

/** @param {boolean} isOpen */
function linked(isOpen) {
  isLinked = isOpen;
  if (isOpen) live.say({ type: "history" }).then(logHistory).then(draw, () => undefined);
  draw();
}

/** The server does not want this connection back: then we watch, if we may. @param {string} code @param {string} message */
function ended(code, message) {
  notice(message);
  if (["removed", "bad-token"].includes(code)) {
    keep(SEAT, "");
    forgetSalt();
    live.open("");
  } else {
    isLinked = false;
    refused = message;
    put($("status"), "You are not connected to this table.");
  }
  if (code === "no-spectators") $("sit").hidden = false;
  draw();
}

// -- Drawing -----------------------------------------------------------------------------------------------------------

function draw() {
  const { presence, view, info } = now;
  document.body.dataset.unanswered = isWaiting() ? "1" : "0";
  if (!presence || !info) return;
  const hadFocus = $("own").contains(document.activeElement);
  const isBefore = !presence.dealt && isSeated();
  if (isBefore !== wasBefore) $("invite").open = wasBefore = isBefore;
  if (presence.undo === null) hasAgreed = false;
  const title = presence.name || info.title;
  document.title = `${view?.legal.length ? "Your turn - " : ""}${title}`;
  put($("title"), title);
  put($("status"), statusText());
  $("sit").hidden = isSeated();
  put($("sit-title"), isSeatedElsewhere() ? "You sit here already" : "Sit down");
  put($("sit-button"), sitLabel());
  $("name-line").hidden = isSeatedElsewhere();
  $("player").required = !isSeatedElsewhere();
  $("before").hidden = !isBefore;
  isBefore && put($("before"), beforeLines());
  $("over").hidden = !now.over;
  now.over && put($("over"), overLines());
  $("chairs").className = view?.family ?? "";
  put($("chairs"), presence.chairs.map(chairItem));
  $("centre").hidden = !view;
  view && put($("centre"), centreLines(view, name));
  const asking = undoLines();
  $("asking").hidden = !asking;
  asking && put($("asking"), asking);
  $("own").hidden = !view || view.seat === null || Boolean(view.outcome) || !(view.legal.length || poolOf(view).length);
  $("own").hidden || put($("own"), ownLines());
  if (hadFocus && document.activeElement === document.body) $("own").focus();
  const controls = controlButtons();
  $("controls").hidden = !controls.length;
  put($("controls"), controls);
  $("talk").hidden = !presence.allows.includes("chat");
  document.body.dataset.seq = String(live.seq);
  tick();
}

const sitLabel = () => (isSeatedElsewhere() ? "Take your seat on this device" : freeChairs() ? "Sit down"
  : now.presence.waiting.length ? "Wait for a seat, too" : "Wait for a seat");

function statusText() {
  const { presence, view } = now;
  if (refused) return "You are not connected to this table.";
  if (!isLinked) return "The connection is lost. Trying again…";
  const more = [watchingText(), presence.waiting.length ? `Waiting for a seat: ${listed(presence.waiting)}.` : ""];
  return [...stateTexts(view, presence), ...more].filter(Boolean).join(" ");
}

/** @param {any} view @param {any} presence @returns {string[]} */
function stateTexts(view, presence) {
  if (!presence.dealt) {
    const open = presence.chairs.filter((/** @type {any} */ one) => one.open).length;
    const late = people().filter((seat) => !chair(seat).ready).map(nameInside);
    return [open ? `${open === 1 ? "1 chair is" : `${open} chairs are`} empty.` : "",
      late.length ? `Not ready yet: ${listed(late)}.` : people().length ? "Everybody here is ready." : ""];
  }
  if (view?.outcome) return ["The match is over."];
  if (presence.paused) return ["The host has paused the match."];
  if (view?.legal.length) return ["It is your turn."];
  const acting = (view?.to_act ?? []).map(name);
  return [acting.length > 1 ? `${listed(acting)} are to act.` : acting.length ? `It is ${acting[0]}'s turn.` : ""];
}

function watchingText() {
  const others = now.presence.watching - (isSeated() ? 0 : 1);
  const people = others === 1 ? "1 person" : `${others} people`;
  if (isSeated()) return others > 0 ? `${people} ${others === 1 ? "is" : "are"} watching.` : "";
  return others > 0 ? `You are watching, and so ${others === 1 ? "is" : "are"} ${people}.` : "You are watching.";
}

/** @param {any} here @param {number} seat */
function chairItem(here, seat) {
  const { view, presence, clock } = now;
  const acts = view && !view.outcome && view.to_act.includes(seat);
  const about = [
    seat === you() ? "you" : "", here.host ? "host" : "", here.muted ? "muted" : "",
    here.open ? "empty" : here.keeps ? `a bot plays for ${here.keeps}` : here.bot ? "bot" : "",
    here.ready && (!presence.dealt || now.over) ? (now.over ? "wants a rematch" : "ready") : "",
  ].filter(Boolean).join(", ");
  const level = here.bot && !here.open && !here.keeps ? [here.level, here.personality].filter(Boolean).join(", ") : "";
  const time = clock?.seats[seat];
  return h("li", { class: acts ? "acts" : null },
    h("p", {}, h("strong", {}, here.open ? `Seat ${seat + 1}` : here.name), about ? h("span", { class: "small" }, ` (${about}`, level ? h("span", { class: "level" }, `, ${level}`) : null, ")") : null, acts ? h("span", { class: "turn" }, " to act") : null,
      here.away ? [" · away", here.away.at ? [", a bot plays in ", h("span", { "data-until": here.away.at })] : null] : null,
      time && !view?.outcome ? [" · clock ", h("span", time.runs && !presence.paused ? { "data-until": clock.at + time.left } : {}, minutes(time.left))] : null),
    view ? seatLines(view, seat, moveButton) : null);
}

// -- What else there is to do ------------------------------------------------------------------------------------------

/** Somebody wants to take a move back, and all people have to agree. */
function undoLines() {
  const asker = now.presence.undo;
  if (asker === null || !isSeated() || !isPlaying()) return null;
  const others = people().filter((seat) => seat !== asker && seat !== you()).map(name);
  if (asker === you()) return h("p", {}, `You asked to take your move back. It happens when ${listed(others)} ${others.length === 1 ? "agrees" : "agree"}. The next move ends the question.`);
  if (hasAgreed) return h("p", {}, `You agreed that ${name(asker)} takes the move back. It happens when ${others.length ? listed(others) : "everybody"} ${others.length === 1 ? "agrees" : "agree"}, too.`);
  return [h("p", {}, `${name(asker)} asks to take the last move back.`),
    h("p", { class: "buttons" }, button("Agree", () => say({ type: "undo" }, () => { hasAgreed = true; }), { class: "main" })),
    h("p", { class: "small" }, "If you do not agree, just go on: the next move ends the question.")];
}

function controlButtons() {
  const { presence, view } = now;
  const allows = (/** @type {string} */ what) => presence.allows.includes(what);
  const buttons = [];
  const hasGivenUp = isSeated() && isPlaying() && Boolean(chair(you()).forfeited);
  if (isSeated() && isPlaying() && !hasGivenUp) {
    if (allows("hint") && view.legal.length) buttons.push(button("Hint", () => say({ type: "hint" }, showHint)));
    if (allows("undo") && presence.undo === null) buttons.push(button("Take back my move", () => say({ type: "undo" })));
    buttons.push(chair(you()).bot ? button("I am back", () => say({ type: "back" })) : button("Let a bot play for me", () => say({ type: "bot" })));
    buttons.push(button("Give up", () => confirm("Give up this match?") && say({ type: "forfeit" })));
  }
  if (view && presence.chairs.some((/** @type {any} */ one) => one.bot)) buttons.push(button("Why did the bot do that?", () => say({ type: "why" }, showWhy)));
  if (isHost() && isPlaying()) buttons.push(presence.paused ? button("Resume", () => say({ type: "resume" })) : button("Pause", () => say({ type: "pause" })));
  if (isSeated()) buttons.push(button("Leave the table", () => confirm(presence.dealt ? "Leave for good? A bot takes your seat." : "Leave for good? Somebody else may take your chair.") && say({ type: "leave" })));
  const others = presence.chairs.map((/** @type {any} */ here, /** @type {number} */ seat) =>
    isHost() && seat !== you() && (!here.bot || here.keeps) ? [
      button(`Remove ${here.name}`, () => confirm(`Remove ${here.name} from the table?`) && say({ type: "remove", seat })),
      button(`${here.muted ? "Unmute" : "Mute"} ${here.name}`, () => say({ type: "mute", seat, on: !here.muted })),
    ] : []).flat();
  return [hasGivenUp ? h("p", {}, "You gave up this match. A bot plays on for you until it is over.") : [],
    buttons.length ? h("div", { class: "buttons" }, buttons) : [],
    others.length ? fold("For the host", h("div", { class: "buttons" }, others)) : []].flat();
}

/** @param {any} hint */
function showHint({ move, reason, chance }) {
  const often = chance == null ? "" : ` It expects to win ${Math.round(100 * chance)} of 100.`;
  notice(`A strong bot would say: ${moveLabel(move, now.view, name)}. ${sentence(reason)}${often}`, "info");
}

/** @param {any} why */
function showWhy({ seat, reason }) {
  notice(`${name(seat)}: ${reason ? sentence(reason) : "only its hidden cards explain this move."}`, "info");
}

/** The last lines come again with each connection. @param {any} chat */
function addChat(chat) {
  const id = `${chat.at} ${chat.seat} ${chat.text}`;
  if (chats.has(id)) return;
  chats.add(id);
  addLine($("chat"), h("strong", {}, `${chat.name}: `), chat.line ? CANNED[/** @type {"hello"} */ (chat.line)] ?? chat.text : chat.text);
}

/** @param {number} ms */
function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function tick() {
  for (const one of /** @type {any} */ (document.querySelectorAll("[data-until]"))) one.textContent = minutes(one.dataset.until - Date.now() - ahead);
}

// -- Begin -------------------------------------------------------------------------------------------------------------

/** @param {Event} event */
async function sitDown(event) {
  event.preventDefault();
  const player = $("player").value.trim() || kept("name") || "Guest";
  notice("");
  if (now.presence && !freeChairs() && !isSeatedElsewhere()) return void say({ type: "wait", name: player }, () => notice("You wait for a seat. The next one that becomes free is yours.", "info"));
  try {
    await api(`/tables/${TABLE}/seats`, { name: player });
    keep("name", player);
    keep(SEAT, null);
    live.open(null);
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message);
    if (/** @type {any} */ (problem).code === "seated" && kept(SEAT) === "") { keep(SEAT, null); live.open(null); }
  }
}

async function copyLink() {
  $("link").select();
  try { await navigator.clipboard.writeText($("link").value); } catch { document.execCommand("copy"); }
  put($("copy"), "Copied");
}

/** @param {any} info */
async function showRules(info) {
  const rules = info.house ? (await api("/houses/check", { house: info.house })).rules : await api(`/games/${info.game}/rules`);
  put($("rules").querySelector("pre"), rules.page);
}

/** @param {string} link */
function showInvite(link) {
  $("link").value = link;
  $("only-here").hidden = !isOnlyHere(link);
}

/** Ask who we are here: perhaps we have a seat on another device. */
async function lookForMe() {
  if (!isKnown()) return;
  now.me = (await api("/me")).id;
  draw();
}

async function begin() {
  $("player").value = kept("name") ?? "";
  $("sit-form").addEventListener("submit", sitDown);
  $("copy").addEventListener("click", copyLink);
  $("chat-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = $("chat-text").value.trim();
    if (text) say({ type: "chat", text }, () => { $("chat-text").value = ""; });
  });
  put($("canned"), Object.entries(CANNED).map(([line, text]) => h("button", { type: "button", onclick: () => say({ type: "chat", line }) }, text)));
  now.info = await api(`/tables/${TABLE}`);
  $("main").hidden = false;
  put($("title"), now.info.name || now.info.title);
  $("qr").src = `/api/v1/tables/${TABLE}/qr.svg`;
  showInvite(`${await linkBase()}/t/${TABLE}`);
  $("rules").addEventListener("toggle", () => showRules(now.info).catch((problem) => notice(problem.message)), { once: true });
  setInterval(tick, 500);
  live.open(kept(SEAT));
  lookForMe().catch(() => undefined);
}

begin().catch((problem) => {
  put($("title"), "This table cannot be opened");
  document.title = "No table - House Rules";
  notice(problem.message);
});
