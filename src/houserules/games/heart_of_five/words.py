"""Short ways to say a play of Heart of Five: `bomb 3`, `3!`, `sisters 34`."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from houserules.cards import Card
from houserules.core import Play
from houserules.errors import IllegalMove, NotationError
from houserules.kernel import climbing_melds as kernel
from houserules.kernel.climbing_melds import Hand, Terms

from .config import LETTERS
from .melds import Pack

BOMB: Final = "bomb 3 (all the threes in your hand, four or more)"
SISTERS_FORM: Final = "sisters 34 (pairs of threes and fours) or sisters 333444"

SHORT_FORMS: Final = {
    "bomb 3": "play all your threes, four or more; 3! is the same",
    "sisters 34": "play pairs of threes and fours; sisters 333444 plays triples",
}


def understood(pack: Pack, terms: Terms, held: tuple[Card, ...], text: str) -> Play | None:
    """The play that a short form means, with cards of this hand; None if it is no short form."""
    words = text.split()
    if len(words) == 2 and words[0].lower() == "play" and words[1].endswith("!"):
        words = words[1:]
    match [words[0].lower(), *words[1:]] if words else []:
        case ["bomb", *rest]:
            return _bomb(pack, held, _ranks("".join(rest), BOMB), BOMB)
        case [word] if word.endswith("!"):
            return _bomb(pack, held, _ranks(word[:-1], "3! (all the threes in your hand)"), "3!")
        case ["sisters", *rest]:
            return _sisters(pack, terms, held, _ranks("".join(rest), SISTERS_FORM))
    return None


def _ranks(text: str, form: str) -> list[int]:
    """The places of some ranks in the order of single cards; ten is T or 10."""
    letters = text.upper().replace("10", "T")
    if not letters or text in ("jj", "JJ") or any(letter not in LETTERS for letter in letters):
        raise NotationError(f"{text[:40]!r} names no ranks: write it as in {form}")
    return [LETTERS.index(letter) for letter in letters]


def _bomb(pack: Pack, held: tuple[Card, ...], ranks: list[int], form: str) -> Play:
    if len(set(ranks)) > 1:
        raise NotationError(f"a bomb like this is of one rank: write it as in {form}")
    cards = tuple([card for card in held if card.suit is not None and pack.number[card] >> 2 == ranks[0]])
    if len(cards) < 4:
        name = pack.cards[4 * ranks[0]].rank
        raise IllegalMove(
            "not-held", f"a bomb takes four {name}s, and you hold {len(cards)}: say legal to see your melds"
        )
    return Play(tuple(sorted(cards, key=pack.number.__getitem__)))


def _sisters(pack: Pack, terms: Terms, held: tuple[Card, ...], ranks: list[int]) -> Play:
    """Each rank named once or twice means its pair, three times its triple."""
    groups = [(rank, len(list(group))) for rank, group in groupby(ranks)]
    widths = {max(count, 2) for _, count in groups}
    if len(widths) > 1 or max(widths) > 3 or len(groups) < 2 or len({rank for rank, _ in groups}) < len(groups):
        raise NotationError(f"sisters are two or more ranks, all pairs or all triples: write {SISTERS_FORM}")
    width = widths.pop()
    hand = Hand()
    once, twice = pack.masks(held)
    hand.look(once, twice, terms.star, terms.star_rank)
    hand.once = hand.twice = 0
    for rank, _ in groups:
        name = pack.cards[4 * rank].rank
        have = sum(card.suit is not None and pack.number[card] >> 2 == rank for card in held)
        if have < width:
            wanted = "a pair" if width == 2 else "three"
            raise IllegalMove("not-held", f"you hold {have} of the {name}s, not {wanted}: say legal to see your melds")
        plain = hand.plain >> 4 * rank & kernel.FOUR
        hand.pick_some(rank, width, plain < width)
    return Play(pack.of_masks(hand.once, hand.twice))
