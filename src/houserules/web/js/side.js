// Beside the table: story, chat and rules as tabs, in a column on a desk and in a drawer on a phone; and everything else that goes with a table
// and is not on the cloth. The screen of the table has one of these.

import { Advice } from "./advice.js";
import { Chat } from "./chat.js";
import { Connection } from "./connection.js";
import { $$, h, icon } from "./dom.js";
import { menuButton } from "./menu.js";
import { rulesCard } from "./rulescard.js";
import { callToTurn, play, soundOf } from "./sound.js";
import { Story } from "./story.js";
import { toast } from "./toast.js";
import { t } from "./words/index.js";

/** @typedef {"story" | "chat" | "rules"} Tab */

/**
 * @typedef {object} Cloth what the side needs of the table
 * @property {HTMLElement} root of the whole screen
 * @property {(view: any) => void} [look] show an older view, or with null the table as it is now
 * @property {(move: string) => void} [hinted] show a hint on the cards
 */

export class Side {
  /** @type {Tab} */
  tab = "story";
  #wasTurn = false;
  /** @type {Element | null} */
  #before = null;

  /** @param {import("./types.js").App} app @param {import("./session.js").Session} session @param {Cloth} cloth */
  constructor(app, session, { root, look, hinted }) {
    this.session = session;
    this.root = root;
    this.story = new Story(session, { look });
    const refused = (/** @type {Error} */ problem) => this.refuse(problem.message);
    this.advice = new Advice(session, { hinted, refused });
    this.connection = new Connection(session, { root, agree: () => this.advice.undo(), alert: (text) => this.story.alert(text), cue: (name) => play(name) });
    this.chat = new Chat(session, { isSeen: () => this.tab === "chat" && this.isInSight, changed: () => this.#drawBadges(), heard: () => play("chat") });
    this.rules = rulesCard(session, app.api);
    this.panes = { story: this.story.element, chat: this.chat.element, rules: this.rules.element };
    this.tabs = h("div.tabs", { role: "tablist", "aria-label": t("story.side"), onkeydown: (/** @type {KeyboardEvent} */ event) => this.#tabKey(event) },
      /** @type {Tab[]} */ (["story", "chat", "rules"]).map((name) => h("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `pane-${name}`, "data-tab": name, onclick: () => this.show(name) },
        t(`${name}.title`), name === "chat" ? h("span.badge", { hidden: true }) : null)));
    for (const [name, pane] of Object.entries(this.panes)) {
      pane.id = `pane-${name}`;
      pane.setAttribute("role", "tabpanel");
      pane.setAttribute("aria-labelledby", `tab-${name}`);
    }
    this.element = h("aside.story", { "aria-label": t("story.side") },
      h("button.icon.close", { type: "button", "aria-label": t("story.closeSide"), onclick: () => this.closeDrawer() }, icon("cross")),
      this.tabs, ...Object.values(this.panes), this.story.regions);
    this.badge = h("span.badge", { hidden: true });
    this.tools = [
      h("button.icon", { type: "button", "aria-label": t("rules.ofThis"), onclick: () => this.open("rules") }, icon("book")),
      h("button.icon.story-tool", { type: "button", "aria-label": t("story.open"), onclick: () => this.open() }, icon("story"), this.badge),
      menuButton(session),
    ];
    this.story.history(session.steps, session.isCut);
    this.stops = [session.on("history", ({ steps, cut }) => this.story.history(steps, cut))];
    this.show("story");
  }

  /** What stands above the cloth: notices, then advice. */
  get notices() { return [this.connection.element, this.advice.element]; }

  close() {
    for (const stop of this.stops) stop();
    this.connection.close();
    this.chat.close();
    document.title = t("main.title");
  }

  // -- From the queue of motion --

  /** @param {any} step @param {number} index */
  tell(step, index) { this.story.tell(step, index); }

  /** @param {any} event */
  cue(event) {
    const name = soundOf(event);
    if (name) play(name, event.cards?.length ?? event.count ?? 1);
  }

  /** A batch ended with this message; `words` say whose turn it is. @param {any} message @param {string} words */
  settled(message, words) {
    this.story.remember(message);
    this.advice.clear();
    this.sayTurn(message.view, words);
  }

  /** @param {any} view @param {string} words */
  sayTurn(view, words) {
    const me = this.session.seat;
    const isTurn = me !== null && !this.session.chairs[me]?.bot && Boolean(view?.to_act?.includes(me)) && !view.outcome;
    if (words) this.story.sayTurn(words);
    const name = this.session.info.name || this.session.info.title;
    document.title = isTurn ? `${t("story.yourTurn")} - ${name}` : `${name} - ${t("main.title")}`;
    if (isTurn && !this.#wasTurn) callToTurn();
    this.#wasTurn = isTurn;
  }

  /** Something was refused: it is said and shown, at the card if there is one. @param {string} text @param {Element | null} [at] */
  refuse(text, at = null) {
    toast(this.root, at, text);
  }

  // -- Tabs and drawer --

  get isInSight() { return this.element.classList.contains("is-open") || getComputedStyle(this.element).position === "static"; }

  /** @param {Tab} name */
  show(name) {
    this.tab = name;
    for (const tab of $$("[role=tab]", this.tabs)) {
      const isShown = tab.dataset.tab === name;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
    }
    for (const [one, pane] of Object.entries(this.panes)) pane.hidden = one !== name;
    if (name === "chat" && this.element.isConnected && this.isInSight) this.chat.seen();
    if (name === "rules") this.rules.show();
    this.#drawBadges();
  }

  /** On a phone it is a drawer. Whoever asks for the chat wants to write. @param {Tab} [name] */
  open(name) {
    this.#before = document.activeElement;
    this.element.classList.add("is-open");
    this.show(name ?? this.tab);
    if (name === "chat" && this.chat.input.checkVisibility()) this.chat.input.focus();
    else $$("[aria-selected=true]", this.tabs)[0]?.focus();
  }

  /** Says whether it was open. */
  closeDrawer() {
    const was = this.element.classList.contains("is-open");
    this.element.classList.remove("is-open");
    if (was && this.#before instanceof HTMLElement) this.#before.focus();
    return was;
  }

  /** Escape closes one thing at a time. Says whether there was something to close. */
  escape() { return this.closeDrawer() || this.story.escape() || this.advice.clear(); }

  /** @param {KeyboardEvent} event */
  #tabKey(event) {
    const order = /** @type {Tab[]} */ (Object.keys(this.panes));
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.show(order[(order.indexOf(this.tab) + step + order.length) % order.length]);
    $$("[aria-selected=true]", this.tabs)[0]?.focus();
  }

  #drawBadges() {
    const count = this.chat?.unread ?? 0;
    for (const badge of [this.badge, ...$$(".badge", this.tabs ?? this.root)]) {
      if (!badge) continue;
      badge.hidden = !count;
      badge.textContent = count ? String(count) : "";
      badge.setAttribute("aria-label", t("chat.unread", { count }));
    }
  }
}
