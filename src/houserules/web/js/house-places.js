// Where in a house something is wrong, as the controls call it.

import { worded } from "./house-form.js";
import { t } from "./words/index.js";

/** @typedef {Record<string, any>} Schema */

/** "the 2" for what stands in powers.2.do; "" if no control has this place. @param {Schema | undefined} schema @param {(string | number)[]} path */
export function placeName(schema, path) {
  const [rank, suit] = path[0] === "powers" ? String(path[1] ?? "").split(":") : [];
  const cards = schema?.properties?.powers?.propertyNames;
  if (rank && cards?.ranks.includes(rank)) return t("sheet.card", { rank, suit: suit ? worded(cards.suits?.[suit] ?? suit) : "" });
  const place = path.reduce((inside, key) => inside?.properties?.[key], schema);
  return place?.title ? worded(place.title) : "";
}
