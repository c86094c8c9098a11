"""The table of the Shithead family as text."""

from __future__ import annotations

from houserules.cards import written
from houserules.core import Names
from houserules.games.shedding.view import SeatView, View


def screen(view: View, names: Names) -> str:
    """The table as its text."""
    arrow = ">" if view.direction == 1 else "<"
    lines = ["", f"stock {view.stock}   burned {len(view.burned)}   direction {arrow}"]
    lines += [_seat_line(seat, names(place)) for place, seat in enumerate(view.seats)]
    pile = written(view.pile[-8:]) if view.pile else "empty"
    more = "... " if len(view.pile) > 8 else ""
    lines.append(f"pile ({len(view.pile)}): {more}{pile}   asks for {view.asks}")
    return "\n".join(lines)


def _seat_line(seat: SeatView, name: str) -> str:
    hand = f"{seat.hand} cards" if isinstance(seat.hand, int) else written(seat.hand) or "-"
    return f"{name:8} hand {hand:24} up {written(seat.up) or '-':10} blind {seat.blind}"
