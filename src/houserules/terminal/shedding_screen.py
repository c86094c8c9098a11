"""The table of the Shithead family, drawn from a view."""

from __future__ import annotations

from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houserules.cards import Card
from houserules.core import Names, Play, Seat
from houserules.games.shedding.view import SeatView, View

from . import cards_drawn as drawn
from . import pieces
from .look import Look, Order, Size
from .pieces import QUIET, TITLE, TURN, Called

PHASES: Final = {"setup": "setup", "mainPlay": "main play", "endGame": "the stock is gone"}
PANEL: Final = 24
"""Columns that a player's own panel needs at the least."""


def screen(view: View, names: Names, look: Look, order: Order, size: Size, width: int) -> RenderableType:
    """Header, everybody's cards, the pile with what it asks for, whose turn it is, and the own hand."""
    called = Called(names, view, look)
    parts: list[RenderableType] = [_header(view, look)]
    if size == "roomy" and view.outcome is None:
        parts += _panels(view, called, look, width)
    else:
        parts.append(_seats(view, called, look))
    if view.outcome is not None:
        parts.append(pieces.framed(Group(*pieces.places(view.outcome, called)), "The match is over", look))
        return Group(*parts)
    parts.append(_pile(view, called, look, size, width))
    if view.seat is not None:
        parts += _own(view, view.seats[view.seat], look, order, size, width)
    return Group(*parts)


# -- Header and seats ------------------------------------------------------------------------------------------------


def _header(view: View, look: Look) -> RenderableType:
    between = pieces.dot(look)
    phase = "over" if view.outcome is not None else PHASES[view.phase]
    left = pieces.game_name(view, look).append(between + phase, QUIET)
    onwards = view.direction == 1
    arrow = "" if look.ascii else "↻ " if onwards else "↺ "
    way = "clockwise" if onwards else "counter-clockwise"
    facts = [f"stock {view.stock}", f"burned {len(view.burned)}", arrow + way]
    return pieces.heading(left, Text(between.join(facts)))


def _around(view: View) -> list[Seat]:
    """The seats as one sees them going round: the viewer first."""
    first = view.seat or 0
    return [(first + step) % len(view.seats) for step in range(len(view.seats))]


def _in_hand(seat: SeatView) -> int:
    return seat.hand if isinstance(seat.hand, int) else len(seat.hand)


def _status(view: View, seat: Seat) -> Text:
    """What is to be said of a seat in a few words."""
    if view.outcome is not None:
        return Text(pieces.place(view.outcome.places[seat]), TITLE)
    if seat in view.out:
        return Text(f"out, {pieces.place(view.out.index(seat) + 1)}", QUIET)
    if view.phase == "setup":
        return Text("ready", TITLE) if seat in view.ready else Text("not ready yet", QUIET)
    if seat not in view.to_act:
        return Text()
    own = seat == view.seat
    doing = {
        None: "your turn" if own else "to play",
        "target": "names who takes",
        "call": "calls a suit",
        "choose": "chooses",
    }[view.pending]
    return Text(doing, TURN)


def _seats(view: View, called: Called, look: Look) -> Table:
    """Everybody in a table, one line each. The numbers are those of the seats, for who has to name one."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column("", width=1)
    table.add_column("Seat", no_wrap=True)
    table.add_column("", no_wrap=True, min_width=8)
    table.add_column("Hand", justify="right")
    table.add_column("Face up", no_wrap=True, min_width=14)
    table.add_column("Blind", no_wrap=True)
    table.add_column("", no_wrap=True)
    for place in _around(view):
        seat = view.seats[place]
        turn = place in view.to_act and view.phase != "setup"
        table.add_row(
            Text(pieces.marker(look) if turn else "", TURN),
            Text(f"{place:>4}", QUIET),
            Text(called(place), TURN if turn else TITLE),
            str(_in_hand(seat)),
            drawn.in_a_row(seat.up, look) if seat.up else Text("-", QUIET),
            drawn.backs(seat.blind, look),
            _status(view, place),
        )
    return table


def _panels(view: View, called: Called, look: Look, width: int) -> list[RenderableType]:
    """The others with their face-up cards as boxes, as many side by side as there is room for."""
    others = [seat for seat in _around(view) if seat != view.seat]
    across = max(1, min(len(others), width // PANEL, 4))
    rows = -(-len(others) // across)
    across = -(-len(others) // rows)
    each = (width + 1) // across - 1
    return [
        pieces.beside(*((_panel(view, called, look, seat, each), each) for seat in others[start : start + across]))
        for start in range(0, len(others), across)
    ]


def _panel(view: View, called: Called, look: Look, place: Seat, width: int) -> RenderableType:
    seat = view.seats[place]
    turn = place in view.to_act and view.phase != "setup"
    name = Text(f"{pieces.marker(look)} " if turn else "", TURN).append(called(place), TURN if turn else TITLE)
    status = _status(view, place)
    title = name.append(f" {place}", QUIET)
    up = _fan(seat.up, look, width - 4)
    between = pieces.dot(look)
    facts = Text(f"{_in_hand(seat)} in hand{between}blind ").append_text(drawn.backs(seat.blind, look))
    return pieces.framed(Group(*up, facts, status), title, look, turn=turn, width=width)


def _fan(cards: tuple[Card, ...], look: Look, width: int, fit: frozenset[Card] = frozenset()) -> list[Text]:
    if not cards:
        return drawn.empty_place(look)
    return drawn.fans([(card,) for card in cards], look, width, fit)


# -- The pile --------------------------------------------------------------------------------------------------------


def _pile(view: View, called: Called, look: Look, size: Size, width: int) -> RenderableType:
    """Its last cards and, beside them, what it asks for in words."""
    asks = _asks(view)
    turn = pieces.turn_line(view, called, look)
    number = pieces.count(len(view.pile), "card") if view.pile else "empty"
    if size in ("tight", "bare"):
        shown = view.pile[-8:]
        more = Text(".. " if look.ascii else "… ", QUIET) if len(view.pile) > len(shown) else Text()
        line = Text("Pile ", TITLE).append(f"({number}) ", QUIET).append_text(more)
        line.append_text(drawn.in_a_row(shown, look))
        return Group(line, Text("It asks for ").append_text(asks), turn)
    room = min(width // 2, 46)
    most = (room - 2 - drawn.WIDTH) // drawn.STRIP + 1
    shown = view.pile[-most:]
    fan = drawn.fans([shown], look, room) if shown else drawn.empty_place(look)
    if len(view.pile) > most:
        fan = [
            Text(".. " if look.ascii else "… ", QUIET).append_text(line) if row == 1 else Text("   ").append_text(line)
            for row, line in enumerate(fan)
        ]
    taken = max(line.cell_len for line in fan)
    words = Group(Text("asks for", QUIET), asks, Text(), turn)
    return pieces.framed(
        pieces.beside((Group(*fan), taken), (words, width - taken - 6), gap=2), f"Pile, {number}", look
    )


def _asks(view: View) -> Text:
    if view.phase == "setup":
        return Text("nothing yet: all choose what lies face up", TITLE)
    return Text(view.asks, f"{TITLE} underline")


# -- One's own cards -------------------------------------------------------------------------------------------------


def _own(view: View, own: SeatView, look: Look, order: Order, size: Size, width: int) -> list[RenderableType]:
    assert not isinstance(own.hand, int)
    hand = tuple(sorted(own.hand))
    fit = frozenset(card for move in view.legal if isinstance(move, Play) for card in move.cards)
    number = pieces.count(len(hand), "card")
    groups = drawn.grouped(hand, order)
    if size in ("tight", "bare"):
        title = Text("Your hand ", TITLE).append(f"({number})", QUIET)
        if not hand:
            return [title.append(" is empty")]
        lines = drawn.packed(hand, look, width) if size == "bare" else drawn.listed(groups, look, width)
        if len(lines) == 1 and title.cell_len + 2 + lines[0].cell_len <= width:
            return [title.append("  ").append_text(lines[0])]
        return [title, *lines]
    fits = Text(f"{pieces.dot(look)}{'^' if look.ascii else '▲'} fits", QUIET) if fit else Text()
    title = Text("Your hand", TITLE).append(f", {number}", QUIET).append_text(fits)
    if size == "snug":
        cards = drawn.fans(groups, look, width - 4, fit) if hand else drawn.empty_place(look)
        return [pieces.framed(Group(*cards), title, look, turn=bool(view.legal), width=width)]
    left = max(PANEL, drawn.fan_width([(card,) for card in own.up]) + 4)
    up = _fan(own.up, look, left - 4, frozenset() if hand else fit)
    below = Text("blind ").append_text(drawn.backs(own.blind, look))
    room = width - left - 1
    table = pieces.framed(Group(*up, below), Text("Before you", TITLE), look, width=left)
    if hand and drawn.fan_width([hand]) > room - 4:
        # A big hand gets all the width there is.
        cards = drawn.fans(groups, look, width - 4, fit)
        whole = pieces.framed(Group(*cards), title, look, turn=bool(view.legal), width=width)
        return [table, whole]
    cards = drawn.fans(groups, look, room - 4, fit) if hand else drawn.empty_place(look)
    held = pieces.framed(Group(*cards, Text()), title, look, turn=bool(view.legal), width=room)
    return [pieces.beside((table, left), (held, room))]
