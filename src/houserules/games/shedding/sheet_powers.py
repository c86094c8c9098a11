"""What a card does, in the words of a rule sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from houserules.cards import Rank, Suit

from .asks import answer_names
from .contradictions import laid_alone
from .house import (
    RANK_NAMES,
    CallSuit,
    ChooseWay,
    Counter,
    Demand,
    Dodge,
    Exchange,
    ForceTake,
    Low,
    Mirror,
    Parity,
    Power,
    Reset,
    Wild,
)
from .sheet_words import joined, number_word, rank_list

COMPARED: Final = {">=": "as high or higher", ">": "strictly higher", "next": "exactly one rank higher"}
PAIRS: Final = {
    "reset": "the pile asks for nothing",
    "burn": "they burn the pile",
    "low": "the next card must be as low as they are, or lower",
    "skip": "two players miss a turn",
    "reverse": "they turn the direction of play",
    "again": "whoever laid them plays again",
}
COLOURS: Final = {(Suit.DIAMONDS, Suit.HEARTS): "Red", (Suit.CLUBS, Suit.SPADES): "Black"}
ALONE: Final = "Only one may be laid at a time."
NO_OTHER: Final = "No other card will do, not even one that goes on anything."
TURNED_BACK: Final = "The next play of such cards turns it back. Several at once turn it once."
ASKED: Final = {"low": "a low card", "parity": "an even or odd card", "suit": "a suit"}


def card_name(power: Power) -> str:
    """7, Red Jack, 6 of clubs or hearts."""
    if power.suits == tuple(Suit):
        return str(power.rank)
    if power.suits in COLOURS:
        return f"{COLOURS[power.suits]} {power.rank}"
    return f"{power.rank} of {joined([str(suit) for suit in power.suits], 'or')}"


def power_sentences(power: Power, jokers: bool) -> Iterator[str]:
    """Where it may be laid, what it asks for, what it does, how many may be laid."""
    yield _place(power)
    yield from deed_sentences(power, jokers)


def place_word(power: Power) -> str:
    """Where it may be laid, for the table of the cards."""
    if power.anywhere:
        return "only some" if power.only_on else "anything"
    return "what it fits"


def deed_sentences(power: Power, jokers: bool) -> Iterator[str]:
    """All but whether it goes on anything. With Jokers in the deck a list of cards names them."""
    if power.anywhere and power.not_under:
        under = joined([ASKED[demand] for demand in power.not_under], "or")
        yield f"While the pile asks for {under}, it must meet that."
    if power.only_on:
        yield f"On a pile it may only lie directly on {rank_list(power.only_on, 'or', articles=True)}."
    if power.not_on:
        yield f"It may not lie directly on {rank_list(power.not_on, 'or', articles=True)}."
    if power.sees_through:
        looks = "looks through invisible, see-through and copying cards."
        yield f"For this it {looks}" if power.only_on or power.not_on else f"It {looks}"
    if power.compare != "usual":
        yield f"Where the usual order counts after it, the next card must be {COMPARED[power.compare]}."
    if not power.lead:
        yield "It may not begin a pile, unless you have nothing else to lay."
    if power.otherwise is None:
        yield from _does(power, jokers)
    else:
        yield f"If it is laid on {_beneath(power.when_on)}:"
        yield from _does(power, jokers)
        yield "On anything else:"
        yield from _does(power.otherwise, jokers)
    if power.most:
        yield f"Of its rank at most {number_word(power.most)} may be laid at once."
    if power.pair:
        does = joined([PAIRS[word] for word in power.pair], "and")
        yield f"Exactly two laid at once do something else instead: {does}."
    if power.joins:
        yield (
            "From the hand it may be laid together with one card of another rank, which lands on it and decides what"
            " follows."
        )


def _beneath(when_on: tuple[str, ...]) -> str:
    words = {"empty": "no pile", "pile": "any card"}
    ranks = [rank_list([RANK_NAMES[name]], "or", articles=True) for name in when_on if name not in words]
    return joined([*(words[name] for name in when_on if name in words), *ranks], "or")


def _does(power: Power, jokers: bool) -> Iterator[str]:
    """What it asks for, and what happens."""
    if power.demand is None:
        if not power.burn and power.force_take is None:
            yield "It asks for its own value."
    else:
        yield from _demand(power.demand, jokers)
    yield from _deeds(power)


def _place(power: Power) -> str:
    if power.anywhere:
        return "What the pile asks for does not matter to it." if power.only_on else "It goes on anything."
    return "It must meet what the pile asks for."


def _demand(demand: Demand, jokers: bool) -> Iterator[str]:
    match demand:
        case Reset():
            yield "After it the pile asks for nothing."
        case Low():
            yield f"The next card must be {_low(demand)}, {_order(demand.add)}."
        case Parity(even, add):
            joker = ", Joker" if jokers else ""
            cards = "even (2, 4, 6, 8, 10, Queen, Ace)" if even else f"odd (3, 5, 7, 9, Jack, King{joker})"
            yield f"The next card must be {cards}, {_order(add)}."
        case Mirror(copies, own, own_too, powers):
            does = "and does what that one does" if own_too else "does what that one does, and nothing else"
            yield {
                "value": "It is see-through: the pile asks for the value beneath it, and for nothing else.",
                "demand": "It is invisible: the pile asks for the same as before.",
                "power": f"It counts as the card beneath it: it asks for what that one asks for, {does}.",
            }[copies]
            if powers:
                ranks = rank_list(powers, "or", articles=True)
                yield f"It copies only what {ranks} does; any other card is seen through it."
            if own_too:
                yield "What is said of it here happens as well; what both do happens once."
            yield f"On an empty pile it {'counts as itself' if own else 'asks for nothing'}."
        case CallSuit(add):
            usual = "and meet the value asked for before" if add else "whatever its value"
            yield f"Whoever lays it names a suit: the next card must be of that suit, {usual}."
        case ChooseWay(strict):
            ways = "be higher, or lower" if strict else "follow the usual order, or be as low or lower"
            yield f"Whoever lays it says how it goes on: the next card must {ways}."
        case Wild(ranks, powered, joins, alone):
            yield f"Whoever lays it names a rank that it stands for: {rank_list(ranks, 'or')}."
            yield "The pile asks for what it would ask for after that rank."
            if powered:
                yield "It does what that rank does as well, but nothing more is named."
            else:
                yield "It does nothing that that rank does."
            if joins:
                yield (
                    "From the hand it may also be laid with cards of such a rank: it is then one of them, in what they"
                    " do too, and nothing is named."
                )
            if not alone:
                yield "From the hand it is laid on a pile only with such cards."
        case Counter(who=who, spent=spent) as counter:
            if who == "chosen":
                yield "Whoever lays it names another player still in, whose turn is next."
            next_one = {"next": "The next player", "chosen": "That player", "previous": "The previous player"}[who]
            end = ", and play goes on from there" if who != "next" else ""
            yield f"{next_one} must answer with {answers(counter)} or take the pile{end}."
            yield NO_OTHER
            if spent:
                yield "If the pile is taken because of it, all cards in it that ask for this answer leave the game."
            if not counter.sets:
                yield ALONE
        case Dodge(once=once) as dodge:
            yield f"The next player must answer with {answers(dodge)} or miss the turn."
            yield NO_OTHER
            yield (
                "It is for one player, however many are laid."
                if once
                else "Two are for two players in turn, and so on."
            )


def _low(low: Low) -> str:
    most = low.limit if low.compare == "<=" else low.limit - 1
    said = f"{Rank(most)} or lower" if most >= Rank.TWO else f"below {Rank(low.limit)}"
    if not low.beneath:
        return said
    beneath = (
        "as low as what lies beneath this one, or lower" if low.compare == "<=" else "lower than what lies beneath it"
    )
    return f"{beneath} ({said}, if nothing does)"


def answers(answered: Counter | Dodge) -> str:
    """A 3 or a black 6: the cards that answer it."""
    suited = [f"a {name}" for name in answer_names(answered)[len(answered.ranks) :]]
    whole = [rank_list([rank], "or", articles=True) for rank in answered.ranks]
    return joined([*whole, *suited], "or") or "nothing"


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
    if power.next:
        yield "Whoever lays it names another player still in, who plays next, and play goes on from there."
    if power.swap is not None:
        yield from _swap(power.swap)
    match power.revolution:
        case "pile":
            yield "It turns the usual order over until the pile is gone: the lower card counts as the higher one."
            yield TURNED_BACK
        case "next":
            yield "It turns the usual order over for good: the lower card counts as the higher one."
            yield TURNED_BACK
    if power.force_take is not None:
        passes = not power.again and power.skip == power.reverse == "no"
        yield from _force_take(power.force_take, passes)
    match power.skip:
        case "each":
            yield "Each one makes the next player in turn miss a turn."
        case "once":
            yield "The next player misses a turn, only one however many are laid."
    if power.again:
        yield "Whoever laid it plays again."
    if power.follow:
        yield (
            "Without another rank it goes on a pile only if a card that you see and would play next could follow it;"
            " with only blind cards left, or none, it always may."
        )


def _swap(swap: Exchange) -> Iterator[str]:
    """Who exchanges what with whom."""
    whom = "that player" if swap.who == "chosen" else f"the {swap.who} player"
    if swap.who == "chosen":
        yield "Whoever lays it names another player still in."
    where = "hand" if swap.zone == "hand" else "face-up row"
    if swap.give == "all":
        yield f"Whoever laid it and {whom} exchange their whole {where}s, if both have such cards."
        return
    cards = {"chosen": "a card that they choose", "lowest": "the lowest card", "highest": "the highest card"}
    give, take = cards.get(swap.give, ""), cards.get(swap.take, "")
    if give and take:
        yield f"Whoever laid it gives {whom} {give} of their {where}, and gets {take} of that player's {where} for it."
    elif give:
        yield f"Whoever laid it gives {whom} {give} of their {where}, which goes into the hand."
    else:
        yield f"Whoever laid it takes {take} of the {where} of {whom} into the hand, if another one stays there."
    yield "Everybody sees which card changes hands."


def _force_take(take: ForceTake, passes: bool) -> Iterator[str]:
    match take.who:
        case "chosen":
            yield f"Whoever lays it names {'a' if take.oneself else 'another'} player still in, who takes the pile."
            if take.oneself:
                yield "You may name yourself if you have other cards left."
        case "next" if passes:
            yield "The next player takes the pile, and leads."
        case "next" | "previous":
            yield f"The {take.who} player takes the pile."
    if take.before_turn:
        yield "Who that is, the direction of play before this card decides."
    yield "This card leaves the game." if take.spent else "This card goes along."


def alone_note(power: Power) -> str:
    return ALONE if laid_alone(power) and not isinstance(power.demand, Counter) else ""
