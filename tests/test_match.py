"""Match: the public face as examples and clients use it, events, undo, records."""

from __future__ import annotations

import copy
import inspect
import json
import random
import re
import types
from contextlib import suppress
from importlib import resources
from tomllib import loads
from typing import Any, cast

import pytest

import houserules as hr
from tests.positions import AnyMatch, dealt, given, moves, refusal, shown, told

# -- The public face -------------------------------------------------------------------------------------------------


def test_all_is_exactly_the_public_names() -> None:
    """Whatever the package offers is listed, and whatever is listed is there."""
    public = {
        name for name, value in vars(hr).items() if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }

    assert set(hr.__all__) == public
    assert len(set(hr.__all__)) == len(hr.__all__)


def test_a_match_is_played_by_the_public_face() -> None:
    """load, new, to_act, legal, play with a text and with a value, view of a seat and of a spectator, outcome."""
    match = hr.Match.new(hr.load("shithead"), seats=4, seed="friday")
    assert match.to_act == (0, 1, 2, 3)
    assert match.outcome is None

    for seat in range(4):
        assert match.legal(seat)[-1] == hr.Ready()
        match.play(seat, "ready")
    first = match.to_act[0]
    move = match.legal(first)[0]
    assert isinstance(move, hr.Move)
    events = match.play(first, move)

    assert all(isinstance(event, hr.Event) for event in events)
    assert match.moves[-1] == (first, move)
    assert match.view(first).seat == first
    assert match.view(None).seat is None
    assert match.view(None).legal == ()


def test_seats_and_seed_are_named_arguments() -> None:
    """Match.new(game, seats=..., seed=..., proof=..., begins=..., tribute=...): nobody has to remember an order."""
    parameters = inspect.signature(hr.Match.new).parameters

    assert list(parameters) == ["game", "seats", "seed", "proof", "begins", "tribute"]
    assert all(one.kind is inspect.Parameter.KEYWORD_ONLY for name, one in parameters.items() if name != "game")


def test_a_text_and_a_value_are_the_same_move() -> None:
    """What `legal` lists may be played as it is or as its text, with the same effect."""
    by_value, by_text = (given("3C 9D 9H / TH / 2S", "KH QS", pile="6H", stock="4C AD") for _ in range(2))

    for move in by_value.legal(0):
        assert by_value.play(0, move) == by_text.play(0, str(move))
        assert by_value.position() == by_text.position()
        by_value.undo()
        by_text.undo()


def test_legal_lists_values_whose_text_is_the_move() -> None:
    """The texts that the terminal, the engine and records use."""
    match = given("9D 9H KC", "KH QS", pile="6H")

    assert match.legal(0)[0] == hr.Play((hr.Card.read("9D"),))
    assert moves(match, 0) == ["play 9D", "play 9H", "play 9D 9H", "play KC"]
    assert match.legal(1) == ()


@pytest.mark.parametrize(
    ("move", "code"),
    [("play 3C", "not-playable"), ("fly", "unreadable"), ("play AS", "not-held"), ("take", "must-play")],
)
def test_an_illegal_move_has_a_code_and_a_message(move: str, code: str) -> None:
    """hr.IllegalMove, which is a ValueError too; its text is the message."""
    match = given("3C 9D", "KH QS", pile="6H")

    with pytest.raises(hr.IllegalMove) as refused:
        match.play(0, move)

    assert refused.value.code == code
    assert refused.value.message
    assert str(refused.value) == refused.value.message
    assert isinstance(refused.value, ValueError)
    assert isinstance(refused.value, hr.HouseRulesError)


@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_there_are_only_the_seats_that_there_are(seat: int) -> None:
    """legal, view and play refuse a seat that is not at the table."""
    match = given("3C 9D", "KH QS", pile="6H")

    assert refusal(match, seat, "take") == "bad-seats"
    with pytest.raises(hr.SeatsError):
        match.legal(seat)
    with pytest.raises(hr.SeatsError):
        match.view(seat)


@pytest.mark.parametrize("seats", [0, 1, 9, -1, True, 2.0, "2"])
def test_a_match_needs_as_many_as_its_game_is_for(seats: Any) -> None:
    """Any other number is refused, and what is no number too."""
    with pytest.raises(hr.SeatsError) as refused:
        hr.Match.new(hr.load("shithead"), seats=seats)

    assert refused.value.code == "bad-seats"
    assert "2 to 8" in refused.value.message


def test_the_same_seed_deals_the_same_cards() -> None:
    """And without one each deal is new, with a seed of its own that its record keeps."""
    same = [dealt(3, "x").position() for _ in range(2)]
    fresh = [hr.Match.new(hr.load("shithead"), seats=3) for _ in range(2)]

    assert same[0] == same[1]
    assert fresh[0].position() != fresh[1].position()
    assert hr.Match.from_record(fresh[0].record()).position() == fresh[0].position()


def test_the_outcome_has_places_payoffs_and_the_reason() -> None:
    """For each seat its place, and payoffs evenly from 1 for the first to 0 for the last."""
    match = given("9D", "", "KH QS", out=[1])
    before = match.outcome

    match.play(0, "play 9D")

    assert before is None
    assert match.to_act == ()
    assert match.outcome is not None
    assert match.outcome.places == (2, 1, 3)
    assert match.outcome.payoffs == (0.5, 1.0, 0.0)
    assert match.outcome.reason
    assert refusal(match, 2, "play KH") == "over"


def test_from_position_is_where_it_says() -> None:
    """The example of the documentation: nothing fits, so the pile must be taken."""
    position = {
        "game": "shithead",
        "seats": [{"hand": ["3C", "4D"], "up": ["TH"], "blind": ["2S"]}, {"hand": ["KH"], "up": [], "blind": []}],
        "pile": ["5H", "8C"],
        "stock": ["9C", "QD"],
        "burned": [],
        "to_act": 0,
        "direction": 1,
        "phase": "play",
        "pending": None,
    }
    before = copy.deepcopy(position)

    match = hr.Match.from_position(hr.load("shithead"), position)

    assert match.to_act == (0,)
    assert moves(match, 0) == ["take"]
    assert match.seed is None
    assert position == before, "the document is left as it was"
    assert {key: match.position()[key] for key in position} == position


def test_a_match_hands_out_nothing_that_changes_it() -> None:
    """Positions and records are the caller's own, moves and events are tuples."""
    match = dealt(2)
    position, record = match.position(), match.record()

    cast("list[Any]", match.position()["stock"]).clear()
    cast("list[Any]", match.record()["moves"]).append([0, "take"])

    assert (match.position(), match.record()) == (position, record)
    assert match.moves == ()
    assert match.events(None) == ()


# -- undo ------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_one_move_and_says_which() -> None:
    """The match is as before, and may go on in another way."""
    match = given("3C 9D KC", "KH QS", pile="6H", stock="4C AD")
    before = match.position(), match.record(), match.view(0), match.view(None)
    match.play(0, "play 9D")

    assert match.undo() == hr.read_move("play 9D")
    assert (match.position(), match.record(), match.view(0), match.view(None)) == before
    match.play(0, "play KC")
    assert match.moves == ((0, hr.read_move("play KC")),)


@pytest.mark.parametrize(
    ("count", "why"),
    [
        (1, "1 move cannot be taken back: nobody has moved yet"),
        (2, "2 moves cannot be taken back: nobody has moved yet"),
    ],
)
def test_undo_counts_in_plain_english(count: int, why: str) -> None:
    with pytest.raises(hr.HouseRulesError) as refused:
        hr.Match.new(hr.load("shithead"), seats=2, seed="none").undo(count)
    assert str(refused.value) == why


def test_undo_reopens_a_match_that_was_over() -> None:
    """The last move may be taken back too."""
    match = given("9D", "KH QS")
    match.play(0, "play 9D")
    ended = match.outcome

    match.undo()

    assert ended is not None
    assert match.outcome is None
    assert match.to_act == (0,)


@pytest.mark.parametrize("match", [dealt(2), given("9D", "KH")], ids=["dealt", "set up"])
def test_undo_at_the_start_is_refused(match: AnyMatch) -> None:
    """There is nothing before the deal or the position, also after as many undos as moves."""
    first = match.to_act[0]
    match.play(first, match.legal(first)[0])
    match.undo()
    before = match.position()

    with pytest.raises(hr.RequestError) as refused:
        match.undo()

    assert refused.value.code == "bad-request"
    assert match.position() == before


# -- Events ----------------------------------------------------------------------------------------------------------


def test_events_hide_what_others_drew() -> None:
    """Who drew sees the cards; all others, and a spectator, see how many."""
    match = given("3C 9D KC", "KH QS", pile="6H", stock="4C AD")
    own = match.play(0, "play 9D")

    assert hr.to_document(own[-1]) == {"event": "drew", "seat": 0, "count": 1, "cards": ["4C"]}
    assert match.events(0) == own
    for viewer in (1, None):
        assert told(match, viewer)[-1] == {"event": "drew", "seat": 0, "count": 1, "cards": None}
        assert told(match, viewer)[0] == {"event": "played", "seat": 0, "zone": "hand", "cards": ["9D"]}


def test_play_tells_the_mover_what_events_tell_it_later() -> None:
    """play(seat) is what events(seat, since the move before) gives, in a whole match."""
    match = dealt(3, "events")
    chance = random.Random(1)
    for _ in range(100):
        if not match.to_act:
            break
        seat = chance.choice(match.to_act)
        before = len(match.moves)
        legal = match.legal(seat)
        said = match.play(seat, legal[-1] if legal[-1] == hr.Ready() else chance.choice(legal))
        assert said == match.events(seat, before)
        assert said

    for viewer in (0, 1, 2, None):
        everything = match.events(viewer)
        assert match.events(viewer, len(match.moves)) == ()
        since = match.events(viewer, 20)
        assert since == everything[len(everything) - len(since) :]
        assert 0 < len(since) < len(everything)


def test_no_event_tells_anyone_a_card_that_is_hidden() -> None:
    """Every card in the events of a viewer was laid, turned over or taken in the open, or drawn by the viewer."""
    match = dealt(4, "secret")
    chance = random.Random(5)
    for _ in range(150):
        if not match.to_act:
            break
        seat = match.to_act[0]
        legal = match.legal(seat)
        position = cast("dict[str, Any]", match.position())
        open_cards = {card for at in position["seats"] for card in at["up"]} | {*position["pile"]}
        since = len(match.moves)
        move = legal[-1] if legal[-1] == hr.Ready() else chance.choice(legal)
        match.play(seat, move)
        for viewer in (*range(4), None):
            for event in map(cast("Any", hr.to_document), match.events(viewer, since)):
                match event:
                    case {"event": "drew"}:
                        assert (event["cards"] is None) == (viewer != seat)
                    case {"event": "played", "zone": "hand" | "up"}:
                        assert {hr.Card.read(card).rank for card in event["cards"]} == {
                            card.rank for card in cast("hr.Play", move).cards
                        }
                    case {"event": "took", "by": None} if not isinstance(move, hr.Flip):
                        assert open_cards.issuperset(event["cards"]) or {"jj", "JJ"} & {*event["cards"]}


def test_a_spectator_sees_no_hand() -> None:
    """Hands, blind cards and the stock are numbers."""
    view = shown(dealt(3), None)

    for seat in cast("list[dict[str, Any]]", view["seats"]):
        assert (seat["hand"], seat["blind"]) == (3, 3)
        assert len(seat["up"]) == 3
    assert view["stock"] == 54 - 27


# -- Records ---------------------------------------------------------------------------------------------------------


def a_record() -> dict[str, Any]:
    match = dealt(2)
    match.play(1, "ready")
    return match.record()


def test_a_record_is_the_rules_the_seed_and_the_moves() -> None:
    """And the outcome, to check them against; nothing that follows from these is in it."""
    assert a_record() == {
        "format": 1,
        "game": "shithead",
        "rules": hr.load("shithead").hash,
        "seats": 2,
        "seed": "table",
        "moves": [[1, "ready"]],
        "outcome": None,
    }


def test_a_record_of_a_position_begins_with_it() -> None:
    """It has no seed, and replays all the same."""
    match = given("9D", "KH QS")
    position = match.position()
    match.play(0, "play 9D")
    record = match.record()

    assert "seed" not in record
    assert record["position"] == position
    assert hr.Match.from_record(record).outcome == match.outcome


def test_a_record_goes_through_text_and_bytes() -> None:
    """A dict, a str and bytes are read alike, and what is read may be played on and undone."""
    record = a_record()
    text = json.dumps(record)

    for form in (record, text, text.encode()):
        match = hr.Match.from_record(form)
        assert match.record() == record
        match.play(0, "ready")
        assert match.undo() == hr.Ready()
        assert match.undo() == hr.Ready()
        assert match.to_act == (0, 1)


@pytest.mark.parametrize("number", [0, 2, -1, "1", 1.5, None, [1], True])
def test_a_record_of_another_format_is_refused_with_both_numbers(number: object) -> None:
    """The sentence says what is read here and what the record says."""
    with pytest.raises(hr.RecordError) as refused:
        hr.Match.from_record({**a_record(), "format": number})

    assert "format 1" in refused.value.message
    assert repr(number) in refused.value.message


def test_a_record_of_other_rules_is_refused_with_both_hashes() -> None:
    """Moves of one game mean nothing in another, also if they happen to be legal there."""
    with pytest.raises(hr.RecordError) as refused:
        hr.Match.from_record({**a_record(), "rules": "0123456789abcdef"})

    assert "0123456789abcdef" in refused.value.message
    assert hr.load("shithead").hash in refused.value.message


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"moves": [[1, "ready"], [0, "take"]]}, "move 2, by seat 0: it is a move of another phase"),
        ({"moves": [[1, "ready"], [1, "ready"]]}, "move 2, by seat 1: it was the turn of another seat"),
        ({"moves": [[5, "ready"]]}, "seat 5"),
        ({"moves": [["0", "ready"]]}, "moves"),
        ({"seats": 9}, "2 to 8"),
        ({"outcome": {"places": [1, 2], "payoffs": [1.0, 0.0], "reason": "x"}}, "outcome"),
        ({"game": "shithaed"}, "shithead"),
        ({"house": {}}, "may not be called shithead"),
        ({"house": {}, "game": "friday"}, "extends"),
        ({"seed": None}, "seed or a position"),
        ({"more": 1}, "more"),
    ],
)
def test_a_broken_record_is_refused_with_the_reason(change: dict[str, object], reason: str) -> None:
    """Which move it is, or which key."""
    with pytest.raises(hr.RecordError) as refused:
        hr.Match.from_record({**a_record(), **change})

    assert reason in refused.value.message


@pytest.mark.parametrize("text", ["[" * 5000 + "]" * 5000, b"[" * 100_000], ids=["deep", "deep and open"])
def test_brackets_in_brackets_are_no_record(text: str | bytes) -> None:
    """However deep: refused like any other text that is none."""
    with pytest.raises(hr.RecordError):
        hr.Match.from_record(text)


def test_a_record_from_a_position_is_of_as_many_seats() -> None:
    """The number of seats that it states is that of its position."""
    record = given("9D", "KH QS").record()
    assert record["seats"] == 2

    with pytest.raises(hr.RecordError):
        hr.Match.from_record({**record, "seats": 7})


def friday() -> dict[str, Any]:
    """A house of one's own: shithead with five cards in hand."""
    text = resources.files("houserules.games").joinpath("shedding/variants/shithead.toml").read_text(encoding="utf-8")
    house = loads(text)
    house["name"] = "Friday"
    house["deal"]["hand"] = 5
    return house


def test_a_house_from_a_dict_is_carried_inside_the_record() -> None:
    """Whoever has the record has the rules, and replays it by them."""
    match = hr.Match.new(hr.load(friday()), seats=3, seed="x")
    for seat in range(3):
        match.play(seat, "ready")
    (first,) = match.to_act
    match.play(first, match.legal(first)[0])

    record = cast("dict[str, Any]", json.loads(json.dumps(match.record())))
    again = hr.Match.from_record(record)

    assert record["house"] == friday()
    assert record["rules"] == match.game.hash != hr.load("shithead").hash
    assert again.position() == match.position()
    assert again.game.id == match.game.id
    assert again.record() == record


def test_a_house_inside_a_record_that_was_changed_is_refused() -> None:
    """Its hash is not the one that the match was played by."""
    record = cast("dict[str, Any]", hr.Match.new(hr.load(friday()), seats=3, seed="x").record())
    record["house"]["deal"]["hand"] = 4

    with pytest.raises(hr.RecordError) as refused:
        hr.Match.from_record(record)

    assert "other rules" in refused.value.message


def test_a_house_changed_after_loading_changes_no_record() -> None:
    """The game was made of the document as it was then."""
    house = friday()
    match = hr.Match.new(hr.load(house), seats=3, seed="x")
    house["deal"]["hand"] = 4
    house["name"] = "Saturday"

    assert hr.Match.from_record(match.record()).position() == match.position()


# -- Proofs ----------------------------------------------------------------------------------------------------------


def test_a_proof_gives_the_seed_and_stays_with_the_match() -> None:
    """The secret and the salts make the seed; the record has all of it, and gives it back."""
    proof = hr.Proof.of("secret", ("a", "b"))
    match = hr.Match.new(hr.load("shithead"), seats=2, proof=proof)

    assert match.seed == proof.seed()
    assert proof.holds(proof.seed())
    assert not proof.holds("x")
    assert hr.Match.from_record(match.record()).proof == proof
    assert hr.Match.from_record(match.record()).record() == match.record()
    assert match.position() == hr.Match.new(hr.load("shithead"), seats=2, seed=proof.seed()).position()


@pytest.mark.parametrize(
    "other",
    [
        hr.Proof.of("another", ("a", "b")),
        hr.Proof.of("secret", ("b", "a")),
        hr.Proof.of("secret", ("a",)),
        hr.Proof.of("secret", ("a", "b", "")),
        hr.Proof.of("secret", ("ab", "")),
        hr.Proof(hr.Proof.of("x", ()).commitment, "secret", ("a", "b")),
    ],
)
def test_another_secret_salt_or_commitment_does_not_hold(other: hr.Proof) -> None:
    """Each part counts, and so does the order of the salts."""
    assert not other.holds(hr.Proof.of("secret", ("a", "b")).seed())


# -- What is kept of earlier moves -----------------------------------------------------------------------------------


def played_on(match: AnyMatch, moves: int, seed: int = 1) -> list[Any]:
    """Play random moves, and return for each moment from the first on what can be seen of it."""
    chance = random.Random(seed)
    seen = [(match.position(), match.view(0), match.view(None))]
    for _ in range(moves):
        if not match.to_act:
            break
        seat = match.to_act[0]
        match.play(seat, chance.choice(match.legal(seat)), at=match.seq // 7)
        seen.append((match.position(), match.view(0), match.view(None)))
    return seen


@pytest.mark.parametrize("game", ["shithead", "heart-of-five", "heroes"])
def test_every_earlier_moment_can_be_reached_again(game: str) -> None:
    """By `undo`, one move or many at a time, and by `state_after`; few states are kept, however long it lasts."""
    match = dealt(2, "long", game)
    seen = played_on(match, 700)
    assert match.seq == len(seen) - 1
    assert len(match._history.check_points) <= 8

    for seq in (0, 1, 31, 32, 33, match.seq // 2, match.seq):
        state = match.state_after(seq)
        assert (match.game.position(state), match.game.view(state, 0), match.game.view(state, None)) == seen[seq]
    chance = random.Random(2)
    while match.seq:
        count = chance.randrange(1, min(match.seq, 90) + 1)
        taken = match.moves[match.seq - count][1]
        before = match.events(None, match.seq - count - 1)
        assert match.undo(count) == taken
        assert (match.position(), match.view(0), match.view(None)) == seen[match.seq]
        assert match.events(None, match.seq - 1) == before[: len(match.events(None, match.seq - 1))]


def test_a_match_goes_on_after_undo_as_if_nothing_had_been() -> None:
    """Across check points: the record is that of a match in which the moves were never made."""
    straight, turned = dealt(2, "turn"), dealt(2, "turn")
    played_on(straight, 50)
    played_on(turned, 50)
    played_on(turned, 60, seed=9)
    turned.undo(turned.seq - 50)

    assert turned.record() == straight.record()
    played_on(straight, 40, seed=3)
    played_on(turned, 40, seed=3)
    assert turned.record() == straight.record()
    assert turned.events(1) == straight.events(1)


@pytest.mark.parametrize("count", [0, -1, 3])
def test_only_moves_that_were_made_are_taken_back(count: int) -> None:
    match = dealt(2)
    match.play(0, "ready")
    match.play(1, "ready")

    with pytest.raises(hr.RequestError):
        match.undo(count)
    assert match.seq == 2


def test_events_come_by_move() -> None:
    """With the number of the move, who made it, and what followed as the viewer may see it."""
    match = dealt(2)
    played_on(match, 45)

    made = list(match.moves_made(1, 40))
    assert [one.seq for one in made] == [41, 42, 43, 44, 45]
    assert [(one.seat, one.move) for one in made] == list(match.moves[40:])
    assert tuple(event for one in made for event in one.events) == match.events(1, 40)


def test_matches_share_moves_only_if_they_are_written_alike() -> None:
    """To Python True is 1; a record of somebody else must not say "flip True" for that reason."""
    one, other = (given("/ / 2S 3C", "KH QS", pile="4H") for _ in range(2))
    with suppress(hr.HouseRulesError):
        one.play(0, hr.Flip(True))
    other.play(0, hr.Flip(1))

    assert other.record()["moves"] == [[0, "flip 1"]]


def test_an_attempt_changes_nothing_until_it_is_made() -> None:
    match = dealt(2)
    before = match.position(), match.record()

    attempt = match.attempt(0, "ready")

    assert (match.position(), match.record(), match.seq) == (*before, 0)
    match.make(attempt)
    assert match.moves == ((0, hr.Ready()),)


# -- Records that are not whole --------------------------------------------------------------------------------------


def a_text() -> tuple[str, AnyMatch]:
    match = dealt(3, "broken")
    played_on(match, 30)
    return json.dumps(match.record()), match


def test_a_whole_record_has_no_reason_to_stop() -> None:
    text, match = a_text()
    for form in (text, text.encode(), json.loads(text)):
        again, reason = hr.Match.from_broken_record(form)
        assert reason is None
        assert again.record() == match.record()


def test_a_record_whose_end_is_missing_is_read_to_its_last_whole_move() -> None:
    """Wherever it was cut: as many moves as are whole, or a refusal if the deal itself is not there."""
    text, match = a_text()
    read: list[int] = []
    for end in range(len(text)):
        try:
            again, reason = hr.Match.from_broken_record(text[:end])
        except hr.RecordError:
            assert not read, "what was there of a shorter text is there of a longer one"
            continue
        assert reason is not None
        assert again.moves == match.moves[: again.seq]
        read.append(again.seq)

    assert read == sorted(read)
    assert set(read) == set(range(31))
    assert text[: text.index('"moves"')].count('"seed"') == 1, "what the deal needs is written before the moves"


def test_a_record_cut_within_a_letter_is_read_too() -> None:
    record = {**a_record(), "seed": "Käse"}
    data = json.dumps(record, ensure_ascii=False).encode()
    cut = data[: data.index("ä".encode()) + 1]

    with pytest.raises(hr.RecordError):
        hr.Match.from_broken_record(cut)


@pytest.mark.parametrize(
    ("change", "moves", "reason"),
    [
        (
            {"moves": [[1, "ready"], [0, "fly"], [0, "ready"]]},
            1,
            "move 2, by seat 0: its text is not a move of this game",
        ),
        ({"moves": [[1, "ready"], [0, "take"]]}, 1, "move 2, by seat 0: it is a move of another phase"),
        ({"moves": [[1, "ready"], [7, "ready"]]}, 1, "move 2"),
        ({"moves": [[1, "ready"], ["0", "ready"]]}, 1, "move 2 must be a seat and the text of a move"),
        ({"moves": [[1, "ready"], None]}, 1, "move 2"),
        ({"moves": 5}, 0, "moves are missing"),
        ({"outcome": {"places": [1, 2], "payoffs": [1.0, 0.0], "reason": "x"}}, 1, "outcome"),
        ({"outcome": "won"}, 1, "outcome"),
        ({"statistics": [1]}, 1, "statistics"),
        ({"times": [1, 2]}, 1, "1 move but times for 2"),
        ({"times": ["soon"]}, 1, "times"),
    ],
)
def test_a_record_is_read_up_to_what_is_wrong(change: dict[str, object], moves: int, reason: str) -> None:
    """With the reason; `from_record` refuses all of these."""
    record = {**a_record(), **change}

    match, why = hr.Match.from_broken_record(record)

    assert match.seq == moves
    assert why is not None
    assert reason in why
    with pytest.raises(hr.RecordError):
        hr.Match.from_record(record)


@pytest.mark.parametrize("name", hr.GAMES)
def test_why_a_record_stops_shows_nothing_hidden(name: str) -> None:
    """A match that is not over, and one of its moves is given to the next seat, or is made twice: the reason names no
    card, no bet and no slot. Each number in it is that of the move or of the seat."""
    game, chance = hr.load(name), random.Random(name)
    seats = game.seats.start
    match = hr.Match.new(game, seats=seats, seed=name)
    while match.to_act and match.seq < 60:
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
    record: Any = match.record()
    assert record["outcome"] is None
    reasons = set()
    for number, (seat, move) in enumerate(record["moves"]):
        for edited in ([[(seat + 1) % seats, move]], [[seat, move]] * 2, [[seat, "play 2C 2D 2H 2S"]]):
            moves = [*record["moves"][:number], *edited, *record["moves"][number + 1 :]]
            whole, reason = hr.Match.from_broken_record({**record, "moves": moves})
            if reason is not None and "statistics" not in reason:
                found = re.fullmatch(r"move (\d+), by seat (\d): ([a-z ]+)", reason)
                assert found is not None, reason
                assert int(found[1]) == whole.seq + 1
                reasons.add(found[3])
    assert len(reasons) > 1


def test_why_a_finished_record_is_wrong_is_told_in_full() -> None:
    """Then nothing is hidden any more."""
    outcome = {"places": [1, 2], "payoffs": [1.0, 0.0], "reason": "one-left"}

    with pytest.raises(hr.RecordError) as refused:
        hr.Match.from_record({**a_record(), "moves": [[1, "ready"], [0, "take"]], "outcome": outcome})

    assert refused.value.message.startswith("move 2, 'take' by seat 0: ")


@pytest.mark.parametrize("text", ["", "nonsense", "[", '{"format": 1', b"\xff\xfe", "[" * 100_000])
def test_what_holds_no_deal_is_refused(text: str | bytes) -> None:
    with pytest.raises(hr.RecordError):
        hr.Match.from_broken_record(text)
