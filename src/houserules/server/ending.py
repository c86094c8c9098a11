"""What is kept of a match that is over: its result for statistics and ratings, and its record for everybody."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from houserules.core import to_document
from houserules.errors import HouseRulesError
from houserules.table import Table

from .results import Result
from .services import LOG

if TYPE_CHECKING:
    from .room import Room

FIRST_WAIT_SECONDS: Final = 1
"""Before a result is written again; each further time it is twice as long ..."""
LONGEST_WAIT_SECONDS: Final = 60
"""... up to this."""


def result_of(room: Room) -> Result | None:
    """The result of the match that is over; None if it ended before anybody had moved."""
    table = room.table
    if not table.is_over or not table.match.seq:
        return None
    parties = room.parties.of_match(table)
    return Result(
        table=room.id,
        match=table.number,
        game=table.game.id,
        rules=table.game.hash,
        title=table.game.name,
        ended=table.log.last_at,
        names=tuple([party.name for party in parties]),
        players=tuple([party.id for party in parties]),
        counts=tuple([party.counts for party in parties]),
        outcome=room.parties.outcome(table),
        record=record_of(table),
    )


async def keep_result(room: Room, result: Result) -> None:
    """Write a result. If the database is out of reach it is tried again, because nobody does so after a rematch."""
    wait = FIRST_WAIT_SECONDS
    while True:
        try:
            await room.services.store.add_result(result)
            return
        except HouseRulesError:
            if room.is_closed:
                raise
        LOG.warning("a result could not be written, and is tried again", extra={"table": room.id})
        for _ in range(wait):
            if not room.is_closed:  # then it is tried once more, and nobody waits for that
                await asyncio.sleep(1)
        wait = min(2 * wait, LONGEST_WAIT_SECONDS)


def record_of(table: Table) -> bytes:
    """The record of the match, with what a client without the rules needs to check its deal, and who gave up."""
    record = dict(table.match.record())
    record["outcome"] = to_document(table.outcome)
    if table.seating.forfeited:
        record["forfeited"] = list(table.seating.forfeited)
    deal = table.match.deal_plan
    if deal is not None:
        record["deal"] = to_document(deal)
    return msgspec.json.encode(record)
