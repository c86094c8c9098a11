"""Standings: points, places and ranks from the matches of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

POINTS: Final = "one for each rival left behind, half for a tie"
TIES: Final = "points in matches among those that tie, then wins, then fewest last places"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What an entrant has reached."""

    rank: int
    """Entrants that are equal in everything that decides share it."""
    entrant: str
    played: int
    won: int
    """First places; a shared one counts too."""
    last: int
    places: dict[int, int]
    points: float
    illegal: int = 0
    """Illegal moves and crashes of a bot: a random legal move was made instead."""


class PlayedPlaces(msgspec.Struct, frozen=True):
    """A match: who sat where, and their places."""

    round: int
    entrants: tuple[str, ...]
    places: tuple[int, ...]


class Count(msgspec.Struct):
    """Of one entrant."""

    places: dict[int, int] = {}
    last: int = 0
    points: float = 0


def tally(entrants: Sequence[str], matches: Sequence[PlayedPlaces]) -> dict[str, Count]:
    counts = {name: Count() for name in entrants}
    for match in matches:
        for name, place in zip(match.entrants, match.places, strict=True):
            count = counts[name]
            count.places[place] = count.places.get(place, 0) + 1
            count.last += place == max(match.places) > 1
            behind = sum(other > place for other in match.places)
            level = match.places.count(place) - 1
            count.points += behind + level / 2
    return counts


def row_of(rank: int, name: str, count: Count, illegal: int) -> Row:
    return Row(
        rank=rank,
        entrant=name,
        played=sum(count.places.values()),
        won=count.places.get(1, 0),
        last=count.last,
        places=dict(sorted(count.places.items())),
        points=count.points,
        illegal=illegal,
    )


def ranked(entrants: Sequence[str], matches: Sequence[PlayedPlaces]) -> list[tuple[int, str]]:
    """By points, then as TIES says; entrants that are still equal share a rank."""
    counts = tally(entrants, matches)

    def key(name: str) -> tuple[float, float, int, int]:
        tied = {other for other in entrants if counts[other].points == counts[name].points}
        among = tally(entrants, [match for match in matches if tied >= set(match.entrants)])
        return -counts[name].points, -among[name].points, -counts[name].places.get(1, 0), counts[name].last

    keys = {name: key(name) for name in entrants}
    order = sorted(entrants, key=keys.__getitem__)
    return [(1 + sum(keys[other] < keys[name] for other in entrants), name) for name in order]
