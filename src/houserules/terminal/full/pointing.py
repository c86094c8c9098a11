"""Pointing: what the person has chosen on the screen, and what a key or a click makes of it."""

from __future__ import annotations

from typing import Final

import msgspec

from houserules.core import Move, Ready, View
from houserules.terminal.choosing import Button, Choosing, Touch
from houserules.terminal.look import Order
from houserules.terminal.touching import Chooser, Way

from .shown import Shown, chooser_of

WAYS: Final[dict[str, Way]] = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "home": "home",
    "end": "end",
    "tab": "right",
    "shift+tab": "left",
}
LEAP: Final = 10
"""By how much Page Up and Page Down change an amount."""


class Pressed(msgspec.Struct, frozen=True):
    """What a key led to."""

    notice: tuple[str, ...] | None = ()
    """What is said to the person; None: what was said stays."""
    plays: Move | None = None


class Pointing:
    """Nothing can be chosen as long as `choosing` is None."""

    def __init__(self) -> None:
        self.chooser: Chooser[View] | None = None
        self.choosing: Choosing | None = None
        self.armed = ""
        """What the next press of the same key confirms."""
        self.sorts = False
        """Is there a hand to be sorted?"""

    def begin(self, shown: Shown, order: Order) -> None:
        """There is another table to choose from: the cursor stays where it was, if that is still there."""
        self.armed = ""
        if shown.view is None or not shown.may_act:
            self.chooser = self.choosing = None
            return
        self.chooser = chooser_of(shown.view, shown.names, order)
        self.choosing = self.chooser.begun(self.choosing)
        self.sorts = any(item.zone == "hand" for item in self.choosing.offer.items)

    def has_rank(self, rank: str) -> bool:
        return self.chooser is not None and self.chooser.has_rank(rank)

    def means(self, key: str) -> bool:
        """Is this the key of an answer?"""
        return self.chooser is not None and key in self.chooser.shortcuts()

    def press(self, key: str) -> Pressed | None:
        """A character, or a name as in `left` and `enter`; None if it means nothing here."""
        armed, self.armed = self.armed, ""
        chooser, choosing = self.chooser, self.choosing
        if chooser is None or choosing is None:
            return None
        if key in WAYS:
            self.choosing = chooser.walked(choosing, WAYS[key])
            return Pressed(None)
        match key:
            case "pageup" | "pagedown" if choosing.amount is not None:
                more = LEAP if key == "pageup" else -LEAP
                return self._put(Touch(chooser.with_amount(choosing, choosing.amount + more)))
            case " " | "o":
                return self._put(chooser.touched(choosing, choosing.cursor, alone=key == "o"))
            case "enter":
                return self._enter(chooser, choosing, armed)
            case "backspace":
                return self._put(Touch(chooser.erased(choosing)))
            case "escape":
                return self._put(Touch(chooser.cleared(choosing)))
        touch = chooser.pressed(choosing, key) if len(key) == 1 else None
        if touch is not None:
            return self._put(touch)
        button = next((one for one in choosing.offer.buttons if one.key == key.lower()), None)
        return None if button is None else self._press_button(button, choosing, armed)

    def touch(self, key: str, *, alone: bool) -> Pressed | None:
        """A click on an item; None if there is no item of this key."""
        chooser, choosing = self.chooser, self.choosing
        if chooser is None or choosing is None or all(item.key != key for item in choosing.offer.items):
            return None
        self.armed = ""
        return self._put(chooser.touched(choosing, key, alone=alone))

    def _put(self, touch: Touch) -> Pressed:
        self.choosing = touch.choosing
        return Pressed((touch.notice,) if touch.notice else (), touch.plays)

    def _enter(self, chooser: Chooser[View], choosing: Choosing, armed: str) -> Pressed:
        if choosing.move is None:
            return self._put(chooser.touched(choosing, choosing.cursor))
        if choosing.sure and armed != choosing.sure:
            self.armed = choosing.sure
            return Pressed((choosing.sure,))
        return Pressed(plays=choosing.move)

    def _press_button(self, button: Button, choosing: Choosing, armed: str) -> Pressed:
        if button.move == Ready() and choosing.lifted and armed != button.key:
            self.armed = button.key
            if choosing.move is None:
                lacks = "You lifted a card and swapped nothing"
            else:
                lacks = f"{choosing.says} first? Enter does that"
            return Pressed((f"{lacks}: press {button.key} again if you are ready as it is.",))
        if button.is_costly and armed != button.key:
            self.armed = button.key
            return Pressed((f"{button.name}? You could do something else: press {button.key} again if you want that.",))
        return Pressed(plays=button.move)
