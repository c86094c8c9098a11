"""The Shithead family as a Game: moves, refusals and the text of both. The rules themselves are the kernel's.

S1 The deal, S2 the setup, S3 what the pile asks for, S4 a turn, S5 powers, S6 taking the pile, S7 the end: docs/rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from typing import ClassVar, Final, NoReturn

from houserules import fair
from houserules.cards import BIG_JOKER, PACK, SMALL_JOKER, SUITS, Card, Rank, Suit, written
from houserules.core import (
    FORMS,
    JSON,
    Call,
    Choose,
    Flip,
    Game,
    Move,
    Outcome,
    Play,
    Progress,
    Ready,
    Seat,
    Swap,
    Take,
    Target,
    Viewer,
    is_number,
)
from houserules.core import View as CoreView
from houserules.errors import IllegalMove, NotationError, SeatsError
from houserules.kernel import shedding as kernel
from houserules.kernel.bits import indices, lowest, words
from houserules.kernel.position import PAGE, is_legal, legal_moves
from houserules.kernel.tables import SETS, SINGLES

from . import events as told
from .house import House
from .imagine import imagined, layouts
from .position import read_position, write_position
from .state import CARD_OF, ZONES, State, blind_of, cards_of, end_reason, hand_of, row_cards, stock_of, unnamed, up_of
from .tables import compiled
from .telling import after_name, after_play, after_take, given_away
from .view import WAYS, View, view_of
from .words import SHORT_FORMS, offer, understood

SETUP_MOVES: Final = (Swap, Ready)

PLAYS: Final = (1 << 56) - 1
"""The bits of a page that are plays by rank and count."""

PLAY_OF: Final = {card: Play((card,)) for card in PACK}
"""Moves are values, so the commonest are made once."""


class Shedding(Game[State]):
    """Any house of the family."""

    forms: ClassVar[Mapping[str, str]] = {
        word: FORMS[word] for word in ("play", "take", "swap", "ready", "flip", "target", "call", "choose")
    }

    short_forms = SHORT_FORMS

    def __init__(self, game_id: str, house: House, document: Mapping[str, object] | None = None) -> None:
        self.id = game_id
        self.name = house.name
        self.rules = house
        self.seats = range(house.seats[0], house.seats[1] + 1)
        self.hash = house.hash()
        self.house = document
        self.tables, self.asks = compiled(house)

    def page(self) -> str:
        from .sheet import sheet, written_sheet  # noqa: PLC0415 - few ask, and it takes its time

        return written_sheet(sheet(self.rules))

    # -- S1 The deal ---------------------------------------------------------------------------------------------------

    def new(self, seats: int, seed: str) -> State:
        self.check_seats(seats)
        decks = self.rules.decks_for(seats)
        deck = fair.shuffled(list(kernel.full_deck(decks, self.rules.jokers)), seed)
        return State(kernel.deal(self.tables, seats, decks, words(deck)), (), ())

    def size(self, state: State) -> int:
        return state.kernel.seats

    def to_act(self, state: State) -> tuple[Seat, ...]:
        core = state.kernel
        if core.over:
            return ()
        if core.stage == kernel.SETUP:
            return tuple([seat for seat in range(core.seats) if not core.ready >> seat & 1])
        return (core.turn,)

    # -- S2, S4 What may be said ---------------------------------------------------------------------------------------

    def legal(self, state: State, seat: Seat) -> tuple[Move, ...]:
        core = state.kernel
        self._check_seat(state, seat)
        if core.over or (seat != core.turn if core.stage != kernel.SETUP else core.ready >> seat & 1):
            return ()
        match core.stage:
            case kernel.SETUP:
                swaps = product(_distinct(core.listed(0, seat)), _distinct(core.listed(core.up_at, seat)))
                return (*(Swap(hand, up) for hand, up in swaps), Ready())
            case kernel.NAME_SEAT:
                return tuple([Target(named) for named in legal_moves(core)])
            case kernel.NAME_SUIT:
                return tuple([Call(SUITS[suit]) for suit in legal_moves(core)])
            case kernel.NAME_WAY:
                return Choose("high"), Choose("low")
            case kernel.NAME_RANK:
                return tuple([Choose(Rank(rank + 2)) for rank in legal_moves(core)])
        moves: list[Move] = []
        for number in range(core.pages()):
            page = core.legal(number)
            mode = core.tables.modes[core.zone]
            if mode == SETS and number < core.decks:
                moves += _sets(core, page & PLAYS, number)
                page &= ~PLAYS
            for bit in indices(page):
                moves += _moves(core, number * PAGE + bit)
        return tuple(moves)

    def steps(self, view: CoreView, text: str) -> tuple[Move, ...]:
        """Also short forms, which mean cards that the viewer has. A program that says a move says it whole: S4."""
        try:
            return (self.read(text),)
        except NotationError:
            moves = understood(view, text) if isinstance(view, View) else None
            if moves is None:
                raise
            return moves

    # -- S2 to S6 A move -----------------------------------------------------------------------------------------------

    def apply(self, state: State, seat: Seat, move: Move) -> Progress[State]:
        self._check_turn(state, seat, move)
        match move:
            case Swap(hand, up):
                return self._swap(state, seat, hand, up)
            case Ready():
                return self._ready(state, seat)
            case Play(cards):
                return self._play(state, cards)
            case Flip(blind):
                return self._flip(state, blind)
            case Take():
                return self._take(state)
            case Target(named):
                return self._target(state, named)
            case Call(suit):
                return self._call(state, suit)
            case Choose(what):
                return self._choose(state, what)
        raise IllegalMove("unreadable", f"{move} is no move of {self.name}: {offer(self.legal(state, seat))}")

    def _check_turn(self, state: State, seat: Seat, move: Move) -> None:
        core = state.kernel
        self._check_seat(state, seat)
        if core.over:
            raise IllegalMove("over", "the match is over: nobody moves any more")
        acting = self.to_act(state)
        if seat not in acting:
            who = (
                f"seat {acting[0]} is to act" if len(acting) == 1 else f"seats {', '.join(map(str, acting))} are to act"
            )
            raise IllegalMove("not-your-turn", f"it is not the turn of seat {seat}: {who}")
        if core.stage == kernel.SETUP and not isinstance(move, SETUP_MOVES):
            raise IllegalMove("wrong-phase", "cards are still being swapped: say swap with two cards, or ready")
        if core.stage != kernel.SETUP and isinstance(move, SETUP_MOVES):
            raise IllegalMove("wrong-phase", f"the setup is over: {offer(self.legal(state, seat))}")
        if core.stage == kernel.NAME_SEAT and not isinstance(move, Target):
            raise IllegalMove(
                "answer-first", f"name the seat first that takes the pile: {offer(self.legal(state, seat))}"
            )
        if core.stage == kernel.NAME_SUIT and not isinstance(move, Call):
            raise IllegalMove("answer-first", f"name a suit first: {offer(self.legal(state, seat))}")
        if core.stage in (kernel.NAME_WAY, kernel.NAME_RANK) and not isinstance(move, Choose):
            raise IllegalMove("answer-first", f"choose first: {offer(self.legal(state, seat))}")

    def _check_seat(self, state: State, seat: Seat) -> None:
        if not is_number(seat) or not 0 <= seat < state.kernel.seats:
            raise SeatsError(f"there is no seat {seat!r} at this table: seats are 0 to {state.kernel.seats - 1}")

    def _swap(self, state: State, seat: Seat, hand: Card, up: Card) -> Progress[State]:
        core = state.kernel.copy()
        # Of equal cards one that everybody knows of goes first, as in a play: else `known` would tell which one went.
        held = sorted(core.listed(0, seat), key=lambda number: not core.is_known(seat, number))
        hand_number = _find(held, hand)
        up_number = _find(core.listed(core.up_at, seat), up)
        if hand_number is None:
            holds = written(hand_of(core, seat))
            raise IllegalMove(
                "not-held", f"{hand} is not in your hand ({holds}): name a hand card, then a face-up card"
            )
        if up_number is None:
            lie = written(up_of(core, seat))
            raise IllegalMove(
                "not-held", f"{up} does not lie face up before you ({lie}): name a hand card, then one of these"
            )
        core.swap(seat, hand_number, up_number)
        event = told.Swapped(seat, hand=CARD_OF[up_number], up=CARD_OF[hand_number])
        return Progress(_with(state, core), (event,))

    def _ready(self, state: State, seat: Seat) -> Progress[State]:
        core = state.kernel.copy()
        core.say_ready(seat)
        began = (told.Began(core.turn),) if core.stage == kernel.PLAY else ()
        return Progress(_with(state, core), (told.SaidReady(seat), *began))

    def _play(self, state: State, cards: tuple[Card, ...]) -> Progress[State]:
        core = state.kernel.copy()
        if not all(isinstance(card, Card) for card in cards):
            raise IllegalMove("unreadable", "a play is made of cards: write Card.read('7H')")
        if not cards:
            raise IllegalMove("not-a-set", f"name the cards to play: {self._offer(state)}")
        if core.zone == kernel.BLIND:
            raise IllegalMove("wrong-zone", f"your cards lie blind, so turn one over: {self._offer(state)}")
        for card in cards:
            if not core.pick_kind(card.kind):
                self._refuse_missing(state, card)
        number = core.move_of_picked()
        if number < 0:
            raise IllegalMove("not-a-set", f"{written(cards)} cannot be played together: {self._offer(state)}")
        if not is_legal(state.kernel, number):
            self._refuse_play(state, cards)
        zone = ZONES[core.zone]
        core.lay()
        return after_play(state, core, zone, unnamed(cards))

    def _refuse_missing(self, state: State, card: Card) -> NoReturn:
        core = state.kernel
        if core.zone == kernel.HAND and _find(core.listed(core.up_at, core.turn), card) is not None:
            raise IllegalMove("wrong-zone", f"{card} lies face up, and your hand comes first: {self._offer(state)}")
        raise IllegalMove("not-held", f"you have no {card} to play, or not so many: {self._offer(state)}")

    def _refuse_play(self, state: State, cards: tuple[Card, ...]) -> NoReturn:
        core = state.kernel
        most = self.tables.most[core.zone * 14 + cards[0].rank - 2]
        if len({card.rank for card in cards}) == 1 and len(cards) > most:
            raise IllegalMove(
                "not-a-set", f"{cards[0].rank}s are played {_times(most)} at a time: {self._offer(state)}"
            )
        if all(self.tables.fits[core.ask] >> card.kind & 1 for card in cards):
            # The pile would have them: it is what lies on top, or what has to come after, that forbids it.
            barred = next((card for card in cards if not core.fits >> card.kind & 1), None)
            why = f"{written(cards)} may be laid only with something that goes with it or can follow it"
            if barred is not None:
                why = f"{barred} may not be laid directly on {state.pile[-1]}"
            raise IllegalMove("not-playable", f"{why}: {self._offer(state)}")
        asks = self.asks[core.ask].words
        raise IllegalMove(
            "not-playable", f"the pile asks for {asks}, and {written(cards)} will not do: {self._offer(state)}"
        )

    def _flip(self, state: State, blind: int) -> Progress[State]:
        core = state.kernel.copy()
        seat = core.turn
        if core.zone != kernel.BLIND:
            first = "hand" if core.zone == kernel.HAND else "face-up cards"
            raise IllegalMove("wrong-zone", f"your {first} must go first: {self._offer(state)}")
        blinds = core.blind_listed(seat)
        if not 1 <= blind <= len(blinds):
            raise IllegalMove("not-held", f"there is no blind card {blind}: {self._offer(state)}")
        card = CARD_OF[blinds[blind - 1]]
        core.flip(blind - 1)
        if core.did & kernel.FAILED:
            return after_take(state, core, (card,), told.Failed(seat, card))
        return after_play(state, core, "blind", (card,))

    def _take(self, state: State) -> Progress[State]:
        core = state.kernel.copy()
        if not state.pile:
            raise IllegalMove("nothing-to-take", f"there is no pile to take: {self._offer(state)}")
        if not is_legal(core, kernel.TAKE):
            raise IllegalMove("must-play", f"who can play must play: {self._offer(state)}")
        seat = core.turn
        before = core.listed(core.up_at, seat)
        core.take()
        after = core.listed(core.up_at, seat)
        return after_take(state, core, cards_of(number for number in before if number not in after))

    def _target(self, state: State, named: Seat) -> Progress[State]:
        core = state.kernel.copy()
        if core.stage != kernel.NAME_SEAT:
            raise IllegalMove("bad-target", f"nobody is to be named now: {self._offer(state)}")
        if not 0 <= named < core.seats or not is_legal(core, named):
            raise IllegalMove("bad-target", f"seat {named} cannot take the pile: {self._offer(state)}")
        core.name_seat(named)
        return given_away(state, core, state.pile, state.burned, [])

    def _call(self, state: State, suit: Suit) -> Progress[State]:
        core = state.kernel.copy()
        if core.stage != kernel.NAME_SUIT:
            raise IllegalMove("bad-suit", f"no suit is to be named now: {self._offer(state)}")
        if suit not in tuple(Suit):
            raise IllegalMove("bad-suit", f"{suit!r} is no suit: {self._offer(state)}")
        seat = core.turn
        core.name(suit.number)
        return after_name(state, core, told.Called(seat, suit))

    def _choose(self, state: State, what: Rank | str) -> Progress[State]:
        core = state.kernel.copy()
        move = Choose(what)  # type: ignore[arg-type]  # it comes out of one
        if move not in self.legal(state, core.turn):
            raise IllegalMove("bad-choice", f"{what} is not to be chosen now: {self._offer(state)}")
        seat = core.turn
        core.name(WAYS.index(what) if isinstance(what, str) else what - 2)
        return after_name(state, core, told.Chose(seat, str(what)))

    def _offer(self, state: State) -> str:
        return offer(self.legal(state, state.kernel.turn))

    # -- S7 The end ----------------------------------------------------------------------------------------------------

    def outcome(self, state: State) -> Outcome | None:
        core = state.kernel
        return Outcome.of_places(core.places(), end_reason(core)) if core.over else None

    # -- What a seat sees ----------------------------------------------------------------------------------------------

    def view(self, state: State, viewer: Viewer) -> View:
        legal = () if viewer is None else self.legal(state, viewer)
        asking = self.asks[state.kernel.ask]
        return view_of(self.id, state, viewer, self.to_act(state), legal, self.outcome(state), asking)

    def imagine(self, view: CoreView, seed: int) -> State:
        assert isinstance(view, View)
        return imagined(self.rules, self.tables, self.asks, view, seed)

    def say(self, state: State, number: int) -> Move:
        """Of equal ranks the suits that everybody knows of go first: the others learn least."""
        core = state.kernel
        match core.stage:
            case kernel.SETUP if number == kernel.READY:
                return Ready()
            case kernel.SETUP:
                hand = core.listed(0, core.turn)[number >> 3]
                return Swap(CARD_OF[hand], CARD_OF[core.listed(core.up_at, core.turn)[number & 7]])
            case kernel.NAME_SEAT:
                return Target(number)
            case kernel.NAME_SUIT:
                return Call(SUITS[number])
            case kernel.NAME_WAY:
                return Choose(WAYS[number])
            case kernel.NAME_RANK:
                return Choose(Rank(number + 2))
        if number == kernel.TAKE:
            return Take()
        if kernel.FLIP <= number < kernel.TAKE and core.zone == kernel.BLIND:
            return Flip(number - kernel.FLIP + 1)
        scratch = core.copy()
        scratch.choose(number)
        return Play(cards_of(scratch.picked_cards()))

    def plans(self, state: State) -> list[tuple[Move, State]]:
        """In the setup: the ways to lay out one's cards, each with the next swap towards it."""
        core = state.kernel
        if core.stage != kernel.SETUP:
            return []
        return [(move, _with(state, after)) for move, after in layouts(core)]

    def redeal(self, state: State, viewer: Viewer, seed: int) -> State:
        return _with(state, state.kernel.redealt(-1 if viewer is None else viewer, seed))

    def cards(self, state: State) -> tuple[Card, ...]:
        core = state.kernel
        found = [*state.pile, *state.burned, *stock_of(core)]
        for seat in range(core.seats):
            found += hand_of(core, seat) + up_of(core, seat) + blind_of(core, seat)
        return tuple(sorted(unnamed(found)))

    # -- Positions -----------------------------------------------------------------------------------------------------

    def position(self, state: State) -> dict[str, JSON]:
        return write_position(self.id, state)

    def from_position(self, document: Mapping[str, object]) -> State:
        return read_position(self.id, self.rules, self.tables, document)


def _with(state: State, core: kernel.State) -> State:
    return State(core, state.pile, state.burned, state.seed)


def _find(numbers: list[int], card: Card) -> int | None:
    """Any of the cards that are equal to this one."""
    wanted = SMALL_JOKER if card is BIG_JOKER else card
    return next((number for number in numbers if CARD_OF[number] is wanted), None)


def _distinct(numbers: list[int]) -> tuple[Card, ...]:
    """Cards as they are named in a move: equal ones once."""
    return tuple(dict.fromkeys(cards_of(numbers)))


def _by_rank(core: kernel.State) -> dict[int, list[Card]]:
    """The cards of the zone in play, by the kernel's rank."""
    found: dict[int, list[Card]] = {}
    for card in row_cards(core.masks(core.up_at * core.zone, core.turn)):
        found.setdefault(card.kind >> 2, []).append(card)
    return found


def _sets(core: kernel.State, page: int, number: int) -> list[Move]:
    """Some cards of one rank: for each rank the page says which counts may be played."""
    moves: list[Move] = []
    masks = core.masks(core.up_at * core.zone, core.turn)
    while page:
        shift = lowest(page) & ~3
        fours = tuple([mask >> shift & 15 for mask in masks]) if len(masks) > 1 else (masks[0] >> shift & 15,)
        moves += _sets_of_rank(shift, fours, page >> shift & 15, number)
        page &= -16 << shift
    return moves


@lru_cache(maxsize=4096)
def _sets_of_rank(shift: int, fours: tuple[int, ...], counts: int, number: int) -> list[Move]:
    """Every choice of suits. Few ranks in few combinations of suits come up all the time, so they are kept."""
    cards = cards_of(sorted(shift + suit for four in fours for suit in indices(four)))
    return [Play(choice) for count in indices(counts) for choice in _selections(cards, 4 * number + count + 1)]


def _moves(core: kernel.State, number: int) -> list[Move]:
    """All that can be said for one move of the kernel, for which equal ranks are equal: every choice of suits."""
    if number == kernel.TAKE:
        return [Take()]
    if kernel.FLIP <= number < kernel.TAKE:
        return [Flip(number - kernel.FLIP + 1)]
    mode = core.tables.modes[core.zone]
    if mode == SINGLES:
        return [PLAY_OF[PACK[number]]]
    scratch = core.copy()
    scratch.choose(number)
    picked = scratch.picked_cards()
    if core.tables.suits_matter:
        return [Play(cards_of(picked))]
    counts = Counter((card & 63) >> 2 for card in picked)
    cards = _by_rank(core)
    choices = product(*[_selections(cards[rank], counts[rank]) for rank in cards if counts[rank]])
    return [Play(tuple(chain.from_iterable(choice))) for choice in choices]


def _selections(cards: Sequence[Card], count: int) -> Iterable[tuple[Card, ...]]:
    """Every way to name so many of some cards; equal cards are one."""
    return dict.fromkeys(combinations(cards, count))


def _times(count: int) -> str:
    return {1: "one", 2: "two", 3: "three"}.get(count, str(count))
