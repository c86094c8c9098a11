"""H3ROES C4RDS in a browser.

A whole match on a phone, bets that can be changed, slots by their names, and cards that are shown for a moment."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.visitors import needs_browser
from tests.web_players import Player

pytestmark = [pytest.mark.one_build, needs_browser]

PHONE = {"size": (360, 640), "has_touch": True, "is_mobile": True}
SLOTS = 10
BEN = [{"seat": 1, "level": "medium", "name": "Ben"}]
THUMB = 44
LONG_AGO = 1
FAR_AHEAD = 1 << 52
"""Milliseconds: what was shown then is shown now, however slow the machine is."""


def last_view(player: Player) -> dict[str, Any]:
    """What the server told last."""
    for frame in reversed(player.frames):
        told = json.loads(frame)
        for message in reversed(told if isinstance(told, list) else [told]):
            if message["type"] == "view" and message["view"]:
                return dict(message["view"])
    raise AssertionError("there is no view yet")


def wait_for(player: Player, phase: str) -> dict[str, Any]:
    """Play until it is our turn in this phase. Returns the view."""
    player.page.locator("main.heroes").wait_for()
    player.play_on(until=lambda: player.page.locator(f"main.my-turn.phase-{phase}:not(.in-motion)").count() > 0)
    return last_view(player)


def names(page: Page, pattern: str) -> list[str]:
    return [str(one.get_attribute("aria-label")) for one in page.get_by_role("button", name=re.compile(pattern)).all()]


# -- Whole matches -----------------------------------------------------------------------------------------------------


def test_a_whole_match_on_a_phone_all_in_every_round(player: Callable[..., Player]) -> None:
    """All in asks for a second tap; nothing else does."""
    ann = player("Ann", seed="heroes", **PHONE)
    ann.open_table(game="heroes", seats=2, bots=BEN)
    rounds = 0

    while not ann.is_over:
        ann.page.locator(".betting").wait_for()
        purse = last_view(ann)["players"][0]["credits"]
        ann.button(re.compile("^All in")).tap()
        ann.button(f"Bet {purse}").tap()
        ann.button(f"Bet all {purse}? Tap again").tap()
        ann.page.locator(".betting").wait_for(state="detached")
        rounds += 1
        ann.play_on(until=lambda: ann.is_over or ann.page.locator(".betting").count() > 0)

    assert last_view(ann)["outcome"]["reason"] in ("busted", "real_winner")
    assert last_view(ann)["round"] == rounds
    expect(ann.button("Rematch")).to_be_visible()


# -- Bets --------------------------------------------------------------------------------------------------------------


def test_the_name_of_the_game_is_whole_in_the_bar_of_a_phone(player: Callable[..., Player]) -> None:
    ann = player("Ann", **PHONE)
    ann.open_table(game="heroes", seats=2, bots=BEN)
    ann.page.locator("main.heroes").wait_for()

    assert ann.page.locator(".at-table .where").evaluate("(one) => one.scrollWidth <= one.clientWidth")


def test_a_bet_can_be_changed_until_the_other_has_bet(player: Callable[..., Player]) -> None:
    ann, ben = player("Ann", **PHONE), player("Ben")
    table = ann.open_table(game="heroes", seats=2)
    ben.page.goto(f"/t/{table}")
    ben.page.evaluate(
        """async ([table, name]) => {
          const headers = { "Content-Type": "application/json", "Player-Key": localStorage.getItem("player-key") };
          await fetch(`/api/v1/tables/${table}/seats`, { method: "POST", body: JSON.stringify({ name }), headers });
        }""",
        [table, "Ben"],
    )
    ben.allowed_problems = lambda problem: "404" in problem  # before sitting down the server did not know Ben
    ben.page.reload()
    ben.button(re.compile("^(I am ready|Ready)")).first.click()
    ann.page.locator(".betting").wait_for()
    ben.page.locator(".betting").wait_for()

    field = ann.page.get_by_role("spinbutton", name="Your bet in credits")
    field.fill("24")
    field.blur()
    ann.button("Bet 24").tap()
    expect(ann.page.locator(".turn")).to_contain_text("Your bet: 24")
    ann.button("One more").tap()
    ann.button("Bet 25 instead").tap()
    expect(ann.page.locator(".turn")).to_contain_text("Your bet: 25")
    expect(ben.page.locator(".turn")).to_contain_text("Ann has bet")
    assert last_view(ben)["players"][0]["bet"] == 0
    ben.button("Bet 10").click()

    expect(ben.page.get_by_role("button", name="Your slot 1", exact=True)).to_be_visible()
    assert [seat["bet"] for seat in last_view(ben)["players"]] == [25, 10]


def test_shares_and_slider_set_the_bet(player: Callable[..., Player]) -> None:
    ann = player("Ann", **PHONE)
    ann.open_table(game="heroes", seats=2, bots=BEN)
    slider = ann.page.get_by_role("slider", name="Your bet on a slider")

    for share, amount in (("A tenth", 10), ("A quarter", 25), ("Half", 50)):
        ann.button(re.compile(f"^{share}")).tap()
        expect(ann.button(f"Bet {amount}")).to_be_visible()
        assert slider.input_value() == str(amount)
    slider.focus()
    ann.page.keyboard.press("ArrowRight")

    expect(ann.button("Bet 51")).to_be_visible()


# -- Slots -------------------------------------------------------------------------------------------------------------


def test_slots_are_buttons_by_name_only_where_one_may_pick(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="slots", **PHONE)
    ann.open_table(game="heroes", seats=2, bots=BEN)

    wait_for(ann, "initial_card_selection")
    assert names(ann.page, "slot") == [f"Your slot {slot}" for slot in range(1, SLOTS + 1)]
    assert min(min(box) for box in boxes(ann.page)) >= THUMB
    ann.page.get_by_role("button", name="Your slot 4", exact=True).tap()

    own = wait_for(ann, "card_selection_own")
    assert names(ann.page, "slot") == [f"Your slot {slot + 1}" for slot in own["players"][0]["slots"]]
    ann.page.get_by_role("button", name=names(ann.page, "slot")[0], exact=True).tap()
    ann.page.locator("main.phase-card_selection_rival").wait_for()
    rival = last_view(ann)
    expect(ann.page.get_by_role("button", name=re.compile("Ben's slot"))).to_have_count(
        len(rival["players"][1]["slots"])
    )
    assert names(ann.page, "slot") == [f"Ben's slot {slot + 1}" for slot in rival["players"][1]["slots"]]


def boxes(page: Page) -> list[tuple[float, float]]:
    """Width and height of each slot that may be picked."""
    found = [one.bounding_box() for one in page.get_by_role("button", name=re.compile("slot")).all()]
    return [(box["width"], box["height"]) for box in found if box is not None]


def test_a_digit_picks_a_slot(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="digits")
    ann.open_table(game="heroes", seats=2, bots=BEN)
    wait_for(ann, "initial_card_selection")

    ann.page.keyboard.press("0")

    expect(ann.page.get_by_role("img", name=re.compile("^Your slot 10: "))).to_be_visible()


def test_add_and_subtract_say_where_they_lead(player: Callable[..., Player]) -> None:
    ann = player("Ann", seed="points", **PHONE)
    ann.open_table(game="heroes", seats=2, bots=BEN)
    view = choice(ann)
    points, won, aim = view["players"][0]["points"], view["difference"], view["goal"]["points"]
    ways = {"Add": points + won, "Subtract": points - won}
    nearer = min(ways, key=lambda way: abs(ways[way] - aim))

    for way, leads in ways.items():
        button = ann.button(re.compile(f"^{way} {won}"))
        expect(button).to_contain_text(f"{points} → {leads}, {abs(leads - aim)} from {aim}")
        assert ("better" in str(button.get_attribute("class"))) == (way == nearer)
    ann.button(re.compile(f"^{nearer}")).tap()

    ann.page.locator("main.phase-power_choice").wait_for(state="detached")
    after = last_view(ann)
    assert after["players"][0]["points"] == ways[nearer] or after["round"] > view["round"]


def choice(ann: Player) -> dict[str, Any]:
    """Play until we may add or subtract, and do neither."""
    ann.page.locator("main.heroes").wait_for()
    ann.play_on(until=lambda: ann.page.locator("main.my-turn.phase-power_choice:not(.in-motion)").count() > 0)
    return last_view(ann)


# -- What is shown for a moment ----------------------------------------------------------------------------------------


def shows_cards(page: Page, at: int) -> None:
    """Let the server say, when it is our choice, that Dr. Manhattan showed us the rival's cards at this moment."""

    def told(message: str) -> str:
        told = json.loads(message)
        for one in told if isinstance(told, list) else [told]:
            view = one.get("view")
            if one["type"] == "view" and view and view["phase"] == "power_choice" and view["can"]:
                view["known"] = {str(slot): 20 + slot for slot in view["players"][1]["slots"]}
                view["known_since"] = view["turn"]
                one["shown"] = {"seq": one["seq"], "at": at}
        return json.dumps(told)

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(lambda message: route.send(told(str(message))))

    page.route_web_socket(re.compile("/live"), connect)


@pytest.mark.parametrize("is_now", [True, False])
def test_cards_that_dr_manhattan_shows_lie_open_and_then_stay_noted(
    player: Callable[..., Player], is_now: bool
) -> None:
    ann = player("Ann", seed="shown", **PHONE)
    shows_cards(ann.page, FAR_AHEAD if is_now else LONG_AGO)
    ann.open_table(game="heroes", seats=2, bots=BEN)
    ann.page.locator("main.heroes").wait_for()
    while not (ann.page.locator("main.my-turn.phase-power_choice:not(.in-motion)").count()):
        ann.play_on(until=lambda: ann.page.locator("main.my-turn.phase-power_choice").count() > 0)

    known = ann.page.get_by_role("img", name=re.compile("^Ben's slot .*, seen by you alone$"))
    hidden = known.count()
    assert hidden > 0
    expect(ann.page.get_by_role("timer")).to_have_count(1 if is_now else 0)
    expect(ann.page.locator(".slots .seen .card[data-card]")).to_have_count(hidden if is_now else 0)
    expect(ann.page.locator(".slots .noted .card[data-card]")).to_have_count(0)
    expect(ann.page.locator(".slots .noted .eye b")).to_have_count(0 if is_now else hidden)
    if is_now:
        expect(ann.page.locator(".turn")).to_contain_text("Dr. Manhattan sees it all")


# -- The arena ---------------------------------------------------------------------------------------------------------

ARENA = """async ({ view, turn }) => {
  const folder = document.querySelector("script[type=module]").src.replace("main.js", "");
  const { arenaEl } = await import(`${folder}gauge.js`);
  const battle = { round: 2, turn, winner: 0, difference: 9, cards: [21, 12], powers: [21, 12] };
  const scene = { view: { ...view, battle }, me: 0, people: [{ name: "Ann" }, { name: "Ben" }] };
  return arenaEl(scene, 0).classList.contains("fought");
}"""


@pytest.mark.parametrize(("turn", "is_known"), [(3, False), (4, True)], ids=["turn-before", "this-turn"])
def test_who_won_is_said_only_of_the_two_cards_that_lie_there(
    player: Callable[..., Player], turn: int, is_known: bool
) -> None:
    """Both cards of turn 4 are picked. Until their battle is told, the one of turn 3 is the last."""
    ann = player("Ann")
    ann.page.goto("/settings")
    revealed = {"revealed": {"2": 40}, "joker_values": {}}
    view = {"round": 2, "turn": 4, "current": 0, "picked": {"own": 2, "rival": 2}, "players": [revealed, revealed]}

    assert ann.page.evaluate(ARENA, {"view": view, "turn": turn}) is is_known


LAST_BATTLE = """async ({ view, events }) => {
  const folder = document.querySelector("script[type=module]").src.replace("main.js", "");
  const [{ follow }, { arenaEl }] = await Promise.all([import(`${folder}follow.js`), import(`${folder}gauge.js`)]);
  const scene = { view: events.reduce(follow, view), me: 0, people: [{ name: "Ann" }, { name: "Ben" }] };
  return [...arenaEl(scene, 0).querySelectorAll("[data-card]")].map((one) => one.dataset.card);
}"""


def test_the_last_two_cards_of_a_round_stay_when_it_ends(player: Callable[..., Player]) -> None:
    """Ben turned over his 1 and our 38. Other cards lie in the same slots of the other row."""
    ann = player("Ann")
    ann.page.goto("/settings")
    rows = [{"7": 38, "8": 43}, {"7": 48, "8": 1}]
    battle = {"turn": 10, "winner": 0, "difference": 37, "cards": [38, 1], "powers": [38, 1]}
    view = {"family": "heroes", "phase": "battle", "round": 4, "turn": 10, "current": 1, "battle": None}
    view |= {"picked": {"own": 8, "rival": 7}, "players": [{"revealed": row, "joker_values": {}} for row in rows]}
    end = {"event": "phase-changed", "phase": "round_end", "current": None, "turn": 10, "round": 4}

    assert ann.page.evaluate(LAST_BATTLE, {"view": view, "events": [{"event": "battled", "battle": battle}, end]}) == [
        "38",
        "1",
    ]


# -- Watching ----------------------------------------------------------------------------------------------------------


def test_a_spectator_sees_no_bet_and_may_pick_nothing(player: Callable[..., Player]) -> None:
    ann, eve = player("Ann", **PHONE), player("Eve", **PHONE)
    eve.allowed_problems = lambda problem: "404" in problem  # the server does not know Eve, who has never sat down
    table = ann.open_table(game="heroes", seats=2, bots=BEN)
    ann.page.locator(".betting").wait_for()

    eve.page.goto(f"/t/{table}")
    expect(eve.page.locator("main.heroes")).to_be_visible()
    expect(eve.page.locator(".turn")).to_contain_text("Both place their bets")
    ann.button("Bet 10").tap()
    wait_for(ann, "initial_card_selection")

    expect(eve.page.locator("main.phase-initial_card_selection")).to_be_visible()
    expect(eve.page.get_by_role("button", name=re.compile("slot|^Bet"))).to_have_count(0)
    expect(eve.page.get_by_role("img", name="Ben's slot 1", exact=True)).to_be_visible()
