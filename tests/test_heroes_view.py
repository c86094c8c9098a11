"""The view of H3ROES C4RDS as data: what may be done, who has bet, since when cards are known, and reading it."""

from __future__ import annotations

import random
from typing import Any

import houserules as hr
from houserules.core import from_json, to_document
from houserules.engine import Engine
from houserules.games.heroes.events import Shown
from houserules.games.heroes.view import View
from houserules.table import ShownAt, Table, TakeBack
from tests.tables import seated
from tests.test_rules_heroes import GAME, given, player


def seen(match: hr.Match[Any], viewer: int | None) -> dict[str, Any]:
    document = to_document(match.view(viewer))
    assert isinstance(document, dict)
    return document


def test_a_long_range_of_bets_is_written_as_a_few_and_as_a_range() -> None:
    match = hr.Match.new(GAME, seats=2, seed="range")

    view = seen(match, 0)

    assert view["legal"] == ["bet 0", "bet 1", "bet 25", "bet 50", "bet 75", "bet 100"]
    assert view["can"] == {"bet": {"min": 0, "max": 100}}
    assert len(match.view(0).legal) == len(match.legal(0)) == 101


def test_a_short_range_of_bets_is_written_whole() -> None:
    match = given(
        player("0:5", credits=7, bet=0), player("0:7", bet=0), phase="betting", turn=1, current=None, starter=None
    )

    assert seen(match, 0)["legal"] == [f"bet {amount}" for amount in range(8)]


def test_a_view_that_was_read_back_has_every_bet() -> None:
    view = hr.Match.new(GAME, seats=2, seed="range").view(1)

    again = from_json(hr.to_json(view), View)

    assert again == view
    assert len(again.legal) == 101
    assert hr.to_json(again) == hr.to_json(view)


def test_the_engine_writes_every_bet() -> None:
    engine = Engine()
    engine.answer(b'{"do": "new", "game": "heroes", "seats": 2, "seed": "range"}')

    view: Any = engine.answer(b'{"do": "view", "match": "m1", "seat": 0}')["view"]

    assert view["legal"] == [f"bet {amount}" for amount in range(101)]
    assert view["can"] == {"bet": {"min": 0, "max": 100}}


def test_picks_and_points_are_data() -> None:
    match = given(player("0:9 1:6"), player("0:4 1:8"))
    assert seen(match, 0)["can"] == {"pick": {"owner": 0, "slots": [0, 1]}}
    assert seen(match, 1)["can"] == seen(match, None)["can"] == {}
    match.play(0, "pick 0")
    assert seen(match, 0)["can"] == {"pick": {"owner": 1, "slots": [0, 1]}}
    match.play(0, "pick 0")
    assert seen(match, 0)["can"] == {"points": ["add", "subtract"]}


def test_who_has_said_a_bet_is_known_and_not_whether_it_stands() -> None:
    match = hr.Match.new(GAME, seats=2, seed="bets")
    assert seen(match, 1)["has_bet"] == [False, False]
    match.play(0, "bet 5")
    assert seen(match, 1)["has_bet"] == [True, False]
    match.play(0, "bet 0")
    assert seen(match, 1)["has_bet"] == [True, False]
    match.play(0, "bet 5")
    match.play(1, "bet 5")
    assert seen(match, None)["has_bet"] == [True, True]


def test_a_new_round_has_no_bets_and_the_battle_of_the_last_one() -> None:
    chance = random.Random(3)
    match = hr.Match.new(GAME, seats=2, seed="rounds")
    for seat in (0, 1):
        match.play(seat, "bet 1")
    while seen(match, None)["round"] == 1:
        seat = match.to_act[0]
        match.play(seat, chance.choice(match.legal(seat)))

    view = seen(match, None)

    assert (view["round"], view["battle"]["round"], view["battle"]["turn"]) == (2, 1, 10)
    assert view["has_bet"] == [False, False]
    assert view["goal"] == {"points": 34, "credits": 1000}
    assert view["card_names"] == {"0": "Joker", "67": "Dr. Manhattan"}


def test_the_turn_in_which_cards_were_shown_is_known_to_who_saw_them() -> None:
    for number in range(60):
        chance = random.Random(number)
        match = hr.Match.new(GAME, seats=2, seed=str(number))
        shown: dict[int, int] = {}
        while match.outcome is None and seen(match, None)["round"] == 1:
            seat = chance.choice(match.to_act)
            bets = [hr.Bet(1)] if isinstance(match.legal(seat)[0], hr.Bet) else match.legal(seat)
            turn = seen(match, None)["turn"]
            for event in match.play(seat, chance.choice(bets)):
                if to_document(event)["event"] == "shown":  # type: ignore[index,call-overload]
                    shown[seat] = turn
            for viewer in (0, 1):
                view = seen(match, viewer)
                if view["round"] == 1 and view["known"]:
                    assert view["known_since"] == shown[viewer]
                else:
                    assert view["known_since"] is None


def test_a_table_knows_when_cards_were_shown() -> None:
    """Step and time, for the seat that saw them, also after a replay; not if the move was taken back."""
    tables = 0
    for number in range(40):
        chance = random.Random(number)
        table = seated("pb", GAME, seed=f"shown {number}")
        shown: dict[int, ShownAt] = {}
        while not table.is_over and table.match.view(None).round == 1:  # type: ignore[attr-defined]
            seat = chance.choice(table.to_act)
            step = table.play(seat, chance.choice(table.match.legal(seat)[-10:]), now=500 * (table.seq + 1))
            shown |= {event.seat: ShownAt(step.seq, step.at) for event in step.events if isinstance(event, Shown)}
            assert [table.last_shown(viewer) for viewer in (0, 1)] == [shown.get(0), shown.get(1)]
            assert table.last_shown(None) is None
        again = Table.replay(table.settings, table.steps(), GAME)
        assert again.last_shown(0) == table.last_shown(0)
        if 0 in shown and not table.is_over:
            tables += 1
            table.play(0, TakeBack(table.seq - shown[0].seq + 1), now=10**6)
            assert table.last_shown(0) is None
    assert tables


def test_views_are_read_back() -> None:
    for number in range(5):
        chance = random.Random(number)
        match = hr.Match.new(GAME, seats=2, seed=str(number))
        for _ in range(40):
            if match.outcome is not None:
                break
            seat = chance.choice(match.to_act)
            match.play(seat, chance.choice(match.legal(seat)))
            for viewer in (0, 1, None):
                view = match.view(viewer)
                assert from_json(hr.to_json(view), View) == view
