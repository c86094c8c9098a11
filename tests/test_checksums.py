"""The same matches on every build: check sums over thousands of games, equal whether the kernel is compiled or not.

A change of the rules changes them. Make tests/data/checksums.json anew with `python -m tests.test_checksums`.
"""

import hashlib
import json
import random
from pathlib import Path
from typing import Any, TypedDict

import pytest

from houserules import GAMES, Event, Match, load, to_document
from houserules.games.shedding.game import Shedding
from houserules.kernel.playout import playouts

DATA = Path(__file__).resolve().parent / "data" / "checksums.json"
COUNT = 342
COUNTS = {"heart-of-five": 20}
"""A match of many rounds is worth many matches."""
MATCHES = 2
SEED = 2_024


class Kernel(TypedDict):
    """Random matches inside the kernel."""

    game: str
    seats: int
    count: int
    seed: int
    moves: int
    check: int


class Public(TypedDict):
    """One random match as its players are told it."""

    game: str
    seats: int
    seed: str
    moves: int
    sha256: str


class Sums(TypedDict):
    kernel: list[Kernel]
    matches: list[Public]


def tables() -> list[tuple[str, int]]:
    """Each game with its fewest seats, its most, and some number between them."""
    return [
        (name, seats)
        for name in GAMES
        for seats in sorted({load(name).seats[0], load(name).seats[-1], sum(load(name).seats) // len(load(name).seats)})
    ]


def in_the_kernel(name: str, seats: int, count: int, seed: int) -> Kernel:
    moves, check = playouts(load(name).new(seats, "x").kernel, count, seed)
    return Kernel(game=name, seats=seats, count=count, seed=seed, moves=moves, check=check)


def in_public(name: str, seats: int, seed: str) -> Public:
    """A match of random moves. `random()` gives the same numbers on every version of Python, `choice` need not."""
    chance = random.Random(f"{name} {seats} {seed}")
    match = Match.new(load(name), seats=seats, seed=seed)
    decks = match.game.rules.decks_for(seats) if isinstance(match.game, Shedding) else 0
    text = hashlib.sha256()
    moves = 0
    while acting := match.to_act:
        seat = acting[int(chance.random() * len(acting))]
        legal = match.legal(seat)
        move = legal[int(chance.random() * len(legal))]
        told = as_first_written(match.play(seat, move), decks)
        seen = as_first_written(match.events(None, since=moves), decks)
        text.update(f"{seat} {move} {_json(told)} {_json(seen)}\n".encode())
        moves += 1
    text.update(f"{_json(match.position())} {_json(to_document(match.outcome))}\n".encode())
    return Public(game=name, seats=seats, seed=seed, moves=moves, sha256=text.hexdigest())


ADDED = {"played": {"spot"}, "failed": {"spot"}, "took": {"up", "blind", "forced"}}
"""What events of the Shithead family say since the sums were made, beside `ask`, ..."""
NEW = {"targeted"}
"""... and the events that are told since."""


def as_first_written(events: tuple[Event, ...], decks: int) -> list[Any]:
    """Events as they were when the sums were made."""
    documents: list[Any] = [to_document(event) for event in events]
    return [_first_written(event, decks) for event in documents if event["event"] not in NEW]


def _first_written(event: Any, decks: int) -> Any:
    """Without what was added, and equal Jokers called jj, as many as there are decks, then JJ. (Today all are jj.)"""
    first = {key: value for key, value in event.items() if key not in {"ask", *ADDED.get(event["event"], ())}}
    if not decks:
        return first
    if isinstance(first.get("cards"), list):
        jokers = 0
        for place, card in enumerate(first["cards"]):
            assert card != "JJ"
            jokers += card == "jj"
            if card == "jj" and jokers > decks:
                first["cards"][place] = "JJ"
    return first


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def make() -> Sums:
    return Sums(
        kernel=[in_the_kernel(name, seats, COUNTS.get(name, COUNT), SEED + seats) for name, seats in tables()],
        matches=[in_public(name, seats, f"sum-{k}") for name, seats in tables() for k in range(MATCHES)],
    )


def stored() -> Any:
    return json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {"kernel": [], "matches": []}


def _id(sums: Any) -> str:
    return f"{sums['game']}-{sums['seats']}-{sums['seed']}"


@pytest.mark.parametrize("sums", stored()["kernel"], ids=_id)
def test_the_kernel_plays_the_same_matches_on_every_build(sums: Kernel) -> None:
    assert in_the_kernel(sums["game"], sums["seats"], sums["count"], sums["seed"]) == sums


@pytest.mark.parametrize("sums", stored()["matches"], ids=_id)
def test_players_are_told_the_same_on_every_build(sums: Public) -> None:
    assert in_public(sums["game"], sums["seats"], sums["seed"]) == sums


def test_every_game_has_check_sums_over_thousands_of_matches() -> None:
    sums = stored()

    assert [(of["game"], of["seats"]) for of in sums["kernel"]] == tables()
    assert {(of["game"], of["seats"]) for of in sums["matches"]} == set(tables())
    assert sum(of["count"] for of in sums["kernel"]) >= 2_000


if __name__ == "__main__":
    DATA.write_text(json.dumps(make(), indent=1) + "\n", encoding="utf-8")
