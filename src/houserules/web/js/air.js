/**
 * Cards in the air: copies that fly between places of the table, in a layer of their own. Places are found by `data-place`; nothing else of
 * the layout is known here. Only transforms and opacity move.
 * @module
 */
import { h } from "./dom.js";

/** @typedef {{x: number, y: number, w: number}} Box the middle of a card, and its width */
/** @typedef {{duration: number, delay?: number, arc?: number, spin?: number, fade?: boolean, turn?: HTMLElement | null}} Flight */

const FLY = "cubic-bezier(.3,.1,.15,1)";
const OUT = "cubic-bezier(.2,.8,.2,1)";
const CARD_HEIGHT = 1.4; // as much as it is wide
const LIFT = 18; // pixels that the middle of a flight is above the straight line

/** @param {Element} node @returns {Box} */
export function boxOf(node) {
  const at = node.getBoundingClientRect();
  return { x: at.left + at.width / 2, y: at.top + at.height / 2, w: /** @type {HTMLElement} */ (node).offsetWidth || at.width };
}

export class Air {
  /** @param {HTMLElement} root the table */
  constructor(root) {
    this.root = root;
    this.layer = h("div.air", { "aria-hidden": "true" });
    document.body.append(this.layer);
    this.speed = 1;
    /** @type {Set<Animation>} */
    this.moving = new Set();
    this.isSkipping = false;
  }

  close() {
    this.land();
    this.layer.remove();
  }

  /** Everything that moves arrives now. */
  land() {
    for (const one of [...this.moving]) one.finish();
  }

  // -- Places ---------------------------------------------------------------------------------------------------------

  /** The first of these places that is on the table. @param {...string} names @returns {HTMLElement | null} */
  place(...names) {
    for (const name of names) {
      const found = this.root.querySelector(`[data-place="${name}"]`);
      if (found) return /** @type {HTMLElement} */ (found);
    }
    return null;
  }

  /** The cards that lie in a place, or the card that the place itself is. @param {Element | null} place @returns {HTMLElement[]} */
  cards(place) {
    if (!place) return [];
    return place.matches(".card") ? [/** @type {HTMLElement} */ (place)] : [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(".card"))];
  }

  /** Where a card in a place is, as large as cards are there; the place itself, if it is empty; nowhere, if it is not shown. @param {Element | null} place @returns {Box | null} */
  box(place) {
    if (!place?.getClientRects().length) return null;
    const cards = this.cards(place);
    if (cards.length) return boxOf(cards[cards.length - 1]);
    const at = boxOf(place);
    return { ...at, w: Math.min(at.w, this.#usual()) };
  }

  /** How wide a card of the table is. */
  #usual() {
    const card = /** @type {HTMLElement | null} */ (this.place("stock")?.querySelector(".card") ?? this.root.querySelector(".card"));
    return card?.offsetWidth || 60;
  }

  // -- Moving ---------------------------------------------------------------------------------------------------------

  /** Run an animation at the speed of the table. It can be skipped. @param {Element} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options @returns {Promise<void>} */
  animate(node, frames, options) {
    if (this.isSkipping) return Promise.resolve();
    const { duration = 0, delay = 0, ...rest } = options;
    const moving = node.animate(frames, { easing: OUT, ...rest, duration: Number(duration) / this.speed, delay: delay / this.speed });
    this.moving.add(moving);
    const done = () => { this.moving.delete(moving); };
    return moving.finished.then(done, done);
  }

  /** @param {number} ms */
  wait(ms) {
    return this.animate(this.layer, [{ opacity: 1 }, { opacity: 1 }], { duration: ms });
  }

  /** Keep elements out of sight until their flights have landed. Returns what shows one of them, or all. @param {HTMLElement[]} nodes */
  hide(nodes) {
    const held = new Map(nodes.map((node) => [node, node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: 1, fill: "both" })]));
    return {
      /** @param {HTMLElement} [one] */
      show: (one) => { for (const node of one ? [one] : nodes) held.get(node)?.cancel(); },
    };
  }

  /**
   * One card through the air, as large as the larger end. `turn` is the other side, which shows from the middle of the flight on.
   * @param {HTMLElement} node @param {Box} from @param {Box} to @param {Flight} flight @returns {Promise<void>}
   */
  async fly(node, from, to, { duration, delay = 0, arc = 0, spin = 0, fade = false, turn = null }) {
    if (this.isSkipping) return;
    const size = Math.max(from.w, to.w);
    const at = (/** @type {{x: number, y: number}} */ point, /** @type {number} */ scale, /** @type {number} */ angle) =>
      `translate3d(${(point.x - size / 2).toFixed(1)}px, ${(point.y - (size * CARD_HEIGHT) / 2).toFixed(1)}px, 0) scale(${scale.toFixed(3)}) rotate(${angle}deg)`;
    const middle = { x: (from.x + to.x) / 2 - (to.y - from.y) * arc, y: (from.y + to.y) / 2 + (to.x - from.x) * arc - LIFT };
    const frames = [
      { transform: at(from, from.w / size, 0), opacity: 1 },
      { transform: at(middle, ((from.w + to.w) / 2 / size) * 1.05, spin / 2), opacity: 1, offset: 0.5 },
      { transform: at(to, to.w / size, spin), opacity: fade ? 0.2 : 1 },
    ];
    const ghost = h("div.flying", null, node, turn);
    ghost.style.setProperty("--cw", `${size}px`);
    this.layer.append(ghost);
    if (turn) {
      turn.classList.add("other-side");
      this.animate(node, [{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0, offset: 0.5 }, { opacity: 0 }], { duration, delay, fill: "both", easing: "linear" });
      this.animate(turn, [{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1, offset: 0.5 }, { opacity: 1 }], { duration, delay, fill: "both", easing: "linear" });
    }
    await this.animate(ghost, frames, { duration, delay, easing: FLY, fill: "both" });
    ghost.remove();
  }

  /** A card turns over where it lies. @param {HTMLElement} back @param {HTMLElement} face @param {Box} at @param {number} duration @param {boolean} [shakes] it shakes its head when it is open */
  async turnOver(back, face, at, duration, shakes = false) {
    if (this.isSkipping) return;
    const ghost = h("div.flying", null, back, face);
    face.classList.add("other-side");
    ghost.style.setProperty("--cw", `${at.w}px`);
    ghost.style.setProperty("transform", `translate3d(${(at.x - at.w / 2).toFixed(1)}px, ${(at.y - (at.w * CARD_HEIGHT) / 2).toFixed(1)}px, 0)`);
    this.layer.append(ghost);
    await Promise.all([
      this.animate(back, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(0)" }], { duration, fill: "both" }),
      this.animate(face, [{ transform: "scaleX(0)" }, { transform: "scaleX(0)", offset: 0.5 }, { transform: "scaleX(1)" }], { duration, fill: "both" }),
    ]);
    if (shakes) await this.animate(face, ["0", "-7px", "7px", "-4px", "0"].map((x) => ({ transform: `translateX(${x})` })), { duration: duration * 1.6 });
    ghost.remove();
  }
}
