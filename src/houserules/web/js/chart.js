// The picture of how a match went: a line for each seat, dots and diamonds above it.

import { heightOf, pathOf } from "./curve.js";
import { h, s } from "./dom.js";

/** @typedef {import("./curve.js").Curve} Curve */

const WIDTH = 1000;
const HEIGHT = 100;
const NAME_GAP = 22;
/** Lines are told apart by dashes as well as by colours. */
const LINES = 8;

/** @param {Curve} curve @param {number} at */
function drawnLines(curve, at) {
  const last = (curve.lines[0]?.length ?? 1) - 1;
  return s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    curve.lines.flatMap((_, seat) => [
      s(`path.future.line-${seat % LINES}`, { d: pathOf(curve, seat, at, last, WIDTH, HEIGHT) }),
      s(`path.past.line-${seat % LINES}`, { d: pathOf(curve, seat, 0, at, WIDTH, HEIGHT) }),
    ]));
}

/** The names at the ends of the lines, pushed apart where they would lie on each other. @param {Curve} curve @param {string[]} names */
function nameTags(curve, names) {
  const tags = curve.lines.map((line, seat) => ({ seat, y: heightOf(curve, line.at(-1) ?? 0, HEIGHT) })).sort((one, other) => one.y - other.y);
  const gap = Math.min(NAME_GAP, HEIGHT / Math.max(1, tags.length - 1));
  tags.forEach((tag, k) => { if (k) tag.y = Math.max(tag.y, tags[k - 1].y + gap); });
  const over = Math.max(0, (tags.at(-1)?.y ?? 0) - HEIGHT);
  return tags.map(({ seat, y }) => h(`span.name.line-${seat % LINES}`, { "aria-hidden": "true", style: { top: `${y - over}%` } }, names[seat]));
}

/** What is inside the picture when step `at` is shown. @param {Curve} curve @param {string[]} names @param {number} at */
export function chartParts(curve, names, at) {
  const last = Math.max(1, (curve.lines[0]?.length ?? 1) - 1);
  const left = (/** @type {number} */ step) => `${(step / last) * 100}%`;
  return [
    drawnLines(curve, at),
    curve.marks.map((mark) => h(`span.mark.${mark.kind}`, { "aria-hidden": "true", style: { left: left(mark.at) } })),
    nameTags(curve, names),
    h("span.head", { "aria-hidden": "true", style: { left: left(at) } }, h("i")),
  ];
}

/** @param {Curve} curve @param {string[]} names @param {string} label what it shows, in words */
export const chartPicture = (curve, names, label) =>
  h("div.chart.whole", { role: "img", "aria-label": label }, chartParts(curve, names, (curve.lines[0]?.length ?? 1) - 1));
