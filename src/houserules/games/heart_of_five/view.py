"""What a viewer may know of a match of Heart of Five, built up piece by piece."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from houserules.cards import Card
from houserules.core import NO_MOVES, Legal, Move, Outcome, Pass, Play, Rules, Seat
from houserules.core import View as CoreView

from .can import NOTHING_TO_DO, Ask, Can, PlayOption, ask_of, described, useless_cards
from .config import Config
from .melds import Kind, Pack, can_be_surpassed, kind_of, named
from .state import Action, State, TrickTurn, seats_out

PASS: Final = Pass()


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """One seat as a viewer sees it."""

    hand: tuple[Card, ...] | int
    """Your own cards, weakest first; for other seats, how many."""
    last_action: Action | None
    """In this round."""
    wins: int
    losses: int


class LastPlay(msgspec.Struct, frozen=True, gc=False):
    seat: Seat
    cards: tuple[Card, ...]
    meld: Kind


class View(CoreView, frozen=True, kw_only=True, tag="heart-of-five"):
    round: int
    leader: Seat
    """Who led the trick, or leads it now."""
    last: LastPlay | None
    """What is to be beaten; None for a free lead."""
    asks: str
    """What the trick asks for, in words ..."""
    ask: Ask
    """... and as data."""
    can: Can
    """The moves of `seat` as data."""
    why: dict[Card, str]
    """The cards of `seat` that are in no legal meld, each with the code of a refusal; empty if it may not act."""
    trick: tuple[TrickTurn, ...]
    """The turns since its lead; after a position from elsewhere, since the last meld."""
    passes: int
    """Since the last meld."""
    seats: tuple[SeatView, ...]
    out: tuple[Seat, ...]
    """In the order in which they went out of the round."""
    played: tuple[Card, ...]
    """In this round, in order."""
    turns: tuple[tuple[Seat, int], ...]
    """Who laid how many of them, turn by turn; 0 is a pass. After a position from elsewhere only what came since."""
    wins_needed: int
    rounds: int | None
    minutes: int | None
    seconds: int
    """What the clock showed at the last move, if there is one."""

    choices: ClassVar[Mapping[str, object]] = {"can": NOTHING_TO_DO, "why": {}}
    by_seat: ClassVar[str | None] = "seats"


Plays = list[tuple[int, Play]]
"""What a seat may lay, in the order of the list, each with the kernel's number of its meld."""


def public_view(
    rules: Rules, config: Config, pack: Pack, state: State, to_act: tuple[Seat, ...], outcome: Outcome | None
) -> View:
    """What everybody sees, and a spectator sees nothing else."""
    core = state.kernel
    last = LastPlay(core.last_seat, state.last, kind_of(core.last)) if state.last else None
    return View(
        game=rules.id,
        seat=None,
        to_act=to_act,
        legal=NO_MOVES,
        outcome=outcome,
        rules=rules,
        round=core.round,
        leader=core.leader,
        last=last,
        asks=asks(last, last is None or can_be_surpassed(core.last, pack.star_rank)),
        ask=ask_of(core.last, pack.star_rank),
        can=NOTHING_TO_DO,
        why={},
        trick=state.trick,
        passes=core.passes,
        seats=tuple([_seat_view(state, seat) for seat in range(core.seats)]),
        out=seats_out(core),
        played=state.played,
        turns=state.turns,
        wins_needed=config.wins,
        rounds=config.rounds,
        minutes=config.minutes,
        seconds=core.now,
    )


def own_view(public: View, pack: Pack, state: State, viewer: Seat, plays: Plays) -> View:
    """What everybody sees, and what only this seat does: its hand, and if it may act, what it may lay."""
    hand = pack.sorted_hand(*state.kernel.cards_of(viewer))
    own = replace(public.seats[viewer], hand=hand)
    seats = (*public.seats[:viewer], own, *public.seats[viewer + 1 :])
    if viewer not in public.to_act:
        return replace(public, seat=viewer, seats=seats)
    may_pass = bool(state.last)
    return replace(
        public,
        seat=viewer,
        seats=seats,
        legal=legal_of(plays, may_pass),
        can=_can(pack, plays, may_pass),
        why=_why(pack, state, plays),
    )


def legal_of(plays: Plays, may_pass: bool) -> Legal:
    moves: tuple[Move, ...] = tuple([play for _, play in plays])
    return Legal((*moves, PASS) if may_pass else moves)


def _can(pack: Pack, plays: Plays, may_pass: bool) -> Can:
    star_rank = pack.star_rank
    return Can(tuple([PlayOption(play.cards, described(meld, star_rank)) for meld, play in plays]), may_pass)


def _why(pack: Pack, state: State, plays: Plays) -> dict[Card, str]:
    if not state.last:
        return {}  # the leader may lead any card
    core = state.kernel
    held = pack.sorted_hand(*core.cards_of(core.turn))
    return useless_cards(pack, core.look(), held, core.last, [meld for meld, _ in plays])


def _seat_view(state: State, seat: Seat) -> SeatView:
    """As everybody sees it."""
    core = state.kernel
    return SeatView(core.held(seat), state.actions[seat], core.won(seat), core.lost(seat))


def asks(last: LastPlay | None, beatable: bool) -> str:
    """What the next player may lay, in words; perhaps nothing of the same kind is stronger."""
    if last is None:
        return "any meld"
    what = named(last.cards, last.meld)
    if not beatable:
        return f"nothing: {what} cannot be beaten" if last.meld.is_bomb else "only a bomb"
    match last.meld:
        case Kind.STRAIGHT_FLUSH:
            return f"a straight flush stronger than {what}"
        case Kind.FOUR:
            return f"a bomb stronger than {what}"
        case Kind.SINGLE:
            return f"a single card above {last.cards[0]}, or a bomb"
    return f"{article(last)} stronger than {what}, or a bomb"


def article(last: LastPlay) -> str:
    """The kind of a meld with its size, as one asks for it."""
    match last.meld:
        case Kind.SISTERS:
            ranks = len({card.rank for card in last.cards})
            return f"sisters of {ranks} {'pairs' if 2 * ranks == len(last.cards) else 'triples'}"
        case Kind.RUN:
            return f"a run of {len(last.cards)}"
    return f"a {last.meld}"
