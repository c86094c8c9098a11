"""People with browsers of their own: what tests of the page do between friends."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect, sync_playwright

from tests.web_players import PATIENCE_MS, Player

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine: see the Makefile")


class Visitor(Player):
    """Somebody who plays by names, and uses everything else on the page, too."""

    def open_by_form(self, game: str, **chairs: str) -> str:
        """As a person does, from the home page; `chair_2="Easy"` puts a bot there. Returns the link for friends."""
        page = self.page
        page.goto("/")
        page.get_by_text("Open a table for friends").click()
        form = page.get_by_role("dialog")
        form.get_by_role("radio", name=game, exact=True).click()
        form.get_by_label("Your name").fill(self.name)
        form.get_by_role("radiogroup", name="Seats").get_by_role("radio", name=str(len(chairs) + 1), exact=True).click()
        for chair, level in chairs.items():
            label = f"Bot: {level}" if level else "A friend"
            form.get_by_label(chair.replace("_", " ").capitalize()).select_option(label=label)
        form.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/t/*")
        return self.link

    @property
    def link(self) -> str:
        """The one for friends, in the room of a table."""
        field = self.page.get_by_label("The link for your friends")
        self.wait("document.querySelector('.invite input')?.value")
        return field.input_value()

    def open_table(self, **request: object) -> str:
        """As a program would; but nobody is ready before pressing the button."""
        return super().open_table(**{"salt": None, **request})

    def watch(self, link: str) -> None:
        self.page.goto(link)
        self.page.locator("[data-screen=room], main.table, main.finish").first.wait_for()

    def sit(self, link: str) -> None:
        self.watch(link)
        self.page.get_by_label("Your name").fill(self.name)
        self.press("Sit down")
        self.button("I am ready").wait_for()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def in_menu(self, name: str, *, sure: bool = False) -> None:
        """What the menu of the table offers; what costs a lot is pressed twice."""
        self.press("Menu of the table")
        self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
        if sure:
            self.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Press again")).click()
        self.page.get_by_role("dialog").wait_for(state="detached")

    def offered_in_menu(self) -> list[str]:
        self.press("Menu of the table")
        names = self.page.get_by_role("dialog").locator(".menu > .btn").all_inner_texts()
        self.page.keyboard.press("Escape")
        self.page.get_by_role("dialog").wait_for(state="detached")
        return names

    @property
    def story(self) -> Locator:
        """The lines beside the table."""
        return self.page.get_by_role("list", name="Story")

    @property
    def view(self) -> dict[str, Any]:
        """What the page was told last."""
        for frame in reversed(self.frames):
            told = json.loads(frame)
            for message in reversed(told if isinstance(told, list) else [told]):
                if message["type"] == "view":
                    view: dict[str, Any] = message["view"]
                    return view
        raise AssertionError("there was no view yet")

    def choose(self, *cards: str) -> None:
        """Exactly these cards of one's own, each by itself."""
        for card in cards:
            options = self.page.locator(f".mine [role=option][data-card='{card}'][aria-selected=false]")
            options.first.click(position={"x": 8, "y": 8})  # another row may lie on the rest of it

    def wait(self, condition: str, argument: object = None) -> None:
        self.page.wait_for_function(f"argument => {condition}", arg=argument, timeout=PATIENCE_MS)


def begin(*people: Visitor) -> None:
    """All say that they are ready, and see their cards."""
    for one in people:
        one.press("I am ready")
    for one in people:
        one.page.locator("main.table").wait_for()


def play_together(people: list[Visitor], until: Callable[[], bool]) -> None:
    """Everybody does what is offered, until something is so."""
    while not until():
        for one in people:
            one.act()
        people[0].page.wait_for_timeout(5)  # lets messages come in


def is_over(one: Visitor) -> None:
    """The end of the match is on the screen."""
    places = one.page.get_by_role("heading", name=re.compile("^Places: 1st"))
    expect(places).to_have_count(1, timeout=PATIENCE_MS)


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

    def make(name: str, width: int = 1280, height: int = 900, **options: Any) -> Visitor:
        visitors.append(Visitor(browser, url, name, size=(width, height), **options))
        return visitors[-1]

    yield make
    for one in visitors:
        one.context.close()
    assert {one.name: one.problems for one in visitors} == {one.name: [] for one in visitors}
