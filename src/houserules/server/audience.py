"""Audience: the connections at a room, and what they are told, each in its dialect and as far as it may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houserules.core import Viewer
from houserules.wire import AnyTold, TellDone

from .guest import Guest, tell
from .spectators import Delay
from .telling import Dialect, Update, clock_told

if TYPE_CHECKING:
    from .room import Room

Asked = tuple[Guest, int]
"""The guest who asked for a step, and the `seq` that it answered."""


class Audience:
    __slots__ = ("_delay", "_room", "guests")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._delay = Delay(room)
        self.guests: list[Guest] = []

    def admit(self, guest: Guest) -> None:
        """A connection stands. One view makes it whole."""
        self.guests.append(guest)
        if self._is_delayed(guest):
            self._delay.begin(guest)
            return
        room = self._room
        self._make_whole(guest)
        if room.table.clocks is not None:
            tell(guest, clock_told(room.table, room.services.now()))
        if room.table.is_over:
            tell(guest, room.over())

    def make_all_whole(self) -> None:
        """The table is another one than they were told of."""
        for guest in self.guests:
            if self._is_delayed(guest):
                self._delay.begin(guest)
            else:
                self._make_whole(guest)

    def _make_whole(self, guest: Guest) -> None:
        table = self._room.table
        guest.seq = table.seq
        for data in guest.dialect.whole(table, guest.seat):
            guest.send(data)

    def _is_delayed(self, guest: Guest) -> bool:
        """Does it see everything later?"""
        return guest.seat is None and self._room.options.delay > 0

    def tell_steps(self, since: int, asked: Asked | None = None) -> None:
        """What happened after this step, to everybody."""
        guests, table = self.guests, self._room.table
        if not guests:
            return
        update = Update(table, {guest.seat for guest in guests}, since, self._after_steps())
        written: dict[tuple[Viewer, Dialect], Sequence[bytes]] = {}
        seq = table.seq
        for guest in guests:
            kind = guest.seat, guest.dialect
            messages = written.get(kind)
            if messages is None:
                messages = written[kind] = guest.dialect.update(update, guest.seat)
            if asked is not None and asked[0] is guest:
                messages = [*messages, *guest.dialect.write(TellDone(asked[1], seq))]
            guest.seq = seq
            if self._is_delayed(guest):
                self._delay.send(guest, messages)
            else:
                guest.send_all(messages)

    def _after_steps(self) -> Sequence[AnyTold]:
        """What everybody is told after the view."""
        room = self._room
        after: list[AnyTold] = []
        if room.table.clocks is not None:
            after.append(clock_told(room.table, room.services.now()))
        if room.is_new_end:
            after.append(room.over())
        return after

    def tell_all(self, message: AnyTold) -> None:
        written: dict[Dialect, Sequence[bytes]] = {}
        for guest in self.guests:
            if guest.dialect not in written:
                written[guest.dialect] = guest.dialect.write(message)
            if self._is_delayed(guest):
                self._delay.send(guest, written[guest.dialect])
                continue
            for data in written[guest.dialect]:
                guest.send(data)

    def tell_later(self, guest: Guest, message: AnyTold, at: int) -> None:
        """Something of the moment `at`, to one guest: at once, unless it sees everything later."""
        if self._is_delayed(guest):
            self._delay.send(guest, guest.dialect.write(message), since=at)
        else:
            tell(guest, message)

    def close(self) -> None:
        self._delay.close()
