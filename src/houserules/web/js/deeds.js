// What a person does at the table: taps, keys and drags become a choice of cards, a move, or the reason why there is none.

import { $$ } from "./dom.js";
import { placesOf } from "./choose.js";
import { focusOption } from "./keys.js";
import { reasonWords } from "./reasons.js";
import { sitDown } from "./sit.js";
import { toast } from "./toast.js";
import { t } from "./words/index.js";

const ARMED_MS = 3000; // how long a costly button waits for its second tap
const AUTO_MS = 900;
const ASIDE_MS = [500, 2500]; // as long as people take who do have something to say, so that others cannot tell

/**
 * @typedef {object} Played what this needs of the table
 * @property {HTMLElement} root
 * @property {HTMLElement} headline
 * @property {import("./types.js").Scene} scene
 * @property {import("./types.js").Painter | null} painter
 * @property {import("./session.js").Session} session
 * @property {import("./side.js").Side} side
 * @property {import("./motion.js").Motion} motion
 * @property {import("./hand-order.js").HandOrder} order
 * @property {() => void} paint
 */

export class Deeds {
  /** Places of the cards that are chosen. @type {Set<string>} */
  chosen = new Set();
  /** @type {string | null} which costly button was tapped once */
  armed = null;
  /** A move is on its way. */
  isSending = false;
  /** Somebody looks through the pile. */
  isPeeking = false;
  #armedTimer = 0;
  #autoTimer = 0;

  /** @param {Played} table */
  constructor(table) {
    this.table = table;
  }

  close() {
    clearTimeout(this.#armedTimer);
    clearTimeout(this.#autoTimer);
  }

  /** What was chosen in another moment is not any more. @param {any} view */
  forget(view) {
    this.chosen = new Set();
    if (this.armed !== "undo") this.armed = null; // it is about moves that were made, not about this moment
    if (!view.pile?.length) this.isPeeking = false;
  }

  // -- Taps and keys -------------------------------------------------------------------------------------------------------

  /** @param {Event} event */
  clicked(event) {
    const { root, motion } = this.table;
    const target = /** @type {HTMLElement} */ (event.target);
    const pick = /** @type {HTMLElement | null} */ (target.closest("[data-pick]"));
    const act = /** @type {HTMLElement | null} */ (target.closest("[data-move], [data-do]"));
    const silent = /** @type {HTMLElement | null} */ (target.closest("[data-explain]")); // a button that cannot be pressed says why
    if (!target.closest(".toast")) root.querySelector(".toast")?.remove();
    if (pick) this.#tapped(pick);
    else if (act && act.getAttribute("aria-disabled") !== "true") this.#act(act);
    else if (silent) this.explain(silent.dataset.explain ?? "", silent);
    else if (target.closest(".cloth")) motion.skip();
  }

  /** @param {HTMLElement} pick */
  #tapped(pick) {
    const place = pick.dataset.pick ?? "";
    const isBlindAgain = place.startsWith("blind/") && this.chosen.has(place) && !this.table.scene.busy;
    if (isBlindAgain) this.move(`flip ${place.split("/")[1]}`);
    else this.choose(place);
    if (pick.isConnected) focusOption(pick);
  }

  /** @param {HTMLElement} act */
  #act(act) {
    const { move, confirm } = act.dataset;
    if (confirm) this.#arm(confirm);
    else if (move) this.move(move);
    else this.#do(act.dataset.do ?? "");
  }

  /** @param {string} what */
  #do(what) {
    const { root, session, side, order } = this.table;
    if (what === "sort") order.next();
    else if (what === "peek" || what === "unpeek") this.#peek(what === "peek");
    else if (what === "sit") sitDown(session).then((told) => { if (told) toast(root, null, told); }, (problem) => this.#refused(problem));
    else if (what === "undo" && this.armed !== "undo" && this.#undoneLast()) this.#arm("undo");
    else if (what === "hint" || what === "undo" || what === "why") side.advice[what]();
  }

  /** Against bots one move comes back at once. To take back another one is costly: nobody can have it again. */
  #undoneLast() {
    const { session } = this.table;
    const isAlone = session.chairs.every((one, seat) => one.bot || seat === session.seat);
    const last = session.steps.findLast((step) => step.seat === session.seat);
    return isAlone && /** @type {any} */ (last?.deed)?.deed === "take-back";
  }

  /** @param {boolean} isPeeking */
  #peek(isPeeking) {
    this.isPeeking = isPeeking;
    this.table.paint();
    if (!isPeeking) /** @type {HTMLElement | null} */ (this.table.root.querySelector(".peek"))?.focus();
  }

  /** Ask for a second tap. @param {string} what */
  #arm(what) {
    this.armed = what;
    clearTimeout(this.#armedTimer);
    this.#armedTimer = setTimeout(() => { this.armed = null; this.table.paint(); }, ARMED_MS);
    this.table.paint();
  }

  escape() {
    const { root, side, motion } = this.table;
    if (this.isPeeking) return this.#peek(false);
    if (side.escape()) return;
    if (motion.isRunning) return motion.skip();
    root.querySelector(".toast")?.remove();
    this.chosen = new Set();
    this.armed = null;
    this.table.paint();
  }

  // -- Choosing ------------------------------------------------------------------------------------------------------------

  /** A tap on a card. @param {string} place @param {{alone?: boolean}} [how] */
  choose(place, how = {}) {
    const { scene, painter } = this.table;
    if (scene.me === null) return;
    const isMine = scene.view.to_act.includes(scene.me);
    if (scene.busy && isMine) return;
    this.#take(painter?.choose?.(scene, place, how) ?? null, place);
  }

  /** A drag begins with the cards that a tap would choose. @param {string} place */
  lift(place) {
    if (!this.chosen.has(place)) this.choose(place);
  }

  /** @param {Set<string> | {explain: string} | null} answer @param {string} [place] */
  #take(answer, place) {
    if (!answer) return false;
    if (answer instanceof Set) {
      this.chosen = answer;
      this.table.paint();
    } else this.explain(answer.explain, place ? this.table.root.querySelector(`[data-pick="${CSS.escape(place)}"]`) : null);
    return true;
  }

  /** @param {string} rank */
  pressedRank(rank) {
    const { root, scene, painter } = this.table;
    const answer = scene.busy || scene.me === null ? null : painter?.chooseRank?.(scene, rank) ?? null;
    const first = $$("[data-pick]", root).find((one) => one.dataset.card?.[0] === rank);
    const isTaken = this.#take(answer, first?.dataset.pick);
    if (isTaken && first) focusOption($$("[data-pick][aria-selected=true]", root)[0] ?? first);
    return isTaken;
  }

  /** Show a hint on the cards: they are chosen, or its button is marked. @param {string} move */
  hinted(move) {
    const { root } = this.table;
    const [word, ...cards] = move.split(" ");
    const marked = $$("[data-move]", root).find((one) => one.dataset.move === move);
    if (word === "flip" || word === "peek") this.chosen = new Set([`blind/${cards[0]}`]);
    else if (word === "play" || word === "swap") {
      const held = $$("[data-pick]", root).map((one) => ({ card: one.dataset.card ?? "", place: one.dataset.pick ?? "" }));
      this.chosen = placesOf(held, cards);
    } else marked?.focus();
    this.table.paint();
  }

  // -- Moves ---------------------------------------------------------------------------------------------------------------

  /** @param {string} text as in "play 7H 7D" */
  async move(text) {
    const { root, session, headline, scene } = this.table;
    if (scene.busy) return;
    this.isSending = true;
    this.table.paint();
    try {
      await session.move(text);
      this.chosen = new Set(); // those cards are gone, and others come to lie in their places
    } catch (problem) {
      this.#refused(/** @type {any} */ (problem));
    }
    this.isSending = false;
    this.table.paint();
    if (!root.querySelector(".chooser")) headline.focus({ preventScroll: true });
  }

  /** The chosen cards were dropped on the pile. */
  drop() {
    const move = this.table.painter?.dropped?.(this.table.scene);
    if (move) this.move(move);
  }

  /**
   * If a person wants that, the only move there is is made after a moment. Whoever is asked beside the turns, and can only pass, need not say it.
   * @param {boolean} isWanted
   */
  playAlone(isWanted) {
    clearTimeout(this.#autoTimer);
    const { view, me, busy } = this.table.scene;
    const isAside = ["add", "jump"].includes(view.pending);
    if (!(isWanted || isAside) || busy || me === null || view.legal.length !== 1 || !view.to_act.includes(me)) return;
    const [least, most] = isAside ? ASIDE_MS : [AUTO_MS, AUTO_MS];
    this.#autoTimer = setTimeout(() => { if (view === this.table.scene.view) this.move(view.legal[0]); }, least + Math.random() * (most - least));
  }

  /** @param {{message: string}} problem */
  #refused(problem) { toast(this.table.root, null, problem.message); }

  /** Why a move is not possible, said at its card. @param {string} text @param {Element | null} [anchor] */
  async explain(text, anchor = null) {
    const { root, session, scene } = this.table;
    const { view, me, people } = scene;
    const isMine = me !== null && view.to_act.includes(me);
    if (!isMine || view.outcome) return void toast(root, anchor, view.outcome ? t("turn.over") : t("why.turn", { name: people[view.to_act[0]]?.name ?? "" }));
    try {
      const { explanation } = await session.explain(text);
      if (!explanation.ok) toast(root, anchor, reasonWords(explanation, text, view));
    } catch (problem) {
      this.#refused(/** @type {any} */ (problem));
    }
  }
}
