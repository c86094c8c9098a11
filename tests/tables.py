"""Tables for tests: seated players, a clock that is only a number, random steps of every kind, all that can be seen."""

from __future__ import annotations

import random
from typing import Any

import houserules as hr
from houserules.core import to_json
from houserules.table import (
    AgreeToTakeBack,
    AnyDeed,
    ChangeKey,
    Forfeit,
    Mute,
    Player,
    Policies,
    ReadyToDeal,
    Rematch,
    Settings,
    Sit,
    Table,
    TakeBack,
    TakeOver,
    TimedOut,
)

NAMES = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay", "Gus", "Hal")


def seated(kinds: str, game: hr.Game[Any] | str = "shithead", *, seed: str = "table", **policies: bool) -> Table:
    """A table; a letter for each seat: p is a person, b a bot."""
    played = hr.load(game) if isinstance(game, str) else game
    players = [
        Player(name) if kind == "p" else Player(name, "bot", "random") for name, kind in zip(NAMES, kinds, strict=False)
    ]
    return Table.new(Settings.of(played, players, seed=seed, policies=Policies(**policies)), played)


def all_seen(table: Table) -> list[object]:
    """Whatever anybody can learn from a table, and all that decides how it goes on."""
    found: list[object] = [table.seq, table.number, table.players, table.outcome, table.to_act, table.due()]
    found += [table.is_dealt, table.is_over, [step.encode() for step in table.steps()]]
    for viewer in (None, *range(table.seats)):
        found.append(table.since(viewer))
        if table.is_dealt:
            found.append(to_json(table.view(viewer)))
    if table.is_dealt:
        found.append(table.match.record())
    return found


def random_step(table: Table, chance: random.Random) -> tuple[int, hr.Move | AnyDeed]:
    """Mostly a legal move; now and then a deed that may be refused."""
    if table.to_act and chance.random() < 0.75:
        seat = chance.choice(table.to_act)
        moves = table.match.legal(seat)
        return seat, moves[-1] if chance.random() < 0.3 else chance.choice(moves)
    number = table.seq
    seat = chance.randrange(table.seats)
    deeds: list[AnyDeed] = [
        ReadyToDeal("salt"),
        Rematch(),
        TakeBack(1),
        TakeBack(chance.randrange(1, 4)),
        AgreeToTakeBack(),
        AgreeToTakeBack(),
        Sit(Player(f"Sitter {number}")),
        TakeOver(Player(f"Bot {number}", "bot", "random"), keeps=chance.random() < 0.3),
    ]
    if chance.random() < 0.2:
        deeds = [Forfeit()]
    elif table.is_dealt and table.match.moves and chance.random() < 0.15:
        seat, deeds = table.match.moves[-1][0], [TakeBack(1)]
    elif chance.random() < 0.1:
        deeds = [Mute(chance.choice((None, 0, 1)), chance.random() < 0.5), ChangeKey()]
    elif table.to_act and chance.random() < 0.2:
        seat = chance.choice(table.to_act)
        deeds = [TimedOut(str(chance.choice(table.match.legal(seat))))]
    return seat, chance.choice(deeds)
