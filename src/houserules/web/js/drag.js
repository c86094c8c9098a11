// A finger or a mouse on one's cards: a long press chooses one alone, a drag onto the pile plays, a drag along the hand changes its order.

import { h, $$ } from "./dom.js";

const LONG_PRESS_MS = 450;
const SLOP = 9; // pixels: less than this is a tap

/**
 * @typedef {object} Doing
 * @property {(place: string) => void} alone this card and no other
 * @property {(place: string) => void} lift a card is dragged: it is chosen, if it was not
 * @property {() => void} drop what is chosen was dropped on the pile
 * @property {(key: string, before: string) => void} sort a card was dropped on another one of the hand
 */

/** @param {HTMLElement} root @param {Doing} doing @returns {() => void} ends it */
export function listenToDrags(root, doing) {
  /** @type {{card: HTMLElement, x: number, y: number, timer: ReturnType<typeof setTimeout>, pointer: number, shown: HTMLElement | null} | null} */
  let held = null;
  let swallow = false; // the click after a drag or a long press is not a tap

  const end = () => {
    if (!held) return;
    clearTimeout(held.timer);
    held.shown?.remove();
    root.classList.remove("is-dragging");
    held = null;
  };

  /** @param {PointerEvent} event */
  const onDown = (event) => {
    swallow = false;
    const card = /** @type {HTMLElement} */ (event.target).closest?.("[data-pick]");
    if (!card || event.button) return;
    const place = /** @type {HTMLElement} */ (card).dataset.pick ?? "";
    const timer = setTimeout(() => { swallow = true; doing.alone(place); end(); }, LONG_PRESS_MS);
    held = { card: /** @type {HTMLElement} */ (card), x: event.clientX, y: event.clientY, timer, pointer: event.pointerId, shown: null };
  };

  /** @param {PointerEvent} event */
  const onMove = (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const x = event.clientX - held.x, y = event.clientY - held.y;
    if (!held.shown && Math.hypot(x, y) < SLOP) return;
    if (!held.shown) {
      clearTimeout(held.timer);
      swallow = true;
      doing.lift(held.card.dataset.pick ?? "");
      held.shown = copies(root, held.card);
      root.classList.add("is-dragging");
    }
    held.shown.style.setProperty("transform", `translate3d(${x}px, ${y}px, 0)`);
  };

  /** @param {PointerEvent} event */
  const onUp = (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { card, shown } = held;
    end();
    if (!shown) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const onto = /** @type {HTMLElement | null} */ (under?.closest("[data-hand-key]"));
    if (onto && onto !== card && card.dataset.handKey && onto.closest("[role=listbox]") === card.closest("[role=listbox]")) doing.sort(card.dataset.handKey, onto.dataset.handKey ?? "");
    else if (under?.closest(".cloth") && !under.closest(".mine")) doing.drop();
  };

  /** @param {Event} event */
  const onClick = (event) => {
    if (!swallow) return;
    swallow = false;
    event.stopPropagation();
    event.preventDefault();
  };
  const noMenu = (/** @type {Event} */ event) => { if (/** @type {HTMLElement} */ (event.target).closest?.("[data-pick]")) event.preventDefault(); };
  root.addEventListener("pointerdown", onDown);
  root.addEventListener("click", onClick, true);
  root.addEventListener("contextmenu", noMenu);
  addEventListener("pointermove", onMove);
  addEventListener("pointerup", onUp);
  addEventListener("pointercancel", end);
  return () => {
    end();
    removeEventListener("pointermove", onMove);
    removeEventListener("pointerup", onUp);
    removeEventListener("pointercancel", end);
  };
}

/** Copies of the chosen cards, which follow the finger. @param {HTMLElement} root @param {HTMLElement} card */
function copies(root, card) {
  const chosen = $$("[data-pick][aria-selected=true]", root);
  const home = root.getBoundingClientRect();
  const layer = h("div.dragged", { "aria-hidden": "true" });
  for (const one of chosen.length ? chosen : [card]) {
    const picture = /** @type {HTMLElement} */ (one.querySelector(".card") ?? one);
    const at = picture.getBoundingClientRect();
    const copy = /** @type {HTMLElement} */ (picture.cloneNode(true));
    copy.style.setProperty("left", `${at.left - home.left}px`);
    copy.style.setProperty("top", `${at.top - home.top}px`);
    copy.style.setProperty("--w", `${picture.offsetWidth}px`);
    layer.append(copy);
  }
  root.append(layer);
  return layer;
}
