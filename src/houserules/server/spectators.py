"""Delay: spectators see everything later, if the host wants it so."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from houserules.core import to_json
from houserules.wire import TellView

if TYPE_CHECKING:
    from .guest import Guest
    from .room import Room


class Delay:
    __slots__ = ("_room", "_timers")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._timers: set[asyncio.TimerHandle] = set()

    def send(self, guest: Guest, messages: Sequence[bytes]) -> None:
        """The same, but later."""
        loop = asyncio.get_running_loop()
        self._timers = {timer for timer in self._timers if timer.when() > loop.time()}
        self._timers.add(loop.call_later(self._room.options.delay / 1000, self._send_now, guest, messages))

    def _send_now(self, guest: Guest, messages: Sequence[bytes]) -> None:
        if guest in self._room.guests:
            guest.send_all(messages)

    def first(self) -> list[bytes]:
        """What a spectator who comes now may see: the table as it was that long ago."""
        table = self._room.table
        until = self._room.services.now() - self._room.options.delay
        seq = next((seq for seq in range(table.seq, -1, -1) if table.log.at(seq) <= until), 0)
        if not table.is_dealt or seq < table.began:
            return [to_json(TellView(seq, None))]
        view = table.game.view(table.match.state_after(table.log.reached[seq]), None)
        return [to_json(TellView(seq, view.slim(), table.number))]

    def close(self) -> None:
        for timer in self._timers:
            timer.cancel()
