"""Offers for scenes, made by hand: what a view lets a person choose, as plainly as it can be said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import houserules as hr
from houserules.cards import Card
from houserules.core import Move, View
from houserules.games.heart_of_five.view import View as HeartView
from houserules.games.heroes.view import View as HeroesView
from houserules.games.shedding.view import View as SheddingView
from houserules.terminal.choosing import Button, Choosing, Item, Offer, Zone

BUTTONS = {"take": ("t", "Take the pile"), "pass": ("p", "Pass"), "ready": ("r", "I am ready")}


def keys_of(zone: str, cards: Iterable[Card]) -> list[str]:
    """hand:7H, and hand:7H#2 for the second one of two decks."""
    seen: Counter[Card] = Counter()
    keys = []
    for card in cards:
        seen[card] += 1
        keys.append(f"{zone}:{card}" + (f"#{seen[card]}" if seen[card] > 1 else ""))
    return keys


def choosing_for(view: View, names: hr.Names, *, lifted: int = 0, cursor: int = 0) -> Choosing | None:
    """The offer of a view with the cursor on its n-th item that is allowed, and the first few of these chosen."""
    if not view.legal:
        return None
    match view:
        case SheddingView():
            items, headline = _shedding(view, names)
        case HeartView():
            items, headline = _heart_of_five(view)
        case HeroesView():
            items, headline = _heroes(view, names)
        case _:
            items, headline = [], "Your turn."
    buttons = tuple(
        Button(*BUTTONS[move.word], move)
        for move in view.legal
        if move.word in BUTTONS and not isinstance(view, HeroesView)
    )
    allowed = [item.key for item in items if item.allowed] or [item.key for item in items]
    at = allowed[min(cursor, len(allowed) - 1)] if allowed else ""
    chosen = frozenset(allowed[:lifted])
    move: Move | None = view.legal[0] if chosen else None
    says = f"Play {' '.join(key.split(':')[1] for key in sorted(chosen))}" if chosen else "Choose cards"
    return Choosing(Offer(headline, tuple(items), buttons), at, chosen, None, move, says)


def _cards(zone: Zone, cards: Iterable[Card], fit: set[Card]) -> list[Item]:
    cards = tuple(cards)
    return [
        Item(key, zone, str(card), card in fit, "" if card in fit else "It will not do.")
        for key, card in zip(keys_of(zone, cards), cards, strict=True)
    ]


def _shedding(view: SheddingView, names: hr.Names) -> tuple[list[Item], str]:
    assert view.seat is not None
    own = view.seats[view.seat]
    assert not isinstance(own.hand, int)
    hand = sorted(own.hand)
    up = [spot.up for spot in view.spots[view.seat] if spot.up is not None]
    if view.can.swap:
        return _cards("hand", hand, set(hand)) + _cards("up", up, set(up)), "Swap cards, or say that you are ready."
    if view.can.target:
        seats = [Item(f"seat:{seat}", "seat", names(seat)) for seat in view.can.target]
        return seats, "Who takes the pile?"
    if view.can.call:
        return [Item(f"answer:{suit}", "answer", f"{suit.symbol} {suit}") for suit in view.can.call], "Call a suit."
    if view.can.choose:
        return [Item(f"answer:{answer}", "answer", answer) for answer in view.can.choose], "Choose."
    if view.can.flip:
        blind = [Item(f"blind:{number}", "blind", f"Face-down card {number}") for number in range(1, view.can.flip + 1)]
        return blind, "Your turn. Turn over a face-down card."
    fit = {card for move in view.legal if isinstance(move, hr.Play) for card in move.cards}
    if any(card.suit is None for card in fit):
        fit |= {Card.read("jj"), Card.read("JJ")}
    if hand:
        return _cards(
            "hand", hand, fit
        ), f"Your turn. {sum(card in fit for card in hand)} of {len(hand)} cards will do."
    return _cards("up", up, fit), "Your turn. Play from the table."


def _heart_of_five(view: HeartView) -> tuple[list[Item], str]:
    assert view.seat is not None
    hand = view.seats[view.seat].hand
    assert not isinstance(hand, int)
    fit = {card for option in view.can.play for card in option.cards}
    melds = [option for option in view.can.play if len(option.cards) > 1][:8]
    items = [
        Item(f"meld:{number}", "meld", f"{option.meld.kind}: {' '.join(option.cards)}")
        for number, option in enumerate(melds)
    ]
    return _cards("hand", hand, fit) + items, "You lead." if view.last is None else "Your turn."


def _heroes(view: HeroesView, names: hr.Names) -> tuple[list[Item], str]:
    if view.can.bet is not None:
        most = view.can.bet.max
        amounts = sorted({0, most // 4, most // 2, most})
        return [Item(f"bet:{amount}", "bet", f"Bet {amount}") for amount in amounts], "Place your bet."
    if view.can.pick is not None:
        own = view.can.pick.owner == view.seat
        zone: Zone = "own" if own else "rival"
        whose = "your" if own else f"{names(view.can.pick.owner)}'s"
        items = [Item(f"{zone}:{slot}", zone, f"{whose} slot {slot}") for slot in view.can.pick.slots]
        return items, f"Pick one of {whose} cards."
    items = [Item(f"answer:{way}", "answer", f"{way.capitalize()} {view.difference}") for way in view.can.points]
    return items, f"Add or subtract {view.difference}?"
