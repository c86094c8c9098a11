"""Views that come from elsewhere: whatever somebody made of one, a bot answers it, or refuses it by its code.

`python -m tests.test_edited_views 20000` edits this many views of each game, and says how many were refused."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.bots import BotSpec, levels, make_bot
from houserules.core import View, from_json, to_json
from houserules.errors import ViewError
from houserules.games import FAMILIES

HOUSES = sorted((Path(__file__).parent.parent / "examples" / "houses").glob("w*.toml"))
GAMES = [*hr.GAMES, *map(str, HOUSES)]
COUNT = 300
NUMBERS = (-1, 0, 1, 2, 3, 7, 63, 64, 255, 256, 1000, 10**9, 2**62, 2**63, -(2**40))


def read(game: hr.Game[Any], data: bytes | str) -> View:
    kind: type[View] = FAMILIES[game.family].view()
    return from_json(data, kind)


def views(game: hr.Game[Any], chance: random.Random) -> Iterator[View]:
    """Of seats that are to act, through some random matches."""
    for seats in {game.seats.start, min(4, game.seats.stop - 1)}:
        for number in range(2):
            match = hr.Match.new(game, seats=seats, seed=f"edited {number}")
            while match.to_act and match.seq < 120:
                seat = chance.choice(match.to_act)
                yield match.view(seat)
                match.play(seat, chance.choice(match.legal(seat)))


def places(document: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    if isinstance(document, dict | list):
        for key, value in document.items() if isinstance(document, dict) else enumerate(document):
            yield from places(value, (*path, key))


def at(document: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def edit(document: Any, chance: random.Random) -> None:
    """Leave something out, put it in twice, or write something else in its place."""
    *path, key = chance.choice(list(places(document)))
    parent, value = at(document, tuple(path)), at(document, (*path, key))
    others = [at(document, place) for place in places(document)]
    match chance.randrange(6):
        case 0:
            del parent[key]
        case 1 if isinstance(key, int):
            parent.insert(key, value)
        case 2 if isinstance(value, int):
            parent[key] = chance.choice((*NUMBERS, value + 1, value - 1))
        case 3:
            parent[key] = None
        case 4:
            parent[key] = json.loads(json.dumps(chance.choice(others)))
        case _:
            alike = [other for other in others if type(other) is type(value)]
            parent[key] = json.loads(json.dumps(chance.choice(alike)))


def ask_bots(name: str, count: int) -> tuple[int, int]:
    """How often a bot answered, and how often it refused the view; anything else is a bug."""
    game, chance = hr.load(name), random.Random(f"edited {name}")
    bots = [make_bot(BotSpec(level), game, 1) for level, kind in levels(game).items() if not kind.thinks]
    shown = [to_json(view) for view in views(game, chance)]
    answered = refused = 0
    for _ in range(count):
        document = json.loads(chance.choice(shown))
        for _ in range(chance.choice((1, 1, 2, 3))):
            edit(document, chance)
        try:
            view = read(game, json.dumps(document))
        except (msgspec.ValidationError, hr.HouseRulesError):
            continue
        for bot in bots:
            try:
                bot.public_reason(view, bot.choose(view))
                assert bot.explain(view).why
                answered += 1
            except (ViewError, hr.IllegalMove):
                refused += 1
    return answered, refused


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_a_bot_answers_an_edited_view_or_refuses_it(name: str) -> None:
    answered, refused = ask_bots(name, COUNT)

    assert answered
    assert refused


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_a_view_that_nobody_edited_is_accepted(name: str) -> None:
    game = hr.load(name)
    for view in views(game, random.Random(name)):
        again = read(game, to_json(view))
        unchecked = [view.legal.is_unchecked, again.legal.is_unchecked]

        game.check_view(again)

        assert [*unchecked, again.legal.is_unchecked] == [False, True, False]
        assert again == view


def test_what_is_wrong_with_a_view_is_said() -> None:
    game = hr.load("shithead")
    match = hr.Match.new(game, seats=3, seed="friday")
    view = match.view(0)

    def refusal(edited: View) -> str:
        with pytest.raises(ViewError) as caught:
            game.check_view(edited)
        assert caught.value.code == "bad-view"
        return caught.value.message

    change = msgspec.structs.replace
    assert refusal(change(view, stock=40)).endswith("its cards do not add up to the 54 that are played with")
    assert refusal(change(view, asks="7 or lower")).startswith("asks: this does not follow from the rest of the view")
    assert refusal(change(view, seat=3)).startswith("this view contradicts itself or the rules of Shithead")
    assert refusal(hr.load("duel").view(hr.load("duel").new(2, "x"), 0)).startswith(
        "this is not a view of Shithead: its"
    )
    assert refusal(hr.load("heroes").view(hr.load("heroes").new(2, "x"), 0)).endswith("it is one of the family heroes")
    assert "slim" in refusal(view.slim())


def test_a_view_of_heroes_is_imagined() -> None:
    """A state that looks like the view, for both seats and for spectators."""
    game = hr.load("heroes")
    for number in range(4):
        chance = random.Random(number)
        match = hr.Match.new(game, seats=2, seed=f"imagined {number}")
        while match.to_act and match.seq < 150:
            for viewer in (0, 1, None):
                view = match.view(viewer)
                assert game.view(game.imagine(view, 0), viewer) == view
            seat = chance.choice(match.to_act)
            match.play(seat, chance.choice(match.legal(seat)))


if __name__ == "__main__":
    for game_name in GAMES:
        print(game_name, "answered {}, refused {}".format(*ask_bots(game_name, int(sys.argv[1]))))
