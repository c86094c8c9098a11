"""examples/bot.py does what it says, and its bot begins at once."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import houserules as hr

pytestmark = pytest.mark.one_build

BOT = Path(__file__).parent.parent / "examples" / "bot.py"
PATIENCE_SECONDS = 120


def test_it_swaps_no_cards() -> None:
    hasty = runpy.run_path(str(BOT))["Hasty"]()
    match = hr.Match.new(hr.load("shithead"), seats=2, seed="hasty")
    for seat in (0, 1):
        match.play(seat, hasty.choose(match.view(seat)))
    assert [str(move) for _, move in match.moves] == ["ready", "ready"]


def test_without_a_link_it_plays_a_match_at_a_server_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, str(BOT)], capture_output=True, text=True, timeout=PATIENCE_SECONDS, check=True
    )
    table, playing, places = done.stdout.splitlines()
    assert table.startswith("A table for two at http")
    assert playing == table.replace("A table for two", "Hasty plays")
    assert sorted(places.removeprefix("The places, by seat: ").split()) == ["1", "2"]
