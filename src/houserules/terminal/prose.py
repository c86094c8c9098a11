"""Sentences on a canvas: broken into rows, with their cards as small pieces of paper."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

from houserules.cards import Card

from . import felt
from .canvas import Canvas, Ground, Ink
from .faces import name_of
from .look import Look
from .pieces import printable

_CODE: Final = re.compile(r"(?<![\w♣♦♥♠])(10[CDHS]|[2-9TJQKA][CDHS]|jj|JJ)[♣♦♥♠]?(?![\w♣♦♥♠])")
_NAME: Final = re.compile(r"^(\W?)((?:10|[2-9JQKA])(?:[♣♦♥♠]|[CDHS]))(?![A-Za-z0-9])(.*)$")


_IN_ASCII: Final = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "→": "->", "…": "..", "·": "-", "–": "-", "’": "'"}
)


@lru_cache(maxsize=2048)
def said(text: str, look: Look, names: tuple[str, ...] = ()) -> str:
    """A sentence that can be printed, with its cards as people read them. A player may be called AD."""

    def readable(found: re.Match[str]) -> str:
        return found[0] if found[1] in names else name_of(Card.read(found[1]), look)

    read = _CODE.sub(readable, text)
    return printable(read.translate(_IN_ASCII) if look.ascii else read, look)


@lru_cache(maxsize=2048)
def broken(text: str, width: int) -> tuple[str, ...]:
    """As many rows as it takes; a word that is too long is broken too."""
    rows, row, used = [], "", 0
    for whole in text.split():
        word = whole
        while cell_len(word) > width > 0:
            if row:
                rows.append(row)
                row, used = "", 0
            part = _beginning(word, width)
            rows.append(part)
            word = word[len(part) :]
        wide = cell_len(word)
        if row and used + 1 + wide > width:
            rows.append(row)
            row, used = word, wide
        elif word:
            row, used = (f"{row} {word}", used + 1 + wide) if row else (word, wide)
    return (*rows, row) if row else tuple(rows)


def _beginning(word: str, width: int) -> str:
    used = 0
    for place, sign in enumerate(word):
        used += cell_len(sign)
        if used > width:
            return word[: max(place, 1)]
    return word


def put_prose(
    canvas: Canvas,
    row: int,
    column: int,
    text: str,
    ink: Ink,
    names: Collection[str] = (),
    ground: Ground | None = None,
) -> None:
    """One row of text, its cards on paper."""
    for number, word in enumerate(text.split(" ")):
        if number:
            column = canvas.put(row, column, " ", ink, ground)
        found = None if word in names else _NAME.match(word)
        if found is None:
            column = canvas.put(row, column, word, ink, ground)
            continue
        card = Card.read(found[2])
        column = canvas.put(row, column, found[1], ink, ground)
        column = canvas.put(row, column, found[2], f"bold {felt.ink_of(card)}", felt.PAPER)
        column = canvas.put(row, column, found[3], ink, ground)


def last_rows(texts: Sequence[str], width: int, count: int, mark: str) -> list[tuple[str, bool]]:
    """The last rows of several sentences, each with whether it is of the last sentence. The first has a mark."""
    rows: list[tuple[str, bool]] = []
    for number in range(len(texts) - 1, -1, -1):
        lines = broken(texts[number], width - len(mark))
        newest = number == len(texts) - 1
        block = [((mark if not at else " " * len(mark)) + line, newest) for at, line in enumerate(lines)]
        rows[:0] = block
        if len(rows) >= count:
            break
    return rows[max(len(rows) - count, 0) :]


def all_rows(texts: Iterable[str], width: int) -> list[str]:
    return [row for text in texts for row in broken(text, width)]
