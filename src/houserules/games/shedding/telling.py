"""From the kernel's report to the events of a move, and the state after it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from houserules.cards import Card
from houserules.core import (
    Announce,
    Call,
    Choose,
    Event,
    Flip,
    Move,
    Outcome,
    Pass,
    Peek,
    Progress,
    Ready,
    Swap,
    Take,
    Target,
)
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import size
from houserules.kernel.shedding_report import ALIKE, BY_POWER, Report
from houserules.kernel.tables import MOVES_ALL, NEXT, SWAP_GIVE, SWAP_PART, SWAP_UP

from . import events as told
from .asks import PileAsks
from .marks import marks_of
from .state import (
    CARD_OF,
    FLIPPED,
    ZONES,
    Spots,
    State,
    blind_place,
    cards_of,
    end_reason,
    replaced_up,
    rows_exchanged,
    starts_of,
    turned_over,
)

WHY: Final[dict[int, Literal["power", "alike"]]] = {BY_POWER: "power", ALIKE: "alike"}


def after_move(
    pile_asks: PileAsks, state: State, core: kernel.SheddingPosition, move: Move, report: Report
) -> Progress[State]:
    """A move was made: `core` is what it led to."""
    seat = report.seat
    laid = cards_of(report.laid)
    spots, place = spots_after(state.spots, move, report, laid)
    if report.partner >= 0 and core.tables.swaps[core.acts] & SWAP_UP:
        spots = spots_exchanged(spots, report, whole=swaps_all(core))
    pile, burned = state.pile, state.burned
    events: list[Event] = []
    if laid:
        events.append(
            told.Played(seat, "stock" if report.tried else ZONES[report.zone], laid, place, up=cards_of(report.along))
        )
    elif report.blind >= 0:
        events.append(told.Failed(seat, CARD_OF[report.blind], place, "stock" if report.tried else "blind"))
    else:
        events += said(state.kernel.stage, core, move, report, spots)
    changed = 0 if laid or (isinstance(move, Call | Choose | Pass | Target) and events) else -1
    """The last event that changed what the pile asks for."""
    if report.turned:
        events.append(told.Reversed(1 if core.step > 0 else -1))
    landed = 0
    for count, why in report.burns:
        pile += laid[landed:count]
        changed = len(events)
        events.append(told.Burned(pile, WHY[why]))
        pile, burned = (), burned + pile
        landed = count
    pile += laid[landed:]
    laid_by = state.laid_by + bytes((seat,)) * len(laid)
    starts = state.starts + starts_of((len(laid),)) if laid and core.tables.by_plays else state.starts
    if report.flipped:
        changed = len(events)
        pile = cards_of(report.flipped)
        laid_by = bytes((FLIPPED,)) * len(pile)
        starts = starts_of((1,) * len(pile)) if core.tables.by_plays else b""
        events.append(told.TurnedUp(pile))
    if report.spent >= 0:
        changed = len(events)
        events.append(told.Burned(pile[-1:], "spent"))
        pile, burned, laid_by = pile[:-1], burned + pile[-1:], laid_by[:-1]
        starts = starts[:-1]
    if report.forcing:
        pile, burned, laid_by, gone = without_forcing(pile, burned, laid_by, cards_of(report.forcing))
        events.append(told.Burned(gone, "spent"))
    if core.stage == kernel.NAME_UP and report.blind >= 0:
        pile += (CARD_OF[report.blind],)
        starts += b"\1" if core.tables.by_plays else b""
        laid_by += bytes((seat,))
    if report.forgot:
        events.append(told.Forgot(seat))
    if report.taker >= 0:
        events += taken(core, report, pile)
        changed = len(events) - 1
        pile = ()
    if report.partner >= 0:
        changed = changed if events else 0
        events.append(exchanged(core, report))
    if report.raised and report.taker < 0:
        events.append(told.Raised(seat, cards_of(report.raised)))
    if report.drawn:
        events.append(told.Drew(seat, len(report.drawn), cards_of(report.drawn)))
    if report.out:
        events.append(told.WentOut(seat, size(core.gone)))
    if report.skipped:
        events.append(told.Skipped(tuple(report.skipped)))
    if core.over:
        events.append(told.Ended(Outcome.of_places(core.places(), end_reason(core))))
    laid_by = laid_by[len(laid_by) - len(pile) :]  # what burned or was taken lay beneath
    if starts:
        starts = starts[len(starts) - len(pile) :]
        starts = b"\1" + starts[1:] if starts else starts  # of a play that burned in the middle the rest lies there
    if changed >= 0 and core.stage == kernel.PLAY:
        events[changed] = replace(
            events[changed], ask=pile_asks.shown(core.ask, *pile_asks.maker(pile, laid_by), locked=core.locked())
        )
    return Progress(State(core, pile, burned, state.seed, spots, laid_by, starts), tuple(events))


def without_forcing(
    pile: tuple[Card, ...], burned: tuple[Card, ...], laid_by: bytes, forcing: tuple[Card, ...]
) -> tuple[tuple[Card, ...], tuple[Card, ...], bytes, tuple[Card, ...]]:
    """A pile without the cards that made somebody take it: they have left the game."""
    stays = [card not in forcing for card in pile]
    gone = tuple([card for card, stay in zip(pile, stays, strict=True) if not stay])
    by = bytes([seat for seat, stay in zip(laid_by, stays, strict=True) if stay])
    return tuple([card for card, stay in zip(pile, stays, strict=True) if stay]), burned + gone, by, gone


def said(before: int, core: kernel.SheddingPosition, move: Move, report: Report, spots: Spots) -> list[Event]:
    """The events of a move that lays no card. A take is shown by the cards that were taken."""
    seat = report.seat
    match move:
        case Swap():
            return [told.Swapped(seat, hand=CARD_OF[report.up], up=CARD_OF[report.hand])]
        case Ready() if core.stage == kernel.SETUP:
            return [told.SaidReady(seat)]
        case Ready():
            return [told.SaidReady(seat), began(core)]
        case Pass() if core.left_to and not core.plays:
            return [told.Passed(seat), began(core)]
        case Pass():
            return [told.Passed(seat)]
        case Peek(blind):
            return [told.Peeked(seat, blind_place(spots, seat, blind), CARD_OF[report.peeked])]
        case Target(other) if before == kernel.NAME_SWAP:
            return [told.Targeted(other, by=seat, swap=True)]
        case Choose() if before == kernel.NAME_CARD:
            return []  # the cards that change hands show it
        case Target(other):
            is_next = core.tables.effects[core.acts] & NEXT != 0 and not report.given
            return [told.Targeted(other, by=seat, answer=not report.given and not is_next, next=is_next)]
        case Announce():
            return [told.Announced(seat)]
        case Call(suit):
            return [told.Called(seat, suit)]
        case Choose() if report.taker >= 0:
            return []  # the cards that were taken show it
        case Take() if core.stage == kernel.NAME_UP:
            return [told.Taking(seat)]
        case Choose(what):
            return [told.Chose(seat, str(what))]
    return []


def swaps_all(core: kernel.SheddingPosition) -> bool:
    """Do all cards of both zones change hands?"""
    return core.tables.swaps[core.acts] >> SWAP_GIVE & SWAP_PART == MOVES_ALL


def exchanged(core: kernel.SheddingPosition, report: Report) -> told.Exchanged:
    gave, got = cards_of(report.gave), cards_of(report.got)
    is_up = core.tables.swaps[core.acts] & SWAP_UP != 0
    zone: Literal["hand", "up"] = "up" if is_up else "hand"
    return told.Exchanged(report.seat, report.partner, zone, gave, got, len(gave), len(got), swaps_all(core))


def began(core: kernel.SheddingPosition) -> told.Began:
    marks = marks_of(core, b"")
    return told.Began(core.turn, None if marks is None else marks.lead)


def taken(core: kernel.SheddingPosition, report: Report, pile: tuple[Card, ...]) -> list[Event]:
    """The pile went into a hand, perhaps with face-up cards or with the blind card that failed. If it is another hand
    than that of the seat whose turn it was, such a card goes its own way."""
    if report.blind >= 0 and report.taker != report.seat:
        failed = CARD_OF[report.blind]
        return [
            told.Took(report.seat, (failed,), None, blind=failed, forced=True),
            told.Took(report.taker, pile, report.seat),
        ]
    raised = cards_of(report.raised)
    up = CARD_OF[report.up] if report.up >= 0 else raised[0] if len(raised) == 1 else None
    blind = CARD_OF[report.blind] if report.blind >= 0 else None
    return [
        told.Took(
            report.taker,
            (tuple([card for card in (up, blind) if card is not None]) if len(raised) < 2 else raised) + pile,
            report.seat if report.given else None,
            up,
            blind,
            raised if len(raised) > 1 else (),
            None if report.given or report.forgot or core.tables.free_take else True,
        )
    ]


def spots_exchanged(spots: Spots, report: Report, *, whole: bool) -> Spots:
    """Face-up cards after an exchange: whole rows change places, place by place; single cards take each other's."""
    seat, other, gave, got = report.seat, report.partner, cards_of(report.gave), cards_of(report.got)
    if whole:
        return rows_exchanged(spots, seat, other)
    if not gave or not got:
        owner = seat if gave else other
        return replaced_up(spots, owner, (gave or got)[0], None)
    mine, theirs = gave[0], got[0]
    return replaced_up(replaced_up(spots, seat, mine, theirs), other, theirs, mine)


def spots_after(spots: Spots, move: Move, report: Report, laid: tuple[Card, ...]) -> tuple[Spots, int | None]:
    """The places on the table, and which of them was turned over."""
    if isinstance(move, Flip):
        return turned_over(spots, report.seat, move.blind)
    for card in cards_of((*report.raised, *report.along)):
        spots = replaced_up(spots, report.seat, card, None)
    if report.up >= 0:
        new = CARD_OF[report.hand] if report.hand >= 0 else None
        return replaced_up(spots, report.seat, CARD_OF[report.up], new), None
    if laid and report.zone == kernel.UP and not report.tried:
        for card in laid:
            spots = replaced_up(spots, report.seat, card, None)
    return spots, None
