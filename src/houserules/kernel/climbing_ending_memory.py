"""What is known about the positions of an ending of Heart of Five, so that the search visits none twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import packed

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

ENTRY: Final = 8  # words: the six of both hands, what is known of them, and one to spare
KNOWN: Final = 6
LARGEST: Final = 1 << 16  # entries
ROOM: Final = packed([0] * (1 << 13))
"""To be sliced."""


@final
class Memory:
    """Kept by both hands and the kind of the last meld: the strengths below which the player to act wins and from which
    it loses, because a stronger meld never leaves it more."""

    __slots__ = ("entries", "filled", "table")

    def __init__(self) -> None:
        self.table: vec[i64] = ROOM[: 1 << 11]
        self.entries: i64 = (1 << 11) // ENTRY
        self.filled: i64 = 0

    def find(self, hand: i64, flush: i64, twins: i64, other: i64, other_flush: i64, other_twins: i64, kind: i64) -> i64:
        """The place of the entry, or the place where it would go."""
        table = self.table
        mixed = (hand ^ hand >> 29) * 0x2545F491 + (other ^ other >> 27) * 0x9E3779B1 + kind * 0x85EBCA77
        if flush | other_flush:
            mixed += (flush ^ flush >> 29) * 0xC2B2AE35 + (other_flush ^ other_flush >> 31) * 0x27D4EB2F
        mixed ^= mixed >> 17
        slot = mixed >> 7 & self.entries - 1
        for _ in range(8):
            at = slot * ENTRY
            known = table[at + KNOWN]
            if known == 0 or (
                table[at] == hand
                and table[at + 1] == other
                and known >> 20 == kind + 1
                and table[at + 2] == flush
                and table[at + 3] == other_flush
                and table[at + 4] == twins
                and table[at + 5] == other_twins
            ):
                return at
            slot = slot + 1 & self.entries - 1
        # The neighbourhood is full: the first entry makes room.
        at = (mixed >> 7 & self.entries - 1) * ENTRY
        table[at + KNOWN] = 0
        self.filled -= 1
        return at

    def known(
        self, hand: i64, flush: i64, twins: i64, other: i64, other_flush: i64, other_twins: i64, kind: i64
    ) -> i64:
        """0 if nothing is known, else the strengths: `strength < known >> 10 & 1023` wins, `>= known & 1023` loses."""
        return self.table[self.find(hand, flush, twins, other, other_flush, other_twins, kind) + KNOWN]

    def learn(
        self, hand: i64, flush: i64, twins: i64, other: i64, other_flush: i64, other_twins: i64, last: i64, won: bool
    ) -> None:
        if self.filled * 2 > self.entries and self.entries < LARGEST:
            self.enlarge()
        kind, strength = last >> 8, last & 255
        at = self.find(hand, flush, twins, other, other_flush, other_twins, kind)
        table = self.table
        known = table[at + KNOWN]
        if known == 0:
            self.filled += 1
            table[at] = hand
            table[at + 1] = other
            table[at + 2] = flush
            table[at + 3] = other_flush
            table[at + 4] = twins
            table[at + 5] = other_twins
            known = 1023
        below, beyond = known >> 10 & 1023, known & 1023
        if won:
            below = max(below, strength + 1)
        else:
            beyond = min(beyond, strength)
        table[at + KNOWN] = kind + 1 << 20 | below << 10 | beyond

    def enlarge(self) -> None:
        old, length = self.table, self.entries * ENTRY
        self.entries *= 2
        self.filled = 0
        self.table = ROOM[: 2 * length] if 2 * length <= len(ROOM) else packed([0] * (2 * length))
        for at in range(0, length, ENTRY):
            known = old[at + KNOWN]
            if known:
                kind = (known >> 20) - 1
                to = self.find(old[at], old[at + 2], old[at + 4], old[at + 1], old[at + 3], old[at + 5], kind)
                for word in range(KNOWN + 1):
                    self.table[to + word] = old[at + word]
                self.filled += 1
