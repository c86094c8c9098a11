"""What a bot thinks with: states made from a view alone, which the viewer cannot tell from the true one."""

import random
from pathlib import Path

import pytest

import houserules as hr
from houserules.games.shedding.documents import SHIPPED
from houserules.games.shedding.imagine import LAYOUTS
from houserules.games.shedding.view import View
from houserules.kernel.position import legal_moves
from tests.positions import given

HOUSES = sorted((Path(__file__).parent.parent / "examples" / "houses").glob("*.toml"))


def games() -> list[str]:
    """Those whose bots think ahead."""
    return [*SHIPPED, "heart-of-five", *map(str, HOUSES)]


@pytest.mark.parametrize("name", games(), ids=lambda name: Path(name).stem)
def test_an_imagined_match_looks_as_the_true_one(name: str) -> None:
    """For every viewer, at many moments; the seat's moves are the same, and each number can be said."""
    game = hr.load(name)
    chance = random.Random(Path(name).stem)
    for seats in {game.seats.start, game.seats.stop - 1}:
        match = hr.Match.new(game, seats=seats, seed=f"imagine {seats}")
        while match.to_act and len(match.moves) < 250:
            seat = chance.choice(match.to_act)
            for viewer in (seat, chance.randrange(seats), None):
                view = match.view(viewer)
                state = game.imagine(view, chance.getrandbits(31))
                assert game.view(state, viewer) == view
                assert game.cards(state) == game.cards(match.state)
            view = match.view(seat)
            state = game.imagine(view, chance.getrandbits(31))
            said = [game.say(state, number) for number in legal_moves(state.kernel)]
            assert set(said) <= set(view.legal)
            match.play(seat, chance.choice(view.legal))


def test_an_imagined_match_is_another_one_each_time() -> None:
    game = hr.load("shithead")
    view = hr.Match.new(game, seats=3, seed="x").view(1)
    positions = {str(game.position(game.imagine(view, seed))) for seed in range(10)}

    assert len(positions) == 10
    assert str(game.position(game.imagine(view, 3))) in positions


def test_hidden_cards_do_not_reach_the_imagination() -> None:
    """Two matches that look the same to a seat are imagined the same."""
    game = hr.load("shithead")
    match = hr.Match.new(game, seats=3, seed="x")
    twin = game.redeal(match.state, 1, 99)

    assert game.position(twin) != game.position(match.state)
    imagined = [game.position(game.imagine(game.view(state, 1), 5)) for state in (match.state, twin)]
    assert imagined[0] == imagined[1]


# -- What a taken pile tells -----------------------------------------------------------------------------------------


def seen(match: hr.Match[object], seat: int) -> tuple[str, int]:
    view = match.view(None)
    assert isinstance(view, View)
    return " ".join(map(str, view.seats[seat].lacks)), view.seats[seat].lacking


def test_who_had_to_take_the_pile_lacks_what_fits() -> None:
    match = given("4C 4D 5D / / 2C", "6C 7C / / 2D", pile="QH", stock="3S 3H 3D")
    assert seen(match, 0) == ("", 0)
    match.play(0, "take")

    lacks, lacking = seen(match, 0)
    assert lacking == 3
    assert {"QS", "KC", "AH", "2C", "8S", "TS", "JS", "jj"} <= set(lacks.split())
    assert not {"3C", "7S", "9D"} & set(lacks.split())


def test_a_card_that_is_laid_may_have_been_one_of_them() -> None:
    match = given("4C 4D 5D / / 2C", "6C 7C / / 2D", pile="QH", stock="3S 3H 3D 3C 9C")
    match.play(0, "take")
    match.play(1, "play 6C")
    match.play(0, "play QH")  # everybody knew that one
    assert seen(match, 0)[1] == 3
    match.play(1, "take")
    assert seen(match, 1)[1] == 2 + 1  # the 7C, and the two cards that seat 1 has drawn
    match.play(0, "play 4C")

    assert seen(match, 0)[1] == 2


def test_worlds_heed_what_a_seat_lacks() -> None:
    """As far as there are other cards."""
    match = given("4C 4D 5D / / 2C", "6C 7C / / 2D", pile="QH", stock="3S AH AD AC AS KC KD 2H 2S")
    match.play(0, "take")
    game = match.game
    view = match.view(1)
    for seed in range(50):
        world = game.view(game.imagine(view, seed), 0)
        assert isinstance(world, View)
        hand = world.seats[0].hand
        assert isinstance(hand, tuple)
        assert not set(map(str, hand)) & {"AH", "AD", "AC", "AS", "KC", "KD", "2H", "2S", "2C"}


# -- The setup -------------------------------------------------------------------------------------------------------


def test_the_setup_offers_the_ways_that_are_worth_a_thought() -> None:
    """Three of six, the best cards or nearly; and a seat that thinks is on turn although others may act too."""
    game = hr.load("shithead")
    match = hr.Match.new(game, seats=3, seed="x")
    state = game.imagine(match.view(2), 1)
    plans = game.plans(state)

    assert state.kernel.turn == 2
    assert len(plans) == LAYOUTS
    assert sum(isinstance(move, hr.Ready) for move, _ in plans) <= 1
    assert all(move in match.legal(2) for move, _ in plans)
    assert all(after.kernel.ready >> 2 & 1 for _, after in plans)


def test_a_plan_comes_to_an_end() -> None:
    """Whatever a bot thinks from one swap to the next: after three swaps there is nothing left but to be ready."""
    game = hr.load("shithead")
    match = hr.Match.new(game, seats=2, seed="x")
    for _ in range(4):
        moves = [move for move, _ in game.plans(game.imagine(match.view(0), 1))]
        swaps = [move for move in moves if isinstance(move, hr.Swap)]
        if not swaps:
            break
        match.play(0, swaps[-1])

    assert [move for move, _ in game.plans(game.imagine(match.view(0), 1))] == [hr.Ready()]


def test_cards_that_stand_nowhere_may_be_any() -> None:
    """In a position of Heart of Five that leaves cards out, the rival may hold any card that is not in sight."""
    position = {
        "game": "heart-of-five", "hands": [["3C", "4C"], ["5C", "6C"]], "to_act": 0, "leader": 0, "last": None,
        "passes": 0, "out": [], "round": 1, "wins": [0, 0], "losses": [0, 0],
    }  # fmt: skip
    match = hr.Match.from_position(hr.load("heart-of-five"), position)
    game = match.game
    held: set[str] = set()
    for seed in range(200):
        state = game.imagine(match.view(0), seed)
        assert game.view(state, 0) == match.view(0)
        hands = game.position(state)["hands"]
        assert isinstance(hands, list)
        held.update(map(str, hands[1]))  # type: ignore[arg-type]  # a list of cards

    assert len(held) == 52
