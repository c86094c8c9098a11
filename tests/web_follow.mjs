// Follows batches of events that tests/test_web_follow.py wrote, and prints where the view that follows is another: node web_follow.mjs FOLLOW BATCHES
import fs from "node:fs";

const [, , module, file] = process.argv;
const { follow, followTurn } = await import(module);

// What painters draw from, in each family. `asks`, the sentence beside `ask`, comes with the view only.
const DRAWN = {
  shedding: ["pile", "burned", "stock", "direction", "ready", "out", "ask", "pending", "phase", "to_act", "outcome", "spots", "seats"],
  "heart-of-five": ["round", "leader", "last", "ask", "trick", "passes", "out", "played", "turns", "to_act", "outcome", "seats"],
  heroes: ["phase", "current", "round", "turn", "starter", "players", "picked", "difference", "battle", "known", "known_since", "has_bet", "to_act", "outcome"],
};
const plain = (value, key) => {
  if (key === "outcome") return value && { places: value.places, reason: value.reason };
  return value ?? null;
};
const ordered = (value) => {
  if (Array.isArray(value)) return value.map(ordered);
  if (value && typeof value === "object") return Object.fromEntries(Object.keys(value).sort().filter((key) => value[key] !== undefined).map((key) => [key, ordered(value[key])]));
  return value;
};
const text = (view, key) => JSON.stringify(ordered(plain(view[key], key)));

for (const line of fs.readFileSync(file, "utf8").split("\n").filter(Boolean)) {
  const { before, events, turn, after, name } = JSON.parse(line);
  const untouched = JSON.stringify(before);
  let view = before;
  for (const event of events) view = follow(view, event);
  view = followTurn(view, turn);
  if (JSON.stringify(before) !== untouched) console.log(JSON.stringify({ name, key: "changed the view before" }));
  for (const key of DRAWN[after.family]) {
    if (text(view, key) !== text(after, key)) console.log(JSON.stringify({ name, key, events, followed: ordered(plain(view[key], key)), view: ordered(plain(after[key], key)) }));
  }
}
