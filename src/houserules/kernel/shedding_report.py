"""What a move did, for the events. A playout asks for no report and does not pay for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from mypy_extensions import i64

# Why a pile burned.
BY_POWER: Final = 0
ALIKE: Final = 1


@final
class Report:
    """One move: who made it, what landed, and what followed. Cards are physical ones; -1 stands for none."""

    def __init__(self, seat: i64, zone: i64) -> None:
        self.seat = seat
        self.zone = zone  # where the cards lay that were played
        self.hand: i64 = -1  # the hand card that was swapped
        self.laid: list[int] = []  # in the order in which they landed
        self.burns: list[tuple[int, int]] = []  # each time the pile burned: how many cards had landed by then, and why
        self.turned = False  # the direction has turned
        self.along: list[int] = []  # of these, the ones that lay face up and went along with the last cards of the hand
        self.spent: i64 = -1  # the card that left the game alone
        self.forcing: list[int] = []  # the cards that left the game when the pile was taken because of them
        self.taker: i64 = -1  # the seat that took the pile,
        self.given = False  # ... because the move made it
        self.up: i64 = -1  # the face-up card that went into the hand: in a swap, or along with the pile
        self.raised: list[int] = []  # more face-up cards that went into the hand
        self.partner: i64 = -1  # the seat that cards were exchanged with
        self.took_hand = False  # whole hands were exchanged
        self.gave: list[int] = []  # the cards that went to it,
        self.got: list[int] = []  # ... and those that came from it
        self.peeked: i64 = -1  # the blind card that the seat looked at
        self.blind: i64 = -1  # the blind card that could not be played
        self.flipped: list[int] = []  # the cards of the stock that begin the pile
        self.drawn: list[int] = []
        self.tried = False  # the card that was laid, or could not be, was turned over from the stock
        self.passed = False  # the seat laid nothing and took nothing
        self.forgot = False  # the seat has one card left, and did not announce it
        self.out = False  # the seat has no cards left
        self.skipped: list[int] = []  # the seats that missed their turn, in their order
