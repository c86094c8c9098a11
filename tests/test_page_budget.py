"""What the page costs: bytes over the wire, requests, and the time until somebody can press something.

`python -m tests.test_page_budget` measures all of it, on a machine that has nothing else to do."""

from __future__ import annotations

import re
import statistics
import tempfile
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from houserules.server.page_files import page
from tests.serving import Served, served
from tests.visitors import chromium, needs_browser
from tests.web_players import PATIENCE_MS

pytestmark = [pytest.mark.one_build, needs_browser]

MOST_BYTES = 250_000
SCREENS = ("/", "/lobby", "/matches", "/houses", "/settings")


class Load:
    """One screen, opened by somebody who has never been here, and everything that came over the wire for it."""

    def __init__(self, browser: Browser, url: str) -> None:
        context = browser.new_context(service_workers="block", locale="en")
        tab = context.new_page()
        self.paths: list[str] = []
        self.bytes = 0
        wire = context.new_cdp_session(tab)
        wire.send("Network.enable")
        wire.on("Network.requestWillBeSent", lambda sent: self.paths.append(_path(sent["request"]["url"])))
        wire.on("Network.loadingFinished", self._finished)
        tab.goto(url, wait_until="networkidle")
        tab.wait_for_selector("html[data-ready]", state="attached", timeout=PATIENCE_MS)
        self.seconds = _seconds_until_ready(tab)
        context.close()

    def _finished(self, message: dict[str, Any]) -> None:
        self.bytes += int(message["encodedDataLength"])


def _path(url: str) -> str:
    return re.sub(r"^https?://[^/]+", "", url).replace(f"/{page().version}/", "/")


def _seconds_until_ready(tab: Page) -> float:
    return float(tab.evaluate("performance.getEntriesByName('ready')[0].startTime")) / 1000


def table_in_play(here: Served) -> str:
    bots = [{"seat": seat, "level": "random"} for seat in range(1, 8)]
    made = here.http.post("/api/v1/tables", json={"game": "shithead", "seats": 8, "bots": bots, "player": "Ann"}).json()
    return f"/t/{made['table']}"


def test_every_screen_is_light_and_its_modules_come_at_once(browser: Browser, here: Served) -> None:
    """A module that no document names would be asked for only when another one was read: one more way to the server."""
    for path in (*SCREENS, table_in_play(here)):
        load = Load(browser, here.url + path)
        document = here.http.get(path).text.replace(f"/{page().version}/", "/")
        named = set(re.findall(r'(?:href|src)="(/web/[^"]+)"', document))

        assert load.bytes < MOST_BYTES, path
        assert [one for one in load.paths if one.endswith(".css")] == ["/web/css/all.css"]
        modules = [one for one in load.paths if one.endswith(".js")]
        assert len(modules) == len(set(modules)), path
        assert set(modules) <= named, path


def test_the_first_visit_is_light_together_with_what_the_device_keeps(browser: Browser, here: Served) -> None:
    """The service worker asks for what the home page needs, and has most of it already from the browser's own cache."""
    load = Load(browser, f"{here.url}/")
    kept = re.findall(r'"/web/[0-9a-f]{16}/([^"]+)"', here.http.get("/sw.js").text)
    more = [page().files[name] for name in kept if f"/web/{name}" not in load.paths]

    assert load.bytes + sum(len(file.packed or file.content) for file in more) < MOST_BYTES


def main() -> None:
    """Each screen five times, with nothing kept from before."""
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as here, chromium() as browser:
        for path in (*SCREENS, table_in_play(here)):
            loads = [Load(browser, here.url + path) for _ in range(5)]
            seconds = [load.seconds for load in loads]
            name = "/t/..." if path.startswith("/t/") else path
            print(
                f"{name:10} {loads[0].bytes / 1000:4.0f} KB  {len(loads[0].paths):3} requests  "
                f"{statistics.median(seconds):.2f} s ({min(seconds):.2f}-{max(seconds):.2f})"
            )


if __name__ == "__main__":
    main()
