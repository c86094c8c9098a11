"""A table of Heart of Five from what one seat sees of it: what is hidden is dealt at random."""

from __future__ import annotations

from collections import Counter

from houserules.cards import PACK
from houserules.kernel import climbing as kernel
from houserules.kernel.climbing_melds import Terms, beating_basics

from .melds import Pack
from .state import State
from .view import View


def imagined(pack: Pack, terms: Terms, decks: int, view: View, seed: int) -> State:
    """A state that the viewer cannot tell from the true one, made of its view alone."""
    core = kernel.bare(terms, len(view.seats), decks)
    own = () if view.seat is None else view.seats[view.seat].hand
    assert not isinstance(own, int), "a seat sees its own hand"
    unseen = Counter(PACK * decks)
    unseen.subtract(Counter(view.played + own))
    left = list((+unseen).elements())
    for seat, of in enumerate(view.seats):
        cards = tuple(left[: of.hand]) if isinstance(of.hand, int) else own
        left = left[of.hand :] if isinstance(of.hand, int) else left
        core.keep(seat, *pack.masks(cards))
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
    core = core.redealt(-1 if view.seat is None else view.seat, seed)
    core.said = said(pack, view)
    actions = tuple([seat.last_action for seat in view.seats])
    return State(core, view.played, () if view.last is None else view.last.cards, actions, None, view.turns)


def said(pack: Pack, view: View) -> list[tuple[int, int, int]]:
    """All turns of the round as the kernel reads them; none if the round began before anybody took notes."""
    at = 0
    turns = []
    for seat, count in view.turns:
        turns.append((seat, *pack.masks(view.played[at : at + count])) if count else (seat, 0, 0))
        at += count
    return turns if at == len(view.played) else []
