"""Two houses side by side: what does the change do to length, to luck and to the seats?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from houserules.errors import RequestError
from houserules.games import AnyGame

from .report import Report, oddest_seat
from .runner import ShowProgress, run, share_of_careless
from .shares import Gap, Share, gap_of_shares, percent

USUAL_SEATS: Final = 4
NORMAL_95: Final = 1.96


class Comparison(msgspec.Struct, frozen=True):
    """The reports of two houses, and what changes from the first to the second. Shares are from 0 to 1."""

    one: Report
    other: Report
    equal_share: float
    """What each seat would win, and how often each would be last, if neither seats nor choices mattered."""
    careless: tuple[Share, Share]
    """How often a player who lays anything that is allowed is last, among quick players: the less, the more is luck."""
    plays: Gap
    unfinished: Gap
    luck: Gap
    """Of `careless`: below 0 the second house leaves more to luck."""
    seats: Gap
    """How much farther from the equal share the wins of the oddest seat are."""


def compare(
    game: AnyGame,
    other: AnyGame,
    seats: int | None = None,
    games: int = 1000,
    seed: int | str = "lab",
    workers: int | None = None,
    progress: ShowProgress | None = None,
) -> Comparison:
    """Play both with the same seeds. Without `seats`: four, or what both allow."""
    shared = [count for count in game.seats if count in other.seats]
    if not shared:
        raise RequestError("bad-request", f"no number of players can play both {game.name} and {other.name}")
    count = seats if seats is not None else max(shared[0], min(USUAL_SEATS, shared[-1]))

    def part(start: float) -> Callable[[float], None]:
        return lambda share: progress((start + share) / 2) if progress is not None else None

    reports = (
        run(game, count, games, seed, workers, part(0)),
        run(other, count, games, seed, workers, part(1)),
    )
    careless = (
        share_of_careless(game, count, games, seed, workers),
        share_of_careless(other, count, games, seed, workers),
    )
    one, two = (oddest_seat(report.seat_shares).wins for report in reports)
    return Comparison(
        *reports,
        equal_share=1 / count,
        careless=careless,
        plays=_gap_of_means(*reports),
        unfinished=gap_of_shares(reports[0].unfinished, reports[1].unfinished),
        luck=gap_of_shares(*careless),
        seats=gap_of_shares(_distance(one, 1 / count), _distance(two, 1 / count)),
    )


def _gap_of_means(one: Report, other: Report) -> Gap:
    """Of the plays in a match. The deals are the same, which makes the true interval rather narrower than this one."""
    gap = other.lengths.mean - one.lengths.mean
    half = NORMAL_95 * (one.lengths.error**2 + other.lengths.error**2) ** 0.5
    return Gap(gap, gap - half, gap + half)


def _distance(wins: Share, equal: float) -> Share:
    """How far a share of wins is from an equal one, with the width of its interval."""
    if wins.share >= equal:
        return Share(wins.count, wins.of, wins.share - equal, wins.low - equal, wins.high - equal)
    return Share(wins.count, wins.of, equal - wins.share, equal - wins.high, equal - wins.low)


def text_of_comparison(found: Comparison) -> str:
    """The comparison for people: a line for each question, the first house, the second, and whether it differs."""
    one, other = found.one, found.other
    rows = [
        ("", one.name, other.name, "the change"),
        (
            "plays in a match",
            _mean(one),
            _mean(other),
            _said(
                f"{found.plays.gap:+.0f} ({found.plays.low:+.0f} to {found.plays.high:+.0f})",
                found.plays,
                "longer",
                "shorter",
            ),
        ),
        (
            "do not end",
            str(one.unfinished),
            str(other.unfinished),
            _said(_points(found.unfinished), found.unfinished, "more matches reach the limit", "fewer matches do"),
        ),
        (
            "a careless player is last",
            str(found.careless[0]),
            str(found.careless[1]),
            _said(_points(found.luck), found.luck, "less luck: choices matter more", "more luck: choices matter less"),
        ),
        (
            "the oddest seat wins",
            _seat(one),
            _seat(other),
            _said(_points(found.seats), found.seats, "seats matter more", "seats matter less"),
        ),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    players = f"{one.seats} seats, {one.games:,} matches each of quick players"
    lines = [
        f"From {one.name} to {other.name}: {players}, seed {one.seed}",
        "",
        *["  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]) for row in rows],
        "",
        f"An equal share is {percent(found.equal_share)} %. Intervals hold the true value 95 times in 100.",
        *[f"{report.name}: {report.judgement}" for report in (one, other)],
    ]
    return "\n".join(line.rstrip() for line in lines)


def _mean(report: Report) -> str:
    half = NORMAL_95 * report.lengths.error
    return f"{report.lengths.mean:.0f} ({report.lengths.mean - half:.0f}-{report.lengths.mean + half:.0f})"


def _seat(report: Report) -> str:
    odd = oddest_seat(report.seat_shares)
    return f"seat {odd.seat}: {odd.wins}"


def _points(gap: Gap) -> str:
    return f"{100 * gap.gap:+.0f} % ({100 * gap.low:+.0f} to {100 * gap.high:+.0f})"


def _said(numbers: str, gap: Gap, more: str, less: str) -> str:
    if not gap.is_shown:
        return f"{numbers}: no difference shown"
    return f"{numbers}: {more if gap.gap > 0 else less}"
