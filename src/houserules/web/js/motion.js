/**
 * The queue of what happened: each step is shown event by event, in order, and ends with its view, which is always right. It can be quick, be
 * skipped, or show no motion at all; the story is told in the same order every time.
 * @module
 */
import { Air } from "./air.js";
import { TIMES, choreography, deal } from "./choreography.js";
import { follow, followTurn } from "./follow.js";

/** @typedef {{events: any[], view: any}} Batch the steps, and the message with the view after them */
/**
 * @typedef {object} Stage what the queue needs of a table
 * @property {HTMLElement} root in it the places are found
 * @property {(view: any, isBusy: boolean, message: any) => void} draw draws a view; while it is busy nothing may be done
 * @property {(step: any, index: number) => void} [tell] says one sentence of a step, by its number in `words`
 * @property {(event: any, view: any) => void} [cue] a sound
 * @property {(message: any) => void} [settled] a batch has ended with this message
 * @property {() => number} [speed] 0.5, 1, 2 or 4
 * @property {() => boolean} [isStill] show no motion
 */

const BEHIND = 3; // more batches than this wait: twice as fast
const FAR_BEHIND = 8; // more than this: only the last view; bots answer at once, so as many as two rounds of the table are never too many

const systemIsStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Motion {
  /** @type {any} a view that is not drawn yet */
  #late = null;

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.air = new Air(stage.root);
    /** @type {any} what is drawn now */
    this.view = null;
    /** @type {Batch[]} */
    this.waiting = [];
    this.isRunning = false;
    this.isClosed = false;
    this.isHeld = false;
    /** A batch has ended, and its view is looked at for a moment. */
    this.isResting = false;
    this.onHidden = () => { if (document.hidden) this.skip(); };
    document.addEventListener("visibilitychange", this.onHidden);
  }

  close() {
    this.isClosed = true;
    this.waiting = [];
    document.removeEventListener("visibilitychange", this.onHidden);
    this.air.isSkipping = true;
    this.air.close();
  }

  /** Show this after all that waits. @param {Batch} batch */
  push(batch) {
    this.waiting.push(batch);
    if (!this.isRunning) this.#run();
    else if (this.isResting && this.view) this.stage.draw(this.view, true, null); // what could be done in this view cannot be done any more
  }

  /** Show nothing new as long as somebody looks back. @param {boolean} isHeld */
  hold(isHeld) {
    this.isHeld = isHeld;
    if (isHeld) this.skip();
    else if (!this.isRunning) this.#run();
  }

  /** What flies lands, and what waits is shown as it ends. */
  skip() {
    if (!this.isRunning) return;
    this.air.isSkipping = true;
    this.air.land();
  }

  get isStill() {
    return this.stage.isStill?.() || systemIsStill();
  }

  async #run() {
    if (this.isHeld || !this.waiting.length) return;
    this.isRunning = true;
    this.stage.root.classList.add("in-motion");
    while (this.waiting.length && !this.isClosed && !this.isHeld) {
      const hurries = document.hidden || this.air.isSkipping || this.waiting.length > Math.max(FAR_BEHIND, 2 * (this.view?.seats?.length ?? 0));
      if (hurries) this.#showLast();
      else await this.#show(/** @type {Batch} */ (this.waiting.shift()));
      if (!this.waiting.length) this.air.isSkipping = false;
    }
    this.isRunning = false;
    this.stage.root.classList.remove("in-motion");
  }

  /** Tell everything that waits, and draw only how it ends. */
  #showLast() {
    const batches = this.waiting.splice(0);
    for (const { events } of batches) for (const step of events) for (const index of step.words.keys()) this.stage.tell?.(step, index);
    this.#settle(batches[batches.length - 1].view);
  }

  /** @param {Batch} batch */
  async #show({ events, view: message }) {
    for (const step of events) {
      if (this.isClosed) return;
      await this.#showStep(step, message);
    }
    if (this.isClosed) return;
    this.#settle(message);
    if (this.isStill || !events.length || !message.view) return;
    if (this.waiting.length) this.#moveLamp(message.view); // else the table does
    this.isResting = true;
    await this.air.wait(TIMES.beat);
    this.isResting = false;
  }

  /** @param {any} message */
  #settle(message) {
    this.#late = null;
    this.view = message.view;
    this.stage.draw(message.view, this.waiting.length > 0, message);
    this.stage.settled?.(message);
  }

  /** @param {any} step @param {any} message with the view after it */
  async #showStep(step, message) {
    const { events, words, deal: plan } = step;
    const first = words.length - events.length; // the deed comes before the events
    for (let index = 0; index < first; index++) this.stage.tell?.(step, index);
    if (plan && message.view) await this.#showDeal(message, plan);
    if (!this.view) {
      for (let index = first; index < words.length; index++) this.stage.tell?.(step, index);
      return;
    }
    this.view = { ...this.view, legal: [], can: {}, why: {} }; // what was allowed before is not any more
    for (const [index, event] of events.entries()) {
      this.stage.tell?.(step, first + index);
      await this.#showEvent(event);
    }
    this.view = followTurn(this.view, step.turn);
  }

  /** What an event left to be drawn is drawn before the next one; at the end of a batch its view is drawn anyway. */
  #drawLate() {
    if (this.#late && !this.isClosed) this.stage.draw(this.#late, true, null);
    this.#late = null;
  }

  /** @param {any} event */
  async #showEvent(event) {
    const before = this.view;
    const next = follow(before, event);
    this.view = next;
    if (this.isClosed || this.air.isSkipping || document.hidden) return;
    this.stage.cue?.(event, next);
    this.#drawLate();
    const draw = (/** @type {any} */ view) => { this.#late = null; if (!this.isClosed) this.stage.draw(view, true, null); };
    const leave = (/** @type {any} */ view) => { this.#late = view; };
    this.air.speed = this.#speed();
    if (this.isStill) {
      draw(next);
      await this.air.wait(TIMES.plain);
      return;
    }
    const show = choreography[event.event];
    if (show) await show({ air: this.air, before, next, event, me: next.seat, draw, leave });
    else draw(next);
  }

  /** @param {any} message @param {any} plan */
  async #showDeal(message, plan) {
    this.view = message.view;
    if (this.isClosed || this.air.isSkipping || document.hidden) return;
    this.stage.draw({ ...message.view, legal: [], can: {}, why: {} }, true, message);
    this.stage.cue?.({ event: "dealt" }, message.view);
    this.air.speed = this.#speed();
    if (this.isStill) return;
    await deal({ air: this.air, before: null, next: message.view, event: null, me: message.view.seat, draw: () => {}, leave: () => {} }, plan);
  }

  #speed() {
    return (this.stage.speed?.() || 1) * (this.waiting.length > BEHIND ? 2 : 1);
  }

  /** The lamp hangs over whoever is to play. Its style sheet lets it glide. @param {any} view */
  #moveLamp(view) {
    const lamp = /** @type {HTMLElement | null} */ (this.stage.root.querySelector(".lamp"));
    if (!lamp?.parentElement) return;
    const seat = view.to_act?.[0];
    const to = seat === undefined || seat === view.seat ? null : this.air.box(this.air.place(`seat/${seat}`));
    const home = lamp.parentElement.getBoundingClientRect();
    const x = to ? to.x - home.left - lamp.offsetLeft - lamp.offsetWidth / 2 : 0;
    const y = to ? to.y - home.top - lamp.offsetTop - lamp.offsetHeight / 2 : 0;
    lamp.style.setProperty("transform", `translate3d(${x.toFixed(0)}px, ${y.toFixed(0)}px, 0)`);
  }
}
