"""The vocabulary that every game speaks: Game, Move, Event, Progress, View, Outcome."""

from .encoding import from_document, from_json, schema, to_document, to_json
from .events import Event, Names
from .game import Explanation, Game, Progress
from .moves import (
    FORMS,
    Add,
    AnyMove,
    Bet,
    Call,
    Choose,
    Flip,
    Move,
    Pass,
    Pick,
    Play,
    Ready,
    Subtract,
    Swap,
    Take,
    Target,
    read_move,
)
from .outcome import Outcome, Turn
from .seats import JSON, Seat, Viewer, is_number
from .views import NO_MOVES, Legal, View

__all__ = [
    "FORMS",
    "JSON",
    "NO_MOVES",
    "Add",
    "AnyMove",
    "Bet",
    "Call",
    "Choose",
    "Event",
    "Explanation",
    "Flip",
    "Game",
    "Legal",
    "Move",
    "Names",
    "Outcome",
    "Pass",
    "Pick",
    "Play",
    "Progress",
    "Ready",
    "Seat",
    "Subtract",
    "Swap",
    "Take",
    "Target",
    "Turn",
    "View",
    "Viewer",
    "from_document",
    "from_json",
    "is_number",
    "read_move",
    "schema",
    "to_document",
    "to_json",
]
