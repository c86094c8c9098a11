"""People with browsers of their own: what tests of the page do with it, and everything that went wrong there."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
PATIENCE_MS = 60_000
SHORT_MS = 5_000
MOST_MOVES = 300

REMEMBER_VIEW = """
globalThis.WebSocket = class extends WebSocket {
  constructor(url) {
    super(url);
    this.addEventListener("message", ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === "view") globalThis.lastView = message.view;
    });
  }
};
"""

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine: see the Makefile")


class Visitor:
    """Somebody with a browser of their own, and everything that went wrong in it."""

    def __init__(self, browser: Browser, url: str, name: str, width: int = 800, height: int = 900) -> None:
        self.name = name
        self.url = url
        self.problems: list[str] = []
        self.context = browser.new_context(viewport={"width": width, "height": height})
        self.context.set_default_timeout(PATIENCE_MS)
        self.context.add_init_script(REMEMBER_VIEW)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        self.page.on("request", lambda request: self._requested(request.url))
        self.page.on("websocket", lambda socket: self._requested(socket.url))
        self.page.on("dialog", lambda dialog: dialog.accept())

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.problems.append(message.text)

    def _requested(self, url: str) -> None:
        if not url.startswith((self.url, "data:", self.url.replace("http", "ws", 1))):
            self.problems.append(f"asked another host: {url}")

    @property
    def view(self) -> dict[str, Any]:
        """What the page was told last."""
        view: dict[str, Any] = self.page.evaluate("lastView")
        return view

    def open_table(self, game: str, *, house: str | None = None, bots: str = "", seats: int | None = None) -> str:
        """By the form of the first page. Returns the link for friends."""
        page = self.page
        page.goto(self.url)
        page.get_by_label("Your name").fill(self.name)
        page.locator("#game option").first.wait_for(state="attached")
        page.get_by_label("Game", exact=True).select_option(game)
        if house is not None:
            page.get_by_label("Your house rules").fill(house)
        if seats is not None:
            page.get_by_label("Seats", exact=True).select_option(str(seats))
        if bots:
            page.get_by_label("Seat 2").select_option(bots)
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/t/*")
        self.wait("document.querySelector('#chairs li')")
        return page.locator("#link").input_value()

    def sit(self, link: str) -> None:
        self.watch(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Sit down").click()
        self.page.locator("#sit").wait_for(state="hidden")

    def watch(self, link: str) -> None:
        self.page.goto(link)
        self.wait("document.querySelector('#chairs li')")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def wait(self, condition: str, argument: object = None) -> None:
        self.page.wait_for_function(f"argument => {condition}", arg=argument, timeout=PATIENCE_MS)

    @property
    def is_over(self) -> bool:
        return self.page.locator("#over").is_visible()

    def moves(self) -> list[str]:
        """What the buttons on the page offer now, without those that are folded away."""
        script = """[...document.querySelectorAll('[data-move]:enabled')]
            .filter(button => button.checkVisibility()).map(button => button.dataset.move)"""
        found: list[str] = self.page.evaluate(script)
        return found

    @property
    def seq(self) -> int:
        return int(self.page.evaluate("document.body.dataset.seq"))

    def play(self, choose: Callable[[list[str]], str]) -> bool:
        """Make a move by its button, if it is our turn."""
        seq, offered = self.seq, self.moves()
        if not offered:
            return False
        try:
            self.page.locator(f"[data-move='{choose(offered)}']").first.click(timeout=SHORT_MS)
        except TookTooLong:  # a bot was faster, and the button is gone
            assert self.seq > seq
            return False
        self.wait("Number(document.body.dataset.seq) > argument && document.body.dataset.unanswered === '0'", seq)
        return True

    def require_all_moves(self) -> None:
        """Every legal move has a button."""
        script = "lastView.legal.filter(move => !document.querySelector(`[data-move='${move}']`))"
        assert self.page.evaluate(script) == []

    def tap(self, *cards: str) -> None:
        for card in cards:
            self.page.locator(f"[data-card='{card}'][aria-pressed='false']").first.click()


def chooser(seed: str) -> Callable[[list[str]], str]:
    """Somebody who plays without thinking, but does not dawdle: a high bet, and no swapping for ever."""
    chance = random.Random(seed)

    def choose(moves: list[str]) -> str:
        bets = [move for move in moves if move.startswith("bet ")]
        quick = [move for move in moves if not move.startswith(("swap", "bet"))]
        return "ready" if "ready" in moves else bets[-1] if bets else chance.choice(sorted(set(quick)))

    return choose


def play_on(players: list[Visitor], choose: Callable[[list[str]], str], most: int = MOST_MOVES) -> int:
    """Until the match is over, or this many moves were made. Returns how many there were."""
    made = 0
    while made < most and not players[0].is_over:
        for player in players:
            if player.play(choose):
                made += 1
                for other in players:
                    other.wait("Number(document.body.dataset.seq) >= argument", player.seq)
                    other.require_all_moves()
        players[0].page.wait_for_timeout(1)  # lets messages come in
    return made


@contextmanager
def chromium() -> Iterator[Browser]:
    flags = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    flags += ["--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"]
    if os.name == "posix" and os.geteuid() == 0:
        flags.append("--no-sandbox")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags, timeout=PATIENCE_MS)
        yield browser
        browser.close()


@contextmanager
def visits(browser: Browser, url: str) -> Iterator[Callable[..., Visitor]]:
    """Makes visitors. Afterwards nothing may have gone wrong for any of them."""
    visitors: list[Visitor] = []

    def make(name: str, width: int = 800, height: int = 900) -> Visitor:
        visitors.append(Visitor(browser, url, name, width, height))
        return visitors[-1]

    yield make
    for one in visitors:
        one.context.close()
    assert {one.name: one.problems for one in visitors} == {one.name: [] for one in visitors}
