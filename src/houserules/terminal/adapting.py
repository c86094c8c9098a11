"""Adaptive opponents: how hard they try follows from the results of the person who plays against them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from houserules.bots import ADAPTIVE
from houserules.bots.adaptive import strength_after
from houserules.core import Outcome
from houserules.games import AnyGame
from houserules.table import Player

from .results import Result, results
from .saved import Places


def adapted(
    players: Sequence[Player], game: AnyGame, played: Sequence[Places] = (), found: Sequence[Result] | None = None
) -> tuple[Player, ...]:
    """The players of the next match, each adaptive bot with the strength that suits the people.

    For one person all results of this game against adaptive bots count. Several people have no results of their own:
    for them the matches count that they `played` before this one."""
    if all(player.strength is None for player in players):
        return tuple(players)
    people = [seat for seat, player in enumerate(players) if not player.is_bot]
    if len(people) > 1:
        payoffs = [_payoff(places, people) for places in played]
    else:
        known = results() if found is None else found
        payoffs = [_payoff_of(result) for result in known if _counts(result, game)]
    strength = strength_after(payoffs)

    def suited(player: Player) -> Player:
        return player if player.strength is None else msgspec.structs.replace(player, strength=strength)

    return tuple(map(suited, players))


def _counts(result: Result, game: AnyGame) -> bool:
    """A match that was played on from a record says little: its player may have known the cards."""
    against = any(level.partition(":")[0] == ADAPTIVE for level in result.levels)
    return against and result.game == game.id and not result.branched


def _payoff_of(result: Result) -> float:
    return (result.seats - result.place) / (result.seats - 1)


def _payoff(places: Places, people: Sequence[int]) -> float:
    payoffs = Outcome.of_places(places, "").payoffs
    return sum(payoffs[seat] for seat in people) / len(people)
