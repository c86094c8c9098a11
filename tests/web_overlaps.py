"""Which parts of a table lie on each other, or leave the screen, and which buttons show nothing."""

from __future__ import annotations

from playwright.sync_api import Page

_OVERLAPS = """() => {
  const kinds = {
    plate: ".seat .plate", laid: ".seat .laid", did: ".seat .did", pile: ".centre .heap, .centre .spread, .nothing.lead", stock: ".stock", burned: ".burned",
    ask: ".ask", beside: ".beside", match: ".match-line", passed: ".passed", turn: ".turn b, .turn .mayplay", own: ".mine .own .laid",
    hand: ".mine .hand .card, .mine .setup .card", meld: ".suggest .meld", button: ".acts .btn, .acts .choice", sorter: ".sorter", label: ".setup .label", bar: ".bar",
    purse: ".purse", slots: ".slots", arena: ".arena", gauge: ".gauge .scale", round: ".roundline", bet: ".betting",
  };
  const worded = new Set(["did", "beside", "match", "passed", "turn", "round"]); // as wide as their words, not as their boxes
  const boxOf = (element, kind) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    let { left, right, top, bottom } = (worded.has(kind) ? range : element).getBoundingClientRect();
    for (let one = element; one; one = one.parentElement) { // what is scrolled away is not there
      if (getComputedStyle(one).overflowX === "visible" || one.matches(".table, .room")) continue;
      const box = one.getBoundingClientRect();
      [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (getComputedStyle(one).overflowY === "auto") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, right, top, bottom };
  };
  const parts = Object.entries(kinds).flatMap(([kind, selector]) => [...document.querySelectorAll(selector)]
    .filter((element) => element.checkVisibility()).map((element) => ({ kind, element, ...boxOf(element, kind) })))
    .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
  const isOne = (a, b) => a.kind === b.kind && ["hand", "meld", "turn"].includes(a.kind);
  const nameOf = ({ kind, element }) => `${kind} ${element.textContent.trim().slice(0, 16)}`.trim();
  const found = parts.filter(({ left, right, top, bottom }) => left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
    .map((part) => `${nameOf(part)} leaves the screen`);
  const showsNothing = (button) => ![...button.querySelectorAll("svg, span, b")].some((one) => one.checkVisibility() && one.getBoundingClientRect().width > 2);
  found.push(...[...document.querySelectorAll(".acts .btn")].filter((one) => one.checkVisibility() && showsNothing(one)).map((one) => `button ${one.textContent} shows nothing`));
  parts.forEach((a, at) => {
    for (const b of parts.slice(at + 1)) {
      if (isOne(a, b) || a.element.contains(b.element) || b.element.contains(a.element)) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left), down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 2 && down > 2) found.push(`${nameOf(a)} on ${nameOf(b)}: ${Math.round(across)} x ${Math.round(down)}`);
    }
  });
  return { count: parts.length, found };
}"""  # noqa: E501


def overlaps(page: Page) -> tuple[int, list[str]]:
    """How many parts there are, and a line for each two that touch by more than two pixels."""
    result = page.evaluate(_OVERLAPS)
    return int(result["count"]), list(result["found"])
