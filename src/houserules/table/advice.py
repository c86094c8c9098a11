"""Hints for the seat that asks, and the reasons of bots as far as the asker may hear them."""

from __future__ import annotations

import msgspec

from houserules.bots import Advice, Because, Bot, BotSpec, Limit, levels, with_limit
from houserules.core import Move, Seat, View, Viewer
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
    """After the match: everything it thought. If it was close, the move may differ from the one it made."""
    because: tuple[Because, ...] = ()
    """The facts that `public` is made of, if there are any."""


def hint(table: Table, bots: TableBots, seat: Viewer, limit: Limit | None = None) -> Advice:
    """What the strongest bot would do in the place of the seat that asks. It gets that seat's view and nothing else."""
    adviser, view = _adviser(table, bots, seat, limit)
    try:
        return adviser.explain(view)
    except Exception as problem:
        raise _no_hint(problem) from problem


async def hint_async(table: Table, bots: TableBots, seat: Viewer, limit: Limit | None = None) -> Advice:
    """The same for an event loop."""
    adviser, view = _adviser(table, bots, seat, limit)
    try:
        return await adviser.explain_async(view)
    except Exception as problem:
        raise _no_hint(problem) from problem


def _adviser(table: Table, bots: TableBots, seat: Viewer, limit: Limit | None) -> tuple[Bot, View]:
    if not table.policies.hints:
        raise TableError("hints-off", "there are no hints at this table")
    if seat is None or seat not in table.to_act:
        raise IllegalMove("not-your-turn", "you have nothing to decide now: wait for your turn")
    strongest = BotSpec(list(levels(table.game))[-1])
    spec = strongest if limit is None else with_limit(strongest, table.game, limit)
    adviser = bots.bot_of(None, spec)
    adviser.draw_from(decision_seed(table, seat, table.match.seq))
    return adviser, table.view(seat)


def _no_hint(problem: Exception) -> TableError:
    return TableError("bot-failed", f"there is no hint: the bot failed ({type(problem).__name__})")


def why(table: Table, bots: TableBots, viewer: Viewer, seq: int) -> Reason:
    """Why a bot made the move of step `seq`. During the match it reveals nothing that only its seat knows."""
    question = _Why(table, bots, viewer, seq)
    try:
        return question.public() or question.whole(question.bot.explain(question.view, question.move))
    except Exception as problem:
        raise question.failed(problem) from problem


async def why_async(table: Table, bots: TableBots, viewer: Viewer, seq: int) -> Reason:
    """The same for an event loop."""
    question = _Why(table, bots, viewer, seq)
    try:
        return question.public() or question.whole(await question.bot.explain_async(question.view, question.move))
    except Exception as problem:
        raise question.failed(problem) from problem


class _Why:
    """A bot that is asked about its move, with the view that it had."""

    def __init__(self, table: Table, bots: TableBots, viewer: Viewer, seq: int) -> None:
        self.table, self.seq = table, seq
        self.seat, self.move, self.player = _bot_move(table, seq)
        if table.is_hidden(seq, viewer):
            raise TableError("secret", f"what {self.player.name} chose is secret for now: ask when it lies open")
        number = table.log.reached[seq] - 1
        self.view = table.game.view(table.match.state_after(number), self.seat)
        self.bot = bots.bot_of(self.seat, self.player.spec)
        self.bot.draw_from(decision_seed(table, self.seat, number))

    def public(self) -> Reason | None:
        """During the match; None after it."""
        if self.table.is_over:
            return None
        reason = self.bot.public_reason(self.view, self.move)
        facts = self.bot.public_because(self.view, self.move)[1] if reason else ()
        return Reason(self.seq, self.seat, self.move, reason or None, because=facts)

    def whole(self, advice: Advice) -> Reason:
        return Reason(self.seq, self.seat, self.move, advice=advice)

    def failed(self, problem: Exception) -> TableError:
        return TableError("bot-failed", f"{self.player.name} cannot say why ({type(problem).__name__})")


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
