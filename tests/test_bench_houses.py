"""The houses that measure what many keys cost together: they use every newer key, and they can be played."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules.testing import check_game

HOUSES = sorted((Path(__file__).parents[1] / "bench" / "houses").glob("*.toml"))

KEYS = (
    *("deck.ranks", "deck.stock", "deal.begins", "deal.tie", "deal.leads", "deal.flip", "deal.first-choice"),
    *("play.run", "play.count", "play.across", "play.add", "play.peek", "pattern.mirrors", "pattern.lock"),
    *("pattern.jump-in", "take.try", "take.up", "take.who", "take.leads", "end.announce"),
    *("power.lead", "power.when-on", "power.else", "power.compare", "power.pair", "power.sees-through"),
    *("mirror.own-effects", "mirror.powers", "low.limit", "choose-way.strict", "force-take.counter", "skip.counter"),
    *("wild.joins", "wild.alone", "next", "revolution.until", "swap.zone", "swap.with", "swap.give", "swap.take"),
)


@pytest.mark.parametrize("path", HOUSES, ids=lambda path: path.stem)
def test_they_can_be_played_at_every_number_of_seats(path: Path) -> None:
    game = hr.load(path)

    for seats in range(game.seats[0], game.seats[1] + 1):
        check_game(game, seats=seats, matches=1, seed=f"bench {seats}")


def test_together_they_use_every_newer_key() -> None:
    used = set().union(*[keys(tomllib.loads(path.read_text())) for path in HOUSES])

    assert not set(KEYS) - used


def keys(document: dict[str, Any]) -> set[str]:
    """As the page about houses writes them."""
    found = {f"{table}.{key}" for table, value in document.items() if isinstance(value, dict) for key in value}
    for power in document["powers"].values():
        found |= {f"power.{key}" for key in power}
        for effect in [*power["do"], *power.get("else", [])]:
            found |= {effect} if isinstance(effect, str) else of_effect(effect)
    return found


def of_effect(effect: dict[str, Any]) -> set[str]:
    ((word, settings),) = effect.items()
    return {word, *[f"{word}.{key}" for key in settings]}
