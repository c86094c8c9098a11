// The settings of this device: how the table looks, moves and sounds. As a screen, or as a dialog at a table.

import { bar } from "./bar.js";
import { cardEl } from "./cards.js";
import { dialog, field, segment, toggle } from "./controls.js";
import { h, put } from "./dom.js";
import { identity } from "./identity.js";
import { prefs } from "./prefs.js";
import { LANGUAGES, language, t } from "./words/index.js";

/** @typedef {import("./types.js").Settings} Settings */

const SHOWN = ["7D", "KC", "AS", "QH"]; // what the colours, the corners and the skin look like

/** @returns {import("./types.js").Screen} */
export function settings() {
  document.title = `${t("settings.title")} - ${t("main.title")}`;
  const [left, right] = [h("div.stack"), h("div.stack")];
  const me = identity();
  const draw = () => { put(left, look(), sound()); put(right, motion(), play(), me); };
  const end = prefs.on(draw);
  draw();
  return {
    element: h("div", null, bar(), h("main.page.settings", null,
      h("div.head", null, h("div", null, h("h1", null, t("settings.title")), h("p", null, t("settings.kept")))),
      h("div.cols", null, left, right))),
    close: end,
  };
}

/** At a table: the same, without leaving it. */
export function openSettings() {
  const stack = h("div.stack.settings");
  const draw = () => put(stack, look(), motion(), sound(), play());
  const end = prefs.on(draw);
  draw();
  dialog(t("settings.title"), [stack]).addEventListener("close", end);
}

const look = () => group(t("settings.look"),
  h("div.shown", { "aria-hidden": "true" }, SHOWN.map((card) => cardEl(card, { "data-key": `${card} ${prefs.skin} ${prefs.index}` }))),
  choice("theme", [["night", t("settings.night")], ["day", t("settings.day")], ["system", t("settings.system")]]),
  choice("suits", [[2, t("settings.suits2")], [4, t("settings.suits4")]]),
  choice("index", [["usual", t("settings.usual")], ["large", t("settings.large")]]),
  choice("skin", [["cards", t("settings.cards")], ["ascii", t("settings.ascii")]]),
  field(t("settings.language"), segment(t("settings.language"), Object.entries(LANGUAGES).map(([value, title]) => ({ value, title })), language(), (value) => prefs.set("language", value))));

const motion = () => group(t("settings.moving"),
  choice("speed", [[0.5, "½"], [1, "1"], [2, "2"], [4, "4"], [0, t("settings.off")]]),
  choice("motion", [["system", t("settings.system")], ["full", t("settings.full")], ["reduced", t("settings.reduced")]]));

const sound = () => group(t("settings.sound"), h("p.fine", null, t("settings.soundNote")), volume("table"), volume("turn"), volume("chat"));

const play = () => group(t("settings.play"),
  choice("sort", [["rank", t("settings.rank")], ["suit", t("settings.suit")], ["own", t("settings.own")]]),
  toggle(t("settings.auto"), prefs.auto, (isOn) => prefs.set("auto", isOn), t("settings.autoNote")));

/** @param {string} title @param {...any} children */
const group = (title, ...children) => h("section.panel", { "aria-label": title, "data-key": title }, h("h2", null, title), children);

/** @template {"theme" | "suits" | "index" | "skin" | "speed" | "motion" | "sort"} Name @param {Name} name @param {[Settings[Name], string][]} options */
function choice(name, options) {
  const label = t(`settings.${name}`);
  const choose = (/** @type {string} */ text) => {
    const option = options.find(([value]) => String(value) === text);
    if (option) prefs.set(name, option[0]);
  };
  return field(label, segment(label, options.map(([value, title]) => ({ value: String(value), title })), String(prefs[name]), choose));
}

/** @param {keyof Settings["sounds"]} what */
function volume(what) {
  const share = prefs.sounds[what];
  const shown = share ? `${Math.round(100 * share)} %` : t("settings.off");
  const label = t(`settings.volume.${what}`);
  return h("label.volume", { "data-key": what }, h("span", null, label),
    h("input", { type: "range", min: 0, max: 100, step: 10, value: Math.round(100 * share), "aria-label": label, "aria-valuetext": shown,
      oninput: (/** @type {any} */ event) => prefs.set("sounds", { ...prefs.sounds, [what]: event.target.valueAsNumber / 100 }) }),
    h("output", { "aria-hidden": "true" }, shown));
}
