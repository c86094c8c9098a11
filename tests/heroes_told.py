"""What a player of H3ROES C4RDS is told, put together as the door for its clients does."""

from __future__ import annotations

from collections.abc import Iterable

from houserules.core import Event
from houserules.games.heroes import messages
from houserules.games.heroes.message import Message
from houserules.games.heroes.view import View


def after(events: Iterable[Event], view: View) -> list[Message]:
    """The messages that follow a move."""
    seen = [event.seen_by(view.seat) for event in events]
    happened = [message for event in seen if (message := messages.written(event)) is not None]
    return [*happened, sync(view)]


def sync(view: View) -> Message:
    assert view.seat is not None
    return messages.sync(view, view.seat)
