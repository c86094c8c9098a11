"""Is a level not worse than another one in houses that nobody has thought of? Played by hand, not by the test suite:

python -m tests.house_levels 30 --deals 40 --level hard --against easy

Each house uses keys beyond those of the games that ship. Each deal is played twice by two seats, which change their
places: what counts is the difference in payoff over both. The report has a line for each house, with the 95 % interval
over its deals, and one for all of them, over the houses.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

import houserules as hr
from houserules.bots import make_bot, read_bot
from tests.strategies import Table, houses

DRAWN = 4, 40
"""Random houses that are looked at for each one that is played: most use some of these keys, few use a certain one."""

NEW: dict[str, Callable[[Table], bool]] = {
    "jump-in": lambda house: house["pattern"].get("jump-in", "no") != "no",
    "add": lambda house: house["play"].get("add", "no") != "no",
    "try": lambda house: house["take"].get("try", "no") != "no",
    "swap": lambda house: "swap" in str(house["powers"]),
    "revolution": lambda house: "revolution" in str(house["powers"]),
    "next": lambda house: "'next'" in str([power["do"] for power in house["powers"].values()]),
    "announce": lambda house: house["end"].get("announce", {}).get("penalty", 0) > 0,
    "bundle": lambda house: house["deal"].get("bundle", False),
    "lock": lambda house: house["pattern"].get("lock", "no") != "no",
    "run": lambda house: house["play"]["hand"] == "run",
    "across": lambda house: house["play"].get("across", False),
    "peek": lambda house: house["play"].get("peek", False),
    "count": lambda house: house["play"].get("count", "any") != "any",
}
"""Does a house use this key?"""


def used(house: Table) -> list[str]:
    return [key for key, is_used in NEW.items() if is_used(house)]


def random_houses(count: int, limit: int, wanted: list[str]) -> list[Table]:
    """The same ones every time, none twice; a house must use at least one of the wanted keys."""
    found: dict[str, Table] = {}

    @settings(
        max_examples=count * DRAWN[len(wanted) < len(NEW)],
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(houses(limit=limit, most_seats=2))
    def draw(house: Table) -> None:
        if len(found) < count and set(used(house)) & set(wanted):
            found.setdefault(hr.load(house).hash, house)

    draw()
    return list(found.values())


def differences(house: Table, deals: int, level: str, against: str) -> Iterator[float]:
    """For each deal what the first level gets more than the other, from -1 to 1."""
    game = hr.load(house)
    levels = read_bot(level, game), read_bot(against, game)
    for deal in range(deals):
        total = 0.0
        for seat in range(2):
            players = [make_bot(levels[(place + seat) % 2], game, seed=deal) for place in range(2)]
            match: hr.Match[Any] = hr.Match.new(game, seats=2, seed=f"levels/{deal}")
            while match.to_act:
                mover = match.to_act[0]
                match.play(mover, players[mover].choose(match.view(mover)))
            assert match.outcome is not None
            total += match.outcome.payoffs[seat] - match.outcome.payoffs[1 - seat]
        yield total / 2


def interval(values: list[float]) -> tuple[float, float]:
    """A mean, and half of the interval that holds the true one 95 times in 100."""
    spread = statistics.stdev(values) if len(values) > 1 else 0.0
    return statistics.fmean(values), 1.96 * spread / len(values) ** 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("houses", type=int)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--limit", type=int, default=300, help="plays that end a match")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--against", default="easy")
    parser.add_argument("--key", action="append", choices=[*NEW], help="only houses that use this key")
    parser.add_argument(
        "--only", type=int, action="append", help="only the house of this number, which is printed, too"
    )
    options = parser.parse_args()
    means = []
    for number, house in enumerate(random_houses(options.houses, options.limit, options.key or [*NEW]), 1):
        if options.only and number not in options.only:
            continue
        if options.only:
            print(house)
        mean, half = interval(list(differences(house, options.deals, options.level, options.against)))
        means.append(mean)
        sign = "WORSE" if mean + half < 0 else "better" if mean > half else ""
        print(f"{number:3}  {mean:+.2f} +- {half:.2f}  {sign:6}  {' '.join(used(house))}", flush=True)
    mean, half = interval(means)
    print(f"all  {mean:+.3f} +- {half:.3f} over {len(means)} houses, {options.deals} deals each, both ways round")


if __name__ == "__main__":
    main()
