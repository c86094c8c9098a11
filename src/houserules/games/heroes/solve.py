"""Make the tables of best play: python -m houserules.games.heroes.solve [FOLDER]. It takes half a minute to a minute.

numpy is needed for the bets; it comes with the tools for development.
"""

from __future__ import annotations

import argparse
import zlib
from importlib.resources import files
from pathlib import Path

from houserules.kernel.heroes import AIM

from . import solve_round
from .solve_bets import Race
from .solve_round import ONE
from .tables import (
    CHANCES,
    PURSES,
    SHARES,
    STAGES,
    UNITS,
    Bets,
    Rows,
    Shares,
    joined,
    shape,
    write_bets,
    write_round,
)


def scaled(values: solve_round.Values, turn: int) -> Rows:
    """The stored form of the values of a turn."""
    own, rival = shape(turn)
    return [[(value * UNITS + ONE // 2) // ONE for value in row[:rival]] for row in values[:own]]


def shared(mixture: dict[int, float]) -> Shares:
    """A mixture in whole shares; the likeliest bet gets what rounding leaves over."""
    shares = {bet: round(mixture[bet] * SHARES) for bet in sorted(mixture)}
    likeliest = max(mixture, key=lambda bet: mixture[bet])
    shares[likeliest] += SHARES - sum(shares.values())
    return tuple((bet, share) for bet, share in shares.items() if share)


def stage(race: Race) -> Bets:
    """The stored form of a race with this many rounds left."""
    purses = range(1, race.goal)
    return {
        (own, rival): (round(float(race.values[own, rival]) * CHANCES), shared(race.mixture(own, rival)))
        for own in purses
        for rival in purses
    }


def loss(race: Race, bets: Bets) -> float:
    """The most that anyone can gain in this round, in any purses, against a mixture as it is kept."""
    return max(
        race.gain(rival, own, {bet: share / SHARES for bet, share in mixture})
        for (own, rival), (_, mixture) in bets.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="solve", description="Make the tables of best play in H3ROES C4RDS.")
    parser.add_argument(
        "folder", nargs="?", type=Path, default=Path(str(files(__package__))), help="where to write them"
    )
    folder = parser.parse_args().folder
    values, tie = solve_round.solve()
    rounds = zlib.compress(write_round({turn: scaled(values[turn], turn) for turn in sorted(values)}), 9)
    (folder / "round.bin").write_bytes(rounds)
    starts = values[2][AIM][AIM] / ONE
    print(f"a round: the starter has {starts:.4f}, a tie {tie / ONE:.4f}; {len(rounds):,} bytes", flush=True)

    race = Race(PURSES, tie / ONE)
    parts, losses = [], []
    for _ in range(STAGES[-1]):
        race.add_round()
        if race.left in STAGES:
            bets = stage(race)
            parts.append(zlib.compress(write_bets(bets), 9))
            losses.append(loss(race, bets))
    (folder / "bets.bin").write_bytes(joined(parts))
    lost = ", ".join(f"{left}: {most:.4f}" for left, most in zip(STAGES, losses, strict=True))
    print(f"the bets: by rounds left, the most that another bet gains in one round: {lost}")
    print(f"{sum(map(len, parts)):,} bytes")


if __name__ == "__main__":
    main()
