// Buttons of the action bar: each names what it does, and carries its key. What happens is said by attributes: `data-move` makes a move
// of the game, `data-do` is done by the table; `data-confirm` asks for a second tap.

import { h, icon } from "./dom.js";
import { inline } from "./cards.js";
import { t } from "./words/index.js";

const MOST_NAMED = 3;
/** How keys are written on buttons. @type {Record<string, string>} */
const KEY_CAPS = { Enter: "↵" };

/** @param {string | undefined} key */
const keyCap = (key) => key && h("kbd.key", { "data-key": "key", "aria-hidden": "true" }, KEY_CAPS[key] ?? key);

/**
 * @param {any} label @param {{key?: string, primary?: boolean, disabled?: boolean} & Record<string, any>} [options] `key` is its shortcut
 */
export function button(label, { key, primary = false, disabled = false, ...props } = {}) {
  const name = props["data-key"] ?? props["data-move"] ?? props["data-do"];
  return h(primary ? "button.btn.primary.go" : "button.btn", { type: "button", "aria-keyshortcuts": key, "aria-disabled": disabled ? "true" : null, ...props, "data-key": name },
    h("span.label-text", { "data-key": "label" }, label), keyCap(key));
}

/** Cards as a button names them: up to three of them, else the first and how many. @param {string[]} cards */
export const named = (cards) => (cards.length > MOST_NAMED ? [inline(cards[0]), ` × ${cards.length}`] : cards.map((card) => inline(card)));

/** The one button that plays. @param {string[]} cards chosen @param {boolean} isPlay @param {any} [label] */
export const playButton = (cards, isPlay, label = [t("act.play"), " ", ...named(cards)]) => (cards.length
  ? button(label, { key: "Enter", primary: true, disabled: !isPlay, "data-do": "move", "data-move": `play ${cards.join(" ")}`, "data-key": "go" })
  : button(t("act.choose"), { primary: true, disabled: true, "data-key": "go" }));

export const hintButton = () => h("button.btn.hintb", { type: "button", "data-key": "hint", "data-do": "hint", "aria-keyshortcuts": "H" },
  icon("hint"), h("span", { "data-key": "label" }, t("act.hint")), keyCap("H"));

/**
 * A row of choices within reach of the thumb.
 * @param {string} label @param {any[]} choices @param {string} [kind] a class
 */
export const chooserEl = (label, choices, kind = "") => h("div.chooser", { "data-key": `chooser-${kind}`, role: "group", "aria-label": label, class: kind }, choices);

/**
 * One choice. Its name begins with `verb`, which is only heard, and goes on with what is seen.
 * @param {{verb: string, what: string, note?: string, mark?: any, move: string, key?: string, self?: boolean}} choice
 */
export const choiceEl = ({ verb, what, note = "", mark = null, move, key, self = false }) =>
  h("button.choice", { type: "button", "data-key": move, "data-move": move, "aria-keyshortcuts": key, class: self ? "self" : "" },
    mark, h("span.who", { "data-key": "who" }, h("b", { "data-key": "what" }, h("span.sr", { "data-key": "verb" }, `${verb} `), what), note && h("small.num", { "data-key": "note" }, note)), keyCap(key));
