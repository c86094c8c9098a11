"""The views of the Shithead family: each field against the rules, in shipped games, example houses and random ones."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import given as examples
from hypothesis import strategies as st

import houserules as hr
from houserules.cards import PACK, Card, Rank, Suit
from houserules.core import (
    Announce,
    Call,
    Flip,
    Move,
    Pass,
    Peek,
    Play,
    Ready,
    Swap,
    Take,
    Target,
    Try,
    from_json,
    to_json,
)
from houserules.games.shedding.asks import AskView
from houserules.games.shedding.choices import Can
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.playsets import PlaySet
from houserules.games.shedding.view import View
from tests.positions import AnyMatch, given, play
from tests.strategies import at, bare, houses

HOUSES = sorted((Path(__file__).parent.parent / "examples" / "houses").glob("*.toml"))
GAMES = ["shithead", "duel", "smellyhead", *map(str, HOUSES)]

Moment = tuple[AnyMatch, int, View]
"""A match, the seat that plays next, and what it sees."""


def stem(name: str) -> str:
    return Path(name).stem


def moments(game: hr.Game[Any], seats: int, seed: str, most: int) -> Iterator[Moment]:
    """A random match, before each move."""
    chance = random.Random(f"{seed} {seats}")
    match = hr.Match.new(game, seats=seats, seed=seed)
    while match.to_act and match.seq < most:
        seat = chance.choice(match.to_act)
        view = match.view(seat)
        assert isinstance(view, View)
        yield match, seat, view
        match.play(seat, hr.Ready() if match.seq > 20 and view.phase == "setup" else chance.choice(view.legal))


def few_matches(name: str, most: int = 150) -> Iterator[Moment]:
    game = hr.load(name)
    for seats in sorted({game.seats[0], game.seats[-1]}):
        yield from moments(game, seats, "views", most)


def seen(match: AnyMatch, viewer: int | None) -> View:
    view = match.view(viewer)
    assert isinstance(view, View)
    return view


# -- What may be done ------------------------------------------------------------------------------------------------


def parts_of(group: PlaySet) -> set[tuple[Card, ...]]:
    """The plays that a set stands for, each as its sorted cards."""
    every = tuple(range(1, len(group.cards) + 1))
    counts = every if group.any else group.counts or every[-1:]
    parts = {part for count in counts for part in combinations(group.cards, count)}
    if group.one_of:
        parts = {(*part, other) for part, other in product(parts, group.one_of)}
    return {tuple(sorted(part)) for part in parts}


def expanded(can: Can, view: View) -> Counter[Move]:
    """Every move that `can` stands for, as a client without rules would list them."""
    moves: list[Move] = [Play(cards) for group in can.play for cards in parts_of(group)]
    moves += [Take()] * can.take + [Pass()] * can.pass_ + [Try()] * can.try_ + [Announce()] * can.announce
    moves += [Peek(number + 1) for number in range(can.peek)]
    moves += [Flip(number + 1) for number in range(can.flip)]
    if can.swap:
        assert view.seat is not None
        own = view.seats[view.seat]
        assert isinstance(own.hand, tuple)
        moves += [Swap(*pair) for pair in {*product(own.hand, own.up)}]
    moves += [Ready()] * can.ready
    moves += [Target(seat) for seat in can.target]
    moves += [Call(suit) for suit in can.call]
    moves += [hr.read_move(f"choose {what}") for what in can.choose]
    return Counter(moves)


def as_sets(moves: Any) -> Counter[Move]:
    """In a play the order in which its cards are named does not matter."""
    return Counter(Play(tuple(sorted(move.cards))) if isinstance(move, Play) else move for move in moves)


def check_can(match: AnyMatch, seat: int, view: View) -> None:
    assert expanded(view.can, view) == as_sets(view.legal)
    assert tuple(view.legal) == match.legal(seat)
    for tap in view.can.tap:
        assert Play(tap) in match.legal(seat)
        assert len({card.rank for card in tap}) == 1
    for other in {None, *range(match.seats)} - set(match.to_act):
        assert (seen(match, other).can, seen(match, other).why, len(seen(match, other).legal)) == (Can(), {}, 0)


@pytest.mark.parametrize("name", GAMES, ids=stem)
def test_moves_as_data_are_the_legal_moves(name: str) -> None:
    for moment in few_matches(name):
        check_can(*moment)


def test_a_big_hand_is_a_few_sets() -> None:
    """36 cards are 92 moves and more, and at most a set for each rank."""
    hand = " ".join(rank + suit for rank in "3456789QK" for suit in "CDHS")
    view = seen(given(hand, "AC"), 0)

    assert len(view.legal) == 9 * 15
    assert view.can.play == tuple(
        PlaySet(cards=PACK[4 * at : 4 * at + 4], any=True) for at in (1, 2, 3, 4, 5, 6, 7, 10, 11)
    )
    assert len(to_json(view.can)) < 500


def test_of_equal_jokers_one_is_named() -> None:
    """They are played one at a time, and every Joker has the same name everywhere in a view."""
    view = seen(given("jj JJ 3C / jj", "KC JJ", *["4C"] * 2, "5D", "5C", "6C", pile="4D"), 0)

    assert view.seats[0].hand == tuple(map(Card.read, ("3C", "jj", "jj")))
    assert view.can.play == (PlaySet((Card.read("jj"),), any=True),)
    assert view.why == {Card.read("3C"): "not-playable"}


def test_cards_that_join_others() -> None:
    """Fours may be laid with one card of another rank: any part of them with one of the others."""
    view = seen(at(bare({"4": {"on": "any", "do": [], "joins": True}}), "4C 4D 9C KD", "3C", pile="QD"), 0)

    fours = tuple(map(Card.read, ("4C", "4D")))
    assert PlaySet(fours, any=True) in view.can.play
    assert PlaySet(fours, any=True, one_of=tuple(map(Card.read, ("9C", "KD")))) in view.can.play
    assert b'"with"' in to_json(view.can)


# -- What may not be done --------------------------------------------------------------------------------------------


def check_why(match: AnyMatch, seat: int, view: View) -> None:
    """Each card with a reason is refused for that reason; each of one's own without one is in some legal play."""
    own = view.seats[seat]
    for card, code in view.why.items():
        with pytest.raises(hr.IllegalMove) as caught:
            match.game.apply(match.state, seat, Play((card,)))
        assert caught.value.code == code
    if view.phase == "setup" or view.pending not in (None, "add", "jump") or not (own.hand or own.up):
        assert not view.why
        return
    playable = {card for move in view.legal if isinstance(move, Play) for card in move.cards}
    assert isinstance(own.hand, tuple)
    assert {*own.hand, *own.up} - set(view.why) == playable


@pytest.mark.parametrize("name", GAMES, ids=stem)
def test_why_a_card_cannot_be_played_is_what_a_refusal_says(name: str) -> None:
    for moment in few_matches(name):
        check_why(*moment)


# -- What is asked for -----------------------------------------------------------------------------------------------


def meets(ask: AskView, card: Card) -> bool:
    """As a client without rules reads it."""
    rank = int(card.rank)
    name = str(rank) if rank <= 10 else "Joker" if rank == 15 else card.rank.letter
    if ask.counter:
        selected = [one.partition(":") for one in ask.counter]
        return any(of == name and (not suits or _has_suit(card, suits)) for of, _, suits in selected)
    return (
        (not ask.ranks or name in ask.ranks)
        and (ask.at_least is None or rank >= ask.at_least)
        and (ask.above is None or rank > ask.above)
        and (ask.at_most is None or rank <= ask.at_most)
        and (ask.below is None or rank < ask.below)
        and (ask.parity is None or rank % 2 == (ask.parity == "odd"))
        and (ask.suit is None or card.suit == ask.suit)
    )


def _has_suit(card: Card, suits: str) -> bool:
    colour = "red" if card.suit in (Suit.DIAMONDS, Suit.HEARTS) else "black"
    return card.suit is not None and not {colour, str(card.suit)}.isdisjoint(suits.split(","))


def check_ask(match: AnyMatch, seat: int, view: View) -> None:
    game = match.game
    assert isinstance(game, Shedding)
    core = match.state.kernel
    if view.pending:
        assert (view.ask, view.value, view.even, view.lowerthan, view.suit) == (None, None, 0, 1, "")
        return
    assert view.ask is not None
    fits = game.tables.fits[core.ask]
    powers = {power.rank for power in game.rules.powers if power.anywhere}
    ranks = {rank for rank in game.rules.order if rank is not Rank.JOKER or game.rules.jokers != 0}
    for card in [card for card in PACK[:53] if card.rank in ranks]:
        if meets(view.ask, card):
            assert fits >> card.kind & 1
        elif fits >> card.kind & 1:
            assert card.rank in powers  # it goes on anything
    assert (view.ask == AskView()) == (view.asks.partition(", at least")[0] == "anything")
    assert (view.ask.by is None) == (view.ask == AskView())
    if view.ask.by is not None:
        assert view.ask.by.card in view.pile


@pytest.mark.parametrize("name", GAMES, ids=stem)
def test_what_is_asked_for_is_what_fits(name: str) -> None:
    for moment in few_matches(name):
        check_ask(*moment)


@pytest.mark.parametrize(
    ("pile", "ask", "by"),
    [
        ("", {}, None),
        ("2D", {}, None),
        ("KD", {"at_least": 13}, "KD"),
        ("7H", {"at_most": 7}, "7H"),
        ("7H 8C JD", {"at_most": 7}, "7H"),
        ("KD 7H 8C 9S", {"at_least": 9}, "9S"),
        ("8C", {}, None),
        ("jj", {"at_least": 15}, "jj"),
    ],
)
def test_the_card_that_makes_the_pile_ask_is_seen_through_mirrors(
    pile: str, ask: dict[str, int], by: str | None
) -> None:
    found = hr.to_document(seen(given("3C", "4C", pile=pile), 0).ask)

    assert found == (ask if by is None else {**ask, "by": {"card": by, "seat": None}})


def test_who_laid_that_card() -> None:
    """It is known as soon as somebody lays it, and stays known under mirrors; a position does not say it."""
    match = given("3C 9C 4C 5C", "8D 3H 6C", pile="6D")
    makers = [seen(match, None).ask]
    for seat, move in ((0, "play 9C"), (1, "play 8D")):
        match.play(seat, move)
        makers.append(seen(match, None).ask)

    assert [hr.to_document(ask)["by"] for ask in makers] == [  # type: ignore[index, call-overload]
        {"card": "6D", "seat": None},
        {"card": "9C", "seat": 0},
        {"card": "9C", "seat": 0},
    ]


@pytest.mark.parametrize(
    ("power", "pile", "called", "ask"),
    [
        ({"do": [{"low": {"limit": 7, "compare": "<"}}]}, "5C", None, {"below": 7}),
        ({"do": [{"low": {"limit": 7, "mode": "add"}}]}, "5C", None, {"at_least": 5, "at_most": 7}),
        ({"do": [{"parity": "odd"}]}, "5C", None, {"parity": "odd"}),
        ({"do": [{"call-suit": {}}]}, "5C", "hearts", {"suit": "hearts"}),
        ({"do": [{"force-take": {"who": "next", "counter": ["3", "Joker"]}}]}, "5C", None, {"counter": ["3", "Joker"]}),
        ({"do": ["choose-way"]}, "5C", "low", {"at_most": 5}),
    ],
)
def test_demands_as_data(power: dict[str, Any], pile: str, called: str | None, ask: dict[str, Any]) -> None:
    view = seen(at(bare({"5": power}), "3C", "4C", pile=pile, called=called), 1)

    assert hr.to_document(view.ask) == {**ask, "by": {"card": "5C", "seat": None}}


def test_strictly_higher_cards_are_asked_for_as_above() -> None:
    view = seen(at(bare({}, play={"compare": ">"}), "3C", "4C", pile="5C"), 1)

    assert hr.to_document(view.ask) == {"above": 5, "by": {"card": "5C", "seat": None}}


# -- The table -------------------------------------------------------------------------------------------------------


def check_spots(before: View, after: View) -> None:
    """A spot only loses cards, but for a swap; and all spots together are the cards that lie there."""
    for seat, spots in enumerate(after.spots):
        assert Counter(spot.up for spot in spots if spot.up) == Counter(after.seats[seat].up)
        assert sum(spot.blind for spot in spots) == after.seats[seat].blind
        for old, new in zip(before.spots[seat], spots, strict=True):
            assert old.blind or not new.blind
            assert before.phase == "setup" or new.up in (old.up, None)


@pytest.mark.parametrize("name", GAMES, ids=stem)
def test_places_on_the_table_stay_where_they_are(name: str) -> None:
    """Through whole matches."""
    before: View | None = None
    for match, _, view in few_matches(name, 600):
        if match.seq and before is not None:
            check_spots(before, view)
        before = view


def test_a_swap_changes_one_place() -> None:
    match = given("3C 4C 5C / 6C 7C 8C / 9C 9D 9H", "AC", phase="setup")

    match.play(0, "swap 4C 7C")

    assert [str(spot.up) for spot in seen(match, 0).spots[0]] == ["6C", "4C", "8C"]


def test_plays_and_their_limit() -> None:
    view = seen(given("3C", "4C", plays=7), 0)

    assert (view.plays, view.limit) == (7, 2000)


def test_which_rules_these_are() -> None:
    shipped = seen(given("3C", "4C"), None).rules
    house = hr.load({"extends": "smellyhead", "name": "Ours", "end": {"limit": 99}})
    extended = hr.Match.new(house, seats=2, seed="x").view(0).rules

    assert shipped == hr.core.Rules("shithead", "Shithead", hr.load("shithead").hash)
    assert extended == hr.core.Rules("Ours", "Ours", house.hash, "smellyhead", 1)


def test_a_house_from_a_file_says_what_it_extends() -> None:
    """A house that ships, a file beside it, or nothing."""
    rules = {path.stem: hr.load(path).about for path in HOUSES}

    found = {name: about.extends for name, about in rules.items()}
    assert (found["palace"], found["karma"], found["karma-with-answers"], found["wild-night"]) == (
        None,
        "palace",
        "karma",
        "shithead",
    )
    assert set(found.values()) == {None, "palace", "karma", "shithead"}
    assert all((about.changes > 0) == (about.extends is not None) for about in rules.values())


# -- How it travels --------------------------------------------------------------------------------------------------


def check_travel(match: AnyMatch, seat: int, view: View) -> None:
    for viewer in (seat, None):
        whole = seen(match, viewer)
        for form in (whole, whole.without_notes(), whole.slim()):
            assert from_json(to_json(form), View) == form
        assert whole.slim().burned == whole.slim().burned_count == whole.burned_count
        assert match.game.slim_view(match.state, viewer) == whole.slim()
    assert view == seen(match, seat)


@pytest.mark.parametrize("name", GAMES, ids=stem)
def test_every_view_is_read_back_as_it_was(name: str) -> None:
    for moment in few_matches(name, 60):
        check_travel(*moment)


def check_twins(match: AnyMatch, seat: int, view: View) -> None:
    """A deal that differs only in what the viewer may not know gives the same bytes."""
    for viewer in (seat, None):
        twin = match.game.redeal(match.state, viewer, match.seq)
        assert to_json(match.game.view(twin, viewer)) == to_json(match.view(viewer))
    assert view == match.view(seat)


@pytest.mark.parametrize("name", GAMES, ids=stem)
def test_twin_deals_look_the_same_to_the_byte(name: str) -> None:
    for moment in few_matches(name, 80):
        check_twins(*moment)


def test_a_slim_view_has_no_notes_and_counts_what_burned() -> None:
    match = given("3C 9D 5C", "4C", "TC 6C", pile="9C", stock="2C", burned="KD KH")
    play(match, (0, "play 9D"), (1, "take"))
    slim = seen(match, 2).slim()
    document: Any = hr.to_document(slim)

    assert document["burned"] == 2
    assert [seat["hand"] for seat in document["seats"]] == [3, 3, ["6C", "TC"]]
    assert all(set(seat) == {"hand", "up", "blind"} for seat in document["seats"])
    assert not {"called", "pending_zone", "ask_beneath"} & set(document)


# -- Random houses ---------------------------------------------------------------------------------------------------


@settings(deadline=None, derandomize=True, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@examples(houses(limit=40, most_seats=5), st.integers(0, 999))
def test_views_of_random_houses(house: dict[str, Any], seed: int) -> None:
    game = hr.load(house)
    for moment in moments(game, game.seats[0], str(seed), 40):
        check_can(*moment)
        check_why(*moment)
        check_ask(*moment)
        check_travel(*moment)
        check_twins(*moment)
