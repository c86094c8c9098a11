"""Seats and viewers; numbers and JSON as a player, a record or a position understands them."""

from __future__ import annotations

from typing import Any, TypeGuard

Seat = int
"""A chair at the table, 0 to n - 1."""

Viewer = Seat | None
"""Who looks: a seat, or None for a spectator."""

Unchecked = Any
"""What an argument is that callers may get wrong, and that is checked with a refusal in words. Compiled code checks all
other annotations itself, and raises TypeError."""

JSON = None | bool | int | float | str | list["JSON"] | dict[str, "JSON"]


def is_number(value: object) -> TypeGuard[int]:
    """Is it a whole number? Python counts True as one; players, records and positions do not."""
    return isinstance(value, int) and not isinstance(value, bool)


def counted(number: int, thing: str) -> str:
    """1 move, 2 moves."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
