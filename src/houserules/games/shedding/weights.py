"""What each fact about a move is worth to the bots of the Shithead family: weights for each phase of a match."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources

import msgspec


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points for each fact, in the order of `kernel.shedding_weigher`, where each fact is explained."""

    win: float = 0
    played: float = 0
    plain: float = 0
    cards: float = 0
    rank: float = 0
    reach: float = 0
    kept: float = 0
    burn: float = 0
    burned: float = 0
    burned_high: float = 0
    burn_block: float = 0
    low_value: float = 0
    low_block: float = 0
    low_self: float = 0
    reset: float = 0
    glass_laid: float = 0
    again: float = 0
    stuck: float = 0
    trap: float = 0
    trap_pile: float = 0
    trap_block: float = 0
    split: float = 0
    last_kept: float = 0
    match: float = 0
    taken: float = 0
    taken_reach: float = 0
    give: float = 0
    give_leader: float = 0
    give_next_seat: float = 0
    give_self: float = 0
    own_fit: float = 0
    pile: float = 0
    up_reach: float = 0
    up_kept: float = 0
    up_rank: float = 0
    up_pairs: float = 0
    swapped: float = 0

    def vector(self) -> list[int]:
        """In hundredths, as the kernel reads them."""
        return [round(100 * weight) for weight in msgspec.structs.astuple(self)]


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Weights while the stock gives cards, when it is empty, and when the face-up cards are played."""

    early: Weights
    late: Weights
    open: Weights

    def vector(self) -> list[int]:
        return [*self.early.vector(), *self.late.vector(), *self.open.vector()]

    @staticmethod
    def of(weights: Weights) -> Plan:
        """The same in every phase."""
        return Plan(weights, weights, weights)


SURE = Weights(win=1000, played=900, give_self=-1000)
"""Facts that neither tuning nor personalities change: going out, playing when possible, not giving oneself the pile."""

BY_HAND = msgspec.structs.replace(
    SURE,
    plain=40,  # what goes on anything is kept; of the rest
    rank=-2,  # low cards first
    cards=15,  # pairs and triples
    burned=1.5,  # a big pile is worth burning,
    burned_high=2,  # ... one with high cards more so,
    burn_block=20,  # ... and before somebody goes out
    low_value=1,  # to ask for low cards is good where high ones were asked for,
    low_block=15,  # ... and before somebody goes out,
    low_self=-2,  # ... but not with high cards in one's own hand
    reset=25,
    glass_laid=10,
    swapped=30,  # fewer cards in hand, or better ones on the table, are worth an exchange
    give=1.5,  # as with burning
    give_leader=50,  # the pile goes to the seat with the fewest cards,
    give_next_seat=10,  # ... rather the next to play
    up_reach=10,  # face up lies what can be laid on most,
    up_kept=5,  # ... above all what goes on anything,
    up_rank=0.1,  # ... and of two such cards the higher one
)
"""Weights set by hand: the medium level, and the start of tuning."""

MEDIUM = Plan.of(BY_HAND)


@cache
def tuned() -> Plan:
    """The weights that self-play found."""
    text = resources.files(__package__).joinpath("hard.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["plan"], Plan)
