"""Short answers from a view: one's own cards, and how everybody stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from houserules.cards import Card, written
from houserules.core import Names, View
from houserules.games import AnyGame
from houserules.games.heart_of_five.view import View as HeartView
from houserules.games.heroes.events import written as written_power
from houserules.games.heroes.view import View as HeroesView
from houserules.games.shedding.view import View as SheddingView

from .look import Order


def in_order(cards: tuple[Card, ...], order: Order) -> tuple[Card, ...]:
    """Views hold them by rank; Jokers have no suit, and stay last."""
    if order == "rank":
        return cards
    return tuple(sorted(cards, key=lambda card: 4 if card.suit is None else card.suit.number))


def hand_lines(view: View, order: Order) -> tuple[str, ...]:
    """The cards of the viewer."""
    if view.seat is None:
        return ("You only look on: nobody's hand is shown to you.",)
    match view:
        case SheddingView():
            row = view.seats[view.seat]
            hand = "" if isinstance(row.hand, int) else written(in_order(row.hand, order))
            return (f"Hand: {hand or '-'}", f"Face up: {written(in_order(row.up, order)) or '-'}   blind: {row.blind}")
        case HeartView():
            held = view.seats[view.seat].hand
            return (f"Hand: {'-' if isinstance(held, int) else written(in_order(held, order)) or '-'}",)
        case HeroesView():
            player = view.players[view.seat]
            lines = [f"Slots with a card: {' '.join(map(str, player.slots)) or '-'} (nobody has seen these)"]
            if view.known:
                cards = ", ".join(f"{slot}: {written_power(card)}" for slot, card in view.known.items())
                lines.append(f"Dr. Manhattan showed you: {cards}")
            return tuple(lines)
    return ("There is nothing to show.",)


def score_lines(view: View, names: Names) -> tuple[str, ...]:
    """How everybody stands."""
    match view:
        case SheddingView():
            return tuple([_cards_left(view, seat, names(seat)) for seat in range(len(view.seats))])
        case HeartView():
            needed = f"{view.wins_needed} round{'s' * (view.wins_needed > 1)} won"
            rows = [f"{names(seat)}: {row.wins} won, {row.losses} lost" for seat, row in enumerate(view.seats)]
            return (f"Round {view.round}; the match is for {needed}.", *rows)
        case HeroesView():
            rows = [
                f"{names(seat)}: {player.credits} credits; in this round {player.points} points"
                for seat, player in enumerate(view.players)
            ]
            return (f"Round {view.round}, turn {view.turn}.", *rows)
    return ("There is nothing to count.",)


def _cards_left(view: SheddingView, seat: int, name: str) -> str:
    if seat in view.out:
        return f"{name}: out, in place {view.out.index(seat) + 1}"
    row = view.seats[seat]
    hand = row.hand if isinstance(row.hand, int) else len(row.hand)
    return f"{name}: {hand + len(row.up) + row.blind} cards ({hand} in hand, {len(row.up)} face up, {row.blind} blind)"


def hidden_lines(game: AnyGame, position: Mapping[str, Any], names: Names) -> list[str]:  # noqa: ARG001
    """From the document of a position: who holds what."""
    lines = []
    for seat, row in enumerate(position.get("seats", ())):
        blind = f"   blind {' '.join(row['blind'])}" if row["blind"] else ""
        lines.append(f"{names(seat)}: hand {' '.join(row['hand']) or '-'}{blind}")
    if position.get("stock"):
        lines.append(f"Stock: {' '.join(position['stock'])}")
    lines += [f"{names(seat)}: {' '.join(hand) or '-'}" for seat, hand in enumerate(position.get("hands", ()))]
    for seat, player in enumerate(position.get("players", ())):
        cards = ", ".join(f"{slot}: {written_power(card)}" for slot, card in player["hand"].items())
        lines.append(f"{names(seat)}: {cards or '-'}")
    return lines
