"""TableBots: the bots at a table, each with its seed for each decision, and what replaces one that fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Literal

import msgspec

from houserules.bots import Bot, BotSpec, fallbacks, make_bot
from houserules.core import Move, Seat, View
from houserules.errors import HouseRulesError, TableError
from houserules.games import AnyGame

from .player import Player
from .steps import Step
from .table import Table

Clock = Callable[[], int]
"""Shows milliseconds. It is the caller's: a table has none."""


class Failure(msgspec.Struct, frozen=True, gc=False):
    """A bot that gave no legal move."""

    level: str
    kind: Literal["illegal", "crashed"]
    what: str
    """The code of the refusal, or the name of the exception."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What a bot is going to do: commit the step to make it so."""

    step: Step
    view: View
    """What the bot saw."""
    failures: tuple[Failure, ...] = ()
    """Of the bot and of those that were to replace it."""
    level: str | None = None
    """Which level decided; None if all failed, and the first legal move is made."""

    @property
    def move(self) -> Move:
        assert isinstance(self.step.move, Move)
        return self.step.move


def decision_seed(table: Table, seat: Seat, number: int) -> int:
    """For the decision after `number` moves: after undo and after a resumption the same bot answers the same."""
    text = f"bots/{table.match.seed}/{seat}/{number}"
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


class TableBots:
    """Makes the bots of players when they are first asked, and keeps them until it is closed."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._made: dict[tuple[Seat | None, BotSpec], Bot] = {}

    def bot_of(self, seat: Seat | None, spec: BotSpec) -> Bot:
        """Who thinks for a seat, or gives hints. Two seats never share a bot: both may be asked at the same time."""
        if (seat, spec) not in self._made:
            self._made[seat, spec] = make_bot(spec, self.game, seed=0)
        return self._made[seat, spec]

    def close(self) -> None:
        for made in self._made.values():
            made.close()
        self._made.clear()

    def think(self, table: Table, seat: Seat, clock: Clock) -> Decision:
        """What the bot of a seat does now; for a person, what the stand-in would do. Nothing changes.

        If the bot fails, the levels below it are asked, the strongest first; then the first legal move is taken."""
        question = Question(table, seat, clock)
        for player in question.candidates():
            try:
                made = self._drawing(player, question)
                return question.answered(made.choose(question.view), player.level)
            except Exception as problem:  # noqa: BLE001 - the match continues whatever is wrong with a bot
                question.failed(player, problem)
        return question.answered(question.view.legal[0], None)

    async def think_async(self, table: Table, seat: Seat, clock: Clock) -> Decision:
        """The same for an event loop. If the table changed meanwhile, the decision is refused as stale."""
        question = Question(table, seat, clock)
        for player in question.candidates():
            try:
                made = self._drawing(player, question)
                return question.answered(await made.choose_async(question.view), player.level)
            except Exception as problem:  # noqa: BLE001 - as above
                question.failed(player, problem)
        return question.answered(question.view.legal[0], None)

    def _drawing(self, player: Player, question: Question) -> Bot:
        """The bot of a player, with the seed of this decision."""
        made = self.bot_of(question.seat, player.spec)
        made.draw_from(question.seed)
        return made


class Question:
    """One decision that a bot is asked for, and who is asked if it fails."""

    def __init__(self, table: Table, seat: Seat, clock: Clock) -> None:
        if seat not in table.to_act:
            raise TableError("not-your-turn", f"seat {seat} has nothing to decide now")
        self.table = table
        self.seat = seat
        self.clock = clock
        self.seq = table.seq
        self.view = table.view(seat)
        self.seed = decision_seed(table, seat, table.match.seq)
        self.failures: list[Failure] = []

    def candidates(self) -> Iterator[Player]:
        player = self.table.players[self.seat]
        first = player if player.is_bot else self.table.settings.stand_in
        yield first
        for lower in fallbacks(first.spec, self.table.game):
            yield Player.bot(first.name, lower)

    def answered(self, move: Move, level: str | None) -> Decision:
        """Raises if this is not a legal move, or no longer asked for."""
        if self.table.seq != self.seq:
            raise TableError("stale", f"the table went on after step {self.seq}: ask the bot again")
        if not isinstance(move, Move):
            raise TypeError(f"a bot chooses a Move, not a {type(move).__name__}")
        step = self.table.decide(self.seat, move, self.clock())
        return Decision(step, self.view, tuple(self.failures), level)

    def failed(self, player: Player, problem: Exception) -> None:
        """A bot gave no legal move. If the table changed while it thought, no other bot is asked."""
        if self.table.seq != self.seq:
            raise TableError("stale", f"the table went on after step {self.seq}: ask the bot again") from problem
        refused = isinstance(problem, HouseRulesError)
        what = problem.code if isinstance(problem, HouseRulesError) else type(problem).__name__
        self.failures.append(Failure(player.level or "", "illegal" if refused else "crashed", what))
