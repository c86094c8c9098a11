"""Equal cards are bundled: before play, hand cards of the rank of a face-up card are laid with it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules.core import Tribute
from houserules.errors import PositionError, RulesError
from houserules.games.shedding.game import Shedding
from houserules.testing import check_game
from tests.positions import AnyMatch, shown
from tests.strategies import bare
from tests.test_web_fair import VERIFY, ask_node, needs_node

HOUSE = bare({}, deal={"blind": 3, "up": 3, "hand": 4, "setup": "swap", "bundle": True, "begins": "seat"})
PLAIN = bare({}, deal=HOUSE["deal"] | {"bundle": False})
SEEDS = [str(seed) for seed in range(60)]


def dealt(house: dict[str, Any], seats: int, seed: str) -> AnyMatch:
    return hr.Match.new(hr.load(house), seats=seats, seed=seed)


def rows(match: AnyMatch, zone: str) -> list[list[str]]:
    seats: Any = match.position()["seats"]
    return [seat[zone] for seat in seats]


def rank(card: str) -> str:
    """All Jokers are equal, and none is a Jack."""
    return "Joker" if card in ("jj", "JJ") else card[0]


def like(cards: list[str]) -> list[str]:
    """In any order, and whichever Jokers they are."""
    return sorted([card if rank(card) != "Joker" else "jj" for card in cards])


@pytest.mark.parametrize("seed", SEEDS)
def test_equal_cards_are_laid_up_and_replaced_from_the_stock(seed: str) -> None:
    """Seat by seat: what is drawn for one is not there for the next. Nothing that is drawn is laid up again."""
    before, after = dealt(PLAIN, 3, seed), dealt(HOUSE, 3, seed)
    stock: Any = before.position()["stock"]
    for seat in range(3):
        up, hand = rows(before, "up")[seat], rows(before, "hand")[seat]
        laid = [card for card in hand if rank(card) in map(rank, up)][:3]
        drawn, stock = stock[: len(laid)], stock[len(laid) :]

        assert like(rows(after, "up")[seat]) == like([*up, *laid])
        kept = [card for card in hand if card not in laid]
        assert like(rows(after, "hand")[seat]) == like([*kept, *drawn])
    left: Any = after.position()["stock"]
    assert like(left) == like(stock)
    assert [like(row) for row in rows(after, "blind")] == [like(row) for row in rows(before, "blind")]


def test_it_happens_in_some_deals() -> None:
    assert any(len(row) > 3 for seed in SEEDS for row in rows(dealt(HOUSE, 3, seed), "up"))
    assert all(len(row) == 3 for seed in SEEDS for row in rows(dealt(PLAIN, 3, seed), "up"))


def bundled() -> AnyMatch:
    """A match in which somebody has bundled something."""
    return next(match for seed in SEEDS if max(map(len, rows(match := dealt(HOUSE, 3, seed), "up"))) > 3)


def test_a_bundled_card_has_a_place_of_its_own_and_can_be_swapped_back() -> None:
    match = bundled()
    seat = next(seat for seat, row in enumerate(rows(match, "up")) if len(row) > 3)
    view: Any = match.view(seat)
    assert {len(spots) for spots in view.spots} == {max(len(row) for row in rows(match, "up"))}
    shown_up = [str(there.up) for there in view.spots[seat] if there.up is not None]
    assert len(shown_up) == len(rows(match, "up")[seat])
    swaps = [move for move in match.legal(seat) if str(move).startswith("swap")]
    match.play(seat, swaps[-1])
    assert len(rows(match, "up")[seat]) == len(shown_up)


def test_no_more_than_six_lie_face_up_and_five_if_they_are_played_mixed() -> None:
    for up, most in (("set", 6), ("mixed", 5)):
        house = bare({}, deal=HOUSE["deal"] | {"up": 4, "hand": 7}, play={"up": up}) | {"seats": [2, 3]}
        found = [len(row) for seed in SEEDS for row in rows(dealt(house, 2, seed), "up")]
        assert max(found) == most


def test_without_a_stock_one_card_stays_in_the_hand() -> None:
    house = bare({}, deal=HOUSE["deal"] | {"blind": 6, "up": 4, "hand": 2}, deck={"decks": 1, "jokers": 0})
    house |= {"seats": [4, 4], "deck": {"decks": 1, "jokers": 0, "stock": 0}}
    hands = [len(row) for seed in SEEDS for row in rows(dealt(house, 4, seed), "hand")]
    assert set(hands) == {1, 2}


def test_what_changes_hands_for_a_tribute_goes_first() -> None:
    """A card that came and was laid face up is not known in the hand."""
    game = hr.load(HOUSE)
    for seed in SEEDS:
        match: AnyMatch = hr.Match.new(game, seats=2, seed=seed, tribute=Tribute(1, 0, 2))
        for viewer in (None, 0, 1):
            view = match.view(viewer)
            assert game.view(game.imagine(view, 1), viewer) == view
        assert hr.Match.from_record(match.record()).position() == match.position()


def test_a_position_may_have_more_face_up_cards() -> None:
    match = bundled()
    assert hr.Match.from_position(match.game, match.position()).position() == match.position()
    with pytest.raises(PositionError, match="at most 3"):
        hr.Match.from_position(hr.load(PLAIN), match.position() | {"game": "Bare"})


def test_such_a_house_keeps_the_contract() -> None:
    assert check_game(hr.load(HOUSE), matches=2, depth=6).matches > 0


@needs_node
def test_the_page_checks_such_a_deal(tmp_path: Path) -> None:
    for seed in SEEDS[:12]:
        match = dealt(HOUSE | {"deck": HOUSE["deck"] | {"stock": 9}}, 3, seed)
        step = {"view": hr.to_document(match.game.open_view(match.state)), "events": []}
        replay = {"family": "shedding", "names": [], "deal": hr.to_document(match.deal_plan), "steps": [step]}
        found = ask_node(tmp_path, "verify.js", VERIFY, [match.record(), replay, None])
        assert [(one["check"], one["wrong"]) for one in found] == [("cards", [])]


def test_the_rules_say_it() -> None:
    game = hr.load(HOUSE)
    assert isinstance(game, Shedding)
    page = " ".join(game.page().split())
    assert "S1.9 Then everybody lays the hand cards that are of the rank of one of their face-up cards" in page
    assert "lays the hand cards" not in hr.load(PLAIN).page()
    assert game.hash != hr.load(PLAIN).hash
    assert shown(bundled(), None)["phase"] == "setup"


@pytest.mark.parametrize(
    ("deal", "play", "said"),
    [
        ({"up": 0, "setup": "none"}, {}, "deal.bundle: there are no face-up cards to lay others with: write false"),
        ({"up": 6}, {}, "deal.bundle: nobody may have more than 6 face-up cards: write false"),
        ({"up": 5}, {"up": "mixed"}, "deal.bundle: nobody may have more than 5 face-up cards: write false"),
    ],
)
def test_a_house_in_which_nothing_can_be_bundled_is_refused(
    deal: dict[str, Any], play: dict[str, Any], said: str
) -> None:
    with pytest.raises(RulesError) as refused:
        hr.load(bare({}, deal=HOUSE["deal"] | deal, play=play) | {"seats": [2, 2]})
    assert list(refused.value.problems) == [said]
