// The sheet of a house: its clauses, what changed in them, and what is wrong with it.

import { sentence } from "./api.js";
import { h } from "./dom.js";
import { placeName } from "./house-places.js";
import { t } from "./words/index.js";

/** @typedef {{number: string, text: string, heading?: string}} Clause @typedef {import("./messages").SheetChange} Change */
/** @typedef {{clauses: Clause[], about?: string, parent?: string, summary?: string, changes?: Change[]}} Sheet */

/** In how many rules a house differs from its parent. @param {Sheet} sheet @param {string} name of the house */
export const summaryEl = ({ summary, parent = "", changes = [] }, name) => (summary ? h("b", null, t("sheet.summary", { summary, parent, name, count: changes.length })) : null);

/** Clauses under their headings, those that changed marked. @param {Sheet} sheet */
export function sheetClauses(sheet) {
  const changes = new Map((sheet.changes ?? []).map((change) => [change.number, change]));
  const headings = [...new Set(sheet.clauses.map(({ heading }) => heading ?? ""))];
  const here = new Set(sheet.clauses.map(({ number }) => number));
  const gone = (sheet.changes ?? []).filter(({ number }) => !here.has(number));
  return [
    sheet.about && h("p.about", { "data-key": "about" }, sheet.about),
    headings.map((heading) => h("section", { "data-key": heading }, h("h3", null, heading), h("ol", null, sheet.clauses.filter((clause) => (clause.heading ?? "") === heading).map((clause) => row(clause, changes.get(clause.number)))))),
    gone.length > 0 && h("section", { "data-key": "gone" }, h("h3", null, t("sheet.gone")), h("ol", null, gone.map((change) => h("li.changed", null, h("span.num", null, change.number), changeText(change))))),
  ];
}

/** @param {Clause} clause @param {Change} [change] */
const row = (clause, change) => h("li", { "data-key": clause.number, class: change ? "changed" : "" }, h("span.num", null, clause.number),
  change ? changeText(change, clause.text) : h("div", null, h("p", null, clause.text.replaceAll("`", ""))));

/** What changed: the words inside the sentence, if the two have one in common; else what each of them says. @param {Change} change @param {string} [whole] */
export function changeText(change, whole = change.house_says) {
  if (change.parts?.length) return h("div", null, h("p.parts", null, change.parts.flatMap(({ kind, text }) => [kind === "same" ? text : h(kind === "gone" ? "del" : "ins", null, text), " "]), whole.slice(change.house_says.length).trim()));
  return h("div", null, change.parent_says && h("del", null, change.parent_says), whole && h("p", null, whole.replaceAll(/[*`]/g, "")));
}

/** @param {{path: (string | number)[], message: string}[]} problems @param {Record<string, any>} [schema] of the house: it has the names of its places */
export const problemList = (problems, schema) => h("div.problems", { role: "alert" }, h("b", null, t("sheet.problems", { count: problems.length })),
  h("ul", null, problems.map(({ path, message }) => h("li", null, path.length > 0 && (placeName(schema, path) ? h("b", null, `${sentence(placeName(schema, path)).slice(0, -1)}:`) : h("code", null, path.join("."))), " ", sentence(message)))));
