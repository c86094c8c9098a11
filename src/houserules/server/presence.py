"""Presence: who is here, who is away and for how long, and what everybody is told of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from houserules.core import Seat, Viewer
from houserules.table import Player, TakeOver
from houserules.wire import Away, Chair, TellPresence

if TYPE_CHECKING:
    from .guest import Guest
    from .room import Room
    from .telling import Dialect


class Presence:
    __slots__ = ("_away", "_is_due", "_room", "_timer", "_waited", "is_undo_shown", "waiting")

    def __init__(self, room: Room) -> None:
        self._room = room
        self._away: dict[Seat, int] = {}
        """Since when people are away, also those for whom a bot plays."""
        self._waited: dict[Seat, int] = {}
        """Since when somebody waits for them. A bot takes over after that, not after a time that nobody waited."""
        self._is_due = False
        self._timer: asyncio.TimerHandle | None = None
        self.is_undo_shown = False
        """Was everybody told that somebody asks for an undo?"""
        self.waiting: list[tuple[Guest, str]] = []
        """Spectators who wait for a seat, and what they are called."""

    def here(self, seat: Seat) -> bool:
        return any(guest.seat == seat for guest in self._room.guests)

    def changed(self) -> None:
        """Tell everybody, once for all changes of this moment."""
        if not self._room.guests:
            self._waited = {}
        elif not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._is_due = False
        self.is_undo_shown = self._room.table.votes.undo is not None
        self._watch_absent()
        written: dict[tuple[Viewer, Dialect], Sequence[bytes]] = {}
        for guest in self._room.guests:
            kind = guest.seat, guest.dialect
            if kind not in written:
                written[kind] = guest.dialect.write(self.message(guest.seat))
            for data in written[kind]:
                guest.send(data)

    def message(self, you: Viewer) -> TellPresence:
        room, table = self._room, self._room.table
        return TellPresence(
            seq=table.seq,
            chairs=self.chairs(),
            you=you,
            watching=sum(guest.seat is None for guest in room.guests),
            waiting=tuple([name for _, name in self.waiting]),
            paused=table.is_paused,
            dealt=table.is_dealt,
            undo=table.votes.undo_by,
            allows=room.allows,
            name=room.options.name,
            public=room.options.public,
            commitment=room.commitment,
        )

    def chairs(self) -> tuple[Chair, ...]:
        host = self.host
        return tuple([self._chair(seat, player, seat == host) for seat, player in enumerate(self._room.table.players)])

    def _chair(self, seat: Seat, player: Player, is_host: bool) -> Chair:
        room, table = self._room, self._room.table
        away = None if player.is_bot else self._away.get(seat)
        return Chair(
            name=player.name,
            bot=player.is_bot,
            level=player.level,
            personality=player.personality,
            open=seat in table.seating.open,
            forfeited=seat in table.seating.forfeited,
            keeps=player.name if player.is_bot and seat in room.keys else None,
            ready=seat in table.votes.salts,
            here=self.here(seat),
            away=None if away is None else Away(away, self._takeover_at(seat)),
            host=is_host,
            muted=seat in table.seating.muted,
            id=room.keys.player(seat),
        )

    @property
    def host(self) -> Seat | None:
        """The person who has sat here longest and is not away for too long; if all are, who has sat here longest."""
        keys = self._room.keys
        return next((seat for seat in keys if not self._is_long_away(seat)), next(iter(keys), None))

    def _is_long_away(self, seat: Seat) -> bool:
        since = None if self.here(seat) else self._away.get(seat)
        return since is not None and self._room.services.now() - since >= self._room.options.away

    # -- Absent people -------------------------------------------------------------------------------------------------

    def _watch_absent(self) -> None:
        """Note who is away, and when a bot is to play for the first of them, or somebody else is the host."""
        room = self._room
        now = room.services.now()
        self._away = {seat: self._away.get(seat, now) for seat in room.keys if not self.here(seat)}
        self._waited = {seat: self._waited.get(seat, now) for seat in self._away if self._is_waited_for(seat)}
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = [at for seat in self._away if (at := self._takeover_at(seat)) is not None]
        if self.host in self._away and room.guests:
            due += [at for since in self._away.values() if (at := since + room.options.away) > now]
        if due:
            wait = max(0, min(due) - now) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait, self._replace_absent)

    def _is_waited_for(self, seat: Seat) -> bool:
        """Is another person here, do cards wait for this person, and does no bot play for them yet?"""
        room = self._room
        if not self._is_needed(seat) or room.table.is_paused or seat in room.table.seating.bots:
            return False
        return any(guest.seat is not None and guest.seat != seat for guest in room.guests)

    def _is_needed(self, seat: Seat) -> bool:
        """Does the match go on, or does somebody want a rematch? Before the first deal everybody is waited for."""
        table = self._room.table
        if table.is_over:
            return bool(table.votes.salts) and seat not in table.votes.salts
        return table.is_dealt

    def _takeover_at(self, seat: Seat) -> int | None:
        """When a bot plays for this person; None if nobody waits for it."""
        since = self._waited.get(seat)
        return None if since is None else since + self._room.options.away

    def _replace_absent(self) -> None:
        self._timer = None
        now = self._room.services.now()
        for seat in list(self._away):
            at = self._takeover_at(seat)
            if at is not None and at <= now:
                self._room.enqueue(lambda seat=seat: self._replace(seat))  # type: ignore[misc]  # a known limit of mypy
        self.changed()

    async def _replace(self, seat: Seat) -> None:
        """A bot plays for this person, who keeps the seat."""
        room = self._room
        if seat in room.table.seating.people and not self.here(seat) and self._is_needed(seat):
            await room.do(seat, TakeOver(room.stand_in_for(seat), keeps=True))

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
