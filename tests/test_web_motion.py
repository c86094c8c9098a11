"""Motion at the table: it ends as the view says, it can be skipped or left out, and it gives no hidden card away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.serving import Served, served
from tests.visitors import chromium, needs_browser
from tests.web_players import Player, players

pytestmark = [pytest.mark.one_build, needs_browser]

MOVING = {"motion": "full", "speed": 4}
SLOW = {"motion": "full", "speed": 0.5}
STILL = {"motion": "reduced", "speed": 1}

WATCH_FLIGHTS = """
globalThis.flights = [];
globalThis.told = [];
const animate = Element.prototype.animate;
const middleOf = (node) => {
  const box = node.getBoundingClientRect();
  return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
};
const nameAt = (node) => node.closest(".seat").querySelector(".who b").textContent;
Element.prototype.animate = function (frames, options) {
  if (this.matches(".flying") && Array.isArray(frames) && frames.length === 3) {
    const card = this.querySelector(".card:not(.other-side)");
    const size = parseFloat(this.style.getPropertyValue("--cw"));
    const middle = ({ transform }) => {
      const [x, y] = transform.match(/translate3d\\(([-\\d.]+)px, ([-\\d.]+)px/).slice(1).map(Number);
      return [Math.round(x + size / 2), Math.round(y + size * 0.7)];
    };
    const places = [...document.querySelectorAll(".count[data-place]")];
    const counts = Object.fromEntries(places.map((node) => [nameAt(node), middleOf(node)]));
    flights.push({
      card: card?.dataset.card ?? null, isBack: Boolean(card?.matches(".is-back")),
      other: this.querySelector(".other-side")?.dataset.card ?? null,
      from: middle(frames[0]), to: middle(frames[2]), counts,
      after: document.querySelector("[data-region=story]").lastElementChild?.textContent ?? "",
    });
  }
  return animate.call(this, frames, options);
};
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes)
    if (target.dataset?.region === "story") for (const node of addedNodes) told.push(node.textContent);
}).observe(document, { subtree: true, childList: true });
"""

COMPARE = """
globalThis.compared = 0;
globalThis.differences = [];
globalThis.WebSocket = class extends WebSocket {
  constructor(url) {
    super(url);
    this.addEventListener("message", ({ data }) => {
      for (const message of [JSON.parse(data)].flat()) if (message.type === "view") globalThis.lastView = message.view;
    });
  }
};
const cardsIn = (root, selector) => [...root.querySelectorAll(selector)].map((card) => card.dataset.card);
const drawn = () => ({
  pile: cardsIn(document, "[data-place=pile] .card"), hand: cardsIn(document, '[data-place^="hand/"]').sort(),
  seats: [...document.querySelectorAll(".seat")].filter((seat) => seat.querySelector(".count b:not(.place)"))
    .map((seat) => ({
      seat: Number(seat.dataset.seat), hand: Number(seat.querySelector(".count b").textContent),
      up: cardsIn(seat, ".laid [data-card]").sort(),
    })),
});
const told_by = (view) => ({
  pile: view.pile.slice(-5), hand: [...view.seats[view.seat].hand].sort(),
  seats: drawn().seats.map(({ seat }) => ({ seat, hand: view.seats[seat].hand, up: [...view.seats[seat].up].sort() })),
});
globalThis.compare = () => {
  const [one, other] = [drawn(), told_by(lastView)].map((what) => JSON.stringify(what));
  if (one !== other) differences.push(`${one} is drawn, but the view says ${other}`);
  compared += 1;
};
const act = () => {
  const may = (node) => node.getAttribute("aria-disabled") !== "true";
  const offered = [...document.querySelectorAll(".actions [data-move], .chooser [data-move]")];
  const button = offered.find((one) => may(one) && !one.dataset.move.startsWith("swap"));
  const cards = [...document.querySelectorAll("[role=option][data-pick]")];
  const isChosen = cards.some((one) => one.getAttribute("aria-selected") === "true");
  const card = cards.find((one) => !one.getAttribute("aria-label").endsWith("cannot be played"));
  (button ?? (isChosen ? null : card))?.click();
};
globalThis.playOn = () => setInterval(() => {
  if (!globalThis.lastView || document.querySelector(".in-motion")) return;
  if (!document.querySelector(".actions button") || document.body.dataset.unanswered > 0) return;
  if (lastView.phase !== "setup" && !lastView.outcome) compare();
  if (lastView.legal.length) act();
}, 30);
"""
"""Somebody who plays quickly, and looks before each move whether the table is as the server told."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture
def player(browser: Browser, here: Served) -> Iterator[Callable[..., Player]]:
    with players(browser, here.url) as make:
        yield make


def wait_until_still(ann: Player) -> None:
    ann.page.wait_for_function("() => !document.querySelector('.in-motion')")


def play_quickly(ann: Player, steps: int) -> None:
    ann.page.evaluate("() => { globalThis.playing = playOn(); }")
    ann.page.wait_for_function(f"() => document.querySelectorAll('.story-pane li').length > {steps}")
    ann.page.evaluate("clearInterval(playing)")


@pytest.mark.parametrize("settings", [MOVING, STILL], ids=["moving", "still"])
def test_every_batch_ends_with_its_view(player: Callable[..., Player], settings: dict[str, object]) -> None:
    """Whatever flew: the cards that lie there are those of the view."""
    ann = player(settings=settings)
    ann.context.add_init_script(COMPARE)
    ann.against_bots("shithead", 4)
    ann.page.evaluate("() => { playOn(); }")
    ann.page.wait_for_function("() => compared > 12 || differences.length")

    assert ann.page.evaluate("differences") == []


def test_nothing_flies_without_motion(player: Callable[..., Player]) -> None:
    ann = player(settings=STILL, seed="still")
    ann.context.add_init_script(WATCH_FLIGHTS + COMPARE)
    ann.against_bots("shithead", 4)
    play_quickly(ann, steps=12)

    assert len(ann.page.evaluate("told")) > 10
    assert ann.page.evaluate("flights") == []


def test_reduced_motion_of_the_system_is_respected(player: Callable[..., Player]) -> None:
    ann = player(settings={"speed": 4}, seed="still", reduced_motion="reduce")
    ann.context.add_init_script(WATCH_FLIGHTS + COMPARE)
    ann.against_bots("shithead", 4)
    play_quickly(ann, steps=12)

    assert ann.page.evaluate("flights") == []


@pytest.mark.parametrize("how", ["a tap on the cloth", "Escape"])
def test_motion_can_be_skipped(player: Callable[..., Player], how: str) -> None:
    """What flies lands, what waits is shown as it ends, and everything is told all the same."""
    ann = player(settings=SLOW, seed="skip")
    ann.context.add_init_script(WATCH_FLIGHTS + COMPARE)
    ann.against_bots("shithead", 6)
    ann.page.locator(".flying").first.wait_for(state="attached")
    if how == "Escape":
        ann.page.keyboard.press("Escape")
    else:
        ann.page.locator(".cloth").click(position={"x": 20, "y": 20}, force=True)
    wait_until_still(ann)
    assert ann.page.locator(".flying").count() == 0

    ann.button("I am ready").click()
    ann.page.wait_for_function("() => told.some((text) => /plays? first/.test(text))")
    ann.page.keyboard.press("Escape")
    flown = ann.page.evaluate("flights.length")
    wait_until_still(ann)
    assert ann.page.evaluate("flights.length") <= flown + 1, "what waits is not flown any more"
    assert ann.page.evaluate("(compare(), differences)") == []


def test_a_hidden_tab_shows_only_how_it_ends(player: Callable[..., Player]) -> None:
    ann = player(settings=SLOW, seed="hidden")
    ann.context.add_init_script(WATCH_FLIGHTS + COMPARE)
    ann.against_bots("shithead", 4)
    ann.button("I am ready").wait_for()
    wait_until_still(ann)
    flown = ann.page.evaluate("""() => {
      Object.defineProperty(document, "hidden", { get: () => true });
      document.dispatchEvent(new Event("visibilitychange"));
      return flights.length;
    }""")
    ann.button("I am ready").click()
    ann.button(re.compile(r"^(Play|Take|Choose cards)\b")).first.wait_for()

    assert ann.page.evaluate("flights.length") == flown
    assert ann.page.evaluate("told.filter((text) => text.includes('ready to play')).length") == 4
    assert ann.page.evaluate("(compare(), differences)") == []


def test_no_flight_gives_a_hidden_card_away(player: Callable[..., Player]) -> None:
    """What others draw is a back without a name, and their hands begin and end at one point for each seat."""
    ann = player(settings=MOVING, seed="leak")
    ann.context.add_init_script(WATCH_FLIGHTS + COMPARE)
    ann.against_bots("shithead", 4)
    play_quickly(ann, steps=30)
    flights = ann.page.evaluate("flights")

    drawn = [(flight, by[1]) for flight in flights if (by := re.match(r"(Ada|Basil|Cleo) drew \d", flight["after"]))]
    played = [
        (flight, by[1])
        for flight in flights
        if (by := re.match(r"(Ada|Basil|Cleo) played ((?!from|blind).)*$", flight["after"]))
    ]
    assert len(drawn) > 3
    assert len(played) > 3
    for flight, name in drawn:
        assert (flight["isBack"], flight["card"], flight["other"]) == (True, None, None)
        assert _near(flight["to"], flight["counts"][name])
    for flight, name in played:
        assert _near(flight["from"], flight["counts"][name])
    assert not any(flight["card"] or flight["other"] for flight in flights if flight["after"] == "The cards are dealt.")


def _near(point: list[int], other: list[int]) -> bool:
    """But for rounding."""
    return all(abs(one - two) <= 1 for one, two in zip(point, other, strict=True))


def test_cards_are_dealt_from_the_middle_where_no_stock_is_shown(player: Callable[..., Player]) -> None:
    """On a phone the stock is hidden before play: nothing comes from the corner of the page."""
    ann = player(settings=MOVING, seed="corner", size=(360, 640), has_touch=True, is_mobile=True)
    ann.context.add_init_script(WATCH_FLIGHTS)
    ann.against_bots("shithead", 4)
    ann.button("I am ready").wait_for()

    assert {tuple(flight["from"]) for flight in ann.page.evaluate("flights")} != set()
    assert all(x > 90 and y > 90 for x, y in ann.page.evaluate("flights.map((flight) => flight.from)"))


def test_a_card_that_comes_to_lie_where_one_was_played_is_not_chosen(player: Callable[..., Player]) -> None:
    ann = player(settings=SLOW, seed="chosen")
    ann.against_bots("shithead", 3)
    ann.button("I am ready").click()
    ann.page.locator(".my-turn .hand .slot.can").first.click()
    ann.button(re.compile("^Play ")).click()
    ann.page.locator(".flying").first.wait_for(state="attached")
    ann.page.locator(".go", has_text=re.compile("is playing")).wait_for()

    expect(ann.page.locator(".slot.is-selected")).to_have_count(0, timeout=1)


def test_nothing_can_be_done_while_cards_move(player: Callable[..., Player]) -> None:
    """Between two views nothing is offered, so nobody acts on what is over."""
    ann = player(settings=SLOW, seed="busy")
    ann.against_bots("shithead", 4)
    ann.page.locator(".flying").first.wait_for(state="attached")

    assert ann.button("I am ready").count() == 0
    ann.button("I am ready").wait_for()


@pytest.mark.parametrize("game", ["heart-of-five", "heroes"])
def test_cards_of_the_other_families_fly(player: Callable[..., Player], game: str) -> None:
    """What goes wrong in the page is found when the player leaves."""
    ann = player(settings=MOVING, seed=game)
    ann.context.add_init_script(WATCH_FLIGHTS)
    ann.is_patient = True
    ann.against_bots(game, 2, "random")
    ann.play_on(until=lambda: ann.page.locator(".story-pane li").count() > 7 or ann.is_over)
    wait_until_still(ann)

    assert any(flight["card"] is not None for flight in ann.page.evaluate("flights"))
