// How a match went, as numbers: a line for each seat, and the moments that mattered.

/** @typedef {import("./verify.js").Step} Step */
/** @typedef {{at: number, kind: "dot" | "diamond", event: string, seat: number | null}} Mark */
/** @typedef {{lines: number[][], marks: Mark[], least: number, most: number}} Curve lines by seat, then by step */

/** How many cards a zone has: a list for whoever sees it, a number for the others. @param {string[] | number | undefined} cards */
const count = (cards) => (Array.isArray(cards) ? cards.length : cards ?? 0);

/** What a line is drawn of: cards left, or points where nobody gets rid of cards. @type {Record<string, (view: any) => number[]>} */
const HEIGHTS = {
  shedding: (view) => view.seats.map((/** @type {any} */ row) => count(row.hand) + row.up.length + row.blind),
  "heart-of-five": (view) => view.seats.map((/** @type {any} */ row) => count(row.hand)),
  heroes: (view) => view.players.map((/** @type {any} */ row) => row.points),
};

/** Good news are dots, bad news are diamonds. @type {Record<string, "dot" | "diamond">} */
const KINDS = { burned: "dot", took: "diamond", "round-ended": "diamond", shown: "dot" };

/** @param {string} family @param {Step[]} steps @returns {Curve} */
export function curveOf(family, steps) {
  const heights = steps.map(({ view }) => HEIGHTS[family]?.(view) ?? []);
  const lines = (heights[0] ?? []).map((_, seat) => heights.map((all) => all[seat]));
  const marks = steps.flatMap(({ events }, at) => events.filter(({ event }) => event in KINDS)
    .map(({ event, seat }) => ({ at, kind: KINDS[event], event, seat: seat ?? null })));
  const all = lines.flat();
  return { lines, marks, least: Math.min(0, ...all), most: Math.max(1, ...all) };
}

/** The path of a line between two steps, in a picture of this size. @param {Curve} curve @param {number} seat @param {number} from @param {number} to @param {number} width @param {number} height */
export function pathOf({ lines, least, most }, seat, from, to, width, height) {
  const line = lines[seat];
  const x = (/** @type {number} */ at) => (at / Math.max(1, line.length - 1)) * width;
  return line.slice(from, to + 1).map((value, at) => `${at ? "L" : "M"}${x(from + at).toFixed(1)} ${heightOf({ least, most }, value, height).toFixed(1)}`).join("");
}

/** Where a value lies, from above. @param {{least: number, most: number}} curve @param {number} value @param {number} height */
export const heightOf = ({ least, most }, value, height) => height - ((value - least) / (most - least)) * (height - 8) - 1;
