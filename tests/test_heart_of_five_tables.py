"""Tables of Heart of Five as JSON: what a document may say, what is refused and how, and that it changes the play."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houserules as hr
from houserules.fair import shuffled
from houserules.games.heart_of_five.config import read_config
from houserules.games.heart_of_five.melds import by_suit
from tests.positions import moves, refusal

FULL: dict[str, Any] = {
    "gameInfo": {
        "name": "Heart of Nine",
        "players": {"min": 3, "max": 5, "optimal": 5},
        "deck": "standard52Plus2Jokers",
    },
    "cardRanking": {
        "singleRanks": ["3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "JJ", "jj", "9S"],
        "runRanks": ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"],
        "suits": ["S", "H", "D", "C"],
    },
    "specialCards": {"gameStarter": "4D", "strongestSingle": "9S", "smallJoker": "JJ", "bigJoker": "jj"},
    "match": {"wins": 4, "rounds": 12, "minutes": 45},
}
"""Every key, and none of them as usual where it can be otherwise."""
PACK = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"] + ["jj", "JJ"]


def config(document: dict[str, Any]) -> Any:
    game: Any = hr.load(document)
    return game.config


def problems(document: dict[Any, Any]) -> list[str]:
    with pytest.raises(hr.RulesError) as caught:
        hr.load(document)
    assert caught.value.code == "bad-house"
    return list(caught.value.problems)


def at(path: str, value: object) -> dict[str, Any]:
    """A document with one key."""
    for key in reversed(path.split(".")):
        value = {key: value}
    assert isinstance(value, dict)
    return value


def given(document: dict[str, Any], *hands: str, last: str = "") -> hr.Match[Any]:
    """Seat 0 leads, or answers a meld of the last seat."""
    game = hr.load(document)
    seats = len(hands)
    position: dict[str, object] = {
        "game": game.id,
        "hands": [hand.split() for hand in hands],
        "to_act": 0,
        "leader": seats - 1 if last else 0,
        "last": {"seat": seats - 1, "cards": last.split()} if last else None,
        "passes": 0,
        "out": [],
        "round": 1,
        "wins": [0] * seats,
        "losses": [0] * seats,
    }
    return hr.Match.from_position(game, position)


# -- What may be said ------------------------------------------------------------------------------------------------


def test_the_full_document() -> None:
    """Every key is taken."""
    found = config(FULL)

    assert (found.name, found.seats, found.optimal) == ("Heart of Nine", (3, 5), 5)
    assert (str(found.starter), str(found.star), str(found.weak_joker), str(found.strong_joker)) == (
        *("4D", "9S", "JJ", "jj"),
    )
    assert "".join(suit.letter for suit in found.suits) == "SHDC"
    assert (found.wins, found.rounds, found.minutes) == (4, 12, 45)


def test_what_is_left_out_is_as_usual() -> None:
    """An empty section changes nothing, and the rules are those of the game that ships."""
    usual: Any = hr.load("heart-of-five")
    game: Any = hr.load({"gameInfo": {}, "cardRanking": {}, "specialCards": {}, "match": {}})

    assert game.config == usual.config
    assert game.hash == usual.hash
    assert (usual.config.name, usual.config.seats, usual.config.optimal) == ("Heart of Five", (2, 6), 4)
    assert (str(usual.config.starter), str(usual.config.star), usual.config.wins) == ("3H", "5H", 10)
    assert (usual.config.rounds, usual.config.minutes) == (None, None)
    assert usual.house is None


def leaves(document: dict[str, Any], path: str = "") -> list[tuple[str, object]]:
    found: list[tuple[str, object]] = []
    for key, value in document.items():
        here = f"{path}.{key}" if path else key
        found += leaves(value, here) if isinstance(value, dict) else [(here, value)]
    return found


ALONE = [
    leaf for leaf in leaves(FULL) if leaf[0] not in ("cardRanking.singleRanks", "specialCards.bigJoker")
]  # these two go with others


@pytest.mark.parametrize(("path", "value"), ALONE)
def test_each_key_alone(path: str, value: object) -> None:
    """All the others are as usual."""
    assert hr.load(at(path, value)).seats.start >= 2


@pytest.mark.parametrize(
    ("path", "value", "field", "expected"),
    [
        ("gameInfo.name", "Friday", "name", "Friday"),
        ("gameInfo.players", {"min": 3}, "seats", (3, 6)),
        ("gameInfo.players", {"max": 2}, "seats", (2, 2)),
        ("gameInfo.players", {"max": 2}, "optimal", 2),
        ("gameInfo.players", {"min": 5}, "optimal", 5),
        ("gameInfo.players", {"optimal": 6}, "optimal", 6),
        ("match.wins", 1, "wins", 1),
        ("match.wins", 30, "wins", 30),
        ("match.rounds", 200, "rounds", 200),
        ("match.rounds", None, "rounds", None),
        ("match.minutes", 1440, "minutes", 1440),
        ("match.minutes", 1, "minutes", 1),
        ("match.minutes", None, "minutes", None),
    ],
)
def test_what_a_key_means(path: str, value: object, field: str, expected: object) -> None:
    """To the ends of what is allowed."""
    assert getattr(config(at(path, value)), field) == expected


def test_the_usual_values_may_be_written_out() -> None:
    """A document may say what goes without saying."""
    usual: Any = hr.load("heart-of-five")
    ranking = {
        "singleRanks": [*"3456789TJQKA2", "jj", "JJ", "5H"],
        "runRanks": [*"A23456789TJQKA"],
        "suits": [*"CDHS"],
    }

    assert config({"cardRanking": ranking}) == usual.config


def test_the_hash_is_of_the_rules() -> None:
    """Not of the name, of what a menu offers or of how a hand is sorted."""
    usual = hr.load("heart-of-five").hash

    for document in (at("gameInfo.name", "X"), at("gameInfo.players.optimal", 2), at("cardRanking.suits", [*"SHDC"])):
        assert hr.load(document).hash == usual
    others = [
        at("gameInfo.players.max", 4),
        at("specialCards.gameStarter", "3C"),
        at("specialCards.strongestSingle", "5S"),
        at("specialCards.smallJoker", "JJ"),
        at("match.wins", 9),
        at("match.rounds", 9),
        at("match.minutes", 9),
    ]
    assert len({usual, *(hr.load(document).hash for document in others)}) == len(others) + 1


# -- What is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "hint"),
    [
        ("gameinfo", "gameInfo"),
        ("gameInfo.nam", "name"),
        ("gameInfo.players.mim", "min"),
        ("cardRanking.suit", "suits"),
        ("specialCards.bigjoker", "bigJoker"),
        ("match.round", "rounds"),
        ("gameInfo.players.zzz", "min, max, optimal"),
        ("match.zzz", "wins, rounds, minutes"),
        ("zzz", "gameInfo, cardRanking, specialCards, match"),
    ],
)
def test_unknown_keys_at_each_level(path: str, hint: str) -> None:
    """With the path, and with what was meant or what there is."""
    found = problems({"match": {}, **at(path, 1)})

    assert len(found) == 1
    assert found[0].startswith(f"{path}: there is no such key")
    assert hint in found[0]


SECTIONS = ("gameInfo", "gameInfo.players", "cardRanking", "specialCards", "match")
NUMBERS = {
    "gameInfo.players.min": (2, 6),
    "gameInfo.players.max": (2, 6),
    "gameInfo.players.optimal": (2, 6),
    "match.wins": (1, 30),
    "match.rounds": (1, 200),
    "match.minutes": (1, 1440),
}


@pytest.mark.parametrize("path", SECTIONS)
@pytest.mark.parametrize("value", [None, 3, "x", [], True], ids=repr)
def test_a_section_is_an_object(path: str, value: object) -> None:
    """And nothing else."""
    found = problems(at(path, value))

    assert len(found) == 1
    assert found[0].startswith(f"{path}: write an object with ")


@pytest.mark.parametrize("path", NUMBERS)
@pytest.mark.parametrize("value", ["least", "most", "3", 3.0, True, [], {}, "", float("nan"), -(10**30)], ids=repr)
def test_a_number_is_whole_and_within_its_bounds(path: str, value: object) -> None:
    """The sentence says which bounds."""
    least, most = NUMBERS[path]
    wrong = {"least": least - 1, "most": most + 1}.get(str(value), value)
    found = problems(at(path, wrong))

    assert len(found) == 1
    assert found[0].startswith(f"{path}: write a whole number from {least} to {most}")


@pytest.mark.parametrize("path", ["gameInfo.players.min", "gameInfo.players.max", "match.wins"])
def test_only_limits_may_be_null(path: str) -> None:
    """No limit is something; no number of wins is nothing."""
    assert problems(at(path, None))[0].startswith(f"{path}: write a whole number")


@pytest.mark.parametrize(
    ("players", "path"),
    [
        ({"min": 5, "max": 3}, "gameInfo.players.max: write a whole number from 5 to 6"),
        ({"min": 5, "optimal": 4}, "gameInfo.players.optimal: write a whole number from 5 to 6"),
        ({"max": 3, "optimal": 4}, "gameInfo.players.optimal: write a whole number from 2 to 3"),
    ],
)
def test_numbers_of_players_fit_together(players: dict[str, int], path: str) -> None:
    """The most are not fewer than the fewest, and the best lies between."""
    found = problems({"gameInfo": {"players": players}})

    assert len(found) == 1
    assert found[0].startswith(path)


@pytest.mark.parametrize("name", ["", " ", "a\nb", "\ud800", "x" * 81, 7, None, ["x"]], ids=ascii)
def test_a_name_is_one_printable_line(name: object) -> None:
    """Of at most 80 letters."""
    found = problems(at("gameInfo.name", name))

    assert len(found) == 1
    assert found[0].startswith("gameInfo.name: write a name on one line")


@pytest.mark.parametrize(
    ("path", "value", "right"),
    [
        ("gameInfo.deck", "tarot", '"standard52Plus2Jokers"'),
        ("gameInfo.deck", None, '"standard52Plus2Jokers"'),
        ("cardRanking.runRanks", [*"A23456789TJQK"], '"Q","K","A"]'),
        ("cardRanking.runRanks", "A23456789TJQKA", '["A","2","3"'),
        ("cardRanking.singleRanks", [*"A23456789TJQK"], '"2","jj","JJ","5H"]'),
        ("cardRanking.singleRanks", [*"3456789TJQKA2", "JJ", "jj", "5H"], '"2","jj","JJ","5H"]'),
        ("cardRanking.singleRanks", None, '"2","jj","JJ","5H"]'),
    ],
)
def test_what_cannot_be_changed(path: str, value: object, right: str) -> None:
    """The sentence says what is to be written."""
    found = problems(at(path, value))

    assert len(found) == 1
    assert found[0].startswith((f"{path}: this cannot be changed: write ", "cardRanking.singleRanks: write "))
    assert right in found[0]


def test_the_order_of_singles_follows_the_special_cards() -> None:
    """With another star the list ends with it, and the usual list is wrong."""
    special = {"strongestSingle": "AS", "smallJoker": "JJ", "bigJoker": "jj"}
    found = problems({"specialCards": special, "cardRanking": {"singleRanks": [*"3456789TJQKA2", "jj", "JJ", "5H"]}})

    assert len(found) == 1
    assert '"2","JJ","jj","AS"]' in found[0]


@pytest.mark.parametrize("path", ["specialCards.gameStarter", "specialCards.strongestSingle"])
@pytest.mark.parametrize("value", ["", "5", "1H", "jj", "JJ", "5H 6H", 5, None, ["5H"], "\ud800"], ids=ascii)
def test_a_special_card_has_a_suit(path: str, value: object) -> None:
    """Jokers lead nothing, and are no star."""
    found = problems(at(path, value))

    assert found[0].startswith(f"{path}: write a card with a suit, as in 5H")
    assert len(found) == 1


@pytest.mark.parametrize("path", ["specialCards.smallJoker", "specialCards.bigJoker"])
@pytest.mark.parametrize("value", ["", "Jj", "5H", 5, None, ["jj"], {}], ids=repr)
def test_a_joker_is_jj_or_the_other(path: str, value: object) -> None:
    """And nothing else."""
    found = problems(at(path, value))

    assert found[0].startswith(f"{path}: write jj or JJ")
    assert len(found) == 1


@pytest.mark.parametrize("special", [{"bigJoker": "jj"}, {"smallJoker": "JJ"}, {"smallJoker": "JJ", "bigJoker": "jj"}])
def test_one_joker_says_which_the_other_is(special: dict[str, str]) -> None:
    """A document that swaps them names either, or both."""
    assert read_config({"specialCards": special}).weak_joker == hr.Card.read("JJ")


@pytest.mark.parametrize("joker", ["jj", "JJ"])
def test_there_are_two_jokers(joker: str) -> None:
    """One cannot be both."""
    found = problems({"specialCards": {"smallJoker": joker, "bigJoker": joker}})

    assert len(found) == 1
    assert found[0].startswith("specialCards.bigJoker: ")
    assert "write the other Joker" in found[0]


@pytest.mark.parametrize(
    "suits",
    [
        "CDHS",
        [],
        ["C", "D", "H"],
        ["C", "D", "H", "H"],
        ["C", "D", "H", "S", "C"],
        ["c", "d", "h", "s"],
        [1, 2, 3, 4],
        None,
    ],
    ids=repr,
)
def test_suits_are_the_four_in_some_order(suits: object) -> None:
    """Each once."""
    found = problems(at("cardRanking.suits", suits))

    assert len(found) == 1
    assert found[0].startswith('cardRanking.suits: write the four suits in any order, as in ["C","D","H","S"]')


@pytest.mark.parametrize("suits", [[[], [], [], []], [{}, "D", "H", "S"], [["C"], "D", "H", "S"]], ids=repr)
def test_suits_that_are_no_texts(suits: object) -> None:
    """Lists within the list are as wrong as anything."""
    assert problems(at("cardRanking.suits", suits))[0].startswith("cardRanking.suits: ")


def test_all_problems_at_once() -> None:
    """Each with its path, in one refusal."""
    found = problems(
        {
            "gameInfo": {"name": "", "players": {"min": 1, "max": 9, "optimum": 3}, "deck": 52},
            "cardRanking": {"singleRanks": [], "runRanks": [], "suits": []},
            "specialCards": {"gameStarter": "x", "strongestSingle": "y", "smallJoker": "z", "bigJoker": "z"},
            "match": {"wins": 0, "rounds": 0, "minutes": 0, "hours": 1},
            "extra": {},
        }
    )

    assert sorted(problem.split(":")[0] for problem in found) == sorted(
        [
            *("gameInfo.name", "gameInfo.players.min", "gameInfo.players.max", "gameInfo.players.optimum"),
            *("gameInfo.deck", "cardRanking.singleRanks", "cardRanking.runRanks", "cardRanking.suits"),
            *("specialCards.gameStarter", "specialCards.strongestSingle"),
            *("specialCards.smallJoker", "specialCards.bigJoker"),
            *("match.wins", "match.rounds", "match.minutes", "match.hours", "extra"),
        ]
    )


def test_one_wrong_joker_is_one_problem() -> None:
    """A value that is wrong counts as left out: it does not make another one wrong."""
    found = problems({"specialCards": {"smallJoker": "xx", "bigJoker": "jj"}})

    assert [problem.split(":")[0] for problem in found] == ["specialCards.smallJoker"]


# -- Hostile documents -----------------------------------------------------------------------------------------------


def nested(depth: int) -> object:
    value: object = []
    for _ in range(depth):
        value = [value]
    return value


def nested_keys(depth: int) -> object:
    value: object = {}
    for _ in range(depth):
        value = {"match": value}
    return value


def circular() -> object:
    value: list[object] = []
    value.append(value)
    return value


HOSTILE: dict[str, Callable[[], object]] = {
    "deep lists": lambda: nested(100_000),
    "deep objects": lambda: nested_keys(100_000),
    "circles": circular,
    "a huge number": lambda: 10**5000,
    "a large number": lambda: 10**30,
    "no number": lambda: float("nan"),
    "endless": lambda: float("inf"),
    "half a letter": lambda: "\ud800",
    "bytes": lambda: b"\xff",
    "a set": lambda: {1},
    "an object": object,
    "a long text": lambda: "x" * 1_000_000,
    "odd keys": lambda: {1: 2, None: 3, ("a",): 4, b"x": 5},
    "a huge key": lambda: {10**5000: 1},
    "half a letter as a key": lambda: {"\ud800": 1},
}
EVERYWHERE = [path for path, _ in leaves(FULL)] + list(SECTIONS)


@pytest.mark.parametrize("path", EVERYWHERE)
@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_values(path: str, what: str) -> None:
    """Whatever stands there, all that is raised is RulesError, with a sentence that is not endless."""
    with pytest.raises(hr.RulesError) as caught:
        hr.load(at(path, HOSTILE[what]()))

    assert 0 < len(caught.value.message) < 2_000


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_values_in_lists(what: str) -> None:
    """In the lists of a document too."""
    for key, size in (("suits", 4), ("singleRanks", 16), ("runRanks", 14)):
        with pytest.raises(hr.RulesError):
            hr.load({"cardRanking": {key: [HOSTILE[what]()] * size}})


@pytest.mark.parametrize(
    "key",
    [1, None, ("a",), b"x", "\ud800", True, 10**5000],
    ids=lambda key: ascii(key)[:12] if key != 10**5000 else "huge",
)
def test_hostile_keys_at_the_top(key: object) -> None:
    """Beside a section that is right."""
    with pytest.raises(hr.RulesError):
        hr.load({"match": {}, key: 1})  # type: ignore[dict-item]  # that is the point


def test_a_document_is_copied() -> None:
    """Who changes it afterwards changes no table and no record."""
    document: dict[str, Any] = {"match": {"wins": 2}}
    game = hr.load(document)

    document["match"]["wins"] = 99

    assert game.house == {"match": {"wins": 2}}


# -- Files -----------------------------------------------------------------------------------------------------------


def test_a_table_from_a_file(tmp_path: Path) -> None:
    """By its path as a text or as a Path; it is called after its file, and a record of it replays."""
    path = tmp_path / "friday.json"
    path.write_text(json.dumps(FULL), encoding="utf-8")

    for game in (hr.load(path), hr.load(str(path))):
        assert (game.id, game.name, game.house) == ("friday", "Heart of Nine", FULL)
        match = hr.Match.new(game, seats=3, seed="x")
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        again = hr.Match.from_record(json.dumps(match.record()))
        assert (again.game.id, again.position()) == ("friday", match.position())


def test_an_empty_table_in_a_file(tmp_path: Path) -> None:
    """It is Heart of Five as usual, and its record replays too."""
    path = tmp_path / "plain.json"
    path.write_text("{}", encoding="utf-8")
    match = hr.Match.new(hr.load(path), seats=2, seed="x")

    again = hr.Match.from_record(json.dumps(match.record()))

    assert again.position() == match.position()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b'{"match": {"wins": 1}', "is not JSON"),
        (b"{'match': {}}", "is not JSON"),
        (b'{"match": {"wins": 1e999}}', "is not JSON"),
        (b'{"gameInfo": {"name": "\xff"}}', "is not JSON"),
        (b'{"gameInfo": {"name": "\\ud800"}}', "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b'{"match":' * 100_000, "is not JSON"),
        (b"[]", "is not a table"),
        (b"7", "is not a table"),
        (b"null", "is not a table"),
        (b'{"match": {"wins": 0}}', "match.wins: write a whole number from 1 to 30"),
        (b'{"match": {"wins": ' + b"9" * 5000 + b"}}", ""),
    ],
    ids=range(14),
)
def test_broken_files(tmp_path: Path, content: bytes, why: str) -> None:
    """RulesError says what is wrong."""
    path = tmp_path / "table.json"
    path.write_bytes(content)

    with pytest.raises(hr.RulesError) as caught:
        hr.load(path)

    assert why in caught.value.message


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """A missing file, a folder, a path that cannot be."""
    (tmp_path / "folder.json").mkdir()

    for path in (tmp_path / "none.json", tmp_path / "folder.json", "a\0.json", "a\ud800.json"):
        with pytest.raises(hr.RulesError) as caught:
            hr.load(path)
        assert caught.value.code == "bad-house"


# -- What it changes -------------------------------------------------------------------------------------------------


def test_swapped_jokers() -> None:
    """The small one is the stronger one then."""
    swapped = {"specialCards": {"smallJoker": "JJ", "bigJoker": "jj"}}

    assert moves(given(swapped, "jj 3C", "9C", last="JJ"), 0) == ["play jj", "pass"]
    assert moves(given(swapped, "JJ 3C", "9C", last="jj"), 0) == ["pass"]
    assert moves(given(swapped, "jj JJ 5H 2C", "9C"), 0)[:4] == ["play 2C", "play JJ", "play jj", "play 5H"]


def test_the_small_joker_alone_swaps_both() -> None:
    """The other one is the big one then."""
    assert str(config({"specialCards": {"smallJoker": "JJ"}}).strong_joker) == "jj"


@pytest.mark.parametrize("star", ["AS", "2C", "3D", "KH", "5C"])
def test_another_star(star: str) -> None:
    """It beats the Jokers, is an ordinary card in a pair, and the 5H is a 5."""
    document = {"specialCards": {"strongestSingle": star}}
    other = star[0] + ("D" if star[1] != "D" else "C")

    assert moves(given(document, f"{star} 4C", "9C", last="JJ"), 0) == [f"play {star}", "pass"]
    assert refusal(given(document, "5H 4C", "9C", last="6C"), 0, "play 5H") == "too-weak"
    assert moves(given(document, f"{star} {other}", "9C"), 0) == [
        f"play {other}",
        f"play {star}",
        "play " + " ".join(sorted([star, other], key=lambda card: card[1])),
    ]


def test_another_star_in_runs_of_both_ends() -> None:
    """An ace as the star stands at both ends of the order of runs, and the list has it at both."""
    document = {"specialCards": {"strongestSingle": "AS"}}
    match = given(document, "AS AC 2C 3C 4D 5C TC JC QC KD", "9C")

    assert [move for move in moves(match, 0) if move.count(" ") == 5] == [
        "play AC 2C 3C 4D 5C",
        "play AS 2C 3C 4D 5C",
        "play TC JC QC KD AC",
        "play TC JC QC KD AS",
    ]


@pytest.mark.parametrize("starter", ["4D", "5H", "2S", "AC"])
def test_another_starter(starter: str) -> None:
    """Whoever is dealt it leads the first round; with two decks the first of them."""
    game = hr.load({"specialCards": {"gameStarter": starter}})

    for seats, decks in ((3, 1), (6, 2)):
        for seed in ("a", "b", "c"):
            leads = shuffled(PACK * decks, seed, "deck").index(starter) % seats
            assert hr.Match.new(game, seats=seats, seed=seed).to_act == (leads,)


def test_other_numbers_of_players() -> None:
    """A table for three to five is for nobody else."""
    game = hr.load(FULL)

    assert game.seats == range(3, 6)
    for seats in (2, 6):
        with pytest.raises(hr.SeatsError):
            hr.Match.new(game, seats=seats, seed="x")
    with pytest.raises(hr.PositionError) as caught:
        given(FULL, "3C", "4C")
    assert caught.value.path == "hands"


def test_another_order_of_suits_sorts_a_hand() -> None:
    """And changes nothing else: cards are chosen as ever."""
    game: Any = hr.load(at("cardRanking.suits", [*"SHDC"]))
    hand = [hr.Card.read(card) for card in ("3C", "jj", "4D", "5H", "6H", "7S")]

    assert " ".join(map(str, by_suit(game.pack, hand, game.config))) == "7S 6H 5H 4D 3C jj"
    assert moves(given(at("cardRanking.suits", [*"SHDC"]), "7S 7C", "9C"), 0) == ["play 7C", "play 7C 7S"]


def test_wins_rounds_and_minutes_end_a_match() -> None:
    """Each as the table says."""
    for match_, seconds, reason in (
        ({"wins": 1}, 0, "wins"),
        ({"rounds": 1}, 0, "rounds"),
        ({"minutes": 2}, 120, "time"),
    ):
        match = given({"match": match_}, "KC", "3C")
        match.play(0, "play KC", at=seconds)
        assert match.outcome is not None
        assert match.outcome.reason == reason
    match = given({"match": {"minutes": 2}}, "KC", "3C")
    match.play(0, "play KC", at=119)
    assert match.outcome is None
