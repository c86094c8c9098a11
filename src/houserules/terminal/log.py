"""The log: what happened at a table, kept as events and notes, and put into words where it is shown."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houserules.core import Event, Move, Names, Seat, Target
from houserules.table import Decision


class Note(msgspec.Struct, frozen=True):
    """Something that no rule of the game knows of."""

    text: str

    def tell(self, who: Names) -> str:  # noqa: ARG002 - it names nobody
        return self.text


class TookBack(msgspec.Struct, frozen=True):
    seat: Seat
    moves: tuple[Move, ...]

    def tell(self, who: Names) -> str:
        said = [f"naming {who(move.seat)}" if isinstance(move, Target) else str(move) for move in self.moves]
        return f"{who(self.seat)} took back: {', '.join(said)}"


class BotFailed(msgspec.Struct, frozen=True):
    """A bot gave no legal move, and another one moved for it."""

    decision: Decision

    def tell(self, who: Names) -> str:
        name = who(self.decision.step.seat)
        failed = []
        for number, failure in enumerate(self.decision.failures):
            what = "it chose an illegal move" if failure.kind == "illegal" else failure.what
            failed.append(f"{failure.level} failed too ({what})" if number else f"{name} failed ({what})")
        level = self.decision.level
        instead = "the first legal move was made" if level is None else f"{level} moved instead"
        return f"{', '.join(failed)}: {instead}"


Entry = Event | Note | TookBack | BotFailed


def sentences(log: Iterable[Entry], names: Names) -> list[str]:
    """One for each entry, the oldest first."""
    return [entry.tell(names) for entry in log]


def log_lines(log: Iterable[Entry], names: Names) -> list[str]:
    """The same on fewer lines: "Ann played 7H and drew 1 card"."""
    told: list[str] = []
    player: Seat | None = None  # whose play stands in the last line, if nothing is added to it yet
    for entry in log:
        sentence = entry.tell(names)
        if player is not None and isinstance(entry, Event) and entry.follows_play_of == player:
            told[-1] += f" and {sentence.removeprefix(f'{names(player)} ')}"
            player = None
            continue
        told.append(sentence)
        player = entry.play_of if isinstance(entry, Event) else None
    return told
