"""The rules of a house in a few words each, as a report lists them."""

from __future__ import annotations

from collections.abc import Iterator

from houserules.games.shedding.house import (
    NAME_OF,
    SUIT_NAMES,
    CallSuit,
    ChooseWay,
    Counter,
    House,
    Low,
    Mirror,
    Parity,
    Power,
    Reset,
    Wild,
)


def rule_names(house: House) -> list[str]:
    """Each power of a house, then the cards that join others, then the pattern."""
    names = [f"{selector(power)}: {', '.join(effects(power)) or 'nothing'}" for power in house.powers]
    names += [f"{NAME_OF[power.rank]}: laid together with another card" for power in house.powers if power.joins]
    if house.alike:
        number = house.alike if isinstance(house.alike, int) else "enough"
        names.append(f"{number} alike: {'burn, again' if house.alike_again else 'burn'}")
    return names


def selector(power: Power) -> str:
    """As the house would write it: `10`, `J:red`, `6:clubs,spades`."""
    if len(power.suits) == 4:
        return NAME_OF[power.rank]
    for name, suits in SUIT_NAMES.items():
        if power.suits == suits:
            return f"{NAME_OF[power.rank]}:{name}"
    return f"{NAME_OF[power.rank]}:{','.join(map(str, power.suits))}"


def effects(power: Power) -> Iterator[str]:
    if power.anywhere and power.demand is None and not (power.burn or power.again or power.force_take):
        yield "on anything"
    match power.demand:
        case Reset():
            yield "reset"
        case Low(limit, compare, beneath=beneath):
            yield f"low {compare} {'beneath' if beneath else limit}"
        case Parity(even):
            yield "even" if even else "odd"
        case Mirror(copies):
            yield "mirror" if copies == "demand" else f"mirror {copies}"
        case CallSuit():
            yield "call-suit"
        case ChooseWay():
            yield "choose-way"
        case Wild():
            yield "wild"
        case Counter(ranks):
            yield f"force-take next, counter {' '.join(NAME_OF[rank] for rank in ranks)}"
    if power.burn:
        yield "burn"
    if power.force_take is not None:
        yield f"force-take {power.force_take.who}"
    if power.skip != "no":
        yield "skip"
    if power.reverse != "no":
        yield "reverse"
    if power.next:
        yield "next"
    if power.revolution != "no":
        yield "revolution"
    if power.again:
        yield "again"
