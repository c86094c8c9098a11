"""H3ROES C4RDS inside: the kernel and the public face are one game, and what nobody knows is dealt anew."""

import random
import re
from collections import Counter
from typing import Any

import pytest

import houserules as hr
from houserules.__main__ import main
from houserules.core import Event
from houserules.games.heroes.events import (
    Battled,
    Began,
    BetPlaced,
    BetsOpened,
    PhaseChanged,
    Picked,
    RoundEnded,
    Scored,
    Shown,
)
from houserules.games.heroes.game import Heroes
from houserules.games.heroes.state import Battle, State
from houserules.kernel import heroes as kernel
from houserules.kernel.playout import playout
from houserules.kernel.position import legal_moves
from houserules.terminal.look import Look
from houserules.terminal.screen import drawn
from houserules.testing import check_game
from tests.positions import AnyMatch

GAME = Heroes()


def moments(seed: str) -> list[State]:
    """The states of a random match."""
    match: AnyMatch = hr.Match.new(GAME, seats=2, seed=seed)
    chance = random.Random(seed)
    states = [match.state]
    while match.to_act:
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
        states.append(match.state)
    return states


def public(core: kernel.HeroesPosition) -> Any:
    """All that there is of it."""
    return GAME.position(State(core, ""))


def said(state: State, seat: int, number: int) -> hr.Move:
    """A kernel move as a player says it."""
    match state.kernel.phase:
        case kernel.BETTING:
            return hr.Bet(kernel.BETS * (number >> 6) + (number & 63))
        case kernel.CHOICE:
            return hr.Add() if number == kernel.ADD else hr.Subtract()
    return hr.Pick(number)


@pytest.mark.parametrize("seed", ["one", "two"])
def test_a_move_is_the_same_on_both_faces(seed: str) -> None:
    """Each kernel move is one that the seat can say, and leads to the same table; only a bet of 0 it has not."""
    for state in moments(seed)[:-1]:
        core = state.kernel
        numbers = legal_moves(core)
        legal = GAME.legal(state, core.turn)
        spoken = [said(state, core.turn, number) for number in numbers]
        assert spoken == [move for move in legal if move != hr.Bet(0)]
        for number, move in zip(numbers[::7], spoken[::7], strict=True):
            after = core.copy()
            after.advance(number)
            reached = GAME.apply(state, core.turn, move).state
            if after.phase == kernel.DEALING:
                assert (after.over, reached.kernel.round) == (True, core.round + 1)
                assert list(after.table)[24:26] == list(reached.kernel.table)[24:26], "the same credits"
            else:
                assert public(after) == public(reached.kernel)


def test_every_bet_has_its_own_number() -> None:
    """All purses there are: pages of 63."""
    core = kernel.fresh().dealt(1)
    for purse in range(1, 1000):
        core.table[kernel.CREDITS] = purse
        bets = [kernel.BETS * (number >> 6) + (number & 63) for number in legal_moves(core)]
        assert bets == list(range(1, purse + 1))


def test_a_playout_deals_its_own_rounds_and_ends() -> None:
    """Without a chance it ends with the round; what that was worth is who came nearer."""
    start = GAME.new(2, "x").kernel
    lengths = Counter[int]()
    for seed in range(200):
        core = start.dealt(seed)
        playout(core, seed)
        lengths[core.round] += 1
        assert core.phase == kernel.GAME_OVER
        assert core.payoff(0) + core.payoff(1) == 1
        assert not core.cut()

        core = start.redealt(-1, seed)
        playout(core, seed)
        assert core.round == 1
        assert core.phase in (kernel.DEALING, kernel.GAME_OVER)
        assert core.payoff(0) + core.payoff(1) == 1
        assert core.phase == kernel.GAME_OVER or core.payoff(0) == {0: 1.0, 1: 0.0, -1: 0.5}[core.nearer()]
    assert len(lengths) > 5


def test_the_limit_of_rounds_is_a_cut() -> None:
    core = kernel.fresh().dealt(3)
    while not core.over:
        core.advance(1 if core.phase == kernel.BETTING else legal_moves(core)[-1])

    assert (core.round, core.cut()) == (200, True)


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_all_that_a_viewer_cannot_know_is_dealt_anew(viewer: int | None) -> None:
    """Cards in all slots, the Joker's power, the lot, the rival's bet, the rounds to come: each comes out otherwise."""
    state = GAME.new(2, "hidden")
    for seat in (0, 1):  # now others cannot know whether it has a bet
        state = GAME.apply(state, seat, hr.Bet(0)).state
    twins = [GAME.position(GAME.redeal(state, viewer, seed)) for seed in range(400)]
    players: list[Any] = [position["players"] for position in twins]

    for seat in (0, 1):
        for slot in map(str, range(10)):
            assert len({each[seat]["hand"][slot] for each in players}) > 60
        powers = {each[seat]["joker_power"] for each in players} - {None}
        assert len(powers) > 25
        bets = {each[seat]["bet"] for each in players}
        assert (len(bets) > 50) == (seat != viewer)
    assert {position["tie"] for position in twins} == {1, 2}
    assert len({position["seed"] for position in twins}) == 400


def test_what_was_shown_is_not_dealt_anew() -> None:
    """Open cards for everybody; what Dr. Manhattan showed for the one who saw it; the power of an open Joker."""
    position = {
        "game": "heroes", "phase": "card_selection_own", "current": 2, "round": 1, "turn": 3, "starter": 1,
        "picked": {"own": None, "rival": None},
        "players": [
            {"credits": 100, "points": 0, "bet": 1, "hand": {"1": 5, "2": 6}, "revealed": {"0": 67},
             "joker_power": None, "known": [1, 2]},
            {"credits": 100, "points": 0, "bet": 1, "hand": {"1": 7, "2": 8}, "revealed": {"0": 0},
             "joker_power": 33, "known": []},
        ],
    }  # fmt: skip
    state = GAME.from_position(position)
    for viewer, stays in ((0, [False, True]), (1, [False, False]), (None, [False, False])):
        twins: list[Any] = [GAME.position(GAME.redeal(state, viewer, seed))["players"] for seed in range(50)]
        for seat in (0, 1):
            assert (len({str(each[seat]["hand"]) for each in twins}) == 1) == stays[seat]
            assert {str(each[seat]["revealed"]) for each in twins} == {str({"0": [67, 0][seat]})}
        assert {each[1]["joker_power"] for each in twins} == {33}


def test_who_has_bet_knows_that_the_rival_has_not() -> None:
    """Else betting would be over: so a world in which both have bet is not dealt."""
    state = GAME.apply(GAME.new(2, "bets"), 0, hr.Bet(10)).state
    for viewer in (None, 0, 1):
        for seed in range(50):
            twin = GAME.redeal(state, viewer, seed)
            bets = [twin.kernel.table[kernel.BET + seat] for seat in (0, 1)]
            assert 0 in bets
            assert GAME.to_act(twin) == (0, 1)
            assert bets[1] == 0
            if viewer == 0:
                assert bets == [10, 0]


# -- Around the table ------------------------------------------------------------------------------------------------


def test_what_dr_manhattan_showed_is_on_the_screen() -> None:
    match: AnyMatch = hr.Match.from_position(
        GAME,
        {
            "game": "heroes", "phase": "card_selection_rival", "current": 1, "round": 1, "turn": 2, "starter": 1,
            "picked": {"own": 0, "rival": None},
            "players": [
                {"credits": 100, "points": 0, "bet": 1, "hand": {"1": 5}, "revealed": {"0": 67}, "joker_power": None},
                {"credits": 100, "points": 0, "bet": 1, "hand": {"1": 0, "2": 8}, "revealed": {}, "joker_power": 9},
            ],
        },
    )  # fmt: skip
    match.play(0, "pick 2")

    screens = [drawn(match.view(viewer), hr.Names("Ann", "Ben"), (), Look()) for viewer in (0, 1)]

    assert "(Jk)" in screens[0]
    assert "In brackets: what Dr. Manhattan showed you" in screens[0]
    assert "Jk" not in screens[1]
    assert "brackets" not in screens[1]
    low = drawn(match.view(0), hr.Names("Ann", "Ben"), (), Look(80, 12))
    assert "showed you 1: the Joker\n" in low
    told = [[event.tell(hr.Names("Ann", "Ben")) for event in match.events(viewer)] for viewer in (0, 1)]
    assert "Dr. Manhattan showed Ann Ben's hidden cards: the Joker in slot 1" in told[0]
    assert "Dr. Manhattan showed Ann Ben's hidden cards" in told[1]


def test_a_bet_that_is_hidden_is_not_shown_as_none() -> None:
    match: AnyMatch = hr.Match.new(GAME, seats=2, seed="bets")
    match.play(0, "bet 30")
    names = hr.Names("Ann", "Ben")

    def bets(viewer: int | None) -> list[str]:
        """What the screen says of bets, from its top: one's own is at the bottom."""
        return re.findall(r"bet (not yet|\S+)", drawn(match.view(viewer), names, (), Look()))

    assert bets(0) == ["not yet", "30"]
    assert bets(1) == ["placed", "-"]
    assert bets(None) == ["not yet", "placed"]
    match.play(1, "bet 5")
    assert bets(1) == ["30", "5"]


def test_events_are_right_for_you_and_for_a_name() -> None:
    """A verb goes with the one it is about, and the listener is "you" wherever a sentence has it."""
    won = Battle(0, 9, (12, 3), (12, 3), 2)
    said: list[tuple[Event, str]] = [
        (BetPlaced(0, 10), "You bet 10"),
        (BetPlaced(0, 0), "You have no bet now"),
        (BetPlaced(1, 0), "Ann has no bet now"),
        (BetPlaced(1, None), "Ann has placed a bet"),
        (BetsOpened((10, 98)), "Both bets stand: you bet 10, Ann bet 98"),
        (PhaseChanged("card_selection_own", 0, 2, 1), "Turn 2 is yours. First pick one of your own cards"),
        (PhaseChanged("card_selection_own", 1, 3, 1), "Turn 3 is Ann's. Ann first picks one of their own cards"),
        (PhaseChanged("card_selection_rival", 0, 2, 1), "Now pick one of Ann's cards"),
        (PhaseChanged("card_selection_rival", 1, 3, 1), "Now Ann picks one of your cards"),
        (PhaseChanged("power_choice", 0, 2, 1, 9), "Add 9 to your points or subtract it"),
        (PhaseChanged("power_choice", 1, 3, 1, 9), "Ann may add 9 to their points or subtract it"),
        (Picked(1, 0, 6, 12, 12), "Ann turned over your card in slot 6: 12"),
        (Picked(1, 1, 6, 0, 41), "Ann turned over their own card in slot 6: the Joker, worth 41"),
        (Picked(0, 0, 6, 12, 12), "You turned over your own card in slot 6: 12"),
        (Began(0, (9, 9), (9, 9)), "9 to 9: you start, by lot"),
        (Began(1, (4, 9), (4, 9)), "4 to 9: Ann starts"),
        (Shown(1, None), "Dr. Manhattan showed Ann your hidden cards"),
        (Shown(0, {}), "Dr. Manhattan showed you Ann's hidden cards: none"),
        (Battled(won), "12 against 3: you won by 9"),
        (Scored(0, "add", 9, 9), "You added 9 and now have 9 points"),
        (Scored(1, "subtract", 9, -9), "Ann subtracted 9 and now has -9 points"),
        (
            RoundEnded(0, (30, 20), (4, 14), (10, -98), (110, 2)),
            "You came nearer to 34: you win 10 and have 110 credits, Ann loses 98 and has 2 credits",
        ),
    ]
    for names in (hr.Names("You", "Ann"), hr.Names("Ben", "Ann", listener=0)):
        for event, words in said:
            assert event.tell(names) == words


def test_the_lab_is_not_for_this_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "heroes"]) == 2
    assert capsys.readouterr().err == "houserules: the lab cannot play heroes: it plays games of the Shithead family\n"


def test_the_laws_hold_in_many_matches() -> None:
    assert check_game(GAME, matches=4, seed="many").matches == 4
