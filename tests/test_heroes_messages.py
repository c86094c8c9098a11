"""The messages of H3ROES C4RDS' own clients, field by field, for a whole recorded match.

What is expected is worked out here from the full positions before and after each move, hidden cards and all, so it
shares nothing with the code that writes messages from views and events.
"""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import houserules as hr
from houserules.core import Add, Bet, Pick, Subtract
from houserules.errors import WireError
from houserules.games.heroes.events import Shown
from houserules.games.heroes.game import Heroes
from houserules.games.heroes.message import Message
from houserules.games.heroes.messages import INSTRUCTIONS, opening
from houserules.games.heroes.said import AGAIN, TYPES, read_message
from houserules.games.heroes.view import View
from tests.heroes_told import after
from tests.positions import AnyMatch

RECORD = Path(__file__).resolve().parent / "data" / "heroes_match.json"
POSITIONS = list[dict[str, Any]]


def replayed() -> tuple[AnyMatch, POSITIONS]:
    """The recorded match, and its positions: one more than moves."""
    whole: AnyMatch = hr.Match.from_record(RECORD.read_bytes())
    match: AnyMatch = hr.Match.new(whole.game, seats=2, seed=whole.seed)
    positions: POSITIONS = [match.position()]
    for seat, move in whole.moves:
        match.play(seat, move)
        positions.append(match.position())
    return match, positions


def view(match: AnyMatch, seat: int) -> View:
    found = match.view(seat)
    assert isinstance(found, View)
    return found


def written(messages: list[Message]) -> list[tuple[str, Any]]:
    """As they come out of JSON at the other end."""
    return [(message.type, json.loads(msgspec.json.encode(message.payload))) for message in messages]


# -- What is expected ------------------------------------------------------------------------------------------------


def power(position: dict[str, Any], owner: int, card: int) -> int:
    return int(card or position["players"][owner]["joker_power"])


def expected_sync(position: dict[str, Any], seat: int) -> tuple[str, Any]:
    own, rival = position["players"][seat], position["players"][1 - seat]
    betting = position["phase"] == "betting"
    selected = [position["picked"]["own"] is not None, position["picked"]["rival"] is not None]
    if position["phase"] == "initial_card_selection" and seat == 1:
        selected.reverse()
    return "sync_game_state", {
        "player_id": seat + 1,
        "phase": position["phase"],
        "current_player": position["current"] or 1,
        "round_number": position["round"],
        "turn_number": position["turn"],
        "own_revealed_cards": own["revealed"],
        "opponent_revealed_cards": rival["revealed"],
        "own_joker_values": {slot: own["joker_power"] for slot, card in own["revealed"].items() if card == 0},
        "credits": own["credits"],
        "points": own["points"],
        "current_bet": own["bet"],
        "opponent_credits": rival["credits"],
        "opponent_points": rival["points"],
        "opponent_bet": 0 if betting else rival["bet"],
        "current_turn": {"own_card_selected": selected[0], "rival_card_selected": selected[1]},
    }


def expected_phase(position: dict[str, Any], phase: str, current: int, **more: int) -> tuple[str, Any]:
    return "phase_change", {
        "phase": phase,
        "current_player": current,
        "message": INSTRUCTIONS[phase].format(current=current, difference=more.get("power_difference")),  # type: ignore[index]
        "turn_number": position["turn"],
        "round_number": position["round"],
        **more,
    }


def expected(
    before: dict[str, Any], position: dict[str, Any], mover: int, move: str, seat: int
) -> list[tuple[str, Any]]:
    """All messages that a move brings to one player."""
    messages: list[tuple[str, Any]] = []
    word, _, argument = move.partition(" ")
    players = before["players"]
    over = False
    if word == "pick":
        messages += expected_pick(before, position, mover, argument, seat)
        battle = messages[-1][1] if messages[-1][0] == "battle_result" else None
        over = battle is not None and battle["winner"] != mover + 1 and before["turn"] == 10
    elif word in ("add", "subtract"):
        over = before["turn"] == 10
    if over:
        messages += expected_end(before, position, mover, word)
    phase = position["phase"]
    if phase == "power_choice":
        cards = [
            players[mover]["revealed"] | position["players"][mover]["revealed"],
            position["players"][1 - mover]["revealed"],
        ]
        picked = position["picked"]["own"], position["picked"]["rival"]
        powers = [
            power(position, owner, cards[place][str(slot)])
            for place, (owner, slot) in enumerate(zip((mover, 1 - mover), picked, strict=True))
        ]
        messages.append(expected_phase(position, phase, mover + 1, power_difference=powers[0] - powers[1]))
    elif phase != before["phase"] and phase != "game_over" and not (over and phase == "betting"):
        messages.append(expected_phase(position, phase, position["current"] or 1))
    return [*messages, expected_sync(position, seat)]


def expected_pick(
    before: dict[str, Any], position: dict[str, Any], mover: int, slot: str, seat: int
) -> list[tuple[str, Any]]:
    rivals = before["phase"] == "card_selection_rival"
    owner = 1 - mover if rivals else mover
    card = before["players"][owner]["hand"][slot]
    selected = {
        "selecting_player": mover + 1,
        "target_player": owner + 1,
        "slot_index": int(slot),
        "card_id": card,
        "card_power": power(before, owner, card),
        "is_own_selection": not rivals,
    }
    messages: list[tuple[str, Any]] = [("card_selected", selected)]
    if before["phase"] == "initial_card_selection" and position["starter"] is not None:
        own, rival = before["picked"]["own"], before["picked"]["rival"]
        cards = [card if owner == 0 else before["players"][0]["revealed"][str(own)]]
        cards.append(card if owner == 1 else before["players"][1]["revealed"][str(rival)])
        messages.append(
            ("initial_turn_determined", two_cards(before, cards) | {"starting_player": position["starter"]})
        )
    if rivals:
        mine = before["players"][mover]["revealed"][str(before["picked"]["own"])]
        cards = [mine, card] if mover == 0 else [card, mine]
        messages.append(expected_phase(before, "battle", mover + 1))
        if mine == 67 and seat == mover:
            left = {other: held for other, held in before["players"][owner]["hand"].items() if other != slot}
            messages.append(("dr_manhattan_reveal", {"rival_hand": left, "duration": 5}))
        powers = [power(before, which, cards[which]) for which in (0, 1)]
        winner = 1 if powers[0] > powers[1] else 2 if powers[1] > powers[0] else 0
        result = {"winner": winner, "power_difference": abs(powers[0] - powers[1]), "turn_number": before["turn"]}
        messages.append(("battle_result", result | two_cards(before, cards)))
    return messages


def two_cards(position: dict[str, Any], cards: list[int]) -> dict[str, int]:
    return {
        "p1_card": cards[0],
        "p1_power": power(position, 0, cards[0]),
        "p2_card": cards[1],
        "p2_power": power(position, 1, cards[1]),
    }


def expected_end(before: dict[str, Any], position: dict[str, Any], mover: int, word: str) -> list[tuple[str, Any]]:
    """After the last turn: the round, and the next one or the end of the match."""
    points = [before["players"][seat]["points"] for seat in (0, 1)]
    if word != "pick":
        own, rival = (
            before["players"][owner]["revealed"][str(before["picked"][name])]
            for owner, name in ((mover, "own"), (1 - mover, "rival"))
        )
        gain = power(before, mover, own) - power(before, 1 - mover, rival)
        points[mover] += gain if word == "add" else -gain
    distances = [abs(34 - value) for value in points]
    winner = 1 if distances[0] < distances[1] else 2 if distances[1] < distances[0] else 0
    bets = [before["players"][seat]["bet"] for seat in (0, 1)]
    changes = [bets[seat] if winner == seat + 1 else -bets[seat] for seat in (0, 1)]
    purses = [before["players"][seat]["credits"] + changes[seat] for seat in (0, 1)]
    messages = [
        expected_phase(before, "round_end", 1),
        (
            "round_end",
            {
                "round_winner": winner,
                "p1_final_points": points[0],
                "p2_final_points": points[1],
                "p1_distance_from_34": distances[0],
                "p2_distance_from_34": distances[1],
                "credit_changes": {"p1_change": changes[0], "p2_change": changes[1]},
                "new_credits": {"p1_credits": purses[0], "p2_credits": purses[1]},
            },
        ),
    ]
    if position["phase"] == "betting":
        return [*messages, expected_phase(position, "init", 1), expected_phase(position, "betting", 1)]
    result = "real_winner" if max(purses) >= 1000 else "busted"
    best = 1 if purses[0] > purses[1] else 2 if purses[1] > purses[0] else 0
    over = {"result": result, "winner": best, "final_credits": purses, "waiting_for_continue": True}
    return [*messages, expected_phase(position, "game_over", 1), ("game_over", over)]


# -- The recorded match ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_every_message_of_a_recorded_match(seat: int) -> None:
    """Each move, each field, for both players."""
    whole, positions = replayed()
    match: AnyMatch = hr.Match.new(whole.game, seats=2, seed=whole.seed)
    start = positions[0]
    assert written(opening(view(match, seat))) == [
        expected_phase(start, "init", 1),
        expected_phase(start, "betting", 1),
        expected_sync(start, seat),
    ]

    for number, (mover, move) in enumerate(whole.moves):
        match.play(mover, move)
        messages = written(after(match.events(seat, since=number), view(match, seat)))
        wanted = expected(positions[number], positions[number + 1], mover, str(move), seat)
        assert messages == wanted, f"move {number + 1}: {move} by seat {mover}"


def test_the_recorded_match_has_everything_in_it() -> None:
    """All messages, both players as starter, the Joker open, Dr. Manhattan, a bet changed and one taken back."""
    match, positions = replayed()
    types = {message.type for seat in (0, 1) for message in after(match.events(seat), view(match, seat))}

    assert types == {
        "sync_game_state", "card_selected", "dr_manhattan_reveal", "battle_result", "initial_turn_determined",
        "phase_change", "round_end", "game_over",
    }  # fmt: skip
    assert {position["starter"] for position in positions} == {None, 1, 2}
    assert any(0 in player["revealed"].values() for position in positions for player in position["players"])
    assert "bet 0" in [str(move) for _, move in match.moves]
    assert match.outcome is not None


@pytest.mark.parametrize("seat", [0, 1])
def test_events_of_the_wrong_player_tell_nothing(seat: int) -> None:
    """Whoever's events are handed over, the messages are for the player of the view."""
    match, _ = replayed()
    now = view(match, seat)
    reveal = Shown(1 - seat, {3: 12, 5: 0})

    assert after([reveal], now) == after((), now)
    assert after([Shown(seat, {3: 12})], now)[0].type == "dr_manhattan_reveal"
    assert after([*match.events(1 - seat)], now) == [
        message for message in after(match.events(seat), now) if message.type != "dr_manhattan_reveal"
    ]


def test_a_match_opens_once() -> None:
    """Later `resumed` is what a player needs; also before a later round, and for nobody who only looks on."""
    match, _ = replayed()
    start: AnyMatch = hr.Match.new(match.game, seats=2, seed=match.seed)
    spectator = start.view(None)
    assert isinstance(spectator, View)
    with pytest.raises(ValueError, match="a spectator is neither"):
        opening(spectator)
    for seat, move in match.moves:
        begun = start.position()
        if (begun["round"], begun["phase"]) == (1, "betting"):
            assert len(opening(view(start, seat))) == 3
        else:
            with pytest.raises(ValueError, match="opens with the bets of round 1"):
                opening(view(start, seat))
        start.play(seat, move)


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_hidden_is_in_any_message(seat: int) -> None:
    """Whatever a player cannot know is dealt anew before each move, and the messages up to there stay the same."""
    whole, _ = replayed()
    match: AnyMatch = hr.Match.new(whole.game, seats=2, seed=whole.seed)
    for number, (mover, move) in enumerate(whole.moves):
        twin = match.game.view(match.game.redeal(match.state, seat, number), seat)
        assert isinstance(twin, View)
        assert after((), twin) == after((), view(match, seat))
        match.play(mover, move)


def test_cards_in_slots_are_in_no_message_but_the_reveal() -> None:
    """No number of a hidden card comes where a card is named."""
    whole, positions = replayed()
    match: AnyMatch = hr.Match.new(whole.game, seats=2, seed=whole.seed)
    for number, (mover, move) in enumerate(whole.moves):
        match.play(mover, move)
        for seat in (0, 1):
            hidden = {card for player in positions[number + 1]["players"] for card in player["hand"].values()}
            if positions[number + 1]["round"] != positions[number]["round"]:
                continue
            for kind, payload in written(after(match.events(seat, since=number), view(match, seat))):
                named = {payload.get(key) for key in ("card_id", "p1_card", "p2_card")} - {None}
                for key in ("own_revealed_cards", "opponent_revealed_cards"):
                    named |= set(payload.get(key, {}).values())
                assert kind == "dr_manhattan_reveal" or not named & hidden


# -- What clients say ------------------------------------------------------------------------------------------------

SAYABLE: list[tuple[str, dict[str, object], object]] = [
    ("place_bet", {"amount": 10}, Bet(10)),
    ("place_bet", {"amount": 10.0}, Bet(10)),
    ("place_bet", {"amount": -0.0}, Bet(0)),
    ("place_bet", {"amount": 1_000_000}, Bet(1_000_000)),
    ("place_bet", {"amount": -5}, Bet(-5)),
    ("play_card", {"slot_index": 0}, Pick(0)),
    ("play_card", {"slot_index": 9.0, "card_id": 12}, Pick(9)),
    ("power_choice", {"choice": "add"}, Add()),
    ("power_choice", {"choice": "subtract"}, Subtract()),
]


@pytest.mark.parametrize(("kind", "fields", "move"), SAYABLE)
def test_a_message_of_a_client_in_each_shape(kind: str, fields: dict[str, object], move: object) -> None:
    """The fields alone, or in an envelope, whose action may be missing."""
    for payload in (fields, {"action": kind, "data": fields}, {"data": fields}, {"action": kind, **fields}):
        assert read_message(kind, payload) == move


@pytest.mark.parametrize(
    "payload", [None, {}, [], {"action": "continue_game"}, {"action": "continue_game", "data": []}]
)
def test_to_continue_is_not_a_move(payload: object) -> None:
    assert read_message("continue_game", payload) == AGAIN


@pytest.mark.parametrize(
    ("kind", "payload", "code", "why"),
    [
        ("place_bet", None, "bad-message", "place_bet comes with its fields in a map, and this is None"),
        ("place_bet", 10, "bad-message", "in a map, and this is 10"),
        ("place_bet", [10], "bad-message", "in a map"),
        ("place_bet", {"action": "place_bet", "data": 10}, "bad-message", "in a map, and this is 10"),
        ("place_bet", {}, "bad-message", "the field “amount” is missing"),
        ("place_bet", {"action": "play_card", "data": {"amount": 10}}, "bad-message", "“amount” is missing"),
        ("place_bet", {"amount": 1.5}, "bad-message", "“amount” is a whole number, and 1.5 is not"),
        ("place_bet", {"amount": "10"}, "bad-message", "whole number, and '10' is not"),
        ("place_bet", {"amount": True}, "bad-message", "whole number, and True is not"),
        ("place_bet", {"amount": None}, "bad-message", "whole number"),
        ("place_bet", {"amount": 1e300}, "bad-message", "whole number"),
        ("place_bet", {"amount": float("nan")}, "bad-message", "whole number"),
        ("place_bet", {"amount": float("inf")}, "bad-message", "whole number"),
        ("place_bet", {"amount": "x" * 1000}, "bad-message", "xxx… is not"),
        ("play_card", {}, "bad-message", "the field “slot_index” is missing"),
        ("play_card", {"slot_index": 10}, "bad-slot", "there is no slot 10: slots are 0 to 9"),
        ("play_card", {"slot_index": -1}, "bad-slot", "there is no slot -1"),
        ("play_card", {"slot_index": 3.5}, "bad-message", "whole number"),
        ("power_choice", {"choice": "multiply"}, "bad-choice", "'multiply' is no choice: choose “add” or “subtract”"),
        ("power_choice", {"choice": []}, "bad-choice", "choose “add” or “subtract”"),
        ("power_choice", {}, "bad-message", "the field “choice” is missing"),
        ("sync_game_state", {}, "unknown-type", "there is no message 'sync_game_state' here: send place_bet"),
        ("", None, "unknown-type", "there is no message '' here"),
    ],
)  # fmt: skip
def test_a_message_that_does_not_fit_is_refused(kind: str, payload: object, code: str, why: str) -> None:
    with pytest.raises(WireError, match=re.escape(why)) as refused:
        read_message(kind, payload)
    assert refused.value.code == code


@given(st.text() | st.sampled_from(TYPES), st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["action", "data", "amount", "slot_index", "choice", "x"]), inner),
))  # fmt: skip
def test_any_message_is_a_move_or_refused(kind: str, payload: object) -> None:
    try:
        said = read_message(kind, payload)
    except WireError as refused:
        assert len(refused.message) < 200  # noqa: PT017 - it may also be read
    else:
        assert said == AGAIN or isinstance(said, Heroes.moves)
