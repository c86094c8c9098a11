"""SeatKeys: who may speak for which seat, and who is the host."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.core import Seat

from .entries import SeatKey
from .tokens import is_same


class SeatKeys:
    """Told by the entries of a table, in their order."""

    __slots__ = ("_keys",)

    def __init__(self) -> None:
        self._keys: dict[Seat, SeatKey] = {}
        """In the order of sitting down."""

    def note(self, key: SeatKey) -> None:
        self._keys.pop(key.seat, None)
        if key.token is not None:
            self._keys[key.seat] = key

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

    def player(self, seat: Seat) -> str | None:
        key = self._keys.get(seat)
        return None if key is None else key.player

    def seat_of_player(self, player: str) -> Seat | None:
        return next((seat for seat, key in self._keys.items() if key.player == player), None)

    def __iter__(self) -> Iterator[Seat]:
        """The seats of people, beginning with whoever has sat here longest."""
        return iter(self._keys)
