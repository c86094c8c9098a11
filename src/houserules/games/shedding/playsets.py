"""The plays of a turn as a few sets: what 92 lines of `legal` come down to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

import msgspec

from houserules.cards import Card, Rank
from houserules.core import Move, Play
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import indices, lowest
from houserules.kernel.tables import MIXED, SETS

from .plays import PLAYS, cards_by_rank, fitting_masks, rank_cards, suits_held
from .state import row_cards


class PlaySet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename={"one_of": "with"}):
    """Cards that may be played: all of them together or, if it says `any` or `counts`, parts of them."""

    cards: tuple[Card, ...]
    any: bool = False
    """Every part of them may be played."""
    counts: tuple[int, ...] = ()
    """Every part with one of these numbers of cards may be played."""
    one_of: tuple[Card, ...] = ()
    """One of these must be played along with them. In JSON it is called `with`."""
    up: tuple[Card, ...] = ()
    """Of the cards, those that lie face up: they go along with the last ones of the hand."""


Taps = tuple[tuple[Card, ...], ...]
"""For each rank its largest play."""


def play_sets(core: kernel.SheddingPosition, moves: Sequence[Move]) -> tuple[tuple[PlaySet, ...], Taps]:
    """The plays among the moves of the seat to act; and where cards of several ranks go together, what a tap means."""
    mode = core.tables.modes[core.zone]
    if mode == SETS:
        plain = _plain(core)
        joined = _joined(core) if core.tables.joining else []
        joined += [PlaySet(cards) for cards in (*_runs(core, moves), *_with_wilds(core, moves))]
        joined += _across(core, moves)
        return (*plain, *joined), tuple([_largest(found) for found in plain]) if joined else ()
    runs = _runs(core, moves)
    across = _across(core, moves)
    others = {*runs, *[play.cards for play in across]}
    plays = [move.cards for move in moves if isinstance(move, Play) and move.cards not in others]
    if mode == MIXED:
        return tuple(_as_parts(plays)), _taps(plays)
    ranks: dict[Rank, list[tuple[Card, ...]]] = {}
    for cards in plays:
        ranks.setdefault(cards[0].rank, []).append(cards)
    sets = tuple(chain.from_iterable([_as_parts(of_rank) for of_rank in ranks.values()]))
    return (*sets, *[PlaySet(cards) for cards in runs], *across), _taps(plays) if others else ()


# -- Sets of one rank whose suits do not matter ----------------------------------------------------------------------


def _plain(core: kernel.SheddingPosition) -> list[PlaySet]:
    counts: dict[int, int] = {}
    for number in range(min(core.decks, core.pages())):
        page = core.legal(number) & PLAYS
        while page:
            shift = lowest(page) & ~3
            counts[shift] = counts.get(shift, 0) | (page >> shift & 15) << 4 * number
            page &= -16 << shift
    masks = fitting_masks(core)
    return [counted_set(shift, suits_held(masks, shift), found) for shift, found in counts.items()]


@lru_cache(maxsize=4096)
def counted_set(shift: int, suits: tuple[int, ...], counts: int) -> PlaySet:
    return _parts(rank_cards(shift, suits), tuple([count + 1 for count in indices(counts)]))


def _parts(cards: tuple[Card, ...], counts: tuple[int, ...], one_of: tuple[Card, ...] = ()) -> PlaySet:
    """The parts of some cards with these numbers of cards."""
    if counts == (1,) and len(set(cards)) == 1:
        cards = cards[:1]  # of equal cards, one at a time: they are named once
    if counts == tuple(range(1, len(cards) + 1)):
        return PlaySet(cards, any=True, one_of=one_of)
    return PlaySet(cards, counts=() if counts == (len(cards),) else counts, one_of=one_of)


def _joined(core: kernel.SheddingPosition) -> list[PlaySet]:
    """Cards of a joining rank together with one of another rank."""
    cards = cards_by_rank(core)
    found: list[PlaySet] = []
    for place, rank in enumerate(core.tables.joins):
        counts: dict[int, list[int]] = {}  # for each choice of other ranks
        first = core.decks + place * 4 * core.decks
        for page in range(first, min(first + 4 * core.decks, core.pages())):
            others = core.legal(page)
            if others:
                counts.setdefault(others, []).append(page - first + 1)
        for others, of in counts.items():
            one_of = tuple([card for bit in indices(others) for card in cards[bit >> 2]])
            found.append(_parts(tuple(cards[rank]), tuple(of), one_of))
    return found


def _runs(core: kernel.SheddingPosition, moves: Sequence[Move]) -> list[tuple[Card, ...]]:
    """The plays that are runs: only these have cards of more than two ranks."""
    if not core.tables.run_least or core.zone != kernel.HAND:
        return []
    plays = [move.cards for move in moves if isinstance(move, Play)]
    return [cards for cards in plays if len({card.rank for card in cards}) > 2]


def _with_wilds(core: kernel.SheddingPosition, moves: Sequence[Move]) -> list[tuple[Card, ...]]:
    """Wild cards as some more of others: only these plays have cards of two ranks."""
    if core.tables.wild_join < 0 or core.zone != kernel.HAND:
        return []
    plays = [move.cards for move in moves if isinstance(move, Play)]
    return [cards for cards in plays if len({card.rank for card in cards}) == 2]


def _across(core: kernel.SheddingPosition, moves: Sequence[Move]) -> list[PlaySet]:
    """The whole hand with face-up cards: only these plays have more cards than the hand."""
    if not core.tables.across or core.zone != kernel.HAND or core.stage != kernel.PLAY:
        return []
    hand = Counter(row_cards(core.masks(0, core.turn)))
    plays = [move.cards for move in moves if isinstance(move, Play) and len(move.cards) > hand.total()]
    return [PlaySet(cards, up=tuple(sorted((Counter(cards) - hand).elements()))) for cards in plays]


def _largest(plain: PlaySet) -> tuple[Card, ...]:
    return plain.cards[: max(plain.counts)] if plain.counts else plain.cards


# -- Other plays: found among the moves ------------------------------------------------------------------------------


def _as_parts(plays: list[tuple[Card, ...]]) -> list[PlaySet]:
    """Plays as parts of one set; one by one if no set says the same."""
    if not plays:
        return []
    most: Counter[Card] = Counter()
    for cards in plays:
        most |= Counter(cards)
    sizes = Counter(map(len, plays))
    ways = _ways(list(most.values()))
    if all(ways[size] == count for size, count in sizes.items()):
        return [_parts(tuple(sorted(most.elements())), tuple(sorted(sizes)))]
    return [PlaySet(cards) for cards in plays]


def _ways(most: list[int]) -> list[int]:
    """Item n: in how many ways n cards can be named, with this many copies of each; equal cards are one."""
    ways = [1]
    for count in most:
        longer = [0] * (len(ways) + count)
        for have, number in enumerate(ways):
            for more in range(count + 1):
                longer[have + more] += number
        ways = longer
    return ways


def _taps(plays: list[tuple[Card, ...]]) -> Taps:
    """The largest play of each rank that may be played alone."""
    largest: dict[Rank, tuple[Card, ...]] = {}
    for cards in plays:
        if len({card.rank for card in cards}) == 1 and len(cards) > len(largest.get(cards[0].rank, ())):
            largest[cards[0].rank] = cards
    return tuple(largest.values())
