"""LocalMatch: a match on this machine: table and bots, who looks at the screen, what each heard, how it is saved."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from houserules.bots import levels
from houserules.core import Event, Seat, View, Viewer
from houserules.errors import HouseRulesError
from houserules.games import AnyGame
from houserules.match import Match
from houserules.table import Decision, Player, Table, TableBots, Thinker, run_bots

from .autosave import Autosave
from .hot_seat import HotSeat
from .log import BotFailed, Entry, Note, log_lines, sentences
from .look import Order
from .players import clean, listed, shown, shown_names
from .saved import Places, Saved

DEFAULT_MS: Final = 1000
"""Milliseconds for a hint by default."""

Clock = Callable[[], float]
"""Shows seconds, and never runs back."""


class LocalMatch:
    """Everything but what the person says: that is a Sitting."""

    def __init__(
        self,
        table: Table,
        seat: Seat | None,
        *,
        begun: str,
        undone: int = 0,
        branched: int | None = None,
        earlier: Sequence[Places] = (),
        autosave: Autosave | None = None,
        ms: int | None = None,
        clock: Clock = time.monotonic,
    ) -> None:
        self.table = table
        self.hot_seat = HotSeat(() if seat is None else tuple(sorted(table.seating.people)), seat)
        self.bots = TableBots(table.game)
        self.names = shown_names(table.players)
        self.begun = begun
        self.undone = undone
        self.branched = branched
        self.earlier = tuple(earlier)
        """The places of all seats in the matches that these players played before this one."""
        self.wants_rematch = False
        """Somebody said `rematch` before the match was over."""
        self.autosave = Autosave(is_on=False) if autosave is None else autosave
        self.ms = DEFAULT_MS if ms is None else ms
        self.notes: tuple[str, ...] = ()
        """What is said before the greeting."""
        self.order: Order = "rank"
        self._logs: dict[Viewer, list[Entry]] = {viewer: [] for viewer in self.hot_seat.people or (None,)}
        tribute = table.match.tribute
        if tribute is not None and not {seat for seat, _ in table.match.moves} & set(self.hot_seat.people):
            for log in self._logs.values():
                log.append(Note(tribute.tell(self.names)))
        self.clock = clock
        self._start = clock() - table.match.seconds
        self._last_line = range(0)
        """The numbers, from 0, of the moves that the last line of a person made."""
        self._pass_screen()

    # -- Where it stands -----------------------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        return self.table.game

    @property
    def match(self) -> Match[object]:
        return self.table.match

    @property
    def is_over(self) -> bool:
        return self.table.is_over

    @property
    def seat(self) -> Seat | None:
        """Whose screen it is; None for a person who only watches."""
        return self.hot_seat.seat

    @property
    def is_shared(self) -> bool:
        """Do several people use this screen?"""
        return len(self.hot_seat.people) > 1

    @property
    def curtain(self) -> str:
        """What to show in place of the table, as long as the next person has not come to the screen; else ""."""
        if self.seat is None or not self._is_hidden:
            return ""
        return f"{self.names(self.seat)}, press Enter when nobody else looks."

    @property
    def _is_hidden(self) -> bool:
        return self.hot_seat.is_hidden

    def reveal(self) -> None:
        """The person on turn sits at the screen alone."""
        self.hot_seat.reveal()

    def _pass_screen(self, done: bool = False) -> None:
        """Give the screen to whoever has to decide next. `done`: the one who has it said all for now."""
        if self.is_over:
            self.hot_seat.reveal()
        else:
            self.hot_seat.pass_on(self.table.to_act, done=done)

    def view(self) -> View:
        """What the person sees."""
        return self.table.view(self._viewer)

    @property
    def _viewer(self) -> Viewer:
        """Behind the curtain everybody may look."""
        return None if self._is_hidden else self.seat

    @property
    def log(self) -> list[Entry]:
        """What happened since the person moved last, the oldest first."""
        return self._logs[self.seat]

    @property
    def players(self) -> tuple[Player, ...]:
        return self.table.players

    def log_lines(self) -> list[str]:
        """The log in words."""
        return [] if self._is_hidden else log_lines(self.log, self.names)

    def history(self) -> list[str]:
        return sentences(self.match.events(self._viewer), self.names)

    @property
    def ending(self) -> str:
        """The last thing that happened, in words."""
        return self.match.events(self.seat, self.match.seq - 1)[-1].tell(self.names)

    def pairing(self) -> str:
        """Who plays what against whom."""
        people = self.hot_seat.people
        others = listed([shown(player) for seat, player in enumerate(self.players) if seat not in people])
        if not self.is_shared:
            return f"{clean(self.game.name)} against {others}"
        us = listed([self.names(seat) for seat in people])
        against = f" against {others}" if others else ""
        return f"{clean(self.game.name)}: {us} at one screen{against}"

    def greeting(self) -> str:
        """The same, and what to do first where lines are typed."""
        return f"{self.pairing()}{'. Say' if self.is_shared else ': say'} a move, or help."

    def goal_lines(self) -> tuple[str, ...]:
        """Before the first match of an evening: what wins."""
        is_new = self.match.seq == 0 and not self.earlier
        return (clean(self.game.goal),) if is_new and self.game.goal else ()

    # -- Bots ----------------------------------------------------------------------------------------------------------

    def thinks(self, seat: Seat) -> bool:
        """Does the bot of this seat think for a while?"""
        level = self.table.players[seat].level
        return level is not None and levels(self.game)[level].thinks

    def run_bots(self, thinker: Thinker | None = None) -> Iterator[Decision]:
        """Let bots move, one after the other, until the person may act again or the match is over."""
        for decision in run_bots(self.table, thinker or self.bots, self._now):
            self._note_decision(decision)
            yield decision
        self._pass_screen()

    async def bot_moves(self, pause: Awaitable[None]) -> Decision | None:
        """Let the bot that is due move, but not before a pause is over; None if none is due. Raises if the table
        changes while it thinks."""
        seat = self.table.due()
        if seat is None:
            self._pass_screen()
            return None
        decision = await self.bots.think_async(self.table, seat, self._now)
        await pause
        self.table.commit(decision.step)
        self._note_decision(decision)
        if self.table.due() is None:
            self._pass_screen()
        return decision

    def _note_decision(self, decision: Decision) -> None:
        if decision.failures:
            for log in self._logs.values():
                log.append(BotFailed(decision))
        self._note(decision.step.events)

    def bots_move(self) -> None:
        for _ in self.run_bots():
            pass

    def _note(self, events: Sequence[Event]) -> None:
        """Everybody hears what they may know."""
        for viewer, log in self._logs.items():
            log.extend([event.seen_by(viewer) for event in events])

    def close(self) -> None:
        self.bots.close()

    def _now(self) -> int:
        """Milliseconds since the deal, without the time between leaving and resuming."""
        return max(int(1000 * (self.clock() - self._start)), 0)

    # -- Saving --------------------------------------------------------------------------------------------------------

    def saved(self) -> Saved:
        return Saved(
            record=self.match.record(),
            seat=self.seat,
            players=self.table.players,
            begun=self.begun,
            undone=self.undone,
            branched=self.branched,
            earlier=self.earlier,
        )

    def save(self) -> Path:
        """Save now, and from now on after each move; raises if it fails. Returns where."""
        self.autosave.save(self.saved(), self._version)
        self.autosave.is_on = True
        assert self.autosave.path is not None
        return self.autosave.path

    def keep(self, *, may_wait: bool = False) -> None:
        """Save, if that is wanted; if it fails, the match continues and the log says so."""
        if not self.autosave.keep(self.saved, self._version, may_wait=may_wait):
            self.log.append(Note(f"The match is not saved: {self.autosave.problem}"))

    def finish(self) -> None:
        """The match is over, or the person leaves: save it, and count a result once."""
        self.autosave.retry()
        self.keep()
        if self.is_over:
            try:
                self.autosave.count_result(self.saved)
            except HouseRulesError as problem:
                self.log.append(Note(f"The result is not counted: {problem.message}"))

    @property
    def _version(self) -> tuple[int, int]:
        return self.match.seq, self.undone
