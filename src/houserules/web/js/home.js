// The home page: play now, and the ways to everything else.

import { isKnown, rememberName } from "./api.js";
import { bar } from "./bar.js";
import { cardEl } from "./cards.js";
import { field, segment } from "./controls.js";
import { h, icon, put } from "./dom.js";
import { botsAround, callName, dealAgainstBots, fittingSeats, gamePicks, games, levelName, levelsOf, seatNumbers, usualLevel } from "./games.js";
import { openDialog } from "./open.js";
import { keep, kept } from "./prefs.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {{game: string, seats: number, level: string}} Wish what was played last */

const FAN = ["jj", "7D", "KH", "AS", "QC"];
const MOST_RESUMED = 3;

/** @returns {Wish} */
function lastWish() {
  try { return { game: "", seats: 4, level: "", ...JSON.parse(kept("wish") ?? "{}") }; } catch { return { game: "", seats: 4, level: "" }; }
}

/** @param {App} app @returns {import("./types.js").Screen} */
export function home(app) {
  const { t, api } = app;
  const wish = lastWish();
  /** @type {import("./messages").GameInfo[]} */
  let all = [];
  let problem = "";
  let isDealing = false;
  let isOpening = false;
  let isNaming = false;
  /** @type {{open: any[], waits: string[], chairs: number}} */
  const news = { open: [], waits: [], chairs: -1 };

  const play = h("section.panel.play", { "aria-labelledby": "play-now" });
  const ways = h("nav.doors", { "aria-label": t("home.ways") });
  const element = h("div", { "data-screen": "home" }, bar({ over: true }),
    h("main.home", null,
      h("section.sign", null,
        h("h1", { "aria-label": t("main.title") }, "House ", h("br"), "Rules"),
        h("p.motto", null, t("home.motto")),
        h("div.fan5", { "aria-hidden": "true" }, FAN.map((card, at) => cardEl(card, { style: { "--o": at - 2 } })))),
      h("div.door", null, play, ways)));

  const chosen = () => all.find(({ id }) => id === wish.game) ?? all[0];

  /** @param {Partial<Wish>} change */
  const choose = (change) => {
    Object.assign(wish, change);
    const game = chosen();
    if (!levelsOf(game).includes(wish.level)) wish.level = usualLevel(game);
    drawPlay();
  };

  async function deal() {
    if (isDealing || !all.length) return;
    const game = chosen();
    const seats = fittingSeats(game, wish.seats);
    isDealing = true;
    problem = "";
    drawPlay();
    try {
      keep("wish", JSON.stringify({ ...wish, game: game.id }));
      await dealAgainstBots(app, { game: game.id, seats, bots: botsAround(seats, wish.level), player: callName() });
    } catch (refused) {
      problem = /** @type {Error} */ (refused).message;
      isDealing = false;
      drawPlay();
    }
  }

  /** Somebody may be quicker than the list of games. */
  async function openForm() {
    if (isOpening) return;
    isOpening = true;
    try {
      await openDialog(app, { game: wish.game });
    } catch (refused) {
      problem = /** @type {Error} */ (refused).message;
      drawPlay();
    }
    isOpening = false;
  }

  function drawPlay() {
    if (!all.length) return put(play, h("h2", { id: "play-now" }, t("home.play")), h("button.btn.primary.deal", { type: "button", "aria-disabled": "true" }, t("home.deal")), h("p.fine", { role: "alert" }, problem));
    const game = chosen();
    const seats = fittingSeats(game, wish.seats);
    put(play, h("h2", { id: "play-now" }, t("home.play")),
      field(t("home.game"), gamePicks(all, game.id, (id) => choose({ game: id }))),
      h("div.two", null,
        field(t("home.seats"), segment(t("home.seats"), seatNumbers(game).map((number) => ({ value: String(number), title: String(number) })), String(seats), (value) => choose({ seats: Number(value) }))),
        field(t("home.bots"), segment(t("home.bots"), levelsOf(game).map((name) => ({ value: name, title: levelName(name) })), wish.level, (level) => choose({ level })))),
      h("button.btn.primary.deal", { type: "button", onclick: deal, "aria-disabled": String(isDealing) }, t("home.deal"), h("kbd.key", { "aria-hidden": "true" }, "↵")),
      problem && h("p.fine.alarm", { role: "alert" }, problem),
      isNaming ? nameForm() : h("p.fine", null, t("home.playAs", { name: callName() }), " ", h("button.as-link", { type: "button", onclick: () => { isNaming = true; drawPlay(); play.querySelector("input")?.select(); } }, t("home.changeName")), game.houses && [" · ", h("a", { href: `/houses?from=${game.id}` }, t("home.changeRules"))]));
  }

  function nameForm() {
    const input = h("input.text", { value: callName(), maxlength: "40", autocomplete: "nickname", "aria-label": t("home.yourName"), required: true });
    const save = async (/** @type {any} */ event) => {
      event.preventDefault();
      try {
        const name = event.target.querySelector("input").value.trim();
        if (name) rememberName((await api("/me", { name }, { method: "PUT" })).name);
        isNaming = false;
        problem = "";
      } catch (refused) {
        problem = /** @type {Error} */ (refused).message;
      }
      drawPlay();
    };
    return h("form.line", { "data-key": "name", onsubmit: save }, input, h("button.btn.small", null, t("home.saveName")));
  }

  function drawWays() {
    const waits = news.waits.length;
    put(ways,
      news.open.slice(0, MOST_RESUMED).map((table) => h("a.resume", { href: `/t/${table.table}`, "data-key": table.table, "data-game": table.game },
        icon("play"), h("span", null, h("b", null, t("home.resume", { name: table.name || table.title })), h("small", null, news.waits.includes(table.table) ? t("home.yourMove") : t(`home.status.${/** @type {"playing"} */ (table.status)}`))))),
      h("button.door-way", { type: "button", "data-key": "open", onclick: openForm }, icon("link"), h("span", null, h("b", null, t("home.open")), h("small", null, t("home.openHelp")))),
      way("/lobby", "people", t("home.lobby"), news.chairs < 0 ? t("home.lobbyHelp") : t("home.freeTables", { count: news.chairs })),
      way("/houses", "book", t("home.builder"), t("home.builderHelp")),
      way("/matches", "again", t("home.matches"), waits ? t("home.waits", { count: waits }) : t("home.matchesHelp")));
  }

  /** @param {string} href @param {any} picture @param {string} title @param {string} help */
  const way = (href, picture, title, help) => h("a", { href, "data-key": href }, icon(picture), h("span", null, h("b", null, title), h("small", null, help)));

  async function lookForMine() {
    if (!isKnown()) return;
    const { open = [], waits = [] } = await api("/me/matches");
    news.open = open.filter((/** @type {any} */ table) => table.status === "playing").sort((/** @type {any} */ one, /** @type {any} */ other) => Number(waits.includes(other.table)) - Number(waits.includes(one.table)));
    news.waits = waits;
    drawWays();
  }

  async function lookForTables() {
    const { tables } = await api("/tables");
    news.chairs = tables.filter((/** @type {any} */ table) => table.open).length;
    drawWays();
  }

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.key === "Enter" && (target === document.body || target.matches("h1, [role=radio]"))) { event.preventDefault(); deal(); }
  };
  document.addEventListener("keydown", onKey);

  drawPlay();
  drawWays();
  games().then((list) => { all = list; choose({ game: chosen().id }); drawWays(); }, (refused) => { problem = refused.message; drawPlay(); });
  lookForTables().catch(() => undefined);
  lookForMine().catch(() => undefined);
  return { element, close: () => document.removeEventListener("keydown", onKey) };
}
