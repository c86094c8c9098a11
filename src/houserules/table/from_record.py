"""The table that the moves of a record lead to: how a saved match is resumed, or shown again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houserules.core import counted
from houserules.errors import HouseRulesError, RecordError
from houserules.games import AnyGame
from houserules.match import Record, expected_outcome, read_record, refused_move, rules_of

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
    table = Table.new(_settings(record, players, game, policies), game)
    for step in _steps(record, game):
        try:
            table.commit(step)
        except HouseRulesError as problem:
            raise RecordError(refused_move(record, step.seq, problem)) from problem
    if expected_outcome(record, table.outcome) != record.outcome:
        raise RecordError("its outcome is not what its moves lead to")
    return table


def replay_of_record(record: bytes, names: Sequence[str]) -> tuple[Table, Iterator[Step]]:
    """A table at which the match of a record is dealt, and its moves: commit them one by one."""
    saved = read_record(record)
    game = rules_of(saved.game, saved.house)
    return Table.new(_settings(saved, [Player(name) for name in names], game), game), _steps(saved, game)


def _settings(record: Record, players: Sequence[Player], game: AnyGame, policies: Policies | None = None) -> Settings:
    if record.rules not in (game.hash, *game.former_hashes):
        raise RecordError(f"it was played by rules {record.rules} of {record.game}, but here they are {game.hash}")
    if len(players) != record.seats:
        raise RecordError(f"it has {record.seats} seats, but there are {len(players)} players")
    return Settings.of(
        game,
        players,
        seed=record.seed if record.proof is None else None,
        proof=record.proof,
        position=record.position,
        begins=record.begins,
        tribute=record.tribute,
        policies=policies,
    )


def _steps(record: Record, game: AnyGame) -> Iterator[Step]:
    if record.times and len(record.times) != len(record.moves):
        raise RecordError(f"it has {counted(len(record.moves), 'move')} but times for {len(record.times)}")
    for number, (seat, text) in enumerate(record.moves, 1):
        try:
            move = game.read(text)
        except HouseRulesError as problem:
            raise RecordError(refused_move(record, number, problem)) from problem
        yield Step(number, seat, move, 1000 * record.times[number - 1] if record.times else 0)
