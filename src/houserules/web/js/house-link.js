// A house inside a link: what is behind the # never reaches a server, so a shared house is nobody's but its readers'.

const PLAIN = "j";
const PACKED = "z";
const MOST_CHARACTERS = 40_000;

/** @param {Uint8Array} bytes */
const toText = (bytes) => btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
/** @param {string} text */
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} through */
const passed = async (bytes, through) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());

/** What stands behind the #: the shorter of the two forms. @param {any} document @returns {Promise<string>} */
export async function houseFragment(document) {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  const plain = PLAIN + toText(bytes);
  if (!("CompressionStream" in globalThis)) return plain;
  const packed = PACKED + toText(await passed(bytes, new CompressionStream("deflate-raw")));
  return packed.length < plain.length ? packed : plain;
}

/** The house in a link, or null if there is none that can be read. @param {string} fragment with or without the # @returns {Promise<any>} */
export async function houseOfFragment(fragment) {
  const text = fragment.replace(/^#/, "");
  if (!/^[jz][\w-]+$/.test(text) || text.length > MOST_CHARACTERS) return null;
  try {
    const bytes = toBytes(text.slice(1));
    const whole = text[0] === PACKED ? await passed(bytes, new DecompressionStream("deflate-raw")) : bytes;
    const document = JSON.parse(new TextDecoder().decode(whole));
    return document && typeof document === "object" && !Array.isArray(document) ? document : null;
  } catch {
    return null;
  }
}
