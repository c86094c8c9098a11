"""Who sits at a table: names for bots, and how players are shown. A name that is shown is never read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from houserules.bots import BotSpec, Limit, levels
from houserules.bots.personality import BALANCED
from houserules.core import Names, Seat, Viewer
from houserules.errors import RequestError
from houserules.games import AnyGame
from houserules.table import Player

CAST: Final = {
    "Ann": "aggressive",
    "Ben": "defensive",
    "Cem": "hasty",
    "Dot": "tidy",
    "Eli": "balanced",
    "Fay": "aggressive",
    "Gus": "defensive",
    "Hal": "tidy",
}
"""Names for bots, and how each of them likes to play: one more than the most bots at a table, because a person may have
one of these names."""

MIXED: Final = "mixed"
"""In the place of a personality: everybody plays as they like."""

LONGEST_NAME: Final = 12
"""Characters of a person's name."""


def clean(text: str) -> str:
    """Text from a shell or a file, without characters that cannot be printed or would move the cursor."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def shown(player: Player) -> str:
    """
    >>> shown(Player("Ann", "bot", "expert", "tidy", Limit(ms=300)))
    'Ann (tidy, expert, 300 ms)'
    """
    return f"{player.name} ({player.manner})" if player.is_bot else player.name


def shown_names(players: Sequence[Player], listener: Viewer = None) -> Names:
    """For sentences and seats: only the seats say what a player is like."""
    manners = tuple([player.manner for player in players])
    return Names(*[player.name for player in players], listener=listener, manners=manners)


def levels_for(count: int, wanted: Sequence[BotSpec]) -> tuple[BotSpec, ...]:
    """Which bot plays on each of `count` seats: the last one that is named plays on all further ones."""
    if count == 0 and not wanted:
        return ()
    if len(wanted) > count:
        are = f"{count} bot{'s' * (count != 1)}"
        raise RequestError("bad-request", f"you named {len(wanted)} levels for {are}: name fewer, or add --seats")
    if not wanted:
        raise RequestError("bad-request", "name a level for each bot, as in hard or in hard,medium")
    return (*wanted, *[wanted[-1]] * (count - len(wanted)))


def seat_people(seats: int, people: Mapping[Seat, str], bots: Sequence[BotSpec]) -> tuple[Player, ...]:
    """People on their seats, bots on all others. Bots get the first names that no person has."""
    own = {seat: clean(name).strip()[:LONGEST_NAME].strip() or "You" for seat, name in people.items()}
    specs = iter(levels_for(seats - len(own), bots))
    taken = {name.lower() for name in own.values()}
    names = iter([known for known in CAST if known.lower() not in taken])
    return tuple([Player(own[at]) if at in own else Player.bot(next(names), next(specs)) for at in range(seats)])


def with_own_manners(players: Sequence[Player], game: AnyGame) -> tuple[Player, ...]:
    """Each bot plays as the one of that name likes to, if its level has a way of its own to play."""
    known = levels(game)
    return tuple(
        [
            msgspec.structs.replace(player, personality=CAST[player.name])
            if player.level is not None and known[player.level].leans and CAST[player.name] != BALANCED.name
            else player
            for player in players
        ]
    )


def read_people(text: str) -> list[str]:
    """People as the command line names them: "Ann,Ben"."""
    names = [name.strip() for name in text.split(",")]
    if not all(names) or len(names) < 2:
        raise RequestError("bad-request", "--people names two or more people at one screen, as in Ann,Ben")
    return names


def listed(names: Sequence[str]) -> str:
    """
    >>> listed(["Ann", "Ben", "Cem"])
    'Ann, Ben and Cem'
    """
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def with_time(player: Player, game: AnyGame, ms: int) -> Player:
    """The same player with another time for each move, if it thinks ahead."""
    if player.level is None or not levels(game)[player.level].thinks:
        return player
    return msgspec.structs.replace(player, limit=Limit(ms=ms))


def seat_named(players: Sequence[Player], name: str) -> Seat | None:
    """The seat of a player, by its name or the beginning of it; None if nobody or several players match."""
    wanted = name.lower()
    names = [player.name.lower() for player in players]
    begins = [seat for seat, known in enumerate(names) if known.startswith(wanted)]
    return names.index(wanted) if wanted in names else begins[0] if len(begins) == 1 else None
