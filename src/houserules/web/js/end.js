// After the match: the places, the rematch, how it went in numbers, and a deal that anybody can verify.

import { isKnown } from "./api.js";
import { bar } from "./bar.js";
import { token } from "./cards.js";
import { chartPicture } from "./chart.js";
import { curveOf } from "./curve.js";
import { h, icon, put } from "./dom.js";
import { proofPanel } from "./proof.js";
import { sitDown, sitLabel } from "./sit.js";
import { statisticsOf } from "./statistics.js";
import { hasText, listed, t } from "./words/index.js";

/** @typedef {import("./types.js").App} App @typedef {import("./types.js").Screen} Screen */
/** @typedef {import("./session.js").Session} Session */

const ON_A_ROW = 3; // numbers beside a name; the table below has them all

/** Who came where, the best first. @param {number[]} places */
const ranking = (places) => places.map((_, seat) => seat).sort((one, other) => places[one] - places[other]);

/** A text of the game, if there is one, else the one for all. @param {string} key @param {string} of @param {Record<string, any>} facts */
const textOf = (key, of, facts) => t(hasText(`${key}.${of}`) ? /** @type {import("./types.js").Key} */ (`${key}.${of}`) : /** @type {import("./types.js").Key} */ (key), facts);

/** What this screen knows. It grows when the replay arrives. */
class Ending {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.over = /** @type {any} */ (session.over);
    this.chairs = session.chairs;
    /** @type {string[]} names of those who played to the end */
    this.names = this.chairs.map((chair) => chair.keeps ?? chair.name);
    /** @type {any} */
    this.replay = null;
    /** @type {any} */
    this.rating = null;
  }

  get places() { return /** @type {number[]} */ (this.over.outcome.places); }
  /** @param {number} seat */
  name(seat) { return seat === this.session.seat ? t("end.you") : this.names[seat]; }
}

/** @param {Ending} ending */
function headings(ending) {
  const { session, over, places, names } = ending;
  const { seat, view } = session;
  const order = ranking(places);
  const last = order[order.length - 1];
  const said = order.map((one) => t("end.placeOf", { place: places[one], name: ending.name(one) }));
  const title = seat === null ? t("end.theyWon", { name: names[order[0]] }) : places[seat] === 1 ? t("end.youWon") : t("end.youCame", { place: places[seat] });
  const isSaid = seat !== null && places.length === 2 && !hasText(`end.youLast.${view?.rules?.id ?? ""}`); // of two, the second is the last
  const sub = isSaid ? "" : last === seat ? textOf("end.youLast", view?.rules?.id ?? "", {}) : textOf("end.last", view?.rules?.id ?? "", { name: names[last] });
  return [
    h("p.label", null, [session.info.title, ending.replay ? t("end.moves", { count: ending.replay.steps.length - 1 }) : null].filter(Boolean).join(", ")),
    h("h1", { tabindex: "-1" }, title),
    h("h2.sr", null, t("end.places", { places: listed(said) })),
    sub && h("p.sub", null, sub),
    h("p.why", null, textOf("end.why", over.outcome.reason, {})),
  ];
}

/** @param {Ending} ending */
function placeRows(ending) {
  const { places, chairs, session } = ending;
  const counts = ending.replay ? statisticsOf(ending.replay) : [];
  const order = ranking(places);
  return h("ol.places", null, order.map((seat, k) => h("li", { class: [seat === session.seat ? "me" : "", k === order.length - 1 ? "lost" : ""].join(" "), "data-key": `seat ${seat}` },
    h("b.no", null, t("end.place", { place: places[seat] })),
    token(seat, { bot: Boolean(chairs[seat]?.bot) }),
    h("div.who", null, h("b", null, ending.name(seat)), chairs[seat]?.bot ? h("small", null, t("seats.bot", { level: chairs[seat].level ?? "" })) : null),
    h("dl", null, (counts[seat] ?? []).slice(0, ON_A_ROW).map(({ name, value }) => h("div", null, h("dt", null, t(/** @type {any} */ (`stats.${name}`))), h("dd.num", null, String(value))))))));
}

/** How everybody stands after several matches. @param {Ending} ending */
function tally({ over, names, session }) {
  const isOver = Boolean(over.evening_over);
  /** @type {import("./messages").Standing[]} */
  const evening = over.evening ?? [];
  if (!evening.length) return null;
  const byLetters = evening.some(({ letters }) => letters);
  const byPoints = evening.some(({ points }) => points);
  const whoIs = (/** @type {number} */ seat) => ({ name: names[seat], isYou: seat === session.seat, seat });
  const told = (/** @type {import("./messages").Standing} */ one) => (byLetters ? one.letters || t("end.noLetters") : byPoints ? t("end.points", { count: one.points ?? 0 }) : t("end.wins", { count: one.wins ?? 0 }));
  return h("section.tally", { "data-key": "tally", "aria-label": t("end.evening") }, h("h2", null, isOver ? t("end.eveningOver") : t("end.evening")),
    h("dl", null, evening.map((one) => h("div", { "data-key": one.name }, h("dt", { dir: "auto" }, one.name), h("dd", null, told(one))))),
    over.tribute ? h("p", null, t("end.tribute", { who: whoIs(over.tribute.giver), other: whoIs(over.tribute.getter), cards: over.tribute.cards ?? 1 })) : null,
    typeof over.begins === "number" ? h("p", null, over.begins === session.seat ? t("end.youBegin") : t("end.begins", { name: names[over.begins] })) : null,
    h("a.btn", { href: `/api/v1/tables/${session.table}/evening`, download: `${session.table}-evening.json` }, icon("download"), t("end.eveningRecord")));
}

/** @param {Ending} ending @param {() => void} again @param {() => void} sit */
function rematch({ session, over }, again, sit) {
  const people = (session.chairs).map((chair, seat) => ({ ...chair, seat })).filter((chair) => !chair.bot && !chair.open);
  const yes = people.filter((chair) => chair.ready);
  const isMine = yes.some(({ seat }) => seat === session.seat);
  const waitsFor = people.filter((chair) => !chair.ready && chair.seat !== session.seat);
  const nameOf = (/** @type {{seat: number, name: string}} */ one) => (one.seat === session.seat ? t("end.you") : one.name);
  const told = isMine ? (waitsFor.length ? t("end.waits", { names: listed(waitsFor.map(nameOf)) }) : t("end.dealing"))
    : yes.length ? t("end.saidYes", { names: listed(yes.map(nameOf)), count: yes.length }) : people.length > 1 ? t("end.asks") : t("end.botsWait");
  return h("div.next", null,
    session.seat === null ? h("button.btn.primary.go", { type: "button", "data-key": "sit", onclick: sit }, sitLabel(session)) : h("button.btn.primary.go", { type: "button", "aria-pressed": String(isMine), "aria-disabled": session.isAdding ? "true" : null, "aria-keyshortcuts": "r", onclick: again }, icon("again"), t("end.rematch"), h("kbd.key", { "aria-hidden": "true" }, "R")),
    h("div.votes", { role: "status" }, people.map((one) => token(one.seat, { class: one.ready ? "said-yes" : "waiting" })), h("span", null, told)),
    h("div.more", null,
      h("a.btn", { href: `/replay/${session.table}/${over.match}` }, icon("play"), t("end.replay")),
      h("a.btn", { href: over.record, download: `${session.table}-${over.match}.json` }, icon("download"), t("end.record")),
      h("a.btn", { href: "/" }, icon("home"), t("end.other"))));
}

/** @param {Ending} ending */
function numbers(ending) {
  const { replay, places, rating } = ending;
  if (!replay) return null;
  const counts = statisticsOf(replay);
  const order = ranking(places);
  const minutes = Math.max(1, Math.round((replay.steps.at(-1).at - replay.steps[0].at) / 60_000));
  return h("section.panel.numbers", { "aria-label": t("stats.title") },
    h("h2", null, t("stats.title")),
    h("p", null, t("stats.length", { moves: replay.steps.filter((/** @type {any} */ step) => step.move).length, minutes })),
    chartPicture(curveOf(replay.family, replay.steps), replay.names.map((/** @type {string} */ _, /** @type {number} */ seat) => ending.name(seat)), t(/** @type {any} */ (replay.family === "heroes" ? "stats.points" : "stats.cards"))),
    h("div.scroll", { tabindex: "0", role: "region", "aria-label": t("stats.table") }, h("table", null,
      h("thead", null, h("tr", null, h("td"), counts[0].map(({ name }) => h("th", { scope: "col" }, t(/** @type {any} */ (`stats.${name}`)))))),
      h("tbody", null, order.map((seat) => h("tr", null, h("th", { scope: "row" }, ending.name(seat)), counts[seat].map(({ value }) => h("td.num", null, String(value)))))))),
    rating ? h("p.fine", null, t("stats.rating", { skill: rating.skill.toFixed(1), doubt: rating.doubt.toFixed(1), matches: rating.matches })) : null);
}

/** The screen of a table whose match is over. @param {App} app @param {Session} session @returns {Screen} */
export function end(app, session) {
  const ending = new Ending(session);
  const { over } = ending;
  const { table, salt } = session;
  const kept = salt?.match === over.match ? salt : null;
  const replayed = app.api(`/tables/${table}/replay?match=${over.match}`);
  const result = h("section.result", { "aria-label": t("end.title") });
  const counted = h("div.counted");
  const problems = h("p.problem", { role: "alert" });
  const again = () => {
    if (session.presence?.chairs[session.seat ?? -1]?.ready || session.isAdding) return;
    session.rematch().catch((problem) => put(problems, problem.message)).then(draw);
    draw();
  };
  const sit = () => sitDown(session).then((told) => put(problems, told), (problem) => put(problems, problem.message));
  const draw = () => {
    put(result, headings(ending), placeRows(ending), tally(ending), rematch(ending, again, sit), problems);
    put(counted, numbers(ending));
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const isTyping = /** @type {HTMLElement} */ (event.target)?.closest?.("input, textarea, select");
    if (event.key.toLowerCase() === "r" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && session.seat !== null) again();
  };
  replayed.then((replay) => { Object.assign(ending, { replay, names: replay.names }); draw(); }, () => undefined);
  if (isKnown()) app.api("/me").then((me) => {
    ending.rating = me.ratings?.find((/** @type {any} */ one) => one.rules === session.info.rules) ?? null;
    draw();
  }, () => undefined);
  const stop = session.on("presence", draw);
  document.addEventListener("keydown", onKey);
  draw();
  const element = h("div.ending", null, bar({ title: session.info.title, sub: session.info.name }),
    h("main.finish", { id: "main" }, result, proofPanel(table, over.match, kept, replayed), counted));
  requestAnimationFrame(() => element.querySelector("h1")?.focus({ preventScroll: true }));
  return { element, close: () => { stop(); document.removeEventListener("keydown", onKey); } };
}
