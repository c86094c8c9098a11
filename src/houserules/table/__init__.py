"""Table: people and bots at one match after another, with no input, output, clock or chance of its own.

>>> from houserules import load
>>> from houserules.table import Player, Settings, Table, TableBots, run_bots
>>> game = load("shithead")
>>> table = Table.new(Settings.of(game, [Player("Ann"), Player("Ben", "bot", "hard")], seed="friday"))
>>> step = table.decide(0, "ready", now=1200)           # checked and computed; nothing has changed
>>> step.encode()                                       # a journal fits in here
b'{"type":"step","seq":1,"seat":0,"move":"ready","at":1200}'
>>> _ = table.commit(step)                              # now it is true
>>> bots = TableBots(game)
>>> for decision in run_bots(table, bots, clock=lambda: 1500):
...     pass                                            # bots move until Ann is to act again
>>> [seen.words for seen in table.since(0, 0)][0]       # what Ann may know of what happened after the deal
('You are ready',)
"""

from .advice import Reason, hint, hint_async, last_bot_move, why, why_async
from .bots import Clock, Decision, Failure, TableBots
from .clocks import Clocks, TimeControl
from .deeds import check_salt
from .from_record import replay_of_record, table_from_record
from .loop import Thinker, run_bots
from .past import answer_of, could_act_since, moves_were_taken_back
from .player import Player
from .policies import Policies
from .seen import Seen, ShownAt
from .session import MatchPlaces, SessionScore, Standing, who_decided
from .settings import Settings, usual_level
from .steps import (
    AgreeToTakeBack,
    AnyDeed,
    ChangeKey,
    ChangeTable,
    Deed,
    Forfeit,
    Mute,
    Pause,
    ReadyToDeal,
    Rematch,
    Reopened,
    Resume,
    Sit,
    Start,
    Step,
    TakeBack,
    TakeOver,
    TimedOut,
)
from .table import Table

__all__ = [
    "AgreeToTakeBack",
    "AnyDeed",
    "ChangeKey",
    "ChangeTable",
    "Clock",
    "Clocks",
    "Decision",
    "Deed",
    "Failure",
    "Forfeit",
    "MatchPlaces",
    "Mute",
    "Pause",
    "Player",
    "Policies",
    "ReadyToDeal",
    "Reason",
    "Rematch",
    "Reopened",
    "Resume",
    "Seen",
    "SessionScore",
    "Settings",
    "ShownAt",
    "Sit",
    "Standing",
    "Start",
    "Step",
    "Table",
    "TableBots",
    "TakeBack",
    "TakeOver",
    "Thinker",
    "TimeControl",
    "TimedOut",
    "answer_of",
    "check_salt",
    "could_act_since",
    "hint",
    "hint_async",
    "last_bot_move",
    "moves_were_taken_back",
    "replay_of_record",
    "run_bots",
    "table_from_record",
    "usual_level",
    "who_decided",
    "why",
    "why_async",
]
