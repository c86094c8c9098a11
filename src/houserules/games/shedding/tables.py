"""From a House to the kernel's Tables: every power becomes masks and look-ups, every ask gets its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from houserules.cards import SUITS, Rank, Suit
from houserules.errors import RulesError
from houserules.kernel.tables import (
    AGAIN,
    BURN,
    CALL,
    COPY,
    GIVE_BACK,
    GIVE_NEXT,
    GLASS,
    MIXED,
    ONCE,
    ONESELF,
    POWERED,
    REVERSE,
    SETS,
    SINGLES,
    SKIP,
    SKIP_ONCE,
    SPENT,
    SUITED,
    TARGET,
    WAY,
    WILD,
    Tables,
)

from .house import CallSuit, ChooseWay, Counter, House, Low, Mirror, Parity, Power, Reset, Wild
from .reader import suits_matter

ANYTHING: Final = "anything"
ONE_AT_A_TIME: Final = (CallSuit, ChooseWay, Wild, Counter)
HIGHER: Final = 0
LOWER: Final = 1
"""The answers to a card whose player chooses the way."""


class Ask(msgspec.Struct, frozen=True):
    """What a pile asks for: a value to match or beat (None: nothing), or a demand in its place or added to it."""

    value: Rank | None = None
    demand: Low | Parity | Suit | Counter | None = None
    add: bool = False


class Asking(msgspec.Struct, frozen=True):
    """An ask with its words, and the kinds that meet it."""

    ask: Ask
    words: str
    fits: int

    @property
    def demand(self) -> Low | Parity | Suit | Counter | None:
        return self.ask.demand


NOTHING: Final = Ask()
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
                raise RulesError(("powers: together these ask for more different things than can be told apart",))
            self.numbers[key] = len(self.all)
            self.all.append(ask)
        return self.numbers[key]

    def asking(self, ask: Ask) -> Asking:
        meets = [kind for kind in range(56) if self.meets(ask, kind)]
        return Asking(ask, self.words(ask), sum(1 << kind for kind in meets))

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


# -- The tables ------------------------------------------------------------------------------------------------------


def compiled(house: House) -> tuple[Tables, tuple[Asking, ...]]:
    """The tables of a house, and what each ask of them means."""
    powers = powers_of(house)
    faces: list[Power] = []
    face_of = []
    for kind in range(56):
        power = powers[kind]
        if power not in faces[-4:]:
            faces.append(power)
        face_of.append(faces.index(power))
    asks = Asks(house, powers)
    # Every ask that can come up: begin with an empty pile and lay each face on each.
    done = 0
    while done < len(asks.all):
        ask = asks.all[done]
        for power in faces:
            next_ask = after(power, ask)
            asks.number(next_ask)
            for answer in answers(power):
                asks.number(named(power, answer, next_ask, powers))
        done += 1
    tables = Tables(
        face_of=bytes(face_of),
        fits=[asks.asking(ask).fits for ask in asks.all],
        bars=[*(_bars(below, faces, face_of) for below in faces), 0],
        after=bytes(asks.number(after(power, ask)) for power in faces for ask in asks.all)
        + bytes(range(len(asks.all))),
        named=bytes(
            asks.number(named(power, answer, ask, powers)) if answer in set(answers(power)) else 0
            for power in faces
            for answer in range(16)
            for ask in asks.all
        ),
        effects=[*(_effects(power) for power in faces), 0],
        wilds=[*(_wilds(power) for power in faces), 0],
        modes=_modes(house),
        most=_most(powers, house.play_hand) + _most(powers, house.play_up),
        laying=bytes(rank - 2 for rank in _laying(powers)),
        joins=bytes(sorted({power.rank - 2 for power in faces if power.joins})),
        covers=_mask(face_of, faces, lambda power: power.follow),
        not_last=_mask(face_of, faces, lambda power: power.rank in house.not_last),
        suits_matter=suits_matter(house),
        jokers=house.jokers,
        blind=house.blind,
        up=house.up,
        hand=house.hand,
        setup=house.setup != "none",
        begins=_begins(house),
        refill=house.refill,
        draw=house.draw,
        draw_late=house.draw_late,
        alike=house.alike,
        alike_again=house.alike_again,
        alike_never=_mask(face_of, faces, lambda power: power.rank in house.alike_never),
        alike_one_play=house.alike_one_play,
        alike_through=house.alike_through,
        reverse_again=house.reverse_again,
        free_take=house.free_take,
        take_up=house.take_up,
        taker_leads=house.taker_leads,
        until=0 if house.first_out_ends else 1,
        limit=house.limit,
        limit_shared=house.limit_shared,
    )
    return tables, tuple(asks.asking(ask) for ask in asks.all)


def powers_of(house: House) -> dict[int, Power]:
    """For each kind its power: of two that select it, the one that names its suit."""
    powers: dict[int, Power] = {}
    for rank in Rank:
        for suit in range(4):
            chosen = [power for power in house.powers if power.rank is rank and SUITS[suit] in power.suits]
            ordinary = Power(rank=rank, suits=tuple(Suit))
            powers[4 * (rank - 2) + suit] = min(chosen, key=lambda power: len(power.suits), default=ordinary)
    return powers


def _mask(face_of: list[int], faces: list[Power], chosen: Callable[[Power], bool]) -> int:
    return sum(1 << kind for kind in range(56) if chosen(faces[face_of[kind]]))


def _effects(power: Power) -> int:
    flags = BURN * power.burn | AGAIN * power.again
    flags |= REVERSE * (power.reverse != "no") | SKIP * (power.skip != "no")
    flags |= ONCE * (power.reverse == "once") | SKIP_ONCE * (power.skip == "once")
    match power.demand:
        case Mirror("power"):
            flags |= COPY
        case Mirror():
            flags |= GLASS
        case CallSuit():
            flags |= CALL
        case ChooseWay():
            flags |= WAY
        case Wild(power=powered):
            flags |= WILD | POWERED * powered
    take = power.force_take
    if take is not None:
        forwards = (take.who == "next") != take.before_turn
        give = TARGET | ONESELF * take.oneself if take.who == "chosen" else GIVE_NEXT if forwards else GIVE_BACK
        flags |= give | SPENT * take.spent
    return flags


def _wilds(power: Power) -> int:
    return sum(1 << rank - 2 for rank in power.demand.ranks) if isinstance(power.demand, Wild) else 0


def _bars(below: Power, faces: list[Power], face_of: list[int]) -> int:
    """The kinds that may not be laid directly on a face."""

    def barred(power: Power) -> bool:
        return below.rank in power.not_on or (power.only_on != () and below.rank not in power.only_on)

    return _mask(face_of, faces, barred)


def _modes(house: House) -> bytes:
    sets = SUITED if suits_matter(house) else SETS
    mode = {"set": sets, "single": SINGLES, "mixed": MIXED}
    return bytes([mode[house.play_hand], mode[house.play_up]])


def _most(powers: dict[int, Power], mode: str) -> bytes:
    """How many of each rank one play may have: cards that have something named or taken come one at a time."""
    most = []
    for rank in Rank:
        of_rank = [powers[4 * (rank - 2) + suit] for suit in range(4)]
        alone = any(
            power.force_take or isinstance(power.demand, CallSuit | ChooseWay | Wild | Counter) for power in of_rank
        )
        limits = [power.most for power in of_rank if power.most]
        most.append(1 if alone or mode == "single" else min(limits, default=16))
    return bytes(most)


def _laying(powers: dict[int, Power]) -> list[Rank]:
    """Mixed cards land in this order: ordinary ones from the lowest, those that go anywhere, those that burn."""

    def place(rank: Rank) -> tuple[bool, bool, Rank]:
        power = powers[4 * (rank - 2)]
        return power.burn, power.anywhere, rank

    return sorted(Rank, key=place)


def _begins(house: House) -> bytes:
    """For each kind its place in the order that decides who begins; the two Jokers are equal."""
    if not house.begins:
        return b""
    order = [255] * 56
    for place, rank in enumerate(house.begins):
        for suit in range(4):
            order[4 * (rank - 2) + suit] = 4 * place + (0 if rank is Rank.JOKER else suit)
    return bytes(order)
