"""The table of H3ROES C4RDS in a terminal: drawn from a view, and told in a few lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.text import Text

from houserules.core import Names, Pick, Seat, counted
from houserules.terminal import pieces
from houserules.terminal.look import Look, Order, Size
from houserules.terminal.pieces import EDGE, QUIET, TITLE, TURN, Block, Called

from .events import written
from .state import Battle
from .view import View

AIM: Final = 34
SLOTS: Final = 10
KNOWN: Final = "color(33)"
NAMED: Final = "color(170)"
RIVAL: Final = "card_selection_rival"
PHASES: Final = {
    "betting": "the bets",
    "initial_card_selection": "turn 1: a card each decides who starts",
    "card_selection_own": "an own card",
    RIVAL: "a card of the rival",
    "power_choice": "add or subtract",
    "game_over": "over",
}


def draw(view: View, names: Names, look: Look, order: Order, size: Size, width: int) -> Block:  # noqa: ARG001 - slots have no order but their own
    """Both players with slots, points and purses, the rival above; between them the battle and what is to be done."""
    called = Called(names, look)
    own = view.seat or 0
    lines = [_header(view, look, width), *_player(view, called, look, 1 - own, size, width)]
    lines += [] if view.outcome is not None else _middle(view, called, look, width)
    lines += _player(view, called, look, own, size, width)
    if view.outcome is not None:
        facts = [counted(player.credits, "credit") for player in view.players]
        lines += pieces.places(view.outcome, called, look, width, facts)
    return lines


def _header(view: View, look: Look, width: int) -> Text:
    between = pieces.dot(look)
    left = Text.assemble(("H3ROES C4RDS", TITLE), f"{between}round {view.round}")
    if view.turn:
        left.append(f"{between}turn {view.turn}")
    return pieces.heading(left, Text(PHASES.get(view.phase, view.phase.replace("_", " ")), QUIET), width)


def _bet(view: View, seat: Seat) -> str:
    """During the betting others see that a bet was placed, but neither its amount nor whether it was taken back."""
    if view.phase == "betting" and seat != view.seat:
        return "placed" if view.has_bet[seat] else "not yet"
    return str(view.players[seat].bet or "-")


def _distance(points: int) -> str:
    if points == AIM:
        return f"exactly {AIM}"
    return f"{abs(AIM - points)} {'below' if points < AIM else 'above'} {AIM}"


def _player(view: View, called: Called, look: Look, seat: Seat, size: Size, width: int) -> Block:
    player = view.players[seat]
    turn = seat in view.to_act
    mark = f"{pieces.marker(look)} " if turn else ""
    doing = "" if not turn else ", your turn" if seat == view.seat else ", to act"
    name = Text.assemble((mark + called(seat), TURN if turn else TITLE), (called.manner(seat), QUIET))
    name.append(doing, TURN)
    purse = Text.assemble(
        ("points ", QUIET),
        (str(player.points), TITLE),
        f" ({_distance(player.points)})",
        ("   credits ", QUIET),
        (str(player.credits), TITLE),
        ("   bet ", QUIET),
        (_bet(view, seat), TITLE),
    )
    head = Text.assemble(name, "  ", purse)
    known = _known(view, seat)
    if size in ("tight", "bare"):
        hidden = " ".join(map(str, player.slots)) or "-"
        opened = ", ".join(f"{slot}: {_face(view, seat, slot)}" for slot in player.revealed) or "-"
        slots = [
            Text.assemble(("slots ", QUIET), hidden),
            *pieces.wrapped(Text.assemble(("open  ", QUIET), opened), width),
        ]
        shown = ", ".join(f"{slot}: {written(card)}" for slot, card in known.items())
        told = Text.assemble(("Dr. Manhattan showed you ", QUIET), (shown, KNOWN))
        return [*pieces.wrapped(head, width), *slots, *(pieces.wrapped(told, width) if known else ())]
    boxes = _slots(view, seat, look, width)
    if known:
        boxes.append(Text("In brackets: what Dr. Manhattan showed you", KNOWN))
    if size == "close":
        return [*pieces.wrapped(head, width), *boxes]
    return pieces.framed([purse, *boxes], name, look, width, turn=turn and seat == view.seat)


def _known(view: View, seat: Seat) -> dict[int, int]:
    """This seat's cards that the viewer was shown and that are still hidden from others."""
    if view.seat is None or seat == view.seat:
        return {}
    return {slot: card for slot, card in view.known.items() if slot in view.players[seat].slots}


def _face(view: View, seat: Seat, slot: int) -> str:
    player = view.players[seat]
    return written(player.revealed[slot], player.joker_values.get(slot))


def _slots(view: View, seat: Seat, look: Look, width: int) -> list[Text]:
    """Ten places with their numbers: a card that is hidden, one that lies open with its power, or none."""
    wide = 7 if width - 4 >= SLOTS * 8 - 1 else 6
    drawn = [_slot(view, seat, slot, look, wide) for slot in range(SLOTS)]
    return [Text(" ").join(row) for row in zip(*drawn, strict=True)]


def _slot(view: View, seat: Seat, slot: int, look: Look, wide: int) -> list[Text]:
    player = view.players[seat]
    inside = wide - 2
    side, line, corners, fill = ("|", "-", "++++", "#") if look.ascii else ("│", "─", "╭╮╰╯", "▒")
    edge, face, below, ink = EDGE, "", "", ""
    if slot in player.revealed:
        card = player.revealed[slot]
        edge = TURN if slot == _in_battle(view, seat) else "default"
        face = str(player.joker_values.get(slot, card))
        below = _initials(card)
        ink = f"bold {NAMED}" if below else TITLE
    elif slot in player.slots:
        known = _known(view, seat).get(slot)
        face = fill * inside if known is None else f"({_initials(known) or known})"
        ink = QUIET if known is None else f"bold {KNOWN}"
    else:
        return [Text(" " * wide) for _ in range(3)]
    top = f"{line}{slot}{line * (inside - 2)}"
    return [
        Text.assemble((corners[0] + top + corners[1], edge)),
        Text.assemble((side, edge), (f"{face[:inside]:^{inside}}", ink), (side, edge)),
        Text.assemble((f"{corners[2]}{below:{line}^{inside}}{corners[3]}", edge)),
    ]


def _initials(card: int) -> str:
    """Of the two cards that have names."""
    name = written(card)
    return "" if name == str(card) else "Dr" if name.startswith("Dr") else "Jk"


def _in_battle(view: View, seat: Seat) -> int | None:
    """This seat's slot that was picked in the current turn; in turn 1 the slots are those of seat 0 and seat 1."""
    first = 0 if view.current is None else view.current
    return view.picked.own if seat == first else view.picked.rival


def _middle(view: View, called: Called, look: Look, width: int) -> Block:
    """The last battle, what may be added or subtracted, and whose turn it is."""
    lines = [] if view.battle is None else pieces.wrapped(_battle(view.battle, called), width)
    turn = pieces.turn_line(view, called, look, _to_pick(view, called))
    if view.difference is not None:
        turn = Text.assemble(turn, (f" {view.difference}", TITLE), (f" (the aim is {AIM})", QUIET))
    return [*lines, *pieces.wrapped(turn, width)]


def _to_pick(view: View, called: Called) -> str | None:
    """Whose slots the viewer has to pick from, while it has to pick."""
    if view.seat is None or not isinstance(next(iter(view.legal), None), Pick):
        return None
    whose = f"{called(1 - view.seat)}'s" if view.phase == RIVAL else "your"
    return f"pick one of {whose} slots"


def _battle(battle: Battle, called: Called) -> Text:
    faces = [written(card, power) for card, power in zip(battle.cards, battle.powers, strict=True)]
    won = "nobody won" if battle.winner is None else f"{called(battle.winner)} won by {battle.difference}"
    text = f"{called(0)} {faces[0]} against {called(1)} {faces[1]}: {won}"
    return Text.assemble((f"Last battle (turn {battle.turn}): ", QUIET), text)


# -- In a few lines --------------------------------------------------------------------------------------------------


def hand_lines(view: View, order: Order) -> tuple[str, ...]:  # noqa: ARG001 - as above
    """The slots of the viewer, and what it was shown."""
    assert view.seat is not None
    lines = [f"Slots with a card: {' '.join(map(str, view.players[view.seat].slots)) or '-'} (nobody has seen these)"]
    if view.known:
        cards = ", ".join(f"{slot}: {written(card)}" for slot, card in view.known.items())
        lines.append(f"Dr. Manhattan showed you: {cards}")
    return tuple(lines)


def score_lines(view: View, names: Names) -> tuple[str, ...]:
    """Credits and points."""
    rows = [
        f"{names(seat)}: {counted(player.credits, 'credit')}; in this round {counted(player.points, 'point')}"
        for seat, player in enumerate(view.players)
    ]
    return (f"Round {view.round}, turn {view.turn}.", *rows)


def hidden_lines(position: Mapping[str, Any], names: Names) -> tuple[str, ...]:
    """What nobody saw, from the document of a position."""
    lines = []
    for seat, player in enumerate(position["players"]):
        cards = ", ".join(f"{slot}: {written(card)}" for slot, card in player["hand"].items())
        lines.append(f"{names(seat)}: {cards or '-'}")
    return tuple(lines)
