// The powers of a house: ranks to choose from, and for the chosen one where it may be laid and what it does.

import { picker, radio, radioGroup, segment } from "./controls.js";
import { h, icon } from "./dom.js";
import { effectOf, effectsOf, withEffect, writtenEffect } from "./house-effects.js";
import { knob, worded } from "./house-form.js";
import { t } from "./words/index.js";

/** @typedef {import("./house.js").Draft} Draft @typedef {Record<string, any>} Schema */

/** What is chosen in the editor; it outlives a redraw. @typedef {{rank: string, selector: string}} Chosen */

/** All powers by their selectors, as they stand now. @param {Draft} draft @returns {Record<string, any>} */
function powersOf(draft) {
  const all = { ...(draft.base.powers ?? {}), ...(draft.document.powers ?? {}) };
  return Object.fromEntries(Object.entries(all).filter(([, power]) => power && power !== "none"));
}

const rankOf = (/** @type {string} */ selector) => selector.split(":")[0];
const isFor = (/** @type {string} */ selector, /** @type {string} */ rank) => rankOf(selector).split(",").includes(rank);

/** @param {Draft} draft @param {Chosen} chosen @param {() => void} redraw @returns {any} */
export function powersPanel(draft, chosen, redraw) {
  const schema = draft.schema.properties.powers;
  if (!schema) return null;
  const power = schema.additionalProperties.anyOf.find((/** @type {Schema} */ one) => one.type === "object");
  const { ranks, suits } = schema.propertyNames;
  const powers = powersOf(draft);
  const choose = (/** @type {string} */ rank) => { chosen.rank = rank; chosen.selector = selectorsOf(powers, rank)[0] ?? rank; redraw(); };
  return h("section.panel.powers", { "data-key": "powers", "aria-labelledby": "powers-title" }, h("h2", { id: "powers-title" }, worded(schema.title)),
    radioGroup("div.rank-grid", worded(schema.title), ranks.map((/** @type {string} */ rank, /** @type {number} */ at) => {
      const here = selectorsOf(powers, rank);
      const changed = Object.keys(draft.document.powers ?? {}).some((selector) => isFor(selector, rank));
      return h("button.rank", { ...radio(rank === chosen.rank, at === 0), "data-key": rank, class: `${here.length ? "has" : ""} ${changed ? "changed" : ""}`, onclick: () => choose(rank) },
        h("b", null, rank), h("small", null, here.length ? here.map((selector) => brief(power, powers[selector], selector)).join("; ") : t("builder.noPower")), changed && h("span.sr", null, t("builder.changed")));
    })),
    editor({ draft, chosen, redraw, power, suits, powers }));
}

/** @param {Record<string, any>} powers @param {string} rank */
const selectorsOf = (powers, rank) => Object.keys(powers).filter((selector) => isFor(selector, rank));

/** What a power does, in a few words. @param {Schema} schema @param {any} power @param {string} selector */
function brief(schema, power, selector) {
  const effects = effectsOf(schema).filter(({ name }) => effectOf(schema, power, name)).map(({ title }) => worded(title));
  const suits = selector.includes(":") ? `${selector.split(":")[1]}: ` : "";
  return suits + (effects.join(", ") || t("builder.noEffect"));
}

/** @param {{draft: Draft, chosen: Chosen, redraw: () => void, power: Schema, suits: Record<string, string>, powers: Record<string, any>}} all */
function editor({ draft, chosen, redraw, power: schema, suits, powers }) {
  const { rank } = chosen;
  const here = selectorsOf(powers, rank);
  const selector = here.includes(chosen.selector) || isFor(chosen.selector, rank) ? chosen.selector : rank;
  const power = powers[selector];
  const inherited = draft.base.powers?.[selector];
  const write = (/** @type {any} */ value) => { chosen.selector = selector; draft.set(["powers", selector], value); };
  const remove = () => { chosen.selector = rank; draft.set(["powers", selector], inherited ? "none" : undefined); };
  const tabs = [...new Set([rank, ...here, selector])];
  const free = Object.keys(suits).filter((suit) => !tabs.includes(`${rank}:${suit}`));
  const title = (/** @type {string} */ one) => (one.includes(":") ? one.split(":")[1].split(",").map((suit) => worded(suits[suit] ?? suit)).join(", ") : t("builder.allSuits"));
  return h("div.editor", { "data-key": "editor", role: "group", "aria-label": t("builder.whatDoes", { rank }) },
    h("div.edhead", null, h("span.bigrank", { "aria-hidden": "true" }, rank === "Joker" ? "★" : rank), h("div", null, h("h3", null, t("builder.whatDoes", { rank })), h("p.fine", null, inheritedText(draft, schema, inherited))),
      draft.isChanged(["powers", selector]) && h("button.btn.small.quiet", { type: "button", "data-key": "reset", onclick: () => { chosen.selector = selector; draft.set(["powers", selector], undefined); } }, icon("again"), t("builder.asIn", { parent: draft.parent?.name ?? "" })),
      power && h("button.btn.small.quiet", { type: "button", "data-key": "remove", onclick: remove }, icon("cross"), t("builder.takeAway"))),
    rank !== "Joker" && h("div.knob", { "data-key": "suits" }, h("span.knob-name", null, t("builder.forSuits")), h("div.knob-control", null,
      tabs.length > 1 && segment(t("builder.forSuits"), tabs.map((one) => ({ value: one, title: title(one) })), selector, (one) => { chosen.selector = one; redraw(); }),
      picker(t("builder.addSuits"), [{ value: "", title: t("builder.addSuits") }, ...free.map((suit) => ({ value: suit, title: worded(suits[suit]) }))], "", (suit) => { if (suit) { chosen.selector = `${rank}:${suit}`; redraw(); } }))),
    effectButtons(schema, power, write),
    effectSettings(schema, power, write),
    power && settings(schema, power, write));
}

/** @param {Draft} draft @param {Schema} schema @param {any} inherited */
function inheritedText(draft, schema, inherited) {
  if (!draft.parent) return "";
  return inherited ? t("builder.inParent", { parent: draft.parent.name, does: brief(schema, inherited, "") }) : t("builder.notInParent", { parent: draft.parent.name });
}

/** @param {Schema} schema @param {any} power @param {(power: any) => void} write */
const effectButtons = (schema, power, write) => h("div.effects", { "data-key": "effects", role: "group", "aria-label": worded(schema.properties.do.title) }, effectsOf(schema).map(({ name, title, description }) => {
  const isOn = Boolean(power && effectOf(schema, power, name));
  return h("button.effect", { type: "button", "data-key": name, "aria-pressed": String(isOn), onclick: () => write(withEffect(schema, power ?? { do: [] }, name, isOn ? null : {})) }, h("b", null, worded(title)), h("small", null, worded(description)));
}));

/** Settings of the effects that this power has. @param {Schema} schema @param {any} power @param {(power: any) => void} write */
const effectSettings = (schema, power, write) => effectsOf(schema).flatMap((effect) => {
  const given = power && effectOf(schema, power, effect.name);
  const keys = Object.entries(effect.parameters);
  if (!given || !keys.length) return [];
  return [h("fieldset.effect-set", { "data-key": `of ${effect.name}` }, h("legend", null, worded(effect.title)), keys.map(([key, inside]) =>
    knob(inside, given[key] ?? inside.default, (value) => write(withEffect(schema, power, effect.name, writtenEffect(given, key, value, inside)))))) ];
});

/** Where it may be laid first, the rest to unfold. @param {Schema} schema @param {any} power @param {(power: any) => void} write */
function settings(schema, power, write) {
  const keys = Object.entries(schema.properties).filter(([key]) => key !== "do" && key !== "else");
  const set = (/** @type {string} */ key, /** @type {Schema} */ inside) => knob(inside, power[key] ?? inside.default, (value) => {
    const { [key]: _, ...rest } = power;
    write(value === undefined || JSON.stringify(value) === JSON.stringify(inside.default) ? rest : { [key]: value, ...rest });
  });
  const isSet = keys.slice(1).some(([key]) => key in power);
  return h("div.settings", { "data-key": "settings" }, keys.slice(0, 1).map(([key, inside]) => set(key, inside)),
    h("details.more-options", { open: isSet }, h("summary", null, t("builder.more")), keys.slice(1).map(([key, inside]) => set(key, inside))));
}
