"""Attempt: a move that could be made, before it is. MoveMade: one that was, as somebody may see it."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec

from houserules.core import Event, Move, Seat

S = TypeVar("S")


class Attempt(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """A move that could be made, and what it would lead to. The events are whole: show them only through `seen_by`."""

    seq: int
    """How many moves were made before it."""
    seat: Seat
    move: Move
    seconds: int
    state: S
    events: tuple[Event, ...]


class MoveMade(msgspec.Struct, frozen=True, gc=False):
    """A move of a match, and what followed as one viewer may see it."""

    seq: int
    """How many moves there are, including this one."""
    seat: Seat
    move: Move
    events: tuple[Event, ...]
