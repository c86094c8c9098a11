"""What was said at a table: rows beside the journal."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from houserules.wire import TellChat

from .lobby import storable
from .schema import CHAT


def add_chat(connection: Connection, table: str, chat: TellChat, player: str | None) -> None:
    values = {"tbl": table, "at": chat.at, "seat": chat.seat, "line": chat.line, "player": player}
    connection.execute(insert(CHAT), [{**values, "name": storable(chat.name), "text": storable(chat.text)}])


def last_chats(connection: Connection, table: str, count: int) -> tuple[TellChat, ...]:
    """The newest come last."""
    newest = select(CHAT).where(CHAT.c.tbl == table).order_by(CHAT.c.id.desc()).limit(count)
    rows = connection.execute(newest).all()
    return tuple([TellChat(row.at, row.seat, row.name, row.text, row.line) for row in reversed(rows)])
