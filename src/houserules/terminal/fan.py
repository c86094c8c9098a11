"""A row of cards that one may choose from: as large as fits, overlapping, in several rows; each with its own spot."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

import msgspec

from houserules.cards import Card, Rank

from . import felt
from .canvas import Canvas
from .choosing import Choosing
from .faces import CHIP, SIZES, Size, State, draw_back, draw_card, draw_peek, rank_of, suit_of, tick

RISE: Final = 1
"""Rows by which a card that can be chosen stands above others."""
LIFT: Final = 2
"""The same for a card that is chosen."""
INDEX: Final = 2
"""Rows of a card that show its rank and suit."""


class Held(msgspec.Struct, frozen=True):
    """A card in a row."""

    key: str
    """Of its item, or "" if it cannot be pointed at."""
    card: Card | None
    """None: a back."""
    label: str = ""
    """On a back."""
    state: State = "plain"
    cursor: bool = False
    over_blind: bool = False
    """A blind card lies under it."""


def held_of(
    choosing: Choosing | None, key: str, card: Card | None, label: str = "", *, over_blind: bool = False
) -> Held:
    """A card as the choice stands: it is chosen, it can be, or it will not do. Where no card of its zone is on offer,
    it just lies there."""
    if choosing is None:
        return Held("", card, label, over_blind=over_blind)
    items = choosing.offer.items
    item = next((item for item in items if item.key == key), None)
    if item is None:
        offered = any(other.zone == key.partition(":")[0] for other in items)
        return Held("", card, label, "wont" if offered else "plain", False, over_blind)
    state: State = "lifted" if key in choosing.lifted else "may" if item.allowed else "wont"
    return Held(key, card, label, state, choosing.cursor == key, over_blind)


def keys_of(zone: str, cards: Sequence[Card]) -> list[str]:
    """The keys of cards in order: hand:7H, and hand:7H#2 for a second one that is equal."""
    seen: dict[Card, int] = {}
    keys = []
    for card in cards:
        seen[card] = number = seen.get(card, 0) + 1
        keys.append(f"{zone}:{card}" + (f"#{number}" if number > 1 else ""))
    return keys


def hand_of(choosing: Choosing | None, cards: Sequence[Card]) -> list[Held]:
    """A hand in this order."""
    return [held_of(choosing, key, card) for key, card in zip(keys_of("hand", cards), cards, strict=True)]


class Fan(msgspec.Struct, frozen=True):
    """How cards are arranged. It depends on how many there are, not on which are chosen."""

    size: Size
    pitch: int
    """Columns from one card to the next."""
    across: int
    """Cards of a row."""
    step: int = 0
    """Rows from one row of cards to the next."""
    rise: int = RISE
    lift: int = LIFT
    packed: bool = False
    """Each rank once, and one cell for each card: for a hand that fits in no other way."""


def arranged(count: int, width: int, height: int, largest: Size) -> Fan:
    """The arrangement with the largest cards."""
    count = max(count, 1)
    for size in SIZES[SIZES.index(largest) : -1]:
        for rows in (1, 2, 3):
            across = -(-count // rows)
            # The cards in front may be lifted: what they cover must not be rank and suit.
            step = INDEX + LIFT
            pitch = _pitch(across, width, size)
            if LIFT + (rows - 1) * step + size.height <= height and pitch >= size.strip:
                return Fan(size, pitch, across, step)
    for step, lift in ((3, 2), (2, 1)):
        for pitch in (4, 3):
            across = (width + pitch - 3) // pitch
            rows = height // step
            if across * rows >= count:
                return Fan(CHIP, pitch, min(across, -(-count // max(-(-count // across), 1))), step, RISE, lift)
    across = (width + 1) // 4
    if across * height >= count:
        return Fan(CHIP, 4, across, 1, 0, 0)
    return Fan(CHIP, 1, width, 1, 0, 0, packed=True)


def _pitch(across: int, width: int, size: Size) -> int:
    """The columns from one card to the next if they overlap no more than they must; 0 if a card is too wide."""
    if size.width > width or across < 2:
        return 0 if size.width > width else size.width + 1
    apart = (width - size.width) // (across - 1)
    if apart >= size.width:
        return min(apart, size.width + 1)
    # The card under the cursor is seen whole, and those after it make room.
    return (width - 2 * size.width) // (across - 2) if across > 2 else apart


def height_of(fan: Fan, count: int) -> int:
    rows = max(-(-count // fan.across), 1)
    return fan.lift + (rows - 1) * fan.step + fan.size.height


def draw_fan(canvas: Canvas, row: int, column: int, width: int, height: int, cards: Sequence[Held], fan: Fan) -> None:
    """The cards in the middle of the width, at the foot of the height."""
    if fan.packed:
        _draw_packed(canvas, row, column, width, cards)
        return
    top = row + max(height - height_of(fan, len(cards)), 0)
    opened = max(fan.size.width - fan.pitch, 0) if len(cards) > 1 else 0
    for number, start in enumerate(range(0, len(cards), fan.across)):
        line = cards[start : start + fan.across]
        wide = fan.size.width + (len(line) - 1) * fan.pitch + opened
        left = column + (width - wide) // 2
        base = top + fan.lift + number * fan.step
        for place, held in enumerate(line):
            risen = fan.lift if held.state == "lifted" else fan.rise if held.state == "may" else 0
            if held.over_blind and fan.size is not CHIP:
                _draw_blind(canvas, base, left + place * fan.pitch, fan.size, risen)
            _draw(canvas, base - risen, left + place * fan.pitch, held, fan, place)
            if held.cursor:
                left += opened


def _draw(canvas: Canvas, row: int, column: int, held: Held, fan: Fan, place: int) -> None:
    size = fan.size
    lies_on = place > 0 and fan.pitch <= size.width
    if held.card is None:
        draw_back(canvas, row, column, size, held.label, held.state, cursor=held.cursor, lies_on=lies_on)
    else:
        beside = size is CHIP and fan.pitch == 3 and place % 2 == 1
        draw_card(canvas, row, column, held.card, size, held.state, cursor=held.cursor, lies_on=lies_on, beside=beside)
    if size is CHIP:
        _mark_chip(canvas, row, column, held, fan)
    if held.key:
        canvas.spot(row, column, size.height, size.width, held.key)


def _draw_blind(canvas: Canvas, base: int, column: int, size: Size, risen: int) -> None:
    """Its upper edge; if the card on it is raised, the lower part of it."""
    if risen:
        draw_back(canvas, base, column, size)
    else:
        draw_peek(canvas, base - 1, column, size)


def _mark_chip(canvas: Canvas, row: int, column: int, held: Held, fan: Fan) -> None:
    """What a larger card shows on itself: that it is chosen, and that the cursor is there."""
    ink = f"bold {felt.BRASS}"
    look = canvas.look
    if held.state == "lifted" and fan.lift:
        canvas.put(row + 1, column, tick(look), ink)
    elif held.state == "lifted":
        canvas.put(row, column + 3, tick(look), ink)
    if not held.cursor:
        return
    if fan.pitch > 3:
        canvas.put(row, column - 1, "[" if look.ascii else "▐", ink)
        canvas.put(row, column + 3, "]" if look.ascii else "▌", ink)
    elif held.state in ("lifted", "may"):
        canvas.put(row + 1, column + 1, "^" if look.ascii else "▲", ink)
    else:
        canvas.put(row - 1, column + 1, "v" if look.ascii else "▼", ink)


def _draw_packed(canvas: Canvas, row: int, column: int, width: int, cards: Sequence[Held]) -> None:
    """Each rank once, then a cell for each of its cards. In a row that is full the rank is said again."""
    at = column
    for rank, group in groupby(cards, lambda held: Rank.TWO if held.card is None else held.card.rank):
        fresh = True
        for held in group:
            assert held.card is not None
            name = rank_of(held.card) if rank is not Rank.JOKER else "Jo"
            if at + (len(name) if fresh else 0) + 1 > column + width:
                row, at, fresh = row + 1, column, True
            if fresh:
                at = canvas.put(row, at, name, f"bold {felt.WORDS}")
                fresh = False
            ink = f"{'underline ' if held.state == 'lifted' else ''}{'reverse ' if held.cursor else ''}"
            ground = felt.BRASS if held.state == "lifted" else felt.SHADED if held.state == "wont" else felt.PAPER
            canvas.spot(row, at, 1, 1, held.key or "")
            at = canvas.put(row, at, suit_of(held.card, canvas.look), f"{ink}bold {felt.ink_of(held.card)}", ground)
        at += 1
