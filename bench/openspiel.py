"""Is our search better than one that is there already? It plays OpenSpiel's ISMCTS, with the same time for each move.

    pip install ".[bench]"
    python bench/openspiel.py --ms 50 --deals 20

Shithead for two from the first play on; nobody swaps before it. Each deal is played twice, with the seats exchanged,
and the interval is by deal. Both sides think in this process alone. The deals are the same each time; the moves are
not, as the clock decides how long is thought.

No side is held to a number of simulations: ours looks at the clock every few iterations, theirs before each simulation,
when it asks for a world. What both really took is printed.

What the other side gets: the rules from the kernel, worlds from the same `redealt`, nodes by what the seat that acts
can know (suits left out, as they do not matter here), and its own `ISMCTSBot` as it is. Its playouts, by `--rollouts`:

openspiel  those of its own evaluator: random, a move at a time through OpenSpiel
kernel     the same random moves, played by the kernel: the difference of languages counts for less
quick      the playouts of our search: what is left is the tree, and that it is in Python

`--inconsistent` lets it filter the actions at each node. Nothing here needs that (who knows the same has the same
moves), and it takes time.
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable
from typing import Any

from houserules import load
from houserules.arena.statistics import by_block
from houserules.kernel.bits import COMPILED, next_random, scrambled
from houserules.kernel.position import UNIT, legal_moves
from houserules.kernel.search import Search
from houserules.kernel.shedding import SheddingPosition

SEATS = 2
SLICE = 10
ENDLESS = 1 << 30
LIMIT = 2000  # plays of a match; a Joker is two moves
NOISE = {"kernel": UNIT, "quick": int(0.3 * UNIT)}
SIZES = str.maketrans("0123456789abcdef", "0112122312232334")

Think = Callable[[SheddingPosition, int, float], tuple[int, int]]
"""A position, a seed and when to stop; the move, and the iterations or simulations it took."""


def ours(position: SheddingPosition, seed: int, end: float) -> tuple[int, int]:
    search = Search(position, position.turn, seed)
    while time.perf_counter() < end:
        search.run(SLICE)
    return search.best(), search.done


# -- The other side --------------------------------------------------------------------------------------------------


class TimeIsUp(Exception):
    """Not a failure: the only way to end a search that asks nobody whether it should go on."""


def ranks(mask: int) -> str:
    """How many cards of each rank: a rank is one digit to the base 16."""
    return f"{mask:014x}".translate(SIZES)


def knowledge(position: SheddingPosition, viewer: int) -> str:
    """All that a seat can know, and that matters from here on."""
    other = 1 - viewer
    cards = position.cards
    return (
        f"{ranks(cards[viewer])} {ranks(cards[position.known_at])} {ranks(cards[position.known_at + 1])} "
        f"{position.held(0, other)} {cards[position.lacks_at + other]} {cards[position.lacking_count_at + other]} "
        f"{ranks(cards[position.up_at])} {ranks(cards[position.up_at + 1])} {position.blinds(0)} {position.blinds(1)} "
        f"{ranks(cards[position.pile_at])} {len(position.stock) - position.drawn} {position.turn} {position.stage} "
        f"{position.zone} {position.ask} {position.top} {position.acts} {position.run_rank} {position.run} "
        f"{position.skips}"
    )


def openspiel(start: SheddingPosition, rollouts: str, exploration: float, inconsistent: bool) -> Think:
    """OpenSpiel's search. The classes stand in here because what they derive from is not always installed."""
    try:
        spiel: Any = importlib.import_module("pyspiel")
        ismcts: Any = importlib.import_module("open_spiel.python.algorithms.ismcts")
        mcts: Any = importlib.import_module("open_spiel.python.algorithms.mcts")
        numpy: Any = importlib.import_module("numpy")
    except ImportError as problem:
        raise SystemExit(f"this plays against OpenSpiel: pip install open_spiel ({problem})") from problem

    kind = spiel.GameType(
        short_name="houserules_shithead",
        long_name="Shithead for two",
        dynamics=spiel.GameType.Dynamics.SEQUENTIAL,
        # The deal is the root, and nothing is dealt after it.
        chance_mode=spiel.GameType.ChanceMode.DETERMINISTIC,
        information=spiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=spiel.GameType.Utility.ZERO_SUM,
        reward_model=spiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=SEATS,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
    )
    facts = spiel.GameInfo(
        num_distinct_actions=64,  # one deck and no suits: the moves stand on one page
        max_chance_outcomes=0,
        num_players=SEATS,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=2 * LIMIT,
    )

    class Shithead(spiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, facts, params or {})

        def new_initial_state(self) -> Table:
            return Table(self, start)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:  # noqa: ARG002 - its form
            return Observer()

    class Table(spiel.State):  # type: ignore[misc]  # OpenSpiel has no types
        def __init__(self, game: Any, position: SheddingPosition) -> None:
            super().__init__(game)
            self.position = position.copy()

        def current_player(self) -> int:
            return int(spiel.PlayerId.TERMINAL) if self.position.over else self.position.turn

        def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - only who acts is asked about
            return legal_moves(self.position)

        def _apply_action(self, action: int) -> None:
            self.position.advance(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return f"{player}:{action}"

        def is_terminal(self) -> bool:
            return self.position.over

        def returns(self) -> list[float]:
            payoff = self.position.payoff(0) if self.position.over else 0.5
            return [2 * payoff - 1, 1 - 2 * payoff]

        def observation_string(self, player: int | None = None) -> str:
            return knowledge(self.position, self.position.turn if player is None else player)

        def clone(self) -> Table:
            """As the one it has, but without a deep copy of everything."""
            return Table(game, self.position)

        def __str__(self) -> str:
            return knowledge(self.position, self.position.turn)

    class Observer:
        def __init__(self) -> None:
            self.tensor = None
            self.dict: dict[str, Any] = {}

        def string_from(self, state: Table, player: int) -> str:
            return state.observation_string(player)

    class KernelRollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]  # OpenSpiel has no types
        def __init__(self, noise: int, seed: int) -> None:
            super().__init__()
            self.noise = noise
            self.seed = seed

        def evaluate(self, state: Table) -> list[float]:
            self.seed = next_random(self.seed)
            played = state.clone()
            played.position.play_on(scrambled(self.seed, 3), self.noise, ENDLESS, -1)
            return played.returns()

    spiel.register_game(kind, Shithead)
    game = Shithead()

    def think(position: SheddingPosition, seed: int, end: float) -> tuple[int, int]:
        simulations = 0
        worlds = next_random(seed)

        def resampled(state: Table, viewer: int) -> Table:
            nonlocal simulations
            # The first simulation only opens the root.
            if simulations > 1 and time.perf_counter() >= end:
                raise TimeIsUp
            simulations += 1
            return Table(game, state.position.redealt(viewer, scrambled(worlds, simulations)))

        chance = numpy.random.RandomState(seed & 0x7FFFFFFF)
        if rollouts == "openspiel":
            evaluator = mcts.RandomRolloutEvaluator(random_state=chance)
        else:
            evaluator = KernelRollouts(NOISE[rollouts], seed)
        bot = ismcts.ISMCTSBot(
            game,
            evaluator,
            exploration,
            ENDLESS,
            random_state=chance,
            use_observation_string=True,
            allow_inconsistent_action_sets=inconsistent,
        )
        bot.set_resampler(resampled)
        root = Table(game, position)
        try:
            bot.run_search(root)
        except TimeIsUp:
            policy = bot.get_final_policy(root, bot.lookup_node(root))
        else:
            raise AssertionError("it found something to do for ever")
        best = max(share for _, share in policy)
        return random.Random(seed).choice([move for move, share in policy if share == best]), simulations

    return think


# -- The match -------------------------------------------------------------------------------------------------------


class Side:
    """Who thinks, and what it took."""

    def __init__(self, name: str, think: Think) -> None:
        self.name = name
        self.think = think
        self.decisions = 0
        self.done = 0
        self.seconds = 0.0
        self.longest = 0.0

    def move(self, position: SheddingPosition, seed: int, seconds: float) -> int:
        moves = legal_moves(position)
        if len(moves) == 1:
            return moves[0]
        begin = time.perf_counter()
        move, done = self.think(position, seed, begin + seconds)
        took = time.perf_counter() - begin
        self.decisions += 1
        self.done += done
        self.seconds += took
        self.longest = max(self.longest, took)
        return move

    def __str__(self) -> str:
        decisions = max(self.decisions, 1)
        return (
            f"{self.name:24} {self.done / max(self.seconds, 1e-9):9,.0f} /s, {self.done / decisions:7,.0f} a decision, "
            f"{1000 * self.seconds / decisions:.1f} ms a decision ({1000 * self.longest:.0f} at most)"
        )


def dealt(seed: int) -> SheddingPosition:
    start: SheddingPosition = load("shithead").new(SEATS, f"openspiel {seed}").kernel
    start.start()
    return start


def block(sides: tuple[Side, Side], seed: int, seconds: float) -> list[float]:
    """One deal twice, the first side on each seat in turn: its payoffs."""
    payoffs = []
    for seat in range(SEATS):
        position = dealt(seed)
        chance = scrambled(seed, seat)
        while not position.over:
            chance = next_random(chance)
            side = sides[0] if position.turn == seat else sides[1]
            position.advance(side.move(position, scrambled(chance, 7), seconds))
        payoffs.append(position.payoff(seat))
    return payoffs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ms", type=float, default=50.0, help="for each move, on either side")
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rollouts", choices=["openspiel", *NOISE], default="openspiel")
    parser.add_argument("--exploration", type=float, default=2.0, help="uct_c; payoffs are from -1 to 1")
    parser.add_argument("--inconsistent", action="store_true", help="allow_inconsistent_action_sets")
    args = parser.parse_args()
    rival = openspiel(dealt(0), args.rollouts, args.exploration, args.inconsistent)
    sides = Side("houserules", ours), Side(f"OpenSpiel, {args.rollouts}", rival)
    print(f"the kernel is {'compiled' if COMPILED else 'interpreted'}; {args.ms:g} ms a move", flush=True)
    means, wins = [], 0.0
    for number in range(args.deals):
        payoffs = block(sides, args.seed * 1_000_003 + number, args.ms / 1000)
        means.append(sum(payoffs) / SEATS)
        wins += sum(payoffs)
    result = by_block(means)
    print(
        f"houserules won {wins:g} of {SEATS * args.deals}: {100 * result.mean:.1f} % "
        f"({100 * result.low:.1f} to {100 * result.high:.1f}) by {args.deals} deals"
    )
    for side in sides:
        print(side)


if __name__ == "__main__":
    main()
