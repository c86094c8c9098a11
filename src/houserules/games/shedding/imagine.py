"""From a view to a whole match that fits it: the only way in which a bot gets a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Final

import msgspec

from houserules.cards import Card
from houserules.core import Move, Play, Ready, Swap
from houserules.kernel import shedding as kernel
from houserules.kernel.shedding_imagine import Sight
from houserules.kernel.shedding_policy import worth
from houserules.kernel.tables import Tables

from .house import House
from .marks import NONE, give_marks
from .position import called_answer, stage_of
from .state import CARD_OF, FLIPPED, NOBODY, ZONES, State, starts_of
from .view import View

LAYOUTS: Final = 6
NOTHING_FRESH: Final = ("none",)
"""Nothing that was drawn may be added."""


def imagined(house: House, tables: Tables, view: View, seed: int) -> State:
    """A state with exactly this view. Everything that the viewer cannot know is dealt at random."""
    marks = view.marks or NONE
    core = _sight(house, tables, view).imagined(*_named(view.called), seed, marks.flipped)
    if view.ask_beneath is not None:
        # While something is to be named, a pile does not say what was named for the card beneath: the view does.
        core.ask = view.ask_beneath
        core.find_fits()
    core.step = view.direction
    core.plays = view.plays
    for seat in view.out:
        core.gone |= 1 << seat
        core.order = core.order << 4 | (seat + 1)
    if view.to_act:
        _give_turn(core, view)
    else:
        core.over = True
    if view.pending == "add" and view.seat in view.to_act:
        # What was drawn is only in the moves: others do not know it, and imagine that any card may be added.
        shown = {card.text for move in view.legal if isinstance(move, Play) for card in move.cards}
        marks = msgspec.structs.replace(marks, fresh=tuple(shown) or NOTHING_FRESH)
    give_marks(core, marks)
    by = None if view.ask is None or view.ask.by is None else view.ask.by.seat
    laid_by = bytes((FLIPPED,)) * marks.flipped + bytes((NOBODY if by is None else by,)) * (
        len(view.pile) - marks.flipped
    )
    return State(core, view.pile, _burned(view), None, view.spots, laid_by, starts_of(view.laid))


def view_problem(house: House, asks: int, view: View) -> str:
    """What is wrong with the numbers of a view; "" if they can be dealt."""
    if not house.seats[0] <= len(view.seats) <= house.seats[1]:
        return f"it has {len(view.seats)} seats"
    if isinstance(view.burned, int):
        return "it is a slim one, which does not say which cards left the game"
    counts = [view.stock, len(view.pile), len(view.burned)]
    for seat in view.seats:
        hand = seat.hand if isinstance(seat.hand, int) else len(seat.hand)
        if not 0 <= seat.lacking <= hand or len(seat.known) > hand:
            return "more is known of a hand than it has cards"
        if seat.peeked and len(seat.peeked) != seat.blind:
            return "its `peeked` does not have a place for each blind card"
        counts += [hand, len(seat.up), seat.blind]
    decks = house.decks_for(len(view.seats))
    cards = decks * house.deck_size(len(view.seats))
    if min(counts) < 0 or sum(counts) > cards or _has_too_many(view, decks, house):
        return f"its cards do not add up to the {cards} that are played with"
    if view.marks is not None and not 0 <= view.marks.flipped <= len(view.pile):
        return "more cards were turned up than lie on its pile"
    if view.marks is not None and view.marks.begins is not None and not 0 <= view.marks.begins < len(view.seats):
        return "a seat that is not there begins"
    if view.ask_beneath is not None and not 0 <= view.ask_beneath < asks:
        return "no pile asks for its `ask_beneath`"
    if view.laid and (min(view.laid) < 1 or sum(view.laid) != len(view.pile)):
        return "its `laid` does not add up to the pile"
    return ""


def _has_too_many(view: View, decks: int, house: House) -> bool:
    """Is a card in sight more often than the decks have it?"""
    in_sight = Counter([*view.pile, *_burned(view)])
    for seat in view.seats:
        in_sight.update(seat.known if isinstance(seat.hand, int) else seat.hand)
        in_sight.update(seat.up)
        in_sight.update([card for card in seat.peeked if card is not None])
    return any(count > decks * copies_of(house, card, len(view.seats)) for card, count in in_sight.items())


def copies_of(house: House, card: Card, seats: int) -> int:
    """How often each deck has a card."""
    if card.suit is None:
        return house.number("jokers", seats)
    return 0 if card.rank in house.left_out else 1


def _burned(view: View) -> tuple[Card, ...]:
    assert not isinstance(view.burned, int), "a slim view does not say which cards left the game"
    return view.burned


def _sight(house: House, tables: Tables, view: View) -> Sight:
    """The cards as the kernel takes them."""
    viewer = -1 if view.seat is None else view.seat
    burned = _kinds(_burned(view))
    sight = Sight(tables, house.decks_for(len(view.seats)), viewer, _kinds(view.pile), burned, view.stock)
    sight.sizes = list(view.laid)
    if view.seat is not None:
        sight.seen_blinds = [-1 if card is None else card.kind for card in view.seats[view.seat].peeked]
    for seat in view.seats:
        known = _kinds(seat.known)
        hand, hidden = (known, seat.hand - len(known)) if isinstance(seat.hand, int) else (_kinds(seat.hand), 0)
        sight.add_seat(hand, hidden, known, _kinds(seat.lacks), seat.lacking, _kinds(seat.up), seat.blind)
    return sight


def _kinds(cards: tuple[Card, ...]) -> list[int]:
    return [card.kind for card in cards]


def _named(called: str | None) -> tuple[int, int]:
    answer = called_answer(called)
    assert answer is not None, "a view names what can be named"
    return answer


def _give_turn(core: kernel.SheddingPosition, view: View) -> None:
    """What the match waits for, and which seat. In the setup several may act: the viewer if it may, else the lowest."""
    core.turn = view.to_act[0]
    if view.phase == "setup":
        core.stage = kernel.SETUP
        for seat in view.ready:
            core.ready |= 1 << seat
        if view.seat in view.to_act:
            core.turn = view.seat
    elif view.pending is None:
        core.zone = core.zone_now()
    else:
        core.stage = stage_of(core, view.pending)
        core.zone = ZONES.index(view.pending_zone or "hand")


# -- The setup -------------------------------------------------------------------------------------------------------


def layouts(core: kernel.SheddingPosition) -> list[tuple[Move, kernel.SheddingPosition]]:
    """The ways to choose the face-up cards that are worth a thought: the best cards, or nearly, for the end.

    (Measured: the best of all ways by many playouts was among these in each of 14 deals.)"""
    ways = sorted(_layouts(core), key=lambda way: -way[0])
    return [(move, after) for _, move, after in ways[:LAYOUTS]]


def _layouts(core: kernel.SheddingPosition) -> Iterator[tuple[int, Move, kernel.SheddingPosition]]:
    """Each way that differs to the rules, and what its face-up cards are worth; the seat has swapped and is ready.

    A card that it has swapped into its hand stays there: otherwise a plan could change for ever."""
    seat = core.turn
    hand, up = core.listed(0, seat), core.listed(core.up_at, seat)
    free = [card for card in hand if not core.is_known(seat, card)]
    met = set()
    for chosen in combinations(sorted([*up, *free], key=lambda card: card not in up), len(up)):
        kinds = tuple(sorted(card & 63 if core.tables.suits_matter else (card & 63) >> 2 for card in chosen))
        if kinds in met:
            continue
        met.add(kinds)
        after = core.copy()
        into_hand = [card for card in up if card not in chosen]
        onto_table = [card for card in chosen if card not in up]
        for there, here in zip(onto_table, into_hand, strict=True):
            after.swap(seat, there, here)
        after.say_ready(seat)
        value = sum(worth(core, card) for card in chosen)
        yield value, (Swap(CARD_OF[onto_table[0]], CARD_OF[into_hand[0]]) if onto_table else Ready()), after
