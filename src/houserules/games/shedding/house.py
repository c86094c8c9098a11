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
MOST_STOCK: Final = 200
MOST_PENALTY: Final = 10
MOST_MIXED: Final = 5
"""A play of mixed face-up cards is any subset of them: more cards would be more plays than a page can list."""

ALL: Final = -1
"""Of a stock: as many cards as are left."""

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
    *("force-take", "wild", "call-suit", "parity", "choose-way", "revolution", "next", "swap"),
)
BENEATH: Final = "beneath"
PAIR_EFFECTS: Final = ("reset", "burn", "low", "skip", "reverse", "again")
"""What two cards at once may do: effects without a question to anybody."""
SHORT: Final = {
    "low": "limit",
    "parity": "which",
    "reverse": "count",
    "skip": "count",
    "mirror": "copies",
    "wild": "as",
    "revolution": "until",
    "swap": "with",
}
"""What `{ low = 7 }` is short for."""


Number = int | str | tuple[tuple[int, int], ...]
"""A number, a formula of the seats, or for each number of seats a number. Of hands and stocks also "all"."""
BY_SEATS: Final = ("jokers", "blind", "up", "hand", "alike", "stock")
BeginsBy = Literal["lowest", "lowest-up", "most", "worst-up", "seat"]
BEGINS_BY: Final[tuple[BeginsBy, ...]] = ("lowest", "lowest-up", "most", "worst-up", "seat")


Selected = tuple[Rank, tuple[Suit, ...]]
"""Cards of a rank, of some suits."""


# -- What the pile may ask for after a card --------------------------------------------------------------------------


def selector_of(rank: Rank, suits: tuple[Suit, ...]) -> str:
    """Cards as a house selects them: 6:black, or 6:clubs,hearts."""
    name = next((name for name, named in SUIT_NAMES.items() if named == suits), ",".join(map(str, suits)))
    return f"{NAME_OF[rank]}:{name}"


class Low(msgspec.Struct, frozen=True):
    """The next card must be at most `limit`, or below it."""

    limit: int
    compare: Literal["<=", "<"]
    add: bool = False
    """Beside the usual order instead of in its place; the same for the demands below."""
    beneath: bool = False
    """The limit is the value that lies beneath the card; `limit` only if there is none."""


class Parity(msgspec.Struct, frozen=True):
    even: bool
    add: bool = False


class Mirror(msgspec.Struct, frozen=True):
    """What lies beneath is seen through it: its value alone, all that it asks for, or what it does as well."""

    copies: Literal["value", "demand", "power"]
    own_on_empty: bool
    """On an empty pile it counts for itself; otherwise it asks for nothing there."""
    own_too: bool = False
    """What it does itself happens besides what it copies."""
    powers: tuple[Rank, ...] = ()
    """Whose powers are copied; empty: every card's."""


class CallSuit(msgspec.Struct, frozen=True):
    """Its player names the suit of the next card."""

    add: bool = False


class ChooseWay(msgspec.Struct, frozen=True):
    """Its player names whether the next card must be as high or higher, or as low or lower."""

    strict: bool = False
    """Strictly higher or lower."""


class Wild(msgspec.Struct, frozen=True):
    """Its player names the rank it stands for."""

    ranks: tuple[Rank, ...]
    power: bool
    """It does what that rank does, too."""
    joins: bool = False
    """From the hand it may be laid with cards of a rank that it may stand for, as one of them."""
    alone: bool = True
    """From the hand it may be laid on a pile without such cards, too."""


class Counter(msgspec.Struct, frozen=True):
    """A seat takes the pile unless it lays one of these."""

    ranks: tuple[Rank, ...]
    suited: tuple[Selected, ...] = ()
    """Cards of some suits only."""
    who: Literal["next", "chosen", "previous"] = "next"
    spent: bool = False
    """The cards that force leave the game when the pile is taken because of them."""
    sets: bool = False
    """Several may be laid at once."""


class Dodge(msgspec.Struct, frozen=True):
    """The next seat misses its turn unless it lays one of these."""

    ranks: tuple[Rank, ...]
    suited: tuple[Selected, ...] = ()
    once: bool = False
    """Only one seat, however many cards are laid."""


class Reset(msgspec.Struct, frozen=True):
    """The pile asks for nothing."""


CHOOSE_WAY_IN_HASH: Final = "choose-way"
"""What a hash says for ChooseWay, which has no fields that could tell it from Reset."""

Demand = Low | Parity | Mirror | CallSuit | ChooseWay | Wild | Counter | Dodge | Reset


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


class Exchange(msgspec.Struct, frozen=True):
    """Its player exchanges cards with another, or takes or gives one."""

    who: Literal["chosen", "next", "previous"]
    zone: Literal["hand", "up"]
    give: Literal["all", "none", "chosen", "lowest", "highest"]
    take: Literal["all", "none", "chosen", "lowest", "highest"]

    @property
    def is_named(self) -> bool:
        """Does its player name a card?"""
        return "chosen" in (self.give, self.take)


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """Where may it be laid? What does the pile ask for then (None: match or beat it)? What happens?"""

    rank: Rank
    suits: tuple[Suit, ...]
    anywhere: bool = False
    only_on: tuple[Rank, ...] = ()
    not_on: tuple[Rank, ...] = ()
    not_under: tuple[Literal["low", "parity", "suit"], ...] = ()
    sees_through: bool = False
    """What lies beneath mirrors counts for `only_on` and `not_on`."""
    compare: Literal["usual", ">=", ">", "next"] = "usual"
    """How the card after it is compared with it, if not as everywhere in the house."""
    demand: Demand | None = None
    burn: bool = False
    again: bool = False
    follow: bool = False
    """Alone it may be laid only if something the player sees can follow it."""
    reverse: Literal["no", "each", "once"] = "no"
    skip: Literal["no", "each", "once"] = "no"
    revolution: Literal["no", "pile", "next"] = "no"
    """The usual order turns over, until the pile is gone or until the next revolution."""
    force_take: ForceTake | None = None
    next: bool = False
    """Its player names who plays next."""
    most: int = 0
    """How many may be laid at once; 0: no limit."""
    pair: tuple[str, ...] = ()
    """What exactly two of them do, laid at once, in place of all else; empty: nothing else."""
    joins: bool = False
    """It may be laid together with one card of another rank, which is laid last."""
    lead: bool = True
    """May it be laid on no pile?"""
    when_on: tuple[str, ...] = ()
    """Ranks, "empty" or "pile": it does all this only if it is laid on one of these, ..."""
    otherwise: Power | None = None
    """... and otherwise this."""
    swap: Exchange | None = None


class House(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that makes a variant."""

    name: str
    version: int
    seats: tuple[int, int]
    decks: int | str
    """A number, "fewest", or a formula of the seats."""
    jokers: Number
    ranks: tuple[Rank, ...] = ()
    """The ranks in the deck, from the lowest; empty: all of them in the usual order."""
    blind: Number
    up: Number
    hand: Number
    setup: Literal["none", "swap", "choose"]
    begins: tuple[Rank, ...]
    """Ranks from the lowest: the seat with the lowest card in hand begins. Empty: seat 0 begins."""
    play_hand: Literal["set", "single"]
    play_up: Literal["set", "single", "mixed", "as-hand"]
    run_least: int = 0
    """From the hand, cards of this many ranks that follow each other may be laid in one play; 0: never."""
    run_suited: bool = False
    """They must be of one suit."""
    as_many: bool = False
    """A play needs at least as many cards as the one before had, unless it goes on anything."""
    higher: bool
    """The next card must be above the pile's, not only equal."""
    next_only: bool = False
    """The next card must be exactly one rank above the pile's."""
    refill: int
    draw: int
    draw_late: bool
    reverse_again: bool
    powers: tuple[Power, ...]
    alike: Number
    alike_again: bool
    alike_never: tuple[Rank, ...]
    alike_one_play: bool
    alike_through: bool
    alike_match: bool = False
    """Mirrors count as the rank beneath them."""
    free_take: bool
    take_up: bool
    taker_leads: bool
    previous_takes: bool = False
    """Not the seat that cannot play takes the pile, but the one before it."""
    previous_leads: bool = False
    """The seat before the taker begins the next pile."""
    first_out_ends: bool
    limit: int
    limit_shared: bool
    not_last: tuple[Rank, ...]
    begins_by: tuple[BeginsBy, ...] = ()
    """Tests that are tried in turn. Empty: the lowest card in hand; without an order seat 0."""
    tie: Literal["suit", "seat", "next-lowest"] | tuple[Suit, ...] = "suit"
    """Who begins of those that hold the same lowest rank; suits: in this order."""
    leads: Literal["any", "that-card", "that-rank"] = "any"
    flip: bool = False
    flip_again: tuple[Rank, ...] = ()
    first_choice: bool = False
    tries: Literal["no", "stuck", "free", "draw"] = "no"
    """What may be done with the top card of the stock before the pile is taken."""
    stock: Number = "all"
    """How many cards it has at first; the others are out of the game."""
    adds: Literal["no", "drawn", "any"] = "no"
    """Which cards of the same rank may be added after a play."""
    jumps: Literal["no", "hand", "visible"] = "no"
    """Who may complete a burn out of turn."""
    peek: bool = False
    """With only blind cards left, one may look at one of them, once a match."""
    take_named: Literal["no", "card", "rank"] = "no"
    """Whoever takes the pile names the face-up card that goes along, or the rank of those that do."""
    lock: bool = False
    """Two plays one after the other of the same suits lock the pile to these suits."""
    penalty: int = 0
    """Whoever forgets to announce the last card draws this many, or takes the pile; 0: nobody has to announce it."""
    across: bool = False
    """The last cards of the hand may be laid together with face-up cards of their rank."""
    bundle: bool = False
    """As soon as they are dealt, hand cards of the rank of a face-up card are laid with it."""

    @property
    def compare(self) -> Literal[">=", ">", "next"]:
        return "next" if self.next_only else ">" if self.higher else ">="

    @property
    def order(self) -> tuple[Rank, ...]:
        """The ranks from the lowest. Jokers stand above all others if nothing is said about them."""
        if not self.ranks:
            return tuple(Rank)
        return self.ranks if Rank.JOKER in self.ranks else (*self.ranks, Rank.JOKER)

    @property
    def left_out(self) -> tuple[Rank, ...]:
        """The ranks that the deck does not have; Jokers are counted elsewhere."""
        return tuple([rank for rank in Rank if rank not in self.order])

    def decks_for(self, seats: int) -> int:
        if isinstance(self.decks, int):
            return self.decks
        if self.decks == "fewest":
            least = 1 if self.hand == "all" else self.number("hand", seats)
            dealt = self.number("blind", seats) + self.number("up", seats) + least
            return ceil(seats * dealt / self.deck_size(seats))
        return formula(self.decks)(seats)

    def deck_size(self, seats: int) -> int:
        return 4 * (13 - len(self.left_out)) + self.number("jokers", seats)

    def number(self, field: str, seats: int) -> int:
        """A number of this house for some seats. Of a hand that is all cards, the largest that somebody gets; of a
        stock that is all the rest, ALL."""
        value: Number = getattr(self, field)
        match value:
            case int():
                return value
            case "all" if field == "stock":
                return ALL
            case "all":
                cards = self.decks_for(seats) * self.deck_size(seats)
                return ceil(cards / seats) - self.number("blind", seats) - self.number("up", seats)
            case str():
                return formula(value)(seats)
        return dict(value).get(seats, 0)

    @property
    def varies(self) -> bool:
        """Does any number depend on the seats?"""
        return not all(isinstance(getattr(self, field), int) for field in BY_SEATS[:-1]) or self.stock != "all"

    def most(self, field: str) -> int:
        """The largest of a number, for any number of seats."""
        return max(self.number(field, seats) for seats in range(self.seats[0], self.seats[1] + 1))

    def least(self, field: str) -> int:
        """The smallest one."""
        return min(self.number(field, seats) for seats in range(self.seats[0], self.seats[1] + 1))

    @property
    def most_up(self) -> int:
        """How many face-up cards a seat may have before play."""
        return MOST_MIXED if self.play_up == "mixed" else MOST_UP

    def dealt(self, seats: int) -> int:
        """How many cards each seat gets at most."""
        return self.number("blind", seats) + self.number("up", seats) + self.number("hand", seats)

    def hash(self) -> str:
        """The hash of the rules alone: two houses that play alike are the same game, whatever they are called."""
        from .normal_form import decks_in_hash, normal_form  # noqa: PLC0415 - it is about houses

        rules = normal_form(self)
        return msgspec.structs.replace(rules, decks=decks_in_hash(rules))._hash(CHOOSE_WAY_IN_HASH)

    def former_hashes(self) -> tuple[str, ...]:
        """Hashes that records of these rules may bear too. Once they were made of the house as it was written; cards
        that can be countered were laid one at a time; and before that `choose-way` and `reset` were hashed alike."""
        ways: tuple[object, ...] = (CHOOSE_WAY_IN_HASH, ChooseWay())
        former = dict.fromkeys([self._hash(way, sets) for way in ways for sets in (True, False)])
        former.pop(self.hash(), None)
        return tuple(former)

    def _hash(self, choose_way: object, sets: bool = True) -> str:
        powers = [_power_in_hash(power, choose_way, sets) for power in self.powers]
        rules = msgspec.structs.replace(self, name="", version=0, powers=tuple(powers))
        return hashlib.sha256(msgspec.json.encode(_in_hash(rules))).hexdigest()[:16]


def _power_in_hash(power: Power, choose_way: object, sets: bool) -> Power:
    demand = _demand_in_hash(power.demand, choose_way, sets)
    otherwise = None if power.otherwise is None else _power_in_hash(power.otherwise, choose_way, sets)
    return msgspec.structs.replace(power, demand=demand, otherwise=otherwise)


def _demand_in_hash(demand: Demand | None, choose_way: object, sets: bool) -> object:
    if demand == ChooseWay():
        return choose_way
    return msgspec.structs.replace(demand, sets=False) if isinstance(demand, Counter) and not sets else demand


LATER: Final[dict[type, frozenset[str]]] = {
    House: frozenset(field.name for field in msgspec.structs.fields(House) if not field.required),
    Power: frozenset({"sees_through", "compare", "pair", "revolution", "next", "lead", "when_on", "otherwise", "swap"}),
    Low: frozenset({"beneath"}),
    ChooseWay: frozenset({"strict"}),
    Mirror: frozenset({"own_too", "powers"}),
    Wild: frozenset({"joins", "alone"}),
    Counter: frozenset({"suited", "who", "spent", "sets"}),
}
"""Fields that came after the first hashes. While they have their defaults a house is as it was, and so is its hash."""


def _in_hash(value: object) -> object:
    """A value as its hash sees it."""
    if isinstance(value, tuple):
        return [_in_hash(part) for part in value]
    if isinstance(value, Suit):
        return value.number  # a hash must not change because a suit is written in another way
    if not isinstance(value, msgspec.Struct):
        return value
    later = LATER.get(type(value), frozenset())
    usual = {field.name: field.default for field in msgspec.structs.fields(value) if field.name in later}
    said = {name: getattr(value, name) for name in value.__struct_fields__}
    return {name: _in_hash(part) for name, part in said.items() if name not in usual or part != usual[name]}
