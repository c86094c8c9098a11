"""Results: finished matches, each counted once, and their records."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, func, insert, select, tuple_

from houserules.core import Outcome
from houserules.wire import MatchPlayed

from .journal import TableId
from .lobby import storable
from .players import BOT, FORGOTTEN, PlayerId, insert_into
from .ratings import rate
from .schema import PLAYER, RECORD, RESULT, RESULT_SEAT

RecordLink = Callable[[TableId, int], str]


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A match that is over."""

    table: TableId
    match: int
    """Which match of its table, from 1."""
    game: str
    rules: str
    title: str
    ended: int
    """Milliseconds since 1970."""
    names: tuple[str, ...]
    players: tuple[str | None, ...]
    """For each seat the id of a player, `bot:LEVEL`, or None for somebody without a key."""
    counts: tuple[bool, ...]
    """For each seat: is it rated?"""
    outcome: Outcome
    """As it is rated: whoever left comes last."""
    record: bytes
    """JSON."""


def add(connection: Connection, result: Result) -> bool:
    """False: it stood already, and nothing has changed."""
    key = {"tbl": result.table, "number": result.match}
    title = storable(result.title)
    made = insert_into(connection, RESULT).values(
        **key,
        game=result.game,
        rules=result.rules,
        title=title,
        ended=result.ended,
        reason=result.outcome.reason,
    )
    if connection.execute(made.on_conflict_do_nothing().returning(RESULT.c.number)).first() is None:
        return False
    result = _without_forgotten(connection, result)
    places = result.outcome.places
    behind = max(places)
    seats = zip(result.names, result.players, result.counts, places, result.outcome.payoffs, strict=True)
    rows = [
        {
            **key,
            "seat": seat,
            "name": storable(name),
            "party": party,
            "place": place,
            "last": place == behind > 1,
            "payoff": payoff,
            "counts": counts,
        }
        for seat, (name, party, counts, place, payoff) in enumerate(seats)
    ]
    connection.execute(insert(RESULT_SEAT), rows)
    connection.execute(insert(RECORD), [{**key, "body": zlib.compress(result.record)}])
    rated = [party if counts else None for party, counts in zip(result.players, result.counts, strict=True)]
    rate(connection, result.game, result.rules, title, rated, places)
    return True


def _without_forgotten(connection: Connection, result: Result) -> Result:
    """A player may be forgotten while the match is played: its table still knows the name and the id."""
    people = [party for party in result.players if party is not None and not party.startswith(BOT)]
    # Whoever is to be forgotten at this moment is forgotten after this, and with it.
    asked = select(PLAYER.c.id).where(PLAYER.c.id.in_(people)).order_by(PLAYER.c.id).with_for_update(read=True)
    gone = set(people).difference(connection.execute(asked).scalars())
    if not gone:
        return result
    seats = [
        (FORGOTTEN, None) if party in gone else (name, party)
        for name, party in zip(result.names, result.players, strict=True)
    ]
    names, players = zip(*seats, strict=True)
    return msgspec.structs.replace(result, names=names, players=players)


def matches_of(connection: Connection, player: PlayerId, limit: int, link: RecordLink) -> tuple[MatchPlayed, ...]:
    """The matches of a player, newest first: one row for each seat that the player had."""
    same = (RESULT.c.tbl == RESULT_SEAT.c.tbl) & (RESULT.c.number == RESULT_SEAT.c.number)
    asked = (
        select(RESULT, RESULT_SEAT.c.seat, RESULT_SEAT.c.counts)
        .join(RESULT_SEAT, same)
        .where(RESULT_SEAT.c.party == player)
        .order_by(RESULT.c.ended.desc(), RESULT.c.tbl, RESULT.c.number.desc(), RESULT_SEAT.c.seat)
        .limit(limit)
    )
    found = connection.execute(asked).all()
    keys = {(row.tbl, row.number) for row in found}
    sat = (
        select(RESULT_SEAT)
        .where(tuple_(RESULT_SEAT.c.tbl, RESULT_SEAT.c.number).in_(sorted(keys)))
        .order_by(RESULT_SEAT.c.seat)
    )
    names: dict[tuple[str, int], list[str]] = defaultdict(list)
    places: dict[tuple[str, int], list[int]] = defaultdict(list)
    for row in connection.execute(sat) if keys else ():
        names[row.tbl, row.number].append(row.name)
        places[row.tbl, row.number].append(row.place)
    return tuple(
        [
            MatchPlayed(
                table=row.tbl,
                match=row.number,
                game=row.game,
                title=row.title,
                ended=row.ended,
                seat=row.seat,
                names=tuple(names[row.tbl, row.number]),
                places=tuple(places[row.tbl, row.number]),
                record=link(row.tbl, row.number),
                counts=row.counts,
            )
            for row in found
        ]
    )


def record(connection: Connection, table: TableId, match: int) -> bytes | None:
    asked = select(RECORD.c.body).where(RECORD.c.tbl == table, RECORD.c.number == match)
    body = connection.execute(asked).scalar_one_or_none()
    return None if body is None else zlib.decompress(body)


def last_recorded(connection: Connection, table: TableId) -> int | None:
    """The number of the last match of a table whose record is kept."""
    asked = select(func.max(RECORD.c.number)).where(RECORD.c.tbl == table)
    number: int | None = connection.execute(asked).scalar_one()
    return number


def names(connection: Connection, table: TableId, match: int) -> tuple[str, ...]:
    """Who played, for each seat; whoever was forgotten has no name of their own."""
    asked = select(RESULT_SEAT.c.name).where(RESULT_SEAT.c.tbl == table, RESULT_SEAT.c.number == match)
    return tuple(connection.execute(asked.order_by(RESULT_SEAT.c.seat)).scalars())
