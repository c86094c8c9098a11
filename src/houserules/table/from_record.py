"""The table that the moves of a record lead to: how a saved match is resumed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houserules.core import counted
from houserules.errors import HouseRulesError, RecordError
from houserules.games import AnyGame
from houserules.match import Record, expected_outcome, rules_of

from .player import Player
from .policies import Policies
from .settings import Settings
from .steps import Step
from .table import Table


def table_from_record(
    record: Record, players: Sequence[Player], *, policies: Policies | None = None, game: AnyGame | None = None
) -> Table:
    """Deal as the record says and commit each of its moves; the table continues from there.

    `game` is needed only if it neither ships with the package nor is a house, which a record carries itself."""
    game = rules_of(record.game, record.house) if game is None else game
    if record.rules not in (game.hash, *game.former_hashes):
        raise RecordError(f"it was played by rules {record.rules} of {record.game}, but here they are {game.hash}")
    if len(players) != record.seats:
        raise RecordError(f"it has {record.seats} seats, but there are {len(players)} players")
    settings = Settings.of(
        game,
        players,
        seed=record.seed if record.proof is None else None,
        proof=record.proof,
        position=record.position,
        policies=policies,
    )
    table = Table.new(settings, game)
    for step in _steps(record, game):
        try:
            table.commit(step)
        except HouseRulesError as problem:
            raise RecordError(f"move {step.seq}, {step.move} by seat {step.seat}: {problem.message}") from problem
    if expected_outcome(record, table.outcome) != record.outcome:
        raise RecordError("its outcome is not what its moves lead to")
    return table


def _steps(record: Record, game: AnyGame) -> Iterator[Step]:
    if record.times and len(record.times) != len(record.moves):
        raise RecordError(f"it has {counted(len(record.moves), 'move')} but times for {len(record.times)}")
    for number, (seat, text) in enumerate(record.moves, 1):
        try:
            move = game.read(text)
        except HouseRulesError as problem:
            raise RecordError(f"move {number}, {text!r} by seat {seat}: {problem.message}") from problem
        yield Step(number, seat, move, 1000 * record.times[number - 1] if record.times else 0)
