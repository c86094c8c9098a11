"""The table of Heart of Five, drawn from a view."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houserules.core import Names, Seat
from houserules.games.heart_of_five.view import SeatView, View

from . import cards_drawn as drawn
from . import pieces
from .look import Look, Order, Size
from .pieces import QUIET, TITLE, TURN, Called


def screen(view: View, names: Names, look: Look, order: Order, size: Size, width: int) -> RenderableType:
    """Round and leader, the players with their last actions and records, the trick with what it asks for, the hand."""
    called = Called(names, look)
    parts: list[RenderableType] = [_header(view, called, look), _players(view, called, look, size)]
    if view.outcome is not None:
        facts = [f"{seat.wins} won, {seat.losses} lost" for seat in view.seats]
        parts.append(pieces.framed(Group(*pieces.places(view.outcome, called, facts)), "The match is over", look))
        return Group(*parts)
    parts.append(_trick(view, called, look, size, width))
    if view.seat is not None:
        parts += _hand(view, view.seats[view.seat], look, order, size, width)
    return Group(*parts)


def _header(view: View, called: Called, look: Look) -> RenderableType:
    between = pieces.dot(look)
    left = Text.assemble(
        pieces.game_name(view, look),
        (f"{between}round {view.round}", TITLE),
        (f"{between}lead: ", QUIET),
        called(view.leader),
    )
    ends = [f"first to {pieces.count(view.wins_needed, 'win')}"]
    if view.rounds is not None:
        ends.append(f"{view.rounds} rounds at most")
    if view.minutes is not None:
        ends.append(f"{view.seconds // 60} of {view.minutes} minutes")
    return pieces.heading(left, Text(between.join(ends), QUIET))


def _cards(seat: SeatView) -> int:
    return seat.hand if isinstance(seat.hand, int) else len(seat.hand)


def _players(view: View, called: Called, look: Look, size: Size) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style=QUIET)
    table.add_column("", width=1)
    table.add_column("Players", no_wrap=True, min_width=12)
    table.add_column("Cards", justify="right")
    table.add_column("", no_wrap=True)
    table.add_column("Last action", no_wrap=True, min_width=18)
    table.add_column("W/L", no_wrap=True, justify="right")
    table.add_column("", no_wrap=True)
    first = view.seat or 0
    for step in range(len(view.seats)):
        place = (first + step) % len(view.seats)
        seat = view.seats[place]
        turn = place in view.to_act
        number = _cards(seat)
        table.add_row(
            Text(pieces.marker(look) if turn else "", TURN),
            Text.assemble(
                (called(place), TURN if turn else TITLE), (" (leader)" if place == view.leader else "", QUIET)
            ),
            str(number),
            Text(("#" if look.ascii else "▒") * min(number, 14) if size in ("roomy", "snug", "close") else "", QUIET),
            Text(seat.last_action or "-", "" if seat.last_action else QUIET),
            f"{seat.wins}/{seat.losses}",
            _status(view, place),
        )
    return table


def _status(view: View, seat: Seat) -> Text:
    if view.outcome is not None:
        return Text(pieces.place(view.outcome.places[seat]), TITLE)
    if seat in view.out:
        return Text(f"out, {pieces.place(view.out.index(seat) + 1)}", QUIET)
    if seat in view.to_act:
        return Text("your turn" if seat == view.seat else "to play", TURN)
    return Text()


def _trick(view: View, called: Called, look: Look, size: Size, width: int) -> RenderableType:
    """What is to be beaten and, beside it, what the trick asks for in words."""
    last = view.last
    asks = Text.assemble("Play ", drawn.with_cards(view.asks, look))
    asks.stylize("bold")
    turn = pieces.turn_line(view, called, look)
    if size in ("tight", "bare"):
        if last is None:
            return Group(Text.assemble("A free lead: ", asks), turn)
        what = Text.assemble(
            "Last play: ", drawn.in_a_row(last.cards, look), f" by {called(last.seat)}", (f" ({last.meld})", QUIET)
        )
        return Group(what, asks, turn)
    framed = size != "close"
    room = width - 4 if framed else width
    if last is None:
        lines = drawn.empty_place(look)
        by = Text("A free lead", QUIET)
    else:
        lines = drawn.fans(drawn.grouped(last.cards, "rank"), look, room * 3 // 5)
        by = Text.assemble(("Last play: ", QUIET), (str(last.meld), TITLE), (" by ", QUIET), (called(last.seat), TITLE))
    taken = max(line.cell_len for line in lines)
    words = Group(by, asks, turn)
    both = pieces.beside((Group(*lines), taken), (words, room - taken - 2), gap=2)
    return pieces.framed(both, "The trick", look, width=width) if framed else both


def _hand(view: View, own: SeatView, look: Look, order: Order, size: Size, width: int) -> list[RenderableType]:
    assert not isinstance(own.hand, int)
    number = f", {pieces.count(len(own.hand), 'card')}" if own.hand else " is empty: you are out"
    title = Text.assemble(("Your hand", TITLE), (number, f"not bold {QUIET}"))
    groups = drawn.grouped(own.hand, order)
    if size == "bare":
        return [title, *drawn.packed(own.hand, look, width)]
    if size == "tight":
        return [title, *drawn.listed(groups, look, width)]
    if size == "close":
        return [title, *(drawn.fans(groups, look, width) if own.hand else ())]
    cards = drawn.fans(groups, look, width - 4) if own.hand else drawn.empty_place(look)
    return [pieces.framed(Group(*cards), title, look, turn=bool(view.legal), width=width)]
