"""Moves: what a seat says, imperative; as text, and as a value that travels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from houserules.cards import Card, Rank, Suit, read_suit, written
from houserules.errors import NotationError

from .seats import Seat


class Move(msgspec.Struct, frozen=True, gc=False, tag=str.lower, tag_field="move"):
    """What a seat says. `str(move)` is its text, the same in the terminal, in records and in the engine protocol.
    As JSON it is an object that says its word as `move`."""

    @property
    def word(self) -> str:
        """What its text begins with."""
        return str(self.__struct_config__.tag)

    def __str__(self) -> str:
        return self.word


class Play(Move, frozen=True):
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"play {written(self.cards)}"


class Take(Move, frozen=True):
    """Take the pile."""


class Swap(Move, frozen=True):
    """Lay a hand card face up and take a face-up card into the hand."""

    hand: Card
    up: Card

    def __str__(self) -> str:
        return f"swap {self.hand} {self.up}"


class Ready(Move, frozen=True):
    """Say that the setup is over for this seat."""


class Flip(Move, frozen=True):
    """Turn over a blind card, counted from 1 among those that are left."""

    blind: int

    def __str__(self) -> str:
        return f"flip {self.blind}"


class Target(Move, frozen=True):
    """Name the seat that takes the pile."""

    seat: Seat

    def __str__(self) -> str:
        return f"target {self.seat}"


class Call(Move, frozen=True):
    """Name a suit."""

    suit: Suit

    def __str__(self) -> str:
        return f"call {self.suit}"


class Choose(Move, frozen=True):
    """Name the rank that a wild card stands for, or whether the next card must be higher or lower."""

    what: Rank | Literal["high", "low"]

    def __str__(self) -> str:
        if isinstance(self.what, str):
            return f"choose {self.what}"
        return f"choose {int(self.what) if self.what <= Rank.TEN else self.what.letter}"


class Pass(Move, frozen=True):
    """Let the others go on."""


class Bet(Move, frozen=True):
    amount: int

    def __str__(self) -> str:
        return f"bet {self.amount}"


class Pick(Move, frozen=True):
    """Choose the card in a slot, counted from 0."""

    slot: int

    def __str__(self) -> str:
        return f"pick {self.slot}"


class Add(Move, frozen=True):
    """Add what was won to one's points."""


class Subtract(Move, frozen=True):
    """Take what was won off one's points."""


AnyMove = Play | Take | Swap | Ready | Flip | Target | Call | Choose | Pass | Bet | Pick | Add | Subtract
"""The kinds of moves that the games of this package know: what a move in JSON is read as."""


FORMS: dict[str, str] = {
    "play": "play 7H 7D",
    "take": "take",
    "swap": "swap 3H AS (a hand card, then a face-up card)",
    "ready": "ready",
    "flip": "flip 2 (blind cards count from 1)",
    "target": "target 3 (seats count from 0)",
    "call": "call hearts",
    "choose": "choose 9, choose high or choose low",
    "pass": "pass",
    "bet": "bet 10",
    "pick": "pick 4 (slots count from 0)",
    "add": "add",
    "subtract": "subtract",
}


def read_move(text: str, of: Mapping[str, str] = FORMS) -> Move:
    """Read the text form of a move; words in any case. `of` holds the words of a game, with an example of each.

    >>> read_move("PLAY 7h 10d"), str(read_move("call ♥"))
    (Play(cards=(Card('7H'), Card('TD'))), 'call hearts')
    """
    words = text.split()
    if not words:
        raise NotationError(f"say a move: {', '.join(of.values())}")
    word, rest = words[0].lower(), words[1:]
    match word if word in of else "", rest:
        case "play", [_, *_]:
            return Play(tuple(Card.read(card) for card in rest))
        case "take", []:
            return Take()
        case "swap", [hand, up]:
            return Swap(Card.read(hand), Card.read(up))
        case "ready", []:
            return Ready()
        case "flip", [number]:
            return Flip(_read_number(number, "a blind card"))
        case "target", [number]:
            return Target(_read_number(number, "a seat"))
        case "call", [suit]:
            return Call(read_suit(suit))
        case "choose", [what]:
            return Choose(_read_choice(what))
        case "pass", []:
            return Pass()
        case "bet", [number]:
            return Bet(_read_number(number, "a bet"))
        case "pick", [number]:
            return Pick(_read_number(number, "a slot"))
        case "add", []:
            return Add()
        case "subtract", []:
            return Subtract()
    if word in of:
        raise NotationError(f"{text[:40]!r} cannot be read: write it as in {of[word]}")
    raise NotationError(f"{text[:40]!r} is no move here: write it as in {', or '.join(of.values())}")


def _read_choice(text: str) -> Rank | Literal["high", "low"]:
    match text.lower():
        case "high":
            return "high"
        case "low":
            return "low"
    for rank in Rank:
        if rank is not Rank.JOKER and text.upper() in (
            rank.letter,
            str(int(rank)) if rank <= Rank.TEN else rank.letter,
        ):
            return rank
    raise NotationError(f"{text!r} cannot be chosen: write {FORMS['choose']}")


def _read_number(text: str, what: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise NotationError(f"{text[:40]!r} is not {what}: write its number")
