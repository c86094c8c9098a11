// Heart of Five on the table: the trick as it lies, the melds one may play, and the name of the meld that the chosen cards make.

import { button, hintButton } from "./actions.js";
import { cardEl, cardName, inline, token } from "./cards.js";
import { cardsAt, placesOf } from "./choose.js";
import { h } from "./dom.js";
import { handEl } from "./hand.js";
import { meldName, trickAsks } from "./meld-words.js";
import { keepingChosen, offerOf, offersWith, suggestions } from "./melds.js";
import { seatSaid, seatsEl } from "./seats.js";
import { listed, t } from "./words/index.js";

/** @typedef {import("./types.js").Scene} Scene @typedef {import("./melds.js").Offer} Offer */
/** @typedef {import("./messages").HeartOfFive.TrickTurn} Turn */

const MOST_IN_CHIP = 7;
const MANY = 14;

/** @param {Scene} scene */
const isMyTurn = ({ view, me }) => me !== null && view.to_act.includes(me);

/** @param {Scene} scene @returns {Offer[]} */
const offers = ({ view }) => view.can?.play ?? [];

/** One's own cards, each with its place. @param {Scene} scene @returns {import("./choose.js").Held[]} */
const held = ({ view, me }) => (me === null ? [] : view.seats[me].hand.map((/** @type {string} */ card, /** @type {number} */ k) => ({ card, place: `hand/${k}` })));

/** @param {Scene} scene */
const chosenCards = (scene) => cardsAt(held(scene), scene.chosen);

/** @param {Scene} scene @param {number} seat */
const nameOf = ({ people }, seat) => people[seat].name;

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// -- The trick ---------------------------------------------------------------------------------------------------------

/** A meld as it lies, and who laid it. @param {Scene} scene @param {Turn} turn @param {{isLast: boolean, isLead: boolean, at: number}} how */
function laidMeld(scene, turn, { isLast, isLead, at }) {
  const who = scene.people[turn.seat];
  return h("figure.meld-on-table", { "data-key": `meld-${at}`, class: isLast ? "now" : "before", style: { "--n": turn.cards.length } },
    h("div.spread", { "data-key": "spread", "data-place": isLast ? "pile" : null },
      turn.cards.map((card, k) => cardEl(card, { "data-key": `${k}-${card}`, style: { "--k": k } }))),
    h("figcaption", { "data-key": "by" }, token(turn.seat, { bot: who.bot }), h("b", null, turn.seat === scene.me ? t("five.you") : who.name), isLead && h("small", null, t("five.led"))));
}

/** The last two melds, and who has passed since: what lies beneath is over. @param {Scene} scene */
function trickEl(scene) {
  const { view } = scene;
  /** @type {Turn[]} */
  const turns = view.trick;
  const melds = turns.filter((turn) => turn.cards.length);
  const last = melds[melds.length - 1];
  if (!last) return h("div.trick", { "data-key": "trick" }, h("div.nothing.lead", { "data-key": "none", "data-place": "pile" }, t("five.newTrick")));
  const passed = listed([...new Set(turns.slice(turns.indexOf(last) + 1).map((turn) => (turn.seat === scene.me ? t("five.you") : nameOf(scene, turn.seat))))]);
  const said = melds.map((turn) => t("five.laid", { name: nameOf(scene, turn.seat), cards: listed(turn.cards.map((card) => cardName(card))) }));
  return h("div.trick", { "data-key": "trick", role: "img", "aria-label": [...said, passed && t("five.passed", { names: passed })].filter(Boolean).join("; ") },
    h("div.melds-on-table", { "data-key": "melds" }, melds.slice(-2).map((turn) => {
      const at = melds.indexOf(turn);
      return laidMeld(scene, turn, { isLast: turn === last, isLead: at === 0, at });
    })),
    h("p.passed", { "data-key": "passed" }, passed ? t("five.passed", { names: passed }) : melds.length > 2 ? t("five.beneath", { count: melds.length - 2 }) : ""));
}

/** @param {Scene} scene @param {number} seat */
function didEl({ view }, seat) {
  const { wins, losses, last_action: last } = view.seats[seat];
  return h("p.did", { "data-key": "did", class: last ? "acted" : "" },
    h("span.record.num", { "data-key": "record" }, h("span.long", null, t("five.record", { wins, losses })), h("span.short", null, t("five.recordShort", { wins, losses }))),
    h("span.act", { "data-key": "act" }, last ? t("five.did", last) : ""));
}

/** @param {Scene} scene @param {number} seat */
function said(scene, seat) {
  const { wins, losses, last_action: last } = scene.view.seats[seat];
  return [seatSaid(scene, seat), t("five.record", { wins, losses }), last && t("five.did", last)].filter(Boolean).join("; ");
}

/** @param {Scene} scene */
function matchLine({ view, me }) {
  const mine = me === null ? null : view.seats[me];
  return [t("five.round", { round: view.round, rounds: view.rounds ?? 0 }), t("five.firstTo", { wins: view.wins_needed }), mine && t("five.yourRecord", mine)].filter(Boolean).join(" · ");
}

/** @param {Scene} scene */
function cloth(scene) {
  const asks = trickAsks(scene.view.ask);
  return [
    seatsEl(scene, { extra: (seat) => didEl(scene, seat), said: (seat) => said(scene, seat) }),
    h("div.centre", { "data-key": "centre" },
      h("p.match-line", { "data-key": "match" }, matchLine(scene)),
      trickEl(scene),
      h("div.ask", { "data-key": "ask" }, h("span.label", { "data-key": "label" }, t("five.asks")), h("b", { "data-key": "ask-words" }, asks))),
  ];
}

// -- One's own cards -----------------------------------------------------------------------------------------------------

/** @param {Scene} scene @param {Offer} offer @param {Offer | null} chosen */
function chip(scene, offer, chosen) {
  const { meld, cards } = offer;
  const isChosen = offer === chosen;
  const names = cards.map((card) => cardName(card)).join(", ");
  return h("button.meld", {
    "data-key": cards.join(" "), type: "button", role: "option", "aria-selected": String(isChosen), tabindex: -1, class: meld.bomb ? "bomb" : "",
    "data-pick": `meld/${cards.join(" ")}`,
  },
    h("b", { "data-key": "name" }, meld.bomb && h("span.boom", null, t("five.bomb")), capital(t("five.short", { meld }))),
    h("span.sr", { "data-key": "cards" }, `: ${names}`),
    h("span.run", { "data-key": "run", "aria-hidden": "true" }, cards.slice(0, MOST_IN_CHIP).map(inline), cards.length > MOST_IN_CHIP && h("span.more", null, `+${cards.length - MOST_IN_CHIP}`)));
}

/** @param {Scene} scene */
function suggestEl(scene) {
  const cards = chosenCards(scene);
  const chosen = offerOf(offers(scene), cards);
  const shown = isMyTurn(scene) ? suggestions(offers(scene), cards) : [];
  const isAboutSingles = scene.view.ask?.kind === "single" && !shown.length;
  return h("div.suggest", { "data-key": "suggest", class: isAboutSingles ? "none" : "", role: shown.length ? "listbox" : null, "aria-label": shown.length ? t("five.melds") : null, "aria-orientation": shown.length ? "horizontal" : null }, shown.map((offer) => chip(scene, offer, chosen)));
}

/** @param {Scene} scene */
function own(scene) {
  const { view, me } = scene;
  if (me === null) return [];
  const why = view.why ?? {};
  const hand = handEl(scene, { cards: view.seats[me].hand, can: (card) => isMyTurn(scene) && !(card in why), isFree: !isMyTurn(scene) });
  return [suggestEl(scene), hand];
}

// -- What one may do -----------------------------------------------------------------------------------------------------

/** The one button that plays. It names the kind of the meld. @param {Scene} scene @param {string[]} cards */
function playButton(scene, cards) {
  const offer = offerOf(offers(scene), cards);
  const move = `play ${cards.join(" ")}`;
  if (!cards.length) return button(t("act.choose"), { primary: true, disabled: true, "data-key": "go" });
  if (!offer) return button(t("five.noMeld"), { key: "Enter", primary: true, disabled: true, "data-explain": move, "data-key": "go" });
  const label = cards.length === 1 ? [t("act.play"), " ", inline(cards[0])] : t("five.playMeld", { kind: offer.meld.kind });
  return button(label, { key: "Enter", primary: true, "data-move": move, "data-key": "go", class: offer.meld.bomb ? "is-bomb" : "" });
}

/** @param {Scene} scene */
function actions(scene) {
  const { me, view, people } = scene;
  if (me === null || view.outcome) return [];
  const hint = scene.allows.includes("hint") && hintButton();
  const mine = isMyTurn(scene) && !scene.busy;
  const pass = button(t("act.pass"), { key: "P", disabled: !(mine && view.can?.pass), "data-move": mine && view.can?.pass ? "pass" : null, "data-explain": mine && !view.can?.pass ? "pass" : null, "data-key": "pass", class: mine && view.can?.pass && !offers(scene).length ? "pass only" : "pass" });
  if (mine) return [hint, pass, playButton(scene, chosenCards(scene))];
  return [hint, pass, button(isMyTurn(scene) ? t("act.wait") : t("act.waiting", { name: people[view.to_act[0]]?.name ?? "" }), { primary: true, disabled: true, "data-key": "go" })];
}

// -- Choosing --------------------------------------------------------------------------------------------------------------

/**
 * The chosen places after a tap: cards are added one by one, as long as some meld has them all. A suggestion chooses its cards.
 * @param {Scene} scene @param {string} place @param {{alone?: boolean}} [how] @returns {Set<string> | {explain: string}}
 */
function choose(scene, place, { alone = false } = {}) {
  const mine = held(scene);
  if (place.startsWith("meld/")) {
    const cards = place.slice("meld/".length);
    const offer = offers(scene).find((one) => one.cards.join(" ") === cards);
    const chosen = chosenCards(scene);
    return !offer || offer === offerOf(offers(scene), chosen) ? new Set() : placesOf(mine, keepingChosen(offer, chosen));
  }
  if (scene.chosen.has(place)) return new Set([...scene.chosen].filter((other) => other !== place));
  const chosen = new Set(alone ? [place] : [...scene.chosen, place]);
  const cards = cardsAt(mine, chosen);
  return offersWith(offers(scene), cards).length ? chosen : { explain: `play ${cards.join(" ")}` };
}

/** The chosen places after the key of a rank: one card more of it, and none when all are chosen. @param {Scene} scene @param {string} rank "7", "T", "K" */
function chooseRank(scene, rank) {
  const mine = held(scene).filter((one) => one.card[0] === rank);
  if (!mine.length) return null;
  const next = mine.find((one) => !scene.chosen.has(one.place));
  const more = next ? choose(scene, next.place) : { explain: "" };
  if (more instanceof Set || mine.every((one) => !scene.chosen.has(one.place))) return more;
  return new Set([...scene.chosen].filter((place) => !mine.some((one) => one.place === place)));
}

/** What the chosen cards do if they are dropped on the trick. @param {Scene} scene */
function dropped(scene) {
  const cards = chosenCards(scene);
  return offerOf(offers(scene), cards) ? `play ${cards.join(" ")}` : null;
}

// -- In words --------------------------------------------------------------------------------------------------------------

/** The meld that the chosen cards make, or might. @param {Scene} scene @param {string[]} cards */
function chosenSaid(scene, cards) {
  const offer = offerOf(offers(scene), cards);
  if (offer) return cards.length === 1 ? cardName(cards[0]) : capital(meldName(offer.meld));
  const [first] = offersWith(offers(scene), cards).sort((a, b) => a.cards.length - b.cards.length);
  return first ? t("five.partOf", { meld: meldName(first.meld) }) : t("five.formNone");
}

/** @param {Scene} scene */
function headline(scene) {
  const { view, me } = scene;
  if (view.outcome) return { title: t("turn.over"), sub: "" };
  const [acting] = view.to_act;
  const leads = !view.ask?.above;
  if (!isMyTurn(scene)) return { title: t(leads ? "five.leads" : "turn.of", { name: nameOf(scene, acting) }), sub: me !== null && view.out.includes(me) ? t("five.youAreOut") : "" };
  const cards = chosenCards(scene), count = offers(scene).length;
  const sub = cards.length ? chosenSaid(scene, cards) : count ? t(offers(scene).every((offer) => offer.cards.length === 1) ? "five.cardsDo" : "five.choices", { count }) : t("five.onlyPass");
  return { title: t(leads ? "five.youLead" : "turn.yours"), sub };
}

/** @param {Scene} scene */
function say(scene) {
  const { title, sub } = headline(scene);
  return isMyTurn(scene) ? `${title}. ${t("five.asks")} ${trickAsks(scene.view.ask)}. ${sub}.` : `${title}.`;
}

/** What the table is called for the style sheets. @param {Scene} scene */
const classes = (scene) => ["five", scene.me !== null && scene.view.seats[scene.me].hand.length > MANY && "holds-many"].filter(Boolean);

export const painter = { cloth, own, actions, headline, say, choose, chooseRank, dropped, classes };
