// The middle of the cloth: stock, pile, burned cards, what the pile asks for in words, and which way play runs.

import { h, s } from "./dom.js";
import { backEl, cardEl, cardName, inline, sentence, spoken } from "./cards.js";
import { hasText, t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene */

const SHOWN = 5;
const MOST_LAST = 2;
const CLOCKWISE = "M4 12a8 8 0 0 1 14-5.3M20 12a8 8 0 0 1-14 5.3M18.5 2.5v4.5h-4.5M5.5 21.5V17H10";
const COUNTER = "M20 12a8 8 0 0 0-14-5.3M4 12a8 8 0 0 0 14 5.3M5.5 2.5V7H10M18.5 21.5V17H14";

/** Each card lies a little askew, always the same way. @param {number} place in the pile */
const tilt = (place) => `${(((place * 7919) % 11) - 5) * 0.55}deg`;

/**
 * The last cards, each showing its index: under a mirror one has to see what it mirrors.
 * @param {string[]} pile from bottom to top
 */
export function pileEl(pile) {
  const shown = pile.slice(-SHOWN);
  const hidden = pile.length - shown.length;
  const cards = shown.map((card, k) => cardEl(card, {
    "data-key": `${hidden + k}-${card}`, class: k === shown.length - 1 ? "top" : "", style: { "--k": k, "--tilt": tilt(hidden + k) },
  }));
  const label = pile.length ? t("pile.said", { count: pile.length, top: cardName(pile[pile.length - 1]) }) : t("pile.empty");
  return h("div.pile", { "data-key": "pile", class: pile.length ? "" : "is-empty" },
    h("div.heap", { "data-key": "heap", "data-place": "pile", role: "img", "aria-label": label },
      pile.length ? h("div.fan-out", { "data-key": "fan", style: { "--n": shown.length } },
        hidden > 0 && h("div.beneath", { "data-key": "beneath" }), cards) : h("div.nothing", { "data-key": "none" })),
    pile.length > 1
      ? h("button.tag.num.peek", { "data-key": "tag", type: "button", "data-do": "peek", "aria-keyshortcuts": "V", "aria-label": t("pile.look", { count: pile.length }) }, t("table.cards", { count: pile.length }))
      : h("span.tag.num", { "data-key": "tag" }, pile.length ? t("table.cards", { count: pile.length }) : t("pile.none")));
}

/** All cards of the pile at once, while somebody looks through it. @param {string[]} pile */
export function peekEl(pile) {
  return h("div.peeking", { "data-key": "peeking", role: "dialog", "aria-modal": "true", "aria-label": t("pile.through") },
    h("h2", null, t("pile.through")),
    h("ol.all", null, pile.map((card, k) => h("li", { "data-key": `${k}-${card}` }, cardEl(card, { small: true, role: "img", "aria-label": cardName(card) }))).reverse()),
    h("button.btn", { type: "button", "data-do": "unpeek" }, t("close")));
}

/** @param {number} count */
export function stockEl(count) {
  return h("div.stock", { "data-key": "stock", role: "img", "aria-label": t("pile.stockSaid", { count }) },
    count ? h("div.stack", { "data-key": "stack", "data-place": "stock", style: { "--d": Math.min(6, Math.ceil(count / 4)) } }, backEl({ "data-key": "back" }))
      : h("div.nothing", { "data-key": "none", "data-place": "stock" }),
    h("span.tag.num", { "data-key": "tag" }, t("pile.stock", { count })));
}

/** @param {number} count */
export function burnedEl(count) {
  return h("div.burned", { "data-key": "burned", role: "img", "aria-label": t("pile.burnedSaid", { count }) },
    count ? h("div.ash", { "data-key": "ash", "data-place": "burned" }, [0, 1, 2].map((k) => backEl({ "data-key": k })))
      : h("div.nothing", { "data-key": "none", "data-place": "burned" }),
    h("span.tag.num", { "data-key": "tag" }, t("pile.burned", { count })));
}

// -- What it asks for --------------------------------------------------------------------------------------------------

/**
 * What the pile asks for, from its facts; null while something has to be named first.
 * @param {Record<string, any> | null | undefined} ask @param {string} [fallback] the server's own words
 */
export function askWords(ask, fallback = "") {
  if (!ask) return null;
  const { by: _by, or_miss: orMiss = false, ranks_are: short, ...facts } = ask;
  if (short && facts.ranks) { delete facts.ranks; facts[short.kind] = short.rank; }
  const words = Object.entries(facts).map(([kind, of]) => [`ask.${kind}`, of]).map(([key, of]) => (hasText(key) ? t(key, { of, orMiss }) : null));
  if (words.includes(null)) return spoken(fallback);
  return words.length ? words.reverse().join(", ") : t("ask.anything");
}

/** The most important words on the table. @param {Scene} scene */
export function askEl({ view, people }) {
  const words = askWords(view.ask, view.asks);
  const by = view.ask?.by;
  const isSeenThrough = by && by.card !== view.pile[view.pile.length - 1];
  if (words === null) return h("div.ask", { "data-key": "ask" }, h("b", { "data-key": "ask-words" }, t("ask.naming", { name: people[view.to_act[0]]?.name ?? "", what: view.pending })));
  if (!view.pile.length) return h("div.ask", { "data-key": "ask" }, h("b", { "data-key": "ask-words" }, t("ask.free")));
  return h("div.ask", { "data-key": "ask", class: isSeenThrough ? "seen-through" : "" },
    h("span.label", { "data-key": "label" }, t("ask.label")), h("b", { "data-key": "ask-words" }, words),
    isSeenThrough && h("span.by", { "data-key": "by" }, t("ask.by"), " ", inline(by.card)));
}

// -- Beside it ---------------------------------------------------------------------------------------------------------

/** @param {number} direction */
export const wayEl = (direction) => h("div.way", { "data-key": "way", "data-dir": direction, title: t("pile.way", { direction }) },
  s("svg.ico", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: direction > 0 ? CLOCKWISE : COUNTER })), h("span", { "data-key": "word" }, t("pile.way", { direction })));

/** The way round the table, as a dashed ring. @param {number} direction */
export const trackEl = (direction) => s("svg.track", { "data-key": "track", "data-dir": direction, viewBox: "0 0 1000 560", preserveAspectRatio: "none", "aria-hidden": "true" },
  s("ellipse", { cx: 500, cy: 280, rx: 470, ry: 250, "vector-effect": "non-scaling-stroke" }));

/** What happened last, where one looks anyway. @param {string[]} words */
export function lastEl(words) {
  const shown = words.slice(0, MOST_LAST).map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  return h("p.last", { "data-key": "last" }, shown.flatMap((text) => [...sentence(text), " "]));
}
