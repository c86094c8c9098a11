"""A message to the game's own clients."""

from __future__ import annotations

from typing import Literal

import msgspec

from houserules.core import JSON

Type = Literal[
    "sync_game_state",
    "card_selected",
    "dr_manhattan_reveal",
    "battle_result",
    "initial_turn_determined",
    "phase_change",
    "round_end",
    "game_over",
]


class Message(msgspec.Struct, frozen=True):
    type: Type
    payload: dict[str, JSON]
