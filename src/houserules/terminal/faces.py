"""Cards on a canvas: faces of paper, backs, ash and empty places, in sizes from three cells to eleven by eight."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

import msgspec

from houserules.cards import Card, Rank, Suit

from . import felt
from .canvas import Canvas
from .look import Look


class Size(msgspec.Struct, frozen=True):
    """Of a card, in cells. A cell is about twice as high as it is wide."""

    width: int
    height: int
    strip: int
    """Columns that stay visible when another card lies on it: enough for rank and suit."""


CHIP: Final = Size(3, 1, 3)
SMALL: Final = Size(5, 3, 3)
MIDDLE: Final = Size(7, 5, 4)
LARGE: Final = Size(9, 7, 5)
HUGE: Final = Size(11, 8, 6)
SIZES: Final = (HUGE, LARGE, MIDDLE, SMALL, CHIP)

State = Literal["plain", "may", "lifted", "wont"]
"""It lies there; it can be chosen; it is chosen; it will not do."""

_PIPS: Final[dict[int, tuple[tuple[float, ...], tuple[float, ...]]]] = {
    2: ((), (0, 1)),
    3: ((), (0, 0.5, 1)),
    4: ((0, 1), ()),
    5: ((0, 1), (0.5,)),
    6: ((0, 0.5, 1), ()),
    7: ((0, 0.5, 1), (0.25,)),
    8: ((0, 0.5, 1), (0.25, 0.75)),
    9: ((0, 0.34, 0.66, 1), (0.5,)),
    10: ((0, 0.34, 0.66, 1), (0.2, 0.8)),
}
"""How high the pips stand: those of both sides, and those in the middle."""
_ACES: Final = {
    Suit.HEARTS: ("▄█▄█▄", "▀███▀", "  ▀  "),
    Suit.DIAMONDS: ("  ▄  ", "▄███▄", " ▀█▀ "),
    Suit.SPADES: (" ▄█▄ ", "█████", " ▄█▄ "),
    Suit.CLUBS: (" ▄█▄ ", "██▀██", " ▄█▄ "),
}


def rank_of(card: Card) -> str:
    """As it stands in the corner. A Joker has room for its first letters only where its card is narrow."""
    return "Jo" if card.suit is None else "10" if card.rank is Rank.TEN else card.rank.letter


def suit_of(card: Card, look: Look) -> str:
    """A shape, or a letter in ASCII. The Jokers differ where one is stronger: the big one has the full star."""
    if card.suit is None:
        small = card.text == "jj"
        return ("o" if small else "*") if look.ascii else ("☆" if small else "★")
    return card.suit.letter if look.ascii else card.suit.symbol


def name_of(card: Card, look: Look) -> str:
    """A card in a line of text: 10♥, Joker."""
    return "Joker" if card.suit is None else rank_of(card) + suit_of(card, look)


@lru_cache(maxsize=4096)
def face(card: Card, size: Size, look: Look) -> tuple[str, ...]:
    """What is printed on the card, row by row."""
    rank, suit = rank_of(card), suit_of(card, look)
    if size is CHIP:
        return (f"{rank}{suit}".ljust(3),)
    width, height = size.width, size.height
    rows = [[" "] * width for _ in range(height)]
    if card.suit is None:
        _joker(rows, size, suit)
        return tuple(["".join(row) for row in rows])
    if size is SMALL:
        _write(rows, 0, 1, rank)
        _write(rows, 1, 1, suit)
        _write(rows, 2, width - 1 - len(rank), rank)
        return tuple(["".join(row) for row in rows])
    if size is MIDDLE:
        rows[height // 2][width // 2] = suit
    else:
        _large(rows, card, size, suit, look)
    _write(rows, 0, 1, rank + suit)
    _write(rows, height - 1, width - 2 - len(rank), rank + suit)
    return tuple(["".join(row) for row in rows])


def _write(rows: list[list[str]], row: int, column: int, text: str) -> None:
    rows[row][column : column + len(text)] = list(text)


def _joker(rows: list[list[str]], size: Size, star: str) -> None:
    """Its name stands in full: across a small card, down the side of a larger one."""
    if size is SMALL:
        _write(rows, 0, 0, "Joker")
        rows[1][1] = star
        return
    for row, sign in enumerate("Joker"):
        rows[row][1] = sign
    rows[size.height // 2][size.width // 2 + 1] = star


def _large(rows: list[list[str]], card: Card, size: Size, suit: str, look: Look) -> None:
    assert card.suit is not None
    middle = size.width // 2
    if card.rank is Rank.ACE and not look.ascii:
        for row, text in enumerate(_ACES[card.suit], (size.height - 3) // 2):
            _write(rows, row, middle - 2, text)
    elif card.rank is Rank.ACE:
        rows[size.height // 2][middle] = suit
    elif card.rank > Rank.TEN:
        court = ("+---+", f"| {suit} |", f"| {card.rank.letter} |", "+---+")
        if not look.ascii:
            court = ("▛▀▀▀▜", f"▌ {suit} ▐", f"▌ {card.rank.letter} ▐", "▙▄▄▄▟")
        for row, text in enumerate(court, (size.height - 4) // 2 + size.height % 2):
            _write(rows, row, middle - 2, text)
    else:
        sides, inner = _PIPS[card.rank]
        apart = 2
        for columns, heights in (((middle - apart, middle + apart), sides), ((middle,), inner)):
            for high in heights:
                for column in columns:
                    rows[1 + round(high * (size.height - 3))][column] = suit


_RINGS: Final = {  # the upper corners with the line between them, the side, the lower corners
    (False, False): "╭─╮│╰╯",
    (False, True): "┏━┓┃┗┛",
    (True, False): "+-+|++",
    (True, True): "*=*!**",
}


def ringed(rows: tuple[str, ...], look: Look, strong: bool) -> tuple[str, ...]:
    """The same with a line round it, wherever nothing is printed on the edge."""
    ring = _RINGS[look.ascii, strong]
    top = _edge(rows[0], ring[0], ring[1], ring[2])
    bottom = _edge(rows[-1], ring[4], ring[1], ring[5])
    inner = [_edge(row, ring[3], " ", ring[3]) for row in rows[1:-1]]
    return (top, *inner, bottom) if len(rows) > 1 else rows


def _edge(row: str, left: str, line: str, right: str) -> str:
    first = left if row[0] == " " else row[0]
    last = right if row[-1] == " " else row[-1]
    return first + row[1:-1].replace(" ", line) + last


def tick(look: Look) -> str:
    return "v" if look.ascii else "✓"


def draw_card(
    canvas: Canvas,
    row: int,
    column: int,
    card: Card,
    size: Size,
    state: State = "plain",
    *,
    cursor: bool = False,
    lies_on: bool = False,
    beside: bool = False,
) -> None:
    """A face. `lies_on`: another card is under its left edge; `beside`: in another tint than its neighbour."""
    look = canvas.look
    rows = face(card, size, look)
    papers = (felt.SHADED, felt.SHADED_BESIDE) if state == "wont" else (felt.PAPER, felt.PAPER_BESIDE)
    ink = f"{'' if state == 'wont' else 'bold '}{felt.ink_of(card)}"
    if state == "wont" and not look.color:
        ink = "dim"
    _paint(canvas, row, column, rows, ink, papers[beside], cursor=cursor, lies_on=lies_on)
    if state == "lifted" and size is not CHIP:
        # Where it can be seen under the next card, and beside the letters of a Joker.
        canvas.put(row + 2, column + (1 if size is SMALL else 2), tick(look), f"bold {felt.ON_BRASS}", felt.BRASS)


def _paint(
    canvas: Canvas, row: int, column: int, rows: tuple[str, ...], ink: str, ground: str, *, cursor: bool, lies_on: bool
) -> None:
    look = canvas.look
    if cursor or not look.color:
        rows = ringed(rows, look, cursor)
    for line, text in enumerate(rows):
        canvas.put(row + line, column, text, ink, ground)
    if cursor and len(rows) > 1:
        _color_ring(canvas, row, column, rows)
    elif cursor:
        canvas.shade(row, column, 1, len(rows[0]), felt.BRASS)
    elif lies_on and look.color and len(rows) > 1:
        edge = "|" if look.ascii else "▏"
        for line in range(len(rows)):
            if rows[line][0] == " ":
                canvas.put(row + line, column, edge, felt.EDGE, ground)


def _color_ring(canvas: Canvas, row: int, column: int, rows: tuple[str, ...]) -> None:
    """The line round the card under the cursor lies on brass."""
    width, last = len(rows[0]), len(rows) - 1
    for line, text in enumerate(rows):
        canvas.shade(row + line, column, 1, width if line in (0, last) else 1, felt.BRASS)
        canvas.shade(row + line, column + width - 1, 1, 1, felt.BRASS)
        for place, sign in enumerate(text):
            if sign in "┏━┓┃┗┛*=!" and (line in (0, last) or place in (0, width - 1)):
                canvas.put(row + line, column + place, sign, f"bold {felt.ON_BRASS}")


def draw_back(
    canvas: Canvas,
    row: int,
    column: int,
    size: Size,
    label: str = "",
    state: State = "plain",
    *,
    cursor: bool = False,
    lies_on: bool = False,
    colors: tuple[str, str] = felt.RED_BACKS,
) -> None:
    """A back, with a number on it if it can be chosen."""
    look = canvas.look
    ground, ink = colors
    sign = "#" if look.ascii else "░"
    if size is CHIP:
        rows: tuple[str, ...] = (sign * 3,)
    else:
        inner = " " + sign * (size.width - 2) + " "
        rows = (" " * size.width, *[inner] * (size.height - 2), " " * size.width)
        if look.color:
            rows = (sign * size.width,) * size.height if not cursor else rows
    _paint(canvas, row, column, rows, ink, ground, cursor=cursor, lies_on=lies_on)
    if label:
        text = label if size is CHIP else f" {label} "
        canvas.words(row + size.height // 2, column, size.width, text, f"bold {felt.PAPER}", ground)
    if state == "lifted" and size is not CHIP:
        canvas.put(row, column + 1, tick(look), f"bold {felt.ON_BRASS}", felt.BRASS)


def draw_peek(canvas: Canvas, row: int, column: int, size: Size, color: str = felt.RED_BACKS[0]) -> None:
    """The upper edge of a blind card that lies under a face-up one, in the row above that."""
    look = canvas.look
    if look.color:
        canvas.put(row, column, ("=" if look.ascii else "▄") * size.width, color)
    else:
        ring = _RINGS[look.ascii, False]
        canvas.put(row, column, ring[0] + ring[1] * (size.width - 2) + ring[2])


def draw_empty(canvas: Canvas, row: int, column: int, size: Size, ink: str) -> None:
    """A place where a card might lie."""
    if size is CHIP:
        canvas.put(row, column, " . " if canvas.look.ascii else " · ", ink)
        return
    wide = size.width - 2
    if canvas.look.ascii:
        lines = [". " * (size.width // 2) + ".", *["." + " " * wide + "."] * (size.height - 2)]
        lines.append(lines[0])
    else:
        lines = ["╭" + "╌" * wide + "╮", *["┆" + " " * wide + "┆"] * (size.height - 2), "╰" + "╌" * wide + "╯"]
    for line, text in enumerate(lines):
        canvas.put(row + line, column, text[: size.width], ink)
