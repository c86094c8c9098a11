"""Cards, ranks, suits and packs; how they are written and read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Final, final

from .errors import NotationError


class Suit(StrEnum):
    """In the order that decides ties. As JSON it is its name."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"

    __hash__ = str.__hash__

    number: int
    """What the kernel calls it: 0 to 3."""
    letter: str
    symbol: str

    def __init__(self, name: str) -> None:
        self.number = ("clubs", "diamonds", "hearts", "spades").index(name)
        self.letter = "CDHS"[self.number]
        self.symbol = "♣♦♥♠"[self.number]

    def __lt__(self, other: Suit) -> bool:  # type: ignore[override]  # a suit is compared only with suits
        return self.number < other.number


SUITS: Final = tuple(Suit)
"""By their numbers."""


class Rank(IntEnum):
    """With the values that cards are compared by; the Joker stands above them all."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14
    JOKER = 15

    @property
    def letter(self) -> str:
        return "23456789TJQKA*"[self - 2]

    def __str__(self) -> str:
        """As a player says it: 7, 10, Jack, Joker."""
        return str(int(self)) if self <= Rank.TEN else self.name.capitalize()


@final
class Card(StrEnum):
    """One card as a player names it. There is one object for each, so equal cards are the same object; as JSON it is
    its text.

    >>> Card.read("10h"), Card.read("♠a"), Card.read("jj").rank
    (Card('TH'), Card('AS'), <Rank.JOKER: 15>)
    """

    C2, D2, H2, S2 = "2C", "2D", "2H", "2S"
    C3, D3, H3, S3 = "3C", "3D", "3H", "3S"
    C4, D4, H4, S4 = "4C", "4D", "4H", "4S"
    C5, D5, H5, S5 = "5C", "5D", "5H", "5S"
    C6, D6, H6, S6 = "6C", "6D", "6H", "6S"
    C7, D7, H7, S7 = "7C", "7D", "7H", "7S"
    C8, D8, H8, S8 = "8C", "8D", "8H", "8S"
    C9, D9, H9, S9 = "9C", "9D", "9H", "9S"
    CT, DT, HT, ST = "TC", "TD", "TH", "TS"
    CJ, DJ, HJ, SJ = "JC", "JD", "JH", "JS"
    CQ, DQ, HQ, SQ = "QC", "QD", "QH", "QS"
    CK, DK, HK, SK = "KC", "KD", "KH", "KS"
    CA, DA, HA, SA = "AC", "AD", "AH", "AS"
    SMALL_JOKER, BIG_JOKER = "jj", "JJ"

    __hash__ = str.__hash__

    rank: Rank
    suit: Suit | None
    kind: int
    """Position in a new pack: rank by rank, within a rank suit by suit, then the small Joker and the big one."""
    text: str

    def __init__(self, text: str) -> None:
        joker = text in ("jj", "JJ")
        self.rank = Rank.JOKER if joker else Rank("23456789TJQKA".index(text[0]) + 2)
        self.suit = None if joker else SUITS["CDHS".index(text[1])]
        self.kind = 4 * (self.rank - 2) + (text == "JJ" if self.suit is None else self.suit.number)
        self.text = text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __lt__(self, other: Card) -> bool:  # type: ignore[override]  # a card is compared only with cards
        return self.kind < other.kind

    @staticmethod
    def read(text: str) -> Card:
        """Read `7H`, `10h`, `th`, `♥7`; the Jokers are `jj` and `JJ`, told apart by their case."""
        card = _READ.get(text) or _READ.get(text.upper())
        if card is None or (card.suit is None and text not in ("jj", "JJ")):
            raise NotationError(
                f"{text[:40]!r} is not a card: write rank and suit, as in 7H or 10S; the Jokers are jj and JJ"
            )
        return card


PACK: Final[tuple[Card, ...]] = tuple(Card)
"""A pack with its two Jokers, in the order before any shuffle: 2C 2D 2H 2S 3C ... AS jj JJ."""

SMALL_JOKER: Final = PACK[52]
BIG_JOKER: Final = PACK[53]


def _readings() -> dict[str, Card]:
    readings = {"jj": SMALL_JOKER, "JJ": BIG_JOKER}
    for card in PACK[:52]:
        assert card.suit is not None
        ranks = ["T", "10"] if card.rank is Rank.TEN else [card.rank.letter]
        suits = [card.suit.letter, card.suit.symbol, "♧♢♡♤"[card.suit.number]]
        for rank in ranks:
            for suit in suits:
                readings[rank + suit] = card
                if not suit.isascii():
                    readings[suit + rank] = card
    return readings


_READ: Final = _readings()


def read_suit(text: str) -> Suit:
    """Read `hearts`, `heart`, `h` or the suit's symbol, in any case."""
    word = text.lower()
    for suit in Suit:
        name = str(suit)
        if word in (name, name[:-1], name[0], suit.symbol, "♧♢♡♤"[suit.number]):
            return suit
    raise NotationError(f"{text[:40]!r} is not a suit: say clubs, diamonds, hearts or spades")


def spoken(card: Card) -> str:
    """As people say it: 5 of hearts, Queen of spades, Joker."""
    return str(card.rank) if card.suit is None else f"{card.rank} of {card.suit}"


def written(cards: tuple[Card, ...]) -> str:
    return " ".join(cards)


# -- Cards as people say them ----------------------------------------------------------------------------------------


def _rank_words() -> dict[str, str]:
    """The words for one card of a rank, and the letter of that rank."""
    small = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    names = [*small, *[rank.name.lower() for rank in Rank if rank > Rank.TEN]]
    return {name: rank.letter for name, rank in zip(names, Rank, strict=True)}


_ONE: Final = _rank_words()
_SEVERAL: Final = {"sixes" if name == "six" else f"{name}s": letter for name, letter in _ONE.items()}
_AFTER_COUNT: Final = {**_SEVERAL, **{f"{int(rank)}s": rank.letter for rank in Rank if rank <= Rank.TEN}}
"""`three 4s` are fours; without a count `4s` is the four of spades."""
_COUNTS: Final = {"pair of": 2, "two": 2, "three": 3, "four": 4}


def _any_of(words: Iterable[str]) -> str:
    return f"({'|'.join(sorted(words, key=len, reverse=True))})"


_JOKER: Final = re.compile(r"\b(?:(?:an?|the|my) )?(small|big) joker\b")
_COUNTED: Final = re.compile(rf"\b(?:a )?{_any_of(_COUNTS)} {_any_of(_AFTER_COUNT)}\b")
_NAMED: Final = re.compile(rf"\b(?:(?:an?|the|my|all) )*{_any_of([*_ONE, *_SEVERAL])}\b")
_OF_SUIT: Final = re.compile(r"\b(10|[2-9tjqka]) (?:of )?(club|diamond|heart|spade)s?\b")
_BETWEEN: Final = re.compile(r",| and |\bthe (?=[0-9])")


def in_notation(text: str) -> str:
    """Cards that are said in words, written as players type them; any other text stays as it is.

    >>> in_notation("3 of clubs"), in_notation("play two queens"), in_notation("a ten and the ace of spades")
    ('3c', 'play q q', 't as')
    """
    said = " ".join(_BETWEEN.sub(" ", text.lower()).split())
    plain = said
    said = _JOKER.sub(lambda found: "jj" if found[1] == "small" else "JJ", said)
    said = _COUNTED.sub(lambda found: " ".join([_AFTER_COUNT[found[2]].lower()] * _COUNTS[found[1]]), said)
    said = _NAMED.sub(lambda found: (_ONE.get(found[1]) or _SEVERAL[found[1]]).lower(), said)
    said = _OF_SUIT.sub(lambda found: f"{found[1]}{found[2][0]}", said)
    return text if said == plain else said
