"""The report as a picture: lengths, seats and rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from houserules.shell import GOLD, GREEN, INK, RED, SOFT, check_plot, figure_class, plain_axes, save

from .report import Report
from .shares import percent


def plot(report: Report, path: Path) -> None:
    """Draw lengths, seats and rules into one picture."""
    check_plot(path)
    rows = 0.5 + 0.29 * (len(report.rules) + sum(1 for count in report.happenings.values() if count))
    figure = figure_class()(figsize=(11, 4.8 + rows), layout="constrained")
    figure.get_layout_engine().set(h_pad=0.12, w_pad=0.12)
    above, rules = figure.subfigures(2, 1, height_ratios=[3.6, 0.8 + rows])
    lengths, seats = above.subplots(1, 2, width_ratios=[3, 2])
    _draw_lengths(report, lengths)
    _draw_seats(report, seats)
    _draw_rules(report, rules.subplots())
    figure.suptitle(
        f"{report.name}: {report.games:,} matches of {report.seats} quick players",
        fontsize=15,
        fontweight="bold",
        color=INK,
    )
    figure.supxlabel(report.judgement, fontsize=10, color=INK, style="italic")
    save(figure, path)


def _draw_lengths(report: Report, axes: Any) -> None:
    lengths = report.lengths
    end = lengths.high + 1.5 * max(lengths.high - lengths.low, 4)
    shown = [(start, count) for start, count in lengths.histogram if start < end]
    longer = report.games - sum(count for _, count in shown)
    axes.bar(
        [start for start, _ in shown], [count for _, count in shown], 0.92 * lengths.width, align="edge", color=GREEN
    )
    axes.axvspan(lengths.low, lengths.high, color=GOLD, alpha=0.15, label="8 in 10 matches", zorder=0)
    axes.axvline(lengths.median, color=GOLD, linewidth=2, label=f"median {lengths.median:g}")
    if longer:
        axes.annotate(
            f"{longer:,} longer \N{RIGHTWARDS ARROW}", (0.99, 0.06), xycoords="axes fraction", ha="right", color=INK
        )
    axes.set_ylabel("matches", color=INK)
    axes.legend(frameon=False, labelcolor=INK, loc="upper right")
    plain_axes(axes, f"Length; {percent(report.unfinished.share)} % reach the limit", "plays")


def _draw_seats(report: Report, axes: Any) -> None:
    equal = 100 / report.seats
    axes.axhline(equal, color=SOFT, linestyle="--", linewidth=1, zorder=0)
    axes.annotate(
        "equal", (1, equal), xycoords=("axes fraction", "data"), xytext=(3, 0), textcoords="offset points",
        va="center", color=SOFT, fontsize=9,
    )  # fmt: skip
    for shift, colour, label in ((-0.13, GREEN, "wins"), (0.13, RED, "last")):
        shares = [seat.wins if label == "wins" else seat.lasts for seat in report.seat_shares]
        middle = [100 * share.share for share in shares]
        below = [100 * (share.share - share.low) for share in shares]
        above = [100 * (share.high - share.share) for share in shares]
        axes.errorbar(
            [seat.seat + shift for seat in report.seat_shares], middle, [below, above],
            fmt="o", color=colour, capsize=4, markersize=6, linewidth=1.8, label=label,
        )  # fmt: skip
    axes.set_xticks(range(report.seats), [str(seat) for seat in range(report.seats)])
    axes.set_xlim(-0.5, report.seats - 0.5)
    bottom, top = axes.get_ylim()
    axes.set_ylim(max(0, bottom - 0.1 * (top - bottom)), top + 0.35 * (top - bottom))
    axes.set_ylabel("% of finished matches", color=INK)
    axes.legend(frameon=False, labelcolor=INK, loc="upper right", ncols=2)
    plain_axes(axes, "Seats, with 95 % intervals", "seat")


def _draw_rules(report: Report, axes: Any) -> None:
    rules = sorted((rule.per_match, rule.rule, GREEN) for rule in report.rules)
    happenings = sorted((count, name, GOLD) for name, count in report.happenings.items() if count)
    counts, names, colours = zip(*happenings, *rules, strict=True)
    bars = axes.barh(names, counts, 0.72, color=colours)
    axes.bar_label(bars, [f"{count:.2f}" if count else "never" for count in counts], padding=4, color=INK, fontsize=9)
    axes.margins(x=0.08, y=0.01)
    plain_axes(axes, "What happens: powers and patterns (green), and what they lead to (gold)", "times a match")
