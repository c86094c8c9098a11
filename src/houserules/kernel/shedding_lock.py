"""The suit lock: two plays one after the other of the same suits, and only these may follow, where a house has that."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import shifted, size
from .shedding_layout import Layout
from .tables import FOUR, JOKERS

if TYPE_CHECKING:
    from mypy_extensions import i64

# What the table keeps in mind is one number. From its lowest bits: the suits of the lock (4 bits, none without a
# lock), those of the play before (5 bits, the highest says that it had a Joker), those of the latest play (the same);
# then how many cards of each suit, and how many Jokers, lie on the pile (a byte each): what was added to them is the
# latest play.
BEFORE: Final = 4
LATEST: Final = 9
COUNTS: Final = 14
PLAY: Final = 31
JOKER: Final = 16
SUIT: Final = 0x11111111111111 & ~JOKERS  # the clubs of all ranks


class Lock(Layout):
    """Which suits may be laid."""

    __slots__ = ()

    def note_suits(self) -> None:
        """Cards have landed: the latest play has their suits, too."""
        latest = self.suits >> LATEST & PLAY
        before = self.suits >> COUNTS
        counts: i64 = 0
        for plane in range(self.decks):
            pile = self.cards[self.pile_at + plane]
            for suit in range(4):
                counts += shifted(ranks_in(pile >> suit & SUIT), 8 * suit)
            counts += shifted(size(pile & JOKERS), 32)
        if counts == before:
            return
        for suit in range(5):
            if counts >> 8 * suit & 255 > before >> 8 * suit & 255:
                latest |= shifted(1, suit)
        self.suits = counts << COUNTS | latest << LATEST | (self.suits & (1 << LATEST) - 1)

    def next_play(self) -> None:
        """Another play begins: what locked the pile stays."""
        latest = self.suits >> LATEST & PLAY
        counts = self.suits >> COUNTS
        self.suits = counts << COUNTS | latest << BEFORE | self.locked()

    def forget_suits(self) -> None:
        """What lies there was no play."""
        self.suits = self.suits >> COUNTS << COUNTS

    def locked(self) -> i64:
        """The suits to which the pile is locked, a bit each; 0 if it is not."""
        return self.locked_by(self.suits >> LATEST & PLAY)

    def locked_by(self, latest: i64) -> i64:
        """The same if the latest play had these suits."""
        locked: i64 = self.suits & FOUR
        if locked == 0 and latest and latest & JOKER == 0 and latest == self.suits >> BEFORE & PLAY:
            return latest
        return locked

    def locked_after(self, kinds: i64) -> i64:
        """The suits to which the pile would be locked after a play of some kinds."""
        suits: i64 = JOKER if kinds & JOKERS else 0
        for suit in range(4):
            if kinds & shifted(SUIT, suit):
                suits |= shifted(1, suit)
        locked = self.locked()
        if locked == 0 and suits & JOKER == 0 and suits == self.suits >> LATEST & PLAY:
            return suits
        return locked


def ranks_in(bits: i64) -> i64:
    """How many ranks have their lowest bit in a set without any others: added up by multiplying."""
    return ((bits & 0x1111111) * 0x1111111 >> 24 & 15) + ((bits >> 28) * 0x1111111 >> 24 & 15)
