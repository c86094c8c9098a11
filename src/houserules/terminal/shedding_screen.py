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
PANEL: Final = 26
"""Columns that a player's panel needs at the least."""
SHOWN: Final = 8
"""Cards of the pile in a line of text."""


def screen(view: View, names: Names, look: Look, order: Order, size: Size, width: int) -> RenderableType:
    """Header, everybody's cards, the pile with what it asks for, whose turn it is, and the own hand."""
    called = Called(names, look)
    roomy = size == "roomy" and view.outcome is None
    parts = [_header(view, look), *(_panels(view, called, look, width) if roomy else [_seats(view, called, look)])]
    if view.outcome is not None:
        parts.append(pieces.framed(Group(*pieces.places(view.outcome, called)), "The match is over", look))
    elif view.seat is None:
        parts.append(_pile(view, called, look, size, width))
    elif roomy:
        parts += _pile_and_own(view, called, look, order, width, view.seats[view.seat])
    else:
        parts.append(_pile(view, called, look, size, width))
        parts += _hand(view, look, order, size, width, view.seats[view.seat])
    return Group(*parts)


def _header(view: View, look: Look) -> RenderableType:
    between = pieces.dot(look)
    phase = "over" if view.outcome is not None else PHASES[view.phase]
    left = Text.assemble(pieces.game_name(view, look), (between + phase, QUIET))
    onwards = view.direction == 1
    arrow = "" if look.ascii else "↻ " if onwards else "↺ "
    way = "clockwise" if onwards else "counter-clockwise"
    return pieces.heading(left, Text(between.join((f"stock {view.stock}", f"burned {len(view.burned)}", arrow + way))))


# -- The seats -------------------------------------------------------------------------------------------------------


def _around(view: View) -> list[Seat]:
    """The seats as one sees them going round: the viewer first."""
    first = view.seat or 0
    return [(first + step) % len(view.seats) for step in range(len(view.seats))]


def _in_hand(seat: SeatView) -> int:
    return seat.hand if isinstance(seat.hand, int) else len(seat.hand)


def _on_turn(view: View, seat: Seat) -> bool:
    """In the setup it is everybody's turn, so that nobody is marked."""
    return seat in view.to_act and view.phase != "setup"


def _status(view: View, seat: Seat) -> Text:
    """What is to be said of a seat in a few words."""
    if view.outcome is not None:
        return Text(pieces.place(view.outcome.places[seat]), TITLE)
    if seat in view.out:
        return Text(f"out, {pieces.place(view.out.index(seat) + 1)}", TITLE)
    if view.phase == "setup":
        return Text("ready", TITLE) if seat in view.ready else Text("not ready yet", QUIET)
    if seat not in view.to_act:
        return Text()
    playing = "your turn" if seat == view.seat else "to play"
    naming = {"target": "names who takes the pile", "call": "calls a suit", "choose": "chooses"}
    return Text(playing if view.pending is None else naming[view.pending], TURN)


def _seats(view: View, called: Called, look: Look) -> Table:
    """Everybody in a table, one line each. The numbers are those of the seats, for who has to name one."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column("", width=1)
    table.add_column("Seat", no_wrap=True)
    table.add_column("", no_wrap=True, min_width=8)
    table.add_column("Hand", justify="right")
    table.add_column("Face up", no_wrap=True, min_width=14)
    table.add_column("Blind", no_wrap=True)
    table.add_column("", no_wrap=True, overflow="ellipsis")
    for place in _around(view):
        seat = view.seats[place]
        turn = _on_turn(view, place)
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
    rows = -(-len(others) // max(1, (width + 1) // (PANEL + 1)))
    across = -(-len(others) // rows)
    each = (width + 1) // across - 1
    return [
        pieces.beside(*((_panel(view, called, look, seat, each), each) for seat in others[start : start + across]))
        for start in range(0, len(others), across)
    ]


def _panel(view: View, called: Called, look: Look, place: Seat, width: int) -> RenderableType:
    seat = view.seats[place]
    turn = _on_turn(view, place)
    mark = f"{pieces.marker(look)} " if turn else ""
    title = Text.assemble((mark + called(place), TURN if turn else TITLE), (f" seat {place}", f"not bold {QUIET}"))
    facts = Text.assemble(f"hand {_in_hand(seat)}", (pieces.dot(look), QUIET), "blind ", drawn.backs(seat.blind, look))
    body = Group(*_fan(seat.up, look, width - 4), facts)
    return pieces.framed(body, title, look, below=_status(view, place) or None, turn=turn, width=width)


def _fan(cards: tuple[Card, ...], look: Look, width: int, fit: frozenset[Card] = frozenset()) -> list[Text]:
    """Boxes side by side."""
    return drawn.fans([(card,) for card in cards], look, width, fit) if cards else drawn.empty_place(look)


# -- The pile --------------------------------------------------------------------------------------------------------


def _pile(view: View, called: Called, look: Look, size: Size, width: int) -> RenderableType:
    """Its last cards and, beside them, what it asks for in words."""
    turn = pieces.turn_line(view, called, look)
    title = f"Pile, {pieces.count(len(view.pile), 'card')}" if view.pile else "No pile"
    if size in ("tight", "bare"):
        line = Text.assemble((title, TITLE), ": " if view.pile else "", _last(view.pile, SHOWN, look))
        asks = Text.assemble(("It asks for ", QUIET), _asks(view))
        return Group(line, asks, turn)
    framed = size != "close"
    room = width - 4 if framed else width
    most = (room // 2 - drawn.WIDTH - 3) // drawn.STRIP + 1
    fan = drawn.fans([view.pile[-most:]], look, room) if view.pile else drawn.empty_place(look)
    if len(view.pile) > most:
        gaps = ["   ", ".. " if look.ascii else "…  ", "   ", "   "]
        fan = [Text.assemble((gap, QUIET), line) for gap, line in zip(gaps, fan, strict=True)]
    taken = max(line.cell_len for line in fan)
    words = Group(Text("asks for" if framed else f"{title}, asks for", QUIET), _asks(view), Text(), turn)
    both = pieces.beside((Group(*fan), taken), (words, room - taken - 2), gap=2)
    return pieces.framed(both, title, look, width=width) if framed else both


def _last(pile: tuple[Card, ...], most: int, look: Look) -> Text:
    more = ".. " if look.ascii else "… "
    return Text.assemble((more if len(pile) > most else "", QUIET), drawn.in_a_row(pile[-most:], look))


def _asks(view: View) -> Text:
    if view.phase == "setup":
        return Text("nothing yet: all choose what lies face up", TITLE)
    return Text(view.asks, TITLE)


# -- One's own cards -------------------------------------------------------------------------------------------------


def _fit(view: View) -> frozenset[Card]:
    """Cards that some legal move lays."""
    return frozenset(card for move in view.legal if isinstance(move, Play) for card in move.cards)


def _held(own: SeatView) -> tuple[Card, ...]:
    assert not isinstance(own.hand, int)
    return tuple(sorted(own.hand))


def _title(hand: tuple[Card, ...], fit: frozenset[Card], look: Look) -> Text:
    mark = f"{pieces.dot(look)}{drawn.mark(look)} fits" if fit else ""
    number = f", {pieces.count(len(hand), 'card')}" if hand else " is empty"
    return Text.assemble(("Your hand", TITLE), (number + mark, f"not bold {QUIET}"))


def _pile_and_own(
    view: View, called: Called, look: Look, order: Order, width: int, own: SeatView
) -> list[RenderableType]:
    """The pile, what lies before the player, and the hand; a big hand gets all the width there is."""
    hand, fit = _held(own), _fit(view)
    left = max(PANEL - 2, drawn.fan_width([(card,) for card in own.up]) + 4)
    up = Group(*_fan(own.up, look, left - 4, frozenset() if hand else fit))
    blind = Text.assemble(("blind ", f"not bold {QUIET}"), drawn.backs(own.blind, look))
    before = pieces.framed(up, "Before you", look, below=blind, width=left)
    rest = width - left - 1
    big = bool(hand) and drawn.fan_width([hand]) > rest - 4
    room = width if big else rest
    cards = drawn.fans(drawn.grouped(hand, order), look, room - 4, fit) if hand else drawn.empty_place(look)
    held = pieces.framed(
        Group(*cards), _title(hand, fit if hand else frozenset(), look), look, turn=bool(view.legal), width=room
    )
    if big:
        return [pieces.beside((before, left), (_pile(view, called, look, "roomy", rest), rest)), held]
    return [_pile(view, called, look, "roomy", width), pieces.beside((before, left), (held, rest))]


def _hand(view: View, look: Look, order: Order, size: Size, width: int, own: SeatView) -> list[RenderableType]:
    hand = _held(own)
    groups = drawn.grouped(hand, order)
    if size in ("tight", "bare"):
        title = _title(hand, frozenset(), look)
        lines = drawn.packed(hand, look, width) if size == "bare" else drawn.listed(groups, look, width)
        if len(lines) == 1 and title.cell_len + 2 + lines[0].cell_len <= width:
            return [Text.assemble(title, "  ", lines[0])]
        return [title, *lines]
    fit = _fit(view) if hand else frozenset()
    title = _title(hand, fit, look)
    if size == "close":
        return [title, *(drawn.fans(groups, look, width, fit) if hand else ())]
    cards = drawn.fans(groups, look, width - 4, fit) if hand else drawn.empty_place(look)
    return [pieces.framed(Group(*cards), title, look, turn=bool(view.legal), width=width)]
