"""Parties: whose result a match is. A seat belongs to whoever played it when the cards were dealt."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from houserules.core import Outcome, Seat, outcome_behind
from houserules.table import ChangeKey, Forfeit, Sit, Table, moves_were_taken_back

from .entries import Line
from .keys import SeatKeys
from .players import BOT


class Party(msgspec.Struct, frozen=True, gc=False):
    """Whoever has the result of a seat."""

    name: str
    id: str | None
    """The id of a player, `bot:LEVEL`, or None for somebody without a key."""
    counts: bool = True
    """Is it rated?"""

    @property
    def is_bot(self) -> bool:
        return self.id is not None and self.id.startswith(BOT)


class Parties:
    """Of the match in play. Told by the entries of a table, in their order, after the table and its keys."""

    __slots__ = ("_dealt", "_gave_up", "_late", "_left")

    def __init__(self) -> None:
        self._dealt: list[Party] = []
        self._late: dict[Seat, Party] = {}
        """People who sat down in the middle, where a bot played."""
        self._left: set[Seat] = set()
        """Seats whose people are gone for good."""
        self._gave_up: list[Seat] = []
        """Seats that come last, because their people gave up, left or were removed, in this order."""

    def note(self, table: Table, keys: SeatKeys, line: Line) -> None:
        seat = line.seat
        if table.is_dealt and table.began == line.seq:
            self._begin(table, keys)
        elif isinstance(line.move, Forfeit):
            self._note_end(seat)
        elif not table.is_between_matches and line.key is not None:
            if line.key.token is None:
                self._note_leaving(table, seat)
            elif isinstance(line.move, ChangeKey):
                self._change_player(seat, line.key.player)
            elif isinstance(line.move, Sit) and self._dealt[seat].is_bot:
                self._late[seat] = Party(line.move.player.name, line.key.player, counts=False)

    def _begin(self, table: Table, keys: SeatKeys) -> None:
        self._dealt = [_dealt_to(table, keys, seat) for seat in range(table.seats)]
        self._late = {}
        self._left = set()
        self._gave_up = []

    def _note_leaving(self, table: Table, seat: Seat) -> None:
        """Whoever has nothing more to decide may go, and keeps the place."""
        if self._dealt[seat].is_bot:
            self._late.pop(seat, None)
        elif seat not in self._left:
            self._left.add(seat)
            if not table.game.is_done(table.match.state, seat):
                self._note_end(seat)

    def _note_end(self, seat: Seat) -> None:
        if seat not in self._gave_up:
            self._gave_up.append(seat)

    def _change_player(self, seat: Seat, player: str | None) -> None:
        """Whoever wants to be forgotten is not rated either."""
        if seat in self._late:
            self._late[seat] = msgspec.structs.replace(self._late[seat], id=player)
        elif seat not in self._left:
            self._dealt[seat] = msgspec.structs.replace(self._dealt[seat], id=player)

    def of_match(self, table: Table) -> Sequence[Party]:
        """For each seat of a match that is over."""
        parties = [self._late.get(seat, dealt) for seat, dealt in enumerate(self._dealt)]
        if moves_were_taken_back(table):
            return [msgspec.structs.replace(party, counts=False) for party in parties]
        return parties

    def outcome(self, table: Table) -> Outcome:
        """As it is rated: whoever left comes last, as if giving up."""
        outcome = outcome_behind(table.match.outcome, table.seats, self._gave_up)
        assert outcome is not None
        return outcome


def _dealt_to(table: Table, keys: SeatKeys, seat: Seat) -> Party:
    """A person who is away when the cards are dealt takes no part: the bot on the seat does."""
    player = table.players[seat]
    return Party(player.name, f"{BOT}{player.level}" if player.is_bot else keys.player(seat))
