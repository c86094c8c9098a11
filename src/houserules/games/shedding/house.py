"""House: one variant of the Shithead family as data, every key of the format resolved to a value."""

from __future__ import annotations

import hashlib
from math import ceil
from typing import Final, Literal

import msgspec

from houserules.cards import Rank, Suit

from .formulas import formula

MOST_DECKS: Final = 4
MOST_SEATS: Final = 8
MOST_BLIND: Final = 6
MOST_UP: Final = 6
MOST_HAND: Final = 7
MOST_MIXED: Final = 5
"""A play of mixed face-up cards is any subset of them: more cards would be more plays than a page can list."""

RANK_NAMES: Final[dict[str, Rank]] = {
    **{str(int(rank)): rank for rank in Rank if rank <= Rank.TEN},
    "J": Rank.JACK,
    "Q": Rank.QUEEN,
    "K": Rank.KING,
    "A": Rank.ACE,
    "Joker": Rank.JOKER,
}
NAME_OF: Final = {rank: name for name, rank in RANK_NAMES.items()}
SUIT_NAMES: Final[dict[str, tuple[Suit, ...]]] = {
    **{str(suit): (suit,) for suit in Suit},
    "red": (Suit.DIAMONDS, Suit.HEARTS),
    "black": (Suit.CLUBS, Suit.SPADES),
}
EFFECTS: Final = (
    *("reset", "burn", "low", "mirror", "skip", "reverse", "again"),
    *("force-take", "wild", "call-suit", "parity", "choose-way"),
)
SHORT: Final = {
    "low": "limit",
    "parity": "which",
    "reverse": "count",
    "skip": "count",
    "mirror": "copies",
    "wild": "as",
}
"""What `{ low = 7 }` is short for."""


# -- What the pile may ask for after a card --------------------------------------------------------------------------


class Low(msgspec.Struct, frozen=True):
    """The next card must be at most `limit`, or below it."""

    limit: int
    compare: Literal["<=", "<"]
    add: bool = False
    """Beside the usual order instead of in its place; the same for the demands below."""


class Parity(msgspec.Struct, frozen=True):
    even: bool
    add: bool = False


class Mirror(msgspec.Struct, frozen=True):
    """What lies beneath is seen through it: its value alone, all that it asks for, or what it does as well."""

    copies: Literal["value", "demand", "power"]
    own_on_empty: bool
    """On an empty pile it counts for itself; otherwise it asks for nothing there."""


class CallSuit(msgspec.Struct, frozen=True):
    """Its player names the suit of the next card."""

    add: bool = False


class ChooseWay(msgspec.Struct, frozen=True):
    """Its player names whether the next card must be as high or higher, or as low or lower."""


class Wild(msgspec.Struct, frozen=True):
    """Its player names the rank it stands for."""

    ranks: tuple[Rank, ...]
    power: bool
    """It does what that rank does, too."""


class Counter(msgspec.Struct, frozen=True):
    """The next seat takes the pile unless it lays one of these."""

    ranks: tuple[Rank, ...]


class Reset(msgspec.Struct, frozen=True):
    """The pile asks for nothing."""


CHOOSE_WAY_IN_HASH: Final = "choose-way"
"""What a hash says for ChooseWay, which has no fields that could tell it from Reset."""

Demand = Low | Parity | Mirror | CallSuit | ChooseWay | Wild | Counter | Reset


# -- What a card does ------------------------------------------------------------------------------------------------


class ForceTake(msgspec.Struct, frozen=True):
    """Somebody takes the pile."""

    who: Literal["chosen", "next", "previous"]
    oneself: bool
    """The player may choose itself."""
    spent: bool
    """The card itself leaves the game instead of going with the pile."""
    before_turn: bool = False
    """Who is next is settled before the same card turns the direction."""


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """Where may it be laid? What does the pile ask for then (None: match or beat it)? What happens?"""

    rank: Rank
    suits: tuple[Suit, ...]
    anywhere: bool = False
    only_on: tuple[Rank, ...] = ()
    not_on: tuple[Rank, ...] = ()
    not_under: tuple[Literal["low", "parity", "suit"], ...] = ()
    demand: Demand | None = None
    burn: bool = False
    again: bool = False
    follow: bool = False
    """Alone it may be laid only if something the player sees can follow it."""
    reverse: Literal["no", "each", "once"] = "no"
    skip: Literal["no", "each", "once"] = "no"
    force_take: ForceTake | None = None
    most: int = 0
    """How many may be laid at once; 0: no limit."""
    joins: bool = False
    """It may be laid together with one card of another rank, which is laid last."""


class House(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that makes a variant."""

    name: str
    version: int
    seats: tuple[int, int]
    decks: int | str
    """A number, "fewest", or a formula of the seats."""
    jokers: int
    blind: int
    up: int
    hand: int
    setup: Literal["none", "swap", "choose"]
    begins: tuple[Rank, ...]
    """Ranks from the lowest: the seat with the lowest card in hand begins. Empty: seat 0 begins."""
    play_hand: Literal["set", "single"]
    play_up: Literal["set", "single", "mixed"]
    higher: bool
    """The next card must be above the pile's, not only equal."""
    refill: int
    draw: int
    draw_late: bool
    reverse_again: bool
    powers: tuple[Power, ...]
    alike: int
    alike_again: bool
    alike_never: tuple[Rank, ...]
    alike_one_play: bool
    alike_through: bool
    free_take: bool
    take_up: bool
    taker_leads: bool
    first_out_ends: bool
    limit: int
    limit_shared: bool
    not_last: tuple[Rank, ...]

    def decks_for(self, seats: int) -> int:
        if isinstance(self.decks, int):
            return self.decks
        if self.decks == "fewest":
            return ceil(seats * self.dealt / (52 + self.jokers))
        return formula(self.decks)(seats)

    @property
    def dealt(self) -> int:
        """How many cards each seat gets."""
        return self.blind + self.up + self.hand

    def hash(self) -> str:
        """The hash of the rules alone: two houses that differ only in name are the same game."""
        return self._hash(CHOOSE_WAY_IN_HASH)

    def former_hashes(self) -> tuple[str, ...]:
        """Hashes that records of these rules may bear too. Once `choose-way` and `reset` were hashed alike."""
        former = self._hash(ChooseWay())
        return () if former == self.hash() else (former,)

    def _hash(self, choose_way: object) -> str:
        # Suits count as numbers here: a hash must not change because a suit is written in another way.
        powers = [
            msgspec.structs.replace(
                power,
                suits=tuple([suit.number for suit in power.suits]),
                demand=choose_way if isinstance(power.demand, ChooseWay) else power.demand,
            )
            for power in self.powers
        ]
        rules = msgspec.structs.replace(self, name="", version=0, powers=tuple(powers))
        return hashlib.sha256(msgspec.json.encode(rules, order="deterministic")).hexdigest()[:16]
