"""What a pile may ask for: each ask of a house in words and as data, which cards meet it, which card makes it so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from houserules.cards import PACK, SUITS, Card, Rank, Suit
from houserules.core import Seat
from houserules.errors import RulesError

from .house import NAME_OF, CallSuit, ChooseWay, Counter, House, Low, Mirror, Parity, Power, Reset, Wild
from .state import NOBODY

ANYTHING: Final = "anything"
HIGHER: Final = 0
LOWER: Final = 1
"""The answers to a card whose player chooses the way."""


class Ask(msgspec.Struct, frozen=True):
    """What a pile asks for: a value to match or beat (None: nothing), or a demand in its place or added to it."""

    value: Rank | None = None
    demand: Low | Parity | Suit | Counter | None = None
    add: bool = False


class Maker(msgspec.Struct, frozen=True, gc=False):
    """The card that makes a pile ask for something, and who laid it."""

    card: Card
    seat: Seat | None
    """None if it is not known: a position does not say who laid it."""


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
    """Only these ranks help; otherwise the pile has to be taken."""
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
        if isinstance(ask.demand, Counter):
            return rank in ask.demand.ranks  # nothing else helps, not even a card that goes on anything
        if self.in_order(ask, rank) and self.in_demand(ask, kind):
            return True
        return power.anywhere and demand_name(ask.demand) not in power.not_under

    def in_order(self, ask: Ask, rank: Rank) -> bool:
        if ask.value is None or (ask.demand is not None and not ask.add):
            return True
        return rank > ask.value if self.house.higher else rank >= ask.value

    def in_demand(self, ask: Ask, kind: int) -> bool:
        rank = Rank(kind // 4 + 2)
        match ask.demand:
            case Low(limit, "<="):
                return rank <= limit
            case Low(limit, _):
                return rank < limit
            case Parity(even):
                return rank % 2 == (0 if even else 1)
            case Suit() as suit:
                return rank is not Rank.JOKER and kind % 4 == suit.number
        return True

    def words(self, ask: Ask) -> str:
        order = ANYTHING if ask.value is None else self.order_words(ask.value)
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
            case Counter(ranks):
                demand = f"{' or '.join(map(str, ranks))}, or the pile is taken"
        return f"{demand}, {order}" if ask.add and order != ANYTHING else demand

    def seen(self, ask: Ask) -> AskView:
        """The same as data."""
        parts: dict[str, object] = {}
        if ask.value is not None and (ask.demand is None or ask.add):
            if self.house.higher:
                parts["above"] = int(ask.value)
            elif ask.value is not Rank.TWO:
                parts["at_least"] = int(ask.value)
        match ask.demand:
            case Low(limit, "<="):
                parts["at_most"] = limit
            case Low(limit, _):
                parts["below"] = limit
            case Parity(even):
                parts["parity"] = "even" if even else "odd"
            case Suit() as suit:
                parts["suit"] = suit
            case Counter(ranks):
                parts["counter"] = tuple([NAME_OF[rank] for rank in ranks])
        return msgspec.convert(parts, AskView)

    def order_words(self, value: Rank) -> str:
        if self.house.higher:
            return f"above {value}"
        return {Rank.TWO: ANYTHING, Rank.JOKER: "a Joker"}.get(value, f"{value} or higher")


def _key(ask: Ask) -> tuple[object, ...]:
    return (type(ask.demand).__name__, ask)


def demand_name(demand: Low | Parity | Suit | Counter | None) -> str:
    return {Low: "low", Parity: "parity", Suit: "suit"}.get(type(demand), "")


# -- How a card changes what is asked --------------------------------------------------------------------------------


def after(power: Power, ask: Ask) -> Ask:
    """What the pile asks for once a card of this power lies on one that asked for `ask`; before anything is named."""
    own = Ask(power.rank)
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
            return Ask(ask.value) if copies == "value" else ask
        case Low(add=add) | Parity(add=add) as demand:
            return Ask(power.rank, demand, add)
        case Counter() as counter:
            return Ask(power.rank, counter)
        case CallSuit() | Wild():
            return ask  # until its player has named something


def named(power: Power, answer: int, ask: Ask, powers: dict[int, Power]) -> Ask:
    """The same, once its player has named a suit, a way or a rank."""
    match power.demand:
        case CallSuit(add):
            return Ask(ask.value if add else power.rank, SUITS[answer], add)
        case ChooseWay() if answer == LOWER:
            return Ask(power.rank, Low(int(power.rank), "<="))
        case ChooseWay():
            return Ask(power.rank)
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
        demands = {card: powers[card.kind].demand for card in PACK}
        mirrors = {card: demand for card, demand in demands.items() if isinstance(demand, Mirror)}
        self.mirrors = frozenset(mirrors)
        self.own = frozenset(card for card, mirror in mirrors.items() if mirror.own_on_empty)
        self.value_only = frozenset(card for card, mirror in mirrors.items() if mirror.copies == "value")
        self.resets = frozenset(card for card, demand in demands.items() if isinstance(demand, Reset))

    def find(self, pile: Sequence[Card]) -> int:
        """The place of the card in the pile; -1 if there are only mirrors on an empty pile."""
        place = len(pile) - 1
        while place >= 0 and pile[place] in self.mirrors:
            place -= 1
        maker = place
        value = place >= 0 and pile[place] not in self.resets
        nothing = place < 0
        for above in range(place + 1, len(pile)):
            if nothing and pile[above] in self.own:
                maker, value, nothing = above, True, False  # on nothing it counts for itself
            elif pile[above] in self.value_only and not value:
                nothing = True  # a card that asks for nothing has no value to beat
        return maker


# -- What people are shown -------------------------------------------------------------------------------------------


class PileAsks:
    """What the piles of a house ask for, as views and events show it. It comes up again and again, so it is kept."""

    def __init__(self, asks: Sequence[Asking], makers: Makers) -> None:
        self.asks = asks
        self.makers = makers
        self._shown: dict[tuple[int, Card | None, Seat], AskView] = {}

    def maker(self, pile: Sequence[Card], laid_by: bytes) -> tuple[Card | None, Seat]:
        """The card that makes a pile ask for what it asks for, and who laid it."""
        place = len(pile) - 1
        if pile and pile[-1] in self.makers.mirrors:
            place = self.makers.find(pile)
        return (pile[place], laid_by[place]) if place >= 0 else (None, NOBODY)

    def shown(self, ask: int, card: Card | None, seat: Seat) -> AskView:
        """An ask by its number, and the card that makes it so."""
        key = ask, card, seat
        found = self._shown.get(key)
        if found is None:
            found = self.asks[ask].seen
            if card is not None and found != ANYTHING_GOES:
                found = msgspec.structs.replace(found, by=Maker(card, None if seat == NOBODY else seat))
            self._shown[key] = found
        return found
