"""Tuning the weights of the hard level by self-play: `python -m houserules.games.shedding.tune --out FILE`.

SPSA: move all weights a little at random, once in one direction and once in the opposite one; let the two players meet
on the same deals in both seats; move the weights a step towards the winner. Matches are played inside the kernel, a few
thousand a second, by players that look only at what their seat may know. `houserules arena` measures the result, on
other deals.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import msgspec

from houserules.games import load
from houserules.kernel.shedding_weigher import Weigher, contest

from .game import Shedding
from .weights import MEDIUM, SURE, Plan, Weights

FIELDS: Final = Weights.__struct_fields__
FIXED: Final = frozenset(name for name in FIELDS if getattr(SURE, name))
SETUP: Final = frozenset(name for name in FIELDS if name.startswith("up_"))
"""Only the first phase reads these."""
STEP: Final = {
    "rank": 1.0,
    "reach": 10.0,
    "kept": 8.0,
    "burned": 1.0,
    "burned_high": 1.0,
    "low_value": 1.0,
    "trap": 12.0,
    "trap_pile": 2.0,
    "trap_block": 12.0,
    "taken": 3.0,
    "give": 1.0,
    "give_leader": 15.0,
    "own_fit": 2.0,
    "pile": 0.5,
    "up_rank": 0.5,
}
USUAL_STEP: Final = 5.0
"""How far to move a weight to see what it does."""
TABLES: Final = (("shithead", 2, 5), ("shithead", 4, 2), ("duel", 2, 2), ("smellyhead", 2, 1), ("smellyhead", 4, 2))
"""What to play: game, seats, and how often."""


class Place(msgspec.Struct, frozen=True):
    """One weight of one phase."""

    phase: int
    field: str

    @property
    def step(self) -> float:
        return STEP.get(self.field, USUAL_STEP)


PLACES: Final = tuple(
    Place(phase, field)
    for phase in range(3)
    for field in FIELDS
    if field not in FIXED and not (phase and field in SETUP)
)


def moved(plan: Plan, by: Sequence[float]) -> Plan:
    """A plan with each weight moved by this many steps."""
    phases = [msgspec.structs.asdict(phase) for phase in (plan.early, plan.late, plan.open)]
    for place, steps in zip(PLACES, by, strict=True):
        phases[place.phase][place.field] += steps * place.step
    return Plan(*(Weights(**phase) for phase in phases))


def scores(game: Shedding, seats: int, one: Plan, other: Plan, chance: random.Random, blocks: int) -> Iterator[float]:
    """The payoff of one in each deal, played with the two in alternate seats, and again with the seats swapped."""
    players = [Weigher(game.tables, one.vector()), Weigher(game.tables, other.vector())]
    decks = game.rules.decks_for(seats)
    for _ in range(blocks):
        deal = chance.getrandbits(32)
        payoff = 0.0
        for turned in range(2):
            table = [players[(seat + turned) % 2] for seat in range(seats)]
            places = contest(game.tables, seats, decks, table, deal, chance.getrandbits(32))
            ours = [(seats - place) / (seats - 1) for seat, place in enumerate(places) if (seat + turned) % 2 == 0]
            payoff += statistics.fmean(ours) / 2
        yield payoff


def family(name: str) -> Shedding:
    game = load(name)
    assert isinstance(game, Shedding)
    return game


def tune(start: Plan, rounds: int, blocks: int, seed: int, rate: float) -> Iterator[tuple[int, list[float]]]:
    """Rounds of SPSA; after each, how far every weight was moved, on average over the last half."""
    chance = random.Random(seed)
    tables = [(family(name), seats) for name, seats, often in TABLES for _ in range(often)]
    at = [0.0] * len(PLACES)
    mean = [0.0] * len(PLACES)
    counted = 0
    for number in range(rounds):
        width = 1.0 / (1 + 3 * number / rounds)
        step = rate / (1 + 9 * number / rounds) ** 0.6
        signs = [chance.choice((-1, 1)) * width for _ in PLACES]
        game, seats = chance.choice(tables)
        there = moved(start, [x + s for x, s in zip(at, signs, strict=True)])
        back = moved(start, [x - s for x, s in zip(at, signs, strict=True)])
        won = statistics.fmean(scores(game, seats, there, back, chance, blocks)) - 0.5
        at = [x + step * won / s for x, s in zip(at, signs, strict=True)]
        if number >= rounds // 2:
            counted += 1
            mean = [m + (x - m) / counted for m, x in zip(mean, at, strict=True)]
        yield number + 1, mean if counted else at


def compare(one: Plan, other: Plan, seed: int, blocks: int) -> list[str]:
    """The payoff of one against the other at each table, with its 95 % interval."""
    lines = []
    for name, seats, _ in TABLES:
        found = list(scores(family(name), seats, one, other, random.Random(seed), blocks))
        half = 1.96 * statistics.stdev(found) / math.sqrt(blocks)
        lines.append(f"{name}, {seats} seats: {100 * statistics.fmean(found):.1f} % ± {100 * half:.1f}")
    return lines


def written(plan: Plan, head: Sequence[str]) -> str:
    """A plan as TOML, with a head that says where it comes from."""
    lines = [*(f"# {line}" for line in head)]
    for name in Plan.__struct_fields__:
        lines += ["", f"[plan.{name}]"]
        weights: Weights = getattr(plan, name)
        lines += [f"{field} = {round(getattr(weights, field), 2):g}" for field in FIELDS if getattr(weights, field)]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="houserules.games.shedding.tune", description="Tune the hard level by self-play."
    )
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--blocks", type=int, default=24, help="deals in a round")
    parser.add_argument("--rate", type=float, default=2.0, help="how far a round moves a weight")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=int, default=2000, help="deals at each table, before and after")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE")
    options = parser.parse_args(arguments)
    steps = [0.0] * len(PLACES)
    for number, found in tune(MEDIUM, options.rounds, options.blocks, options.seed, options.rate):
        steps = found
        if sys.stderr.isatty():
            print(f"round {number} of {options.rounds}", end="\r", file=sys.stderr, flush=True)
    plan = moved(MEDIUM, steps)
    asked = f"--rounds {options.rounds} --blocks {options.blocks} --rate {options.rate:g} --seed {options.seed}"
    head = [
        "The weights of the hard level of the Shithead family, found by self-play from those of the medium one:",
        f"python -m houserules.games.shedding.tune {asked}",
        f"Payoff against the weights it began with, {2 * options.check} matches each (they began at 50 %):",
        *compare(plan, MEDIUM, options.seed + 1, options.check),
    ]
    options.out.write_text(written(plan, head), encoding="utf-8")
    print("\n".join(head))
    return 0


if __name__ == "__main__":
    sys.exit(main())
