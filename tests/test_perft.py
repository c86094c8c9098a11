"""Perft: how many ways there are to go on from fixed positions, against the counts in tests/perft.

A line of a file is `id | position | depth | count | kernel count`. The count is over the moves that a player can say,
the kernel's over its own moves, for which cards of one rank are equal. A match that ends before `depth` counts once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

import houserules as hr
from houserules.kernel.playout import perft as kernel_perft
from houserules.kernel.position import legal_moves
from tests.positions import AnyMatch

S = TypeVar("S")


class Entry(NamedTuple):
    id: str
    position: dict[str, Any]
    depth: int
    said: int
    kernel: int


def entries() -> list[Entry]:
    found = []
    for path in sorted((Path(__file__).resolve().parent / "perft").glob("*.perft")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                name, position, *numbers = line.split(" | ")
                found.append(Entry(f"{path.stem}-{name.strip()}", json.loads(position), *map(int, numbers)))
    return found


ENTRIES = entries()
each = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.id}-{entry.depth}")


def begin(entry: Entry) -> AnyMatch:
    return hr.Match.from_position(hr.load(entry.position["game"]), entry.position)


def perft(game: hr.Game[S], state: S, depth: int) -> int:
    """Every sequence of moves, of all seats that may act, through the public face alone.

    States are values, so nothing is taken back: `undo` would replay the moves since a check point each time."""
    if depth == 0 or not (acting := game.to_act(state)):
        return 1
    return sum(
        perft(game, game.apply(state, seat, move).state, depth - 1)
        for seat in acting
        for move in game.legal(state, seat)
    )


def divided(game: hr.Game[S], state: S, depth: int) -> str:
    """The count of each first move: where to look when the sum is wrong."""
    counts = {
        f"  seat {seat} {move}": perft(game, game.apply(state, seat, move).state, depth - 1)
        for seat in game.to_act(state)
        for move in game.legal(state, seat)
    }
    return "\n".join(f"{move}: {count}" for move, count in counts.items())


def kernel_divided(match: AnyMatch, depth: int) -> str:
    lines = []
    for move in legal_moves(match.state.kernel):
        after = match.state.kernel.copy()
        after.advance(move)
        lines.append(f"  move {move}: {kernel_perft(after, depth - 1)}")
    return "\n".join(lines)


def test_there_is_something_to_count() -> None:
    """At least eight positions, each written once for each depth."""
    names = [(entry.id, entry.depth) for entry in ENTRIES]

    assert len({entry.id for entry in ENTRIES}) >= 8
    assert len(set(names)) == len(names)


@each
def test_perft_of_what_can_be_said(entry: Entry) -> None:
    """All that the game lists can be played, and it lists as much as it should."""
    match = begin(entry)
    game, state = match.game, match.state
    before = match.position()

    found = perft(game, state, entry.depth)

    assert found == entry.said, f"{found} instead of {entry.said}\n{divided(game, state, entry.depth)}"
    assert match.position() == before


@each
def test_perft_of_the_kernel(entry: Entry) -> None:
    """The same tree, with cards of one rank as one."""
    match = begin(entry)

    found = kernel_perft(match.state.kernel, entry.depth)

    assert found == entry.kernel, f"{found} instead of {entry.kernel}\n{kernel_divided(match, entry.depth)}"
