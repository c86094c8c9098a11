// The panel that verifies a deal: every check is done here in the browser, and shown with what it compared.

import { api } from "./api.js";
import { h, icon, put } from "./dom.js";
import { verify } from "./verify.js";
import { t } from "./words/index.js";

/** @typedef {import("./verify.js").Check} Check */
/** @typedef {{record: any, replay: any, kept: import("./verify.js").Kept | null}} Evidence */

const SHORT = 8;

/** A long number, by both of its ends. @param {string} hex */
const short = (hex) => h("code", { title: hex }, hex.length > 3 * SHORT ? `${hex.slice(0, SHORT)}…${hex.slice(-SHORT)}` : hex);

/** @param {Check} one */
function detail(one) {
  if (one.check !== "cards") return one.of ? short(one.of) : null;
  return one.wrong?.length ? h("small", null, t("proof.wrong", { what: one.wrong.slice(0, 3).join("; ") })) : h("small", null, t("proof.compared", { count: one.count }));
}

/** @param {Check} one */
const checkLine = (one) => h(`li.${one.ok ? "ok" : "bad"}`, null, icon(one.ok ? "check" : "cross"),
  h("div", null, h("b", null, h("span.sr", null, t(one.ok ? "proof.right" : "proof.false")), t(`proof.${one.check}`, one)), detail(one)));

/** @param {Evidence} evidence */
function verdict({ record, replay, kept }) {
  const checks = verify(record, replay, kept);
  const isFair = checks.every(({ ok }) => ok);
  const title = !record.proof ? "proof.claimed" : isFair ? "proof.fair" : "proof.unfair";
  return [
    h("div.seal", { class: isFair ? "" : "is-broken" }, icon("shield"), h("div", null, h("h2", null, t(title)), h("p", null, t("proof.here")))),
    h("ol.steps", null, checks.map(checkLine)),
    h("details", null, h("summary", null, t("proof.not")), h("p", null, t("proof.notText"))),
    record.proof ? h("p.fine", null, t("proof.sealWord"), " ", short(record.proof.commitment), kept ? [" ", t("proof.saltWord"), " ", short(kept.salt)] : null) : null,
  ];
}

/**
 * A panel with its button. It verifies at once, and again whenever the button is pressed, with what the server sends then.
 * @param {string} table @param {number} match @param {import("./verify.js").Kept | null} kept @param {Promise<any>} firstReplay
 */
export function proofPanel(table, match, kept, firstReplay) {
  const found = h("div.found", { role: "status" });
  const button = h("button.btn", { type: "button", onclick: () => run(api(`/tables/${table}/replay?match=${match}`)) }, icon("shield"), t("proof.verify"));

  /** @param {Promise<any>} asked */
  async function run(asked) {
    put(found, h("p", null, t("proof.working")));
    try {
      const [record, replay] = await Promise.all([api(`/tables/${table}/record?match=${match}`), asked]);
      put(found, verdict({ record, replay, kept }));
    } catch (problem) {
      put(found, h("h2", null, t("proof.unknown")), h("p", { role: "alert" }, /** @type {Error} */ (problem).message));
    }
  }
  run(firstReplay);
  return h("section.panel.proof", { "aria-label": t("proof.title") }, found, button);
}
