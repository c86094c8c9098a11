"""Tips for a first match: a few short ones, one at a time, then silence. A small file remembers which were given."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec

from houserules.core import Play
from houserules.errors import HouseRulesError
from houserules.games import AnyGame

from . import library, results
from .files import data_folder, ensure_folder, replace_file

FILE: Final = "tips.json"

LINE_TIPS: Final = (
    "Tip: type a card to play it, as in 7 or 7h; legal lists all your moves.",
    "Tip: hint says what a strong player would do; why asks a bot for its reason.",
    "Tip: undo takes a move back, rules 8 explains the 8, quit saves the match.",
)
"""For the client that reads lines."""

SCREEN_TIPS: Final = (
    "Arrows choose a card, Space lifts it, Enter plays. A click does it too.",
    "The key of a rank lifts your cards of it: 7, 0 for a ten, K. Escape lays them back.",
    "Press h for a hint, s for the story, ? for all keys and the rules.",
)
"""For the client that uses the whole screen."""

NUMBER_LINE_TIPS: Final = (
    "Tip: type a number: your bet, or the slot of a card; legal lists all your moves.",
    LINE_TIPS[1],
    "Tip: undo takes a move back, rules prints the rules, quit saves the match.",
)
NUMBER_SCREEN_TIPS: Final = (
    "Arrows choose a slot or an amount, Enter does what the bright words say. A click does it too.",
    "Digits are your bet, or the slot to turn over.",
    SCREEN_TIPS[2],
)
"""The same for games in which no cards are played from a hand."""


def line_tips(game: AnyGame) -> tuple[str, ...]:
    return LINE_TIPS if Play in game.moves else NUMBER_LINE_TIPS


def screen_tips(game: AnyGame) -> tuple[str, ...]:
    return SCREEN_TIPS if Play in game.moves else NUMBER_SCREEN_TIPS


class _Given(msgspec.Struct):
    """What the file holds."""

    given: int = 0


class Tips:
    """Ask for the `next` one at each turn of the person."""

    def __init__(self, texts: Sequence[str] = LINE_TIPS, *, are_wanted: bool = True) -> None:
        self.texts = tuple(texts)
        self.given = _given_before() if are_wanted else len(self.texts)
        """How many tips the person has had."""

    def next(self) -> str:
        """The next tip, which then counts as given; "" if the person has had all of them."""
        if self.given >= len(self.texts):
            return ""
        self.given += 1
        with suppress(HouseRulesError, OSError):  # a tip that comes twice does no harm
            replace_file(ensure_folder(data_folder()) / FILE, msgspec.json.encode(_Given(self.given)))
        return self.texts[self.given - 1]


def _given_before() -> int:
    """Somebody who has finished or left a match before there were tips needs none."""
    try:
        text = (data_folder() / FILE).read_bytes()
    except FileNotFoundError:
        return len(LINE_TIPS) if results.results() or library.latest() is not None else 0
    except (HouseRulesError, OSError):
        return 0
    try:
        return max(msgspec.json.decode(text, type=_Given).given, 0)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return 0
