// One table: what the server told about it, and what a person can say there. Screens listen to it.

import { api, isKnown, ownName, randomText, rememberName } from "./api.js";
import { keep, kept } from "./prefs.js";
import { Live } from "./wire.js";

/** @typedef {import("./types.js").Presence} Presence */
/** @typedef {Required<Omit<Presence, "you" | "undo">> & {you: number | null, undo: number | null}} WholePresence */

/**
 * What listeners hear, by kind. `view` is a view that did not come with events: show it at once. `batch` has the events of one
 * or more steps and the view after them. `presence`, `clock`, `over` and `chat` bring the message; `link` says whether the
 * connection stands, and in how many milliseconds it is tried again; `history` brings steps of this match that happened before
 * we came; `gone` says why the server does not want us here.
 * @typedef {{view: import("./types.js").ViewMessage, batch: import("./types.js").Batch, presence: WholePresence, chat: import("./types.js").Chat,
 *   clock: import("./types.js").Clock, over: import("./types.js").Over, link: {isOpen: boolean, wait: number}, gone: {code: string, message: string},
 *   history: {steps: import("./types.js").Step[], cut: boolean}, notice: {message: string}}} Kinds
 */

/** @typedef {{salt: string, commitment: string, match: number}} Salt what this device adds to the deal of a match, and what the server had promised then */

/** What a message about presence leaves out has its usual value. */
const NOBODY = { watching: 0, waiting: [], paused: false, dealt: false, undo: null, allows: [], name: "", public: false, commitment: "" };

/** Ask for a table and connect to it. @param {string} table its id @returns {Promise<Session>} */
export async function openSession(table) {
  const info = await api(`/tables/${table}`);
  return new Session(table, info);
}

export class Session {
  /** @type {import("./types.js").View | null} as far as we may know; null before the deal */
  view = null;
  /** @type {import("./types.js").ViewMessage | null} the message that brought the view */
  message = null;
  /** @type {WholePresence | null} */
  presence = null;
  /** @type {import("./types.js").Clock | null} */
  clock = null;
  /** @type {import("./types.js").Over | null} */
  over = null;
  /** @type {import("./types.js").Chat[]} */
  chats = [];
  /** @type {import("./types.js").Step[]} of this match, in order */
  steps = [];
  /** Were there earlier steps than those? */
  isCut = false;
  /** @type {string | null} our public id, if the server knows us */
  me = null;
  /** @type {{code: string, message: string} | null} why the server does not want us here */
  gone = null;
  /** Milliseconds by which the server's clock is ahead of ours. */
  ahead = 0;
  isOpen = false;
  /** How much was said and not answered yet. */
  unanswered = 0;
  /** @type {import("./types.js").Step[]} whose view has not come yet */
  #events = [];
  /** @type {Salt | null} what this page added last */
  #said = null;
  /** @type {Promise<any> | null} its answer, as long as there is none */
  #adding = null;
  /** @type {Map<string, Set<(what: any) => void>>} */
  #listeners = new Map();

  /** @param {string} table @param {import("./types.js").TableInfo} info */
  constructor(table, info) {
    this.table = table;
    this.info = info;
    this.seatKey = `seat-${table}`; // kept: nothing, then the cookie says which seat is ours; "", we only watch; or a token
    this.saltKey = `salt-${table}`; // kept: the last salt, for all tabs of this device
    this.live = new Live(table, (message) => this.#hear(message), (isOpen, wait) => this.#linked(isOpen, wait), (code, message) => this.#ended(code, message));
    this.live.open(kept(this.seatKey));
    if (isKnown()) api("/me").then((me) => { this.me = me.id; if (this.presence) this.#tell("presence", this.presence); }, () => undefined);
  }

  // -- Who is who --

  /** Our seat; null if we only watch. */
  get seat() { return this.presence?.you ?? null; }
  get chairs() { return this.presence?.chairs ?? []; }
  get isHost() { return this.seat !== null && Boolean(this.chairs[this.seat]?.host); }
  get isDealt() { return Boolean(this.presence?.dealt && this.view); }
  get isPlaying() { return this.isDealt && !this.view?.outcome; }
  get match() { return this.message?.match ?? 0; }
  get seq() { return this.live.seq; }
  /** Our seat, if we have it on another device: the server gives it to us here, too. */
  get isSeatedElsewhere() { return this.seat === null && this.me !== null && this.chairs.some((one) => one.id === this.me); }
  /** Seats to sit down on. One that was given up belongs to a bot until the match is over, and so does one that is out. */
  get freeSeats() {
    const out = /** @type {number[]} */ ((this.isPlaying && /** @type {any} */ (this.view).out) || []);
    return this.chairs.flatMap((one, seat) => (one.bot && !one.keeps && !(one.forfeited && this.isPlaying) && !out.includes(seat) ? [seat] : []));
  }

  get hasFreeChair() { return this.freeSeats.length > 0; }

  /** @param {string} what "hint", "undo" or "chat" */
  allows(what) { return Boolean(this.presence?.allows.includes(what)); }

  // -- Hearing --

  /** @template {keyof Kinds} Kind @param {Kind} kind @param {(what: Kinds[Kind]) => void} listener @returns {() => void} ends it */
  on(kind, listener) {
    const known = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, known.add(listener));
    return () => known.delete(listener);
  }

  /** @template {keyof Kinds} Kind @param {Kind} kind @param {Kinds[Kind]} what */
  #tell(kind, what) {
    for (const listener of [...(this.#listeners.get(kind) ?? [])]) listener(what);
  }

  /** @param {any} message */
  #hear(message) {
    this.gone = null;
    switch (message.type) {
      case "view": this.#heardView(message); break;
      case "events": this.#events.push(message); this.steps.push(message); this.#heardSalt(message); break;
      case "presence": this.presence = { ...NOBODY, ...message }; this.#checkSalt(); this.#tell("presence", /** @type {WholePresence} */ (this.presence)); break;
      case "clock": this.clock = message; this.#tell("clock", message); break;
      case "over": this.over = message; this.#tell("over", message); break;
      case "pong": this.ahead = message.at - Date.now(); break;
      case "chat": this.#heardChat(message); break;
      case "seat": keep(this.seatKey, message.token); this.live.open(message.token); break;
      case "error": if (message.of == null) this.#tell("notice", message); break;
    }
  }

  /** @param {import("./types.js").ViewMessage} message */
  #heardView(message) {
    const events = this.#events;
    this.#events = [];
    const isNewMatch = (message.match ?? 0) !== this.match;
    if (isNewMatch) this.steps = [...events];
    if (isNewMatch || message.view?.outcome === null) this.over = null;
    this.message = message;
    this.view = message.view;
    document.body.dataset.seq = String(this.live.seq);
    if (events.length) this.#tell("batch", { events, view: message });
    else this.#tell("view", message);
  }

  /** The last lines come again with each connection. @param {import("./types.js").Chat} chat */
  #heardChat(chat) {
    if (this.chats.some((one) => one.at === chat.at && one.seat === chat.seat && one.text === chat.text)) return;
    this.chats.push(chat);
    this.#tell("chat", chat);
  }

  /** @param {boolean} isOpen @param {number} wait */
  #linked(isOpen, wait) {
    this.isOpen = isOpen;
    this.#events = [];
    if (isOpen) this.live.say({ type: "history" }).then((history) => this.#heardHistory(history), () => undefined);
    this.#tell("link", { isOpen, wait });
  }

  /** @param {any} history */
  #heardHistory(history) {
    const known = new Set(this.steps.map((step) => step.seq));
    const missing = history.steps.filter((/** @type {any} */ step) => !known.has(step.seq));
    this.isCut = Boolean(history.cut);
    if (!missing.length) return;
    this.steps = [...this.steps, ...missing].sort((one, other) => one.seq - other.seq);
    this.#tell("history", { steps: missing, cut: this.isCut });
  }

  /** The server does not want this connection back: then we watch, if we may. @param {string} code @param {string} message */
  #ended(code, message) {
    this.gone = { code, message };
    this.isOpen = false;
    this.#tell("gone", this.gone);
    if (["removed", "bad-token"].includes(code)) {
      keep(this.seatKey, "");
      this.forgetSalt();
      this.live.open("");
    }
  }

  // -- Saying --

  /** Say something and wait for its answer, over lost connections; a refusal is thrown. @param {any} message @returns {Promise<any>} */
  async say(message) {
    this.#count(1);
    try {
      return await this.live.say(message);
    } finally {
      this.#count(-1);
    }
  }

  /** @param {number} more */
  #count(more) {
    this.unanswered += more;
    document.body.dataset.unanswered = String(this.unanswered);
  }

  /** @param {string} text as in "play 7H 7D" */
  move(text) { return this.say({ type: "move", move: text }); }

  /** Would this move be allowed, and if not, why not? @param {string} text @returns {Promise<import("./types.js").ExplainMessage>} */
  explain(text) { return this.say({ type: "explain", move: text }); }

  /** Take a free chair, or our own that we have on another device; where none is free, wait for one. @param {string} [name] @param {number} [seat] @returns {Promise<"seated" | "waiting">} */
  async sit(name = ownName(), seat) {
    if (this.presence && !this.hasFreeChair && !this.isSeatedElsewhere) {
      await this.say({ type: "wait", name });
      return "waiting";
    }
    try {
      await api(`/tables/${this.table}/seats`, { name, ...(seat === undefined ? {} : { seat }) });
    } catch (problem) {
      if (/** @type {any} */ (problem).code !== "seated") throw problem;
    }
    rememberName(ownName() || name);
    keep(this.seatKey, null);
    this.live.open(null);
    return "seated";
  }

  /** Ready for a deal. The salt is made after the server has shown what it is bound to. */
  ready() { return this.#addSalt("ready", this.presence?.commitment ?? ""); }
  rematch() { return this.#addSalt("rematch", this.over?.commitment ?? ""); }

  /** One salt for each deal: a second press, or a press in another tab, adds the same one. @param {"ready" | "rematch"} type @param {string} commitment @returns {Promise<any>} */
  #addSalt(type, commitment) {
    if (this.#adding) return this.#adding;
    const match = this.match + 1;
    const known = this.salt;
    this.#said = known?.match === match && known.commitment === commitment ? known : { salt: randomText(), commitment, match };
    this.#writeSalt(this.#said);
    this.#adding = this.say({ type, salt: this.#said.salt }).finally(() => { this.#adding = null; });
    return this.#adding;
  }

  /** Did somebody here say that they are ready, and was not answered yet? */
  get isAdding() { return this.#adding !== null; }

  /** The salt that this device added last, and to which match. @returns {Salt | null} */
  get salt() { return JSON.parse(kept(this.saltKey) ?? "null"); }

  /** @param {Salt} salt */
  #writeSalt(salt) { keep(this.saltKey, JSON.stringify(salt)); }

  /** The server says which salt of our seat it keeps: the first. One that came too late is in no deal. @param {import("./types.js").Step} step */
  #heardSalt({ seat, deed }) {
    const salt = /** @type {any} */ (deed)?.salt;
    if (seat !== this.seat || salt === undefined) return;
    const said = this.#said;
    if (said && said.salt === salt) this.#writeSalt(said);
    else if (this.salt?.match === this.match + 1 && this.salt.salt !== salt) this.forgetSalt();
  }

  /** Whoever stands up, or lets a bot play, takes the salt back: then it is in no deal. */
  forgetSalt() { keep(this.saltKey, null); }

  /** Notice when the server does not count us as ready any more. */
  #checkSalt() {
    const isBetween = !this.presence?.dealt || this.over;
    const isNext = this.salt?.match === this.match + 1;
    const isReady = this.seat !== null && this.chairs[this.seat].ready;
    if (isBetween && isNext && !this.unanswered && !isReady) this.forgetSalt();
  }

  /** Leave the page of this table; the seat stays ours. */
  close() {
    this.live.close();
    this.#listeners.clear();
    delete document.body.dataset.seq;
    delete document.body.dataset.unanswered;
  }
}
