// The sheet of a house: its clauses, what changed in them, and what is wrong with it.

import { sentence } from "./api.js";
import { h } from "./dom.js";
import { t } from "./words/index.js";

/** @typedef {{number: string, text: string, heading?: string}} Clause @typedef {{number: string, parent_says: string, house_says: string}} Change */
/** @typedef {{clauses: Clause[], parent?: string, summary?: string, changes?: Change[]}} Sheet */

/** Clauses under their headings, those that changed marked. @param {Sheet} sheet */
export function sheetClauses(sheet) {
  const changes = new Map((sheet.changes ?? []).map((change) => [change.number, change]));
  const headings = [...new Set(sheet.clauses.map(({ heading }) => heading ?? ""))];
  const here = new Set(sheet.clauses.map(({ number }) => number));
  const gone = (sheet.changes ?? []).filter(({ number }) => !here.has(number));
  return [
    headings.map((heading) => h("section", { "data-key": heading }, h("h3", null, heading), h("ol", null, sheet.clauses.filter((clause) => (clause.heading ?? "") === heading).map((clause) => row(clause, changes.get(clause.number)))))),
    gone.length > 0 && h("section", { "data-key": "gone" }, h("h3", null, t("sheet.gone")), h("ol", null, gone.map((change) => h("li.changed", null, h("span.num", null, change.number), h("div", null, h("del", null, change.parent_says), h("p", null, change.house_says)))))),
  ];
}

/** @param {Clause} clause @param {Change} [change] */
const row = (clause, change) => h("li", { "data-key": clause.number, class: change ? "changed" : "" }, h("span.num", null, clause.number),
  h("div", null, change?.parent_says && h("del", null, change.parent_says), h("p", null, clause.text.replaceAll("`", ""))));

/** @param {{path: (string | number)[], message: string}[]} problems */
export const problemList = (problems) => h("div.problems", { role: "alert" }, h("b", null, t("sheet.problems", { count: problems.length })),
  h("ul", null, problems.map(({ path, message }) => h("li", null, path.length > 0 && h("code", null, path.join(".")), " ", sentence(message)))));
