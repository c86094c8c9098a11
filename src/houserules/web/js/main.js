// Boot and router: one document, one screen at a time, chosen by the path.

import { api, offeredKey } from "./api.js";
import { $, h } from "./dom.js";
import { prefs } from "./prefs.js";
import { loadWords, t } from "./words/index.js";

/** @typedef {import("./types.js").Screen} Screen @typedef {import("./types.js").App} App */
/** @typedef {(app: App, ...parts: string[]) => Screen} MakeScreen */

/** Path, and the module that has its screen; the server has the same list. @type {[RegExp, () => Promise<MakeScreen>][]} */
const SCREENS = [
  [/^\/$/, async () => (await import("./home.js")).home],
  [/^\/lobby$/, async () => (await import("./lobby.js")).lobby],
  [/^\/matches$/, async () => (await import("./matches.js")).matches],
  [/^\/houses$/, async () => (await import("./builder.js")).builder],
  [/^\/house\/([^/]+)$/, async () => (await import("./shared.js")).sharedHouse],
  [/^\/settings$/, async () => (await import("./settings.js")).settings],
  [/^\/t\/([^/]+)$/, async () => (await import("./visit.js")).visit],
  [/^\/replay\/([^/]+)\/([^/]+)$/, async () => (await import("./replay.js")).replay],
];

/** @type {App} */
const app = { go, prefs, t, api };
/** @type {Screen | null} */
let shown = null;
let visits = 0;

/** @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  show().catch(explain);
}

async function show() {
  const number = ++visits;
  const [screen, parts] = SCREENS.flatMap(([pattern, load]) => {
    const found = pattern.exec(location.pathname);
    return found ? [/** @type {const} */ ([load, found.slice(1)])] : [];
  })[0] ?? [SCREENS[0][1], []];
  const make = await screen().catch((problem) => {
    if (number === 1) throw problem;
    location.reload(); // the server has a new version, and not this module any more
    throw problem;
  });
  if (number !== visits) return; // somebody went on meanwhile
  shown?.close?.();
  document.title = t("main.title");
  shown = make(app, ...parts);
  $("#app").replaceChildren(shown.element);
  scrollTo(0, 0);
  document.documentElement.dataset.ready = "true";
  performance.mark("ready");
  if (number > 1) focusHeading(shown.element);
}

/** A screen reader begins to read at the heading of the new screen. @param {HTMLElement} element */
function focusHeading(element) {
  const heading = element.querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Links inside the page do not load it again. @param {MouseEvent} event */
function followLink(event) {
  const link = /** @type {Element} */ (event.target).closest?.("a");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname === location.pathname && link.hash) return;
  if (!SCREENS.some(([pattern]) => pattern.test(link.pathname))) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** The faces of the cards, once for all screens. It is drawn by tools/cards.py. */
async function loadSprite() {
  const answer = await fetch(new URL("../cards.svg", import.meta.url));
  const sprite = document.importNode(new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement, true);
  const box = h("div.sprite", { "aria-hidden": "true" });
  box.append(sprite);
  document.body.prepend(box);
}

/** @param {unknown} problem */
function explain(problem) {
  console.error(problem);
  $("#app").replaceChildren(h("main.page.broken", null, h("h1", null, t("main.title")), h("p", { role: "alert" }, t("main.broken")),
    h("button.btn.primary", { type: "button", onclick: () => location.reload() }, t("main.reload"))));
}

async function boot() {
  prefs.show();
  addEventListener("popstate", () => show().catch(explain));
  document.addEventListener("click", followLink);
  prefs.on((changed) => { if (changed === "language") loadWords().then(show).catch(explain); });
  await Promise.all([loadWords(), loadSprite()]);
  await show();
  if (offeredKey()) (await import("./identity.js")).greet(() => show().catch(explain));
  if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}

boot().catch(explain);
