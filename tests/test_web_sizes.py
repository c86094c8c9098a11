"""The table from 320 to 2560 pixels across and from 360 to 1440 down: no part of it lies on another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import houserules as hr
from tests.visitors import needs_browser
from tests.web_cut_texts import cut_texts
from tests.web_overlaps import overlaps
from tests.web_players import QUICK, Player
from tests.web_stand_in import StandIn, match_where

pytestmark = [pytest.mark.one_build, needs_browser]

SIZES = [
    *[(320, 568), (360, 640), (390, 844), (430, 932), (600, 960)],  # phones
    *[(640, 360), (720, 450), (844, 390), (960, 540)],  # on their side
    *[(700, 900), (768, 1024), (820, 1180), (1080, 1080)],  # tablets upright
    *[(700, 640), (800, 600), (900, 700), (1024, 600), (1024, 768)],  # tablets and small windows
    *[(1100, 562), (1180, 820), (1280, 640), (1280, 720), (1366, 650), (1440, 900), (1600, 780)],
    *[(1920, 960), (1920, 1080), (2560, 1080), (2560, 1440)],
]
"""Both sides of each place where the layout changes, and the windows that people have."""


class At(msgspec.Struct, frozen=True):
    game: str
    seats: int
    when: Callable[[Any], bool]
    level: str = "easy"


def _in_play(view: Any) -> bool:
    return bool(view.phase != "setup" and view.pending is None and len(view.pile) > 4)


MOMENTS = {
    "two": At("duel", 2, lambda view: _in_play(view) and len(view.seats[0].hand) > 4 and view.can.play),
    "four": At("shithead", 4, lambda view: _in_play(view) and len(view.seats[0].up) == 3),
    "eight": At("shithead", 8, lambda view: _in_play(view) and len(view.seats[0].hand) > 10),
    "must take": At(
        "smellyhead", 8, lambda view: _in_play(view) and len(view.seats[0].hand) > 14 and not view.can.play
    ),
    "swap": At("duel", 2, lambda view: view.phase == "setup"),
    "swap, eight": At("shithead", 8, lambda view: view.phase == "setup"),
    "target": At("shithead", 8, lambda view: view.pending == "target"),
    "call": At("smellyhead", 4, lambda view: view.pending == "call"),
    "five": At(
        "heart-of-five", 4, lambda view: view.last is not None and len(view.seats[0].hand) > 10, level="intermediate"
    ),
    "five leads": At(
        "heart-of-five", 4, lambda view: view.last is None and len(view.seats[0].hand) > 12, level="intermediate"
    ),
    "bet": At("heroes", 2, lambda view: view.phase == "betting" and view.round == 2),
    "pick": At("heroes", 2, lambda view: view.phase == "card_selection_own" and view.turn > 3),
    "add or subtract": At("heroes", 2, lambda view: view.phase == "power_choice" and view.turn > 3),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_no_part_of_the_table_lies_on_another(player: Callable[..., Player], moment: str) -> None:
    at = MOMENTS[moment]
    match = match_where(hr.load(at.game), at.seats, 0, at.when, level=at.level)
    table = StandIn(player(), match, 0)
    wrong = {}
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
        count, found = overlaps(table.page)
        assert count > 6, (width, height)
        if found:
            wrong[f"{width} x {height}"] = found

    assert wrong == {}


SMALL = [(320, 568), (360, 640), (390, 844), (568, 320), (640, 360), (844, 390), (768, 1024), (1024, 768), (1366, 768)]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_words_stay_whole(player: Callable[..., Player], moment: str, language: str) -> None:
    """Those of buttons, names, the bar and what the pile asks for, in the language with the longer words, too."""
    at = MOMENTS[moment]
    match = match_where(hr.load(at.game), at.seats, 0, at.when, level=at.level)
    table = StandIn(player(settings={**QUICK, "language": language}), match, 0)
    wrong = {}
    for width, height in SMALL:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
        found = cut_texts(table.page) + overlaps(table.page)[1]
        if found:
            wrong[f"{width} x {height}"] = found

    assert wrong == {}


def test_the_check_finds_words_that_are_cut(player: Callable[..., Player]) -> None:
    """A check that cannot fail says nothing."""
    match = match_where(hr.load("shithead"), 4, 0, _in_play)
    table = StandIn(player(), match, 0)
    table.page.locator(".plate .who b").first.evaluate("(one) => { one.textContent = 'Maximilian '.repeat(4); }")
    table.page.locator(".go .label-text").evaluate("""(one) => {
      one.textContent = "Choose cards ".repeat(9);
      one.style.setProperty("white-space", "nowrap");
    }""")
    table.page.locator(".beside").evaluate("(one) => one.style.setProperty('translate', '0 -36px')")

    found = cut_texts(table.page)
    assert any("Maximilian" in line and "is cut" in line for line in found), found
    assert any("Choose cards" in line and "runs out" in line for line in found), found
    assert any("lies on" in line for line in found), found


def test_the_check_finds_what_overlaps(player: Callable[..., Player]) -> None:
    """A check that cannot fail says nothing."""
    match = match_where(hr.load("shithead"), 4, 0, _in_play)
    table = StandIn(player(), match, 0)
    table.page.evaluate("() => document.querySelector('.ask').style.setProperty('translate', '0 -60px')")

    assert any("ask" in line for line in overlaps(table.page)[1])


LONG = "Maximilian-Alexander took the pile, which had 6 cards. Maximilian-Alexander drew 1 card."


@pytest.mark.parametrize("seats", [2, 4])
def test_the_last_event_may_be_long_on_a_phone(player: Callable[..., Player], seats: int) -> None:
    """Two lines of it push nothing away, and the arrows stay beside the first word."""
    match = match_where(hr.load("duel" if seats == 2 else "shithead"), seats, 0, _in_play)
    table = StandIn(player(), match, 0)
    table.page.evaluate("(words) => { document.querySelector('.last').textContent = words; }", LONG)
    for width, height in [(360, 640), (390, 844)]:
        table.page.set_viewport_size({"width": width, "height": height})
        assert overlaps(table.page)[1] == []
        gap = table.page.evaluate("""() => {
          const range = document.createRange(), arrows = document.querySelector(".way").getBoundingClientRect();
          range.selectNodeContents(document.querySelector(".last"));
          return range.getClientRects()[0].left - arrows.right;
        }""")
        assert 0 <= gap < 24


def test_a_long_name_stays_in_the_button_that_says_who_plays(player: Callable[..., Player]) -> None:
    match = match_where(hr.load("shithead"), 4, 1, _in_play)
    table = StandIn(player(), match, 0)
    table.page.locator(".go .label-text").evaluate(
        "(one) => { one.textContent = 'Maximilian '.repeat(4) + 'is playing'; }"
    )
    for width, height in [(360, 640), (768, 1024), (1024, 768), (1440, 900)]:
        table.page.set_viewport_size({"width": width, "height": height})
        button, words = (
            table.page.locator(one).evaluate("(one) => one.getBoundingClientRect().toJSON()")
            for one in (".go", ".go .label-text")
        )
        assert button["right"] <= width, (width, height)
        assert button["top"] <= words["top"], (width, height)
        assert words["bottom"] <= button["bottom"], (width, height)


def test_counts_of_heaps_stay_in_one_line_among_eight(player: Callable[..., Player]) -> None:
    match = match_where(hr.load("smellyhead"), 8, 0, lambda view: _in_play(view) and len(view.pile) > 9)
    table = StandIn(player(), match, 0)
    for width, height in [(320, 568), (360, 640), (390, 844)]:
        table.page.set_viewport_size({"width": width, "height": height})
        heights = table.page.locator(".heaps .tag").evaluate_all("all => all.map((one) => one.offsetHeight)")
        assert max(heights) < 24, (width, height)


def test_the_last_line_of_the_story_stays_in_sight(player: Callable[..., Player]) -> None:
    """Also after the window grew or shrank."""
    match = match_where(hr.load("shithead"), 4, 0, _in_play)
    table = StandIn(player(size=(1440, 900)), match, 0)
    table.page.evaluate("""() => {
      const list = document.querySelector(".story-pane .lines");
      for (let k = 0; k < 80; k++) list.append(document.createElement("li"), `Line ${k}`);
    }""")
    hidden = "(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)"
    for height in (640, 1000, 700):
        table.page.set_viewport_size({"width": 1440, "height": height})
        table.page.wait_for_function(f"() => {hidden}(document.querySelector('.story-pane .lines')) < 2")
