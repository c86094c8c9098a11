"""From a House to the kernel's Tables: every power becomes masks and look-ups, every ask gets its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from houserules.cards import Rank, Suit
from houserules.kernel.tables import AGAIN, BURN, CALL, COPY, MIXED, REVERSE, SETS, SINGLES, TARGET, Tables

from .house import House, Low, Parity, Power

EFFECTS: Final = {"burn": BURN, "again": AGAIN, "reverse": REVERSE, "force-take": TARGET}
MODES: Final = {"set": SETS, "single": SINGLES, "mixed": MIXED}
ANYTHING: Final = "anything"


class Asking(msgspec.Struct, frozen=True):
    """What a pile may ask for: in words, and the kinds that meet it."""

    words: str
    fits: int
    demand: Low | Parity | Suit | Rank | None
    """None asks for nothing, a rank for that value or above."""


class Asks:
    """Every ask of a house, numbered; 0 asks for nothing."""

    def __init__(self, house: House) -> None:
        self.anywhere = sum(_kinds(power.rank) for power in house.powers if power.anywhere)
        self.higher = house.higher
        self.all = [Asking(ANYTHING, sum(_kinds(rank) for rank in Rank), None)]
        # Keyed by type too: a rank and a suit are both numbers, and some of these are equal.
        self.numbers: dict[tuple[type, Low | Parity | Suit | Rank], int] = {}

    def number(self, demand: Low | Parity | Suit | Rank) -> int:
        key = (type(demand), demand)
        if key not in self.numbers:
            self.numbers[key] = len(self.all)
            self.all.append(self.asking(demand))
        return self.numbers[key]

    def asking(self, demand: Low | Parity | Suit | Rank) -> Asking:
        match demand:
            case Low(limit, "<="):
                return self.of_ranks(f"{Rank(limit)} or lower", demand, lambda rank: rank <= limit)
            case Low(limit, _):
                return self.of_ranks(f"below {Rank(limit)}", demand, lambda rank: rank < limit)
            case Parity(even):
                words = "an even card" if even else "an odd card"
                return self.of_ranks(words, demand, lambda rank: rank % 2 == (0 if even else 1))
            case Suit():
                suited = sum(1 << 4 * (rank - 2) + demand for rank in Rank if rank is not Rank.JOKER)
                return Asking(str(demand), suited | self.anywhere, demand)
            case Rank() if self.higher:
                return self.of_ranks(f"above {demand}", demand, lambda rank: rank > demand)
            case Rank():
                return self.of_ranks(_or_higher(demand), demand, lambda rank: rank >= demand)

    def of_ranks(self, words: str, demand: Low | Parity | Suit | Rank, meets: Callable[[Rank], bool]) -> Asking:
        fits = sum(_kinds(rank) for rank in Rank if meets(rank)) | self.anywhere
        return Asking(words, fits, demand)


def _or_higher(rank: Rank) -> str:
    return {Rank.TWO: ANYTHING, Rank.JOKER: "a Joker"}.get(rank, f"{rank} or higher")


def _kinds(rank: Rank) -> int:
    """The mask of a rank's cards."""
    return 15 << 4 * (rank - 2)


def compiled(house: House) -> tuple[Tables, tuple[Asking, ...]]:
    """The tables of a house, and what each ask of them means."""
    powers = {rank: Power(rank) for rank in Rank} | {power.rank: power for power in house.powers}
    faces = [powers[rank] for rank in Rank]  # nothing tells two cards of one rank apart yet: a face is a rank
    asks = Asks(house)
    for rank in Rank:
        asks.number(rank)
    for power in faces:
        if isinstance(power.demand, (Low, Parity)):
            asks.number(power.demand)
    call_ask = min(asks.number(suit) for suit in Suit)
    count = len(asks.all)
    after = b"".join(bytes(_after(power, ask, asks) for ask in range(count)) for power in faces)
    nothing = bytes(range(count))
    joker_limit = house.jokers * max(house.decks_for(seats) for seats in range(house.seats[0], house.seats[1] + 1))
    most = bytes(
        (powers[rank].most or 16) if rank is not Rank.JOKER else (powers[rank].most or joker_limit) for rank in Rank
    )
    ones = bytes([1] * len(Rank))
    tables = Tables(
        face_of=bytes(kind // 4 for kind in range(56)),
        fits=[asking.fits for asking in asks.all],
        bars=[*_bars(faces), 0],
        after=after + nothing,
        effects=[*(_effects(power) for power in faces), 0],
        call_ask=call_ask,
        modes=bytes(MODES[mode] for mode in house.plays),
        most=b"".join(ones if mode == "single" else most for mode in house.plays),
        laying=bytes(rank - 2 for rank in _laying(faces)),
        joins=bytes(power.rank - 2 for power in faces if power.joins),
        covers=sum(_kinds(power.rank) for power in faces if power.follow),
        jokers=house.jokers,
        blind=house.blind,
        up=house.up,
        hand=house.hand,
        setup=house.setup,
        begins=_begins(house),
        refill=house.refill,
        draw=house.draw,
        alike=house.alike,
        alike_again=house.alike_again,
        free_take=house.free_take,
        take_up=house.take_up,
        until=0 if house.first_out_ends else 1,
        limit=house.limit,
    )
    return tables, tuple(asks.all)


def _after(power: Power, ask: int, asks: Asks) -> int:
    """What the pile asks for once a card of this power lies on one that asked for `ask`."""
    match power.demand:
        case "mirror":
            return ask
        case "reset" | "call-suit":  # a call asks for nothing until the suit is named
            return 0
        case "order" | "copy":  # a copying card acts for itself only on an empty pile, as its own value
            return asks.number(power.rank)
        case demand:
            return asks.number(demand)


def _effects(power: Power) -> int:
    flags = sum(EFFECTS[effect] for effect in power.effects)
    if power.demand == "copy":
        flags |= COPY
    if power.demand == "call-suit":
        flags |= CALL
    return flags


def _bars(faces: list[Power]) -> list[int]:
    """For each face, the kinds that may not be laid directly on it."""
    return [sum(_kinds(power.rank) for power in faces if below.rank in power.not_on) for below in faces]


def _laying(faces: list[Power]) -> list[Rank]:
    """Mixed cards land in this order: ordinary ones from the lowest, those that go anywhere, those that burn."""
    return [
        power.rank for power in sorted(faces, key=lambda power: ("burn" in power.effects, power.anywhere, power.rank))
    ]


def _begins(house: House) -> bytes:
    """For each kind its place in the order that decides who begins; the two Jokers are equal."""
    if not house.begins:
        return b""
    order = [255] * 56
    for place, rank in enumerate(house.begins):
        for suit in range(4):
            order[4 * (rank - 2) + suit] = 4 * place + (0 if rank is Rank.JOKER else suit)
    return bytes(order)
