"""Match: one playthrough. It is its rules, its seed and its moves; everything else follows from these."""

from .attempt import Attempt, MoveMade
from .match import AnyState, Match
from .record import FORMAT, MOST_SECONDS, Proof, Record, expected_outcome, read_record, refused_move, rules_of

__all__ = [
    "FORMAT",
    "MOST_SECONDS",
    "AnyState",
    "Attempt",
    "Match",
    "MoveMade",
    "Proof",
    "Record",
    "expected_outcome",
    "read_record",
    "refused_move",
    "rules_of",
]
