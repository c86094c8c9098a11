"""Following the events of a step gives the next view, in everything that the page draws: the page guesses nothing."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

import houserules as hr
from houserules.core import to_json
from tests.strategies import houses

FOLLOW = Path(hr.__file__).parent / "web" / "js" / "follow.js"
DRIVER = Path(__file__).parent / "web_follow.mjs"
HOUSES = sorted((Path(__file__).parent.parent / "examples" / "houses").glob("*.toml"))
GAMES = ["shithead", "duel", "smellyhead", "heart-of-five", "heroes", *map(str, HOUSES)]
MATCHES = 6
MOST_MOVES = 400

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node on this machine")

SOME = settings(
    max_examples=100,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def batches(game: Any, seed: str) -> Iterator[dict[str, Any]]:
    """A match of moves by chance, as one viewer gets it: view, events, turn, next view."""
    chance = random.Random(seed)
    match = hr.Match.new(game, seats=chance.choice(list(game.seats)), seed=seed)
    viewer = chance.choice([*range(match.seats), None])
    while match.to_act and len(match.moves) < MOST_MOVES:
        seat = chance.choice(match.to_act)
        legal = match.legal(seat)
        quick = [move for move in legal if not str(move).startswith("swap")]
        before = game.slim_view(match.state, viewer)
        attempt = match.attempt(seat, chance.choice(legal if chance.random() < 0.3 else quick))
        match.make(attempt)
        yield {
            "name": f"{game.id}, {match.seats} seats, seed {seed}, move {len(match.moves)}: {match.last_move}",
            "before": json.loads(to_json(before)),
            "events": [json.loads(to_json(event.seen_by(viewer))) for event in attempt.events],
            "turn": json.loads(to_json(game.turn(match.state, seat, attempt.events))),
            "after": json.loads(to_json(game.slim_view(match.state, viewer))),
        }


def differences(steps: list[dict[str, Any]], folder: Path) -> list[str]:
    """Where the page would have drawn something else than what the next view says."""
    file = folder / "batches.jsonl"
    file.write_text("".join(json.dumps(step) + "\n" for step in steps))
    told = subprocess.run(["node", DRIVER, FOLLOW, file], capture_output=True, text=True, check=True)
    return told.stdout.splitlines()


@needs_node
@pytest.mark.parametrize("name", GAMES, ids=[Path(name).stem for name in GAMES])
def test_the_events_lead_to_the_next_view(name: str, tmp_path: Path) -> None:
    game = hr.load(name)
    steps = [step for number in range(MATCHES) for step in batches(game, f"follow {number}")]
    assert len(steps) > 100

    assert differences(steps, tmp_path) == []


@needs_node
def test_the_events_of_random_houses_lead_to_the_next_view(tmp_path: Path) -> None:
    steps: list[dict[str, Any]] = []

    @SOME
    @given(houses(limit=60))
    def play(document: dict[str, Any]) -> None:
        steps.extend(batches(hr.load(document), "follow"))

    play()
    assert len(steps) > 1000

    assert differences(steps, tmp_path) == []


@needs_node
def test_both_cards_stay_on_their_sides_when_a_round_ends(tmp_path: Path) -> None:
    """In H3ROES C4RDS it is nobody's turn then, and `picked` speaks of seat 0 first."""
    ends = []
    for step in [step for number in range(4) for step in batches(hr.load("heroes"), f"sides {number}")]:
        before = step["before"]
        last = [event for event in step["events"] if event.get("phase") == "round_end"]
        if last and before["current"] == 1:
            sides = {"own": before["picked"]["rival"], "rival": before["picked"]["own"]}
            ends.append(step | {"events": last, "after": before | {"picked": sides}})
    assert ends

    assert [line for line in differences(ends, tmp_path) if json.loads(line)["key"] == "picked"] == []


@needs_node
def test_a_difference_would_be_found(tmp_path: Path) -> None:
    """The check itself can fail: an event that is left out is noticed."""
    steps = [step for step in batches(hr.load("shithead"), "follow") if step["events"]]
    for step in steps:
        step["events"].pop(0)

    assert len(differences(steps, tmp_path)) >= len(steps)
