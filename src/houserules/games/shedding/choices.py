"""The moves of the seat that acts: one by one for `legal`, and as a few sets for `can`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Final, Literal

import msgspec

from houserules.cards import PACK, SUITS, Card, Rank, Suit
from houserules.core import Call, Choose, Flip, Legal, Move, Play, Ready, Seat, Swap, Take, Target
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import indices, lowest
from houserules.kernel.position import PAGE, legal_moves
from houserules.kernel.shedding_seen import sets_seen
from houserules.kernel.tables import MIXED, SETS, SINGLES

from .house import NAME_OF
from .state import Masks, cards_of, row_cards

PLAYS: Final = (1 << 56) - 1
"""The bits of a page that are plays by rank and count."""

PLAY_OF: Final = {card: Play((card,)) for card in PACK}
"""Moves are values, so the commonest are made once."""

TAKE: Final = Take()

Why = Literal["not-playable", "wrong-zone"]
Way = Literal["high", "low"]
WAYS: Final[tuple[Way, Way]] = ("high", "low")
"""By the kernel's numbers."""


class PlaySet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, rename={"one_of": "with"}):
    """Cards that may be played: all of them together, or parts of them."""

    cards: tuple[Card, ...]
    any: bool = False
    """Every part of them may be played."""
    counts: tuple[int, ...] = ()
    """Every part with one of these numbers of cards may be played."""
    one_of: tuple[Card, ...] = ()
    """One of these must be played along with them. In JSON it is called `with`."""


class Can(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """All that the viewer may do now, as data: the same moves as `legal` has."""

    play: tuple[PlaySet, ...] = ()
    tap: tuple[tuple[Card, ...], ...] = ()
    """Where ranks mix: the largest play of each rank, which is what a tap on a card means."""
    take: bool = False
    flip: int = 0
    """How many blind cards there are to choose from."""
    swap: bool = False
    """Any hand card for any face-up card."""
    ready: bool = False
    target: tuple[Seat, ...] = ()
    call: tuple[Suit, ...] = ()
    choose: tuple[str, ...] = ()
    """A rank, or high or low, as `choose` says it."""


NOTHING: Final = Can()


Choices = tuple[Legal, Can, "dict[Card, Why]"]
"""The moves of a seat one by one, as data, and for each of its cards in no legal play the code of the refusal."""


def choices_of(core: kernel.SheddingPosition, seat: Seat) -> Choices:
    """What a seat that may act may do now, and which of its cards it cannot play."""
    if core.one_page and core.stage == kernel.PLAY and core.tables.modes[core.zone] == SETS:
        return _plain_sets(core)
    moves = moves_of(core, seat)
    can = can_of(core, seat, moves)
    return Legal(moves), can, why_not(core, can)


# -- Sets of one rank from one deck: what most turns are ------------------------------------------------------------


class _Rank(msgspec.Struct, frozen=True, gc=False):
    """What may be done with the cards of one rank."""

    plays: list[Move]
    part: PlaySet
    json: bytes
    """The texts of the plays, as a part of a JSON list."""


def _plain_sets(core: kernel.SheddingPosition) -> Choices:
    numbers, take, unplayable, up = sets_seen(core)
    ranks = [_RANKS.get(number) or _rank(number) for number in numbers]
    if take:
        ranks.append(_TAKE)
    moves = tuple(chain.from_iterable([rank.plays for rank in ranks]))
    can = Can(tuple([rank.part for rank in ranks if rank is not _TAKE]), (), take)
    return Legal(moves, None, [rank.json for rank in ranks]), can, _why(unplayable, up).copy()


_RANKS: Final[dict[int, _Rank]] = {}
"""Few ranks in few combinations of suits come up all the time, so they are kept: by the kernel's number."""


_TAKE: Final = _Rank([TAKE], PlaySet(()), b'"take"')
"""What comes after the ranks, if the pile may be taken."""


def _rank(number: int) -> _Rank:
    shift, suits, counts = number >> 6 & ~3, number >> 4 & 15, number & 15
    plays = _sets_of_rank(shift, (suits,), counts, 0)
    json = msgspec.json.encode([str(play) for play in plays])[1:-1]
    _RANKS[number] = _Rank(plays, _counted_set(shift, (suits,), counts), json)
    return _RANKS[number]


@lru_cache(maxsize=8192)
def _why(unplayable: int, up: int) -> dict[Card, Why]:
    why: dict[Card, Why] = dict.fromkeys(row_cards((unplayable,)), "not-playable")
    for card in row_cards((up,)):
        why[card] = "wrong-zone"
    return why


# -- One by one ------------------------------------------------------------------------------------------------------


def may_act(core: kernel.SheddingPosition, seat: Seat) -> bool:
    if core.stage == kernel.SETUP:
        return not core.ready >> seat & 1
    return not core.over and core.turn == seat


def moves_of(core: kernel.SheddingPosition, seat: Seat) -> tuple[Move, ...]:
    """Every move of a seat; equal cards are named once."""
    if not may_act(core, seat):
        return ()
    match core.stage:
        case kernel.PLAY:
            return tuple(_turn(core))
        case kernel.SETUP:
            swaps = product(_distinct(core.listed(0, seat)), _distinct(core.listed(core.up_at, seat)))
            return (*(Swap(hand, up) for hand, up in swaps), Ready())
        case kernel.NAME_SEAT:
            return tuple([Target(named) for named in legal_moves(core)])
        case kernel.NAME_SUIT:
            return tuple([Call(SUITS[suit]) for suit in legal_moves(core)])
        case kernel.NAME_WAY:
            return tuple([Choose(way) for way in WAYS])
    return tuple([Choose(Rank(rank + 2)) for rank in legal_moves(core)])


def _turn(core: kernel.SheddingPosition) -> list[Move]:
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


def _distinct(numbers: list[int]) -> tuple[Card, ...]:
    """Cards as they are named in a move: equal ones once."""
    return tuple(dict.fromkeys(cards_of(numbers)))


def _sets(core: kernel.SheddingPosition, page: int, number: int) -> list[Move]:
    """Some cards of one rank: for each rank the page says which counts may be played."""
    moves: list[Move] = []
    masks = core.masks(core.up_at * core.zone, core.turn)
    while page:
        shift = lowest(page) & ~3
        moves += _sets_of_rank(shift, _fours(masks, shift), page >> shift & 15, number)
        page &= -16 << shift
    return moves


def _fours(masks: Masks, shift: int) -> tuple[int, ...]:
    """The suits of one rank in each deck."""
    return tuple([mask >> shift & 15 for mask in masks]) if len(masks) > 1 else (masks[0] >> shift & 15,)


@lru_cache(maxsize=4096)
def _sets_of_rank(shift: int, fours: tuple[int, ...], counts: int, number: int) -> list[Move]:
    """Every choice of suits. Few ranks in few combinations of suits come up all the time, so they are kept."""
    cards = _of_rank(shift, fours)
    return [Play(choice) for count in indices(counts) for choice in _selections(cards, 4 * number + count + 1)]


def _of_rank(shift: int, fours: tuple[int, ...]) -> tuple[Card, ...]:
    return cards_of(sorted(shift + suit for four in fours for suit in indices(four)))


def _moves(core: kernel.SheddingPosition, number: int) -> list[Move]:
    """All that can be said for one move of the kernel, for which equal ranks are equal: every choice of suits."""
    if number == kernel.TAKE:
        return [TAKE]
    if kernel.FLIP <= number < kernel.TAKE:
        return [Flip(number - kernel.FLIP + 1)]
    if core.tables.modes[core.zone] == SINGLES:
        return [PLAY_OF[PACK[number]]]
    scratch = core.copy()
    scratch.choose(number)
    picked = scratch.picked_cards()
    if core.tables.suits_matter:
        return [Play(cards_of(picked))]
    counts = Counter((card & 63) >> 2 for card in picked)
    cards = _by_rank(core)
    choices = product(*[_selections(cards[rank], counts[rank]) for rank in cards if counts[rank]])
    return [Play(tuple(chain.from_iterable(choice))) for choice in choices]


def _by_rank(core: kernel.SheddingPosition) -> dict[int, list[Card]]:
    """The cards of the zone in play, by the kernel's rank."""
    found: dict[int, list[Card]] = {}
    for card in row_cards(core.masks(core.up_at * core.zone, core.turn)):
        found.setdefault(card.kind >> 2, []).append(card)
    return found


def _selections(cards: Sequence[Card], count: int) -> Iterable[tuple[Card, ...]]:
    """Every way to name `count` of some cards; equal cards are one."""
    return dict.fromkeys(combinations(cards, count))


# -- As sets ---------------------------------------------------------------------------------------------------------


def can_of(core: kernel.SheddingPosition, seat: Seat, moves: Sequence[Move]) -> Can:
    """What the seat with these moves may do."""
    if not moves:
        return NOTHING
    match core.stage:
        case kernel.PLAY:
            return _can_play(core, moves)
        case kernel.SETUP:
            return Can(swap=core.held(core.up_at, seat) > 0 and core.held(0, seat) > 0, ready=True)
        case kernel.NAME_SEAT:
            return Can(target=tuple([move.seat for move in moves if isinstance(move, Target)]))
        case kernel.NAME_SUIT:
            return Can(call=tuple([move.suit for move in moves if isinstance(move, Call)]))
    return Can(choose=tuple([_chosen(move) for move in moves if isinstance(move, Choose)]))


def _chosen(move: Choose) -> str:
    return move.what if isinstance(move.what, str) else NAME_OF[move.what]


def _can_play(core: kernel.SheddingPosition, moves: Sequence[Move]) -> Can:
    take = isinstance(moves[-1], Take) or any(isinstance(move, Take) for move in moves)
    if core.zone == kernel.BLIND:
        return Can(take=take, flip=core.blinds(core.turn))
    mode = core.tables.modes[core.zone]
    if mode != SETS:
        plays = [move.cards for move in moves if isinstance(move, Play)]
        return Can(_play_sets(plays, mixed=mode == MIXED), _taps(plays) if mode == MIXED else (), take)
    masks = core.masks(core.up_at * core.zone, core.turn)
    sets = _counted_sets(core, masks)
    joined = _joined_sets(core) if core.tables.joining else []
    return Can((*sets, *joined), tuple([_largest(plain) for plain in sets]) if joined else (), take)


def _counted_sets(core: kernel.SheddingPosition, masks: Masks) -> tuple[PlaySet, ...]:
    """Sets of one rank whose suits do not matter."""
    counts: dict[int, int] = {}
    for number in range(min(core.decks, core.pages())):
        page = core.legal(number) & PLAYS
        while page:
            shift = lowest(page) & ~3
            counts[shift] = counts.get(shift, 0) | (page >> shift & 15) << 4 * number
            page &= -16 << shift
    return tuple([_counted_set(shift, _fours(masks, shift), found) for shift, found in counts.items()])


@lru_cache(maxsize=4096)
def _counted_set(shift: int, fours: tuple[int, ...], counts: int) -> PlaySet:
    cards = _of_rank(shift, fours)
    return _parts(cards, tuple([count + 1 for count in indices(counts)]))


def _parts(cards: tuple[Card, ...], counts: tuple[int, ...], one_of: tuple[Card, ...] = ()) -> PlaySet:
    """So many of some cards."""
    if counts == (1,) and len(set(cards)) == 1:
        cards = cards[:1]  # of equal cards, one at a time: they are named once
    if counts == tuple(range(1, len(cards) + 1)):
        return PlaySet(cards, any=True, one_of=one_of)
    return PlaySet(cards, counts=counts, one_of=one_of) if counts != (len(cards),) else PlaySet(cards, one_of=one_of)


def _joined_sets(core: kernel.SheddingPosition) -> list[PlaySet]:
    """Cards of a joining rank together with one of another rank."""
    cards = _by_rank(core)
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


def _largest(plain: PlaySet) -> tuple[Card, ...]:
    return plain.cards[: max(plain.counts)] if plain.counts else plain.cards


def _play_sets(plays: list[tuple[Card, ...]], *, mixed: bool) -> tuple[PlaySet, ...]:
    """Plays as sets: rank by rank, or all together where ranks mix; one by one if no set says the same."""
    groups: dict[int, list[tuple[Card, ...]]] = {}
    for cards in plays:
        groups.setdefault(0 if mixed else cards[0].kind >> 2, []).append(cards)
    return tuple(chain.from_iterable([_as_parts(group) for group in groups.values()]))


def _as_parts(plays: list[tuple[Card, ...]]) -> list[PlaySet]:
    most: Counter[Card] = Counter()
    for cards in plays:
        most |= Counter(cards)
    cards = tuple(sorted(most.elements()))
    sizes = Counter(map(len, plays))
    ways = _ways(list(most.values()))
    if all(ways[size] == count for size, count in sizes.items()):
        return [_parts(cards, tuple(sorted(sizes)))]
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


def _taps(plays: list[tuple[Card, ...]]) -> tuple[tuple[Card, ...], ...]:
    """The largest play of each rank that may be played alone."""
    largest: dict[Rank, tuple[Card, ...]] = {}
    for cards in plays:
        if len({card.rank for card in cards}) == 1 and len(cards) > len(largest.get(cards[0].rank, ())):
            largest[cards[0].rank] = cards
    return tuple(largest.values())


def why_not(core: kernel.SheddingPosition, can: Can) -> dict[Card, Why]:
    """For each card of the seat that acts which is in no legal play, the code of the refusal.

    Empty while something has to be named first: every card would be refused for that."""
    if core.stage != kernel.PLAY or core.zone == kernel.BLIND:
        return {}
    playable = {card for part in can.play for card in chain(part.cards, part.one_of)}
    row = row_cards(core.masks(core.up_at * core.zone, core.turn))
    why: dict[Card, Why] = {card: "not-playable" for card in row if card not in playable}
    if core.zone == kernel.HAND:
        for card in row_cards(core.masks(core.up_at, core.turn)):
            if card not in row:
                why[card] = "wrong-zone"
    return why
