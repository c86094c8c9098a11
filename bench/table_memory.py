"""How much memory does a table need? `python bench/table_memory.py [TABLES] [MOVES]` plays four-seat Shithead at many
tables with random moves, and prints how much a table keeps, as tracemalloc counts it."""

from __future__ import annotations

import gc
import random
import sys
import tracemalloc
from itertools import count, islice

import houserules as hr
from houserules.table import Player, Settings, Table

TABLES = int(sys.argv[1]) if len(sys.argv) > 1 else 50
MOVES = int(sys.argv[2]) if len(sys.argv) > 2 else 300


def played(number: int) -> Table | None:
    """A table after so many moves; None if its match ended before."""
    game = hr.load("shithead")
    players = [Player("Ann"), Player("Ben"), Player("Cem", "bot", "hard"), Player("Dot", "bot", "easy")]
    table = Table.new(Settings.of(game, players, seed=f"memory {number}"))
    chance = random.Random(number)
    while table.to_act and table.seq < MOVES:
        seat = table.to_act[0]
        moves = table.match.legal(seat)
        table.play(seat, moves[-1] if table.seq < 4 else chance.choice(moves), 1_000 * table.seq)
    return table if table.seq == MOVES else None


def main() -> None:
    played(0)  # what is made once for all tables
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    whole = (table for number in count(1) if (table := played(number)) is not None)
    kept = list(islice(whole, TABLES))
    gc.collect()
    size = (tracemalloc.get_traced_memory()[0] - before) / len(kept)
    print(f"{size / 1024:.1f} KB a table of four seats after {MOVES} moves, undo and all events included")


if __name__ == "__main__":
    main()
