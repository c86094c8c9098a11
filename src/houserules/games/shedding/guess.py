"""From a view back to a table: one that the viewer cannot tell from the real one, for bots to think on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from houserules.cards import BIG_JOKER, SMALL_JOKER, Card, Rank
from houserules.core import Call, Choose, Flip, Move, Play, Ready, Seat, Swap, Take, Target
from houserules.kernel import shedding as kernel
from houserules.kernel.tables import CALL, GLASS, SETS, WAY, WILD

from .game import Shedding
from .state import CARD_OF
from .view import View


def guess(game: Shedding, view: View) -> kernel.State:
    """The table of a view. Whatever is hidden lies in the order of a new pack: use nothing of it but which cards it is,
    or deal it anew with `redealt`. The seat of the view is the one to act."""
    assert view.seat is not None
    seats = len(view.seats)
    decks = game.rules.decks_for(seats)
    state = kernel.bare(game.tables, seats, decks, b"")
    pack = _Pack(decks, game.rules.jokers)
    for seat, row in enumerate(view.seats):
        for card in row.up:
            state.put(state.up_at, seat, pack.draw(card))
        hand = list(row.hand) if isinstance(row.hand, tuple) else []
        for card in row.known:
            number = pack.draw(card)
            state.put(0, seat, number)
            state.put(state.known_at, seat, number)
            if hand:
                hand.remove(card)
        for card in hand:
            state.put(0, seat, pack.draw(card))
    _lay_pile(game, view, state, [pack.draw(card) for card in view.pile])
    for card in view.burned:
        pack.draw(card)
    hidden = pack.rest(sum(_unseen(view, state, seat) + row.blind for seat, row in enumerate(view.seats)) + view.stock)
    for seat, row in enumerate(view.seats):
        for _ in range(_unseen(view, state, seat)):
            state.put(0, seat, next(hidden))
        for _ in range(row.blind):
            state.put_blind(seat, next(hidden))
    state.stock = bytes(hidden)
    _set_turn(game, view, state)
    return state


class _Pack:
    """Physical cards for named ones: of equal cards one after the other."""

    def __init__(self, decks: int, jokers: int) -> None:
        self.decks = decks
        self.jokers = jokers
        self.drawn = [0] * 53  # of each kind, the Jokers being one

    def draw(self, card: Card) -> int:
        kind = min(52, card.kind)
        count = self.drawn[kind]
        self.drawn[kind] = count + 1
        return count << 6 | kind if kind < 52 else count // self.jokers << 6 | 52 + count % self.jokers

    def rest(self, places: int) -> Iterator[int]:
        """So many of the cards that were not drawn. There may be more: a position need not have all cards of a pack;
        then which of them are in play is anybody's guess, and they are taken evenly."""
        rest = [kind for kind in range(52) if self.drawn[kind] == 0]
        for plane in range(1, self.decks):
            rest += [plane << 6 | kind for kind in range(52) if self.drawn[kind] <= plane]
        jokers = range(self.drawn[52], self.decks * self.jokers)
        rest += [joker // self.jokers << 6 | 52 + joker % self.jokers for joker in jokers]
        return iter(rest if len(rest) == places else [rest[at * len(rest) // places] for at in range(places)])


def _unseen(view: View, state: kernel.State, seat: Seat) -> int:
    """How many cards of a hand the viewer does not know."""
    hand = view.seats[seat].hand
    return hand - state.held(0, seat) if isinstance(hand, int) else 0


def _lay_pile(game: Shedding, view: View, state: kernel.State, pile: list[int]) -> None:
    """What a pile asks for follows from its cards, and from what was named for one that still shows."""
    naming = -1
    for place, number in enumerate(pile):
        effects = _cover(state, number)
        if effects & GLASS == 0:
            naming = place if effects & (CALL | WAY | WILD) else -1
    if naming == len(pile) - 1 and view.pending is not None:
        naming = -1
    for answer in range(16) if naming >= 0 else ():
        if _laid(state, pile, naming, answer) and game.asks[state.ask].words == view.asks:
            return
    _laid(state, pile, -1, 0)
    if game.asks[state.ask].words != view.asks:
        # A card that waits for its name lies on one that had its own: what that was, only the asking tells.
        state.ask = next(number for number, asking in enumerate(game.asks) if asking.words == view.asks)
        state.fits = game.tables.fits[state.ask] & ~game.tables.bars[state.top]


def _laid(state: kernel.State, pile: list[int], naming: int, answer: int) -> bool:
    """Lay a pile, with an answer for the card at one place; False if that card could not have been answered so."""
    state.clear_pile()
    for place, number in enumerate(pile):
        _cover(state, number)
        state.put(state.pile_at, 0, number)
        state.last = number
        if place == naming:
            if not _may_be_named(state, answer):
                return False
            state.take_name(answer)
    return True


def _cover(state: kernel.State, number: int) -> int:
    kind = number & 63
    return state.cover(kind >> 2, 1, state.tables.face_of[kind])


def _may_be_named(state: kernel.State, answer: int) -> bool:
    effects = state.tables.effects[state.acts]
    if effects & WILD:
        return state.tables.wilds[state.acts] >> answer & 1 == 1
    return answer < (4 if effects & CALL else 2)


def _set_turn(game: Shedding, view: View, state: kernel.State) -> None:
    assert view.seat is not None
    state.step = view.direction
    state.plays = view.plays
    for seat in view.out:
        state.gone |= 1 << seat
        state.order = state.order << 4 | (seat + 1)
    for seat in view.ready:
        state.ready |= 1 << seat
    state.turn = view.seat
    state.over = view.outcome is not None
    state.zone = state.zone_now()
    if view.phase == "setup":
        state.stage = kernel.SETUP
    elif view.pending is not None:
        effects = game.tables.effects[state.acts]
        state.stage = _stage(view, effects)
        state.zone = kernel.HAND  # where the card came from is not in a view; it matters only to what is drawn


def _stage(view: View, effects: int) -> int:
    if view.pending == "target":
        return kernel.NAME_SEAT
    if view.pending == "call":
        return kernel.NAME_SUIT
    return kernel.NAME_WAY if effects & WAY else kernel.NAME_RANK


# -- Moves by their number -------------------------------------------------------------------------------------------


def numbers_of(state: kernel.State, moves: Iterable[Move]) -> dict[int, list[Move]]:
    """The moves of a view by the number the kernel gives them: plays that differ in equal suits only have the same."""
    found: dict[int, list[Move]] = {}
    for move in moves:
        found.setdefault(number_of(state, move), []).append(move)
    return found


def quietest(state: kernel.State, moves: list[Move]) -> Move:
    """Of moves that are equal to the rules, the one that shows least: whose cards everybody knows of already."""
    return moves[0] if len(moves) == 1 else max(moves, key=lambda move: _known_cards(state, move))


def number_of(state: kernel.State, move: Move) -> int:
    """The number of a legal move for the seat to act."""
    match move:
        case Play((card,)) if state.tables.modes[state.zone] == SETS:
            return card.kind & ~3
        case Play(cards):
            for card in cards:
                state.pick_kind(card.kind)
            number = state.move_of_picked()
            state.unpick()
            return number
        case Take():
            return kernel.TAKE
        case Ready():
            return kernel.READY
        case Flip(blind):
            return kernel.FLIP + blind - 1
        case Target(seat):
            return seat
        case Call(suit):
            return int(suit)
        case Choose("high"):
            return 0
        case Choose("low"):
            return 1
        case Choose(Rank() as rank):
            return rank - 2
        case Swap(hand, up):
            mine = [CARD_OF[number] for number in state.listed(0, state.turn)]
            ups = [CARD_OF[number] for number in state.listed(state.up_at, state.turn)]
            return mine.index(_one_joker(hand)) << 3 | ups.index(_one_joker(up))
    raise TypeError(f"{move} is no move of this family")


def _one_joker(card: Card) -> Card:
    return SMALL_JOKER if card is BIG_JOKER else card


def _known_cards(state: kernel.State, move: Move) -> int:
    if not isinstance(move, Play) or state.zone != kernel.HAND:
        return 0
    known = 0
    for plane in range(state.decks):
        known |= state.cards[state.known_at + plane * state.seats + state.turn]
    return sum(1 for card in move.cards if known >> card.kind & 1)
