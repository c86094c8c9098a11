"""Numbers, ranks and lists as a rule sheet says them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from houserules.cards import Rank

NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def number_word(number: int) -> str:
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else f"{number:,}"


def counted(number: int, thing: str) -> str:
    return f"{number_word(number)} {thing}{'' if number == 1 else 's'}"


def span(low: int, high: int) -> str:
    if low == high:
        return number_word(low)
    return f"{number_word(low)} {'or' if high == low + 1 else 'to'} {number_word(high)}"


def joined(words: Sequence[str], last: Literal["and", "or"]) -> str:
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def rank_list(ranks: Iterable[Rank], last: Literal["and", "or"], articles: bool = False) -> str:
    """3, 8 or Jack; with articles: a 3, an 8 or a Jack."""
    words = [str(rank) for rank in ranks]
    if articles:
        words = [f"{'an' if word in ('8', 'Ace') else 'a'} {word}" for word in words]
    return joined(words, last)
