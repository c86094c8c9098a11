"""The table of the Shithead family on a whole screen: the others round the pile, what it asks for, one's own cards."""

from __future__ import annotations

from typing import Final

from houserules.core import Seat, counted
from houserules.terminal import felt
from houserules.terminal.asking import draw_ask, draw_flash
from houserules.terminal.canvas import Canvas
from houserules.terminal.cards_drawn import in_order
from houserules.terminal.chooser import draw_chooser
from houserules.terminal.ending import draw_ending
from houserules.terminal.faces import (
    CHIP,
    Size,
    draw_back,
    draw_card,
    draw_empty,
    draw_peek,
)
from houserules.terminal.fan import Held, arranged, draw_fan, hand_of, held_of, keys_of
from houserules.terminal.look import Look
from houserules.terminal.pieces import Called
from houserules.terminal.pieces import place as nth
from houserules.terminal.ring import Place, draw_plate, ring
from houserules.terminal.scene import Moment, Scene
from houserules.terminal.surround import dot, draw_bar, draw_foot, draw_side, spread

from .scene_plan import APART, MOST_ASK, TablePlan, planned, seat_height, seat_width
from .state import Spot
from .view import View

PHASES: Final = {"setup": "setup", "mainPlay": "", "endGame": "the stock is gone"}


def paint(moment: Moment, look: Look, columns: int, rows: int) -> Scene:
    view = moment.view
    assert isinstance(view, View)
    # One who only looks on has no place at the table: everybody sits round it.
    others = len(view.seats) - (view.seat is not None)
    plan = planned(columns, rows, others, max(map(len, view.spots), default=3) or 3)
    cloth = felt.cloth_of(view)
    canvas = spread(plan.frame, cloth, look)
    return Painting(moment, view, look, plan, cloth, canvas).painted()


class Painting:
    """One scene while it is painted."""

    def __init__(
        self, moment: Moment, view: View, look: Look, plan: TablePlan, cloth: felt.Cloth, canvas: Canvas
    ) -> None:
        self.moment = moment
        self.view = view
        self.look = look
        self.plan = plan
        self.cloth = cloth
        self.canvas = canvas
        self.called = Called(moment.names, look)
        self.choosing = moment.choosing
        self.items = {} if moment.choosing is None else {item.key: item for item in moment.choosing.offer.items}

    def painted(self) -> Scene:
        view, plan = self.view, self.plan
        self._draw_bar()
        if view.outcome is None:
            self._draw_others()
            self._draw_middle()
            if view.seat is not None:
                self._draw_own(view.seat)
        draw_foot(self.canvas, plan.frame, self.moment, self._waiting())
        draw_side(self.canvas, plan.frame, self.moment)
        if view.outcome is not None:
            draw_ending(self.canvas, plan.frame, self.moment, view.outcome, self.called, last_is=last_is(view))
        return self.canvas.scene()

    def _draw_bar(self) -> None:
        view, look = self.view, self.look
        name = view.game.replace("-", " ").capitalize() if view.rules is None else view.rules.name
        phase = "" if view.outcome is not None else PHASES[view.phase]
        arrow = "" if look.ascii else "↻ " if view.direction == 1 else "↺ "
        way = "clockwise" if view.direction == 1 else "counter-clockwise"
        draw_bar(self.canvas, self.plan.frame, name, dot(look) + phase if phase else "", arrow + way, self.moment.tally)

    def _waiting(self) -> str:
        """The headline for one who may not act."""
        view = self.view
        if view.outcome is not None:
            return "The match is over."
        if view.phase == "setup":
            return f"Waiting for {counted(len(view.to_act), 'player')} to be ready."
        names = self.moment.names
        seat = next(iter(view.to_act), 0)
        doing = {
            None: names.verb(seat, "is to play", "are to play"),
            "target": names.verb(seat, "names who takes the pile", "name who takes the pile"),
            "call": names.verb(seat, "calls a suit", "call a suit"),
            "choose": names.verb(seat, "chooses", "choose"),
            "next": names.verb(seat, "names who plays next", "name who plays next"),
            "swap": names.verb(seat, "names whom to exchange cards with", "name whom to exchange cards with"),
            "card": names.verb(seat, "chooses a card", "choose a card"),
            "up": names.verb(seat, "chooses what goes along", "choose what goes along"),
            "add": names.verb(seat, "may add cards", "may add cards"),
            "jump": names.verb(seat, "may jump in", "may jump in"),
        }
        return f"{self.called(seat)} {doing[view.pending]}."

    # -- The others ---------------------------------------------------------------------------------------------------

    def _draw_others(self) -> None:
        view = self.view
        first = view.seat or 0
        count = len(view.seats)
        others = [(first + step) % count for step in range(0 if view.seat is None else 1, count)]
        for seat, place in zip(others, self._places(), strict=True):
            self._draw_other(seat, place)

    def _places(self) -> list[Place]:
        plan = self.plan
        high = seat_height(plan.seat)
        # One at each side sits level with the pile, so that the words below have the whole width.
        start, room = plan.band
        if max(plan.shape[0], plan.shape[2]) == 1:
            block = plan.pile.height + 1
            start += (room - block - min(room - block, MOST_ASK)) // 2
            room = max(block, high)
        return ring(plan.shape, 1, (start, room), plan.frame.width, plan.seat_width, high)

    def _sides(self) -> list[Place]:
        left, above, _ = self.plan.shape
        places = self._places()
        return places[:left] + places[left + above :]

    def _draw_other(self, seat: Seat, place: Place) -> None:
        view, size = self.view, self.plan.seat
        row = view.seats[seat]
        held = row.hand if isinstance(row.hand, int) else len(row.hand)
        out = seat in view.out
        fact = f"out, {nth(view.out.index(seat) + 1)}" if out else ""
        if view.phase == "setup":
            fact = "ready" if seat in view.ready else ""
        turn = seat in view.to_act and view.phase != "setup"
        draw_plate(
            self.canvas, place, self.called(seat), fact, held, turn=turn, out=out,
            choosing=self.choosing, key=f"seat:{seat}", back=self.cloth.backs[1],
        )  # fmt: skip
        self._draw_places(view.spots[seat] if seat < len(view.spots) else (), place, size)

    def _draw_places(self, spots: tuple[Spot, ...], place: Place, size: Size) -> None:
        """Face-up cards over blind backs; where both are gone, nothing."""
        if not spots:
            return
        spare = place.width - size.width
        pitch = min(size.width + 1, spare // max(len(spots) - 1, 1)) if len(spots) > 1 else 0
        left = place.column + (place.width - size.width - pitch * (len(spots) - 1)) // 2
        top = place.row + (1 if size is CHIP else 2)
        blind = sum(spot.blind for spot in spots)
        if size is CHIP and blind and left - place.column >= 2:
            left = place.column
        for number, spot in enumerate(spots):
            column = left + number * pitch
            lies_on = pitch <= size.width and number > 0
            if spot.up is not None:
                if spot.blind and size is not CHIP:
                    draw_peek(self.canvas, top - 1, column, size)
                draw_card(
                    self.canvas, top, column, spot.up, size, lies_on=lies_on, beside=number % 2 == 1 and pitch == 3
                )
            elif spot.blind:
                draw_back(self.canvas, top, column, size, lies_on=lies_on)
        after = left + (len(spots) - 1) * pitch + size.width
        if size is CHIP and blind and after + 3 <= place.column + place.width:
            back = "#" if self.look.ascii else "░"
            self.canvas.put(top, after + 1, f"{back}{blind}", self.cloth.words)

    # -- The middle ---------------------------------------------------------------------------------------------------

    def _draw_middle(self) -> None:
        plan = self.plan
        start, room = plan.band
        block = plan.pile.height + 1
        # The words stand close under the pile, and both in the middle of what is left.
        high = min(room - block, MOST_ASK)
        top = start + (room - block - high) // 2
        self._draw_piles(top)
        ask = top + block
        left, width = 0, plan.frame.width
        if any(place.row + place.height > ask and place.row < ask + high for place in self._sides()):
            left, width = plan.seat_width + 1, plan.frame.width - 2 * (plan.seat_width + 1)
        # Players can be chosen at their places too; one's own place is only here.
        answers = [item for item in self.items.values() if item.zone not in ("hand", "up", "blind")]
        if self.moment.flash:
            draw_flash(self.canvas, (ask, left, width, high), self.moment.flash)
        elif answers and self.choosing is not None:
            draw_chooser(self.canvas, ask, left, width, high, answers, self.choosing)
        else:
            self._draw_ask(ask, left, width, high)

    def _draw_piles(self, top: int) -> None:
        view, canvas, size = self.view, self.canvas, self.plan.pile
        width = self.plan.frame.width
        fanned = self.plan.fanned
        fan = size.width + (fanned - 1) * size.strip
        left = (width - fan) // 2
        shown = view.pile[-fanned:]
        wide = size.width + (len(shown) - 1) * size.strip
        at = left + (fan - wide) // 2
        if not shown:
            draw_empty(canvas, top, left + (fan - size.width) // 2, size, self.cloth.words)
        if len(view.pile) > len(shown):
            self._draw_depth(top, at, size)
        for number, card in enumerate(shown):
            draw_card(canvas, top, at + number * size.strip, card, size, lies_on=number > 0)
        pile = counted(len(view.pile), "card") if view.pile else "no pile"
        under = top + size.height
        canvas.words(under, left, fan, pile, f"bold {felt.WORDS}")
        gap = APART.get(size, 4)
        self._draw_beside(top, left - gap - size.width, view.stock, "stock", self.cloth.backs)
        self._draw_beside(top, left + fan + gap, view.burned_count, "burned", felt.ASH)

    def _draw_beside(self, top: int, column: int, count: int, name: str, colors: tuple[str, str]) -> None:
        """The stock or what was burned, with its count on it and its name under it."""
        size = self.plan.pile
        if count:
            draw_back(self.canvas, top, column, size, str(count), colors=colors)
        else:
            draw_empty(self.canvas, top, column, size, self.cloth.words)
        self.canvas.words(top + size.height, column - 1, size.width + 2, name, self.cloth.words)

    def _draw_depth(self, top: int, column: int, size: Size) -> None:
        """More cards lie beneath: their edges show at the left."""
        if size is CHIP:
            return
        edge = "|" if self.look.ascii else "▐"
        for row in range(size.height):
            self.canvas.put(top + row, column - 1, edge, felt.PAPER_BESIDE)

    def _draw_ask(self, row: int, left: int, width: int, height: int) -> None:
        """What the pile asks for: the largest words on the screen."""
        view = self.view
        label, words = "the pile asks for", view.asks
        if view.phase == "setup":
            label, words = "before the play", "choose what lies face up"
        elif view.pending is not None:
            label, words = "one moment", self._waiting()
        draw_ask(self.canvas, self.cloth, (row, left, width, height), label, words)

    # -- One's own cards ----------------------------------------------------------------------------------------------

    def _draw_own(self, viewer: Seat) -> None:
        plan, own = self.plan, self.view.seats[viewer]
        assert not isinstance(own.hand, int)
        row, height = plan.frame.bottom - plan.hand, plan.hand
        hand = hand_of(self.choosing, in_order(tuple(sorted(own.hand)), self.moment.order))
        spots = self.view.spots[viewer] if viewer < len(self.view.spots) else ()
        table = self._table(spots)
        width = plan.frame.width - 2
        if not hand:
            # What one plays from now on lies where the hand was.
            draw_fan(self.canvas, row, 1, width, height, table, arranged(len(table), width, height, plan.own))
            return
        size = plan.own if width >= 60 else CHIP
        wide = seat_width(size, len(table)) if table else 0
        wide = min(wide, width * 2 // 5)
        if table:
            draw_fan(self.canvas, row, 1, wide, height, table, arranged(len(table), wide, height, size))
        left = wide + 3 if table else 1
        room = width - left + 1
        draw_fan(self.canvas, row, left, room, height, hand, arranged(len(hand), room, height, plan.own))

    def _table(self, spots: tuple[Spot, ...]) -> list[Held]:
        """The places before the viewer: face-up cards, else blind ones with their numbers."""
        own = self.view.seats[self.view.seat or 0]
        keys = iter(keys_of("up", [spot.up for spot in spots if spot.up is not None]))
        held: list[Held] = []
        blind = 0
        for spot in spots:
            blind += spot.blind
            if spot.up is not None:
                held.append(held_of(self.choosing, next(keys), spot.up, over_blind=spot.blind))
            elif spot.blind:
                key = f"blind:{blind}"
                seen = own.peeked[blind - 1] if own.peeked else None
                label = f"{blind} {seen}" if seen is not None else str(blind)
                held.append(held_of(self.choosing, key, None, label if key in self.items else ""))
        return held


def last_is(view: View) -> str:
    """What the last one of this game is called."""
    extends = None if view.rules is None else view.rules.extends
    base = view.game if view.game in ("shithead", "duel", "smellyhead") else extends
    return {"shithead": "the Shithead", "duel": "the Shithead", "smellyhead": "the Smellyhead"}.get(base or "", "")
