// Requests to the server, and who this device is there: a key, no account.

import { keep, kept } from "./prefs.js";
import { hasText, language, t } from "./words/index.js";

/** What the server says in English, in the language of the reader where its code says all of it. @param {string} code @param {string} message */
function told(code, message) {
  const key = `refused.${code}`;
  return language() !== "en" && hasText(key) ? t(key) : message;
}

export class Refused extends Error {
  /** @param {string} code @param {string} message @param {{path: (string|number)[], message: string}[]} problems */
  constructor(code, message, problems = []) {
    super(told(code, message));
    this.code = code;
    this.problems = problems;
  }
}

/** Random bytes as base64url. */
export function randomText(bytes = 24) {
  const text = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Refusals are written like log lines; people read sentences. @param {string} text */
export function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) ? whole : `${whole}.`;
}

/** The secret by which the server knows this device. */
let ownKey = kept("player-key") ?? randomText();
keep("player-key", ownKey);

/** A link from another device of the same person brings its key. What is behind the # is never sent to a server. */
function carriedKey() {
  const key = /^#key=([\w-]{22,128})$/.exec(location.hash)?.[1] ?? null;
  if (key) history.replaceState(history.state, "", location.pathname);
  return key;
}

/** The key that a link brought here, if it is not ours already. */
let offered = ((key) => (key === ownKey ? null : key))(carriedKey());
export const offeredKey = () => offered;
export const declineKey = () => { offered = null; };

export const playerKey = () => ownKey;

/** Does the server know the player of this device? It does not if nobody has sat down here yet. */
export const isKnown = () => kept("name") !== null;
export const ownName = () => kept("name") ?? "";
/** Remember the name that the server was told. @param {string} name */
export const rememberName = (name) => keep("name", name || null);

/**
 * A request below /api/v1.
 * @param {string} path @param {any} [body] POST if there is one @param {{method?: string, headers?: Record<string, string>}} [more]
 * @returns {Promise<any>} the answer; a refusal is thrown as `Refused`
 */
export async function api(path, body, { method, headers } = {}) {
  let answer, data;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method: method ?? (body ? "POST" : "GET"),
      headers: { "Player-Key": ownKey, ...(body ? { "Content-Type": "application/json" } : {}), ...headers },
      body: body ? JSON.stringify(body) : undefined,
    });
    const text = await answer.text();
    data = text ? JSON.parse(text) : null;
  } catch {
    throw new Refused("unreachable", t("api.unreachable"));
  }
  if (!answer.ok) throw new Refused(data?.code ?? "failed", sentence(data?.message ?? t("api.unreachable")), data?.problems);
  return data;
}

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
  rememberName(name);
  offered = null;
  return name;
}

/** The server removes name, key and ratings, and this device begins as somebody new. */
export async function forgetMe() {
  await api("/me", undefined, { method: "DELETE" }).catch((problem) => {
    if (problem.code !== "unknown-player") throw problem;
  });
  ownKey = randomText();
  keep("player-key", ownKey);
  keep("name", null);
}

/** What a link begins with that friends can open. @type {Promise<string> | null} */
let base = null;
export const linkBase = () => base ??= fetch("/web/site.json").then((answer) => answer.json())
  .then((site) => site.base || location.origin, () => location.origin);

/** Can a link be opened on this machine only? @param {string} link */
export const isOnlyHere = (link) => /^(localhost|127\..*|\[::1\])$/.test(new URL(link).hostname);

/** The link that makes another device this player, as a picture for a camera. @returns {Promise<string>} */
export async function keyPicture() {
  const answer = await fetch("/api/v1/me/qr.svg", { headers: { "Player-Key": ownKey } });
  if (!answer.ok) throw new Refused("unreachable", t("settings.noPicture"));
  return `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
}
