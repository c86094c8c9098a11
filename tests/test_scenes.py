"""Whole screens: goldens, and what every scene keeps in every position and at every size.

Make tests/data/scenes anew with `python -m tests.test_scenes`, and look at them: `cat` shows the colours of one size.
"""

import io
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from rich.cells import cell_len
from rich.console import Console

import houserules as hr
from houserules.cards import PACK, Card
from houserules.core import View
from houserules.games.heart_of_five.view import View as HeartView
from houserules.games.heroes.view import View as HeroesView
from houserules.games.shedding.view import View as SheddingView
from houserules.terminal import letters, plain_scene
from houserules.terminal.look import Look
from houserules.terminal.painters import painter_of
from houserules.terminal.scene import Moment, Scene, Spot
from houserules.terminal.surround import ENTER
from tests.offers_by_hand import choosing_for
from tests.positions import AnyMatch, dealt, given, shown
from tests.test_screens import BIG, PEOPLE, log_of, on_turn, played, until
from tests.test_screens import SCENES as TABLES

pytestmark = pytest.mark.one_build

DATA = Path(__file__).resolve().parent / "data" / "scenes"
SIZES = ((60, 20), (80, 24), (120, 40), (200, 60))
COLORED = (80, 24)
"""The size whose golden also has its colours."""
POWERS = (
    ("2", "asks for anything"),
    ("7", "asks for 7 or lower"),
    ("8", "turns the direction round"),
    ("10", "burns the pile, and you play again"),
    ("Joker", "somebody else takes the pile"),
)
TALLY = ("You 2, Ann 1, Ben 0",)
ONE_OF_EACH = "2S / AD / 4H"


def follows(match: AnyMatch) -> bool:
    return match.to_act == (0,) and shown(match, 0)["last"] is not None


def picks(phase: str) -> Callable[[AnyMatch], bool]:
    return lambda match: match.to_act == (0,) and shown(match, 0)["phase"] == phase


SCENES: dict[str, Callable[[], AnyMatch]] = {
    **TABLES,
    "shithead-target": lambda: given(
        "3C 9D / 2C 3D / 2D", ONE_OF_EACH, "4D 4C / 5D 5H / 6H", "KD / QD / QH", pile="9C jj", pending="target"
    ),
    "shithead-two": lambda: until(dealt(2, "golden"), on_turn),
    "smellyhead-hundred": lambda: given(
        f"{' '.join(card for card in PACK if card not in ('2S', 'AD', '4H'))} {BIG} 9C 9D / 2C / 2D",
        *[ONE_OF_EACH if not seat else "" for seat in range(5)],
        game="smellyhead", pile="4S",
    ),
    "heart-of-five-follow": lambda: until(dealt(4, "golden", "heart-of-five"), follows),
    "heroes-pick-own": lambda: until(dealt(2, "golden", "heroes"), picks("card_selection_own")),
    "heroes-pick-rival": lambda: until(dealt(2, "golden", "heroes"), picks("card_selection_rival")),
}  # fmt: skip
"""Positions to look at, each as seat 0 sees it."""
FLASHES = {"shithead-middle": "burn", "heart-of-five-follow": "bomb", "heroes-choice": "battle"}


def moment_of(name: str, **more: Any) -> Moment:
    match = SCENES[name]()
    return moment(match, 0, tuple(log_of(match)), **more)


def moment(match: AnyMatch, viewer: int | None, log: tuple[str, ...] = (), lifted: int = 1, **more: Any) -> Moment:
    view = match.view(viewer)
    cursor = more.pop("cursor", 1)
    choosing = choosing_for(view, PEOPLE, lifted=lifted, cursor=cursor)
    powers = POWERS if isinstance(view, SheddingView) else ()
    return Moment(view, PEOPLE, choosing, log, powers=powers, tally=TALLY, **more)


def painted(moment: Moment, columns: int, rows: int, *, plain: bool = False, color: bool = True) -> Scene:
    return painter_of(moment.view.family).paint(moment, Look(columns, rows, plain, color), columns, rows)


def text_of(scene: Scene) -> str:
    return "\n".join(line.plain.rstrip() for line in scene.lines)


def ansi_of(scene: Scene, columns: int) -> str:
    console = Console(
        file=io.StringIO(),
        width=columns + 1,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        _environ={},
    )
    with console.capture() as capture:
        for line in scene.lines:
            console.print(line, soft_wrap=True, highlight=False)
    return capture.get()


@cache
def golden(name: str) -> str:
    """A position at all sizes as text, in ASCII, and once in colour."""
    at = moment_of(name)
    parts = []
    for columns, rows in SIZES:
        parts.append(f"{columns} x {rows}\n{text_of(painted(at, columns, rows))}\n")
        parts.append(f"{columns} x {rows}, ASCII\n{text_of(painted(at, columns, rows, plain=True, color=False))}\n")
    columns, rows = COLORED
    if name in FLASHES:
        flashing = msgspec.structs.replace(
            at, flash=FLASHES[name], notice=("This card will not do: play a Queen or higher.",)
        )
        parts.append(f"{columns} x {rows}, a flash and a notice\n{text_of(painted(flashing, columns, rows))}\n")
    parts.append(f"{columns} x {rows} in colour\n{ansi_of(painted(at, columns, rows), columns)}")
    return "\n".join(parts)


@pytest.mark.parametrize("name", SCENES)
def test_the_scene_looks_as_it_did(name: str) -> None:
    assert golden(name) == (DATA / f"{name}.txt").read_text(encoding="utf-8")


def test_no_golden_is_left_over() -> None:
    assert {path.stem for path in DATA.iterdir()} == set(SCENES)


# -- What every scene keeps ------------------------------------------------------------------------------------------


def hit(scene: Scene, key: str) -> bool:
    """Is there a cell where a mouse finds this key? Of several spots the first lies on top."""
    for spot in scene.spots:
        if spot.key == key:
            above = scene.spots[: scene.spots.index(spot)]
            cells = [(row, col) for row in range(spot.row, spot.row + spot.height)
                     for col in range(spot.column, spot.column + spot.width)]  # fmt: skip
            if any(not any(inside(other, *cell) for other in above) for cell in cells):
                return True
    return False


def inside(spot: Spot, row: int, column: int) -> bool:
    return spot.row <= row < spot.row + spot.height and spot.column <= column < spot.column + spot.width


def keep_the_rules(scene: Scene, moment: Moment, columns: int, rows: int) -> None:
    assert len(scene.lines) == rows
    assert {cell_len(line.plain) for line in scene.lines} == {columns}
    for spot in scene.spots:
        assert spot.height > 0
        assert spot.width > 0
        assert 0 <= spot.row <= rows - spot.height
        assert 0 <= spot.column <= columns - spot.width
    if moment.choosing is None:
        assert not scene.spots
        return
    offer = moment.choosing.offer
    keys = {item.key for item in offer.items} | {button.key for button in offer.buttons}
    assert {spot.key for spot in scene.spots} - {ENTER} == keys
    for key in keys:
        assert hit(scene, key), key


def random_matches(count: int) -> Iterator[tuple[AnyMatch, random.Random]]:
    """Positions of all games, with the numbers of players that they allow."""
    chance = random.Random(5)
    for number in range(count):
        game = list(hr.GAMES)[number % len(hr.GAMES)]
        seats = hr.load(game).seats
        match = dealt(seats[int(chance.random() * len(seats))], f"scenes {number}", game)
        for _ in range(int(chance.random() * 6)):
            if match.to_act:
                played(match, len(match.moves) + 1 + int(chance.random() * 30), f"{number}")
                yield match, chance


def test_every_scene_is_exactly_as_large_as_the_screen_and_everything_can_be_pointed_at() -> None:
    count = 0
    for match, chance in random_matches(70):
        columns, rows = 60 + int(chance.random() * 141), 20 + int(chance.random() * 41)
        viewer = int(chance.random() * (match.seats + 1)) - 1
        if viewer >= 0 and match.to_act and chance.random() < 0.8:
            viewer = match.to_act[0]
        at = moment(match, None if viewer < 0 else viewer, ("Ann played 7H",) * 40, int(chance.random() * 4))
        plain, color = chance.random() < 0.3, chance.random() < 0.7
        scene = painted(at, columns, rows, plain=plain, color=color)

        keep_the_rules(scene, at, columns, rows)
        text = text_of(scene)
        assert text.isascii() or not plain
        count += 1
    assert count >= 150


@pytest.mark.parametrize("columns", [60, 61, 79, 80, 99, 100, 120, 200])
@pytest.mark.parametrize("rows", [20, 24, 33, 60])
def test_every_scene_of_the_goldens_keeps_the_rules_at_every_size(columns: int, rows: int) -> None:
    for name in SCENES:
        at = scene_moment(name)
        keep_the_rules(painted(at, columns, rows), at, columns, rows)


@cache
def scene_moment(name: str) -> Moment:
    return moment_of(name)


def test_colour_is_never_the_only_mark() -> None:
    """A cursor and a card that is chosen change the text itself."""
    for columns, rows in SIZES:
        for name in (
            "shithead-middle",
            "shithead-setup",
            "shithead-big",
            "shithead-blind",
            "heart-of-five-first",
            "heroes-pick-own",
        ):
            match = SCENES[name]()
            texts = {
                text_of(painted(moment(match, 0, (), lifted, cursor=cursor), columns, rows, color=False))
                for lifted, cursor in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 1))
            }
            assert len(texts) == 5, (name, columns)


def test_nothing_moves_when_a_card_is_chosen_or_something_is_said() -> None:
    """Only the chosen card, the words of what Enter does and the rows of notices and story change."""
    for columns, rows in SIZES:
        for name in ("shithead-middle", "shithead-big", "heart-of-five-first", "heroes-pick-own"):
            match = SCENES[name]()
            scenes = [
                painted(moment(match, 0, log, lifted, notice=notice), columns, rows)
                for lifted, log, notice in (
                    (0, (), ()),
                    (1, (), ()),
                    (2, ("Ann passed",) * 30, ()),
                    (2, ("Ann passed",), ("This will not do.",)),
                )
            ]
            kept = [
                {(spot.key, spot.column, spot.width, spot.height) for spot in scene.spots if spot.key != ENTER}
                for scene in scenes
            ]
            assert kept[0] == kept[1] == kept[2] == kept[3]
            rows_of = [{spot.key: spot.row for spot in scene.spots} for scene in scenes]
            assert all(abs(rows_of[0][key] - rows_of[2][key]) <= 2 for key in rows_of[0])


# -- Secrets ---------------------------------------------------------------------------------------------------------

NAMED = re.compile(r"(?<![\w])(10|[2-9JQKA])([♣♦♥♠])")


def named_cards(scene: Scene) -> Counter[str]:
    return Counter("".join(found) for line in scene.lines for found in NAMED.findall(line.plain))


def test_a_scene_follows_from_what_the_seat_may_know() -> None:
    """Two deals that look alike to a seat are painted alike; no card is named that the view does not hold."""
    for match, chance in random_matches(40):
        viewer = int(chance.random() * match.seats)
        view = match.view(viewer)
        at = moment(match, viewer)
        scene = painted(at, 120, 40)
        other = msgspec.structs.replace(at, view=view_again(view))
        assert text_of(painted(other, 120, 40)) == text_of(scene)
        named = {card.replace("10", "T") for card in named_cards(scene)}
        assert named <= {f"{card[0]}{card.suit.symbol}" for card in visible(view) if card.suit is not None}


def view_again(view: View) -> View:
    """The view as it comes from a server: nothing is in it but what its JSON says."""
    return hr.from_json(hr.to_json(view), type(view))


def visible(view: View) -> set[Card]:
    match view:
        case SheddingView():
            own = () if view.seat is None else view.seats[view.seat].hand
            assert not isinstance(own, int)
            return {*own, *view.pile, *(card for seat in view.seats for card in seat.up)}
        case HeartView():
            own = () if view.seat is None else view.seats[view.seat].hand
            assert not isinstance(own, int)
            return {*own, *(view.last.cards if view.last else ())}
    return set()


def test_heroes_shows_no_hidden_card() -> None:
    """Every number on a card is that of one that lies open or that Dr. Manhattan showed."""
    for name in ("heroes-middle", "heroes-choice", "heroes-manhattan"):
        match = SCENES[name]()
        for viewer in (0, 1, None):
            view = match.view(viewer)
            assert isinstance(view, HeroesView)
            scene = painted(msgspec.structs.replace(moment(match, viewer), choosing=None), 80, 24)
            players: list[dict[str, Any]] = cast("Any", match.position()["players"])
            hidden: list[int] = [
                card
                for seat, player in enumerate(players)
                for slot, card in player["hand"].items()
                if not (viewer is not None and seat != viewer and int(slot) in view.known)
            ]
            slots = "\n".join(line.plain for line in scene.lines[2:19])
            public = {34, *view.known.values()}
            public |= {number for row in view.players for number in (*row.revealed.values(), row.points, row.bet)}
            public |= set() if view.battle is None else {*view.battle.powers, view.battle.difference}
            for card in hidden:
                if card > 9 and card not in public:
                    assert not re.search(rf"(?<!\d){card}(?!\d)", slots), card


# -- Words -----------------------------------------------------------------------------------------------------------


def test_a_notice_can_always_be_read() -> None:
    notice = ("The pile asks for a Queen or higher. " * 6, "Play a King.")
    for columns, rows in SIZES:
        for name in ("shithead-eight", "heart-of-five-six", "heroes-choice"):
            text = text_of(painted(moment_of(name, notice=notice), columns, rows))
            words = " ".join(text.split())
            assert "Play a King." in words
            assert text.count("Queen") >= 6


def test_the_end_says_who_is_last_and_how_the_evening_stands() -> None:
    for columns, rows in SIZES:
        match = SCENES["shithead-over"]()
        text = text_of(painted(moment(match, 1), columns, rows))
        assert re.search(r"1st +Ann", text)
        assert "You is" not in text
        assert "is the Shithead." in text or "You are the Shithead." in text
        assert TALLY[0] in " ".join(text.split())
        heart = text_of(painted(moment_of("heart-of-five-over"), columns, rows))
        assert "Shithead" not in heart
        assert "won," in heart


def test_the_bar_tells_the_whole_evening_or_nothing_of_it() -> None:
    lines = ("After 1 match:", "You: won 1", "Ann: won 0, once Shithead")
    for columns, rows in SIZES:
        given_ = msgspec.structs.replace(moment_of("shithead-middle"), tally=lines)
        bar = text_of(painted(given_, columns, rows)).splitlines()[0]
        assert ("After 1 match: You: won 1; Ann: won 0, once Shithead" in bar) == ("After" in bar)


def test_a_card_has_one_name() -> None:
    at = moment_of("shithead-middle")
    log = ("Ann played TH", "Ben played jj and JJ")
    text = text_of(painted(msgspec.structs.replace(at, log=log), 120, 40))

    assert "Ann played 10♥" in text
    assert "Ben played Joker and Joker" in text


def test_hostile_names_break_nothing() -> None:
    names = hr.Names("\x1b[2J\x1b[Hme\n", "[bold]\u202e" + "龍" * 40, "e\u0301\u200d👩🏽" * 9, "🇩🇪" * 20)
    for game, seats in (("shithead", 4), ("heart-of-five", 4), ("heroes", 2)):
        match = dealt(seats, "names", game)
        for viewer in (0, 1):
            at = msgspec.structs.replace(
                moment(match, viewer), names=names, log=("\x1b[31m said\r\n龍[red]hello" * 9,), notice=("龍" * 200,)
            )
            for plain in (False, True):
                for columns, rows in SIZES:
                    scene = painted(at, columns, rows, plain=plain)
                    keep_the_rules(scene, at, columns, rows)
                    text = text_of(scene)
                    assert "\x1b" not in text
                    assert "\u202e" not in text
                    assert text.isascii() or not plain


def test_block_letters_are_as_wide_as_they_say() -> None:
    for text in ("King or higher", "an even card", "10 or lower", "You came 3rd!"):
        for lettering in (letters.BLOCKS, letters.HALF_BLOCKS):
            for plain in (False, True):
                rows = letters.lines_of(text, lettering, plain)
                assert {len(row) for row in rows} == {letters.width_of(text, lettering)}
    assert letters.fitting("King or higher", 60, 3, False)
    assert letters.fitting("King or higher", 30, 7, False)
    assert not letters.fitting("King or higher", 30, 3, False)
    assert not letters.fitting("Ω", 100, 100, False)


def test_a_game_without_a_painter_is_shown_as_text() -> None:
    match = SCENES["shithead-middle"]()
    at = moment(match, 0)
    for columns, rows in SIZES:
        scene = plain_scene.paint(at, Look(columns, rows), columns, rows)
        keep_the_rules(scene, at, columns, rows)
        assert columns < 80 or "Queen or higher" in text_of(scene)
    assert painter_of("no such family") is plain_scene


if __name__ == "__main__":
    DATA.mkdir(parents=True, exist_ok=True)
    for old in DATA.iterdir():
        old.unlink()
    for scene_name in SCENES:
        (DATA / f"{scene_name}.txt").write_text(golden(scene_name), encoding="utf-8")
