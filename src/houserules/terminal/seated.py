"""Seated: a person at a table, on this machine or on a server, as consoles, commands and suggestions see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from houserules.core import Move, Names, Seat, View
from houserules.errors import HouseRulesError
from houserules.games import AnyGame
from houserules.table import Player

from .commands import Command
from .look import Order
from .reply import Reply


class Seated(Protocol):
    order: Order
    """How the hand is sorted."""

    @property
    def game(self) -> AnyGame: ...

    @property
    def seat(self) -> Seat | None:
        """None for a person who only watches."""

    @property
    def players(self) -> Sequence[Player]: ...

    @property
    def names(self) -> Names: ...

    @property
    def commands(self) -> Mapping[str, Command]:
        """What can be typed beside moves, by its first word."""

    @property
    def news(self) -> int:
        """How often something happened that the person did not cause: then the table is to be drawn again."""

    @property
    def ended(self) -> HouseRulesError | None:
        """Why there is nothing more to say or to hear, if that is so."""

    @property
    def is_shared(self) -> bool:
        """Do several people use this screen?"""

    @property
    def curtain(self) -> str:
        """Whom to call to a screen that several people share: nobody may look yet, and nothing else is to be shown. ""
        as soon as that person has pressed Enter."""

    @property
    def waiting(self) -> str:
        """What to show in place of a table, as long as no cards are dealt; else ""."""

    def view(self) -> View:
        """What the person sees."""

    def log_lines(self) -> list[str]:
        """What happened since the person moved last, in words."""

    def history(self) -> list[str]:
        """All that happened, in words."""

    def answer(self, word: str, words: list[str]) -> Reply:
        """Do what a command says."""

    def play(self, moves: Sequence[Move]) -> Reply:
        """Make moves of the person."""

    def keep(self) -> None:
        """Save what is not saved yet, if anything is saved here."""
