"""The table of the Shithead family in a terminal: drawn from a view, and told in a few lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.text import Text

from houserules.cards import BIG_JOKER, SMALL_JOKER, Card, written
from houserules.core import Names, Play, Seat, counted
from houserules.terminal import cards_drawn as drawn
from houserules.terminal import pieces
from houserules.terminal.look import Look, Order, Size
from houserules.terminal.pieces import QUIET, TITLE, TURN, Block, Called

from .view import SeatView, View

PHASES: Final = {"setup": "setup", "mainPlay": "main play", "endGame": "the stock is gone"}
PANEL: Final = 26
"""Columns that a player's panel needs at the least."""
JOKERS: Final = frozenset((SMALL_JOKER, BIG_JOKER))
SHOWN: Final = 8
"""Cards of the pile in a line of text."""


def draw(view: View, names: Names, look: Look, order: Order, size: Size, width: int) -> Block:
    """Header, everybody's cards, the pile with what it asks for, whose turn it is, and the own hand."""
    called = Called(names, look)
    roomy = size == "roomy" and view.outcome is None
    top = [_header(view, look, width), *(_panels if roomy else _seats)(view, called, look, width)]
    if view.outcome is not None:
        return top + pieces.places(view.outcome, called, look, width)
    if view.seat is None:
        return top + _pile(view, called, look, size, width)
    own = view.seats[view.seat]
    if roomy:
        return top + _pile_and_own(view, called, look, order, width, own)
    return top + _pile(view, called, look, size, width) + _hand(view, look, order, size, width, own)


def _header(view: View, look: Look, width: int) -> Text:
    between = pieces.dot(look)
    phase = "over" if view.outcome is not None else PHASES[view.phase]
    left = Text.assemble(pieces.game_name(view, look), (between + phase, QUIET))
    onwards = view.direction == 1
    arrow = "" if look.ascii else "↻ " if onwards else "↺ "
    way = "clockwise" if onwards else "counter-clockwise"
    facts = (
        f"stock {view.stock}",
        f"burned {view.burned_count}",
        arrow + way,
    )
    return pieces.heading(left, Text(between.join(facts)), width)


# -- The seats -------------------------------------------------------------------------------------------------------


def _around(view: View) -> list[Seat]:
    """The seats in the order round the table, the viewer first."""
    first = view.seat or 0
    return [(first + step) % len(view.seats) for step in range(len(view.seats))]


def _in_hand(seat: SeatView) -> int:
    return seat.hand if isinstance(seat.hand, int) else len(seat.hand)


def _on_turn(view: View, seat: Seat) -> bool:
    """In the setup it is everybody's turn, so nobody is marked."""
    return seat in view.to_act and view.phase != "setup"


def _status(view: View, seat: Seat) -> Text:
    """The state of a seat in a few words."""
    if view.outcome is not None:
        return Text(pieces.place(view.outcome.places[seat]), TITLE)
    if seat in view.out:
        return Text(f"out, {pieces.place(view.out.index(seat) + 1)}", TITLE)
    if view.phase == "setup":
        return Text("ready", TITLE) if seat in view.ready else Text("not ready yet", QUIET)
    if seat not in view.to_act:
        return Text()
    if seat == view.seat:
        return Text("your turn", TURN)
    naming = {
        "target": "names who takes the pile",
        "call": "calls a suit",
        "choose": "chooses",
        "next": "names who plays next",
        "swap": "exchanges cards",
        "card": "chooses a card",
        "up": "chooses a card",
        "add": "may add cards",
        "jump": "may jump in",
    }
    return Text("to play" if view.pending is None else naming[view.pending], TURN)


def _seats(view: View, called: Called, look: Look, width: int) -> Block:
    """Everybody in a table, one line each. The numbers are the seats, for a player who has to name one."""
    rows = []
    for place in _around(view):
        seat = view.seats[place]
        turn = _on_turn(view, place)
        rows.append(
            (
                Text(pieces.marker(look) if turn else " ", TURN),
                Text(str(place), QUIET),
                Text(called(place).ljust(8), TURN if turn else TITLE),
                Text(str(_in_hand(seat))),
                drawn.in_a_row(seat.up, look) if seat.up else Text("-", QUIET),
                drawn.backs(seat.blind, look),
                _status(view, place),
            )
        )
    table = pieces.columns(("", "Seat", "", "Hand", "Face up", "Blind", ""), rows, right=(1, 3))
    return [pieces.padded(line, width) for line in table]


def _panels(view: View, called: Called, look: Look, width: int) -> Block:
    """The others with their face-up cards as boxes, as many side by side as there is room for."""
    others = [seat for seat in _around(view) if seat != view.seat]
    rows = -(-len(others) // max(1, (width + 1) // (PANEL + 1)))
    across = -(-len(others) // rows)
    each, left = divmod(width + 1, across)
    wide = [each - 1] * (across - 1) + [each - 1 + left]
    lines: Block = []
    for start in range(0, len(others), across):
        row = zip(others[start : start + across], wide, strict=False)
        lines += pieces.beside(*((_panel(view, called, look, seat, columns), columns) for seat, columns in row))
    return lines


def _panel(view: View, called: Called, look: Look, place: Seat, width: int) -> Block:
    seat = view.seats[place]
    turn = _on_turn(view, place)
    mark = f"{pieces.marker(look)} " if turn else ""
    name = (mark + called(place), TURN if turn else TITLE)
    title = Text.assemble(name, (called.manner(place), QUIET))
    number = Text(f" seat {place}", QUIET)
    if title.cell_len + number.cell_len <= width - 6:
        title.append_text(number)
    facts = Text.assemble(f"hand {_in_hand(seat)}", (pieces.dot(look), QUIET), "blind ", drawn.backs(seat.blind, look))
    body = [*_on_table(seat, look, width - 4), facts]
    return pieces.framed(body, title, look, width, below=_status(view, place), turn=turn)


def _on_table(seat: SeatView, look: Look, width: int, fit: frozenset[Card] = frozenset()) -> Block:
    """The face-up cards as boxes side by side; when there are none, the blind ones."""
    if seat.up:
        return drawn.fans([(card,) for card in seat.up], look, width, fit)
    return drawn.blind(seat.blind, look) if seat.blind else drawn.empty_place(look)


# -- The pile --------------------------------------------------------------------------------------------------------


def _pile(view: View, called: Called, look: Look, size: Size, width: int) -> Block:
    """Its last cards and, beside them, what it asks for in words."""
    turn = pieces.turn_line(view, called, look)
    title = f"Pile, {counted(len(view.pile), 'card')}" if view.pile else "Empty pile"
    if size in ("tight", "bare"):
        line = Text.assemble((title, TITLE), ": " if view.pile else "", _last(view.pile, SHOWN, look))
        asks = Text.assemble(("It asks for ", QUIET), _asks(view))
        return [line, *pieces.wrapped(asks, width), *pieces.wrapped(turn, width)]
    framed = size != "close"
    room = width - 4 if framed else width
    most = (room // 2 - drawn.WIDTH - 3) // drawn.STRIP + 1
    fan = drawn.fans([view.pile[-most:]], look, room) if view.pile else drawn.empty_place(look)
    if len(view.pile) > most:
        gaps = ["   ", ".. " if look.ascii else "…  ", "   ", "   "]
        fan = [Text.assemble((gap, QUIET), line) for gap, line in zip(gaps, fan, strict=True)]
    taken = max(line.cell_len for line in fan)
    rest = room - taken - 2
    label = Text("asks for" if framed else f"{title}, asks for", QUIET)
    lines = pieces.wrapped(_asks(view), rest)
    words = [label, *lines, *[Text()] * (len(lines) == 1), *pieces.wrapped(turn, rest)]
    both = pieces.beside((fan, taken), (words, rest), gap=2)
    return pieces.framed(both, title, look, width) if framed else both


def _last(pile: tuple[Card, ...], most: int, look: Look) -> Text:
    more = ".. " if look.ascii else "… "
    return Text.assemble((more if len(pile) > most else "", QUIET), drawn.in_a_row(pile[-most:], look))


def _asks(view: View) -> Text:
    if view.phase == "setup":
        return Text("nothing yet: all choose what lies face up", TITLE)
    return Text(view.asks, TITLE)


# -- One's own cards -------------------------------------------------------------------------------------------------


def _fit(view: View) -> frozenset[Card]:
    """Cards that some legal move lays. The Jokers are equal, and a move names any of them."""
    fit = frozenset(card for move in view.legal if isinstance(move, Play) for card in move.cards)
    return fit | JOKERS if fit & JOKERS else fit


def _held(own: SeatView) -> tuple[Card, ...]:
    assert not isinstance(own.hand, int)
    return tuple(sorted(own.hand))


def _title(hand: tuple[Card, ...], fit: frozenset[Card], look: Look) -> Text:
    number = f", {counted(len(hand), 'card')}" if hand else " is empty: what lies before you"
    return Text.assemble(("Your hand", TITLE), (number + _legend(fit, look), QUIET))


def _legend(fit: frozenset[Card], look: Look) -> str:
    return f"{pieces.dot(look)}{drawn.mark(look)} fits" if fit else ""


def _pile_and_own(view: View, called: Called, look: Look, order: Order, width: int, own: SeatView) -> Block:
    """The pile, what lies before the player, and the hand; a big hand gets all the width there is."""
    hand, fit = _held(own), _fit(view)
    in_hand, on_table = (fit, frozenset[Card]()) if hand else (frozenset[Card](), fit)
    turn = bool(view.legal)
    across = len(own.up) or own.blind
    left = max(PANEL - 2, (drawn.WIDTH + 1) * across + 3)
    up = _on_table(own, look, left - 4, on_table)
    title = Text.assemble(("Before you", TITLE), (_legend(on_table, look), QUIET))
    blind = Text.assemble(("blind ", QUIET), drawn.backs(own.blind, look), (_peeked(own), QUIET))
    before = pieces.framed(up, title, look, left, below=blind, turn=turn and not hand)
    rest = width - left - 1
    big = bool(hand) and drawn.fan_width([hand]) > rest - 4
    room = width if big else rest
    cards = drawn.fans(drawn.grouped(hand, order), look, room - 4, fit) if hand else drawn.empty_place(look)
    title = _title(hand, in_hand, look) if hand else Text("Your hand is empty", QUIET)
    held = pieces.framed(cards, title, look, room, turn=turn and bool(hand))
    if big:
        return pieces.beside((before, left), (_pile(view, called, look, "roomy", rest), rest)) + held
    return _pile(view, called, look, "roomy", width) + pieces.beside((before, left), (held, rest))


def _peeked(own: SeatView) -> str:
    """The blind cards that the player has looked at, by their numbers."""
    seen = [f"{number} is {card}" for number, card in enumerate(own.peeked, 1) if card is not None]
    return f" ({', '.join(seen)})" if seen else ""


def _hand(view: View, look: Look, order: Order, size: Size, width: int, own: SeatView) -> Block:
    """The hand; once it is empty, in its place what is played from then on."""
    hand, fit = _held(own), _fit(view)
    groups = drawn.grouped(hand, order)
    if size in ("tight", "bare"):
        title = _title(hand, frozenset(), look)
        lines = drawn.packed(hand, look, width) if size == "bare" else drawn.listed(groups, look, width)
        if len(lines) == 1 and title.cell_len + 2 + lines[0].cell_len <= width:
            return [Text.assemble(title, "  ", lines[0])]
        return [title, *lines]
    room = width if size == "close" else width - 4
    cards = drawn.fans(groups, look, room, fit) if hand else _on_table(own, look, room, fit)
    title = _title(hand, fit, look)
    if not hand:
        title.append(_peeked(own), QUIET)
    return [title, *cards] if size == "close" else pieces.framed(cards, title, look, width, turn=bool(view.legal))


# -- In a few lines --------------------------------------------------------------------------------------------------


def hand_lines(view: View, order: Order) -> tuple[str, ...]:
    """The cards of the viewer."""
    assert view.seat is not None
    own = view.seats[view.seat]
    hand = written(drawn.in_order(_held(own), order))
    up = written(drawn.in_order(own.up, order))
    return (f"Hand: {hand or '-'}", f"Face up: {up or '-'}   blind: {own.blind}{_peeked(own)}")


def score_lines(view: View, names: Names) -> tuple[str, ...]:
    """How many cards everybody has."""
    return tuple([_cards_left(view, seat, names(seat)) for seat in range(len(view.seats))])


def _cards_left(view: View, seat: Seat, name: str) -> str:
    if seat in view.out:
        return f"{name}: out, in place {view.out.index(seat) + 1}"
    row = view.seats[seat]
    hand = _in_hand(row)
    return f"{name}: {hand + len(row.up) + row.blind} cards ({hand} in hand, {len(row.up)} face up, {row.blind} blind)"


def hidden_lines(position: Mapping[str, Any], names: Names) -> tuple[str, ...]:
    """What nobody saw, from the document of a position."""
    lines = []
    for seat, row in enumerate(position["seats"]):
        blind = f"   blind {' '.join(row['blind'])}" if row["blind"] else ""
        lines.append(f"{names(seat)}: hand {' '.join(row['hand']) or '-'}{blind}")
    if position["stock"]:
        lines.append(f"Stock: {' '.join(position['stock'])}")
    return tuple(lines)
