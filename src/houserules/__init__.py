"""House Rules: card games of the Shithead family and their cousins, played by exact rules.

>>> import houserules as hr
>>> match = hr.Match.new(hr.load("shithead"), seats=3, seed="friday")
>>> match.to_act
(0, 1, 2)
"""

from .bots import Advice, Bot, bot
from .cards import Card, Rank, Suit
from .core import (
    Add,
    Bet,
    Call,
    Choose,
    Event,
    Flip,
    Game,
    Legal,
    Move,
    Names,
    Outcome,
    Pass,
    Peek,
    Pick,
    Play,
    Progress,
    Ready,
    Seat,
    Subtract,
    Swap,
    Take,
    Target,
    Try,
    View,
    from_json,
    read_move,
    to_document,
    to_json,
)
from .errors import (
    HouseRulesError,
    IllegalMove,
    NotationError,
    PositionError,
    RecordError,
    RequestError,
    RulesError,
    SeatsError,
    TableError,
    UnknownGame,
    ViewError,
)
from .games import GAMES, load
from .match import Match, Proof

__all__ = [
    "GAMES",
    "Add",
    "Advice",
    "Bet",
    "Bot",
    "Call",
    "Card",
    "Choose",
    "Event",
    "Flip",
    "Game",
    "HouseRulesError",
    "IllegalMove",
    "Legal",
    "Match",
    "Move",
    "Names",
    "NotationError",
    "Outcome",
    "Pass",
    "Peek",
    "Pick",
    "Play",
    "PositionError",
    "Progress",
    "Proof",
    "Rank",
    "Ready",
    "RecordError",
    "RequestError",
    "RulesError",
    "Seat",
    "SeatsError",
    "Subtract",
    "Suit",
    "Swap",
    "TableError",
    "Take",
    "Target",
    "Try",
    "UnknownGame",
    "View",
    "ViewError",
    "bot",
    "from_json",
    "load",
    "read_move",
    "to_document",
    "to_json",
]

__version__ = "0.1.0"
