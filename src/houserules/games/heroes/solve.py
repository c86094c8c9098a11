"""Make the tables of best play: python -m houserules.games.heroes.solve [FOLDER]. It takes about a minute.

numpy is needed for the bets; it comes with the tools for development.
"""

from __future__ import annotations

import argparse
import zlib
from importlib.resources import files
from pathlib import Path

from houserules.kernel.heroes import AIM

from . import solve_round
from .solve_bets import Array, Race
from .solve_round import ONE
from .tables import PURSES, SHARES, UNITS, Rows, shape, write_bets, write_round


def scaled(values: solve_round.Values, turn: int) -> Rows:
    """What is kept of the values of a turn."""
    own, rival = shape(turn)
    return [[(value * UNITS + ONE // 2) // ONE for value in row[:rival]] for row in values[:own]]


def shared(mixture: Array) -> tuple[tuple[int, int], ...]:
    """A mixture in whole shares of 255; what rounding leaves over goes to the likeliest bet."""
    shares = {bet + 1: round(chance * SHARES) for bet, chance in enumerate(mixture.tolist())}
    likeliest = max(shares, key=lambda bet: shares[bet])
    shares[likeliest] += SHARES - sum(shares.values())
    return tuple((bet, share) for bet, share in shares.items() if share)


def betting(race: Race) -> bytes:
    purses = range(1, race.goal)
    return write_bets(
        (round(float(race.values[own, rival]) * UNITS), shared(race.mixtures[own, rival]))
        for own in purses
        for rival in purses
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
    print(f"a round: who starts has {starts:.4f}, a tie {tie / ONE:.4f}; {len(rounds):,} bytes", flush=True)

    race = Race(PURSES, tie / ONE)
    race.solve()
    bets = zlib.compress(betting(race), 9)
    (folder / "bets.bin").write_bytes(bets)
    print(f"the bets: at most {race.gap():.1e} to gain in a round by another bet; {len(bets):,} bytes")


if __name__ == "__main__":
    main()
