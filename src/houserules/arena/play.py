"""Bots against bots: one deal in all seat rotations is a block, and statistics count blocks.

Chance has separate streams. Block 7 of seed 1 has the deal of the match seed "1:7"; each bot has a seed of its own for
each game, made from the seed of the arena, the block, the rotation and its chair.
"""

from __future__ import annotations

import hashlib
import random
import signal
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from time import perf_counter
from typing import Final

import msgspec

from houserules.bots import Bot, Limit, make_bot, read_bot, with_limit
from houserules.core import Move, Seat, View
from houserules.errors import HouseRulesError
from houserules.games import AnyGame, load_document, load_shipped
from houserules.table import Clock, Decision, Player, Settings, Table, run_bots

from .statistics import time_class

MOST_DECISIONS: Final = 20_000
"""In one match. The rules end every match, but a bot may swap cards for ever before the first play."""


class LoadableRules(msgspec.Struct, frozen=True):
    """A game, as data from which another process can load it."""

    id: str
    hash: str
    house: dict[str, object] | None

    @staticmethod
    def of(game: AnyGame) -> LoadableRules:
        return LoadableRules(game.id, game.hash, None if game.house is None else dict(game.house))

    def game(self) -> AnyGame:
        game = load_shipped(self.id) if self.house is None else load_document(self.house)
        game.id = self.id
        return game


class Setting(msgspec.Struct, frozen=True):
    """Everything that decides the result, apart from clocks. It is the first line of a file of blocks."""

    rules: LoadableRules
    seats: int
    bots: tuple[str, ...]
    """As people write them: `expert@300:tidy`."""
    seed: str
    ms: int
    tables: tuple[tuple[int, ...], ...]
    """For each table its chairs, as numbers of bots; at rotation r, chair c is seat (c + r) % seats."""


class PlayedMatch(msgspec.Struct, frozen=True):
    """One match of a block: for each seat the number of its bot, and its place."""

    bots: tuple[int, ...]
    places: tuple[int, ...]


class Decisions(msgspec.Struct, frozen=True):
    """How a bot decided in one block."""

    classes: dict[int, int]
    """The number of decisions by the class of their time."""
    longest: float
    illegal: int
    """Illegal moves and crashes: a random legal move was played instead."""


class Block(msgspec.Struct, frozen=True):
    table: int
    number: int
    games: tuple[PlayedMatch, ...]
    decisions: tuple[Decisions, ...]
    """For each bot."""


class DecisionLog:
    """Counts the decisions of one bot."""

    def __init__(self) -> None:
        self.classes: dict[int, int] = {}
        self.longest = 0.0
        self.illegal = 0

    def note(self, ms: float) -> None:
        number = time_class(ms)
        self.classes[number] = self.classes.get(number, 0) + 1
        self.longest = max(self.longest, ms)


class MatchRunner:
    """Plays the matches of a setting; each bot is made once for each chair."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.game = setting.rules.game()
        self.specs = [with_limit(read_bot(name, self.game), self.game, Limit(ms=setting.ms)) for name in setting.bots]
        self.players: dict[tuple[int, int], Bot] = {}

    def player(self, chair: int, number: int) -> Bot:
        key = chair, number
        if key not in self.players:
            self.players[key] = make_bot(self.specs[number], self.game, seed=0)
        return self.players[key]

    def play(self, table: int, number: int) -> Block:
        """One deal in all rotations."""
        setting = self.setting
        logs = [DecisionLog() for _ in setting.bots]
        games = tuple([self.play_match(table, number, turned, logs) for turned in range(setting.seats)])
        decisions = tuple([Decisions(log.classes, log.longest, log.illegal) for log in logs])
        return Block(table, number, games, decisions)

    def play_match(self, table: int, number: int, turned: int, logs: Sequence[DecisionLog]) -> PlayedMatch:
        setting, game = self.setting, self.game
        chairs = setting.tables[table]
        seated: list[int] = []
        bots: list[tuple[Bot, DecisionLog]] = []
        for seat in range(setting.seats):
            chair = (seat - turned) % setting.seats
            who = chairs[chair]
            player = self.player(chair, who)
            player.begin(number_of(f"{setting.seed}:{table}:{number}:{turned}:{chair}"))
            seated.append(who)
            bots.append((player, logs[who]))
        players = [Player.bot(f"Seat {seat}", self.specs[who]) for seat, who in enumerate(seated)]
        played = Table.new(Settings.of(game, players, seed=f"{setting.seed}:{number}"), game)
        thinker = TimedBots(bots, random.Random(f"{setting.seed}:{table}:{number}:{turned}"))
        for _ in run_bots(played, thinker, clock=lambda: 0, most=MOST_DECISIONS):
            pass
        places = (1,) * setting.seats if played.outcome is None else played.outcome.places
        return PlayedMatch(tuple(seated), places)

    def close(self) -> None:
        for player in self.players.values():
            player.close()


class TimedBots:
    """Decides for the seats of a match: times each bot, and makes a random legal move for one that fails."""

    def __init__(self, bots: Sequence[tuple[Bot, DecisionLog]], chance: random.Random) -> None:
        self.bots = bots
        """For each seat its bot, and the log of its decisions."""
        self.chance = chance

    def think(self, table: Table, seat: Seat, clock: Clock) -> Decision:
        player, log = self.bots[seat]
        view = table.view(seat)
        move = timed_choice(player, view, log)
        try:
            if move is None:
                raise HouseRulesError("crash", "the bot did not choose a move")
            step = table.decide(seat, move, clock())
        except HouseRulesError:
            log.illegal += 1
            step = table.decide(seat, self.chance.choice(view.legal), clock())
        return Decision(step, view)


def timed_choice(player: Bot, view: View, log: DecisionLog) -> Move | None:
    """What a bot chooses, with the time noted in its log; None if it failed."""
    start = perf_counter()
    try:
        move: object = player.choose(view)
    except Exception:  # noqa: BLE001 - a failure of any kind counts against the bot, and the match continues
        move = None
    log.note(1000 * (perf_counter() - start))
    return move if isinstance(move, Move) else None


def number_of(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


# -- Many blocks, on all cores ---------------------------------------------------------------------------------------

_runner: list[MatchRunner] = []
"""The runner of a worker process."""


def _set_up(setting: bytes) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops its workers itself
    _runner[:] = [MatchRunner(msgspec.json.decode(setting, type=Setting))]


def _play(part: tuple[int, int]) -> Block:
    return _runner[0].play(*part)


def blocks(
    setting: Setting, deals: int, done: Mapping[tuple[int, int], Block], workers: int
) -> Iterator[tuple[Block, bool]]:
    """All blocks in order, deal by deal, and whether each is new. Blocks that are done already are not played again."""
    parts = [(table, number) for number in range(deals) for table in range(len(setting.tables))]
    missing = [part for part in parts if part not in done]
    played = _played(setting, missing, min(workers, len(missing)))
    try:
        for part in parts:
            if part in done:
                yield done[part], False
            else:
                yield next(played), True
    finally:
        played.close()


def _played(setting: Setting, parts: list[tuple[int, int]], workers: int) -> Generator[Block, None, None]:
    if workers <= 1:
        runner = MatchRunner(setting)
        try:
            yield from (runner.play(*part) for part in parts)
        finally:
            runner.close()
        return
    with ProcessPoolExecutor(workers, initializer=_set_up, initargs=(msgspec.json.encode(setting),)) as pool:
        try:
            yield from pool.map(_play, parts)
        finally:
            pool.shutdown(cancel_futures=True)
