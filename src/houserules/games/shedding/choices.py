"""What a seat may do, in each form that a view has: the moves one by one, as data, and the cards it cannot play."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, product
from typing import Final, Literal

import msgspec

from houserules.cards import SUITS, Card, Rank, Suit
from houserules.core import Call, Choose, Flip, Legal, Move, Peek, Ready, Seat, Swap, Target
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import indices
from houserules.kernel.shedding_seen import sets_seen
from houserules.kernel.tables import SETS

from .house import NAME_OF
from .plays import ANNOUNCE, PASS, TAKE, TRY, lays_nothing, sets_of_rank, turn_moves
from .playsets import PlaySet, Taps, counted_set, play_sets
from .state import Masks, deck_cards, row_cards

Way = Literal["high", "low"]
WAYS: Final[tuple[Way, Way]] = ("high", "low")
"""By the kernel's numbers."""

Why = Literal["not-playable", "wrong-zone"]
"""Codes of refusals."""


class Can(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """All that the viewer may do now, as data: the same moves as `legal` has."""

    play: tuple[PlaySet, ...] = ()
    tap: Taps = ()
    """Where ranks mix: the largest play of each rank, which is what a tap on a card means."""
    take: bool = False
    pass_: bool = msgspec.field(default=False, name="pass")
    """Lay nothing, and leave it to others."""
    try_: bool = msgspec.field(default=False, name="try")
    """Try the top card of the stock."""
    announce: bool = False
    """Say that one card will be left after the next play."""
    flip: int = 0
    """How many blind cards there are to choose from."""
    peek: int = 0
    """How many blind cards there are of which one may be looked at."""
    swap: bool = False
    """Any hand card for any face-up card."""
    ready: bool = False
    target: tuple[Seat, ...] = ()
    call: tuple[Suit, ...] = ()
    choose: tuple[str, ...] = ()
    """A rank, or high or low, as `choose` says it."""


NOTHING: Final = Can()

Choices = tuple[Legal, Can, dict[Card, Why]]
"""The moves of a seat one by one, as data, and for each of its cards in no legal play the code of the refusal."""


def may_act(core: kernel.SheddingPosition, seat: Seat) -> bool:
    if core.stage == kernel.SETUP:
        return not core.ready >> seat & 1
    return not core.over and core.turn == seat


def _lays_cards(core: kernel.SheddingPosition) -> bool:
    """In a turn, or while cards may be added or complete a burn."""
    return core.stage == kernel.PLAY or core.stage >= kernel.ADD


def moves_of(core: kernel.SheddingPosition, seat: Seat) -> tuple[Move, ...]:
    """Every move of a seat; equal cards are named once."""
    if not may_act(core, seat):
        return ()
    return tuple(turn_moves(core)) if _lays_cards(core) else _no_turn(core, seat)[0][:]


def choices_of(core: kernel.SheddingPosition, seat: Seat) -> Choices:
    """What a seat that may act may do now, and which of its cards it cannot play."""
    if not _lays_cards(core):
        return *_no_turn(core, seat), {}
    zone = core.zone
    if core.one_page and core.tables.modes[zone] == SETS and not core.tables.penalty:
        return _plain_sets(core)
    moves = tuple(turn_moves(core))
    take = TAKE in moves
    if zone == kernel.BLIND:
        flip = sum(isinstance(move, Flip) for move in moves)
        peek = sum(isinstance(move, Peek) for move in moves)
        return Legal(moves), Can(take=take, pass_=PASS in moves, announce=ANNOUNCE in moves, flip=flip, peek=peek), {}
    play, tap = play_sets(core, moves)
    can = Can(play, tap, take, PASS in moves, TRY in moves, ANNOUNCE in moves)
    return Legal(moves), can, _why_not(core, play)


# -- The setup, and what has to be named -----------------------------------------------------------------------------


def _no_turn(core: kernel.SheddingPosition, seat: Seat) -> tuple[Legal, Can]:
    if core.stage == kernel.SETUP:
        return _setup(core.masks(0, seat), core.masks(core.up_at, seat))
    return _answers(core.stage, core.legal(0))


@lru_cache(maxsize=2048)
def _setup(hand: Masks, up: Masks) -> tuple[Legal, Can]:
    pairs = product(dict.fromkeys(row_cards(hand)), dict.fromkeys(row_cards(up)))
    swaps = tuple([Swap(*pair) for pair in pairs])
    return _kept((*swaps, Ready())), Can(swap=bool(swaps), ready=True)


@lru_cache(maxsize=2048)
def _answers(stage: int, page: int) -> tuple[Legal, Can]:
    """What may be named: a seat, a suit, a way or a rank."""
    numbers = indices(page)
    if stage in (kernel.NAME_SEAT, kernel.NAME_NEXT, kernel.NAME_SWAP):
        return _kept(tuple([Target(seat) for seat in numbers])), Can(target=tuple(numbers))
    if stage == kernel.NAME_SUIT:
        suits = tuple([SUITS[number] for number in numbers])
        return _kept(tuple([Call(suit) for suit in suits])), Can(call=suits)
    if stage == kernel.NAME_WAY:
        return _kept(tuple([Choose(way) for way in WAYS])), Can(choose=WAYS)
    ranks = [Rank(number + 2) for number in numbers]  # what a wild card stands for, or what goes along with the pile
    return _kept(tuple([Choose(rank) for rank in ranks])), Can(choose=tuple([NAME_OF[rank] for rank in ranks]))


def _kept(moves: tuple[Move, ...]) -> Legal:
    return Legal(moves, None, [_json(moves)])


def _json(moves: tuple[Move, ...]) -> bytes:
    """The texts of some moves as a part of a JSON list."""
    return msgspec.json.encode([str(move) for move in moves])[1:-1]


# -- Sets of one rank from one deck: what most turns are -------------------------------------------------------------


class _Rank(msgspec.Struct, frozen=True, gc=False):
    """What may be done with the cards of one rank."""

    moves: tuple[Move, ...]
    part: PlaySet
    json: bytes


_TAKE: Final = _Rank((TAKE,), PlaySet(()), _json((TAKE,)))
"""What comes after the ranks, if the pile may be taken ..."""
_PASS: Final = _Rank((PASS,), PlaySet(()), _json((PASS,)))
"""... or the play be left to others."""
_TRY: Final = _Rank((TRY,), PlaySet(()), _json((TRY,)))

_RANKS: Final[dict[int, _Rank]] = {}
"""Few ranks in few combinations of suits come up all the time, so they are kept: by the kernel's number."""


def _plain_sets(core: kernel.SheddingPosition) -> Choices:
    numbers, take, tries, unplayable, up = sets_seen(core)
    ranks = [_RANKS.get(number) or _rank(number) for number in numbers]
    nothing = lays_nothing(core) if take else None
    can = Can(tuple([rank.part for rank in ranks]), (), nothing is TAKE, nothing is PASS, tries)
    if tries:
        ranks.append(_TRY)
    if nothing is not None:
        ranks.append(_TAKE if nothing is TAKE else _PASS)
    moves = tuple(chain.from_iterable([rank.moves for rank in ranks]))
    why: dict[Card, Why] = dict.fromkeys(deck_cards(unplayable), "not-playable") if unplayable else {}
    if up:
        why |= dict.fromkeys(deck_cards(up), "wrong-zone")
    return Legal(moves, None, [rank.json for rank in ranks]), can, why


def _rank(number: int) -> _Rank:
    shift, suits, counts = number >> 6 & ~3, number >> 4 & 15, number & 15
    moves = tuple(sets_of_rank(shift, (suits,), counts, 0))
    _RANKS[number] = _Rank(moves, counted_set(shift, (suits,), counts), _json(moves))
    return _RANKS[number]


def _why_not(core: kernel.SheddingPosition, play: tuple[PlaySet, ...]) -> dict[Card, Why]:
    """For each card of the seat to act that is in no legal play, the code of the refusal."""
    playable = {card for part in play for card in chain(part.cards, part.one_of)}
    row = row_cards(core.masks(core.up_at * core.zone, core.turn))
    why: dict[Card, Why] = {card: "not-playable" for card in row if card not in playable}
    if core.zone == kernel.HAND:
        along = {card for part in play for card in part.up}
        for card in row_cards(core.masks(core.up_at, core.turn)):
            if card not in row and card not in along:  # else the one in the hand is meant
                why[card] = "wrong-zone"
    return why
