"""The levels of the Shithead family that do not search: easy, medium and hard, for any house."""

from __future__ import annotations

import random
from typing import Final

import msgspec

from houserules.core import Choose, Move, Play, Ready, Swap, Take
from houserules.core import View as CoreView
from houserules.games.shedding.game import Shedding
from houserules.games.shedding.numbers import number_of, numbers_of, quietest
from houserules.games.shedding.view import View
from houserules.kernel import shedding as kernel
from houserules.kernel.shedding_weigher import FACTS, SHARES, THOUSAND, Weigher

from .base import Advice, Bot, asked
from .personality import Personality
from .shedding_weights import Plan, Weights

MOST_NOISE: Final = 12_000
"""Hundredths of a point: as much as the weights of any two ordinary plays are apart."""

FIELDS: Final = Weights.__struct_fields__

LEANINGS: Final[dict[str, tuple[str, ...]]] = {
    "attack": ("trap", "trap_pile", "trap_block", "low_block", "give", "give_leader"),
    "hoard": ("kept", "last_kept", "plain"),
    "haste": ("cards", "again"),
    "tidy": ("burn", "burned", "burned_high", "burn_block"),
    "care": ("split", "match", "own_fit", "stuck", "low_self"),
}
"""The weights that each leaning of a personality multiplies."""

REASONS: Final[dict[str, str]] = {
    "win": "it is the last card",
    "played": "something can be played, and taking the pile costs more",
    "plain": "it keeps the cards that go on anything",
    "cards": "it gets rid of {fact} at once",
    "rank": "low cards go first",
    "reach": "these cards can be laid on little else",
    "kept": "it keeps the cards that go on anything",
    "burn": "it burns the pile",
    "burned": "it burns a pile of {fact}",
    "burned_high": "it burns high cards out of the game",
    "burn_block": "it burns the pile before a seat that is nearly out",
    "low_value": "a high pile now asks for low cards",
    "low_block": "it asks a seat that is nearly out for low cards",
    "low_self": "few of its own cards are stopped by that",
    "reset": "the pile asks for nothing any more",
    "glass_laid": "it leaves the asking to what lies beneath",
    "again": "it plays on",
    "stuck": "something can follow it",
    "trap": "the next seat probably has no answer",
    "trap_pile": "the next seat may have to take {pile}",
    "trap_block": "a seat that is nearly out may have no answer",
    "split": "it keeps equal cards together",
    "last_kept": "one that goes on anything is left",
    "match": "it keeps what matches its face-up cards",
    "taken": "the pile is small",
    "taken_reach": "the pile has good cards",
    "give": "somebody else takes a pile of {fact}",
    "give_leader": "the pile goes to whom has the fewest cards",
    "give_next_seat": "the pile goes to who plays next",
    "give_self": "the pile goes to somebody else",
    "own_fit": "it will do for its own cards next",
    "pile": "the pile grows, and not for it",
}


def forgotten(view: View, memory: float, seed: int) -> View:
    """A view in which only a share of what everybody saw go into a rival's hand is remembered.

    Always the same for the same card and seed: what is forgotten stays forgotten."""
    seats = []
    for seat, row in enumerate(view.seats):
        known, lacks, lacking = row.known, row.lacks, row.lacking
        if seat != view.seat:
            known = tuple([card for card in known if random.Random(f"{seed} {seat} {card}").random() < memory])
            if random.Random(f"{seed} {seat} lacks").random() >= memory:
                lacks, lacking = (), 0
        seats.append(msgspec.structs.replace(row, known=known, lacks=lacks, lacking=lacking))
    return msgspec.structs.replace(view, seats=tuple(seats))


def leaning(plan: Plan, personality: Personality) -> Plan:
    """A plan as a personality would have it."""
    phases = [msgspec.structs.asdict(phase) for phase in (plan.early, plan.late, plan.open)]
    for name, fields in LEANINGS.items():
        for phase in phases:
            for field in fields:
                phase[field] *= getattr(personality, name)
    return Plan(*(Weights(**phase) for phase in phases))


class FamilyBot(Bot):
    """A bot for one house of the family."""

    def __init__(self, game: Shedding, seed: int = 0) -> None:
        super().__init__(seed)
        self.game = game

    def seen(self, view: CoreView) -> View:
        asked(view)
        if not isinstance(view, View):
            raise TypeError(f"this bot plays {self.game.name}, and this is a view of {view.game}")
        return view


class Easy(FamilyBot):
    """The lowest card that will do, with all its equals; no card is saved for later, and nothing is looked ahead."""

    name = "easy"

    def choose(self, view: CoreView) -> Move:
        moves = self.seen(view).legal
        if moves[-1] == Ready():
            return moves[-1]
        if self.effort.noise and self.chance.random() < self.effort.noise:
            return self.chance.choice(moves)
        plays = [move for move in moves if isinstance(move, Play)]
        if plays:
            return min(plays, key=_lowest)
        others = [move for move in moves if not isinstance(move, Take)]
        return self.chance.choice(others or list(moves))

    def explain(self, view: CoreView) -> Advice:
        move = self.choose(view)
        why = "the lowest that will do" if isinstance(move, Play) else "one is as good as another"
        return Advice(move, why)


def _lowest(play: Play) -> tuple[int, int]:
    return max(card.rank for card in play.cards), -len(play.cards)


class Weighing(FamilyBot):
    """Every move is tried, what it does is counted, and weights say what that is worth: medium and hard."""

    def __init__(self, name: str, game: Shedding, plan: Plan, seed: int, personality: Personality) -> None:
        self.name = name if personality.name == "balanced" else f"{name}:{personality.name}"
        self.weigher = Weigher(game.tables, leaning(plan, personality).vector())
        super().__init__(game, seed)

    def choose(self, view: CoreView) -> Move:
        view = self.seen(view)
        if len(view.legal) == 1:
            return view.legal[0]
        noise = self.effort.noise
        if noise and self.chance.random() < noise * noise:
            return self.chance.choice(view.legal)  # unsure weights alone still beat a beginner
        state = self.table(view)
        moves = numbers_of(state, view.legal)
        if len(moves) == 1:
            return quietest(state, next(iter(moves.values())))
        self.weigher.noise = round(noise * MOST_NOISE)
        return quietest(state, moves[self.weigher.best(state, self.chance.getrandbits(32))])

    def table(self, view: View) -> kernel.State:
        """The table as far as the bot knows it: of what was shown, what it remembers."""
        known = view if self.effort.memory >= 1 else forgotten(view, self.effort.memory, self.seed)
        return self.game.imagine(known, 0).kernel

    # -- Why -----------------------------------------------------------------------------------------------------------

    def explain(self, view: CoreView) -> Advice:
        view = self.seen(view)
        best = self.choose(view)
        state = self.table(view)
        if view.phase == "setup":
            why = "these cards are the best to have face up" if best == Ready() else "the better card lies face up then"
            return Advice(best, why)
        if len(view.legal) == 1:
            return Advice(best, "it is the only move there is")
        moves = numbers_of(state, view.legal)
        parts = {number: self.parts(state, number) for number in moves}
        chosen = number_of(state, best)
        others = sorted((number for number in moves if number != chosen), key=lambda number: -sum(parts[number]))
        if not others:
            return Advice(best, "which of equal cards goes makes no difference")
        why = self.reason(state, best, chosen, parts[chosen], parts[others[0]])
        return Advice(best, why, runner_up=quietest(state, moves[others[0]]))

    def parts(self, state: kernel.State, number: int) -> list[int]:
        """What each fact adds to the weight of a move."""
        self.weigher.look(state)
        self.weigher.weigh(state, number)
        return [self.weigher.part(self.weigher.phase * FACTS, fact) for fact in range(FACTS)]

    def reason(self, state: kernel.State, move: Move, number: int, ours: list[int], theirs: list[int]) -> str:
        """The fact that speaks loudest for a move and against the next best."""
        fact = max(range(FACTS), key=lambda fact: ours[fact] - theirs[fact])
        if ours[fact] <= theirs[fact]:
            return "one is as good as another"
        if isinstance(move, Swap | Choose):
            return "it leaves its own cards the most, and the next seat the least"
        self.weigher.look(state)
        self.weigher.weigh(state, number)
        counted = self.weigher.facts[fact] // (THOUSAND if SHARES[fact] else 1)
        pile = self.weigher.facts[FIELDS.index("pile")]
        return REASONS[FIELDS[fact]].format(fact=_cards(counted), pile=_cards(pile))


def _cards(count: int) -> str:
    return "one card" if count == 1 else f"{count} cards"
