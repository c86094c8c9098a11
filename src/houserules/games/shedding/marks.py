"""Marks: what a table keeps in mind beside its cards, in the houses that need it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from houserules.core import Seat
from houserules.errors import PositionError
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import lowest
from houserules.kernel.tables import ADD_DRAWN, JOKERS, Tables

from .house import NAME_OF, RANK_NAMES
from .state import CARD_OF, FLIPPED


class Marks(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """All of it is seen by everybody. A position writes the same."""

    begins: Seat | None = None
    """In the setup: the seat that will begin, if the match before decided that."""
    lead: str | None = None
    """Before the first play: the card, or the rank, that has to be led."""
    left: bool = False
    """Before the first play: whoever began has left it to this seat."""
    owed: int = 0
    """How many seats miss their turn unless one of them answers the skip."""
    skips: int = 0
    """While cards may be added or exchanged, or others may jump in: how many seats will miss their turn after that."""
    player: Seat | None = None
    """While others may jump in: the seat that has played. While a card is named that changes hands: the other seat."""
    fresh: tuple[str, ...] = ()
    """While cards may be added: those that were drawn, if only these may be. Only positions say it."""
    tried: bool = False
    """The seat has drawn a card of the stock before it plays."""
    turned: bool = False
    """The order is turned over, and stays so when the pile is gone."""
    looked: tuple[Seat, ...] = ()
    """The seats that have looked at one of their blind cards, which they may do once."""
    seen: tuple[tuple[Seat, int], ...] = ()
    """Which of its blind cards such a seat has seen, counted from 1, if it still lies there. Only positions say it."""
    announced: bool = False
    """The seat has announced its last card, for its next play or for the one that it is making."""
    flipped: int = 0
    """How many cards at the bottom of the pile were turned up from the stock: they count for their values alone."""


NONE: Final = Marks()


def marks_of(core: kernel.SheddingPosition, laid_by: bytes) -> Marks | None:
    """The marks of a moment; None if there are none."""
    if core.begins >= 0:
        return Marks(begins=core.begins)
    if not core.tables.marked:
        return None
    is_played = core.stage == kernel.PLAY or core.stage >= kernel.ADD
    is_first = core.plays == 0 and core.stage == kernel.PLAY
    marks = Marks(
        lead=lead_name(core) if is_first and core.lead else None,
        left=is_first and core.left_to,
        owed=core.owed if is_played and core.may_miss() else 0,
        skips=core.skips if core.stage >= kernel.NAME_SWAP else 0,
        player=core.player if core.stage in (kernel.NAME_CARD, kernel.JUMP) else None,
        tried=core.stage == kernel.PLAY and core.tried_at == core.plays + 1,
        turned=core.tables.lasting and core.tables.turned[core.ask] == 1,
        looked=tuple([seat for seat in range(core.seats) if core.has_looked(seat)]) if core.peeked else (),
        announced=may_be_announced(core) and core.announced_at == announced_play(core),
        flipped=laid_by.count(FLIPPED),
    )
    return None if marks == NONE else marks


def may_be_announced(core: kernel.SheddingPosition) -> bool:
    """Nothing counts before the play begins, nor while others may jump in or cards may be added."""
    return core.tables.penalty > 0 and core.stage not in (kernel.SETUP, kernel.ADD, kernel.JUMP)


def announced_play(core: kernel.SheddingPosition) -> int:
    """The play for which an announcement counts now: the next one, or the one for which something has to be named."""
    return int(core.of_play(core.plays + (core.stage == kernel.PLAY)))


def lead_name(core: kernel.SheddingPosition) -> str:
    kind = lowest(core.lead)
    is_rank = core.lead & (core.lead - 1) or core.lead & JOKERS
    return NAME_OF[CARD_OF[kind].rank] if is_rank else CARD_OF[kind].text


def give_marks(core: kernel.SheddingPosition, marks: Marks) -> None:
    """Put the marks on a table whose cards lie already."""
    if marks.begins is not None:
        core.begins = marks.begins
    if core.tables.lasting:
        core.set_order(marks.turned)
    if marks.lead is not None:
        core.lead = lead_kinds(marks.lead)
        core.fits &= core.lead
    core.left_to = marks.left
    if core.may_miss():
        core.owed = marks.owed
        if not marks.owed and (core.stage == kernel.PLAY or core.stage >= kernel.ADD):
            core.skip_is_over()
    if core.stage >= kernel.NAME_SWAP:
        core.skips = marks.skips
        core.player = marks.player or 0
    if core.stage >= kernel.ADD:
        core.fresh = fresh_kinds(marks.fresh) if marks.fresh else -1
        core.fits = 15 << 4 * core.tables.rank_of[core.top]
        if core.stage == kernel.ADD:
            core.fits &= core.fresh
    for seat in marks.looked:
        core.mark_seen(seat, 0)
    for seat, number in marks.seen:
        core.mark_seen(seat, 1 << number - 1)
    if marks.announced:
        core.announced_at = announced_play(core)
    if marks.tried:
        core.tried_at = core.plays + 1


def lead_kinds(lead: str) -> int:
    """The kinds of a card or a rank; 0 if it is neither."""
    if lead in RANK_NAMES:
        return 15 << 4 * (RANK_NAMES[lead] - 2)
    return next((1 << card.kind for card in CARD_OF[:52] if card.text == lead), 0)


def seen_cards(core: kernel.SheddingPosition) -> tuple[tuple[Seat, int], ...]:
    """For each seat the blind cards that it has looked at, by their numbers."""
    places = [(seat, place) for seat in range(core.seats) for place in range(int(core.blinds(seat)))]
    return tuple([(seat, place + 1) for seat, place in places if core.seen_places(seat) >> place & 1])


def fresh_cards(core: kernel.SheddingPosition) -> tuple[str, ...]:
    """The cards that were drawn and may be added; none if any card may be."""
    if core.stage != kernel.ADD or core.tables.adds != ADD_DRAWN:
        return ()
    return tuple([CARD_OF[kind].text for kind in range(53) if core.fresh >> kind & 1])


def fresh_kinds(cards: Iterable[str]) -> int:
    """Of cards that were drawn; 0 if one of them is not a card."""
    found = [next((card.kind for card in CARD_OF[:53] if card.text == text), None) for text in cards]
    return 0 if None in found else sum(3 << 52 if kind == 52 else 1 << kind for kind in found if kind is not None)


def read_marks(value: object, tables: Tables) -> Marks:
    """The marks of a position."""
    if value is None:
        return NONE
    try:
        marks = msgspec.convert(value, Marks)
    except msgspec.ValidationError as problem:
        raise PositionError("marks", f"write null, or an object with marks: {problem}") from problem
    if not tables.marked and msgspec.structs.replace(marks, begins=None) != NONE:
        raise PositionError("marks", "this house needs none: write null")
    if marks.lead is not None and not (tables.leads and lead_kinds(marks.lead)):
        raise PositionError("marks.lead", "write null, or the card or the rank that must be led")
    return marks
