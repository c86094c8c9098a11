"""What a person may choose in the Shithead family: cards, blind cards, seats, suits, ranks; and what goes together.

All of it stands in `can` and `why` of the view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from houserules.cards import Card, Rank
from houserules.core import (
    Announce,
    Call,
    Choose,
    Flip,
    Move,
    Names,
    Peek,
    Play,
    Ready,
    Seat,
    Swap,
    Take,
    Target,
    counted,
)
from houserules.terminal.cards_drawn import in_order
from houserules.terminal.choosing import Button, Choosing, Item, Offer, Zone
from houserules.terminal.keyed import Keyed, card_name, cards_at, few, keyed, keys_of
from houserules.terminal.look import Order
from houserules.terminal.touching import NOTHING, Chooser, Lifted

from .together import goes, is_play
from .view import SeatView, View
from .words import offer as instead_of

TARGETS: Final[dict[str | None, tuple[str, str]]] = {
    "target": ("Who takes the pile?", "Give the pile to"),
    "next": ("Who plays next?", "Name"),
    "swap": ("Exchange cards with whom?", "Exchange cards with"),
}
"""What is asked, and what is done to the seat that is named."""
ROOM_FOR_WAYS: Final = ("high", "low")


def offer(view: View, names: Names, order: Order) -> Offer:
    """What can be chosen as long as nothing is."""
    return chooser(view, names, order).offer(NOTHING)


def chooser(view: View, names: Names, order: Order) -> Chooser[View]:
    """Of a view of a seat that may act."""
    if view.can.target or view.can.call or view.can.choose:
        return Naming(view, names, order)
    return Swapping(view, names, order) if view.phase == "setup" else Playing(view, names, order)


def _own(view: View) -> SeatView:
    assert view.seat is not None
    return view.seats[view.seat]


def _row(zone: str, cards: tuple[Card, ...] | int, order: Order) -> tuple[Keyed, ...]:
    return () if isinstance(cards, int) else keyed(zone, in_order(sorted(cards), order))


def _up(view: View) -> tuple[Keyed, ...]:
    """One's cards that lie face up, in the order of their places."""
    assert view.seat is not None
    return keyed("up", [spot.up for spot in view.spots[view.seat] if spot.up is not None])


def _name(card: Card) -> str:
    """Jokers are equal here."""
    name = "Joker" if card.suit is None else card_name(card)
    return name[:1].upper() + name[1:]


# -- The setup -------------------------------------------------------------------------------------------------------


class Swapping(Chooser[View]):
    """One card of each row change places."""

    def __init__(self, view: View, names: Names, order: Order) -> None:
        super().__init__(view, names, order)
        self.up = _up(view)
        self.hand = _row("hand", _own(view).hand, order)

    def offer(self, lifted: Lifted) -> Offer:  # noqa: ARG002 - it is always the same
        items = [
            *[Item(one.key, "up", f"{_name(one.card)}, face up") for one in self.up],
            *[Item(one.key, "hand", _name(one.card)) for one in self.hand],
        ]
        ready = (Button("r", "I am ready", Ready()),) if self.view.can.ready else ()
        return Offer("Lay your best cards face up", tuple(items) if self.view.can.swap else (), ready)

    def after_touch(self, choosing: Choosing, item: Item, *, alone: bool) -> Lifted:  # noqa: ARG002 - one a row anyway
        others = frozenset(key for key in choosing.lifted if not key.startswith(f"{item.zone}:"))
        return others if item.key in choosing.lifted else others | {item.key}

    def after_rank(self, choosing: Choosing, rank: str) -> Lifted | str:
        """The next card of this rank, in the hand first."""
        fitting = [one for one in (*self.hand, *self.up) if one.card.rank.letter == rank]
        if not fitting:
            return f"You have no {_named(rank)} here."
        lifted = [number for number, one in enumerate(fitting) if one.key in choosing.lifted]
        one = fitting[(lifted[-1] + 1) % len(fitting) if lifted else 0]
        zone = one.key.partition(":")[0]
        return frozenset(key for key in choosing.lifted if not key.startswith(f"{zone}:")) | {one.key}

    def has_rank(self, rank: str) -> bool:
        return any(one.card.rank.letter == rank for one in (*self.hand, *self.up))

    def meaning(self, choosing: Choosing) -> tuple[Move | None, str]:
        hand, up = cards_at(self.hand, choosing.lifted), cards_at(self.up, choosing.lifted)
        if hand and up:
            return Swap(hand[0], up[0]), f"Swap {hand[0]} and {up[0]}"
        if hand or up:
            return None, f"Swap it with {'a card that lies face up' if hand else 'a card of your hand'}"
        return None, "Choose two cards to swap, or be ready"


# -- What has to be named --------------------------------------------------------------------------------------------


class Naming(Chooser[View]):
    """A seat, a suit, a rank, or high or low."""

    def __init__(self, view: View, names: Names, order: Order) -> None:
        super().__init__(view, names, order)
        self.answers = dict(_answers(view, names))

    def offer(self, lifted: Lifted) -> Offer:  # noqa: ARG002 - nothing is lifted
        can = self.view.can
        ways = "Higher or lower?" if can.choose[:1] and can.choose[0] in ROOM_FOR_WAYS else "Choose a rank"
        asked = (
            TARGETS.get(self.view.pending, TARGETS["target"])[0] if can.target else "Call a suit" if can.call else ways
        )
        if self.view.pending in ("card", "up"):
            asked = "Choose the rank of the card that moves"
        zone: Zone = "seat" if can.target else "answer"
        return Offer(asked, tuple([Item(key, zone, name) for key, (name, _) in self.answers.items()]))

    def meaning(self, choosing: Choosing) -> tuple[Move | None, str]:
        name, move = self.answers[choosing.cursor]
        target = TARGETS.get(self.view.pending, TARGETS["target"])[1]
        verb = target if isinstance(move, Target) else "Call" if isinstance(move, Call) else "Choose"
        return move, f"{verb} {name}"

    def has_rank(self, rank: str) -> bool:
        return rank.lower() in self.shortcuts()

    def shortcuts(self) -> Mapping[str, str]:
        """Suits and ranks by their letters, seats and ways by numbers."""
        keys = list(self.answers)
        if self.view.can.call:
            return {**{str(n): key for n, key in enumerate(keys, 1)}, **{key.partition(":")[2][0]: key for key in keys}}
        if self.view.can.choose and self.view.can.choose[0] not in ROOM_FOR_WAYS:
            said = {key.partition(":")[2]: key for key in keys}
            return {{"10": "0", "Joker": "*"}.get(name, name.lower()): key for name, key in said.items()}
        return {str(number): key for number, key in enumerate(keys[:9], 1)}


def _answers(view: View, names: Names) -> Iterator[tuple[str, tuple[str, Move]]]:
    """Each key with its name and its move."""
    can = view.can
    for seat in _from_left(view, can.target):
        hand = view.seats[seat].hand
        count = hand if isinstance(hand, int) else len(hand)
        who = "yourself" if seat == view.seat else names(seat)
        after = f" → {count + len(view.pile)}" if view.pending == "target" else ""
        yield f"seat:{seat}", (f"{who}, {count}{after} in hand", Target(seat))
    for suit in can.call:
        yield f"answer:{suit}", (str(suit), Call(suit))
    for move in view.legal:
        if isinstance(move, Choose):
            what = move.what if isinstance(move.what, str) else str(move).partition(" ")[2]
            yield f"answer:{what}", (what if isinstance(move.what, str) else str(move.what), move)


def _from_left(view: View, seats: Sequence[Seat]) -> list[Seat]:
    """The others from one's left, oneself last."""
    assert view.seat is not None
    me, many = view.seat, len(view.seats)
    return sorted(seats, key=lambda seat: (seat - me - 1) % many)


# -- A turn ----------------------------------------------------------------------------------------------------------


class Playing(Chooser[View]):
    """Cards of one's row, a blind card, or the pile."""

    def __init__(self, view: View, names: Names, order: Order) -> None:
        super().__init__(view, names, order)
        own = _own(view)
        self.hand = _row("hand", own.hand, order)
        self.up = _up(view)
        along = {card for part in view.can.play for card in part.up}
        self.row = (*self.hand, *[one for one in self.up if one.card in along]) if self.hand else self.up
        """The cards in play, and face-up ones that may go along."""
        self.playable = {card for part in view.can.play for card in (*part.cards, *part.one_of)}

    def offer(self, lifted: Lifted) -> Offer:  # noqa: ARG002 - it is always the same
        can = self.view.can
        blind = [Item(f"blind:{number}", "blind", self._blind(number)) for number in range(1, can.flip + 1)]
        rows = (("up", self.up), ("hand", self.hand)) if not can.flip else ()
        items = [self._item(one, zone) for zone, row in rows for one in row]
        headline = "Your turn" if can.play or can.flip else "Your turn: nothing of yours will do"
        return Offer(headline, (*blind, *items), tuple(self._buttons()))

    def _blind(self, number: int) -> str:
        """A blind card, and which one it is if the player has looked at it."""
        peeked = _own(self.view).peeked
        card = peeked[number - 1] if peeked else None
        return f"Face-down card {number}{'' if card is None else f', {card}'}"

    def _item(self, one: Keyed, zone: str) -> Item:
        in_play = one in self.row
        why = "" if in_play and one.card in self.playable else self._why(one.card, in_play)
        name = _name(one.card) if zone == "hand" else f"{_name(one.card)}, face up"
        return Item(one.key, "hand" if zone == "hand" else "up", name, not why, why)

    def _why(self, card: Card, in_play: bool) -> str:
        """As a refusal says it."""
        view = self.view
        if not in_play:
            why = f"{card} lies face up, and your hand comes first"
        elif _asked_for(view, card):
            why = f"{card} may not be laid now, although the pile asks for {view.asks}: not alone, or not on this card"
        else:
            why = f"The pile asks for {view.asks}, and {card} will not do"
        return f"{why}: {instead_of(view.legal[:4])}."

    def _buttons(self) -> Iterator[Button]:
        can, count = self.view.can, len(self.view.pile)
        if can.peek:
            yield Button("l", "Look at a face-down card", Peek(1))
        if can.announce:
            yield Button("n", "Announce your last card", Announce())
        if can.take:
            yield Button("t", f"Take the pile, {counted(count, 'card')}", Take(), bool(can.play or can.flip))

    def meaning(self, choosing: Choosing) -> tuple[Move | None, str]:
        if choosing.cursor.startswith("blind:"):
            move = Flip(int(choosing.cursor.partition(":")[2]))
            return move, self.says(move)
        cards = cards_at(self.row, choosing.lifted)
        if not cards:
            return None, "Choose cards"
        if any(is_play(part, cards) for part in self.view.can.play):
            return Play(tuple(sorted(cards))), f"Play {few(cards)}"
        return None, "Choose a card that goes along"

    def says(self, move: Move) -> str:
        match move:
            case Flip(number):
                return f"Turn over face-down card {number}"
            case Peek(number):
                return f"Look at face-down card {number}"
            case Play(cards):
                return f"Play {few(cards)}"
        return super().says(move)

    def after_touch(self, choosing: Choosing, item: Item, *, alone: bool) -> Lifted | str:
        lifted = choosing.lifted
        card = next(one.card for one in self.row if one.key == item.key)
        if alone:
            return frozenset({item.key}) if goes(self.view.can.play, (card,)) else f"{card} is not played alone."
        if item.key in lifted:
            return lifted - {item.key}
        if lifted and goes(self.view.can.play, (*cards_at(self.row, lifted), card)):
            return lifted | {item.key}
        return keys_of(self.row, self._tapped(card), item.key)

    def after_rank(self, choosing: Choosing, rank: str) -> Lifted | str | None:
        """The largest play of a rank, then one card fewer each time."""
        if self.view.can.flip:
            return None
        row = [one for one in self.row if one.card.rank.letter == rank]
        mine = [one.key for one in row if one.key in choosing.lifted]
        if mine and len(mine) == len(choosing.lifted):
            return frozenset(mine[:-1])
        first = next((one for one in row if one.card in self.playable), None)
        if first is not None:
            return keys_of(self.row, self._tapped(first.card), first.key)
        return self._why(row[0].card, in_play=True) if row else f"You have no {_named(rank)} to play."

    def has_rank(self, rank: str) -> bool:
        return not self.view.can.flip and any(one.card.rank.letter == rank for one in self.row)

    def _tapped(self, card: Card) -> Sequence[Card]:
        """The cards that a touch of one of them means: the largest play of its rank."""
        can = self.view.can
        found = next((cards for cards in can.tap if card in cards), None)
        if found is not None:
            return found
        parts = [part for part in can.play if card in part.cards or card in part.one_of]
        part = next((part for part in parts if not part.one_of), parts[0] if parts else None)
        if part is None:
            return (card,)
        cards = sorted(part.cards, key=lambda one: one != card)
        if part.counts:
            cards = cards[: max(part.counts)]
        return (*cards, card if card in part.one_of else part.one_of[0]) if part.one_of else cards


def _asked_for(view: View, card: Card) -> bool:
    """Does the card meet what the pile asks for, as far as the view says it?"""
    ask = view.ask
    if ask is None or ask.counter:
        return False
    rank = card.rank
    return (
        (ask.at_least is None or rank >= ask.at_least)
        and (ask.above is None or rank > ask.above)
        and (ask.at_most is None or rank <= ask.at_most)
        and (ask.below is None or rank < ask.below)
        and (ask.parity is None or (rank % 2 == 0) == (ask.parity == "even"))
        and (ask.suit is None or card.suit == ask.suit)
        and (not ask.locked or card.suit in ask.locked)
    )


def _named(rank: str) -> str:
    return next(str(one) for one in Rank if one.letter == rank)
