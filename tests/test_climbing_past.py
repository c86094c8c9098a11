"""What rivals did in a round, and the worlds that are made of it: the same cards, hands that explain more."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import houserules as hr
from houserules.games.heart_of_five.bots import Intermediate
from houserules.kernel import climbing_past as past
from houserules.kernel.bits import COMPILED, scrambled, size
from houserules.kernel.climbing import ClimbingPosition
from houserules.kernel.climbing_fewest import fewest_plays
from houserules.kernel.climbing_past import Chain, past_of
from houserules.kernel.climbing_planner import NEVER, is_planned, least_of_rivals, planned_move, unseen_by, weighed
from houserules.kernel.position import legal_moves
from houserules.kernel.search import Search
from houserules.kernel.search_tree import CHILD, KEY, NEXT, SEATS, WIDTH

MATCHES = 12 if COMPILED else 1
WORLDS = 200 if COMPILED else 30


def table() -> Any:
    return hr.load({"match": {"wins": 1, "rounds": 1}})


def matches(seats: int, turns: int, *, planned: bool = True) -> list[hr.Match[Any]]:
    """Some rounds after so many turns, by players with a plan or by random ones."""
    game, chance = table(), random.Random(f"{seats} {turns}")
    found = []
    for number in range(MATCHES):
        match = hr.Match.new(game, seats=seats, seed=f"past {number}")
        bot = Intermediate(game)
        while match.to_act and len(match.moves) < turns:
            view = match.view(match.to_act[0])
            match.play(match.to_act[0], bot.choose(view) if planned else chance.choice(view.legal))
        if match.to_act:
            found.append(match)
    return found


def imagined(match: hr.Match[Any], seed: int = 5) -> ClimbingPosition:
    kernel: ClimbingPosition = match.game.imagine(match.view(match.to_act[0]), seed).kernel
    return kernel


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_the_planned_move_is_the_one_worth_most(seats: int) -> None:
    """Worth is not reckoned to the end where a move cannot be the best any more: that changes nothing."""
    for match in matches(seats, 15, planned=False) + matches(seats, 6):
        state = imagined(match)
        hand = state.look()
        unseen, rivals, fewest = unseen_by(state), least_of_rivals(state), fewest_plays(hand.cards, hand.twins)
        moves = legal_moves(state)
        best = max(moves, key=lambda move: (weighed(state, move, unseen, rivals, fewest, NEVER), -move))

        assert planned_move(state) == best
        assert [move for move in moves if is_planned(state, move, unseen, rivals)] == [best]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_turn_is_remembered_as_it_was(seats: int) -> None:
    """The meld to beat, who held how little, what was open, and what a seat held then."""
    game, chance = table(), random.Random(seats)
    for number in range(MATCHES):
        match = hr.Match.new(game, seats=seats, seed=f"as it was {number}")
        known = []
        while match.to_act and len(match.moves) < 60:
            core = match.state.kernel
            known.append((core.turn, core.last, least_of_rivals(core), unseen_by(core), core.cards_of(core.turn)))
            match.play(core.turn, chance.choice(match.view(core.turn).legal))
        state = match.state.kernel
        state.said = game.imagine(match.view(0), 1).kernel.said
        turns = past_of(state, 0).turns

        for place, (seat, last, least, unseen, (cards, twins)) in enumerate(known):
            at = place * past.WIDTH
            kept, kept_twins = state.cards_of(seat)
            later, later_twins = turns[at + past.LATER], turns[at + past.LATER_TWINS]
            twice = turns[at + past.OPEN_TWICE]
            assert (turns[at + past.SEAT], turns[at + past.LAST], turns[at + past.LEAST]) == (seat, last, least)
            assert (kept | later, kept_twins | later_twins | (kept & later)) == (cards, twins)
            assert (twice & ~twins) | (turns[at + past.OPEN] & ~twice & ~cards) == unseen


@pytest.mark.parametrize("seats", [3, 6])
def test_worlds_are_deals_of_what_is_unseen(seats: int) -> None:
    """The viewer keeps its hand, everybody the number of cards, and no card is lost or doubled."""
    for match in matches(seats, 14):
        origin = imagined(match)
        viewer = origin.turn
        cards = match.game.cards(match.state)
        world, hands = origin, set()
        for seed in range(WORLDS // 4):
            world = world.world(origin, viewer, seed)
            assert world.cards_of(viewer) == origin.cards_of(viewer)
            assert [world.held(seat) for seat in range(seats)] == [origin.held(seat) for seat in range(seats)]
            assert match.game.cards(msgspec.structs.replace(match.state, kernel=world)) == cards
            hands.add(tuple(world.cards_of(seat) for seat in range(seats)))
        rivals = sum(world.held(seat) > 0 for seat in range(seats)) - 1
        assert len(hands) > 2 if rivals > 1 else len(hands) == 1


def test_the_true_hands_of_players_with_a_plan_explain_everything() -> None:
    for match in matches(4, 22):
        state = match.state.kernel
        state.said = imagined(match).said
        assert list(Chain(past_of(state, state.turn), state.copy()).misfits) == [0, 0, 0, 0]


def test_worlds_come_to_explain_what_was_done_and_to_hold_true_cards() -> None:
    right = even = missed = missed_even = 0
    for match in matches(4, 34):
        origin, true = imagined(match), match.state.kernel
        world = origin
        for seed in range(WORLDS):
            dealt = origin.redealt(origin.turn, scrambled(seed, 1))
            world = world.world(origin, origin.turn, scrambled(seed, 2))
            if seed >= WORLDS // 2:  # the first ones are on their way
                even += in_place(true, dealt)
                right += in_place(true, world)
                missed_even += unexplained(origin, dealt)
                missed += unexplained(origin, world)

    assert missed * 3 < missed_even
    assert not COMPILED or right * 8 > even * 9  # one match proves nothing


def in_place(true: ClimbingPosition, world: ClimbingPosition) -> int:
    """How many cards are where they really are."""
    return sum(size(true.cards_of(seat)[0] & world.cards_of(seat)[0]) for seat in range(true.seats))


def unexplained(origin: ClimbingPosition, world: ClimbingPosition) -> int:
    """How many turns of rivals its hands do not explain."""
    return sum(Chain(past_of(origin, origin.turn), world.copy()).misfits)


def test_a_round_that_began_elsewhere_tells_nothing() -> None:
    match = matches(4, 9)[0]
    other = hr.Match.from_position(match.game, match.position())
    assert imagined(match).said
    assert not imagined(other).said


def test_the_same_seed_searches_the_same_past() -> None:
    match = matches(4, 18)[0]
    origin = imagined(match)
    whole, sliced = (Search(origin, origin.turn, 3, models=1) for _ in range(2))
    whole.run(60)
    for _ in range(20):
        sliced.run(3)

    assert whole.rows() == sliced.rows()


def test_rivals_do_what_is_expected_of_them() -> None:
    """With the cards on the table there is one thing that a rival does after each line of play."""
    match = matches(4, 10)[0]
    origin = match.state.kernel
    search = Search(origin, origin.turn, 3, models=1, cheats=True)
    search.run(WORLDS)

    nodes = search.tree.nodes
    rivals = 0
    for node in range(1, search.tree.used):
        children = []
        child = nodes[node * WIDTH + CHILD]
        while child:
            children.append(nodes[child + KEY] % SEATS)
            child = nodes[child + NEXT]
        if children and children[0] != origin.turn:
            rivals += 1
            assert len(children) == 1
    assert rivals > 5


def test_where_nothing_is_expected_nothing_changes() -> None:
    core = hr.load("shithead").new(3, "x").kernel
    core.start()
    plain, models = Search(core, core.turn, 3), Search(core, core.turn, 3, models=1)
    plain.run(80)
    models.run(80)

    assert plain.rows() == models.rows()
