"""What many matches show: the report, as data and in words."""

from __future__ import annotations

import math
import statistics
from typing import Final

import msgspec

from houserules.games.shedding.game import Shedding

from .play import Tally
from .rules import rule_names
from .shares import Share, percent, share_of, wilson

BARS: Final = 16
"""How many bars of the histogram hold the middle 8 in 10 matches."""


class Lengths(msgspec.Struct, frozen=True):
    """Plays in a match (taking the pile counts as one): median, mean, 10th and 90th percentile."""

    median: float
    mean: float
    error: float
    """The standard error of the mean."""
    low: int
    high: int
    histogram: tuple[tuple[int, int], ...]
    """For each bar, its smallest number of plays and how many matches it holds. Empty bars are left out."""
    width: int
    """How many different lengths are in one bar of the histogram."""


class SeatShare(msgspec.Struct, frozen=True):
    """Of the matches that came to an end."""

    seat: int
    wins: Share
    lasts: Share


class Fired(msgspec.Struct, frozen=True):
    """A rule of the house: how often in a match, and in how many matches, a card with this power was laid."""

    rule: str
    per_match: float
    matches: Share


class Report(msgspec.Struct, frozen=True):
    game: str
    name: str
    hash: str
    seats: int
    games: int
    seed: str
    limit: int
    lengths: Lengths
    unfinished: Share
    seat_shares: tuple[SeatShare, ...]
    rules: tuple[Fired, ...]
    happenings: dict[str, float]
    """The average for a match."""
    never: tuple[str, ...]
    """The rules that no match showed."""
    judgement: str


def report_of(game: Shedding, seats: int, seed: str, tally: Tally) -> Report:
    games = len(tally.plays)
    finished = games - tally.unfinished
    names = rule_names(game.rules)
    lengths = _lengths(sorted(tally.plays))
    unfinished = share_of(tally.unfinished, games)
    shares = tuple(
        SeatShare(seat, share_of(tally.wins[seat], finished), share_of(tally.lasts[seat], tally.placed))
        for seat in range(seats)
    )
    rules = tuple(
        Fired(name, count / games, share_of(matches, games))
        for name, count, matches in zip(names, tally.fired, tally.fired_in, strict=True)
    )
    return Report(
        game=game.id,
        name=game.name,
        hash=game.hash,
        seats=seats,
        games=games,
        seed=seed,
        limit=game.rules.limit,
        lengths=lengths,
        unfinished=unfinished,
        seat_shares=shares,
        rules=rules,
        happenings={name: count / games for name, count in tally.happened.items()},
        never=tuple(rule.rule for rule in rules if rule.per_match == 0),
        judgement=judgement(seats, lengths, unfinished, shares),
    )


def _lengths(plays: list[int]) -> Lengths:
    """The summary of lengths that are in ascending order."""
    low, high = _quantile(plays, 0.1), _quantile(plays, 0.9)
    width = max(1, math.ceil((high - low) / BARS))
    bars: dict[int, int] = {}
    for length in plays:
        start = length // width * width
        bars[start] = bars.get(start, 0) + 1
    return Lengths(
        median=statistics.median(plays),
        mean=statistics.fmean(plays),
        error=statistics.stdev(plays) / math.sqrt(len(plays)) if len(plays) > 1 else 0.0,
        low=low,
        high=high,
        histogram=tuple(bars.items()),
        width=width,
    )


def _quantile(ascending: list[int], share: float) -> int:
    """The smallest value that at least this share of the values does not exceed."""
    return ascending[max(0, math.ceil(share * len(ascending)) - 1)]


def judgement(seats: int, lengths: Lengths, unfinished: Share, shares: tuple[SeatShare, ...]) -> str:
    """One sentence: how long, and is it fair?"""
    return f"{_pace(lengths, unfinished)}; {_fairness(seats, shares)}."


def _pace(lengths: Lengths, unfinished: Share) -> str:
    if unfinished.share == 1:
        return f"no match ended: all {unfinished.of:,} reached the limit"
    if unfinished.low > 0.02:
        return f"a game that may not end: {unfinished} of the matches reached the limit"
    pace = (
        "a quick game" if lengths.high <= 150 else "a game of middling length" if lengths.high <= 300 else "a long game"
    )
    return f"{pace}: 9 in 10 end within {lengths.high} plays"


def oddest_seat(shares: tuple[SeatShare, ...]) -> SeatShare:
    """The seat whose share of wins is farthest from an equal one."""
    return max(shares, key=lambda seat: abs(seat.wins.share - 1 / len(shares)))


def _fairness(seats: int, shares: tuple[SeatShare, ...]) -> str:
    """The seat whose share of wins is farthest from an equal one. Several seats are several chances to be wrong, so
    an advantage is shown only if the interval for all of them together leaves an equal share out."""
    finished = shares[0].wins.of
    if finished == 0:
        return "no match shows anything about the seats"
    oddest = oddest_seat(shares)
    low, high = wilson(oddest.wins.count, finished, 0.05 / seats)
    found = f"seat {oddest.seat} wins {oddest.wins}"
    if low <= 1 / seats <= high:
        return f"{found}: no advantage shown"
    return f"{found}: {'an advantage' if low > 1 / seats else 'a disadvantage'}"


def text_of(report: Report) -> str:
    """The report for people."""
    lengths = report.lengths
    lines = [
        f"{report.name}, {report.seats} seats, {report.games:,} matches of quick players, seed {report.seed}",
        "",
        f"plays      median {lengths.median:g}, mean {lengths.mean:.0f}, 8 in 10 from {lengths.low} to {lengths.high}",
        f"unfinished {report.unfinished} reached the limit of {report.limit:,} plays",
        "",
        "seat   wins                 last",
    ]
    lines += [f"{seat.seat:4}   {seat.wins!s:18}   {seat.lasts!s:18}" for seat in report.seat_shares]
    lines += [f"equal  {percent(1 / report.seats)} %"]
    width = max(len(name) for name in (*(rule.rule for rule in report.rules), *report.happenings))
    lines += ["", f"{'in a match':{width}}  times   share of matches"]
    lines += [f"{rule.rule:{width}} {rule.per_match:6.2f}   {rule.matches}" for rule in report.rules]
    lines += [f"{name:{width}} {count:6.2f}" for name, count in report.happenings.items() if count]
    if report.never:
        lines += ["", f"never seen in {report.games:,} matches: {'; '.join(report.never)}"]
    lines += ["", report.judgement[0].upper() + report.judgement[1:]]
    return "\n".join(line.rstrip() for line in lines)
