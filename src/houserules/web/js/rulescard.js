// The rules of this very table on one card: how they differ from the game they extend, then every clause.

import { h } from "./dom.js";
import { changeText } from "./house-sheet.js";
import { t } from "./words/index.js";

/** @typedef {{number: string, text: string, heading?: string}} Clause */
/** @typedef {import("./house-sheet.js").Sheet} Sheet */

/** Bold and code of Markdown become elements; nothing else does. @param {string} text */
const marked = (text) => text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) =>
  (part.startsWith("**") ? h("b", null, part.slice(2, -2)) : part.startsWith("`") ? h("code", null, part.slice(1, -1)) : part));

/** @param {import("./session.js").Session} session @param {typeof import("./api.js").api} api @returns {Promise<{name: string, sheet: Sheet}>} */
async function fetchRules({ info }, api) {
  if (!info.house) {
    const { name, sheet } = await api(`/games/${info.game}/rules`);
    return { name, sheet };
  }
  const { rules, sheet } = await api("/houses/check", { house: info.house });
  return { name: rules?.name ?? info.title, sheet: sheet ?? { clauses: [] } };
}

/** @param {Sheet} sheet */
function changesEl({ changes = [] }) {
  return changes.length ? h("ul.changes", null, changes.map((change) => h("li.changed", null, h("span.num", null, change.number), changeText(change)))) : null;
}

/** @param {Clause[]} clauses */
function clausesEl(clauses) {
  const headings = [...new Set(clauses.map(({ heading = "" }) => heading))];
  return headings.flatMap((heading) => [
    heading && h("h4", null, heading),
    h("ol.clauses", null, clauses.filter((one) => (one.heading ?? "") === heading).map(({ number, text }) => h("li", null, h("span.num", null, number), h("p", null, marked(text))))),
  ]);
}

/** The card. It is filled as soon as it is looked at. @param {import("./session.js").Session} session @param {typeof import("./api.js").api} api */
export function rulesCard(session, api) {
  const element = h("div.rules-pane", { tabindex: 0, role: "region", "aria-label": t("rules.ofThis") });
  let isAsked = false;
  const show = async () => {
    if (isAsked) return;
    isAsked = true;
    try {
      const { name, sheet } = await fetchRules(session, api);
      const count = sheet.changes?.length ?? 0;
      const line = count ? t("rules.changed", { parent: sheet.parent, count }) : t("rules.as", { name });
      element.replaceChildren(h("h3.name", { dir: "auto" }, name), h("p.fine", null, line), ...[sheet.about ? h("p", null, sheet.about) : null, changesEl(sheet)].filter((node) => node !== null),
        h("details", { open: !count }, h("summary", null, t("rules.all")), ...clausesEl(sheet.clauses).filter((node) => node instanceof Node)));
    } catch (problem) {
      isAsked = false;
      element.replaceChildren(h("p", { role: "alert" }, t("rules.failed", { message: /** @type {Error} */ (problem).message })));
    }
  };
  return { element, show };
}
