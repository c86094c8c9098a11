"""What a person may choose in H3ROES C4RDS: an amount, a slot of one of the two rows, to add or to subtract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from houserules.core import Add, Bet, Move, Names, Pick, Seat, Subtract
from houserules.terminal.choosing import Choosing, Item, Offer, Zone
from houserules.terminal.look import Order
from houserules.terminal.touching import NOTHING, Chooser, Lifted

from .events import written
from .view import View

SHARES: Final = (
    ("tenth", "A tenth", 0.1),
    ("quarter", "A quarter", 0.25),
    ("half", "Half", 0.5),
    ("all", "All in", 1.0),
)


def offer(view: View, names: Names, order: Order) -> Offer:
    """What can be chosen as long as nothing is."""
    return chooser(view, names, order).offer(NOTHING)


def chooser(view: View, names: Names, order: Order) -> Chooser[View]:
    """Of a view of a seat that may act."""
    if view.can.bet is not None:
        return Betting(view, names, order)
    return Picking(view, names, order) if view.can.pick is not None else Counting(view, names, order)


class Betting(Chooser[View]):
    """An amount: digits, up and down, or a share of the purse."""

    def offer(self, lifted: Lifted) -> Offer:  # noqa: ARG002 - nothing is lifted
        items = [Item(f"bet:{word}", "bet", f"{name}, {self._share(part)}") for word, name, part in SHARES]
        return Offer("Change your bet, or wait" if self._standing else "Place your bet", tuple(items))

    def meaning(self, choosing: Choosing) -> tuple[Move | None, str]:
        amount = choosing.amount or 0
        if amount == self._standing and amount:
            return None, f"Bet {amount}: it stands"
        again = " instead" if self._standing else ""
        return Bet(amount), f"Bet {amount}{again}" if amount else "Bet nothing"

    def sure(self, choosing: Choosing) -> str:
        amounts = self.amounts()
        is_all_in = bool(choosing.amount) and choosing.amount == amounts[-1]
        return f"Bet all {choosing.amount}? Press Enter again." if is_all_in and choosing.move is not None else ""

    def amounts(self) -> range:
        bet = self.view.can.bet
        assert bet is not None
        return range(bet.min, bet.max + 1)

    def first_amount(self) -> int:
        return self._standing or self._share(SHARES[0][2])

    def item_amount(self, item: Item) -> int:
        return next(self._share(part) for word, _, part in SHARES if item.key == f"bet:{word}")

    @property
    def _standing(self) -> int:
        """The bet that stands; 0 if there is none."""
        assert self.view.seat is not None
        return self.view.players[self.view.seat].bet

    def _share(self, part: float) -> int:
        """At least one credit: nothing is not a bet."""
        most = self.amounts()[-1]
        return min(most, max(1, round(most * part)))


class Picking(Chooser[View]):
    """A slot: one's own, then one of the rival's."""

    def offer(self, lifted: Lifted) -> Offer:  # noqa: ARG002 - nothing is lifted
        view = self.view
        pick = view.can.pick
        assert pick is not None
        is_own = pick.owner == view.seat
        zone: Zone = "own" if is_own else "rival"
        whose = self.names.whose(pick.owner) if not is_own else "your"
        first = view.phase == "initial_card_selection"
        asked = "Pick a card for the start" if first else f"Pick one of {whose} {'own ' * is_own}cards"
        return Offer(asked, tuple([Item(f"{zone}:{slot}", zone, self._name(pick.owner, slot)) for slot in pick.slots]))

    def _name(self, owner: Seat, slot: int) -> str:
        view = self.view
        known = view.known.get(slot) if owner != view.seat else None
        whose = "Your" if owner == view.seat else self.names.whose(owner)
        return f"{whose} slot {slot}" + (f": {written(known)}, which only you have seen" if known is not None else "")

    def meaning(self, choosing: Choosing) -> tuple[Move | None, str]:
        slot = int(choosing.cursor.partition(":")[2])
        name = next(item.name for item in choosing.offer.items if item.key == choosing.cursor)
        return Pick(slot), f"Turn over {name[:1].lower() if name.startswith('Your') else name[:1]}{name[1:]}"

    def shortcuts(self) -> Mapping[str, str]:
        """Slots by the numbers that stand on them, from 0."""
        return {item.key.partition(":")[2]: item.key for item in self.offer(NOTHING).items}


class Counting(Chooser[View]):
    """Add or subtract what was won."""

    def offer(self, lifted: Lifted) -> Offer:  # noqa: ARG002 - nothing is lifted
        return Offer(
            f"Add {self.view.difference} to your points, or subtract it",
            tuple([Item(f"answer:{word}", "answer", self._leads(word)) for word in self.view.can.points]),
        )

    def _after(self, word: str) -> int:
        """The points that one would have."""
        view = self.view
        assert view.seat is not None
        difference = view.difference or 0
        return view.players[view.seat].points + (difference if word == "add" else -difference)

    def _away(self, word: str) -> int:
        return abs(self._after(word) - self.view.goal.points)

    def _leads(self, word: str) -> str:
        """Add 17: 14 → 31, 3 short of 34."""
        view = self.view
        assert view.seat is not None
        points = view.players[view.seat].points
        what = f"{word.capitalize()} {view.difference}"
        away, aim = self._after(word) - view.goal.points, view.goal.points
        near = f"{-away} short of {aim}" if away < 0 else f"{away} over {aim}" if away else f"exactly {aim}"
        return f"{what}: {points} → {self._after(word)}, {near}"

    def meaning(self, choosing: Choosing) -> tuple[Move | None, str]:
        word = choosing.cursor.partition(":")[2]
        return Add() if word == "add" else Subtract(), self._leads(word)

    def begun(self, before: Choosing | None = None) -> Choosing:  # noqa: ARG002 - what was chosen before says nothing
        """The cursor begins on what leads nearer."""
        nearer = min(self.view.can.points, key=self._away)
        return super().begun(Choosing(self.offer(NOTHING), f"answer:{nearer}"))

    def shortcuts(self) -> Mapping[str, str]:
        add, subtract = "answer:add", "answer:subtract"
        return {"1": add, "a": add, "+": add, "2": subtract, "s": subtract, "-": subtract}
