// The rules of this very table on one card: how they differ from the game they extend, then every clause.

import { h } from "./dom.js";
import { t } from "./words/index.js";

/** @typedef {{number: string, text: string, heading?: string}} Clause */
/** @typedef {{clauses: Clause[], parent?: string, summary?: string, changes?: {number: string, parent_says: string, house_says: string}[]}} Sheet */

/** Clauses of a page in Markdown: those of a game that ships. @param {string} page @returns {Clause[]} */
export function clausesOf(page) {
  let heading = "";
  /** @type {Clause[]} */
  const found = [];
  for (const block of page.split("\n\n")) {
    const clause = /^\*\*S([\d.]+)\*\* /.exec(block);
    if (block.startsWith("## ")) heading = block.slice(3).replace(/^\S+ /, "");
    else if (clause) found.push({ number: clause[1], text: block.slice(clause[0].length).replaceAll(/\s+/g, " "), heading });
  }
  return found;
}

/** Bold and code of Markdown become elements; nothing else does. @param {string} text */
const marked = (text) => text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) =>
  (part.startsWith("**") ? h("b", null, part.slice(2, -2)) : part.startsWith("`") ? h("code", null, part.slice(1, -1)) : part));

/** @param {import("./session.js").Session} session @param {typeof import("./api.js").api} api @returns {Promise<{name: string, sheet: Sheet}>} */
async function fetchRules({ info }, api) {
  if (!info.house) {
    const { name, page } = await api(`/games/${info.game}/rules`);
    return { name, sheet: { clauses: clausesOf(page) } };
  }
  const { rules, sheet } = await api("/houses/check", { house: info.house });
  return { name: rules?.name ?? info.title, sheet: sheet ?? { clauses: clausesOf(rules?.page ?? "") } };
}

/** @param {Sheet} sheet */
function changesEl({ changes = [] }) {
  return changes.length ? h("ul.changes", null, changes.map(({ number, parent_says: before, house_says: now }) => h("li.changed", null,
    h("span.num", null, number), h("div", null, h("p", null, marked(now)), before && h("p.instead", null, h("del", null, t("rules.instead", { text: before.replaceAll(/[*`]/g, "") }))))))) : null;
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
      element.replaceChildren(h("h3.name", { dir: "auto" }, name), h("p.fine", null, line), ...[changesEl(sheet)].filter((node) => node !== null),
        h("details", { open: !count }, h("summary", null, t("rules.all")), ...clausesEl(sheet.clauses).filter((node) => node instanceof Node)));
    } catch (problem) {
      isAsked = false;
      element.replaceChildren(h("p", { role: "alert" }, t("rules.failed", { message: /** @type {Error} */ (problem).message })));
    }
  };
  return { element, show };
}
