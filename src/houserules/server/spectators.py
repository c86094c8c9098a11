"""Delay: spectators see everything later, if the host wants it so."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from houserules.wire import TellView

from .guest import tell
from .history import shown_to_spectators

if TYPE_CHECKING:
    from houserules.table import Table

    from .guest import Guest
    from .room import Room


class Delay:
    __slots__ = ("_count", "_room", "_timers")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._count = 0

    def send(self, guest: Guest, messages: Sequence[bytes], since: int | None = None) -> None:
        """The same, but later: of this moment, or of one that lies back."""
        past = 0 if since is None else self._room.services.now() - since
        self._send_in(self._room.options.delay - past, guest, messages)

    def _send_in(self, ms: int, guest: Guest, messages: Sequence[bytes]) -> None:
        self._count = number = self._count + 1
        later = asyncio.get_running_loop().call_later
        self._timers[number] = later(max(ms, 0) / 1000, self._send_now, number, guest, messages)

    def _send_now(self, number: int, guest: Guest, messages: Sequence[bytes]) -> None:
        del self._timers[number]
        if guest in self._room.guests:
            guest.send_all(messages)

    def begin(self, guest: Guest) -> None:
        """A spectator comes: it sees the table as it was that long ago, and then what has happened since, later."""
        table, now, delay = self._room.table, self._room.services.now(), self._room.options.delay
        shown = shown_to_spectators(table, now - delay)
        if not table.is_dealt or shown < table.began:
            tell(guest, TellView(shown, None))
        elif shown == table.seq:
            for data in guest.dialect.whole(table, None):
                guest.send(data)
        else:
            tell(guest, TellView(shown, table.game.slim_view(_state_at(table, shown), None), table.number))
        for seen in table.since(None, shown):
            self._send_in(seen.at + delay - now, guest, guest.dialect.write(seen))
        latest = [*guest.dialect.whole(table, None)]
        if table.is_over:
            latest += guest.dialect.write(self._room.over())
        self._send_in(table.log.last_at + delay - now, guest, latest)

    def close(self) -> None:
        for timer in self._timers.values():
            timer.cancel()


def _state_at(table: Table, seq: int) -> object:
    """The state of the match in play after a step, also one that was taken back since."""
    if seq == table.began:
        return table.match.state_after(0)
    return next(state for _, state in table.retrace(seq - 1))
