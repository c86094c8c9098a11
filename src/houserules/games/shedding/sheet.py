"""The rule sheet of any house: numbered clauses in plain words, and how two houses differ.

Every field of a House is said somewhere, so houses with different hashes never have the same sheet. A rule has the same
number in every house: that of the clause in docs/rules/shithead.md, as in the kernel."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

import msgspec

from houserules.cards import Rank

from .house import House
from .sheet_numbers import HEADINGS, NUMBER_OF, NUMBER_OF_POWER
from .sheet_powers import alone_note, card_name, power_sentences
from .sheet_rules import SECTIONS
from .sheet_words import counted, joined

RANK_WORDS: Final = frozenset(str(rank) for rank in Rank)
WIDTH: Final = 80
"""As wide as most terminals: a wider sheet would be broken a second time there."""


class Clause(msgspec.Struct, frozen=True):
    """One rule. `topic` is the same in every house; `note` only works out what follows from this and other rules."""

    number: str
    topic: str
    text: str
    note: str = ""

    @property
    def whole(self) -> str:
        return f"{self.text} {self.note}".strip()


class Change(msgspec.Struct, frozen=True):
    """One rule in which two houses differ: what each of them says."""

    number: str
    """The number in the sheet of the house; if the house lacks the rule, the number in the parent's sheet."""
    parent_says: str
    house_says: str


class Difference(msgspec.Struct, frozen=True):
    """All rules in which two houses differ, in one sentence and one by one."""

    summary: str
    changes: tuple[Change, ...]


def sheet(house: House) -> tuple[Clause, ...]:
    """Every rule of a house, in the order of their numbers."""
    clauses = [Clause(NUMBER_OF[said[0]], *said) for says in SECTIONS for said in says(house)]
    return tuple(sorted([*clauses, *_powers(house)], key=lambda clause: _place_of(clause.number)))


def _place_of(number: str) -> tuple[int, int, str]:
    """For sorting: 5.2 comes before 5.11a, and that before 5.11b."""
    section, _, rest = number.partition(".")
    letter = rest.lstrip("0123456789")
    return int(section), int(rest.removesuffix(letter)), letter


def written_sheet(clauses: Iterable[Clause], width: int = WIDTH) -> str:
    """The clauses under their headings, ready to be printed."""
    lines: list[str] = []
    for chapter, group in groupby(clauses, key=lambda clause: clause.number.partition(".")[0]):
        lines += ["", f"S{chapter} {HEADINGS[int(chapter) - 1]}"]
        lines += [_wrapped(f"  S{clause.number:6}", clause.whole, width) for clause in group]
    return "\n".join(lines[1:])


def difference(house: House, parent: House) -> Difference:
    """In which rules a house differs from its parent."""
    new = {clause.topic: clause for clause in sheet(house)}
    old = {clause.topic: clause for clause in sheet(parent)}
    changes = [
        Change(clause.number, old[topic].text if topic in old else _without(topic, parent), clause.text)
        for topic, clause in new.items()
        if topic not in old or old[topic].text != clause.text
    ]
    changes += [Change(old[topic].number, old[topic].text, _without(topic, house)) for topic in old if topic not in new]
    changes.sort(key=lambda change: _place_of(change.number))
    if not changes:
        return Difference(f"{house.name} plays exactly like {parent.name}", ())
    rules = counted(len(changes), "rule")
    return Difference(f"{house.name} differs from {parent.name} in {rules}", tuple(changes))


def written_difference(found: Difference, parent: str, house: str, width: int = WIDTH) -> str:
    """The sentence, then what each of the two says."""
    lines = [f"{found.summary}{':' if found.changes else '.'}"]
    margin = max(len(parent), len(house)) + 2
    for change in found.changes:
        lines += ["", f"S{change.number}"]
        lines.append(_wrapped(f"  {f'{parent}:':{margin}}", change.parent_says, width))
        lines.append(_wrapped(f"  {f'{house}:':{margin}}", change.house_says, width))
    return "\n".join(lines)


def _wrapped(start: str, text: str, width: int) -> str:
    return textwrap.fill(
        text, max(width, len(start) + 20), initial_indent=start, subsequent_indent=" " * len(start),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


def _without(topic: str, house: House) -> str:
    """What a house says about cards that it does not name: these may still do what their rank does, or some of them."""
    rank = next((word for word in topic.replace(",", "").split() if word in RANK_WORDS), topic)
    named = [card_name(power) for power in house.powers if str(power.rank) == rank]
    if rank in named:
        return f"{topic}: like every {rank}."
    if named:
        return f"{topic}: no power of its own, but see {joined(named, 'and')}."
    return f"{topic}: no power of its own."


def _powers(house: House) -> Iterator[Clause]:
    ranks = [power.rank for power in house.powers]
    seen: dict[str, int] = {}
    for place, power in enumerate(house.powers):
        name = card_name(power)
        seen[name] = seen.get(name, 0) + 1
        topic = name if seen[name] == 1 else f"{name}, once more"
        letter = chr(ord("a") + ranks[:place].count(power.rank)) if ranks.count(power.rank) > 1 else ""
        number = NUMBER_OF_POWER[power.rank] + letter
        yield Clause(number, topic, f"{topic}: {' '.join(power_sentences(power))}", alone_note(power))
