"""What is worth counting in a match of Heart of Five: it follows from what everybody saw."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from houserules.cards import Card
from houserules.core import Event

from .events import Passed, Played, RoundEnded, TrickWon
from .melds import Kind


class Statistics(msgspec.Struct):
    """Of one seat."""

    rounds_won: int = 0
    rounds_lost: int = 0
    leads: int = 0
    passes: int = 0
    bombs: int = 0
    bomb_tricks: int = 0
    """Tricks that were won with a bomb."""
    star_plays: int = 0
    """How often the strongest single card was played as a single ..."""
    star_tricks: int = 0
    """... and won the trick ..."""
    star_cards: int = 0
    """... and how many cards lay in these tricks."""
    longest_run: int = 0
    """In cards; straight flushes count too."""


def statistics_of(seats: int, star: Card, events: Iterable[Event]) -> tuple[Statistics, ...]:
    of = tuple(Statistics() for _ in range(seats))
    last: Played | None = None
    lying = 0
    for event in events:
        match event:
            case Played(seat, cards, meld, led):
                last, lying = event, len(cards) if led else lying + len(cards)
                of[seat].leads += led
                of[seat].bombs += meld.is_bomb
                of[seat].star_plays += cards == (star,)
                if meld in (Kind.RUN, Kind.STRAIGHT_FLUSH):
                    of[seat].longest_run = max(of[seat].longest_run, len(cards))
            case Passed(seat):
                of[seat].passes += 1
            case TrickWon(seat) if last is not None:  # a match from a position may begin in the middle of a trick
                of[seat].bomb_tricks += last.meld.is_bomb
                if last.cards == (star,):
                    of[seat].star_tricks += 1
                    of[seat].star_cards += lying
            case RoundEnded(_, winner, loser):
                of[winner].rounds_won += 1
                of[loser].rounds_lost += 1
    return of
