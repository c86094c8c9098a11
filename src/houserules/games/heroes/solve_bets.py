"""What to bet: the race from 100 credits to 1000, to the rival's ruin, or to more credits when the rounds are over.

Every pair of purses, with a number of rounds left, is a matrix game: rows are a player's own bets, columns the rival's,
entries the chance to win the match from where the round leads. Such a game has a value and a best way to mix bets.
After the last round the player with more credits has won; from there the games are solved backwards, a round at a time.

Purses are counted in units of ten credits, and a bet of 0 units stands for the smallest one, a single credit, which
hardly moves a purse. numpy is needed to make the table, not to read it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]

TINY: Final = 1e-10
LADDER: Final = (0, 1, 2, 3, 5, 8, 12, 18, 27, 40)
BETS: Final = 24
"""How many bets are weighed for one pair of purses; if there are fewer, the last one is repeated."""
ENOUGH: Final = 1e-4
"""A bet that gains less than this is not added."""
TRIES: Final = 60
PIVOTS: Final = 200
"""Far more than such small games need."""


class Race:
    """A race between two equal players to `goal` units, in which a round is a tie with the chance `tie`."""

    def __init__(self, goal: int, tie: float) -> None:
        self.goal = goal
        self.tie = tie
        self.win = (1 - tie) / 2
        self.left = 0
        """Rounds."""
        own, rival = np.indices((2 * goal, 2 * goal))
        self.values: Array = np.where(own > rival, 1.0, np.where(own < rival, 0.0, 0.5))
        """By a player's own purse and the rival's. Reaching the goal, or ruining the rival, is having more as well."""
        self.next_values = self.values
        """With one round less."""
        pairs = [(own, rival) for own in range(1, goal) for rival in range(1, own + 1)]
        self.place = {pair: number for number, pair in enumerate(pairs)}
        self.own, self.rival = np.array(pairs).T
        self.rows = np.array([self.bets(own, rival) for own, rival in pairs])
        self.columns = np.array([self.bets(rival, own) for own, rival in pairs])
        self.row_shares, self.column_shares = np.zeros((2, *self.rows.shape))

    def bets(self, own: int, rival: int) -> list[int]:
        """Those to begin with: a ladder, all there is to win or to lose, and those that close the distance."""
        most = self.most(own)
        apart = abs(own - rival)
        found = sorted({most, *(bet for bet in (*LADDER, apart, apart + 1) if bet <= most)})
        return found + [found[-1]] * (BETS - len(found))

    def most(self, own: int) -> int:
        """More is never better: it would lead beyond the goal."""
        return min(own, self.goal - own)

    def add_round(self) -> None:
        """One more round is left: solve the game of every pair of purses.

        It is solved with some of the bets; where another one is better against the mixture that is found, it replaces
        one that is listed twice or not used, and the game is solved again.
        """
        self.left += 1
        self.next_values = self.values
        self.values = self.values.copy()
        which = np.arange(len(self.own))
        for _ in range(TRIES):
            self._solve(which)
            which = which[self._better_rows(which) | self._better_columns(which)]
            if not len(which):
                break
        else:
            self._solve(which)

    def _solve(self, which: Whole) -> None:
        own, rival = self.own[which], self.rival[which]
        rows, columns = self.rows[which], self.columns[which]
        games = self._worth(own[:, None, None], rival[:, None, None], rows[:, :, None], columns[:, None, :])
        value, self.row_shares[which], self.column_shares[which] = equilibria(games)
        value[own == rival] = 0.5
        self.values[own, rival] = value
        self.values[rival, own] = 1 - value

    def _better_rows(self, which: Whole) -> npt.NDArray[np.bool_]:
        return self._better(
            self.own[which], self.rival[which], self.rows, self.row_shares, self.columns, self.column_shares, which
        )

    def _better_columns(self, which: Whole) -> npt.NDArray[np.bool_]:
        return self._better(
            self.rival[which], self.own[which], self.columns, self.column_shares, self.rows, self.row_shares, which
        )

    def _better(
        self, own: Whole, rival: Whole, bets: Whole, shares: Array, answers: Whole, answered: Array, which: Whole
    ) -> npt.NDArray[np.bool_]:
        """Add a better bet that was not weighed before."""
        every = np.arange(self.goal // 2 + 1)
        allowed = every <= np.minimum(own, self.goal - own)[:, None]
        tried = np.where(allowed, every, 0)[:, :, None]
        games = self._worth(own[:, None, None], rival[:, None, None], tried, answers[which][:, None, :])
        worth = np.einsum("pbk,pk->pb", games, answered[which])
        best = worth.argmax(axis=1)
        better: npt.NDArray[np.bool_] = worth.max(axis=1) - self.values[own, rival] > ENOUGH
        changed = which[better]
        needed = shares[changed]
        needed[:, 1:] -= bets[changed, 1:] == bets[changed, :-1]  # duplicates are replaced first
        bets[changed, needed.argmin(axis=1)] = best[better]
        bets[changed] = np.sort(bets[changed], axis=1)
        return better

    def mixture(self, own: int, rival: int) -> dict[int, float]:
        """How likely each bet should be, with the rounds that are left."""
        if own >= rival:
            bets, shares = self.rows[self.place[own, rival]], self.row_shares[self.place[own, rival]]
        else:
            bets, shares = self.columns[self.place[rival, own]], self.column_shares[self.place[rival, own]]
        found: dict[int, float] = {}
        for bet, share in zip(bets.tolist(), shares.tolist(), strict=True):
            if share > TINY:
                found[bet] = found.get(bet, 0.0) + share
        return found

    def gain(self, own: int, rival: int, answer: dict[int, float]) -> float:
        """What the best of all bets gains over the value, if the rival answers like this."""
        bets, answers = np.arange(self.most(own) + 1)[:, None], np.array(list(answer))[None, :]
        worth = self._worth(np.array(own), np.array(rival), bets, answers) @ np.array(list(answer.values()))
        return float(worth.max() - self.values[own, rival])

    def _worth(self, own: Whole, rival: Whole, bets: Whole, answers: Whole) -> Array:
        """The chance to win the match, before a round with such bets."""
        values, size = self.next_values.ravel(), len(self.next_values)
        up, down = (own + bets) * size, (own - bets) * size
        rival_up, rival_down = rival + answers, rival - answers
        worth: Array = self.win * (values[up + rival_down] + values[down + rival_up])
        worth += self.tie * values[down + rival_down]
        return worth


def equilibria(games: Array) -> tuple[Array, Array, Array]:
    """Of many games of the same shape: the values, and the best mixtures of rows and of columns."""
    count, rows, columns = games.shape
    every = np.arange(count)
    lowest, highest = games.min(axis=2), games.max(axis=1)
    row, column = lowest.argmax(axis=1), highest.argmin(axis=1)
    values = lowest[every, row]
    row_shares, column_shares = np.zeros((count, rows)), np.zeros((count, columns))
    row_shares[every, row] = 1
    column_shares[every, column] = 1
    mixed = np.flatnonzero(highest[every, column] - values > TINY)  # the others have a saddle point
    if len(mixed):
        values[mixed], row_shares[mixed], column_shares[mixed] = _simplex(games[mixed])
    return values, row_shares, column_shares


def _simplex(games: Array) -> tuple[Array, Array, Array]:
    """Maximise the sum of y with (game + 1) y <= 1: a table of rows, slack columns, the right side, the goal below."""
    count, rows, columns = games.shape
    table = np.zeros((count, rows + 1, columns + rows + 1))
    table[:, :rows, :columns] = games + 1
    table[:, :rows, columns:-1] = np.eye(rows)
    table[:, :rows, -1] = 1
    table[:, rows, :columns] = -1
    basis = np.tile(np.arange(columns, columns + rows), (count, 1))
    done, done_basis = table.copy(), basis.copy()
    open_games = np.arange(count)
    for pivots in range(PIVOTS + 1):
        every = np.arange(len(open_games))
        entering = table[:, rows, :-1].argmin(axis=1)
        goes_on = (table[every, rows, entering] < -TINY) & (pivots < PIVOTS)
        done[open_games[~goes_on]], done_basis[open_games[~goes_on]] = table[~goes_on], basis[~goes_on]
        table, basis, open_games, entering = table[goes_on], basis[goes_on], open_games[goes_on], entering[goes_on]
        if not len(open_games):
            break
        every = np.arange(len(open_games))
        falls = table[every, :rows, entering]
        ratios = np.where(falls > TINY, table[:, :rows, -1] / np.maximum(falls, TINY), np.inf)
        leaving = ratios.argmin(axis=1)
        pivot = table[every, leaving] / table[every, leaving, entering][:, None]
        factors = table[every, :, entering]
        table -= factors[:, :, None] * pivot[:, None, :]
        table[every, leaving] = pivot
        basis[every, leaving] = entering
    total = done[:, rows, -1]
    answers = np.zeros((count, columns + rows))
    np.put_along_axis(answers, done_basis, done[:, :rows, -1], axis=1)
    return 1 / total - 1, done[:, rows, columns:-1] / total[:, None], answers[:, :columns] / total[:, None]
