"""Tables of all games and steps of every kind: deciding changes nothing, and steps are the whole table."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress

import pytest

import houserules as hr
from houserules.table import Player, Policies, Seen, Settings, Step, Table
from tests.tables import NAMES, all_seen, random_step

pytestmark = pytest.mark.one_build

STEPS = 40
"""Steps that are tried in each walk."""


def opened(name: str, number: int) -> Table:
    """Some table of a game: few or many people, with or without readiness, dealt from a seed or a secret."""
    chance = random.Random(f"{name} {number}")
    game = hr.load(name)
    seats = chance.choice([count for count in game.seats if count <= 4])
    players = [Player(who) if chance.random() < 0.6 else Player(who, "bot", "random") for who in NAMES[:seats]]
    source = {"secret" if chance.random() < 0.3 else "seed": f"walk {number}"}
    policies = Policies(ready_first=chance.random() < 0.3)
    return Table.new(Settings.of(game, players, policies=policies, opened=5000, **source))  # type: ignore[arg-type]


def walked(table: Table, number: int) -> Counter[str]:
    """Try steps of every kind. Says which kinds became true."""
    chance = random.Random(number)
    done: Counter[str] = Counter()
    now = 5000
    for _ in range(STEPS):
        now += chance.randrange(4000)
        seat, move = random_step(table, chance)
        try:
            table.play(seat, move, now)
        except hr.HouseRulesError:
            continue
        done[type(move).__name__] += 1
    return done


@pytest.mark.parametrize("name", hr.GAMES)
def test_deciding_changes_nothing(name: str) -> None:
    """Neither a step that is possible nor one that is refused leaves a trace before it is committed."""
    for number in range(2):
        table = opened(name, number)
        chance = random.Random(number)
        for _ in range(STEPS):
            before = all_seen(table)
            seat, move = random_step(table, chance)
            step: Step | None = None
            with suppress(hr.HouseRulesError):
                step = table.decide(seat, move, table.log.last_at + chance.randrange(2000))
            assert all_seen(table) == before
            if step is not None:
                table.commit(step)
                assert table.seq == step.seq


@pytest.mark.parametrize("name", hr.GAMES)
def test_settings_and_steps_are_the_whole_table(name: str) -> None:
    """Steps that were written and read again lead to a table of which everybody sees the same."""
    done: Counter[str] = Counter()
    for number in range(12):
        table = opened(name, number)
        done += walked(table, number)

        written = [step.encode() for step in table.steps()]
        again = Table.replay(table.settings, [Step.decode(data, table.game) for data in written])

        assert all_seen(again) == all_seen(table)
        assert [step.encode() for step in again.steps()] == written
    assert {"TimedOut", "TakeOver", "Sit", "TakeBack"} <= set(done)


@pytest.mark.parametrize("name", hr.GAMES)
def test_what_happened_since_a_step_is_the_end_of_what_happened(name: str) -> None:
    """Also if moves were taken back since: whoever comes back misses nothing and hears nothing twice."""
    for number in range(3):
        table = opened(name, number)
        walked(table, number)
        for viewer in (None, 0):
            everything = table.since(viewer)
            for seq in range(table.began, table.seq + 1):
                assert table.since(viewer, seq) == tuple([seen for seen in everything if seen.seq > seq])


@pytest.mark.parametrize("name", hr.GAMES)
def test_a_step_is_told_later_as_it_was_told_at_once(name: str) -> None:
    """What `since` gives for the last step needs no replay, and is the same as with one."""
    table = opened(name, 1)
    chance = random.Random(1)
    told: list[Seen] = []
    for _ in range(STEPS):
        seat, move = random_step(table, chance)
        try:
            table.play(seat, move, 0)
        except hr.HouseRulesError:
            continue
        if table.seq == table.began:
            told.clear()
        elif table.is_dealt:
            told += table.since(table.seats - 1, table.seq - 1)

    own = [seen for seen in told if seen.seat == table.seats - 1 or seen.move is not None]
    later = {seen.seq: seen for seen in table.since(table.seats - 1)}
    assert own
    assert all(later[seen.seq] == seen for seen in own)
