"""Reopening: time in which no server had a table open does not count on its clocks."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Final

from houserules.errors import TableError
from houserules.table import Reopened

if TYPE_CHECKING:
    from .room import Room

ANSWER_SECONDS: Final = 0.25
"""How long other holders of a table have to say that they have it open."""


class Reopening:
    """Asleep is a room from the moment it was read from the journal until the first guest comes."""

    __slots__ = ("_is_begun", "_is_open_elsewhere", "_room", "is_asleep")

    def __init__(self, room: Room) -> None:
        self._room = room
        self.is_asleep = True
        self._is_begun = False
        self._is_open_elsewhere = False

    def note_another_holder(self) -> None:
        """It is awake: the clocks ran all the while."""
        self._is_open_elsewhere = True

    def begin(self) -> None:
        """A guest comes. Whatever it says is heard after this."""
        if self._is_begun:
            return
        self._is_begun = True
        if self._running_seat() is None:
            self.is_asleep = False
        else:
            self._room.enqueue(self._reopen)

    async def _reopen(self) -> None:
        await asyncio.sleep(ANSWER_SECONDS)
        self.is_asleep = False
        seat = self._running_seat()
        if seat is not None and not self._is_open_elsewhere:
            with contextlib.suppress(TableError):  # another holder that woke up in the same moment has said it
                await self._room.do(seat, Reopened())

    def _running_seat(self) -> int | None:
        clocks = self._room.table.clocks
        deadline = None if clocks is None else clocks.next_deadline()
        return None if deadline is None else deadline[1]
