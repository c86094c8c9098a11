"""Heart of Five in plain Python, slow and obvious: what the kernel's plans and endings are held against.

Cards are numbers as in the kernel: 4 * rank + suit from the threes up to the twos, then the two Jokers."""

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations

ACE, TWO = 11, 12
RUN_ORDER = (ACE, TWO, *range(ACE), ACE)

Cards = tuple[int, ...]
Meld = tuple[str, int, int]
"""Its type, its size within the type, its strength among those."""


def rows(length: int) -> list[tuple[int, ...]]:
    """The ranks of every run of a length, the weakest first."""
    if length == 13:
        return [RUN_ORDER[1:]]
    return [RUN_ORDER[low : low + length] for low in range(15 - length)]


@cache
def meld(cards: Cards, star: int) -> Meld | None:
    """What all these cards are together."""
    if len(cards) == 1:
        strength = 15 if cards[0] == star else cards[0] - 39 if cards[0] >= 52 else cards[0] // 4
        return "single", 1, strength
    if any(card >= 52 for card in cards):
        return None
    counts = Counter(card // 4 for card in cards)
    ranks = sorted(counts)
    shape = sorted(counts.values())
    if len(ranks) == 1:
        size = len(cards)
        return ("alike", size, ranks[0]) if size >= 4 else ("pair" if size == 2 else "triple", 1, ranks[0])
    if shape == [2, 3]:
        return "house", 1, next(rank for rank in ranks if counts[rank] == 3)
    if set(shape) in ({2}, {3}) and ranks == list(range(ranks[0], ranks[0] + len(ranks))):
        return f"sisters of {shape[0]}", len(ranks), ranks[0]
    if set(shape) == {1} and len(cards) >= 5:
        for low, row in enumerate(rows(len(cards))):
            if sorted(row) == ranks:
                return "run" if len({card % 4 for card in cards}) > 1 else "straight", len(cards), low
    return None


def beats(new: Meld, last: Meld) -> bool:
    bombs = ("alike", "straight")
    if new[0] in bombs:
        if last[0] not in bombs:
            return True
        return (bombs.index(new[0]), new[1:]) > (bombs.index(last[0]), last[1:])
    return new[:2] == last[:2] and new[2] > last[2]


@cache
def plays(hand: Cards, star: int) -> list[tuple[Meld, Cards, Cards]]:
    """Every meld in a hand, in every choice of cards: with the cards, and what they leave."""
    found: dict[Cards, tuple[Meld, Cards, Cards]] = {}
    for size in range(1, len(hand) + 1):
        for places in combinations(range(len(hand)), size):
            cards = tuple(hand[place] for place in places)
            made = meld(cards, star)
            if made and cards not in found:
                found[cards] = made, cards, tuple(card for at, card in enumerate(hand) if at not in places)
    return list(found.values())


class Ending:
    """Two players and open cards, by trying everything."""

    def __init__(self, star: int) -> None:
        self.star = star
        self.known: dict[tuple[Cards, Cards, Meld | None, str], bool] = {}

    def wins(self, hand: Cards, other: Cards, last: Meld | None, after_pass: str) -> bool:
        """Can the player to act be out first? What happens after his pass: nothing ("") on a lead; "rival" leads, or
        he "self" does; or the rival may still beat the last meld, and after his pass too "then rival" or "then self"
        leads."""
        key = (hand, other, last, after_pass)
        if key not in self.known:
            self.known[key] = any(
                self.play_wins(left, other, made)
                for made, _, left in plays(hand, self.star)
                if last is None or beats(made, last)
            ) or self.pass_wins(hand, other, last, after_pass)
        return self.known[key]

    def play_wins(self, left: Cards, other: Cards, made: Meld) -> bool:
        return not left or not self.wins(other, left, made, "rival")

    def pass_wins(self, hand: Cards, other: Cards, last: Meld | None, after_pass: str) -> bool:
        match after_pass:
            case "rival":
                return not self.wins(other, hand, None, "")
            case "self":
                return self.wins(hand, other, None, "")
            case "then rival":
                return not self.wins(other, hand, last, "self")
            case "then self":
                return not self.wins(other, hand, last, "rival")
        return False


def shapes() -> list[dict[int, int]]:
    """How many cards of which ranks make a play."""
    found = [{rank: count} for rank in range(13) for count in range(1, 9)]
    found += [{three: 3, two: 2} for three in range(13) for two in range(13) if three != two]
    for length in range(2, 14):
        for width in (2, 3):
            found += [dict.fromkeys(range(low, low + length), width) for low in range(14 - length)]
    for length in range(5, 14):
        found += [dict.fromkeys(row, 1) for row in rows(length)]
    return found


BY_LOWEST = [[shape for shape in shapes() if min(shape) == rank] for rank in range(13)]


@cache
def fewest(counts: Cards) -> int:
    """The fewest plays for so many cards of each rank: try every play that takes a card of the lowest."""
    lowest = next((rank for rank, count in enumerate(counts) if count), None)
    if lowest is None:
        return 0
    return min(
        1 + fewest(tuple(count - shape.get(rank, 0) for rank, count in enumerate(counts)))
        for shape in BY_LOWEST[lowest]
        if all(counts[rank] >= count for rank, count in shape.items())
    )


def masks(cards: Sequence[int]) -> tuple[int, int]:
    """A hand as the kernel holds it: its cards, and those that it holds twice."""
    once = twice = 0
    for card in cards:
        twice |= once & 1 << card
        once |= 1 << card
    return once, twice


def cards_of(once: int, twice: int) -> Cards:
    return tuple(sorted([card for card in range(54) if once >> card & 1] + [c for c in range(54) if twice >> c & 1]))


def crossing_flushes(chance: random.Random, decks: int) -> list[int]:
    """A hand with two straight flushes that meet, and little else: here it matters which suits are laid."""
    low = chance.randrange(9)
    other = low + chance.randrange(5)
    one, two = chance.sample(range(4), 2)
    order = [11, 12, *range(11), 11, 12, 0, 1]
    hand = {4 * rank + one for rank in order[low : low + 5]} | {4 * rank + two for rank in order[other : other + 5]}
    cards = sorted(hand)
    if chance.random() < 0.5:
        cards.remove(chance.choice(cards))
    cards += [chance.choice(cards) for _ in range(chance.randrange(2) if decks == 2 else 0)]
    if chance.random() < 0.3 and 53 not in cards:
        cards.append(53)
    return cards
