// The page of a table: what the server tells is kept in `now`, and drawn again whenever it changes.

import { cardButton, centreLines, endOf, moveLabel, playsOf, poolOf, reasonOf, seatLines, tapped, withSymbols } from "./games.js";
import { $, api, h, keep, kept, put, randomText, sentence } from "./page.js";
import { Live } from "./wire.js";

const TABLE = location.pathname.split("/")[2];
const SEAT = `seat-${TABLE}`; // kept: nothing, then the cookie says which seat is ours; "", we only watch; or a token
const SALT = `salt-${TABLE}`;
const MOST_LINES = 200;
const MOST_PLAYS = 12;
const CANNED = {
  hello: "Hello!", "good-luck": "Good luck!", "well-played": "Well played!", thanks: "Thank you!",
  oops: "Oops!", ouch: "Ouch!", "one-moment": "One moment, please.", "good-game": "Good game!",
};

/** What a message about presence leaves out has its usual value. */
const NOBODY = { watching: 0, waiting: [], paused: false, dealt: false, undo: null, allows: [], name: "", commitment: "" };

/** @type {{info: any, view: any, match: number, presence: any, clock: any, over: any}} */
const now = { info: null, view: null, match: 0, presence: null, clock: null, over: null };
let ahead = 0; // milliseconds by which the server's clock is ahead of ours
let unanswered = 0; // how much was said and not answered yet
let isLinked = false;
let wasDealt = false;
/** @type {Set<string>} what is folded out, by its summary */
const unfolded = new Set();
/** @type {Set<number>} of the pool */
const selected = new Set();
/** @type {Set<string>} */
const chats = new Set();

const you = () => now.presence?.you ?? null;
const isSeated = () => you() !== null;
const chair = (/** @type {number} */ seat) => now.presence.chairs[seat];
const name = (/** @type {number} */ seat) => (seat === you() ? "You" : chair(seat).name);
const isHost = () => isSeated() && Boolean(chair(you()).host);

const live = new Live(TABLE, hear, (/** @type {boolean} */ isOpen) => { isLinked = isOpen; draw(); }, ended);

// -- Hearing and saying ------------------------------------------------------------------------------------------------

/** @param {any} message */
function hear(message) {
  switch (message.type) {
    case "view": takeView(message); break;
    case "events": for (const words of message.words) addLine($("log"), withSymbols(words)); break;
    case "presence": now.presence = { ...NOBODY, ...message }; break;
    case "clock": now.clock = message; break;
    case "over": now.over = message; break;
    case "pong": ahead = message.at - Date.now(); break;
    case "chat": addChat(message); break;
    case "seat": keep(SEAT, message.token); notice("There is a seat for you."); live.open(message.token); break;
    case "error": if (message.of == null) notice(sentence(message.message)); break;
  }
  draw();
}

/** @param {any} message */
function takeView(message) {
  const before = JSON.stringify(now.view && poolOf(now.view));
  now.view = message.view;
  if (message.match !== now.match) now.over = null;
  now.match = message.match;
  if (now.view && JSON.stringify(poolOf(now.view)) !== before) selected.clear();
  if (now.view?.outcome === null) now.over = null;
}

/** The server does not want this connection back: then we watch, if we may. @param {string} code @param {string} message */
function ended(code, message) {
  notice(message);
  if (["removed", "bad-token"].includes(code)) {
    keep(SEAT, "");
    live.open("");
  } else isLinked = false;
  if (code === "no-spectators") $("sit").hidden = false;
  draw();
}

/** @param {string} text */
function notice(text) { put($("notice"), withSymbols(text)); }

/** Say something; a refusal is shown. @param {any} message @param {(answer: any) => void} [then] */
async function say(message, then) {
  unanswered += 1;
  notice("");
  draw();
  try {
    const answer = await live.say(message);
    then?.(answer);
  } catch (problem) {
    notice(/** @type {Error} */ (problem).message);
  }
  unanswered -= 1;
  draw();
}

/** @param {string} move */
const play = (move) => say({ type: "move", move });

/** Ready for a deal. The salt is made after the server has shown what it is bound to. @param {"ready" | "rematch"} type */
function addSalt(type) {
  const salt = randomText();
  const commitment = type === "rematch" ? now.over.commitment : now.presence.commitment;
  keep(SALT, JSON.stringify({ salt, commitment }));
  return say({ type, salt });
}

// -- Drawing -----------------------------------------------------------------------------------------------------------

function draw() {
  const { presence, view, info } = now;
  if (!presence || !info) return;
  if (presence.dealt && !wasDealt) $("invite").open = false;
  wasDealt = presence.dealt;
  const title = presence.name || info.title;
  document.title = `${view?.legal.length ? "Your turn - " : ""}${title}`;
  put($("title"), title);
  put($("status"), statusText());
  $("sit").hidden = isSeated();
  put($("sit-button"), freeChairs() ? "Sit down" : presence.waiting.length ? "Wait for a seat, too" : "Wait for a seat");
  $("before").hidden = presence.dealt || !isSeated();
  $("before").hidden || put($("before"), beforeLines());
  $("over").hidden = !now.over;
  now.over && put($("over"), overLines());
  put($("chairs"), presence.chairs.map(chairItem));
  $("centre").hidden = !view;
  view && put($("centre"), centreLines(view, name));
  $("own").hidden = !view || view.seat === null || Boolean(view.outcome) || !(view.legal.length || poolOf(view).length);
  $("own").hidden || put($("own"), ownLines());
  const controls = controlButtons();
  $("controls").hidden = !controls.length;
  put($("controls"), controls);
  $("talk").hidden = !presence.allows.includes("chat");
  document.body.dataset.seq = String(live.seq);
  document.body.dataset.unanswered = String(unanswered);
  tick();
}

const freeChairs = () => now.presence.chairs.some((/** @type {any} */ one) => one.bot && !one.keeps);

function statusText() {
  const { presence, view } = now;
  if (!isLinked) return "The connection is lost. Trying again…";
  const watching = `${presence.watching ? `${presence.watching} watching.` : ""}${presence.waiting.length ? ` Waiting for a seat: ${presence.waiting.join(", ")}.` : ""}`;
  if (!presence.dealt) {
    const people = presence.chairs.filter((/** @type {any} */ one) => !one.bot);
    const open = presence.chairs.filter((/** @type {any} */ one) => one.open).length;
    return `${open ? `${open === 1 ? "1 chair is" : `${open} chairs are`} empty. ` : ""}${people.filter((/** @type {any} */ one) => one.ready).length} of ${people.length} people are ready. ${watching}`;
  }
  if (view?.outcome) return `The match is over. ${watching}`;
  if (presence.paused) return "The host has paused the match.";
  if (view?.legal.length) return "It is your turn.";
  return `It is the turn of ${view?.to_act.map(name).join(" and ") || "nobody"}. ${isSeated() ? "" : "You are watching. "}${watching}`;
}

/** A button. A second press waits for the answer to the first. @param {string} label @param {() => void} press @param {any} more */
const button = (label, press, more = {}) =>
  h("button", { type: "button", onclick: () => unanswered || press(), "data-key": label, ...more }, label);

/** Details that stay open when they are drawn again. @param {string} summary @param {...any} children */
const fold = (summary, ...children) => h("details", { open: unfolded.has(summary),
  ontoggle: (/** @type {any} */ event) => event.target.open ? unfolded.add(summary) : unfolded.delete(summary),
}, h("summary", { "data-key": summary }, summary), children);

const moveButton = (/** @type {string} */ text, more = {}) =>
  button(moveLabel(text, now.view, name), () => play(text),
    { "data-move": text, "data-key": text, disabled: now.presence.paused, ...more });

/** @param {any} here @param {number} seat */
function chairItem(here, seat) {
  const { view, presence, clock } = now;
  const acts = view && !view.outcome && view.to_act.includes(seat);
  const about = [
    seat === you() ? "you" : "", here.host ? "host" : "", here.muted ? "muted" : "",
    here.open ? "empty: waits for a friend" : here.keeps ? `a bot plays for ${here.keeps}` : here.bot ? `bot, ${here.level}${here.personality ? `, ${here.personality}` : ""}` : "",
    !here.bot && here.here && seat !== you() ? "here" : "",
    here.ready && (!presence.dealt || now.over) ? (now.over ? "wants a rematch" : "ready") : "",
  ].filter(Boolean);
  const time = clock?.seats[seat];
  return h("li", { class: acts ? "acts" : null },
    h("p", {}, h("strong", {}, here.open ? `Seat ${seat + 1}` : here.name), about.length ? ` (${about.join(", ")})` : "", acts ? h("span", { class: "turn" }, " to act") : null,
      here.away ? [" · away", here.away.at ? [", a bot plays in ", h("span", { "data-until": here.away.at })] : null] : null,
      time && !view?.outcome ? [" · clock ", h("span", time.runs && !presence.paused ? { "data-until": clock.at + time.left } : {}, minutes(time.left))] : null),
    view ? seatLines(view, seat, moveButton) : null);
}

function beforeLines() {
  const { presence } = now;
  const isReady = chair(you()).ready;
  const isOpen = presence.chairs.some((/** @type {any} */ one) => one.open);
  return [
    h("p", {}, isReady ? "You are ready. The cards are dealt when everybody is." : "Say that you are ready, and the cards are dealt when everybody is."),
    h("p", { class: "buttons" }, isReady ? null : button("Ready", () => addSalt("ready"), { class: "main" }),
      isHost() && isOpen ? button("Start: bots fill the empty chairs", () => say({ type: "start" })) : null),
    fold("Why the deal is fair",
      h("p", {}, "The server has drawn a secret, and is bound to it by this number: ", h("code", {}, presence.commitment),
        ". With Ready your device adds a random salt that nobody can foresee. Both together give the deal, and everything is shown at the end.")),
  ];
}

// -- Own cards and moves -----------------------------------------------------------------------------------------------

/** @param {number} index */
function tap(index) {
  const pool = poolOf(now.view);
  if (selected.has(index)) selected.delete(index);
  else if (selected.size || now.view.can?.swap) {
    const isSwap = now.view.can?.swap; // one card of each kind
    for (const other of isSwap ? [...selected] : []) if (pool[other].zone === pool[index].zone) selected.delete(other);
    selected.add(index);
  } else {
    selected.add(index);
    const wanted = [...tapped(now.view, pool[index].card)];
    wanted.splice(wanted.indexOf(pool[index].card), 1);
    pool.forEach(({ card }, other) => {
      const at = selected.has(other) ? -1 : wanted.indexOf(card);
      if (at >= 0) { wanted.splice(at, 1); selected.add(other); }
    });
  }
  draw();
}

/** The moves that a button of their own makes; plays, swaps, bets and picks have other ways. */
const plainMoves = () => now.view.legal.filter((/** @type {string} */ text) => !/^(play|swap|bet|pick) /.test(text));

/** @param {string[]} cards @returns {Record<string, number>} */
function byRank(cards) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const card of cards) counts[card[0].toUpperCase()] = (counts[card[0].toUpperCase()] ?? 0) + 1;
  return counts;
}

function ownLines() {
  const { view } = now;
  const pool = poolOf(view);
  const can = view.can ?? {};
  const row = (/** @type {string} */ zone, /** @type {string} */ label) => {
    const cards = pool.map((one, index) => ({ ...one, index })).filter((one) => one.zone === zone);
    return cards.length ? h("div", { role: "group", "aria-label": label }, h("h3", {}, label), h("p", { class: "cards" }, cards.map(({ card, index }) =>
      cardButton(card, { "aria-pressed": String(selected.has(index)), "data-key": `card ${index}`, "data-card": card,
        dim: view.why?.[card] ? reasonOf(view.why[card]) : "", onclick: () => tap(index) })))) : null;
  };
  const plays = quickPlays(pool);
  const plain = plainMoves().map((/** @type {string} */ text) => moveButton(text));
  return [row("hand", "Your hand"), row("up", "Your face-up cards"), view.legal.length ? [
    h("h3", {}, view.pending ? `Name ${view.pending === "target" ? "who takes the pile" : view.pending === "call" ? "a suit" : "what it stands for"}` : "Your moves"),
    h("div", { class: "buttons", id: "moves" }, selectedMove(pool, can), plays, plain),
    can.swap ? h("p", { class: "small" }, "To swap, tap one card of your hand and one that lies face up.") : null,
    can.pick ? h("p", { class: "small" }, `Pick one of ${can.pick.owner === you() ? "your" : `${name(can.pick.owner)}'s`} cards above.`) : null,
    can.bet ? betForm(can.bet) : null,
    !can.bet && !can.pick && view.legal.length > plays.length + plain.length ? allMoves() : null,
  ] : null];
}

/** @param {any[]} pool @param {any} can */
function selectedMove(pool, can) {
  const chosen = [...selected].sort((a, b) => a - b).map((index) => pool[index]);
  if (!chosen.length) return null;
  const cards = chosen.map((one) => one.card);
  if (can.swap) return chosen.length === 2 ? moveButton(`swap ${cards.join(" ")}`, { class: "main" }) : null;
  return moveButton(`play ${cards.join(" ")}`, { class: "main", "data-key": "selected" });
}

/** The largest plays, or those that hold the cards that are selected. @param {any[]} pool */
function quickPlays(pool) {
  const wanted = [...selected].map((index) => pool[index].card);
  const ranks = Object.entries(byRank(wanted));
  const fitting = playsOf(now.view).filter((text) => {
    const counts = byRank(text.split(" ").slice(1));
    return ranks.every(([rank, count]) => (counts[rank] ?? 0) >= count) && text !== `play ${wanted.join(" ")}`;
  });
  return fitting.slice(0, MOST_PLAYS).map((text) => moveButton(text));
}

/** @param {{min: number, max: number}} range */
function betForm({ min, max }) {
  const input = h("input", { id: "bet", type: "number", min, max, required: true, inputmode: "numeric", "data-key": "bet" });
  return h("form", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); play(`bet ${Number($("bet").value)}`); } },
    h("p", {}, h("label", { for: "bet" }, `Your bet, ${min} to ${max}`),
      h("span", { class: "line" }, input, h("button", { class: "main", disabled: now.presence.paused }, "Bet"))),
    h("p", { class: "buttons" }, now.view.legal.map((/** @type {string} */ text) => moveButton(text))));
}

const allMoves = () => fold("All moves", h("div", { class: "buttons" },
  now.view.legal.map((/** @type {string} */ text) => moveButton(text, { "data-key": `all ${text}` }))));

// -- The end, and what else there is to do -----------------------------------------------------------------------------

function overLines() {
  const { outcome, seed, proof, record, commitment } = now.over;
  const places = outcome.places.map((/** @type {number} */ place, /** @type {number} */ seat) => ({ place, seat }));
  places.sort((/** @type {any} */ one, /** @type {any} */ other) => one.place - other.place);
  const mine = JSON.parse(kept(SALT) ?? "null");
  const isNext = mine?.commitment === commitment; // the salt is for the next match already
  const isFair = mine && proof.salts.includes(mine.salt) && proof.commitment === mine.commitment;
  const wants = isSeated() && chair(you()).ready;
  return [
    h("h2", {}, "The match is over"),
    h("ol", {}, places.map((/** @type {any} */ { place, seat }) => h("li", { value: place }, name(seat)))),
    h("p", {}, `It ended because ${endOf(outcome.reason)}.`),
    isSeated() ? h("p", { class: "buttons" }, wants ? "You want a rematch. It begins when everybody does." : button("Rematch", () => addSalt("rematch"), { class: "main" })) : null,
    fold("Check the deal",
      !mine || isNext ? null : h("p", {}, isFair ? "The deal was made with your salt and with the secret that was promised before." : "Your salt is not part of this deal, or the secret is not the one that was promised: do not trust this server."),
      h("p", {}, "Seed: ", h("code", {}, seed)),
      h("p", {}, h("a", { href: record, download: `${TABLE}.json` }, "Save the record"), ", then check seed, deal, moves and outcome: ", h("code", {}, `houserules verify ${TABLE}.json`))),
  ];
}

function controlButtons() {
  const { presence, view } = now;
  const allows = (/** @type {string} */ what) => presence.allows.includes(what);
  const isPlaying = presence.dealt && view && !view.outcome;
  const buttons = [];
  if (isSeated() && isPlaying) {
    const asker = presence.undo;
    if (allows("hint") && view.legal.length) buttons.push(button("Hint", () => say({ type: "hint" }, showHint)));
    if (allows("undo")) buttons.push(button(asker !== null && asker !== you() ? `Agree that ${name(asker)} takes the move back` : "Take back my move", () => say({ type: "undo" })));
    buttons.push(chair(you()).bot ? button("I am back", () => say({ type: "back" })) : button("Let a bot play for me", () => say({ type: "bot" })));
    buttons.push(button("Give up", () => confirm("Give up this match?") && say({ type: "forfeit" })));
  }
  if (view && presence.chairs.some((/** @type {any} */ one) => one.bot)) buttons.push(button("Why did the bot do that?", () => say({ type: "why" }, showWhy)));
  if (isHost() && isPlaying) buttons.push(presence.paused ? button("Resume", () => say({ type: "resume" })) : button("Pause", () => say({ type: "pause" })));
  if (isSeated()) buttons.push(button("Leave the table", () => confirm("Leave for good? A bot takes your seat.") && say({ type: "leave" })));
  const others = presence.chairs.map((/** @type {any} */ here, /** @type {number} */ seat) =>
    isHost() && seat !== you() && (!here.bot || here.keeps) ? [
      button(`Remove ${here.name}`, () => confirm(`Remove ${here.name} from the table?`) && say({ type: "remove", seat })),
      button(`${here.muted ? "Unmute" : "Mute"} ${here.name}`, () => say({ type: "mute", seat, on: !here.muted })),
    ] : []).flat();
  return [buttons.length ? h("div", { class: "buttons" }, buttons) : [],
    others.length ? fold("For the host", h("div", { class: "buttons" }, others)) : []].flat();
}

/** @param {any} hint */
function showHint({ move, reason, chance }) {
  const often = chance == null ? "" : ` It expects to win ${Math.round(100 * chance)} of 100.`;
  notice(`A strong bot would say: ${moveLabel(move, now.view, name)}. ${sentence(reason)}${often}`);
}

/** @param {any} why */
function showWhy({ seat, reason }) {
  notice(`${name(seat)}: ${reason ? sentence(reason) : "only its hidden cards explain this move."}`);
}

/** @param {any} list @param {...any} words */
function addLine(list, ...words) {
  list.append(h("li", {}, ...words));
  while (list.children.length > MOST_LINES) list.firstChild.remove();
  list.scrollTop = list.scrollHeight;
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
  const player = $("player").value.trim();
  keep("name", player);
  notice("");
  if (now.presence && !freeChairs()) return void say({ type: "wait", name: player }, () => notice("You wait for a seat. The next one that becomes free is yours."));
  try {
    await api(`/tables/${TABLE}/seats`, { name: player });
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

async function begin() {
  $("player").value = kept("name") ?? "";
  $("link").value = `${location.origin}/t/${TABLE}`;
  $("sit-form").addEventListener("submit", sitDown);
  $("copy").addEventListener("click", copyLink);
  $("chat-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = $("chat-text").value.trim();
    if (text) say({ type: "chat", text }, () => { $("chat-text").value = ""; });
  });
  put($("canned"), Object.entries(CANNED).map(([line, text]) => h("button", { type: "button", onclick: () => say({ type: "chat", line }) }, text)));
  now.info = await api(`/tables/${TABLE}`);
  put($("title"), now.info.name || now.info.title);
  $("qr").src = `/api/v1/tables/${TABLE}/qr.svg`;
  $("invite").open = now.info.status === "waiting";
  $("rules").addEventListener("toggle", () => showRules(now.info).catch((problem) => notice(problem.message)), { once: true });
  setInterval(tick, 500);
  live.open(kept(SEAT));
}

begin().catch((problem) => {
  put($("title"), "This table cannot be opened");
  notice(problem.message);
});
