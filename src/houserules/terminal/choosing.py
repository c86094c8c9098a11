"""What a person may choose at a table, and what is chosen now: cards, slots, players, answers. It draws nothing.

A client asks a game for the `Offer` of a view, moves a `Choosing` over it by keys or by mouse, and makes the move that
the choice stands for. No rule is here: all comes from the view."""

from __future__ import annotations

from typing import Literal

import msgspec

from houserules.core import Move

Zone = Literal["hand", "up", "blind", "own", "rival", "seat", "answer", "meld", "bet"]
"""Where an item lies: one's own hand, one's cards on the table, one's slots and the rival's, players at the table,
answers to a question (a suit, high or low, add or subtract), melds that are suggested, an amount."""


class Item(msgspec.Struct, frozen=True):
    """One thing that can be pointed at. Its key is unique in an offer and stays the same while it lies there."""

    key: str
    zone: Zone
    name: str
    """As people read it: 7 of hearts, Joker, Face-down card 1, Ben's slot 3."""
    allowed: bool = True
    why: str = ""
    """If it may not be chosen: one sentence that says why, and what would do."""


class Button(msgspec.Struct, frozen=True):
    """Something that one key does: take the pile, pass, ready."""

    key: str
    """The key to press, as Textual names it: "t", "p", "r"."""
    name: str
    """What it does, in words: Take the pile, 9 cards."""
    move: Move
    is_costly: bool = False
    """Press twice: it costs a lot although something else could be done."""


class Offer(msgspec.Struct, frozen=True):
    """All that can be chosen in a view."""

    headline: str
    """What the person is asked to do: Your turn. Now pick one of Ben's cards."""
    items: tuple[Item, ...] = ()
    """In the order in which arrow keys go through them; a zone is a row."""
    buttons: tuple[Button, ...] = ()


class Choosing(msgspec.Struct, frozen=True):
    """An offer, with what the person has chosen of it so far. Each touch gives a new value."""

    offer: Offer
    cursor: str = ""
    """The key of the item that the arrows stand on; "" if there is none."""
    lifted: frozenset[str] = frozenset()
    """The keys of what is chosen."""
    amount: int | None = None
    """Of a bet."""
    move: Move | None = None
    """What Enter would do."""
    says: str = ""
    """The same in words: Play KC KD. If nothing can be done yet: Choose cards."""
    typed: str = ""
    """The digits of an amount that is being typed."""
    sure: str = ""
    """What Enter asks first, if the move costs a lot: Bet all 100?"""


class Touch(msgspec.Struct, frozen=True):
    """What a key or a touch led to."""

    choosing: Choosing
    notice: str = ""
    """Why it may not be, in a sentence; nothing has changed then."""
    plays: Move | None = None
    """To be made at once: the touch was the whole decision."""
