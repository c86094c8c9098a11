"""Random matches, move by move: what the laws look at."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final, Generic, TypeVar

from houserules.core import Event, Game, Move, Progress, Seat, Viewer, counted
from houserules.errors import HouseRulesError

S = TypeVar("S")

SENTENCES: Final = {
    1: "seats that may act have moves, others have none",
    2: "every offered move can be played",
    3: "other moves are refused and change nothing",
    4: "cards are conserved",
    5: "seed and moves replay to the same match",
    6: "no viewer is shown what it may not know",
    7: "an outcome ranks every seat",
    8: "a position read back is the same position",
    9: "a match ends",
    10: "a move and its text are one",
}


class LawBroken(AssertionError):
    """A game breaks `law`; the message says which game, in which match, where and how."""

    def __init__(self, law: int, where: str, what: str) -> None:
        super().__init__(f"law {law} ({SENTENCES[law]}) is broken by {where}: {what}")
        self.law = law


@dataclass(frozen=True, slots=True)
class Moment(Generic[S]):
    """A state of a match, and the move that was made in it: None at the end."""

    moves: int
    """How many moves were made before."""
    state: S
    seat: Seat | None = None
    move: Move | None = None
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Run(Generic[S]):
    """A random match, move by move. The laws look at each moment, and closely (at all moves, all viewers) at some."""

    game: Game[S]
    seats: int
    seed: str
    depth: int
    moments: list[Moment[S]] = field(default_factory=list)

    @property
    def end(self) -> S:
        return self.moments[-1].state

    def chance(self, law: int) -> Random:
        """Each law has its own chance, so that it checks the same alone as together with the others."""
        return Random(f"{self.seed} law {law}")

    def close(self, law: int) -> list[Moment[S]]:
        """The moments to look at closely: the first, the last, some of each kind of move, and `depth` others."""
        if self.depth >= len(self.moments):
            return self.moments
        chosen = {0, len(self.moments) - 1}
        met: Counter[type[Move]] = Counter()
        for moment in self.moments[:-1]:
            kind = type(moment.move) if moment.move is not None else Move
            met[kind] += 1
            if met[kind] <= 3:
                chosen.add(moment.moves)
        chosen.update(self.chance(law).sample(range(len(self.moments)), self.depth))
        return [self.moments[number] for number in sorted(chosen)]

    def broken(self, law: int, moment: Moment[S], what: str, seat: Viewer = None) -> LawBroken:
        at = f"before move {moment.moves + 1}" if moment.move is not None else f"after {counted(moment.moves, 'move')}"
        who = "" if seat is None else f", seat {seat}"
        return LawBroken(law, f"{self.game.id} with {self.seats} seats, seed {self.seed!r}, {at}{who}", what)


def random_match(game: Game[S], seats: int, seed: str, *, depth: int = 40, limit: int = 20_000) -> Run[S]:
    """Play random moves to the end. This checks law 9, and the parts of laws 1 and 2 that playing needs."""
    run = Run(game, seats, seed, depth)
    chance = run.chance(9)
    met: Counter[type[Move]] = Counter()
    state = game.new(seats, seed)
    while acting := game.to_act(state):
        here = Moment(len(run.moments), state)
        if here.moves >= limit:
            raise run.broken(9, here, f"it is still going on after {limit} moves")
        seat = chance.choice(acting)
        moves = game.legal(state, seat)
        if not moves:
            raise run.broken(1, here, "it may act but has no move", seat)
        move = chance.choice(moves)
        met[type(move)] += 1
        # Positions are slow to write, so only some are compared: a game that changes its states does so soon and often.
        before = game.position(state) if met[type(move)] <= 8 or here.moves % 16 == 0 else None
        progress = apply_offered(run, here, seat, move)
        if before is not None and game.position(state) != before:
            raise run.broken(2, here, f"{move} changed the state it was played in", seat)
        run.moments.append(Moment(here.moves, state, seat, move, progress.events))
        state = progress.state
    run.moments.append(Moment(len(run.moments), state))
    return run


def apply_offered(run: Run[S], moment: Moment[S], seat: Seat, move: Move) -> Progress[S]:
    """Play a move that is offered."""
    try:
        return run.game.apply(moment.state, seat, move)
    except HouseRulesError as problem:
        raise run.broken(2, moment, f"{move} is offered but refused: {problem.code}, {problem}", seat) from problem
    except Exception as problem:
        raise run.broken(2, moment, f"{move} is offered but raises {problem!r}", seat) from problem


def viewers(run: Run[S]) -> tuple[Viewer, ...]:
    return (None, *range(run.seats))
