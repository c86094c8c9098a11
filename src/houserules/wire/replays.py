"""Reading a replay in Python: its moves, events and views are those of a game that only the answer names."""

from __future__ import annotations

import msgspec

from houserules.core import DealPlan, Outcome, Seat, Turn, from_json
from houserules.errors import WireError
from houserules.games import FAMILIES
from houserules.table import AnyDeed

from .rest import Replay, ReplayStep
from .told import Kinds, kinds_of


class _StepOfAnyGame(msgspec.Struct, gc=False):
    seq: int
    at: int
    seat: Seat | None
    move: msgspec.Raw
    deed: AnyDeed | None
    events: msgspec.Raw
    words: tuple[str, ...]
    turn: Turn
    view: msgspec.Raw


class _ReplayOfAnyGame(msgspec.Struct):
    table: str
    match: int
    game: str
    title: str
    rules: str
    family: str
    names: tuple[str, ...]
    outcome: Outcome | None
    steps: tuple[_StepOfAnyGame, ...]
    seat: Seat | None = None
    deal: DealPlan | None = None


def read_replay(data: bytes | str) -> Replay:
    """An answer of the server, or WireError."""
    try:
        outer = msgspec.json.decode(data, type=_ReplayOfAnyGame)
        if outer.family not in FAMILIES:
            raise WireError("unknown-game", "this replay is of a game that this program does not know: update it")
        kinds = kinds_of(outer.family)
        steps = tuple([_step(step, kinds) for step in outer.steps])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as problem:
        raise WireError("bad-message", f"this replay cannot be read: {problem}") from problem
    return Replay(**{**msgspec.structs.asdict(outer), "steps": steps})


def _step(step: _StepOfAnyGame, kinds: Kinds) -> ReplayStep:
    return ReplayStep(
        seq=step.seq,
        at=step.at,
        seat=step.seat,
        move=from_json(bytes(step.move), kinds.move),
        deed=step.deed,
        events=from_json(bytes(step.events), kinds.events),
        words=step.words,
        turn=step.turn,
        view=from_json(bytes(step.view), kinds.view),
    )
