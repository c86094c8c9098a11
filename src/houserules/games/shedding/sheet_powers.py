"""What a card does, in the words of a rule sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houserules.cards import Rank, Suit

from .house import CallSuit, ChooseWay, Counter, ForceTake, Low, Mirror, Parity, Power, Reset, Wild
from .sheet_words import joined, number_word, rank_list

COLOURS: Final = {(Suit.DIAMONDS, Suit.HEARTS): "Red", (Suit.CLUBS, Suit.SPADES): "Black"}


def card_name(power: Power) -> str:
    """7, Red Jack, 6 of clubs or hearts."""
    if power.suits == tuple(Suit):
        return str(power.rank)
    if power.suits in COLOURS:
        return f"{COLOURS[power.suits]} {power.rank}"
    return f"{power.rank} of {joined([str(suit) for suit in power.suits], 'or')}"


def power_sentences(power: Power) -> Iterator[str]:
    """Where it may be laid, what it asks for, what it does, how many may be laid."""
    if power.suits != tuple(Suit):
        yield "This counts in place of what its rank does."
    yield _place(power)
    if power.only_on:
        start = "But on a pile it lies" if power.anywhere else "On a pile it may lie"
        ranks = rank_list(power.only_on, "or", articles=True)
        yield f"{start} only directly on {ranks}."
    if power.not_on:
        yield f"It may not lie directly on {rank_list(power.not_on, 'or', articles=True)}."
    if power.demand is None:
        if not power.burn and power.force_take is None:
            yield "It asks for its own value."
    else:
        yield from _demand(power.demand)
    yield from _deeds(power)
    if power.most:
        yield f"Of its rank at most {number_word(power.most)} may be laid at once."
    if power.joins:
        yield "From the hand it may be laid together with one card of another rank, which lands on it."


def _place(power: Power) -> str:
    asked = {"low": "a low card", "parity": "an even or odd card", "suit": "a suit"}
    under = joined([asked[demand] for demand in power.not_under], "or")
    if power.anywhere:
        if not under:
            return "What the pile asks for does not matter to it." if power.only_on else "It goes on anything."
        return f"It goes on anything, except while the pile asks for {under}, which it then has to be."
    return f"It must meet what the pile asks for{f', also while that is {under}' if under else ''}."


def _demand(
    demand: Low | Parity | Mirror | CallSuit | ChooseWay | Wild | Counter | Reset,
) -> Iterator[str]:
    match demand:
        case Reset():
            yield "After it the pile asks for nothing."
        case Low(limit, compare, add):
            most = f"{Rank(limit)} or lower" if compare == "<=" else f"below {Rank(limit)}"
            yield f"The next card must be {most}, {_order(add)}."
        case Parity(even, add):
            cards = "even (2, 4, 6, 8, 10, Queen, Ace)" if even else "odd (3, 5, 7, 9, Jack, King, Joker)"
            yield f"The next card must be {cards}, {_order(add)}."
        case Mirror(copies, own):
            yield {
                "value": "It is see-through: the pile asks for the value beneath it, and for nothing else.",
                "demand": "It is invisible: the pile asks for what it asked before.",
                "power": "It counts as the card beneath it: it asks and does what that one does, and nothing else.",
            }[copies]
            yield "On an empty pile it counts as itself." if own else "On an empty pile it asks for nothing."
        case CallSuit(add):
            usual = "and meet the value asked for before" if add else "whatever its value"
            yield f"Whoever lays it names a suit: the next card must be of that suit, {usual}."
        case ChooseWay():
            yield "Whoever lays it names the way: the next card must follow the usual order, or be as low or lower."
        case Wild(ranks, power):
            yield f"Whoever lays it names a rank that it stands for: {rank_list(ranks, 'or')}."
            yield "The pile asks for what it would ask for after that rank."
            if power:
                yield "It does what that rank does as well, but nobody has to take the pile and nothing more is named."
            else:
                yield "It does nothing that that rank does."
        case Counter(ranks):
            answer = rank_list(ranks, "or", articles=True)
            yield f"The next player must answer with {answer}, even if others go on anything, or take the pile."


def _order(add: bool) -> str:
    return "and the usual order counts as well" if add else "and the usual order does not count"


def _deeds(power: Power) -> Iterator[str]:
    if power.burn:
        yield "It burns the pile and itself."
    match power.reverse:
        case "each":
            yield "Each one turns the direction of play."
        case "once":
            yield "It turns the direction of play once, however many are laid."
    if power.force_take is not None:
        yield from _force_take(power.force_take)
    match power.skip:
        case "each":
            yield "For each one the next player in turn misses a turn."
        case "once":
            yield "The next player misses a turn, only one however many are laid."
    if power.again:
        yield "Whoever laid it plays again."
    if power.follow:
        yield "Unless another rank is laid with it, it goes on a pile only if a card that you can see could follow it."


def _force_take(take: ForceTake) -> Iterator[str]:
    match take.who:
        case "chosen":
            oneself = "perhaps oneself, with other cards left" if take.oneself else "but not oneself"
            yield f"Whoever lays it names a player still in, {oneself}, who takes the pile."
        case "next" | "previous":
            yield f"The {take.who} player takes the pile."
            if take.oneself:
                yield "Nobody is named, though it could be oneself."
    if take.before_turn:
        yield "Who that is, the direction of play before this card decides."
    yield "This card leaves the game." if take.spent else "This card goes along."


def alone_note(power: Power) -> str:
    alone = power.force_take is not None or isinstance(power.demand, CallSuit | ChooseWay | Wild | Counter)
    return "It is laid one at a time." if alone and not power.most else ""
