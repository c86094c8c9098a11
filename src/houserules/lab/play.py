"""Matches of quick players, played through the kernel alone, and what is counted in them."""

from __future__ import annotations

import hashlib
from typing import Final

from houserules.games.shedding.game import Shedding
from houserules.games.shedding.house import House
from houserules.games.shedding.tables import powers_of
from houserules.kernel.bits import next_random
from houserules.kernel.position import legal_moves
from houserules.kernel.shedding import HAND, PLAY, TAKE, SheddingPosition
from houserules.kernel.shedding_policy import quick_move
from houserules.kernel.shedding_report import ALIKE as BY_ALIKE

from .rules import rule_names

TAKES: Final = "the pile is taken"
FLIPS: Final = "a blind card fails"
GIFTS: Final = "a seat is made to take the pile"
BURNS: Final = "a card burns the pile"
ALIKE: Final = "cards alike burn the pile"
TURNS: Final = "the direction turns"
HAPPENINGS: Final = (TAKES, FLIPS, GIFTS, BURNS, ALIKE, TURNS)


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
        self.careless = 0  # matches with one careless player that came to an end with one last seat
        self.careless_last = 0

    def add(self, other: Tally) -> None:
        self.plays += other.plays
        self.unfinished += other.unfinished
        self.placed += other.placed
        self.careless += other.careless
        self.careless_last += other.careless_last
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
            self.play_match(state, players_seed(seed), tally)
        return tally

    def play_careless(self, start: int, stop: int) -> Tally:
        """The same deals once more, with one player in turn who lays anything that is allowed: how much does it matter
        what one plays?"""
        tally = Tally(self.seats, self.rules)
        for number in range(start, stop):
            seed = f"{self.seed}:{number}"
            state = self.game.new(self.seats, seed).kernel
            if state.stage != PLAY:
                state.start()
            careless = number % self.seats
            chance = players_seed(seed)
            while not state.over:
                chance = next_random(chance)
                if state.turn == careless:
                    moves = legal_moves(state)
                    state.advance(moves[chance % len(moves)])
                else:
                    state.advance(quick_move(state, chance))
            last = self.last_seat(state)
            tally.careless += last is not None
            tally.careless_last += last == careless
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
        if not self.is_finished(state):
            tally.unfinished += 1
            return
        tally.wins[state.places().index(1)] += 1
        last = self.last_seat(state)
        if last is not None:
            tally.lasts[last] += 1
            tally.placed += 1

    def is_finished(self, state: SheddingPosition) -> bool:
        """Did it end by the rules, not by the limit?"""
        return len(_still_in(state)) == 1 or (state.tables.until == 0 and state.gone != 0)

    def last_seat(self, state: SheddingPosition) -> int | None:
        """Where the first seat out ends it, the seat with most cards left is last; nobody is if several have most."""
        if not self.is_finished(state):
            return None
        left = {seat: state.left(seat) for seat in _still_in(state)}
        last = [seat for seat, cards in left.items() if cards == max(left.values())]
        return last[0] if len(last) == 1 else None


def _still_in(state: SheddingPosition) -> list[int]:
    return [seat for seat in range(state.seats) if not state.gone >> seat & 1]


def players_seed(seed: str) -> int:
    """The start of the players' chance, which is independent of the chance of the deal."""
    return int.from_bytes(hashlib.sha256(f"{seed}:players".encode()).digest()[:4], "big")
