"""What special cards do, in a few words each: for the side of a table. The rule sheet has the whole sentences."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.cards import Rank

from .house import CallSuit, ChooseWay, Counter, Dodge, House, Low, Mirror, Parity, Power, Reset, Wild
from .sheet_powers import answers, card_name


def powers_in_short(house: House) -> tuple[tuple[str, str], ...]:
    """Each special card by its name, and what it does."""
    return tuple([(card_name(power), ", ".join(_parts(power)) or "nothing special") for power in house.powers])


def _parts(power: Power) -> Iterator[str]:
    if power.anywhere:
        yield "goes on anything"
    yield from _demand(power)
    if power.burn:
        yield "burns the pile"
    if power.reverse != "no":
        yield "turns the direction"
    if power.revolution != "no":
        yield "turns the order over"
    if power.next:
        yield "names who plays next"
    if power.force_take is not None:
        who = power.force_take.who
        yield "names who takes the pile" if who == "chosen" else f"the {who} player takes the pile"
    if power.swap is not None:
        yield "exchanges cards" if "none" not in (power.swap.give, power.swap.take) else "moves a card"
    if power.skip != "no":
        yield "the next player misses a turn"
    if power.again:
        yield "plays again"
    if power.follow:
        yield "wants a card that follows it"
    if power.pair:
        yield "two do something else"
    if power.joins:
        yield "takes a card along"


def _demand(power: Power) -> Iterator[str]:
    match power.demand:
        case Reset():
            yield "then anything will do"
        case Low(beneath=True):
            yield "then a card as low, or lower"
        case Low(limit, compare):
            yield f"then {Rank(limit)} or lower" if compare == "<=" else f"then below {Rank(limit)}"
        case Parity(even):
            yield f"then an {'even' if even else 'odd'} card"
        case Mirror(copies):
            yield {"value": "see-through", "demand": "invisible", "power": "copies the card beneath it"}[copies]
        case CallSuit():
            yield "names a suit"
        case ChooseWay():
            yield "names higher or lower"
        case Wild():
            yield "stands for any rank"
        case Counter() as counter:
            yield f"then {answers(counter)}, or take the pile"
        case Dodge() as dodge:
            yield f"then {answers(dodge)}, or miss a turn"
