// What this device keeps: how the table looks, sounds and moves. Nothing of it is sent to a server.

/** @typedef {import("./types.js").Settings} Settings */

const KEY = "settings";

/** @type {Settings} */
export const USUAL = {
  theme: "system", suits: 2, index: "usual", skin: "cards", speed: 1, motion: "system",
  sounds: { table: 0, turn: 0, chat: 0 }, language: "", sort: "rank", auto: false,
};

/** @param {string} name @returns {string | null} */
export function kept(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/** @param {string} name @param {string | null} value */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch { /* this device keeps nothing: then it is only for now */ }
}

/** @returns {Settings} */
function read() {
  try { return { ...USUAL, ...JSON.parse(kept(KEY) ?? "{}") }; } catch { return { ...USUAL }; }
}

const prefersDay = matchMedia("(prefers-color-scheme: light)");
const prefersCalm = matchMedia("(prefers-reduced-motion: reduce)");

class Prefs {
  #settings = read();
  /** @type {Set<(changed: keyof Settings) => void>} */
  #listeners = new Set();

  get theme() { return this.#settings.theme; }
  get suits() { return this.#settings.suits; }
  get index() { return this.#settings.index; }
  get skin() { return this.#settings.skin; }
  get speed() { return this.#settings.speed; }
  get motion() { return this.#settings.motion; }
  get sounds() { return this.#settings.sounds; }
  get language() { return this.#settings.language; }
  get sort() { return this.#settings.sort; }
  get auto() { return this.#settings.auto; }

  /** Should nothing fly? Then each event is drawn and told, without motion. */
  get isCalm() { return this.motion === "reduced" || this.speed === 0 || (this.motion === "system" && prefersCalm.matches); }
  get isDay() { return this.theme === "day" || (this.theme === "system" && prefersDay.matches); }

  /** @template {keyof Settings} Key @param {Key} key @param {Settings[Key]} value */
  set(key, value) {
    this.#settings = { ...this.#settings, [key]: value };
    keep(KEY, JSON.stringify(this.#settings));
    this.show();
    for (const listener of [...this.#listeners]) listener(key);
  }

  /** @param {(changed: keyof Settings) => void} listener @returns {() => void} ends it */
  on(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tell the style sheets. */
  show() {
    const root = document.documentElement;
    Object.assign(root.dataset, {
      theme: this.isDay ? "day" : "night", suits: String(this.suits), skin: this.skin, index: this.index,
      motion: this.isCalm ? "reduced" : "full",
    });
    root.style.setProperty("--speed", String(this.speed || 1));
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", getComputedStyle(root).getPropertyValue("--room").trim());
  }
}

export const prefs = new Prefs();
prefersDay.addEventListener("change", () => prefs.show());
prefersCalm.addEventListener("change", () => prefs.show());
