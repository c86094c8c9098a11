// The lobby: public tables, those with a free chair first. It looks again now and then, while somebody looks at it.

import { api as ask } from "./api.js";
import { bar } from "./bar.js";
import { token } from "./cards.js";
import { field } from "./controls.js";
import { h, icon, put } from "./dom.js";
import { gamePicks, games } from "./games.js";
import { openDialog } from "./open.js";
import { listed } from "./words/index.js";

const LOOK_AGAIN_MS = 8_000;
const LINK = /\/t\/([^/?#\s]+)/;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The id of the table that somebody names by a link, by the id itself or by a code. @param {string} text @returns {Promise<string>} */
async function tableOf(text) {
  const id = LINK.exec(text)?.[1] ?? ID.exec(text)?.[0];
  if (!id) return (await ask(`/codes/${encodeURIComponent(text)}`)).table;
  await ask(`/tables/${encodeURIComponent(id)}`); // is it there?
  return id;
}

/** @param {import("./types.js").App} app @returns {import("./types.js").Screen} */
export function lobby(app) {
  const { t } = app;
  /** @type {import("./messages").GameInfo[]} */
  let all = [];
  /** @type {any[] | null} */
  let tables = null;
  let game = "";
  let problem = "";
  const main = h("main.page.lobby");

  const code = h("input.text.code", { maxlength: "500", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", placeholder: "7F3A-90C1", "aria-label": t("lobby.code") });
  let codeProblem = "";
  /** @param {Event} event */
  async function join(event) {
    event.preventDefault();
    try {
      if (code.value.trim()) app.go(`/t/${await tableOf(code.value.trim())}`);
    } catch (refused) {
      const { code: why, message } = /** @type {import("./api.js").Refused} */ (refused);
      codeProblem = why === "unknown-table" ? t("lobby.unknown") : why === "unreachable" ? message : t("lobby.badCode");
      draw();
    }
  }

  /** @param {any} table a Listing */
  function row(table) {
    const isOpen = table.open > 0;
    const taken = Array.from({ length: table.seats }, (_, at) => (at < table.people ? token(at) : at < table.people + table.bots ? token(at, { bot: true }) : h("span.free")));
    const who = [table.people && t("lobby.people", { count: table.people }), table.bots && t("lobby.bots", { count: table.bots })].filter(Boolean);
    return h("li", { "data-key": table.table, "data-game": table.game },
      h("span.cloth-mark", { "aria-hidden": "true" }),
      h("div.what", null, h("b", null, table.name || table.title), h("span", null, table.name ? `${table.title}, ${t(`lobby.status.${/** @type {"playing"} */ (table.status)}`)}` : t(`lobby.status.${/** @type {"playing"} */ (table.status)}`))),
      h("div.whom", null, h("span.chairs", { role: "img", "aria-label": t("lobby.taken", { taken: table.seats - table.open, seats: table.seats }) }, taken), h("small", null, listed(who))),
      h("span.clock", null, icon("clock"), clockText(table.clock)),
      h("a.btn", { href: `/t/${table.table}`, class: isOpen ? "" : "quiet", "aria-label": `${isOpen ? t("lobby.sit") : t("lobby.watch")}: ${table.name || table.title}` }, isOpen ? t("lobby.sit") : t("lobby.watch")));
  }

  /** @param {any} clock */
  const clockText = (clock) => (!clock ? t("lobby.noClock") : clock.kind === "turn" ? t("lobby.turnClock", { seconds: clock.seconds }) : t("lobby.bankClock", { minutes: Math.round(clock.seconds / 60) }));

  function draw() {
    const shown = (tables ?? []).filter((table) => !game || table.game === game).sort((one, other) => Number(other.open > 0) - Number(one.open > 0));
    const free = shown.filter((table) => table.open > 0).length;
    put(main,
      h("div.head", null, h("div", null, h("h1", null, t("lobby.title")), h("p", { role: "status" }, problem || (tables ? t("lobby.free", { count: free }) : t("lobby.looking")))),
        h("button.btn.primary", { type: "button", onclick: () => openDialog(app, { game, isPublic: true }) }, icon("plus"), t("lobby.open"))),
      h("div.filters", null,
        field(t("home.game"), gamePicks([{ id: "", name: t("lobby.all") }, ...all], game, (id) => { game = id; draw(); })),
        h("form.join", { onsubmit: join }, field(t("lobby.code"), h("div.line", null, code, h("button.btn", null, t("lobby.join")))), codeProblem && h("p.alarm", { role: "alert" }, codeProblem))),
      shown.length ? h("ul.tables", null, shown.map(row)) : tables && h("div.panel.nothing", null, h("p", null, t("lobby.none"))));
  }

  async function look() {
    if (document.hidden) return;
    try {
      ({ tables } = await ask("/tables"));
      problem = "";
    } catch (refused) {
      problem = /** @type {Error} */ (refused).message;
    }
    draw();
  }

  draw();
  look();
  games().then((list) => { all = list; draw(); }, () => undefined);
  const timer = setInterval(look, LOOK_AGAIN_MS);
  document.addEventListener("visibilitychange", look);
  return { element: h("div", { "data-screen": "lobby" }, bar(), main), close: () => { clearInterval(timer); document.removeEventListener("visibilitychange", look); } };
}
