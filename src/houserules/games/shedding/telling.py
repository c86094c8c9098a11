"""From the kernel's report to the events of a move, and the state after it."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from houserules.cards import Card
from houserules.core import Call, Choose, Event, Flip, Move, Outcome, Progress, Ready, Swap, Target
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import size
from houserules.kernel.shedding_report import ALIKE, BY_POWER, Report

from . import events as told
from .asks import PileAsks
from .state import CARD_OF, ZONES, Spots, State, cards_of, end_reason, replaced_up, turned_over

WHY: Final[dict[int, Literal["power", "alike"]]] = {BY_POWER: "power", ALIKE: "alike"}


def after_move(
    pile_asks: PileAsks, state: State, core: kernel.SheddingPosition, move: Move, report: Report
) -> Progress[State]:
    """A move was made: `core` is what it led to."""
    seat = report.seat
    laid = cards_of(report.laid)
    spots, place = spots_after(state.spots, move, report, laid)
    pile, burned = state.pile, state.burned
    events: list[Event] = []
    if laid:
        events.append(told.Played(seat, ZONES[report.zone], laid, place))
    elif report.blind >= 0:
        events.append(told.Failed(seat, CARD_OF[report.blind], place))
    else:
        events += said(core, move, report)
    changed = 0 if laid or isinstance(move, Call | Choose) else -1
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
    if report.spent >= 0:
        changed = len(events)
        events.append(told.Burned(pile[-1:], "spent"))
        pile, burned, laid_by = pile[:-1], burned + pile[-1:], laid_by[:-1]
    if report.taker >= 0:
        changed = len(events)
        events.append(taken(core, report, pile))
        pile = ()
    if report.drawn:
        events.append(told.Drew(seat, len(report.drawn), cards_of(report.drawn)))
    if report.out:
        events.append(told.WentOut(seat, size(core.gone)))
    if report.skipped:
        events.append(told.Skipped(tuple(report.skipped)))
    if core.over:
        events.append(told.Ended(Outcome.of_places(core.places(), end_reason(core))))
    laid_by = laid_by[len(laid_by) - len(pile) :]  # what burned or was taken lay beneath
    if changed >= 0 and core.stage == kernel.PLAY:
        events[changed] = replace(events[changed], ask=pile_asks.shown(core.ask, *pile_asks.maker(pile, laid_by)))
    return Progress(State(core, pile, burned, state.seed, spots, laid_by), tuple(events))


def said(core: kernel.SheddingPosition, move: Move, report: Report) -> list[Event]:
    """The events of a move that lays no card. A take is shown by the cards that were taken."""
    seat = report.seat
    match move:
        case Swap():
            return [told.Swapped(seat, hand=CARD_OF[report.up], up=CARD_OF[report.hand])]
        case Ready() if core.stage == kernel.SETUP:
            return [told.SaidReady(seat)]
        case Ready():
            return [told.SaidReady(seat), told.Began(core.turn)]
        case Target(other):
            return [told.Targeted(other, by=seat)]
        case Call(suit):
            return [told.Called(seat, suit)]
        case Choose(what):
            return [told.Chose(seat, str(what))]
    return []


def taken(core: kernel.SheddingPosition, report: Report, pile: tuple[Card, ...]) -> told.Took:
    """The pile went into a hand, perhaps with a face-up card or with the blind card that failed."""
    up = CARD_OF[report.up] if report.up >= 0 else None
    blind = CARD_OF[report.blind] if report.blind >= 0 else None
    return told.Took(
        report.taker,
        tuple([card for card in (up, blind) if card is not None]) + pile,
        report.seat if report.given else None,
        up,
        blind,
        None if report.given or core.tables.free_take else True,
    )


def spots_after(spots: Spots, move: Move, report: Report, laid: tuple[Card, ...]) -> tuple[Spots, int | None]:
    """The places on the table, and which of them was turned over."""
    if isinstance(move, Flip):
        return turned_over(spots, report.seat, move.blind)
    if report.up >= 0:
        new = CARD_OF[report.hand] if report.hand >= 0 else None
        return replaced_up(spots, report.seat, CARD_OF[report.up], new), None
    if laid and report.zone == kernel.UP:
        for card in laid:
            spots = replaced_up(spots, report.seat, card, None)
    return spots, None
