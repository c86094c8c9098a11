"""How much good choices are worth: python -m houserules.games.heroes.measure [--rounds 20000] [--seed 1].

One player adds or subtracts as the table of rounds says, the other at random; both pick any slot. Every round is dealt
as a real one is, and each of them has the chair of seat 0 in half of the rounds.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from typing import Final

from houserules.fair import WORDS, Stream
from houserules.kernel import heroes as kernel
from houserules.kernel.bits import next_random
from houserules.kernel.position import random_move

from .looking import deal
from .tables import best_choice

WIN: Final = "win"
LOSS: Final = "loss"
TIE: Final = "tie"


def play_round(seed: str, chooser: int) -> str:
    """One round; what it was for the one who chooses well."""
    core = kernel.fresh()
    deal(core, seed)
    for seat in range(2):
        core.act(seat, kernel.bet_number(1))
    chance = Stream(seed, "moves").below(WORDS)
    while not core.over:  # nobody deals another round
        chance = next_random(chance)
        move = random_move(core, chance)
        if core.phase == kernel.CHOICE and core.turn == chooser:
            points = core.table[kernel.POINTS + chooser], core.table[kernel.POINTS + 1 - chooser]
            move = kernel.ADD if best_choice(core.number, *points, core.gain) == "add" else kernel.SUBTRACT
        core.advance(move)
    winner = core.nearer()
    return TIE if winner < 0 else WIN if winner == chooser else LOSS


def play_rounds(rounds: int, seed: int) -> Counter[str]:
    return Counter(play_round(f"{seed}:{number}", number & 1) for number in range(rounds))


def main() -> None:
    parser = argparse.ArgumentParser(prog="measure", description="Good choices against random ones in H3ROES C4RDS.")
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = play_rounds(options.rounds, options.seed)
    for what in (WIN, LOSS, TIE):
        share = found[what] / options.rounds
        margin = 1.96 * math.sqrt(share * (1 - share) / options.rounds)
        print(f"{what:4} {100 * share:5.1f} % ± {100 * margin:.1f}")


if __name__ == "__main__":
    main()
