"""Who sits at a table: names for bots, and how players are shown. A name that is shown is never read back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from houserules.bots import BotSpec, Limit, levels
from houserules.core import Names, Seat, Viewer
from houserules.errors import RequestError
from houserules.games import AnyGame
from houserules.table import Player

NAMES: Final = ("Ann", "Ben", "Cem", "Dot", "Eli", "Fay", "Gus", "Hal")
"""Names for bots: one more than the most bots at a table, because a person may have one of them."""

LONGEST_NAME: Final = 12
"""Characters of a person's name."""


def clean(text: str) -> str:
    """Text from a shell or a file, without characters that cannot be printed or would move the cursor."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def shown(player: Player) -> str:
    """
    >>> shown(Player("Ann", "bot", "expert", "tidy", Limit(ms=300)))
    'Ann (expert, tidy, 300 ms)'
    """
    if not player.is_bot:
        return player.name
    limit = player.limit
    time = "" if limit is None else f"{limit.iterations} iterations" if limit.ms is None else f"{limit.ms} ms"
    return f"{player.name} ({', '.join([part for part in (player.level, player.personality, time) if part])})"


def shown_names(players: Iterable[Player], listener: Viewer = None) -> Names:
    return Names(*map(shown, players), listener=listener)


def levels_for(count: int, wanted: Sequence[BotSpec]) -> tuple[BotSpec, ...]:
    """Which bot plays on each of `count` seats: the last one that is named plays on all further ones."""
    if len(wanted) > count:
        are = f"{count} bot{'s' * (count != 1)}"
        raise RequestError("bad-request", f"you named {len(wanted)} levels for {are}: name fewer, or add --seats")
    if not wanted:
        raise RequestError("bad-request", "name a level for each bot, as in hard or in hard,medium")
    return (*wanted, *[wanted[-1]] * (count - len(wanted)))


def seat_players(seats: int, seat: Seat | None, name: str, bots: Sequence[BotSpec]) -> tuple[Player, ...]:
    """A person on `seat`, bots on all others. Bots get the first names that the person does not have."""
    person = clean(name).strip()[:LONGEST_NAME].strip() or "You"
    specs = iter(levels_for(seats - (seat is not None), bots))
    names = iter([known for known in NAMES if known.lower() != person.lower()])
    return tuple([Player(person) if at == seat else Player.bot(next(names), next(specs)) for at in range(seats)])


def with_time(player: Player, game: AnyGame, ms: int) -> Player:
    """The same player with another time for each move, if it thinks ahead."""
    if player.level is None or not levels(game)[player.level].thinks:
        return player
    return Player(player.name, player.kind, player.level, player.personality, Limit(ms=ms))


def seat_named(players: Sequence[Player], name: str) -> Seat | None:
    """The seat of a player, by its name or the beginning of it; None if nobody or several players match."""
    wanted = name.lower()
    names = [player.name.lower() for player in players]
    begins = [seat for seat, known in enumerate(names) if known.startswith(wanted)]
    return names.index(wanted) if wanted in names else begins[0] if len(begins) == 1 else None
