// SHA-256 (FIPS 180-4) of a text. The browser's own is missing on pages without https, as in a home network: so it is written out.

const ROUNDS = 64;
const BLOCK_BYTES = 64;

/** The first 32 bits of the fractional part of a number. @param {number} root */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) >>> 0;

/** The first 64 primes: their cube roots give the constants of the rounds, their square roots the first state. */
const primes = (() => {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < ROUNDS; number += 1) if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
})();
const CONSTANTS = primes.map((prime) => fraction(Math.cbrt(prime)));
const FIRST_STATE = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** The text as UTF-8, a bit 1, zeros, and its length in bits: whole blocks. @param {string} text */
function padded(text) {
  const bytes = new TextEncoder().encode(text);
  const data = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES));
  bytes.forEach((byte, at) => data.setUint8(at, byte));
  data.setUint8(bytes.length, 0x80);
  data.setUint32(data.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(data.byteLength - 4, (bytes.length << 3) >>> 0);
  return data;
}

/** @param {Uint32Array} words the 16 words of a block, and room for 48 more */
function stretch(words) {
  for (let at = 16; at < ROUNDS; at += 1) {
    const early = words[at - 15];
    const late = words[at - 2];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[at] = words[at - 16] + low + words[at - 7] + high;
  }
}

/** @param {Uint32Array} state changed @param {Uint32Array} words */
function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < ROUNDS; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + choice + CONSTANTS[at] + words[at]) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] += word; });
}

/** The eight 32-bit words of SHA-256. @param {string} text @returns {number[]} */
export function sha256(text) {
  const data = padded(text);
  const state = Uint32Array.from(FIRST_STATE);
  const words = new Uint32Array(ROUNDS);
  for (let block = 0; block < data.byteLength; block += BLOCK_BYTES) {
    for (let at = 0; at < 16; at += 1) words[at] = data.getUint32(block + at * 4);
    stretch(words);
    mix(state, words);
  }
  return [...state];
}

/** @param {string} text */
export const hexSha256 = (text) => sha256(text).map((word) => word.toString(16).padStart(8, "0")).join("");
