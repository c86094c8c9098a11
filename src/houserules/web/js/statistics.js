// What each seat did in a match, counted from its replay.

/** @typedef {import("./verify.js").Step} Step */
/** @typedef {Record<string, number>} Counts by the word that names it */

const COUNTED = {
  shedding: ["plays", "burns", "taken", "longest"],
  "heart-of-five": ["won", "plays", "bombs", "passes"],
  heroes: ["battles", "rounds", "credits", "bet"],
};

/** @param {Counts} counts @param {string} name @param {number} [by] */
const add = (counts, name, by = 1) => { counts[name] = (counts[name] ?? 0) + by; };

/** @param {Counts} counts @param {string} name @param {number} value */
const raise = (counts, name, value) => { counts[name] = Math.max(counts[name] ?? 0, value); };

/** The seat whose move it was did what burned the pile. @param {Counts[]} all @param {any} event @param {number} mover */
function countShedding(all, event, mover) {
  if (event.event === "played") {
    add(all[event.seat], "plays");
    raise(all[event.seat], "longest", event.cards.length);
  } else if (event.event === "burned") add(all[mover], "burns");
  else if (event.event === "took") add(all[event.seat], "taken", event.cards.length);
}

/** @param {Counts[]} all @param {any} event */
function countClimbing(all, event) {
  if (event.event === "played") {
    add(all[event.seat], "plays");
    if (event.ask?.above?.bomb) add(all[event.seat], "bombs");
  } else if (event.event === "passed") add(all[event.seat], "passes");
  else if (event.event === "round-ended") event.wins.forEach((/** @type {number} */ wins, /** @type {number} */ seat) => { all[seat].won = wins; });
}

/** @param {Counts[]} all @param {any} event */
function countHeroes(all, event) {
  if (event.event === "battled" && event.battle.winner !== null) add(all[event.battle.winner], "battles");
  else if (event.event === "bets-opened") event.bets.forEach((/** @type {number} */ bet, /** @type {number} */ seat) => raise(all[seat], "bet", bet));
  else if (event.event === "round-ended") {
    if (event.winner !== null) add(all[event.winner], "rounds");
    event.credits.forEach((/** @type {number} */ credits, /** @type {number} */ seat) => { all[seat].credits = credits; });
  }
}

const COUNT = { shedding: countShedding, "heart-of-five": countClimbing, heroes: countHeroes };

const TAKES_BACK = ["take-back", "agree-to-take-back"];

/** Moves that were taken back do not count: a step that took some back leaves the table as an earlier step left it. @param {any[]} steps @returns {any[]} */
export function stepsThatStand(steps) {
  /** @type {any[]} */
  const standing = [];
  for (const step of steps) {
    if (!TAKES_BACK.includes(step.deed?.deed)) standing.push(step);
    else {
      const now = JSON.stringify(step.view);
      const at = standing.findLastIndex(({ view }) => JSON.stringify(view) === now);
      if (at >= 0) standing.length = at + 1;
    }
  }
  return standing;
}

/**
 * For each seat what is counted in games of this family, in its order.
 * @param {{family: string, names: string[], steps: Step[]}} replay @returns {{name: string, value: number}[][]}
 */
export function statisticsOf({ family, names, steps }) {
  const known = /** @type {keyof typeof COUNT} */ (family);
  /** @type {Counts[]} */
  const all = names.map(() => ({}));
  for (const step of stepsThatStand(steps)) {
    for (const event of step.events) COUNT[known]?.(all, event, step.seat);
  }
  return all.map((counts) => (COUNTED[known] ?? []).map((name) => ({ name, value: counts[name] ?? 0 })));
}
