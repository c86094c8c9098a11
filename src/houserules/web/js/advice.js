// Advice at the table: a hint with its reason and chance, why a bot played so, and taking a move back, to which others must agree.

import { sentence } from "./cards.js";
import { h, icon } from "./dom.js";
import { hasText, t } from "./words/index.js";

/** A move in words, as in "play 7H 7D". @param {string} move @param {(seat: number) => string} name */
export function moveWords(move, name) {
  const [word, ...rest] = move.split(" ");
  const key = `move.${word}`;
  const what = word === "target" ? name(Number(rest[0])) : word === "pick" ? String(Number(rest[0]) + 1) : rest.join(" ");
  return hasText(key) ? t(key, { rest: what }) : move;
}

export class Advice {
  /**
   * @param {import("./session.js").Session} session
   * @param {{hinted?: (move: string) => void, refused: (problem: Error) => void}} table what a hint shows on the cards; what a refusal is told to
   */
  constructor(session, { hinted, refused }) {
    this.session = session;
    this.hinted = hinted;
    this.refused = refused;
    this.element = h("div.advice", { hidden: true, role: "status" });
  }

  /** @param {...any} lines */
  #show(...lines) {
    this.element.hidden = false;
    this.element.replaceChildren(h("div.lines", null, ...lines), h("button.icon", { type: "button", "aria-label": t("advice.close"), onclick: () => this.clear() }, icon("cross")));
  }

  clear() {
    const was = !this.element.hidden;
    this.element.hidden = true;
    this.element.replaceChildren();
    return was;
  }

  /** @param {number} seat */
  #name(seat) { return this.session.chairs[seat]?.name ?? ""; }

  /** A reason of the server's, as the end of a sentence. @param {string} reason */
  #because(reason) { return h("p.why", null, sentence(t("advice.because", { reason: reason.replace(/[.]$/, "") }))); }

  /** What would a strong bot do? */
  async hint() {
    this.#show(h("p", null, t("advice.thinking")));
    try {
      const { move, reason, chance } = await this.session.say({ type: "hint" });
      const what = moveWords(move, (seat) => this.#name(seat));
      this.#show(h("p", null, h("b", null, sentence(`${t("advice.would", { move: what })}.`))), reason && this.#because(reason),
        chance != null && h("p.chance.num", null, t("advice.chance", { percent: Math.round(chance * 100) })));
      this.hinted?.(move);
    } catch (problem) {
      this.clear();
      this.refused(/** @type {Error} */ (problem));
    }
  }

  /** Why did a bot make its last move, or that of a step? @param {number} [seq] */
  async why(seq) {
    this.#show(h("p", null, t("advice.thinking")));
    try {
      const answer = await this.session.say({ type: "why", ...(seq === undefined ? {} : { seq }) });
      const name = this.#name(answer.seat);
      this.#show(h("p", null, h("b", null, t("advice.whyOf", { name }))), answer.reason ? this.#because(answer.reason) : h("p.why", null, t("advice.hidden", { name })));
    } catch (problem) {
      this.clear();
      this.refused(/** @type {Error} */ (problem));
    }
  }

  /** Take back the own last move, or agree to what somebody else asked for. */
  async undo() {
    try {
      await this.session.say({ type: "undo" });
      this.clear();
    } catch (problem) {
      this.refused(/** @type {Error} */ (problem));
    }
  }
}
