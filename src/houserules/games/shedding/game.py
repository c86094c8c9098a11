"""The Shithead family as a Game: moves, refusals and the text of both. The rules themselves are the kernel's.

S1 The deal, S2 the setup, S3 what the pile asks for, S4 a turn, S5 powers, S6 taking the pile, S7 the end: docs/rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import msgspec

from houserules import fair
from houserules.cards import SUITS, Card, Rank
from houserules.core import (
    JSON,
    Announce,
    Call,
    Choose,
    DealPlan,
    Event,
    Flip,
    Game,
    Move,
    Outcome,
    Pass,
    Peek,
    Play,
    Progress,
    Ready,
    Rules,
    Scoring,
    Seat,
    Swap,
    Take,
    Target,
    Tribute,
    Try,
    Turn,
    Viewer,
    forms_of,
    is_number,
)
from houserules.core import View as CoreView
from houserules.errors import NotationError, SeatsError
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import packed
from houserules.kernel.position import is_legal
from houserules.kernel.shedding_seen import moment_seen
from houserules.kernel.tables import Tables

from .asks import Makers, PileAsks
from .choices import WAYS, may_act, moves_of
from .events import Announced, Skipped
from .goal import about, loser_title
from .house import House
from .imagine import imagined, layouts, view_problem
from .numbers import kinds_of, number_of
from .plays import lays_nothing
from .position import read_position, write_position
from .reader import read_scoring
from .refusals import out_of_turn, refusal
from .state import (
    CARD_OF,
    FLIPPED,
    State,
    blind_of,
    bundled_spots,
    cards_of,
    dealt_spots,
    end_reason,
    hand_of,
    jokers_merged,
    seats_out,
    starts_of,
    stock_of,
    up_of,
)
from .statistics import Statistics, statistics_of
from .tables import compiled, powers_of
from .telling import after_move
from .tribute import exchanged, told_tribute
from .view import View, ViewMaker, pending_of, waits_for
from .words import SHORT_FORMS, understood


class Parent(NamedTuple):
    """What a house extends."""

    name: str
    house: House | None
    """None if it cannot be played by itself."""


class Shedding(Game[State]):
    """Any house of the family."""

    family = "shedding"
    moves = (Play, Take, Swap, Ready, Flip, Target, Call, Choose, Pass, Try, Announce, Peek)
    forms = forms_of(moves)

    short_forms = SHORT_FORMS

    def __init__(
        self,
        game_id: str,
        house: House,
        document: Mapping[str, object] | None = None,
        parent: Parent | None = None,
    ) -> None:
        self.id = game_id
        self.name = house.name
        self.loser_is_called = loser_title(house)
        self.goal = about(house)
        self.rules = house
        self.seats = range(house.seats[0], house.seats[1] + 1)
        self.hash = house.hash()
        self.former_hashes = house.former_hashes()
        self.house = document
        self.scoring = Scoring() if document is None else read_scoring(document)
        self.parent = parent
        self.tables, self.asks = compiled(house, house.seats[0])
        self._tables = {house.seats[0]: self.tables}
        self.pile_asks = PileAsks(self.asks, Makers(powers_of(house)))
        self.view_maker = ViewMaker(self.pile_asks, house.limit)

    def tables_for(self, seats: int) -> Tables:
        """Most houses deal the same to any number of players."""
        if seats not in self._tables:
            self._tables[seats] = compiled(self.rules, seats)[0] if self.rules.varies else self.tables
        return self._tables[seats]

    @cached_property
    def about(self) -> Rules:
        if self.parent is None:
            return Rules(self.id, self.name, self.hash)
        from .sheet_difference import difference  # noqa: PLC0415 - as below

        changes = 0 if self.parent.house is None else len(difference(self.rules, self.parent.house).changes)
        return Rules(self.id, self.name, self.hash, self.parent.name, changes)

    def page(self) -> str:
        from .sheet import page_of  # noqa: PLC0415 - it is rarely needed and slow to import

        return page_of(self.rules, self.scoring.words)

    def sheet(self) -> str:
        """The page of a house is written for players, and begins with its goal."""
        return self.page()

    # -- S1 The deal ---------------------------------------------------------------------------------------------------

    def new(self, seats: int, seed: str) -> State:
        return self._dealt(seats, seed, -1)

    def new_begun_by(self, seats: int, seed: str, begins: Seat) -> State:
        return self._dealt(seats, seed, begins)

    def new_with_tribute(self, seats: int, seed: str, begins: Seat | None, tribute: Tribute) -> tuple[State, Tribute]:
        """Which cards they are, only the deal decides: see [session] in docs/houses.md."""
        self.check_seats(seats)
        deck = self._deck(seats, seed)
        up, down = exchanged(self.rules, self.tables_for(seats), seats, deck, tribute)
        state = self._laid(seats, deck, -1 if begins is None else begins)
        for seat, cards in ((tribute.getter, up), (tribute.giver, down)):
            for card in set(cards) & set(state.kernel.listed(0, seat)):  # another one may have been laid face up
                state.kernel.put(state.kernel.known_at, seat, card)
        return state, told_tribute(tribute, up, down)

    def _dealt(self, seats: int, seed: str, begins: int) -> State:
        self.check_seats(seats)
        return self._laid(seats, self._deck(seats, seed), begins)

    def _deck(self, seats: int, seed: str) -> list[int]:
        tables = self.tables_for(seats)
        return fair.shuffled(list(kernel.full_deck(self.rules.decks_for(seats), tables.jokers, tables.absent)), seed)

    def _laid(self, seats: int, deck: list[int], begins: int) -> State:
        decks, tables = self.rules.decks_for(seats), self.tables_for(seats)
        core = kernel.deal(tables, seats, decks, packed(deck), begins)
        turned_up = len(core.listed(core.pile_at, 0))  # if there is no setup
        pile = cards_of(core.stock[core.drawn - turned_up : core.drawn])
        starts = starts_of((1,) * len(pile)) if tables.by_plays else b""
        spots = dealt_spots(tables, seats, deck)
        if tables.bundle:
            spots = bundled_spots(spots, core)
        return State(core, pile, (), None, spots, bytes((FLIPPED,)) * len(pile), starts)

    def deal_plan(self, seats: int) -> DealPlan:
        tables = self.tables_for(seats)
        rounds = {"blind": int(tables.blind), "up": int(tables.up), "hand": int(tables.hand)}
        without = tuple([rank.letter for rank in self.rules.left_out])
        plan = DealPlan(self.rules.decks_for(seats), int(tables.jokers), rounds, without, bundle=int(tables.bundle))
        return plan if tables.stock < 0 else msgspec.structs.replace(plan, stock=int(tables.stock))

    def size(self, state: State) -> int:
        return state.kernel.seats

    def to_act(self, state: State) -> tuple[Seat, ...]:
        core = state.kernel
        return waits_for(moment_seen(core)[0], core.seats)[0]

    # -- S2, S4 What may be said ---------------------------------------------------------------------------------------

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        self._check_seat(state, seat)
        return moves_of(state.kernel, seat)

    def steps(self, view: CoreView, text: str) -> tuple[Move, ...]:
        """Also reads short forms, which mean cards that the viewer has. A program must write the whole move: S4."""
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
        if not may_act(state.kernel, seat):
            raise out_of_turn(state.kernel, seat, self.to_act(state))
        core = state.kernel.copy()
        core.turn = seat  # in the setup it may be any seat that is not ready
        kinds = kinds_of(move)
        number = number_of(core, move, kinds)
        if not is_legal(core, number) or (kinds and not core.leads_as_asked(kinds)):
            raise refusal(self.name, self.asks, state, seat, move, self.legal(state, seat))
        return after_move(self.pile_asks, state, core, move, core.advance_and_report(number, kinds))

    def _check_seat(self, state: State, seat: Seat) -> None:
        if not is_number(seat) or not 0 <= seat < state.kernel.seats:
            raise SeatsError(f"there is no seat {seat!r} at this table: seats are 0 to {state.kernel.seats - 1}")

    def turn(self, state: State, seat: Seat, events: Sequence[Event]) -> Turn:
        skipped = tuple([one for event in events if isinstance(event, Skipped) for one in event.seats])
        names = pending_of(state.kernel)
        acting = self.to_act(state)
        again = names is None and not skipped and acting == (seat,)
        return Turn(acting, skipped, again and not any(isinstance(one, Announced) for one in events), names)

    # -- S7 The end ----------------------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        core = state.kernel
        return Outcome.of_places(core.places(), end_reason(core)) if core.over else None

    def is_done(self, state: State, seat: Seat) -> bool:
        return seat in seats_out(state.kernel)

    def statistics(self, seats: int, events: Iterable[Event]) -> tuple[Statistics, ...]:
        return statistics_of(seats, events)

    # -- What a seat sees ----------------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Viewer) -> View:
        if viewer is not None:
            self._check_seat(state, viewer)
        return self.view_maker.view(self.about, state, viewer, self.outcome(state))

    def slim_view(self, state: State, viewer: Viewer) -> View:
        if viewer is not None:
            self._check_seat(state, viewer)
        return self.view_maker.slim_view(self.about, state, viewer, self.outcome(state))

    def view_problem(self, view: CoreView) -> str:
        problem = super().view_problem(view)
        if problem or not isinstance(view, View):
            return problem
        return view_problem(self.rules, len(self.asks), view)

    def imagine(self, view: CoreView, seed: int) -> State:
        assert isinstance(view, View)
        if view.legal.is_unchecked:
            self.check_view(view)
        return imagined(self.rules, self.tables_for(len(view.seats)), view, seed)

    def say(self, state: State, number: int) -> Move:
        """Of equal ranks the suits that everybody knows of go first: the others learn least."""
        core = state.kernel
        match core.stage:
            case kernel.SETUP if number == kernel.READY:
                return Ready()
            case kernel.SETUP:
                hand = core.listed(0, core.turn)[number >> 3]
                return Swap(CARD_OF[hand], CARD_OF[core.listed(core.up_at, core.turn)[number & 7]])
            case kernel.NAME_SEAT | kernel.NAME_NEXT | kernel.NAME_SWAP:
                return Target(number)
            case kernel.NAME_SUIT:
                return Call(SUITS[number])
            case kernel.NAME_WAY:
                return Choose(WAYS[number])
            case kernel.NAME_RANK | kernel.NAME_UP | kernel.NAME_CARD:
                return Choose(Rank(number + 2))
        if number == kernel.TAKE:
            return lays_nothing(core)
        if core.is_announcement(number):
            return Announce()
        if number == kernel.TRY and core.zone != kernel.BLIND:
            return Try()
        if core.zone == kernel.BLIND and number < kernel.FLIP:
            return Peek(number + 1)
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
        return read_position(self.id, self.rules, self.tables_for, document)


def _with(state: State, core: kernel.SheddingPosition) -> State:
    return State(core, state.pile, state.burned, state.seed, state.spots, state.laid_by, state.starts)
