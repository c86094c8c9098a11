// A house that somebody writes: what it changes, what it inherits, and what the server says about it.

import { api } from "./api.js";
import { keep, kept } from "./prefs.js";
import { t } from "./words/index.js";

/** @typedef {import("./messages").Houses} Houses @typedef {import("./messages").HouseStart} HouseStart @typedef {import("./messages").HouseChecked} HouseChecked */
/** @typedef {Record<string, any>} Document */
/** @typedef {(string | number)[]} Path */

const KEPT = "house-draft";
const CHECK_AFTER_MS = 120;

/** @type {Promise<Houses> | null} */
let known = null;
/** @returns {Promise<Houses>} */
export function houses() {
  known ??= api("/houses");
  known.catch(() => { known = null; });
  return /** @type {Promise<Houses>} */ (known);
}

/** @param {any} document @param {Path} path @returns {any} */
export const valueAt = (document, path) => path.reduce((inside, key) => (inside && typeof inside === "object" ? inside[key] : undefined), document);

/** @param {any} one @param {any} other */
export const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** The document with a value at a path; undefined takes it away, and tables that become empty with it. @param {any} document @param {Path} path @param {any} value @returns {any} */
export function withValue(document, [key, ...rest], value) {
  const copy = { ...(document && typeof document === "object" ? document : {}) };
  const inside = rest.length ? withValue(copy[key], rest, value) : value;
  if (inside === undefined || (rest.length && Object.keys(inside).length === 0)) delete copy[key];
  else copy[key] = inside;
  return copy;
}

export class Draft {
  /** @type {Document} */
  document = {};
  /** @type {HouseChecked | null} what the server said last */
  checked = null;
  /** @type {string} why the server could not be asked */
  problem = "";
  /** @type {HouseChecked["sheet"]} the last one of a house that can be played */
  sheet = null;
  /** How often the whole house was replaced: then its fields are made anew. */
  edition = 0;
  #timer = 0;
  #number = 0;
  #heard = () => undefined;

  /** @param {Houses} all @param {() => any} heard called whenever something is new */
  constructor(all, heard) {
    this.all = all;
    this.#heard = heard;
  }

  /** The family whose document this is, as the server said; before that, as the start says. */
  get family() { return this.checked?.family ?? this.start?.family ?? this.all.starts[0].family; }
  get schema() { return this.all.schemas[this.family]; }
  /** What this house extends. @returns {HouseStart | null} */
  get parent() { return this.all.starts.find((start) => start.ships && start.id === this.document.extends) ?? null; }
  /** @type {HouseStart | null} where somebody began */
  start = null;
  get base() { return this.parent?.whole ?? {}; }
  get name() { return this.nameIn(this.document) ?? this.nameIn(this.base) ?? this.start?.name ?? ""; }
  /** Has something changed since the server said what it thinks? */
  isChecking = false;

  /** Where a document of this family has its name. @returns {Path} */
  get namePath() { return this.schema?.properties?.name ? ["name"] : ["gameInfo", "name"]; }
  /** @param {Document} document @returns {string | undefined} */
  nameIn(document) { return valueAt(document, this.namePath); }

  /** Begin with a game or an example. @param {HouseStart} start */
  begin(start) {
    this.start = start;
    this.edition += 1;
    this.checked = null;
    this.document = structuredClone(start.document);
    if (this.nameIn(this.document) === undefined) this.document = withValue(this.document, this.namePath, t("builder.newName", { name: start.name }));
    this.#changed(0);
  }

  /** Continue with a document from elsewhere. @param {Document} document */
  use(document) {
    this.document = document;
    this.edition += 1;
    this.checked = null;
    this.#changed(0);
  }

  /** What this house says, or inherits; else what the schema gives. @param {Path} path @param {any} [schema] */
  value(path, schema) { return valueAt(this.document, path) ?? valueAt(this.base, path) ?? schema?.default; }
  /** @param {Path} path */
  isChanged(path) { return valueAt(this.document, path) !== undefined && !isEqual(valueAt(this.document, path), valueAt(this.base, path)); }

  /** Say something; what the parent says too is not written. @param {Path} path @param {any} value undefined: as the parent says */
  set(path, value) {
    this.document = withValue(this.document, path, isEqual(value, valueAt(this.base, path)) ? undefined : value);
    this.#changed();
  }

  #changed(wait = CHECK_AFTER_MS) {
    keep(KEPT, JSON.stringify({ document: this.document, start: this.start?.id }));
    this.isChecking = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.check(), wait);
    this.#heard();
  }

  /** Ask the server what it thinks. Only the last answer counts. @param {Document | string} [house] a text is TOML or JSON */
  async check(house = this.document) {
    const number = ++this.#number;
    try {
      /** @type {HouseChecked} */
      const checked = await api("/houses/check", { house });
      if (number !== this.#number) return checked;
      this.problem = "";
      if (typeof house !== "string") {
        this.checked = checked;
        this.sheet = checked.sheet ?? this.sheet;
        this.isChecking = house !== this.document;
      }
      this.#heard();
      return checked;
    } catch (refused) {
      if (number === this.#number) this.problem = /** @type {Error} */ (refused).message;
      this.#heard();
      return null;
    }
  }

  /** What was written here last time. @param {(document: Document, start: string | undefined) => boolean} isWanted @returns {boolean} was there something that is wanted? */
  resume(isWanted) {
    try {
      const { document, start } = JSON.parse(kept(KEPT) ?? "null") ?? {};
      if (!document || typeof document !== "object" || !isWanted(document, start)) return false;
      this.start = this.all.starts.find((one) => one.id === start) ?? null;
      this.use(document);
      return true;
    } catch {
      return false;
    }
  }

  close() { clearTimeout(this.#timer); }
}
