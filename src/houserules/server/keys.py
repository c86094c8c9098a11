"""SeatKeys: who may speak for which seat, and who is the host."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.core import Seat

from .entries import SeatKey
from .tokens import is_same


class SeatKeys:
    """Told by the entries of a table, in their order."""

    __slots__ = ("_keys", "_removed", "_removed_in", "_warned")

    def __init__(self) -> None:
        self._keys: dict[Seat, SeatKey] = {}
        """In the order of sitting down."""
        self._removed: set[str] = set()
        """The ids of players whom a host removed for good."""
        self._warned: set[str] = set()
        """The ids of players whom a host removed once before the first deal: that may have been a mistake."""
        self._removed_in: dict[Seat, int] = {}
        """In which match a host emptied a seat."""

    def note(self, key: SeatKey, match: int = 0) -> None:
        """Whoever has a seat and gets another token for it has not sat down anew."""
        if key.token is not None:
            self._keys[key.seat] = key
            return
        before = self._keys.pop(key.seat, None)
        if key.removed:
            self._removed_in[key.seat] = match
            if before is not None and before.player is not None:
                is_first = match == 0 and before.player not in self._warned
                (self._warned if is_first else self._removed).add(before.player)

    def is_removed(self, player: str) -> bool:
        return player in self._removed

    def was_emptied(self, seat: Seat, match: int) -> bool:
        """Did a host remove somebody from this seat in this match?"""
        return self._removed_in.get(seat) == match

    def __contains__(self, seat: object) -> bool:
        return seat in self._keys

    def seat_of(self, token: str) -> Seat | None:
        found = None
        for key in self._keys.values():  # all are compared: how long it takes tells nothing
            if key.token is not None and is_same(key.token, token):
                found = key.seat
        return found

    def is_key(self, seat: Seat, hashed: str) -> bool:
        """Does the token with this hash open the seat?"""
        key = self._keys.get(seat)
        return key is not None and key.token == hashed

    def __len__(self) -> int:
        return len(self._keys)

    def token_hash(self, seat: Seat) -> str | None:
        key = self._keys.get(seat)
        return None if key is None else key.token

    def player(self, seat: Seat) -> str | None:
        key = self._keys.get(seat)
        return None if key is None else key.player

    def seat_of_player(self, player: str) -> Seat | None:
        return next((seat for seat, key in self._keys.items() if key.player == player), None)

    def __iter__(self) -> Iterator[Seat]:
        """The seats of people, beginning with whoever has sat here longest."""
        return iter(self._keys)
