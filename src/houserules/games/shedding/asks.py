"""What a pile may ask for: each ask of a house in words and as data, which cards meet it, which card makes it so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from houserules.cards import PACK, SUITS, Card, Rank, Suit
from houserules.core import Seat
from houserules.errors import RulesError

from .house import (
    NAME_OF,
    CallSuit,
    ChooseWay,
    Counter,
    Demand,
    Dodge,
    House,
    Low,
    Mirror,
    Parity,
    Power,
    Reset,
    Wild,
    selector_of,
)
from .state import FLIPPED, NOBODY

ANYTHING: Final = "anything"
HIGHER: Final = 0
LOWER: Final = 1
"""The answers to a card whose player chooses the way."""


class Ask(msgspec.Struct, frozen=True):
    """What a pile asks for: a value to match or beat (None: nothing), or a demand in its place or added to it."""

    value: Rank | None = None
    demand: Low | Parity | Suit | Counter | Dodge | None = None
    add: bool = False
    compare: Literal["usual", ">=", ">", "next"] = "usual"
    """How the value is compared, if not as everywhere in the house."""
    turned: bool = False
    """The order is turned over: a card must be lower where it would have to be higher."""


class Maker(msgspec.Struct, frozen=True, gc=False):
    """The card that makes a pile ask for something, and who laid it."""

    card: Card
    seat: Seat | None
    """None if it is not known: a position does not say who laid it."""


class RanksAre(msgspec.Struct, frozen=True, gc=False):
    """Ranks from one of them on."""

    kind: Literal["at_least", "above", "at_most", "below"]
    rank: int


class AskView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What the pile asks of the next card, as data; the card must meet all of it. Empty: it asks for nothing.

    A card that goes on anything may be laid all the same."""

    at_least: int | None = None
    above: int | None = None
    at_most: int | None = None
    below: int | None = None
    parity: Literal["even", "odd"] | None = None
    suit: Suit | None = None
    counter: tuple[str, ...] = ()
    """Only these ranks, or cards as in 6:black, help; otherwise the pile has to be taken."""
    or_miss: bool = False
    """Otherwise the turn is missed, and nothing worse."""
    ranks: tuple[str, ...] = ()
    """One of these ranks, where values do not say it: the house has its own order, or there are two limits."""
    locked: tuple[Suit, ...] = ()
    """Only these suits may follow, until the pile is gone: two plays one after the other were of them."""
    ranks_are: RanksAre | None = None
    """The same in short, if it can be said so: those from one rank up or down in the order of the house."""
    by: Maker | None = None
    """What makes it so, seen through mirrors."""


ANYTHING_GOES: Final = AskView()


class Asking(msgspec.Struct, frozen=True):
    """An ask as views show it, and the kinds that meet it."""

    ask: Ask
    fits: int
    words: str
    seen: AskView
    value: int | None
    even: Literal[0, 1, -1]
    lowerthan: Literal[1, -1]
    suit: str


NOTHING: Final = Ask()
UNASKED: Final = Asking(NOTHING, 0, ANYTHING, ANYTHING_GOES, None, 0, 1, "")
"""What views say while something has to be named: the pile asks for nothing yet."""
RESET: Final = Ask(add=True)
"""Nothing either, but there is a pile: a mirror on it is not a mirror on an empty one."""


class Asks:
    """Every ask that can come up in a house, numbered; 0 asks for nothing."""

    def __init__(self, house: House, powers: dict[int, Power]) -> None:
        self.house = house
        self.order = house.order
        self.place = {rank: self.order.index(rank) if rank in self.order else -1 for rank in Rank}
        """Of each rank in the order; those that the deck lacks are never met."""
        self.powers = powers
        self.all = [NOTHING]
        # As JSON: a rank and a suit are both numbers, and some of these are equal.
        self.numbers: dict[bytes, int] = {msgspec.json.encode(_key(NOTHING)): 0}

    def number(self, ask: Ask) -> int:
        key = msgspec.json.encode(_key(ask))
        if key not in self.numbers:
            if len(self.all) == 255:
                raise RulesError(("powers: together these can ask for too many different things; use fewer of them",))
            self.numbers[key] = len(self.all)
            self.all.append(ask)
        return self.numbers[key]

    def asking(self, ask: Ask) -> Asking:
        meets = [kind for kind in range(56) if self.meets(ask, kind)]
        demand = ask.demand
        return Asking(
            ask,
            fits=sum(1 << kind for kind in meets),
            words=self.words(ask),
            seen=self.seen(ask),
            value=None if ask.value is None or (demand is not None and not ask.add) else int(ask.value),
            even=0 if not isinstance(demand, Parity) else 1 if demand.even else -1,
            lowerthan=-1 if isinstance(demand, Low) else 1,
            suit=demand.value if isinstance(demand, Suit) else "",
        )

    def meets(self, ask: Ask, kind: int) -> bool:
        power = self.powers[kind]
        rank = Rank(kind // 4 + 2)
        if isinstance(ask.demand, Counter | Dodge):  # nothing else helps, not even a card that goes on anything
            suited = [one for one, suits in ask.demand.suited if SUITS[kind % 4] in suits]
            return rank in ask.demand.ranks or rank in suited
        if self.in_order(ask, rank) and self.in_demand(ask, kind):
            return True
        return power.anywhere and demand_name(ask.demand) not in power.not_under

    def in_order(self, ask: Ask, rank: Rank) -> bool:
        if ask.value is None or (ask.demand is not None and not ask.add):
            return True
        above = self.place[rank] - self.place[ask.value]
        match self.compared(ask):
            case ">":
                return above < 0 if ask.turned else above > 0
            case "next":
                return rank is self.next_rank(ask, ask.value)
        return above <= 0 if ask.turned else above >= 0

    def compared(self, ask: Ask) -> Literal[">=", ">", "next"]:
        return self.house.compare if ask.compare == "usual" else ask.compare

    def next_rank(self, ask: Ask, rank: Rank) -> Rank | None:
        """The rank above; None above the highest. A Joker has a place in this only if the house gives it one."""
        order = self.house.ranks or self.order[:-1]
        above = self.place[rank] + (-1 if ask.turned else 1)
        return order[above] if 0 <= above < len(order) else None

    def in_demand(self, ask: Ask, kind: int) -> bool:
        rank = Rank(kind // 4 + 2)
        match ask.demand:
            case Low(limit, "<="):
                return self.place[rank] <= self.place[Rank(limit)]
            case Low(limit, _):
                return self.place[rank] < self.place[Rank(limit)]
            case Parity(even):
                return rank % 2 == (0 if even else 1)
            case Suit() as suit:
                return rank is not Rank.JOKER and kind % 4 == suit.number
        return True

    def words(self, ask: Ask) -> str:
        order = ANYTHING if ask.value is None else self.order_words(ask, ask.value)
        demand = order
        match ask.demand:
            case Low(limit, "<="):
                demand = f"{Rank(limit)} or lower"
            case Low(limit, _):
                demand = f"below {Rank(limit)}"
            case Parity(even):
                demand = "an even card" if even else "an odd card"
            case Suit() as suit:
                demand = str(suit)
            case Counter() as counter:
                demand = f"{' or '.join(answer_names(counter))}, or the pile is taken"
            case Dodge() as dodge:
                demand = f"{' or '.join(answer_names(dodge))}, or the turn is missed"
        return f"{demand}, {order}" if ask.add and order != ANYTHING else demand

    def seen(self, ask: Ask) -> AskView:
        """The same as data."""
        parts: dict[str, object] = {}
        is_low = isinstance(ask.demand, Low)
        # A number would let a Joker follow the highest rank, which has nothing after it.
        ends = (
            ask.value is not None
            and (ask.demand is None or ask.add)
            and self.compared(ask) == "next"
            and self.next_rank(ask, ask.value) is None
        )
        if self.house.ranks or ends or (is_low and ask.add and (ask.turned or self.compared(ask) == "next")):
            parts |= self.rank_parts(ask)
        elif ask.value is not None and (ask.demand is None or ask.add):
            parts |= self.order_parts(ask, ask.value)
        match ask.demand:
            case Low(limit, compare) if not parts.get("ranks"):
                parts |= self.low_parts(limit, compare)
            case Parity(even):
                parts["parity"] = "even" if even else "odd"
            case Suit() as suit:
                parts["suit"] = suit
            case Counter() | Dodge() as answered:
                ranks = [NAME_OF[rank] for rank in answered.ranks]
                parts["counter"] = (*ranks, *[selector_of(*cards) for cards in answered.suited])
                parts["or_miss"] = isinstance(answered, Dodge)
        return msgspec.convert(parts, AskView)

    def rank_parts(self, ask: Ask) -> dict[str, object]:
        """The ranks that meet the order, and the limit if there is one; nothing if all do."""
        is_low = isinstance(ask.demand, Low)
        met = [rank for rank in self.order if self.in_order(ask, rank)]
        met = [rank for rank in met if not is_low or self.in_demand(ask, 4 * (rank - 2))]
        if len(met) == len(self.order):
            return {}
        there = [NAME_OF[rank] for rank in met if rank is not Rank.JOKER or self.house.jokers != 0]
        parts: dict[str, object] = {"ranks": tuple(there) or ("none",)}
        short = self.order_parts(ask, ask.value) if ask.value is not None and ask.demand is None else {}
        if isinstance(ask.demand, Low) and not ask.add:
            short = {"at_most" if ask.demand.compare == "<=" else "below": ask.demand.limit}
        if len(short) == 1:
            ((kind, rank),) = short.items()
            parts["ranks_are"] = {"kind": kind, "rank": rank}
        return parts

    def low_parts(self, limit: int, compare: str) -> dict[str, object]:
        if self.house.ranks:
            return {}
        return {"at_most" if compare == "<=" else "below": limit}

    def order_parts(self, ask: Ask, value: Rank) -> dict[str, int]:
        match self.compared(ask):
            case ">":
                return {"below" if ask.turned else "above": int(value)}
            case "next":
                next_to = self.next_rank(ask, value)
                if next_to is None:
                    return {"below" if ask.turned else "above": int(value)}
                return {"at_least": int(next_to), "at_most": int(next_to)}
        if value is self.order[-1 if ask.turned else 0]:
            return {}
        return {"at_most" if ask.turned else "at_least": int(value)}

    def order_words(self, ask: Ask, value: Rank) -> str:
        match self.compared(ask):
            case ">":
                return f"below {value}" if ask.turned else f"above {value}"
            case "next":
                above = self.next_rank(ask, value)
                return f"the rank after {value}, which there is not" if above is None else f"{above}"
        if value is self.order[-1 if ask.turned else 0]:
            return ANYTHING
        if ask.turned:
            return f"{value} or lower"
        return "a Joker" if value is Rank.JOKER and value is self.order[-1] else f"{value} or higher"


def _key(ask: Ask) -> tuple[object, ...]:
    return (type(ask.demand).__name__, ask)


def answer_names(answered: Counter | Dodge) -> list[str]:
    """The cards that help, as people say them: 3, black 6."""
    suited = [f"{selector_of(*cards).partition(':')[2].replace(',', ' or ')} {cards[0]}" for cards in answered.suited]
    return [*map(str, answered.ranks), *suited]


def demand_name(demand: Low | Parity | Suit | Counter | Dodge | None) -> str:
    return {Low: "low", Parity: "parity", Suit: "suit"}.get(type(demand), "")


# -- How a card changes what is asked --------------------------------------------------------------------------------


def after(power: Power, ask: Ask) -> Ask:
    """What the pile asks for once a card of this power lies on one that asked for `ask`; before anything is named."""
    found = _after(power, msgspec.structs.replace(ask, turned=False))
    return msgspec.structs.replace(found, turned=ask.turned != (power.revolution != "no"))


def _after(power: Power, ask: Ask) -> Ask:
    """The same in the usual order."""
    own = Ask(power.rank, compare=power.compare)
    match power.demand:
        case None:
            return own
        case Reset():
            return RESET
        case CallSuit(add=False):
            return RESET  # until the suit is named
        case ChooseWay():
            return own
        case Mirror(copies, own_on_empty):
            if ask == NOTHING and own_on_empty:
                return own
            if copies != "value":
                return ask
            # Without a value there is a pile all the same: the next mirror does not lie on an empty one.
            return RESET if ask.value is None else Ask(ask.value, compare=ask.compare)
        case Low(limit, compare, add, beneath=True):
            low = Low(limit if ask.value is None else int(ask.value), compare, add)
            return Ask(power.rank, low, add, power.compare)
        case Low(add=add) | Parity(add=add) as demand:
            return Ask(power.rank, demand, add, power.compare)
        case Counter() | Dodge() as answered:
            return Ask(power.rank, answered, compare=power.compare)
        case CallSuit() | Wild():
            return ask  # until its player has named something


def named(power: Power, answer: int, ask: Ask, powers: dict[int, Power]) -> Ask:
    """The same, once its player has named a suit, a way or a rank."""
    found = _named(power, answer, ask, powers)
    turns = isinstance(power.demand, Wild) and power.demand.power and powers[4 * answer].revolution != "no"
    return msgspec.structs.replace(found, turned=ask.turned != turns)


def _named(power: Power, answer: int, ask: Ask, powers: dict[int, Power]) -> Ask:
    match power.demand:
        case CallSuit(add):
            return Ask(ask.value, SUITS[answer], add, ask.compare) if add else Ask(power.rank, SUITS[answer])
        case ChooseWay(strict) if answer == LOWER:
            return Ask(power.rank, Low(int(power.rank), "<" if strict else "<="))
        case ChooseWay(strict):
            return Ask(power.rank, compare=">" if strict else power.compare)
        case Wild():
            return after(powers[4 * answer], ask)
    return ask


def answers(power: Power) -> Iterator[int]:
    match power.demand:
        case CallSuit():
            yield from range(4)
        case ChooseWay():
            yield from (HIGHER, LOWER)
        case Wild(ranks):
            yield from (rank - 2 for rank in ranks)


# -- Which card makes it so ------------------------------------------------------------------------------------------


class Makers:
    """Finds the card that makes a pile ask for what it asks for: the topmost that is not seen through."""

    def __init__(self, powers: dict[int, Power]) -> None:
        self.powers = {card: powers[card.kind] for card in PACK}
        each = {card: (power, power.otherwise or power) for card, power in self.powers.items()}
        self.mirrors = frozenset(
            card for card, both in each.items() if any(isinstance(one.demand, Mirror) for one in both)
        )
        """The cards that may be seen through; some of them perhaps not on every card."""

    def demand(self, pile: Sequence[Card], place: int) -> Demand | None:
        """What a card of a pile asks for, given what it lies on."""
        power = self.powers[pile[place]]
        if not power.when_on or power.otherwise is None:
            return power.demand
        while place and self.powers[pile[place - 1]] == power:
            place -= 1  # cards of one power on each other count as one
        beneath = ("pile", NAME_OF[pile[place - 1].rank]) if place else ("empty",)
        return power.demand if set(beneath) & set(power.when_on) else power.otherwise.demand

    def find(self, pile: Sequence[Card], flipped: int = 0) -> int:
        """The place of the card in the pile; -1 if there are only mirrors on an empty pile. The first cards may have
        been turned up from the stock: these have no powers."""
        demands = [None if at < flipped else self.demand(pile, at) for at in range(len(pile))]
        place = len(pile) - 1
        while place >= 0 and isinstance(demands[place], Mirror):
            place -= 1
        maker = place
        value = place >= 0 and not isinstance(demands[place], Reset)
        nothing = place < 0
        for above in range(place + 1, len(pile)):
            mirror = demands[above]
            assert isinstance(mirror, Mirror)
            if nothing and mirror.own_on_empty:
                maker, value, nothing = above, True, False  # on nothing it counts for itself
            elif mirror.copies == "value" and not value:
                nothing = True  # a card that asks for nothing has no value to beat
        return maker


# -- A locked pile ---------------------------------------------------------------------------------------------------


def suits_of(locked: int) -> tuple[Suit, ...]:
    """The suits to which a pile is locked, from the bits of the kernel."""
    return tuple([suit for suit in SUITS if locked >> suit.number & 1])


def words_locked(words: str, locked: int) -> str:
    """What a pile asks for, in words, and the suits to which it is locked."""
    only = f"only {' or '.join(map(str, suits_of(locked)))}"
    return only if words == ANYTHING else f"{words}, {only}"


# -- What people are shown -------------------------------------------------------------------------------------------


class PileAsks:
    """What the piles of a house ask for, as views and events show it. It comes up again and again, so it is kept."""

    def __init__(self, asks: Sequence[Asking], makers: Makers) -> None:
        self.asks = asks
        self.makers = makers
        self._shown: dict[tuple[int, Card | None, Seat, int], AskView] = {}

    def maker(self, pile: Sequence[Card], laid_by: bytes) -> tuple[Card | None, Seat]:
        """The card that makes a pile ask for what it asks for, and who laid it."""
        place = len(pile) - 1
        if pile and pile[-1] in self.makers.mirrors:
            place = self.makers.find(pile, laid_by.count(FLIPPED))
        return (pile[place], laid_by[place]) if place >= 0 else (None, NOBODY)

    def shown(self, ask: int, card: Card | None, seat: Seat, locked: int = 0) -> AskView:
        """An ask by its number, the card that makes it so, and the suits to which the pile is locked, as bits."""
        key = ask, card, seat, locked
        found = self._shown.get(key)
        if found is None:
            found = self.asks[ask].seen
            if locked:
                found = msgspec.structs.replace(found, locked=suits_of(locked))
            if card is not None and found != ANYTHING_GOES:
                found = msgspec.structs.replace(found, by=Maker(card, None if seat in (NOBODY, FLIPPED) else seat))
            self._shown[key] = found
        return found
