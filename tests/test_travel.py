"""What travels: random moves, events and views of every game are read back as they were, here and in JavaScript.

`python -m tests.test_travel 10000` tries that many of each; the suite tries fewer.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.core import from_json, to_json
from houserules.games import FAMILIES
from houserules.games.heart_of_five import events as heart_of_five
from houserules.games.heroes import events as heroes
from houserules.games.shedding import events as shedding
from houserules.games.shedding.documents import SHIPPED, laid_over, shipped_document
from houserules.games.shedding.house import EFFECTS, MOST_HAND
from houserules.games.toml_reader import parse
from houserules.schemas import schemas, union_of

pytestmark = pytest.mark.one_build

FEW = 150
ROOT = Path(__file__).resolve().parent.parent
AJV = ROOT / ".venv" / "node" / "node_modules" / "ajv"
HOUSES = sorted((ROOT / "examples" / "houses").glob("*.toml"))
GAMES = [*hr.GAMES, *(str(path) for path in HOUSES)]
KINDS = {
    f"{family.name}.{what}": kind
    for family in FAMILIES.values()
    for what, kind in (
        ("move", union_of(family.moves())),
        ("event", union_of(family.events())),
        ("view", family.view()),
    )
}
Values = dict[str, list[Any]]
OUTCOME = hr.Outcome.of_places((1, 2), "limit")
RARE: Values = {
    "shedding.event": [
        shedding.Announced(0),
        shedding.Ended(OUTCOME),
        shedding.Forgot(1),
        shedding.Peeked(0, 2, hr.Card.H7),
        shedding.Peeked(0, 2, None),
        shedding.Raised(1, (hr.Card.H7,)),
        shedding.Taking(0),
        shedding.TurnedUp((hr.Card.H7,)),
    ],
    "heart-of-five.event": [heart_of_five.Ended(OUTCOME)],
    "heroes.event": [heroes.Ended(OUTCOME, 0, (1000, 5)), heroes.Shown(0, {3: 67, 9: 0}), heroes.Shown(1, None)],
}
"""Events that few random matches have."""


def values_of(name: str, count: int) -> Values:
    """So many moves, events and views, or some more, from random matches of all sizes; events as each viewer may see
    them."""
    game = hr.load(name)
    found: Values = {"move": [], "event": [], "view": []}
    for number in range(10**6):
        chance = random.Random(f"{Path(name).stem} {number}")
        match: hr.Match[Any] = hr.Match.new(game, seats=chance.choice(game.seats), seed=str(number))
        viewers = (None, *range(match.seats))
        for _ in range(400):
            if match.outcome is not None or min(map(len, found.values())) >= count:
                break
            seat = chance.choice(match.to_act)
            legal = match.legal(seat)
            move = chance.choice(legal if not isinstance(legal[0], hr.Bet) else legal[:30])
            match.play(seat, move)
            found["move"].append(move)
            viewer = chance.choice(viewers)
            found["event"] += match.events(viewer, match.seq - 1)
            found["view"].append(match.view(viewer))
        if min(map(len, found.values())) >= count:
            break
    return {f"{game.family}.{what}": values for what, values in found.items()}


def lines(values: Values) -> Iterator[tuple[str, Any]]:
    for name, found in values.items():
        for value in found:
            yield name, value


def check_here(values: Values) -> None:
    for name, value in lines(values):
        data = to_json(value)
        again = from_json(data, KINDS[name])
        assert again == value
        assert to_json(again) == data


def in_javascript(values: Values) -> subprocess.CompletedProcess[bytes]:
    """Node checks each value by the schema and writes it back, each on a line."""
    node = shutil.which("node")
    if node is None or not AJV.is_dir():
        pytest.skip(f"node and its package ajv are needed, the latter in {AJV.relative_to(ROOT)}: see the Makefile")
    with tempfile.TemporaryDirectory() as folder:
        schema, data = Path(folder, "schema.json"), Path(folder, "values.jsonl")
        schema.write_bytes(msgspec.json.encode(schemas()))
        written = [b'["%s",%s]\n' % (name.encode(), to_json(value)) for name, value in lines(values)]
        data.write_bytes(b"".join(written))
        script = Path(__file__).with_name("travel.cjs")
        return subprocess.run([node, script, AJV, schema, data], capture_output=True, check=False)


def check_in_javascript(values: Values) -> None:
    done = in_javascript(values)
    assert done.returncode == 0, done.stderr.decode()[:2000]
    for (name, value), back in zip(lines(values), done.stdout.splitlines(), strict=True):
        assert from_json(back, KINDS[name]) == value


@pytest.mark.parametrize("name", GAMES, ids=lambda name: Path(name).stem)
def test_moves_events_and_views_are_read_back(name: str) -> None:
    check_here(values_of(name, FEW))
    check_here(RARE)


def test_the_same_bytes_are_read_in_javascript() -> None:
    values = dict(RARE)
    for name in GAMES:
        for what, found in values_of(name, FEW // 3).items():
            values[what] = values.get(what, []) + found
    check_in_javascript(values)


def test_every_kind_of_move_event_and_view_has_a_schema() -> None:
    """And none is named after a module: a client need not know where something is kept here."""
    parts = schemas()["$defs"]

    for family in FAMILIES.values():
        for kind in (*family.moves(), *family.events(), family.view()):
            tag = kind.__struct_config__.tag_field
            assert parts[f"{family.name}.{kind.__name__}"]["properties"][tag]["enum"] == [kind.__struct_config__.tag]
    assert not [name for name in parts if "houserules" in name]


def test_houses_keep_their_schema() -> None:
    """Those that ship and the examples as they are written; one with two mistakes does not."""
    houses = [shipped_document(name) for name in SHIPPED] + [parse(path.read_text("utf-8")) for path in HOUSES]

    kept = in_javascript({"shedding.document": houses})
    broken = in_javascript({"shedding.document": [laid_over({"deal": {"hand": MOST_HAND + 1}}, houses[0])]})

    assert kept.returncode == 0, kept.stderr.decode()[:2000]
    assert broken.returncode == 1
    assert f"deal/hand must be <= {MOST_HAND}" in broken.stderr.decode()


def test_the_schema_of_a_house_has_the_limits_and_defaults_of_the_reader() -> None:
    schema = schemas()["$defs"]["shedding.document"]["properties"]
    power = schema["powers"]["additionalProperties"]["anyOf"][0]["properties"]
    effects = {effect["anyOf"][0]["const"] for effect in power["do"]["items"]["anyOf"]}

    hand = schema["deal"]["properties"]["hand"]
    assert hand["title"] == "Cards in hand"
    assert hand["anyOf"][0] == {"type": "integer", "minimum": 1, "maximum": MOST_HAND}
    assert hand["anyOf"][2]["patternProperties"] == {"^[2-8]$": hand["anyOf"][0]}
    leads = schema["take"]["properties"]["leads"]
    assert leads["title"] == "Who plays next"
    assert leads["titles"] == {
        "next": "The next player",
        "taker": "Whoever took it",
        "previous": "The player before the taker",
    }
    assert leads["enum"] == ["next", "taker", "previous"]
    assert leads["default"] == "next"
    assert {"to", "draw", "when"} == set(schema["play"]["properties"]["refill"]["properties"])
    assert effects == set(EFFECTS)


def test_every_kind_of_event_comes_up() -> None:
    """Otherwise nobody would notice one that cannot be read back."""
    met = {type(value) for game in GAMES for _, value in lines(values_of(game, FEW))}
    met |= {type(value) for _, value in lines(RARE)}

    assert not {kind for family in FAMILIES.values() for kind in family.events()} - met


def test_the_schema_refuses_what_is_something_else() -> None:
    for name, data in (
        ("shedding.move", b'{"move": "fly"}'),
        ("heroes.move", b'{"move": "take"}'),
        ("heart-of-five.event", b'{"event": "passed"}'),
        ("heroes.view", b'{"family": "shedding"}'),
    ):
        with pytest.raises(msgspec.ValidationError):
            from_json(data, KINDS[name])


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for game in GAMES:
        values = values_of(game, wanted)
        check_here(values)
        check_in_javascript(values)
        print(f"{Path(game).stem}: {', '.join(f'{len(found):,} of {name}' for name, found in values.items())}")
