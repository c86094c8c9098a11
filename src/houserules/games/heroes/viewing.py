"""Making views of H3ROES C4RDS: what everybody sees, and what only one seat does."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from houserules.core import NO_MOVES, Legal, Outcome, Rules, Seat
from houserules.kernel import heroes as kernel

from .looking import current, nobody_is_none, row, slots_of
from .state import PHASE_OF, Slots, State
from .view import (
    CARD_NAMES,
    CHOICES,
    GOAL,
    NOTHING_TO_DO,
    PICKS,
    Amounts,
    Can,
    Choice,
    PlayerView,
    Selected,
    View,
    bets_up_to,
)


def blank_view(rules: Rules) -> View:
    """What the views of all matches share: a view is made from it, which is quicker than to make one from nothing."""
    return View(
        game=rules.id,
        seat=None,
        to_act=(),
        legal=NO_MOVES,
        outcome=None,
        rules=rules,
        phase="betting",
        current=None,
        round=0,
        turn=0,
        starter=None,
        players=(),
        picked=Selected(None, None),
        difference=None,
        battle=None,
        known={},
        known_since=None,
        has_bet=(False, False),
        can=NOTHING_TO_DO,
        goal=GOAL,
        card_names=CARD_NAMES,
    )


def public_view(blank: View, state: State, to_act: tuple[Seat, ...], outcome: Outcome | None) -> View:
    """What everybody sees, and a spectator sees nothing else."""
    core = state.kernel
    phase = core.phase
    return replace(
        blank,
        to_act=to_act,
        outcome=outcome,
        phase=PHASE_OF[phase],
        current=current(core),
        round=core.round,
        turn=core.number,
        starter=nobody_is_none(core.starter),
        players=(player_view(core, 0), player_view(core, 1)),
        picked=Selected(nobody_is_none(core.own), nobody_is_none(core.rival)),
        difference=core.gain if phase == kernel.CHOICE else None,
        battle=state.battle,
        has_bet=state.bets_said if phase == kernel.BETTING else (True, True),
    )


def own_view(public: View, state: State, viewer: Seat) -> View:
    """What everybody sees, and what only this seat does: its secret bet, the cards it was shown, its moves."""
    core = state.kernel
    can, legal = choices_of(core, viewer) if viewer in public.to_act else NO_CHOICES
    known = known_to(core, viewer)
    return replace(
        public,
        seat=viewer,
        legal=legal,
        players=with_secret_bet(public.players, core, viewer) if core.phase == kernel.BETTING else public.players,
        known=known,
        known_since=turn_of_showing(core, viewer) if known else None,
        can=can,
    )


# -- What may be done ------------------------------------------------------------------------------------------------


Choices = tuple[Can, Legal]
"""The moves of a seat as data, and one by one."""

NO_CHOICES: Final[Choices] = NOTHING_TO_DO, NO_MOVES
ADD_OR_SUBTRACT: Final[Choices] = Can(points=("add", "subtract")), Legal(CHOICES)


def choices_of(core: kernel.HeroesPosition, seat: Seat) -> Choices:
    """Of a seat that may act."""
    if core.phase == kernel.BETTING:
        most = core.table[kernel.CREDITS + seat]
        return Can(Amounts(0, most)), bets_up_to(most)
    if core.phase == kernel.CHOICE:
        return ADD_OR_SUBTRACT
    owner = owner_of_picked(core, seat)
    return picks(owner, core.table[kernel.LEFT + owner])


def owner_of_picked(core: kernel.HeroesPosition, seat: Seat) -> Seat:
    """Whose cards a seat picks from."""
    return 1 - seat if core.phase == kernel.RIVAL else seat


@lru_cache(maxsize=2 << kernel.SLOTS)
def picks(owner: Seat, left: int) -> Choices:
    """The same slots are left again and again, and a move is a value."""
    slots = slots_of(left)
    return Can(pick=Choice(owner, slots)), Legal(tuple([PICKS[slot] for slot in slots]))


# -- What lies open --------------------------------------------------------------------------------------------------


def player_view(core: kernel.HeroesPosition, seat: Seat) -> PlayerView:
    """As everybody sees it."""
    table = core.table
    revealed = row(core, seat, kernel.SHOWN)
    joker = core.joker
    return PlayerView(
        table[kernel.CREDITS + seat],
        table[kernel.POINTS + seat],
        0 if core.phase == kernel.BETTING else table[kernel.BET + seat],
        revealed,
        {slot: joker for slot, card in revealed.items() if card == kernel.JOKER} if joker else {},
        slots_of(table[kernel.LEFT + seat]),
    )


def with_secret_bet(
    players: tuple[PlayerView, ...], core: kernel.HeroesPosition, viewer: Seat
) -> tuple[PlayerView, ...]:
    """While bets are secret, each seat sees its own."""
    own = replace(players[viewer], bet=core.table[kernel.BET + viewer])
    return (own, players[1]) if viewer == 0 else (players[0], own)


def known_to(core: kernel.HeroesPosition, seat: Seat) -> Slots:
    """Only a seat that was shown the cards has bits here."""
    known = core.table[kernel.KNOWN + seat]
    return {slot: core.table[kernel.SLOTS * (1 - seat) + slot] for slot in slots_of(known)} if known else {}


def turn_of_showing(core: kernel.HeroesPosition, seat: Seat) -> int:
    """The turn in which he showed them: since then one known card has been turned over in each turn."""
    turned_over = core.table[kernel.SHOWN + 1 - seat] & core.table[kernel.KNOWN + seat]
    in_this_turn = core.phase in (kernel.CHOICE, kernel.GAME_OVER) or (core.phase == kernel.RIVAL and core.turn != seat)
    return core.number - len(slots_of(turned_over)) - (0 if in_this_turn else 1)
