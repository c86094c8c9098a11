// The page of a table: before the deal the room, then the table, then the end. One connection serves all three.

import { ownName } from "./api.js";
import { bar } from "./bar.js";
import { h } from "./dom.js";
import { room } from "./room.js";
import { openSession } from "./session.js";
import { table } from "./table.js";
import { t } from "./words/index.js";

const NOTICE_MS = 8000;

/** Nobody needs the end at the beginning. */
const loadEnd = () => import("./end.js");

/** @typedef {import("./types.js").Screen} Screen @typedef {import("./session.js").Session} Session */

/** @param {import("./types.js").App} app @param {string} id of the table @returns {Screen} */
export function visit(app, id) {
  const element = h("div.visit", null, bar(), h("main.page", { "aria-busy": "true" }, h("h1", null, t("visit.opening"))));
  /** @type {Session | null} */
  let session = null;
  /** @type {Screen | null} */
  let shown = null;
  let kind = "";
  let isClosed = false;
  let endedMatch = 0; // the match whose end was shown at the table already

  /** @param {string} wanted @param {() => Screen} make */
  const show = (wanted, make) => {
    if (kind === wanted) return;
    kind = wanted;
    shown?.close?.();
    shown = make();
    element.replaceChildren(shown.element);
  };

  /** Which of the three it is. The table says itself when its last card has landed. */
  const look = () => {
    if (!session?.presence) return;
    const here = session;
    if (!here.isDealt) show("room", () => room(app, here));
    else if (here.over && (kind !== "table" || endedMatch === here.match)) showEnd(here);
    else {
      show("table", () => table(app, here, () => { endedMatch = here.match; look(); }));
      if (here.isPlaying) loadEnd().catch(() => undefined); // so that it is here when it is needed
    }
  };

  /** @param {Session} here */
  const showEnd = (here) => loadEnd().then(({ end }) => {
    if (!isClosed && here.over) show("end", () => end(app, here));
  }, () => location.reload()); // the server has a new version, and not this module any more

  openSession(id).then((opened) => {
    if (isClosed) return opened.close();
    session = opened;
    for (const what of /** @type {const} */ (["presence", "view", "batch", "over"])) opened.on(what, look);
    opened.on("gone", ({ code, message }) => { if (code === "no-spectators") askToSit(opened, message); else if (kind) notice(message); else refuse(message); });
    opened.on("notice", ({ message }) => notice(message));
  }, (problem) => refuse(problem.message));

  /** @param {string} message */
  const refuse = (message) => {
    document.title = `${t("visit.missing")} - ${t("main.title")}`;
    element.replaceChildren(bar(), h("main.page", null, h("h1", null, t("visit.missing")), h("p", { role: "alert" }, message), h("p", null, h("a.btn.primary", { href: "/" }, t("replay.home")))));
  };

  /** Nobody may watch here: then one can only sit down. @param {Session} opened @param {string} message */
  const askToSit = (opened, message) => {
    kind = "";
    const name = h("input", { id: "sit-name", required: true, maxlength: 40, autocomplete: "nickname", value: ownName() });
    element.replaceChildren(bar({ title: opened.info.name || opened.info.title }), h("main.page", null, h("h1", null, opened.info.name || opened.info.title), h("p", { role: "alert" }, message),
      h("form.named", { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); opened.sit(name.value.trim()).catch((problem) => notice(problem.message)); } },
        h("label.label", { for: "sit-name" }, t("visit.name")), h("div.line", null, name, h("button.btn.primary", null, t("visit.sit"))))));
  };

  /** @param {string} text */
  const notice = (text) => {
    element.querySelector(":scope > .notice")?.remove();
    const shownText = h("p.notice", { role: "alert", onclick: () => shownText.remove() }, text);
    element.append(shownText);
    setTimeout(() => shownText.remove(), NOTICE_MS);
  };

  return { element, close() { isClosed = true; shown?.close?.(); session?.close(); } };
}
