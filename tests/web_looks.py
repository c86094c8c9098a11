"""What is wrong with how a page looks and answers: axe, contrast on pixels, what the Tab key does not reach."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page

AXE = Path(__file__).parent.parent / ".venv" / "web" / "node_modules" / "axe-core" / "axe.min.js"
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="there is no axe-core: see the Makefile")

LARGE_PX = 24.0
LARGE_BOLD_PX = 18.66
BOLD = 700
AA_LARGE, AA_SMALL = 3.0, 4.5
MOST_TABS = 400
MOST_LOOKS = 50


def axe_violations(page: Page) -> list[str]:
    """One line for each element that breaks a rule."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [f"{rule['id']}: {node['target'][0]}" for rule in result["violations"] for node in rule["nodes"]]


# -- Contrast ----------------------------------------------------------------------------------------------------------

_TEXTS = """() => {
  const found = [];
  const visible = (element, { left, top, right, bottom }) => { // what is cut off, or as good as gone, is not read
    let opacity = 1;
    for (let one = element; one; one = one.parentElement) {
      const { overflow, opacity: own, maskImage } = getComputedStyle(one);
      opacity *= Number(own);
      if (overflow === "visible") continue;
      const edge = maskImage === "none" ? 0 : 24; // a row that can be scrolled fades out there
      const box = one.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left + edge), Math.min(right, box.right - edge)];
      [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { box: [left, top, right, bottom], opacity };
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, nodeValue } = walker.currentNode;
    const isDrawn = element.closest(".sprite, .sr, .card, .ic, .gauge, script, style, noscript, option");
    if (!/[\\p{L}\\p{N}]/u.test(nodeValue) || isDrawn) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest(":disabled, [aria-disabled=true]") || getComputedStyle(element).clipPath !== "none") continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const style = getComputedStyle(element);
    const color = element.closest("svg") ? style.fill : style.color;
    const size = parseFloat(style.fontSize);
    for (const rect of range.getClientRects()) { // one for each line
      const { box: [left, top, right, bottom], opacity } = visible(element, rect);
      if (opacity < 0.1 || right - left < 9 || bottom - top < size / 2) continue;
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) continue;
      const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!middle || !(element.contains(middle) || middle.contains(element))) continue;
      const air = Math.max(0, bottom - top - size * 0.8) / 2; // above and below the letters
      const box = [left + 4, top + air, right - 4, bottom - air]; // beside it, a card may begin
      found.push({ text: nodeValue.trim().slice(0, 40), box, color, opacity, size, weight: Number(style.fontWeight) });
    }
  }
  return found;
}"""
_COLOURS = """(colours) => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  return colours.map((colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  });
}"""
_STAND_STILL = "() => document.getAnimations().every((one) => one.playState !== 'running')"
_HIDE = """(text) => {
  window.hiding = new CSSStyleSheet();
  hiding.replaceSync(text);
  document.adoptedStyleSheets.push(hiding);
}"""
_HIDE_TEXTS = """
body * { -webkit-text-fill-color: transparent !important; text-shadow: none !important; transition: none !important }
svg text { fill: transparent !important; stroke: transparent !important }
"""


def _linear(channel: float) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.03928 else float(((share + 0.055) / 1.055) ** 2.4)


def luminance(rgb: tuple[float, ...]) -> float:
    return sum(weight * _linear(value) for weight, value in zip((0.2126, 0.7152, 0.0722), rgb[:3], strict=True))


def _texts_and_ground(page: Page) -> tuple[list[dict[str, Any]], Image.Image]:
    """Where the texts are, and what is behind them. Taken again if the page changed meanwhile."""
    for _ in range(MOST_LOOKS):
        page.wait_for_function(_STAND_STILL)
        texts: list[dict[str, Any]] = page.evaluate(_TEXTS)
        page.evaluate(_HIDE, _HIDE_TEXTS)
        picture = Image.open(io.BytesIO(page.screenshot(scale="css"))).convert("RGB")
        page.evaluate("document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== hiding)")
        if page.evaluate(_TEXTS) == texts:
            return texts, picture
    raise AssertionError(f"{page.url} does not stand still")


def low_contrasts(page: Page) -> tuple[int, list[str]]:
    """How many texts were measured against the pixels behind them, and those that are hard to read."""
    texts, picture = _texts_and_ground(page)
    colours: list[list[int]] = page.evaluate(_COLOURS, [one["color"] for one in texts])
    low = []
    for one, (red, green, blue, alpha) in zip(texts, colours, strict=True):
        left, top, right, bottom = one["box"]
        box = picture.crop((int(left), int(top), max(int(right), int(left) + 1), max(int(bottom), int(top) + 1)))
        behind = sorted(box.getcolors(box.width * box.height) or [], key=lambda found: luminance(found[1]))
        ink = one["opacity"] * alpha / 255
        wanted = (
            AA_LARGE
            if one["size"] >= LARGE_PX or (one["size"] >= LARGE_BOLD_PX and one["weight"] >= BOLD)
            else AA_SMALL
        )
        # Of what lies behind it, a twentieth may be noise; the rest must all be dark, or light, enough.
        area = sum(count for count, _ in behind)
        ground = _worst_ground(behind, area, (red, green, blue))
        mixed = tuple(ink * front + (1 - ink) * back for front, back in zip((red, green, blue), ground, strict=True))
        bright, dark = sorted((luminance(mixed), luminance(ground)), reverse=True)
        ratio = (bright + 0.05) / (dark + 0.05)
        if ratio < wanted:
            low.append(f"{ratio:.2f} of {wanted}: {one['text']}")
    return len(texts), low


def _worst_ground(behind: list[Any], area: int, ink: tuple[int, int, int]) -> tuple[float, ...]:
    from_end = reversed(behind) if luminance(ink) > 0.4 else iter(behind)
    left = area * 0.05
    ground: tuple[float, ...] = ink
    for count, rgb in from_end:
        ground = rgb
        left -= count
        if left < 0:
            break
    return ground


# -- Keyboard ----------------------------------------------------------------------------------------------------------

_START_ABOVE = """() => {
  const start = document.createElement("span");
  start.tabIndex = -1;
  document.body.prepend(start);
  start.focus();
  start.remove();
}"""
_REMEMBER_FOCUS = """() => {
  const { activeElement: now } = document;
  if (!now || now === document.body) return null;
  now.dataset.tabbed ??= String(window.tabbed = (window.tabbed ?? 0) + 1);
  const shows = ({ outlineStyle, boxShadow }) => outlineStyle !== "none" || boxShadow !== "none";
  const isShown = [now, ...now.children].some((element) => shows(getComputedStyle(element)));
  const name = now.ariaLabel ?? now.textContent.trim().slice(0, 40);
  return { number: now.dataset.tabbed, isShown, what: `${now.tagName.toLowerCase()} "${name}"` };
}"""
_NOT_REACHED = """() => {
  const roles = ["button", "option", "radio", "slider", "tab", "link", "checkbox", "switch"];
  const wanted = ["a[href]", "button", "input", "select", "textarea", "summary", "[tabindex]"]
    .concat(roles.map((role) => `[role=${role}]`));
  const groups = ["listbox", "radiogroup", "tablist", "toolbar", "menu", "grid"].map((role) => `[role=${role}]`);
  const isReached = (element) => "tabbed" in element.dataset;
  const isApart = (element) => element.matches(":disabled, h1, h2, main, [aria-disabled=true]")
    || element.closest("[inert], [aria-hidden=true]") || !element.checkVisibility({ visibilityProperty: true });
  const leadsToIt = (element) => { // arrow keys lead from one to the next
    const group = element.closest(groups.join());
    const alike = element.type === "radio" ? [...document.getElementsByName(element.name)] : [];
    return [...alike, ...(group ? [group, ...group.querySelectorAll("*")] : [])].some(isReached);
  };
  return [...document.querySelectorAll(wanted.join())]
    .filter((element) => !isApart(element) && !isReached(element) && !leadsToIt(element))
    .map((element) => [element.tagName.toLowerCase(), element.ariaLabel ?? element.textContent.trim().slice(0, 40)])
    .map(([tag, name]) => `${tag} "${name}"`);
}"""


def keyboard_problems(page: Page) -> tuple[int, list[str]]:
    """How many stops the Tab key makes, and what it does not reach or what does not show that it has the focus."""
    page.evaluate(_START_ABOVE)
    stops: dict[str, dict[str, Any]] = {}
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        stop = page.evaluate(_REMEMBER_FOCUS)
        if stop is None or stop["number"] in stops:
            if stops:
                break
            continue
        stops[stop["number"]] = stop
    hidden = [f"has the focus and does not show it: {stop['what']}" for stop in stops.values() if not stop["isShown"]]
    missed = [f"not reached: {what}" for what in page.evaluate(_NOT_REACHED)]
    return len(stops), hidden + missed
