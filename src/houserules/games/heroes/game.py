"""H3ROES C4RDS as a Game: moves, refusals and the text of both. The rules themselves are the kernel's.

S1 The match, S2 the deal, S3 the bets, S4 turn 1, S5 a turn, S6 the round, S7 the end: rules.md beside this module.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib import resources
from typing import Final

from houserules.core import (
    JSON,
    Add,
    Bet,
    Event,
    Game,
    Move,
    Outcome,
    Pick,
    Progress,
    Seat,
    Subtract,
    Unchecked,
    Viewer,
    either,
    forms_of,
    is_number,
)
from houserules.core import View as CoreView
from houserules.errors import IllegalMove, NotationError, SeatsError
from houserules.kernel import heroes as kernel

from .imagine import imagined
from .looking import deal, places, reason, row
from .position import read_position, write_position
from .state import BOTH, State
from .statistics import Statistics, statistics_of
from .telling import after_move
from .view import CHOICES, View
from .viewing import blank_view, choices_of, own_view, owner_of_picked, public_view
from .words import SHORT_FORMS, understood

ID: Final = "heroes"
RULES: Final = (
    f"{ID} 1: {kernel.CARDS} cards, {kernel.SLOTS} slots, {kernel.TURNS} turns, near {kernel.AIM}, "
    f"{kernel.PURSE} to {kernel.GOAL} credits, {kernel.ROUNDS} rounds"
)
"""What the hash is made of. The number counts the changes of the rules: records replay against it."""

PICKING: Final = (kernel.FIRST, kernel.OWN, kernel.RIVAL)

WORDS: Final = {
    kernel.BETTING: "the time to bet",
    kernel.FIRST: "the time to pick a first card",
    kernel.OWN: "the time to pick one of your own cards",
    kernel.RIVAL: "the time to pick one of your rival’s cards",
    kernel.CHOICE: "the time to add or to subtract",
}
"""The phases in which somebody may act, for refusals."""


class Heroes(Game[State]):
    family = "heroes"
    moves = (Bet, Pick, Add, Subtract)
    forms = forms_of(moves)
    short_forms = SHORT_FORMS

    def __init__(self) -> None:
        self.id = ID
        self.name = "H3ROES C4RDS"
        self.seats = range(2, 3)
        self.hash = hashlib.sha256(RULES.encode()).hexdigest()[:16]
        self._last_public: tuple[State, View] | None = None

    goal = (
        "Come nearer to 34 points than your rival and win your bet: whoever first owns 1000 credits wins the match."
        " You score only in your own turns."
    )

    def sheet(self) -> str:
        return resources.files(__package__ or "").joinpath("sheet.txt").read_text("utf-8")

    def page(self) -> str:
        return resources.files(__package__ or "").joinpath("rules.md").read_text("utf-8")

    @cached_property
    def _blank(self) -> View:
        return blank_view(self.about)

    # -- S2 The deal ---------------------------------------------------------------------------------------------------

    def new(self, seats: int, seed: str) -> State:
        self.check_seats(seats)
        core = kernel.fresh()
        deal(core, seed)
        return State(core, seed)

    def size(self, state: State) -> int:  # noqa: ARG002 - it is always played by two
        return 2

    # -- S3, S4, S5 What may be said -----------------------------------------------------------------------------------

    def to_act(self, state: State) -> tuple[Seat, ...]:
        core = state.kernel
        match core.phase:
            case kernel.BETTING:
                return BOTH
            case kernel.FIRST:
                return BOTH if core.own < 0 and core.rival < 0 else (core.turn,)
        return () if core.over else (core.turn,)

    def legal(self, state: State, seat: Unchecked) -> tuple[Move, ...]:
        self._check_seat(seat)
        if seat not in self.to_act(state):
            return ()
        return choices_of(state.kernel, seat)[1][:]

    def steps(self, view: CoreView, text: str) -> tuple[Move, ...]:
        """Also reads bare numbers and signs. A program must write the whole move."""
        try:
            return (self.read(text),)
        except NotationError:
            move = understood(view, text) if isinstance(view, View) else None
            if move is None:
                raise
            return (move,)

    # -- S3, S4, S5 A move ---------------------------------------------------------------------------------------------

    def apply(self, state: State, seat: Unchecked, move: Move) -> Progress[State]:
        self._check_turn(state, seat)
        number = self._number(state, seat, move)
        core = state.kernel.copy()
        core.act(seat, number)
        return after_move(state, core, seat, number)

    def _check_turn(self, state: State, seat: Unchecked) -> None:
        self._check_seat(seat)
        if state.kernel.over:
            raise IllegalMove("over", "the match is over", "nobody moves any more")
        if seat not in self.to_act(state):
            why = "has picked already" if state.kernel.phase == kernel.FIRST else "has to wait"
            raise IllegalMove("not-your-turn", f"seat {seat} {why}", f"seat {1 - seat} is to act")

    def _check_seat(self, seat: Unchecked) -> None:
        if not is_number(seat) or seat not in BOTH:
            raise SeatsError(f"there is no seat {seat!r} at this table: seats are 0 and 1")

    def _number(self, state: State, seat: Seat, move: Move) -> int:
        """The kernel's number of a legal move, or a refusal."""
        core = state.kernel
        said: Unchecked = move  # its numbers may be anything
        match move:
            case Bet() if core.phase == kernel.BETTING:
                amount = said.amount
                most = int(core.table[kernel.CREDITS + seat])  # an amount may be too large for the kernel
                if not is_number(amount) or not 0 <= amount <= most:
                    raise IllegalMove("bad-bet", f"{amount!r} cannot be bet", _offer(state, seat))
                return kernel.bet_number(amount)
            case Pick() if core.phase in PICKING:
                slot = said.slot
                left = int(core.table[kernel.LEFT + owner_of_picked(core, seat)])
                if not is_number(slot) or not 0 <= slot < kernel.SLOTS or not left >> slot & 1:
                    reason = f"there is no card to turn over in slot {slot!r}"
                    raise IllegalMove("empty-slot", reason, _offer(state, seat))
                return slot
            case Add() | Subtract() if core.phase == kernel.CHOICE:
                return CHOICES.index(move)
            case Bet() | Pick() | Add() | Subtract():
                raise IllegalMove("wrong-phase", f"this is {WORDS[core.phase]}, not for {move}", _offer(state, seat))
        raise IllegalMove("unreadable", f"{move} is not a move of {self.name}", _offer(state, seat))

    def is_secret(self, state: State, move: Move) -> bool:
        """A bet, until both stand."""
        return isinstance(move, Bet) and state.kernel.phase == kernel.BETTING

    # -- S7 The end ----------------------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        core = state.kernel
        return Outcome.of_places(places(core), reason(core)) if core.over else None

    def statistics(self, seats: int, events: Iterable[Event]) -> tuple[Statistics, ...]:  # noqa: ARG002 - there are two
        return statistics_of(events)

    # -- S8 What everybody may see -------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Unchecked) -> View:
        if viewer is not None:
            self._check_seat(viewer)
        last = self._last_public
        if last is None or last[0] is not state:  # most often both seats look at a state, one after the other
            last = state, public_view(self._blank, state, self.to_act(state), self.outcome(state))
            self._last_public = last
        return last[1] if viewer is None else own_view(last[1], state, viewer)

    def imagine(self, view: CoreView, seed: int) -> State:  # noqa: ARG002 - which card lies where makes no difference
        assert isinstance(view, View)
        return imagined(self.id, view)

    def redeal(self, state: State, viewer: Viewer, seed: int) -> State:
        """The rounds to come are unknown too, so they get another seed. Everybody knows who has not bet yet."""
        core = state.kernel.redealt(-1 if viewer is None else viewer, seed)
        if core.phase == kernel.BETTING:
            for seat in BOTH:
                if not state.bets_said[seat]:
                    core.table[kernel.BET + seat] = 0
        return State(core, f"redealt/{seed}", state.battle, state.bets_said)

    def cards(self, state: State) -> tuple[int, ...]:
        """The cards of both players, and the rest, which stay in the deck."""
        core = state.kernel
        rows = [row(core, seat, which) for seat in BOTH for which in (kernel.LEFT, kernel.SHOWN)]
        dealt = [card for cards in rows for card in cards.values()]
        return tuple(sorted([*dealt, *set(range(kernel.CARDS)).difference(dealt)]))

    # -- Positions -----------------------------------------------------------------------------------------------------

    def position(self, state: State) -> dict[str, JSON]:
        return write_position(self.id, state)

    def from_position(self, document: Mapping[str, object]) -> State:
        return read_position(self.id, document)


def _offer(state: State, seat: Seat) -> str:
    """What would be legal, in one line."""
    can, _ = choices_of(state.kernel, seat)
    if can.bet is not None:
        return f"you may bet from {can.bet.min} to {can.bet.max}"
    if can.pick is not None:
        whose = "your own" if can.pick.owner == seat else "your rival’s"
        return f"you may pick {whose} slot {either([*map(str, can.pick.slots)])}"
    return "you may add or subtract"
