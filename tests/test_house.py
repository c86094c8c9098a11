"""Houses: the strict reader, what it says about mistakes, the hash, and the ways to load a game."""

from __future__ import annotations

import copy
import pickle
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules.errors import Problem
from houserules.games.shedding.documents import SHIPPED, laid_over, shipped_document
from houserules.games.shedding.house import MOST_HAND, Power
from houserules.games.shedding.reader import read_house
from houserules.games.toml_reader import parse

pytestmark = pytest.mark.one_build

VARIANTS = resources.files("houserules.games").joinpath("shedding/variants")
GONE = object()
"""In place of a value: the key is taken away."""
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "Joker"]


def text_of(name: str) -> str:
    return VARIANTS.joinpath(f"{name}.toml").read_text(encoding="utf-8")


def house(changes: dict[str, object] | None = None, name: str = "shithead") -> dict[str, Any]:
    """A house that ships, with other values at some paths, as in {"deal.hand": 5}."""
    document = copy.deepcopy(tomllib.loads(text_of(name)))
    for path, value in (changes or {}).items():
        *above, last = path.split(".")
        holder = document
        for key in above:
            holder = holder.setdefault(key, {})
        if value is GONE:
            del holder[last]
        else:
            holder[last] = value
    return document


def problems(document: dict[str, Any]) -> tuple[str, ...]:
    """Every problem that a house is refused for."""
    with pytest.raises(hr.RulesError) as refused:
        hr.load(document)
    assert refused.value.code == "bad-house"
    assert all(problem in refused.value.message for problem in refused.value.problems)
    return refused.value.problems


# -- The houses that ship --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_every_house_that_ships_loads(name: str) -> None:
    """By its name; it is the same game as its file read as a dict, and can be dealt for as many as it says."""
    game = hr.load(name)

    assert game.id == name
    assert game.house is None, "who has the package has the rules: records need not carry them"
    assert game.hash == hr.load(house(name=name)).hash
    for seats in game.seats:
        assert hr.Match.new(game, seats=seats, seed="x").to_act


def test_every_file_that_ships_is_a_game() -> None:
    """No house lies there that nobody can load."""
    files = {Path(entry.name).stem for entry in VARIANTS.iterdir() if entry.name.endswith(".toml")}

    assert files <= set(hr.GAMES)
    assert {"shithead", "duel", "smellyhead"} <= files


def test_games_that_ship_are_loaded_once() -> None:
    """A game has no state, so there is no need for a second one."""
    assert hr.load("shithead") is hr.load("shithead")


# -- Loading ---------------------------------------------------------------------------------------------------------


def test_a_house_is_loaded_from_a_path(tmp_path: Path) -> None:
    """As a text or a Path; the game is named after the file, its title after the house."""
    path = tmp_path / "friday.toml"
    path.write_text(text_of("shithead").replace('name = "Shithead"', 'name = "Friday ♥"'), encoding="utf-8")

    for given in (path, str(path)):
        game = hr.load(given)
        assert (game.id, game.name, game.hash) == ("friday", "Friday ♥", hr.load("shithead").hash)
        assert game.house == house({"name": "Friday ♥"})


def test_a_house_is_loaded_from_a_dict() -> None:
    """It is named as it says, and the dict is left as it was."""
    document = house({"name": "Friday", "deal.hand": 5})
    before = copy.deepcopy(document)

    game = hr.load(document)

    assert (game.id, game.name) == ("Friday", "Friday")
    assert document == before == game.house


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("shithaed", "did you mean shithead?"),
        ("Shithead", "did you mean shithead?"),
        ("SMELLYHEAD", "did you mean smellyhead?"),
        ("dual", "did you mean duel?"),
        ("chess", "the games are shithead, duel, smellyhead"),
        ("", "the games are shithead, duel, smellyhead"),
    ],
)
def test_an_unknown_game_is_answered_with_the_nearest_name(name: str, hint: str) -> None:
    """Or with all of them, if none is near."""
    with pytest.raises(hr.UnknownGame) as refused:
        hr.load(name)

    assert refused.value.code == "unknown-game"
    assert repr(name) in refused.value.message
    assert hint in refused.value.message


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, "cannot be read"),
        (b"\xff\xfe", "cannot be read"),
        (b"name = ", "not TOML"),
        (b"a = 1\na = 2", "not TOML"),
    ],
    ids=["missing", "no text", "cut off", "a key twice"],
)
def test_a_file_that_is_no_house_is_refused(content: bytes | None, reason: str, tmp_path: Path) -> None:
    """With what is wrong with it."""
    path = tmp_path / "friday.toml"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(hr.RulesError) as refused:
        hr.load(path)

    (problem,) = refused.value.problems
    assert reason in problem


# -- The reader ------------------------------------------------------------------------------------------------------

MISTAKES: list[tuple[str, dict[str, object], str, str]] = [
    # What is wrong, the changes, the path that must be named, and what the problem must say.
    ("no name", {"name": GONE}, "name", "is missing; write a name in quotes"),
    ("an empty name", {"name": ""}, "name", "write a name in quotes"),
    ("a name that is a number", {"name": 7}, "name", "7 will not do; write a name in quotes"),
    ("an unknown key", {"decks": 2}, "decks", "no such key here; it belongs in the table [deck]"),
    ("an unknown table", {"pwoers": {}}, "pwoers", "did you mean powers?"),
    ("an unknown key in a table", {"deck.joker": 2}, "deck.joker", "did you mean jokers?"),
    ("an unknown key near nothing", {"end.zzz": 2}, "end.zzz", "it may be at-limit, limit, not-last, until"),
    ("an unknown key of a power", {"powers.7.om": "any"}, "powers.7.om", "did you mean on?"),
    ("a wrong key of low", {"powers.7.do": [{"low": {"limti": 7}}]}, "powers.7.do[0].low.limti", "no such key here"),
    ("a missing table", {"deck": GONE}, "deck", "this table is missing"),
    ("no powers", {"powers": GONE}, "powers", "this table is missing"),
    ("a table that is a number", {"deal": 3}, "deal", "a table is needed here"),
    ("a power that is a text", {"powers.7": "low"}, "powers.7", "a table is needed here"),
    ("a missing number", {"deal.hand": GONE}, "deal.hand", "is missing; write a whole number from 1 to 7"),
    ("a number as text", {"deal.hand": "3"}, "deal.hand", 'write a whole number from 1 to 7, without quotes'),
    ("a number that is true", {"deal.blind": True}, "deal.blind", "write a whole number from 0 to 6"),
    ("a fraction", {"deal.up": 2.0}, "deal.up", "write a whole number"),
    ("no cards in hand", {"deal.hand": 0}, "deal.hand", "from 1 to 7"),
    ("too many cards in hand", {"deal.hand": 8}, "deal.hand", "from 1 to 7"),
    ("too many face up", {"deal.up": 7}, "deal.up", "from 0 to 6"),
    ("a negative number", {"deal.blind": -1}, "deal.blind", "from 0 to 6"),
    ("three Jokers", {"deck.jokers": 3}, "deck.jokers", "from 0 to 2"),
    ("no decks", {"deck.decks": 0}, "deck.decks", '"fewest", or a formula of the seats'),
    ("five decks", {"deck.decks": 5}, "deck.decks", "from 1 to 4"),
    ("decks that are true", {"deck.decks": True}, "deck.decks", "from 1 to 4"),
    ("a wrong word", {"deck.decks": "few"}, "deck.decks", '"few" will not do: a formula has whole numbers, seats'),
    ("no formula", {"deck.decks": "seats +"}, "deck.decks", 'this is not a formula; write one like "ceil(seats / 2)"'),
    ("a formula with a power", {"deck.decks": "2 ** seats"}, "deck.decks", "a formula has whole numbers"),
    ("a formula with a call", {"deck.decks": "abs(seats)"}, "deck.decks", "a formula has whole numbers"),
    ("a formula with a fraction", {"deck.decks": "seats * 0.5"}, "deck.decks", "a formula has whole numbers"),
    ("a formula over zero", {"deck.decks": "seats // 0"}, "deck.decks", "it divides by 0"),
    ("a formula that is too much", {"deck.decks": "seats"}, "deck.decks", "5 players would play with 5 decks"),
    ("a formula that is too little", {"deck.decks": "seats - 2"}, "deck.decks", "2 players would play with 0 decks"),
    ("one seat", {"seats": [1, 4]}, "seats", "as in [2, 6]"),
    ("nine seats", {"seats": [2, 9]}, "seats", "at most 8"),
    ("seats the wrong way round", {"seats": [4, 2]}, "seats", "as in [2, 6]"),
    ("seats as one number too large", {"seats": 9}, "seats", "as in [2, 6]"),
    ("seats that are true", {"seats": True}, "seats", "as in [2, 6]"),
    ("three numbers of seats", {"seats": [2, 3, 4]}, "seats", "as in [2, 6]"),
    ("no seats", {"seats": GONE}, "seats", "as in [2, 6]"),
    ("a setup that there is not", {"deal.setup": "trade"}, "deal.setup", '"none" or "swap" or "choose"'),
    ("a beginning that there is not", {"deal.begins": "dealer"}, "deal.begins", '"lowest" or "lowest-up"'),
    ("no order to begin by", {"deal.order": GONE}, "deal.order", "is missing"),
    ("an order with a wrong rank", {"deal.order": ["3", "11"]}, "deal.order[1]", '"11" will not do; write "J"'),
    ("an order with a number", {"deal.order": [3]}, "deal.order[0]", '3 will not do; write it in quotes: "3"'),
    ("a rank twice", {"deal.order": ["3", "4", "3"]}, "deal.order[2]", '"3" stands here twice'),
    ("an empty order", {"deal.order": []}, "deal.order", "write the ranks from the lowest"),
    ("mixed cards from the hand", {"play.hand": "mixed"}, "play.hand", '"set" or "single"'),
    ("a comparison that there is not", {"play.compare": "="}, "play.compare", '">=" or ">"'),
    ("no refill", {"play.refill": GONE}, "play.refill", "this table is missing"),
    ("an empty refill", {"play.refill": {}}, "play.refill.to", "is missing"),
    ("two refills", {"play.refill": {"to": 3, "draw": 1}}, "play.refill.draw", "keep either to, which"),
    ("a refill too large", {"play.refill": {"draw": 8}}, "play.refill.draw", "from 0 to 7"),
    ("a power of no card", {"powers.11": {"do": []}}, "powers.11", "there is no such card; write J"),
    ("a power in lower case", {"powers.joker": {"do": []}}, "powers.joker", "did you mean Joker?"),
    ("a power without effects", {"powers.7": {}}, "powers.7.do", "is missing; write a list in brackets"),
    ("effects that are a text", {"powers.7.do": "burn"}, "powers.7.do", "write a list in brackets"),
    ("a misspelt effect", {"powers.7.do": ["brun"]}, "powers.7.do[0]", '"brun" is not an effect; did you mean burn?'),
    ("an effect that is a number", {"powers.7.do": ["burn", 7]}, "powers.7.do[1]", "7 is not an effect"),
    ("a wrong parity", {"powers.7.do": [{"parity": "none"}]}, "powers.7.do[0].parity.which", '"even" or "odd"'),
    ("no parity", {"powers.7.do": ["parity"]}, "powers.7.do[0].which", "is missing"),
    ("a limit too high", {"powers.7.do": [{"low": 15}]}, "powers.7.do[0].low.limit", "from 2 to 14"),
    ("a wrong comparison", {"powers.7.do": [{"low": {"compare": ">"}}]}, "powers.7.do[0].low.compare", '"<=" or "<"'),
    ("a wrong mode", {"powers.7.do": [{"low": {"mode": "both"}}]}, "powers.7.do[0].low.mode", '"replace" or "add"'),
    ("a wrong copy", {"powers.8.do": [{"mirror": "all"}]}, "powers.8.do[0].mirror.copies", '"demand" or "power"'),
    ("a wrong count", {"powers.8.do": [{"skip": 2}]}, "powers.8.do[0].skip.count", '"each" or "once"'),
    ("a key of an effect that has none", {"powers.2.do": [{"reset": {"to": 3}}]}, "powers.2.do[0].reset.to", "no such"),
    ("two effects in one table", {"powers.2.do": [{"skip": "each", "burn": {}}]}, "powers.2.do[0]", "braces of"),
    ("an effect twice", {"powers.10.do": ["burn", "burn"]}, "powers.10.do[1]", "burn stands here twice"),
    ("burned and asking", {"powers.10.do": ["burn", "low"]}, "powers.10.do", "the pile is gone after this"),
    ("burned and taken", {"powers.10.do": ["burn", "force-take"]}, "powers.10.do", "cannot be taken"),
    ("taken and asking", {"powers.10.do": ["mirror", "force-take"]}, "powers.10.do", "the pile is gone after this"),
    ("a wrong taker", {"powers.Joker.do": [{"force-take": {"who": "all"}}]}, "powers.Joker.do[0].force-take.who",
     '"chosen" or "next" or "previous"'),
    ("a counter of no card", {"powers.Joker.do": [{"force-take": {"counter": ["1"]}}]},
     "powers.Joker.do[0].force-take.counter[0]", "there is no such card; write A"),
    ("a counter that is a number", {"powers.Joker.do": [{"force-take": {"counter": [3]}}]},
     "powers.Joker.do[0].force-take.counter[0]", 'write it in quotes: "3"'),
    ("a skip to be answered, and again", {"powers.8.do": [{"skip": {"counter": ["8"]}}, "again"]}, "powers.8.do",
     "the next player must answer"),
    ("two at once that name something", {"powers.Joker.most": 2}, "powers.Joker.most", "one at a time: write 1"),
    ("wild as itself", {"powers.3": {"do": [{"wild": ["3"]}]}}, "powers.3.do", "stand for another rank"),
    ("wild as a Joker", {"powers.3": {"do": [{"wild": ["Joker"]}]}}, "powers.3.do", "a wild card "),
    ("two ranks that join", {"powers.8.joins": True, "powers.J.joins": True}, "powers", "only one rank may be joined"),
    ("a suit beside a wild rank", {"powers.3": {"do": ["wild"]}, "powers.4": {"do": [{"call-suit": {"mode": "add"}}]}},
     "powers", 'write mode = "replace"'),
    ("wild as no rank", {"powers.3": {"do": [{"wild": ["1"]}]}}, "powers.3.do[0].wild.as[0]", 'write "A"'),
    ("a suit that there is not", {"powers": {"J:pink": {"do": []}}}, "powers.J:pink", '"pink" is not a suit'),
    ("a suit nearly right", {"powers": {"J:heart": {"do": []}}}, "powers.J:heart", "did you mean hearts?"),
    ("a Joker with a suit", {"powers": {"Joker:red": {"do": []}}}, "powers.Joker:red", "Jokers have no suit"),
    ("suits that overlap", {"powers": {"J:red": {"do": []}, "J:hearts": {"do": []}}}, "powers.J", "two names"),
    ("joined where suits matter", {"powers.8.joins": True, "powers.3:red": {"do": []}}, "powers.8.joins",
     "only where suits do not matter"),
    ("joined where single cards are played", {"powers.8.joins": True, "play.hand": "single"}, "powers.8.joins",
     "only where the hand is played in sets"),
    ("a card that goes nowhere", {"powers.8.only-on": ["3"], "powers.8.not-on": ["3"]}, "powers.8.only-on", "never"),
    ("under what there is not", {"powers.8.not-under": ["high"]}, "powers.8.not-under[0]", '"high" will not do'),
    ("a setup without face-up cards", {"deal.up": 0}, "deal.setup", 'write "none"'),
    ("two alike", {"pattern.alike": 2}, "pattern.alike", "at least three"),
    ("a wrong pattern", {"pattern.within": "a-play"}, "pattern.within", '"any" or "one-play"'),
    ("through what is no flag", {"pattern.through-mirrors": 1}, "pattern.through-mirrors", "write true or false"),
    ("a wrong leader", {"take.leads": "dealer"}, "take.leads", '"next" or "taker"'),
    ("a wrong limit", {"end.at-limit": "draw"}, "end.at-limit", '"fewest-cards" or "shared"'),
    ("nothing may be last", {"end.not-last": RANKS}, "end.not-last", "some card must be allowed"),
    ("a drawing too late", {"play.refill": {"to": 3, "when": "never"}}, "play.refill.when", "after-turn"),
    ("one by one and late", {"play.refill": {"draw": 1, "when": "after-turn"}}, "play.refill.draw", "keep either to"),
    ("turned for two", {"play.reverse-for-two": "skip"}, "play.reverse-for-two", '"nothing" or "again"'),
    ("two demands", {"powers.7.do": ["reset", "mirror"]}, "powers.7.do", "one thing only"),
    ("a wrong place", {"powers.7.on": "all"}, "powers.7.on", '"any" or "order"'),
    ("not on a card that there is not", {"powers.7.not-on": ["1"]}, "powers.7.not-on[0]", '"1" will not do; write "A"'),
    ("a flag that is a word", {"powers.7.joins": "yes"}, "powers.7.joins", "write true or false"),
    ("a power on a card the deck lacks", {"deck.jokers": 0}, "powers.Joker", "this deck has no Jokers"),
    ("alike without burning", {"pattern.do": ["again"]}, "pattern.do", 'say ["burn"]'),
    ("a pattern that there is not", {"pattern.do": ["burn", "agian"]}, "pattern.do[1]", "did you mean again?"),
    ("taking at a time that there is not", {"take.when": "always"}, "take.when", '"forced" or "free"'),
    ("an end that there is not", {"end.until": "all-out"}, "end.until", '"one-left" or "first-out"'),
    ("no limit", {"end.limit": 0}, "end.limit", "from 1 to 100000"),
    ("too few cards", {"deck.decks": 1}, "deck.decks", "not enough cards for 7 or 8 players: 8 of them are dealt 72"),
    ("too many mixed", {"play.up": "mixed", "deal.up": 6, "seats": [2, 2]}, "deal.up", "at most 5"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "path", "says"), [row[1:] for row in MISTAKES], ids=[row[0] for row in MISTAKES])
def test_a_mistake_is_told_with_its_place_and_what_would_be_right(
    changes: dict[str, object], path: str, says: str
) -> None:
    """Each problem is a line: the path of the key, what is wrong, what to write."""
    found = [problem for problem in problems(house(changes)) if problem.startswith(f"{path}: ")]

    assert found
    assert any(says in problem for problem in found)


def test_a_single_mistake_is_a_single_problem() -> None:
    """Nothing is complained about that is right."""
    assert problems(house({"deal.hand": "3"})) == (
        'deal.hand: "3" will not do; write a whole number from 1 to 7, without quotes',
    )


def test_all_mistakes_are_told_at_once() -> None:
    """Nobody has to try again after each of them."""
    changes: dict[str, object] = {
        "name": 7,
        "seats": [9, 1],
        "deck.jokers": -1,
        "deal.hand": GONE,
        "deal.order": ["3", "x"],
        "play.compare": "=",
        "powers.7.do": ["brun", "agian"],
        "powers.11": {"do": []},
        "pattern.alike": "four",
        "take": GONE,
        "end.limitt": 3,
        "ned": {},
    }

    found = {problem.partition(":")[0] for problem in problems(house(changes))}

    assert found >= {
        *("name", "seats", "deck.jokers", "deal.hand", "deal.order[1]", "play.compare", "powers.7.do[0]"),
        *("powers.7.do[1]", "powers.11", "pattern.alike", "take", "end.limitt", "ned"),
    }


def test_half_a_house_is_told_what_to_begin_with() -> None:
    """Whoever leaves out most tables did not mean to write a whole house. What else is wrong is said all the same."""
    (alone,) = problems({})
    first, *others = problems({"name": "Friday", "deal": {"hand": 99}, "take": {"when": "free", "up": "stays"}})

    assert alone.startswith('extends: begin with extends = "shithead", and write only what is different.')
    assert alone.endswith("missing: deck, deal, play, pattern, take, end, powers")
    assert first.endswith("missing: deck, play, pattern, end, powers")
    assert others == ["deal.hand: 99 will not do; write a whole number from 1 to 7"]


def test_a_house_that_lacks_little_is_told_all_that_it_lacks() -> None:
    found = problems(house({"take": GONE, "end": GONE, "deal.hand": GONE, "seats": GONE}))

    assert {problem.partition(":")[0] for problem in found} >= {"seats", "deal.hand", "take", "end"}
    assert not any("extends" in problem for problem in found)


def test_every_number_of_seats_is_checked_against_the_decks() -> None:
    """Each that cannot be dealt is named, in one sentence, with what would be right."""
    (said,) = problems(house({"deck.decks": 1}))

    assert said == (
        "deck.decks: not enough cards for 7 or 8 players: 8 of them are dealt 72, and there are only 54; "
        "write decks = 2, or have fewer players or cards"
    )


def test_a_house_for_fewer_seats_needs_fewer_cards() -> None:
    """The same deck does for as many as it can be dealt to."""
    game = hr.load(house({"deck.decks": 1, "seats": [2, 6]}))

    assert list(game.seats) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("decks", "seats", "cards"),
    [
        *(("fewest", 6, 54), ("fewest", 7, 108), (3, 2, 162)),
        *(("ceil(seats / 2)", 3, 108), ("ceil(seats / 2)", 5, 162), ("(seats + 1) // 2", 5, 162)),
        *(("1 + seats // 4", 3, 54), ("1 + seats // 4", 4, 108), ("seats * 2 - seats - 5 + ceil(6 / seats)", 6, 108)),
    ],
)
def test_decks_are_counted_as_the_house_says(decks: object, seats: int, cards: int) -> None:
    """As few as it takes, a number, or what a formula says."""
    game = hr.load(house({"deck.decks": decks, "seats": seats}))

    assert len(game.cards(hr.Match.new(game, seats=seats, seed="x").state)) == cards


def test_what_may_be_left_out_has_a_meaning() -> None:
    """The version, and of a power all but what it does."""
    plain = read_house(house({"version": GONE, "powers": {"7": {"do": []}}}))

    assert plain.version == 1
    assert plain.powers == (Power(rank=hr.Rank.SEVEN, suits=tuple(hr.Suit)),)
    assert (plain.alike_never, plain.alike_one_play, plain.alike_through) == ((), False, False)
    assert (plain.taker_leads, plain.limit_shared, plain.not_last) == (False, False, ())
    assert (plain.reverse_again, plain.draw_late) == (False, False)


def test_seats_may_be_one_number() -> None:
    """Then it is played by so many and no others."""
    assert list(hr.load(house({"seats": 4})).seats) == [4]


def test_an_order_that_nobody_needs_does_no_harm() -> None:
    """It may come from the house that is extended, and it is not part of the rules."""
    assert hash_of({"deal.begins": "seat"}) == hash_of({"deal.begins": "seat", "deal.order": GONE})


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ({"low": 7}, {"low": {"limit": 7, "compare": "<=", "mode": "replace"}}),
        ("low", {"low": {"limit": 7}}),
        ({"parity": "odd"}, {"parity": {"which": "odd", "mode": "replace"}}),
        ("mirror", {"mirror": {"copies": "demand", "on-empty": "any"}}),
        ({"mirror": "power"}, {"mirror": {"copies": "power", "on-empty": "own"}}),
        ("skip", {"skip": {"count": "each"}}),
        ({"reverse": "once"}, {"reverse": {"count": "once"}}),
        ("again", {"again": {"follow": False}}),
        ("force-take", {"force-take": {"who": "chosen", "oneself": False, "card": "with-pile", "counter": []}}),
        ({"wild": ["K"]}, {"wild": {"as": ["K"], "power": False}}),
        ("wild", {"wild": {"as": [rank for rank in RANKS if rank not in ("7", "Joker")]}}),
        ("call-suit", {"call-suit": {"mode": "replace"}}),
    ],
    ids=str,
)
def test_what_is_short_means_what_is_long(short: object, long: object) -> None:
    """A word, or a word with its first parameter, is the same house as the table with everything in it."""
    assert hash_of({"powers.7.do": [short]}) == hash_of({"powers.7.do": [long]})


# -- Houses that extend others ---------------------------------------------------------------------------------------


def test_a_house_extends_one_that_ships() -> None:
    """What it says is laid over the other; what it does not say stays."""
    friday = hr.load({"extends": "shithead", "name": "Friday", "deal": {"hand": 5}, "powers": {"3": {"do": ["skip"]}}})

    assert friday.name == "Friday"
    assert friday.hash == hash_of({"deal.hand": 5, "powers.3": {"do": ["skip"]}})
    assert hr.load({"extends": "shithead"}).hash == hr.load("shithead").hash


def test_a_power_takes_the_place_of_the_one_that_was_there() -> None:
    """Whole if it says what it does; else only what it says."""
    whole = hr.load({"extends": "shithead", "powers": {"8": {"do": ["skip"]}}})
    part = hr.load({"extends": "shithead", "powers": {"8": {"not-on": ["7"]}}})

    assert whole.hash == hash_of({"powers.8": {"do": ["skip"]}})
    assert part.hash == hash_of({"powers.8.not-on": ["7"]})


def test_a_power_is_taken_away_with_a_word() -> None:
    """ "none", for a card that is to be ordinary again."""
    assert hr.load({"extends": "shithead", "powers": {"8": "none"}}).hash == hash_of({"powers.8": GONE})


def test_a_refill_takes_the_place_of_the_other() -> None:
    """They cannot be had both."""
    house_of = hr.load({"extends": "shithead", "play": {"refill": {"draw": 2}}})

    assert house_of.hash == hash_of({"play.refill": {"draw": 2}})


def test_what_is_loaded_carries_the_whole_house() -> None:
    """So that a record of it needs no other file."""
    game = hr.load({"extends": "shithead", "name": "Friday"})

    assert game.house == house({"name": "Friday"})


def test_a_file_extends_a_file_beside_it(tmp_path: Path) -> None:
    """Which may extend another one."""
    (tmp_path / "a.toml").write_text('extends = "shithead"\nname = "A"\n[deal]\nhand = 5\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text('extends = "a.toml"\nname = "B"\n[deal]\nup = 2\n', encoding="utf-8")

    assert hr.load(tmp_path / "b.toml").hash == hash_of({"deal.hand": 5, "deal.up": 2})


def test_files_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    """A circle has no end."""
    (tmp_path / "a.toml").write_text('extends = "b.toml"\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text('extends = "a.toml"\n', encoding="utf-8")

    with pytest.raises(hr.RulesError, match="circle"):
        hr.load(tmp_path / "a.toml")


@pytest.mark.parametrize(
    ("parent", "says"),
    [("shithaed", "did you mean shithead?"), ("nothing.toml", "there is no house"), (7, "there is no house 7")],
)
def test_a_house_that_extends_nothing_is_refused(parent: object, says: str) -> None:
    """A dict lies in no folder, so it can extend only what ships."""
    assert says in problems({"extends": parent, "name": "Friday"})[0]


def test_toml_that_cannot_be_parsed_says_where() -> None:
    """The line, as the TOML reader tells it."""
    with pytest.raises(hr.RulesError) as refused:
        parse('name = "x"\nseats = [2, \n[deck]\n')

    assert "line" in refused.value.message


def test_a_refusal_names_its_file_once_for_each_line(tmp_path: Path) -> None:
    path = tmp_path / "friday.toml"
    path.write_text('extends = "shithead"\n[deal]\nhand = 9\nup = 9\n', encoding="utf-8")

    with pytest.raises(hr.RulesError) as refused:
        hr.load(path)

    assert refused.value.source == str(path)
    assert [line.partition(": deal")[0] for line in refused.value.lines] == [str(path)] * 2
    assert pickle.loads(pickle.dumps(refused.value)).lines == refused.value.lines


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"deal.hand": 99, "deck.jokers": 0}, {"deal.hand", "powers.Joker"}),
        ({"deck.jokers": 9, "play.compare": "="}, {"deck.jokers", "play.compare"}),
        ({"deal.up": 0, "powers.10.do": ["burn", "force-take"], "seats": 1}, {"deal.setup", "powers.10.do", "seats"}),
        ({"powers.10.do": ["burn", "low", "brun"]}, {"powers.10.do[2]"}),
    ],
    ids=["no Jokers", "wrong keys alone", "three at once", "in the same power"],
)
def test_contradictions_are_told_beside_wrong_keys(changes: dict[str, object], told: set[str]) -> None:
    """But not those that depend on a wrong key: what it was to say is not known."""
    assert {problem.partition(":")[0] for problem in problems(house(changes))} == told


# -- The hash --------------------------------------------------------------------------------------------------------


def hash_of(changes: dict[str, object]) -> str:
    return hr.load(house(changes)).hash


def test_the_hash_ignores_name_and_version() -> None:
    """Two houses that differ only in these are the same game."""
    assert hash_of({"name": "Another", "version": 9}) == hash_of({}) == hr.load("shithead").hash


def test_the_hash_ignores_the_order_in_which_things_are_written() -> None:
    """Tables are read by their keys, and the powers by their cards."""
    document = house()
    turned = {key: document[key] for key in reversed(document)}
    turned["powers"] = {key: document["powers"][key] for key in reversed(document["powers"])}

    assert hr.load(turned).hash == hr.load(document).hash


@pytest.mark.parametrize(
    "changes",
    [
        *({"seats": [2, 7]}, {"deck.decks": "ceil(seats / 2)"}, {"deal.hand": 4}, {"deal.up": 2}, {"deal.blind": 2}),
        *({"deal.setup": "none"}, {"deal.order": ["4", "3"]}, {"deal.begins": "seat", "deal.order": GONE}),
        *({"play.hand": "single"}, {"play.up": "mixed"}, {"play.compare": ">"}, {"play.refill": {"to": 4}}),
        *({"play.refill": {"draw": 3}}, {"powers.3": {"do": ["reset"]}}, {"powers.2": GONE}),
        *({"powers.7.do": [{"low": {"limit": 7, "compare": "<"}}]}, {"powers.7.on": "any"}, {"powers.8.not-on": ["7"]}),
        *({"powers.8.do": ["mirror", {"again": {"follow": True}}]}, {"powers.8.do": ["mirror", "again"]}),
        *({"powers.8.joins": True}, {"powers.8.most": 2}, {"powers.10.do": ["burn"]}, {"powers.8.only-on": ["7"]}),
        *({"powers.8.not-under": ["low"]}, {"powers.8.do": [{"mirror": "value"}]}, {"powers.8:red": {"do": []}}),
        *({"powers.8.do": [{"mirror": {"on-empty": "own"}}]}, {"powers.J.do": ["mirror", {"reverse": "once"}]}),
        *({"powers.Joker.do": ["force-take", "again"]}, {"play.reverse-for-two": "again"}, {"end.not-last": ["2"]}),
        *({"powers.7.do": [{"low": {"mode": "add"}}]}, {"play.refill": {"to": 3, "when": "after-turn"}}),
        *({"pattern.never": ["2"]}, {"pattern.within": "one-play"}, {"pattern.through-mirrors": True}),
        *({"take.leads": "taker"}, {"end.at-limit": "shared"}),
        *({"pattern.alike": 3}, {"pattern.do": ["burn"]}, {"take.when": "free"}, {"take.up": "stays"}),
        *({"end.until": "first-out"}, {"end.limit": 100}, {"deck.jokers": 1}),
    ],
    ids=" ".join,
)
def test_the_hash_changes_with_the_rules(changes: dict[str, object]) -> None:
    """Each rule counts: records and ratings of different games must not be mixed up."""
    assert hash_of(changes) != hr.load("shithead").hash


def test_games_that_ship_differ_by_their_hash() -> None:
    """No two of them are the same game."""
    assert len({hr.load(name).hash for name in hr.GAMES}) == len(hr.GAMES)


def test_a_parent_that_is_not_there_hides_nothing() -> None:
    """The rest is read as if it were laid over Shithead, so that all problems are told at once."""
    with pytest.raises(hr.RulesError) as refused:
        hr.load({"extends": "shithed", "name": 3, "deal": {"hand": 99}})

    paths = [problem.partition(":")[0] for problem in refused.value.problems]
    assert paths == ["extends", "name", "deal.hand"]
    assert "did you mean shithead?" in refused.value.problems[0]


# -- Problems as data ------------------------------------------------------------------------------------------------


def details(change: dict[str, Any]) -> dict[str, Problem]:
    """What is wrong with shithead when something in it is changed, by the path as it is written."""
    with pytest.raises(hr.RulesError) as refused:
        read_house(laid_over(change, shipped_document("shithead")))
    problems = refused.value.details
    assert tuple(map(str, problems)) == refused.value.problems
    return {str(problem).partition(":")[0]: problem for problem in problems}


def test_problems_are_data_too() -> None:
    """A path of keys and places, a code, and what would be allowed where that can be listed."""
    found = details(
        {
            "deal": {"hand": 99, "setup": "maybe", "hnd": 3},
            "powers": {"10": {"do": ["burn", {"low": {"limit": 3, "compare": "="}}]}},
            "pattern": {"never": ["3", "3"]},
            "take": 5,
        }
    )

    assert found["deal.hand"].path == ("deal", "hand")
    assert found["deal.hand"].code == "not-allowed"
    assert found["deal.hand"].allowed == {"min": 1, "max": MOST_HAND}
    assert found["deal.setup"].allowed == {"words": ("none", "swap", "choose")}
    assert found["deal.hnd"].code == "unknown-key"
    assert "hand" in found["deal.hnd"].allowed["keys"]
    assert found["powers.10.do[1].low.compare"].path == ("powers", "10", "do", 1, "low", "compare")
    assert (found["pattern.never[1]"].path, found["pattern.never[1]"].code) == (("pattern", "never", 1), "twice")
    assert (found["take"].code, found["take"].allowed) == ("not-allowed", {"type": "object"})


def test_what_no_single_key_shows_is_a_contradiction() -> None:
    found = details({"deck": {"jokers": 0}, "powers": {"Joker": {"do": ["burn"]}}})

    assert found["powers.Joker"].code == "contradiction"


def test_a_refusal_of_rules_survives_a_copy_to_another_process() -> None:
    with pytest.raises(hr.RulesError) as refused:
        read_house({})
    copied = pickle.loads(pickle.dumps(refused.value))

    assert (copied.problems, copied.details) == (refused.value.problems, refused.value.details)
    move = hr.IllegalMove("over", "the match is over", "nobody moves any more")
    assert pickle.loads(pickle.dumps(move)).instead == move.instead


def test_a_way_to_choose_and_a_reset_are_other_rules() -> None:
    """Neither has a setting of its own, and a hash still tells them apart. A record with the hash of before is read."""
    chosen = {"extends": "shithead", "name": "Ways", "powers": {"9": {"do": ["choose-way"]}}}
    reset = {"extends": "shithead", "name": "Ways", "powers": {"9": {"do": ["reset"]}}}
    ways, resets = hr.load(chosen), hr.load(reset)
    record = hr.Match.new(ways, seats=2, seed="x").record()

    assert ways.hash != resets.hash
    assert ways.former_hashes == (resets.hash,)
    assert resets.former_hashes == ()
    assert hr.Match.from_record({**record, "rules": resets.hash}).game.hash == ways.hash
