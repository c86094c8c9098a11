"""From what a seat sees to a whole match it could be: the one way in which a bot gets a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from houserules.cards import Card
from houserules.core import JSON, Move, Ready, Swap, to_document
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import shuffle
from houserules.kernel.shedding_policy import worth
from houserules.kernel.tables import JOKERS, Tables

from .house import House
from .position import read_position
from .state import CARD_OF, State, cards_of, jokers_merged, jokers_numbered
from .tables import Asking
from .view import SeatView, View

LAYOUTS: Final = 6


def imagined(house: House, tables: Tables, asks: Sequence[Asking], view: View, seed: int) -> State:
    """A state with this very view, in which all that the viewer cannot know is dealt at random."""
    decks = house.decks_for(len(view.seats))
    unseen = _unseen(house, decks, view, seed)
    seats = []
    for number, seat in enumerate(view.seats):
        hidden = 0 if number == view.seat else _held(seat) - len(seat.known)
        hand = [*(seat.hand if isinstance(seat.hand, tuple) else seat.known), *(unseen.pop() for _ in range(hidden))]
        seats.append([jokers_merged(hand), jokers_merged(seat.up), tuple([unseen.pop() for _ in range(seat.blind)])])
    stock = tuple([unseen.pop() for _ in range(view.stock)])
    core = read_position(view.game, house, tables, _document(view, seats, stock, decks)).kernel
    if asks[core.ask].words != view.asks:
        # While something is to be named, a position does not say what was named for the card beneath: the view does.
        core.ask = next(ask for ask, asking in enumerate(asks) if asking.words == view.asks)
        core.fits = tables.fits[core.ask] & ~tables.bars[core.top]
    for number, seat in enumerate(view.seats):
        _conclude(core, number, seat)
    core = core.redealt(-1 if view.seat is None else view.seat, seed)
    if core.stage == kernel.SETUP and view.seat in view.to_act and view.seat is not None:
        core.turn = view.seat  # everybody may act, and this is who thinks
    return State(core, view.pile, view.burned)


def _held(seat: SeatView) -> int:
    return len(seat.hand) if isinstance(seat.hand, tuple) else seat.hand


def _unseen(house: House, decks: int, view: View, seed: int) -> list[Card]:
    """Every card that lies nowhere in sight, shuffled: where cards are out of the game, nobody knows which."""
    deck = kernel.full_deck(decks, house.jokers)
    shuffle(deck, seed)
    seen = Counter(jokers_merged((*view.pile, *view.burned)))
    for seat in view.seats:
        seen.update(jokers_merged((*(seat.hand if isinstance(seat.hand, tuple) else seat.known), *seat.up)))
    unseen = []
    for card in cards_of(deck):
        if seen[card]:
            seen[card] -= 1
        else:
            unseen.append(card)
    return unseen


def _document(view: View, seats: list[list[tuple[Card, ...]]], stock: tuple[Card, ...], decks: int) -> dict[str, JSON]:
    """As a position, so that what makes up a match stands in one place. Its Jokers are jj first, then JJ."""
    lists = [*(zone for seat in seats for zone in seat), jokers_merged(view.pile), stock, jokers_merged(view.burned)]
    every = iter(jokers_numbered(tuple([card for cards in lists for card in cards]), decks))
    texts: list[JSON] = [[str(next(every)) for _ in cards] for cards in lists]
    document: dict[str, JSON] = {
        "game": view.game,
        "seats": [
            dict(zip(("hand", "up", "blind"), texts[3 * seat : 3 * seat + 3], strict=True))
            for seat in range(len(seats))
        ],
        "pile": texts[-3],
        "stock": texts[-2],
        "burned": texts[-1],
        "to_act": view.to_act[0] if view.to_act else None,
        "direction": view.direction,
        "phase": "setup" if view.phase == "setup" else "play",
        "pending": view.pending,
        "pending_zone": view.pending_zone,
        "called": view.called,
        "ready": to_document(view.ready),
        "out": to_document(view.out),
        "plays": view.plays,
    }
    return document


def _conclude(core: kernel.SheddingPosition, seat: int, seen: SeatView) -> None:
    """What everybody knows of a hand: some of its cards, and what others of them are not."""
    wanted = Counter(jokers_merged(seen.known))
    for number in core.listed(0, seat):
        if wanted[CARD_OF[number]]:
            wanted[CARD_OF[number]] -= 1
            core.put(core.known_at, seat, number)
    core.cards[core.lacking_count_at + seat] = seen.lacking
    lacks = sum(1 << card.kind for card in seen.lacks)
    core.cards[core.lacks_at + seat] = lacks | JOKERS if lacks & JOKERS else lacks


# -- The setup -------------------------------------------------------------------------------------------------------


def layouts(core: kernel.SheddingPosition) -> list[tuple[Move, kernel.SheddingPosition]]:
    """The ways to choose the face-up cards that are worth a thought: the best cards, or nearly, for the end.

    (Measured: the best of all ways by many playouts was among these in each of 14 deals.)"""
    ways = sorted(_layouts(core), key=lambda way: -way[0])
    return [(move, after) for _, move, after in ways[:LAYOUTS]]


def _layouts(core: kernel.SheddingPosition) -> Iterator[tuple[int, Move, kernel.SheddingPosition]]:
    """Each way that differs to the rules, and what its face-up cards are worth; the seat has swapped and is ready.

    What it has laid into its hand once stays there: a plan that changes its mind would never come to an end."""
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
