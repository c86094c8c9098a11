"""Seen: a step as one viewer may see it, in data and in words."""

from __future__ import annotations

import msgspec

from houserules.core import DealPlan, Event, Move, Seat, Turn

from .steps import AnyDeed


class Seen(msgspec.Struct, frozen=True, gc=False, tag="events", tag_field="type", omit_defaults=True):
    """A step as a viewer may see it. As JSON it is the message `events` of a server."""

    seq: int
    at: int
    seat: Seat | None
    """None for the deal."""
    move: Move | None
    """None if there was none, or if the viewer may not know it yet."""
    deed: AnyDeed | None
    events: tuple[Event, ...]
    words: tuple[str, ...]
    """The deed in a sentence, if there was one, then each event."""
    turn: Turn
    deal: DealPlan | None = None
    """Of the deal: what is dealt, in which order, if the game says."""
    family: str = ""
    """Of the game: it says how events and moves are read."""


class ShownAt(msgspec.Struct, frozen=True, gc=False):
    """When a seat was shown cards for a moment: the step, and the time on the clock of the table."""

    seq: int
    at: int
