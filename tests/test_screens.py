"""The tables as a terminal shows them: goldens, and what every frame keeps in every position.

Make tests/data/screens anew with `python -m tests.test_screens`, and look at them: `cat` shows their colours.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest
from rich.cells import cell_len
from rich.text import Text

import houserules as hr
from houserules.cards import PACK, Card, Suit, written
from houserules.core import Outcome
from houserules.games.heart_of_five import events as heart_of_five
from houserules.games.heart_of_five.melds import Kind
from houserules.games.heart_of_five.state import Action
from houserules.games.heart_of_five.view import View as HeartView
from houserules.games.heroes.view import View as HeroesView
from houserules.games.shedding import events as shedding
from houserules.games.shedding.view import View as SheddingView
from houserules.terminal import cards_drawn
from houserules.terminal.log import Entry, Note, log_lines
from houserules.terminal.look import Look, Order
from houserules.terminal.screen import BELOW, drawn
from tests.positions import AnyMatch, dealt, given

pytestmark = pytest.mark.one_build

DATA = Path(__file__).resolve().parent / "data" / "screens"
HOUSES = Path(__file__).resolve().parent.parent / "examples" / "houses"
PEOPLE = hr.Names("You", "Ann", "Ben", "Cem", "Dora", "Emil", "Frieda", "Gustav")
LOOKS = [
    Look(width, height, ascii=plain, color=not plain)
    for width, height in ((80, 24), (120, 40))
    for plain in (False, True)
]
T = TypeVar("T", bound=msgspec.Struct)
BIG = "3C 3D 3H 3S 4C 4D 5H 6C 6D 6H 7S 8C 8D 9H TC TH JD JS QC QD QS KH KS AC jj"
"""A hand of 25 cards."""


def played(match: AnyMatch, moves: int, seed: str = "golden") -> AnyMatch:
    """Random moves, few of them swaps and pile-takings; `random()` gives the same on every version of Python."""
    chance = random.Random(seed)
    while (acting := match.to_act) and len(match.moves) < moves:
        seat = acting[int(chance.random() * len(acting))]
        legal = match.legal(seat)
        sensible = [move for move in legal if not isinstance(move, hr.Take | hr.Swap | hr.Bet)] or legal[1:] or legal
        match.play(seat, sensible[int(chance.random() * len(sensible))])
    return match


def until(match: AnyMatch, right: Callable[[AnyMatch], bool], seed: str = "golden") -> AnyMatch:
    while match.to_act and not right(match):
        played(match, len(match.moves) + 1, f"{seed} {len(match.moves)}")
    assert right(match), "there is such a position"
    return match


def on_turn(match: AnyMatch) -> bool:
    return len(match.moves) > 22 and match.to_act == (0,)


def swapped(match: AnyMatch) -> AnyMatch:
    match.play(1, match.legal(1)[0])
    match.play(2 % match.seats or 1, "ready")
    return match


def over(match: AnyMatch) -> AnyMatch:
    return played(match, 100_000)


def heroes(moves: int) -> AnyMatch:
    match = dealt(2, "golden", "heroes")
    match.play(0, "bet 20")
    if moves:
        match.play(1, "bet 35")
    return played(match, moves)


def shown_by_manhattan() -> AnyMatch:
    ten = {str(slot): 11 + slot for slot in range(10)}
    match: AnyMatch = hr.Match.from_position(
        hr.load("heroes"),
        {
            "game": "heroes", "phase": "card_selection_rival", "current": 1, "round": 4, "turn": 2, "starter": 1,
            "picked": {"own": 0, "rival": None},
            "players": [
                {"credits": 180, "points": 12, "bet": 30, "hand": {str(slot): 30 + slot for slot in range(2, 10)},
                 "revealed": {"0": 67, "1": 8}, "joker_power": None},
                {"credits": 40, "points": 51, "bet": 5, "hand": ten | {"3": 0, "1": 60}, "revealed": {},
                 "joker_power": 55},
            ],
        },
    )  # fmt: skip
    match.play(0, "pick 2")
    return match


SCENES: dict[str, Callable[[], AnyMatch]] = {
    "shithead-setup": lambda: swapped(dealt(3, "golden")),
    "shithead-middle": lambda: until(dealt(3, "golden"), on_turn),
    "shithead-big": lambda: given(f"{BIG} / 2C 2D 2H / AH", "2S / AD / 4H", pile="7C 7D 7H", stock="4S 5C"),
    "shithead-eight": lambda: until(dealt(8, "golden"), on_turn),
    "shithead-table": lambda: given(" / 6S KH AC / AH 2H", "2S / AD / 4H", "4D / 5D 5H / 6H", pile="6C 9C 9D 9H"),
    "shithead-blind": lambda: given(" / / AH 2H 3H", "2S / AD / 4H", "4D / 5D 5H / 6H", pile="6C 9C 9D 9H"),
    "shithead-over": lambda: over(dealt(4, "golden")),
    "duel-setup": lambda: dealt(2, "golden", "duel"),
    "duel-middle": lambda: until(dealt(2, "golden", "duel"), on_turn),
    "duel-big": lambda: given(
        f"{BIG.removesuffix(' jj')} AD / 2C 2D 2H / AH", "2S / AS / 4H", pile="7C 7D 7H", game="duel"
    ),
    "duel-over": lambda: over(dealt(2, "golden", "duel")),
    "smellyhead-call": lambda: given(
        "3C 9D / 2C / 2D", "2S / AD / 4H", pile="9C jj", game="smellyhead", pending="call"
    ),
    "smellyhead-middle": lambda: until(dealt(4, "golden", "smellyhead"), on_turn),
    "smellyhead-eight": lambda: until(dealt(8, "golden", "smellyhead"), on_turn),
    "smellyhead-over": lambda: over(dealt(3, "golden", "smellyhead")),
    "heart-of-five-first": lambda: dealt(4, "golden", "heart-of-five"),
    "heart-of-five-middle": lambda: until(dealt(4, "golden", "heart-of-five"), on_turn),
    "heart-of-five-big": lambda: until(dealt(2, "golden", "heart-of-five"), lambda match: match.to_act == (0,)),
    "heart-of-five-six": lambda: until(dealt(6, "golden", "heart-of-five"), on_turn),
    "heart-of-five-over": lambda: over(dealt(4, "golden", "heart-of-five")),
    "heroes-bets": lambda: heroes(0),
    "heroes-middle": lambda: heroes(12),
    "heroes-choice": lambda: until(heroes(2), lambda match: match.to_act == (0,) and len(match.legal(0)) == 2),
    "heroes-manhattan": shown_by_manhattan,
    "heroes-over": lambda: until(heroes(2), lambda match: not match.to_act),
}
"""Positions to look at, each as seat 0 sees it."""


def log_of(match: AnyMatch, viewer: int | None = 0) -> list[str]:
    """What happened since this seat moved last."""
    moves = [number for number, (seat, _) in enumerate(match.moves) if seat == viewer]
    return log_lines(match.events(viewer, moves[-1] if moves else 0), PEOPLE)


def golden(name: str) -> str:
    """A position in all looks, one below the other."""
    match = SCENES[name]()
    frames = []
    for look in LOOKS:
        title = f"{look.width} columns, {look.height} rows, {'ASCII' if look.ascii else 'colour'}"
        frames.append(f"{title}\n{drawn(match.view(0), PEOPLE, log_of(match), look)}\n")
    return "\n".join(frames)


@pytest.mark.parametrize("name", SCENES)
def test_the_table_looks_as_it_did(name: str) -> None:
    assert golden(name) == (DATA / f"{name}.txt").read_text(encoding="utf-8")


def test_no_golden_is_left_over() -> None:
    assert {path.stem for path in DATA.iterdir()} == set(SCENES)


# -- What every frame keeps ------------------------------------------------------------------------------------------

RANK = "(10|[2-9JQKA])"
SHORT = re.compile(rf"(?<!\w){RANK}([CDHS♣♦♥♠])(?!\w)")
PACKED = re.compile(rf"(?<!\w)(Jok|JOK|{RANK}):([CDHS♣♦♥♠★*]+)")
JOKERS = re.compile(r"(big )?\bJoker\b")
BOXED = re.compile(r"[│|](Jok?|JOK?|10|[2-9JQKA])")


def cards_in(frame: str) -> Counter[Card]:
    """Every card that can be read in a frame, as boxes or as text."""
    found: list[str] = []
    lines = frame.splitlines()
    for above, line, below in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        for hit in BOXED.finditer(line):
            column = hit.start()
            if above[column : column + 1] in ("╭", "+") and above[column + 1 : column + 2] in ("─", "-"):
                joker = hit[1].startswith(("Jo", "JO"))
                found.append(named_joker(hit[1]) if joker else hit[1] + below[column + 1])
                assert not joker or below[column + 1] in "*★"
        found += [rank + suit for rank, suit in SHORT.findall(line)]
        for rank, _, suits in PACKED.findall(line):
            found += [named_joker(rank) if suit in "*★" else rank + suit for suit in suits]
        found += ["JJ" if big else "jj" for big in JOKERS.findall(line)]
    return Counter(Card.read(text) for text in found)


def named_joker(corner: str) -> str:
    return "JJ" if corner.isupper() else "jj"


def test_cards_are_read_as_they_are_drawn() -> None:
    """The reader above is no good if it reads nothing: each card in each form."""
    for look in (Look(), Look(ascii=True)):
        groups = cards_drawn.grouped(PACK, "rank")
        for lines in (
            cards_drawn.fans(groups, look, 80),
            cards_drawn.listed(groups, look, 80),
            cards_drawn.packed(PACK, look, 80),
        ):
            assert cards_in("\n".join(line.plain for line in lines)) == Counter(PACK)


def test_a_hand_of_any_size_is_all_there() -> None:
    for count in range(1, 110):
        cards = tuple(sorted((PACK * 2)[:count]))
        for order in ("rank", "suit"):
            groups = cards_drawn.grouped(cards, order)
            for lines in (cards_drawn.fans(groups, Look(), 76), cards_drawn.listed(groups, Look(), 76)):
                assert max(line.cell_len for line in lines) <= 76
                assert cards_in("\n".join(line.plain for line in lines)) == Counter(cards)


def positions() -> Iterator[AnyMatch]:
    """Moments of random matches: all games, all numbers of seats, six more houses."""
    chance = random.Random(7)
    games = [*hr.GAMES, *map(str, sorted(HOUSES.glob("*.toml")))]
    for number in range(60):
        game = hr.load(games[number % len(games)])
        seats = game.seats[int(chance.random() * len(game.seats))]
        match: AnyMatch = hr.Match.new(game, seats=seats, seed=str(number))
        for _ in range(6):
            for _ in range(int(chance.random() * 30)):
                if acting := match.to_act:
                    seat = acting[int(chance.random() * len(acting))]
                    legal = match.legal(seat)
                    swaps = isinstance(legal[-1], hr.Ready) and chance.random() < 0.7
                    bets = isinstance(legal[-1], hr.Bet)
                    move = legal[-1] if swaps else legal[5] if bets else legal[int(chance.random() * len(legal))]
                    match.play(seat, move)
            yield match


def expected(view: hr.View, cards: Counter[Card]) -> None:
    """The own hand is there and all that lies open; of the pile the last cards; and nothing else."""
    match view:
        case SheddingView():
            own = () if view.seat is None else view.seats[view.seat].hand
            assert not isinstance(own, int)
            shown = own if view.outcome is None else ()
            if view.outcome is None and view.seat is not None and not own:
                twice = Counter(view.seats[view.seat].up)  # in the table of seats, and in place of the hand
                cards -= (
                    twice if twice <= cards - Counter(card for seat in view.seats for card in seat.up) else Counter()
                )
            rest = cards - Counter([*shown, *(card for seat in view.seats for card in seat.up)])
            assert cards - rest == Counter([*shown, *(card for seat in view.seats for card in seat.up)])
            count = sum(rest.values())
            if view.outcome is None:
                assert count >= min(8, len(view.pile))
                assert rest == Counter(view.pile[len(view.pile) - count :])
        case HeartView():
            own = () if view.seat is None or view.outcome is not None else view.seats[view.seat].hand
            assert not isinstance(own, int)
            last = () if view.last is None or view.outcome is not None else view.last.cards
            named = re.findall(r"\b(?:[2-9TJQKA][CDHS]|jj|JJ)\b", view.asks) if last else []
            assert cards == Counter([*own, *last, *map(Card.read, named)])
        case _:
            assert not cards


def test_every_frame_fits_and_shows_what_may_be_seen() -> None:
    chance = random.Random(8)
    count = 0
    for match in positions():
        viewer = int(chance.random() * (match.seats + 1)) - 1
        view = match.view(None if viewer < 0 else viewer)
        width, height = 80 + int(chance.random() * 81), 24 + int(chance.random() * 27)
        order: Order = "rank" if chance.random() < 0.5 else "suit"
        plain = chance.random() < 0.4
        frame = drawn(view, PEOPLE, (), Look(width, height, plain), order)
        colored = drawn(view, PEOPLE, (), Look(width, height, plain, color=True), order)

        assert "\x1b" not in frame
        assert "\x1b[" in colored
        assert Text.from_ansi(colored).plain == frame, "colour is never the only mark"
        assert frame.isascii() or not plain
        lines = frame.splitlines()
        assert max(map(cell_len, lines)) <= width
        assert len(lines) <= height - BELOW
        assert not any(line.endswith(" ") for line in lines)
        assert not frame.endswith("\n")
        expected(view, cards_in(frame))
        if isinstance(view, SheddingView) and view.outcome is None and view.phase != "setup":
            assert view.asks in frame
        count += 1
    assert count >= 300


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_whose_turn_it_is_is_said_by_a_mark_and_in_words(viewer: int | None) -> None:
    match = until(dealt(3), on_turn)

    frame = drawn(match.view(viewer), PEOPLE, (), Look(height=24))

    words = "YOUR TURN: " if viewer == 0 else "You are to act"
    assert f"▶ {words}" in frame
    assert re.search(r"▶ +0  You .* (your turn|to play)|▶ You seat 0", frame)
    assert frame.count("▶") == 2


@pytest.mark.parametrize("count", [25, 54, 100, 190])
@pytest.mark.parametrize("seats", [2, 4, 8])
@pytest.mark.parametrize("plain", [False, True])
def test_a_big_hand_is_all_there_in_24_rows(count: int, seats: int, plain: bool) -> None:
    """With eight seats the hand, the pile and what it asks for come first."""
    match = dealt(8 if count > 60 else max(seats, 3), game="smellyhead")
    view = match.view(0)
    assert isinstance(view, SheddingView)
    hand = tuple((PACK * 4)[:count])
    own = _replaced(view.seats[0], hand=hand)
    view = _replaced(
        view, seats=(own, *view.seats[1:seats]), phase="mainPlay", asks="an even card", pile=PACK[4:14], to_act=(0,)
    )

    frame = drawn(view, PEOPLE, ["Ann played 7H"], Look(80, 24, plain))

    assert len(frame.splitlines()) <= 24 - BELOW
    assert "an even card" in frame
    assert "Pile, 10 cards" in frame
    assert Counter(hand) - cards_in(frame) == Counter()
    assert "Gustav" in frame or seats < 8 or count > 150


def _replaced(value: T, **fields: object) -> T:
    return msgspec.structs.replace(value, **fields)


def test_equal_ranks_lie_together_and_suits_when_sorted_by_suit() -> None:
    cards = tuple(map(Card.read, ("3C", "3H", "4D", "TC", "TD", "TS", "AH", "jj")))

    assert [len(group) for group in cards_drawn.grouped(cards, "rank")] == [2, 1, 3, 1, 1]
    by_suit = [written(group) for group in cards_drawn.grouped(cards, "suit")]
    assert by_suit == ["3C TC", "4D TD", "3H AH", "TS", "jj"]


def test_a_big_hand_is_one_fan_of_80_columns() -> None:
    lines = cards_drawn.fans(cards_drawn.grouped(tuple(map(Card.read, BIG.split())), "rank"), Look(), 80)

    assert len(lines) == cards_drawn.HEIGHT
    assert lines[0].cell_len == 77


def test_cards_that_fit_are_marked() -> None:
    match = given("3C 9D KH / 2C / 2D", "2S / AD / 4H", pile="9C")
    frame = drawn(match.view(0), PEOPLE, (), Look())

    assert frame.count("╰▲──╯") == 2
    assert "▲ fits" in frame
    assert "▲" not in drawn(match.view(1), PEOPLE, (), Look())


@pytest.mark.parametrize(
    ("game", "hand", "marks"),
    [("shithead", "3C jj JJ", 2), ("smellyhead", "3C JJ jj JJ", 3), ("smellyhead", "3C KH KH 2S", 3)],
)
def test_of_equal_cards_all_are_marked(game: str, hand: str, marks: int) -> None:
    """The Jokers are equal whatever their names are, and there may be two decks: a move names one of them."""
    match = given(f"{hand} / 2C / 2D", "AD", "4C", "5C", "6C", "7C", game=game, pile="9C")

    assert drawn(match.view(0), PEOPLE, (), Look()).count("▲") == marks + 1, "one stands in the legend"


def test_a_narrow_window_is_told_so_in_one_line() -> None:
    for width in (79, 40, 10, 0):
        frame = drawn(dealt(2).view(0), PEOPLE, ["x"], Look(width, 24))
        assert "80 columns are needed, this window has"[:width] in frame
        assert len(frame) <= width
        assert "\n" not in frame


def test_the_last_lines_of_the_log_are_shown() -> None:
    view = until(dealt(4), on_turn).view(0)
    log = [f"Ann played {number} hearts" for number in range(100)]

    for look in (Look(80, 24), Look(130, 30), Look(80, 50)):
        frame = drawn(view, PEOPLE, log, look)
        shown = [int(number) for number in re.findall(r"Ann played (\d+) hearts", frame)]
        assert shown == list(range(100 - len(shown), 100))
        assert len(shown) >= 4
    everything = drawn(view, PEOPLE, log, Look())
    assert everything.count("Ann played") == 100


def test_the_log_says_how_much_of_it_is_not_shown() -> None:
    """Also where a line takes two rows, and where there is one row only."""
    view = until(dealt(4), on_turn).view(0)
    for log in ([f"Ann saw {number} hearts" for number in range(30)], ["Ann saw " + "hearts " * 20] * 30):
        for look in (Look(80, 24), Look(80, 24, ascii=True), Look(130, 30), Look(80, 40)):
            frame = drawn(view, PEOPLE, log, look)
            missing = len(log) - frame.count("Ann saw")
            assert missing > 0
            assert f" {missing} earlier: say history" in frame
        assert "earlier" not in drawn(view, PEOPLE, log, Look())
        assert "earlier" not in drawn(view, PEOPLE, log[:1], Look(80, 24))
    assert "28 earlier ──" in drawn(view, PEOPLE, ["Ann passed"] * 33, Look(80, 24), title="With this move")
    frames = [drawn(view, PEOPLE, ["Ann passed"] * 3, Look(80, height)) for height in range(12, 24)]
    assert any("· Ann passed · 2 earlier: say history" in frame for frame in frames)


def test_what_a_player_did_after_a_play_stands_in_one_line_with_it() -> None:
    seven, eight, nine = ((Card.read(text),) for text in ("7H", "8C", "9C"))
    log: list[Entry] = [
        *(shedding.Played(1, "hand", seven), shedding.Drew(1, 1, None)),
        *(shedding.Played(0, "up", (Card.read("5S"),)), shedding.Drew(0, 1, (Card.read("5H"),))),
        *(shedding.Played(2, "hand", eight), shedding.Drew(1, 2, None)),
    ]
    more: list[Entry] = [
        *(heart_of_five.Played(1, nine, Kind.SINGLE, True), heart_of_five.WentOut(1, 1)),
        *(shedding.Played(2, "blind", nine), shedding.WentOut(2, 2)),
    ]
    called: list[Entry] = [shedding.Played(1, "hand", eight), shedding.Called(1, Suit.HEARTS)]
    told = log_lines(log, PEOPLE)

    assert told == [
        *("Ann played 7H and drew 1 card", "You played 5S from the table and drew 5H"),
        *("Ben played 8C", "Ann drew 2 cards"),
    ]
    assert log_lines(more, PEOPLE) == [
        *("Ann led 9C and went out, in place 1", "Ben played 9C, turned over blind", "Ben went out, in place 2")
    ]
    assert log_lines([*called, shedding.Drew(1, 1, None)], PEOPLE) == [
        "Ann played 8C and called hearts",
        "Ann drew 1 card",
    ]
    assert log_lines([called[0], Note("x"), called[1]], PEOPLE) == ["Ann played 8C", "x", "Ann called hearts"]
    assert log_lines(called, hr.Names("", "played", "")) == ["played played 8C and called hearts"]
    frame = drawn(until(dealt(4), on_turn).view(0), PEOPLE, told, Look(80, 24))
    assert "· Ann played 7♥ and drew 1 card\n· You played 5♠ from the table and drew 5♥\n" in frame


def test_a_table_does_not_change_its_size_with_the_log() -> None:
    view = until(dealt(4), on_turn).view(0)
    frames = [drawn(view, PEOPLE, ["Ann passed"] * count, Look(80, 30)).splitlines() for count in (0, 1, 20)]
    rows = len(frames[0])

    assert frames[0] == frames[1][:rows] == frames[2][:rows]


def test_cards_in_the_log_are_drawn_and_names_are_not() -> None:
    names = hr.Names("AD", "JJ")
    match = dealt(2, game="duel")
    frame = drawn(match.view(0), names, ["AD played TH", "JJ played AS"], Look())

    assert "AD played 10♥" in frame
    assert "JJ played A♠" in frame


@pytest.mark.parametrize("game", ["shithead", "heart-of-five", "heroes"])
def test_hostile_names_break_nothing(game: str) -> None:
    """Escape codes, line ends, marks that turn a line around, wide and endless names."""
    names = hr.Names("\x1b[2J\x1b[Hme\n", "[bold]\u202e" + "龍" * 40)
    match = hr.Match.new(hr.load(game), seats=2, seed="names")
    for plain in (False, True):
        for height in (24, 50):
            frame = drawn(match.view(0), names, ["\x1b[31m said\r\n[red]hello"], Look(80, height, plain))
            assert "\x1b" not in frame
            assert "\r" not in frame
            assert "\u202e" not in frame
            assert "[bold]" in frame
            assert "[red]hello" in frame
            assert max(map(cell_len, frame.splitlines())) <= 80
            assert len(frame.splitlines()) <= height - BELOW
            assert frame.isascii() or not plain


@pytest.mark.parametrize("name", ["W" * 16, "W" * 60, "Ωmega the Great", "龍虎" * 8])
def test_long_names_fit_a_full_table(name: str) -> None:
    names = hr.Names(*[name] * 8)
    for game in hr.GAMES:
        match: AnyMatch = dealt(hr.load(game).seats[-1], game=game)
        ended = Outcome.of_places([1] * match.seats, "limit")
        for seat in match.to_act[:1] if game == "heroes" else ():
            match.play(seat, "bet 5")
        for view in (match.view(0), match.view(None), _replaced(match.view(0), outcome=ended)):
            for look in (Look(80, 24), Look(80, 50, ascii=True), Look(118, 40), Look(80, 12)):
                lines = drawn(view, names, [f"{name} played 7H"] * 9, look).splitlines()
                assert max(map(cell_len, lines)) <= look.width
                assert look.height is not None
                assert len(lines) <= look.height - BELOW


def test_places_are_said_in_plain_words() -> None:
    match = over(dealt(4))
    frame = drawn(match.view(2), PEOPLE, (), Look())
    outcome = match.outcome
    assert outcome is not None

    assert f"{PEOPLE(outcome.places.index(1))} won." in frame
    for seat, place in enumerate(outcome.places):
        assert re.search(rf"{place}(st|nd|rd|th)  {PEOPLE(seat)}\b", frame)
    shared = _replaced(match.view(0), outcome=Outcome.of_places((1, 1, 3, 4), "play-limit"))
    assert "Nobody won: You and Ann share the first place." in drawn(shared, PEOPLE, (), Look())


def test_heroes_shows_how_far_it_is_to_34_and_the_battle() -> None:
    match = SCENES["heroes-choice"]()
    view = match.view(0)
    assert isinstance(view, HeroesView)

    frame = drawn(view, PEOPLE, (), Look(80, 24))

    for player in view.players:
        away = 34 - player.points
        assert f"points {player.points} ({abs(away)} {'below' if away > 0 else 'above'} 34)" in frame
    assert f"add or subtract {view.difference}" in frame
    assert view.battle is not None
    assert f"Last battle (turn {view.battle.turn})" in frame


def test_bars_show_up_to_twenty_cards_where_there_is_room() -> None:
    view = dealt(3, game="heart-of-five").view(0)
    assert isinstance(view, HeartView)
    for count, shown in ((14, 14), (17, 17), (20, 20), (27, 20)):
        seats = (view.seats[0], _replaced(view.seats[1], hand=count), view.seats[2])
        frame = drawn(_replaced(view, seats=seats), PEOPLE, (), Look())
        assert re.search(rf"Ann .* {count}  ▒{{{shown}}} ", frame)
    long = _replaced(view.seats[0], last_action=Action("played", Kind.STRAIGHT_FLUSH))
    frame = drawn(_replaced(view, seats=(long,) * 3, to_act=(0,)), hr.Names(*["W" * 16] * 3), (), Look())
    assert " your turn" in frame


def test_heroes_says_whose_slot_is_to_be_picked() -> None:
    """One's own in turn 1 and first in a turn, then one of the rival's; every match has all of them."""
    said = set()
    for moves in range(2, 40):
        match = heroes(moves)
        for seat in match.to_act:
            view = match.view(seat)
            assert isinstance(view, HeroesView)
            if not isinstance(view.legal[0], hr.Pick):
                continue
            frame = drawn(view, PEOPLE, (), Look(80, 24))
            whose = 1 - seat if view.phase == "card_selection_rival" else seat
            assert tuple(move.slot for move in view.legal if isinstance(move, hr.Pick)) == view.players[whose].slots
            words = "your" if whose == seat else f"{PEOPLE(whose)}'s"
            assert f"YOUR TURN: pick one of {words} slots\n" in frame
            said.add((view.phase, words))
    assert {phase for phase, _ in said} == {"initial_card_selection", "card_selection_own", "card_selection_rival"}


if __name__ == "__main__":
    DATA.mkdir(parents=True, exist_ok=True)
    for old in DATA.iterdir():
        old.unlink()
    for scene in SCENES:
        (DATA / f"{scene}.txt").write_text(golden(scene), encoding="utf-8")
