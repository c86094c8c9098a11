"""What is counted in matches of each game, and what a record says of its deal."""

from __future__ import annotations

import random
from typing import Any

import pytest

import houserules as hr
from houserules import fair
from houserules.cards import PACK
from houserules.core import to_document
from houserules.games.heroes.statistics import Statistics as OfHeroes
from houserules.games.shedding.events import Took
from houserules.games.shedding.statistics import Statistics as OfShedding
from tests.positions import table


def played(game: str, seats: int, seed: str, most: int = 400) -> hr.Match[Any]:
    chance = random.Random(seed)
    match: hr.Match[Any] = hr.Match.new(hr.load(game), seats=seats, seed=seed)
    for _ in range(most):
        if match.outcome is not None:
            break
        seat = chance.choice(match.to_act)
        legal = match.legal(seat)
        match.play(seat, hr.Bet(3) if isinstance(legal[0], hr.Bet) else chance.choice(legal))
    return match


def test_plays_pickups_burns_and_the_longest_turn_are_counted() -> None:
    """A ten burns the pile and its seat plays again; the other one cannot beat the King and takes it."""
    match = hr.Match.from_position(hr.load("shithead"), table("TD KD 9H", "3C 3D", pile="5H 8C"))
    for seat, move in ((0, "play TD"), (0, "play KD"), (1, "take")):
        match.play(seat, move)

    assert match.statistics() == (
        OfShedding(plays=2, cards_played=2, burns=1, longest_turn=2),
        OfShedding(pickups=1, cards_picked_up=1),
    )


@pytest.mark.parametrize("game", ["shithead", "duel", "smellyhead", "heroes", "heart-of-five"])
def test_every_game_counts_something_for_each_seat(game: str) -> None:
    seats = 2 if game in ("duel", "heroes") else 4
    counted = played(game, seats, "many").statistics()

    assert len(counted) == seats
    for one in counted:
        assert any(value for value in to_document(one).values())  # type: ignore[union-attr]


def test_what_is_counted_agrees_with_the_cards() -> None:
    """Cards that were played and not picked up again lie on the pile or are burned. A seat that takes the pile may also
    take a card from the table, which nobody played."""
    match = played("shithead", 3, "conserved")
    view: Any = to_document(match.view(None))
    counted: Any = [to_document(one) for one in match.statistics()]

    gone = sum(one["cards_played"] - one["cards_picked_up"] for one in counted)
    takes = [event for event in match.events(None) if isinstance(event, Took)]
    never_played = sum((take.up is not None) + (take.blind is not None) for take in takes)
    burned = view["burned"] if isinstance(view["burned"], int) else len(view["burned"])
    assert gone + never_played == len(view["pile"]) + burned


def test_rounds_battles_and_bets_are_counted() -> None:
    match = played("heroes", 2, "bets", most=120)
    one, two = match.statistics()
    assert isinstance(one, OfHeroes)
    assert isinstance(two, OfHeroes)

    assert (one.battles_won, one.battles_lost) == (two.battles_lost, two.battles_won)
    assert (one.rounds_won, one.rounds_lost) == (two.rounds_lost, two.rounds_won)
    assert one.highest_bet == two.highest_bet == 3
    assert one.choices + two.choices <= one.battles_won + two.battles_won


def test_only_heart_of_five_writes_statistics_into_records() -> None:
    """As it always did. A record of another game can be counted by whoever has it."""
    for game in hr.GAMES:
        seats = hr.load(game).seats.start
        assert ("statistics" in played(game, seats, "record", most=30).record()) == (game == "heart-of-five")


# -- The deal --------------------------------------------------------------------------------------------------------


def test_a_match_says_what_its_deal_is_made_of() -> None:
    smellyhead, heart = played("smellyhead", 3, "deal", most=3), played("heart-of-five", 6, "deal", most=3)

    assert to_document(smellyhead.deal_plan) == {"decks": 2, "jokers": 2, "rounds": {"blind": 3, "up": 3, "hand": 3}}
    assert to_document(heart.deal_plan) == {"decks": 2, "jokers": 2}
    assert played("heroes", 2, "deal", most=3).deal_plan is None
    assert hr.Match.from_position(hr.load("shithead"), table("9D", "KH")).deal_plan is None


@pytest.mark.parametrize(("game", "seats"), [("shithead", 4), ("duel", 2), ("smellyhead", 8)])
def test_the_deal_can_be_checked_without_the_rules(game: str, seats: int) -> None:
    match = hr.Match.new(hr.load(game), seats=seats, seed="check")
    plan: Any = to_document(match.deal_plan)
    fresh = list(PACK[: 52 + plan["jokers"]]) * plan["decks"]

    deck = fair.shuffled(fresh, "check")
    zones: list[dict[str, list[str]]] = [{} for _ in range(seats)]
    for zone, rounds in plan["rounds"].items():
        for _ in range(rounds):
            for seat in zones:
                seat.setdefault(zone, []).append(deck.pop(0).text)

    dealt: Any = match.position()["seats"]
    for seat, wanted in zip(zones, dealt, strict=True):
        for zone, cards in seat.items():
            assert sorted(card.upper() for card in cards) == sorted(card.upper() for card in wanted[zone])


def test_a_record_may_say_its_deal_and_a_wrong_one_is_refused() -> None:
    match = played("shithead", 3, "old", most=20)
    record: Any = match.record()
    deal: Any = to_document(match.deal_plan)

    for known in (record, record | {"deal": deal}):
        assert hr.Match.from_record(known).record() == record
    for wrong in ({**deal, "jokers": 0}, {**deal, "rounds": {"hand": 3}}, {"decks": "one"}):
        with pytest.raises(hr.RecordError):
            hr.Match.from_record(record | {"deal": wrong})
