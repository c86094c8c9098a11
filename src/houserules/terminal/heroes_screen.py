"""The table of H3ROES C4RDS as text."""

from __future__ import annotations

from houserules.core import Names
from houserules.games.heroes.events import written
from houserules.games.heroes.view import PlayerView, View


def screen(view: View, names: Names) -> str:
    """The table as its text."""
    lines = ["", f"round {view.round}   turn {view.turn}   {view.phase.replace('_', ' ')}"]
    lines += [_player_line(player, names(seat), _bet(view, seat)) for seat, player in enumerate(view.players)]
    if view.known:
        lines.append(f"Dr. Manhattan showed you {_cards(view.known, {})}")
    if view.difference is not None:
        lines.append(f"add or subtract {view.difference}: the aim is 34")
    return "\n".join(lines)


def _bet(view: View, seat: int) -> str:
    """While there is betting, nobody else knows whether there is a bet: then it is hidden, not 0."""
    if view.phase == "betting" and seat != view.seat:
        return "hidden"
    return str(view.players[seat].bet or "-")


def _player_line(player: PlayerView, name: str, bet: str) -> str:
    slots = " ".join(map(str, player.slots)) or "-"
    purse = f"{player.credits:4} credits   bet {bet:6}   {player.points:4} points"
    return f"{name:8} {purse}   slots {slots:20} open {_cards(player.revealed, player.joker_values) or '-'}"


def _cards(cards: dict[int, int], powers: dict[int, int]) -> str:
    return ", ".join(f"{slot}: {written(card, powers.get(slot))}" for slot, card in cards.items())
