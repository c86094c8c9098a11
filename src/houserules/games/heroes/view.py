"""What a viewer may know of a match of H3ROES C4RDS, built up from what lies open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

import msgspec
from msgspec.structs import replace

from houserules.core import NO_MOVES, Add, Bet, Legal, Move, Outcome, Pick, Rules, Seat, Subtract
from houserules.core import View as CoreView
from houserules.kernel import heroes as kernel

from .state import PHASE_OF, LastBattle, Phase, Slots, State, current, nobody_is_none, row, slots_of

PICKS: Final = tuple(Pick(slot) for slot in range(kernel.SLOTS))
CHOICES: Final[tuple[Move, ...]] = (Add(), Subtract())
"""As the kernel numbers them."""

MOST_LISTED: Final = 20
"""Up to this many bets are listed one by one. A longer list names the smallest, the largest and a few between."""


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """One seat as a viewer sees it. It holds no hidden card, not even your own."""

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


class Amounts(msgspec.Struct, frozen=True, gc=False):
    min: int
    max: int


class Choice(msgspec.Struct, frozen=True, gc=False):
    """Cards to pick from: those of `owner` in these slots."""

    owner: Seat
    slots: tuple[int, ...]


class Can(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a seat may do; empty if it may not act."""

    bet: Amounts | None = None
    """Every whole number between these, and both."""
    pick: Choice | None = None
    points: tuple[Literal["add", "subtract"], ...] = ()


NOTHING_TO_DO: Final = Can()


class Goal(msgspec.Struct, frozen=True, gc=False):
    points: int
    """The player who is nearer to them wins the round."""
    credits: int
    """A player who has them wins the match."""


GOAL: Final = Goal(kernel.AIM, kernel.GOAL)
CARD_NAMES: Final = {kernel.JOKER: "Joker", kernel.MANHATTAN: "Dr. Manhattan"}


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
    battle: LastBattle | None
    """The last battle, even if a new round was dealt since: it says its round."""
    known: Slots
    """What Dr. Manhattan showed this seat in this round: the rival's cards by slot, also those turned over since."""
    known_since: int | None
    """The turn in which he showed them."""
    has_bet: tuple[bool, bool]
    """Has a seat placed a bet in this round? While bets are open, only itself knows whether it still stands."""
    can: Can
    """The moves of `seat` as data."""
    goal: Goal
    card_names: dict[int, str]
    """Of the cards that are more than their number."""

    choices: ClassVar[Mapping[str, object]] = {"can": NOTHING_TO_DO}
    by_seat: ClassVar[str | None] = "players"

    def __post_init__(self) -> None:
        """A view that was read from JSON has only some bets in its list: the others follow from `can`."""
        bet = self.can.bet
        if bet is not None and len(self.legal) <= bet.max - bet.min:
            if bet.max >= kernel.GOAL:
                raise ValueError(f"nobody can bet {bet.max}: a player who has {kernel.GOAL} credits has won")
            every = bets_up_to(bet.max)
            msgspec.structs.force_setattr(self, "legal", every.unchecked() if self.legal.is_unchecked else every)


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


@lru_cache(maxsize=256)
def bets_up_to(most: int) -> Legal:
    """The same purses come up again and again, and a move is a value."""
    bets = tuple([Bet(amount) for amount in range(most + 1)])
    few = tuple([bets[amount] for amount in (0, 1, most // 4, most // 2, most - most // 4, most)])
    return Legal(bets, few if most >= MOST_LISTED else None)


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
