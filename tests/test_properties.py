"""Laws that hold for any text, any match and any document: notation, positions, records, undo, views."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from collections import Counter
from collections.abc import Callable
from importlib import resources
from typing import Any, TypeVar, cast

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import houserules as hr
from houserules.cards import PACK, read_suit
from houserules.core import JSON
from houserules.games.shedding.events import Called, Chose, Failed, Played
from tests.positions import AnyMatch, dealt, table

T = TypeVar("T")

quick = settings(deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
texts = settings(quick, max_examples=300)
thorough = settings(quick, max_examples=150)

SEATS = st.integers(2, 8)
CARDS = st.sampled_from(PACK)
NUMBERS = st.integers(0, 999_999_999)
MOVES = st.one_of(
    st.builds(lambda cards: hr.Play(tuple(cards)), st.lists(CARDS, min_size=1, max_size=9)),
    st.just(hr.Take()),
    st.builds(hr.Swap, CARDS, CARDS),
    st.just(hr.Ready()),
    st.builds(hr.Flip, NUMBERS),
    st.builds(hr.Target, NUMBERS),
    st.builds(hr.Call, st.sampled_from(hr.Suit)),
)


def play_on(match: AnyMatch, chance: random.Random, count: int) -> None:
    """So many random moves, or to the end. In the setup every other move is a ready, so that it comes to an end."""
    for _ in range(count):
        if not match.to_act:
            return
        seat = chance.choice(match.to_act)
        legal = match.legal(seat)
        match.play(seat, legal[-1] if legal[-1] == hr.Ready() and chance.random() < 0.5 else chance.choice(legal))


@st.composite
def matches(draw: st.DrawFn) -> AnyMatch:
    """A match somewhere between its deal and its end."""
    match = dealt(draw(SEATS), seed=draw(st.sampled_from("abcdefgh")))
    play_on(match, random.Random(draw(st.integers(0, 2**16))), draw(st.sampled_from([0, 1, 5, 20, 60, 150, 250])))
    return match


def again(match: AnyMatch) -> AnyMatch:
    return hr.Match.from_position(match.game, match.position())


def tried(call: Callable[[], T]) -> tuple[T, None] | tuple[None, hr.HouseRulesError]:
    """What comes of it, or the refusal; any other error is a failure of the test."""
    try:
        return call(), None
    except hr.HouseRulesError as refused:
        return None, refused


# -- Notation --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", PACK, ids=str)
def test_a_card_is_read_as_it_is_written(card: hr.Card) -> None:
    """str and read are inverse, and a card is one object."""
    assert hr.Card.read(str(card)) is card


@pytest.mark.parametrize("card", PACK[:52], ids=str)
def test_a_card_is_read_in_every_spelling(card: hr.Card) -> None:
    """Lower case, 10 for T, and the symbols of the suits on either side."""
    assert card.suit is not None
    rank = card.rank.letter
    spellings = [f"{rank}{card.suit.letter}".lower(), f"{rank}{card.suit.symbol}", f"{card.suit.symbol}{rank.lower()}"]
    if rank == "T":
        spellings += [f"10{card.suit.letter}", f"10{card.suit.letter.lower()}", f"{card.suit.symbol}10"]

    assert {hr.Card.read(text) for text in spellings} == {card}


@texts
@given(MOVES)
def test_a_move_is_read_as_it_is_written(move: hr.Move) -> None:
    """Every kind of move, in any case of its words."""
    text = str(move)
    word, *rest = text.split(" ", 1)

    assert hr.read_move(text) == move
    assert hr.read_move(f"  {word.upper()}   {' '.join(rest)} ") == move


WORDS = ["play", "take", "swap", "ready", "flip", "target", "call", "PLAY", "hearts", "h", "♥"]
NEARLY = ["7H", "10d", "jj", "JJ", "jJ", "♥7", "1H", "*C", "10", "1", "²", "٣", "-1", "9" * 30, "ß"]
PIECES = st.sampled_from([*WORDS, *NEARLY, "", " ", "\n", "\0", "\ud800"])


@texts
@given(st.one_of(st.text(), st.lists(PIECES, max_size=5).map(" ".join), st.lists(PIECES, max_size=5).map("".join)))
def test_any_text_is_a_move_or_unreadable(text: str) -> None:
    """Nothing else ever comes of reading; and what is read is written back as something that reads the same."""
    readers: list[Callable[[str], object]] = [hr.read_move, hr.Card.read, read_suit]
    for read in readers:
        found, refused = tried(lambda read=read: read(text))  # type: ignore[misc]
        if refused is None:
            assert read(str(found)) == found
        else:
            assert type(refused) is hr.NotationError
            assert refused.code == "unreadable"


# -- Positions, records, undo ----------------------------------------------------------------------------------------


@thorough
@given(matches())
def test_a_position_is_read_as_it_is_written(match: AnyMatch) -> None:
    """from_position(position()) writes the same document, through JSON too, and it is the same to play on."""
    position = match.position()
    read = hr.Match.from_position(match.game, json.loads(json.dumps(position)))

    assert again(match).position() == position
    assert read.position() == position
    assert read.to_act == match.to_act
    assert read.outcome == match.outcome
    for seat in range(match.seats):
        assert read.legal(seat) == match.legal(seat)


@quick
@given(matches(), st.integers(0, 2**16))
def test_a_match_goes_on_from_its_position_as_it_would_have(match: AnyMatch, seed: int) -> None:
    """The same moves lead to the same positions, and the same is told: but for where on the table a blind card lay,
    because a position lays them out in order, and for who laid a card that is still asked for."""
    read = again(match)
    told = len(match.moves)

    play_on(match, random.Random(seed), 40)
    for seat, move in match.moves[told:]:
        read.play(seat, move)

    assert read.position() == match.position()
    assert [unplaced(event) for event in read.events(None)] == [unplaced(event) for event in match.events(None, told)]


def unplaced(event: hr.Event) -> hr.Event:
    if isinstance(event, Played | Failed):
        event = msgspec.structs.replace(event, spot=None)
    if isinstance(event, Played | Called | Chose) and event.ask is not None:
        event = msgspec.structs.replace(event, ask=msgspec.structs.replace(event.ask, by=None))
    return event


@quick
@given(matches())
def test_a_record_replays_to_the_same_position(match: AnyMatch) -> None:
    """As a dict and as JSON text, from a deal and from a position."""
    record = match.record()
    resumed = again(match)
    play_on(resumed, random.Random(1), 10)

    assert hr.Match.from_record(record).position() == match.position()
    assert hr.Match.from_record(json.dumps(record)).record() == record
    assert hr.Match.from_record(resumed.record()).position() == resumed.position()


@quick
@given(matches(), st.integers(0, 2**16))
def test_undo_restores_what_was(match: AnyMatch, seed: int) -> None:
    """Move by move, back to where it began: position, moves, events and views."""
    before = match.position(), match.moves, match.events(0), match.view(0), match.outcome
    passed = []
    chance = random.Random(seed)
    for _ in range(10):
        passed.append(match.position())
        count = len(match.moves)
        play_on(match, chance, 1)
        if len(match.moves) == count:
            passed.pop()
            break

    for position in reversed(passed):
        last = match.moves[-1][1]
        assert match.undo() == last
        assert match.position() == position
    assert (match.position(), match.moves, match.events(0), match.view(0), match.outcome) == before


def test_there_is_nothing_to_undo_before_the_first_move() -> None:
    """It is refused as a request that makes no sense."""
    with pytest.raises(hr.RequestError) as refused:
        dealt(2).undo()

    assert refused.value.code == "bad-request"


@quick
@given(matches())
def test_equal_cards_and_only_these_are_listed_once(match: AnyMatch) -> None:
    """No move stands twice in a list, every one of them reads back, and all can be played."""
    for seat in match.to_act:
        legal = match.legal(seat)
        assert legal
        assert len(set(map(str, legal))) == len(legal)
        for move in legal:
            match.play(seat, str(move))
            match.undo()


# -- Views -----------------------------------------------------------------------------------------------------------


@quick
@given(matches())
def test_a_view_is_json_with_the_keys_that_clients_rely_on(match: AnyMatch) -> None:
    """game, seat, to_act, legal as texts, outcome: for each seat and for a spectator."""
    for viewer in (*range(match.seats), None):
        view = cast("dict[str, JSON]", hr.to_document(match.view(viewer)))

        assert json.loads(json.dumps(view)) == msgspec.json.decode(msgspec.json.encode(view)) == view
        assert {"game", "seat", "to_act", "legal", "outcome"} <= view.keys()
        assert (view["game"], view["seat"], view["to_act"]) == ("shithead", viewer, list(match.to_act))
        assert view["legal"] == ([] if viewer is None else [str(move) for move in match.legal(viewer)])
        assert (view["outcome"] is None) == (match.outcome is None) == bool(match.to_act)


@quick
@given(matches(), st.integers(0, 2**16))
def test_a_view_depends_on_nothing_hidden(match: AnyMatch, seed: int) -> None:
    """Whoever may not know where the unseen cards are sees the same when they are dealt anew."""
    for viewer in (*range(match.seats), None):
        other = match.game.redeal(match.state, viewer, seed)

        assert match.game.view(other, viewer) == match.view(viewer)
        assert match.game.cards(other) == match.game.cards(match.state)


@quick
@given(matches())
def test_events_are_json_and_hide_what_others_drew(match: AnyMatch) -> None:
    """Everything told is JSON with its kind; cards that were drawn are told to their seat alone."""
    for viewer in (*range(match.seats), None):
        for event in match.events(viewer):
            document = cast("dict[str, JSON]", hr.to_document(event))
            assert json.loads(json.dumps(document)) == document
            assert isinstance(document["event"], str)
            if document["event"] == "drew":
                assert (document["cards"] is None) == (document["seat"] != viewer)


def public_knowledge(match: AnyMatch, seats: int) -> list[list[str]]:
    """What anyone who only listens knows of each hand, Jokers being equal."""
    known: list[Counter[str]] = [Counter() for _ in range(seats)]
    for event in match.events(None):
        document = cast("dict[str, Any]", hr.to_document(event))
        match document["event"]:
            case "swapped":
                known[document["seat"]].subtract([plainly(document["up"])])
                known[document["seat"]] = +known[document["seat"]] + Counter([plainly(document["hand"])])
            case "took":
                known[document["seat"]].update(map(plainly, document["cards"]))
            case "played" if document["zone"] == "hand":
                known[document["seat"]].subtract(map(plainly, document["cards"]))
                known[document["seat"]] = +known[document["seat"]]
    return [sorted(cards.elements()) for cards in known]


def plainly(card: str) -> str:
    return "jj" if card == "JJ" else card


@thorough
@given(matches(), st.integers(0, 2**16))
def test_what_is_known_of_a_hand_follows_from_what_was_told(match: AnyMatch, seed: int) -> None:
    """Neither more nor less than a spectator with a good memory could say."""
    if match.moves == ():  # swaps alone, and many of them, to get equal cards in and out of the hands
        chance = random.Random(seed)
        for _ in range(30):
            seat = chance.choice(match.to_act)
            match.play(seat, chance.choice(match.legal(seat)[:-1]))
    told = public_knowledge(match, match.seats)
    seats = cast("Any", match.view(None)).seats

    assert [sorted(plainly(str(card)) for card in seat.known) for seat in seats] == told


# -- Documents that are not what they should be ----------------------------------------------------------------------

JUNK: list[object] = [
    *(None, True, False, -1, 0, 1, 3, 99, 2**70, 1.5, float("nan")),
    *("", "x", "jj", "7H", "hearts", "target", "setup", "\ud800", "a\0.toml", "no/such/house.toml"),
    *([], [[]], [0, 1], ["7H"], ["jj"] * 5, {}, {"x": 1}),
]


def places(document: object, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of everything in a document."""
    found = [path] if path else []
    if isinstance(document, dict):
        for key in document:
            found += places(document[key], (*path, key))
    elif isinstance(document, list):
        for place in range(len(document)):
            found += places(document[place], (*path, place))
    return found


def spoil(document: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Drop something, change it, add to it or repeat it, once or a few times."""
    document = copy.deepcopy(document)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        everything = places(document)
        if not everything:
            break
        *above, last = chance.choice(everything)
        holder: Any = document
        for step in above:
            holder = holder[step]
        match chance.randrange(5):
            case 0:
                del holder[last]
            case 1 | 2:
                holder[last] = copy.deepcopy(chance.choice(JUNK))
            case 3 if isinstance(holder, list):
                holder.append(chance.choice([str(chance.choice(PACK)), copy.deepcopy(holder[last])]))
            case 3:
                holder[chance.choice(["x", "", "house", "proof", "called", "seed", "plays", "9"])] = chance.choice(JUNK)
            case _:
                value = holder[last]
                holder[last] = value + 1 if isinstance(value, int) else [value]
    return document


CHANCES = st.integers(0, 2**32)


@thorough
@given(matches(), CHANCES)
def test_a_spoiled_position_is_refused_or_can_be_played(match: AnyMatch, seed: int) -> None:
    """Never any other error; and what is accepted is a match with moves until its end."""
    chance = random.Random(seed)
    document = spoil(cast("dict[str, Any]", match.position()), chance)

    read, refused = tried(lambda: hr.Match.from_position(match.game, document))
    if read is None:
        assert isinstance(refused, hr.PositionError)
        return
    assert again(read).position() == read.position()
    cards = read.game.cards(read.state)
    for _ in range(15):
        assert bool(read.to_act) == (read.outcome is None)
        assert all(read.legal(seat) for seat in read.to_act)
        play_on(read, chance, 1)
        assert read.game.cards(read.state) == cards


@thorough
@given(matches(), CHANCES, st.booleans())
def test_a_spoiled_record_is_refused_or_replays(match: AnyMatch, seed: int, resumed: bool) -> None:
    """Never any other error than that it is a bad record."""
    if resumed:
        match = again(match)
        play_on(match, random.Random(seed), 5)
    document = spoil(cast("dict[str, Any]", match.record()), random.Random(seed))

    read, refused = tried(lambda: hr.Match.from_record(document))
    if read is None:
        assert isinstance(refused, hr.RecordError)
    else:
        assert hr.Match.from_record(read.record()).position() == read.position()


@quick
@given(st.one_of(st.binary(), st.text(st.characters(codec="utf-8"))))
@example(b"\xff")
@example("[]")
@example('{"format": 1}')
@example("null")
def test_any_text_is_a_bad_record(text: str | bytes) -> None:
    """What is no record is refused as one."""
    with pytest.raises(hr.RecordError) as refused:
        hr.Match.from_record(text)

    assert refused.value.code == "bad-record"


def house(name: str) -> dict[str, Any]:
    text = resources.files("houserules.games").joinpath(f"shedding/variants/{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@settings(thorough, max_examples=250)
@given(st.sampled_from(["shithead", "duel", "smellyhead"]), CHANCES)
def test_a_spoiled_house_is_refused_or_can_be_played(name: str, seed: int) -> None:
    """Never any other error; every problem is a line of its own; and what is accepted deals and goes on."""
    chance = random.Random(seed)
    document = spoil(house(name), chance)

    game, refused = tried(lambda: hr.load(document))
    if game is None:
        assert isinstance(refused, hr.RulesError)
        assert refused.problems
        assert all(refused.problems)
        return
    match = hr.Match.new(game, seats=game.seats.start, seed="x")
    cards = game.cards(match.state)
    play_on(match, chance, 40)
    assert game.cards(match.state) == cards
    assert bool(match.to_act) == (match.outcome is None)


# -- Single documents that must be refused ---------------------------------------------------------------------------


def changed(document: dict[str, Any], value: object, *path: str) -> dict[str, Any]:
    """The document with another value at a path."""
    document = copy.deepcopy(document)
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return document


@pytest.mark.parametrize(
    "position",
    [
        pytest.param(table("3C", "4C", x=1), id="unknown key"),
        pytest.param(table("3C", "3C"), id="a card twice"),
        pytest.param(table("3C jj", "JJ", pile="jj"), id="three Jokers"),
        pytest.param(table("3C"), id="one seat"),
        pytest.param(table(*["3C"] * 9), id="nine seats"),
        pytest.param(table("3C / 4C 5C 6C 7C", "9C"), id="four face up"),
        pytest.param(table("3C / / 4C 5C 6C 7C", "9C"), id="four blind"),
        pytest.param(table("3C", "4C", to_act=2), id="no such seat to act"),
        pytest.param(table("3C", "", "4C", to_act=1), id="a seat that is out to act"),
        pytest.param(table("3C", "4C", to_act=True), id="true is no seat"),
        pytest.param(table("3C", "4C", direction=0), id="no direction"),
        pytest.param(table("3C", "4C", phase="mainPlay"), id="no such phase"),
        pytest.param(table("3C", "4C", phase="setup", pile="5C"), id="a pile in the setup"),
        pytest.param(table("3C", "4C", phase="setup", ready=[0, 1]), id="all are ready"),
        pytest.param(table("3C", "4C", ready=[0]), id="ready in play"),
        pytest.param(table("3C", "4C", pending="target"), id="a target without a Joker"),
        pytest.param(table("3C", "4C", pile="jj", pending="call"), id="a call in a game without calls"),
        pytest.param(table("3C", "4C", pending_zone="hand"), id="a zone of nothing pending"),
        pytest.param(table("3C", "4C", out=[0]), id="out with cards"),
        pytest.param(table("3C", "4C", "", "", out=[2]), id="not all that are out"),
        pytest.param(table("", ""), id="no cards"),
        pytest.param(table("3C", "4C", plays=2001), id="too many plays"),
        pytest.param(table("3C", "4C", seed=7), id="a seed that is no text"),
        pytest.param(table("3C", "4C", game="duel"), id="another game"),
        pytest.param(table("", "", pile="5C jj", pending="target"), id="nobody can take the pile"),
        pytest.param(table("3C", "", pile="5C jj", pending="target"), id="one seat left, and still a target"),
        pytest.param(table("3C", "4C", phase="setup", to_act="x"), id="a seat that is no number, in the setup"),
        pytest.param(table("3C", "", to_act="x"), id="a seat that is no number, at the end"),
    ],
)
def test_positions_that_cannot_be_are_refused(position: dict[str, JSON]) -> None:
    """Each of them contradicts the rules or itself, and the refusal says where."""
    with pytest.raises(hr.PositionError) as refused:
        hr.Match.from_position(hr.load("shithead"), position)

    assert refused.value.code == "bad-position"
    assert refused.value.path


@pytest.mark.parametrize("document", [None, [], "x", 7], ids=repr)
def test_what_is_no_document_is_no_position(document: Any) -> None:
    """A list, a text or nothing at all: refused like any other bad position."""
    with pytest.raises(hr.PositionError):
        hr.Match.from_position(hr.load("shithead"), document)


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (99, ("powers", "7", "do", "low")),
        (True, ("powers", "7", "do", "low")),
        (0, ("powers", "7", "do", "low")),
        (["3"] * 70, ("deal", "order")),
        (["3", "3"], ("deal", "order")),
        ([9, 2], ("seats",)),
        (7, ("powers",)),
        ({"1": {"do": []}}, ("powers",)),
        ({2: {"do": []}}, ("powers",)),
        ("yes", ("deck", "jokers")),
    ],
)
def test_houses_that_cannot_be_played_are_refused(value: object, path: tuple[str, ...]) -> None:
    """With a line for each problem that names its key."""
    if path[-1] == "low":
        value, path = [{"low": {"limit": value, "compare": "<="}}], path[:-1]

    with pytest.raises(hr.RulesError) as refused:
        hr.load(changed(house("shithead"), value, *path))

    assert any(path[0] in problem for problem in refused.value.problems)


@pytest.mark.parametrize("value", ["a\0.toml", "\ud800.toml", "no/such.toml", "no such game", ""])
def test_games_that_are_not_there_are_refused(value: str) -> None:
    """By name or by path, also where the path cannot be one."""
    with pytest.raises(hr.HouseRulesError) as refused:
        hr.load(value)

    assert refused.value.code in {"unknown-game", "bad-house"}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", 2),
        ("format", True),
        ("game", "a\0.toml"),
        ("game", "chess"),
        ("rules", "0000"),
        ("seats", 9),
        ("seats", True),
        ("seed", "\ud800"),
        ("seed", None),
        ("rules", "\ud800"),
        ("outcome", "\ud800"),
        ("moves", [[0, "ready"], [0, "ready"]]),
        ("moves", [[9, "ready"]]),
        ("moves", [[0, "fly"]]),
        ("outcome", {"places": [1, 2], "payoffs": [1.0, 0.0], "reason": "one-left"}),
        ("position", table("3C", "4C")),
        ("x", 1),
    ],
)
def test_records_that_cannot_be_are_refused(key: str, value: JSON) -> None:
    """Whatever is wrong with it: it is a bad record, with a sentence that says why."""
    with pytest.raises(hr.RecordError) as refused:
        hr.Match.from_record({**dealt(2).record(), key: value})

    assert refused.value.code == "bad-record"
    assert refused.value.message
