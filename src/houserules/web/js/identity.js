// Who this device is: a name, a key for another device of the same person, and being forgotten.

import { api, become, declineKey, forgetMe, isKnown, keyPicture, linkBase, offeredKey, ownName, playerKey, rememberName } from "./api.js";
import { $, h, put } from "./dom.js";
import { callName } from "./games.js";
import { t } from "./words/index.js";

const SURE_MS = 4000; // a second press within this time means it

/** The part of the settings about the person. */
export function identity() {
  const said = h("p.fine", { role: "status" });
  const name = h("input", { id: "own-name", maxlength: 40, autocomplete: "nickname", required: true, value: callName() });
  const say = (/** @type {string} */ text) => put(said, text);

  const form = h("form.named", { onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    changeName(name.value.trim()).then((now) => say(t("identity.named", { name: now })), (problem) => say(problem.message));
  } }, h("label.label", { for: "own-name" }, t("identity.name")), h("div.line", null, name, h("button.btn", null, t("identity.save"))));

  const link = h("a.key-link", { href: "/" });
  const picture = h("img.qr", { alt: t("identity.picture"), width: 240, height: 240 });
  const carry = h("details", { ontoggle: () => { if (carry.open) showKey(link, picture); } },
    h("summary", null, t("identity.carry")), h("p.fine", null, t("identity.carryNote")), h("p", null, link), picture);

  let isSure = false;
  const forget = h("button.btn.quiet.danger", { type: "button", onclick: () => {
    if (!isSure) {
      isSure = true;
      put(forget, t("identity.sure"));
      setTimeout(() => { isSure = false; put(forget, t("identity.forget")); }, SURE_MS);
      return;
    }
    forgetMe().then(() => { name.value = ""; put(forget, t("identity.forget")); say(t("identity.forgotten")); }, (problem) => say(problem.message));
  } }, t("identity.forget"));

  return h("section.panel.identity", { "aria-label": t("identity.title") }, h("h2", null, t("identity.title")), h("p.fine", null, t("identity.note")),
    form, carry, h("p.fine", null, t("identity.forgetNote")), forget, said);
}

/** @param {string} name @returns {Promise<string>} as the server keeps it */
async function changeName(name) {
  const me = await api("/me", { name }, { method: "PUT" });
  rememberName(me.name);
  return me.name;
}

/** The key is put on the page only when somebody asks for it. @param {HTMLAnchorElement} link @param {HTMLImageElement} picture */
async function showKey(link, picture) {
  link.href = `${await linkBase()}/#key=${playerKey()}`;
  put(link, link.href);
  try { picture.src = await keyPicture(); } catch { picture.remove(); }
}

/** A link brought the key of another device. A device that is nobody yet takes it; any other asks first. @param {() => void} changed */
export function greet(changed) {
  const key = offeredKey();
  if (!key) return;
  const box = h("section.panel.carried", { "aria-label": t("identity.who") });
  $("#app").before(box);
  const take = () => become(key).then((name) => {
    put(box, h("p", { role: "status" }, name ? t("identity.welcome", { name }) : t("identity.welcomeNew")),
      h("button.btn.small", { type: "button", onclick: () => box.remove() }, t("close")));
    changed();
  }, (problem) => put(box, h("p", { role: "alert" }, problem.message)));
  if (!isKnown()) return void take();
  put(box, h("h2", null, t("identity.who")), h("p", null, t("identity.ask", { name: ownName() })),
    h("div.line", null, h("button.btn.primary", { type: "button", onclick: take }, t("identity.other")),
      h("button.btn", { type: "button", onclick: () => { declineKey(); box.remove(); } }, t("identity.stay"))));
}
