// What stands between us and the game, in words under the top bar: a lost connection, people who are away, a pause, somebody who wants to take
// back a move, a bot on our own seat. Nothing is ever blocked by a dialog. The clocks of all seats tick here, too.

import { $$, h, put } from "./dom.js";
import { t } from "./words/index.js";

const TICK_MS = 250;
const PATIENCE_MS = 400; // a connection that comes back at once is not worth a word
const LOW_MS = 10_000;

/** "1:05" @param {number} ms */
export function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export class Connection {
  #lostAt = 0;
  #retryAt = 0;
  #isLost = false;
  #ticked = 0;

  /**
   * @param {import("./session.js").Session} session
   * @param {{root: HTMLElement, agree: () => void, alert: (text: string) => void, cue?: (name: string) => void}} table `agree` to an undo
   */
  constructor(session, table) {
    this.session = session;
    this.table = table;
    this.element = h("div.notices");
    this.stops = [
      session.on("link", ({ isOpen, wait }) => this.#linked(isOpen, wait)),
      session.on("presence", () => this.draw()),
      session.on("gone", ({ message }) => { this.gone = message; this.draw(); table.alert(message); }),
      session.on("clock", () => this.#tick()),
    ];
    this.timer = setInterval(() => this.#tick(), TICK_MS);
    this.draw();
  }

  close() {
    clearInterval(this.timer);
    for (const stop of this.stops) stop();
  }

  /** Milliseconds of the server's clock. */
  get #now() { return Date.now() + this.session.ahead; }

  /** @param {boolean} isOpen @param {number} wait */
  #linked(isOpen, wait) {
    if (isOpen && this.#isLost) this.table.alert(t("link.back"));
    if (isOpen) this.#isLost = false;
    else if (!this.#lostAt) this.#lostAt = Date.now();
    if (isOpen) this.#lostAt = 0;
    this.#retryAt = Date.now() + wait;
    this.gone = "";
    this.#tick();
  }

  /** @type {string} why the server does not want us */
  gone = "";

  #tick() {
    if (this.#lostAt && !this.#isLost && Date.now() - this.#lostAt > PATIENCE_MS) {
      this.#isLost = true;
      this.table.alert(t("link.lost", { seconds: 0 }));
      this.table.cue?.("lost");
    }
    this.table.root.classList.toggle("is-lost", this.#isLost);
    this.draw();
    this.#drawClocks();
  }

  draw() {
    put(this.element, ...this.#lines());
  }

  /** @returns {HTMLElement[]} */
  #lines() {
    const { session } = this;
    const { presence, seat } = session;
    if (this.gone) return [line("gone", this.gone)];
    if (this.#isLost) {
      const seconds = Math.ceil((this.#retryAt - Date.now()) / 1000);
      return [line("lost", t("link.lost", { seconds: Math.max(0, seconds) }), button(t("link.retry"), () => session.live.comeOnline()))];
    }
    if (!presence?.dealt || session.over) return [];
    const own = seat === null ? null : presence.chairs[seat];
    const found = presence.chairs.flatMap((chair, at) => (chair.away && at !== seat ? [this.#away(chair, at)] : []));
    if (presence.paused) found.push(line("paused", t("link.paused"), session.isHost && button(t("link.resume"), () => this.#say({ type: "resume" }))));
    if (own?.bot && own.keeps && !own.forfeited) found.push(line("bot", t("link.botForYou"), button(t("link.imBack"), () => this.#say({ type: "back" }))));
    if (presence.undo !== null && presence.undo !== seat) {
      found.push(line("undo", t("advice.undoAsked", { name: presence.chairs[presence.undo].name }), seat !== null && button(t("advice.agree"), this.table.agree)));
    } else if (presence.undo !== null) found.push(line("undo", t("advice.undoWaits")));
    return found;
  }

  /** @param {import("./types.js").Chair} chair @param {number} seat */
  #away({ name, away }, seat) {
    const seconds = away?.at == null ? null : Math.max(0, Math.ceil((away.at - this.#now) / 1000));
    return line(`away-${seat}`, seconds === null ? t("link.away", { name }) : t("link.awayUntil", { name, seconds }));
  }

  /** @param {any} message */
  #say(message) {
    this.session.say(message).catch((problem) => this.table.alert(problem.message));
  }

  /** The clocks run between two messages, too. */
  #drawClocks() {
    const { clock, presence } = this.session;
    if (!clock) return;
    for (const node of $$("[data-clock]", this.table.root)) {
      const own = clock.seats[Number(node.dataset.clock)];
      if (!own) continue;
      const left = own.left - (own.runs && !presence?.paused ? this.#now - clock.at : 0);
      const text = clockText(left);
      if (node.textContent !== text) {
        node.textContent = text;
        node.setAttribute("aria-label", t("clock.left", { time: text }));
      }
      const isLow = own.runs && left < LOW_MS;
      node.classList.toggle("is-low", isLow);
      const second = Math.ceil(left / 1000);
      if (isLow && Number(node.dataset.clock) === this.session.seat && second !== this.#ticked && second >= 0) { this.#ticked = second; this.table.cue?.("tick"); }
    }
  }
}

/** @param {string} key @param {string} text @param {any} [action] */
const line = (key, text, action) => h(`div.notice.is-${key.split("-")[0]}`, { "data-key": key }, h("p", { "data-key": "text", dir: "auto" }, text), action || null);

/** @param {string} name @param {() => void} act */
const button = (name, act) => h("button.btn.small", { type: "button", "data-key": name, onclick: act }, name);
