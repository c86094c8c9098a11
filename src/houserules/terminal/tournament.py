"""Tournaments: a league in which every table meets, or a knockout; a person may take a seat.

Bots play each deal in all rotations of their seats, so that nobody is luckier than others, and the same seed gives the
same standings. A person would remember the cards: at a table with a person every match has a deal of its own, and only
the seats rotate.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, Protocol

import msgspec

from houserules.arena.play import Block, DecisionLog, LoadableRules, MatchRunner, PlayedMatch, Setting, blocks
from houserules.bots import BotSpec, Limit, read_bot, with_limit
from houserules.core import Outcome
from houserules.errors import RequestError
from houserules.games import AnyGame

from .players import LONGEST_NAME
from .standings import PlayedPlaces, Row, ranked, row_of, tally

MOST_ROUNDS: Final = 1000
MOST_ENTRANTS: Final = 64
EXTRA_MATCHES: Final = 20
"""The most extra matches of a tied pair in a knockout; after that a lot decides."""
DEALS_PER_STAGE: Final = 10_000
"""Set aside for each stage of a knockout: nobody meets the same cards again in the next one."""
Format = Literal["league", "knockout"]


class LeftEarly(Exception):
    """The person left before the end of a match."""


class Person(Protocol):
    """Plays a match in which a person takes a seat, and says how it ended; raises LeftEarly if it did not."""

    def __call__(self, chairs: Sequence[str], seat: int, seed: str, number: int) -> Outcome: ...


class Entry(msgspec.Struct, frozen=True):
    """What is played, by whom and for how long. A person is the last of the entrants."""

    game: AnyGame
    bots: tuple[str, ...]
    format: Format
    rounds: int
    seats: int = 2
    seed: str = "1"
    ms: int = 1000
    me: str | None = None

    @property
    def entrants(self) -> tuple[str, ...]:
        return self.bots if self.me is None else (*self.bots, self.me)

    def spec(self, name: str) -> BotSpec:
        """A bot by the text that names it."""
        return with_limit(read_bot(name, self.game), self.game, Limit(ms=self.ms))

    def check(self) -> None:
        """Refuse settings that cannot be played, before the first match."""
        self.game.check_seats(self.seats)
        for name in self.bots:
            self.spec(name)
        if self.me is not None and not (self.me.strip() and self.me.isprintable() and len(self.me) <= LONGEST_NAME):
            raise RequestError("bad-request", f"--me takes a name of 1 to {LONGEST_NAME} letters")
        if len(set(self.entrants)) < len(self.entrants):
            raise RequestError("bad-request", "an entrant is named twice: name everybody once")
        if len(self.entrants) > MOST_ENTRANTS:
            raise RequestError("bad-request", f"there are {len(self.entrants)} entrants: name at most {MOST_ENTRANTS}")
        if self.format == "knockout" and self.seats != 2:
            raise RequestError(
                "bad-request", "a knockout is played by two at a time: leave out --seats, or choose --format league"
            )
        if len(self.entrants) < self.seats:
            raise RequestError(
                "bad-request",
                f"{len(self.entrants)} entrants cannot fill tables of {self.seats}: name more of them",
            )
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise RequestError("bad-request", f"the number of rounds must be from 1 to {MOST_ROUNDS}")
        if not self.seed.isprintable():
            raise RequestError("bad-request", f"the seed {self.seed!a} must be text that can be printed")


class Pair(msgspec.Struct, frozen=True):
    """A pair in a knockout."""

    stage: str
    entrants: tuple[str, str]
    wins: tuple[int, int]
    drawn: int
    winner: str
    by_lot: bool = False


class Report(msgspec.Struct, frozen=True, kw_only=True):
    format: Format
    game: str
    rules: str
    seats: int
    rounds: int
    seed: str
    rows: tuple[Row, ...]
    matches: tuple[PlayedPlaces, ...]
    pairs: tuple[Pair, ...] = ()
    """Of a knockout, in the order they were played."""
    is_complete: bool = True
    """False: the person left."""


ShowProgress = Callable[[str], None]
"""Gets a line whenever something is decided."""


class Tournament:
    """Plays the matches of a tournament and keeps their results."""

    def __init__(self, entry: Entry, person: Person | None) -> None:
        self.entry = entry
        self.person = person
        self.me = None if entry.me is None else len(entry.bots)
        self.matches: list[PlayedPlaces] = []
        self.illegal = [0] * len(entry.entrants)
        pairs = tuple(combinations(range(len(entry.bots)), entry.seats))
        self.setting = Setting(LoadableRules.of(entry.game), entry.seats, entry.bots, entry.seed, entry.ms, pairs)
        self._runner: MatchRunner | None = None
        self._met = 0

    def note(self, number: int, games: Sequence[PlayedMatch]) -> None:
        names = self.entry.entrants
        self.matches += [PlayedPlaces(number, tuple([names[who] for who in game.bots]), game.places) for game in games]

    def note_block(self, block: Block) -> None:
        self.note(block.number + 1, block.games)
        for number, decisions in enumerate(block.decisions):
            self.illegal[number] += decisions.illegal

    def play(self, chairs: tuple[int, ...], number: int, turned: int) -> PlayedMatch:
        """One match: deal `number`, with the chairs turned by `turned` seats."""
        if self.me in chairs:
            return self._with_person(chairs, number, turned)
        if self._runner is None:
            self._runner = MatchRunner(self.setting)
        logs = [DecisionLog() for _ in self.setting.bots]
        game = self._runner.play_match(self.setting.tables.index(chairs), number, turned, logs)
        for who, log in enumerate(logs):
            self.illegal[who] += log.illegal
        return game

    def _with_person(self, chairs: tuple[int, ...], number: int, turned: int) -> PlayedMatch:
        assert self.person is not None
        assert self.me is not None
        seated = tuple([chairs[(seat - turned) % len(chairs)] for seat in range(len(chairs))])
        names = [self.entry.entrants[who] for who in seated]
        self._met += 1
        seed = f"{self.entry.seed}:{self.entry.me}:{number}:{'-'.join(map(str, chairs))}:{turned}"
        outcome = self.person(names, seated.index(self.me), seed, self._met)
        return PlayedMatch(seated, outcome.places)

    def close(self) -> None:
        if self._runner is not None:
            self._runner.close()

    def report(self, ranks: Sequence[tuple[int, str]], pairs: Sequence[Pair], is_complete: bool) -> Report:
        entry = self.entry
        counts = tally(entry.entrants, self.matches)
        rows = [row_of(rank, name, counts[name], self.illegal[entry.entrants.index(name)]) for rank, name in ranks]
        return Report(
            format=entry.format,
            game=entry.game.id,
            rules=entry.game.hash,
            seats=entry.seats,
            rounds=entry.rounds,
            seed=entry.seed,
            rows=tuple(rows),
            matches=tuple(self.matches),
            pairs=tuple(pairs),
            is_complete=is_complete,
        )


def run(
    entry: Entry, *, person: Person | None = None, workers: int = 1, progress: ShowProgress | None = None
) -> Report:
    """Play a tournament. With several workers, bots play several matches at once; the table is the same."""
    entry.check()
    tournament = Tournament(entry, person)
    tell = progress or (lambda _: None)
    try:
        if entry.format == "knockout":
            return _knockout(tournament, tell)
        return _league(tournament, workers, tell)
    finally:
        tournament.close()


# -- A league --------------------------------------------------------------------------------------------------------


def _league(tournament: Tournament, workers: int, tell: ShowProgress) -> Report:
    """In each round every table plays one deal in all rotations."""
    entry = tournament.entry
    own = [] if tournament.me is None else [chairs for chairs in _tables(tournament) if tournament.me in chairs]
    # While a person plays, other matches must not slow down its bots.
    played = blocks(tournament.setting, entry.rounds, {}, 1 if own else workers)
    try:
        for number in range(entry.rounds):
            for chairs in own:
                for turned in range(entry.seats):
                    tournament.note(number + 1, [tournament.play(chairs, number, turned)])
            for _ in tournament.setting.tables:
                tournament.note_block(next(played)[0])
            rank = ranked(entry.entrants, tournament.matches)
            ahead = " and ".join([name for place, name in rank if place == 1])
            tell(f"round {number + 1} of {entry.rounds}: {ahead} ahead")
    except LeftEarly:
        return tournament.report(ranked(entry.entrants, tournament.matches), (), False)
    finally:
        _close(played)
    return tournament.report(ranked(entry.entrants, tournament.matches), (), True)


def _close(played: Iterator[tuple[Block, bool]]) -> None:
    close = getattr(played, "close", None)
    if close is not None:
        close()


def _tables(tournament: Tournament) -> list[tuple[int, ...]]:
    return list(combinations(range(len(tournament.entry.entrants)), tournament.entry.seats))


# -- A knockout ------------------------------------------------------------------------------------------------------


def bracket(count: int) -> list[tuple[int, int | None]]:
    """The pairs of the first stage, so that the first two can only meet in the final; None stands for a bye.

    >>> bracket(5)
    [(0, None), (3, 4), (1, None), (2, None)]
    """
    order = [0]
    while len(order) < count:
        order = [one for seed in order for one in (seed, 2 * len(order) - 1 - seed)]
    return [(one, other if other < count else None) for one, other in zip(order[::2], order[1::2], strict=True)]


def stage_name(pairs: int) -> str:
    return {1: "final", 2: "semi-final", 4: "quarter-final"}.get(pairs, f"round of {2 * pairs}")


def _knockout(tournament: Tournament, tell: ShowProgress) -> Report:
    """Entrants that are beaten in the same stage share a rank."""
    entry = tournament.entry
    names = entry.entrants
    pairs: list[Pair] = []
    out: list[list[int]] = []
    stage = bracket(len(names))
    number = 0
    try:
        while True:
            name = stage_name(len(stage))
            through: list[int] = []
            beaten: list[int] = []
            for one, other in stage:
                if other is None:
                    tell(f"{name}: {names[one]} has a bye")
                    through.append(one)
                    continue
                pair, winner = _play_pair(tournament, name, (one, other), number)
                pairs.append(pair)
                lot = ", by lot" if pair.by_lot else ""
                won = f"{pair.entrants[0]} {pair.wins[0]}-{pair.wins[1]} {pair.entrants[1]}"
                tell(f"{name}: {won}: {pair.winner} wins{lot}")
                through.append(winner)
                beaten.append(one + other - winner)
            out.append(beaten)
            if len(through) == 1:
                break
            stage = [(one, other) for one, other in zip(through[::2], through[1::2], strict=True)]
            number += 1
    except LeftEarly:
        still = [who for who in range(len(names)) if all(who not in beaten for beaten in out)]
        return tournament.report(_ranks(names, [*out, still]), pairs, False)
    return tournament.report(_ranks(names, [*out, through]), pairs, True)


def _ranks(names: Sequence[str], out: Sequence[Sequence[int]]) -> list[tuple[int, str]]:
    """`out` holds the entrants by stage: those that were beaten first come first, the winner last."""
    ranks: list[tuple[int, str]] = []
    for group in reversed(out):
        rank = len(ranks) + 1
        ranks += [(rank, names[who]) for who in sorted(group)]
    return ranks


def _play_pair(tournament: Tournament, stage: str, pair: tuple[int, int], number: int) -> tuple[Pair, int]:
    """The best of `rounds` matches. Each deal is played twice, with seats changed, until one is ahead for good."""
    entry = tournament.entry
    pair = min(pair), max(pair)
    wins = [0, 0]
    drawn = count = 0
    while abs(wins[0] - wins[1]) <= max(entry.rounds - count, 0) and count < entry.rounds + EXTRA_MATCHES:
        game = tournament.play(pair, number * DEALS_PER_STAGE + count // 2, count % 2)
        tournament.note(number + 1, [game])
        count += 1
        first = [who for who, place in zip(game.bots, game.places, strict=True) if place == 1]
        if len(first) == 1:
            wins[pair.index(first[0])] += 1
        else:
            drawn += 1
    by_lot = wins[0] == wins[1]
    lot = random.Random(f"{entry.seed}:{pair[0]}:{pair[1]}").choice(pair)
    winner = lot if by_lot else pair[wins[1] > wins[0]]
    names = entry.entrants[pair[0]], entry.entrants[pair[1]]
    return Pair(stage, names, (wins[0], wins[1]), drawn, entry.entrants[winner], by_lot), winner
