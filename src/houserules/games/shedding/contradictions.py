"""What no single key of a house shows: rules that contradict each other, or that could not be told apart at a table."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.cards import Rank

from .house import MOST_DECKS, MOST_MIXED, NAME_OF, CallSuit, ChooseWay, Counter, House, Mirror, Power, Wild
from .section import Path, shown


def contradictions(house: House, wrong: tuple[Path, ...] = ()) -> Iterator[tuple[str, str]]:
    """The path and the sentence of each. `wrong` are the places where a key alone is wrong: nothing is said about what
    depends on these."""

    def sound(*paths: str) -> bool:
        return not any(_meet(path, place) for path in paths for place in wrong)

    if sound("seats", "deck", "deal.blind", "deal.up", "deal.hand"):
        yield from _decks(house)
    if house.play_up == "mixed" and house.up > MOST_MIXED and sound("play.up", "deal.up"):
        yield "deal.up", f"at most {MOST_MIXED} face-up cards can be played mixed"
    if house.setup != "none" and house.up == 0 and sound("deal.setup", "deal.up"):
        yield "deal.setup", 'there are no face-up cards to choose: write "none"'
    if house.not_last and len(set(house.not_last)) >= 13:
        yield "end.not-last", "some card must be allowed to be the last one"
    yield from _powers(house)
    for power in house.powers:
        if sound(f"powers.{NAME_OF[power.rank]}"):
            yield from _power(house, power, sound("deck.jokers"), sound("play.hand", "powers"))


def _meet(path: str, place: Path) -> bool:
    """Does a wrong place lie in a table or a key, or around it? Powers are known by their rank."""
    parts = path.split(".")
    names = [str(part) for part in place]
    if names[:1] == ["powers"] and len(names) > 1:
        names[1] = names[1].partition(":")[0]
    shared = min(len(parts), len(names))
    return parts[:shared] == names[:shared]


def _decks(house: House) -> Iterator[tuple[str, str]]:
    for seats in range(house.seats[0], house.seats[1] + 1):
        try:
            decks = house.decks_for(seats)
        except ValueError as problem:
            yield "deck.decks", f"with {seats} seats {shown(house.decks)} cannot be worked out: {problem}"
            continue
        cards = decks * (52 + house.jokers)
        if not 1 <= decks <= MOST_DECKS:
            yield "deck.decks", f"{seats} seats would play with {decks} decks; it must be 1 to {MOST_DECKS}"
        elif seats * house.dealt > cards:
            yield "deck.decks", f"{seats} seats are dealt {seats * house.dealt} cards, but there are only {cards}"


def _powers(house: House) -> Iterator[tuple[str, str]]:
    demands = [power.demand for power in house.powers]
    if any(isinstance(one, Wild) for one in demands) and any(isinstance(one, CallSuit) and one.add for one in demands):
        yield "powers", 'with wild cards a called suit takes the place of the order: write mode = "replace"'
    copies = any(isinstance(one, Mirror) and one.copies == "power" for one in demands)
    if copies and any(isinstance(one, Wild) for one in demands):
        yield (
            "powers",
            "there cannot be wild cards beside mirrors that copy powers: what would be copied?",
        )
    if sum(power.joins for power in house.powers) > 1:
        yield "powers", "only one rank may be joined to cards of another: which of two would be laid last?"


def _power(house: House, power: Power, jokers_known: bool, joins_known: bool) -> Iterator[tuple[str, str]]:
    path = f"powers.{NAME_OF[power.rank]}"
    if power.rank is Rank.JOKER and house.jokers == 0 and jokers_known:
        yield path, "this deck has no Jokers: say deck.jokers = 2, or take the power away"
    gone = power.burn or power.force_take is not None
    if gone and power.demand is not None:
        yield f"{path}.do", "the pile is gone after this, so it cannot ask for anything"
    if power.burn and power.force_take is not None:
        yield f"{path}.do", "a pile that burns cannot be taken: keep one of burn and force-take"
    if (power.force_take or isinstance(power.demand, CallSuit | ChooseWay | Wild | Counter)) and power.most > 1:
        yield f"{path}.most", "cards of this power are played one at a time: write 1"
    if isinstance(power.demand, Wild) and not power.demand.ranks:
        yield f"{path}.do", "a wild card must be able to stand for another rank"
    if isinstance(power.demand, Wild) and Rank.JOKER in power.demand.ranks:
        yield f"{path}.do", "a wild card stands for a rank from 2 to A, never for a Joker"
    if isinstance(power.demand, Counter) and (power.again or power.skip != "no"):
        yield f"{path}.do", "the next player must answer this card: leave again and skip out"
    if power.follow and not power.again:
        yield f"{path}.do", "follow needs a card that gives another turn: add again"
    if power.joins and joins_known and suits_matter(house):
        yield f"{path}.joins", "cards can be joined only where suits do not matter"
    if power.joins and joins_known and house.play_hand != "set":
        yield f"{path}.joins", 'cards can be joined only where the hand is played in sets: play.hand = "set"'
    if power.only_on and power.rank not in power.only_on and set(power.only_on) <= set(power.not_on):
        yield f"{path}.only-on", "this card could never be laid on anything"


def suits_matter(house: House) -> bool:
    """Does anything tell two cards of one rank apart?"""
    return any(len(power.suits) < 4 or isinstance(power.demand, CallSuit) for power in house.powers)
