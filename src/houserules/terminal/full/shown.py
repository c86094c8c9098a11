"""What the screen shows of a table now, read once after each change: painting never looks at the table itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from houserules.core import Event, Names, View
from houserules.games import FAMILIES, AnyGame
from houserules.terminal.look import Order
from houserules.terminal.scene import Flash
from houserules.terminal.seated import Seated
from houserules.terminal.touching import Chooser

FLASHES: Final[dict[str, Flash]] = {"burned": "burn", "battled": "battle", "took": "take", "went-out": "out"}
"""By what events call themselves; the first that is found counts."""


class Shown(msgspec.Struct, frozen=True):
    names: Names
    view: View | None = None
    """None as long as no cards are dealt."""
    log: tuple[str, ...] = ()
    instead: str = ""
    """To be shown in place of a table."""
    is_late: bool = False
    """More has happened since: nothing can be chosen yet."""

    @property
    def is_over(self) -> bool:
        return self.view is not None and self.view.outcome is not None

    @property
    def may_act(self) -> bool:
        return self.view is not None and bool(self.view.legal) and not self.is_over and not self.is_late


def shown_of(seated: Seated, story: Sequence[str]) -> Shown:
    """As the table stands. The levels of bots would take too much room beside their names."""
    names = Names(*[player.name for player in seated.players], listener=seated.seat)
    instead = seated.waiting or seated.curtain
    if instead:
        return Shown(names, instead=instead)
    return Shown(names, seated.view(), tuple(story))


def chooser_of(view: View, names: Names, order: Order) -> Chooser[View]:
    """The choices of a view whose seat may act, as its game makes them."""
    family = FAMILIES.get(view.family)
    module = None if family is None else family.offer()
    if module is None:
        return Chooser(view, names, order)
    chooser: Chooser[View] = module.chooser(view, names, order)
    return chooser


def flash_of(events: Iterable[Event]) -> Flash:
    """What lights up after these events."""
    for event in events:
        if getattr(getattr(event, "meld", None), "is_bomb", False):
            return "bomb"
        flash = FLASHES.get(str(event.__struct_config__.tag))
        if flash is not None:
            return flash
    return ""


def powers_of(game: AnyGame) -> tuple[tuple[str, str], ...]:
    """The special cards of the rules that are played."""
    family = FAMILIES.get(game.family)
    return () if family is None else family.powers(game)
