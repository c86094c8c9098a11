"""Seating: who plays which seat now, who played it before, and who gave up."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from houserules.core import Names, Outcome, Seat, Viewer, outcome_behind

from .player import Player


class Seating:
    __slots__ = ("_before", "_names", "bots", "forfeited", "kept", "muted", "open", "players")

    def __init__(self, players: Sequence[Player], open_chairs: Collection[Seat] = ()) -> None:
        self.players = list(players)
        self.open = set(open_chairs)
        """Chairs that wait for a person."""
        self.kept: set[Seat] = set()
        """Seats that a bot plays for a person who is away and may come back."""
        self.muted: set[Viewer] = set()
        """Whose person does not chat; None: the spectators."""
        self.forfeited: list[Seat] = []
        """In this match, in the order in which they gave up."""
        self._before: list[tuple[int, Seat, Player]] = []
        """Until which step somebody else played a seat."""
        self.bots = self._bots()
        self._names: dict[Viewer, Names] = {}
        """What the seats are called now, for each listener."""

    def _bots(self) -> frozenset[Seat]:
        return frozenset([seat for seat, player in enumerate(self.players) if player.is_bot])

    @property
    def people(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in range(len(self.players)) if seat not in self.bots])

    @property
    def names(self) -> Names:
        return Names(*[player.name for player in self.players])

    def seat(self, seat: Seat, player: Player, seq: int) -> None:
        """From after step `seq` on, this player plays the seat."""
        self._before.append((seq, seat, self.players[seat]))
        self.players[seat] = player
        self.kept.discard(seat)
        self._names = {}
        if not player.is_bot:
            self.open.discard(seat)
        self.bots = self._bots()

    def player_at(self, seat: Seat, seq: int) -> Player:
        """Who played a seat when step `seq` was made."""
        return next((player for until, at, player in self._before if at == seat and until >= seq), self.players[seat])

    def names_at(self, seq: int, listener: Viewer) -> Names:
        """How the seats were called when step `seq` was made, for somebody who is told of it."""
        if not self._before or self._before[-1][0] < seq:
            names = self._names.get(listener)
            if names is None:
                names = self._names[listener] = Names(*[player.name for player in self.players], listener=listener)
            return names
        return Names(*[self.player_at(seat, seq).name for seat in range(len(self.players))], listener=listener)

    @property
    def is_decided(self) -> bool:
        """Have all given up but one?"""
        return len(self.forfeited) >= len(self.players) - 1

    def outcome(self, of_match: Outcome | None) -> Outcome | None:
        """A seat that gave up comes behind all others, and behind seats that gave up later."""
        return outcome_behind(of_match, len(self.players), self.forfeited)
