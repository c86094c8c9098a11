"""The normal form of a house: what does nothing is left out, so that two houses that play alike are one House.

Only what can surely never be noticed is left out: in doubt a house stays as it is written. A hash and a rule sheet are
made of the normal form. The kernel plays the house as it is written, and a test plays both forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from houserules.cards import Rank, Suit

from .contradictions import every_power, laid_alone
from .house import (
    BY_SEATS,
    MOST_DECKS,
    Counter,
    Demand,
    Dodge,
    ForceTake,
    House,
    Low,
    Mirror,
    Number,
    Power,
    Wild,
)

ALL_SUITS: Final = tuple(Suit)
MOST_JOKERS: Final = 2

SHARES: Final = tuple([f"ceil(seats / {players})" for players in range(2, 9)])
"""One deck for this number of players."""


def normal_form(house: House) -> House:
    """The same game, with every value that changes nothing at its default."""
    house = _numbers(house)
    powers = tuple([_power(power, house) for power in _by_suit(house)])
    house = msgspec.structs.replace(house, powers=tuple([power for power in powers if not _is_ordinary(power)]))
    house = msgspec.structs.replace(
        house,
        decks=_decks(house),
        not_last=tuple(sorted(in_deck(house.not_last, house))),
        higher=house.higher and not house.next_only,
        peek=house.peek and house.blind != 0,
        bundle=house.bundle and house.up != 0,
        run_suited=house.run_suited and house.run_least > 0,
        reverse_again=house.reverse_again and reverses(house),
        previous_leads=house.previous_leads and not house.taker_leads,
    )
    return _drawing(_burning(_face_up(_opening(house))))


# -- The tables ------------------------------------------------------------------------------------------------------


def _numbers(house: House) -> House:
    """Numbers that depend on the players: what formulas and tables come to for each number of players."""
    values = {field: _number(house, field) for field in BY_SEATS if getattr(house, field) != "all"}
    return msgspec.structs.replace(house, **values)


def _number(house: House, field: str) -> Number:
    try:
        numbers = tuple([(seats, house.number(field, seats)) for seats in range(house.seats[0], house.seats[1] + 1)])
    except ValueError:
        value: Number = getattr(house, field)
        return value
    return numbers if len({number for _, number in numbers}) > 1 else numbers[0][1]


def in_deck(ranks: Iterable[Rank], house: House) -> tuple[Rank, ...]:
    """Those of some ranks of which the deck has cards."""
    missing = house.left_out if house.jokers else (*house.left_out, Rank.JOKER)
    return tuple([rank for rank in ranks if rank not in missing])


def _opening(house: House) -> House:
    """Who begins. By places in the order also a rank that nobody can hold counts: it moves the others."""
    begins, tie = house.begins, house.tie
    if not house.begins_by and house.leads == "any" and tie == "suit":
        begins = in_deck(begins, house)
    if "seat" in house.begins_by or not (begins or house.begins_by):
        tie = "suit"
    flip_again = tuple(sorted(in_deck(house.flip_again, house))) if house.flip else ()
    return msgspec.structs.replace(house, begins=begins, tie=tie, flip_again=flip_again)


def deck_counts(house: House) -> tuple[int, ...]:
    """How many decks each number of players uses; empty if the formula cannot be worked out."""
    try:
        return tuple([house.decks_for(seats) for seats in range(house.seats[0], house.seats[1] + 1)])
    except ValueError:
        return ()


def _decks(house: House) -> int | str:
    """The same number for all, as few as it takes, one for some players, or the formula as it is written."""
    counts = deck_counts(house)
    if not counts:
        return house.decks
    if len(set(counts)) == 1:
        return counts[0]
    for formula in ("fewest", *SHARES):
        if deck_counts(msgspec.structs.replace(house, decks=formula)) == counts:
            return formula
    return house.decks


def decks_in_hash(house: House) -> int | str:
    """Two formulas with the same results are the same rule."""
    decks = _decks(house)
    is_known = decks == "fewest" or isinstance(decks, int) or decks in SHARES
    return decks if is_known else ", ".join(map(str, deck_counts(house)))


def _face_up(house: House) -> House:
    if house.up == 0:
        return msgspec.structs.replace(house, setup="none", play_up="set", take_up=False, take_named="no")
    return house


def cards_left(house: House, seats: int) -> int:
    """How many cards may be drawn after the deal; 1 if that cannot be worked out."""
    try:
        left = house.decks_for(seats) * house.deck_size(seats) - seats * house.dealt(seats)
        return max(left if house.stock == "all" else min(left, house.number("stock", seats)), 0)
    except ValueError:
        return 1


def leaves_stock(house: House) -> bool:
    """Is anything left to draw after the deal, for any number of players?"""
    return any(cards_left(house, seats) > 0 for seats in range(house.seats[0], house.seats[1] + 1))


def reverses(house: House) -> bool:
    """Can anything turn the direction of play?"""
    return any(power.reverse != "no" or "reverse" in power.pair for power in every_power(house))


def plays_again(house: House) -> bool:
    """Can anything give another turn?"""
    burns = house.alike != 0 or any(power.burn or "burn" in power.pair for power in every_power(house))
    mixed = house.up != 0 and house.play_up == "mixed" and burns
    alike = house.alike != 0 and house.alike_again
    again = any(power.again or "again" in power.pair for power in every_power(house))
    return mixed or alike or again or house.reverse_again


def _drawing(house: House) -> House:
    refill = house.refill if leaves_stock(house) else 0
    draw = house.draw if leaves_stock(house) and not refill else 0
    asks_more = house.tries != "no" or house.adds != "no" or house.jumps != "no"
    draw_late = house.draw_late and bool(refill or draw) and (plays_again(house) or asks_more)
    return msgspec.structs.replace(house, refill=refill, draw=draw, draw_late=draw_late)


def _burning(house: House) -> House:
    """Cards alike: if they can never burn the pile, nothing else about them matters."""
    mirrors = [power.demand for power in every_power(house) if isinstance(power.demand, Mirror)]
    match = house.alike_match and bool(mirrors)
    asked = house.jumps != "no"  # who is asked shows what could burn
    if (
        match or asked or _wild_joins(house) or not isinstance(house.alike, int)
    ):  # there may be more cards alike than a rank has
        possible = in_deck(Rank, house)
    else:
        possible = tuple([rank for rank in in_deck(Rank, house) if _cards_of(rank, house) >= house.alike])
    never = tuple(sorted(set(house.alike_never) & set(possible)))
    singles = house.alike_one_play and lays_singles(house) and house.adds == "no"
    if not house.alike or (not asked and (singles or len(never) == len(possible))):
        never, match = (), False
        unsaid = {"alike_again": False, "alike_one_play": False, "alike_through": False, "jumps": "no"}
        house = msgspec.structs.replace(house, alike=0, **unsaid)
    glass = match or any(mirror.copies != "power" or mirror.powers for mirror in mirrors)
    through = house.alike_through and glass
    return msgspec.structs.replace(house, alike_never=never, alike_match=match, alike_through=through)


def _cards_of(rank: Rank, house: House) -> int:
    """How many cards of a rank there are at most."""
    jokers = house.jokers if isinstance(house.jokers, int) else MOST_JOKERS
    return max(deck_counts(house), default=MOST_DECKS) * (jokers if rank is Rank.JOKER else 4)


def can_be_alike(rank: Rank, house: House) -> bool:
    """May there be enough cards of a rank to burn the pile?"""
    return not isinstance(house.alike, int) or (rank not in house.alike_never and _cards_of(rank, house) >= house.alike)


def _wild_joins(house: House) -> bool:
    """May wild cards be laid as some more cards of another rank?"""
    return any(isinstance(power.demand, Wild) and power.demand.joins for power in every_power(house))


def lays_singles(house: House) -> bool:
    """Is there no play of several cards?"""
    return house.play_hand == "single" and (house.play_up in ("single", "as-hand") or house.up == 0)


# -- Powers ----------------------------------------------------------------------------------------------------------


def _by_suit(house: House) -> list[Power]:
    """For each rank its powers, each with the suits that have it: a power with suits goes before one without."""
    found: list[Power] = []
    for rank in Rank:
        powers = [power for power in house.powers if power.rank is rank]
        taken = {suit for power in powers if power.suits != ALL_SUITS for suit in power.suits}
        for power in powers:
            suits = power.suits if power.suits != ALL_SUITS else tuple([suit for suit in Suit if suit not in taken])
            if suits:
                found.append(msgspec.structs.replace(power, suits=suits))
    return sorted(found, key=lambda power: (power.rank, -len(power.suits), power.suits))


def _is_ordinary(power: Power) -> bool:
    return power == Power(rank=power.rank, suits=power.suits)


def _power(power: Power, house: House) -> Power:
    """What a card does on some cards and what it does otherwise are two powers that are laid in the same way."""
    if not power.when_on or power.otherwise is None:
        power = msgspec.structs.replace(power, when_on=(), otherwise=None)
    each = [power] if power.otherwise is None else [power, power.otherwise]
    single = any(laid_alone(one) for one in each) or lays_singles(house)
    joined = _wild_joins(house)
    most = 0 if single or (power.most >= _cards_of(power.rank, house) and not joined) else power.most
    # A card that copies this one may be laid several at once, and then it matters what each does.
    copied = any(isinstance(other.demand, Mirror) and other.demand.copies == "power" for other in every_power(house))
    alone = (single or most == 1) and not copied and not joined and house.adds == "no"
    only_on, not_on = _beneath(power, house)
    first, *others = [
        msgspec.structs.replace(
            _deeds(one, house, alone),
            suits=power.suits,
            anywhere=power.anywhere,
            only_on=only_on,
            not_on=not_on,
            not_under=tuple(sorted(power.not_under)) if power.anywhere else (),
            sees_through=power.sees_through and bool(only_on or not_on),
            compare="usual" if power.compare == house.compare else power.compare,
            most=most,
            joins=power.joins,
            lead=power.lead,
        )
        for one in each
    ]
    if not others:
        return first
    return msgspec.structs.replace(first, when_on=tuple(sorted(power.when_on)), otherwise=others[0])


def _deeds(power: Power, house: House, alone: bool) -> Power:
    """What it asks for and does. One card alone does the same for each as once."""
    counts = {"once": "each"} if alone else {}
    return msgspec.structs.replace(
        power,
        demand=_demand(power, house),
        reverse=counts.get(power.reverse, power.reverse),
        skip=counts.get(power.skip, power.skip),
        follow=power.follow and power.again,
        force_take=_force_take(power),
    )


def _beneath(power: Power, house: House) -> tuple[tuple[Rank, ...], tuple[Rank, ...]]:
    """On which ranks it may lie, and on which it may not: one of the two says it."""
    deck = in_deck(Rank, house)
    allowed = {rank for rank in deck if not power.only_on or rank in power.only_on} - set(power.not_on)
    if not allowed:
        return tuple(sorted(power.only_on)), tuple(sorted(power.not_on))
    if power.only_on and len(allowed) < len(deck):
        return tuple(sorted(allowed)), ()
    return (), tuple(sorted(set(deck) - allowed))


def _demand(power: Power, house: House) -> Demand | None:
    demand = power.demand
    match demand:
        case Low():
            return _low(demand, power.rank, house)
        case Mirror(copies="value" | "demand"):
            return msgspec.structs.replace(demand, own_too=False, powers=())
        case Mirror(powers=ranks):
            return msgspec.structs.replace(demand, powers=tuple(sorted(ranks)))
        case Wild(ranks=ranks):
            does = {other.rank for other in every_power(house) if _does_something(other)}
            powered = demand.power and (demand.joins or bool(does & set(ranks)))
            return msgspec.structs.replace(demand, ranks=tuple(sorted(ranks)), power=powered)
        # Which cards leave the game with a pile, cards with the very same demand say: they stay as they are.
        case Counter(spent=False) | Dodge():
            ranks = tuple(sorted(in_deck(demand.ranks, house) or demand.ranks))
            return msgspec.structs.replace(demand, ranks=ranks, suited=tuple(sorted(demand.suited)))
    return demand


def _low(low: Low, rank: Rank, house: House) -> Low:
    """Below 8 is as much as 7 or lower, while all ranks are there, in the usual order, and nothing turns that over."""
    revolves = any(power.revolution != "no" for power in every_power(house))
    highest = low.limit if low.compare == "<=" else low.limit - 1
    if low.beneath or house.ranks or revolves or highest < Rank.TWO:
        return low
    if highest == rank - 1:
        return msgspec.structs.replace(low, limit=int(rank), compare="<")
    return msgspec.structs.replace(low, limit=highest, compare="<=")


def _does_something(power: Power) -> bool:
    """Does it do what a wild card could do in its place?"""
    turns = power.reverse != "no" or power.skip != "no" or power.revolution != "no"
    return turns or power.burn or power.again or power.next or power.pair != ()


def _force_take(power: Power) -> ForceTake | None:
    take = power.force_take
    if take is None:
        return None
    before = take.before_turn and power.reverse != "no" and take.who != "chosen"
    return ForceTake(take.who, take.oneself and take.who == "chosen", take.spent, before)
