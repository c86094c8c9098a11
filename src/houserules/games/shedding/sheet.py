"""The rule sheet of any house: numbered clauses in plain words, the cards as a table, and the page that is printed.

Every field of a House in its normal form is said somewhere, so houses with different hashes never have the same sheet.
A rule has the same number in every house: that of the clause in docs/rules/shithead.md, as in the kernel."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

import msgspec

from .goal import about
from .house import House, Power
from .normal_form import lays_singles, normal_form
from .sheet_numbers import HEADINGS, NUMBER_OF, NUMBER_OF_POWER
from .sheet_powers import alone_note, card_name, deed_sentences, place_word, power_sentences
from .sheet_rules import SECTIONS

WIDTH: Final = 73
"""As wide as most terminals: a wider sheet would be broken a second time there."""
NUMBER_WIDTH: Final = 9
MOST_CARD_WIDTH: Final = 14
"""The column of the cards; a longer name is broken."""
TABLE_HEAD: Final = ("card", "goes on", "what it does")


class Clause(msgspec.Struct, frozen=True):
    """One rule. `topic` is the same in every house; `note` only works out what follows from this and other rules."""

    number: str
    topic: str
    text: str
    note: str = ""
    row: tuple[str, str, str] | None = None
    """For a card: its name, where it goes and what it does, as a row of the table."""

    @property
    def whole(self) -> str:
        return f"{self.text} {self.note}".strip()


def sheet(house: House) -> tuple[Clause, ...]:
    """Every rule of a house, in the order of their numbers; in a section cards come first, from the lowest. What does
    nothing is not said."""
    house = normal_form(house)
    said = [Clause(NUMBER_OF[said[0]], *said) for says in SECTIONS for said in says(house)]
    said.sort(key=lambda clause: place_of(clause.number))
    cards = section_of(next(iter(NUMBER_OF_POWER.values())))
    before = [clause for clause in said if section_of(clause.number) < cards]
    return (*before, *_powers(house), *said[len(before) :])


def section_of(number: str) -> int:
    return int(number.partition(".")[0])


def place_of(number: str) -> tuple[int, int, str]:
    """For sorting: 5.2 comes before 5.11a, and that before 5.11b."""
    section, _, rest = number.partition(".")
    letter = rest.lstrip("0123456789")
    return int(section), int(rest.removesuffix(letter)), letter


def _topics(powers: Sequence[Power]) -> list[str]:
    """The name of each card; a number tells apart what no reader accepts, two powers of the same card."""
    names = [card_name(power) for power in powers]
    return [
        name if names[:place].count(name) == 0 else f"{name}, once more ({names[:place].count(name)})"
        for place, name in enumerate(names)
    ]


def _powers(house: House) -> Iterator[Clause]:
    ranks = [power.rank for power in house.powers]
    for place, (power, topic) in enumerate(zip(house.powers, _topics(house.powers), strict=True)):
        letter = chr(ord("a") + ranks[:place].count(power.rank)) if ranks.count(power.rank) > 1 else ""
        note = "" if lays_singles(house) else alone_note(power)
        does = " ".join([*deed_sentences(power, house.jokers != 0), *([note] if note else [])])
        text = f"{topic}: {' '.join(power_sentences(power, house.jokers != 0))}"
        number = NUMBER_OF_POWER[power.rank] + letter
        yield Clause(number, topic, text, note, (topic, place_word(power), does))


# -- The page --------------------------------------------------------------------------------------------------------


def page_of(house: House, evening: str = "", width: int = WIDTH) -> str:
    """What the game is about, every rule under its heading, and how an evening is counted: ready to be printed."""
    counted = f"\n\nThe evening\n{wrapped('  ', evening, width)}" if evening else ""
    return f"{textwrap.fill(about(house), width)}\n\n{written_sheet(sheet(house), width)}{counted}"


def written_sheet(clauses: Iterable[Clause], width: int = WIDTH) -> str:
    """The clauses under their headings."""
    lines: list[str] = []
    for section, group in groupby(clauses, key=lambda clause: section_of(clause.number)):
        lines += ["", f"S{section} {HEADINGS[section - 1]}"]
        of_section = list(group)
        lines += _table([clause for clause in of_section if clause.row], width)
        others = [clause for clause in of_section if not clause.row]
        lines += [""] if len(others) < len(of_section) and others else []
        lines += [wrapped(f"  S{clause.number:6}", clause.whole, width) for clause in others]
    return "\n".join(lines[1:])


def _table(clauses: Sequence[Clause], width: int) -> list[str]:
    """What each card does, a row for each."""
    rows = [(clause.number, *clause.row) for clause in clauses if clause.row]
    if not rows:
        return []
    rows = [("", *TABLE_HEAD), *rows]
    card = min(max(len(row[1]) for row in rows), MOST_CARD_WIDTH)
    goes = max(len(row[2]) for row in rows)
    rest = max(width - NUMBER_WIDTH - card - goes - 4, 20)
    lines = []
    for number, name, place, does in rows:
        cells = [[f"S{number}" if number else ""], textwrap.wrap(name, card), [place], _lines(does, rest)]
        for at in range(max(map(len, cells))):
            first, second, third, fourth = (column[at] if at < len(column) else "" for column in cells)
            lines.append(f"  {first:{NUMBER_WIDTH - 2}}{second:{card}}  {third:{goes}}  {fourth}".rstrip())
    return lines


def _lines(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def wrapped(start: str, text: str, width: int) -> str:
    return textwrap.fill(
        text, max(width, len(start) + 20), initial_indent=start, subsequent_indent=" " * len(start),
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
