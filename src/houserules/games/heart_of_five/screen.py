"""The table of Heart of Five in a terminal: drawn from a view, and told in a few lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.text import Text

from houserules.cards import written
from houserules.core import Names, Seat, counted
from houserules.terminal import cards_drawn as drawn
from houserules.terminal import pieces
from houserules.terminal.look import Look, Order, Size
from houserules.terminal.pieces import QUIET, TITLE, TURN, Block, Called

from .state import Action
from .view import SeatView, View

BACKS: Final = 20
"""A hidden hand shows at most this many backs, and fewer in a narrow row; the number beside them is exact."""


def draw(view: View, names: Names, look: Look, order: Order, size: Size, width: int) -> Block:
    """Round and leader, the players with their last actions and records, the trick with what it asks for, the hand."""
    called = Called(names, look)
    top = [_header(view, called, look, width), *_players(view, called, look, size, width)]
    if view.outcome is not None:
        facts = [f"{seat.wins} won, {seat.losses} lost" for seat in view.seats]
        return top + pieces.places(view.outcome, called, look, width, facts)
    trick = _trick(view, called, look, size, width)
    own = [] if view.seat is None else _hand(view, view.seats[view.seat], look, order, size, width)
    return top + trick + own


def _header(view: View, called: Called, look: Look, width: int) -> Text:
    between = pieces.dot(look)
    left = Text.assemble(
        pieces.game_name(view, look),
        (f"{between}round {view.round}", TITLE),
        (f"{between}lead: ", QUIET),
        called(view.leader),
    )
    ends = [f"first to {counted(view.wins_needed, 'win')}"]
    if view.rounds is not None:
        ends.append(f"{view.rounds} rounds at most")
    if view.minutes is not None:
        ends.append(f"{view.seconds // 60} of {view.minutes} minutes")
    return pieces.heading(left, Text(between.join(ends), QUIET), width)


def _cards(seat: SeatView) -> int:
    return seat.hand if isinstance(seat.hand, int) else len(seat.hand)


def _players(view: View, called: Called, look: Look, size: Size, width: int) -> Block:
    most = min(max(map(_cards, view.seats)), BACKS) if size in ("roomy", "snug", "close") else 0
    table = _table(view, called, look, most)
    if most and (excess := table[0].cell_len - width) > 0:
        table = _table(view, called, look, max(most - excess, 0))
    return [pieces.padded(line, width) for line in table]


def _table(view: View, called: Called, look: Look, most: int) -> Block:
    """One line for each player, with at most this many backs of its cards."""
    first = view.seat or 0
    rows = []
    for step in range(len(view.seats)):
        place = (first + step) % len(view.seats)
        seat = view.seats[place]
        turn = place in view.to_act
        number = _cards(seat)
        leads = f"{called.manner(place)}{' (leader)' if place == view.leader else ''}"
        rows.append(
            (
                Text(pieces.marker(look) if turn else " ", TURN),
                Text.assemble((called(place), TURN if turn else TITLE), (leads, QUIET)),
                Text(str(number)),
                Text(("#" if look.ascii else "▒") * min(number, most), QUIET),
                _last_action(seat.last_action),
                Text(f"{seat.wins}/{seat.losses}"),
                _status(view, place),
            )
        )
    return pieces.columns(("", "Players", "Cards", "", "Last action", "W/L", ""), rows, right=(2, 5))


def _last_action(action: Action | None) -> Text:
    if action is None:
        return Text("-", QUIET)
    return Text(action.did if action.kind is None else f"{action.did} {action.kind.one}")


def _status(view: View, seat: Seat) -> Text:
    if view.outcome is not None:
        return Text(pieces.place(view.outcome.places[seat]), TITLE)
    if seat in view.out:
        return Text(f"out, {pieces.place(view.out.index(seat) + 1)}", QUIET)
    if seat in view.to_act:
        return Text("your turn" if seat == view.seat else "to play", TURN)
    return Text()


def _trick(view: View, called: Called, look: Look, size: Size, width: int) -> Block:
    """What is to be beaten and, beside it, what the trick asks for in words."""
    last = view.last
    asks = Text.assemble("Play ", drawn.with_cards(view.asks, look))
    asks.stylize("bold")
    turn = pieces.turn_line(view, called, look)
    thing = "" if last is None else last.meld.thing
    if size in ("tight", "bare"):
        if last is None:
            return [Text.assemble("A free lead: ", asks), turn]
        what = Text.assemble(
            "Last play: ",
            drawn.in_a_row(last.cards, look),
            f" by {called(last.seat)}",
            (f" ({thing})", QUIET),
        )
        return [*pieces.wrapped(what, width), *pieces.wrapped(asks, width), turn]
    framed = size != "close"
    room = width - 4 if framed else width
    if last is None:
        lines = drawn.empty_place(look)
        by = Text("A free lead", QUIET)
    else:
        lines = drawn.fans(drawn.grouped(last.cards, "rank"), look, room * 3 // 5)
        by = Text.assemble(("Last play: ", QUIET), (thing, TITLE), (" by ", QUIET), (called(last.seat), TITLE))
    taken = max(line.cell_len for line in lines)
    rest = room - taken - 2
    said = [*pieces.wrapped(by, rest), *pieces.wrapped(asks, rest)]
    words = [*said, *[Text()] * (len(said) == 2), *pieces.wrapped(turn, rest)]
    both = pieces.beside((lines, taken), (words, rest), gap=2)
    return pieces.framed(both, "The trick", look, width) if framed else both


def _hand(view: View, own: SeatView, look: Look, order: Order, size: Size, width: int) -> Block:
    assert not isinstance(own.hand, int)
    number = f", {counted(len(own.hand), 'card')}" if own.hand else " is empty: you are out"
    title = Text.assemble(("Your hand", TITLE), (number, QUIET))
    groups = drawn.grouped(own.hand, order)
    if size == "bare":
        return [title, *drawn.packed(own.hand, look, width)]
    if size == "tight":
        return [title, *drawn.listed(groups, look, width)]
    if size == "close":
        return [title, *(drawn.fans(groups, look, width) if own.hand else ())]
    cards = drawn.fans(groups, look, width - 4) if own.hand else drawn.empty_place(look)
    return pieces.framed(cards, title, look, width, turn=bool(view.legal))


# -- In a few lines --------------------------------------------------------------------------------------------------


def hand_lines(view: View, order: Order) -> tuple[str, ...]:
    """The cards of the viewer."""
    assert view.seat is not None
    hand = view.seats[view.seat].hand
    assert not isinstance(hand, int)
    return (f"Hand: {written(drawn.in_order(hand, order)) or '-'}",)


def score_lines(view: View, names: Names) -> tuple[str, ...]:
    """How many rounds everybody has won."""
    needed = f"{view.wins_needed} round{'s' * (view.wins_needed > 1)} won"
    rows = [f"{names(seat)}: {row.wins} won, {row.losses} lost" for seat, row in enumerate(view.seats)]
    return (f"Round {view.round}; the match is for {needed}.", *rows)


def hidden_lines(position: Mapping[str, Any], names: Names) -> tuple[str, ...]:
    """What nobody saw, from the document of a position."""
    return tuple([f"{names(seat)}: {' '.join(hand) or '-'}" for seat, hand in enumerate(position["hands"])])
