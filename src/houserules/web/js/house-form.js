// Controls made from a JSON Schema: one for each kind of value. It knows no rule; titles, limits and words come from the schema.

import { marks, picker, segment, stepper, toggle } from "./controls.js";
import { h, icon } from "./dom.js";
import { t } from "./words/index.js";

/** @typedef {Record<string, any>} Schema */
/** @typedef {(value: any) => void} Change called with undefined: as it was before */

const MOST_STEPS = 40;
const MOST_IN_A_ROW = 4;
const LONG_TITLE = 16;

/** A title or a line of help of the schema, in the language of the reader. @param {string} title */
export const worded = (title) => t("form.title", { title });
/** @param {Schema} schema @param {any} value */
export const titleOf = (schema, value) => (schema.titles?.[value] === undefined ? String(value) : worded(schema.titles[value]));
/** @param {Schema} schema @param {any[]} values */
const choices = (schema, values) => values.map((value) => ({ value: String(value), title: titleOf(schema, value) }));

/** Can a form show this? What may only be written in one way, or has no title, is left out. @param {Schema} schema */
export const isShown = (schema) => Boolean(schema.title) && schema.const === undefined;

/**
 * The control of one value.
 * @param {Schema} schema @param {any} value undefined if nothing is said and nothing is usual @param {Change} change
 */
export function control(schema, value, change) {
  const label = worded(schema.title);
  if (schema.enum) return schema.enum.length > MOST_IN_A_ROW
    ? picker(label, choices(schema, schema.enum), String(value ?? schema.enum[0]), change)
    : segment(label, choices(schema, schema.enum), String(value), change);
  if (schema.type === "boolean") return null; // a switch is its own label
  if (schema.anyOf) return either(schema, value, change);
  if (schema.type === "array") return schema.ordered ? order(schema, value ?? [], change) : marks(label, choices(schema.titles ? schema : schema.items, [...(schema.items.enum ?? schema.items.anyOf[0].enum), ...(value ?? []).filter((/** @type {string} */ one) => one.includes(":"))]), value ?? [], change);
  if (schema.type === "string") return textField(schema, value, change);
  return number(schema, value, change);
}

/** @param {Schema} schema @param {any} value @param {Change} change */
function number(schema, value, change) {
  const { minimum: min, maximum: max } = schema;
  const title = worded(schema.title);
  const isOptional = Array.isArray(schema.type) || schema.titles?.[""] !== undefined;
  if (max - min <= MOST_STEPS) return stepper(title, value ?? null, { min, max, ...(isOptional ? { unset: worded(schema.titles?.[""] ?? "–") } : {}) }, (to) => change(to ?? undefined));
  return h("input.text.short", { type: "number", min, max, step: "1", value: value ?? "", "aria-label": title, inputmode: "numeric", onchange: (/** @type {any} */ { target }) => change(target.value === "" ? undefined : Number(target.value)) });
}

/** @param {Schema} schema @param {any} value @param {Change} change */
function textField(schema, value, change) {
  return h("input.text", { value: value ?? "", maxlength: schema.maxLength, "aria-label": worded(schema.title), oninput: (/** @type {any} */ { target }) => change(target.value) });
}

/** A value as text, for a choice that no control can make. @param {Schema} schema @param {any} value @returns {string} */
const asText = (schema, value) => (Array.isArray(value) ? value.map((one) => titleOf(schema, one)).join(" ") : typeof value === "object" ? Object.entries(value).map(([key, one]) => `${key}: ${one}`).join(", ") : titleOf(schema, value));

/** Words, numbers, yes or no: all that can be clicked, and what is written in another form. @param {Schema} schema @param {any} value @param {Change} change */
function oneOf(schema, value, change) {
  const unset = schema.titles?.[""] === undefined ? [] : [undefined];
  const all = unset.concat(schema.anyOf.flatMap((/** @type {Schema} */ one) => one.enum ?? (one.type === "boolean" ? [false, true] : one.type === "integer" ? Array.from({ length: one.maximum - one.minimum + 1 }, (_, at) => one.minimum + at) : one.examples ?? [])));
  const shown = value === undefined || all.includes(value) ? all : [...all, value];
  const text = (/** @type {any} */ one) => (one === undefined ? worded(schema.titles[""]) : typeof one === "boolean" ? t(one ? "form.yes" : "form.no") : asText(schema, one));
  const options = shown.map((/** @type {any} */ one, /** @type {number} */ at) => ({ value: String(at), title: text(one) }));
  const show = options.length > 2 * MOST_IN_A_ROW || options.some((/** @type {any} */ one) => one.title.length > LONG_TITLE) ? picker : segment;
  return show(worded(schema.title), options, String(shown.indexOf(value)), (/** @type {any} */ at) => change(shown[Number(at)]));
}

/** A pair of numbers, a list in its order, or one of several forms. @param {Schema} schema @param {any} value @param {Change} change */
function either(schema, value, change) {
  const pair = schema.anyOf.find((/** @type {Schema} */ one) => one.type === "array" && one.maxItems === 2);
  const list = schema.anyOf.find((/** @type {Schema} */ one) => one.type === "array" && one.items.enum);
  if (schema.ordered && list) return order({ ...schema, items: list.items }, value === undefined ? [] : [value].flat(), (next) => change(next.length === 1 ? next[0] : next));
  if (pair) {
    const [low, high] = Array.isArray(value) ? value : [value ?? pair.items.minimum, value ?? pair.items.maximum];
    const { minimum: min, maximum: max } = pair.items;
    return h("div.pair", null,
      stepper(t("form.fewest", { title: worded(schema.title) }), low, { min, max }, (to) => change([to, Math.max(to ?? min, high)])), h("span", { "aria-hidden": "true" }, t("form.to")),
      stepper(t("form.most", { title: worded(schema.title) }), high, { min, max }, (to) => change([Math.min(low, to ?? max), to])));
  }
  const whole = schema.anyOf.find((/** @type {Schema} */ one) => one.type === "integer");
  const hasWords = schema.anyOf.some((/** @type {Schema} */ one) => one.enum || one.examples);
  if (whole && !hasWords && (value === undefined || typeof value === "number")) return number({ ...schema, ...whole }, value, change);
  return oneOf(schema, value, change);
}

/** A list whose order matters: one is picked up, and moves. @param {Schema} schema @param {string[]} value @param {Change} change */
function order(schema, value, change) {
  const missing = schema.items.enum.filter((/** @type {string} */ one) => !value.includes(one));
  const move = (/** @type {number} */ at, /** @type {number} */ by) => {
    const to = Math.max(0, Math.min(value.length - 1, at + by));
    const next = value.filter((_, place) => place !== at);
    next.splice(to, 0, value[at]);
    change(next);
  };
  return h("div.order", { role: "group", "aria-label": worded(schema.title) },
    value.map((rank, at) => h("span.spot-of", { "data-key": rank },
      h("button.icon", { type: "button", "aria-label": t("form.earlier", { rank: titleOf(schema, rank) }), "aria-disabled": String(at === 0), onclick: () => move(at, -1) }, icon("back")),
      h("b", null, titleOf(schema, rank)),
      h("button.icon", { type: "button", "aria-label": t("form.leaveOut", { rank: titleOf(schema, rank) }), onclick: () => change(value.filter((one) => one !== rank)) }, icon("cross")))),
    missing.map((/** @type {string} */ rank) => h("button.chip", { type: "button", "data-key": `add ${rank}`, "aria-label": t("form.add", { rank: titleOf(schema, rank) }), onclick: () => change([...value, rank]) }, "+ ", titleOf(schema, rank))));
}

/**
 * One line of a form: title, help, what the parent says, and the control.
 * @param {Schema} schema @param {any} value @param {Change} change @param {{changed?: boolean, note?: string, reset?: () => void}} [more]
 */
export function knob(schema, value, change, { changed = false, note = "", reset } = {}) {
  const title = worded(schema.title);
  const help = schema.description && worded(schema.description);
  const name = h("span.knob-name", null, h("span", null, title), help && h("small", null, help), changed && note && h("small.note", null, note));
  if (schema.type === "boolean") return h("div.knob", { "data-key": schema.title, class: changed ? "changed" : "" }, toggle(title, Boolean(value), change, [help, changed && note].filter(Boolean).join("; ")));
  return h("div.knob", { "data-key": schema.title, class: changed ? "changed" : "" }, name, h("div.knob-control", null, control(schema, value, change),
    changed && reset && h("button.icon", { type: "button", "data-key": "reset", "aria-label": t("form.reset", { title, note }), title: note, onclick: reset }, icon("undo"))));
}
