// The screen of a table while cards are in play: cloth, seats, own cards, actions, and a column beside it. The painter of the family draws
// its parts; this module says which moment is shown, and draws again only what differs.

import { bar, showSettings } from "./bar.js";
import { Deeds } from "./deeds.js";
import { h, put } from "./dom.js";
import { listenToDrags } from "./drag.js";
import { HandOrder } from "./hand-order.js";
import { listenToKeys, rove } from "./keys.js";
import { Motion } from "./motion.js";
import { loadPainter } from "./painters.js";
import { Side } from "./side.js";
import { extraButtons, lightLamp, paintPeek, seatActions, sorterEl } from "./table-parts.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Painter} Painter */

const HISTORY_MS = 300; // as long the table waits to hear whether the cards were dealt just now
const END_MS = 1200; // the last card is seen before the end is
/** @param {import("./types.js").App} app @param {import("./session.js").Session} session @param {() => void} ended call it when the end of the match was shown @returns {import("./types.js").Screen} */
export function table(app, session, ended) {
  return new TableScreen(app, session, ended);
}

class TableScreen {
  /** @type {Painter | null} */
  painter = null;
  #family = "";
  /** What is drawn now: while something moves, an earlier moment than that of the session. @type {any} */
  #view = null;
  #isMoving = false;
  #isAgain = false;
  #isLookingBack = false;
  /** @type {(() => void)[]} */
  #endings = [];
  #endTimer = 0;
  #againTimer = 0;
  /** @type {import("./types.js").Batch[] | null} what came before the painter did */
  #early = [];

  /** @param {import("./types.js").App} app @param {import("./session.js").Session} session @param {() => void} ended */
  constructor(app, session, ended) {
    this.app = app;
    this.session = session;
    this.ended = ended;
    this.onCloth = h("div.on-cloth");
    this.lamp = h("div.lamp", { "aria-hidden": "true" });
    this.cloth = h("div.cloth", null, this.lamp, this.onCloth);
    this.headline = h("h2.turn", { tabindex: -1 });
    this.own = h("div.my-cards");
    this.actions = h("div.actions", { role: "group", "aria-label": t("table.actions") });
    this.extras = h("div.extras");
    this.mine = h("div.mine", null, this.headline, this.own, h("div.acts", null, this.actions, this.extras));
    this.root = h("main.table", null, this.cloth, this.mine);
    this.element = h("div.room");
    this.side = new Side(app, session, { root: this.element, look: (view) => this.#lookBack(view), hinted: (move) => this.deeds.hinted(move) });
    this.element.append(bar({ table: true, title: session.view?.rules?.name ?? session.info.title, sub: session.info.name, tools: this.side.tools }), ...this.side.notices, this.root, this.side.element);
    this.motion = new Motion({
      root: this.root, draw: (view, isBusy) => this.show(view, isBusy), tell: (step, index) => this.side.tell(step, index), cue: (event) => this.side.cue(event),
      settled: (message) => this.#settled(message), speed: () => app.prefs.speed, isStill: () => app.prefs.isCalm,
    });
    this.order = new HandOrder({ root: this.root, prefs: app.prefs, hand: () => this.#hand, paint: () => this.paint() });
    this.deeds = new Deeds(this);
    this.#listen();
    this.#begin();
  }

  /** The painter comes before the first batch. Whether the cards were dealt just now is known a moment after the view. */
  async #begin() {
    const { session } = this;
    const { message } = session;
    const hear = new Promise((done) => { this.#endings.push(session.on("history", done)); setTimeout(done, HISTORY_MS); });
    await Promise.all([message?.view && this.#load(message.view.family), session.steps.length ? null : hear]);
    const dealt = session.steps.find((step) => step.deal && step.seq === message?.seq);
    const early = this.#early ?? [];
    this.#early = null;
    if (message) this.#push({ events: dealt ? [dealt] : [], view: message });
    for (const batch of early) this.#push(batch);
  }

  #listen() {
    const { session, root, side, deeds, order } = this;
    const paint = () => this.paint();
    root.addEventListener("click", (event) => deeds.clicked(event));
    this.#endings.push(
      session.on("batch", (batch) => this.#push(batch)),
      session.on("view", (view) => this.#push({ events: [], view })),
      session.on("presence", paint),
      session.on("history", paint),
      session.on("clock", paint),
      session.on("link", paint),
      session.on("over", () => this.#endSoon()),
      this.app.prefs.on(paint),
      listenToKeys(this.element, root, {
        rank: (rank) => deeds.pressedRank(rank), escape: () => deeds.escape(), sort: () => order.next(), shift: (option, step) => order.shift(option, step),
        open: (name) => (name === "settings" ? showSettings() : side.open(name)),
      }),
      listenToDrags(root, {
        alone: (place) => deeds.choose(place, { alone: true }), lift: (place) => deeds.lift(place),
        drop: () => deeds.drop(), sort: (key, before) => order.move(key, before),
      }),
    );
  }

  close() {
    for (const end of this.#endings) end();
    clearTimeout(this.#endTimer);
    clearTimeout(this.#againTimer);
    this.deeds.close();
    this.motion.close();
    this.side.close();
  }

  // -- What is shown -----------------------------------------------------------------------------------------------------

  /** @param {import("./types.js").Batch} batch */
  #push(batch) {
    if (this.#early) return void this.#early.push(batch);
    if (batch.events.length) this.#isAgain = Boolean(batch.events.at(-1)?.turn?.again);
    this.motion.push(batch);
  }

  /** What moved has landed. @param {import("./types.js").ViewMessage} message */
  #settled(message) {
    this.side.settled(message, this.painter && message.view ? this.painter.say(this.scene) : "");
    this.paint();
    if (message.view?.outcome) this.#endSoon();
  }

  /** The end comes when the last card has landed and was seen. */
  #endSoon() {
    clearTimeout(this.#endTimer);
    this.#endTimer = setTimeout(() => {
      if (this.motion.isRunning) this.#endSoon();
      else if (this.session.over) this.ended();
    }, this.app.prefs.isCalm ? 0 : END_MS);
  }

  /** Show an older view, or with null the table as it is now. @param {any} view */
  #lookBack(view) {
    this.#isLookingBack = Boolean(view);
    this.motion.hold(this.#isLookingBack);
    this.show(view ?? this.motion.view, false);
  }

  /** Draw a view. @param {any} view @param {boolean} isMoving more is to come: nothing can be done yet */
  show(view, isMoving) {
    if (!view) return;
    const isNew = view !== this.#view && !isMoving;
    this.#view = view;
    this.#isMoving = isMoving;
    if (isNew) this.deeds.forget(view);
    if (view.family !== this.#family) this.#load(view.family);
    else this.paint();
    if (isNew) this.deeds.playAlone(this.app.prefs.auto);
  }

  /** @param {string} family */
  async #load(family) {
    this.#family = family;
    this.painter = await loadPainter(family);
    if (!this.#view) return;
    this.paint();
    if (!this.scene.busy) this.side.sayTurn(this.#view, this.painter.say(this.scene));
  }

  /** The cards of one's own. @returns {string[]} */
  get #hand() {
    const seat = this.#view?.seat ?? null;
    return seat === null ? [] : this.#view.seats?.[seat]?.hand ?? [];
  }

  /** @returns {Scene} */
  get scene() {
    const { session, deeds } = this;
    const presence = /** @type {any} */ (session.presence);
    return {
      view: this.#view, presence, me: this.#view.seat, people: session.chairs, clock: session.clock, chosen: deeds.chosen,
      busy: this.#isMoving || deeds.isSending || this.#isLookingBack || !session.isOpen || presence.paused, prefs: this.app.prefs, t, order: this.order.keys, armed: deeds.armed, last: this.side.story.last, again: this.#isAgain,
      shown: session.message?.shown ?? null, steps: session.steps, allows: presence.allows, now: () => Date.now() + session.ahead,
      do: { move: (text) => deeds.move(text), explain: (text, anchor) => deeds.explain(text, anchor), choose: (place) => deeds.choose(place), hint: () => { this.side.advice.hint(); }, redraw: () => this.paint() },
    };
  }

  paint() {
    const painter = this.painter;
    if (!painter || !this.#view || !this.session.presence) return;
    const { scene, root } = this;
    const isMine = scene.me !== null && scene.view.to_act.includes(scene.me);
    const hadChooser = Boolean(root.querySelector(".chooser"));
    const { title, sub, before = null } = scene.presence.paused ? { title: t("table.paused"), sub: "" } : painter.headline(scene);
    root.className = ["table", `seats-${Math.min(8, scene.people.length + (scene.me === null ? 1 : 0))}`, `family-${scene.view.family}`, isMine && "my-turn", scene.me === null && "watching", root.classList.contains("in-motion") && "in-motion", ...(painter.classes?.(scene) ?? [])].filter(Boolean).join(" ");
    this.element.dataset.game = scene.view.game;
    this.element.dataset.family = scene.view.family;
    put(this.onCloth, ...painter.cloth(scene));
    put(this.headline, before, h("b", null, title), sub && h("span.mayplay", null, sub));
    put(this.own, ...painter.own(scene), sorterEl(scene));
    put(this.actions, ...(seatActions(scene, this.session) ?? painter.actions(scene)));
    paintPeek(root, this.deeds.isPeeking ? scene.view.pile : null);
    rove(root);
    if (!(scene.busy && this.#isMoving)) lightLamp(this, scene); // else motion moves it
    put(this.extras, ...extraButtons(scene));
    this.#paintAgain(painter.again?.(scene) ?? 0);
    if (!hadChooser && !scene.busy) /** @type {HTMLElement | null} */ (root.querySelector(".chooser button"))?.focus();
  }

  /** Draw again by itself, where a painter counts time. @param {number} wait milliseconds; 0: no */
  #paintAgain(wait) {
    clearTimeout(this.#againTimer);
    if (wait) this.#againTimer = setTimeout(() => this.paint(), wait);
  }
}
