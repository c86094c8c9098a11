"""Ratings by openskill: per game and rules, for players with a key and for bots alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from openskill.models import PlackettLuce
from sqlalchemy import Connection, select, update

from houserules.wire import Ranked

from .players import BOT, insert_into
from .schema import PLAYER, RATING

MODEL: Final = PlackettLuce()
CAUTION: Final = 3
"""The leader board ranks by skill minus so many doubts: who has played little has to prove it first."""


def rate(
    connection: Connection, game: str, rules: str, title: str, parties: Sequence[str | None], places: Sequence[int]
) -> None:
    """Change the ratings of all rated parties of a match. Those without a key are left out; ties share a place."""
    rated = [(party, place) for party, place in zip(parties, places, strict=True) if party is not None]
    names = sorted({party for party, _ in rated})
    if len(names) < 2:
        return  # a match with itself says nothing
    fresh = MODEL.rating()
    values = {"game": game, "rules": rules, "title": title, "mu": fresh.mu, "sigma": fresh.sigma, "matches": 0}
    # In one order everywhere, so that two matches that end at once wait for each other and not in a circle.
    for name in names:
        connection.execute(insert_into(connection, RATING).values(party=name, **values).on_conflict_do_nothing())
    here = (RATING.c.game == game, RATING.c.rules == rules)
    asked = select(RATING).where(RATING.c.party.in_(names), *here).order_by(RATING.c.party).with_for_update()
    before = {row.party: MODEL.rating(mu=row.mu, sigma=row.sigma) for row in connection.execute(asked)}
    after = MODEL.rate([[before[party]] for party, _ in rated], ranks=[float(place) for _, place in rated])
    for name in names:
        # A bot may hold several seats: it gets the mean of what each of them would have given it.
        mine = [team[0] for (party, _), team in zip(rated, after, strict=True) if party == name]
        mu = sum(rating.mu for rating in mine) / len(mine)
        sigma = sum(rating.sigma for rating in mine) / len(mine)
        changed = update(RATING).where(RATING.c.party == name, *here)
        connection.execute(changed.values(mu=mu, sigma=sigma, matches=RATING.c.matches + 1))


def leaders(connection: Connection, game: str, rules: str, limit: int) -> tuple[Ranked, ...]:
    """The best first."""
    careful = RATING.c.mu - CAUTION * RATING.c.sigma
    asked = (
        select(RATING, PLAYER.c.name)
        .outerjoin(PLAYER, PLAYER.c.id == RATING.c.party)
        .where(RATING.c.game == game, RATING.c.rules == rules)
        .order_by(careful.desc(), RATING.c.party)
        .limit(limit)
    )
    return tuple(
        [
            Ranked(
                id=row.party,
                name=row.name if row.name is not None else row.party.removeprefix(BOT),
                skill=row.mu,
                doubt=row.sigma,
                matches=row.matches,
                bot=row.party.startswith(BOT),
            )
            for row in connection.execute(asked)
        ]
    )
