// The bar on top of every screen.

import { h, icon } from "./dom.js";
import { t } from "./words/index.js";

/**
 * @param {{title?: string | null, sub?: string | null, table?: boolean, over?: boolean, tools?: any[]}} [what]
 *   `title` and `sub` say where we are; `table` is the narrow bar of a table, whose title is the h1 of the screen; `over` lies on
 *   the cloth of the home screen; `tools` are icon buttons of the screen
 */
export function bar({ title = null, sub = null, table = false, over = false, tools = [] } = {}) {
  return h("header.bar", { class: table ? "at-table" : over ? "over" : "" },
    table ? h("a.icon.leave", { href: "/", "aria-label": t("bar.home") }, icon("back")) : null,
    h("a.mark", { href: "/", "aria-label": t("bar.home") }, "House Rules"),
    title && h(table ? "h1.where" : "div.where", null, title, sub && h("small", null, sub)),
    h("div.end", null, tools,
      table ? null : h("a.icon", { href: "/lobby", "aria-label": t("bar.lobby") }, icon("people")),
      table ? h("button.icon", { type: "button", "aria-label": t("bar.settings"), onclick: showSettings }, icon("gear"))
        : h("a.icon", { href: "/settings", "aria-label": t("bar.settings") }, icon("gear"))));
}

/** As a dialog, so that nobody leaves the table for it. */
export async function showSettings() {
  (await import("./settings.js")).openSettings();
}
