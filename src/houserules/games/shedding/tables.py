"""From a House to the kernel's Tables: every power becomes masks and look-ups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from houserules.cards import SUITS, Rank, Suit
from houserules.kernel.tables import (
    AGAIN,
    ANSWERED,
    BURN,
    CALL,
    COPY,
    DODGED,
    EMPTY,
    GIVE_BACK,
    GIVE_NEXT,
    GLASS,
    LEAD_ANY,
    LEAD_CARD,
    LEAD_RANK,
    LOWEST,
    LOWEST_UP,
    MIXED,
    MOST,
    NAMES_CARD,
    NAMES_NONE,
    NAMES_RANK,
    NEXT,
    NO_DODGE,
    NO_TRY,
    ONCE,
    ONESELF,
    OWN_TOO,
    PAIRED,
    POWERED,
    REVERSE,
    SEAT,
    SETS,
    SINGLES,
    SKIP,
    SKIP_ONCE,
    SPENT,
    SUITED,
    SWAP,
    SWAP_GIVE,
    SWAP_TAKE,
    SWAP_UP,
    TARGET,
    TRY_DRAW,
    TRY_FREE,
    TRY_STUCK,
    WAY,
    WHEN,
    WILD,
    WITH_CHOSEN,
    WITH_NEXT,
    WITH_PREVIOUS,
    WORST_UP,
    Tables,
)

from .asks import Ask, Asking, Asks, after, answers, named
from .contradictions import laid_alone, suits_matter
from .house import RANK_NAMES, CallSuit, ChooseWay, Counter, Dodge, Exchange, House, Low, Mirror, Power, Reset, Wild

TESTS: Final = {"lowest": LOWEST, "lowest-up": LOWEST_UP, "most": MOST, "worst-up": WORST_UP, "seat": SEAT}
TRIES: Final = {"no": NO_TRY, "stuck": TRY_STUCK, "free": TRY_FREE, "draw": TRY_DRAW}
NAMES: Final = {"no": NAMES_NONE, "card": NAMES_CARD, "rank": NAMES_RANK}
MOVES: Final = ("all", "none", "chosen", "lowest", "highest")
"""By the kernel's numbers."""
LEADS: Final = {"any": LEAD_ANY, "that-card": LEAD_CARD, "that-rank": LEAD_RANK}

# -- The tables ------------------------------------------------------------------------------------------------------


def compiled(house: House, seats: int) -> tuple[Tables, tuple[Asking, ...]]:
    """The tables of a house for some seats, and what each ask of them means: that is the same for all seats."""
    powers = powers_of(house)
    faces: list[Power] = []
    face_of = []
    for kind in range(56):
        power = powers[kind]
        if power not in faces[-4:]:
            faces.append(power)
        face_of.append(faces.index(power))
    plains = [ordinary(rank) for rank in Rank] if house.flip else []
    faces += [plain for plain in plains if plain not in faces]
    faces += [power.otherwise for power in faces if power.otherwise is not None and power.otherwise not in faces]
    pair_of = _pairs(faces)
    asks = Asks(house, powers)
    sees = [_bars(below, faces, face_of, through=True) for below in faces]
    revolves = any(power.revolution != "no" for power in faces)
    # Every ask that can come up: begin with an empty pile and lay each face on each.
    done = 0
    while done < len(asks.all):
        ask = asks.all[done]
        for power in faces:
            if isinstance(ask.demand, Dodge):
                asks.number(_undodged(ask))
            if revolves:
                asks.number(replace(ask, turned=not ask.turned))
            next_ask = after(power, ask)
            asks.number(next_ask)
            for answer in answers(power):
                asks.number(named(power, answer, next_ask, powers))
        if isinstance(ask.demand, Dodge):
            asks.number(Ask(ask.value))
        done += 1
    tables = Tables(
        face_of=bytes(face_of),
        fits=[asks.asking(ask).fits for ask in asks.all],
        bars=[*(_bars(below, faces, face_of, through=False) for below in faces), 0],
        sees=[*sees, 0],
        mirrors=bytes([*(isinstance(power.demand, Mirror) for power in faces), False]),
        pair_of=bytes(pair_of),
        by_plays=house.as_many
        or house.lock
        or revolves
        or any(power.pair for power in faces)
        or _wild_join(faces) >= 0,
        as_many=house.as_many,
        wild_join=_wild_join(faces),
        company=_mask(face_of, faces, lambda power: isinstance(power.demand, Wild) and not power.demand.alone),
        exempt=_mask(face_of, faces, lambda power: power.anywhere),
        run_least=house.run_least,
        run_suited=house.run_suited,
        run_kinds=_mask(face_of, faces, _may_run),
        copied=b"".join(_copied(power, faces) for power in faces),
        after=bytes(asks.number(after(power, ask)) for power in faces for ask in asks.all)
        + bytes(range(len(asks.all))),
        named=bytes(
            asks.number(named(power, answer, ask, powers)) if answer in set(answers(power)) else 0
            for power in faces
            for answer in range(16)
            for ask in asks.all
        ),
        turned=bytes(ask.turned for ask in asks.all),
        turned_over=bytes(asks.number(replace(ask, turned=not ask.turned)) for ask in asks.all) if revolves else b"",
        lasting=any(power.revolution == "next" for power in faces),
        dodged=_dodged(asks),
        spent_on=[_spent_on(ask, faces, face_of) for ask in asks.all],
        effects=[*(_effects(power) for power in faces), 0],
        when_on=[*(_when_on(power) for power in faces), 0],
        otherwise=bytes(faces.index(power.otherwise or power) for power in faces) + bytes(1),
        rank_of=bytes(power.rank - 2 for power in faces) + bytes([EMPTY]),
        lead=asks.asking(asks.all[0]).fits & _mask(face_of, faces, lambda power: power.lead),
        wilds=[*(_wilds(power) for power in faces), 0],
        modes=_modes(house),
        most=_most(powers, house.play_hand) + _most(powers, _up_mode(house)),
        laying=bytes(rank - 2 for rank in _laying(house, powers)),
        joins=bytes(sorted({power.rank - 2 for power in faces if power.joins})),
        covers=_mask(face_of, faces, lambda power: power.follow),
        not_last=_mask(face_of, faces, lambda power: power.rank in house.not_last),
        suits_matter=suits_matter(house),
        jokers=house.number("jokers", seats),
        ranking=bytes(rank - 2 for rank in house.order),
        blind=house.number("blind", seats),
        up=house.number("up", seats),
        hand=house.number("hand", seats),
        bundle=house.most_up if house.bundle else 0,
        stock=house.number("stock", seats),
        setup=house.setup != "none",
        begins=_begins(house),
        begins_by=bytes(TESTS[test] for test in _tests(house)),
        next_lowest=house.tie == "next-lowest",
        leads=LEADS[house.leads],
        flip=house.flip,
        flip_again=sum(15 << 4 * (rank - 2) for rank in house.flip_again),
        plain_of=bytes(faces.index(plain) for plain in plains),
        first_choice=house.first_choice,
        refill=house.refill,
        draw=house.draw,
        draw_late=house.draw_late,
        alike=house.number("alike", seats),
        alike_again=house.alike_again,
        alike_never=_mask(face_of, faces, lambda power: power.rank in house.alike_never),
        alike_one_play=house.alike_one_play,
        alike_through=house.alike_through,
        alike_match=house.alike_match,
        adds=("no", "drawn", "any").index(house.adds),
        jumps=("no", "hand", "visible").index(house.jumps),
        reverse_again=house.reverse_again,
        free_take=house.free_take,
        tries=TRIES[house.tries],
        take_up=house.take_up,
        take_named=NAMES[house.take_named],
        up_as_hand=house.play_up == "as-hand",
        taker_leads=house.taker_leads,
        previous_takes=house.previous_takes,
        previous_leads=house.previous_leads,
        until=0 if house.first_out_ends else 1,
        limit=house.limit,
        limit_shared=house.limit_shared,
        peeks=house.peek,
        swaps=[*(_swaps(power.swap) for power in faces), 0],
        across=house.across,
        penalty=house.penalty,
        locked_to=_locked_to(face_of, faces) if house.lock else [],
    )
    return tables, tuple(asks.asking(ask) for ask in asks.all)


def powers_of(house: House) -> dict[int, Power]:
    """For each kind its power: of two that select it, the one that names its suit."""
    powers: dict[int, Power] = {}
    for rank in Rank:
        for suit in range(4):
            chosen = [power for power in house.powers if power.rank is rank and SUITS[suit] in power.suits]
            powers[4 * (rank - 2) + suit] = min(chosen, key=lambda power: len(power.suits), default=ordinary(rank))
    return powers


def ordinary(rank: Rank) -> Power:
    """A card without a power."""
    return Power(rank=rank, suits=tuple(Suit))


def _mask(face_of: list[int], faces: list[Power], chosen: Callable[[Power], bool]) -> int:
    return sum(1 << kind for kind in range(56) if chosen(faces[face_of[kind]]))


def _effects(power: Power) -> int:
    flags = BURN * power.burn | AGAIN * power.again | PAIRED * bool(power.pair) | NEXT * power.next
    flags |= SWAP * (power.swap is not None)
    flags |= WHEN * bool(power.when_on)
    flags |= REVERSE * (power.reverse != "no") | SKIP * (power.skip != "no")
    flags |= ONCE * (power.reverse == "once") | SKIP_ONCE * (power.skip == "once")
    match power.demand:
        case Mirror("power", own_too=own_too):
            flags |= COPY | OWN_TOO * own_too
        case Mirror():
            flags |= GLASS
        case CallSuit():
            flags |= CALL
        case ChooseWay():
            flags |= WAY
        case Wild(power=powered):
            flags |= WILD | POWERED * powered
        case Counter(who="chosen"):
            flags |= TARGET | ANSWERED
        case Counter(who="previous"):
            flags |= GIVE_BACK | ANSWERED
        case Dodge(once=once):
            flags |= DODGED | SKIP_ONCE * once
    take = power.force_take
    if take is not None:
        forwards = (take.who == "next") != take.before_turn
        give = TARGET | ONESELF * take.oneself if take.who == "chosen" else GIVE_NEXT if forwards else GIVE_BACK
        flags |= give | SPENT * take.spent
    return flags


def _swaps(swap: Exchange | None) -> int:
    """How cards are exchanged, in one number."""
    if swap is None:
        return 0
    sides = {"chosen": WITH_CHOSEN, "next": WITH_NEXT, "previous": WITH_PREVIOUS}
    return (
        sides[swap.who]
        | SWAP_UP * (swap.zone == "up")
        | MOVES.index(swap.give) << SWAP_GIVE
        | MOVES.index(swap.take) << SWAP_TAKE
    )


def _dodged(asks: Asks) -> bytes:
    """For each ask that a seat may answer or miss its turn: what is asked for after that."""
    return bytes(asks.number(_undodged(ask)) if isinstance(ask.demand, Dodge) else NO_DODGE for ask in tuple(asks.all))


def _undodged(ask: Ask) -> Ask:
    return replace(ask, demand=None)


def _spent_on(ask: Ask, faces: list[Power], face_of: list[int]) -> int:
    """The kinds that leave the game when the pile is taken because of them."""
    if not isinstance(ask.demand, Counter) or not ask.demand.spent:
        return 0
    return _mask(face_of, faces, lambda power: power.demand == ask.demand)


def _when_on(power: Power) -> int:
    """The ranks beneath a card that make it do what it does, as a bit set."""
    ranks = [RANK_NAMES[name] - 2 for name in power.when_on if name in RANK_NAMES]
    every = (1 << EMPTY) - 1 if "pile" in power.when_on else 0
    return every | sum(1 << rank for rank in ranks if not every) | ("empty" in power.when_on) << EMPTY


def _wilds(power: Power) -> int:
    return sum(1 << rank - 2 for rank in power.demand.ranks) if isinstance(power.demand, Wild) else 0


def _pairs(faces: list[Power]) -> list[int]:
    """For each face the one that two cards of it have together, which is added to the faces; else the face itself."""
    pair_of = list(range(len(faces)))
    for face, power in enumerate(tuple(faces)):
        if power.pair:
            pair_of[face] = len(faces)
            pair_of.append(len(faces))
            faces.append(_paired(power))
    return pair_of


def _paired(power: Power) -> Power:
    """What two cards do together, as a power."""
    does = power.pair
    demand = Reset() if "reset" in does else Low(int(power.rank), "<=") if "low" in does else None
    return Power(
        rank=power.rank,
        suits=power.suits,
        anywhere=power.anywhere,
        compare=power.compare,
        demand=demand,
        burn="burn" in does,
        again="again" in does,
        reverse="once" if "reverse" in does else "no",
        skip="each" if "skip" in does else "no",
    )


def _copied(mirror: Power, faces: list[Power]) -> bytes:
    """For each face, and for an empty pile: does a mirror copy its power?"""
    if not isinstance(mirror.demand, Mirror):
        return bytes(len(faces) + 1)
    ranks = mirror.demand.powers
    return bytes([*(not ranks or power.rank in ranks for power in faces), False])


def _wild_join(faces: list[Power]) -> int:
    """The rank of the wild cards that join others, less 2; -1 if there are none."""
    found = [power.rank - 2 for power in faces if isinstance(power.demand, Wild) and power.demand.joins]
    return found[0] if found else -1


def _bars(below: Power, faces: list[Power], face_of: list[int], *, through: bool) -> int:
    """The kinds that may not be laid directly on a face; or on mirrors on it, for those that look beneath mirrors."""

    def barred(power: Power) -> bool:
        if power.sees_through != through:
            return False
        return below.rank in power.not_on or (power.only_on != () and below.rank not in power.only_on)

    return _mask(face_of, faces, barred)


def _locked_to(face_of: list[int], faces: list[Power]) -> list[int]:
    """For each set of suits, as bits, the kinds that may be laid on a pile that is locked to them; 0: no lock."""
    free = _mask(face_of, faces, lambda power: power.anywhere and "suit" not in power.not_under)
    suited = [sum(1 << kind for kind in range(52) if suits >> kind % 4 & 1) for suits in range(16)]
    return [(1 << 56) - 1, *[kinds | free for kinds in suited[1:]]]


def _modes(house: House) -> bytes:
    sets = SUITED if suits_matter(house) else SETS
    mode = {"set": sets, "single": SINGLES, "mixed": MIXED}
    return bytes([mode[house.play_hand], mode[_up_mode(house)]])


def _up_mode(house: House) -> str:
    """How face-up cards are played. If they go into the hand, a position may still have some with an empty hand."""
    return house.play_hand if house.play_up == "as-hand" else house.play_up


def _most(powers: dict[int, Power], mode: str) -> bytes:
    """How many of each rank one play may have: cards that have something named or taken come one at a time."""
    most = []
    for rank in Rank:
        of_rank = [powers[4 * (rank - 2) + suit] for suit in range(4)]
        alone = any(laid_alone(one) for power in of_rank for one in (power, power.otherwise or power))
        limits = [power.most for power in of_rank if power.most]
        most.append(1 if alone or mode == "single" else min(limits, default=16))
    return bytes(most)


def _may_run(power: Power) -> bool:
    """May it be in a run? Nothing is named or answered in the middle of one."""
    return not laid_alone(power) and power.most != 1 and not isinstance(power.demand, Counter | Dodge)


def _laying(house: House, powers: dict[int, Power]) -> list[Rank]:
    """Mixed cards land in this order: ordinary ones from the lowest, those that go anywhere, those that burn."""

    def place(rank: Rank) -> tuple[bool, bool, int]:
        power = powers[4 * (rank - 2)]
        return power.burn, power.anywhere, house.order.index(rank)

    return sorted(house.order, key=place)


def _begins(house: House) -> bytes:
    """For each kind its place in the order that decides who begins; the two Jokers are equal."""
    if not house.begins:
        return b""
    order = [255] * 56
    suits = _suit_places(house.tie)
    for place, rank in enumerate(house.begins):
        for suit in range(4):
            order[4 * (rank - 2) + suit] = 4 * place + (0 if rank is Rank.JOKER else suits[suit])
    return bytes(order)


def _suit_places(tie: str | tuple[Suit, ...]) -> tuple[int, ...]:
    """For each suit its place among the suits, where that decides who begins."""
    if isinstance(tie, str):
        return (0, 1, 2, 3) if tie == "suit" else (0, 0, 0, 0)
    return tuple([tie.index(suit) for suit in SUITS])


def _tests(house: House) -> tuple[str, ...]:
    """Who begins, where it takes more than to look for the lowest card."""
    return house.begins_by or (("lowest",) if house.tie == "next-lowest" else ())
