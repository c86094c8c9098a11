"""A table of Heart of Five from what one seat sees of it: what is hidden is dealt at random."""

from __future__ import annotations

from houserules.kernel import climbing_imagine as kernel
from houserules.kernel.climbing_melds import Terms, beating_basics

from .melds import Pack
from .state import State
from .view import View


def imagined(pack: Pack, terms: Terms, decks: int, view: View, seed: int) -> State:
    """A state that the viewer cannot tell from the true one, made of its view alone."""
    viewer = -1 if view.seat is None else view.seat
    own = () if view.seat is None else view.seats[view.seat].hand
    assert not isinstance(own, int), "a seat sees its own hand"
    counts = [seat.hand if isinstance(seat.hand, int) else len(seat.hand) for seat in view.seats]
    played = pack.numbers(view.played)
    core = kernel.imagined(terms, decks, viewer, pack.numbers(own), counts, played, pack.by_kind, seed)
    for seat, of in enumerate(view.seats):
        core.wins += of.wins << 8 * seat
        core.losses += of.losses << 8 * seat
    for seat in view.out:
        core.gone |= 1 << seat
        core.order = core.order << 4 | seat + 1
    core.round = view.round
    core.now = view.seconds
    core.leader = view.leader
    core.passes = view.passes
    core.turn = view.to_act[0] if view.to_act else core.left_in()
    core.over = core.decided = view.outcome is not None
    if view.last is not None:
        core.last = pack.meld(view.last.cards)
        core.last_seat = view.last.seat
        core.open_basics = beating_basics(core.last, terms.star_rank)
    core.said = kernel.turns_said(played, view.turns)
    actions = tuple([seat.last_action for seat in view.seats])
    return State(core, view.played, () if view.last is None else view.last.cards, actions, None, view.turns, view.trick)
