// A house inside a code or a link: JSON in which each known word is one byte, as base64url. games/house_code.py does the same, and a test compares.

const PREFIX = "h1.";
const MOST_CODE = 8_000;
const MOST_TEXT = 20_000;
const MOST_NESTED = 10;
/** The byte of a word is 128 and its place here. */
const WORDS = [
  '{"extends":"shithead","name":"', '{"extends":"duel","name":"', '{"extends":"smellyhead","name":"', '{"name":"', '"seats":', '"seats":[2,',
  '"version":', '"deck":{', '"decks":', '"decks":"fewest"', '"jokers":', '"deal":{', '"blind":', '"up":', '"hand":', '"setup":"', '"begins":"',
  '"order":[', '"play":{', '"compare":', '">="', '">"', '"reverse-for-two":"again"', '"refill":{', '"to":', '"draw":', '"when":"', '"before-again"',
  '"after-turn"', '"pattern":{', '"alike":', '"never":[', '"within":"one-play"', '"through-mirrors":true', '"take":{', '"leads":"', '"end":{',
  '"until":"', '"limit":', '"at-limit":"shared"', '"not-last":[', '"powers":{', '"on":"any"', '"do":[', '{"on":"any","do":[', '{"do":["',
  '"only-on":[', '"not-on":[', '"not-under":[', '"most":', '"joins":true', '"reset"', '"burn"', '"burn","again"', '"low"', '{"low":', '"mirror"',
  '"skip"', '"reverse"', '"again"', '"wild"', '"force-take"', '{"force-take":{', '"call-suit"', '"parity"', '"choose-way"', '"counter":[', '"who":"',
  '"card":"', '"oneself":true', '"copies":"', '"on-empty":"', '"mode":"add"', '"which":"', '"as":[', '"power":true', '"count":"', '"follow":true',
  '"2"', '"3"', '"4"', '"5"', '"6"', '"7"', '"8"', '"9"', '"10"', '"J"', '"Q"', '"K"', '"A"', '"Joker"', ':red"', ':black"', '"none"', "none",
  "swap", "choose", "lowest", "seat", "set", "single", "mixed", "forced", "free", "stays", "next", "taker", "previous", "chosen", "one-left",
  "first-out", "even", "odd", "once", "},", "}}", "],", ":{", ":[", "]}", '"}', '["burn"', "with-pile", ':"',
];
const LONGEST_FIRST = WORDS.map((word, place) => /** @type {const} */ ([word, 128 + place])).sort(([one], [other]) => other.length - one.length);

/** @param {any} document @returns {string} */
export function houseCode(document) {
  const text = JSON.stringify(document).replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
  let bytes = "";
  for (let at = 0; at < text.length;) {
    const [word, byte] = LONGEST_FIRST.find(([known]) => text.startsWith(known, at)) ?? [text[at], text.charCodeAt(at)];
    bytes += String.fromCharCode(byte);
    at += word.length;
  }
  return PREFIX + btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function depth(text) {
  let deepest = 0;
  let now = 0;
  for (const letter of text) {
    if (letter === "{" || letter === "[") deepest = Math.max(deepest, ++now);
    else if (letter === "}" || letter === "]") now--;
  }
  return deepest;
}

/** The house in a code, or null if there is none that can be read. @param {string} code with or without the # of a link @returns {any} */
export function houseOfCode(code) {
  const plain = code.replace(/^#/, "");
  if (plain.length > MOST_CODE || !/^h1\.[\w-]+$/.test(plain)) return null;
  try {
    const bytes = atob(plain.slice(PREFIX.length).replaceAll("-", "+").replaceAll("_", "/"));
    const words = Array.from(bytes, (letter) => (letter.charCodeAt(0) < 128 ? letter : WORDS[letter.charCodeAt(0) - 128]));
    if (words.includes(/** @type {any} */ (undefined))) return null;
    const text = words.join("");
    if (text.length > MOST_TEXT || depth(text) > MOST_NESTED) return null;
    const document = JSON.parse(text);
    return document && typeof document === "object" && !Array.isArray(document) ? document : null;
  } catch {
    return null;
  }
}
