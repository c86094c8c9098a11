"""Cards, ranks, suits and packs; how they are written and read."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, final

from .errors import NotationError


class Suit(IntEnum):
    """In the order that decides ties."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self]

    def __str__(self) -> str:
        return self.name.lower()


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
class Card:
    """One card as a player names it; there is one object for each, so equal cards are the same object.

    >>> Card.read("10h"), Card.read("♠a"), Card.read("jj").rank
    (Card('TH'), Card('AS'), <Rank.JOKER: 15>)
    """

    __slots__ = ("kind", "rank", "suit", "text")

    rank: Rank
    suit: Suit | None
    kind: int
    """Place in a new pack: rank by rank, within a rank suit by suit, then the small Joker and the big one."""
    text: str

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.rank = Rank(kind // 4 + 2)
        self.suit = None if self.rank is Rank.JOKER else Suit(kind % 4)
        self.text = ("jj", "JJ")[kind - 52] if self.suit is None else self.rank.letter + self.suit.letter

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __lt__(self, other: Card) -> bool:
        return self.kind < other.kind

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Card.read, (self.text,)

    @staticmethod
    def read(text: str) -> Card:
        """Read `7H`, `10h`, `th`, `♥7`; the Jokers are `jj` and `JJ`, told apart by their case."""
        card = _READ.get(text) or _READ.get(text.upper())
        if card is None or (card.suit is None and text not in ("jj", "JJ")):
            raise NotationError(
                f"{text[:40]!r} is no card: write rank and suit, as in 7H or 10S; the Jokers are jj and JJ"
            )
        return card


PACK: Final[tuple[Card, ...]] = tuple(Card(kind) for kind in range(54))
"""A pack with its two Jokers, in the order before any shuffle: 2C 2D 2H 2S 3C ... AS jj JJ."""

SMALL_JOKER: Final = PACK[52]
BIG_JOKER: Final = PACK[53]


def _readings() -> dict[str, Card]:
    readings = {"jj": SMALL_JOKER, "JJ": BIG_JOKER}
    for card in PACK[:52]:
        assert card.suit is not None
        ranks = ["T", "10"] if card.rank is Rank.TEN else [card.rank.letter]
        suits = [card.suit.letter, card.suit.symbol, "♧♢♡♤"[card.suit]]
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
        if word in (name, name[:-1], name[0], suit.symbol, "♧♢♡♤"[suit]):
            return suit
    raise NotationError(f"{text[:40]!r} is no suit: say clubs, diamonds, hearts or spades")


def written(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)
