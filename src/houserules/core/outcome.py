"""Outcome: how a match ended; Turn: whose turn it is after a move."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .seats import Seat


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How it ended: for each seat its place (1 is first, ties share) and payoff (1 for the first to 0), and why."""

    places: tuple[int, ...]
    payoffs: tuple[float, ...]
    reason: str

    @staticmethod
    def of_places(places: Sequence[int], reason: str) -> Outcome:
        """Payoffs run evenly from 1 to 0; seats that tie share what their places would have got.

        >>> Outcome.of_places((1, 2, 2), "limit").payoffs
        (1.0, 0.25, 0.25)
        """
        last = len(places) - 1
        payoffs = []
        for place in places:
            tied = places.count(place)
            payoffs.append(sum(last - (place - 1 + k) for k in range(tied)) / (tied * last))
        return Outcome(tuple(places), tuple(payoffs), reason)


def outcome_behind(of_match: Outcome | None, seats: int, gave_up: Sequence[Seat]) -> Outcome | None:
    """The outcome if some seats gave up, in this order: each comes behind all others, and behind seats that gave up
    later. A match that was not played to its end is over if all have given up but one; else this is None."""
    if not gave_up or (of_match is None and len(gave_up) < seats - 1):
        return of_match
    places = [1] * seats if of_match is None else list(of_match.places)
    stayed = [seat for seat in range(seats) if seat not in gave_up]
    ranked = [1 + sum(places[other] < places[seat] for other in stayed) for seat in range(seats)]
    for number, seat in enumerate(gave_up):
        ranked[seat] = seats - number
    return Outcome.of_places(ranked, "forfeit" if of_match is None else of_match.reason)


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Whose turn it is after a move, and why."""

    seats: tuple[Seat, ...]
    """The seats that may act now."""
    skipped: tuple[Seat, ...] = ()
    """Seats that missed their turn."""
    again: bool = False
    """The seat that moved moves once more."""
    names: str | None = None
    """What the seat has to name before anything else, as the word of that move: "target"."""
