// My matches: what waits for me, what I played, and how well.

import { isKnown, ownName } from "./api.js";
import { bar } from "./bar.js";
import { h, icon, put } from "./dom.js";
import { listed } from "./words/index.js";

/** @param {import("./types.js").App} app @returns {import("./types.js").Screen} */
export function matches(app) {
  const { t, api } = app;
  const main = h("main.page.mine-all");
  /** @type {{me: any, matches: any[], open: any[], waits: string[]} | null} */
  let found = null;
  let problem = "";

  /** @param {any} table a Listing */
  const openRow = (table) => h("li", { "data-key": table.table, "data-game": table.game },
    h("span.cloth-mark", { "aria-hidden": "true" }),
    h("div.what", null, h("b", null, table.name || table.title), h("span", null, found?.waits.includes(table.table) ? t("matches.yourMove") : t(`lobby.status.${/** @type {"playing"} */ (table.status)}`))),
    h("a.btn", { href: `/t/${table.table}`, class: found?.waits.includes(table.table) ? "primary" : "", "aria-label": t("matches.resumeName", { name: table.name || table.title }) }, t("matches.resume")));

  /** @param {any} played a MatchPlayed */
  function matchRow(played) {
    const place = played.places[played.seat];
    const isLast = place === Math.max(...played.places);
    const others = played.names.filter((/** @type {string} */ _, /** @type {number} */ seat) => seat !== played.seat);
    const result = place === 1 ? t("matches.won") : isLast ? t("matches.last") : t("matches.place", { place });
    const when = new Date(played.ended).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    return h("li", { "data-key": `${played.table} ${played.match}`, "data-game": played.game, class: place === 1 ? "won" : isLast ? "lost" : "" },
      h("span.place.num", { "aria-hidden": "true" }, String(place)),
      h("div.what", null, h("b", null, result), h("span", null, t("matches.against", { title: played.title, names: listed(others) })), h("span", null, when, played.counts === false ? ` · ${t("matches.unrated")}` : "")),
      h("div.links", null,
        h("a.btn.small", { href: `/replay/${played.table}/${played.match}`, "aria-label": `${t("matches.replay")}: ${played.title}, ${when}` }, icon("play"), t("matches.replay")),
        h("a.btn.small.quiet", { href: played.record, download: `${played.game}-${played.match}.json`, "aria-label": `${t("matches.record")}: ${played.title}, ${when}` }, icon("download"), t("matches.record"))));
  }

  /** @param {string} title @param {string | number} value */
  const figure = (title, value) => h("div", null, h("dt", null, title), h("dd.num", null, String(value)));

  function draw() {
    const me = found?.me;
    const open = (found?.open ?? []).filter((table) => table.status !== "over");
    open.sort((one, other) => Number(found?.waits.includes(other.table)) - Number(found?.waits.includes(one.table)));
    put(main,
      h("div.head", null, h("div", null, h("h1", null, t("matches.title")), h("p", { role: "status" }, problem || (found ? t("matches.as", { name: me.name || ownName() }) : isKnown() ? t("matches.looking") : t("matches.nobody"))))),
      !isKnown() && h("p", null, h("a.btn.primary", { href: "/" }, t("matches.begin"))),
      open.length > 0 && h("section", { "aria-labelledby": "open-title" }, h("h2", { id: "open-title" }, t("matches.open")), h("ul.tables", null, open.map(openRow))),
      me && h("section.panel.figures", { "aria-labelledby": "figures-title" }, h("h2", { id: "figures-title" }, t("matches.figures")),
        h("dl", null, figure(t("matches.played"), me.matches ?? 0), figure(t("matches.firsts"), me.firsts ?? 0), figure(t("matches.lasts"), me.lasts ?? 0)),
        (me.ratings ?? []).length > 0 && h("table.ratings", null, h("caption", null, t("matches.ratings")), h("thead", null, h("tr", null, h("th", { scope: "col" }, t("home.game")), h("th", { scope: "col" }, t("matches.rating")), h("th", { scope: "col" }, t("matches.count")))),
          h("tbody", null, me.ratings.map((/** @type {any} */ one) => h("tr", null, h("th", { scope: "row" }, one.title), h("td.num", null, `${one.skill.toFixed(1)} ± ${one.doubt.toFixed(1)}`), h("td.num", null, String(one.matches))))))),
      found && h("section", { "aria-labelledby": "played-title" }, h("h2", { id: "played-title" }, t("matches.done")),
        found.matches.length ? h("ul.played", null, found.matches.map(matchRow)) : h("p.fine", null, t("matches.none"))));
  }

  async function look() {
    const [me, { matches: played, open = [], waits = [] }] = await Promise.all([api("/me"), api("/me/matches")]);
    found = { me, matches: played, open, waits };
    draw();
  }

  draw();
  if (isKnown()) look().catch((refused) => { problem = refused.message; draw(); });
  return { element: h("div", { "data-screen": "matches" }, bar(), main) };
}
