"""The table of H3ROES C4RDS on a whole screen: two rows of ten slots, the arena between them, the way to 34."""

from __future__ import annotations

from typing import Final

import msgspec

from houserules.core import Seat, counted
from houserules.terminal import felt
from houserules.terminal.asking import draw_ask, draw_flash
from houserules.terminal.canvas import Canvas
from houserules.terminal.chooser import draw_chooser
from houserules.terminal.choosing import Item
from houserules.terminal.ending import draw_ending
from houserules.terminal.look import Look
from houserules.terminal.pieces import Called
from houserules.terminal.scene import Moment, Scene
from houserules.terminal.surround import Frame, dot, draw_bar, draw_foot, draw_side, frame_of, spread

from .gauge import draw_gauge
from .hero_cards import HeroCard, draw_hero, draw_no_hero
from .view import View

SLOTS: Final = 10
WIDTHS: Final = (13, 11, 9, 7, 5)
HEIGHTS: Final = {13: (9, 8, 7, 6, 5), 11: (8, 7, 6, 5), 9: (7, 6, 5, 4), 7: (5, 4, 3), 5: (3,)}
"""Heights that look like a card, by width."""
ARENA_WIDTHS: Final = {3: 5, 4: 5, 5: 7, 6: 9, 7: 9, 8: 11, 9: 13}
"""Of the two cards that fight, by their height."""
RISE: Final = 1
LIFT: Final = 2


class TablePlan(msgspec.Struct, frozen=True):
    """Where everything lies. It depends on the screen alone."""

    frame: Frame
    width: int
    """Of a slot."""
    height: int
    gauge: int
    """Its rows: one, or three."""
    lift: int
    """Rows by which a chosen card stands above the others of its row."""

    @property
    def arena(self) -> tuple[int, int]:
        """Its first row, and how many there are."""
        first = 2 + self.height + RISE
        return first, self.frame.bottom - 1 - self.height - self.lift - self.gauge - first


def planned(columns: int, rows: int) -> TablePlan:
    frame = frame_of(columns, rows)
    plan = None
    for gauge, least in ((3, 9), (3, 7), (3, 5), (1, 3)):
        for width in WIDTHS:
            if SLOTS * (width + 1) > frame.width + 1:
                continue
            for height in HEIGHTS[width]:
                plan = TablePlan(frame, width, height, gauge, LIFT if rows >= 24 else RISE)
                # The cards in the arena are larger than those in the slots where there is room.
                if plan.arena[1] >= max(least, min(height + 2, 9)) or (height == 3 and plan.arena[1] >= least):
                    return plan
    assert plan is not None
    return plan


def paint(moment: Moment, look: Look, columns: int, rows: int) -> Scene:
    view = moment.view
    assert isinstance(view, View)
    plan = planned(columns, rows)
    cloth = felt.cloth_of(view)
    return Painting(moment, view, plan, cloth, spread(plan.frame, cloth, look, 0.5)).painted()


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
        self.items = {} if moment.choosing is None else {item.key: item for item in moment.choosing.offer.items}
        self.own = view.seat or 0
        self.rival = 1 - self.own

    def painted(self) -> Scene:
        view, plan = self.view, self.plan
        between = dot(self.look)
        facts = f"{between}round {view.round}" + (f"{between}turn {view.turn}" if view.turn else "")
        goal = f"first to {view.goal.credits} credits"
        draw_bar(self.canvas, plan.frame, "H3ROES C4RDS", facts, goal, self.moment.tally)
        if view.outcome is None:
            bottom = plan.frame.bottom
            self._draw_player(self.rival, 1)
            self._draw_slots(self.rival, 2, down=True)
            self._draw_arena()
            self._draw_gauge()
            self._draw_slots(self.own, bottom - 1 - plan.height, down=False)
            self._draw_player(self.own, bottom - 1)
        draw_foot(self.canvas, plan.frame, self.moment, self._waiting())
        draw_side(self.canvas, plan.frame, self.moment)
        if view.outcome is not None:
            facts_of = [counted(player.credits, "credit") for player in view.players]
            draw_ending(self.canvas, plan.frame, self.moment, view.outcome, self.called, facts=facts_of)
        return self.canvas.scene()

    def _waiting(self) -> str:
        view = self.view
        if view.outcome is not None:
            return "The match is over."
        doing = "to bet" if view.phase == "betting" else "to choose" if view.phase == "power_choice" else "to pick"
        return f"Waiting for {' and '.join(self.called(seat) for seat in view.to_act)} {doing}."

    # -- The players --------------------------------------------------------------------------------------------------

    def _draw_player(self, seat: Seat, row: int) -> None:
        """Name, points, credits and bet in one line."""
        view, look = self.view, self.look
        player = view.players[seat]
        turn = seat in view.to_act
        width = self.plan.frame.width
        ink = felt.TURN if turn else felt.TEXT
        self.canvas.fill(row, 0, 1, width, felt.PLATE)
        mark = (">" if look.ascii else "▶") if turn else " "
        self.canvas.put(row, 1, f"{mark} {self.called(seat)}", f"bold {ink}", felt.PLATE)
        points = counted(player.points, "point")
        money = (f"{player.credits} credits", f"bet {self._bet(seat)}")
        # The rest stands at the right, ordered by what one looks for.
        facts = dot(look).join((points, *money))
        self.canvas.right(row, width - 1, facts, felt.TEXT, felt.PLATE)

    def _bet(self, seat: Seat) -> str:
        """During the betting others see that a bet was placed, but neither its amount nor whether it was taken back."""
        view = self.view
        if view.phase == "betting" and seat != view.seat:
            return "placed" if view.has_bet[seat] else "not yet"
        return str(view.players[seat].bet or "-")

    def _in_battle(self, seat: Seat) -> int | None:
        """This seat's slot that was picked in the current turn; in turn 1 the slots are those of seat 0 and seat 1."""
        view = self.view
        first = 0 if view.current is None else view.current
        return view.picked.own if seat == first else view.picked.rival

    def _draw_slots(self, seat: Seat, row: int, *, down: bool) -> None:
        """Ten places. A card that may be picked comes nearer to the arena, the one that is chosen more."""
        plan = self.plan
        left = (plan.frame.width - SLOTS * (plan.width + 1) + 1) // 2
        zone = "own" if seat == self.own else "rival"
        choosing = self.choosing
        for slot in range(SLOTS):
            key = f"{zone}:{slot}"
            item = self.items.get(key)
            lifted = choosing is not None and key in choosing.lifted
            nearer = plan.lift if lifted else RISE if item is not None and item.allowed else 0
            nearer = min(nearer, RISE) if down else nearer
            column = left + slot * (plan.width + 1)
            top = row + nearer if down else row - nearer
            shown = self._shown(seat, slot, lifted=lifted, cursor=choosing is not None and choosing.cursor == key)
            if shown is None:
                draw_no_hero(self.canvas, top, column, plan.width, plan.height, slot, self.cloth)
                continue
            draw_hero(self.canvas, top, column, plan.width, plan.height, shown, self.cloth)
            if item is not None:
                self.canvas.spot(top, column, plan.height, plan.width, key)

    def _shown(self, seat: Seat, slot: int, *, lifted: bool, cursor: bool) -> HeroCard | None:
        view = self.view
        player = view.players[seat]
        if slot in player.revealed:
            bright = slot == self._in_battle(seat)
            card = player.revealed[slot]
            return HeroCard(
                slot, card, player.joker_values.get(slot, card), spent=not bright, lifted=lifted, cursor=cursor
            )
        if slot not in player.slots:
            return None
        known = view.known.get(slot) if seat != view.seat and view.seat is not None else None
        return HeroCard(slot, known, known, hidden=True, lifted=lifted, cursor=cursor)

    # -- The arena ----------------------------------------------------------------------------------------------------

    def _draw_arena(self) -> None:
        view, plan = self.view, self.plan
        start, room = plan.arena
        width = plan.frame.width
        answers = [item for item in self.items.values() if item.zone not in ("own", "rival")]
        if view.phase == "betting":
            self._draw_betting(start, room, answers)
            return
        high = min(room, 9)
        wide = ARENA_WIDTHS.get(high, 5)
        middle = min(max(width - 2 * (wide + 4), 20), 44)
        left = (width - middle) // 2
        top = start + (room - high) // 2
        if high >= 3:
            self._draw_fighter(self.own, top, left - wide - 1, high, wide)
            self._draw_fighter(self.rival, top, left + middle + 1, high, wide)
        area = top, left, middle, high
        if self.moment.flash:
            draw_flash(self.canvas, area, self.moment.flash)
        elif answers and self.choosing is not None:
            below = min(3, max(high - 2, 1)) if high >= 5 else max(high - 1, 1)
            words, more = self._verdict()
            draw_ask(self.canvas, self.cloth, (top, left, middle, high - below), words, more)
            draw_chooser(self.canvas, top + high - below, left, middle, below, answers, self.choosing)
        else:
            draw_ask(self.canvas, self.cloth, area, *self._verdict())

    def _draw_betting(self, start: int, room: int, answers: list[Item]) -> None:
        """The amount as large as there is room, and amounts to choose from."""
        choosing = self.choosing
        width = self.plan.frame.width
        below = 0 if not answers else 3 if room >= 8 else 1
        amount = None if choosing is None else choosing.amount
        words = "place your bet" if choosing is not None else "bets are placed"
        label = "before the round" if amount is None else "your bet"
        area = start, 2, width - 4, room - below
        draw_ask(self.canvas, self.cloth, area, label, words if amount is None else str(amount))
        if choosing is not None:
            draw_chooser(self.canvas, start + room - below, 1, width - 2, below, answers, choosing)

    def _fought(self, seat: Seat) -> HeroCard | None:
        """The card of a seat in the arena: picked in this turn, or of the last battle while nothing is picked."""
        view = self.view
        slot = self._in_battle(seat)
        if slot is not None:
            return self._shown(seat, slot, lifted=False, cursor=False)
        nothing = self._in_battle(1 - seat) is None
        if nothing and view.battle is not None and view.battle.round == view.round:
            return HeroCard(None, view.battle.cards[seat], view.battle.powers[seat], spent=True)
        return None

    def _draw_fighter(self, seat: Seat, row: int, column: int, height: int, width: int) -> None:
        shown = self._fought(seat)
        if shown is None:
            draw_no_hero(self.canvas, row, column, width, height, None, self.cloth)
        else:
            draw_hero(self.canvas, row, column, width, height, shown, self.cloth)

    def _verdict(self) -> tuple[str, str]:
        """What happened in the arena, or what is to be done there: a label and a few large words."""
        view = self.view
        battle = view.battle
        fought = battle is not None and battle.round == view.round
        if battle is not None and fought and (view.difference is not None or self._in_battle(self.own) is None):
            when = "" if view.difference is not None else "last battle: "
            if battle.winner is None:
                return f"{when}nobody won", "a draw"
            verb = "won" if when else "win"
            who = f"you {verb}" if battle.winner == view.seat else f"{self.called(battle.winner)} won"
            return f"{when}{who} by", str(battle.difference)
        whose = "your own" if view.phase in ("initial_card_selection", "card_selection_own") else "a rival"
        if self.choosing is None:
            return "in the arena", "wait"
        return "pick", f"{whose} card"

    def _draw_gauge(self) -> None:
        plan, view = self.plan, self.view
        row = plan.frame.bottom - 1 - plan.height - plan.lift - plan.gauge
        own, rival = view.players[self.own].points, view.players[self.rival].points
        ghosts: tuple[int, ...] = ()
        if view.difference is not None and view.seat == view.current:
            ghosts = own + view.difference, own - view.difference
        names = self.called(self.own), self.called(self.rival)
        draw_gauge(
            self.canvas, self.cloth, row, plan.gauge, plan.frame.width, view.goal.points, own, rival, names, ghosts
        )
