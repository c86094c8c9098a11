"""What is kept of a match that is over: its result for statistics and ratings, and its record for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from houserules.core import to_document
from houserules.table import Table

from .results import Result

if TYPE_CHECKING:
    from .room import Room


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
