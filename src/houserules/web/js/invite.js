// How friends come to a table: a link, a picture for a camera, the share sheet of the device, and a code to say aloud.

import { isOnlyHere, linkBase } from "./api.js";
import { copyText } from "./controls.js";
import { h, icon, put } from "./dom.js";
import { t } from "./words/index.js";

/** The end of a table's id is random: eight digits of it find the table again. @param {string} table */
export const codeOf = (table) => table.slice(-8).toUpperCase().replace(/^(.{4})/, "$1-");

/** @param {string} table its id @param {string} title @param {() => boolean} isHost who opened the table may be who runs the server */
export function invitePanel(table, title, isHost) {
  const panel = h("section.panel.invite", { "aria-labelledby": "invite-title" });
  let said = "";
  let link = "";

  const share = async () => {
    try { await navigator.share({ title: t("invite.shareTitle", { title }), url: link }); } catch { /* somebody thought better of it */ }
  };

  function draw() {
    put(panel, h("h2", { id: "invite-title" }, t("invite.title")),
      link && isHost() && isOnlyHere(link) && h("p.warning", { role: "note" }, t("invite.onlyHere"), " ", h("code", null, 'make serve ARGS="--host 0.0.0.0"')),
      h("div.qr", null, h("img", { src: `/api/v1/tables/${table}/qr.svg`, width: "200", height: "200", alt: t("invite.picture") })),
      h("div.link", null, h("input.text", { value: link, readonly: true, "aria-label": t("invite.link"), onfocus: (/** @type {any} */ event) => event.target.select() }),
        h("button.btn", { type: "button", onclick: async () => { said = await copyText(link) ? t("copied") : t("invite.notCopied"); draw(); } }, icon("copy"), t("copy")),
        "share" in navigator && h("button.btn", { type: "button", onclick: share }, icon("share"), t("share"))),
      h("p.fine", { role: "status" }, said),
      h("p.fine", null, t("invite.orCode"), " ", h("b.spoken-code", null, codeOf(table)), ". ", t("invite.noAccount")));
  }

  draw();
  linkBase().then((base) => { link = `${base}/t/${table}`; draw(); });
  return { element: panel, draw };
}
