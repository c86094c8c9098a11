"""How an evening stands, in words: letters, points or wins, who has won or lost it, who begins the next match."""

from __future__ import annotations

from collections.abc import Sequence

from houserules.core import Scoring, counted
from houserules.table import Standing

from .players import clean, listed


def heading(matches: int) -> str:
    return f"After {matches} match{'es' * (matches > 1)}"


def standing_words(one: Standing, scoring: Scoring, loser_is_called: str) -> str:
    """
    >>> standing_words(Standing("Ben", 3, 1, 2, letters="SH"), Scoring("letters"), "Shithead")
    'SH, won 1'
    >>> standing_words(Standing("Ben", 3, 1, 2), Scoring(), "Shithead")
    'won 1, twice Shithead'
    """
    won = f"won {one.wins}"
    if scoring.score == "letters":
        return f"{one.letters or 'no letter'}, {won}"
    times = {1: "once ", 2: "twice "}.get(one.lasts, f"{one.lasts} times ")
    lost = f", {times}{loser_is_called}" if loser_is_called and one.lasts else ""
    return f"{counted(one.points, 'point')}, {won}{lost}" if scoring.score == "places" else won + lost


def verdict(decided: Sequence[str], scoring: Scoring) -> str:
    """Who has lost or won the evening; "" while nobody has.

    >>> verdict(["Ben"], Scoring("letters", "OUT"))
    'Ben has the word OUT and has lost the evening. The next match begins a new one.'
    """
    if not decided:
        return ""
    names = [clean(name) for name in decided]
    have = "have" if len(names) > 1 or names == ["You"] else "has"
    if scoring.score == "letters":
        why = f"{listed(names)} {have} the word {scoring.word} and {have} lost the evening."
    else:
        why = f"{listed(names)} {have} won the evening."
    return f"{why} The next match begins a new one."


def beginning(name: str) -> str:
    """Who begins the next match; "" if the rules say so."""
    return f"{clean(name)} {'begin' if name == 'You' else 'begins'} the next match." if name else ""
