"""The messages of the game's own clients, written from views and events alone: nothing hidden can be in them.

A message is for one player. Players are 1 and 2 here, and dicts by slot have texts as keys, as JSON has them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from houserules.core import JSON, Event, Seat
from houserules.kernel.heroes import SLOTS

from .events import Battled, Began, Ended, PhaseChanged, Picked, RoundEnded, Shown
from .message import Message
from .state import Battle, Phase, Slots
from .view import View

DURATION: Final = 5
"""How many seconds a client shows the cards that Dr. Manhattan reveals."""

SLOT_TEXTS: Final = tuple(map(str, range(SLOTS)))

INSTRUCTIONS: Final[dict[Phase, str]] = {
    "init": "A new round: the cards are dealt",
    "betting": "Place your bets; nobody sees a bet until both stand",
    "initial_card_selection": "Each player turns over a card: the higher power starts",
    "card_selection_own": "Player {current}: turn over a card of your own",
    "card_selection_rival": "Player {current}: turn over a card of your rival's",
    "battle": "The two cards are compared",
    "power_choice": "Player {current}: add {difference} to your points or subtract it, to come near to 34",
    "round_end": "The round is over: who is nearer to 34?",
    "game_over": "The game is over",
}


def opening(view: View) -> list[Message]:
    """The first messages for a player of a new match. A player who joins a match in progress gets `resumed`."""
    if (view.round, view.phase) != (1, "betting"):
        raise ValueError(f"a match opens with the bets of round 1, and this one is in round {view.round}")
    began = [PhaseChanged(phase, None, view.turn, view.round) for phase in ("init", "betting")]
    return [*(_phase_change(event) for event in began), sync(view, _seat(view))]


def resumed(view: View) -> list[Message]:
    """For a player who comes back: how things stand, and what Dr. Manhattan showed that is still hidden."""
    seat = _seat(view)
    hidden = {slot: card for slot, card in view.known.items() if slot in view.players[1 - seat].slots}
    return [sync(view, seat), *([_reveal(hidden)] if hidden else [])]


def given_up(view: View) -> list[Message]:
    """The match is over because a player gave up: no event says so."""
    assert view.outcome is not None
    return [_over(view.outcome.reason, view.outcome.places.index(1), [player.credits for player in view.players])]


def written(event: Event) -> Message | None:
    """The message for an event as a player may see it; None if clients learn it by the next sync."""
    match event:
        case PhaseChanged():
            return _phase_change(event)
        case Picked():
            return _card_selected(event)
        case Shown(cards=dict() as cards):
            return _reveal(cards)
        case Battled(battle):
            return _battle_result(battle)
        case Began():
            return _initial_turn_determined(event)
        case RoundEnded():
            return _round_end(event)
        case Ended():
            return _game_over(event)
    return None


def hides(view: View) -> bool:
    """Does a player know something that belongs into `sync`, and that this view of everybody does not show?"""
    return view.phase == "betting"


def sync(view: View, seat: Seat) -> Message:
    """How things stand, for one player: the last message after each move. If it hides nothing, the view of everybody
    does as well as the player's own."""
    own, rival = view.players[seat], view.players[1 - seat]
    return Message(
        "sync_game_state",
        {
            "player_id": seat + 1,
            "phase": view.phase,
            "current_player": _current(view.current),
            "round_number": view.round,
            "turn_number": view.turn,
            "own_revealed_cards": _by_text(own.revealed),
            "opponent_revealed_cards": _by_text(rival.revealed),
            "own_joker_values": _by_text(own.joker_values),
            "credits": own.credits,
            "points": own.points,
            "current_bet": own.bet,
            "opponent_credits": rival.credits,
            "opponent_points": rival.points,
            "opponent_bet": rival.bet,
            "current_turn": _current_turn(view, seat),
        },
    )


def _by_text(cards: Slots) -> dict[str, JSON]:
    return {SLOT_TEXTS[slot]: card for slot, card in cards.items()}


def _current_turn(view: View, seat: Seat) -> dict[str, JSON]:
    """In turn 1 each player picks for itself, so there `own` is this player; later it is whose turn it is."""
    own, rival = view.picked.own is not None, view.picked.rival is not None
    if view.phase == "initial_card_selection" and seat == 1:
        own, rival = rival, own
    return {"own_card_selected": own, "rival_card_selected": rival}


def _phase_change(event: PhaseChanged) -> Message:
    current = _current(event.current)
    payload: dict[str, JSON] = {
        "phase": event.phase,
        "current_player": current,
        "message": INSTRUCTIONS[event.phase].format(current=current, difference=event.difference),
        "turn_number": event.turn,
        "round_number": event.round,
    }
    if event.difference is not None:
        payload["power_difference"] = event.difference
    return Message("phase_change", payload)


def _card_selected(event: Picked) -> Message:
    return Message(
        "card_selected",
        {
            "selecting_player": event.seat + 1,
            "target_player": event.owner + 1,
            "slot_index": event.slot,
            "card_id": event.card,
            "card_power": event.power,
            "is_own_selection": event.seat == event.owner,
        },
    )


def _reveal(cards: Slots) -> Message:
    return Message("dr_manhattan_reveal", {"rival_hand": _by_text(cards), "duration": DURATION})


def _battle_result(battle: Battle) -> Message:
    return Message(
        "battle_result",
        {
            "winner": _player(battle.winner),
            "power_difference": battle.difference,
            **_two_cards(battle.cards, battle.powers),
            "turn_number": battle.turn,
        },
    )


def _initial_turn_determined(event: Began) -> Message:
    return Message(
        "initial_turn_determined", {**_two_cards(event.cards, event.powers), "starting_player": event.starter + 1}
    )


def _two_cards(cards: tuple[int, int], powers: tuple[int, int]) -> dict[str, JSON]:
    return {"p1_card": cards[0], "p1_power": powers[0], "p2_card": cards[1], "p2_power": powers[1]}


def _round_end(event: RoundEnded) -> Message:
    return Message(
        "round_end",
        {
            "round_winner": _player(event.winner),
            "p1_final_points": event.points[0],
            "p2_final_points": event.points[1],
            "p1_distance_from_34": event.distances[0],
            "p2_distance_from_34": event.distances[1],
            "credit_changes": {"p1_change": event.changes[0], "p2_change": event.changes[1]},
            "new_credits": {"p1_credits": event.credits[0], "p2_credits": event.credits[1]},
        },
    )


def _game_over(event: Ended) -> Message:
    return _over(event.outcome.reason, event.winner, event.credits)


def _over(result: str, winner: Seat | None, owned: Sequence[int]) -> Message:
    return Message(
        "game_over",
        {
            "result": result,
            "winner": _player(winner),
            "final_credits": list(owned),
            "waiting_for_continue": True,
        },
    )


def _seat(view: View) -> Seat:
    if view.seat is None:
        raise ValueError("these messages are for player 1 or player 2: a spectator is neither")
    return view.seat


def _player(winner: Seat | None) -> int:
    """Nobody is 0."""
    return 0 if winner is None else winner + 1


def _current(seat: Seat | None) -> int:
    """Clients expect a player here also while it is nobody's turn: then it is 1."""
    return 1 if seat is None else seat + 1
