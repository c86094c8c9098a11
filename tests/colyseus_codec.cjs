// The real encoders and decoders of an SDK of Colyseus, without a network: what its Room would send and what it reads.
//
// node colyseus_codec.cjs SDK_FOLDER encode SEED COUNT   random messages: {"frame": hex, "type": ..., "payload": tagged}
// node colyseus_codec.cjs SDK_FOLDER decode              lines of hex in, {"type": ..., "payload": tagged} out
"use strict";
const readline = require("node:readline");
const { Room } = require(process.argv[2]);
const { version } = require(process.argv[2] + "/package.json");
const hasRecords = !version.startsWith("0.15.");

const MOST_BYTES = 12000; // longer ones are not made

let sent = null;
const room = new Room("codec");
room.connection = { isOpen: true, send: (data) => { sent = Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data); } };

// JSON has no dates, bytes, big numbers and maps: they are objects with one key that begins with $.
function tagged(value) {
  if (value === undefined) return null;
  if (typeof value === "bigint") return { $int: String(value) };
  if (value instanceof Date) return { $date: value.getTime() };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("hex") };
  if (value instanceof ArrayBuffer) return { $bytes: Buffer.from(value).toString("hex") };
  if (value instanceof Map) return { $map: [...value].map(([key, held]) => [key, tagged(held)]) };
  if (value instanceof Set || Array.isArray(value)) return Array.from(value, tagged);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).filter(([, held]) => hasRecords || held !== undefined).map(([key, held]) => [key, tagged(held)]));
  return value;
}

let state = 0;
function chance(most) { // mulberry32: a whole number below `most`
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
}
const pick = (list) => list[chance(list.length)];
const text = () => Array.from({ length: chance(pick([4, 40, 300])) }, () => pick(["a", "Z", "_", "é", "€", "🂡", "\0", " "])).join("");
const short = () => Array.from(text()).slice(0, 30).join("");
const bytes = () => { const made = Uint8Array.from(Buffer.from(text())); return hasRecords ? made : made.buffer; };
function number() {
  switch (chance(6)) {
    case 0: return chance(300) - 130;
    case 1: return chance(0x7fffffff) * pick([1, -1]);
    case 2: return (chance(1 << 20) - (1 << 19)) / 8;
    case 3: return chance(0xffffffff) * pick([1, 2, 4096, -7, -1024]);
    case 4: return pick([0, 31, 32, 63, 64, 127, 128, 255, 256, 65535, 65536, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53, -1, -32, -33, -128, -129, -32768, -32769, -(2 ** 31), -(2 ** 31) - 1, -(2 ** 40)]);
    default: return hasRecords ? pick([1e100, 5e-324, -1.5e300, 2 ** 60]) : 0.1;
  }
}
function value(depth) {
  switch (chance(depth > 4 ? 6 : 12)) {
    case 0: return pick([null, true, false, undefined]);
    case 1: case 2: return number();
    case 3: return text();
    case 4: return pick([() => new Date(chance(2 ** 31) * 1000), () => new Date(chance(2 ** 31) * 1000 + 125), bytes])();
    case 5: return hasRecords ? pick([() => BigInt(chance(1000) - 500), () => 2n ** 62n + BigInt(chance(9)), () => new Map([[chance(9), number()], [text(), null]]), () => new Set([chance(5), text()])])() : number();
    case 6: case 7: return Array.from({ length: chance(pick([3, 20])) }, () => value(depth + 1));
    case 8: { // the same shape several times, as records save keys
      const keys = shape();
      return Array.from({ length: 1 + chance(6) }, () => Object.fromEntries(keys.map((key) => [key, value(depth + 2)])));
    }
    default: return Object.fromEntries(shape().map((key) => [key, value(depth + 1)]));
  }
}
const shape = () => Array.from({ length: chance(pick([3, 8, 20])) }, () => pick(["amount", "slot_index", "choice", "action", "data", "x" + chance(100), short() || "k"]));

function encode(seed, count) {
  state = seed;
  for (let made = 0; made < count; ) {
    const type = pick([() => "play_card", () => short() || "x", () => chance(70000)])();
    const payload = chance(50) ? value(0) : Array.from({ length: 100 }, (_, index) => ({ ["shape" + index]: { ["inner" + index]: index } }));
    room.send(type, payload);
    if (sent.length > MOST_BYTES) continue;
    made++;
    process.stdout.write(JSON.stringify({ frame: sent.toString("hex"), type, payload: tagged(payload) }) + "\n");
  }
}

function decode() {
  room.onMessage("*", (type, payload) => process.stdout.write(JSON.stringify({ type, payload: tagged(payload) }) + "\n"));
  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const data = Uint8Array.from(Buffer.from(line, "hex"));
    room.onMessageCallback({ data: data.buffer });
  });
}

if (process.argv[3] === "encode") encode(Number(process.argv[4]), Number(process.argv[5]));
else decode();
