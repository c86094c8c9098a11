"""What blocks of games show: a row for each bot, a rating table, a picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from houserules.shell import GREEN, INK, SOFT, figure_class, plain_axes, save

from .play import Block, Setting
from .ratings import Rating, pair_ratings, table_ratings
from .statistics import Sprt, Times, by_block, times


class Row(msgspec.Struct, frozen=True):
    """One bot: the share of games that it won (a seat's share, if it had several), with its 95 % interval."""

    bot: str
    win_share: float
    low: float
    high: float
    mean_place: float
    last_share: float
    ms: Times
    illegal: int


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    game: str
    seats: int
    deals: int
    games: int
    rows: tuple[Row, ...]
    sprt: Sprt | None = None
    ratings: tuple[Rating, ...] | None = None


def shares(block: Block, number: int, place: str) -> list[float]:
    """For each seat of a bot in each game, its share in the first place, or in the last: ties share it."""
    found = []
    for game in block.games:
        wanted = 1 if place == "first" else max(game.places)
        tied = game.places.count(wanted)
        found += [
            (1 / tied if here == wanted else 0.0)
            for who, here in zip(game.bots, game.places, strict=True)
            if who == number
        ]
    return found


def score(block: Block, number: int) -> float | None:
    """What share of its games a bot won in a block; None if it had no seat."""
    found = shares(block, number, "first")
    return sum(found) / len(found) if found else None


def row(setting: Setting, blocks: Sequence[Block], number: int) -> Row:
    scores = [share for block in blocks if (share := score(block, number)) is not None]
    estimate = by_block(scores)
    places = [
        here
        for block in blocks
        for game in block.games
        for who, here in zip(game.bots, game.places, strict=True)
        if who == number
    ]
    lasts = [share for block in blocks for share in shares(block, number, "last")]
    classes: dict[int, int] = {}
    for block in blocks:
        for time, count in block.decisions[number].classes.items():
            classes[time] = classes.get(time, 0) + count
    return Row(
        bot=setting.bots[number],
        win_share=estimate.mean,
        low=estimate.low,
        high=estimate.high,
        mean_place=sum(places) / max(len(places), 1),
        last_share=sum(lasts) / max(len(lasts), 1),
        ms=times(classes, max((block.decisions[number].longest for block in blocks), default=0.0)),
        illegal=sum(block.decisions[number].illegal for block in blocks),
    )


def make_report(setting: Setting, blocks: Sequence[Block], test: Sprt | None, league: bool) -> Report:
    ratings = None
    if league:
        ratings = pair_ratings(setting.bots, blocks) if setting.seats == 2 else table_ratings(setting.bots, blocks)
    return Report(
        game=setting.rules.id,
        seats=setting.seats,
        deals=len({block.number for block in blocks}),
        games=sum(len(block.games) for block in blocks),
        rows=tuple(row(setting, blocks, number) for number in range(len(setting.bots))),
        sprt=test,
        ratings=ratings,
    )


def text_of(report: Report) -> str:
    """The report for people."""
    width = max(len("bot"), *(len(row.bot) for row in report.rows))
    equal = f"an equal share is {100 / report.seats:.1f} %"
    lines = [
        f"{report.game}, {report.seats} seats, {report.deals:,} deals, {report.games:,} games; {equal}",
        "",
        f"{'bot':{width}}  wins   95 % interval   place   last   ms: p50    p95     max   illegal",
    ]
    lines += [
        f"{row.bot:{width}}  {100 * row.win_share:4.1f}   {100 * row.low:5.1f} to {100 * row.high:5.1f}"
        f"  {row.mean_place:5.2f}  {100 * row.last_share:5.1f}  {row.ms.p50:8.3g} {row.ms.p95:6.3g} {row.ms.max:7.3g}"
        f"   {row.illegal}"
        for row in report.rows
    ]
    if report.ratings is not None:
        unit = "Elo (Bradley-Terry)" if report.seats == 2 else "openskill"
        lines += ["", f"{'bot':{width}}  {unit}, 95 % interval"]
        lines += [
            f"{one.bot:{width}}  {one.rating:7.1f}   {one.low:7.1f} to {one.high:.1f}   {one.games:,} games"
            for one in report.ratings
        ]
    if report.sprt is not None:
        test = report.sprt
        said = {"h0": f"no: rather {test.h0:g}", "h1": f"yes: rather {test.h1:g}", None: "not clear yet"}[test.answer]
        asked = f"share {test.h1:g} rather than {test.h0:g}?"
        lines += ["", f"{asked} LLR {test.llr:.2f} ({test.low:.2f} to {test.high:.2f}): {said}"]
    return "\n".join(lines)


# -- The picture -----------------------------------------------------------------------------------------------------


def plot(report: Report, path: Path) -> None:
    """The ladder: ratings of a league, or shares of wins, with their intervals."""
    figure = figure_class()(figsize=(8, 1.6 + 0.45 * len(report.rows)), layout="constrained")
    axes = figure.subplots()
    if report.ratings is not None:
        unit = "Elo" if report.seats == 2 else "openskill"
        _ladder(axes, [(one.bot, one.rating, one.low, one.high) for one in reversed(report.ratings)])
        plain_axes(axes, "Ratings, with 95 % intervals", unit)
    else:
        rows = sorted(report.rows, key=lambda row: row.win_share)
        _ladder(axes, [(row.bot, 100 * row.win_share, 100 * row.low, 100 * row.high) for row in rows])
        axes.axvline(100 / report.seats, color=SOFT, linestyle="--", linewidth=1, zorder=0)
        plain_axes(axes, "Wins, with 95 % intervals", "% of games")
    title = f"{report.game}, {report.seats} seats: {report.games:,} games on {report.deals:,} deals"
    figure.suptitle(title, fontsize=13, fontweight="bold", color=INK)
    save(figure, path)


def _ladder(axes: Any, points: Sequence[tuple[str, float, float, float]]) -> None:
    middle = [point[1] for point in points]
    below = [max(point[1] - point[2], 0) for point in points]
    above = [max(point[3] - point[1], 0) for point in points]
    rungs = range(len(points))
    axes.errorbar(middle, rungs, xerr=[below, above], fmt="o", color=GREEN, capsize=4, markersize=7, linewidth=1.8)
    axes.set_yticks(rungs, [point[0] for point in points])
    axes.margins(y=0.15)
