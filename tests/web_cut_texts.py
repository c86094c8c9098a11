"""Which words of a page are cut, run out of their button, lie beyond the edge or lie on other words."""

from __future__ import annotations

from playwright.sync_api import Page

_CUT_TEXTS = r"""() => {
  const found = [], lines = [];
  const isHiding = (one) => getComputedStyle(one).clipPath !== "none" && one.getBoundingClientRect().width <= 2; // only heard
  const hides = (way) => way === "hidden" || way === "clip", scrolls = (way) => way === "auto" || way === "scroll";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const text = node.nodeValue.trim(), parent = node.parentElement;
    if (!text || !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (parent.closest("svg, option, script, style, .bot-level .level, .bar.at-table .where small, .lines")) continue; // these may go; the story scrolls
    const above = [];
    for (let one = parent; one !== document.body; one = one.parentElement) above.push(one);
    if (above.some(isHiding)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width }) => width > .5);
    if (!rects.length) continue;
    const box = { left: Math.min(...rects.map(({ left }) => left)), right: Math.max(...rects.map(({ right }) => right)),
      top: Math.min(...rects.map(({ top }) => top)), bottom: Math.max(...rects.map(({ bottom }) => bottom)) };
    const beyond = (other) => Math.max(box.right - other.right, other.left - box.left);
    const over = (other) => Math.max(box.bottom - other.bottom, other.top - box.top);
    const note = (what) => found.push(`"${text.slice(0, 32)}" ${what}`);
    let isScrolledAcross = false, isScrolledDown = false;
    for (const one of above) {
      const { display, overflowX, overflowY } = getComputedStyle(one);
      if (display === "inline" || display === "contents") continue;
      isScrolledAcross ||= scrolls(overflowX);
      isScrolledDown ||= scrolls(overflowY);
      const around = one.getBoundingClientRect();
      const isCut = (hides(overflowX) && !isScrolledAcross && beyond(around) > 1.5) || (hides(overflowY) && !isScrolledDown && over(around) > 4);
      if (isCut) { note(`is cut by ${one.className || one.tagName}`); break; }
    }
    const holder = parent.closest("button, .btn, .choice, .plate, .ask, .notice")?.getBoundingClientRect();
    if (holder && (beyond(holder) > 1 || over(holder) > 3)) note(`runs out of ${parent.closest("button, .btn, .choice, .plate, .ask, .notice").className}`);
    if (!isScrolledAcross && (box.right > innerWidth + 1 || box.left < -1)) note("lies beyond the edge");
    const half = parseFloat(getComputedStyle(parent).fontSize) * .36; // the ink, not the line
    for (const { left, right, top, bottom } of rects) {
      const line = { node, text, layer: parent.closest("dialog, .story, .notices, .advice, .toast"), left, right, top: (top + bottom) / 2 - half, bottom: (top + bottom) / 2 + half };
      for (const one of above) {
        const { display, overflowX, overflowY } = getComputedStyle(one), around = one.getBoundingClientRect();
        if (display === "inline" || display === "contents") continue;
        if (overflowX !== "visible") [line.left, line.right] = [Math.max(line.left, around.left), Math.min(line.right, around.right)];
        if (overflowY !== "visible") [line.top, line.bottom] = [Math.max(line.top, around.top), Math.min(line.bottom, around.bottom)];
      }
      if (line.right > line.left && line.bottom > line.top) lines.push(line);
    }
  }
  lines.forEach((a, at) => {
    for (const b of lines.slice(at + 1)) {
      if (a.node === b.node || a.layer !== b.layer) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1.5 && down > 1) found.push(`"${a.text.slice(0, 24)}" lies on "${b.text.slice(0, 24)}"`);
    }
  });
  return [...new Set(found)];
}"""  # noqa: E501


def cut_texts(page: Page) -> list[str]:
    """A line for each text that a person cannot read as a whole."""
    return list(page.evaluate(_CUT_TEXTS))
