"""Every game keeps the laws of houserules.testing; and the laws notice games that break them."""

import subprocess
import sys
from collections.abc import Mapping
from itertools import count

import msgspec
import pytest

from houserules import GAMES, IllegalMove, Move, Outcome, Play, Progress, Seat, Swap, Take, load
from houserules.core import JSON, Event, Legal, Viewer
from houserules.games.shedding.events import Drew
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.house import House
from houserules.games.shedding.state import State, hand_of, stock_of
from houserules.games.shedding.view import View
from houserules.testing import LAWS, SENTENCES, LawBroken, Summary, check_game, check_match, random_match

TABLES = [(name, seats) for name in GAMES for seats in load(name).seats]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_game_keeps_every_law(name: str, seats: int) -> None:
    summary = check_game(load(name), seats, matches=1)

    assert summary.matches == 1
    assert summary.moves > seats


@pytest.mark.parametrize("name", [name for name in GAMES if name != "heroes"])
def test_dealing_anew_changes_what_every_other_seat_holds(name: str) -> None:
    """Else views could show other hands, and law 6 would not notice. (In H3ROES C4RDS no seat sees a card it holds.)"""
    game = load(name)
    seats = game.seats[-1]
    state = game.new(seats, "deal")

    for viewer in (None, *range(seats)):
        twin = game.redeal(state, viewer, 1)
        for other in range(seats):
            assert (game.view(twin, other) == game.view(state, other)) == (other == viewer)


def test_a_house_of_ones_own_is_checked_like_any_other() -> None:
    """Its records bring their rules with them, so law 5 reads them back too."""
    house = {
        "name": "Nothing special",
        "version": 1,
        "seats": [2, 3],
        "deck": {"decks": 1, "jokers": 0},
        "deal": {"blind": 2, "up": 2, "hand": 2, "setup": "swap", "begins": "seat"},
        "play": {"hand": "set", "up": "set", "compare": ">=", "refill": {"to": 2}},
        "powers": {},
        "pattern": {"alike": 4, "do": ["burn"]},
        "take": {"when": "forced", "up": "stays"},
        "end": {"until": "one-left", "limit": 300},
    }

    assert check_game(load(house), matches=2, depth=10).matches == 4


# -- Games that break a law ------------------------------------------------------------------------------------------


class Listing(Shedding):
    """Shows in its views what it lists as legal."""

    def view(self, state: State, viewer: Viewer) -> View:
        legal = () if viewer is None else self.legal(state, viewer)
        return msgspec.structs.replace(super().view(state, viewer), legal=Legal(legal))


class Speechless(Listing):
    """Offers nothing to seat 1 once the setup is over."""

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        moves = super().legal(state, seat)
        return () if seat == 1 and moves and not isinstance(moves[0], Swap) else moves


class Forward(Listing):
    """Offers its moves to a seat whose turn it is not."""

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return super().legal(state, seat) or ((Take(),) if state.pile else ())


class Double(Listing):
    """Names a move twice."""

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        moves = super().legal(state, seat)
        return (*moves, *moves[:1])


class Blinkered(Shedding):
    """Its views do not say who is to act."""

    def view(self, state: State, viewer: Viewer) -> View:
        return msgspec.structs.replace(super().view(state, viewer), to_act=())


class Tempting(Listing):
    """Offers the pile to those who can play."""

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        moves = super().legal(state, seat)
        return (*moves, Take()) if moves and state.pile and Take() not in moves else moves


class Careless(Shedding):
    """Counts the play in the state it was given."""

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        progress = super().apply(state, seat, move)
        if isinstance(move, Play):
            state.kernel.plays += 1
        return progress


class Secretive(Listing):
    """Does not offer pairs, but accepts them."""

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        moves = super().legal(state, seat)
        return tuple(move for move in moves if not isinstance(move, Play) or len(move.cards) == 1)


class Lenient(Shedding):
    """Lets anybody move in the place of the seat to act."""

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        acting = self.to_act(state)
        return super().apply(state, acting[0] if acting and seat not in acting else seat, move)


class Rude(Shedding):
    """Refuses without a word."""

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        try:
            return super().apply(state, seat, move)
        except IllegalMove as problem:
            raise IllegalMove(problem.code, "") from problem


class Crashing(Shedding):
    """Is surprised by what it does not offer."""

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        try:
            return super().apply(state, seat, move)
        except IllegalMove as problem:
            raise KeyError(move) from problem


class Punishing(Shedding):
    """Changes the state when it refuses."""

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        try:
            return super().apply(state, seat, move)
        except IllegalMove:
            state.kernel.plays += 1
            raise


class Losing(Shedding):
    """Forgets the burned cards."""

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        progress = super().apply(state, seat, move)
        return Progress(msgspec.structs.replace(progress.state, burned=()), progress.events)


class Fickle(Shedding):
    """Deals anew each time, whatever the seed."""

    def __init__(self, game_id: str, house: House) -> None:
        super().__init__(game_id, house)
        self.deals = count()

    def new(self, seats: int, seed: str) -> State:
        return super().new(seats, f"{seed} {next(self.deals)}")


class OpenHanded(Shedding):
    """Shows every hand to everybody."""

    def view(self, state: State, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        seats = [
            msgspec.structs.replace(seat, known=hand_of(state.kernel, place)) for place, seat in enumerate(view.seats)
        ]
        return msgspec.structs.replace(view, seats=tuple(seats))


class Marked(Shedding):
    """Shows the seat to act which card comes next, in the words of what the pile asks for."""

    def view(self, state: State, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        stock = stock_of(state.kernel)
        return msgspec.structs.replace(view, asks=f"{view.asks}, {stock[0]}") if stock and viewer is not None else view


class Told(Drew, frozen=True, tag="drew"):
    """Everybody sees what was drawn."""

    def seen_by(self, viewer: Viewer) -> Event:
        return self


class ToldToSeats(Drew, frozen=True, tag="drew"):
    """Every seat sees what was drawn, and only spectators do not."""

    def seen_by(self, viewer: Viewer) -> Event:
        return super().seen_by(None) if viewer is None else self


class Gossiping(Shedding):
    """Tells everybody what was drawn."""

    event: type[Drew] = Told

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        progress = super().apply(state, seat, move)
        events = [
            self.event(event.seat, event.count, event.cards) if isinstance(event, Drew) else event
            for event in progress.events
        ]
        return Progress(progress.state, tuple(events))


class Whispering(Gossiping):
    """Tells the other seats what was drawn, but no spectator."""

    event = ToldToSeats


class Chatty(Shedding):
    """Lets slip in a refusal what the next seat holds."""

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        try:
            return super().apply(state, seat, move)
        except IllegalMove as problem:
            rival = hand_of(state.kernel, (seat + 1) % state.kernel.seats)
            raise IllegalMove(problem.code, f"{problem.message} (and mind {rival})") from problem


class Unshuffled(Shedding):
    """Deals nothing anew, so that its views prove nothing."""

    def redeal(self, state: State, viewer: Viewer, seed: int) -> State:
        return state


class Cheating(Shedding):
    """Deals anew, but with fewer cards."""

    def redeal(self, state: State, viewer: Viewer, seed: int) -> State:
        return msgspec.structs.replace(super().redeal(state, viewer, seed), burned=())


class Hasty(Shedding):
    """Knows the outcome before the end."""

    def outcome(self, state: State) -> Outcome | None:
        return super().outcome(state) or (Outcome((1, 2, 3), (1, 0.5, 0), "soon") if state.burned else None)


class Unfinished(Shedding):
    """Has no outcome."""

    def outcome(self, state: State) -> Outcome | None:
        return None


class Generous(Shedding):
    """Pays every seat but the last one as the first."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        return Outcome(outcome.places, tuple(float(pay > 0) for pay in outcome.payoffs), outcome.reason)


class Miscounting(Shedding):
    """Counts places from 0."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        return Outcome(tuple(place - 1 for place in outcome.places), outcome.payoffs, outcome.reason)


class Tied(Shedding):
    """Ties all behind the first, as a correct game might."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and Outcome.of_places([min(place, 2) for place in outcome.places], outcome.reason)


class Forgetful(Shedding):
    """Reads positions as if play always went to the left."""

    def from_position(self, document: Mapping[str, object]) -> State:
        return super().from_position({**document, "direction": 1})


class Evasive(Shedding):
    """Leaves the pile out of its positions: these agree, and what can be played does not."""

    def position(self, state: State) -> dict[str, JSON]:
        return {**super().position(state), "pile": []}


class Endless(Shedding):
    """Starts again instead of ending."""

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        progress = super().apply(state, seat, move)
        return progress if self.to_act(progress.state) else Progress(self.new(3, "again"), ())


class Loud(Play, frozen=True):
    def __str__(self) -> str:
        return super().__str__() + "!"


class Unreadable(Listing):
    """Offers plays whose texts nobody can read."""

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return tuple(Loud(move.cards) if type(move) is Play else move for move in super().legal(state, seat))


class Mumbled(Play, frozen=True):
    def __str__(self) -> str:
        return f"play {self.cards[0]}"


class Mumbling(Listing):
    """Offers plays whose texts stand for other plays."""

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return tuple(Mumbled(move.cards) if type(move) is Play else move for move in super().legal(state, seat))


def shithead(kind: type[Shedding] = Shedding) -> Shedding:
    game = load("shithead")
    assert isinstance(game, Shedding)
    return kind(kind.__name__.lower(), game.rules)


BROKEN: dict[int, list[type[Shedding]]] = {
    1: [Speechless, Forward, Double, Blinkered],
    2: [Tempting, Careless],
    3: [Secretive, Lenient, Rude, Crashing, Punishing],
    4: [Losing],
    5: [Fickle],
    6: [OpenHanded, Marked, Gossiping, Whispering, Chatty, Unshuffled, Cheating],
    7: [Hasty, Unfinished, Generous, Miscounting],
    8: [Forgetful, Evasive],
    9: [Endless],
    10: [Unreadable, Mumbling],
}


@pytest.mark.parametrize(("law", "kind"), [(law, kind) for law, kinds in BROKEN.items() for kind in kinds])
def test_a_game_that_breaks_a_law_is_caught_by_that_law(law: int, kind: type[Shedding]) -> None:
    with pytest.raises(AssertionError) as caught:
        check_game(shithead(kind), 3, matches=2, limit=5_000)

    assert isinstance(caught.value, LawBroken)
    assert caught.value.law == law, caught.value
    told = f"law {law} ({SENTENCES[law]}) is broken by {kind.__name__.lower()} with 3 seats, seed 'contract-"
    assert str(caught.value).startswith(told)


def test_each_law_has_a_sentence_and_a_game_that_breaks_it() -> None:
    assert sorted(LAWS) == list(SENTENCES) == list(BROKEN)


def test_the_unbroken_game_passes_the_same_check() -> None:
    assert check_game(shithead(), 3, matches=2, limit=5_000).matches == 2


def test_ties_are_no_fault() -> None:
    game = shithead(Tied)
    run = random_match(game, 4, "ties")

    LAWS[7](run)

    outcome = game.outcome(run.end)
    assert outcome is not None
    assert sorted(outcome.places) == [1, 2, 2, 2]


def test_a_game_in_which_all_is_open_says_so() -> None:
    assert check_game(shithead(Unshuffled), 2, matches=1, hidden=False).matches == 1


def test_a_failure_is_met_again_by_its_seats_and_seed() -> None:
    with pytest.raises(LawBroken) as first:
        check_game(shithead(Losing), 3)
    with pytest.raises(LawBroken) as again:
        check_match(shithead(Losing), 3, "contract-0")

    assert str(again.value) == str(first.value)
    assert "lost: " in str(first.value)


def test_a_summary_counts_what_was_played() -> None:
    game = shithead()
    runs = [random_match(game, seats, f"few-{number}") for seats in (2, 3) for number in range(2)]

    summary = check_game(game, (2, 3), matches=2, seed="few", depth=0)

    assert summary == Summary(matches=4, moves=sum(len(run.moments) - 1 for run in runs))


def test_the_kit_needs_no_test_framework() -> None:
    code = "import sys, houserules.testing; print(sorted({'pytest', 'hypothesis', '_pytest'} & set(sys.modules)))"

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
