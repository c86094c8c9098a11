"""The Shithead family as a Game: moves, refusals and the text of both. The rules themselves are the kernel's.

S1 The deal, S2 the setup, S3 what the pile asks for, S4 a turn, S5 powers, S6 taking the pile, S7 the end: docs/rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Final

from houserules import fair
from houserules.cards import PACK, SUITS, Card, Rank
from houserules.core import (
    JSON,
    Call,
    Choose,
    DealPlan,
    Event,
    Flip,
    Game,
    Move,
    Outcome,
    Play,
    Progress,
    Ready,
    Seat,
    Swap,
    Take,
    Target,
    Turn,
    Viewer,
    forms_of,
    is_number,
)
from houserules.core import View as CoreView
from houserules.errors import NotationError, SeatsError
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import indices, lowest, packed
from houserules.kernel.position import PAGE, is_legal, legal_moves
from houserules.kernel.tables import SETS, SINGLES

from .events import Skipped
from .house import House
from .imagine import imagined, layouts
from .numbers import kinds_of, number_of
from .position import read_position, write_position
from .refusals import out_of_turn, refusal
from .state import (
    CARD_OF,
    State,
    blind_of,
    cards_of,
    dealt_spots,
    end_reason,
    hand_of,
    jokers_merged,
    row_cards,
    stock_of,
    up_of,
)
from .statistics import Statistics, counted
from .tables import compiled
from .telling import after_move
from .view import WAYS, View, pending_of, view_of
from .words import SHORT_FORMS, understood

PLAYS: Final = (1 << 56) - 1
"""The bits of a page that are plays by rank and count."""

PLAY_OF: Final = {card: Play((card,)) for card in PACK}
"""Moves are values, so the commonest are made once."""


class Shedding(Game[State]):
    """Any house of the family."""

    family = "shedding"
    moves = (Play, Take, Swap, Ready, Flip, Target, Call, Choose)
    forms = forms_of(moves)

    short_forms = SHORT_FORMS

    def __init__(self, game_id: str, house: House, document: Mapping[str, object] | None = None) -> None:
        self.id = game_id
        self.name = house.name
        self.rules = house
        self.seats = range(house.seats[0], house.seats[1] + 1)
        self.hash = house.hash()
        self.house = document
        self.tables, self.asks = compiled(house)

    def page(self) -> str:
        from .sheet import sheet, written_sheet  # noqa: PLC0415 - few ask, and it takes its time

        return written_sheet(sheet(self.rules))

    # -- S1 The deal ---------------------------------------------------------------------------------------------------

    def new(self, seats: int, seed: str) -> State:
        self.check_seats(seats)
        decks = self.rules.decks_for(seats)
        deck = fair.shuffled(list(kernel.full_deck(decks, self.rules.jokers)), seed)
        core = kernel.deal(self.tables, seats, decks, packed(deck))
        return State(core, (), (), None, dealt_spots(self.tables, seats, deck))

    def deal_plan(self, seats: int) -> DealPlan:
        rules = self.rules
        return DealPlan(
            rules.decks_for(seats), rules.jokers, {"blind": rules.blind, "up": rules.up, "hand": rules.hand}
        )

    def size(self, state: State) -> int:
        return state.kernel.seats

    def to_act(self, state: State) -> tuple[Seat, ...]:
        core = state.kernel
        if core.over:
            return ()
        if core.stage == kernel.SETUP:
            return tuple([seat for seat in range(core.seats) if not core.ready >> seat & 1])
        return (core.turn,)

    # -- S2, S4 What may be said ---------------------------------------------------------------------------------------

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        core = state.kernel
        self._check_seat(state, seat)
        if not _may_act(core, seat):
            return ()
        match core.stage:
            case kernel.SETUP:
                swaps = product(_distinct(core.listed(0, seat)), _distinct(core.listed(core.up_at, seat)))
                return (*(Swap(hand, up) for hand, up in swaps), Ready())
            case kernel.NAME_SEAT:
                return tuple([Target(named) for named in legal_moves(core)])
            case kernel.NAME_SUIT:
                return tuple([Call(SUITS[suit]) for suit in legal_moves(core)])
            case kernel.NAME_WAY:
                return Choose("high"), Choose("low")
            case kernel.NAME_RANK:
                return tuple([Choose(Rank(rank + 2)) for rank in legal_moves(core)])
        moves: list[Move] = []
        for number in range(core.pages()):
            page = core.legal(number)
            mode = core.tables.modes[core.zone]
            if mode == SETS and number < core.decks:
                moves += _sets(core, page & PLAYS, number)
                page &= ~PLAYS
            for bit in indices(page):
                moves += _moves(core, number * PAGE + bit)
        return tuple(moves)

    def steps(self, view: CoreView, text: str) -> tuple[Move, ...]:
        """Also short forms, which mean cards that the viewer has. A program that says a move says it whole: S4."""
        try:
            return (self.read(text),)
        except NotationError:
            moves = understood(view, text) if isinstance(view, View) else None
            if moves is None:
                raise
            return moves

    # -- S2 to S6 A move -----------------------------------------------------------------------------------------------

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        self._check_seat(state, seat)
        if not _may_act(state.kernel, seat):
            raise out_of_turn(state.kernel, seat, self.to_act(state))
        core = state.kernel.copy()
        core.turn = seat  # in the setup it may be any seat that is not ready
        number = number_of(core, move)
        if not is_legal(core, number):
            raise refusal(self.name, self.asks, state, seat, move, self.legal(state, seat))
        return after_move(state, core, move, core.advance_and_report(number, kinds_of(move)))

    def _check_seat(self, state: State, seat: Seat) -> None:
        if not is_number(seat) or not 0 <= seat < state.kernel.seats:
            raise SeatsError(f"there is no seat {seat!r} at this table: seats are 0 to {state.kernel.seats - 1}")

    def turn(self, state: State, seat: Seat, events: Sequence[Event]) -> Turn:
        skipped = tuple([one for event in events if isinstance(event, Skipped) for one in event.seats])
        names = pending_of(state.kernel)
        acting = self.to_act(state)
        return Turn(acting, skipped, names is None and not skipped and acting == (seat,), names)

    # -- S7 The end ----------------------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        core = state.kernel
        return Outcome.of_places(core.places(), end_reason(core)) if core.over else None

    def statistics(self, seats: int, events: Iterable[Event]) -> tuple[Statistics, ...]:
        return counted(seats, events)

    # -- What a seat sees ----------------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Viewer) -> View:
        legal = () if viewer is None else self.legal(state, viewer)
        asking = self.asks[state.kernel.ask]
        return view_of(self.id, state, viewer, self.to_act(state), legal, self.outcome(state), asking)

    def imagine(self, view: CoreView, seed: int) -> State:
        assert isinstance(view, View)
        return imagined(self.rules, self.tables, self.asks, view, seed)

    def say(self, state: State, number: int) -> Move:
        """Of equal ranks the suits that everybody knows of go first: the others learn least."""
        core = state.kernel
        match core.stage:
            case kernel.SETUP if number == kernel.READY:
                return Ready()
            case kernel.SETUP:
                hand = core.listed(0, core.turn)[number >> 3]
                return Swap(CARD_OF[hand], CARD_OF[core.listed(core.up_at, core.turn)[number & 7]])
            case kernel.NAME_SEAT:
                return Target(number)
            case kernel.NAME_SUIT:
                return Call(SUITS[number])
            case kernel.NAME_WAY:
                return Choose(WAYS[number])
            case kernel.NAME_RANK:
                return Choose(Rank(number + 2))
        if number == kernel.TAKE:
            return Take()
        if kernel.FLIP <= number < kernel.TAKE and core.zone == kernel.BLIND:
            return Flip(number - kernel.FLIP + 1)
        scratch = core.copy()
        scratch.choose(number)
        return Play(cards_of(scratch.picked_cards()))

    def plans(self, state: State) -> list[tuple[Move, State]]:
        """In the setup: the ways to lay out one's cards, each with the next swap towards it."""
        core = state.kernel
        if core.stage != kernel.SETUP:
            return []
        return [(move, _with(state, after)) for move, after in layouts(core)]

    def redeal(self, state: State, viewer: Viewer, seed: int) -> State:
        return _with(state, state.kernel.redealt(-1 if viewer is None else viewer, seed))

    def cards(self, state: State) -> tuple[Card, ...]:
        core = state.kernel
        found = [*state.pile, *state.burned, *stock_of(core)]
        for seat in range(core.seats):
            found += hand_of(core, seat) + up_of(core, seat) + blind_of(core, seat)
        return tuple(sorted(jokers_merged(found)))

    # -- Positions -----------------------------------------------------------------------------------------------------

    def position(self, state: State) -> dict[str, JSON]:
        return write_position(self.id, state)

    def from_position(self, document: Mapping[str, object]) -> State:
        return read_position(self.id, self.rules, self.tables, document)


def _with(state: State, core: kernel.SheddingPosition) -> State:
    return State(core, state.pile, state.burned, state.seed, state.spots)


def _may_act(core: kernel.SheddingPosition, seat: Seat) -> bool:
    if core.stage == kernel.SETUP:
        return not core.ready >> seat & 1
    return not core.over and core.turn == seat


def _distinct(numbers: list[int]) -> tuple[Card, ...]:
    """Cards as they are named in a move: equal ones once."""
    return tuple(dict.fromkeys(cards_of(numbers)))


def _by_rank(core: kernel.SheddingPosition) -> dict[int, list[Card]]:
    """The cards of the zone in play, by the kernel's rank."""
    found: dict[int, list[Card]] = {}
    for card in row_cards(core.masks(core.up_at * core.zone, core.turn)):
        found.setdefault(card.kind >> 2, []).append(card)
    return found


def _sets(core: kernel.SheddingPosition, page: int, number: int) -> list[Move]:
    """Some cards of one rank: for each rank the page says which counts may be played."""
    moves: list[Move] = []
    masks = core.masks(core.up_at * core.zone, core.turn)
    while page:
        shift = lowest(page) & ~3
        fours = tuple([mask >> shift & 15 for mask in masks]) if len(masks) > 1 else (masks[0] >> shift & 15,)
        moves += _sets_of_rank(shift, fours, page >> shift & 15, number)
        page &= -16 << shift
    return moves


@lru_cache(maxsize=4096)
def _sets_of_rank(shift: int, fours: tuple[int, ...], counts: int, number: int) -> list[Move]:
    """Every choice of suits. Few ranks in few combinations of suits come up all the time, so they are kept."""
    cards = cards_of(sorted(shift + suit for four in fours for suit in indices(four)))
    return [Play(choice) for count in indices(counts) for choice in _selections(cards, 4 * number + count + 1)]


def _moves(core: kernel.SheddingPosition, number: int) -> list[Move]:
    """All that can be said for one move of the kernel, for which equal ranks are equal: every choice of suits."""
    if number == kernel.TAKE:
        return [Take()]
    if kernel.FLIP <= number < kernel.TAKE:
        return [Flip(number - kernel.FLIP + 1)]
    mode = core.tables.modes[core.zone]
    if mode == SINGLES:
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


def _selections(cards: Sequence[Card], count: int) -> Iterable[tuple[Card, ...]]:
    """Every way to name so many of some cards; equal cards are one."""
    return dict.fromkeys(combinations(cards, count))
