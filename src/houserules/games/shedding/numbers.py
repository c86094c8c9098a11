"""Public moves by the numbers that the kernel gives them."""

from __future__ import annotations

from collections.abc import Iterable

from houserules.cards import BIG_JOKER, SMALL_JOKER, Card, Rank, Suit
from houserules.core import Announce, Call, Choose, Flip, Move, Pass, Peek, Play, Ready, Swap, Take, Target, Try
from houserules.kernel import shedding as kernel

from .choices import WAYS
from .state import CARD_OF

NONE = -1
"""The number of anything that is not a move at this moment."""


def numbers_of(core: kernel.SheddingPosition, moves: Iterable[Move]) -> dict[int, list[Move]]:
    """The moves of a view by the number the kernel gives them: plays that differ in equal suits only have the same."""
    found: dict[int, list[Move]] = {}
    for move in moves:
        found.setdefault(number_of(core, move), []).append(move)
    return found


def least_revealing(core: kernel.SheddingPosition, moves: list[Move]) -> Move:
    """Of moves that are equal to the rules, the one that reveals least: everybody knows of its cards already."""
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: _known_cards(core, move))


def number_of(core: kernel.SheddingPosition, move: Move, kinds: list[int] | None = None) -> int:
    """The number of a move for the seat to act. It may still be illegal; NONE if nobody could say it at this moment.

    `kinds` are those of its cards, if somebody has asked for them already."""
    stage = core.stage
    if kinds is None:
        kinds = kinds_of(move)
    if stage == kernel.PLAY or stage >= kernel.ADD:
        return core.number_of(kinds) if kinds else _take_or_flip(core, move)
    return _preparation(core, move) if stage == kernel.SETUP else _answer(core, move)


def kinds_of(move: Move) -> list[int]:
    """The kinds of the cards of a play; empty for another move, or if not all of them are cards."""
    if not isinstance(move, Play):
        return []
    try:
        return [card.kind for card in move.cards]
    except AttributeError:  # a program may have put anything there
        return []


def _take_or_flip(core: kernel.SheddingPosition, move: Move) -> int:
    match move:
        case Take() if not core.passes():
            return kernel.TAKE
        case Pass() if core.passes():
            return kernel.PASS
        case Announce() if core.is_announcement(kernel.ANNOUNCE):
            return kernel.ANNOUNCE
        case Try() if core.zone != kernel.BLIND:
            return kernel.TRY
        case Flip(blind) if core.zone == kernel.BLIND and 0 < blind <= kernel.TAKE - kernel.FLIP:
            return kernel.FLIP + blind - 1
        case Peek(blind) if (
            core.stage == kernel.PLAY and core.zone == kernel.BLIND and 0 < blind <= core.blinds(core.turn)
        ):
            return blind - 1
    return NONE


def _preparation(core: kernel.SheddingPosition, move: Move) -> int:
    match move:
        case Ready():
            return kernel.READY
        case Swap(hand, up):
            hand_place = _place(core.listed(0, core.turn), hand)
            up_place = _place(core.listed(core.up_at, core.turn), up)
            return NONE if NONE in (hand_place, up_place) else hand_place << 3 | up_place
    return NONE


def _answer(core: kernel.SheddingPosition, move: Move) -> int:
    match core.stage, move:
        case kernel.NAME_SEAT | kernel.NAME_NEXT | kernel.NAME_SWAP, Target(seat) if 0 <= seat < core.seats:
            return seat
        case kernel.NAME_SUIT, Call(Suit() as suit):
            return suit.number
        case kernel.NAME_WAY, Choose(what) if what in WAYS:
            return WAYS.index(what)
        case kernel.NAME_RANK | kernel.NAME_UP | kernel.NAME_CARD, Choose(int() as rank) if (
            Rank.TWO <= rank <= Rank.JOKER
        ):
            return rank - 2
    return NONE


def _place(numbers: list[int], card: Card) -> int:
    """Of the first card that is equal to this one."""
    wanted = SMALL_JOKER if card is BIG_JOKER else card
    return next((place for place, number in enumerate(numbers) if CARD_OF[number] is wanted), NONE)


def _known_cards(core: kernel.SheddingPosition, move: Move) -> int:
    if not isinstance(move, Play) or core.zone != kernel.HAND:
        return 0
    known = 0
    for plane in range(core.decks):
        known |= core.cards[core.known_at + plane * core.seats + core.turn]
    return sum(1 for card in move.cards if known >> card.kind & 1)
