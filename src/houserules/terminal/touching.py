"""Chooser: turns arrows, touches and keys into a choice, and a choice into a move. Each game says what goes together.

    chooser = Chooser(view, names, "rank")
    choosing = chooser.begun()                      # nothing is chosen
    choosing = chooser.walked(choosing, "right")    # the cursor moves
    touch = chooser.touched(choosing, "hand:7H")     # cards are lifted, or a notice says why not
    touch.choosing.move                              # what Enter would do

It knows no rule: what may be done stands in the view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, Generic, Literal, TypeVar

from msgspec.structs import replace

from houserules.core import Move, Names, View

from .choosing import Choosing, Item, Offer, Touch, Zone
from .look import Order

V = TypeVar("V", bound=View)

Way = Literal["left", "right", "up", "down", "home", "end"]

Lifted = frozenset[str]

NOTHING: Final[Lifted] = frozenset()


class Chooser(Generic[V]):
    """The choices of one view. This one offers each legal move as an item; a game has a subclass of its own."""

    at_once: ClassVar[frozenset[Zone]] = frozenset({"answer", "seat", "blind", "own", "rival"})
    """In these zones one item is a whole decision: to touch it makes the move."""

    def __init__(self, view: V, names: Names, order: Order = "rank") -> None:
        self.view = view
        self.names = names
        self.order = order

    # -- What a game says ----------------------------------------------------------------------------------------------

    def offer(self, lifted: Lifted) -> Offer:  # noqa: ARG002 - what is offered seldom depends on what is chosen
        """What can be chosen, while this much is."""
        items = [Item(f"answer:{move}", "answer", self.says(move)) for move in self.view.legal]
        return Offer("Your turn", tuple(items))

    def meaning(self, choosing: Choosing) -> tuple[Move | None, str]:
        """What Enter would do, and the same in words."""
        move = next((move for move in self.view.legal if f"answer:{move}" == choosing.cursor), None)
        return move, "Choose a move" if move is None else self.says(move)

    def says(self, move: Move) -> str:
        """A move in words: Play 7H."""
        return str(move).capitalize()

    def after_touch(self, choosing: Choosing, item: Item, *, alone: bool) -> Lifted | str:  # noqa: ARG002 - see below
        """What is lifted after an item was touched that may be chosen; or why nothing is."""
        return NOTHING if item.key in choosing.lifted else frozenset({item.key})

    def after_rank(self, choosing: Choosing, rank: str) -> Lifted | str | None:  # noqa: ARG002 - not every game has ranks
        """What is lifted after the key of a rank (`7`, `T`, `K`, `*`), or why nothing is; None: it means no rank."""
        return None

    def has_rank(self, rank: str) -> bool:  # noqa: ARG002 - as above
        """Is there a card of this rank in play? Its key then means the card and nothing else."""
        return False

    def shortcuts(self) -> Mapping[str, str]:
        """Keys of items, by the key on the keyboard that touches them: a number for each answer."""
        items = self.offer(NOTHING).items
        return {str(number): item.key for number, item in enumerate(items[:9], 1) if item.zone in self.at_once}

    def sure(self, choosing: Choosing) -> str:  # noqa: ARG002 - few moves cost that much
        """What Enter asks first; "" if the move is made at once."""
        return ""

    def amounts(self) -> range | None:
        """What may be bet; None if nothing is."""
        return None

    def first_amount(self) -> int | None:
        return None

    def item_amount(self, item: Item) -> int | None:  # noqa: ARG002 - few items stand for an amount
        """The amount that an item stands for."""
        return None

    # -- Touches -------------------------------------------------------------------------------------------------------

    def begun(self, before: Choosing | None = None) -> Choosing:
        """Nothing is chosen yet; the cursor stays where it was, if there still is something. A move that is the only
        one is chosen from the beginning."""
        offer = self.offer(NOTHING)
        return self._settled(Choosing(offer, "" if before is None else before.cursor, amount=self.first_amount()))

    def walked(self, choosing: Choosing, way: Way) -> Choosing:
        """The cursor moves: left and right through everything, up and down from zone to zone. Where an amount is set,
        up and down change it, and an item that stands for one sets it: Enter does what the cursor shows."""
        amounts = self.amounts()
        if amounts is not None and way in ("up", "down") and choosing.amount is not None:
            return self.with_amount(choosing, choosing.amount + (1 if way == "up" else -1))
        items = choosing.offer.items
        at = next((number for number, item in enumerate(items) if item.key == choosing.cursor), None)
        if at is None:
            return choosing
        row = [item for item in items if item.zone == items[at].zone]
        place = row.index(items[at])
        match way:
            case "left" | "right":
                found = items[(at + (1 if way == "right" else -1)) % len(items)]
            case "home" | "end":
                found = row[0 if way == "home" else -1]
            case _:
                zones = list(dict.fromkeys(item.zone for item in items))
                zone = zones[(zones.index(items[at].zone) + (1 if way == "down" else -1)) % len(zones)]
                other = [item for item in items if item.zone == zone]
                found = items[at] if other == row else other[min(len(other) - 1, place * len(other) // len(row))]
        moved = replace(choosing, cursor=found.key)
        amount = self.item_amount(found)
        return self._settled(moved) if amount is None else self.with_amount(moved, amount)

    def touched(self, choosing: Choosing, key: str, *, alone: bool = False) -> Touch:
        """An item was touched: cards are lifted or laid back, an answer is given. `alone`: this card and no other."""
        item = next((item for item in choosing.offer.items if item.key == key), None)
        if item is None:
            return Touch(choosing)
        choosing = replace(choosing, cursor=key)
        if not item.allowed:
            return Touch(self._settled(choosing), item.why)
        amount = self.item_amount(item)
        if amount is not None:
            return Touch(self.with_amount(choosing, amount))
        if item.zone in self.at_once:
            settled = self._settled(choosing)
            return Touch(settled, plays=settled.move)
        return self._lifting(choosing, self.after_touch(choosing, item, alone=alone))

    def pressed(self, choosing: Choosing, key: str) -> Touch | None:
        """A key of the keyboard, as a character; None if it means nothing here."""
        amounts = self.amounts()
        if amounts is not None and key.isdigit():
            typed = (choosing.typed + key).lstrip("0") or "0"
            if int(typed) > amounts[-1]:
                return Touch(choosing, f"You have {amounts[-1]}: type at most that.")
            return Touch(replace(self.with_amount(choosing, int(typed)), typed=typed))
        wanted = self.shortcuts().get(key.lower())
        if wanted is not None:
            return self.touched(choosing, wanted)
        rank = RANK_KEYS.get(key.lower())
        after = None if rank is None else self.after_rank(choosing, rank)
        return None if after is None else self._lifting(choosing, after)

    def erased(self, choosing: Choosing) -> Choosing:
        """The last digit of an amount is taken away."""
        typed = choosing.typed[:-1]
        if self.amounts() is None or not choosing.typed:
            return choosing
        return replace(self.with_amount(choosing, int(typed or "0")), typed=typed)

    def cleared(self, choosing: Choosing) -> Choosing:
        """Nothing is chosen."""
        return self._settled(replace(choosing, lifted=NOTHING, amount=self.first_amount(), typed=""))

    def with_amount(self, choosing: Choosing, amount: int) -> Choosing:
        amounts = self.amounts()
        assert amounts is not None
        return self._settled(replace(choosing, amount=max(amounts[0], min(amounts[-1], amount)), typed=""))

    # -- How a choice is kept in order ---------------------------------------------------------------------------------

    def _lifting(self, choosing: Choosing, after: Lifted | str) -> Touch:
        if isinstance(after, str):
            return Touch(self._settled(choosing), after)
        first = next((item.key for item in choosing.offer.items if item.key in after), choosing.cursor)
        cursor = choosing.cursor if choosing.cursor in after or not after else first
        return Touch(self._settled(replace(choosing, lifted=after, cursor=cursor)))

    def _settled(self, choosing: Choosing) -> Choosing:
        """The offer that goes with what is lifted, a cursor that stands on something, and what Enter would do."""
        offer = self.offer(choosing.lifted)
        keys = [item.key for item in offer.items]
        cursor = choosing.cursor if choosing.cursor in keys else self._first(offer)
        choosing = replace(choosing, offer=offer, cursor=cursor)
        move, says = self.meaning(choosing)
        if move is None and not choosing.lifted and len(self.view.legal) == 1:
            move = self.view.legal[0]
            says = next((button.name for button in offer.buttons if button.move == move), self.says(move))
        choosing = replace(choosing, move=move, says=says)
        return replace(choosing, sure=self.sure(choosing))

    @staticmethod
    def _first(offer: Offer) -> str:
        """Where the cursor begins: on the first item that may be chosen, in the hand if there is one."""
        ordered = sorted(offer.items, key=lambda item: (not item.allowed, item.zone != "hand"))
        return ordered[0].key if ordered else ""


RANK_KEYS: Final[Mapping[str, str]] = {
    **{key: key.upper() for key in "23456789jqka"},
    "0": "T",
    "*": "*",
}
"""The rank that a key stands for."""
