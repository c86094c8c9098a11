"""The table of Heart of Five as text."""

from __future__ import annotations

from houserules.cards import written
from houserules.core import Names
from houserules.games.heart_of_five.view import View


def screen(view: View, names: Names) -> str:
    """Round, trick, players with their last actions and records, and the hand."""
    lines = ["", f"=== Round {view.round}, lead: {names(view.leader)} ==="]
    if view.last is not None:
        lines.append(f"Last play: {written(view.last.cards)} by {names(view.last.seat)} ({view.last.meld})")
    lines.append(f"{'Players':16}{'Cards':>6}  {'Last action':24}{'W/L':>7}")
    for place, seat in enumerate(view.seats):
        count = seat.hand if isinstance(seat.hand, int) else len(seat.hand)
        name = names(place) + (" (leader)" if place == view.leader else "")
        lines.append(f"{name:16}{count:>6}  {seat.last_action or '-':24}{f'{seat.wins}/{seat.losses}':>7}")
    lines += [f"Your hand: {written(seat.hand)}" for seat in view.seats if not isinstance(seat.hand, int)]
    lines.append(f"Play {view.asks}")
    return "\n".join(lines)
