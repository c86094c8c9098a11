"""Players without accounts: a key that a device made gives a name, a public id, and what was played with it."""

from __future__ import annotations

import hashlib
from typing import Final

from sqlalchemy import Connection, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from houserules.wire import PlayerInfo, Rating

from .lobby import storable
from .schema import CHAT, LISTING, PLAYER, RATING, RESULT_SEAT, SEAT_OF

PlayerId = str

BOT: Final = "bot:"
"""Bots are rated as `bot:LEVEL`."""
FORGOTTEN: Final = "Somebody"
"""The name that results show for a player who is forgotten."""


def player_id(key: str) -> PlayerId:
    """The public id of a key. The key cannot be found from it."""
    return hashlib.sha256(f"player:{key}".encode()).hexdigest()[:20]


def key_hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def insert_into(connection: Connection, table: object) -> sqlite.Insert | postgresql.Insert:
    """An insert that knows `on conflict`, in the words of this database."""
    kind = postgresql.Insert if connection.dialect.name == "postgresql" else sqlite.Insert
    return kind(table)  # type: ignore[arg-type]  # both take any table


def remember(connection: Connection, key: str, name: str | None, now: int) -> PlayerInfo:
    """The player of a key, who is made on first use. A name replaces the one that was there."""
    player = player_id(key)
    values = {"id": player, "key_hash": key_hash(key), "name": storable(name or ""), "created": now}
    made = insert_into(connection, PLAYER).values(values)
    if name is None:
        connection.execute(made.on_conflict_do_nothing())
    else:
        connection.execute(made.on_conflict_do_update(index_elements=[PLAYER.c.id], set_={"name": values["name"]}))
    found = info(connection, player)
    assert found is not None
    return found


def info(connection: Connection, player: PlayerId) -> PlayerInfo | None:
    """What everybody may know of a player, or of a bot that has played; None if there is no such."""
    bot = player.startswith(BOT)
    name = player.removeprefix(BOT)
    if not bot:
        found = connection.execute(select(PLAYER.c.name).where(PLAYER.c.id == player)).scalar_one_or_none()
        if found is None:
            return None
        name = found
    counted = select(
        func.count(),
        func.count().filter(RESULT_SEAT.c.place == 1),
        func.count().filter(RESULT_SEAT.c.last),
    ).where(RESULT_SEAT.c.party == player, RESULT_SEAT.c.counts)
    matches, firsts, lasts = connection.execute(counted).one()
    if bot and matches == 0:
        return None
    rated = select(RATING).where(RATING.c.party == player).order_by(RATING.c.matches.desc(), RATING.c.game)
    ratings = [
        Rating(game=row.game, rules=row.rules, title=row.title, skill=row.mu, doubt=row.sigma, matches=row.matches)
        for row in connection.execute(rated)
    ]
    return PlayerInfo(
        id=player, name=name, bot=bot, matches=matches, firsts=firsts, lasts=lasts, ratings=tuple(ratings)
    )


def forget(connection: Connection, key: str) -> bool:
    """Remove everything that belongs to a key. Results keep their places, at a seat without a name.

    The journal of a table still holds the names that were typed there: such tables are removed soon after their end."""
    player = player_id(key)
    gone = delete(PLAYER).where(PLAYER.c.id == player, PLAYER.c.key_hash == key_hash(key)).returning(PLAYER.c.id)
    if connection.execute(gone).first() is None:
        return False
    sat = select(SEAT_OF.c.tbl).where(SEAT_OF.c.player == player)
    played = select(RESULT_SEAT.c.tbl).where(RESULT_SEAT.c.party == player)
    connection.execute(update(LISTING).where(LISTING.c.tbl.in_(sat) | LISTING.c.tbl.in_(played)).values(forgets=True))
    connection.execute(delete(CHAT).where(CHAT.c.player == player))
    connection.execute(delete(SEAT_OF).where(SEAT_OF.c.player == player))
    connection.execute(delete(RATING).where(RATING.c.party == player))
    connection.execute(update(RESULT_SEAT).where(RESULT_SEAT.c.party == player).values(party=None, name=FORGOTTEN))
    return True


def sit(connection: Connection, player: PlayerId, table: str, seat: int) -> None:
    """From now on this player sits there, whoever did before."""
    made = insert_into(connection, SEAT_OF).values(tbl=table, seat=seat, player=player)
    connection.execute(
        made.on_conflict_do_update(index_elements=[SEAT_OF.c.tbl, SEAT_OF.c.seat], set_={"player": player})
    )


def stand(connection: Connection, player: PlayerId, table: str, seat: int) -> None:
    wanted = (SEAT_OF.c.player == player, SEAT_OF.c.tbl == table, SEAT_OF.c.seat == seat)
    connection.execute(delete(SEAT_OF).where(*wanted))
