"""High Card: the rules.

1 The deal   thirteen spades are shuffled, each seat gets five, three are laid aside unseen
2 A turn     the leader lays a card, then the other seat; the higher card takes the trick, and its seat leads the next
3 The end    when the hands are empty, the seat with more tricks has won
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from houserules import fair
from houserules.cards import PACK, Card, Suit
from houserules.core import JSON, Game, Move, Outcome, Progress, Seat, Viewer, forms_of, is_number, to_document
from houserules.errors import IllegalMove, PositionError, SeatsError

from .events import Ended, Laid, TookTrick
from .moves import Lay
from .view import Lays, View

SPADES = tuple(sorted(card for card in PACK if card.suit is Suit.SPADES))
HAND = 5


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything, hidden cards too. A position is the same as a document."""

    game: str
    hands: tuple[tuple[Card, ...], tuple[Card, ...]]
    aside: tuple[Card, ...]
    played: tuple[Card, ...] = ()
    leader: int = 0
    tricks: tuple[int, int] = (0, 0)


class HighCard(Game[State]):
    family = "high-card"
    moves = (Lay,)
    forms = forms_of(moves)

    def __init__(self, game_id: str) -> None:
        self.id = game_id
        self.name = "High Card"
        self.seats = range(2, 3)
        self.hash = "high-card-1"

    # -- 1 The deal ----------------------------------------------------------------------------------------------------

    def new(self, seats: int, seed: str) -> State:
        self.check_seats(seats)
        return self._dealt(fair.shuffled(SPADES, seed))

    def _dealt(self, deck: list[Card]) -> State:
        hands = (tuple(sorted(deck[:HAND])), tuple(sorted(deck[HAND : 2 * HAND])))
        return State(self.id, hands, tuple(sorted(deck[2 * HAND :])))

    def size(self, state: State) -> int:
        return len(state.hands)

    def cards(self, state: State) -> tuple[object, ...]:
        return tuple(sorted((*state.hands[0], *state.hands[1], *state.aside, *state.played)))

    # -- 2 A turn ------------------------------------------------------------------------------------------------------

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if not any(state.hands):
            return ()
        return ((state.leader + len(state.played)) % 2,)

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        self._check_seat(seat)
        return tuple([Lay(card) for card in state.hands[seat]]) if seat in self.to_act(state) else ()

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        legal = self.legal(state, seat)
        if not legal:
            code = "not-your-turn" if self.to_act(state) else "over"
            raise IllegalMove(code, f"seat {seat} has nothing to decide now")
        if not isinstance(move, Lay) or move not in legal:
            raise IllegalMove("not-held", f"you cannot say {move}", f"you may {', '.join(map(str, legal))}")
        return self._laid(state, seat, move.card)

    def _laid(self, state: State, seat: Seat, card: Card) -> Progress[State]:
        left = tuple([held for held in state.hands[seat] if held is not card])
        hands = (left, state.hands[1]) if seat == 0 else (state.hands[0], left)
        after = msgspec.structs.replace(state, hands=hands, played=(*state.played, card))
        laid = Laid(seat, card)
        if len(after.played) % 2:
            return Progress(after, (laid,))
        winner = seat if card.rank > state.played[-1].rank else 1 - seat
        tricks = (state.tricks[0] + (winner == 0), state.tricks[1] + (winner == 1))
        after = msgspec.structs.replace(after, leader=winner, tricks=tricks)
        outcome = self.outcome(after)
        ended = () if outcome is None else (Ended(outcome),)
        return Progress(after, (laid, TookTrick(winner), *ended))

    def _check_seat(self, seat: Seat) -> None:
        if not is_number(seat) or seat not in (0, 1):
            raise SeatsError(f"there is no seat {seat!r} at this table: seats are 0 and 1")

    # -- 3 The end -----------------------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        if any(state.hands):
            return None
        return Outcome.of_places((1, 2) if state.tricks[0] > state.tricks[1] else (2, 1), "tricks")

    # -- What a seat sees ----------------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Viewer) -> View:
        legal = () if viewer is None else self.legal(state, viewer)
        return View(
            game=self.id,
            seat=viewer,
            to_act=self.to_act(state),
            legal=Lays(legal),
            outcome=self.outcome(state),
            hand=() if viewer is None else state.hands[viewer],
            counts=(len(state.hands[0]), len(state.hands[1])),
            played=state.played,
            leader=state.leader,
            tricks=state.tricks,
        )

    def redeal(self, state: State, viewer: Viewer, seed: int) -> State:
        own = () if viewer is None else state.hands[viewer]
        unseen = fair.shuffled([card for card in SPADES if card not in (*own, *state.played)], str(seed))
        hands = []
        for seat, hand in enumerate(state.hands):
            hands.append(own if seat == viewer else tuple(sorted(unseen[: len(hand)])))
            unseen = unseen if seat == viewer else unseen[len(hand) :]
        return msgspec.structs.replace(state, hands=(hands[0], hands[1]), aside=tuple(sorted(unseen)))

    # -- Positions -----------------------------------------------------------------------------------------------------

    def position(self, state: State) -> dict[str, JSON]:
        document = to_document(state)
        assert isinstance(document, dict)
        return document

    def from_position(self, document: Mapping[str, object]) -> State:
        try:
            state = msgspec.convert(dict(document), State)
        except msgspec.ValidationError as problem:
            raise PositionError("position", str(problem)) from problem
        if self.cards(state) != SPADES or state.game != self.id or state.leader not in (0, 1):
            raise PositionError("position", "write game, leader, and each of the thirteen spades once")
        return state
