"""The rules of H3ROES C4RDS, clause by clause: games/heroes/rules.md. Each test is named by the clause it checks."""

import json
import random
import re
from typing import Any

import pytest

import houserules as hr
from houserules import fair
from houserules.core import JSON
from houserules.games.heroes.game import Heroes
from houserules.games.heroes.messages import opening, resumed
from houserules.games.heroes.view import View
from tests.heroes_told import after, sync
from tests.positions import AnyMatch, moves, play, refusal, shown, told

PAGE = hr.load("heroes").page()
GAME = hr.load("heroes")


def dealt(seed: str = "table") -> AnyMatch:
    return hr.Match.new(GAME, seats=2, seed=seed)


def cards(text: str) -> dict[str, JSON]:
    """Cards by slot, as in "0:12 3:67"."""
    pairs = (pair.split(":") for pair in text.split())
    return {slot: int(card) for slot, card in pairs}


def player(hand: str, revealed: str = "", **more: JSON) -> dict[str, JSON]:
    """A player of a position, with 100 credits of which 10 are bet."""
    rest: dict[str, JSON] = {"credits": 100, "points": 0, "bet": 10, "joker_power": None}
    return {**rest, "hand": cards(hand), "revealed": cards(revealed), **more}


def table(one: dict[str, JSON], two: dict[str, JSON], **more: JSON) -> dict[str, JSON]:
    """A position in turn 2, which is player 1's."""
    return {
        "game": "heroes",
        "phase": "card_selection_own",
        "current": 1,
        "round": 1,
        "turn": 2,
        "starter": 1,
        "picked": {"own": None, "rival": None},
        "players": [one, two],
        **more,
    }


def given(one: dict[str, JSON], two: dict[str, JSON], **more: JSON) -> AnyMatch:
    return hr.Match.from_position(GAME, table(one, two, **more))


def first_turn(one: dict[str, JSON], two: dict[str, JSON], **more: JSON) -> AnyMatch:
    """Turn 1, in which nobody has picked."""
    start: dict[str, JSON] = {"phase": "initial_card_selection", "current": None, "starter": None, "turn": 1}
    return given(one, two, **{**start, **more})


def betting(one: dict[str, JSON], two: dict[str, JSON], **more: JSON) -> AnyMatch:
    start: dict[str, JSON] = {"phase": "betting", "current": None, "starter": None, "turn": 1}
    return given({**one, "bet": 0}, {**two, "bet": 0}, **{**start, **more})


def last_turn(one: dict[str, JSON], two: dict[str, JSON], **more: JSON) -> AnyMatch:
    """Turn 10, which is player 1's; each has one card, and player 1's is a 20 against a 10."""
    return given({**one, "hand": {"9": 20}}, {**two, "hand": {"9": 10}}, **{"turn": 10, **more})


def end_round(match: AnyMatch, choice: str = "add") -> AnyMatch:
    """Play the last turn of `last_turn`: player 1 wins it by 10."""
    play(match, (0, "pick 9"), (0, "pick 9"), (0, choice))
    return match


def seat(match: AnyMatch, which: int, viewer: int | None = None) -> Any:
    """A player as a viewer sees it."""
    view: Any = shown(match, viewer)
    return view["players"][which]


def held(match: AnyMatch, which: int) -> Any:
    """A player as the position has it: with the cards in its slots."""
    position: Any = match.position()
    return position["players"][which]


def phase(match: AnyMatch) -> JSON:
    return shown(match, None)["phase"]


def happened(match: AnyMatch, name: str, viewer: int | None = None) -> list[dict[str, JSON]]:
    return [event for event in told(match, viewer) if event["event"] == name]


def phases(match: AnyMatch) -> list[JSON]:
    return [event["phase"] for event in happened(match, "phase-changed")]


def seed_where(wanted: Any, tries: int = 20_000) -> str:
    """The first seed whose deal has some property of its position."""
    return next(seed for seed in map(str, range(tries)) if wanted(dealt(seed)))


def played_to_the_end(seed: str, limit: int = 20_000) -> AnyMatch:
    match = dealt(seed)
    chance = random.Random(seed)
    while match.to_act and len(match.moves) < limit:
        acting = chance.choice(match.to_act)
        match.play(acting, chance.choice(match.legal(acting)))
    return match


# -- The page and the tests ------------------------------------------------------------------------------------------


def test_every_clause_has_a_test_and_every_test_a_clause() -> None:
    """The page is what is tested, and the other way round."""
    clauses = re.findall(r"^\*\*S(\d+)\.(\d+)\*\* \S", PAGE, re.MULTILINE)
    tested = {match.groups() for name in globals() if (match := re.match(r"test_s(\d+)_(\d+)_", name))}

    assert clauses
    assert len(clauses) == len(set(clauses))
    assert set(clauses) == tested


def test_clauses_are_numbered_in_order_under_their_headings() -> None:
    """S1.1, S1.2, ... S2.1: no number is left out, and each stands in its section."""
    expected: list[str] = []
    section = clause = 0
    found = re.findall(r"^(## S\d+ |\*\*S\d+\.\d+\*\*)", PAGE, re.MULTILINE)
    for line in found:
        if line.startswith("##"):
            section, clause = section + 1, 0
            expected.append(f"## S{section} ")
        else:
            clause += 1
            expected.append(f"**S{section}.{clause}**")

    assert found == expected
    assert section == 10


# -- S1 The match ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [-1, 0, 1, 3, 2.0, "2", None, True])
def test_s1_1_two_seats_play(seats: Any) -> None:
    """Two, and nothing else; and nobody sits on a third chair."""
    assert dealt().to_act == (0, 1)
    with pytest.raises(hr.SeatsError) as caught:
        hr.Match.new(GAME, seats=seats, seed="x")
    assert caught.value.code == "bad-seats"
    for nobody in (-1, 2):
        assert refusal(dealt(), nobody, "bet 10") == "bad-seats"
        with pytest.raises(hr.SeatsError):
            dealt().view(nobody)


def test_s1_2_sixty_eight_cards_whose_power_is_their_id() -> None:
    """Each id is its own power, whoever picks it."""
    assert GAME.cards(dealt().state) == tuple(range(68))
    for card in range(1, 67):
        match = first_turn(player(f"0:{card} 1:67"), player("0:0", joker_power=1))

        match.play(0, "pick 0")

        assert (happened(match, "picked")[0]["card"], happened(match, "picked")[0]["power"]) == (card, card)


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("slot", range(10))
def test_s1_3_the_joker_can_lie_in_any_slot_of_either_player(owner: int, slot: int) -> None:
    """Dealt by a seed, picked by its owner and by the rival: it is a card, not the lack of one."""
    seed = seed_where(lambda match: held(match, owner)["hand"][str(slot)] == 0)
    power = held(dealt(seed), owner)["joker_power"]
    assert 1 <= power <= 68
    assert held(dealt(seed), 1 - owner)["joker_power"] is None

    match = dealt(seed)
    play(match, (0, "bet 1"), (1, "bet 1"), (owner, f"pick {slot}"))

    assert seat(match, owner)["revealed"] == {str(slot): 0}
    assert seat(match, owner)["joker_values"] == {str(slot): power}
    assert happened(match, "picked")[-1] == {
        "event": "picked", "seat": owner, "owner": owner, "slot": slot, "card": 0, "power": power
    }  # fmt: skip

    match = dealt(seed)
    play(match, (0, "bet 1"), (1, "bet 1"), *((seat, f"pick {(slot + 1) % 10}") for seat in (0, 1)))
    acting = match.to_act[0]
    picks = [f"pick {slot}", f"pick {(slot + 2) % 10}"] if acting == owner else [f"pick {slot}", f"pick {slot}"]
    play(match, *((acting, pick) for pick in picks))

    assert seat(match, owner)["joker_values"] == {str(slot): power}
    battle = happened(match, "battled")[0]["battle"]
    assert battle["cards"][owner] == 0  # type: ignore[call-overload,index]
    assert battle["powers"][owner] == power  # type: ignore[call-overload,index]


def test_s1_3_every_power_of_the_joker_comes_up() -> None:
    """From 1 to 68, each about as often as any other."""
    matches = [dealt(str(number)) for number in range(2500)]
    powers = {held(match, which)["joker_power"] for match in matches for which in (0, 1)}

    assert powers == {None, *range(1, 69)}


def test_s1_4_dr_manhattan_has_power_67() -> None:
    match = given(player("0:67 1:1"), player("0:66 1:2"))

    play(match, (0, "pick 0"), (0, "pick 0"))

    assert shown(match, None)["difference"] == 1


def test_s1_5_a_purse_of_100_credits() -> None:
    assert [seat(dealt(), which)["credits"] for which in (0, 1)] == [100, 100]


def test_s1_6_phases_that_are_passed_through_are_told() -> None:
    """One round, with a won battle in its last turn, and the beginning of the next."""
    match = end_round(last_turn(player(""), player("")))

    assert phases(match) == [
        "card_selection_rival", "battle", "power_choice", "round_end", "init", "betting",
    ]  # fmt: skip
    assert phase(match) == "betting"


def test_s1_6_a_match_is_found_in_no_other_phase() -> None:
    found = set()
    for number in range(3):
        match = dealt(str(number))
        chance = random.Random(number)
        while match.to_act:
            found.add(phase(match))
            acting = chance.choice(match.to_act)
            match.play(acting, chance.choice(match.legal(acting)))
        found.add(phase(match))

    assert found == set(re.findall(r"`(\w+)`", PAGE.split("**S1.6**")[1].split("It passes")[0]))


# -- S2 The deal -----------------------------------------------------------------------------------------------------


def test_s2_1_ten_cards_in_slots_for_each() -> None:
    """Also in the second round, which begins with all cards again."""
    match = end_round(last_turn(player("", points=14), player("")))

    for which in (0, 1):
        assert list(held(match, which)["hand"]) == list(map(str, range(10)))
        assert held(match, which)["revealed"] == {}
        assert (seat(match, which)["points"], held(match, which)["bet"]) == (0, 0)
    both = [card for which in (0, 1) for card in held(match, which)["hand"].values()]
    assert len(set(both)) == 20
    assert match.position()["round"] == 2


@pytest.mark.parametrize("number", range(1, 9))
def test_s2_2_the_seed_decides_every_deal(number: int) -> None:
    """The recipe of docs/fairness.md, for each round; and nothing but the seed and the round matters."""
    match = dealt("friday")
    chance = random.Random(number)
    while match.position()["round"] != number:
        acting = chance.choice(match.to_act)
        legal = match.legal(acting)
        match.play(acting, "bet 1" if isinstance(legal[0], hr.Bet) else chance.choice(legal))

    deck = fair.shuffled(range(68), "friday", f"round/{number}/deck")
    joker = 1 + fair.Stream("friday", f"round/{number}/joker").below(68)
    tie = 1 + fair.Stream("friday", f"round/{number}/tie").below(2)
    for which in (0, 1):
        mine = deck[10 * which : 10 * which + 10]
        assert list(held(match, which)["hand"].values()) == mine
        assert held(match, which)["joker_power"] == (joker if 0 in mine else None)
    assert match.position()["tie"] == tie


def test_s2_2_the_lot_has_a_stream_of_its_own() -> None:
    """In the rounds above the streams of the deck and of the Joker would decide otherwise: nobody can mistake them."""
    lots = {
        name: [fair.Stream("friday", f"round/{number}/{name}").below(2) for number in range(1, 9)]
        for name in ("tie", "joker", "deck")
    }

    assert lots["tie"] not in (lots["joker"], lots["deck"])
    assert set(lots["tie"]) == {0, 1}


def test_s2_3_cards_are_conserved() -> None:
    match = played_to_the_end("cards")

    assert match.position()["round"] != 1
    assert GAME.cards(match.state) == tuple(range(68))


# -- S3 The bets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_s3_1_both_bet_in_either_order(order: tuple[int, int]) -> None:
    match = dealt()
    assert match.to_act == (0, 1)

    match.play(order[0], "bet 10")
    assert match.to_act == (0, 1), "who has bet may still change it, and nobody sees that it has"
    match.play(order[1], "bet 20")

    assert phase(match) == "initial_card_selection"
    assert [held(match, which)["bet"] for which in order] == [10, 20]


def test_s3_2_from_0_to_what_the_player_owns() -> None:
    match = betting(player("0:1", credits=7), player("0:2", credits=999))

    assert moves(match, 0) == [f"bet {amount}" for amount in range(8)]
    assert len(moves(match, 1)) == 1000


@pytest.mark.parametrize("amount", [101, -1, 10**20, 2.5, 10.0, "10", True, None, float("nan")])
def test_s3_2_other_bets_are_refused(amount: Any) -> None:
    """More than the purse, less than nothing, a fraction, a text."""
    assert refusal(dealt(), 0, hr.Bet(amount)) == "bad-bet"


@pytest.mark.parametrize("text", ["bet 101", "bet 999999999"])
def test_s3_2_texts_of_too_much(text: str) -> None:
    assert refusal(dealt(), 1, text) == "bad-bet"


@pytest.mark.parametrize("text", ["bet -1", "bet 1.5", "bet +1", "bet ten", "bet", "bet 1 2", "bet 1e1"])
def test_s3_2_texts_that_are_no_amount_cannot_be_read(text: str) -> None:
    assert refusal(dealt(), 0, text) == "unreadable"


def test_s3_3_a_bet_may_be_changed_until_both_stand() -> None:
    match = dealt()

    play(match, (1, "bet 50"), (1, "bet 60"), (1, "bet 7"), (0, "bet 3"))

    assert [held(match, which)["bet"] for which in (0, 1)] == [3, 7]
    assert refusal(match, 1, "bet 8") == "wrong-phase"


def test_s3_4_a_bet_of_0_takes_it_back() -> None:
    match = dealt()
    before = match.position()

    play(match, (0, "bet 50"), (0, "bet 0"), (0, "bet 0"), (1, "bet 0"))
    assert match.position() == before
    play(match, (1, "bet 5"))

    assert phase(match) == "betting"


@pytest.mark.parametrize("said", ["bet 50", "bet 0", "bet 1"])
def test_s3_5_nobody_else_knows_of_a_bet(said: str) -> None:
    """Neither the rival nor a spectator: view, events and what may be done are the same whatever was said."""
    match, other = dealt(), dealt()
    match.play(0, said)
    other.play(0, "bet 77")

    for viewer in (1, None):
        assert shown(match, viewer) == shown(other, viewer) == shown(dealt(), viewer) | {"has_bet": [True, False]}
        assert told(match, viewer) == told(other, viewer) == [{"event": "bet-placed", "seat": 0, "amount": None}]
        assert seat(match, 0, viewer)["bet"] == 0
    assert seat(other, 0, 0)["bet"] == 77
    assert sync(_view(other, 1)).payload["opponent_bet"] == 0
    assert told(other, 0)[0]["amount"] == 77


def test_s3_5_both_are_seen_when_both_stand() -> None:
    match = dealt()
    play(match, (0, "bet 10"), (1, "bet 20"))

    for viewer in (0, 1, None):
        assert [seat(match, which, viewer)["bet"] for which in (0, 1)] == [10, 20]
        assert happened(match, "bets-opened", viewer) == [{"event": "bets-opened", "bets": [10, 20]}]


def test_s3_6_each_bets_against_the_house() -> None:
    """What one gains the other does not lose."""
    match = end_round(last_turn(player("", bet=100), player("", bet=1)))

    assert [seat(match, which)["credits"] for which in (0, 1)] == [200, 99]


# -- S4 Turn 1 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_s4_1_each_picks_a_slot_of_its_own(order: tuple[int, int]) -> None:
    match = first_turn(player("0:5 1:6"), player("2:7 3:8"))
    assert [moves(match, which) for which in match.to_act] == [["pick 0", "pick 1"], ["pick 2", "pick 3"]]
    slots = {0: 1, 1: 2}

    match.play(order[0], f"pick {slots[order[0]]}")
    assert list(match.to_act) == [order[1]]
    assert refusal(match, order[0], "pick 0") == "not-your-turn"
    match.play(order[1], f"pick {slots[order[1]]}")

    assert phase(match) == "card_selection_own"
    assert [seat(match, which)["revealed"] for which in (0, 1)] == [{"1": 6}, {"2": 7}]


def test_s4_2_a_card_is_seen_when_it_is_picked() -> None:
    """Before the other has picked, by everybody."""
    match = first_turn(player("0:5 1:6"), player("2:7 3:8"))
    match.play(1, "pick 3")

    for viewer in (0, 1, None):
        assert seat(match, 1, viewer)["revealed"] == {"3": 8}
        assert happened(match, "picked", viewer)[0]["card"] == 8


@pytest.mark.parametrize(("one", "two", "starter"), [(5, 6, 1), (6, 5, 0), (67, 66, 0), (1, 67, 1)])
def test_s4_3_the_higher_power_starts(one: int, two: int, starter: int) -> None:
    for order in ((0, 1), (1, 0)):
        match = first_turn(player(f"0:{one} 1:20"), player(f"0:{two} 1:21"))
        play(match, *((which, "pick 0") for which in order))

        assert (match.to_act, match.position()["starter"]) == ((starter,), starter + 1)
        assert happened(match, "began")[0] == {
            "event": "began", "starter": starter, "cards": [one, two], "powers": [one, two]
        }  # fmt: skip


@pytest.mark.parametrize("lot", [1, 2])
@pytest.mark.parametrize("owner", [0, 1])
def test_s4_3_a_tie_is_decided_by_lot(lot: int, owner: int) -> None:
    """Only the Joker can make one; the lot came with the deal, and comes out both ways."""
    hands = [player("0:0 1:20", joker_power=30), player("0:30 1:21")]
    one, two = hands if owner == 0 else hands[::-1]
    match = first_turn(one, two, tie=lot)

    play(match, (1, "pick 0"), (0, "pick 0"))

    assert match.to_act == (lot - 1,)
    assert {dealt(str(seed)).position()["tie"] for seed in range(20)} == {1, 2}


def test_s4_4_nobody_scores_and_nothing_is_shown() -> None:
    match = first_turn(player("0:67 1:20"), player("0:5 1:21"))

    play(match, (0, "pick 0"), (1, "pick 0"))

    assert [seat(match, which)["points"] for which in (0, 1)] == [0, 0]
    assert happened(match, "shown", 0) == []
    assert shown(match, 0)["known"] == {}


# -- S5 A turn -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("starter", [0, 1])
def test_s5_1_the_turns_of_a_round(starter: int) -> None:
    """All ten, from both starters, whoever wins the battles: even turns are the starter's."""
    for number in range(4):
        seed = seed_where(lambda match: (held(match, 0)["hand"]["0"] > held(match, 1)["hand"]["0"]) == (starter == 0))
        match = dealt(seed)
        chance = random.Random(number)
        play(match, (0, "bet 1"), (1, "bet 1"), (0, "pick 0"), (1, "pick 0"))
        turns = []
        while match.position()["round"] == 1:
            (acting,) = match.to_act
            if phase(match) == "card_selection_own":
                turns.append((match.position()["turn"], acting))
            assert match.position()["current"] == acting + 1
            match.play(acting, chance.choice(match.legal(acting)))

        assert turns == [(turn, starter if turn % 2 == 0 else 1 - starter) for turn in range(2, 11)]


def test_s5_2_a_card_of_ones_own_then_one_of_the_rival() -> None:
    match = given(player("0:5 1:6"), player("2:7 3:8"))

    assert moves(match, 0) == ["pick 0", "pick 1"]
    assert refusal(match, 1, "pick 2") == "not-your-turn"
    match.play(0, "pick 1")

    assert phase(match) == "card_selection_rival"
    assert moves(match, 0) == ["pick 2", "pick 3"]
    assert refusal(match, 1, "pick 2") == "not-your-turn"
    match.play(0, "pick 3")

    assert [seat(match, which)["revealed"] for which in (0, 1)] == [{"1": 6}, {"3": 8}]
    assert happened(match, "picked")[1] == {
        "event": "picked", "seat": 0, "owner": 1, "slot": 3, "card": 8, "power": 8
    }  # fmt: skip


@pytest.mark.parametrize("slot", [0, 2, 10, 11, -1, 63, 10**20, "1", 1.0, True, None])
def test_s5_3_an_empty_slot_cannot_be_picked(slot: Any) -> None:
    """Turned over, never there, or no slot at all; in any phase in which cards are picked."""
    match = given(player("1:5 3:9", "0:6"), player("1:7 3:8", "0:4"))

    assert refusal(match, 0, hr.Pick(slot)) == "empty-slot"
    match.play(0, "pick 1")
    assert refusal(match, 0, hr.Pick(slot)) == "empty-slot"
    if slot != 0:
        assert refusal(first_turn(player("1:5"), player("1:7")), 1, hr.Pick(slot)) == "empty-slot"


@pytest.mark.parametrize(("own", "rival", "winner"), [(9, 4, 0), (4, 9, 1)])
def test_s5_4_the_higher_power_wins(own: int, rival: int, winner: int) -> None:
    match = given(player(f"0:{own} 1:6"), player(f"0:{rival} 1:8"))

    play(match, (0, "pick 0"), (0, "pick 0"))

    battle = {"winner": winner, "difference": 5, "cards": [own, rival], "powers": [own, rival], "turn": 2}
    assert happened(match, "battled") == [{"event": "battled", "battle": battle}]
    assert [seat(match, which)["revealed"] for which in (0, 1)] == [{"0": own}, {"0": rival}]


def test_s5_4_equal_powers_win_nothing() -> None:
    match = given(player("0:0 1:6", joker_power=30), player("0:30 1:8"))

    play(match, (0, "pick 0"), (0, "pick 0"))

    assert shown(match, None)["battle"]["winner"] is None  # type: ignore[call-overload,index]
    assert (match.to_act, phase(match)) == ((1,), "card_selection_own")


@pytest.mark.parametrize(("choice", "points"), [("add", 25), ("subtract", 15)])
def test_s5_5_the_winner_whose_turn_it_is_chooses(choice: str, points: int) -> None:
    match = given(player("0:9 1:6", points=20), player("0:4 1:8", points=3))
    play(match, (0, "pick 0"), (0, "pick 0"))
    assert (phase(match), match.to_act, moves(match, 0)) == ("power_choice", (0,), ["add", "subtract"])
    assert shown(match, 1)["difference"] == 5
    assert refusal(match, 1, choice) == "not-your-turn"

    match.play(0, choice)

    assert [seat(match, which)["points"] for which in (0, 1)] == [points, 3]
    assert happened(match, "scored") == [
        {"event": "scored", "seat": 0, "choice": choice, "difference": 5, "points": points}
    ]
    assert (match.to_act, match.position()["turn"]) == ((1,), 3)


def test_s5_6_nobody_scores_if_the_rival_wins() -> None:
    match = given(player("0:4 1:6"), player("0:9 1:8"))

    play(match, (0, "pick 0"), (0, "pick 0"))

    assert (match.to_act, phase(match), match.position()["turn"]) == ((1,), "card_selection_own", 3)
    assert [seat(match, which)["points"] for which in (0, 1)] == [0, 0]


@pytest.mark.parametrize(("points", "choice", "after_it"), [(-60, "subtract", -127), (300, "add", 367)])
def test_s5_7_points_have_no_bounds(points: int, choice: str, after_it: int) -> None:
    """The most there is to win: a Joker of 68 against a 1."""
    match = given(player("0:0 1:6", points=points, joker_power=68), player("0:1 1:8"))

    play(match, (0, "pick 0"), (0, "pick 0"), (0, choice))

    assert seat(match, 0)["points"] == after_it


def manhattan() -> AnyMatch:
    """Player 1 has picked Dr. Manhattan, and then a card of its rival, who has a Joker."""
    match = given(player("0:67 1:6 2:5"), player("0:9 1:0 7:8", joker_power=40))
    play(match, (0, "pick 0"), (0, "pick 0"))
    return match


def test_s5_8_dr_manhattan_shows_what_the_rival_has_left() -> None:
    """To the player whose turn it is alone, as the battle starts, without the card that he battles."""
    match = manhattan()

    assert happened(match, "shown", 0) == [{"event": "shown", "seat": 0, "cards": {"1": 0, "7": 8}}]
    for viewer in (1, None):
        assert happened(match, "shown", viewer) == [{"event": "shown", "seat": 0, "cards": None}]
    names = [event["event"] for event in told(match, 0)]
    assert names[-4:] == ["phase-changed", "shown", "battled", "phase-changed"]
    assert phases(match)[-2:] == ["battle", "power_choice"]


def test_s5_8_before_the_rival_s_card_is_picked_he_shows_nothing() -> None:
    match = given(player("0:67 1:6"), player("0:9 1:3"))
    match.play(0, "pick 0")

    assert happened(match, "shown", 0) == []
    assert shown(match, 0)["known"] == {}


def test_s5_8_in_turn_10_nothing_is_left() -> None:
    match = given(player("0:67"), player("0:9"), turn=10)
    play(match, (0, "pick 0"), (0, "pick 0"))

    assert happened(match, "shown", 0) == [{"event": "shown", "seat": 0, "cards": {}}]


def test_s5_9_picked_by_the_rival_he_shows_nothing() -> None:
    match = given(player("0:9 1:6"), player("0:67 1:8"))

    play(match, (0, "pick 0"), (0, "pick 0"))

    for viewer in (0, 1, None):
        assert happened(match, "shown", viewer) == []
        assert shown(match, viewer)["known"] == {}


def test_s5_10_what_belongs_to_another_phase_is_refused() -> None:
    match = dealt()
    for move in ("pick 0", "add", "subtract"):
        assert refusal(match, 0, move) == "wrong-phase"
    play(match, (0, "bet 1"), (1, "bet 1"))
    for move in ("bet 1", "add"):
        assert refusal(match, 1, move) == "wrong-phase"
    match = given(player("0:9 1:6"), player("0:4 1:8"))
    assert refusal(match, 0, "subtract") == "wrong-phase"
    match.play(0, "pick 0")
    assert refusal(match, 0, "bet 5") == "wrong-phase"
    match.play(0, "pick 0")
    for move in ("pick 1", "bet 1"):
        assert refusal(match, 0, move) == "wrong-phase"
        assert refusal(match, 1, move) == "not-your-turn"


@pytest.mark.parametrize("move", ["play 7H", "take", "pass", "ready", "", "picks 3", "bet -1", "bet 1.5", "pick x"])
def test_s5_10_what_is_no_move_of_this_game_is_unreadable(move: str) -> None:
    assert refusal(dealt(), 0, move) == "unreadable"


def test_s5_11_a_refusal_says_what_would_be_legal() -> None:
    """And changes nothing, which `refusal` looks at everywhere."""
    match = given(player("0:9 1:6"), player("0:4 1:8"))
    sentences = []
    for said in ("pick 7", "pick 0", "pick 9", "pick 1", "bet 1", "pick 0"):
        try:
            match.play(0, said)
        except hr.IllegalMove as problem:
            sentences.append(problem.message)

    assert sentences == [
        "there is no card to turn over in slot 7: you may pick your own slot 0 or 1",
        "there is no card to turn over in slot 9: you may pick your rival’s slot 0 or 1",
        "this is the time to add or to subtract, not for bet 1: you may add or subtract",
        "this is the time to add or to subtract, not for pick 0: you may add or subtract",
    ]
    with pytest.raises(hr.IllegalMove, match="you may bet from 0 to 100"):
        dealt().play(0, "bet 101")


# -- S6 The end of a round -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "credits"),
    [(14, 0, [110, 80]), (24, 36, [110, 80]), (24, 33, [110, 80]), (80, 40, [90, 120]), (-40, 0, [90, 120])],
)
def test_s6_1_the_nearer_player_gains_its_bet(one: int, two: int, credits: list[int]) -> None:  # noqa: A002 - their name
    """Player 1 adds 10 in the last turn."""
    match = end_round(last_turn(player("", points=one), player("", points=two, bet=20)))

    assert [seat(match, which)["credits"] for which in (0, 1)] == credits
    assert happened(match, "round-ended")[0]["credits"] == credits


@pytest.mark.parametrize(("one", "two"), [(20, 30), (20, 38), (28, 38), (24, 34)])
def test_s6_2_at_equal_distance_both_lose(one: int, two: int) -> None:
    match = end_round(last_turn(player("", points=one), player("", points=two, bet=20)))

    assert [seat(match, which)["credits"] for which in (0, 1)] == [90, 80]
    assert happened(match, "round-ended")[0] == {
        "event": "round-ended", "winner": None, "points": [one + 10, two], "distances": [abs(34 - two)] * 2,
        "changes": [-10, -20], "credits": [90, 80],
    }  # fmt: skip


def test_s6_3_the_next_round_is_dealt_at_once() -> None:
    match = end_round(last_turn(player(""), player(""), round=7, seed="next"))

    assert (phase(match), match.to_act, match.position()["round"], match.position()["turn"]) == (
        "betting",
        (0, 1),
        8,
        1,
    )
    assert list(held(match, 0)["hand"].values()) == fair.shuffled(range(68), "next", "round/8/deck")[:10]


def test_s6_4_a_round_with_fewer_cards_ends_sooner() -> None:
    match = given(player("0:9 1:6"), player("0:4"))

    play(match, (0, "pick 0"), (0, "pick 0"), (0, "add"))

    assert (phase(match), match.position()["round"]) == ("betting", 2)
    assert [seat(match, which)["credits"] for which in (0, 1)] == [110, 90]


# -- S7 The end of the match -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bet", [100, 150])
def test_s7_1_1000_credits_win(bet: int) -> None:
    match = end_round(last_turn(player("", credits=900, bet=bet), player("")))

    assert match.outcome == hr.Outcome((1, 2), (1.0, 0.0), "real_winner")
    assert phase(match) == "game_over"
    assert happened(match, "ended")[0]["winner"] == 0


def test_s7_1_999_do_not() -> None:
    match = end_round(last_turn(player("", credits=900, bet=99), player("")))

    assert match.outcome is None


def test_s7_2_no_credits_lose() -> None:
    match = end_round(last_turn(player("", bet=100), player("", points=34)))

    assert match.outcome == hr.Outcome((2, 1), (0.0, 1.0), "busted")
    assert happened(match, "ended")[0]["winner"] == 1


def test_s7_3_both_at_once_and_nobody_wins() -> None:
    match = end_round(last_turn(player("", points=24, bet=100), player("", points=34, bet=100)))

    assert match.outcome == hr.Outcome((1, 1), (0.5, 0.5), "busted")
    assert happened(match, "ended")[0] == {
        "event": "ended", "winner": None, "credits": [0, 0],
        "outcome": {"places": [1, 1], "payoffs": [0.5, 0.5], "reason": "busted"},
    }  # fmt: skip
    (over,) = [message for message in after(match.events(0), _view(match, 0)) if message.type == "game_over"]
    assert (over.payload["winner"], over.payload["result"]) == (0, "busted")


@pytest.mark.parametrize(("purse", "places"), [(80, (1, 2)), (200, (2, 1)), (120, (1, 1))])
def test_s7_4_after_200_rounds_more_credits_win(purse: int, places: tuple[int, int]) -> None:
    match = end_round(last_turn(player(""), player("", credits=purse), round=200))

    assert match.outcome is not None
    assert (match.outcome.places, match.outcome.reason) == (places, "round_limit")
    assert end_round(last_turn(player(""), player(""), round=199)).outcome is None


def test_s7_4_a_whole_match_to_the_limit() -> None:
    """Bets of 1 decide nothing: 200 rounds are played, no more."""
    match = dealt("long")
    chance = random.Random("long")
    while match.to_act:
        acting = chance.choice(match.to_act)
        legal = match.legal(acting)
        match.play(acting, "bet 1" if isinstance(legal[0], hr.Bet) else chance.choice(legal))

    assert match.position()["round"] == 200
    assert match.outcome is not None
    assert match.outcome.reason == "round_limit"
    assert len(happened(match, "round-ended")) == 200


def test_s7_5_1000_and_0_come_before_the_limit() -> None:
    rich = end_round(last_turn(player("", credits=990), player("", bet=100), round=200))
    poor = end_round(last_turn(player(""), player("", bet=100), round=200))

    assert [match.outcome.reason for match in (rich, poor) if match.outcome] == ["real_winner", "busted"]


def test_s7_6_once_it_is_over_nobody_moves() -> None:
    match = end_round(last_turn(player(""), player("", bet=100)))

    assert match.to_act == ()
    for which in (0, 1):
        assert moves(match, which) == []
        for move in ("bet 1", "pick 0", "add", "subtract"):
            assert refusal(match, which, move) == "over"


def test_s7_7_what_places_are_worth() -> None:
    """Of random matches: 1 and 0, or a half each."""
    for seed in range(5):
        outcome = played_to_the_end(str(seed)).outcome
        assert outcome is not None
        assert sorted(outcome.payoffs) in ([0.0, 1.0], [0.5, 0.5])
        assert (outcome.payoffs == (0.5, 0.5)) == (outcome.places == (1, 1))


# -- S8 What everybody may see ---------------------------------------------------------------------------------------


def _view(match: AnyMatch, viewer: int | None) -> View:
    view = match.view(viewer)
    assert isinstance(view, View)
    return view


def test_s8_1_no_card_in_a_slot_is_seen() -> None:
    """Two matches that differ in nothing but what lies in slots look the same to everybody."""
    match = given(player("1:0 2:5", "0:9", joker_power=7), player("1:6 2:8", "0:4"))
    other = given(player("1:20 2:21", "0:9"), player("1:22 2:0", "0:4", joker_power=60), tie=2, seed="other")

    for viewer in (0, 1, None):
        assert shown(match, viewer) == shown(other, viewer)
    assert seat(match, 0, 0)["slots"] == [1, 2]
    assert seat(match, 0, 0)["joker_values"] == {}


def test_s8_2_what_was_turned_over_is_seen_by_all() -> None:
    match = given(player("1:5 2:6", "0:0", joker_power=44), player("1:7 2:8", "0:4"))

    for viewer in (0, 1, None):
        assert [seat(match, which, viewer)["revealed"] for which in (0, 1)] == [{"0": 0}, {"0": 4}]
        assert [seat(match, which, viewer)["joker_values"] for which in (0, 1)] == [{"0": 44}, {}]


def test_s8_3_what_else_is_seen_by_all() -> None:
    match = given(player("1:5 2:6", "0:9", points=-3, credits=55), player("1:7 2:8", "0:4", bet=33), round=4)
    match.play(0, "pick 1")

    for viewer in (0, 1, None):
        view = shown(match, viewer)
        assert (view["phase"], view["turn"], view["round"]) == ("card_selection_rival", 2, 4)
        assert (view["current"], view["starter"], view["picked"]) == (0, 0, {"own": 1, "rival": None})
        assert [seat(match, which, viewer)[name] for which, name in ((0, "credits"), (0, "points"), (1, "bet"))] == [
            55, -3, 33,
        ]  # fmt: skip


def test_s8_4_what_was_shown_stays_known_for_the_round() -> None:
    """Also when those cards are turned over later; and no longer than the round."""
    match = manhattan()
    assert shown(match, 0)["known"] == {"1": 0, "7": 8}
    match.play(0, "add")
    play(match, (1, "pick 7"), (1, "pick 1"))

    assert shown(match, 0)["known"] == {"1": 0, "7": 8}
    for viewer in (1, None):
        assert shown(match, viewer)["known"] == {}
    assert "40" not in json.dumps(shown(match, 0)["known"])
    again = hr.Match.from_position(GAME, match.position())
    assert shown(again, 0)["known"] == {"1": 0, "7": 8}

    while match.position()["round"] == 1:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert shown(match, 0)["known"] == {}


def test_s8_5_the_last_battle_stays() -> None:
    match = end_round(last_turn(player(""), player("")))

    for viewer in (0, 1, None):
        assert shown(match, viewer)["battle"] == {
            "winner": 0, "difference": 10, "cards": [20, 10], "powers": [20, 10], "turn": 10, "round": 1
        }  # fmt: skip


def test_s8_6_moves_are_listed_for_who_may_act() -> None:
    match = given(player("0:5 1:6"), player("2:7 3:8"))

    assert [shown(match, viewer)["legal"] for viewer in (0, 1, None)] == [["pick 0", "pick 1"], [], []]
    spectator = shown(match, None)
    for which in (0, 1):
        assert seat(match, which, None) == seat(match, which, 0) == seat(match, which, 1)
    assert spectator["to_act"] == [0]


# -- S9 What clients are told ----------------------------------------------------------------------------------------


def test_s9_1_what_happened_then_how_things_stand() -> None:
    """The messages of a last turn, for the player who won it and for the rival. A whole match: test_heroes_messages."""
    match = last_turn(player(""), player("", bet=100))
    play(match, (0, "pick 9"), (0, "pick 9"))

    for which in (0, 1):
        messages = after(match.events(which, since=1), _view(match, which))
        assert [message.type for message in messages] == [
            "card_selected", "phase_change", "battle_result", "phase_change", "sync_game_state",
        ]  # fmt: skip
    match.play(0, "add")
    messages = after(match.events(1, since=2), _view(match, 1))
    assert [message.type for message in messages] == [
        "phase_change", "round_end", "phase_change", "game_over", "sync_game_state",
    ]  # fmt: skip
    assert [message.type for message in opening(_view(dealt(), 0))] == [
        "phase_change", "phase_change", "sync_game_state",
    ]  # fmt: skip


def test_s9_2_nobody_s_turn_is_player_1_and_no_winner_is_0() -> None:
    match = end_round(last_turn(player("", points=24), player("", points=34)))
    messages = after(match.events(1, since=2), _view(match, 1))

    assert [message.payload["current_player"] for message in messages if message.type != "round_end"] == [1] * 4
    assert [message.payload["round_winner"] for message in messages if message.type == "round_end"] == [0]


def test_s9_3_own_and_rival_s_selections() -> None:
    match = first_turn(player("0:5 1:6 2:9"), player("2:7 3:8 4:1"))
    match.play(1, "pick 2")
    assert [sync(_view(match, which)).payload["current_turn"] for which in (0, 1)] == [
        {"own_card_selected": False, "rival_card_selected": True},
        {"own_card_selected": True, "rival_card_selected": False},
    ]
    play(match, (0, "pick 0"), (1, "pick 3"))

    assert [sync(_view(match, which)).payload["current_turn"] for which in (0, 1)] == [
        {"own_card_selected": True, "rival_card_selected": False}
    ] * 2


def test_s9_4_joker_values_of_open_slots_only() -> None:
    match = given(player("1:0 2:5", "0:9", joker_power=7), player("1:6 2:8", "0:4"))
    assert sync(_view(match, 0)).payload["own_joker_values"] == {}

    match.play(0, "pick 1")

    assert [sync(_view(match, which)).payload["own_joker_values"] for which in (0, 1)] == [{"1": 7}, {}]


def test_s9_5_what_dr_manhattan_shows_goes_to_one_player() -> None:
    match = manhattan()

    for which, shows in ((0, [{"rival_hand": {"1": 0, "7": 8}, "duration": 5}]), (1, [])):
        messages = after(match.events(which), _view(match, which))
        assert [message.payload for message in messages if message.type == "dr_manhattan_reveal"] == shows


def test_s9_6_who_comes_back_is_shown_again_what_is_still_hidden() -> None:
    match = manhattan()
    match.play(0, "add")
    match.play(1, "pick 1")

    messages = resumed(_view(match, 0))
    assert [message.type for message in messages] == ["sync_game_state", "dr_manhattan_reveal"]
    assert messages[1].payload == {"rival_hand": {"7": 8}, "duration": 5}
    assert [message.type for message in resumed(_view(match, 1))] == ["sync_game_state"]
    with pytest.raises(ValueError, match="spectator"):
        resumed(_view(match, None))


# -- S10 Positions ---------------------------------------------------------------------------------------------------


def example() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(PAGE.split("```json")[1].split("```")[0])
    return document


def test_s10_1_the_example_is_read_and_written() -> None:
    match = hr.Match.from_position(GAME, example())

    assert match.position() == example()
    assert moves(match, 0) == ["pick 5", "pick 6"]


def test_s10_1_every_phase_is_read_back() -> None:
    match = played_to_the_end("phases")
    seen = set()
    while True:
        position = json.loads(json.dumps(match.position()))
        seen.add(position["phase"])
        assert hr.Match.from_position(GAME, position).position() == position
        if not match.moves:
            break
        match.undo()

    assert len(seen) == 6


def test_s10_2_keys_that_may_be_left_out() -> None:
    short = example()
    for key in ("tie", "seed"):
        del short[key]
    for one in short["players"]:
        del one["known"]

    position = hr.Match.from_position(GAME, short).position()

    assert (position["tie"], position["seed"], held(hr.Match.from_position(GAME, short), 0)["known"]) == (1, "", [])


WRONG: list[tuple[str, str, Any]] = [
    ("game", "game", "shithead"),
    ("phase", "phase", "battle"),
    ("phase", "phase", 3),
    ("current", "phase", "game_over"),
    ("current", "current", 2),
    ("current", "current", None),
    ("round", "round", 0),
    ("round", "round", 201),
    ("turn", "turn", 11),
    ("turn", "turn", 1),
    ("turn", "turn", 2.0),
    ("starter", "starter", 3),
    ("starter", "starter", None),
    ("picked", "picked", {"own": None, "rival": None}),
    ("picked", "picked", {"own": 1, "rival": 7}),
    ("picked", "picked", None),
    ("picked.own", "picked", {"own": 0, "rival": None}),
    ("picked.own", "picked", {"own": "1", "rival": None}),
    ("picked.rival", "picked", {"own": 1}),
    ("tie", "tie", 3),
    ("seed", "seed", 7),
    ("extra", "extra", 1),
    ("players", "players", []),
    ("players[0]", "players", [1, 2]),
    ("players[0].credits", "players[0].credits", 0),
    ("players[0].credits", "players[0].credits", 1000),
    ("players[0].credits", "players[0].credits", True),
    ("players[1].points", "players[1].points", "3"),
    ("players[1].bet", "players[1].bet", 91),
    ("players[1].bet", "players[1].bet", 0),
    ("players[1].bet", "players[1].bet", -1),
    ("players[0].hand", "players[0].hand", [1, 2]),
    ("players[0].hand.10", "players[0].hand", {"10": 5}),
    ("players[0].hand.3", "players[0].hand", {"3": 68}),
    ("players[0].hand.3", "players[0].hand", {"0": 12, "3": 12}),
    ("players[1].hand.5", "players[1].hand", {"5": 12}),
    ("players[1].hand", "players[1].hand", {}),
    ("players[0].revealed", "players[0].revealed", {"0": 40, "1": 41}),
    ("players[0].joker_power", "players[0].joker_power", None),
    ("players[0].joker_power", "players[0].joker_power", 69),
    ("players[1].joker_power", "players[1].joker_power", 5),
    ("players[0].known", "players[0].known", [5]),
    ("players[0].known", "players[0].known", 5),
    ("players[0].known[0]", "players[0].known", [0]),
    ("players[0].more", "players[0].more", 5),
]


@pytest.mark.parametrize(("path", "where", "value"), WRONG)
def test_s10_3_a_position_that_contradicts_itself_is_refused(path: str, where: str, value: Any) -> None:
    document = example()
    target: Any = document
    if where.startswith("players["):
        target, where = document["players"][int(where[8])], where[11:]
    target[where] = value

    with pytest.raises(hr.PositionError) as caught:
        hr.Match.from_position(GAME, document)

    assert (caught.value.code, caught.value.path) == ("bad-position", path)


@pytest.mark.parametrize(("power", "fine"), [(39, True), (40, False), (41, False)])
def test_s10_3_only_who_won_the_battle_chooses(power: int, fine: bool) -> None:
    """A 40 against a Joker: with equal powers nobody has won."""
    one = player("0:1", "3:40")
    two = player("0:2", "4:0", joker_power=power)
    document = table(one, two, phase="power_choice", picked={"own": 3, "rival": 4})

    if fine:
        assert hr.Match.from_position(GAME, document).to_act == (0,)
        return
    with pytest.raises(hr.PositionError, match="only a player who won") as caught:
        hr.Match.from_position(GAME, document)
    assert (caught.value.code, caught.value.path) == ("bad-position", "picked")


@pytest.mark.parametrize("key", ["phase", "current", "round", "turn", "starter", "picked", "players"])
def test_s10_3_a_key_that_is_missing(key: str) -> None:
    document = example()
    del document[key]

    with pytest.raises(hr.PositionError) as caught:
        hr.Match.from_position(GAME, document)

    assert caught.value.path == key


@pytest.mark.parametrize(
    ("path", "changes"),
    [
        ("turn", {"turn": 2}),
        ("starter", {"starter": 1}),
        ("players[1].bet", {"players": [player("0:1"), player("0:2")]}),
        ("players[0].revealed", {"players": [player("0:1", "1:5", bet=0), player("0:2", bet=0)]}),
        ("players[0].points", {"players": [player("0:1", bet=0, points=1), player("0:2", bet=0)]}),
        ("players[0].hand", {"players": [player("", bet=0), player("0:2", bet=0)]}),
        ("picked", {"picked": {"own": 0, "rival": None}, "players": [player("", "0:1", bet=0), player("0:2", bet=0)]}),
        ("picked", {"phase": "initial_card_selection", "picked": {"own": 0, "rival": 0},
                    "players": [player("1:3", "0:1"), player("1:4", "0:2")]}),
        ("current", {"phase": "game_over", "current": 1}),
        ("phase", {"phase": "game_over"}),
    ],
)  # fmt: skip
def test_s10_3_what_cannot_be_before_turn_2(path: str, changes: dict[str, JSON]) -> None:
    start: dict[str, JSON] = {"phase": "betting", "current": None, "starter": None, "turn": 1}
    document = table(player("0:1", bet=0), player("0:2", bet=0), **{**start, **changes})

    with pytest.raises(hr.PositionError) as caught:
        hr.Match.from_position(GAME, document)

    assert caught.value.path == path


def test_s10_3_a_seed_that_cannot_be_written_down() -> None:
    with pytest.raises(hr.PositionError) as caught:
        hr.Match.from_position(GAME, {**example(), "seed": "half of a pair: \ud800"})

    assert caught.value.path == "seed"


def test_s10_3_who_has_not_won_does_not_choose() -> None:
    picked: JSON = {"own": 0, "rival": 0}
    with pytest.raises(hr.PositionError) as caught:
        given(player("1:3", "0:4"), player("1:5", "0:6"), phase="power_choice", picked=picked)

    assert caught.value.path == "picked"


def test_the_game_is_what_the_registry_loads() -> None:
    assert isinstance(GAME, Heroes)
    assert (GAME.id, GAME.name, list(GAME.seats)) == ("heroes", "H3ROES C4RDS", [2])
