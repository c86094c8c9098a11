"""The table of High Card in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from houserules.cards import written
from houserules.core import Names, counted
from houserules.terminal import cards_drawn, pieces
from houserules.terminal.look import Look, Order, Size
from houserules.terminal.pieces import Block, Called

from .view import View


def draw(view: View, names: Names, look: Look, order: Order, size: Size, width: int) -> Block:
    """Name and tricks, what is to be beaten, the own hand."""
    called = Called(names, look)
    lines = [pieces.heading(pieces.game_name(view, look), Text(", ".join(score_lines(view, names))), width)]
    if view.outcome is not None:
        return lines + pieces.places(view.outcome, called, look, width)
    if len(view.played) % 2:
        lines.append(Text.assemble("To beat: ", cards_drawn.short(view.played[-1], look)))
    lines.append(pieces.turn_line(view, called, look))
    if view.seat is None:
        return lines
    groups = cards_drawn.grouped(view.hand, order)
    in_text = size in ("tight", "bare")
    return lines + (cards_drawn.listed(groups, look, width) if in_text else cards_drawn.fans(groups, look, width))


def hand_lines(view: View, order: Order) -> tuple[str, ...]:
    return (f"Hand: {written(cards_drawn.in_order(view.hand, order)) or '-'}",)


def score_lines(view: View, names: Names) -> tuple[str, ...]:
    return tuple([f"{names(seat)}: {counted(tricks, 'trick')}" for seat, tricks in enumerate(view.tricks)])


def hidden_lines(position: Mapping[str, Any], names: Names) -> tuple[str, ...]:
    hands = [f"{names(seat)}: {' '.join(hand) or '-'}" for seat, hand in enumerate(position["hands"])]
    return (*hands, f"Laid aside: {' '.join(position['aside'])}")
