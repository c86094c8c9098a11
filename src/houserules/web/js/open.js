// Open a table for friends: what is played, who sits where, what is allowed. A dialog of the home page, the lobby and the builder.

import { randomText } from "./api.js";
import { dialog, field, picker, segment, toggle } from "./controls.js";
import { h, put } from "./dom.js";
import { callName, fittingSeats, games, gamePicks, levelName, openTable, seatNumbers } from "./games.js";

/** @typedef {import("./types.js").App} App @typedef {import("./messages").GameInfo} GameInfo */

/** Seconds, and what a bank gains with each move. @type {Record<string, any>} */
const CLOCKS = {
  none: null,
  "turn-30": { kind: "turn", seconds: 30 }, "turn-90": { kind: "turn", seconds: 90 },
  "bank-5": { kind: "bank", seconds: 300, increment: 5 }, "bank-15": { kind: "bank", seconds: 900, increment: 10 },
};
const DELAYS = ["0", "15", "60", "300"];

/**
 * @param {App} app
 * @param {{games?: GameInfo[], game?: string, house?: {document: any, info: GameInfo}, isPublic?: boolean}} [wish] what is chosen at first
 */
export async function openDialog(app, { games: list, game: id = "", house, isPublic = false } = {}) {
  const { t } = app;
  const all = list ?? await games();
  const state = {
    game: all.find((one) => one.id === id)?.id ?? all[0].id, seats: 4, bots: /** @type {string[]} */ ([]), clock: "none", delay: "0",
    public: isPublic, hints: true, undo: true, chat: true, spectators: true,
  };
  const key = randomText();
  let problem = "";
  let isOpening = false;
  const body = h("form.opening", { onsubmit: submit });
  const box = dialog(house ? t("open.titleHouse", { name: house.info.name }) : t("open.title"), [body]);
  const player = h("input.text", { value: callName(), maxlength: "40", required: true, autocomplete: "nickname", "aria-label": t("home.yourName") });
  const name = h("input.text", { maxlength: "40", "aria-label": t("open.name"), placeholder: t("open.nameHelp") });

  const game = () => house?.info ?? all.find((one) => one.id === state.game) ?? all[0];

  /** @param {Partial<typeof state>} change */
  const change = (change) => { Object.assign(state, change); draw(); };

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    if (isOpening) return;
    isOpening = true;
    problem = "";
    draw();
    const seats = fittingSeats(game(), state.seats);
    const { public: listedThere, hints, undo, chat, spectators } = state;
    try {
      const table = await openTable({
        ...(house ? { house: house.document } : { game: state.game }), seats, player: player.value.trim() || callName(), name: name.value.trim(),
        bots: chairs(seats).flatMap((level, at) => (level ? [{ seat: at + 1, level }] : [])),
        ...(CLOCKS[state.clock] ? { clock: CLOCKS[state.clock] } : {}), public: listedThere, hints, undo, chat, spectators, delay: Number(state.delay),
      }, { key });
      box.close();
      app.go(`/t/${table}`);
    } catch (refused) {
      problem = /** @type {Error} */ (refused).message;
      isOpening = false;
      draw();
    }
  }

  /** @param {number} seats @returns {string[]} the level of the bot on each other chair; "" waits for a friend */
  const chairs = (seats) => Array.from({ length: seats - 1 }, (_, at) => (game().levels.some((level) => level.name === state.bots[at]) ? state.bots[at] : ""));

  function draw() {
    const seats = fittingSeats(game(), state.seats);
    const taken = chairs(seats);
    const sits = [{ value: "", title: t("open.friend") }, ...game().levels.map((level) => ({ value: level.name, title: t("open.bot", { level: levelName(level.name) }) }))];
    put(body,
      house ? null : field(t("home.game"), gamePicks(all, state.game, (chosen) => change({ game: chosen }))),
      field(t("home.yourName"), player),
      field(t("home.seats"), segment(t("home.seats"), seatNumbers(game()).map((one) => ({ value: String(one), title: String(one) })), String(seats), (value) => change({ seats: Number(value) }))),
      h("fieldset.chairs-set", null, h("legend.label", null, t("open.chairs")), taken.map((level, at) => h("div.chair-line", { "data-key": at }, h("span", null, t("open.chair", { number: at + 2 })),
        picker(t("open.chair", { number: at + 2 }), sits, level, (value) => { state.bots[at] = value; draw(); })))),
      field(t("open.clock"), picker(t("open.clock"), Object.keys(CLOCKS).map((value) => ({ value, title: t(`open.clock.${/** @type {"none"} */ (value)}`) })), state.clock, (clock) => change({ clock }))),
      toggle(t("open.public"), state.public, (on) => change({ public: on }), t("open.publicHelp")),
      h("details.more-options", { "data-key": "more" }, h("summary", null, t("open.more")),
        field(t("open.name"), name),
        toggle(t("open.hints"), state.hints, (on) => change({ hints: on })),
        toggle(t("open.undo"), state.undo, (on) => change({ undo: on }), t("open.undoHelp")),
        toggle(t("open.chat"), state.chat, (on) => change({ chat: on })),
        toggle(t("open.spectators"), state.spectators, (on) => change({ spectators: on })),
        state.spectators && field(t("open.delay"), picker(t("open.delay"), DELAYS.map((value) => ({ value, title: t("open.delayed", { seconds: Number(value) }) })), state.delay, (delay) => change({ delay })))),
      problem && h("p.alarm", { role: "alert" }, problem),
      h("button.btn.primary.wide", { "aria-disabled": String(isOpening) }, t("open.submit")));
  }

  draw();
}
