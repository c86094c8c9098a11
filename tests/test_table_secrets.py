"""What a table tells a viewer does not depend on what the viewer may not know: hidden cards, secret bets, reasons."""

from __future__ import annotations

import random
from typing import Any, Literal

import pytest

import houserules as hr
from houserules.core import to_json
from houserules.match import Match
from houserules.table import (
    Player,
    Settings,
    Step,
    Table,
    TableBots,
    TakeBack,
    TimedOut,
    last_bot_move,
    usual_level,
    why,
)
from tests.tables import seated

pytestmark = pytest.mark.one_build


def standing_at(game: hr.Game[Any], state: object, seats: int, level: str | None = None) -> Table:
    """A table of people, or of bots of a level, whose match begins at a state."""
    kind: Literal["person", "bot"] = "person" if level is None else "bot"
    players = [Player(f"Seat {seat}", kind, level) for seat in range(seats)]
    table = Table.new(Settings.of(game, players, seed="twin"), game)
    table._match, table._acting = Match(game, state, "twin"), None
    return table


@pytest.mark.parametrize("name", hr.GAMES)
def test_since_tells_no_two_deals_apart(name: str) -> None:
    """The same moves in two deals that a viewer cannot tell apart are told to it in the same way."""
    game = hr.load(name)
    chance = random.Random(name)
    compared = 0
    for number in range(8):
        seats = chance.choice([count for count in game.seats if count <= 4])
        match = Match.new(game, seats=seats, seed=f"twin {number}")
        for _ in range(chance.randrange(60)):
            if match.to_act:
                seat = chance.choice(match.to_act)
                match.play(seat, chance.choice(match.legal(seat)))
        for viewer in (None, *range(seats)):
            twin = game.redeal(match.state, viewer, chance.getrandbits(31))
            compared += _same_for(viewer, standing_at(game, match.state, seats), standing_at(game, twin, seats), chance)
    assert compared > 5


def _same_for(viewer: int | None, one: Table, other: Table, chance: random.Random) -> int:
    """Play on alike, as long as the viewer cannot know which deal it is; says for how many steps."""
    for count in range(6):
        common = [
            (seat, move)
            for seat in one.to_act
            if seat != viewer and seat in other.to_act
            for move in one.match.legal(seat)
            if move in other.match.legal(seat)
        ]
        if not common:
            return count
        seat, move = chance.choice(common)
        for table in (one, other):
            table.play(seat, move, 0)
        if one.view(viewer) != other.view(viewer):
            return count  # the table itself shows the difference now
        told, otherwise = ([to_json(seen) for seen in table.since(viewer)] for table in (one, other))
        assert told == otherwise
    return 6


# -- Secret bets -----------------------------------------------------------------------------------------------------


def bets(*made: tuple[int, str], timed_out: bool = False) -> Table:
    table = seated("pp", "heroes")
    for seat, bet in made:
        table.play(seat, TimedOut(bet) if timed_out else bet, 0)
    return table


@pytest.mark.parametrize("timed_out", [False, True])
def test_a_bet_is_secret_until_both_stand(timed_out: bool) -> None:
    """Also one that a bot made because the time ran out; whoever bet sees it."""
    low, high = (bets((1, f"bet {amount}"), timed_out=timed_out) for amount in (3, 60))

    for viewer in (0, None):
        assert to_json(low.since(viewer)) == to_json(high.since(viewer))
    assert to_json(low.since(1)) != to_json(high.since(1))


def test_open_bets_are_told() -> None:
    table = bets((1, "bet 3"), (0, "bet 5"))

    assert [seen.move for seen in table.since(None, 0)] == [hr.Bet(3), hr.Bet(5)]


def test_a_bet_that_was_changed_or_taken_back_stays_secret() -> None:
    """It never lay open; only the last one does. After the match all is told."""
    changed = bets((1, "bet 3"), (1, "bet 4"), (0, "bet 5"))
    assert [seen.move for seen in changed.since(0, 0)] == [None, hr.Bet(4), hr.Bet(5)]

    game = hr.load("heroes")
    players = [Player("Ann"), Player("Ben", "bot", "easy")]
    table = Table.new(Settings.of(game, players, seed="x"))
    table.play(0, "bet 7", 0)
    table.play(0, TakeBack(1), 0)
    table.play(0, "bet 8", 0)
    table.play(1, "bet 9", 0)
    assert [seen.move for seen in table.since(1, 0)] == [None, None, hr.Bet(8), hr.Bet(9)]


# -- Reasons ---------------------------------------------------------------------------------------------------------


def refused(table: Table, viewer: int | None, seq: int) -> str:
    with pytest.raises(hr.TableError) as problem:
        why(table, TableBots(table.game), viewer, seq)
    return problem.value.code


def test_why_a_bot_bet_is_told_when_bets_lie_open() -> None:
    players = [Player("Ann"), Player("Ben", "bot", "hard")]
    table = Table.new(Settings.of(hr.load("heroes"), players, seed="x"))
    table.play(1, "bet 9", 0)

    assert refused(table, 0, 1) == "secret"
    table.play(0, "bet 4", 0)
    reason = why(table, TableBots(table.game), 0, 1)
    assert (reason.seat, reason.move, reason.advice) == (1, hr.Bet(9), None)


def test_why_is_for_moves_of_bots_that_stand() -> None:
    table = seated("pb")
    table.play(0, table.match.legal(0)[0], 0)
    table.play(1, table.match.legal(1)[0], 0)

    assert last_bot_move(table) == 2
    assert last_bot_move(table, 0) is None
    assert [refused(table, 0, seq) for seq in (-1, 0, 1, 3)] == ["no-bot-move"] * 4
    table.play(0, TakeBack(2), 0)
    assert refused(table, 0, 2) == "no-bot-move"
    assert last_bot_move(table) is None


@pytest.mark.parametrize("name", hr.GAMES)
def test_during_a_match_a_reason_tells_no_two_deals_apart(name: str) -> None:
    """A bot that made the same move in another deal, which a rival cannot tell from this one, says the same."""
    game = hr.load(name)
    level = usual_level(game)
    chance = random.Random(name)
    compared = 0
    for number in range(12):
        match = Match.new(game, seats=2, seed=f"reason {number}")
        for _ in range(chance.randrange(30)):
            if match.to_act:
                seat = chance.choice(match.to_act)
                match.play(seat, chance.choice(match.legal(seat)))
        tables = [
            standing_at(game, state, 2, level)
            for state in (match.state, game.redeal(match.state, 1, chance.getrandbits(31)))
        ]
        common = [move for move in tables[0].match.legal(0) if move in tables[1].match.legal(0)]
        if not common or match.to_act == ():
            continue
        move = chance.choice(common)
        for table in tables:
            table.play(0, move, 0)
        if any(table.is_over for table in tables) or tables[0].is_hidden(1, 1):
            continue
        one, other = (why(table, TableBots(game), 1, 1) for table in tables)
        assert one == other
        compared += 1
    assert compared > 2


def test_steps_are_for_journals_alone() -> None:
    """A step holds every card; what a viewer is told goes through `since`."""
    table = seated("pp", "heroes")
    step = table.play(0, "bet 9", 0)

    assert isinstance(step, Step)
    assert b"bet 9" in step.encode()
    assert b"9" not in to_json(table.since(1, 0)[0].events)
