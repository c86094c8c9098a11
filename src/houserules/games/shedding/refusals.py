"""Why a move is refused: a code, and a sentence that says what would be legal."""

from __future__ import annotations

from collections.abc import Sequence

from houserules.cards import BIG_JOKER, SMALL_JOKER, Card, written
from houserules.core import Announce, Call, Choose, Flip, Move, Pass, Peek, Play, Ready, Seat, Swap, Take, Target, Try
from houserules.errors import IllegalMove
from houserules.kernel import shedding as kernel

from .asks import Asking, suits_of
from .marks import lead_name
from .state import CARD_OF, State, hand_of, up_of
from .words import offer


def out_of_turn(core: kernel.SheddingPosition, seat: Seat, acting: tuple[Seat, ...]) -> IllegalMove:
    """This seat may not act now."""
    if core.over:
        return IllegalMove("over", "the match is over", "nobody moves any more")
    seats = f"seat {acting[0]} is" if len(acting) == 1 else f"seats {', '.join(map(str, acting))} are"
    return IllegalMove("not-your-turn", f"it is not the turn of seat {seat}", f"{seats} to act")


def refusal(
    game: str, asks: Sequence[Asking], state: State, seat: Seat, move: Move, legal: tuple[Move, ...]
) -> IllegalMove:
    """Why this seat, which may act, may not make this move. What is looked at first: the phase, the zone, what the seat
    has, what goes together, what the pile asks for."""
    core = state.kernel
    instead = offer(legal)
    early = _wrong_moment(core, move, instead)
    if early is not None:
        return early
    match move:
        case Swap(hand, up):
            return _swap(core, seat, hand, up)
        case Play(cards):
            return _play(asks, state, cards, instead)
        case Flip(blind):
            if core.zone == kernel.BLIND:
                return IllegalMove("not-held", f"there is no blind card {blind}", instead)
            first = "hand" if core.zone == kernel.HAND else "face-up cards"
            return IllegalMove("wrong-zone", f"your {first} must go first", instead)
        case Peek():
            return _peek(core, seat, instead)
        case Take():
            if state.pile:
                return IllegalMove("must-play", "you can play, so you must", instead)
            return IllegalMove("nothing-to-take", "there is no pile to take", instead)
        case Pass():
            return IllegalMove("must-play", "you cannot pass now", instead)
        case Try():
            if core.tables.tries and core.top != core.tables.nothing and core.drawn < len(core.stock):
                return IllegalMove("must-play", "you cannot try a card of the stock now", instead)
            return IllegalMove("nothing-to-take", "there is no card to try", instead)
        case Announce():
            said = "no play of yours would leave you your last card" if core.tables.penalty else "nobody announces here"
            if core.tables.penalty and core.has_announced():
                said = "you have announced your last card"
            return IllegalMove("bad-choice", said, instead)
        case Target(named):
            if core.stage == kernel.NAME_SEAT:
                return IllegalMove("bad-target", f"seat {named} cannot take the pile", instead)
            if core.stage == kernel.NAME_NEXT:
                return IllegalMove("bad-target", f"seat {named} cannot play next", instead)
            if core.stage == kernel.NAME_SWAP:
                return IllegalMove("bad-target", f"seat {named} has nothing to exchange with you", instead)
            return IllegalMove("bad-target", "there is no seat to name now", instead)
        case Call(suit):
            if core.stage == kernel.NAME_SUIT:
                return IllegalMove("bad-suit", f"{suit!r} is not a suit", instead)
            return IllegalMove("bad-suit", "there is no suit to name now", instead)
        case Choose(what):
            return IllegalMove("bad-choice", f"{what} cannot be chosen now", instead)
    return IllegalMove("unreadable", f"{move} is not a move of {game}", instead)


def _peek(core: kernel.SheddingPosition, seat: Seat, instead: str) -> IllegalMove:
    if not core.tables.peeks:
        return IllegalMove("wrong-phase", "in this house nobody looks at a blind card", instead)
    if core.zone != kernel.BLIND:
        first = "hand" if core.zone == kernel.HAND else "face-up cards"
        return IllegalMove("wrong-zone", f"your {first} must go first", instead)
    if core.has_looked(seat):
        return IllegalMove(
            "wrong-phase", "you have looked at a blind card before, and that is for once a match", instead
        )
    return IllegalMove("not-held", "there is no such blind card to look at now", instead)


def _wrong_moment(core: kernel.SheddingPosition, move: Move, instead: str) -> IllegalMove | None:
    in_setup = core.stage == kernel.SETUP
    if in_setup != isinstance(move, Swap | Ready):
        if in_setup:
            return IllegalMove("wrong-phase", "cards are still being swapped", "say swap with two cards, or ready")
        return IllegalMove("wrong-phase", "the setup is over", instead)
    match core.stage:
        case kernel.NAME_SEAT if not isinstance(move, Target):
            return IllegalMove("answer-first", "first name the seat that takes the pile", instead)
        case kernel.NAME_NEXT if not isinstance(move, Target):
            return IllegalMove("answer-first", "first name the seat that plays next", instead)
        case kernel.NAME_SWAP if not isinstance(move, Target):
            return IllegalMove("answer-first", "first name the seat to exchange cards with", instead)
        case kernel.NAME_CARD if not isinstance(move, Choose):
            return IllegalMove("answer-first", "first choose the rank of the card that changes hands", instead)
        case kernel.NAME_SUIT if not isinstance(move, Call):
            return IllegalMove("answer-first", "first name a suit", instead)
        case kernel.ADD | kernel.JUMP if not isinstance(move, Play | Pass):
            return IllegalMove("answer-first", "first lay cards of the rank on top, or pass", instead)
        case kernel.NAME_UP if not isinstance(move, Choose):
            return IllegalMove("answer-first", "first choose the face-up card that goes along", instead)
        case kernel.NAME_WAY | kernel.NAME_RANK if not isinstance(move, Choose):
            return IllegalMove("answer-first", "first choose what the card asks for", instead)
    return None


def _swap(core: kernel.SheddingPosition, seat: Seat, hand: Card, up: Card) -> IllegalMove:
    if not _is_among(core.listed(0, seat), hand):
        holds = written(hand_of(core, seat))
        return IllegalMove("not-held", f"{hand} is not in your hand ({holds})", "name a hand card, then a face-up card")
    lie = written(up_of(core, seat))
    return IllegalMove(
        "not-held", f"{up} does not lie face up before you ({lie})", "name a hand card, then one of these"
    )


def _play(asks: Sequence[Asking], state: State, cards: tuple[Card, ...], instead: str) -> IllegalMove:
    core = state.kernel
    if not all(isinstance(card, Card) for card in cards):
        return IllegalMove("unreadable", "a play is made of cards", "write Card.read('7H')")
    if not cards:
        return IllegalMove("not-a-set", "name the cards to play", instead)
    if core.zone == kernel.BLIND:
        return IllegalMove("wrong-zone", "your cards lie blind, so turn one over", instead)
    missing = _missing(core.copy(), cards)
    if missing is not None and core.number_of([card.kind for card in cards]) < 0:
        if core.tables.across and len({card.rank for card in cards}) == 1 and not _missing_up(core.copy(), cards):
            said = f"{missing} lies face up: it goes along only with all last cards of your hand, if you draw nothing"
            return IllegalMove("wrong-zone", said, instead)
        if core.zone == kernel.HAND and _is_among(core.listed(core.up_at, core.turn), missing):
            return IllegalMove("wrong-zone", f"{missing} lies face up, and your hand comes first", instead)
        return IllegalMove("not-held", f"you do not have {missing}, or not that many of it", instead)
    if core.number_of([card.kind for card in cards]) < 0:
        return IllegalMove("not-a-set", f"{written(cards)} cannot be played together", instead)
    most = core.tables.most[core.zone * 14 + cards[0].rank - 2]
    if len({card.rank for card in cards}) == 1 and len(cards) > most:
        return IllegalMove("not-a-set", f"{cards[0].rank}s are played {_times(most)} at a time", instead)
    return _does_not_fit(asks, state, cards, instead)


def _does_not_fit(asks: Sequence[Asking], state: State, cards: tuple[Card, ...], instead: str) -> IllegalMove:
    core = state.kernel
    if core.stage != kernel.PLAY:
        what = "cards of the rank on top" if core.stage == kernel.ADD else "as many cards as a burn lacks"
        return IllegalMove("not-playable", f"now only {what} may be laid", instead)
    if core.lead and not core.plays:
        must = lead_name(core)
        return IllegalMove("not-playable", f"{must} decided who begins, so it must be led", instead)
    tables = core.tables
    if tables.as_many and len(cards) < core.together and not all(tables.exempt >> card.kind & 1 for card in cards):
        needed = f"at least {core.together} cards at once"
        return IllegalMove("not-playable", f"the pile asks for {needed}, and {written(cards)} will not do", instead)
    if core.is_run(core.number_of([card.kind for card in cards])):
        cards = (min(cards, key=lambda card: tables.strength[card.rank - 2]),)  # the others need not meet it
    if not all(core.tables.fits[core.ask] >> card.kind & 1 for card in cards):
        wanted = asks[core.ask].words
        return IllegalMove("not-playable", f"the pile asks for {wanted}, and {written(cards)} will not do", instead)
    if tables.locks and (locked := core.locked()) and not all(tables.locked_to[locked] >> c.kind & 1 for c in cards):
        suits = " and ".join(map(str, suits_of(locked)))
        said = f"the last plays locked the pile to {suits}, and {written(cards)} will not do"
        return IllegalMove("not-playable", said, instead)
    # The pile would have them: it is what lies on top, or what has to come after, that forbids it.
    barred = next((card for card in cards if not core.fits >> card.kind & 1), None)
    why = f"{written(cards)} may be laid only with something that goes with it or can follow it"
    if barred is not None and not state.pile:
        why = f"{barred} may not begin a pile"
    elif barred is not None:
        why = f"{barred} may not be laid directly on {state.pile[-1]}"
        if not core.tables.bars[core.top] >> barred.kind & 1:
            why = f"{barred} may not be laid on {_shown_card(state)}, also not with mirrors between them"
    return IllegalMove("not-playable", why, instead)


def _shown_card(state: State) -> Card:
    """The topmost card of the pile that is no mirror."""
    tables = state.kernel.tables
    return next(card for card in reversed(state.pile) if not tables.mirrors[tables.face_of[card.kind]])


def _missing(scratch: kernel.SheddingPosition, cards: tuple[Card, ...]) -> Card | None:
    """The first card that the zone in play lacks, or has too few of."""
    return next((card for card in cards if not scratch.pick_kind(card.kind)), None)


def _missing_up(scratch: kernel.SheddingPosition, cards: tuple[Card, ...]) -> Card | None:
    """The same, if face-up cards may go along with those of the hand."""
    picked = (card for card in cards if not scratch.pick_kind(card.kind) and scratch.pick_up_kind(card.kind) < 0)
    return next(picked, None)


def _is_among(numbers: list[int], card: Card) -> bool:
    """Does any of these physical cards equal this one?"""
    wanted = SMALL_JOKER if card is BIG_JOKER else card
    return any(CARD_OF[number] is wanted for number in numbers)


def _times(count: int) -> str:
    return {1: "one", 2: "two", 3: "three"}.get(count, str(count))
