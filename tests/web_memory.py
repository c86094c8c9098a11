"""How much memory the page holds after each of several matches at one table: python -m tests.web_memory [MATCHES]

The garbage is collected before each count, so the figures do not depend on how fast the machine is."""

from __future__ import annotations

import argparse
import re
import tempfile
from pathlib import Path

import msgspec
from playwright.sync_api import Browser

from tests.serving import Served, served
from tests.visitors import chromium
from tests.web_players import Player, players

REMATCH = re.compile("^Rematch$")


class Held(msgspec.Struct, frozen=True):
    kilobytes: int
    """Of the JavaScript heap."""
    nodes: int
    listeners: int
    documents: int

    def __str__(self) -> str:
        return f"{self.kilobytes} KB, {self.nodes} nodes, {self.listeners} listeners, {self.documents} documents"


def measure(player: Player) -> Held:
    player.page.evaluate("() => { globalThis.offered = [] }")  # what the player looked at last
    devtools = player.context.new_cdp_session(player.page)
    devtools.send("Performance.enable")
    for _ in range(3):
        devtools.send("HeapProfiler.collectGarbage")
    metrics = {one["name"]: int(one["value"]) for one in devtools.send("Performance.getMetrics")["metrics"]}
    devtools.detach()
    return Held(metrics["JSHeapUsedSize"] // 1024, metrics["Nodes"], metrics["JSEventListeners"], metrics["Documents"])


def measure_matches(browser: Browser, here: Served, matches: int, game: str = "duel", seats: int = 2) -> list[Held]:
    """What is held at the end of each match."""
    found = []
    with players(browser, here.url) as make:
        ann = make(seed="memory")
        ann.against_bots(game, seats)
        for number in range(matches):
            ann.play_on()
            ann.page.locator(".steps li").first.wait_for()
            ann.frames.clear()
            found.append(measure(ann))
            if number < matches - 1:
                ann.button(REMATCH).click()
                ann.button(REMATCH).wait_for(state="detached")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", type=int, nargs="?", default=10)
    parser.add_argument("--game", default="duel")
    parser.add_argument("--seats", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as here, chromium() as browser:
        found = measure_matches(browser, here, options.matches, options.game, options.seats)
        for number, held in enumerate(found, 1):
            print(f"after match {number}: {held}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
