"""Torture of the full screen: `python -m tests.torture_terminal 10000 [GAME...]` gives each game that many random keys,
clicks and changes of the window. Nothing may be raised, and whenever the screen is left, the match must be saved as it
was played."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from contextlib import AbstractAsyncContextManager

from textual.pilot import Pilot

import houserules as hr
from houserules.terminal import library, saved
from houserules.terminal.full.table_widget import TableWidget
from houserules.terminal.full.wishes import Wishes
from houserules.terminal.sitting import Sitting
from tests.screen_players import app_of, at_screen
from tests.sittings import sat

KEYS = [
    *("left", "right", "up", "down", "home", "end", "pageup", "pagedown", "tab", "shift+tab", "backspace", "delete"),
    *("escape", "space", "space", "space", "enter", "enter", "enter", "enter", "f1", "ctrl+a", "ctrl+r", "ctrl+x"),
    *"23456789jka0*rtpohwusm?:/+-cd1xé♥#QJ",
]
LEAVING = ["q", "ctrl+q", "ctrl+c", "ctrl+d"]
TYPED = [
    "hint",
    "why",
    "undo",
    "legal",
    "move 1",
    "#1",
    "history all",
    "rules",
    "sort suit",
    "nonsense",
    "score",
    "#99",
]
SIZES = [(60, 20), (80, 24), (120, 40), (200, 60), (30, 10), (59, 19), (61, 21), (5, 3), (100, 30)]


def screen_for(sitting: Sitting) -> AbstractAsyncContextManager[Pilot[int]]:
    return at_screen(sitting, wishes=Wishes(speed="off"))


async def tortured(game: str, count: int, seed: int) -> int:
    """How often a match was over, or the screen was left."""
    chance = random.Random(seed)
    done = ends = 0
    sitting = sat(game, seed=f"torture {seed}", saves=True)
    while done < count:
        async with screen_for(sitting) as pilot:
            app = app_of(pilot)
            while done < count and app.is_running:
                done += 1
                await deed(pilot, chance)
            shown = app.host.seated
            assert isinstance(shown, Sitting)
            sitting = shown
        ends += 1
        sitting.finish()
        check_saved(sitting)
        if sitting.is_over or chance.random() < 0.2:
            sitting = sat(game, seed=f"torture {seed} {done}", saves=True)
        else:
            path = sitting.autosave.path
            assert path is not None
            sitting = Sitting.resumed(saved.read(path), path, ms=20, clock=lambda: 0.0)
    return ends


def check_saved(sitting: Sitting) -> None:
    """What lies on the disk is the match as it was played."""
    path = sitting.autosave.path
    assert path is not None
    assert saved.read(path).record["moves"] == sitting.match.record()["moves"]
    assert [entry for entry in (library.latest(),) if entry is not None] != []


async def deed(pilot: Pilot[int], chance: random.Random) -> None:
    """One key, click, line or new size."""
    app = app_of(pilot)
    kind = chance.random()
    if kind < 0.78:
        await pilot.press(chance.choice(KEYS))
    elif kind < 0.90:
        width, height = app.size
        table = app.screen_stack[0].query_one(TableWidget)
        spots = table.scene.spots
        at = (chance.randrange(max(width, 1)), chance.randrange(max(height, 1)))
        if spots and chance.random() < 0.8:
            spot = chance.choice(spots)
            at = (min(spot.column, width - 1), min(spot.row, height - 1))
        await pilot.click(offset=at, control=chance.random() < 0.2)
    elif kind < 0.95:
        await pilot.press(
            ":", *[{" ": "space", "#": "number_sign"}.get(sign, sign) for sign in chance.choice(TYPED)], "enter"
        )
    elif kind < 0.995:
        await pilot.resize_terminal(*chance.choice(SIZES))
    else:
        await pilot.press(chance.choice(LEAVING))


def main(words: list[str]) -> None:
    count = int(words[0]) if words else 10_000
    with tempfile.TemporaryDirectory() as home:
        os.environ["HOUSERULES_HOME"] = home
        for game in words[1:] or hr.GAMES:
            ends = asyncio.run(tortured(game, count, seed=1))
            print(
                f"{game}: {count} keys, clicks and sizes, {ends} times left, nothing raised, nothing lost", flush=True
            )


if __name__ == "__main__":
    main(sys.argv[1:])
