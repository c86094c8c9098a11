// What people say at the table: canned lines first, then lines of their own. Anybody can be hidden, on this device only.

import { token } from "./cards.js";
import { h } from "./dom.js";
import { t } from "./words/index.js";

/** @typedef {import("./types.js").Chat} Line */

const LINES = /** @type {const} */ (["hello", "good-luck", "well-played", "thanks", "oops", "ouch", "one-moment", "good-game"]);
const LONGEST = 300;
const REST_MS = 700; // between two lines of one person
const MOST_LINES = 200;

export class Chat {
  #last = -Infinity;
  /** @type {Set<string>} names whose lines are not shown */
  #hidden = new Set();
  unread = 0;

  /**
   * @param {import("./session.js").Session} session
   * @param {{isSeen: () => boolean, changed: () => void, heard?: () => void}} side is the chat in sight; what it calls when a line came
   */
  constructor(session, { isSeen, changed, heard }) {
    this.session = session;
    this.isSeen = isSeen;
    this.changed = changed;
    this.list = h("ol.lines", { role: "log", "aria-live": "polite", "aria-label": t("chat.title"), tabindex: 0 });
    this.problem = h("p.problem", { role: "alert" });
    this.input = h("input", { type: "text", maxlength: LONGEST, autocomplete: "off", enterkeyhint: "send", "aria-label": t("chat.write"), placeholder: t("chat.write") });
    this.form = h("form.write", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#write(); } }, this.input, h("button.btn.small", null, t("chat.send")));
    this.canned = h("div.canned", { role: "group", "aria-label": t("chat.quick") },
      LINES.map((line) => h("button.btn.small", { type: "button", onclick: () => this.#say({ line }) }, t(`chat.${line}`))));
    this.none = h("p.quiet", null, t("chat.none"));
    this.element = h("div.chat-pane", null, this.none, this.list, this.problem, this.canned, this.form);
    for (const line of session.chats) this.#add(line);
    const stops = [session.on("chat", (line) => {
      this.#add(line);
      if (!isSeen() && line.seat !== session.seat && !this.#hidden.has(line.name)) { this.unread += 1; changed(); }
      if (line.seat !== session.seat && !this.#hidden.has(line.name)) heard?.();
    }), session.on("presence", () => this.draw())];
    /** The session outlives the table of one match. */
    this.close = () => { for (const stop of stops) stop(); };
    this.draw();
  }

  /** Whether there is a chat at all. */
  draw() {
    const may = this.session.allows("chat");
    this.form.hidden = this.canned.hidden = !may;
    if (!may && this.session.presence) this.none.textContent = t("chat.off");
    this.none.hidden = may && this.list.childElementCount > 0;
  }

  /** The chat came into sight. */
  seen() {
    this.unread = 0;
    this.list.scrollTop = this.list.scrollHeight;
    this.changed();
  }

  #write() {
    const text = this.input.value.trim();
    if (!text) return;
    this.#say({ text }).then((isSaid) => { if (isSaid) this.input.value = ""; });
  }

  /** @param {{text?: string, line?: string}} what @returns {Promise<boolean>} */
  async #say(what) {
    const now = performance.now();
    if (now - this.#last < REST_MS) {
      this.problem.textContent = t("chat.tooFast");
      return false;
    }
    this.#last = now;
    this.problem.textContent = "";
    try {
      await this.session.say({ type: "chat", ...what });
      return true;
    } catch (refusal) {
      this.problem.textContent = /** @type {Error} */ (refusal).message;
      return false;
    }
  }

  /** @param {Line} line */
  #add(line) {
    const { seat, name } = line;
    const isOwn = seat !== null && seat === this.session.seat;
    const who = seat === null ? t("chat.spectator", { name }) : name;
    const text = LINES.includes(/** @type {any} */ (line.line)) ? t(/** @type {any} */ (`chat.${line.line}`)) : line.text;
    const said = h("p.said", { dir: "auto" }, text);
    const hide = isOwn ? null : h("button.hide", { type: "button", onclick: () => this.#toggle(name) });
    const item = h("li", { "data-name": name }, seat === null ? h("span.no-token") : token(seat, { bot: Boolean(this.session.chairs[seat]?.bot) }), h("div.words", null, h("b", { dir: "auto" }, who), said), hide);
    this.list.append(item);
    if (this.list.childElementCount > MOST_LINES) this.list.firstElementChild?.remove();
    this.#show(item);
    this.none.hidden = true;
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {string} name */
  #toggle(name) {
    if (!this.#hidden.delete(name)) this.#hidden.add(name);
    for (const item of /** @type {any} */ (this.list.children)) if (item.dataset.name === name) this.#show(item);
  }

  /** @param {HTMLElement} item */
  #show(item) {
    const name = item.dataset.name ?? "";
    const isHidden = this.#hidden.has(name);
    item.classList.toggle("is-hidden", isHidden);
    const said = /** @type {HTMLElement} */ (item.querySelector(".said"));
    said.hidden = isHidden;
    const button = item.querySelector(".hide");
    if (!button) return;
    button.textContent = isHidden ? "+" : "×";
    button.setAttribute("aria-label", t(isHidden ? "chat.show" : "chat.hide", { name }));
  }
}
