"""What no single key of a house shows: rules that contradict each other, or that could not be told apart at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from houserules.cards import Rank, Suit
from houserules.core import counted

from .house import (
    MOST_BLIND,
    MOST_DECKS,
    MOST_HAND,
    MOST_MIXED,
    MOST_STOCK,
    MOST_UP,
    NAME_OF,
    CallSuit,
    ChooseWay,
    Counter,
    Demand,
    Dodge,
    Exchange,
    House,
    Low,
    Mirror,
    Power,
    Wild,
)
from .section import Path, shown
from .sheet_words import joined


def contradictions(house: House, wrong: tuple[Path, ...] = (), tribute: int = 0) -> Iterator[tuple[str, str]]:
    """The path and the sentence of each. `wrong` are the places where a key alone is wrong: nothing is said about what
    depends on these. `tribute` is a number of cards that change hands after the deal."""

    def sound(*paths: str) -> bool:
        return not any(_meet(path, place) for path in paths for place in wrong)

    wrong_numbers = list(_numbers(house)) if sound("seats") else []
    yield from wrong_numbers
    if sound("seats", "deck", "deal.blind", "deal.up", "deal.hand") and not wrong_numbers:
        yield from _decks(house)
    if house.play_up == "mixed" and _most(house, "up") > MOST_MIXED and sound("play.up", "deal.up"):
        yield "deal.up", f"at most {MOST_MIXED} face-up cards can be played mixed"
    if house.setup != "none" and _most(house, "up") == 0 and sound("deal.setup", "deal.up"):
        yield "deal.setup", 'there are no face-up cards to choose: write "none"'
    if house.bundle and sound("deal.bundle", "deal.up", "play.up"):
        if _most(house, "up") == 0:
            yield "deal.bundle", "there are no face-up cards to lay others with: write false"
        elif house.least("up") >= house.most_up:
            yield "deal.bundle", f"nobody may have more than {house.most_up} face-up cards: write false"
    yield from _opening(house, sound)
    if tribute and sound("seats", "deal.hand", "session.tribute") and not wrong_numbers:
        fewest = _fewest_in_hand(house)
        if tribute > fewest:
            yield "session.tribute", f"a hand may have only {counted(fewest, 'card')}: write {fewest} at most"
    if house.peek and _most(house, "blind") == 0 and sound("play.peek", "deal.blind"):
        yield "play.peek", "there are no blind cards to look at: write false"
    if house.jumps != "no" and (house.alike == 0 or house.alike_one_play) and sound("pattern"):
        yield "pattern.jump-in", "nobody can complete a burn here: cards of one rank must burn, from several plays"
    if house.across and house.play_hand == "single" and sound("play.hand", "play.across"):
        yield "play.across", 'from this hand cards are laid one at a time: write hand = "set"'
    if house.across and _most(house, "up") == 0 and sound("play.across", "deal.up"):
        yield "play.across", "there are no face-up cards to lay with the last ones of the hand: write false"
    if house.penalty and house.adds != "no" and sound("end.announce", "play.add"):
        said = "cards that are added could leave the last one before anybody can announce it"
        yield "end.announce", f'{said}: leave this out, or write add = "no"'
    if house.lock and any(isinstance(power.demand, CallSuit) for power in every_power(house)) and sound("pattern.lock"):
        yield "pattern.lock", 'a called suit and a locked one cannot both count: write "no", or leave call-suit out'
    if house.not_last and len(set(house.not_last)) >= 13:
        yield "end.not-last", "some card must be allowed to be the last one"
    if house.previous_takes and house.free_take and sound("take"):
        yield "take.who", 'nobody makes another take the pile at will: write when = "forced"'
    if house.previous_takes and (house.take_up or house.take_named != "no") and sound("take"):
        yield "take.up", 'who does not take the pile keeps the face-up cards: write "stays"'
    if house.previous_takes and house.tries != "no" and sound("take"):
        yield "take.try", 'who makes another take the pile tries nothing: write "no"'
    if house.run_least and not house.run_suited and suits_matter(house) and sound("play", "powers"):
        yield "play.run.suit", 'where suits matter, a run must be of one suit: write "one"'
    if Rank.JOKER in house.ranks and _most(house, "jokers") == 0 and sound("deck.jokers", "deck.ranks"):
        yield "deck.ranks", "this deck has no Jokers: say deck.jokers = 2, or leave the Joker out here"
    if all(not power.lead for power in powers_led(house)):
        yield "powers", "some card must be allowed to begin a pile"
    yield from _powers(house)
    for power in house.powers:
        if sound(f"powers.{NAME_OF[power.rank]}"):
            for one in (power, power.otherwise or power)[: 2 if power.otherwise else 1]:
                yield from _power(house, one, sound("deck.jokers", "deck.ranks"), sound("play.hand", "powers"))


def _opening(house: House, sound: Callable[..., bool]) -> Iterator[tuple[str, str]]:
    by_hand = {"lowest", "most"} & set(house.begins_by) or (house.begins and not house.begins_by)
    if house.leads != "any" and not by_hand and sound("deal.begins", "deal.leads"):
        yield (
            "deal.leads",
            'no card in hand decides who begins: put "lowest" or "most" into deal.begins',
        )
    for key, is_said in (("leads", house.leads != "any"), ("first-choice", house.first_choice)):
        if house.flip and is_said:
            yield f"deal.{key}", "a card of the stock begins the pile, so nobody leads: leave this out, or deal.flip"
    if {"lowest-up", "worst-up"} & set(house.begins_by) and _most(house, "up") == 0 and sound("deal.begins", "deal.up"):
        yield "deal.begins", "there are no face-up cards by which somebody could begin"
    if "seat" in house.begins_by[:-1]:
        yield "deal.begins", '"seat" always decides: nothing can come after it'
    for seats in range(house.seats[0], house.seats[1] + 1) if house.flip and sound("seats", "deck", "deal") else ():
        if _left(house, seats) <= 0:
            yield "deal.flip", f"with {seats} players no card is left to be turned up"


def _fewest_in_hand(house: House) -> int:
    """Of all numbers of players. Where all cards are dealt, a hand has at least one."""
    players = range(house.seats[0], house.seats[1] + 1)
    return 1 if house.hand == "all" else min([house.number("hand", seats) for seats in players])


def powers_led(house: House) -> list[Power]:
    """The powers of all ranks that there are; none if some rank has no power."""
    ranks = {power.rank for power in house.powers if len(power.suits) == len(Suit)}
    return [
        power for power in house.powers if len(ranks) == 13 - len(house.left_out) + (_most(house, "jokers") > 0)
    ] or [ORDINARY]


ORDINARY: Final = Power(rank=Rank.TWO, suits=tuple(Suit))


def _meet(path: str, place: Path) -> bool:
    """Does a wrong place lie in a table or a key, or around it? Powers are known by their rank."""
    parts = path.split(".")
    names = [str(part) for part in place]
    if names[:1] == ["powers"] and len(names) > 1:
        names[1] = names[1].partition(":")[0]
    shared = min(len(parts), len(names))
    return parts[:shared] == names[:shared]


def _decks(house: House) -> Iterator[tuple[str, str]]:
    """Too few cards are said once, whatever the numbers of players that they are not enough for."""
    lacking: list[str] = []
    too_few = ""
    for seats in range(house.seats[0], house.seats[1] + 1):
        try:
            decks = house.decks_for(seats)
        except ValueError as problem:
            yield "deck.decks", f"with {seats} players {shown(house.decks)} cannot be worked out: {problem}"
            continue
        cards = decks * house.deck_size(seats)
        if not 1 <= decks <= MOST_DECKS:
            yield "deck.decks", f"{seats} players would play with {decks} decks; it must be 1 to {MOST_DECKS}"
        elif house.hand != "all" and seats * house.dealt(seats) > cards:
            dealt = seats * house.dealt(seats)
            needed = -(-dealt // house.deck_size(seats))
            right = f"write decks = {needed}, or have" if needed <= MOST_DECKS else "have"
            lacking.append(str(seats))
            too_few = f"{seats} of them are dealt {dealt}, and there are only {cards}; {right} fewer players or cards"
        elif house.hand == "all" and cards < seats * (house.number("blind", seats) + house.number("up", seats) + 1):
            yield "deck.decks", f"with {seats} players not everybody gets a hand: there are only {cards} cards"
        elif house.stock != "all" and house.number("stock", seats) > _left(house, seats):
            yield "deck.stock", f"with {seats} players only {max(0, _left(house, seats))} cards are left for the stock"
    if too_few:
        yield "deck.decks", f"not enough cards for {joined(lacking, 'or')} players: {too_few}"


def _left(house: House, seats: int) -> int:
    """How many cards are left after the deal, and stay in the game."""
    return house.decks_for(seats) * house.deck_size(seats) - seats * house.dealt(seats)


def _numbers(house: House) -> Iterator[tuple[str, str]]:
    """Formulas that lead to a number that will not do."""
    for field, (path, low, high) in LIMITS.items():
        value = getattr(house, field)
        for seats in range(house.seats[0], house.seats[1] + 1) if isinstance(value, str) and value != "all" else ():
            try:
                number = house.number(field, seats)
            except ValueError as problem:
                yield path, f"with {seats} seats {shown(value)} cannot be worked out: {problem}"
                break
            if not low <= number <= high:
                yield path, f"with {seats} seats this is {number}; it must be from {low} to {high}"
                break


def _most(house: House, field: str) -> int:
    """The largest of a number; 1 if it cannot be worked out, which is said elsewhere."""
    try:
        return house.most(field)
    except ValueError:
        return 1


LIMITS: Final = {
    "jokers": ("deck.jokers", 0, 2),
    "stock": ("deck.stock", 0, MOST_STOCK),
    "blind": ("deal.blind", 0, MOST_BLIND),
    "up": ("deal.up", 0, MOST_UP),
    "hand": ("deal.hand", 1, MOST_HAND),
    "alike": ("pattern.alike", 0, 16),
}
"""The limits of numbers that may be formulas, and where they are written."""


def _powers(house: House) -> Iterator[tuple[str, str]]:
    demands = [power.demand for power in every_power(house)]
    if any(isinstance(one, Wild) for one in demands) and any(isinstance(one, CallSuit) and one.add for one in demands):
        yield "powers", 'with wild cards a called suit takes the place of the order: write mode = "replace"'
    copies = any(isinstance(one, Mirror) and one.copies == "power" for one in demands)
    if copies and any(isinstance(one, Wild) for one in demands):
        yield (
            "powers",
            "there cannot be wild cards beside mirrors that copy powers: what would be copied?",
        )
    if len({power.revolution for power in house.powers} - {"no"}) > 1:
        yield "powers", "all revolutions of a house last equally long: write the same until everywhere"
    joining = [
        power for power in house.powers if power.joins or (isinstance(power.demand, Wild) and power.demand.joins)
    ]
    if len(joining) > 1:
        yield "powers", "only one rank may be joined to cards of another: which of two would be laid last?"


def _power(house: House, power: Power, jokers_known: bool, joins_known: bool) -> Iterator[tuple[str, str]]:
    path = f"powers.{NAME_OF[power.rank]}"
    if power.rank is Rank.JOKER and _most(house, "jokers") == 0 and jokers_known:
        yield path, "this deck has no Jokers: say deck.jokers = 2, or take the power away"
    if power.rank in house.left_out and jokers_known:
        yield path, f"this deck has no {NAME_OF[power.rank]}: add it to deck.ranks, or take the power away"
    if isinstance(power.demand, Low) and not power.demand.beneath and Rank(power.demand.limit) in house.left_out:
        yield f"{path}.do", f"this deck has no {NAME_OF[Rank(power.demand.limit)]}: write another limit"
    gone = power.burn or power.force_take is not None
    if gone and power.demand is not None:
        yield f"{path}.do", "the pile is gone after this, so it cannot ask for anything"
    if gone and power.revolution == "pile":
        yield f"{path}.do", 'the pile is gone after this, and the revolution with it: write until = "next"'
    if power.burn and power.force_take is not None:
        yield f"{path}.do", "a pile that burns cannot be taken: keep one of burn and force-take"
    if laid_alone(power) and power.most > 1:
        yield f"{path}.most", "cards of this power are played one at a time: write 1"
    if power.next and (gone or power.again or power.skip != "no" or isinstance(power.demand, Dodge)):
        yield f"{path}.do", "who plays next is named on a pile: leave burn, force-take, again and skip out"
    if power.next and isinstance(power.demand, CallSuit | ChooseWay | Wild | Counter):
        yield f"{path}.do", "only one thing is named for a card, or answered: keep one of these"
    if power.swap is not None:
        yield from _swap(house, power, power.swap, path)
    if power.pair and power in house.powers:
        yield from _pair(house, power, path)
    if isinstance(power.demand, Wild) and not power.demand.ranks:
        yield f"{path}.do", "a wild card must be able to stand for another rank"
    if isinstance(power.demand, Wild) and Rank.JOKER in power.demand.ranks:
        yield f"{path}.do", "a wild card stands for a rank from 2 to A, never for a Joker"
    if isinstance(power.demand, Counter | Dodge) and (power.again or power.skip != "no"):
        yield f"{path}.do", "the next player must answer this card: leave again and skip out"
    if power.follow and not power.again:
        yield f"{path}.do", "follow needs a card that gives another turn: add again"
    joins = power.joins or (isinstance(power.demand, Wild) and power.demand.joins)
    if joins and joins_known and suits_matter(house):
        yield f"{path}.joins", "cards can be joined only where suits do not matter"
    if joins and joins_known and house.play_hand != "set":
        yield f"{path}.joins", 'cards can be joined only where the hand is played in sets: play.hand = "set"'
    if power.only_on and power.rank not in power.only_on and set(power.only_on) <= set(power.not_on):
        yield f"{path}.only-on", "this card could never be laid on anything"


def _swap(house: House, power: Power, swap: Exchange, path: str) -> Iterator[tuple[str, str]]:
    if power.burn or power.force_take is not None:
        yield f"{path}.do", "cards are exchanged while this card lies on the pile: leave burn and force-take out"
    if power.next or isinstance(power.demand, CallSuit | ChooseWay | Wild | Counter | Dodge):
        yield f"{path}.do", "only one thing is named for a card, or answered: keep one of these"
    if swap.zone == "up" and _most(house, "up") == 0:
        yield f"{path}.do", 'there are no face-up cards to exchange: write zone = "hand"'
    match swap.give, swap.take:
        case "none", "none":
            yield f"{path}.do", "no card would change hands: write what is given, or what is taken"
        case ("all", take) if take != "all":
            yield f"{path}.do", 'all cards are given only for all: write take = "all", or give one card'
        case (give, "all") if give != "all":
            yield f"{path}.do", 'all cards are taken only for all: write give = "all", or take one card'
        case "chosen", "chosen":
            yield f"{path}.do", 'only one card is named: write "lowest" or "highest" for the other'
        case (_, "chosen") if swap.zone == "hand":
            yield f"{path}.do", 'nobody sees the cards of another hand: write zone = "up", or take = "highest"'


def _pair(house: House, power: Power, path: str) -> Iterator[tuple[str, str]]:
    if laid_alone(power) or power.most == 1 or (house.play_hand == "single" and house.play_up == "single"):
        yield f"{path}.pair", "two of these are never laid together"
    if power.when_on:
        yield f"{path}.pair", "what two do does not depend on what they lie on: leave one of pair and when-on out"
    if power.follow:
        yield f"{path}.pair", "follow is about cards that give another turn: leave one of the two out"
    if isinstance(power.demand, Mirror):
        yield f"{path}.pair", "a mirror counts as what lies beneath it, however many are laid"
    if len([other for other in house.powers if other.rank is power.rank]) > 1 or len(power.suits) < 4:
        yield f"{path}.pair", "a pair does the same in all suits: give the whole rank one power"
    if "burn" in power.pair and {"reset", "low"} & set(power.pair):
        yield f"{path}.pair", "the pile is gone after this, so it cannot ask for anything"
    if {"reset", "low"} <= set(power.pair):
        yield f"{path}.pair", "a pile can ask for one thing only: keep one of these"


def every_power(house: House) -> list[Power]:
    """Also what cards do otherwise."""
    return [one for power in house.powers for one in (power, power.otherwise) if one is not None]


def suits_matter(house: House) -> bool:
    """Does anything tell two cards of one rank apart?"""
    return house.lock or any(len(power.suits) < 4 or _tells_suits(power.demand) for power in every_power(house))


def _tells_suits(demand: Demand | None) -> bool:
    return isinstance(demand, CallSuit) or (isinstance(demand, Counter | Dodge) and demand.suited != ())


def laid_alone(power: Power) -> bool:
    """Is it laid one at a time, because something is named or the pile goes away?"""
    if (
        power.force_take is not None
        or power.next
        or power.swap
        or isinstance(power.demand, CallSuit | ChooseWay | Wild)
    ):
        return True
    return isinstance(power.demand, Counter) and not power.demand.sets
