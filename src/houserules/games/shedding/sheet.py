"""The rule sheet of any house: numbered clauses in plain words, and how two houses differ.

Every field of a House is said somewhere, so houses with different hashes never have the same sheet. A rule has the same
number in every house: that of the clause in docs/rules/shithead.md, as in the kernel."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, Literal

import msgspec

from houserules.cards import Rank, Suit

from .house import CallSuit, ChooseWay, Counter, ForceTake, House, Low, Mirror, Parity, Power, Reset, Wild

HEADINGS: Final = (
    "The deal",
    "The setup",
    "What the pile asks for",
    "A turn",
    "Powers",
    "Taking the pile",
    "The end",
)
"""S1 to S7, as on the pages of the rules and in the kernel. What everybody may see (S8) is the same in every house."""

NUMBER_OF: Final = {
    "seats": "1.1",
    "decks": "1.2a",
    "jokers": "1.2b",
    "blind": "1.5a",
    "up": "1.5b",
    "hand": "1.5c",
    "stock": "1.5d",
    "setup": "2.2",
    "begins": "2.8",
    "empty": "3.1",
    "order": "3.2a",
    "values": "3.2b",
    "ordinary": "3.2c",
    "latest": "3.6",
    "from hand": "4.1a",
    "from up": "4.1b",
    "zones": "4.2",
    "from blind": "4.4",
    "draw": "4.7",
    "next": "4.9",
    "two": "4.12",
    "directions": "5.6",
    "alike": "5.11a",
    "alike within": "5.11b",
    "alike again": "5.11c",
    "alike first": "5.12",
    "alike through": "5.14",
    "alike never": "5.16",
    "burned": "5.17",
    "take": "6.1",
    "take leads": "6.3",
    "take up": "6.4",
    "take blind": "6.5",
    "out": "7.1",
    "until": "7.4",
    "limit": "7.6",
    "left": "7.7",
    "not last": "7.9",
}
"""The clause of Shithead that says the same. Letters part what stands in one clause there; a rule that Shithead does
not have has a number after its last one."""

NUMBER_OF_POWER: Final = {
    Rank.TWO: "5.1",
    Rank.SEVEN: "5.2",
    Rank.EIGHT: "5.3",
    Rank.TEN: "5.4",
    Rank.JACK: "5.5",
    Rank.JOKER: "5.7",
    Rank.THREE: "5.18",
    Rank.FOUR: "5.19",
    Rank.FIVE: "5.20",
    Rank.SIX: "5.21",
    Rank.NINE: "5.22",
    Rank.QUEEN: "5.23",
    Rank.KING: "5.24",
    Rank.ACE: "5.25",
}
"""Of what the cards of a rank do. If its suits do different things, letters part them."""

WIDTH: Final = 100
COLOURS: Final = {(Suit.DIAMONDS, Suit.HEARTS): "Red", (Suit.CLUBS, Suit.SPADES): "Black"}
NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


class Clause(msgspec.Struct, frozen=True):
    """One rule. `topic` is the same in every house; `note` only works out what follows from this and other rules."""

    number: str
    topic: str
    text: str
    note: str = ""

    @property
    def whole(self) -> str:
        return f"{self.text} {self.note}".strip()


class Change(msgspec.Struct, frozen=True):
    """One rule in which two houses differ: what each of them says."""

    number: str
    """In the sheet of the house; of a rule that it lacks, in the parent's."""
    parent_says: str
    house_says: str


class Difference(msgspec.Struct, frozen=True):
    """All rules in which two houses differ, in one sentence and one by one."""

    summary: str
    changes: tuple[Change, ...]


Said = tuple[str, str] | tuple[str, str, str]
"""A topic, its text, and perhaps a note."""


def sheet(house: House) -> tuple[Clause, ...]:
    """Every rule of a house, in the order of their numbers."""
    chapters = (_deal, _setup, _asks, _turn, _burning, _taking, _end)
    clauses = [Clause(NUMBER_OF[said[0]], *said) for says in chapters for said in says(house)]
    return tuple(sorted([*clauses, *_powers(house)], key=lambda clause: _place_of(clause.number)))


def _place_of(number: str) -> tuple[int, int, str]:
    """For sorting: 5.2 comes before 5.11a, and that before 5.11b."""
    section, _, rest = number.partition(".")
    letter = rest.lstrip("0123456789")
    return int(section), int(rest.removesuffix(letter)), letter


def written_sheet(clauses: Iterable[Clause], width: int = WIDTH) -> str:
    """The clauses under their headings, ready to be printed."""
    lines: list[str] = []
    for chapter, group in groupby(clauses, key=lambda clause: clause.number.partition(".")[0]):
        lines += ["", f"S{chapter} {HEADINGS[int(chapter) - 1]}"]
        lines += [_wrapped(f"  S{clause.number:6}", clause.whole, width) for clause in group]
    return "\n".join(lines[1:])


def difference(house: House, parent: House) -> Difference:
    """In which rules a house differs from its parent."""
    new = {clause.topic: clause for clause in sheet(house)}
    old = {clause.topic: clause for clause in sheet(parent)}
    changes = [
        Change(clause.number, old[topic].text if topic in old else _without(topic), clause.text)
        for topic, clause in new.items()
        if topic not in old or old[topic].text != clause.text
    ]
    changes += [Change(old[topic].number, old[topic].text, _without(topic)) for topic in old if topic not in new]
    changes.sort(key=lambda change: _place_of(change.number))
    if not changes:
        return Difference(f"{house.name} plays exactly like {parent.name}", ())
    rules = _count(len(changes), "rule")
    return Difference(f"{house.name} differs from {parent.name} in {rules}", tuple(changes))


def written_difference(found: Difference, parent: str, house: str, width: int = WIDTH) -> str:
    """The sentence, then what each of the two says."""
    lines = [f"{found.summary}{':' if found.changes else '.'}"]
    margin = max(len(parent), len(house)) + 2
    for change in found.changes:
        lines += ["", f"S{change.number}"]
        lines.append(_wrapped(f"  {f'{parent}:':{margin}}", change.parent_says, width))
        lines.append(_wrapped(f"  {f'{house}:':{margin}}", change.house_says, width))
    return "\n".join(lines)


def _wrapped(start: str, text: str, width: int) -> str:
    return textwrap.fill(
        text, max(width, len(start) + 20), initial_indent=start, subsequent_indent=" " * len(start),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _without(topic: str) -> str:
    """What a house says of a card that it gives no power."""
    return f"{topic}: no power of its own."


# -- The chapters ----------------------------------------------------------------------------------------------------


def _deal(house: House) -> Iterator[Said]:
    low, high = house.seats
    yield "seats", f"{_number(low).capitalize()} play." if low == high else f"{_span(low, high).capitalize()} play."
    yield _decks(house)
    jokers = {0: "no Jokers", 1: "one Joker"}.get(house.jokers, f"{_number(house.jokers)} Jokers")
    yield "jokers", f"A deck has 52 cards and {jokers}."
    yield "blind", f"Everybody is dealt {_count(house.blind, 'blind card')}, which nobody may look at."
    yield "up", f"Everybody is dealt {_count(house.up, 'face-up card')}, which all may see."
    yield "hand", f"Everybody is dealt a hand of {_count(house.hand, 'card')}."
    yield "stock", "The rest is the stock, face down."


def _decks(house: House) -> Said:
    match house.decks:
        case int(number):
            return "decks", f"{_count(number, 'deck').capitalize()} {'is' if number == 1 else 'are'} used."
        case "fewest":
            text = "As many decks are used as it takes to deal everybody in."
        case formula:
            text = f"The number of decks is {json.dumps(formula)}, rounded up."
    groups = groupby(range(house.seats[0], house.seats[1] + 1), key=house.decks_for)
    each = [f"{_number(decks)} for {_span(min(seats), max(seats))}" for decks, seats in _listed(groups)]
    return "decks", text, f"That is {_joined(each, 'and')}."


def _setup(house: House) -> Iterator[Said]:
    match house.setup:
        case "none":
            yield "setup", "There is no setup: the cards stay as they were dealt."
        case "swap":
            yield "setup", "Before play you may swap hand cards for face-up ones, until you say that you are ready."
        case "choose":
            text = "Before play you choose, card by card, which of your hand and face-up cards lie face up."
            yield "setup", text
    if not house.begins:
        yield "begins", "Seat 0 begins."
        return
    order = " ".join(map(str, house.begins))
    tie = "Of one rank, clubs come before diamonds, hearts and spades; then the lower seat begins."
    yield "begins", f"Whoever holds the lowest card in hand begins. For this the order is {order}. {tie}"


def _asks(house: House) -> Iterator[Said]:
    yield "empty", "An empty pile asks for nothing: any card may be laid."
    if house.higher:
        yield "order", "Otherwise the usual order counts: the next card must be higher than what lies there."
    else:
        yield "order", "Otherwise the usual order counts: the next card must be as high as what lies there, or higher."
    yield "values", "From the lowest the order is 2 to 10, Jack (11), Queen (12), King (13), Ace (14), Joker (15)."
    yield "ordinary", "A card without a power must meet what the pile asks for, and asks for its own value."
    yield "latest", "What the latest card asks for takes the place of what was asked before."


def _turn(house: House) -> Iterator[Said]:
    yield "zones", "You play from your hand while you have one, then your face-up cards, then your blind cards."
    sets, one = "one or more cards of one rank", "one card at a time"
    yield "from hand", f"From the hand you lay {sets if house.play_hand == 'set' else one}."
    mixed = (
        "any of them together that each meet what the pile asks for: ordinary ones land first, from the lowest, then"
        " those that go on anything, then those that burn; if any burns, you play again"
    )
    yield "from up", f"Of the face-up cards you lay {({'set': sets, 'single': one, 'mixed': mixed})[house.play_up]}."
    yield "from blind", "Blind cards are turned over one at a time, unseen before."
    yield "draw", _draw(house)
    yield "next", "Then the turn passes to the next seat still in: to the higher number at first."
    if house.reverse_again:
        yield "two", "With two players left, who turns the direction of play plays again."
    else:
        yield "two", "With two players left, turning the direction does not change whose turn it is."


def _draw(house: House) -> str:
    when = "after the last play of your turn, or as soon as your hand is empty," if house.draw_late else "after a play"
    aside = f" (Drawing {_number(house.draw)} is set aside.)" if house.draw and house.refill else ""
    if house.refill:
        first = "" if house.draw_late else ", before another turn if there is one"
        return f"{when.capitalize()} you draw until you hold {_count(house.refill, 'card')}{first}.{aside}"
    if house.draw:
        again = when if house.draw_late else "after a play from the hand"
        return f"{again.capitalize()} you draw {_count(house.draw, 'card')}."
    return f"Nobody draws{f', not even {when[:-1]}' if house.draw_late else ''}."


def _powers(house: House) -> Iterator[Clause]:
    ranks = [power.rank for power in house.powers]
    seen: dict[str, int] = {}
    for place, power in enumerate(house.powers):
        name = card_name(power)
        seen[name] = seen.get(name, 0) + 1
        topic = name if seen[name] == 1 else f"{name}, once more"
        letter = chr(ord("a") + ranks[:place].count(power.rank)) if ranks.count(power.rank) > 1 else ""
        number = NUMBER_OF_POWER[power.rank] + letter
        yield Clause(number, topic, f"{topic}: {' '.join(_power(power))}", _alone(power))


def _burning(house: House) -> Iterator[Said]:
    """What is said of powers of any house: when the direction turns, and what cards alike do."""
    yield "directions", "The direction turns before seats are counted. If you play again, nobody misses a turn by it."
    yield "burned", "A pile that burns leaves the game."
    if house.alike:
        number = _number(house.alike).capitalize()
        yield "alike", f"{number} or more cards of one rank on top of each other burn the pile."
    else:
        yield "alike", "Cards of one rank never burn the pile, however many lie on top of each other."
    if house.alike_one_play:
        yield "alike within", "To burn it they must come from one play."
    else:
        yield "alike within", "To burn it they may come from several plays and players."
    if house.alike_again:
        yield "alike again", "Whoever burns a pile with cards of one rank plays again."
    else:
        yield "alike again", "Whoever burns a pile with cards of one rank has finished the turn."
    if house.alike_through:
        yield "alike through", "Invisible and see-through cards between cards of one rank do not part them."
    else:
        yield "alike through", "Any other card between cards of one rank parts them."
    yield (
        "alike first",
        "What such cards do to the direction or to turns missed comes first; all else they do falls away.",
    )
    if house.alike_never:
        yield "alike never", f"Of these ranks no number burns the pile: {_ranks(house.alike_never, 'and')}."
    else:
        yield "alike never", "No rank is exempt from burning the pile in this way."


def _taking(house: House) -> Iterator[Said]:
    if house.free_take:
        yield "take", "You may take the pile into your hand even if you could play; if you cannot, you must."
    else:
        yield "take", "You take the pile into your hand if you cannot play, and only then."
    if house.take_up:
        yield "take up", "If you take it while you play from your face-up cards, the lowest of these goes along."
    else:
        yield "take up", "If you take it while you play from your face-up cards, these stay where they are."
    yield "take blind", "A blind card that may not be laid goes into your hand, and the pile with it."
    if house.taker_leads:
        yield (
            "take leads",
            "Whoever takes the pile in their own turn draws nothing and plays onto the empty pile.",
        )
    else:
        yield "take leads", "Whoever takes the pile in their own turn draws nothing, and the next player leads."


def _end(house: House) -> Iterator[Said]:
    yield "out", "Whoever has no cards left is out, in the best place left; a turn still due falls to the next player."
    if house.first_out_ends:
        yield "until", "The game ends as soon as one player is out."
    else:
        yield "until", "The game ends when only one player has cards left."
    yield "limit", f"It ends after {_count(house.limit, 'play')} at the latest; taking the pile counts as one."
    if house.limit_shared:
        yield "left", "Those still in at the end share the next place."
    else:
        yield "left", "Those still in at the end follow by cards left, the fewest first, then by seat."
    if house.not_last:
        ranks = _ranks(house.not_last, "and")
        yield "not last", f"Of these ranks none may be your last card, unless the pile is empty: {ranks}."
    else:
        yield "not last", "Any card may be your last one."


# -- A power ---------------------------------------------------------------------------------------------------------


def card_name(power: Power) -> str:
    """7, Red Jack, 6 of clubs or hearts."""
    if power.suits == tuple(Suit):
        return str(power.rank)
    if power.suits in COLOURS:
        return f"{COLOURS[power.suits]} {power.rank}"
    return f"{power.rank} of {_joined([str(suit) for suit in power.suits], 'or')}"


def _power(power: Power) -> Iterator[str]:
    """Where it may be laid, what it asks for, what it does, how many may be laid."""
    if power.suits != tuple(Suit):
        yield "This counts in place of what its rank does."
    yield _place(power)
    if power.only_on:
        yield f"On a pile it may lie only directly on {_ranks(power.only_on, 'or', articles=True)}."
    if power.not_on:
        yield f"It may not lie directly on {_ranks(power.not_on, 'or', articles=True)}."
    if power.demand is None:
        if not power.burn and power.force_take is None:
            yield "It asks for its own value."
    else:
        yield from _demand(power.demand)
    yield from _deeds(power)
    if power.most:
        yield f"Of its rank at most {_number(power.most)} may be laid at once."
    if power.joins:
        yield "From the hand it may be laid together with one card of another rank, which lands on it."


def _place(power: Power) -> str:
    asked = {"low": "a low card", "parity": "an even or odd card", "suit": "a suit"}
    under = _joined([asked[demand] for demand in power.not_under], "or")
    if power.anywhere:
        if not under:
            return "It goes on anything."
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
            yield f"Whoever lays it names a rank that it stands for: {_ranks(ranks, 'or')}."
            yield "The pile asks for what it would ask for after that rank."
            if power:
                yield "It does what that rank does as well, but nobody has to take the pile and nothing more is named."
            else:
                yield "It does nothing that that rank does."
        case Counter(ranks):
            answer = _ranks(ranks, "or", articles=True)
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


def _alone(power: Power) -> str:
    alone = power.force_take is not None or isinstance(power.demand, CallSuit | ChooseWay | Wild | Counter)
    return "It is laid one at a time." if alone and not power.most else ""


# -- Words -----------------------------------------------------------------------------------------------------------


def _number(number: int) -> str:
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def _count(number: int, thing: str) -> str:
    return f"{_number(number)} {thing}{'' if number == 1 else 's'}"


def _span(low: int, high: int) -> str:
    if low == high:
        return _number(low)
    return f"{_number(low)} {'or' if high == low + 1 else 'to'} {_number(high)}"


def _listed(groups: Iterable[tuple[int, Iterable[int]]]) -> list[tuple[int, list[int]]]:
    return [(key, list(group)) for key, group in groups]


def _joined(words: Sequence[str], last: Literal["and", "or"]) -> str:
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def _ranks(ranks: Iterable[Rank], last: Literal["and", "or"], articles: bool = False) -> str:
    """3, 8 or Jack; with articles: a 3, an 8 or a Jack."""
    words = [str(rank) for rank in ranks]
    if articles:
        words = [f"{'an' if word in ('8', 'Ace') else 'a'} {word}" for word in words]
    return _joined(words, last)
