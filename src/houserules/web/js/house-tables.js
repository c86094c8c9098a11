// The tables of a house as panels of controls: everything of its schema but the powers.

import { segment } from "./controls.js";
import { h } from "./dom.js";
import { isShown, knob, titleOf, worded } from "./house-form.js";
import { t } from "./words/index.js";

/** @typedef {import("./house.js").Draft} Draft @typedef {Record<string, any>} Schema @typedef {(string | number)[]} Path */

/** A value in words, for "Shithead: 3". @param {Schema} schema @param {any} value @returns {string} */
function written(schema, value) {
  if (value === undefined) return t("form.nothing");
  if (Array.isArray(value)) return value.length ? value.map((one) => titleOf(schema, one)).join(" ") : t("form.none");
  if (typeof value === "boolean") return value ? t("form.yes") : t("form.no");
  return typeof value === "object" ? "" : titleOf(schema, value);
}

/** @param {Draft} draft @param {Schema} schema @param {Path} path */
export function line(draft, schema, path) {
  const inherited = path.reduce((inside, key) => inside?.[key], draft.base) ?? schema.default;
  const note = t("form.parentSays", { parent: draft.parent?.name ?? draft.start?.name ?? "", value: written(schema, inherited) });
  return knob(schema, draft.value(path, schema), (value) => draft.set(path, value), { changed: draft.isChanged(path) && inherited !== undefined, note, reset: () => draft.set(path, undefined) });
}

/** The lines of a table; tables inside it are told in line with it. @param {Draft} draft @param {Schema} schema @param {Path} path @returns {any[]} */
function lines(draft, schema, path) {
  return Object.entries(schema.properties ?? {}).filter(([, inside]) => isShown(inside)).map(([key, inside]) => {
    if (inside.forms) return formed(draft, inside, [...path, key]);
    if (inside.type === "object") return lines(draft, inside, [...path, key]);
    return line(draft, inside, [...path, key]);
  });
}

/** A table that is written in one of several forms, and as a whole. @param {Draft} draft @param {Schema} schema @param {Path} path */
function formed(draft, schema, path) {
  const value = draft.value(path) ?? {};
  const chosen = Math.max(0, schema.forms.findIndex((/** @type {string[]} */ [key]) => key in value));
  const all = schema.forms.map((/** @type {string[]} */ [key], /** @type {number} */ at) => ({ value: String(at), title: worded(schema.properties[key].title) }));
  const begin = (/** @type {string} */ at) => draft.set(path, { [schema.forms[at][0]]: schema.properties[schema.forms[at][0]].minimum });
  return h("div.formed", { "data-key": schema.title },
    h("div.knob", null, h("span.knob-name", null, worded(schema.title)), segment(worded(schema.title), all, String(chosen), begin)),
    schema.forms[chosen].map((/** @type {string} */ key) => knob(schema.properties[key], value[key] ?? schema.properties[key].default, (to) => draft.set(path, { ...value, [key]: to }))));
}

/** Panels of all tables, the single keys of the document first. @param {Draft} draft */
export function tablePanels(draft) {
  const all = Object.entries(draft.schema.properties).filter(([key, schema]) => isShown(schema) && !["extends", "powers", "version", "name"].includes(key));
  const single = all.filter(([, schema]) => schema.type !== "object");
  const tables = all.filter(([, schema]) => schema.type === "object");
  return tables.map(([key, schema], at) => h("section.panel", { "data-key": key, "aria-labelledby": `table-${key}` }, h("h2", { id: `table-${key}` }, worded(schema.title)),
    at === 0 ? single.map(([name, one]) => line(draft, one, [name])) : null, lines(draft, schema, [key])));
}
