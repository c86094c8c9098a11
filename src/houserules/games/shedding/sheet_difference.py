"""How two houses differ: each rule that is not the same, with what changed inside its sentence marked."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Final

import msgspec

from houserules.cards import Rank, Suit
from houserules.games.sheets import SheetPart

from .house import House, Power
from .normal_form import normal_form
from .sheet import WIDTH, Clause, place_of, sheet, wrapped
from .sheet_numbers import NUMBER_OF_POWER
from .sheet_powers import card_name
from .sheet_rules import FOLLOWS
from .sheet_words import counted

SAME_SENTENCE: Final = 0.5
"""Two sentences that share less of their words than this are shown one after the other, not as one with marks."""


FEW_CHANGES: Final = 2
SAME_WORDS: Final = 4
"""So are two with more changes than a few, unless they share this number of words for each: nobody could read it."""


class Change(msgspec.Struct, frozen=True):
    """One rule in which two houses differ: what each of them says. A house that has no such rule says nothing."""

    number: str
    """The number in the sheet of the house. A rule that it lacks has the number that it has in every sheet."""
    parent_says: str
    house_says: str
    parts: tuple[SheetPart, ...] = ()
    """Both as one sentence, in which the words that changed are marked; empty if they have too little in common."""


class Difference(msgspec.Struct, frozen=True):
    """All rules in which two houses differ, in one sentence and one by one."""

    summary: str
    changes: tuple[Change, ...]


def difference(house: House, parent: House) -> Difference:
    """In which rules a house differs from its parent."""
    changes = [*_rules(house, parent), *_cards(house, parent)]
    changes.sort(key=lambda change: place_of(change.number))
    if not changes:
        return Difference(f"{house.name} plays exactly like {parent.name}", ())
    rules = counted(len(changes), "rule")
    return Difference(f"{house.name} differs from {parent.name} in {rules}", tuple(changes))


def _rules(house: House, parent: House) -> Iterator[Change]:
    new = {clause.topic: clause for clause in sheet(house) if clause.row is None}
    old = {clause.topic: clause for clause in sheet(parent) if clause.row is None}
    for topic in [*new, *[topic for topic in old if topic not in new]]:
        if topic in FOLLOWS or (topic == "decks" and house.decks == parent.decks):
            continue  # also another number of players may need another number of decks, by the same rule
        before = old[topic].text if topic in old else ""
        now = new[topic].text if topic in new else ""
        if before != now:
            yield _change((new.get(topic) or old[topic]).number, before, now)


def _cards(house: House, parent: House) -> Iterator[Change]:
    """Rank after rank: of each suit what it does in the two houses; suits of which the same is said are one change."""
    new, old = _cards_of(house), _cards_of(parent)
    for rank in Rank:
        groups: dict[tuple[str, str], list[Suit]] = {}
        for suit in Suit:
            before, now = _said(rank, suit, old, parent), _said(rank, suit, new, house)
            if before != now:
                groups.setdefault((before, now), []).append(suit)
        for (before, now), suits in groups.items():
            name = card_name(Power(rank=rank, suits=tuple(suits)))
            yield _change(_number(rank, suits, new), _named(name, before), _named(name, now))
        # Suits may have one power together or each its own: then they land together, or one after the other.
        if not groups and [power.suits for power, _ in old[rank]] != [power.suits for power, _ in new[rank]]:
            before, now = (" ".join([clause.text for _, clause in cards[rank]]) for cards in (old, new))
            yield _change(NUMBER_OF_POWER[rank], before, now)


Cards = dict[Rank, list[tuple[Power, Clause]]]
NO_POWER: Final = "an ordinary card."


def _cards_of(house: House) -> Cards:
    """What the sheet says of the cards of each rank."""
    rows = [clause for clause in sheet(house) if clause.row is not None]
    found: Cards = {rank: [] for rank in Rank}
    for power, clause in zip(normal_form(house).powers, rows, strict=True):
        found[power.rank].append((power, clause))
    return found


def _said(rank: Rank, suit: Suit, cards: Cards, house: House) -> str:
    """What a house says about a card; nothing about a Joker that it does not have."""
    said = [clause.text.removeprefix(f"{clause.topic}: ") for power, clause in cards[rank] if suit in power.suits]
    ordinary = NO_POWER if house.jokers or rank is not Rank.JOKER else ""
    return " ".join(said) or ordinary


def _named(name: str, text: str) -> str:
    return f"{name}: {text}" if text else ""


def _number(rank: Rank, suits: list[Suit], cards: Cards) -> str:
    found = [clause.number for power, clause in cards[rank] if set(power.suits) & set(suits)]
    return found[0] if found else NUMBER_OF_POWER[rank]


# -- What changed inside a sentence ----------------------------------------------------------------------------------


def _change(number: str, before: str, now: str) -> Change:
    return Change(number, before, now, marked(before, now))


def marked(before: str, now: str) -> tuple[SheetPart, ...]:
    """Two texts as one, sentence by sentence; empty if they share no sentence, not even most of its words."""
    old, new = _sentences(before), _sentences(now)
    parts: list[SheetPart] = []
    for kind, start, stop, first, last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            parts.append(SheetPart("same", " ".join(old[start:stop])))
        elif stop - start == last - first == 1 and (inside := _words(old[start], new[first])):
            parts += inside
        else:
            parts += _replaced(" ".join(old[start:stop]), " ".join(new[first:last]))
    shared = [part.text for part in parts if part.kind == "same" and not CARD.fullmatch(part.text)]
    return tuple(parts) if shared else ()


CARD: Final = re.compile(r"[\w, ]+:")
"""The name of a card before what it does."""


def _sentences(text: str) -> list[str]:
    """The sentences of a text; the name of a card before the first one stands by itself."""
    card = CARD.match(text)
    start = [card[0]] if card else []
    rest = text[card.end() :] if card else text
    return [*start, *[sentence for sentence in re.split(r"(?<=\.) ", rest.strip()) if sentence]]


def _words(before: str, now: str) -> list[SheetPart]:
    """Two sentences as one, word by word; empty if they have too little in common."""
    old, new = before.split(), now.split()
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < SAME_SENTENCE:
        return []
    codes = matcher.get_opcodes()
    changes = sum(kind != "equal" for kind, *_ in codes)
    if changes > FEW_CHANGES and matcher.ratio() * (len(old) + len(new)) / 2 < SAME_WORDS * changes:
        return []
    parts: list[SheetPart] = []
    for kind, start, stop, first, last in codes:
        if kind == "equal":
            parts.append(SheetPart("same", " ".join(old[start:stop])))
        else:
            parts += _replaced(" ".join(old[start:stop]), " ".join(new[first:last]))
    return parts


def _replaced(before: str, now: str) -> list[SheetPart]:
    gone = [SheetPart("gone", before)] if before else []
    return [*gone, SheetPart("new", now)] if now else gone


def written_difference(found: Difference, parent: str, house: str, width: int = WIDTH) -> str:
    """The sentence, then rule after rule: [three -> five] where words changed, else what each of the two says."""
    lines = [f"{found.summary}{':' if found.changes else '.'}"]
    margin = max(len(parent), len(house)) + 2
    for change in found.changes:
        start = f"S{change.number:7}"
        lines.append("")
        if change.parts:
            lines.append(wrapped(start, _with_marks(change.parts), width))
            continue
        says = [(name, text) for name, text in ((parent, change.parent_says), (house, change.house_says)) if text]
        for name, text in says:
            only = "only " if len(says) == 1 else ""
            lines.append(wrapped(f"{start}{only}{f'{name}:':{margin}}", text, width))
            start = " " * len(start)
    return "\n".join(lines)


def _with_marks(parts: tuple[SheetPart, ...]) -> str:
    said = []
    for place, part in enumerate(parts):
        before = parts[place - 1] if place else None
        follows = parts[place + 1] if place + 1 < len(parts) else None
        match part.kind:
            case "same":
                said.append(part.text)
            case "gone" if follows is not None and follows.kind == "new":
                said.append(f"[{part.text} -> {follows.text}]")
            case "gone":
                said.append(f"[not: {part.text}]")
            case "new" if before is None or before.kind != "gone":
                said.append(f"[new: {part.text}]")
    return " ".join(said)
