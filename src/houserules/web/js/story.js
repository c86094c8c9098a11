// The story of the match in words: a list that is seen, and the same words in a live region that is heard. Each sentence is said once.

import { sentence, spoken, token } from "./cards.js";
import { $$, h, icon } from "./dom.js";
import { tell, tellAll } from "./telling.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Step} Step */

const MOST_LINES = 300; // steps in the list
const MOST_HEARD = 30; // sentences in the live region
const MOST_VIEWS = 120; // to which one can look back

/** Several cards in a row are read with a pause. @param {string} words */
const heard = (words) => spoken(words.replace(/([2-9TJQKA][CDHS]|jj|JJ) (?=[2-9TJQKA][CDHS]\b|jj\b|JJ\b)/g, "$1, "));

/** Does this step take moves back, so that what was told before is not true any more? @param {Step} step */
const isTakenBack = ({ deed, words }) => ["take-back", "agree-to-take-back"].includes(/** @type {any} */ (deed)?.deed) && words.length > 1;

export class Story {
  /** @type {Step[]} in order */
  #steps = [];
  /** @type {Map<number, any>} views by the number of their step */
  #views = new Map();
  /** @type {number | null} the step that is looked back to */
  #shown = null;
  #willScroll = false;

  /**
   * @param {import("./session.js").Session} session
   * @param {{look?: (view: any) => void}} [table] `look` shows an older view, or with null the table as it is now
   */
  constructor(session, { look } = {}) {
    this.session = session;
    this.look = look;
    this.list = h("ol.lines", { tabindex: 0, "aria-label": t("story.title") });
    this.note = h("p.quiet", null, t("story.none"));
    this.back = h("div.looking-back", { hidden: true, role: "group", "aria-label": t("story.back") });
    this.element = h("div.story-pane", null, this.back, this.note, this.list);
    this.region = h("div.sr", { role: "log", "aria-live": "polite", "aria-label": t("story.title"), "data-region": "story" });
    this.turnRegion = h("div.sr", { role: "status", "aria-label": t("story.turn"), "data-region": "turn" });
    this.alertRegion = h("div.sr", { role: "alert", "data-region": "alert" });
    this.regions = h("div.regions", null, this.region, this.turnRegion, this.alertRegion);
    new ResizeObserver(() => this.#scroll()).observe(this.list); // a window that grows, a drawer that opens, a note above: the last line stays in sight
  }

  /** @returns {import("./telling.js").Company} */
  get company() {
    const { session } = this;
    return { me: session.seat, name: (seat) => session.chairs[seat]?.keeps ?? session.chairs[seat]?.name ?? "" };
  }

  /** Say one sentence of a step, when its event is shown. @param {Step} step @param {number} index */
  tell(step, index) {
    const words = tell(step, index, this.company);
    const line = this.#line(step);
    if (line.childElementCount <= index) line.append(h("p", null, sentence(words))); // it may be known from the history already
    this.region.append(h("p", null, heard(words)));
    while (this.region.childElementCount > MOST_HEARD) this.region.firstElementChild?.remove();
    this.#scroll();
  }

  /** What happened before we came: it is shown, and not said. @param {Step[]} steps @param {boolean} isCut */
  history(steps, isCut) {
    const known = new Set(this.#steps.map((step) => step.seq));
    for (const step of steps.filter((one) => !known.has(one.seq))) {
      const line = this.#line(step);
      line.append(...tellAll(step, this.company).map((words) => h("p", null, sentence(words))));
    }
    this.note.textContent = isCut ? t("story.earlier") : "";
    this.#scroll();
  }

  /** A match begins: so does its story. */
  clear() {
    this.#steps = [];
    this.#views.clear();
    this.list.replaceChildren();
    this.#return();
  }

  /** The sentences of the last step, for the middle of the table. @returns {string[]} */
  get last() {
    const told = this.#steps.filter((step) => step.events.length || isTakenBack(step));
    return told.length ? tellAll(told[told.length - 1], this.company) : [];
  }

  /** The line of a step, in its place. @param {Step} step @returns {HTMLElement} */
  #line(step) {
    const key = String(step.seq);
    const lines = /** @type {HTMLElement[]} */ ([...this.list.children]);
    const old = lines.find((line) => line.dataset.seq === key);
    if (old) return /** @type {HTMLElement} */ (old.lastElementChild);
    const after = lines.find((line) => Number(line.dataset.seq) > step.seq) ?? null;
    const words = h("div.words");
    const isBot = step.seat != null && Boolean(this.session.chairs[step.seat]?.bot);
    const mark = step.seat == null ? h("span.no-token") : token(step.seat, { bot: isBot });
    this.list.insertBefore(h("li", { "data-seq": key }, mark, words), after);
    this.#steps.push(step);
    this.#steps.sort((one, other) => one.seq - other.seq);
    if (this.#steps.length > MOST_LINES) { this.#steps.shift(); this.list.firstElementChild?.remove(); }
    this.note.textContent = this.session.isCut ? t("story.earlier") : "";
    return words;
  }

  /** To the last line, once a frame: to know how long the list is costs a layout. */
  #scroll() {
    if (this.#shown !== null || this.#willScroll) return;
    this.#willScroll = true;
    requestAnimationFrame(() => { this.#willScroll = false; this.list.scrollTop = this.list.scrollHeight; });
  }

  // -- Whose turn it is, and alerts --

  /** @param {string} text nothing is said twice */
  sayTurn(text) {
    const said = heard(text);
    if (this.turnRegion.textContent !== said) this.turnRegion.textContent = said;
  }

  /** @param {string} text a refusal, or a lost connection */
  alert(text) {
    this.alertRegion.replaceChildren(h("p", null, heard(text)));
  }

  // -- Looking back --

  /** Remember how the table looked after a step. @param {any} message with a view */
  remember(message) {
    if (!message.view) return;
    this.#views.set(message.seq, message.view);
    if (this.#views.size > MOST_VIEWS) this.#views.delete(/** @type {number} */ (this.#views.keys().next().value));
    const line = $$("li", this.list).find((one) => Number(one.dataset.seq) === message.seq);
    if (!line || !this.look || line.querySelector("button")) return;
    line.append(h("button.step-to", { type: "button", "aria-label": t("story.backTo", { words: this.#spoken(message.seq) }), onclick: () => this.#lookAt(message.seq) }, icon("eye")));
  }

  /** @param {number} seq */
  #spoken(seq) { return this.#steps.filter((step) => step.seq === seq).flatMap((step) => tellAll(step, this.company).map(spoken)).join(" "); }

  get isLookingBack() { return this.#shown !== null; }

  /** @param {number} seq */
  #lookAt(seq) {
    const seqs = [...this.#views.keys()];
    const at = seqs.indexOf(seq);
    if (at < 0) return;
    this.#shown = seq;
    this.look?.(this.#views.get(seq));
    for (const line of $$("li", this.list)) line.classList.toggle("is-shown", Number(line.dataset.seq) === seq);
    const step = (/** @type {string} */ name, /** @type {number} */ to, /** @type {"prev" | "next"} */ mark) =>
      h("button.icon", { type: "button", "aria-label": name, disabled: !(to in seqs), onclick: () => this.#lookAt(seqs[to]) }, icon(mark));
    this.back.hidden = false;
    this.back.replaceChildren(h("span", null, t("story.back")), step(t("story.before"), at - 1, "prev"), step(t("story.after"), at + 1, "next"),
      h("button.btn.small.primary", { type: "button", onclick: () => this.#return() }, t("story.now")));
  }

  /** To the table as it is now. */
  #return() {
    if (this.#shown === null) return;
    this.#shown = null;
    this.back.hidden = true;
    for (const line of $$("li.is-shown", this.list)) line.classList.remove("is-shown");
    this.look?.(null);
    this.#scroll();
  }

  /** Escape ends looking back. Says whether there was something to end. */
  escape() {
    const was = this.isLookingBack;
    this.#return();
    return was;
  }
}
