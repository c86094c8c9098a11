"""Heart of Five as a Game: moves, refusals and the text of both. The rules themselves are the kernel's.

S1 The deal, S2 ranks, S3 melds, S4 a turn, S5 the trick, S6 the round, S7 the match: rules.md beside this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import ClassVar, Final

import msgspec

from houserules import fair
from houserules.cards import PACK, Card, spoken, written
from houserules.core import (
    JSON,
    DealPlan,
    Event,
    Game,
    Move,
    Outcome,
    Pass,
    Play,
    Progress,
    Seat,
    Viewer,
    as_choice,
    is_number,
)
from houserules.core import View as CoreView
from houserules.errors import IllegalMove, NotationError, SeatsError
from houserules.kernel import climbing as kernel
from houserules.kernel.bits import indices, packed
from houserules.kernel.climbing_hand import Hand
from houserules.kernel.climbing_melds import NOTHING, PASS, Terms
from houserules.kernel.position import PAGE, is_legal

from . import events as told
from .can import ask_of
from .config import Config, differences
from .imagine import imagined
from .melds import NONE, Kind, Pack, by_rank, can_be_surpassed, in_order, kind_of, named, size_of, sorted_meld
from .planning import Ending, plays_of, prove_ending
from .position import read_position, write_position
from .state import Action, State, TrickTurn, hand_of, losses_of, seats_out, wins_of
from .statistics import Statistics, statistics_of
from .view import LastPlay, Plays, View, asks, legal_of, own_view, public_view
from .words import SHORT_FORMS, bare, understood

FULL_DECK: Final = range(len(PACK))
PASSED: Final = Action("passed", None)


class HeartOfFive(Game[State]):
    """Any table of it."""

    family = "heart-of-five"
    moves = (Play, Pass)
    forms: ClassVar[Mapping[str, str]] = {
        "play": "play 3C 3D",
        "pass": "pass",
        "bomb": "bomb 3 (or 3!, all the threes in your hand)",
        "sisters": "sisters 34",
    }

    short_forms = SHORT_FORMS

    def __init__(self, game_id: str, config: Config, document: Mapping[str, object] | None = None) -> None:
        self.id = game_id
        self.name = config.name
        self.config = config
        self.seats = range(config.seats[0], config.seats[1] + 1)
        self.hash = config.hash()
        self.house = document
        self.pack = Pack(config)
        number = self.pack.number
        seconds = 60 * (config.minutes or 0)
        self.terms = Terms(number[config.star], number[config.starter], config.wins, config.rounds or 0, seconds)
        self._last_public: tuple[State, View] | None = None
        self.goal = f"Get rid of all your cards first: whoever wins {_rounds(config.wins)} wins the match."

    def sheet(self) -> str:
        text = resources.files(__package__ or "").joinpath("sheet.txt").read_text("utf-8")
        config = self.config
        text = text.format(wins=_rounds(config.wins), starter=spoken(config.starter), star=spoken(config.star))
        told = [line.rpartition(" (S")[0] + "." for line in differences(config)]
        return "\n".join([text, "At this table", *[f"  {line}" for line in told], ""]) if told else text

    def page(self) -> str:
        text = resources.files(__package__ or "").joinpath("rules.md").read_text("utf-8")
        told = differences(self.config)
        if not told:
            return text
        head, rest = text.split("\n## ", 1)
        lines = "\n".join(f"- {line}" for line in told)
        return f"{head}\n## At this table\n\n{self.name} differs from what follows in this:\n\n{lines}\n\n## {rest}"

    # -- S1 The deal ---------------------------------------------------------------------------------------------------

    def new(self, seats: int, seed: str) -> State:
        self.check_seats(seats)
        core = kernel.bare(self.terms, seats, self.config.decks_for(seats))
        core.deal(self._deck(core, 1, seed))
        return State(core, (), (), (None,) * seats, seed)

    def _deck(self, core: kernel.ClimbingPosition, number: int, seed: str) -> packed:  # type: ignore[valid-type]  # a vec compiled, else a list
        """The decks for a round, shuffled: each round has a label of its own."""
        label = "deck" if number == 1 else f"deck/{number}"
        deck = fair.shuffled([*FULL_DECK] * core.decks, seed, label)
        return packed([self.pack.number[PACK[kind]] for kind in deck])

    def deal_plan(self, seats: int) -> DealPlan:
        return DealPlan(self.config.decks_for(seats), 2)

    def size(self, state: State) -> int:
        return state.kernel.seats

    def to_act(self, state: State) -> tuple[Seat, ...]:
        return () if state.kernel.over else (state.kernel.turn,)

    # -- S9 What may be said -------------------------------------------------------------------------------------------

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        self._check_seat(state, seat)
        if state.kernel.over or seat != state.kernel.turn:
            return ()
        return legal_of(self._plays(state), state.kernel.last != NOTHING)[:]

    def _plays(self, state: State) -> Plays:
        """All melds that may be laid now, in the order of the list."""
        core = state.kernel
        melds = [page * PAGE + bit for page in indices(core.nonempty_pages()) for bit in indices(core.legal(page))]
        hand = Hand()
        hand.look(*core.cards_of(core.turn), self.terms.star, self.terms.star_rank)
        plays: Plays = []
        for meld in sorted(melds, key=self._in_order):
            if meld != PASS:
                hand.pick(meld)
                plays.append((meld, Play(sorted_meld(self.pack, self.pack.of_masks(hand.once, hand.twice), meld))))
        return plays

    def _in_order(self, meld: int) -> tuple[int, ...]:
        return in_order(meld, self.pack.star_rank)

    def listed(self, state: State, seat: Seat, move: Move) -> Move:
        """The listed move that means the same: the same meld with the suits that the list has chosen."""
        if isinstance(move, Play):
            meld = self.pack.meld(move.cards)
            for other in self.legal(state, seat):
                if isinstance(other, Play) and self.pack.meld(other.cards) == meld:
                    return other
        return move

    @property
    def usual_seats(self) -> int:
        return self.config.optimal

    def understand(self, view: CoreView, text: str) -> Move:
        """Also reads short forms, which mean cards in the viewer's own hand."""
        try:
            return self.read(text)
        except NotationError:
            held = _held(view)
            play = None if held is None else understood(self.pack, self.terms, held, text)
            if play is None:
                raise
            return play

    def steps(self, view: CoreView, text: str) -> tuple[Move, ...]:
        """Also reads bare values and cards. A program must write a move with its word."""
        try:
            return (self.understand(view, text),)
        except NotationError:
            held = _held(view)
            play = None if held is None else bare(self.pack, held, view.legal, text)
            if play is None:
                raise
            return (play,)

    # -- S4 A turn -----------------------------------------------------------------------------------------------------

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        self._check_turn(state, seat)
        core = state.kernel.copy()
        match move:
            case Play(cards):
                meld = self._checked_meld(state, cards)
                core.advance_with(meld, *self.pack.masks(cards))
                return self._after_play(state, core, sorted_meld(self.pack, cards, meld), kind_of(meld))
            case Pass():
                if core.last == NOTHING:
                    raise IllegalMove("must-lead", "you lead the trick and cannot pass", self._offer(state))
                core.advance(PASS)
                return self._after_pass(state, core)
        raise IllegalMove("unreadable", f"{move} is not a move of {self.name}", self._offer(state))

    def _check_turn(self, state: State, seat: Seat) -> None:
        core = state.kernel
        self._check_seat(state, seat)
        if core.over:
            raise IllegalMove("over", "the match is over", "nobody moves any more")
        if seat != core.turn:
            raise IllegalMove("not-your-turn", f"it is not the turn of seat {seat}", f"seat {core.turn} is to act")

    def _check_seat(self, state: State, seat: Seat) -> None:
        if not is_number(seat) or not 0 <= seat < state.kernel.seats:
            raise SeatsError(f"there is no seat {seat!r} at this table: seats are 0 to {state.kernel.seats - 1}")

    def _checked_meld(self, state: State, cards: tuple[Card, ...]) -> int:
        """The meld that some cards make, or a refusal."""
        core = state.kernel
        if not all(isinstance(card, Card) for card in cards):
            raise IllegalMove("unreadable", "a play is made of cards", "write Card.read('7H')")
        hand = hand_of(self.pack, core, core.turn)
        missing = Counter(cards) - Counter(hand)
        if missing:
            which = written(tuple(missing.elements()))
            raise IllegalMove(
                "not-held", f"you do not hold {which}", f"your hand is {written(by_rank(self.pack, hand))}"
            )
        meld = self.pack.meld(cards)
        if meld == NONE:
            why = "name the cards to play"
            if cards:
                why = f"{written(cards)} is not a meld ({self.pack.why_none(cards)})"
            raise IllegalMove("no-meld", why, self._offer(state))
        if not is_legal(core, meld):
            raise self._refusal(state, cards, meld)
        return meld

    def _refusal(self, state: State, cards: tuple[Card, ...], meld: int) -> IllegalMove:
        """The refusal of a meld that does not go on the last one: it is of another kind, or too weak."""
        core = state.kernel
        last = LastPlay(core.last_seat, state.last, kind_of(core.last))
        kind = kind_of(meld)
        same = kind == last.meld and size_of(meld) == size_of(core.last)
        code = "too-weak" if same or (kind.is_bomb and last.meld.is_bomb) else "wrong-meld"
        why = "too weak" if code == "too-weak" else "another kind of meld"
        what = named(sorted_meld(self.pack, cards, meld), kind)
        asked = asks(last, can_be_surpassed(core.last, self.pack.star_rank))
        return IllegalMove(code, f"{what} is {why}", f"the trick asks for {asked}; {self._offer(state)}")

    def _offer(self, state: State) -> str:
        return f"you may {as_choice(self.legal(state, state.kernel.turn))}"

    # -- S6 The round, S7 the match ------------------------------------------------------------------------------------

    def _after_play(
        self, state: State, core: kernel.ClimbingPosition, cards: tuple[Card, ...], kind: Kind
    ) -> Progress[State]:
        """After a play the round may be over; then the next one is dealt, or the match is over too."""
        seat, led = state.kernel.turn, not state.last
        events: list[Event] = [told.Played(seat, cards, kind, led, ask_of(core.last, self.pack.star_rank))]
        if core.gone >> seat & 1:
            events.append(told.WentOut(seat, len(seats_out(core))))
        after = State(
            core,
            state.played + cards,
            cards,
            _with(state.actions, seat, Action("led" if led else "played", kind)),
            state.seed,
            (*state.turns, (seat, len(cards))),
            (*state.trick, TrickTurn(seat, cards, kind)),
        )
        return self._after_round(after, events) if core.over else Progress(after, tuple(events))

    def _after_pass(self, state: State, core: kernel.ClimbingPosition) -> Progress[State]:
        """After a pass the trick may be won."""
        seat, won = state.kernel.turn, core.last == NOTHING
        after = State(
            core,
            state.played,
            () if won else state.last,
            _with(state.actions, seat, PASSED),
            state.seed,
            (*state.turns, (seat, 0)),
            () if won else (*state.trick, TrickTurn(seat, (), None)),
        )
        trick = (told.TrickWon(state.kernel.last_seat, core.leader),) if won else ()
        return Progress(after, (told.Passed(seat), *trick))

    def _after_round(self, state: State, events: list[Event]) -> Progress[State]:
        core = state.kernel  # a copy that only this move knows
        winner, loser = core.first_out(), core.left_in()
        events.append(told.RoundEnded(core.round, winner, loser, wins_of(core), losses_of(core)))
        outcome = self.outcome(state)
        if outcome is not None:
            return Progress(state, (*events, told.Ended(outcome)))
        core.deal_next(self._deck(core, core.round + 1, state.seed or ""))
        seats = range(core.seats)
        hands = tuple([by_rank(self.pack, hand_of(self.pack, core, seat)) for seat in seats])
        events.append(told.Dealt(core.round, core.turn, tuple([core.held(seat) for seat in seats]), hands))
        return Progress(State(core, (), (), (None,) * core.seats, state.seed), tuple(events))

    def at(self, state: State, seconds: int) -> State:
        if self.config.minutes is None or seconds <= state.kernel.now:
            return state
        core = state.kernel.copy()
        core.now = seconds
        return msgspec.structs.replace(state, kernel=core)

    def outcome(self, state: State) -> Outcome | None:
        core = state.kernel
        return Outcome.of_places(core.places(), self._reason(core)) if core.decided else None

    def _reason(self, core: kernel.ClimbingPosition) -> str:
        if core.won(core.first_out()) >= self.config.wins:
            return "wins"
        return "time" if core.timed_out() else "rounds"

    def is_done(self, state: State, seat: Seat) -> bool:
        """Whoever is out of a round that is certainly the last one."""
        core = state.kernel
        out = seats_out(core)
        if seat not in out:
            return False
        return core.round == self.config.rounds or core.won(out[0]) + 1 >= self.config.wins

    statistics_in_record = True

    def statistics(self, seats: int, events: Iterable[Event]) -> tuple[Statistics, ...]:
        return statistics_of(seats, self.config.star, events)

    # -- S8 What a seat sees -------------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Viewer) -> View:
        if viewer is not None:
            self._check_seat(state, viewer)
        last = self._last_public
        if last is None or last[0] is not state:  # most often all seats look at a state, one after the other
            acting, outcome = self.to_act(state), self.outcome(state)
            last = state, public_view(self.about, self.config, self.pack, state, acting, outcome)
            self._last_public = last
        public = last[1]
        if viewer is None:
            return public
        plays = self._plays(state) if viewer in public.to_act else []
        return own_view(public, self.pack, state, viewer, plays)

    def view_problem(self, view: CoreView) -> str:
        problem = super().view_problem(view)
        if problem or not isinstance(view, View):
            return problem
        if len(view.seats) not in self.seats:
            return f"it has {len(view.seats)} seats"
        if view.seat is not None and not 0 <= view.seat < len(view.seats):
            return f"there is no seat {view.seat}"
        cards = len(PACK) * self.config.decks_for(len(view.seats))
        counts = [seat.hand if isinstance(seat.hand, int) else len(seat.hand) for seat in view.seats]
        if min(counts) < 0 or sum(counts) + len(view.played) > cards:
            return f"its cards do not add up to the {cards} that are played with"
        if max(Counter([*view.played, *(_held(view) or ())]).values(), default=0) > self.config.decks_for(len(counts)):
            return "a card is there more often than the decks have it"
        if view.outcome is None and {seat for seat, count in enumerate(counts) if not count} != set(view.out):
            return "the seats without cards are not those in `out`"
        if any(count < 0 for _, count in view.turns) or sum(count for _, count in view.turns) > len(view.played):
            return "its `turns` laid more cards than were played"
        return ""

    def imagine(self, view: CoreView, seed: int) -> State:
        assert isinstance(view, View)
        if view.legal.is_unchecked:
            self.check_view(view)
        return imagined(self.pack, self.terms, self.config.decks_for(len(view.seats)), view, seed)

    def say(self, state: State, number: int) -> Move:
        if number == PASS:
            return Pass()
        hand = state.kernel.copy().look()
        hand.pick(number)
        return Play(sorted_meld(self.pack, self.pack.of_masks(hand.once, hand.twice), number))

    def redeal(self, state: State, viewer: Viewer, seed: int) -> State:
        core = state.kernel.redealt(-1 if viewer is None else viewer, seed)
        return msgspec.structs.replace(state, kernel=core, seed=f"another {seed}")

    def cards(self, state: State) -> tuple[Card, ...]:
        core = state.kernel
        hands = [card for seat in range(core.seats) for card in hand_of(self.pack, core, seat)]
        return tuple(sorted([*hands, *state.played]))

    # -- For bots and hints --------------------------------------------------------------------------------------------

    def decompose(self, hand: tuple[Card, ...]) -> tuple[Play, ...]:
        """The fewest plays that empty a hand: one way to make them."""
        return plays_of(self.pack, self.terms, hand)

    def solve(self, view: CoreView, budget: int = 60_000) -> Ending | None:
        """With two seats left nothing is hidden: does the acting seat win, and how? None if that is not known."""
        assert isinstance(view, View)
        held = sum(seat.hand if isinstance(seat.hand, int) else len(seat.hand) for seat in view.seats)
        if held + len(view.played) < len(PACK) * self.config.decks_for(len(view.seats)):
            return None  # a position from outside may not place every card: any missing one may be in a hand
        return prove_ending(self.pack, self.imagine(view, 0), budget)

    # -- S11 Positions -------------------------------------------------------------------------------------------------

    def position(self, state: State) -> dict[str, JSON]:
        return write_position(self.id, self.pack, state)

    def from_position(self, document: Mapping[str, object]) -> State:
        return read_position(self.id, self.config, self.pack, self.terms, document)


def _held(view: CoreView) -> tuple[Card, ...] | None:
    """The viewer's own hand."""
    hand = view.seats[view.seat].hand if isinstance(view, View) and view.seat is not None else 0
    return None if isinstance(hand, int) else hand


def _with(actions: tuple[Action | None, ...], seat: Seat, action: Action) -> tuple[Action | None, ...]:
    return (*actions[:seat], action, *actions[seat + 1 :])


def _rounds(wins: int) -> str:
    return f"{wins} rounds" if wins > 1 else "a round"
