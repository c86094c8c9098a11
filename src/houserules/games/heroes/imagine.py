"""From a view to a match that fits it: what nobody has turned over is any card that lies nowhere else."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from houserules.core import Seat
from houserules.kernel import heroes as kernel

from .position import read_position
from .state import BOTH, State
from .view import View


def imagined(game: str, view: View) -> State:
    """A state with exactly this view, or a PositionError if the view contradicts itself."""
    known = {} if view.seat is None else {(1 - view.seat, slot): card for slot, card in view.known.items()}
    seen = {*known.values(), *(card for player in view.players for card in player.revealed.values())}
    unseen = iter([card for card in range(kernel.CARDS) if card not in seen and card != kernel.JOKER])
    state = read_position(
        game,
        {
            "game": game,
            "phase": view.phase,
            "current": _player(view.current),
            "round": view.round,
            "turn": view.turn,
            "starter": _player(view.starter),
            "picked": {"own": view.picked.own, "rival": view.picked.rival},
            "players": [_imagined_player(view, seat, known, unseen) for seat in BOTH],
        },
    )
    betting = state.kernel.phase == kernel.BETTING
    return replace(state, battle=view.battle, bets_said=view.has_bet if betting else state.bets_said)


def _imagined_player(
    view: View, seat: Seat, known: dict[tuple[Seat, int], int], unseen: Iterator[int]
) -> dict[str, object]:
    player = view.players[seat]
    hand = {slot: known.get((seat, slot), -1) for slot in player.slots}
    hand = {slot: next(unseen) if card < 0 else card for slot, card in hand.items()}
    values = [*player.joker_values.values()]
    return {
        "credits": player.credits,
        "points": player.points,
        "bet": player.bet,
        "hand": {str(slot): card for slot, card in hand.items()},
        "revealed": {str(slot): card for slot, card in player.revealed.items()},
        "joker_power": values[0] if values else 1 if kernel.JOKER in hand.values() else None,
        "known": list(view.known) if seat == view.seat else [],
    }


def _player(seat: Seat | None) -> int | None:
    """Positions count players from 1."""
    return None if seat is None else seat + 1
