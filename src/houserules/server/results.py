"""Results: finished matches, each counted once, and their records."""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, insert, select, tuple_

from houserules.core import Outcome
from houserules.wire import MatchPlayed

from .journal import TableId
from .lobby import storable
from .players import PlayerId, insert_into
from .ratings import rate
from .schema import RECORD, RESULT, RESULT_SEAT

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
