"""The table in the browser at fixed positions: names, choosing, keys, drags, reasons, and hands of any size."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import houserules as hr
from houserules.core import to_json
from tests.visitors import needs_browser
from tests.web_players import Player
from tests.web_stand_in import StandIn, match_where

pytestmark = [pytest.mark.one_build, needs_browser]

SHITHEAD = hr.load("shithead")
CANNOT = "cannot be played"
PHONE = (360, 640)
THUMB = 44
ROOT = Path(__file__).parent.parent
WILD_NIGHT = hr.load(str(ROOT / "examples" / "houses" / "wild-night.toml"))


def _in_play(view: Any) -> bool:
    return bool(view.phase != "setup" and view.pending is None)


def _pairs(view: Any) -> bool:
    """Two equal ranks that can be played, a card that cannot, and face-up cards before us."""
    plays = [str(move) for move in view.legal if str(move).startswith("play")]
    return (
        _in_play(view)
        and any(len(play.split()) == 3 for play in plays)
        and bool(view.why)
        and len(view.seats[0].hand) > 3
    )


@pytest.fixture(scope="module")
def pairs() -> Any:
    return match_where(SHITHEAD, 3, 0, _pairs)


def _name(card: str) -> str:
    if card == "jj":
        return "Joker"
    rank = {"T": "10", "J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}.get(card[0], card[0])
    return f"{rank} of { {'C': 'clubs', 'D': 'diamonds', 'H': 'hearts', 'S': 'spades'}[card[1]] }"


# -- Names -------------------------------------------------------------------------------------------------------------


def test_names_of_cards_say_whether_they_can_be_played(player: Callable[..., Player], pairs: Any) -> None:
    table = StandIn(player(), pairs, 0)
    view = table.view
    playable = {card for one in view["can"]["play"] for card in one["cards"]}
    expected = [_name(card) + ("" if card in playable else f", {CANNOT}") for card in view["seats"][0]["hand"]]
    assert table.names("Your hand") == expected
    assert all(name.endswith(CANNOT) for name in table.names("Your face-up cards"))
    assert table.names("Your face-down cards") == [f"Face-down card {number}, {CANNOT}" for number in (1, 2, 3)]
    assert len(playable) < len(expected)


def test_seats_pile_stock_and_ask_are_said_in_words(player: Callable[..., Player], pairs: Any) -> None:
    table = StandIn(player(), pairs, 0)
    view = table.view
    for seat, name in ((1, "Ben"), (2, "Cem")):
        it = view["seats"][seat]
        label = table.page.locator(f"[data-seat='{seat}']").get_attribute("aria-label") or ""
        facts = [name, "easy bot", f"{it['hand']} in hand"]
        facts += [f"face up {', '.join(map(_name, it['up']))}"] if it["up"] else []
        assert label == "; ".join([*facts, f"{it['blind']} blind"])
    expect(table.page.get_by_role("img", name=f"Pile of {len(view['pile'])} card")).to_have_count(1)
    expect(table.page.get_by_role("img", name=f"Stock: {view['stock']} card")).to_have_count(1)
    expect(table.page.locator(".ask")).to_contain_text("The pile asks for")


def test_what_the_pile_asks_for_is_the_same_from_facts_as_in_the_words_of_the_server(
    player: Callable[..., Player],
) -> None:
    """The page says it from facts, so that it can in any language. In English both are the same."""
    asked: dict[str, Any] = {}
    for name in ("shithead", "duel", "smellyhead", *map(str, sorted((ROOT / "examples" / "houses").glob("*.toml")))):
        game = hr.load(name)
        for number in range(4):
            match = hr.Match.new(game, seats=max(_counts(game)[:2]), seed=f"{name} {number}")
            bot = hr.bot("easy", game, seed=number)
            while match.to_act:
                view: Any = match.view(match.to_act[0])
                asked[view.asks] = view
                match.play(match.to_act[0], bot.choose(view))
    views = [
        {"asks": words, "ask": to_json(view.ask).decode() if view.ask is not None else "null"}
        for words, view in asked.items()
    ]
    one = player()
    one.page.goto("/settings")
    script = """async (views) => {
      const folder = document.querySelector("script[type=module]").src.replace("main.js", "");
      const { askWords } = await import(folder + "pile.js");
      return views.map(({ ask }) => askWords(JSON.parse(ask), ""));
    }"""
    said = one.page.evaluate(script, views)
    full = {"J": "Jack", "Q": "Queen", "K": "King", "A": "Ace"}
    found = [
        re.sub(r"\b([JQKA])\b", lambda rank: full[rank[1]], words) if view.ask is not None else None
        for words, view in asked.items()
    ]
    assert len(found) > 15
    assert said == found


def _counts(game: Any) -> list[int]:
    counts = []
    for seats in range(2, 9):
        try:
            game.check_seats(seats)
        except ValueError:
            continue
        counts.append(seats)
    return counts


def test_a_spectator_sees_the_table_without_actions(player: Callable[..., Player], pairs: Any) -> None:
    table = StandIn(player(), pairs, None)
    expect(table.page.locator("[data-seat]")).to_have_count(3)
    expect(table.page.get_by_role("listbox")).to_have_count(0)
    expect(table.page.get_by_role("button", name=re.compile("^(Play|Take|Hint|Undo)"))).to_have_count(0)
    expect(table.page.get_by_text("You are watching.")).to_be_visible()


# -- Choosing ----------------------------------------------------------------------------------------------------------


def _set_of(view: dict[str, Any], count: int = 2) -> list[str]:
    cards: list[str] = next(one["cards"] for one in view["can"]["play"] if len(one["cards"]) >= count)
    return cards


def test_a_tap_chooses_the_set_a_second_tap_narrows_it_and_one_button_plays(
    player: Callable[..., Player], pairs: Any
) -> None:
    table = StandIn(player(), pairs, 0)
    cards = _set_of(table.view)
    expect(table.button("Choose cards")).to_be_disabled()
    table.option("Your hand", _name(cards[0])).first.click()
    assert table.chosen == [_name(card) for card in cards]

    table.option("Your hand", _name(cards[-1])).last.click()
    assert table.chosen == [_name(card) for card in cards[:-1]]
    table.page.get_by_role("button", name=re.compile("^Play ")).click()
    assert table.said == [f"play {' '.join(cards[:-1])}"]


def test_a_long_press_chooses_one_card_alone(player: Callable[..., Player], pairs: Any) -> None:
    table = StandIn(player(), pairs, 0)
    card = _set_of(table.view)[0]
    table.option("Your hand", _name(card)).first.hover()
    table.page.mouse.down()
    expect(table.page.locator("[role=option][aria-selected=true]")).to_have_count(1)
    table.page.mouse.up()
    assert table.chosen == [_name(card)]


def test_cards_that_are_dragged_onto_the_pile_are_played(player: Callable[..., Player], pairs: Any) -> None:
    table = StandIn(player(), pairs, 0)
    cards = _set_of(table.view)
    table.option("Your hand", _name(cards[0])).first.hover()
    table.page.mouse.down()
    pile = table.page.locator("[data-place=pile]").bounding_box()
    assert pile
    table.page.mouse.move(pile["x"] + pile["width"] / 2, pile["y"] + pile["height"] / 2, steps=8)
    expect(table.page.locator(".dragged .card")).to_have_count(len(cards))
    table.page.mouse.up()
    expect(table.page.locator(".dragged")).to_have_count(0)
    assert table.said == [f"play {' '.join(cards)}"]


def test_every_card_that_will_not_do_says_why(player: Callable[..., Player], pairs: Any) -> None:
    """Seen in a toast at the card, and heard in an alert."""
    table = StandIn(player(), pairs, 0)
    for card, code in table.view["why"].items():
        row = "Your face-up cards" if code == "wrong-zone" else "Your hand"
        table.option(row, f"{_name(card)}, {CANNOT}").first.click(position={"x": 10, "y": 14})
        reason = str(pairs.explain(0, f"play {card}").reason)
        said = re.sub(r"\b([2-9TJQKA][CDHS]|jj)\b", lambda found: _name(found[1]), reason)
        expect(table.page.get_by_role("alert").filter(has_text=said[1:])).to_have_count(1)
        expect(table.page.locator(".toast")).to_be_visible()
        assert table.chosen == []
    assert table.said == []
    assert set(table.view["why"].values()) == {"not-playable", "wrong-zone"}


def test_taking_asks_twice_only_if_something_could_be_played(player: Callable[..., Player]) -> None:
    duel = hr.load("duel")
    could = match_where(
        duel, 2, 0, lambda view: _in_play(view) and view.can.take and view.can.play and len(view.pile) > 1
    )
    table = StandIn(player(), could, 0)
    count = len(table.view["pile"])
    table.button("Take the pile").click()
    assert table.said == []
    table.button(f"Take {count} cards?").click()
    assert table.said == ["take"]

    must = match_where(
        duel,
        2,
        0,
        lambda view: (
            _in_play(view) and view.can.take and not view.can.play and view.seats[0].hand and len(view.pile) > 1
        ),
    )
    table = StandIn(player("Ben"), must, 0)
    table.button(f"Take the pile, {len(table.view['pile'])} cards").click()
    assert table.said == ["take"]


def test_swapping_takes_one_card_of_each_row(player: Callable[..., Player]) -> None:
    match = hr.Match.new(SHITHEAD, seats=3, seed="swap")
    table = StandIn(player(), match, 0)
    mine = table.view["seats"][0]
    hand, up = mine["hand"][0], table.view["spots"][0][0]["up"]
    assert table.names("Your hand") == [_name(card) for card in mine["hand"]]
    table.option("Your face-up cards", _name(up)).click()
    table.option("Your hand", _name(mine["hand"][-1])).click()
    table.option("Your hand", _name(hand)).first.click()
    table.page.get_by_role("button", name=re.compile("^Swap ")).click()
    table.page.get_by_role("button", name=re.compile("^I am ready")).click()
    assert table.said == [f"swap {hand} {up}", "ready"]


def test_the_face_up_row_then_the_blind_row_come_into_play(player: Callable[..., Player]) -> None:
    up = match_where(SHITHEAD, 2, 0, lambda view: _in_play(view) and not view.seats[0].hand and view.can.play)
    table = StandIn(player(), up, 0)
    expect(table.page.get_by_role("listbox", name="Your hand")).to_have_count(0)
    card = table.view["can"]["play"][0]["cards"][0]
    table.option("Your face-up cards", _name(card)).first.click()
    table.page.get_by_role("button", name=re.compile("^Play ")).click()
    assert table.said[0].startswith(f"play {card[0]}")

    blind = match_where(SHITHEAD, 2, 0, lambda view: _in_play(view) and view.can.flip > 1)
    table = StandIn(player("Ben"), blind, 0)
    assert table.names("Your face-down cards")[:2] == ["Face-down card 1", "Face-down card 2"]
    table.option("Your face-down cards", "Face-down card 2").click()
    table.page.get_by_role("button", name=re.compile("^Turn over card 2")).click()
    assert table.said == ["flip 2"]


@pytest.mark.parametrize("by", ["seat", "list"])
def test_a_joker_gives_the_pile_to_a_seat(player: Callable[..., Player], by: str) -> None:
    match = match_where(SHITHEAD, 3, 0, lambda view: view.pending == "target" and 2 in view.can.target)
    table = StandIn(player(), match, 0)
    expect(table.page.get_by_role("heading", name="Who takes the pile?")).to_be_visible()
    count = table.view["seats"][2]["hand"]
    choice = table.button(f"Give the pile to Cem {count} → {count + len(table.view['pile'])} in hand")
    expect(choice).to_be_visible()
    (table.page.locator("[data-seat='2'] .plate") if by == "seat" else choice).click()
    assert table.said == ["target 2"]


def test_suits_ranks_and_ways_are_called(player: Callable[..., Player]) -> None:
    smelly = match_where(hr.load("smellyhead"), 3, 0, lambda view: view.pending == "call")
    table = StandIn(player(), smelly, 0)
    for suit in ("clubs", "diamonds", "hearts", "spades"):
        expect(table.button(f"Call {suit}")).to_be_visible()
    table.button("Call hearts").click()
    assert table.said == ["call hearts"]

    way = match_where(WILD_NIGHT, 3, 0, lambda view: "low" in view.can.choose)
    table = StandIn(player("Ben"), way, 0)
    table.button("Call Lower").click()
    assert table.said == ["choose low"]

    rank = match_where(WILD_NIGHT, 3, 0, lambda view: "Q" in view.can.choose)
    table = StandIn(player("Cem"), rank, 0)
    table.button("Call Queen").click()
    assert table.said == ["choose Q"]


def test_an_eight_goes_down_with_a_card_on_top(player: Callable[..., Player]) -> None:
    """Where cards of two ranks go together, a tap adds the second."""

    def joins(view: Any) -> bool:
        return _in_play(view) and any(one.one_of and str(one.cards[0]).startswith("8") for one in view.can.play)

    match = match_where(hr.load("duel"), 2, 0, joins)
    table = StandIn(player(), match, 0)
    joined = next(one for one in table.view["can"]["play"] if one.get("with"))
    eight, other = joined["cards"][0], joined["with"][0]
    table.page.locator(f"[data-card='{eight}'][role=option]").first.click()
    table.page.locator(f"[data-card='{other}'][role=option]").first.click()
    table.page.get_by_role("button", name=re.compile("^Play ")).click()
    assert {eight, other} <= set(table.said[0].split())
    assert match.explain(0, table.said[0]).ok


# -- Keys --------------------------------------------------------------------------------------------------------------


def test_keys_choose_play_and_move_through_the_hand(player: Callable[..., Player], pairs: Any) -> None:
    table = StandIn(player(), pairs, 0)
    keyboard = table.page.keyboard
    cards = _set_of(table.view)
    key = {"T": "0"}.get(cards[0][0], cards[0][0])
    keyboard.press(key)
    assert table.chosen == [_name(card) for card in cards]
    keyboard.press(key)
    assert table.chosen == [_name(card) for card in cards[:-1]]
    keyboard.press("Escape")
    assert table.chosen == []

    keyboard.press("Home")
    names = table.names("Your hand")
    expect(table.page.locator(":focus")).to_have_attribute("aria-label", names[0])
    keyboard.press("ArrowLeft")
    expect(table.page.locator(":focus")).to_have_attribute("aria-label", names[-1])
    for _ in range(names.index(_name(cards[0])) + 1):
        keyboard.press("ArrowRight")
    keyboard.press("Space")
    assert table.chosen == [_name(card) for card in cards]
    keyboard.press("Enter")
    expect(table.page.locator(":focus")).to_have_class(re.compile("turn"))
    assert table.said == [f"play {' '.join(cards)}"]


def test_settings_open_at_the_table_and_escape_leads_back(player: Callable[..., Player], pairs: Any) -> None:
    table = StandIn(player(), pairs, 0)
    table.page.keyboard.press("g")
    dialog = table.page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("radiogroup", name="Language").wait_for()
    table.page.keyboard.press("Escape")
    dialog.wait_for(state="detached")

    expect(table.page.get_by_role("listbox", name="Your hand")).to_be_visible()


def test_nothing_can_be_taken_back_or_explained_before_there_was_a_move(
    player: Callable[..., Player], pairs: Any
) -> None:
    table = StandIn(player(), pairs, 0)
    for what in ("undo", "why"):
        expect(table.page.locator(f"[data-do={what}]")).to_have_attribute("aria-disabled", "true")
    table.page.keyboard.press("u")
    table.page.keyboard.press("w")
    assert table.said == []


def test_each_button_shows_its_key_where_there_is_a_keyboard(player: Callable[..., Player], pairs: Any) -> None:
    desk = StandIn(player(), pairs, 0)
    for key in ("H", "U", "W"):
        expect(desk.page.locator(f".acts [aria-keyshortcuts='{key}'] .key")).to_be_visible()
    phone = StandIn(player("Ben", size=PHONE, has_touch=True, is_mobile=True), pairs, 0)
    expect(phone.page.locator(".acts .key").first).to_be_hidden()


def test_a_chooser_takes_the_focus_and_numbers_choose(player: Callable[..., Player]) -> None:
    match = match_where(SHITHEAD, 3, 0, lambda view: view.pending == "target" and 1 in view.can.target)
    table = StandIn(player(), match, 0)
    expect(table.page.locator(":focus")).to_have_class(re.compile("choice"))
    table.page.keyboard.press("1")
    assert table.said == ["target 1"]


# -- The hand ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def thirty() -> Any:
    """A hand of thirty cards: somebody took everything."""
    game = hr.load("duel")
    for number in range(2000):
        match = hr.Match.new(game, seats=2, seed=f"thirty {number}")
        bot = hr.bot("easy", game, seed=number)
        while match.to_act:
            seat = match.to_act[0]
            view: Any = match.view(seat)
            if seat == 0 and len(view.seats[0].hand) >= 30 and view.can.play:
                return match
            takes = seat == 0 and view.can.take and len(view.pile) > 1
            match.play(seat, "take" if takes else bot.choose(view))
    raise AssertionError("nobody ever held thirty cards")


def test_a_hand_of_thirty_cards_can_be_tapped_on_a_phone(player: Callable[..., Player], thirty: Any) -> None:
    table = StandIn(player(size=PHONE, has_touch=True, is_mobile=True), thirty, 0)
    hand = table.page.get_by_role("listbox", name="Your hand")
    assert len(table.names("Your hand")) >= 30
    script = """(list) => [...list.querySelectorAll("[role=option]")].map((card) => {
      card.scrollIntoView({ inline: "center", block: "nearest" });
      const box = card.getBoundingClientRect(), hits = { across: 0, down: 0 };
      const isHit = (x, y) => document.elementFromPoint(x, y)?.closest("[role=option]") === card;
      for (let x = box.left; x < box.right; x++) if (isHit(x, box.top + 12)) hits.across++;
      for (let y = box.top; y < box.bottom; y++) if (isHit(box.left + 12, y)) hits.down++;
      return hits;
    })"""
    for hits in hand.evaluate(script):
        assert hits["across"] >= THUMB
        assert hits["down"] >= THUMB
    last = hand.get_by_role("option").last
    last.tap()
    expect(last).to_be_in_viewport()


@pytest.mark.parametrize("size", [(768, 1024), (1440, 900)])
def test_a_hand_of_thirty_cards_is_seen_whole_on_a_tablet_and_a_desk(
    player: Callable[..., Player], thirty: Any, size: tuple[int, int]
) -> None:
    table = StandIn(player(size=size), thirty, 0)
    hidden = table.page.locator(".hand").evaluate("(hand) => hand.scrollWidth - hand.clientWidth")
    assert hidden <= 1


def test_the_hand_is_sorted_by_rank_by_suit_or_as_one_likes(player: Callable[..., Player], thirty: Any) -> None:
    table = StandIn(player(), thirty, 0)
    hand = [_name(card) for card in table.view["seats"][0]["hand"]]

    def bare() -> list[str]:
        return [name.removesuffix(f", {CANNOT}") for name in table.names("Your hand")]

    assert bare() == hand
    table.page.keyboard.press("m")
    assert bare() == sorted(hand, key=lambda name: (name.split(" of ")[1], hand.index(name)))

    table.page.keyboard.press("m")
    by_suit = bare()
    table.page.keyboard.press("End")
    table.page.keyboard.press("Shift+Home")
    own = bare()
    assert own == [by_suit[-1], *by_suit[:-1]]

    move = next(str(move) for move in thirty.legal(0) if len(str(move).split()) == 2 and str(move) != "take")
    gone = _name(move.split()[1])
    view = table.view
    view["seats"][0]["hand"].remove(move.split()[1])
    table.page.evaluate("view => tell(view)", view)
    own.remove(gone)
    expect(table.page.get_by_role("listbox", name="Your hand").get_by_role("option")).to_have_count(len(own))
    assert bare() == own


def test_one_looks_through_the_pile(player: Callable[..., Player]) -> None:
    match = match_where(SHITHEAD, 3, 0, lambda view: _in_play(view) and len(view.pile) > 6)
    table = StandIn(player(), match, 0)
    pile = table.view["pile"]
    table.page.get_by_role("button", name=f"{len(pile)} cards: look through the pile").click()
    shown = table.page.get_by_role("dialog").get_by_role("img")
    assert shown.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))") == [
        _name(card) for card in reversed(pile)
    ]
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_role("dialog")).to_have_count(0)


# -- Layout ------------------------------------------------------------------------------------------------------------

SIZES = [
    (320, 568),
    (360, 640),
    (390, 844),
    (740, 360),
    (768, 1024),
    (1024, 768),
    (1180, 820),
    (1440, 900),
    (2560, 1440),
]


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_nothing_leaves_the_screen_at_any_size(player: Callable[..., Player], seats: int) -> None:
    """Every seat, the pile, what it asks for and each button are on the screen, and the page does not scroll."""
    match = match_where(SHITHEAD, seats, 0, lambda view: _in_play(view) and len(view.pile) > 1 and view.can.play)
    table = StandIn(player(), match, 0)
    script = """() => {
      const parts = ".plate, .heap, .ask, .turn, .actions .btn, .own .laid, .stock, .burned";
      const boxes = [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility());
      const isOut = (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
      };
      const { scrollHeight, scrollWidth } = document.documentElement;
      const scrolls = scrollHeight > innerHeight + 1 || scrollWidth > innerWidth + 1;
      return { out: boxes.filter(isOut).map((one) => one.className), count: boxes.length, scrolls };
    }"""
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        found = table.page.evaluate(script)
        assert found["out"] == [], (width, height)
        assert not found["scrolls"], (width, height)
        assert found["count"] >= seats + 4


def test_only_what_differs_is_drawn_again(player: Callable[..., Player], pairs: Any) -> None:
    """A tap changes the card and the button, and no seat."""
    table = StandIn(player(), pairs, 0)
    table.page.evaluate("""() => {
      globalThis.changed = 0;
      const all = { subtree: true, childList: true, attributes: true, characterData: true };
      new MutationObserver((list) => { changed += list.length; }).observe(document.querySelector(".cloth"), all);
    }""")
    card = table.page.locator(f"[role=option][data-card='{_set_of(table.view)[0]}']").first
    card.click()
    expect(card).to_have_attribute("aria-selected", "true")
    assert table.page.evaluate("() => changed") == 0
