// The first page: open a table, or find one.

import { $, Refused, api, h, keep, keyPicture, kept, playerKey, put, randomText, sentence } from "./page.js";

const OWN = "own house rules";
const USUAL = "usual"; // own rules may be of any game, so their bots are of its usual level
const REFRESH_MS = 10_000;
/** @type {any[]} */
let games = [];
let idempotencyKey = randomText();

const chosen = () => games.find((game) => game.id === $("game").value) ?? games[0];
const isOwn = () => $("game").value === OWN;

function drawGame() {
  $("own").hidden = !isOwn();
  const { seats_least: least, seats_most: most } = chosen();
  const before = Number($("seats").value) || 2;
  put($("seats"), Array.from({ length: most - least + 1 }, (_, number) => h("option", {}, String(least + number))));
  $("seats").value = String(Math.min(Math.max(before, least), most));
  drawChairs();
}

/** Who sits on each other chair: a friend, or a bot of some level. What was chosen before stays chosen. */
function drawChairs() {
  const levels = isOwn() ? [USUAL] : chosen().levels.map((/** @type {any} */ level) => level.name);
  const before = [...$("chairs").querySelectorAll("select")].map((select) => select.value);
  const rows = Array.from({ length: Number($("seats").value) - 1 }, (_, number) => {
    const select = h("select", { id: `chair-${number + 1}` }, h("option", { value: "" }, "a friend"),
      levels.map((/** @type {string} */ level) => h("option", { value: level }, level === USUAL ? "a bot" : `a bot: ${level}`)));
    if (levels.includes(before[number])) select.value = before[number];
    return h("p", {}, h("label", { for: `chair-${number + 1}` }, `Seat ${number + 2}`), select);
  });
  put($("chairs"), rows);
}

/** @param {{path: (string|number)[], message: string}[]} problems */
function problemList(problems) {
  return h("ul", { class: "problems" }, problems.map(({ path, message }) =>
    h("li", {}, path.length ? h("code", {}, path.join(".")) : null, path.length ? ": " : null, sentence(message))));
}

async function checkHouse() {
  try {
    const { ok, problems, rules } = await api("/houses/check", { house: $("house").value });
    put($("problems"), ok
      ? h("details", {}, h("summary", {}, `${rules.name} can be played. Its rules`), h("pre", {}, rules.page))
      : [h("p", {}, "These rules cannot be played yet:"), problemList(problems)]);
  } catch (problem) {
    put($("problems"), String(/** @type {Error} */ (problem).message));
  }
}

function tableRequest() {
  const [kind, seconds, increment] = $("clock").value.split(" ");
  const bots = [...$("chairs").querySelectorAll("select")].flatMap((select, number) =>
    select.value ? [{ seat: number + 1, ...(select.value === USUAL ? {} : { level: select.value }) }] : []);
  return {
    ...(isOwn() ? { house: $("house").value } : { game: chosen().id }),
    ...(kind ? { clock: { kind, seconds: Number(seconds), increment: Number(increment ?? 0) } } : {}),
    seats: Number($("seats").value), bots, public: $("public").checked, name: $("name").value,
    player: $("player").value.trim(), hints: $("hints").checked, undo: $("undo").checked,
  };
}

/** @param {Event} event */
async function openTable(event) {
  event.preventDefault();
  keep("name", $("player").value.trim());
  put($("error"));
  $("submit").disabled = true;
  try {
    const { table } = await api("/tables", tableRequest(), { "Idempotency-Key": idempotencyKey });
    keep(`seat-${table}`, null);
    location.assign(`/t/${table}`);
  } catch (problem) {
    const { message, problems, code } = /** @type {Refused} */ (problem);
    put($("error"), problems?.length ? problemList(problems) : message);
    if (code !== "unreachable") idempotencyKey = randomText();
    $("submit").disabled = false;
  }
}

/** @param {any} table a Listing */
function row(table) {
  const chairs = table.open ? `${table.open} of ${table.seats} chairs free` : `${table.seats} seats`;
  const about = [table.status, chairs, table.bots ? `${table.bots} bots` : "", table.clock ? "with a clock" : ""];
  return h("li", {}, h("a", { href: `/t/${table.table}` }, table.name || table.title),
    h("span", {}, [table.name ? table.title : "", ...about].filter(Boolean).join(", ")));
}

async function look() {
  if (document.hidden) return;
  try {
    const { tables } = await api("/tables");
    put($("tables"), tables.length ? tables.map(row) : h("li", {}, "There is no public table now."));
  } catch (problem) {
    put($("tables"), h("li", {}, /** @type {Error} */ (problem).message));
  }
}

/** Who never played here with this device is not known to the server, so it is not asked. */
async function lookForMine() {
  if (!kept("name")) return;
  const { open } = await api("/me/matches").catch(() => ({ open: [] }));
  const tables = (open ?? []).filter((/** @type {any} */ table) => table.status !== "over");
  $("mine").hidden = !tables.length;
  put($("my-tables"), tables.map(row));
}

/** The key is put on the page only when somebody asks for it. */
async function showKey() {
  if (!$("carry").open) return;
  const link = `${location.origin}/#key=${playerKey}`;
  $("carry-link").href = link;
  put($("carry-link"), link);
  $("carry-picture").src = await keyPicture();
}

async function begin() {
  $("player").value = kept("name") ?? "";
  ({ games } = await api("/games"));
  put($("game"), games.map((game) => h("option", { value: game.id }, game.name)),
    h("option", { value: OWN }, "Your own house rules"));
  $("game").addEventListener("change", drawGame);
  $("seats").addEventListener("change", drawChairs);
  $("check").addEventListener("click", checkHouse);
  $("open").addEventListener("submit", openTable);
  $("again").addEventListener("click", look);
  $("carry").addEventListener("toggle", () => showKey().catch(() => $("carry-picture").remove()));
  setInterval(look, REFRESH_MS);
  drawGame();
  await Promise.all([look(), lookForMine()]);
}

begin().catch((problem) => put($("error"), problem.message));
