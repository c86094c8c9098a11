// The order in which somebody sees their own hand: by rank, by suit, or as they like it.

import { $$ } from "./dom.js";
import { reordered, sorted } from "./hand.js";
import { focusOption } from "./keys.js";

/** @type {Record<string, "rank" | "suit" | "own">} */
const NEXT_SORT = { rank: "suit", suit: "own", own: "rank" };

export class HandOrder {
  /** Keys of hand cards in one's own order. @type {string[]} */
  keys = [];

  /** @param {{root: HTMLElement, prefs: import("./types.js").App["prefs"], hand: () => string[], paint: () => void}} table `hand` are the cards of one's own */
  constructor({ root, prefs, hand, paint }) {
    this.root = root;
    this.prefs = prefs;
    this.hand = hand;
    this.paint = paint;
  }

  get #shown() { return sorted(this.hand(), this.prefs.sort, this.keys); }

  /** The next way to sort. */
  next() {
    const { prefs } = this;
    if (NEXT_SORT[prefs.sort] === "own") this.keys = this.#shown.map((one) => one.key);
    prefs.set("sort", NEXT_SORT[prefs.sort]);
  }

  /** Put a card before another one. @param {string} key @param {string} before the key of the other card */
  move(key, before) {
    const shown = this.#shown;
    this.#use(reordered(shown, key, shown.findIndex((one) => one.key === before)));
  }

  /** Move a card by some places. @param {HTMLElement} option @param {number} step */
  shift(option, step) {
    const key = option.dataset.handKey ?? "", shown = this.#shown;
    const at = shown.findIndex((one) => one.key === key);
    if (at < 0) return;
    this.#use(reordered(shown, key, at + step));
    const moved = $$("[data-hand-key]", this.root).find((one) => one.dataset.handKey === key);
    if (moved) focusOption(moved);
  }

  /** @param {string[]} keys */
  #use(keys) {
    this.keys = keys;
    if (this.prefs.sort === "own") this.paint();
    else this.prefs.set("sort", "own");
  }
}
