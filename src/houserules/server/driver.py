"""Driver: lets bots move and time run out at a room. Whoever wrote last drives; other holders do so a little later."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from houserules.core import Seat
from houserules.errors import HouseRulesError
from houserules.table import Step, Table, TableBots, TimedOut

from .services import LOG

if TYPE_CHECKING:
    from .room import Room

OTHERS_WAIT_SECONDS: Final = 1.0
"""How long a holder that did not write the last step waits before it drives, too."""


class Driver:
    """One bot thinks at a time, because each answers to what the one before it did."""

    __slots__ = ("_clock_timer", "_later", "_room", "_thinking", "bots")

    def __init__(self, room: Room) -> None:
        self._room = room
        self.bots = TableBots(room.table.game)
        self._thinking: asyncio.Task[None] | None = None
        self._clock_timer: asyncio.TimerHandle | None = None
        self._later: asyncio.TimerHandle | None = None

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None

    def drive(self, *, at_once: bool = True) -> None:
        """Whatever is due next shall happen. A room where nobody is stands still."""
        self._stop_timers()
        if not self._room.guests:
            return
        if not at_once:
            self._later = asyncio.get_running_loop().call_later(OTHERS_WAIT_SECONDS, self.drive)
            return
        table = self._room.table
        seat = table.due()
        if seat is not None:
            if self._thinking is None:
                self._thinking = asyncio.create_task(self._think(seat))
        elif table.clocks is not None and (due := table.clocks.next_deadline()) is not None:
            wait = max(0, due[0] - self._room.services.now()) / 1000
            self._clock_timer = asyncio.get_running_loop().call_later(wait, self._time_is_up, due[1])

    async def _think(self, seat: Seat) -> None:
        room, table = self._room, self._room.table
        decision = None
        try:
            decision = await self.bots.think_async(table, seat, room.services.now)
        except HouseRulesError:
            pass  # the table went on meanwhile: the bot is asked again below
        except Exception:  # noqa: BLE001 - it is logged, and the bot is asked again
            LOG.exception("a bot could not be asked", extra={"table": room.id, "seat": seat})
        self._thinking = None
        if decision is not None:
            step = decision.step
            room.enqueue(lambda: self._put(table, step))
        elif room.table.due() != seat or room.table.due() is not None:
            self.drive()

    async def _put(self, table: Table, step: Step) -> None:
        """Make the move, unless the room has read its journal again meanwhile: it was decided for another table."""
        if self._room.table is table:
            await self._room.put(step)

    def _time_is_up(self, seat: Seat) -> None:
        self._clock_timer = None
        self._room.enqueue(lambda: self._time_out(seat))

    async def _time_out(self, seat: Seat) -> None:
        """A bot makes one move for a person whose time is up."""
        room, table = self._room, self._room.table
        deadline = None if table.clocks is None else table.clocks.deadline(seat)
        if deadline is None or room.services.now() < deadline or seat not in table.to_act:
            self.drive()
            return
        seq = table.seq
        decision = await self.bots.think_async(table, seat, room.services.now)
        if table.seq == seq:
            await room.put(table.decide(seat, TimedOut(str(decision.move)), room.services.now()))

    def _stop_timers(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._clock_timer is not None:
            self._clock_timer.cancel()
            self._clock_timer = None

    def close(self) -> None:
        self._stop_timers()
        if self._thinking is not None:
            self._thinking.cancel()
        self.bots.close()
