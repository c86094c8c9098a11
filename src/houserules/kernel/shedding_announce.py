"""The last card: in some houses a seat has to announce it before the play that leaves it only one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bits import lowest, shifted, size
from .shedding_layout import BLIND
from .shedding_picking import ANNOUNCE
from .shedding_plays import Plays

if TYPE_CHECKING:
    from mypy_extensions import i64


class Announcing(Plays):
    """Who may announce the last card, and who has."""

    __slots__ = ()

    def is_announcement(self, move: i64) -> bool:
        """With many blind cards the number means one of these."""
        if move != ANNOUNCE or not self.tables.penalty:
            return False
        return self.zone != BLIND or self.blinds(self.turn) <= 2

    def has_announced(self) -> bool:
        """For its next play? A play is known by its number and its seat."""
        return self.announced_at == self.of_play(self.plays + 1)

    def of_play(self, plays: i64) -> i64:
        return plays << 4 | self.turn + 1

    def announce(self) -> None:
        self.announced_at = self.of_play(self.plays + 1)

    def need_not_announce(self) -> None:
        """The play that has just begun is not one before which its seat could say anything."""
        self.announced_at = self.of_play(self.plays)

    def forgot_to_announce(self) -> bool:
        """Has the play that is at its end left the seat one card, without a word about it?"""
        return self.announced_at != self.of_play(self.plays) and self.left(self.turn) == 1

    def may_announce(self, moves: i64) -> bool:
        """Could a play leave the seat at most one card, and would nothing be drawn? `moves` are those of the first
        page."""
        if self.zone != BLIND and self.cards[self.blind_at + self.turn] >> 8:
            return False  # at least two blind cards stay
        if self.has_announced() or not self.draws_nothing():
            return False
        left = self.left(self.turn)
        if left < 2:
            return False
        if self.zone == BLIND:
            return left == 2 and moves != 0
        if left > 1 + self.held(self.up_at * self.zone, self.turn) and not self.tables.across:
            return False
        for page in range(self.pages()):
            plays = self.legal(page) if page else moves
            while plays:
                self.choose(page << 6 | lowest(plays))
                plays &= plays - 1
                count: i64 = 0
                for plane in range(self.decks):
                    count += size(self.cards[self.laid_at + plane])
                self.unpick()
                if count >= left - 1:
                    return True
        return False

    def announcement(self, moves: i64) -> i64:
        """The bit of announcing the last card, if that may be done."""
        return shifted(1, ANNOUNCE) if self.may_announce(moves) else 0
