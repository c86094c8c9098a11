"""Hints for the seat that asks, and the reasons of bots as far as the asker may hear them."""

from __future__ import annotations

import msgspec

from houserules.bots import Advice, BotSpec, Limit, levels, with_limit
from houserules.core import Move, Seat, Viewer
from houserules.errors import IllegalMove, TableError

from .bots import TableBots, decision_seed
from .player import Player
from .steps import TimedOut
from .table import Table


class Reason(msgspec.Struct, frozen=True, gc=False):
    """Why a bot made a move."""

    seq: int
    seat: Seat
    move: Move
    public: str | None = None
    """During the match: what follows from what everybody knows; None if only its hidden cards explain it."""
    advice: Advice | None = None
    """After the match: all it thought. Its move may be another one where it was close."""


def hint(table: Table, bots: TableBots, seat: Viewer, limit: Limit | None = None) -> Advice:
    """What the strongest bot would do in the place of the seat that asks. It gets that seat's view and nothing else."""
    if not table.settings.policies.hints:
        raise TableError("hints-off", "there are no hints at this table")
    if seat is None or seat not in table.to_act:
        raise IllegalMove("not-your-turn", "you have nothing to decide now: wait for your turn")
    strongest = BotSpec(list(levels(table.game))[-1])
    spec = strongest if limit is None else with_limit(strongest, table.game, limit)
    adviser = bots.bot_of(Player.bot("", spec))
    try:
        adviser.draw_from(decision_seed(table, seat, table.match.seq))
        return adviser.explain(table.view(seat))
    except Exception as problem:
        raise TableError("bot-failed", f"there is no hint: the bot failed ({type(problem).__name__})") from problem


def why(table: Table, bots: TableBots, viewer: Viewer, seq: int) -> Reason:
    """Why a bot made the move of step `seq`. During the match nothing that only its seat knows is told."""
    seat, move, player = _bot_move(table, seq)
    if table.is_hidden(seq, viewer):
        raise TableError("secret", f"what {player.name} chose is secret for now: ask when it lies open")
    number = table.log.reached[seq] - 1
    view = table.game.view(table.match.state_after(number), seat)
    thinker = bots.bot_of(player)
    try:
        if not table.is_over:
            return Reason(seq, seat, move, public=thinker.public_reason(view, move) or None)
        thinker.draw_from(decision_seed(table, seat, number))
        return Reason(seq, seat, move, advice=thinker.explain(view, move))
    except Exception as problem:
        raise TableError("bot-failed", f"{player.name} cannot say why ({type(problem).__name__})") from problem


def last_bot_move(table: Table, seat: Seat | None = None) -> int | None:
    """The number of the last step in which a bot moved, or the bot of a seat; None if there was none."""
    for seq in range(table.seq, table.began, -1):
        if seat in (None, table.log.seat(seq)) and _is_bot_move(table, seq):
            return seq
    return None


def _is_bot_move(table: Table, seq: int) -> bool:
    if not table.is_dealt or not table.began < seq <= table.seq or not table.log.stands(seq, table.began):
        return False
    return isinstance(table.log.move(seq), TimedOut) or table.seating.player_at(table.log.seat(seq), seq).is_bot


def _bot_move(table: Table, seq: int) -> tuple[Seat, Move, Player]:
    if not _is_bot_move(table, seq):
        raise TableError("no-bot-move", f"step {seq} is not a move of a bot in this match: ask about one that is")
    seat, move = table.log.seat(seq), table.log.move(seq)
    player = table.seating.player_at(seat, seq)
    if isinstance(move, TimedOut):
        return seat, table.game.read(move.move), table.settings.stand_in
    assert isinstance(move, Move)
    return seat, move, player
