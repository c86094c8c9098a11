"""Heart of Five in a browser.

A whole match by names alone on a phone, melds that are named as one taps, and why some cards will not do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.visitors import needs_browser
from tests.web_players import Player

pytestmark = [pytest.mark.one_build, needs_browser]

ONE_ROUND = '[gameInfo]\nname = "One round"\n\n[match]\nwins = 1\nrounds = 1\n'
PHONE = {"size": (360, 640), "has_touch": True, "is_mobile": True}
RANKS = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
LARGEST_HAND = 27
"""Two seats, one deck with its Jokers."""


def bots(count: int) -> list[dict[str, object]]:
    return [{"seat": seat, "level": "beginner"} for seat in range(1, count + 1)]


def last_view(player: Player) -> dict[str, Any]:
    """What the server told last."""
    for frame in reversed(player.frames):
        told = json.loads(frame)
        for message in reversed(told if isinstance(told, list) else [told]):
            if message["type"] == "view" and message["view"]:
                return dict(message["view"])
    raise AssertionError("there is no view yet")


def wait_for_turn(player: Player) -> dict[str, Any]:
    """Until this player can do something. Returns the view."""
    player.page.locator("main.my-turn").wait_for()
    expect(player.page.locator(".actions .go")).not_to_have_text(re.compile("One moment|is playing"))
    return last_view(player)


def name_of(card: str) -> str:
    return "Joker" if card.upper() == "JJ" else f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def options(player: Player) -> Locator:
    return player.page.get_by_role("listbox", name="Your hand", exact=True).get_by_role("option")


def tap(player: Player, *cards: str) -> None:
    for card in cards:
        options(player).and_(player.page.locator(f"[aria-label^='{name_of(card)}'][aria-selected=false]")).first.tap()


def chosen(player: Player) -> list[str]:
    return [
        str(one.get_attribute("data-card"))
        for one in options(player).all()
        if one.get_attribute("aria-selected") == "true"
    ]


def alert(player: Player, says: str) -> Locator:
    """The last refusal that says this."""
    return player.page.get_by_role("alert").filter(has_text=re.compile(says)).last


def play_until(player: Player, found: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Play until it is our turn in a position of this kind. Returns its view."""
    while not found(view := wait_for_turn(player)):
        player.play_on(until=lambda before=view: last_view(player) != before)  # type: ignore[misc]  # it is called without
    return view


def several(view: dict[str, Any]) -> list[dict[str, Any]]:
    """The melds of several cards that may be played."""
    return [offer for offer in view["can"].get("play", []) if len(offer["cards"]) > 1]


# -- Whole matches -----------------------------------------------------------------------------------------------------


def test_a_whole_match_on_a_phone_by_names_alone(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="five", **PHONE)
    ann.open_table(house=ONE_ROUND, seats=3, bots=bots(2))
    wait_for_turn(ann)

    ann.play_on()

    expect(ann.button("Rematch")).to_be_visible()
    assert last_view(ann)["outcome"]["reason"] in ("wins", "rounds")


def test_a_spectator_sees_the_trick_and_no_hand(player: Callable[..., Player]) -> None:
    ann, eve = player("Ann", **PHONE), player("Eve", **PHONE)
    eve.allowed_problems = lambda problem: "404" in problem  # the server does not know Eve, who has never sat down
    table = ann.open_table(game="heart-of-five", seats=3, bots=bots(2))
    wait_for_turn(ann)

    eve.page.goto(f"/t/{table}")
    expect(eve.page.get_by_text("Round 1")).to_be_visible()

    assert options(eve).count() == 0
    assert [seat["hand"] for seat in last_view(eve)["seats"]] == [
        len(hand) if isinstance(hand, list) else hand for hand in [seat["hand"] for seat in last_view(ann)["seats"]]
    ]
    expect(eve.button(re.compile("^(Play|Pass)"))).to_have_count(0)


# -- Melds -------------------------------------------------------------------------------------------------------------


def test_the_meld_is_named_as_one_taps(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="named", **PHONE)
    ann.open_table(game="heart-of-five", seats=3, bots=bots(2))
    is_pair = lambda offer: offer["meld"]["kind"] == "pair"  # noqa: E731 - it is a question
    view = play_until(ann, lambda view: any(map(is_pair, several(view))))
    pair = next(filter(is_pair, several(view)))
    headline = ann.page.locator(".turn")

    tap(ann, pair["cards"][0])
    one = headline.inner_text()
    tap(ann, pair["cards"][1])

    assert name_of(pair["cards"][0]) in one or "Part of a pair" in one
    rank = pair["meld"]["of"][0]
    expect(headline).to_contain_text(f"A pair of {RANKS.get(rank, rank)}s")
    ann.button("Play the pair").tap()
    expect(ann.page.locator(".melds-on-table").first).to_be_attached()
    ann.page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=0)
    expect(options(ann)).to_have_count(len(view["seats"][0]["hand"]) - 2)


def test_suggested_melds_choose_their_cards_and_no_single_is_suggested(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="chips", **PHONE)
    ann.open_table(game="heart-of-five", seats=2, bots=bots(1))
    view = play_until(ann, lambda view: len(several(view)) > 2)
    chips = ann.page.get_by_role("listbox", name="Melds you may play").get_by_role("option")
    offered = [set(offer["cards"]) for offer in several(view)]

    counted = 0
    for chip in chips.all():
        chip.tap()
        expect(chip).to_have_attribute("aria-selected", "true")
        assert set(chosen(ann)) in offered
        chip.tap()
        expect(chip).to_have_attribute("aria-selected", "false")
        assert chosen(ann) == []
        counted += 1

    assert counted > 1


def test_a_bomb_is_marked(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="bomb", **PHONE)
    ann.open_table(game="heart-of-five", seats=2, bots=bots(1))
    view = play_until(ann, lambda view: any(offer["meld"]["bomb"] for offer in several(view)))
    bombs = [offer for offer in several(view) if offer["meld"]["bomb"]]

    marked = ann.page.get_by_role("option", name=re.compile("Bomb"))

    assert 0 < marked.count() <= len(bombs)


# -- Why not -----------------------------------------------------------------------------------------------------------


def test_cards_that_form_no_meld_say_why_and_are_not_chosen(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="none", **PHONE)
    ann.open_table(game="heart-of-five", seats=3, bots=bots(2))
    view = play_until(
        ann, lambda view: view["last"] is None and any(card.upper() == "JJ" for card in view["seats"][0]["hand"][1:])
    )
    low, joker = view["seats"][0]["hand"][0], next(card for card in view["seats"][0]["hand"] if card.upper() == "JJ")

    tap(ann, low)
    tap(ann, joker)

    expect(alert(ann, "is not a meld")).to_be_attached()
    assert chosen(ann) == [low]


def test_a_card_that_cannot_be_played_says_why(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="why", **PHONE)
    ann.open_table(game="heart-of-five", seats=3, bots=bots(2))
    view = play_until(ann, lambda view: bool(view.get("why")))
    card = next(iter(view["why"]))
    option = options(ann).and_(ann.page.locator(f"[data-card='{card}']")).first

    assert option.get_attribute("aria-label") == f"{name_of(card)}, cannot be played"
    option.tap()

    expect(alert(ann, "too weak|another kind of meld")).to_be_attached()
    assert chosen(ann) == []


def test_the_leader_hears_why_passing_is_not_allowed(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="lead", **PHONE)
    ann.open_table(game="heart-of-five", seats=3, bots=bots(2))
    play_until(ann, lambda view: view["last"] is None)

    ann.button(re.compile("^Pass")).tap(force=True)

    expect(alert(ann, "cannot pass")).to_be_attached()


# -- Keys and sizes ----------------------------------------------------------------------------------------------------


def test_keys_choose_play_and_pass(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="keys")
    ann.open_table(game="heart-of-five", seats=3, bots=bots(2))
    view = play_until(ann, lambda view: any(offer["meld"]["kind"] == "pair" for offer in several(view)))
    pair = next(offer for offer in several(view) if offer["meld"]["kind"] == "pair")
    key = "0" if pair["meld"]["of"][0] == "T" else pair["meld"]["of"][0]

    ann.page.keyboard.press(key)
    ann.page.keyboard.press(key)
    assert [card[0] for card in chosen(ann)] == [pair["meld"]["of"][0]] * 2
    ann.page.keyboard.press("Enter")
    expect(options(ann)).to_have_count(len(view["seats"][0]["hand"]) - 2)

    passing = play_until(ann, lambda view: bool(view["can"].get("pass")))
    ann.page.keyboard.press("p")
    ann.page.wait_for_function("() => document.body.dataset.unanswered === '0'")
    wait_for_turn(ann)
    turns = last_view(ann)["turns"]
    assert last_view(ann)["round"] > passing["round"] or [0, 0] in turns[len(passing["turns"]) :]


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (740, 360), (768, 1024), (1440, 900), (2560, 1440)])
def test_every_card_of_the_largest_hand_can_be_tapped(player: Callable[..., Player], size: tuple[int, int]) -> None:
    """A thumb's width of each card lies free, perhaps after the hand was scrolled."""
    ann = player("Ann", size=size)
    ann.open_table(game="heart-of-five", seats=2, bots=bots(1))
    wait_for_turn(ann)

    free = options(ann).evaluate_all(
        """all => all.map((one) => {
          one.scrollIntoView({ block: "nearest", inline: "center" });
          const { left, top } = one.getBoundingClientRect();
          const hits = (dx, dy) => one.contains(document.elementFromPoint(left + dx, top + dy));
          return hits(3, 6) && hits(20, 20) && hits(36, 34);
        })"""
    )

    assert len(free) >= LARGEST_HAND - 4
    assert all(free)
    assert ann.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
