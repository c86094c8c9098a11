"""The table of Heart of Five on a whole screen: the others round the trick, what beats it, melds, one's own hand."""

from __future__ import annotations

from typing import Final

import msgspec

from houserules.core import Seat, counted
from houserules.terminal import felt
from houserules.terminal.asking import draw_ask, draw_flash
from houserules.terminal.canvas import Canvas, cut
from houserules.terminal.cards_drawn import in_order
from houserules.terminal.chooser import draw_chooser
from houserules.terminal.ending import draw_ending
from houserules.terminal.faces import CHIP, HUGE, LARGE, MIDDLE, SMALL, Size, draw_empty
from houserules.terminal.fan import INDEX, LIFT, Fan, Held, arranged, draw_fan, hand_of
from houserules.terminal.look import Look
from houserules.terminal.pieces import Called
from houserules.terminal.pieces import place as nth
from houserules.terminal.prose import said
from houserules.terminal.ring import Place, draw_plate, ring, shapes
from houserules.terminal.scene import Moment, Scene
from houserules.terminal.surround import Frame, dot, draw_bar, draw_foot, draw_side, frame_of, spread

from .melds import Kind
from .view import View

LEVELS: Final[tuple[tuple[Size, Size], ...]] = (
    (HUGE, HUGE),
    (LARGE, LARGE),
    (MIDDLE, LARGE),
    (MIDDLE, MIDDLE),
    (SMALL, MIDDLE),
    (SMALL, SMALL),
    (CHIP, SMALL),
    (CHIP, CHIP),
)
"""Cards of the trick and of one's own hand: the largest that fit are drawn."""
BIG_ASK: Final = 5
SMALL_ASK: Final = 3
MOST_ASK: Final = 10
BACKS: Final = 20
"""A hidden hand shows at most this many backs; the number beside them is exact."""


MELDS: Final = "a card, a pair, three of a kind, a full house, a run, sisters or a bomb"
"""What the word meld means, for somebody who has not read the rules."""


class TablePlan(msgspec.Struct, frozen=True):
    """Where everything lies. It depends on the screen and on how many play."""

    frame: Frame
    shape: tuple[int, int, int]
    trick: Size
    own: Size
    seat_width: int
    seat_height: int
    melds: int
    """Rows of the melds that are suggested."""
    hand: int

    @property
    def band(self) -> tuple[int, int]:
        """The first row between those opposite and the melds, and how many there are."""
        first = 1 + (self.seat_height + (self.seat_height > 2) if self.shape[1] else 0)
        return first, self.frame.bottom - self.hand - self.melds - first


def planned(columns: int, rows: int, others: int, dealt: int) -> TablePlan:
    """`dealt` is how many cards a hand had at the start of the round."""
    frame = frame_of(columns, rows)
    seat_height = 4 if rows >= 34 else 3 if rows >= 28 else 2
    melds = 3 if rows >= 34 else 2 if rows >= 24 else 1
    seat_width = 24 if frame.width >= 84 else 20 if frame.width >= 70 else 15
    plan = None
    for ask, levels in ((BIG_ASK, LEVELS[:-2]), (SMALL_ASK, LEVELS), (1, LEVELS)):
        for trick, own in levels:
            for shape in shapes(others):
                hand = _hand_height(own, dealt, frame.width - 2)
                plan = TablePlan(frame, shape, trick, own, seat_width, seat_height, melds, hand)
                sides = max(shape[0], shape[2])
                middle = frame.width - (2 * (seat_width + 2) if sides else 0)
                needed = max(trick.height + 1 + ask, sides * (seat_height + 1))
                if needed <= plan.band[1] and trick.width + 4 * trick.strip <= middle and hand:
                    return plan
    assert plan is not None
    return plan


def _hand_height(size: Size, count: int, width: int) -> int:
    """Rows for a whole hand of this size in one row or in two; 0 if it does not fit."""
    for lines in (1, 2):
        high = LIFT + (lines - 1) * (INDEX + LIFT) + size.height
        if arranged(count, width, high, size).size is size:
            return high
    return 0


def paint(moment: Moment, look: Look, columns: int, rows: int) -> Scene:
    view = moment.view
    assert isinstance(view, View)
    cards = len(view.played) + sum(seat.hand if isinstance(seat.hand, int) else len(seat.hand) for seat in view.seats)
    plan = planned(columns, rows, len(view.seats) - (view.seat is not None), -(-cards // len(view.seats)))
    cloth = felt.cloth_of(view)
    return Painting(moment, view, plan, cloth, spread(plan.frame, cloth, look)).painted()


class Painting:
    """One scene while it is painted."""

    def __init__(self, moment: Moment, view: View, plan: TablePlan, cloth: felt.Cloth, canvas: Canvas) -> None:
        self.moment = moment
        self.view = view
        self.plan = plan
        self.cloth = cloth
        self.canvas = canvas
        self.look = canvas.look
        self.called = Called(moment.names, canvas.look)
        self.choosing = moment.choosing

    def painted(self) -> Scene:
        view, plan = self.view, self.plan
        self._draw_bar()
        if view.outcome is None:
            self._draw_others()
            self._draw_middle()
            self._draw_own()
        draw_foot(self.canvas, plan.frame, self.moment, self._waiting())
        draw_side(self.canvas, plan.frame, self.moment)
        if view.outcome is not None:
            facts = [f"{seat.wins} won, {seat.losses} lost" for seat in view.seats]
            draw_ending(self.canvas, plan.frame, self.moment, view.outcome, self.called, facts=facts)
        return self.canvas.scene()

    def _draw_bar(self) -> None:
        view = self.view
        name = "Heart of Five" if view.rules is None else view.rules.name
        ends = [f"first to {counted(view.wins_needed, 'win')}"]
        if view.rounds is not None:
            ends.append(f"{view.rounds} rounds at most")
        if view.minutes is not None:
            ends.append(f"{view.seconds // 60} of {view.minutes} minutes")
        between = dot(self.look)
        facts = f"{between}round {view.round}"
        draw_bar(self.canvas, self.plan.frame, name, facts, between.join(ends), self.moment.tally)

    def _waiting(self) -> str:
        view = self.view
        if view.outcome is not None:
            return "The match is over."
        names = self.moment.names
        seat = next(iter(view.to_act), 0)
        leads, plays = names.verb(seat, "leads", "lead"), names.verb(seat, "is to play", "are to play")
        return f"{self.called(seat)} {leads if view.last is None else plays}."

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
        start, room = plan.band
        if max(plan.shape[0], plan.shape[2]) == 1:
            # One at each side sits level with the trick, so that the words below have the whole width.
            block = plan.trick.height + 1
            start += (room - block - min(room - block, MOST_ASK)) // 2
            room = max(block, plan.seat_height)
        return ring(plan.shape, 1, (start, room), plan.frame.width, plan.seat_width, plan.seat_height)

    def _draw_other(self, seat: Seat, place: Place) -> None:
        view, canvas = self.view, self.canvas
        row = view.seats[seat]
        held = row.hand if isinstance(row.hand, int) else len(row.hand)
        out = seat in view.out
        fact = f"out, {nth(view.out.index(seat) + 1)}" if out else ""
        draw_plate(
            canvas, place, self.called(seat), fact, held, turn=seat in view.to_act, out=out,
            choosing=self.choosing, key=f"seat:{seat}", back=self.cloth.backs[1],
        )  # fmt: skip
        did: str = "" if row.last_action is None else row.last_action.did
        if row.last_action is not None and row.last_action.kind is not None:
            did = f"{did} {row.last_action.kind.one}"
        record = f"{row.wins} won, {row.losses} lost"
        if place.height == 2:
            short = f"{did}{dot(self.look) if did else ''}{row.wins} won"
            did = short if len(short) <= place.width - 2 else did or record
        lines = [(did, felt.WORDS), (record, self.cloth.words)]
        if place.height > 3:
            back = "#" if self.look.ascii else "▮"
            lines.insert(0, (back * min(held, BACKS, place.width - 2), self.cloth.backs[1]))
        for number, (text, ink) in enumerate(lines[: place.height - 1]):
            canvas.put(place.row + 1 + number, place.column + 2, cut(text, place.width - 2, self.look), ink)

    # -- The trick ----------------------------------------------------------------------------------------------------

    def _draw_middle(self) -> None:
        view, plan, canvas = self.view, self.plan, self.canvas
        start, room = plan.band
        sides = max(plan.shape[0], plan.shape[2])
        left = plan.seat_width + 2 if sides else 1
        width = plan.frame.width - 2 * left
        block = plan.trick.height + 1
        high = min(room - block, MOST_ASK)
        top = start + (room - block - high) // 2
        if view.last is None:
            size = plan.trick
            draw_empty(canvas, top, left + (width - size.width) // 2, size, self.cloth.words)
            label = "a new trick"
        else:
            cards = [Held("", card) for card in view.last.cards]
            fan = arranged(len(cards), width, plan.trick.height + LIFT, plan.trick)
            flat = Fan(fan.size, fan.pitch, fan.across, fan.size.height if fan.size is CHIP else fan.step, 0, 0)
            draw_fan(canvas, top, left, width, plan.trick.height, cards, flat)
            whose = "your" if view.last.seat == view.seat else f"{self.called(view.last.seat)}'s"
            label = f"{whose} {view.last.meld.thing}"
            if view.passes:
                label += f"{dot(self.look)}{'1 pass' if view.passes == 1 else f'{view.passes} passes'}"
        canvas.words(top + plan.trick.height, left, width, label, f"bold {felt.WORDS}")
        ask = top + block
        places = self._places()
        beside = places[: plan.shape[0]] + places[plan.shape[0] + plan.shape[1] :]
        if not any(place.row + place.height > ask and place.row < ask + high for place in beside):
            left, width = 1, plan.frame.width - 2
        area = ask, left, width, high
        if self.moment.flash:
            draw_flash(canvas, area, self.moment.flash)
        else:
            lead = MELDS if high > BIG_ASK else ""
            more = lead if view.last is None else said(view.asks, self.look)
            draw_ask(canvas, self.cloth, area, "the trick asks for", self._short(), more)

    def _short(self) -> str:
        """What the trick asks for in a few words."""
        ask = self.view.ask
        if ask.nothing:
            return "nothing beats it"
        if ask.above is None:
            return "any meld"
        if ask.kind is None:
            return "only a bomb"
        return f"{'' if ask.kind is Kind.SISTERS else 'a '}higher {ask.kind.thing}"

    # -- One's own cards ----------------------------------------------------------------------------------------------

    def _draw_own(self) -> None:
        view, plan = self.view, self.plan
        if view.seat is None:
            return
        hand = view.seats[view.seat].hand
        assert not isinstance(hand, int)
        width = plan.frame.width - 2
        row = plan.frame.bottom - plan.hand
        held = hand_of(self.choosing, in_order(hand, self.moment.order))
        draw_fan(self.canvas, row, 1, width, plan.hand, held, arranged(len(held), width, plan.hand, plan.own))
        if not held:
            self.canvas.words(row + plan.hand // 2, 1, width, "You are out of this round.", self.cloth.words)
        if self.choosing is not None:
            # Other items than cards and players are answers, wherever they come from.
            others = [item for item in self.choosing.offer.items if item.zone not in ("hand", "seat")]
            draw_chooser(self.canvas, row - plan.melds, 1, width, plan.melds, others, self.choosing)
