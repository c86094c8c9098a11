"""The table of H3ROES C4RDS, drawn from a view."""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType
from rich.text import Text

from houserules.core import Names, Seat
from houserules.games.heroes.events import written
from houserules.games.heroes.state import Battle
from houserules.games.heroes.view import View

from . import pieces
from .look import Look, Size
from .pieces import QUIET, TITLE, TURN, Called

AIM: Final = 34
SLOTS: Final = 10
KNOWN: Final = "color(33)"
NAMED: Final = "color(170)"
PHASES: Final = {
    "betting": "the bets",
    "initial_card_selection": "turn 1: a card each decides who starts",
    "card_selection_own": "an own card",
    "card_selection_rival": "a card of the rival",
    "power_choice": "add or subtract",
    "game_over": "over",
}


def screen(view: View, names: Names, look: Look, size: Size, width: int) -> RenderableType:
    """Both players with slots, points and purses, the rival above; between them the battle and what is to be done."""
    called = Called(names, view, look)
    own = view.seat or 0
    parts: list[RenderableType] = [_header(view, look), _player(view, called, look, 1 - own, size, width)]
    if view.outcome is None:
        parts.append(_middle(view, called, look))
    parts.append(_player(view, called, look, own, size, width))
    if view.outcome is not None:
        facts = [pieces.count(player.credits, "credit") for player in view.players]
        parts.append(pieces.framed(Group(*pieces.places(view.outcome, called, facts)), "The match is over", look))
    return Group(*parts)


def _header(view: View, look: Look) -> RenderableType:
    between = pieces.dot(look)
    left = Text("H3ROES C4RDS", TITLE).append(f"{between}round {view.round}", TITLE)
    if view.turn:
        left.append(f"{between}turn {view.turn}")
    return pieces.heading(left, Text(PHASES.get(view.phase, view.phase.replace("_", " ")), QUIET))


def _bet(view: View, seat: Seat) -> str:
    """While there is betting, nobody else knows whether there is a bet: then it is hidden, not 0."""
    if view.phase == "betting" and seat != view.seat:
        return "hidden"
    return str(view.players[seat].bet or "-")


def _distance(points: int) -> str:
    if points == AIM:
        return f"exactly {AIM}"
    return f"{abs(AIM - points)} {'below' if points < AIM else 'above'} {AIM}"


def _player(view: View, called: Called, look: Look, seat: Seat, size: Size, width: int) -> RenderableType:
    player = view.players[seat]
    turn = seat in view.to_act
    mark = f"{pieces.marker(look)} " if turn else ""
    name = Text(mark + called(seat), TURN if turn else TITLE)
    if turn:
        name.append(", your turn" if seat == view.seat else ", to act", TURN)
    purse = Text.assemble(
        ("points ", QUIET),
        (str(player.points), TITLE),
        (f" ({_distance(player.points)})", ""),
        ("   credits ", QUIET),
        (str(player.credits), TITLE),
        ("   bet ", QUIET),
        (_bet(view, seat), TITLE),
    )
    known = view.known if view.seat is not None and seat != view.seat else {}
    if size in ("tight", "bare"):
        hidden = " ".join(map(str, player.slots)) or "-"
        opened = ", ".join(f"{slot}: {_face(view, seat, slot)}" for slot in player.revealed) or "-"
        lines = [name, purse, Text("slots ", QUIET).append(hidden), Text("open  ", QUIET).append(opened)]
        if known:
            shown = ", ".join(f"{slot}: {written(card)}" for slot, card in known.items() if slot in player.slots)
            lines.append(Text("Dr. Manhattan showed you ", QUIET).append(shown or "nothing that is still hidden"))
        return Group(*lines)
    body: list[RenderableType] = [purse, *_slots(view, seat, look, width)]
    if any(slot in player.slots for slot in known):
        body.append(Text("In brackets what Dr. Manhattan showed you", KNOWN))
    return pieces.framed(Group(*body), name, look, turn=turn and seat == view.seat, width=width)


def _face(view: View, seat: Seat, slot: int) -> str:
    player = view.players[seat]
    return written(player.revealed[slot], player.joker_values.get(slot))


def _slots(view: View, seat: Seat, look: Look, width: int) -> list[Text]:
    """Ten places: a hidden card shows its number, an open one its power, and where a card was none is left."""
    wide = 7 if width - 4 >= SLOTS * 7 else 6
    lines = [Text() for _ in range(4)]
    for slot in range(SLOTS):
        for line, piece in zip(lines, _slot(view, seat, slot, look, wide - 1), strict=True):
            line.append_text(piece).append(" ")
    return lines


def _slot(view: View, seat: Seat, slot: int, look: Look, wide: int) -> list[Text]:
    player = view.players[seat]
    inside = wide - 2
    side, line, corners, fill = ("|", "-", "++++", "#") if look.ascii else ("│", "─", "╭╮╰╯", "▒")
    ring, face, below = EDGES[0], "", ""
    if slot in player.revealed:
        card = player.revealed[slot]
        power = player.joker_values.get(slot, card)
        battles = (view.picked.own, view.picked.rival)
        mine = view.current is None or view.current == seat
        ring = TURN if battles[0 if mine else 1] == slot else ""
        face, below = str(power), "Jok" if slot in player.joker_values else "Dr.M" if card == 67 else ""
        face_style = f"bold {NAMED}" if below else "bold"
    elif slot in player.slots:
        shown = view.known.get(slot) if view.seat is not None and seat != view.seat else None
        face = fill * inside if shown is None else f"({'Jok' if shown == 0 else shown})"
        below = ""
        face_style = QUIET if shown is None else f"bold {KNOWN}"
    else:
        return [Text(f"{slot:^{wide}}", QUIET), *(Text(" " * wide) for _ in range(3))]
    return [
        Text(f"{slot:^{wide}}", QUIET),
        Text(corners[0] + line * inside + corners[1], ring),
        Text.assemble((side, ring), (f"{face[:inside]:^{inside}}", face_style), (side, ring)),
        Text.assemble((corners[2], ring), (f"{below[:inside]:{line}^{inside}}", ring), (corners[3], ring)),
    ]


EDGES: Final = (pieces.EDGE,)


def _middle(view: View, called: Called, look: Look) -> RenderableType:
    lines = []
    if view.battle is not None:
        lines.append(_battle(view.battle, called))
    line = Text()
    if view.difference is not None:
        line = Text(f"{view.difference} to add or to subtract: the aim is {AIM}", TITLE)
    lines += [line] if line else []
    lines.append(pieces.turn_line(view, called, look))
    return Group(*lines)


def _battle(battle: Battle, called: Called) -> Text:
    faces = [written(card, power) for card, power in zip(battle.cards, battle.powers, strict=True)]
    won = "nobody won" if battle.winner is None else f"{called(battle.winner)} won by {battle.difference}"
    text = f"{called(0)} {faces[0]} against {called(1)} {faces[1]}: {won}"
    return Text(f"Last battle (turn {battle.turn}): ", QUIET).append(text)
