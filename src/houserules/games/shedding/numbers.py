"""Public moves by the numbers that the kernel gives them."""

from __future__ import annotations

from collections.abc import Iterable

from houserules.cards import BIG_JOKER, SMALL_JOKER, Card, Rank
from houserules.core import Call, Choose, Flip, Move, Play, Ready, Swap, Take, Target
from houserules.kernel import shedding as kernel
from houserules.kernel.tables import SETS

from .state import CARD_OF


def numbers_of(state: kernel.State, moves: Iterable[Move]) -> dict[int, list[Move]]:
    """The moves of a view by the number the kernel gives them: plays that differ in equal suits only have the same."""
    found: dict[int, list[Move]] = {}
    for move in moves:
        found.setdefault(number_of(state, move), []).append(move)
    return found


def quietest(state: kernel.State, moves: list[Move]) -> Move:
    """Of moves that are equal to the rules, the one that shows least: whose cards everybody knows of already."""
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: _known_cards(state, move))


def number_of(state: kernel.State, move: Move) -> int:
    """The number of a legal move for the seat to act."""
    match move:
        case Play((card,)) if state.tables.modes[state.zone] == SETS:
            return card.kind & ~3
        case Play(cards):
            for card in cards:
                state.pick_kind(card.kind)
            number = state.move_of_picked()
            state.unpick()
            return number
        case Take():
            return kernel.TAKE
        case Ready():
            return kernel.READY
        case Flip(blind):
            return kernel.FLIP + blind - 1
        case Target(seat):
            return seat
        case Call(suit):
            return suit.number
        case Choose("high"):
            return 0
        case Choose("low"):
            return 1
        case Choose(Rank() as rank):
            return rank - 2
        case Swap(hand, up):
            mine = [CARD_OF[number] for number in state.listed(0, state.turn)]
            ups = [CARD_OF[number] for number in state.listed(state.up_at, state.turn)]
            return mine.index(_one_joker(hand)) << 3 | ups.index(_one_joker(up))
    raise TypeError(f"{move} is no move of this family")


def _one_joker(card: Card) -> Card:
    return SMALL_JOKER if card is BIG_JOKER else card


def _known_cards(state: kernel.State, move: Move) -> int:
    if not isinstance(move, Play) or state.zone != kernel.HAND:
        return 0
    known = 0
    for plane in range(state.decks):
        known |= state.cards[state.known_at + plane * state.seats + state.turn]
    return sum(1 for card in move.cards if known >> card.kind & 1)
