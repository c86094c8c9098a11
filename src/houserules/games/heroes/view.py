"""What a viewer may know of a match of H3ROES C4RDS, built up from what lies open."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

import msgspec

from houserules.core import Add, Bet, Legal, Move, Pick, Seat, Subtract
from houserules.core import View as CoreView
from houserules.kernel import heroes as kernel

from .state import LastBattle, Phase, Slots

PICKS: Final = tuple(Pick(slot) for slot in range(kernel.SLOTS))
CHOICES: Final[tuple[Move, ...]] = (Add(), Subtract())
"""As the kernel numbers them."""

MOST_LISTED: Final = 20
"""Up to this many bets are listed one by one. A longer list names the smallest, the largest and a few between."""


@lru_cache(maxsize=256)
def bets_up_to(most: int) -> Legal:
    """The same purses come up again and again, and a move is a value."""
    bets = tuple([Bet(amount) for amount in range(most + 1)])
    few = tuple([bets[amount] for amount in (0, 1, most // 4, most // 2, most - most // 4, most)])
    return Legal(bets, few if most >= MOST_LISTED else None)


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
