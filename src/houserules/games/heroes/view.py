"""What a viewer may know of a match of H3ROES C4RDS, built up from what lies open."""

from __future__ import annotations

import msgspec

from houserules.core import NO_MOVES, Legal, Move, Outcome, Seat, Viewer
from houserules.core import View as CoreView
from houserules.kernel import heroes as kernel
from houserules.kernel.bits import indices

from .state import BOTH, PHASE_OF, Battle, Phase, Slots, State, current, nobody_is_none, row


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One seat as a viewer sees it. No card in a slot is in it, one's own neither."""

    credits: int
    points: int
    bet: int
    """0 for everybody else until both have bet."""
    revealed: Slots
    """The cards that lie open, by slot."""
    joker_values: Slots
    """What the Joker is worth, by its slot, once it lies open."""
    slots: tuple[int, ...]
    """Those with a card that nobody has turned over."""


class Selected(msgspec.Struct, frozen=True, gc=False):
    """The slots of the turn in play: of whose turn it is, and of its rival; in turn 1 of seat 0 and of seat 1."""

    own: int | None
    rival: int | None


class View(CoreView, frozen=True, kw_only=True, tag="heroes"):
    phase: Phase
    current: Seat | None
    """Whose turn it is; None if it is nobody's, or both may act."""
    round: int
    turn: int
    starter: Seat | None
    """Who began with turn 2; None before that."""
    players: tuple[PlayerView, ...]
    picked: Selected
    difference: int | None
    """What may be added or subtracted now."""
    battle: Battle | None
    """The last one, also if a new round was dealt since."""
    known: Slots
    """What Dr. Manhattan showed this seat in this round: the rival's cards by slot, also those turned over since."""


def view_of(
    game: str,
    state: State,
    viewer: Viewer,
    to_act: tuple[Seat, ...],
    legal: tuple[Move, ...],
    outcome: Outcome | None,
) -> View:
    core = state.kernel
    return View(
        game=game,
        seat=viewer,
        to_act=to_act,
        legal=Legal(legal) if legal else NO_MOVES,
        outcome=outcome,
        phase=PHASE_OF[core.phase],
        current=current(core),
        round=core.round,
        turn=core.number,
        starter=nobody_is_none(core.starter),
        players=tuple([player_view(core, seat, viewer) for seat in BOTH]),
        picked=Selected(nobody_is_none(core.own), nobody_is_none(core.rival)),
        difference=core.gain if core.phase == kernel.CHOICE else None,
        battle=state.battle,
        known={} if viewer is None else known_to(core, viewer),
    )


def player_view(core: kernel.HeroesPosition, seat: Seat, viewer: Viewer) -> PlayerView:
    table = core.table
    revealed = row(core, seat, kernel.SHOWN)
    return PlayerView(
        credits=table[kernel.CREDITS + seat],
        points=table[kernel.POINTS + seat],
        bet=table[kernel.BET + seat] if seat == viewer or core.phase != kernel.BETTING else 0,
        revealed=revealed,
        joker_values={slot: core.joker for slot, card in revealed.items() if card == kernel.JOKER},
        slots=tuple(indices(table[kernel.LEFT + seat])),
    )


def known_to(core: kernel.HeroesPosition, seat: Seat) -> Slots:
    """Only a seat that was shown the cards has bits here."""
    rival = kernel.SLOTS * (1 - seat)
    return {slot: core.table[rival + slot] for slot in indices(core.table[kernel.KNOWN + seat])}
