"""Rule sheets: everything a house says is in its sheet; the commands about houses; the page about writing one."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import houserules as hr
from houserules.cards import Rank, Suit
from houserules.errors import RulesError
from houserules.games.shedding import reader
from houserules.games.shedding.documents import SHIPPED, extended, laid_over
from houserules.games.shedding.documents import shipped_document as document_of
from houserules.games.shedding.house import (
    BEGINS_BY,
    EFFECTS,
    PAIR_EFFECTS,
    SHORT,
    CallSuit,
    ChooseWay,
    Counter,
    Demand,
    Dodge,
    Exchange,
    ForceTake,
    House,
    Low,
    Mirror,
    Parity,
    Power,
    Reset,
    Wild,
)
from houserules.games.shedding.powers_short import powers_in_short
from houserules.games.shedding.reader import read_house
from houserules.games.shedding.section import Section
from houserules.games.shedding.sheet import Clause, page_of, sheet, written_sheet
from houserules.games.shedding.sheet_difference import difference, marked, written_difference
from houserules.games.shedding.sheet_numbers import HEADINGS, NUMBER_OF, NUMBER_OF_POWER
from houserules.games.shedding.sheet_rules import FOLLOWS
from houserules.games.toml_reader import parse
from houserules.house_commands import add_commands

pytestmark = pytest.mark.one_build

PAGE = Path(__file__).parent.parent / "docs" / "houses.md"
replaced = msgspec.structs.replace


def shipped(name: str = "shithead") -> House:
    return read_house(document_of(name))


def over(text: str, parent: str = "shithead") -> House:
    """Shithead with some keys laid over it."""
    return read_house(laid_over(parse(text), document_of(parent)))


def said(house: House) -> str:
    return " ".join(clause.whole for clause in sheet(house))


def clause(house: House, topic: str) -> str:
    """What a house says of one topic."""
    (found,) = [clause.whole for clause in sheet(house) if clause.topic == topic]
    return found


# -- Everything is said ----------------------------------------------------------------------------------------------

RANKS = st.lists(st.sampled_from(Rank), unique=True, max_size=4).map(tuple)
SUITED = st.lists(
    st.tuples(st.sampled_from(Rank), st.sampled_from([(Suit.CLUBS,), (Suit.HEARTS, Suit.SPADES)])), max_size=2
).map(tuple)
DEMANDS: st.SearchStrategy[Demand | None] = st.one_of(
    st.none(),
    st.builds(Reset),
    st.builds(ChooseWay, st.booleans()),
    st.builds(CallSuit, st.booleans()),
    st.builds(Parity, st.booleans(), st.booleans()),
    st.builds(Low, st.integers(2, 14), st.sampled_from(["<=", "<"]), st.booleans(), st.booleans()),
    st.builds(Mirror, st.sampled_from(["value", "demand", "power"]), st.booleans(), st.booleans(), RANKS),
    st.builds(Wild, RANKS, st.booleans(), st.booleans(), st.booleans()),
    st.builds(Counter, RANKS, SUITED, st.sampled_from(["next", "chosen", "previous"]), st.booleans(), st.booleans()),
    st.builds(Dodge, RANKS, SUITED, st.booleans()),
)
TAKES = st.builds(
    ForceTake, st.sampled_from(["chosen", "next", "previous"]), st.booleans(), st.booleans(), st.booleans()
)
COUNTS = st.sampled_from(["no", "each", "once"])
SUITS = st.sets(st.sampled_from(Suit), min_size=1).map(lambda suits: tuple(sorted(suits)))
OTHERWISE: dict[str, st.SearchStrategy[Any]] = {
    "rank": st.just(Rank.TWO),
    "suits": st.just(tuple(Suit)),
    "burn": st.booleans(),
    "demand": DEMANDS,
    "skip": COUNTS,
}
MOVED = st.sampled_from(["all", "none", "chosen", "lowest", "highest"])
SWAPS = st.builds(
    Exchange, st.sampled_from(["chosen", "next", "previous"]), st.sampled_from(["hand", "up"]), MOVED, MOVED
).filter(lambda swap: (swap.give == "all") == (swap.take == "all") and (swap.give, swap.take) != ("none", "none"))
OF_POWER: dict[str, st.SearchStrategy[Any]] = {
    "rank": st.sampled_from(Rank),
    "suits": SUITS,
    "anywhere": st.booleans(),
    "only_on": RANKS,
    "not_on": RANKS,
    "not_under": st.lists(st.sampled_from(["low", "parity", "suit"]), unique=True).map(tuple),
    "sees_through": st.booleans(),
    "compare": st.sampled_from(["usual", ">=", ">", "next"]),
    "demand": DEMANDS,
    "burn": st.booleans(),
    "again": st.booleans(),
    "follow": st.booleans(),
    "reverse": COUNTS,
    "skip": COUNTS,
    "next": st.booleans(),
    "revolution": st.sampled_from(["no", "pile", "next"]),
    "force_take": st.none() | TAKES,
    "swap": st.none() | SWAPS,
    "most": st.integers(0, 16),
    "pair": st.sets(st.sampled_from(PAIR_EFFECTS)).map(lambda pair: tuple(sorted(pair))),
    "joins": st.booleans(),
    "lead": st.booleans(),
    "when_on": st.lists(st.sampled_from(["empty", "pile", "3", "K"]), unique=True, max_size=2).map(tuple),
    "otherwise": st.none() | st.builds(Power, **OTHERWISE),
}
POWERS = st.builds(Power, **OF_POWER)
BY_SEATS = st.sampled_from(["seats", "5 - seats // 2", "ceil(seats / 2)"]) | st.lists(
    st.integers(0, 4), min_size=7, max_size=7
).map(lambda numbers: tuple(zip(range(2, 9), numbers, strict=True)))
OF_HOUSE: dict[str, st.SearchStrategy[Any]] = {
    "seats": st.tuples(st.integers(2, 8), st.integers(2, 8)).map(lambda seats: (min(seats), max(seats))),
    "decks": st.integers(1, 4) | st.sampled_from(["fewest", "ceil(seats / 2)", "ceil(seats/2)", "1", "1 + seats // 4"]),
    "jokers": st.integers(0, 2) | BY_SEATS,
    "ranks": st.just(()) | st.permutations(tuple(Rank)).map(lambda ranks: tuple(ranks[:9])),
    "blind": st.integers(0, 6) | BY_SEATS,
    "up": st.integers(0, 6) | BY_SEATS,
    "hand": st.integers(1, 7) | BY_SEATS | st.just("all"),
    "stock": st.just("all") | st.integers(0, 20) | BY_SEATS,
    "setup": st.sampled_from(["none", "swap", "choose"]),
    "begins": RANKS,
    "play_hand": st.sampled_from(["set", "single"]),
    "play_up": st.sampled_from(["set", "single", "mixed", "as-hand"]),
    "take_named": st.sampled_from(["no", "card", "rank"]),
    "run_least": st.just(0) | st.integers(3, 13),
    "run_suited": st.booleans(),
    "as_many": st.booleans(),
    "adds": st.sampled_from(["no", "drawn", "any"]),
    "jumps": st.sampled_from(["no", "hand", "visible"]),
    "peek": st.booleans(),
    "higher": st.booleans(),
    "next_only": st.booleans(),
    "refill": st.integers(0, 7),
    "draw": st.integers(0, 7),
    "draw_late": st.booleans(),
    "reverse_again": st.booleans(),
    "powers": st.lists(POWERS, max_size=4, unique_by=lambda power: (power.rank, power.suits)).map(tuple),
    "alike": st.just(0) | st.integers(3, 16) | BY_SEATS,
    "alike_again": st.booleans(),
    "alike_never": RANKS,
    "alike_one_play": st.booleans(),
    "alike_through": st.booleans(),
    "alike_match": st.booleans(),
    "free_take": st.booleans(),
    "take_up": st.booleans(),
    "taker_leads": st.booleans(),
    "previous_takes": st.booleans(),
    "previous_leads": st.booleans(),
    "first_out_ends": st.booleans(),
    "limit": st.integers(1, 100_000),
    "limit_shared": st.booleans(),
    "not_last": RANKS,
    "begins_by": st.lists(st.sampled_from(BEGINS_BY), unique=True, max_size=3)
    .map(tuple)
    .filter(lambda tests: tests not in (("lowest",), ("seat",))),  # an order says that, or none
    "tie": st.sampled_from(["suit", "seat", "next-lowest"]) | st.permutations(tuple(Suit)).map(tuple),
    "leads": st.sampled_from(["any", "that-card", "that-rank"]),
    "flip": st.booleans(),
    "flip_again": RANKS,
    "first_choice": st.booleans(),
    "bundle": st.booleans(),
    "tries": st.sampled_from(["no", "stuck", "free", "draw"]),
    "across": st.booleans(),
    "lock": st.booleans(),
    "penalty": st.integers(0, 10),
}
HOUSES = st.builds(House, name=st.just("One"), version=st.just(1), **OF_HOUSE)


def test_every_field_of_a_house_is_tried_here() -> None:
    assert set(OF_HOUSE) | {"name", "version"} == set(House.__struct_fields__)
    assert set(OF_POWER) == set(Power.__struct_fields__)


def same_only_if_same(one: House, other: House) -> None:
    """Sheets are equal exactly if the hashes are; so are the written sheets, and the difference is empty."""
    same = one.hash() == other.hash()
    assert (sheet(one) == sheet(other)) == same
    assert (written_sheet(sheet(one)) == written_sheet(sheet(other))) == same
    assert (difference(one, other).changes == ()) == same


@given(HOUSES, st.data())
def test_a_change_of_one_field_changes_the_sheet(house: House, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from(sorted(OF_HOUSE)))
    same_only_if_same(house, replaced(house, **{field: data.draw(OF_HOUSE[field])}))


@given(HOUSES, POWERS, st.data())
def test_a_change_of_one_field_of_a_power_changes_the_sheet(house: House, power: Power, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from(sorted(OF_POWER)))
    other = replaced(power, **{field: data.draw(OF_POWER[field])})
    same_only_if_same(replaced(house, powers=(power,)), replaced(house, powers=(other,)))


@given(HOUSES, HOUSES, st.data())
def test_houses_that_share_many_fields_still_differ(one: House, other: House, data: st.DataObject) -> None:
    fields = data.draw(st.sets(st.sampled_from(sorted(OF_HOUSE))))
    same_only_if_same(one, replaced(one, **{field: getattr(other, field) for field in fields}))


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("other", SHIPPED)
def test_shipped_houses_have_sheets_of_their_own(name: str, other: str) -> None:
    same_only_if_same(shipped(name), shipped(other))


def test_every_change_of_shithead_that_one_value_makes() -> None:
    """Each field in turn gets each of a few values: as many sheets as hashes."""
    house = shipped()
    values: dict[str, list[Any]] = {
        field: [False, True] if isinstance(getattr(house, field), bool) else [] for field in OF_HOUSE
    }
    values |= {
        "seats": [(low, high) for low in range(2, 9) for high in range(low, 9)],
        "decks": [1, 2, 3, 4, "fewest", "1", "2", "ceil(seats / 2)", "seats // 2"],
        "jokers": [0, 1, 2],
        "ranks": [(), tuple(Rank)[1:], tuple(reversed(Rank))],
        "blind": list(range(7)),
        "up": list(range(7)),
        "hand": list(range(1, 8)),
        "setup": ["none", "swap", "choose"],
        "play_hand": ["set", "single"],
        "play_up": ["set", "single", "mixed", "as-hand"],
        "run_least": [0, *range(3, 14)],
        "take_named": ["no", "card", "rank"],
        "adds": ["no", "drawn", "any"],
        "jumps": ["no", "hand", "visible"],
        "stock": ["all", 0, 9, "seats"],
        "refill": list(range(8)),
        "draw": list(range(8)),
        "alike": [0, *range(3, 17)],
        "limit": [1, 2, 12, 13, 999, 1000, 100_000],
        "penalty": list(range(11)),
        "begins": [(), *((rank,) for rank in Rank), (Rank.TWO, Rank.SIX), (Rank.SIX, Rank.TWO)],
        "begins_by": [("most",), ("lowest-up", "lowest"), ("lowest-up", "seat"), ("worst-up", "most")],
        "tie": ["suit", "seat", "next-lowest", tuple(reversed(Suit))],
        "leads": ["any", "that-card", "that-rank"],
        "tries": ["no", "stuck", "free", "draw"],
        "flip_again": [(), (Rank.TWO,), (Rank.TEN,)],
        "alike_never": [(), *((rank,) for rank in Rank)],
        "not_last": [(), *((rank,) for rank in Rank)],
        "powers": [house.powers[:place] + house.powers[place + 1 :] for place in range(6)],
    }
    assert all(values.values())
    changed = [replaced(house, **{field: value}) for field, many in values.items() for value in many]
    assert len({sheet(one) for one in changed}) == len({one.hash() for one in changed}) > 100


# -- How it reads ----------------------------------------------------------------------------------------------------


@given(HOUSES)
def test_a_sheet_is_numbered_under_its_headings(house: House) -> None:
    """Every section but that of the powers is always there, its numbers rise; sentences end with a full stop."""
    found: dict[int, list[tuple[int, str]]] = {}
    cards: list[int] = []
    for one in sheet(house):
        numbered = re.fullmatch(r"(\d+)\.(\d+)([a-z]?)", one.number)
        assert numbered
        found.setdefault(int(numbered[1]), [])
        if one.row is None:
            found[int(numbered[1])].append((int(numbered[2]), numbered[3]))
        else:
            cards.append([f"{number}" for number in NUMBER_OF_POWER.values()].index(f"5.{numbered[2]}"))
        assert one.whole.endswith((".", ".)"))
        assert "  " not in one.whole
    assert {*found, 5} == set(range(1, len(HEADINGS) + 1))
    assert list(found) == sorted(found)
    assert all(places == sorted(set(places)) for places in found.values())
    ranks = [list(NUMBER_OF_POWER)[place] for place in cards]
    assert ranks == sorted(ranks)
    assert len({one.topic for one in sheet(house)}) == len(sheet(house))


@settings(max_examples=25)
@given(HOUSES, HOUSES)
def test_a_rule_has_the_same_number_in_every_house(one: House, other: House) -> None:
    """Of the cards of a rank it is the number of the rank: letters part what its suits do."""
    numbers = {clause.topic: clause.number for clause in sheet(one)}
    ranks = {name: rank for rank in Rank for name in [str(rank)]}
    for clause in sheet(other):
        number = numbers.get(clause.topic)
        if number is not None and clause.topic in NUMBER_OF:
            assert number == clause.number == NUMBER_OF[clause.topic]
        rank = next((ranks[word] for word in re.findall(r"\w+", clause.topic) if word in ranks), None)
        if rank is not None:
            assert re.fullmatch(rf"{NUMBER_OF_POWER[rank]}[a-z]?", clause.number)


def test_every_topic_is_said_in_some_house() -> None:
    houses = [shipped(name) for name in SHIPPED]
    rare = over(
        "play.reverse-for-two = 'again'\npattern.never = ['2']\nend.not-last = ['2']\n"
        "take = { up = 'lowest', try = 'stuck' }\nplay.hand = 'run'\nplay.count = 'as-many'\ndeal.leads = 'that-card'\n"
        "deal.first-choice = true\nplay.add = 'any'\nplay.peek = true\npattern.jump-in = 'hand'"
    )
    late = over("deal.bundle = true\nplay.across = true\npattern.lock = 'suit'\nend.announce = { penalty = 2 }")
    topics = {
        clause.topic
        for house in [*houses, rare, over("seats = 3\ndeal.flip = true\ndeck.stock = 9"), late]
        for clause in sheet(house)
    }
    assert topics >= set(NUMBER_OF)
    assert set(FOLLOWS) <= set(NUMBER_OF)


def test_a_page_says_first_what_the_game_is_about_and_who_loses() -> None:
    about, rest = page_of(shipped()).split("\n\n", 1)
    assert " ".join(about.split()) == (
        "Get rid of all your cards. The first player without cards wins; the last one with cards is the Shithead."
    )
    assert rest.startswith("S1 The deal\n")
    duel = page_of(shipped("duel"))
    assert " ".join(duel.partition("\n\n")[0].split()).endswith("and that ends the game.")
    assert max(map(len, duel.splitlines())) <= 73, "it fits the panel of a screen of 80 columns"


def test_the_cards_are_a_table() -> None:
    lines = written_sheet(sheet(over("powers.3 = { on = 'any', do = ['mirror'] }"))).splitlines()
    start = lines.index("S5 Powers")
    assert lines[start + 1] == "         card   goes on       what it does"
    assert lines[start + 2] == "  S5.1   2      anything      After it the pile asks for nothing."
    assert lines[start + 3].startswith("  S5.18  3      anything      It is invisible: ")
    assert lines[start + 4].startswith(" " * 30)
    assert lines[start + 6].startswith("  S5.2   7      what it fits  The next card must be 7")


def test_nothing_is_said_about_what_a_house_does_not_have() -> None:
    """A game of hands alone, in which nothing burns, turns or is drawn."""
    bare = over(
        "deck = { decks = 1, jokers = 0 }\npattern.alike = 0\nplay.refill = { to = 0 }\nseats = 4\n"
        "deal = { blind = 0, up = 0, hand = 7, setup = 'none', begins = 'seat', order = [] }\n"
        + "\n".join(f"powers.{rank} = 'none'" for rank in ("2", "7", "8", "10", "J", "Joker"))
    )
    text = said(bare)
    for word in ("blind", "face-up", "Joker", "burn", "direction", "draw", "stock", "swap", "exempt", "again", "No "):
        assert word not in text, word
    assert "seat 0" not in text.lower()
    assert {one.number.partition(".")[0] for one in sheet(bare)} == {"1", "2", "3", "4", "6", "7"}


def test_a_written_sheet_fits_the_page() -> None:
    text = hr.load("shithead").page()
    assert "\n\nS1 The deal\n  S1.1   Two to eight play.\n" in text
    assert max(map(len, text.splitlines())) <= 80
    assert all(f"\n\nS{number} {heading}\n" in text for number, heading in enumerate(HEADINGS[1:], 2))


def test_numbers_are_words_up_to_twelve() -> None:
    assert "after 12 plays" not in said(over("end.limit = 12"))
    assert "after twelve plays" in said(over("end.limit = 12"))
    assert "after 13 plays" in said(over("end.limit = 13"))
    assert "after one play " in said(over("end.limit = 1"))
    assert "blind" not in said(over("deal.blind = 0"))
    assert clause(over("deal.hand = 1"), "hand") == "Everybody is dealt a hand of one card."


SAYINGS = [
    ("7 = { do = [{ low = { compare = '<' } }] }", "7", "must be 6 or lower, and the usual order does not"),
    ("7 = { do = [{ low = { limit = 11, mode = 'add' } }] }", "7", "Jack or lower, and the usual order counts as well"),
    ("6 = { do = [{ parity = 'odd' }] }", "6", "must be odd (3, 5, 7, 9, Jack, King, Joker), and"),
    ("8 = { do = [{ mirror = 'value' }] }", "8", "the value beneath it, and for nothing else. On an empty pile"),
    ("8 = { do = [{ mirror = 'power' }] }", "8", "counts as the card beneath it"),
    ("9 = { do = ['skip'] }", "9", "Each one makes the next player in turn miss a turn."),
    ("9 = { do = [{ skip = 'once' }] }", "9", "only one however many"),
    ("9 = { do = [{ reverse = 'once' }], most = 2 }", "9", "at most two may be laid at once"),
    ("9 = { do = ['call-suit'] }", "9", "must be of that suit, whatever its value. Only one may be laid at a time."),
    ("9 = { do = ['choose-way'] }", "9", "says how it goes on: the next card must follow the usual order, or"),
    ("9 = { do = [{ wild = ['3', 'A'] }] }", "9", "names a rank that it stands for: 3 or Ace."),
    ("9 = { do = [{ force-take = { who = 'next', counter = ['8', '3'] } }] }", "9", "answer with a 3 or an 8"),
    ("9 = { do = [{ force-take = { who = 'next' } }, 'reverse'] }", "9", "The next player takes the pile. Who that is"),
    ("9 = { do = [{ force-take = { card = 'burned' } }] }", "9", "another player still in, who takes the pile. This"),
    ("10 = { on = 'any', not-under = ['low', 'suit'], do = [] }", "10", "a low card or a suit, it must meet that."),
    ("10 = { only-on = ['8', 'A', 'K'], do = [] }", "10", "may only lie directly on an 8, a King or an Ace"),
    ("'J:red' = { do = ['again'] }", "Red Jack", "Whoever laid it plays again."),
    ("'J:red' = { do = ['again'] }", "Black Jack", "It is invisible"),
    ("'J:spades,hearts' = { do = ['again'] }", "Jack of hearts or spades", "Whoever laid it plays again."),
]  # fmt: skip


@pytest.mark.parametrize(("power", "topic", "words"), SAYINGS, ids=[row[0] for row in SAYINGS])
def test_a_power_is_said_with_its_settings(power: str, topic: str, words: str) -> None:
    text = clause(over(f"[powers]\n{power}"), topic)
    assert text.startswith(f"{topic}: ")
    assert words in text


def test_the_numbers_of_decks_are_worked_out() -> None:
    assert clause(shipped(), "decks").endswith("That is one for two to six players and two for seven or eight.")
    assert clause(shipped("duel"), "decks") == "One deck is used."
    assert clause(over("deck.decks = '1 + seats // 5'"), "decks") == (
        "How many decks are used depends on the players: one for two to four players and two for five to eight."
    )
    assert clause(shipped(), "stock") == "The rest is the stock, face down. With six players nothing is left."


def test_a_sheet_says_who_begins_if_nobody_holds_a_rank_of_the_order() -> None:
    assert clause(over('deal.order = ["4"]\ndeck.decks = 1\nseats = 4'), "begins").endswith(
        "If nobody holds any of these, whoever was dealt the first card begins."
    )
    assert "nobody" not in clause(shipped(), "begins")


# -- Differences -----------------------------------------------------------------------------------------------------


def test_a_difference_says_what_both_say() -> None:
    found = difference(
        over('name = "Friday"\ndeal.hand = 5\npowers.8 = "none"\npowers.3 = { do = ["burn"] }'), shipped()
    )
    assert found.summary == "Friday differs from Shithead in three rules"
    assert [(change.number, change.parent_says, change.house_says) for change in found.changes] == [
        ("1.5c", "Everybody is dealt a hand of three cards.", "Everybody is dealt a hand of five cards."),
        ("5.3", clause(shipped(), "8"), "8: an ordinary card."),
        ("5.18", "3: an ordinary card.", "3: It must meet what the pile asks for. It burns the pile and itself."),
    ]


def test_a_difference_knows_that_a_suit_does_what_its_rank_does() -> None:
    """Black Jacks do what all Jacks of the parent did; only red ones are new. The numbers are those of one sheet."""
    red = difference(over("powers.'J:red' = { do = ['burn'] }"), shipped())
    whole = difference(over("powers.8 = 'none'\npowers.'8:red' = { do = ['burn'] }"), shipped())
    back = difference(shipped(), over("powers.'J:red' = { do = ['burn'] }"))
    black = difference(over("powers.3 = { do = ['burn'] }"), over("powers.'3:red' = { do = ['burn'] }"))

    jack = clause(shipped(), "Jack").removeprefix("Jack: ")
    (change,) = red.changes
    assert (change.number, change.parent_says) == ("5.5b", f"Red Jack: {jack}")
    assert [(one.number, one.house_says) for one in whole.changes] == [
        ("5.3", "Black 8: an ordinary card."),
        ("5.3", "Red 8: It must meet what the pile asks for. It burns the pile and itself."),
    ]
    assert [(one.number, one.house_says) for one in back.changes] == [("5.5", f"Red Jack: {jack}")]
    assert [(one.number, one.parent_says) for one in black.changes] == [("5.18", "Black 3: an ordinary card.")]


def test_a_difference_marks_what_changed_inside_a_sentence() -> None:
    hand = marked("Everybody is dealt a hand of three cards.", "Everybody is dealt a hand of five cards.")
    assert [(part.kind, part.text) for part in hand] == [
        ("same", "Everybody is dealt a hand of"),
        ("gone", "three"),
        ("new", "five"),
        ("same", "cards."),
    ]
    one_sentence = marked("7: It goes on anything. It burns.", "7: It goes on anything. Each one turns the direction.")
    assert [part.kind for part in one_sentence] == ["same", "gone", "new"]
    assert marked("7: It goes on anything.", "7: Whoever laid it plays again.") == ()
    assert [part.kind for part in marked("You take it.", "You take it. Nobody draws.")] == ["same", "new"]


def test_a_sheet_does_not_contradict_itself_about_where_a_card_goes() -> None:
    text = clause(over("powers.3 = { on = 'any', only-on = ['K'], do = [] }"), "3")
    assert "anything" not in text
    assert "What the pile asks for does not matter to it. On a pile it may only lie directly on a King." in text


def test_only_a_house_with_equal_cards_says_who_is_first_with_them() -> None:
    """Two decks have every card twice, and two Jokers are equal; the seat decides, not when a card was dealt."""
    said = "Of equal cards, that of the player who was dealt to earlier comes first."
    assert clause(shipped(), "begins").endswith(f"clubs come before diamonds, hearts and spades. {said}")
    one_deck = over("seats = [2, 5]\ndeck.jokers = 1\ndeck.decks = 1")
    assert "equal" not in clause(one_deck, "begins")
    assert "equal" not in clause(over("deal.tie = 'seat'"), "begins")
    assert "equal" not in clause(shipped("duel"), "begins")


def test_the_loser_has_one_title_on_a_page() -> None:
    """A game that is named after its loser, and a clause that is the same whatever the house is called."""
    page = page_of(shipped("smellyhead"))
    assert "Smellyhead" in page
    assert "Shithead" not in page
    assert clause(shipped(), "until").endswith("that player has lost.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "If such cards turn the direction, they still do."),
        ("powers.7 = { do = ['choose-way'] }",
         "If such cards turn the direction, they still do. They do nothing else."),
        ("powers.J = 'none'", ""),
        ("powers.J = 'none'\npowers.8 = { do = ['skip'] }", "Such cards do nothing else."),
        ("powers.J = 'none'\npowers.8 = { do = ['skip'] }\npattern.do = ['burn']",
         "If such cards make somebody miss a turn, they still do. They do nothing else."),
        ("powers.J = { do = [{ revolution = { until = 'next' } }] }",
         "If such cards turn the usual order over, they still do."),
        ("powers.J = 'none'\npowers.Joker = { do = ['call-suit'] }\nseats = 4\ndeck.decks = 1", ""),
    ],
)  # fmt: skip
def test_what_cards_do_that_burn_by_being_alike(text: str, expected: str) -> None:
    """Only what this house has is spoken of, and nothing at all if it makes no difference."""
    found = [one.whole for one in sheet(over(text)) if one.topic == "alike first"]
    assert found == ([expected] if expected else [])


def test_a_pile_that_not_every_card_may_begin() -> None:
    assert clause(shipped(), "empty") == "An empty pile asks for nothing. Any card may be laid."
    assert clause(over("powers.3 = { do = [], lead = false }"), "empty") == "An empty pile asks for nothing."
    assert clause(over("deal.leads = 'that-card'"), "empty") == "An empty pile asks for nothing."


def test_who_leads_after_the_pile_was_taken() -> None:
    """In one's turn, because of a card, and if it is the player before who takes it: then "next" would be anybody."""
    forced = over("[powers]\n9 = { do = [{ force-take = { who = 'next' } }] }")
    assert "9: It must meet what the pile asks for. The next player takes the pile, and leads." in said(forced)
    assert clause(forced, "take leads") == "If you take it in your turn, the next player leads. Nothing is drawn then."
    previous = "take = { who = 'previous', up = 'stays', leads = '%s' }"
    for leads, expected in [
        ("next", "Then the player after the taker leads. Nothing is drawn then."),
        ("previous", "Then the player before the taker leads. Nothing is drawn then."),
        ("taker", "Then the taker leads. Nothing is drawn then."),
    ]:
        assert clause(over(previous % leads), "take leads") == expected


def test_a_card_that_wants_a_follower_needs_none_at_the_end() -> None:
    assert "with only blind cards left, or none, it always may." in said(shipped("duel"))


def test_a_revolution_says_how_it_ends() -> None:
    for until, length in (("pile", "until the pile is gone"), ("next", "for good")):
        text = clause(over(f"powers.Q = {{ do = [{{ revolution = {{ until = '{until}' }} }}] }}"), "Queen")
        assert f"turns the usual order over {length}: the lower card counts as the higher one." in text
        assert text.endswith("The next play of such cards turns it back. Several at once turn it once.")


def test_where_only_single_cards_are_laid_no_card_says_so() -> None:
    assert "at a time" not in clause(shipped("smellyhead"), "Joker")
    assert clause(shipped(), "Joker").endswith("Only one may be laid at a time.")


def test_what_cards_do_in_short() -> None:
    """For the side of a table: nothing that a card does is called nothing special."""
    house = over(
        "[powers]\n3 = { do = [{ skip = { counter = ['3', '6:black'] } }] }\nQ = { do = ['revolution'] }\n"
        "5 = { do = ['next'] }\n9 = { do = [{ force-take = { who = 'next', counter = ['6:black'] } }] }\n"
        "4 = { do = [], pair = ['burn'] }\n6 = { do = [{ low = 'beneath' }] }"
    )
    short = dict(powers_in_short(house))
    assert short["3"] == "then a 3 or a black 6, or miss a turn"
    assert short["Queen"] == "turns the order over"
    assert short["5"] == "names who plays next"
    assert short["9"] == "then a black 6, or take the pile"
    assert short["4"] == "two do something else"
    assert short["6"] == "then a card as low, or lower"


def test_a_sentence_with_many_changes_is_said_twice() -> None:
    """Marks in every other place of a sentence cannot be read."""
    (change,) = difference(over("take.when = 'free'"), shipped()).changes
    assert change.parts == ()
    ranks = ["3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A", "2", "10"]
    moved = [rank for rank in ranks if rank != "5"] + ["5"]
    (order,) = difference(over(f"deal.order = {moved}"), over(f"deal.order = {ranks}")).changes
    assert next(part.text for part in order.parts if part.kind != "same") == "5", "few changes in a long one are marked"


def test_a_sheet_without_jokers_ranks_none() -> None:
    assert "Joker" not in clause(shipped("duel"), "values")
    assert clause(shipped(), "values").endswith("A Joker is above them.")


def test_what_only_follows_from_another_rule_is_no_difference() -> None:
    """Five cards more for everybody need more decks, but "as many as it takes" is the same rule."""
    found = difference(over("deal.hand = 7"), shipped())
    assert [change.number for change in found.changes] == ["1.5c"]
    assert found.summary.endswith("in one rule")


def test_houses_that_differ_in_name_only_play_alike() -> None:
    found = difference(over('name = "Friday"\nversion = 7'), shipped())
    assert (found.summary, found.changes) == ("Friday plays exactly like Shithead", ())
    assert written_difference(found, "Shithead", "Friday") == "Friday plays exactly like Shithead."


def test_a_difference_is_written_side_by_side() -> None:
    text = written_difference(difference(shipped("duel"), shipped()), "Shithead", "Duel")
    assert text.startswith("Shithead for two differs from Shithead in 13 rules:\n\nS1.1    Two [not: to eight] play.\n")
    assert "\nS2.8    Shithead: Whoever holds the lowest" in text
    assert "\n        Duel:     Whoever was dealt the first card begins.\n" in text
    assert "\nS6.4    only Shithead: If you take it" in text


# -- The commands ----------------------------------------------------------------------------------------------------


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    add_commands(parser.add_subparsers(required=True))
    options = parser.parse_args(arguments)
    return int(options.command(options))


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", SHIPPED)
def test_rules_prints_name_seats_hash_and_sheet(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    house = shipped(name)
    assert run("rules", name) == 0
    title, rest = capsys.readouterr().out.split("\n\n", 1)
    assert " ".join(rest.partition("\n\n")[0].split()) == hr.load(name).goal
    assert title.startswith(f"{house.name}, 2")
    assert title.endswith(f" players, hash {house.hash()}")
    assert rest == page_of(house) + "\n"


def test_rules_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "shithead", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["name"], answer["seats"], answer["hash"]) == ("Shithead", [2, 8], shipped().hash())
    first = {"number": "1.1", "heading": HEADINGS[0], "topic": "seats", "text": "Two to eight play."}
    assert answer["clauses"][0] == first
    assert len(answer["clauses"]) == len(sheet(shipped()))
    assert answer["about"].startswith("Get rid of all your cards.")


@pytest.mark.parametrize("name", ["heart-of-five", "heroes"])
def test_rules_prints_the_page_of_any_other_game(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The sheet for players; with --clauses the very page whose clauses are tested; as JSON clause by clause."""
    page = hr.load(name).page()
    assert run("rules", name) == 0
    assert capsys.readouterr().out == hr.load(name).sheet().rstrip() + "\n"
    assert run("rules", name, "--clauses") == 0
    assert capsys.readouterr().out == page.rstrip() + "\n"

    assert run("rules", name, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["name"], answer["hash"]) == (hr.load(name).name, hr.load(name).hash)
    assert [clause["number"] for clause in answer["clauses"]] == re.findall(r"^\*\*S([\d.]+)\*\*", page, re.MULTILINE)
    assert all(clause["heading"] and clause["text"] for clause in answer["clauses"])
    with pytest.raises(hr.UnknownGame):
        run("rules", name, "--diff")


def test_check_reads_tables_of_heart_of_five(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The example that ships is fine; a wrong one has every problem named."""
    assert run("check", str(Path(__file__).parent.parent / "examples" / "tables" / "lunch-break.json")) == 0
    assert capsys.readouterr().out.endswith(")\n")

    wrong = written(tmp_path, "wrong.json", '{"match": {"wins": 0}, "gameinfo": {}}')
    assert run("check", wrong) == 1
    told = capsys.readouterr().out
    assert "match.wins: write a whole number from 1 to 30" in told
    assert "gameinfo: there is no such key: did you mean gameInfo?" in told


def test_rules_compares_with_what_a_house_extends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A shipped house, a file beside it, the one that is named, or shithead."""
    friday = written(tmp_path, "friday.toml", 'extends = "smellyhead"\nname = "Friday"\ndeal.hand = 4')
    night = written(tmp_path, "night.toml", 'extends = "friday.toml"\nname = "Night"\n[deck]\njokers = 1')
    for arguments, summary in [
        ((friday, "--diff"), "Friday differs from Smellyhead in one rule:"),
        ((night, "--diff"), "Night differs from Friday in one rule:"),
        ((night, "--diff", "smellyhead"), "Night differs from Smellyhead in two rules:"),
        ((friday, "--diff", friday), "Friday plays exactly like Friday."),
        (("duel", "--diff"), "Shithead for two differs from Shithead in 13 rules:"),
    ]:
        assert run("rules", *arguments) == 0
        assert summary in capsys.readouterr().out.splitlines()
    assert run("rules", night, "--diff", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["summary"] == "Night differs from Friday in one rule"
    assert (answer["parent"]["name"], len(answer["changes"])) == ("Friday", 1)
    assert answer["changes"][0]["house_says"] == "A deck has 52 cards and one Joker."


def test_rules_of_no_house_are_refused(tmp_path: Path) -> None:
    with pytest.raises(hr.UnknownGame):
        run("rules", "chess")
    with pytest.raises(hr.RulesError):
        run("rules", str(tmp_path / "no.toml"), "--diff")


def test_house_prints_a_house_that_stands_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A change of what ships, or with every rule; either is the same game without the file that it extended."""
    written(tmp_path, "friday.toml", 'extends = "smellyhead"\nname = "Friday"\ndeal.hand = 4\npowers.7 = "none"')
    night = written(tmp_path, "night.toml", 'extends = "friday.toml"\nname = "Night ♥"\n[deck]\njokers = 1')
    expected = hr.load(night)
    for arguments, parent in [((), "smellyhead"), (("--flat",), None)]:
        assert run("house", night, *arguments) == 0
        text = capsys.readouterr().out
        document = parse(text)

        assert document.get("extends") == parent
        assert text.startswith(f"# Night ♥, hash {expected.hash}\n")
        assert (hr.load(document).hash, hr.load(document).name) == (expected.hash, "Night ♥")
    assert run("house", "duel", "--flat") == 0
    assert hr.load(parse(capsys.readouterr().out)).hash == shipped("duel").hash()
    with pytest.raises(hr.UnknownGame):
        run("house", "heroes")


def test_a_name_cannot_write_to_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    friday = written(tmp_path, "friday.toml", 'extends = "shithead"\nname = "Fri\\u001b[31mday"')
    with pytest.raises(RulesError, match="on one line") as refused:
        run("rules", friday)
    assert "\033" not in str(refused.value) + capsys.readouterr().out


def test_check_says_ok_or_every_problem(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = written(tmp_path, "good.toml", 'extends = "shithead"\nname = "Good"')
    bad = written(tmp_path, "bad.toml", 'extends = "shithead"\nname = ""\n[deal]\nhand = 9')
    gone = str(tmp_path / "gone.toml")

    assert run("check", good) == 0
    assert capsys.readouterr().out == f"{good}: ok (hash {shipped().hash()})\n"

    assert run("check", good, bad, gone) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{good}: ok (hash {shipped().hash()})",
        f'{bad}: name: "" will not do; write a name in quotes, on one line',
        f"{bad}: deal.hand: 9 will not do; write a whole number from 1 to 7",
        f"{gone}: cannot be read: there is no such file",
    ]

    assert run("check", "shithead") == 1
    assert capsys.readouterr().out == "shithead: a game that ships, not a file: give the path of a house of your own\n"

    assert run("check", good, bad, "--json") == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["ok"] is False
    assert answer["files"][0] == {"file": good, "ok": True, "hash": shipped().hash(), "problems": []}
    assert [len(file["problems"]) for file in answer["files"]] == [0, 2]
    wrong = answer["files"][1]["details"][1]
    assert (wrong["path"], wrong["code"], wrong["allowed"]) == (["deal", "hand"], "not-allowed", {"min": 1, "max": 7})


@pytest.mark.parametrize("content", [b"\xff", b"name =", b'extends = "nobody"', b'extends = "bad.toml"', b""])
def test_check_survives_any_file(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    assert run("check", str(path)) == 1
    assert all(line.startswith(f"{path}: ") for line in capsys.readouterr().out.splitlines())


def test_wrong_use_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (("check",), ("rules",), ("rules", "shithead", "--nonsense")):
        with pytest.raises(SystemExit) as left:
            run(*arguments)
        assert left.value.code == 2


# -- The page --------------------------------------------------------------------------------------------------------


def blocks(kind: str) -> list[str]:
    """The TOML blocks of the page: whole houses, fragments that go over shithead, and one that is wrong."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def keyed_rows() -> Iterator[list[str]]:
    """The rows of the tables whose first column is a key, split into cells."""
    section = ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith(("| key |", "| setting |")):
            section = "keys"
        elif not line.startswith("|"):
            section = ""
        elif section and not line.startswith("| ---"):
            yield cells


def test_every_block_of_the_page_is_right() -> None:
    whole, fragments = blocks("toml"), blocks("toml fragment")
    assert (len(whole), len(fragments)) == (1, 5)
    assert len(re.findall(r"^```toml", PAGE.read_text(encoding="utf-8"), re.MULTILINE)) == 7
    for text in whole:
        assert len([line for line in text.splitlines() if line]) <= 10
        house = read_house(extended(parse(text)))
        assert difference(house, shipped()).summary == "Friday differs from Shithead in four rules"
        assert hr.Match.new(hr.load(parse(text)), seats=5, seed="x").to_act
    for text in fragments:
        house = over(text)
        assert house.hash() != shipped().hash()
        assert hr.load(laid_over(parse(text), document_of("shithead"))).hash == house.hash()


def test_the_wrong_house_of_the_page_gets_the_messages_of_the_page() -> None:
    (wrong,) = blocks("toml wrong")
    (messages,) = blocks("text")
    with pytest.raises(hr.RulesError) as refused:
        read_house(extended(parse(wrong)))
    found = {f"friday.toml: {problem}" for problem in refused.value.problems}
    assert found == set(messages.splitlines())


EVERYTHING = """
name = "Everything"
version = 2
seats = 2
deck = { decks = 1, jokers = 2, ranks = ["2", "3", "4", "5"], stock = "all" }
deal.blind = 3
deal.up = 3
deal.hand = 3
deal.setup = "swap"
deal.begins = "lowest"
deal.order = ["3"]
deal.tie = "seat"
deal.leads = "any"
deal.flip = false
deal.first-choice = false
play.add = "no"
play.across = false
play.hand = "set"
play.up = "set"
play.compare = ">="
play.count = "any"
play.run = { least = 3 }
play.reverse-for-two = "again"
play.refill = { to = 3, when = "after-turn" }
pattern = { alike = 4, do = ["burn"], never = [], within = "any", jump-in = "no", lock = "no", through-mirrors = true }
take = { when = "free", up = "stays", leads = "taker", who = "oneself", try = "draw" }
end = { until = "one-left", limit = 9, at-limit = "shared", announce = { penalty = 1 }, not-last = ["2"] }
session = { score = "letters", word = "OUT", points = "winner", until = 3 }
[powers]
2 = { on = "any", only-on = ["3"], not-on = ["4"], not-under = ["low"], most = 2, joins = true, do = [] }
K = { lead = false, when-on = ["3"], do = [], else = [] }
3 = { do = [{ low = { limit = 7 } }] }
4 = { do = [{ parity = "even" }] }
5 = { do = [{ mirror = {} }] }
6 = { do = [{ skip = { counter = [] } }, { reverse = {} }, { again = {} }] }
7 = { do = [{ force-take = { who = "next", counter = ["3"] } }] }
8 = { do = [{ wild = ["3"] }] }
9 = { do = [{ call-suit = {} }] }
10 = { do = [{ choose-way = {} }, { again = {} }] }
J = { do = [{ burn = {} }] }
Q = { do = [{ reset = {} }] }
A = { do = [{ revolution = {} }] }
Joker = { do = [{ swap = {} }] }
"""


def known_keys(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Every key that the reader asks for, as the page writes it."""
    asked: set[str] = {"extends"}

    def noted(name: str) -> None:
        usual = getattr(Section, name)

        def asking(self: Section, key: str, *more: Any, **others: Any) -> Any:
            where = re.sub(r"^powers\.\w+\.do\[\d+\]\.", "", re.sub(r"^powers\.\w+$", "power", self.path))
            if where != "powers" and "[" not in where:
                asked.add(f"{where}.{key}" if where else key)
            return usual(self, key, *more, **others)

        monkeypatch.setattr(Section, name, asking)

    for name in ("take", "words", "ranks", "selectors"):  # the latter two need not take a key that has a default
        noted(name)
    document = parse(EVERYTHING)
    reader.Reader().house(Section(reader.Reader(), "", document))
    reader.Reader().house(Section(reader.Reader(), "", laid_over({"play": {"refill": {"draw": 1}}}, document)))
    return asked


def test_the_page_names_the_keys_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {"deck", "deal", "play", "powers", "pattern", "take", "end", "session"}
    on_page = [cells[0].strip("` ") for cells in keyed_rows()]
    known = known_keys(monkeypatch)

    assert len(on_page) == len(set(on_page))
    assert known - tables == set(on_page)
    assert tables <= known
    assert all(f"`{table}`" in PAGE.read_text(encoding="utf-8") for table in tables)


def test_the_page_names_the_effects_there_are() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (?:`(\w+)`)? ?\| [^|]+ \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    effects = {name: short for name, short in rows if name in EFFECTS}
    assert set(effects) == set(EFFECTS)
    assert {name: short for name, short in effects.items() if short} == SHORT


def test_the_defaults_on_the_page_are_the_readers() -> None:
    """To write every default down changes nothing; to leave out a key without one is refused."""
    for cells in keyed_rows():
        key, default = cells[0].strip("` "), cells[2].strip("` ")
        *above, last = key.split(".")
        if len(above) == 1 and above[0] in ("deck", "deal", "play", "pattern", "take", "end"):
            document: dict[str, Any] = json.loads(json.dumps(document_of("shithead")))
            if default == "–":
                document[above[0]].pop(last)
                with pytest.raises(hr.RulesError):
                    read_house(document)
            else:
                document[above[0]].pop(last, None)
                left_out = read_house(document)
                document[above[0]][last] = parse(f"value = {default}")["value"]
                assert read_house(document) == left_out


def test_the_page_answers_the_thirteen_questions() -> None:
    rows = re.findall(r"^\| (\d+) \| [^|]+\? \| ([^|]+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 14))
    keys = {cells[0].strip("` ") for cells in keyed_rows()}
    for _, answer in rows:
        named = {word.partition(" =")[0] for word in re.findall(r"`([a-z-]+\.[^`]+)`", answer)}
        assert named or answer.startswith("fixed: ")
        assert named <= keys


def test_a_clause_is_whole_with_its_note() -> None:
    assert Clause("1.1", "seats", "Two play.").whole == "Two play."
    assert Clause("1.1", "seats", "Two play.", "Or so.").whole == "Two play. Or so."
