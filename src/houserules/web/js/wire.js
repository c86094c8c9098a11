// The connection to a table. It comes back by itself, and says again what was not answered.

import { Refused, sentence } from "./api.js";
import { t } from "./words/index.js";

const FIRST_NUMBER = 2 ** 32; // of what is said beside moves; a move is answered by the number of its view
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;
const PING_MS = 10_000;
const MISSED_PINGS = 3;
const OFFLINE = 1006; // what a browser says of a line that was cut
const STAY_AWAY = [4001, 4002]; // the seat is somebody else's, or the server refuses us for good
const ANSWERS = ["done", "stale", "error", "hint", "why", "explain", "history"];
const STOOD_ALREADY = ["said-already", "dealt", "not-over", "over", "not-a-person", "seat-taken", "paused", "not-paused", "no-person", "no-open-chair"];

/**
 * @typedef {object} Asked
 * @property {any} message
 * @property {number} seq where the table stood
 * @property {number} times how often it was sent
 * @property {(answer: any) => void} resolve
 * @property {(problem: Refused) => void} reject
 */

export class Live {
  seq = -1; // of the newest view; what is older is put aside
  isOpen = false;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<number, Asked>} */
  #asked = new Map();
  #number = FIRST_NUMBER;
  #tries = 0;
  #missed = 0;
  #isClosed = false;
  #gone = { code: "closed", message: "the connection was closed" };

  /**
   * @param {string} table
   * @param {(message: any) => void} hear
   * @param {(isOpen: boolean, wait: number) => void} linked `wait` milliseconds until the next try
   * @param {(code: string, message: string) => void} ended the server does not want us back
   */
  constructor(table, hear, linked, ended) {
    this.table = table;
    this.hear = hear;
    this.linked = linked;
    this.ended = ended;
    /** @type {string | null} */
    this.token = null;
    this.pinging = setInterval(() => this.#ping(), PING_MS);
    this.comeOnline = () => { if (!this.isOpen && !this.#isClosed) this.open(this.token); };
    /** The device says so long before pings are missed. If the server is on this very machine, the next try succeeds. */
    this.goOffline = () => { if (this.#socket) { this.#socket.close(); this.#lost(OFFLINE); } };
    addEventListener("online", this.comeOnline);
    addEventListener("offline", this.goOffline);
  }

  /** For good. */
  close() {
    this.#isClosed = true;
    clearInterval(this.pinging);
    removeEventListener("online", this.comeOnline);
    removeEventListener("offline", this.goOffline);
    const old = this.#socket;
    this.#socket = null;
    old?.close();
  }

  /** Connect. @param {string | null} token null: the browser's cookie, if it has one; "": only watch */
  open(token) {
    this.token = token;
    const old = this.#socket;
    const query = token === null ? "" : `&token=${encodeURIComponent(token)}`;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v1/tables/${this.table}/live?lists=1${query}`);
    this.#socket = socket;
    this.isOpen = false;
    this.#missed = 0;
    old?.close();
    socket.onopen = () => socket === this.#socket && socket.send('{"type":"ping"}'); // its answer says the time
    socket.onmessage = ({ data }) => socket === this.#socket && this.#heardAll(JSON.parse(data));
    socket.onclose = ({ code }) => socket === this.#socket && this.#lost(code);
  }

  /** @param {number} code */
  #lost(code) {
    this.#socket = null;
    this.isOpen = false;
    if (STAY_AWAY.includes(code)) {
      const problem = new Refused(this.#gone.code, sentence(this.#gone.message));
      for (const asked of this.#asked.values()) asked.reject(problem);
      this.#asked.clear();
      this.ended(problem.code, problem.message);
      return;
    }
    const wait = Math.random() * Math.min(FIRST_WAIT_MS * 2 ** this.#tries, LONGEST_WAIT_MS);
    this.#tries += 1;
    setTimeout(() => this.#isClosed || this.#socket || this.open(this.token), wait);
    this.linked(false, wait);
  }

  /** A line that is cut shows itself only by silence. */
  #ping() {
    if (!this.#socket) return;
    if (this.#missed >= MISSED_PINGS) {
      this.#socket.close();
      this.#lost(OFFLINE);
    } else {
      this.#missed += 1;
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send('{"type":"ping"}');
    }
  }

  /** What belongs together comes as a list. @param {any} messages */
  #heardAll(messages) {
    for (const message of Array.isArray(messages) ? messages : [messages]) this.#heard(message);
  }

  /** @param {any} message */
  #heard(message) {
    this.#missed = 0;
    if (message.type === "gone") this.#gone = message;
    if (ANSWERS.includes(message.type)) this.#answered(message);
    const isOld = { view: message.seq < this.seq, events: message.seq <= this.seq, clock: message.seq < this.seq };
    if (isOld[/** @type {"view"} */ (message.type)]) return;
    if (message.type === "view") {
      this.seq = message.seq;
      if (!this.isOpen) {
        this.isOpen = true;
        this.#tries = 0;
        this.linked(true, 0);
        this.#sayAgain();
      }
    }
    this.hear(message);
  }

  /** @param {any} answer */
  #answered(answer) {
    const [of, asked] = answer.of == null ? [...this.#asked][0] ?? [] : [answer.of, this.#asked.get(answer.of)];
    if (of === undefined || !asked) return;
    this.#asked.delete(of);
    if (answer.type === "stale") {
      asked.reject(new Refused("stale", t("wire.stale")));
    } else if (answer.type === "error" && !(asked.times > 1 && STOOD_ALREADY.includes(answer.code))) {
      asked.reject(new Refused(answer.code, sentence(answer.message)));
    } else asked.resolve(answer);
  }

  /** A line of chat would be read twice, and a second undo would take back another move. */
  #sayAgain() {
    for (const [of, asked] of [...this.#asked]) {
      const { type } = asked.message;
      const isOnce = type === "chat" || (type === "undo" && asked.seq !== this.seq);
      if (!asked.times || !isOnce) this.#send(asked);
      else {
        this.#asked.delete(of);
        asked.reject(new Refused("unanswered", t("wire.unanswered")));
      }
    }
  }

  /** @param {Asked} asked */
  #send(asked) {
    if (!this.isOpen || !this.#socket) return;
    asked.times += 1;
    this.#socket.send(JSON.stringify(asked.message));
  }

  /** Say something, and wait for its answer, over lost connections. @param {any} message @returns {Promise<any>} */
  say(message) {
    const isMove = message.type === "move";
    const of = isMove ? this.seq : ++this.#number;
    return new Promise((resolve, reject) => {
      const asked = { message: isMove ? { ...message, seq: of } : { ...message, of }, seq: this.seq, times: 0, resolve, reject };
      this.#asked.set(of, asked);
      this.#send(asked);
    });
  }
}
