// What every page needs: elements, what this device keeps, and calls of the API.

/** @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/**
 * An element. Attributes that begin with "on" are listeners; one that is false or null is left out.
 * @param {string} tag @param {Record<string, any>} attributes @param {...any} children @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = /** @type {any} */ (document.createElement(tag));
  element.handlers = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.handlers[name] = value;
      element.addEventListener(name.slice(2), (/** @type {Event} */ event) => element.handlers[name](event));
    } else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** @param {any[]} children @returns {any[]} */
const nodes = (children) => children.flat(3).filter((child) => child != null && child !== false)
  .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));

const isSame = (/** @type {any} */ one, /** @type {any} */ other) =>
  one.nodeName === other.nodeName && one.dataset?.key === other.dataset?.key;

/**
 * Let an element hold these children. What stays the same stays where it is, with its focus and a finger on it: it is
 * the same if it has the same tag and data-key.
 * @param {any} parent @param {...any} children
 */
export function put(parent, ...children) {
  const wanted = nodes(children);
  const left = [...parent.childNodes];
  const kept = wanted.map((child) => {
    const at = left.findIndex((one) => isSame(one, child));
    return at < 0 ? null : left.splice(0, at + 1)[at]; // those before it are not wanted any more
  });
  const staying = new Set(kept);
  for (const child of [...parent.childNodes]) if (!staying.has(child)) child.remove();
  wanted.forEach((child, at) => {
    const old = kept[at];
    if (!old) parent.insertBefore(child, parent.childNodes[at] ?? null);
    else if (child.nodeType === Node.TEXT_NODE) { if (old.data !== child.data) old.data = child.data; } else {
      for (const { name } of [...old.attributes]) if (!child.hasAttribute(name)) old.removeAttribute(name);
      for (const { name, value } of child.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
      old.handlers = child.handlers;
      put(old, ...child.childNodes);
    }
  });
}

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

/** Random bytes as base64url. */
export function randomText(bytes = 24) {
  const text = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A link from another device of the same person brings its key. What is behind the # is never sent to a server. */
function carriedKey() {
  const key = /^#key=([\w-]{22,128})$/.exec(location.hash)?.[1] ?? null;
  if (key) history.replaceState(null, "", location.pathname);
  return key;
}

/** The secret by which the server knows this device. There are no accounts. */
let ownKey = kept("player-key") ?? randomText();
keep("player-key", ownKey);

export const playerKey = () => ownKey;

/** Does the server know the player of this device? It does not if nobody has sat down here yet. */
export const isKnown = () => kept("name") !== null;

/** The key that a link brought here, if it is not ours already. */
export const offeredKey = ((key) => (key === ownKey ? null : key))(carriedKey());

/** From now on this device is the player of another key. @param {string} key @returns {Promise<string>} its name, "" if it has none yet */
export async function become(key) {
  const before = ownKey;
  ownKey = key;
  /** @type {string} */
  const name = await api("/me").then((me) => me.name, (problem) => {
    if (problem.code === "unknown-player") return "";
    ownKey = before;
    throw problem;
  });
  keep("player-key", key);
  keep("name", name || null);
  return name;
}

/** What a link begins with that friends can open. @type {Promise<string> | null} */
let base = null;
export const linkBase = () => base ??= fetch("/web/site.json").then((answer) => answer.json())
  .then((site) => site.base || location.origin, () => location.origin);

/** Can a link be opened on this machine only? @param {string} link */
export const isOnlyHere = (link) => /^(localhost|127\..*|\[::1\])$/.test(new URL(link).hostname);

/** The same link as a picture, for a camera. @returns {Promise<string>} */
export async function keyPicture() {
  const answer = await fetch("/api/v1/me/qr.svg", { headers: { "Player-Key": ownKey } });
  if (!answer.ok) throw new Refused("unreachable", "The picture cannot be made now: use the link.");
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}

export class Refused extends Error {
  /** @param {string} code @param {string} message @param {{path: (string|number)[], message: string}[]} problems */
  constructor(code, message, problems = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

/** @param {string} path @param {any} [body] POST if there is one @param {Record<string, string>} [headers] @returns {Promise<any>} */
export async function api(path, body, headers = {}) {
  let answer, data;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: { "Player-Key": ownKey, ...(body ? { "Content-Type": "application/json" } : {}), ...headers },
      body: body ? JSON.stringify(body) : undefined,
    });
    data = await answer.json();
  } catch {
    throw new Refused("unreachable", "The server cannot be reached: try again in a moment.");
  }
  if (!answer.ok) throw new Refused(data.code, sentence(data.message), data.problems);
  return data;
}

/** Names as in a sentence: Ann, Ben and Eve. @param {string[]} names */
export const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/** @param {number} count @param {string} noun in the singular */
export const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Refusals are written like log lines; people read sentences. @param {string} text */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
