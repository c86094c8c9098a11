// A match that is over, step by step, from every seat or with all hands open, drawn by what draws the table.

import { isKnown } from "./api.js";
import { bar } from "./bar.js";
import { cardEl, cardName, token } from "./cards.js";
import { curveOf } from "./curve.js";
import { h, icon, put } from "./dom.js";
import { Motion } from "./motion.js";
import { loadPainter } from "./painters.js";
import { drawScrubber, pressedInReplay } from "./scrubber.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").App} App @typedef {import("./types.js").Screen} Screen */

const BETWEEN_MS = 500; // at speed 1, between two moves that are played by themselves
const MATCH = /^[1-9]\d{0,5}$/; // in the address: a number from 1 on
const NOTHING = () => Promise.resolve();

/** A view in which nothing may be done: the match is over. @param {any} view @param {number | null} seat */
function still(view, seat) {
  const seats = seat === null && view.seats ? view.seats.map((/** @type {any} */ row) => ({ ...row, hand: row.hand.length ?? row.hand })) : view.seats;
  const phase = view.phase === "setup" ? "mainPlay" : view.phase; // swaps are shown on the table: nobody chooses cards here
  return { ...view, ...(seats ? { seats } : {}), phase, seat, legal: [], can: {}, why: {} };
}

/** @param {any} view @param {string[]} names */
function openHands(view, names) {
  if (!view.seats) return null;
  return h("div.hands", { role: "group", "aria-label": t("replay.hands") }, view.seats.map((/** @type {any} */ row, /** @type {number} */ seat) =>
    h("section", { "aria-label": t("replay.handOf", { name: names[seat] }), "data-key": String(seat) }, token(seat), h("b", null, names[seat]),
      h("div.cards", null, row.hand.map((/** @type {string} */ card, /** @type {number} */ k) => cardEl(card, { small: true, role: "img", "aria-label": cardName(card), "data-key": `${k} ${card}` }))))));
}

/** What is shown now; the scrubber moves it. */
class Showing {
  at = 0;
  isPlaying = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next;

  /** @param {App} app @param {any} replay with nothing hidden @param {import("./types.js").Painter} painter @param {(seat: number) => Promise<any>} fetchSeat */
  constructor(app, replay, painter, fetchSeat) {
    this.app = app;
    this.open = replay;
    this.painter = painter;
    this.names = replay.names;
    this.family = replay.family;
    this.steps = replay.steps;
    this.curve = curveOf(replay.family, replay.steps);
    /** @type {number} */
    this.speed = app.prefs.speed || 1;
    /** @type {number | null} whose eyes it is seen with now */
    this.seat = null;
    /** @type {number | null} and soon */
    this.wanted = null;
    this.fetchSeat = fetchSeat;
    this.onCloth = h("div.on-cloth");
    this.own = h("div.my-cards");
    this.mine = h("div.mine", null, this.own);
    this.stage = h("div.table.replaying", null, h("div.cloth", null, h("div.lamp", { "aria-hidden": "true" }), this.onCloth), this.mine);
    this.scrub = h("div.scrub");
    this.motion = new Motion({ root: this.stage, draw: (view) => this.#draw(view), settled: () => this.#settled(), speed: () => this.speed, isStill: () => app.prefs.isCalm });
    this.toggle = () => this.#toggle();
    this.move = (/** @type {number} */ by) => this.#move(by);
    this.goTo = (/** @type {number} */ at) => this.#goTo(at);
    this.seeFrom = (/** @type {number | null} */ seat) => this.#seeFrom(seat);
    this.setSpeed = (/** @type {number} */ speed) => { this.speed = speed; drawScrubber(this.scrub, this); };
    this.goTo(0);
  }

  close() {
    clearTimeout(this.#next);
    this.motion.close();
  }

  /** @param {any} view @returns {import("./types.js").Scene} nothing may be done in it */
  #sceneOf(view) {
    const people = this.names.map((/** @type {string} */ name) => ({ name }));
    const presence = /** @type {any} */ ({ chairs: people, you: this.seat, allows: [], paused: false, undo: null });
    return {
      view: still(view, this.seat), presence, me: this.seat, people, clock: null, chosen: new Set(), busy: true, prefs: this.app.prefs, t,
      order: [], armed: null, last: [], again: false, allows: [], now: () => Date.now(), shown: null, steps: this.steps.slice(0, this.at + 1),
      do: { move: NOTHING, explain: NOTHING, choose: () => undefined, hint: () => undefined, redraw: () => undefined },
    };
  }

  /** @param {any} view */
  #draw(view) {
    const scene = this.#sceneOf(view);
    const classes = ["table", "replaying", `seats-${this.names.length}`, `family-${view.family}`, this.seat === null ? "watching" : "", ...(this.painter.classes?.(scene) ?? [])];
    this.stage.className = [...classes, this.motion?.isRunning ? "in-motion" : ""].filter(Boolean).join(" ");
    put(this.onCloth, ...this.painter.cloth(scene));
    put(this.own, ...(this.seat === null ? [openHands(this.steps[this.at].view, this.names)] : this.painter.own(scene)));
    this.own.inert = this.seat !== null;
  }

  #settled() {
    drawScrubber(this.scrub, this);
    clearTimeout(this.#next);
    if (this.isPlaying) this.#next = setTimeout(() => this.#move(1), BETWEEN_MS / this.speed);
  }

  /** @param {number} at */
  #goTo(at) {
    this.at = Math.min(Math.max(at, 0), this.steps.length - 1);
    this.motion.skip();
    this.motion.waiting = [];
    this.motion.view = still(this.steps[this.at].view, this.seat);
    this.#draw(this.motion.view);
    this.#settled();
  }

  /** @param {number} by */
  #move(by) {
    if (this.at + by >= this.steps.length - 1) this.isPlaying = false;
    if (by !== 1 || this.at >= this.steps.length - 1 || this.motion.isRunning) return this.#goTo(this.at + by);
    this.at += 1;
    const step = this.steps[this.at];
    drawScrubber(this.scrub, this);
    this.motion.push({ events: [step], view: { view: still(step.view, this.seat), seq: step.seq } });
  }

  #toggle() {
    this.isPlaying = !this.isPlaying;
    if (!this.isPlaying) this.#settled();
    else if (this.at >= this.steps.length - 1) this.#goTo(0);
    else this.#move(1);
  }

  /** @param {number | null} seat */
  async #seeFrom(seat) {
    this.wanted = seat;
    drawScrubber(this.scrub, this);
    const found = seat === null ? this.open : await this.fetchSeat(seat);
    if (seat !== this.wanted) return; // somebody chose another one meanwhile
    this.seat = seat;
    this.steps = found.steps;
    this.#goTo(this.at);
  }
}

/** @param {App} app @param {string} table @param {string} match @returns {Screen} */
export function replay(app, table, match) {
  /** @type {Showing | null} */
  let showing = null;
  let isClosed = false;
  const path = `/tables/${encodeURIComponent(table)}/replay?match=${encodeURIComponent(match)}`;
  const download = h("a.icon", { href: `/api/v1/tables/${encodeURIComponent(table)}/record?match=${encodeURIComponent(match)}`, download: `${table}-${match}.json`, "aria-label": t("replay.record") }, icon("download"));
  const element = h("div.replay", null, bar({ title: t("replay.title"), tools: [download] }), h("main.page", { "aria-busy": "true" }, h("h1", null, t("replay.loading"))));
  const onKey = (/** @type {KeyboardEvent} */ event) => { if (showing) pressedInReplay(showing, event); };
  document.addEventListener("keydown", onKey);
  /** The seat of whoever looks, if they played in this match. @returns {Promise<number | null>} */
  const ownSeat = () => app.api("/me/matches").then(({ matches }) => matches.find((/** @type {any} */ one) => one.table === table && String(one.match) === match)?.seat ?? null, () => null);
  const show = async () => {
    const [found, seat] = await Promise.all([app.api(path), isKnown() ? ownSeat() : null]);
    const painter = await loadPainter(found.family);
    if (isClosed) return;
    document.title = `${t("replay.title")}: ${found.title}`;
    showing = new Showing(app, found, painter, (one) => app.api(`${path}&seat=${one}`));
    if (seat !== null) await showing.seeFrom(seat);
    if (isClosed) return;
    put(element, bar({ title: t("replay.title"), sub: found.title, tools: [download] }), h("main", { "data-key": "replay" }, h("h1.sr", null, `${t("replay.title")}: ${found.title}`), showing.stage, showing.scrub));
    element.dataset.game = found.game;
  };
  /** @param {string} why */
  const refuse = (why) => put(element, bar({ title: t("replay.title") }), h("main.page.missing", null, h("h1", null, t("replay.missing")), h("p", { role: "alert" }, why),
    h("div.buttons-row", null, h("a.btn.primary", { href: "/" }, icon("home"), t("replay.home")), h("a.btn", { href: "/matches" }, t("home.matches")))));
  if (MATCH.test(match)) show().catch(({ code, message }) => refuse(code === "not-over" ? t("replay.notOver") : code?.startsWith("unknown-") ? t("replay.unknown") : message));
  else refuse(t("replay.badLink"));
  return { element, close() { isClosed = true; document.removeEventListener("keydown", onKey); showing?.close(); } };
}
