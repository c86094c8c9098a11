"""History: what happened in the match so far, for a guest who came later or has loaded its page again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from houserules.table import Seen, Table
from houserules.wire import SayHistory, TellHistory

if TYPE_CHECKING:
    from .guest import Guest
    from .room import Room

MOST_HISTORY: Final = 200
"""Steps. They are computed again for whoever asks."""


def history_told(room: Room, guest: Guest, said: SayHistory) -> TellHistory:
    """Each step as this guest was told of it, or would have been."""
    table = room.table
    is_delayed = guest.seat is None and room.options.delay > 0
    until = shown_to_spectators(table, room.services.now() - room.options.delay) if is_delayed else table.seq
    since = -1 if said.since is None else said.since
    first = max(since, table.seq - MOST_HISTORY)
    steps: tuple[Seen, ...] = ()
    if table.is_dealt and until >= table.began:
        steps = tuple([seen for seen in table.since(guest.seat, first) if seen.seq <= until])
    is_cut = table.is_dealt and first > since and first >= table.began
    return TellHistory(said.of, until, steps, is_cut)


def shown_to_spectators(table: Table, at: int) -> int:
    """The last step that was made up to this moment."""
    return next((seq for seq in range(table.seq, -1, -1) if table.log.at(seq) <= at), 0)
