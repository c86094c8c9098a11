// Which module draws a family of games. Each is fetched when a table of its family is first shown.

/** @typedef {import("./types.js").Painter} Painter */

/** By `family` of the view. @type {Record<string, () => Promise<{painter: Painter}>>} */
const PAINTERS = {
  shedding: () => import("./shedding.js"),
  "heart-of-five": () => import("./climbing.js"),
  heroes: () => import("./heroes.js"),
};

/** @param {string} family @returns {Promise<Painter>} */
export const loadPainter = async (family) => (await PAINTERS[family]()).painter;
