"""The moves of a turn, one by one: plays, taking the pile, turning over a blind card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Final

from houserules.cards import PACK, Card
from houserules.core import Announce, Flip, Move, Pass, Peek, Play, Take, Try
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import indices, lowest
from houserules.kernel.position import PAGE
from houserules.kernel.tables import SETS, SINGLES

from .state import Masks, cards_of, row_cards

PLAYS: Final = (1 << 56) - 1
"""The bits of a page that are plays by rank and count."""

TAKE: Final = Take()
PASS: Final = Pass()
TRY: Final = Try()
ANNOUNCE: Final = Announce()
PLAY_OF: Final = {card: Play((card,)) for card in PACK}
"""Moves are values, so the commonest are made once."""


def turn_moves(core: kernel.SheddingPosition) -> list[Move]:
    """Every move of the seat to act in its turn; equal cards are named once."""
    moves: list[Move] = []
    mode = core.tables.modes[core.zone]
    for number in range(core.pages()):
        page = core.legal(number)
        if mode == SETS and number < core.decks:
            moves += _sets(core, page & PLAYS, number)
            page &= ~PLAYS
        for bit in indices(page):
            moves += _moves(core, number * PAGE + bit)
    return moves


def _sets(core: kernel.SheddingPosition, page: int, number: int) -> list[Move]:
    """Some cards of one rank: for each rank the page says which counts may be played."""
    moves: list[Move] = []
    masks = fitting_masks(core)
    while page:
        shift = lowest(page) & ~3
        moves += sets_of_rank(shift, suits_held(masks, shift), page >> shift & 15, number)
        page &= -16 << shift
    return moves


def fitting_masks(core: kernel.SheddingPosition) -> Masks:
    """The cards of the zone in play that may be laid now."""
    return tuple([mask & core.fits for mask in core.masks(core.up_at * core.zone, core.turn)])


def suits_held(masks: Masks, shift: int) -> tuple[int, ...]:
    """The suits of one rank in each deck."""
    return tuple([mask >> shift & 15 for mask in masks]) if len(masks) > 1 else (masks[0] >> shift & 15,)


@lru_cache(maxsize=4096)
def sets_of_rank(shift: int, suits: tuple[int, ...], counts: int, number: int) -> list[Move]:
    """Every choice of suits. Few ranks in few combinations of suits come up all the time, so they are kept."""
    cards = rank_cards(shift, suits)
    return [Play(choice) for count in indices(counts) for choice in _selections(cards, 4 * number + count + 1)]


def rank_cards(shift: int, suits: tuple[int, ...]) -> tuple[Card, ...]:
    return cards_of(sorted(shift + suit for four in suits for suit in indices(four)))


def _moves(core: kernel.SheddingPosition, number: int) -> list[Move]:
    """All that can be said for one move of the kernel, for which equal ranks are equal: every choice of suits."""
    if number == kernel.TAKE:
        return [lays_nothing(core)]
    if core.is_announcement(number):
        return [ANNOUNCE]
    if number == kernel.TRY and core.zone != kernel.BLIND:
        return [TRY]
    if core.zone == kernel.BLIND and number < kernel.FLIP:
        return [Peek(number + 1)]
    if kernel.FLIP <= number < kernel.TAKE:
        return [Flip(number - kernel.FLIP + 1)]
    if core.tables.modes[core.zone] == SINGLES:
        return [PLAY_OF[PACK[number]]]
    scratch = core.copy()
    scratch.choose(number)
    picked = scratch.picked_cards()
    if core.tables.suits_matter or (core.tables.run_suited and core.is_run(number)):
        return [Play(cards_of(picked))]
    if core.is_across(number):
        return _across(core, len(picked))
    counts = Counter((card & 63) >> 2 for card in picked)
    cards = cards_by_rank(core)
    choices = product(*[_selections(cards[rank], counts[rank]) for rank in cards if counts[rank]])
    return [Play(tuple(chain.from_iterable(choice))) for choice in choices]


def _across(core: kernel.SheddingPosition, count: int) -> list[Move]:
    """The whole hand with some face-up cards, this number in all: every choice of suits."""
    hand = row_cards(core.masks(0, core.turn))
    ups = cards_of(core.across_ups())
    return [Play(tuple(sorted((*hand, *along)))) for along in _selections(ups, count - len(hand))]


def lays_nothing(core: kernel.SheddingPosition) -> Move:
    """What to say for the number that stands for laying nothing."""
    return PASS if core.passes() else TAKE


def cards_by_rank(core: kernel.SheddingPosition) -> dict[int, list[Card]]:
    """The cards of the zone in play, by the kernel's rank."""
    found: dict[int, list[Card]] = {}
    for card in row_cards(core.masks(core.up_at * core.zone, core.turn)):
        found.setdefault(card.kind >> 2, []).append(card)
    return found


def _selections(cards: Sequence[Card], count: int) -> Iterable[tuple[Card, ...]]:
    """Every way to name `count` of some cards; equal cards are one."""
    return dict.fromkeys(combinations(cards, count))
