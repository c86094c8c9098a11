// A house that somebody sent as a link: what it is, how it differs from what it extends, and a table of it.

import { api } from "./api.js";
import { bar } from "./bar.js";
import { h, icon, put } from "./dom.js";
import { botsAround, dealAgainstBots, fittingSeats, usualLevel } from "./games.js";
import { houseOfCode } from "./house-link.js";
import { problemList, sheetClauses, summaryEl } from "./house-sheet.js";
import { openDialog } from "./open.js";

/** A part of an address as it was before it was escaped; empty if it is broken. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** @param {import("./types.js").App} app @param {string} code @returns {import("./types.js").Screen} */
export function sharedHouse(app, code) {
  const { t } = app;
  const main = h("main.page.builder.shared", null, h("h1", null, t("builder.title")), h("p", { role: "status" }, t("builder.checking")));
  const house = houseOfCode(decoded(code));

  /** @param {string} message */
  const refuse = (message) => put(main, h("h1", null, t("builder.title")), h("p.problems", { role: "alert" }, message), h("p", null, h("a", { href: "/houses" }, t("shared.build"))));

  /** @param {import("./messages").HouseChecked} checked */
  function draw(checked) {
    const { game, rules, sheet, problems } = checked;
    if (!game || !rules || !sheet) return put(main, h("h1", null, t("builder.title")), problemList(problems ?? []), h("p", null, h("a", { href: `/houses#${code}` }, t("shared.change"))));
    document.title = `${rules.name} - ${t("main.title")}`;
    const seats = fittingSeats(game);
    const play = () => dealAgainstBots(app, { house, seats, bots: botsAround(seats, usualLevel(game)) }).catch((refused) => refuse(refused.message));
    put(main,
      h("div.head", null,
        h("div", null, h("h1", { dir: "auto" }, rules.name), h("p", { role: "status" }, summaryEl(sheet, rules.name))),
        h("div.tools", null,
          h("a.btn", { href: `/houses#${code}` }, icon("book"), t("shared.change")),
          h("button.btn", { type: "button", onclick: () => openDialog(app, { house: { document: house, info: game } }) }, icon("people"), t("builder.open")),
          h("button.btn.primary", { type: "button", onclick: play }, t("builder.play")))),
      h("section.sheet", { role: "region", tabindex: "0", "aria-label": t("builder.sheet") }, h("p.fine", null, t("builder.hash", { hash: rules.hash })), sheetClauses(sheet)));
  }

  if (house) api("/houses/check", { house }).then(draw, (refused) => refuse(refused.message));
  else refuse(t("builder.badLink"));
  return { element: h("div", { "data-screen": "house" }, bar(), main) };
}
