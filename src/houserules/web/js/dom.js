// The whole view library: make an element, fill it again without losing what stays, find it.

const SVG = "http://www.w3.org/2000/svg";

/** @template {string} Name @typedef {Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement} ElementOf */

/** Listeners of an element by name, so that `put` can change them. @type {WeakMap<Element, Record<string, (event: any) => void>>} */
const listeners = new WeakMap();

/** Elements that listen, or are fields, or have such in them: that they look the same is not enough. @type {WeakSet<Node>} */
const lively = new WeakSet();
const FIELDS = ["INPUT", "SELECT", "TEXTAREA"];

/**
 * Make an element.
 * @template {string} Tag
 * @overload
 * @param {Tag} tag a tag with classes, as in "div.card.is-back"
 * @param {Record<string, any> | null} [props] attributes; those that begin with "on" are listeners; `style` is an object of CSS
 *   properties; `class` adds classes; null and false leave an attribute out
 * @param {...any} children nodes, texts, lists of them; null, false and "" are left out
 * @returns {Tag extends `${infer Name}.${string}` ? ElementOf<Name> : ElementOf<Tag>}
 */
/** @param {string} tag @param {Record<string, any> | null} [props] @param {...any} children @returns {any} */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name || "div");
  if (classes.length) element.className = classes.join(" ");
  return filled(element, props, children);
}

/** An SVG element, as in s("svg", { viewBox: "0 0 10 10" }, s("path", { d })). @param {string} tag @param {Record<string, any> | null} [props] @param {...any} children @returns {SVGElement} */
export function s(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElementNS(SVG, name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  return filled(element, props, children);
}

/** @template {HTMLElement | SVGElement} E @param {E} element @param {Record<string, any> | null | undefined} props @param {any[]} children @returns {E} */
function filled(element, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value == null || value === false) continue;
    if (key.startsWith("on")) listen(element, key.slice(2), value);
    else if (key === "style") for (const [name, of] of Object.entries(value)) { if (of != null) element.style.setProperty(name, String(of)); }
    else if (key === "class") element.classList.add(...String(value).split(" ").filter(Boolean));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  const inside = nodes(children);
  if (FIELDS.includes(element.tagName) || inside.some((one) => lively.has(one))) lively.add(element);
  element.append(...inside);
  return element;
}

/** @param {Element} element @param {string} name @param {(event: any) => void} listener */
function listen(element, name, listener) {
  const known = listeners.get(element) ?? {};
  listeners.set(element, known);
  lively.add(element);
  if (!(name in known)) element.addEventListener(name, (event) => listeners.get(element)?.[name]?.(event));
  known[name] = listener;
}

/** @param {any[]} children @returns {Node[]} */
const nodes = (children) => children.flat(9).filter((child) => child != null && child !== false && child !== "")
  .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));

/** @param {any} one @param {any} other */
const isSame = (one, other) => one.nodeName === other.nodeName && one.dataset?.key === other.dataset?.key;

/**
 * Let an element hold these children. What stays the same stays where it is, with its focus and a finger on it: it is the
 * same if it has the same tag and the same data-key. Its attributes, listeners and children become those of the new one;
 * so does the value of a field with data-controlled. In other fields, what a person typed stays.
 * @param {Element} parent @param {...any} children
 */
export function put(parent, ...children) {
  const wanted = nodes(children);
  const left = [...parent.childNodes];
  const kept = wanted.map((child) => {
    const at = left.findIndex((one) => isSame(one, child));
    return at < 0 ? null : left.splice(0, at + 1)[at]; // those before it are not wanted any more
  });
  const staying = new Set(kept);
  for (const child of [...parent.childNodes]) if (!staying.has(child)) child.remove();
  wanted.forEach((child, at) => {
    const old = kept[at];
    if (!old) parent.insertBefore(child, parent.childNodes[at] ?? null);
    else if (old === child) return;
    else if (child.nodeType === Node.TEXT_NODE) { if (old.nodeValue !== child.nodeValue) old.nodeValue = child.nodeValue; } else renew(/** @type {Element} */ (old), /** @type {Element} */ (child));
  });
}

/** @param {Element} old @param {Element} fresh */
function renew(old, fresh) {
  if (!lively.has(fresh) && !lively.has(old) && old.isEqualNode(fresh)) return; // much cheaper than to go through it
  if (lively.has(fresh)) lively.add(old);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    if (name === "style") /** @type {HTMLElement} */ (old).style.cssText = value; // an attribute would be refused by the policy of the page
    else old.setAttribute(name, value);
  }
  if (old instanceof HTMLInputElement && fresh instanceof HTMLInputElement && "controlled" in fresh.dataset && old.value !== fresh.value) old.value = fresh.value;
  const before = listeners.get(old) ?? {};
  for (const name of Object.keys(before)) before[name] = () => undefined;
  for (const [name, listener] of Object.entries(listeners.get(fresh) ?? {})) listen(old, name, listener);
  const chosen = fresh instanceof HTMLSelectElement ? fresh.value : null;
  put(old, ...fresh.childNodes);
  if (chosen !== null) /** @type {HTMLSelectElement} */ (old).value = chosen; // what was chosen is no attribute
}

/** The first element that a selector finds; it must be there. @param {string} selector @param {ParentNode} [root] @returns {HTMLElement} */
export const $ = (selector, root = document) => /** @type {HTMLElement} */ (root.querySelector(selector));

/** All elements that a selector finds. @param {string} selector @param {ParentNode} [root] @returns {HTMLElement[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)].map((one) => /** @type {HTMLElement} */ (one));

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  back: "M15 5l-7 7 7 7",
  story: "M5 5h14v11H10l-5 4z",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.7 1-2.5A6 6 0 0 0 12 3z",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3.2 2.6 3.5 5.5",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  book: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v13c-3-1-6-1-8 1-2-2-5-2-8-1zM12 6v13",
  check: "M4 12.5l5 5L20 6.5",
  cross: "M6 6l12 12M18 6L6 18",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  next: "M6 5l9 7-9 7zM18 5v14",
  prev: "M18 5l-9 7 9 7zM6 5v14",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  shield: "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2",
  eye: "M2 12c4-7 16-7 20 0-4 7-16 7-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  again: "M20 8a8.5 8.5 0 1 0 .5 6M20 3v5h-5",
  copy: "M8 8h11v12H8zM5 16V4h11",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v6M16 20h-2",
  home: "M4 11l8-7 8 7M6 10v10h12V10M10 20v-6h4v6", chat: "M5 5h14v11H10l-5 4z", sound: "M4 9h4l5-4v14l-5-4H4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11", share: "M12 15V4M8 8l4-4 4 4M6 12v8h12v-8", undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6", more: "M5 12h.01M12 12h.01M19 12h.01", sort: "M7 4v15M3.5 15.5L7 19l3.5-3.5M14 6h7M14 12h5M14 18h3",
};

/** A line drawing of 24 by 24, which takes the colour of its text. @param {keyof typeof ICONS} name */
export const icon = (name) => s("svg.ico", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: ICONS[name] }));
