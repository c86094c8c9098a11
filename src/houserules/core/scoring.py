"""Scoring: how the matches of an evening are counted. It is no part of the rules of a match."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

USUAL_WORD: Final = "SHITHEAD"
NEXT_WORDS: Final = {
    "rules": "",
    "loser": "Whoever came last begins the next match.",
    "winner": "Whoever won begins the next match.",
    "after-loser": "The player after the one who came last begins the next match.",
}


class Scoring(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a match is worth, and when an evening is over."""

    score: Literal["none", "letters", "places"] = "none"
    """Only wins are counted; whoever comes last gets a letter of a word; or places give points."""
    word: str = USUAL_WORD
    points: Literal["beaten", "winner"] = "beaten"
    """For places: a point for each player who is placed worse, or one point for the winner."""
    until: int = 0
    """For places: whoever has this number of points wins the evening; 0: nobody does."""
    next: Literal["rules", "loser", "winner", "after-loser"] = "rules"
    """Who begins the next match of an evening: as the rules of a match say, or by how the match before ended."""

    tribute: int = 0
    """How many of the best cards of the next deal whoever came last gives to whoever won, for as many of the lowest."""

    @property
    def words(self) -> str:
        """In plain words; empty if only wins are counted, and nothing follows for the next match."""
        return " ".join(filter(None, (self._counting, NEXT_WORDS[self.next], self._giving)))

    @property
    def _giving(self) -> str:
        if not self.tribute:
            return ""
        best, lowest = ("card", "card") if self.tribute == 1 else (f"{self.tribute} cards",) * 2
        return (
            f"As soon as the next match is dealt, whoever came last gives the best {best} of the hand to whoever won,"
            f" and gets the winner's lowest {lowest} for it. Cards that go on anything are the best, then the highest."
            " Everybody sees what changes hands."
        )

    @property
    def _counting(self) -> str:
        match self.score:
            case "letters":
                return (
                    f"Whoever comes last gets a letter of {self.word}. The evening is over when somebody has the word."
                )
            case "places":
                worth = (
                    "A match gives a point for each player who is placed worse."
                    if self.points == "beaten"
                    else "The winner of a match gets a point."
                )
                end = f" The evening is over when somebody has {self.until:,} points." if self.until else ""
                return worth + end
        return ""
