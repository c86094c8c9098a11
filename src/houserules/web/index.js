// The first page: open a table, or find one.

import {
  $, Refused, api, become, counted, h, isKnown, isOnlyHere, keep, keyPicture, kept, linkBase, listed, offeredKey, playerKey, put, randomText, sentence,
} from "./page.js";

const OWN = "own house rules";
const USUAL = "usual"; // the level of bots, as long as it is not known what the own rules are
const REFRESH_MS = 10_000;
/** @type {any[]} */
let games = [];
/** @type {any} the game of the own rules, if they can be played */
let house = null;
let idempotencyKey = randomText();

const chosen = () => (isOwn() ? house : games.find((game) => game.id === $("game").value)) ?? games[0];
const isOwn = () => $("game").value === OWN;

function drawGame() {
  $("own").hidden = !isOwn();
  if (isOwn() && !house) checkHouse();
  const { seats_least: least, seats_most: most } = chosen();
  const before = Number($("seats").value) || 2;
  put($("seats"), Array.from({ length: most - least + 1 }, (_, number) => h("option", {}, String(least + number))));
  $("seats").value = String(Math.min(Math.max(before, least), most));
  drawChairs();
}

/** Who sits on each other chair: a friend, or a bot of some level. What was chosen before stays chosen. */
function drawChairs() {
  const levels = isOwn() && !house ? [USUAL] : chosen().levels.map((/** @type {any} */ level) => level.name);
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

/** The own rules say how many may play, and which bots there are. */
async function checkHouse() {
  const text = $("house").value;
  try {
    const { ok, problems, rules, game } = await api("/houses/check", { house: text });
    if (text !== $("house").value) return;
    house = game ?? null;
    put($("problems"), ok
      ? [h("p", {}, `${rules.name} can be played.`), h("details", {}, h("summary", {}, "Its rules"), h("pre", {}, rules.page))]
      : [h("p", {}, "These rules cannot be played yet:"), problemList(problems)]);
    if (house && isOwn()) drawGame();
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
  put($("error"));
  $("submit").disabled = true;
  try {
    const { table } = await api("/tables", tableRequest(), { "Idempotency-Key": idempotencyKey });
    keep("name", $("player").value.trim());
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
  const chairs = table.open ? `${table.open} of ${counted(table.seats, "chair")} free` : counted(table.seats, "seat");
  const about = [table.status, chairs, table.bots ? counted(table.bots, "bot") : "", table.clock ? "with a clock" : ""];
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

/** @param {any} played a MatchPlayed */
function matchRow(played) {
  const place = played.places[played.seat];
  const others = played.names.filter((/** @type {string} */ _, /** @type {number} */ seat) => seat !== played.seat);
  const isLast = place === Math.max(...played.places);
  return h("li", {}, h("a", { href: played.record }, `${played.title}, ${new Date(played.ended).toLocaleString()}`),
    h("span", {}, `${place === 1 ? "You won" : isLast ? "You came last" : `You came in at place ${place}`} against ${listed(others)}.${played.counts === false ? " It is not rated." : ""}`));
}

/** Where I sit, and what I played. */
async function lookForMine() {
  if (!isKnown()) return;
  const [me, { matches, open }] = await Promise.all([api("/me"), api("/me/matches")]);
  const tables = (open ?? []).filter((/** @type {any} */ table) => table.status !== "over");
  $("mine").hidden = !tables.length;
  put($("my-tables"), tables.map(row));
  $("played").hidden = !matches.length;
  const ratings = (me.ratings ?? []).map((/** @type {any} */ one) => `${one.title} ${one.skill.toFixed(1)} ± ${one.doubt.toFixed(1)}`);
  put($("summary"), `${me.matches === 1 ? "1 match" : `${me.matches ?? 0} matches`}, ${me.firsts ?? 0} won, ${me.lasts ?? 0} lost.`,
    ratings.length ? ` Your rating: ${ratings.join("; ")}.` : "");
  put($("my-matches"), matches.map(matchRow));
}

// -- Another device of the same person ---------------------------------------------------------------------------------

/** A link brought a key. A device that is nobody yet takes it; any other asks first. */
async function greet() {
  if (!offeredKey) return;
  if (!isKnown()) return takeKey();
  put($("carried-text"), `This device plays as ${kept("name")}. The link that you opened belongs to another player. `
    + "If you take it, the tables and matches of this device stay with the player whom you leave.");
  $("carried").hidden = false;
}

async function takeKey() {
  if (!offeredKey) return;
  const name = await become(offeredKey);
  $("carried").hidden = true;
  $("player").value = name;
  put($("welcome"), name ? `Welcome, ${name}. This device plays as you now.` : "This device has the key now. Nobody has played with it yet: say your name when you sit down.");
  await lookForMine();
}

/** The key is put on the page only when somebody asks for it. */
async function showKey() {
  if (!$("carry").open) return;
  const link = `${await linkBase()}/#key=${playerKey()}`;
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
  $("house").addEventListener("change", () => { house = null; checkHouse(); });
  $("become").addEventListener("click", () => takeKey().catch((problem) => put($("welcome"), problem.message)));
  $("stay").addEventListener("click", () => { $("carried").hidden = true; });
  $("carry").addEventListener("toggle", () => showKey().catch(() => $("carry-picture").remove()));
  setInterval(look, REFRESH_MS);
  drawGame();
  linkBase().then((link) => { $("only-here").hidden = !isOnlyHere(link); });
  await Promise.all([look(), lookForMine().catch(() => undefined), greet()]);
}

begin().catch((problem) => put($("error"), problem.message));
