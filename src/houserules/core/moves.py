"""Moves: what a seat says, imperative; as text, and as a value that travels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import ClassVar, Final, Literal

import msgspec

from houserules.cards import Card, Rank, Suit, read_suit, written
from houserules.errors import NotationError

from .seats import Seat


class Move(msgspec.Struct, frozen=True, gc=False, tag=str.lower, tag_field="move"):
    """What a seat says. `str(move)` is its text, the same in the terminal, in records and in the engine protocol.
    As JSON it is an object that says its word as `move`.

    A game may have kinds of its own: a subclass in its folder, named in `Game.moves`, reads and travels like these."""

    form: ClassVar[str] = ""
    """An example of its text; "" if it is its word alone."""

    @property
    def word(self) -> str:
        """What its text begins with."""
        return word_of(type(self))

    def __str__(self) -> str:
        return self.word

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        """Read from the words that follow the first; None if there are too few or too many of them."""
        return cls() if not words else None


def word_of(kind: type[Move]) -> str:
    """What the text of such a move begins with."""
    return str(kind.__struct_config__.tag)


def forms_of(kinds: Iterable[type[Move]]) -> dict[str, str]:
    """The words of these kinds of moves, with an example of each."""
    return {word_of(kind): kind.form or word_of(kind) for kind in kinds}


class Play(Move, frozen=True):
    form = "play 7H 7D"
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"play {written(self.cards)}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        return cls(tuple([Card.read(card) for card in words])) if words else None


class Take(Move, frozen=True):
    """Take the pile."""


class Swap(Move, frozen=True):
    """Lay a hand card face up and take a face-up card into the hand."""

    form = "swap 3H AS (a hand card, then a face-up card)"
    hand: Card
    up: Card

    def __str__(self) -> str:
        return f"swap {self.hand} {self.up}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        return cls(Card.read(words[0]), Card.read(words[1])) if len(words) == 2 else None


class Ready(Move, frozen=True):
    """Say that the setup is over for this seat."""


class Flip(Move, frozen=True):
    """Turn over a blind card, counted from 1 among those that are left."""

    form = "flip 2 (blind cards count from 1)"
    blind: int

    def __str__(self) -> str:
        return f"flip {self.blind}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        return cls(read_number(words[0], "a blind card")) if len(words) == 1 else None


class Peek(Move, frozen=True):
    """Look at a blind card, counted from 1 among those that are left, and leave it where it lies."""

    form = "peek 2 (blind cards count from 1)"
    blind: int

    def __str__(self) -> str:
        return f"peek {self.blind}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        return cls(read_number(words[0], "a blind card")) if len(words) == 1 else None


class Target(Move, frozen=True):
    """Name the seat that takes the pile."""

    form = "target 3 (seats count from 0)"
    seat: Seat

    def __str__(self) -> str:
        return f"target {self.seat}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        return cls(read_number(words[0], "a seat")) if len(words) == 1 else None


class Call(Move, frozen=True):
    """Name a suit."""

    form = "call hearts"
    suit: Suit

    def __str__(self) -> str:
        return f"call {self.suit}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        return cls(read_suit(words[0])) if len(words) == 1 else None


class Choose(Move, frozen=True):
    """Name a rank, or whether the next card must be higher or lower."""

    form = "choose 9, choose high or choose low"
    what: Rank | Literal["high", "low"]

    def __str__(self) -> str:
        if isinstance(self.what, str):
            return f"choose {self.what}"
        return f"choose {int(self.what) if self.what <= Rank.TEN else self.what.letter}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        return cls(_read_choice(words[0])) if len(words) == 1 else None


class Pass(Move, frozen=True):
    """Let the others go on."""


class Try(Move, frozen=True):
    """Try the top card of the stock."""


class Announce(Move, frozen=True):
    """Say that only one card will be left after the next play."""


class Bet(Move, frozen=True):
    form = "bet 10"
    amount: int

    def __str__(self) -> str:
        return f"bet {self.amount}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        return cls(read_number(words[0], "a bet")) if len(words) == 1 else None


class Pick(Move, frozen=True):
    """Choose the card in a slot, counted from 0."""

    form = "pick 4 (slots count from 0)"
    slot: int

    def __str__(self) -> str:
        return f"pick {self.slot}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Move | None:
        return cls(read_number(words[0], "a slot")) if len(words) == 1 else None


class Add(Move, frozen=True):
    """Add the difference that was won to your points."""


class Subtract(Move, frozen=True):
    """Subtract the difference that was won from your points."""


AnyMove = (
    Play
    | Take
    | Swap
    | Ready
    | Flip
    | Target
    | Call
    | Choose
    | Pass
    | Try
    | Announce
    | Bet
    | Pick
    | Add
    | Subtract
    | Peek
)
"""The kinds of moves that the games of this package know: what a move in JSON is read as."""


MOVES: Final[tuple[type[Move], ...]] = (
    *(Play, Take, Swap, Ready, Flip, Target, Call, Choose),
    *(Pass, Try, Announce, Bet, Pick, Add, Subtract, Peek),
)
"""The same kinds, as read_move tries them."""

FORMS: Final = forms_of(MOVES)


def read_move(text: str, forms: Mapping[str, str] = FORMS, kinds: tuple[type[Move], ...] = MOVES) -> Move:
    """Read the text form of a move; words in any case. `forms` holds the words of a game, with an example of each, and
    `kinds` what they are read as.

    >>> read_move("PLAY 7h 10d"), str(read_move("call ♥"))
    (Play(cards=(Card('7H'), Card('TD'))), 'call hearts')
    """
    words = text.split()
    if not words:
        raise NotationError(f"say a move: {', '.join(forms.values())}")
    word = words[0].lower()
    kind = _by_word(kinds).get(word) if word in forms else None
    move = None if kind is None else kind.from_words(words[1:])
    if move is not None:
        return move
    if word in forms:
        raise NotationError(f"{text[:40]!r} cannot be read: write it as in {forms[word]}")
    raise NotationError(f"{text[:40]!r} is not a move of this game: write it as in {', or '.join(forms.values())}")


@lru_cache(maxsize=64)
def _by_word(kinds: tuple[type[Move], ...]) -> dict[str, type[Move]]:
    return {word_of(kind): kind for kind in kinds}


def _read_choice(text: str) -> Rank | Literal["high", "low"]:
    match text.lower():
        case "high":
            return "high"
        case "low":
            return "low"
    if text.upper() in ("JOKER", "*"):
        return Rank.JOKER
    for rank in Rank:
        if rank is not Rank.JOKER and text.upper() in (
            rank.letter,
            str(int(rank)) if rank <= Rank.TEN else rank.letter,
        ):
            return rank
    raise NotationError(f"{text!r} cannot be chosen: write {Choose.form}")


def read_number(text: str, what: str) -> int:
    """A number from a text; anything else is refused, and the message says what it should be."""
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise NotationError(f"{text[:40]!r} is not {what}: write its number")


def as_choice(moves: Sequence[Move], most: int = 8) -> str:
    """What may be done, as part of a sentence. The verb is said once.

    >>> as_choice([Flip(1), Flip(2), Flip(3), Take()])
    'flip 1, 2 or 3, or take'
    >>> as_choice([Flip(1), Flip(2), Flip(3), Take()], most=2)
    'flip 1 or 2, and 2 more'
    """
    parts: list[str] = []
    for verb, group in groupby((str(move).partition(" ") for move in moves[:most]), key=itemgetter(0)):
        objects = [words for _, _, words in group]
        parts.append(f"{verb} {either(objects)}".rstrip())
    lists = any(" or " in part for part in parts[:-1])
    said = f"{', '.join(parts[:-1])}, or {parts[-1]}" if lists else either(parts)
    return f"{said}, and {len(moves) - most} more" if len(moves) > most else said


def either(words: Sequence[str]) -> str:
    """
    >>> either(["4C", "6S", "10D"])
    '4C, 6S or 10D'
    """
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else "".join(words)
