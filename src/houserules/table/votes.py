"""Votes: questions on which all people have to agree."""

from __future__ import annotations

import msgspec

from houserules.core import Seat


class Votes(msgspec.Struct):
    """As they stand now."""

    salts: dict[Seat, str] = {}
    """Who is ready for the next deal, with what they add to its seed."""
    undo: int | None = None
    """The number of moves that somebody asks to go back to."""
    undo_by: Seat | None = None
    """Who asks for it."""
    agreed: set[Seat] = set()

    def clear(self) -> None:
        self.salts = {}
        self.drop_undo()

    def drop_undo(self) -> None:
        self.undo = None
        self.undo_by = None
        self.agreed = set()
