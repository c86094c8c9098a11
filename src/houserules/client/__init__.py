"""A client for tables on a server: sit down by a link, and play; a bot in a few lines.

async with await join("http://localhost:8000/t/TABLE", name="Robo") as seat:
    while (view := await seat.turn()) is not None:      # None: the match is over
        await seat.play(view.legal[0])
"""

from .bots import play_bot, play_match
from .joining import join, open_table, open_tables, replay, watch
from .links import Link, is_server, read_link, read_server
from .seat import TableSeat

__all__ = [
    "Link",
    "TableSeat",
    "is_server",
    "join",
    "open_table",
    "open_tables",
    "play_bot",
    "play_match",
    "read_link",
    "read_server",
    "replay",
    "watch",
]
