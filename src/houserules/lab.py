"""What does a set of house rules do to the game? Many matches of quick players, and what they show.

Each match is dealt as a real one is (match 7 of seed "lab" has the deal of the seed "lab:7"). Nobody swaps cards before
the first play. The players are those of `kernel.shedding_policy`: they play low cards first and do not think ahead, so
a report says how a house plays, not how well one can play it.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import signal
import statistics
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

import msgspec

from .errors import RequestError
from .games import AnyGame, load
from .games.shedding.game import Shedding
from .games.shedding.house import (
    NAME_OF,
    SUIT_NAMES,
    CallSuit,
    ChooseWay,
    Counter,
    House,
    Low,
    Mirror,
    Parity,
    Power,
    Reset,
    Wild,
)
from .games.shedding.tables import powers_of
from .kernel.bits import next_random
from .kernel.shedding import HAND, PLAY, TAKE, SheddingPosition
from .kernel.shedding_policy import quick_move
from .kernel.shedding_report import ALIKE as BY_ALIKE
from .shell import GOLD, GREEN, INK, RED, SOFT, bar, check_plot, cores, figure_class, plain_axes, save

Progress = Callable[[float], None]
"""Told how much is done, from 0 to 1."""

CHUNK: Final = 25
"""At least so many matches are one piece of work. What comes out does not depend on it."""
PARTS: Final = 1000
"""At most so many pieces."""
MOST_GAMES: Final = 10_000_000
BARS: Final = 16
"""So many bars of the histogram hold the middle 8 in 10 matches."""

TAKES: Final = "the pile is taken"
FLIPS: Final = "a blind card fails"
GIFTS: Final = "a seat is made to take the pile"
BURNS: Final = "a card burns the pile"
ALIKE: Final = "cards alike burn the pile"
TURNS: Final = "the direction turns"
HAPPENINGS: Final = (TAKES, FLIPS, GIFTS, BURNS, ALIKE, TURNS)


# -- What is reported ------------------------------------------------------------------------------------------------


class Share(msgspec.Struct, frozen=True):
    """A share of some matches, with the interval that holds the true one 95 times in 100 (Wilson)."""

    count: int
    of: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{_percent(self.share)} % ({_percent(self.low)}-{_percent(self.high)})"


class Lengths(msgspec.Struct, frozen=True):
    """Plays in a match, a pile taken being one: the middle, the mean, and what 10 and 90 in 100 do not exceed."""

    median: float
    mean: float
    low: int
    high: int
    histogram: tuple[tuple[int, int], ...]
    """From so many plays on: so many matches. Bars of no match are left out."""
    width: int
    """How many different lengths are in one bar of the histogram."""


class SeatShare(msgspec.Struct, frozen=True):
    """Of the matches that came to an end."""

    seat: int
    wins: Share
    lasts: Share


class Fired(msgspec.Struct, frozen=True):
    """A rule of the house: how often a match, and in how many matches, a card with this power was laid."""

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
    """How often a match."""
    never: tuple[str, ...]
    """The rules that no match showed."""
    judgement: str


def wilson(count: int, of: int, error: float = 0.05) -> tuple[float, float]:
    """The Wilson interval of a share."""
    if of == 0:
        return 0.0, 1.0
    z = statistics.NormalDist().inv_cdf(1 - error / 2)
    share = count / of
    middle = share + z * z / (2 * of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    low, high = (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)
    return (0.0 if count == 0 else max(low, 0.0)), (1.0 if count == of else min(high, 1.0))


def _share(count: int, of: int) -> Share:
    low, high = wilson(count, of)
    return Share(count, of, count / of if of else 0.0, low, high)


def _percent(share: float) -> str:
    """Whole percent, but 0 and 100 only where they are true."""
    percent = 100 * share
    if 0 < percent < 0.5:
        return f"{percent:.1g}"
    if 99.5 <= percent < 100:
        return f"{100 - float(f'{100 - percent:.1g}'):g}"
    return f"{percent:.0f}"


# -- The rules of a house, in words ----------------------------------------------------------------------------------


def rule_names(house: House) -> list[str]:
    """Each power of a house, then the cards that join others, then the pattern."""
    names = [f"{selector(power)}: {', '.join(effects(power)) or 'nothing'}" for power in house.powers]
    names += [f"{NAME_OF[power.rank]}: laid together with another card" for power in house.powers if power.joins]
    if house.alike:
        names.append(f"{house.alike} alike: {'burn, again' if house.alike_again else 'burn'}")
    return names


def selector(power: Power) -> str:
    """As the house would write it: `10`, `J:red`, `6:clubs,spades`."""
    if len(power.suits) == 4:
        return NAME_OF[power.rank]
    for name, suits in SUIT_NAMES.items():
        if power.suits == suits:
            return f"{NAME_OF[power.rank]}:{name}"
    return f"{NAME_OF[power.rank]}:{','.join(map(str, power.suits))}"


def effects(power: Power) -> Iterator[str]:
    if power.anywhere and power.demand is None and not (power.burn or power.again or power.force_take):
        yield "on anything"
    match power.demand:
        case Reset():
            yield "reset"
        case Low(limit, compare):
            yield f"low {compare} {limit}"
        case Parity(even):
            yield "even" if even else "odd"
        case Mirror(copies):
            yield "mirror" if copies == "demand" else f"mirror {copies}"
        case CallSuit():
            yield "call-suit"
        case ChooseWay():
            yield "choose-way"
        case Wild():
            yield "wild"
        case Counter(ranks):
            yield f"force-take next, counter {' '.join(NAME_OF[rank] for rank in ranks)}"
    if power.burn:
        yield "burn"
    if power.force_take is not None:
        yield f"force-take {power.force_take.who}"
    if power.skip != "no":
        yield "skip"
    if power.reverse != "no":
        yield "reverse"
    if power.again:
        yield "again"


# -- Playing ---------------------------------------------------------------------------------------------------------


class Tally:
    """What was counted in some matches: whole numbers only, so that the order of adding does not matter."""

    def __init__(self, seats: int, rules: int) -> None:
        self.plays: list[int] = []
        self.unfinished = 0
        self.wins = [0] * seats
        self.lasts = [0] * seats
        self.placed = 0  # matches with one last seat
        self.fired = [0] * rules
        self.fired_in = [0] * rules  # matches
        self.happened = dict.fromkeys(HAPPENINGS, 0)

    def add(self, other: Tally) -> None:
        self.plays += other.plays
        self.unfinished += other.unfinished
        self.placed += other.placed
        for mine, theirs in (
            (self.wins, other.wins),
            (self.lasts, other.lasts),
            (self.fired, other.fired),
            (self.fired_in, other.fired_in),
        ):
            for at, count in enumerate(theirs):
                mine[at] += count
        for name, count in other.happened.items():
            self.happened[name] += count


class Bench:
    """Plays matches of one house and counts what happens in them."""

    def __init__(self, house: House, seats: int, seed: str) -> None:
        self.game = Shedding(house.name, house)
        self.seats = seats
        self.seed = seed
        powers = powers_of(house)
        numbers = {power: number for number, power in enumerate(house.powers)}
        self.rule_of = [numbers.get(powers[kind], -1) for kind in range(56)]
        self.rules = len(rule_names(house))
        joining = [power.rank - 2 for power in house.powers if power.joins]
        self.joins = {rank: len(house.powers) + at for at, rank in enumerate(joining)}

    def play(self, start: int, stop: int) -> Tally:
        """Matches `start` to `stop`, the last not included."""
        tally = Tally(self.seats, self.rules)
        for number in range(start, stop):
            seed = f"{self.seed}:{number}"
            state = self.game.new(self.seats, seed).kernel
            if state.stage != PLAY:
                state.start()
            self.play_match(state, _number(seed), tally)
        return tally

    def play_match(self, state: SheddingPosition, seed: int, tally: Tally) -> None:
        """One match, its moves through the kernel alone."""
        happened = tally.happened
        fired = [0] * self.rules
        while not state.over:
            seed = next_random(seed)
            move = quick_move(state, seed)
            happened[TAKES] += state.stage == PLAY and move == TAKE
            report = state.advance_and_report(move, [])
            if report.blind >= 0:
                happened[FLIPS] += 1
                continue
            if report.laid:
                self._count_powers([card & 63 for card in report.laid], report.zone, fired)
            for _, why in report.burns:
                if why == BY_ALIKE:
                    happened[ALIKE] += 1
                    fired[-1] += 1
                else:
                    happened[BURNS] += 1
            if report.given:
                happened[GIFTS] += 1
            if report.turned:
                happened[TURNS] += 1
        for at, count in enumerate(fired):
            if count:
                tally.fired[at] += count
                tally.fired_in[at] += 1
        self._count_end(state, tally)

    def _count_powers(self, kinds: list[int], zone: int, fired: list[int]) -> None:
        rule_of = self.rule_of
        if len(kinds) == 1:
            if rule_of[kinds[0]] >= 0:
                fired[rule_of[kinds[0]]] += 1
            return
        for rule in {rule_of[kind] for kind in kinds}:
            if rule >= 0:
                fired[rule] += 1
        ranks = {kind >> 2 for kind in kinds}
        if zone == HAND and len(ranks) > 1:
            for rank in ranks & self.joins.keys():
                fired[self.joins[rank]] += 1
                break

    def _count_end(self, state: SheddingPosition, tally: Tally) -> None:
        tally.plays.append(state.plays)
        still_in = [seat for seat in range(state.seats) if not state.gone >> seat & 1]
        first_out_ends = state.tables.until == 0
        if len(still_in) > 1 and not (first_out_ends and state.gone):
            tally.unfinished += 1
            return
        tally.wins[state.places().index(1)] += 1
        # Where the first one out ends it, the last is who has most cards left; with several, nobody.
        left = {seat: state.left(seat) for seat in still_in}
        last = [seat for seat, cards in left.items() if cards == max(left.values())]
        if len(last) == 1:
            tally.lasts[last[0]] += 1
            tally.placed += 1


def _number(seed: str) -> int:
    """Where the chance of the players begins, which has nothing to do with that of the deal."""
    return int.from_bytes(hashlib.sha256(f"{seed}:players".encode()).digest()[:4], "big")


# -- All matches -----------------------------------------------------------------------------------------------------

_bench: list[Bench] = []
"""In a process of its own: the bench it works at."""


def _set_up(house: House, seats: int, seed: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us stops us
    _bench[:] = [Bench(house, seats, seed)]


def _work(part: tuple[int, int]) -> Tally:
    return _bench[0].play(*part)


def run(
    game: AnyGame,
    seats: int,
    games: int = 1000,
    seed: int | str = "lab",
    workers: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Play so many matches and say what they show. The same seed gives the same report, with any number of workers."""
    if not isinstance(game, Shedding):
        raise RequestError("bad-request", f"the lab plays games of the Shithead family, and {game.id} is none")
    game.check_seats(seats)
    if not 1 <= games <= MOST_GAMES:
        raise RequestError("bad-request", f"the number of matches must be from 1 to {MOST_GAMES:,}")
    if not str(seed).isprintable():
        raise RequestError("bad-request", f"the seed {seed!a} must be text that can be printed")
    if workers is not None and workers < 1:
        raise RequestError("bad-request", "there must be at least one worker")
    chunk = max(CHUNK, math.ceil(games / PARTS))
    parts = [(start, min(start + chunk, games)) for start in range(0, games, chunk)]
    tally = Tally(seats, len(rule_names(game.rules)))
    for done in _played(game.rules, seats, str(seed), parts, min(workers or cores(), len(parts))):
        tally.add(done)
        if progress is not None:
            progress(len(tally.plays) / games)
    return _report(game, seats, str(seed), tally)


def _played(house: House, seats: int, seed: str, parts: list[tuple[int, int]], workers: int) -> Iterator[Tally]:
    if workers == 1:
        bench = Bench(house, seats, seed)
        yield from (bench.play(*part) for part in parts)
        return
    with ProcessPoolExecutor(workers, initializer=_set_up, initargs=(house, seats, seed)) as pool:
        try:
            yield from pool.map(_work, parts)
        finally:
            pool.shutdown(cancel_futures=True)


# -- What it shows ---------------------------------------------------------------------------------------------------


def _report(game: Shedding, seats: int, seed: str, tally: Tally) -> Report:
    games = len(tally.plays)
    finished = games - tally.unfinished
    names = rule_names(game.rules)
    lengths = _lengths(sorted(tally.plays))
    unfinished = _share(tally.unfinished, games)
    shares = tuple(
        SeatShare(seat, _share(tally.wins[seat], finished), _share(tally.lasts[seat], tally.placed))
        for seat in range(seats)
    )
    rules = tuple(
        Fired(name, count / games, _share(matches, games))
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
    """Of the lengths in ascending order."""
    low, high = _quantile(plays, 0.1), _quantile(plays, 0.9)
    width = max(1, math.ceil((high - low) / BARS))
    bars: dict[int, int] = {}
    for length in plays:
        start = length // width * width
        bars[start] = bars.get(start, 0) + 1
    return Lengths(
        median=statistics.median(plays),
        mean=statistics.fmean(plays),
        low=low,
        high=high,
        histogram=tuple(bars.items()),
        width=width,
    )


def _quantile(ascending: list[int], share: float) -> int:
    """The smallest value that this share does not exceed."""
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


def _fairness(seats: int, shares: tuple[SeatShare, ...]) -> str:
    """The seat whose share of wins is farthest from an equal one. Several seats are several chances to be wrong, so
    an advantage is shown only if the interval for all of them together leaves an equal share out."""
    finished = shares[0].wins.of
    if finished == 0:
        return "nothing can be said of the seats"
    oddest = max(shares, key=lambda seat: abs(seat.wins.share - 1 / seats))
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
    width = max(len(name) for name in (*(rule.rule for rule in report.rules), *report.happenings))
    lines += ["", f"{'in a match':{width}}  times   in so many matches"]
    lines += [f"{rule.rule:{width}} {rule.per_match:6.2f}   {rule.matches}" for rule in report.rules]
    lines += [f"{name:{width}} {count:6.2f}" for name, count in report.happenings.items() if count]
    if report.never:
        lines += ["", f"never seen in {report.games:,} matches: {'; '.join(report.never)}"]
    lines += ["", report.judgement[0].upper() + report.judgement[1:]]
    return "\n".join(line.rstrip() for line in lines)


# -- The picture -----------------------------------------------------------------------------------------------------


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
    plain_axes(axes, f"Length; {_percent(report.unfinished.share)} % reach the limit", "plays")


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
    plain_axes(axes, "What happens: powers and patterns (green), and what comes of them (gold)", "times a match")


# -- The command -----------------------------------------------------------------------------------------------------


def add_command(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `houserules lab` to the commands."""
    lab = subparsers.add_parser("lab", help="play many matches of a house and say what they show")
    lab.add_argument("game", metavar="GAME|FILE", help="a game, or a house in TOML")
    lab.add_argument("--games", type=int, default=1000, metavar="N", help="how many matches (default: 1000)")
    lab.add_argument("--seats", type=int, metavar="K", help="default: 4, or what the game allows")
    lab.add_argument("--seed", default="lab", metavar="S", help="the same seed gives the same report (default: lab)")
    lab.add_argument("--json", action="store_true", help="answer as JSON")
    lab.add_argument("--plot", type=Path, metavar="FILE", help="draw it as well: a .png or an .svg file")
    lab.set_defaults(command=_command)


def _command(options: argparse.Namespace) -> int:
    game = load(options.game)
    seats = options.seats if options.seats is not None else max(min(4, game.seats.stop - 1), game.seats.start)
    if options.plot is not None:
        check_plot(options.plot)
    show = bar("lab")
    report = run(game, seats, options.games, options.seed, progress=lambda share: show(share, ""))
    if options.plot is not None:
        plot(report, options.plot)
    print(msgspec.json.encode(report).decode() if options.json else text_of(report))
    return 0
