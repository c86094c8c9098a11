"""Whole matches of the Shithead family in the browser against bots: by clicks, by keys and by touch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.serving import Served
from tests.visitors import needs_browser
from tests.web_players import Player

pytestmark = [pytest.mark.one_build, needs_browser]

ROOT = Path(__file__).parent.parent
WILD_NIGHT = f"{(ROOT / 'examples' / 'houses' / 'wild-night.toml').read_text(encoding='utf-8')}\nlimit = 60\n"
"""With ranks and ways to name. It ends after sixty plays, because [end] is its last table."""
OWN_HOUSE = """
extends = "smellyhead"
name = "Tuesday"

[deal]
hand = 5

[powers]
9 = { on = "any", do = ["call-suit"] }
Joker = { on = "any", do = ["force-take"] }

[take]
when = "free"

[end]
limit = 60
"""
"""A house that nobody has seen before."""
PHONE = (360, 640)
CANNOT = "cannot be played"
SHORT_MS = 30_000
OUR_MOVE = ".my-turn:not(.in-motion) :is(.slot.can, .choice, [data-move='take'])"
"""Something can be done, so everything before it has been shown."""


class Clicker(Player):
    """Moves a real mouse to what is seen, so what is covered cannot be pressed. Knows only the promised names."""

    def offered(self, *begins: str) -> list[Locator]:
        """Buttons whose names begin like this, and that can be pressed."""
        found = self.page.get_by_role("button", name=re.compile(rf"^({'|'.join(begins)})\b"), disabled=False)
        return found.all()

    def open_cards(self, row: str) -> list[Locator]:
        options = self.page.get_by_role("listbox", name=row, exact=True).get_by_role("option")
        names = options.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
        return [options.nth(at) for at, name in enumerate(names) if not str(name).endswith(CANNOT)]

    def names_of_own_cards(self) -> list[str]:
        names = self.page.get_by_role("option").evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
        return [str(name) for name in names]

    def point(self, element: Locator) -> None:
        self.pointed_at = element
        element.click(timeout=SHORT_MS)

    def act(self) -> bool:
        try:
            return self.do_one_thing()
        except TookTooLong:
            # What was offered went away, because the table went on. The number may have been ahead of what was drawn.
            assert self.seq != self.seq_before or self.pointed_at.count() == 0
            return False

    @property
    def seq(self) -> str:
        return str(self.page.evaluate("() => document.body.dataset.seq"))

    def do_one_thing(self) -> bool:
        self.seq_before = self.seq
        for names in (("I am ready", "Ready"), ("Give the pile to", "Call"), ("Turn over",)):
            if found := self.offered(*names):
                self.point(self.chance.choice(found))
                return True
        for row in ("Your hand", "Your face-up cards"):
            if found := self.open_cards(row):
                self.point(self.chance.choice(found))
                plays = self.offered("Play")
                if plays:
                    self.point(plays[0])
                return bool(plays)
        if found := self.offered("Take"):
            self.point(found[0])
        return bool(found)


class Tapper(Clicker):
    """Uses a thumb."""

    def point(self, element: Locator) -> None:
        self.pointed_at = element
        element.tap(timeout=SHORT_MS)


class Typist(Clicker):
    """Has no mouse: reads the names, and presses keys."""

    def do_one_thing(self) -> bool:
        self.seq_before = self.seq
        keyboard = self.page.keyboard
        for names, key in ((("I am ready",), "r"), (("Give the pile to", "Call"), "1"), (("Turn over",), "Enter")):
            if self.offered(*names):
                keyboard.press(key)
                return True
        for row in ("Your hand", "Your face-up cards"):
            if found := self.open_cards(row):
                return self.choose(row, self.chance.choice(found).get_attribute("aria-label") or "")
        if found := self.offered("Take"):
            keyboard.press("t")
        return bool(found)

    def choose(self, row: str, name: str) -> bool:
        """By arrows and the space bar, or by the key of its rank."""
        keyboard = self.page.keyboard
        if self.chance.random() < 0.5 or name == "Joker":
            keyboard.press("Home")
            for _ in range(self.page.get_by_role("listbox", name=row, exact=True).get_by_role("option").count()):
                if self.focused("aria-label") == name:
                    break
                keyboard.press("ArrowRight")
            if self.focused("aria-selected") == "false":
                keyboard.press("Space")
        else:
            rank = name.split(" of ", maxsplit=1)[0]
            keyboard.press("0" if rank == "10" else rank[0].lower())
        if not self.offered("Play"):
            return False
        keyboard.press("Enter")
        return True

    def focused(self, attribute: str) -> str | None:
        found: str | None = self.page.evaluate("(name) => document.activeElement?.getAttribute(name)", attribute)
        return found


@contextmanager
def _sits(kind: type[Clicker], browser: Browser, here: Served, **options: Any) -> Iterator[Clicker]:
    """Somebody of this kind. Afterwards nothing may have gone wrong."""
    one = kind(browser, here.url, "Ann", **options)
    yield one
    one.context.close()
    assert one.problems == []


def _require_the_end(player: Player) -> None:
    expect(player.page.get_by_role("heading", level=1)).to_be_visible()
    expect(player.button("Rematch")).to_be_visible()


@pytest.mark.parametrize(("game", "seats"), [("shithead", 3), ("duel", 2), ("smellyhead", 3)])
def test_a_whole_match_by_clicks_knowing_only_the_names(browser: Browser, here: Served, game: str, seats: int) -> None:
    with _sits(Clicker, browser, here, seed=game) as ann:
        ann.against_bots(game, seats, level="easy")
        assert ann.play_on() > 5
        _require_the_end(ann)


@pytest.mark.parametrize("house", [WILD_NIGHT, OWN_HOUSE], ids=["wild-night", "own"])
def test_a_house_plays_as_well_as_a_shipped_game(browser: Browser, here: Served, house: str) -> None:
    with _sits(Clicker, browser, here, seed="house") as ann:
        ann.open_table(house=house, seats=3, bots=[{"seat": seat, "level": "easy"} for seat in (1, 2)])
        assert ann.play_on() > 5
        _require_the_end(ann)


def test_a_whole_match_on_a_small_touch_screen(browser: Browser, here: Served) -> None:
    with _sits(Tapper, browser, here, size=PHONE, has_touch=True, is_mobile=True, seed="touch") as ann:
        ann.against_bots("shithead", 2, level="easy")
        assert ann.play_on() > 5
        _require_the_end(ann)


@pytest.mark.parametrize(("game", "seats"), [("duel", 2), ("shithead", 3)])
def test_a_whole_match_by_keys_only(browser: Browser, here: Served, game: str, seats: int) -> None:
    with _sits(Typist, browser, here, seed="keys") as ann:
        ann.against_bots(game, seats, level="easy")
        assert ann.play_on() > 5
        _require_the_end(ann)


def test_a_whole_match_in_ascii_with_motion(browser: Browser, here: Served) -> None:
    with _sits(Clicker, browser, here, seed="ascii", settings={"skin": "ascii", "speed": 4}) as ann:
        ann.against_bots("duel", 2, level="easy")
        assert ann.play_on() > 5
        _require_the_end(ann)


def test_a_refresh_in_the_middle_shows_the_same_table(browser: Browser, here: Served) -> None:
    with _sits(Clicker, browser, here, seed="refresh") as ann:
        ann.against_bots("shithead", 3, level="easy")
        acts = iter(range(100))
        ann.play_on(until=lambda: next(acts) > 8)
        ann.page.locator(OUR_MOVE).first.wait_for()
        before = ann.names_of_own_cards()
        ann.page.reload()
        ann.page.locator(OUR_MOVE).first.wait_for()
        expect(ann.page.get_by_role("option")).to_have_count(len(before))
        assert ann.names_of_own_cards() == before
