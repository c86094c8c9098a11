"""What is told of a move is enough: who follows the events knows what lies where, and so do the places on the table."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

import houserules as hr
from houserules.cards import SMALL_JOKER, Card
from houserules.games.shedding import events as told
from houserules.games.shedding.asks import AskView
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.state import Spot, State, hand_of, jokers_merged, up_of
from tests.positions import given, play
from tests.positions import told as written
from tests.strategies import at, bare

HOUSES = [
    "shithead",
    "duel",
    "smellyhead",
    *sorted((Path(__file__).parent.parent / "examples" / "houses").glob("*.toml")),
]

CHANGE_THE_ASK = (
    told.Played,
    told.Burned,
    told.Took,
    told.Called,
    told.Chose,
    told.Passed,
    told.Targeted,
    told.TurnedUp,
)


def changes_the_ask(event: Any) -> bool:
    """Cards that are exchanged change it only if something had to be named before."""
    return isinstance(event, CHANGE_THE_ASK) or (isinstance(event, told.Exchanged) and event.ask is not None)


class Follower:
    """A program without rules. It is told what happens, and moves the cards it is told of."""

    def __init__(self, state: State) -> None:
        core = state.kernel
        self.hands = [Counter(jokers_merged(hand_of(core, seat))) for seat in range(core.seats)]
        self.spots = [list(row) for row in state.spots]
        self.pile = list(state.pile)
        self.burned = list(state.burned)
        self.stock = len(core.stock) - core.drawn
        self.direction = core.step

    def lift(self, seat: int, card: Card, new: Card | None = None) -> None:
        place = next(place for place, spot in enumerate(self.spots[seat]) if spot.up is card)
        self.spots[seat][place] = Spot(new, self.spots[seat][place].blind)

    def exchange_rows(self, seat: int, other: int) -> None:
        pairs = list(zip(self.spots[seat], self.spots[other], strict=True))
        self.spots[seat] = [Spot(theirs.up, mine.blind) for mine, theirs in pairs]
        self.spots[other] = [Spot(mine.up, theirs.blind) for mine, theirs in pairs]

    def exchange(self, event: told.Exchanged) -> None:
        gave, got = event.gave or (), event.got or ()
        if event.zone == "up" and event.whole:
            self.exchange_rows(event.seat, event.other)
        elif event.zone == "up" and gave and got:
            self.lift(event.seat, gave[0], got[0])
            self.lift(event.other, got[0], gave[0])
        else:
            for seat, gone, come in ((event.seat, gave, got), (event.other, got, gave)):
                for card in gone if event.zone == "up" else ():
                    self.lift(seat, card)
                if event.zone == "hand":
                    self.hands[seat] -= Counter(gone)
                self.hands[seat] += Counter(come)

    def turn_over(self, seat: int, spot: int | None) -> None:
        assert spot is not None
        assert self.spots[seat][spot - 1].blind
        self.spots[seat][spot - 1] = Spot(self.spots[seat][spot - 1].up, blind=False)

    def hear(self, event: hr.Event) -> None:
        match event:
            case told.Swapped(seat, hand, up):
                self.hands[seat] += Counter([hand])
                self.hands[seat] -= Counter([up])
                self.lift(seat, hand, up)
            case told.Raised(seat, cards):
                for card in cards:
                    self.lift(seat, card)
                self.hands[seat] += Counter(cards)
            case told.Played(seat, zone, cards, spot, up=along):
                if zone == "hand":
                    laid = Counter(cards) - Counter(along)
                    assert laid <= self.hands[seat]
                    self.hands[seat] -= laid
                    for card in along:
                        self.lift(seat, card)
                elif zone == "up":
                    for card in cards:
                        self.lift(seat, card)
                assert (spot is not None) == (zone == "blind")
                if zone == "blind":
                    self.turn_over(seat, spot)
                if zone == "stock":
                    self.stock -= len(cards)
                self.pile += cards
            case told.Failed(seat, _, spot, "blind"):
                self.turn_over(seat, spot)
            case told.Failed(zone="stock"):
                self.stock -= 1
            case told.TurnedUp(cards):
                self.stock -= len(cards)
                self.pile += cards
            case told.Took(seat, cards, _, up, blind, ups):
                lifted = ups or ((up,) if up is not None else ())
                others = [*lifted, *([blind] if blind is not None else ())]
                for card in lifted:
                    self.lift(seat, card)
                assert list(cards) == [*others, *self.pile]
                self.hands[seat] += Counter(cards)
                self.pile = []
            case told.Burned(cards, why):
                # With several layers in one play, those that burned lie beneath those that did not.
                if why == "spent":
                    for card in cards:
                        self.pile.remove(card)
                else:
                    assert self.pile[: len(cards)] == list(cards)
                    del self.pile[: len(cards)]
                self.burned += cards
            case told.Drew(seat, count, cards):
                assert cards is not None
                self.hands[seat] += Counter(cards)
                self.stock -= count
            case told.Exchanged():
                self.exchange(event)
            case told.Reversed(direction):
                assert direction == -self.direction
                self.direction = direction

    def agrees(self, state: State) -> None:
        core = state.kernel
        assert self.hands == [Counter(jokers_merged(hand_of(core, seat))) for seat in range(core.seats)]
        assert self.spots == [list(row) for row in state.spots]
        assert (tuple(self.pile), tuple(self.burned)) == (state.pile, state.burned)
        assert (self.stock, self.direction) == (len(core.stock) - core.drawn, core.step)


def random_match(game: Shedding, seats: int, seed: str) -> list[tuple[State, State, tuple[hr.Event, ...]]]:
    """A state, the next one, and what is told between them."""
    chance = Random(seed)
    state = game.new(seats, seed)
    steps: list[tuple[State, State, tuple[hr.Event, ...]]] = []
    while (acting := game.to_act(state)) and len(steps) < 400:
        seat = chance.choice(acting)
        progress = game.apply(state, seat, chance.choice(game.legal(state, seat)))
        steps.append((state, progress.state, progress.events))
        state = progress.state
    return steps


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: Path(house).stem)
def test_who_follows_the_events_knows_where_every_card_lies(house: str | Path) -> None:
    game: Any = hr.load(house)
    for seats in {game.seats.start, game.seats.stop - 1}:
        follower = Follower(game.new(seats, f"{Path(house).stem} {seats}"))
        for _, state, events in random_match(game, seats, f"{Path(house).stem} {seats}"):
            for event in events:
                follower.hear(event)
            follower.agrees(state)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: Path(house).stem)
def test_who_follows_the_events_knows_what_the_pile_asks_for(house: str | Path) -> None:
    """The last event that changes it says so, as the view does; the events before it say that nothing is asked yet."""
    game: Any = hr.load(house)
    for seats in {game.seats.start, game.seats.stop - 1}:
        ask = game.view(game.new(seats, f"ask {house} {seats}"), None).ask
        for _, state, events in random_match(game, seats, f"ask {house} {seats}"):
            changes: list[Any] = [event for event in events if changes_the_ask(event)]
            assert all(event.ask is None for event in changes[:-1])
            ask = changes[-1].ask if changes else ask
            assert ask == game.view(state, None).ask


def test_while_the_pile_burns_nothing_is_asked_and_then_anything_goes() -> None:
    match = given("TC 3C 4C", "5C", pile="9D KD")

    played, burned = match.play(0, "play TC")

    assert isinstance(played, told.Played)
    assert isinstance(burned, told.Burned)
    assert (played.ask, burned.ask) == (None, AskView())


def test_the_target_of_a_joker_is_told_before_the_pile_is_taken() -> None:
    """So a page can show whom it hits. Nothing is asked until the pile is gone."""
    match = given("jj 3C 4C", "5C", "6C", pile="9D KD")

    (joker,) = match.play(0, "play jj")
    targeted, took = match.play(0, "target 2")

    assert isinstance(joker, told.Played)
    assert joker.ask is None
    assert targeted == told.Targeted(2, by=0)
    assert isinstance(took, told.Took)
    assert (took.seat, took.by, took.ask) == (2, 0, AskView())
    names = hr.Names("Ann", "Ben", "Cem", listener=2)
    assert targeted.tell(names) == "Ann named you to take the pile"
    assert took.tell(names) == "You had to take the pile (3 cards)"
    assert told.Targeted(0, by=0).tell(names) == "Ann chose to take the pile"


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: Path(house).stem)
def test_places_are_stable_and_show_what_lies_on_them(house: str | Path) -> None:
    """As many as were dealt; what lies face up is there once, and so many are blind. Only one place changes at a time,
    but for plays of several cards."""
    game: Any = hr.load(house)
    seats = game.seats.start
    for before, state, events in random_match(game, seats, f"places {house}"):
        core = state.kernel
        for seat, row in enumerate(state.spots):
            assert len(row) == max(game.rules.up, game.rules.blind)
            assert Counter(spot.up for spot in row if spot.up) == Counter(jokers_merged(up_of(core, seat)))
            assert sum(spot.blind for spot in row) == core.blinds(seat)
            changed = sum(old != new for old, new in zip(before.spots[seat], row, strict=True))
            laid = sum(len(event.cards) for event in events if isinstance(event, told.Played))
            assert changed <= max(1, laid)


def test_places_are_as_they_were_dealt() -> None:
    """The first face-up card of a seat lies on its first blind card, whatever their values are."""
    game: Any = hr.load("shithead")
    deck = hr.fair.shuffled(list(range(54)), "as dealt")
    spots = game.new(3, "as dealt").spots

    assert [[spot.up for spot in row] for row in spots] == [
        [hr.cards.PACK[min(deck[9 + 3 * place + seat], 52)] for place in range(3)] for seat in range(3)
    ]
    assert all(spot.blind for row in spots for spot in row)


def test_a_position_lays_its_cards_out_in_order() -> None:
    match = given("3C / TH KD / 2S 2C 2D", "KH / / 5S", stock="AC")

    assert match.state.spots == (
        (Spot(Card.read("TH"), True), Spot(Card.read("KD"), True), Spot(None, True)),
        (Spot(None, True), Spot(None, False), Spot(None, False)),
    )


def test_a_card_that_leaves_a_place_leaves_it_empty() -> None:
    """Face-up cards and blind ones, played in any order; `flip` counts those that are left."""
    match = given("/ 4C 5C 6C / 2S 9C 2D", "KH KS AS QS", pile="4H")
    play(match, (0, "play 5C"), (1, "play KH"), (0, "take"))

    assert [spot.up for spot in match.state.spots[0]] == [None, None, Card.read("6C")], "4C came along"

    match = given("/ / 9S 9C TD", "7H KS AS QS")
    match.play(0, "flip 2")
    match.play(1, "play KS")
    match.play(0, "flip 2")

    assert [spot.blind for spot in match.state.spots[0]] == [True, False, False]
    assert [event.get("spot") for event in written(match, None) if event["event"] == "played"] == [2, None, 3]


# -- Events ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chosen", "turned"), [("9", [-1]), ("8", []), ("7", [])])
def test_a_wild_card_that_turns_the_direction_is_told(chosen: str, turned: list[int]) -> None:
    wild = {"on": "any", "do": [{"wild": {"power": True}}]}
    house = bare({"2": wild, "8": {"do": ["skip"]}, "9": {"do": ["reverse"]}})
    match = at(house, "2C 3C", "KC", "KD", "KH", pile="9D")
    play(match, (0, "play 2C"), (0, f"choose {chosen}"))

    assert [event["direction"] for event in written(match, None) if event["event"] == "reversed"] == turned


@pytest.mark.parametrize(
    ("cards", "seats", "skipped"), [("8C", 4, [1]), ("8C 8D", 4, [1, 2]), ("8C 8D", 2, [1, 0]), ("3C", 4, None)]
)
def test_who_misses_a_turn_is_told(cards: str, seats: int, skipped: list[int] | None) -> None:
    match = at(bare({"8": {"do": ["skip"]}}), "8C 8D 3C 4C", *["KC", "KD", "KH"][: seats - 1])
    match.play(0, f"play {cards}")

    assert [event["seats"] for event in written(match, None) if event["event"] == "skipped"] == (
        [] if skipped is None else [skipped]
    )


def test_a_wild_card_that_skips_tells_who_misses_a_turn() -> None:
    wild = {"on": "any", "do": [{"wild": {"power": True}}]}
    match = at(bare({"2": wild, "8": {"do": ["skip"]}}), "2C 3C", "KC", "KD", pile="9D")
    play(match, (0, "play 2C"), (0, "choose 8"))

    assert written(match, None)[-1] == {"event": "skipped", "seats": [1]}
    assert match.events(None)[-1].tell(hr.Names("Ann", "Ben", "Cleo")) == "Ben missed a turn"


def test_where_taken_cards_come_from_is_told() -> None:
    """From the pile alone, with a face-up card, or with the blind card that could not be played."""
    match = given("3C / / 5C", "KC", pile="AD")
    match.play(0, "take")
    assert written(match, 1)[-1] == {"event": "took", "seat": 0, "cards": ["AD"], "by": None, "forced": True}

    match = given("/ 3C 4C / 5C", "KC", pile="AD")
    match.play(0, "take")
    assert (written(match, 1)[-1]["up"], written(match, 1)[-1]["cards"]) == ("3C", ["3C", "AD"])

    match = given("/ / 5C", "KC", pile="AD")
    match.play(0, "flip 1")
    assert (written(match, 1)[-1]["blind"], written(match, 1)[-1]["cards"]) == ("5C", ["5C", "AD"])


def test_that_a_take_was_forced_is_told_only_where_everybody_may_know_it() -> None:
    """Where the pile may be taken at will, it would tell what the hand lacks. Who is made to take it is not asked."""
    match = given("3C / / 5C", "KC", pile="AD", game="duel")
    match.play(0, "take")
    assert "forced" not in written(match, 1)[-1]

    match = given("jj 3C", "KC", pile="AD")
    play(match, (0, "play jj"), (0, "target 1"))
    assert "forced" not in written(match, 1)[-1]


def test_a_joker_has_one_name_in_moves_events_and_piles() -> None:
    """Also where two of them lie; a position numbers them (S1.4)."""
    match = given("jj JJ 3C", "4C", "5C", pile="9D", game="smellyhead")
    play(match, (0, "play JJ"), (0, "call spades"), (1, "take"), (2, "play 5C"), (0, "play jj"))

    played = [event.cards for event in match.events(None) if isinstance(event, told.Played)]
    assert played == [(SMALL_JOKER,), (Card.read("5C"),), (SMALL_JOKER,)]
    assert match.state.pile == (Card.read("5C"), SMALL_JOKER)
