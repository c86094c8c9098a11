"""Where each key of the format stands, so that a key in the wrong place can be pointed to the right one."""

from __future__ import annotations

from functools import cache

from houserules.errors import Problem

from .house import EFFECTS
from .house_titles import TITLES
from .section import nearest
from .table_words import EFFECTS as EFFECT_WORDS
from .table_words import IN_DEAL, IN_POWER, meant
from .table_words import KEYS as KEY_WORDS


@cache
def places() -> dict[str, tuple[str, ...]]:
    """Each key with its paths as docs/houses.md writes them: `deal.hand`, `power.on`, `low.limit`."""
    found: dict[str, tuple[str, ...]] = {}
    for path in TITLES:
        key = path.rpartition(".")[2]
        found[key] = (*found.get(key, ()), path)
    return found


def better(problem: Problem) -> Problem:
    """A problem with an unknown key, which says where the key belongs if it belongs anywhere else."""
    if problem.code != "unknown-key" or "keys" not in problem.allowed or not problem.path:
        return problem
    key, known = str(problem.path[-1]), problem.allowed["keys"]
    in_power = problem.path[0] == "powers" and len(problem.path) == 3
    if isinstance(problem.path[-1], int) or (problem.path[0] == "powers" and len(problem.path) == 2):
        return problem  # a card, not a key
    plain = key.lower().replace("_", "-")
    if plain in known:
        said = f"write {plain}"
    elif in_power and plain in IN_POWER:
        said = 'the word for this is do, as in do = ["skip"]'
    elif problem.path[0] == "deal" and plain in IN_DEAL:
        said = f"the word for this is {IN_DEAL[plain]}"
    elif in_power and (effect := plain if plain in EFFECTS else meant(key, EFFECT_WORDS)):
        said = f'{effect} is an effect, so it stands in the list `do`: do = ["{effect}"]'
    elif homes := _homes(plain, problem.path):
        said = f"it belongs in {' or in '.join(_home(path) for path in homes)}"
    elif word := meant(key, KEY_WORDS):
        said = f"the word for this is {word}"
    else:
        said = nearest(key, known)
    return Problem(problem.path, problem.code, f"there is no such key here; {said}", problem.allowed)


def _homes(key: str, path: tuple[str | int, ...]) -> list[str]:
    """Where a key of this name stands. An effect is no key; a table has its own brackets. In a power, a key of powers
    and effects is meant, if there is one."""
    homes = [home for home in places().get(key, ()) if home not in EFFECTS and (len(path) > 1 or home != key)]
    near = [home for home in homes if home.partition(".")[0] in ("power", *EFFECTS)] if path[0] == "powers" else []
    return near or homes


def _home(path: str) -> str:
    """The place of a key, as its reader would look for it."""
    table, _, key = path.rpartition(".")
    if table == "power":
        return f"a power, as in 7 = {{ {key} = ... }}"
    if table in EFFECTS:
        return f"the effect {table}, as in do = [{{ {table} = {{ {key} = ... }} }}]"
    if table in ("play.refill", "play.run", "end.announce"):
        around, _, inside = table.partition(".")
        return f"[{around}], as in {inside} = {{ {key} = ... }}"
    return f"the table [{table}]" if table else "the top of the file, before the first table"
