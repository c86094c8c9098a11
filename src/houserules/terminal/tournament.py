"""Tournaments: a league in which every table meets, or a knockout; a person may take a seat.

Bots play each deal in all rotations of their seats, so that nobody is luckier than others, and the same seed gives the
same table. A person would remember the cards: at a table with a person every match has a deal of its own, and the
seats rotate all the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, Protocol

import msgspec

from houserules.arena.play import Block, DecisionLog, MatchRunner, PlayedMatch, Rules, Setting, blocks
from houserules.bots import BotSpec, Limit, read_bot, with_limit
from houserules.core import Outcome
from houserules.errors import RequestError
from houserules.games import AnyGame

from .players import LONGEST_NAME

MOST_ROUNDS: Final = 1000
MOST_ENTRANTS: Final = 64
EXTRA: Final = 20
"""Further matches of a pair that is even, in a knockout; then a lot decides."""
STAGE: Final = 10_000
"""Deals set aside for one stage of a knockout: nobody meets the same cards again in the next one."""
POINTS: Final = "a point for each rival left behind, half for a tie"
TIES: Final = "points in matches among those who tie, then wins, then fewest last places"

Format = Literal["league", "knockout"]


class LeftEarly(Exception):
    """The person left in the midst of a match."""


class Person(Protocol):
    """Plays a match in which a person takes a seat, and says how it ended; raises LeftEarly if it did not."""

    def __call__(self, chairs: Sequence[str], seat: int, seed: str, number: int) -> Outcome: ...


class Entry(msgspec.Struct, frozen=True):
    """What is played, by whom and how long. The person, if there is one, is the last of the entrants."""

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
        """Everything that can be wrong is found before the first match."""
        self.game.check_seats(self.seats)
        for name in self.bots:
            self.spec(name)
        if self.me is not None and not (self.me.strip() and self.me.isprintable() and len(self.me) <= LONGEST_NAME):
            raise RequestError("bad-request", f"a name is one to {LONGEST_NAME} letters")
        if len(set(self.entrants)) < len(self.entrants):
            raise RequestError("bad-request", "in a tournament everybody is named once")
        if len(self.entrants) > MOST_ENTRANTS:
            raise RequestError("bad-request", f"a tournament has at most {MOST_ENTRANTS} entrants")
        if self.format == "knockout" and self.seats != 2:
            raise RequestError(
                "bad-request", "a knockout is played by two at a time: leave --seats away, or --format league"
            )
        if len(self.entrants) < self.seats:
            raise RequestError("bad-request", f"tables of {self.seats} need as many entrants, not {len(self.entrants)}")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise RequestError("bad-request", f"the number of rounds must be from 1 to {MOST_ROUNDS}")
        if not self.seed.isprintable():
            raise RequestError("bad-request", f"the seed {self.seed!a} must be text that can be printed")


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What an entrant has reached."""

    rank: int
    """Who is equal by all that decides shares it."""
    entrant: str
    played: int
    won: int
    """First places; a shared one counts too."""
    last: int
    places: dict[int, int]
    points: float
    illegal: int = 0
    """Moves of a bot that were none, and crashes: a random legal move was made instead."""


class Result(msgspec.Struct, frozen=True):
    """A match: who sat where, and their places."""

    round: int
    entrants: tuple[str, ...]
    places: tuple[int, ...]


class Pair(msgspec.Struct, frozen=True):
    """Two who met in a knockout."""

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
    matches: tuple[Result, ...]
    pairs: tuple[Pair, ...] = ()
    """Of a knockout, in the order they were played."""
    is_complete: bool = True
    """False: the person left."""


Progress = Callable[[str], None]
"""Told a line whenever something is decided."""


class Field:
    """Where the matches of a tournament are played."""

    def __init__(self, entry: Entry, person: Person | None) -> None:
        self.entry = entry
        self.person = person
        self.me = None if entry.me is None else len(entry.bots)
        self.matches: list[Result] = []
        self.illegal = [0] * len(entry.entrants)
        pairs = tuple(combinations(range(len(entry.bots)), entry.seats))
        self.setting = Setting(Rules.of(entry.game), entry.seats, entry.bots, entry.seed, entry.ms, pairs)
        self._runner: MatchRunner | None = None
        self._met = 0

    def note(self, number: int, games: Sequence[PlayedMatch]) -> None:
        names = self.entry.entrants
        self.matches += [Result(number, tuple([names[who] for who in game.bots]), game.places) for game in games]

    def note_block(self, block: Block) -> None:
        self.note(block.number + 1, block.games)
        for number, decisions in enumerate(block.decisions):
            self.illegal[number] += decisions.illegal

    def play(self, chairs: tuple[int, ...], number: int, turned: int) -> PlayedMatch:
        """One match: deal `number`, the chairs turned by so many seats."""
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
        rows = [_row(rank, name, counts[name], self.illegal[entry.entrants.index(name)]) for rank, name in ranks]
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


def run(entry: Entry, *, person: Person | None = None, workers: int = 1, progress: Progress | None = None) -> Report:
    """Play a tournament. With several workers, bots play several matches at once; the table is the same."""
    entry.check()
    field = Field(entry, person)
    tell = progress or (lambda _: None)
    try:
        if entry.format == "knockout":
            return _knockout(field, tell)
        return _league(field, workers, tell)
    finally:
        field.close()


# -- Points ----------------------------------------------------------------------------------------------------------


class Count(msgspec.Struct):
    """Of one entrant."""

    places: dict[int, int] = {}
    last: int = 0
    points: float = 0


def tally(entrants: Sequence[str], matches: Sequence[Result]) -> dict[str, Count]:
    counts = {name: Count() for name in entrants}
    for match in matches:
        for name, place in zip(match.entrants, match.places, strict=True):
            count = counts[name]
            count.places[place] = count.places.get(place, 0) + 1
            count.last += place == max(match.places) > 1
            behind = sum(other > place for other in match.places)
            level = match.places.count(place) - 1
            count.points += behind + level / 2
    return counts


def _row(rank: int, name: str, count: Count, illegal: int) -> Row:
    return Row(
        rank=rank,
        entrant=name,
        played=sum(count.places.values()),
        won=count.places.get(1, 0),
        last=count.last,
        places=dict(sorted(count.places.items())),
        points=count.points,
        illegal=illegal,
    )


def ranked(entrants: Sequence[str], matches: Sequence[Result]) -> list[tuple[int, str]]:
    """By points, and TIES; who is still equal shares the rank."""
    counts = tally(entrants, matches)

    def key(name: str) -> tuple[float, float, int, int]:
        tied = {other for other in entrants if counts[other].points == counts[name].points}
        among = tally(entrants, [match for match in matches if tied >= set(match.entrants)])
        return -counts[name].points, -among[name].points, -counts[name].places.get(1, 0), counts[name].last

    keys = {name: key(name) for name in entrants}
    order = sorted(entrants, key=keys.__getitem__)
    return [(1 + sum(keys[other] < keys[name] for other in entrants), name) for name in order]


# -- A league --------------------------------------------------------------------------------------------------------


def _league(field: Field, workers: int, tell: Progress) -> Report:
    """In each round every table plays one deal in all rotations."""
    entry = field.entry
    own = [] if field.me is None else [chairs for chairs in _tables(field) if field.me in chairs]
    # While a person plays, no other match is to take the time of its bots.
    played = blocks(field.setting, entry.rounds, {}, 1 if own else workers)
    try:
        for number in range(entry.rounds):
            for chairs in own:
                for turned in range(entry.seats):
                    field.note(number + 1, [field.play(chairs, number, turned)])
            for _ in field.setting.tables:
                field.note_block(next(played)[0])
            rank = ranked(entry.entrants, field.matches)
            ahead = " and ".join([name for place, name in rank if place == 1])
            tell(f"round {number + 1} of {entry.rounds}: {ahead} ahead")
    except LeftEarly:
        return field.report(ranked(entry.entrants, field.matches), (), False)
    finally:
        _closed(played)
    return field.report(ranked(entry.entrants, field.matches), (), True)


def _closed(played: Iterator[tuple[Block, bool]]) -> None:
    close = getattr(played, "close", None)
    if close is not None:
        close()


def _tables(field: Field) -> list[tuple[int, ...]]:
    return list(combinations(range(len(field.entry.entrants)), field.entry.seats))


# -- A knockout ------------------------------------------------------------------------------------------------------


def bracket(count: int) -> list[tuple[int, int | None]]:
    """The pairs of the first stage, so that the first two can only meet in the final; None: nobody, and so a bye.

    >>> bracket(5)
    [(0, None), (3, 4), (1, None), (2, None)]
    """
    order = [0]
    while len(order) < count:
        order = [one for seed in order for one in (seed, 2 * len(order) - 1 - seed)]
    return [(one, other if other < count else None) for one, other in zip(order[::2], order[1::2], strict=True)]


def stage_name(pairs: int) -> str:
    return {1: "final", 2: "semi-final", 4: "quarter-final"}.get(pairs, f"round of {2 * pairs}")


def _knockout(field: Field, tell: Progress) -> Report:
    """Who is out in the same stage shares a rank."""
    entry = field.entry
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
                pair, winner = _met(field, name, (one, other), number)
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
        return field.report(_ranks(names, [*out, still]), pairs, False)
    return field.report(_ranks(names, [*out, through]), pairs, True)


def _ranks(names: Sequence[str], out: Sequence[Sequence[int]]) -> list[tuple[int, str]]:
    """From those who went out first to who was never beaten."""
    ranks: list[tuple[int, str]] = []
    for group in reversed(out):
        rank = len(ranks) + 1
        ranks += [(rank, names[who]) for who in sorted(group)]
    return ranks


def _met(field: Field, stage: str, pair: tuple[int, int], number: int) -> tuple[Pair, int]:
    """Best of so many: each deal is played twice, with seats changed, until one cannot be caught up with."""
    entry = field.entry
    pair = min(pair), max(pair)
    wins = [0, 0]
    drawn = count = 0
    while abs(wins[0] - wins[1]) <= max(entry.rounds - count, 0) and count < entry.rounds + EXTRA:
        game = field.play(pair, number * STAGE + count // 2, count % 2)
        field.note(number + 1, [game])
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
