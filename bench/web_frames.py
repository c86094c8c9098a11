"""How smoothly eight players' cards move in a browser: python bench/web_frames.py [WIDTHxHEIGHT] [SPEED]

It serves a table with seven bots, plays there in headless Chromium, and prints the gaps between frames as the page sees
them and the processor time of each frame on the page's main thread, from a trace. Beside them stand the same numbers of
a blank page with one moving box: on a machine that others use, gaps alone measure the neighbours."""

from __future__ import annotations

import bisect
import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.serving import served
from tests.visitors import chromium
from tests.web_players import Player

SEATS = 8
SECONDS = 20
FRAME_MS = 1000 / 60
LATE_MS = 33
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel", "cc"]

COUNT_FRAMES = """
globalThis.gaps = [];
globalThis.countFrames = (isMoving) => {
  let last = 0;
  const tick = (now) => {
    if (last && isMoving()) gaps.push(now - last);
    last = isMoving() ? now : 0;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
};
"""
PLAY = """() => {
  countFrames(() => Boolean(document.querySelector(".in-motion")));
  setInterval(() => {
    if (document.querySelector(".in-motion")) return;
    const may = (node) => node.getAttribute("aria-disabled") !== "true" && !node.dataset.move.startsWith("swap");
    const button = [...document.querySelectorAll(".actions [data-move], .chooser [data-move]")].find(may);
    const cards = [...document.querySelectorAll("[role=option][data-pick]")];
    const isChosen = cards.some((one) => one.getAttribute("aria-selected") === "true");
    const card = cards.find((one) => !one.getAttribute("aria-label").endsWith("cannot be played"));
    (button ?? (isChosen ? null : card))?.click();
  }, 100);
}"""
MOVE_A_BOX = """() => {
  const box = document.createElement("div");
  box.style.cssText = "width: 84px; height: 118px; background: #888; will-change: transform";
  document.body.replaceChildren(box);
  const there = [{ transform: "none" }, { transform: "translateX(600px)" }];
  box.animate(there, { duration: 700, iterations: Infinity, direction: "alternate" });
  countFrames(() => true);
}"""


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def processor_times(trace: bytes) -> list[float]:
    """Milliseconds of processor time for each frame of the main thread."""
    events = json.loads(trace)["traceEvents"]
    threads = Counter((event["pid"], event["tid"]) for event in events if event["name"] == "FireAnimationFrame")
    main = threads.most_common(1)[0][0]
    own = [event for event in events if (event["pid"], event["tid"]) == main and event.get("ph") == "X"]
    begins = sorted(event["ts"] for event in own if event["name"] == "ProxyMain::BeginMainFrame")
    spent = [0.0] * (len(begins) + 1)
    for task in own:
        if task["name"] == "RunTask":
            spent[bisect.bisect_right(begins, task["ts"])] += task.get("tdur", 0) / 1000
    return spent[1:-1]


def measure(browser: Browser, page: Page, script: str) -> tuple[list[float], list[float]]:
    browser.start_tracing(page=page, categories=TRACED)
    page.evaluate(script)
    page.wait_for_timeout(SECONDS * 1000)
    gaps: list[float] = page.evaluate("gaps")
    return gaps, processor_times(browser.stop_tracing())


def told(name: str, gaps: list[float], spent: list[float]) -> str:
    median = share(gaps, 0.5)
    rate = 1000 / median if median else 0
    late = [sum(value > LATE_MS for value in values) for values in (gaps, spent)]
    busy = sum(value > FRAME_MS for value in spent)
    mean = sum(spent) / max(1, len(spent))
    lines = (
        f"{name}: {len(gaps)} frames while something moved, {rate:.1f} a second at the median",
        f"gaps: 99 % within {share(gaps, 0.99):.1f} ms, longest {share(gaps, 1):.0f}, above {LATE_MS}: {late[0]}",
        f"processor time: mean {mean:.1f} ms, 99 % within {share(spent, 0.99):.1f}, longest {share(spent, 1):.1f}",
        f"frames that took more than {FRAME_MS:.1f} ms: {busy} of {len(spent)}, more than {LATE_MS}: {late[1]}",
    )
    return "\n  ".join(lines)


def main(size: str = "1440x900", speed: str = "1") -> None:
    width, height = map(int, size.split("x"))
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as server, chromium() as browser:
        settings = {"motion": "full", "speed": float(speed)}
        ann = Player(browser, server.url, "Ann", size=(width, height), settings=settings)
        ann.context.add_init_script(COUNT_FRAMES)
        ann.against_bots("shithead", SEATS)
        ann.button("I am ready").wait_for()
        table = measure(browser, ann.page, PLAY)
        moves = ann.page.locator(".story-pane li").count()
        ann.page.goto("/web/manifest.json")
        blank = measure(browser, ann.page, MOVE_A_BOX)
    print(
        f"{width} x {height}, speed {speed}, {moves} steps, load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors"
    )
    print(told("eight players", *table))
    print(told("blank page", *blank))


if __name__ == "__main__":
    main(*sys.argv[1:])
