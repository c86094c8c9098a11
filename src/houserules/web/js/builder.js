// The house-rules builder: controls on one side, the sheet they make on the other, problems as they arise.

import { bar } from "./bar.js";
import { copyText } from "./controls.js";
import { h, icon, put } from "./dom.js";
import { botsAround, dealAgainstBots, fittingSeats, usualLevel } from "./games.js";
import { houseCode, houseOfCode } from "./house-link.js";
import { powersPanel } from "./house-powers.js";
import { problemList, sheetClauses, summaryEl } from "./house-sheet.js";
import { tablePanels } from "./house-tables.js";
import { Draft, houses } from "./house.js";
import { openDialog } from "./open.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {"rules" | "sheet" | "toml"} Tab */
const WIDE = matchMedia("(min-width: 1100px)"); // there the controls are always shown
/** @returns {Tab[]} */
const tabsNow = () => (WIDE.matches ? ["sheet", "toml"] : ["rules", "sheet", "toml"]);

/** @param {App} app @returns {import("./types.js").Screen} */
export function builder(app) {
  const { t } = app;
  /** @type {Draft | null} */
  let draft = null;
  /** @type {Tab} */
  let tab = "rules";
  const shownTab = () => (WIDE.matches && tab === "rules" ? "sheet" : tab);
  let said = "";
  let problem = "";
  const chosen = { rank: "2", selector: "2" };
  const main = h("main.page.builder", null, h("h1", null, t("builder.title")), h("p", { role: "status" }, t("builder.loading")));
  const text = h("textarea.toml", { spellcheck: "false", rows: "18", "aria-label": t("builder.toml") });
  let isTyped = false; // somebody writes in the text; then it is left alone
  text.addEventListener("input", () => { isTyped = true; said = ""; draw(); });

  /** @param {Draft} house */
  const play = (house) => {
    const info = house.checked?.game;
    if (!info) return;
    const seats = fittingSeats(info);
    return dealAgainstBots(app, { house: house.document, seats, bots: botsAround(seats, usualLevel(info)) }).catch((refused) => { problem = refused.message; draw(); });
  };

  /** @param {Draft} house */
  async function share(house) {
    const code = houseCode(house.document);
    const link = `${location.origin}/house/${code}`;
    history.replaceState(history.state, "", `/houses#${code}`);
    if (navigator.share) await navigator.share({ title: house.name, url: link }).catch(() => undefined);
    said = await copyText(link) ? t("builder.linkCopied") : t("builder.linkInBar");
    draw();
  }

  /** @param {Draft} house */
  async function useText(house) {
    const checked = await house.check(text.value);
    if (!checked?.document) {
      problem = checked?.problems?.map(({ message }) => message).join("; ") || house.problem;
      said = "";
    } else {
      problem = "";
      isTyped = false;
      said = t("builder.taken");
      house.start = startOf(house, checked.document, checked.family);
      house.use(checked.document);
    }
    draw();
  }

  /** What the text begins with, if that is known here. @param {Draft} house @param {import("./house.js").Document} document @param {string | null | undefined} family */
  const startOf = ({ all, start }, document, family) => all.starts.find((one) => one.ships && one.id === document.extends)
    ?? (document.extends === undefined && start?.family === family ? start : null);

  /** @param {Draft} house */
  function head(house) {
    const sheet = house.checked?.sheet;
    const cannot = String(!house.checked?.ok);
    return h("div.head", { "data-key": "head" },
      h("div", null, h("h1", null, house.name || t("builder.title")), h("p", { role: "status" }, house.parent ? `${t("builder.extends", { parent: house.parent.name })} ` : "", sheet ? summaryEl(sheet, house.name) : null)),
      h("div.tools", null,
        h("button.btn", { type: "button", onclick: () => share(house) }, icon("link"), t("builder.share")),
        h("button.btn", { type: "button", "aria-disabled": cannot, onclick: () => { const info = house.checked?.game; if (info) openDialog(app, { house: { document: house.document, info } }); } }, icon("people"), t("builder.open")),
        h("button.btn.primary", { type: "button", "aria-disabled": cannot, onclick: () => play(house) }, t("builder.play"))));
  }

  /** @param {Draft} house */
  function beginning(house) {
    const begin = (/** @type {string} */ id) => { const start = house.all.starts.find((one) => one.id === id); if (start) { chosen.rank = chosen.selector = "2"; isTyped = false; house.begin(start); } };
    const option = (/** @type {any} */ start) => h("option", { value: start.id, selected: start.id === house.start?.id }, start.name);
    const isGame = (/** @type {any} */ start) => start.ships || !house.all.starts.some((one) => one.ships && one.family === start.family);
    const select = h("select.pick", { "aria-label": t("builder.start"), onchange: (/** @type {any} */ { target }) => begin(target.value) },
      house.start ? null : h("option", { value: "", selected: true }, t("builder.fromLink")),
      h("optgroup", { label: t("builder.games") }, house.all.starts.filter(isGame).map(option)), h("optgroup", { label: t("builder.examples") }, house.all.starts.filter((start) => !isGame(start)).map(option)));
    select.value = house.start?.id ?? "";
    const name = h("input.text", { value: house.nameIn(house.document) ?? "", maxlength: "80", "aria-label": t("builder.name"), oninput: (/** @type {any} */ { target }) => house.set(house.namePath, target.value || undefined) });
    return h("section.panel.beginning", { "data-key": "begin", "aria-labelledby": "begin-title" }, h("h2", { id: "begin-title" }, t("builder.begin")),
      h("div.knob", null, h("span.knob-name", null, t("builder.start"), house.start && h("small", null, house.start.about)), select),
      h("div.knob", null, h("span.knob-name", null, t("builder.name")), h("div.knob-control", { "data-key": String(house.edition) }, name)));
  }

  /** @param {Draft} house */
  function paper(house) {
    const { checked } = house;
    const tabs = h("div.paper-tabs", { role: "tablist", "aria-label": t("builder.title"), "data-key": "tabs" }, tabsNow().map((name) => h("button", {
      type: "button", role: "tab", id: `tab-${name}`, "data-key": name, "aria-selected": String(shownTab() === name), "aria-controls": `panel-${name}`, tabindex: shownTab() === name ? "0" : "-1",
      onclick: () => { tab = name; draw(); }, onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (!by) return;
        const all = tabsNow();
        tab = all[(all.indexOf(name) + by + all.length) % all.length];
        draw();
        document.getElementById(`tab-${tab}`)?.focus();
      } }, t(`builder.tab.${name}`), name === "sheet" && checked?.sheet?.changes?.length ? h("span.badge", null, String(checked.sheet.changes.length)) : null)));
    if (!isTyped && checked?.toml !== undefined && text.value !== checked.toml) text.value = checked.toml ?? "";
    return { tabs, sheet: h("section.sheet", { "data-key": "sheet", id: "panel-sheet", tabindex: "0", role: "region", "aria-label": t("builder.sheet") },
      h("h2", null, house.name), checked?.rules ? h("p.fine", null, t("builder.hash", { hash: checked.rules.hash })) : null, house.sheet && !checked?.sheet && checked ? h("p", null, t("builder.noSheet")) : null, house.sheet ? sheetClauses(house.sheet) : h("p", null, checked ? t("builder.noSheet") : t("builder.checking"))),
    toml: h("section.panel.toml-panel", { "data-key": "toml", id: "panel-toml", role: "region", "aria-label": t("builder.tab.toml") }, h("p.fine", null, t("builder.tomlHelp")), text,
      h("div.buttons-row", null, h("button.btn", { type: "button", onclick: async () => { said = await copyText(text.value) ? t("copied") : t("builder.notCopied"); draw(); } }, icon("copy"), t("builder.copyToml")),
        h("button.btn", { type: "button", "aria-disabled": String(!isTyped), onclick: () => { if (isTyped) useText(house); } }, t("builder.useText")))) };
  }

  function draw() {
    if (!draft) return;
    const house = draft;
    document.title = `${house.name || t("builder.title")} - ${t("main.title")}`;
    main.dataset.tab = shownTab();
    main.dataset.checked = String(Boolean(house.checked) && !house.isChecking);
    const { tabs, sheet, toml } = paper(house);
    const problems = house.checked?.problems ?? [];
    put(main, head(house),
      problem || house.problem ? h("p.problems", { "data-key": "problem", role: "alert" }, problem || house.problem) : null,
      problems.length && !WIDE.matches ? problemList(problems, house.schema) : null,
      h("p.fine.said", { "data-key": "said", role: "status" }, said), tabs,
      h("div.cols", { "data-key": "cols" }, h("div.controls", { id: "panel-rules", role: "region", "aria-label": t("builder.tab.rules") }, beginning(house), powersPanel(house, chosen, draw), tablePanels(house)), h("div.papers", null, problems.length && WIDE.matches ? problemList(problems, house.schema) : null, sheet, toml)));
  }

  /** A link may bring a house; else it goes on where somebody stopped. @param {boolean} isFirst */
  async function take(isFirst) {
    const all = await houses();
    draft ??= new Draft(all, draw);
    const brought = houseOfCode(location.hash);
    if (brought) {
      draft.start = null;
      isTyped = false;
      draft.use(brought);
    } else if (isFirst) beginOrResume(draft);
    else if (!isFirst && location.hash.length > 1) { problem = t("builder.badLink"); draw(); }
    if (isFirst && !brought && location.hash.length > 1) { problem = t("builder.badLink"); draw(); }
  }

  /** A draft of the game that was chosen on the home page goes on, too. @param {Draft} house */
  function beginOrResume(house) {
    const wanted = house.all.starts.find(({ id }) => id === new URLSearchParams(location.search).get("from"));
    const isResumed = house.resume((document, start) => !wanted || wanted.id === (start ?? document.extends));
    if (!isResumed) house.begin(wanted ?? house.all.starts[0]);
  }

  const onHash = () => { take(false).catch(() => undefined); };
  addEventListener("hashchange", onHash);
  WIDE.addEventListener("change", draw);
  take(true).catch((refused) => put(main, h("h1", null, t("builder.title")), h("p", { role: "alert" }, refused.message)));
  return { element: h("div", { "data-screen": "builder" }, bar(), main), close: () => { removeEventListener("hashchange", onHash); WIDE.removeEventListener("change", draw); draft?.close(); } };
}
