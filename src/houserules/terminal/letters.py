"""Block letters for the words that matter most: five dots high, in three rows of half blocks or in five of blocks."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

_DRAWN: Final = """
A .#. #.# ### #.# #.#
B ##. #.# ##. #.# ##.
C .## #.. #.. #.. .##
D ##. #.# #.# #.# ##.
E ### #.. ##. #.. ###
F ### #.. ##. #.. #..
G .## #.. #.# #.# .##
H #.# #.# ### #.# #.#
I ### .#. .#. .#. ###
J ..# ..# ..# #.# .#.
K #.# #.# ##. #.# #.#
L #.. #.. #.. #.. ###
M #...# ##.## #.#.# #...# #...#
N #..# ##.# #.## #..# #..#
O .#. #.# #.# #.# .#.
P ##. #.# ##. #.. #..
Q .##. #..# #..# #.#. .#.#
R ##. #.# ##. #.# #.#
S .## #.. .#. ..# ##.
T ### .#. .#. .#. .#.
U #.# #.# #.# #.# ###
V #.# #.# #.# #.# .#.
W #...# #...# #.#.# ##.## #...#
X #.# #.# .#. #.# #.#
Y #.# #.# .#. .#. .#.
Z ### ..# .#. #.. ###
0 ### #.# #.# #.# ###
1 .#. ##. .#. .#. ###
2 ### ..# ### #.. ###
3 ### ..# .## ..# ###
4 #.# #.# ### ..# ..#
5 ### #.. ### ..# ###
6 ### #.. ### #.# ###
7 ### ..# ..# .#. .#.
8 ### #.# ### #.# ###
9 ### #.# ### ..# ###
! # # # . #
, . . . # #
. . . . . #
- ... ... ### ... ...
+ ... .#. ### .#. ...
: . # . # .
' # # . . .
"""
LETTERS: Final = {line[0]: tuple(line[2:].split()) for line in _DRAWN.strip().splitlines()}
DOTS: Final = 5


class Lettering(msgspec.Struct, frozen=True):
    """How large letters are: rows of a line, and the columns of a dot."""

    height: int
    columns: int


HALF_BLOCKS: Final = Lettering(3, 1)
BLOCKS: Final = Lettering(5, 2)


def can_be_drawn(text: str) -> bool:
    return all(sign in LETTERS or sign == " " for sign in text.upper())


def width_of(text: str, lettering: Lettering) -> int:
    """The columns that a line of block letters takes."""
    dots = sum(2 if sign == " " else len(LETTERS[sign][0]) + 1 for sign in text.upper())
    return (dots - 1) * lettering.columns if text else 0


@lru_cache(maxsize=512)
def lines_of(text: str, lettering: Lettering, ascii_only: bool) -> tuple[str, ...]:
    """One line of text in block letters, as rows of signs. In ASCII every dot is a `#`: letters are five rows high."""
    dots = [""] * DOTS
    for place, sign in enumerate(text.upper()):
        drawn = (".",) * DOTS if sign == " " else LETTERS[sign]
        for row in range(DOTS):
            dots[row] += ("." if place else "") + drawn[row]
    if lettering is BLOCKS or ascii_only:
        block = ("#" if ascii_only else "█") * lettering.columns
        blank = " " * lettering.columns
        return tuple(["".join(block if dot == "#" else blank for dot in line) for line in dots])
    dots.append("." * len(dots[0]))
    pairs = [zip(dots[row], dots[row + 1], strict=True) for row in range(0, DOTS + 1, 2)]
    return tuple(["".join(_HALVES[pair] for pair in line) for line in pairs])


_HALVES: Final = {(".", "."): " ", ("#", "."): "▀", (".", "#"): "▄", ("#", "#"): "█"}


def fitting(text: str, width: int, height: int, ascii_only: bool) -> tuple[str, ...]:
    """The largest block letters in which a text fits: in one line or broken between words; () if none does."""
    if not text or not can_be_drawn(text):
        return ()
    for lettering, lines in ((BLOCKS, [text]), (HALF_BLOCKS, [text]), (HALF_BLOCKS, _in_two(text))):
        # ASCII has no half blocks: its small letters are as high as the large ones.
        high = DOTS if ascii_only else lettering.height
        if lettering is BLOCKS and width_of(text, BLOCKS) > width * 3 // 4:
            continue  # it would shout
        if len(lines) * (high + 1) - 1 <= height and all(width_of(line, lettering) <= width for line in lines):
            rows: list[str] = []
            for line in lines:
                rows += ([""] if rows else []) + list(lines_of(line, lettering, ascii_only))
            return tuple(rows)
    return ()


def _in_two(text: str) -> list[str]:
    """The text broken between two words, so that the longer line is as short as possible."""
    words = text.split()
    splits = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    return min(splits, key=lambda lines: max(width_of(line, HALF_BLOCKS) for line in lines)) if splits else [text]
