"""Cards as boxes or as short text: told apart by letter and by shape, in four colours, or in plain ASCII.

>>> look = Look()
>>> print(short(Card.read("TH"), look), short(Card.read("TH"), Look(ascii=True)), short(Card.read("jj"), look))
10H♥ 10H jj
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from rich.text import Text

from houserules.cards import BIG_JOKER, Card, Suit

from .look import Look, Order

# Of middle brightness, so that they can be read on a dark and on a light ground. Colour is never the only mark.
SUIT_STYLE: Final = {
    Suit.CLUBS: "color(35)",
    Suit.DIAMONDS: "color(33)",
    Suit.HEARTS: "color(197)",
    Suit.SPADES: "bold default",
}
JOKER_STYLE: Final = "color(170)"
EDGE: Final = "color(244)"

HEIGHT: Final = 4
"""Rows of a box."""
WIDTH: Final = 5
STRIP: Final = 3
"""Columns of a box that show when the next one lies on it: enough for rank, letter and shape."""

_CARD: Final = re.compile(r"(?<![\w/.\\-])([2-9TJQKA][CDHS]|jj|JJ)(?![\w/\\-])")
"""A card in notation, but not as a part of a path."""

Group = tuple[Card, ...]
"""Cards that lie together: of one rank, or of one suit."""


def style(card: Card) -> str:
    return JOKER_STYLE if card.suit is None else SUIT_STYLE[card.suit]


def rank(card: Card) -> str:
    """As it stands in the corner: 7, 10, K, Jok; the big Joker has large letters."""
    if card.suit is None:
        return "JOK" if card is BIG_JOKER else "Jok"
    return "10" if card.rank == 10 else card.rank.letter


def suit(card: Card, look: Look) -> str:
    """The shape, or the letter where there is no Unicode; a Joker has a star."""
    if card.suit is None:
        return "*" if look.ascii else "★"
    return card.suit.letter if look.ascii else card.suit.symbol


def named(card: Card, look: Look) -> str:
    """As people read it: 7♥, 10♠, Joker; 7H and 10S without Unicode."""
    if card.suit is None:
        return "big Joker" if card is BIG_JOKER else "Joker"
    return rank(card) + suit(card, look)


def short(card: Card, look: Look) -> Text:
    """A card in one line."""
    return Text(named(card, look), style(card))


def in_a_row(cards: Sequence[Card], look: Look) -> Text:
    return Text(" ").join(short(card, look) for card in cards)


def with_cards(text: str, look: Look, names: Collection[str] = ()) -> Text:
    """A sentence with its cards drawn as short text. A player may be called AD; that is not drawn as a card."""
    drawn = Text()
    for piece in _CARD.split(text):
        is_card = _CARD.fullmatch(piece) and piece not in names
        drawn.append_text(short(Card.read(piece), look) if is_card else Text(piece))
    return drawn


def readable(line: str, look: Look, names: Collection[str] = ()) -> str:
    """The same as plain text."""
    return with_cards(line, look, names).plain


# -- A hand, sorted and grouped --------------------------------------------------------------------------------------


def grouped(cards: Sequence[Card], order: Order) -> list[Group]:
    """A hand that comes from weak to strong: equal ranks together, or sorted by suit with the Jokers at the end."""
    if order == "rank":
        return [tuple(group) for _, group in groupby(cards, lambda card: card.rank)]
    by_suit = sorted(cards, key=lambda card: len(Suit) if card.suit is None else card.suit.number)
    return [tuple(group) for _, group in groupby(by_suit, lambda card: card.suit)]


def in_order(cards: Sequence[Card], order: Order) -> Group:
    """A hand in one line, sorted as the player likes it."""
    return tuple([card for group in grouped(cards, order) for card in group])


def listed(groups: Sequence[Group], look: Look, width: int) -> list[Text]:
    """As short text, groups a little apart, on as many lines as it takes."""
    lines = [Text()]
    for group in groups:
        for card in group:
            gap = 0 if not lines[-1] else 2 if card is group[0] else 1
            drawn = short(card, look)
            if lines[-1].cell_len + gap + drawn.cell_len > width:
                lines.append(Text())
                gap = 0
            lines[-1].append(" " * gap).append_text(drawn)
    return lines


def packed(cards: Sequence[Card], look: Look, width: int) -> list[Text]:
    """As little text as possible, for a hundred cards: each rank once, with its suits; a star for each Joker."""
    lines = [Text()]
    for _, group in groupby(cards, lambda card: card if card.suit is None else card.rank):
        these = tuple(group)
        drawn = Text.assemble((rank(these[0]), "bold"), ":")
        for card in these:
            drawn.append(suit(card, look), style(card))
        if lines[-1] and lines[-1].cell_len + 1 + drawn.cell_len > width:
            lines.append(Text())
        lines[-1].append(" " * bool(lines[-1])).append_text(drawn)
    return lines


# -- Boxes -----------------------------------------------------------------------------------------------------------


def fans(groups: Sequence[Group], look: Look, width: int, fit: Collection[Card] = ()) -> list[Text]:
    """Boxes: the cards of a group lie on each other, groups lie apart as far as there is room; else in several rows.

    Those that `fit` have a mark in their lower edge."""
    rows = _rows(groups, width)
    return [line for row, gap in rows for line in _fan_row(row, gap, look, fit)]


def fan_width(groups: Sequence[Group]) -> int:
    """The columns that all groups need side by side, one column apart."""
    return _needed(groups, 1)


def _needed(groups: Sequence[Group], gap: int) -> int:
    return sum(STRIP * (len(group) - 1) + WIDTH + gap for group in groups) - gap


def _rows(groups: Sequence[Group], width: int) -> list[tuple[list[Group], int]]:
    """The groups of each row, and how far they lie apart."""
    for gap in (1, 0):
        if _needed(groups, gap) <= width:
            return [(list(groups), gap)]
    cards = [card for group in groups for card in group]
    most = (width - WIDTH) // STRIP + 1
    count = -(-len(cards) // most)
    each = -(-len(cards) // count)
    return [([tuple(cards[start : start + each])], 0) for start in range(0, len(cards), each)]


def _fan_row(groups: Sequence[Group], gap: int, look: Look, fit: Collection[Card]) -> list[Text]:
    lines = [Text() for _ in range(HEIGHT)]
    for number, group in enumerate(groups):
        for place, card in enumerate(group):
            whole = place == len(group) - 1
            for line, piece in zip(lines, box(card, look, whole=whole, fits=card in fit), strict=True):
                line.append(" " * gap if number and not place else "").append_text(piece)
    return lines


@lru_cache(maxsize=4096)
def box(card: Card, look: Look, *, whole: bool = True, fits: bool = False) -> tuple[Text, ...]:
    """One card, or the part of it that shows when another lies on it."""
    inside = (WIDTH if whole else STRIP + 1) - 2
    side, line, corners = ("|", "-", "++++") if look.ascii else ("│", "─", "╭╮╰╯")
    right = side if whole else ""
    top = corners[0] + line * inside + corners[1] * whole
    bottom = (mark(look) + line * (inside - 1)) if fits else line * inside
    own = style(card)
    edge = "default" if fits else EDGE
    return (
        Text(top, edge),
        Text.assemble((side, edge), (rank(card)[:inside].ljust(inside), f"bold {own}"), (right, edge)),
        Text.assemble((side, edge), (suit(card, look).ljust(inside), own), (right, edge)),
        Text(corners[2] + bottom + corners[3] * whole, edge),
    )


def mark(look: Look) -> str:
    """In the lower edge of a card that fits."""
    return "^" if look.ascii else "▲"


def empty_place(look: Look) -> list[Text]:
    """Where a card might lie."""
    if look.ascii:
        return [Text(line, EDGE) for line in (". . .", ".   .", ".   .", ". . .")]
    return [Text(line, EDGE) for line in ("╭╌╌╌╮", "┆   ┆", "┆   ┆", "╰╌╌╌╯")]


def backs(count: int, look: Look) -> Text:
    """Blind cards in one line: their number, and as many backs."""
    return Text.assemble((f"{count} ", "default"), (_back(look) * count, EDGE)) if count else Text("-", EDGE)


def blind(count: int, look: Look) -> list[Text]:
    """Blind cards as boxes with their numbers, for a player who has to turn one over."""
    side, line, corners = ("|", "-", "++++") if look.ascii else ("│", "─", "╭╮╰╯")
    tops = [f"{corners[0]}{line}{number}{line}{corners[1]}" for number in range(1, count + 1)]
    back = f"{side}{_back(look) * (WIDTH - 2)}{side}"
    bottom = corners[2] + line * (WIDTH - 2) + corners[3]
    return [Text(" ".join(row), EDGE) for row in (tops, [back] * count, [back] * count, [bottom] * count)]


def _back(look: Look) -> str:
    return "#" if look.ascii else "▒"
