"""From a House to the kernel's Tables: every power becomes masks and look-ups."""

from __future__ import annotations

from collections.abc import Callable

from houserules.cards import SUITS, Rank, Suit
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

from .asks import Asking, Asks, after, answers, named
from .contradictions import suits_matter
from .house import CallSuit, ChooseWay, Counter, House, Mirror, Power, Wild

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
