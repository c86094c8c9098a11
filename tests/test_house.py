"""Houses: the strict reader, what it says about mistakes, the hash, and the ways to load a game."""

from __future__ import annotations

import copy
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules.games.shedding.reader import parse, read_house

VARIANTS = resources.files("houserules.games").joinpath("shedding/variants")
GONE = object()
"""In place of a value: the key is taken away."""


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


@pytest.mark.parametrize("name", hr.GAMES)
def test_every_game_that_ships_loads(name: str) -> None:
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
    [(None, "cannot be read"), (b"\xff\xfe", "cannot be read"), (b"name = ", "no TOML"), (b"a = 1\na = 2", "no TOML")],
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
    ("an unknown key", {"decks": 2}, "decks", "no such key here; did you mean deck?"),
    ("an unknown table", {"pwoers": {}}, "pwoers", "did you mean powers?"),
    ("an unknown key in a table", {"deck.joker": 2}, "deck.joker", "did you mean jokers?"),
    ("an unknown key near nothing", {"end.zzz": 2}, "end.zzz", "it may be limit, until"),
    ("an unknown key of a power", {"powers.7.om": "any"}, "powers.7.om", "did you mean on?"),
    ("a wrong key of low", {"powers.7.do": [{"low": {"limti": 7}}]}, "powers.7.do[0].low.limti", "did you mean limit?"),
    ("a missing table", {"deck": GONE}, "deck", "this table is missing"),
    ("no powers", {"powers": GONE}, "powers", "this table is missing"),
    ("a table that is a number", {"deal": 3}, "deal", "a table is needed here"),
    ("a power that is a text", {"powers.7": "low"}, "powers.7", "a table is needed here"),
    ("a missing number", {"deal.hand": GONE}, "deal.hand", "is missing; write a whole number from 1 to 7"),
    ("a number as text", {"deal.hand": "3"}, "deal.hand", "'3' will not do; write a whole number from 1 to 7"),
    ("a number that is true", {"deal.blind": True}, "deal.blind", "write a whole number from 0 to 6"),
    ("a fraction", {"deal.up": 2.0}, "deal.up", "write a whole number"),
    ("no cards in hand", {"deal.hand": 0}, "deal.hand", "from 1 to 7"),
    ("too many cards in hand", {"deal.hand": 8}, "deal.hand", "from 1 to 7"),
    ("too many face up", {"deal.up": 7}, "deal.up", "from 0 to 6"),
    ("a negative number", {"deal.blind": -1}, "deal.blind", "from 0 to 6"),
    ("three Jokers", {"deck.jokers": 3}, "deck.jokers", "from 0 to 2"),
    ("no decks", {"deck.decks": 0}, "deck.decks", '"fewest" or "half"'),
    ("five decks", {"deck.decks": 5}, "deck.decks", "from 1 to 4"),
    ("decks that are true", {"deck.decks": True}, "deck.decks", "from 1 to 4"),
    ("a wrong word", {"deck.decks": "few"}, "deck.decks", '"fewest" or "half"'),
    ("one seat", {"seats": [1, 4]}, "seats", "as in [2, 6]"),
    ("nine seats", {"seats": [2, 9]}, "seats", "at most 8"),
    ("seats the wrong way round", {"seats": [4, 2]}, "seats", "as in [2, 6]"),
    ("seats as one number", {"seats": 4}, "seats", "as in [2, 6]"),
    ("three numbers of seats", {"seats": [2, 3, 4]}, "seats", "as in [2, 6]"),
    ("no seats", {"seats": GONE}, "seats", "as in [2, 6]"),
    ("a setup that there is not", {"deal.setup": "trade"}, "deal.setup", '"none" or "swap" or "choose"'),
    ("a beginning that there is not", {"deal.begins": "dealer"}, "deal.begins", '"lowest" or "seat"'),
    ("no order to begin by", {"deal.order": GONE}, "deal.order", "is missing"),
    ("an order that nobody needs", {"deal.begins": "seat"}, "deal.order", "no such key here"),
    ("an order with a wrong rank", {"deal.order": ["3", "11"]}, "deal.order[1]", "'11' will not do; "),
    ("an order with a number", {"deal.order": [3]}, "deal.order[0]", "3 will not do; "),
    ("a rank twice", {"deal.order": ["3", "4", "3"]}, "deal.order", "each rank once"),
    ("an empty order", {"deal.order": []}, "deal.order", ""),
    ("mixed cards from the hand", {"play.hand": "mixed"}, "play.hand", '"set" or "single"'),
    ("a comparison that there is not", {"play.compare": "="}, "play.compare", '">=" or ">"'),
    ("no refill", {"play.refill": GONE}, "play.refill", "this table is missing"),
    ("an empty refill", {"play.refill": {}}, "play.refill.to", "is missing"),
    ("two refills", {"play.refill": {"to": 3, "draw": 1}}, "play.refill.to", "no such key here"),
    ("a refill too large", {"play.refill": {"draw": 8}}, "play.refill.draw", "from 0 to 7"),
    ("a power of no card", {"powers.11": {"do": []}}, "powers.11", "there is no such card; did you mean 10?"),
    ("a power in lower case", {"powers.joker": {"do": []}}, "powers.joker", "did you mean Joker?"),
    ("a power without effects", {"powers.7": {}}, "powers.7.do", "is missing; write a list in brackets"),
    ("effects that are a text", {"powers.7.do": "burn"}, "powers.7.do", "write a list in brackets"),
    ("an effect nearly right", {"powers.7.do": ["brun"]}, "powers.7.do[0]", "'brun' is no effect; did you mean burn?"),
    ("an effect that is a number", {"powers.7.do": ["burn", 7]}, "powers.7.do[1]", "7 is no effect"),
    ("a wrong parity", {"powers.7.do": [{"parity": "none"}]}, "powers.7.do[0]", "parity"),
    ("low without a limit", {"powers.7.do": [{"low": {"compare": "<"}}]}, "powers.7.do[0].low.limit", "from 2 to 14"),
    ("low with no comparison", {"powers.7.do": [{"low": {"limit": 7}}]}, "powers.7.do[0].low.compare", '"<=" or "<"'),
    ("two demands", {"powers.7.do": ["reset", "mirror"]}, "powers.7.do", "one thing only"),
    ("a wrong place", {"powers.7.on": "all"}, "powers.7.on", '"any" or "order"'),
    ("not on a card that there is not", {"powers.7.not-on": ["1"]}, "powers.7.not-on[0]", "'1' will not do"),
    ("a flag that is a word", {"powers.7.follow": "yes"}, "powers.7.follow", "write true or false"),
    ("a power on a card the deck lacks", {"deck.jokers": 0}, "powers.Joker", "this deck has no Jokers"),
    ("alike without burning", {"pattern.do": ["again"]}, "pattern.do", 'say ["burn"]'),
    ("a pattern that there is not", {"pattern.do": ["burn", "agian"]}, "pattern.do[1]", "did you mean again?"),
    ("taking at a time that there is not", {"take.when": "always"}, "take.when", '"forced" or "free"'),
    ("an end that there is not", {"end.until": "all-out"}, "end.until", '"one-left" or "first-out"'),
    ("no limit", {"end.limit": 0}, "end.limit", "from 1 to 100000"),
    ("too few cards", {"deck.decks": 1}, "deck.decks", "7 seats are dealt 63 cards, and there are only 54"),
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
    assert problems(house({"deal.hand": "3"})) == ("deal.hand: '3' will not do; write a whole number from 1 to 7",)


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


def test_an_empty_house_is_told_all_that_it_lacks() -> None:
    """Every table and the name and the seats."""
    found = {problem.partition(":")[0] for problem in problems({})}

    assert found >= {"name", "seats", "deck", "deal", "play", "powers", "pattern", "take", "end"}


def test_every_number_of_seats_is_checked_against_the_decks() -> None:
    """Each that cannot be dealt is named."""
    found = problems(house({"deck.decks": 1}))

    assert [problem.split()[1] for problem in found] == ["7", "8"]


def test_a_house_for_fewer_seats_needs_fewer_cards() -> None:
    """The same deck does for as many as it can be dealt to."""
    game = hr.load(house({"deck.decks": 1, "seats": [2, 6]}))

    assert list(game.seats) == [2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("decks", "seats", "cards"),
    [("fewest", 6, 54), ("fewest", 7, 108), ("half", 3, 108), ("half", 5, 162), (3, 2, 162)],
)
def test_decks_are_counted_as_the_house_says(decks: object, seats: int, cards: int) -> None:
    """As few as it takes, one for every two seats, or a number."""
    game = hr.load(house({"deck.decks": decks}))

    assert len(game.cards(hr.Match.new(game, seats=seats, seed="x").state)) == cards


def test_what_may_be_left_out_has_a_meaning() -> None:
    """The version, and of a power all but what it does."""
    plain = read_house(house({"version": GONE, "powers": {"7": {"do": []}}}))

    assert plain.version == 1
    (power,) = plain.powers
    assert (power.anywhere, power.not_on, power.demand, power.effects, power.most) == (False, (), "order", (), 0)


def test_toml_that_cannot_be_parsed_says_where() -> None:
    """The line, as the TOML reader tells it."""
    with pytest.raises(hr.RulesError) as refused:
        parse('name = "x"\nseats = [2, \n[deck]\n')

    assert "line" in refused.value.message


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
        *({"seats": [2, 7]}, {"deck.decks": "half"}, {"deal.hand": 4}, {"deal.up": 2}, {"deal.blind": 2}),
        *({"deal.setup": "none"}, {"deal.order": ["4", "3"]}, {"deal.begins": "seat", "deal.order": GONE}),
        *({"play.hand": "single"}, {"play.up": "mixed"}, {"play.compare": ">"}, {"play.refill": {"to": 4}}),
        *({"play.refill": {"draw": 3}}, {"powers.3": {"do": ["reset"]}}, {"powers.2": GONE}),
        *({"powers.7.do": [{"low": {"limit": 7, "compare": "<"}}]}, {"powers.7.on": "any"}, {"powers.8.not-on": ["7"]}),
        *({"powers.8.follow": True}, {"powers.8.joins": True}, {"powers.Joker.most": 2}, {"powers.10.do": ["burn"]}),
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
