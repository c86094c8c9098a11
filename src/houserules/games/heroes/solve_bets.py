"""What to bet: the race from 100 credits to 1000, or to the rival's ruin, as a game of simultaneous bets on a grid.

Every pair of purses is a game in one table: rows are one's own bets, columns the rival's, entries the chance to win the
match from where the round leads. Such a game has a value and a best way to mix bets. Values and mixtures of all purses
hang together; they are found by turns: solve every game with the values so far, then work out what these mixtures are
worth if they are played for ever. The limit of rounds is taken to be far away.
numpy is needed to make the table, not to read it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

TINY: Final = 1e-10
STILL: Final = 1e-9
"""A change of values that is none any more."""


class Race:
    """A race between two equal players to `goal` units, in which a round is a tie with the chance `tie`."""

    def __init__(self, goal: int, tie: float) -> None:
        self.goal = goal
        self.tie = tie
        self.win = (1 - tie) / 2
        own, rival = np.indices((2 * goal, 2 * goal))
        # Where it is over, more credits have won; elsewhere this is a first guess.
        self.values: Array = np.where(own > rival, 1.0, np.where(own < rival, 0.0, 0.5))
        inside = slice(1, goal)
        self.values[inside, inside] = (own / np.maximum(own + rival, 1))[inside, inside]
        self.mixtures: dict[tuple[int, int], Array] = {}
        """By one's own purse and the rival's: how likely each bet is, from 1 on."""

    def bets(self, own: int, rival: int) -> Array:
        """The game of one round: the chance to win the match, for each bet of one's own and each of the rival's."""
        up, down = slice(own + 1, 2 * own + 1), slice(own - 1, None, -1)
        rival_up, rival_down = slice(rival + 1, 2 * rival + 1), slice(rival - 1, None, -1)
        values = self.values
        both = values[up, rival_down] + values[down, rival_up]
        game: Array = self.win * both + self.tie * values[down, rival_down]
        return game

    def solve(self) -> float:
        """To the end; how much the last pass still changed."""
        while True:
            change = self.improve()
            if change < 1e-6:
                return change
            self.evaluate()

    def improve(self) -> float:
        """Solve the game of every pair of purses with the values so far."""
        better = self.values.copy()
        for own in range(1, self.goal):
            for rival in range(1, own + 1):
                value, mixture, answer = equilibrium(self.bets(own, rival))
                self.mixtures[rival, own] = answer
                self.mixtures[own, rival] = mixture
                better[own, rival], better[rival, own] = value, 1 - value
        for own in range(1, self.goal):
            better[own, own] = 0.5
        change = float(np.abs(better - self.values).max())
        self.values = better
        return change

    def evaluate(self) -> None:
        """What the mixtures are worth if both play them for ever: the same step again, until nothing moves."""
        size = 2 * self.goal
        where, weight, leads = [], [], []
        for (own, rival), mixture in self.mixtures.items():
            for bet in np.flatnonzero(mixture > TINY):
                answers = self.mixtures[rival, own]
                for answer in np.flatnonzero(answers > TINY):
                    where.append(own * size + rival)
                    weight.append(mixture[bet] * answers[answer])
                    up, down = own + bet + 1, own - bet - 1
                    rival_up, rival_down = rival + answer + 1, rival - answer - 1
                    leads.append((up * size + rival_down, down * size + rival_up, down * size + rival_down))
        step, chance, to = np.array(where), np.array(weight), np.array(leads)
        purses = np.unique(step)
        values = self.values.ravel()
        for _ in range(5000):
            worth = chance * (self.win * (values[to[:, 0]] + values[to[:, 1]]) + self.tie * values[to[:, 2]])
            new = np.bincount(step, worth, minlength=size * size)[purses]
            change = np.abs(new - values[purses]).max()
            values[purses] = new
            if change < STILL:
                break
        self.values = values.reshape(size, size)

    def gap(self) -> float:
        """The most that anyone could gain in a single round, in any purse, by a bet that the mixture does not make."""
        worst = 0.0
        for (own, rival), mixture in self.mixtures.items():
            game = self.bets(own, rival)
            answer = self.mixtures[rival, own]
            value = mixture @ game @ answer
            worst = max(worst, float((game @ answer).max() - value), float(value - (mixture @ game).min()))
        return worst


def equilibrium(game: Array) -> tuple[float, Array, Array]:
    """The value of a game in one table, and the best mixtures of rows and of columns: the simplex method."""
    rows, columns = game.shape
    row, column = game.min(axis=1).argmax(), game.max(axis=0).argmin()
    if game[:, column].max() - game[row].min() < TINY:  # a saddle point: nobody has to mix
        return float(game[row, column]), _only(rows, row), _only(columns, column)
    # Maximise the sum of y with (game + 1) y <= 1: a table of rows, slack columns, the right side, and the goal below.
    table = np.zeros((rows + 1, columns + rows + 1))
    table[:rows, :columns] = game + 1
    table[:rows, columns:-1] = np.eye(rows)
    table[:rows, -1] = 1
    table[rows, :columns] = -1
    basis = np.arange(columns, columns + rows)
    while table[rows, :-1].min() < -TINY:
        entering = table[rows, :-1].argmin()
        falls = table[:rows, entering] > TINY
        ratios = np.full(rows, np.inf)
        ratios[falls] = table[:rows, -1][falls] / table[:rows, entering][falls]
        leaving = ratios.argmin()
        table[leaving] /= table[leaving, entering]
        factors = table[:, entering].copy()
        factors[leaving] = 0
        table -= np.outer(factors, table[leaving])
        basis[leaving] = entering
    total = table[rows, -1]
    answer = np.zeros(columns)
    chosen = basis < columns
    answer[basis[chosen]] = table[:rows, -1][chosen]
    return float(1 / total - 1), table[rows, columns:-1] / total, answer / total


def _only(count: int, which: np.intp) -> Array:
    mixture = np.zeros(count)
    mixture[which] = 1
    return mixture
