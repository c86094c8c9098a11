"""Short ways to say a play of Heart of Five: `33`, `3c 3h`, `bomb 3`, `3!`, `sisters 34`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from houserules.cards import Card, Rank, in_notation
from houserules.core import Move, Pass, Play
from houserules.errors import IllegalMove, NotationError
from houserules.kernel import climbing_melds as kernel
from houserules.kernel.climbing_hand import Hand
from houserules.kernel.climbing_melds import Terms

from .config import LETTERS
from .melds import Pack

BOMB: Final = "bomb 3 (all the threes in your hand, four or more)"
SISTERS_FORM: Final = "sisters 34 (pairs of threes and fours) or sisters 333444"

SEE_MELDS: Final = "say legal to see your melds"

SHORT_FORMS: Final = {
    "33": "play two threes; 3 3 is the same, 333 are three, and so are 10, T, qq, * for a Joker",
    "3c 3h": "play these two; 3 of clubs and two queens are understood too",
    "p": "pass",
    "bomb 3": "play all your threes, four or more; 3! is the same",
    "sisters 34": "play pairs of threes and fours; sisters 333444 plays triples",
}


PASSES: Final = ("p", "skip", "no", "i pass")
VALUES: Final = {rank.letter: rank for rank in Rank}
MOST: Final = 108
"""Cards of two decks."""


def understood(pack: Pack, terms: Terms, held: tuple[Card, ...], text: str) -> Play | None:
    """The play that a short form means, with cards of this hand; None if the text is not a short form."""
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


def bare(pack: Pack, held: tuple[Card, ...], legal: Sequence[Move], text: str) -> Play | Pass | None:
    """What is meant by values or cards without a word, or by `p`; None if anything else was said."""
    if text.strip().lower() in PASSES:
        return Pass()
    words = in_notation(text).split()
    return _cards(pack, held, legal, words[1:] if words and words[0].lower() == "play" else words)


# -- Values and cards ------------------------------------------------------------------------------------------------


def _cards(pack: Pack, held: tuple[Card, ...], legal: Sequence[Move], words: list[str]) -> Play | None:
    """The cards that were named, or some of one rank with the suits of the list; None if anything else was said."""
    wanted = _wanted(words, held) if len(words) <= MOST else None
    if not wanted or len(wanted) > MOST:
        return None
    named = [want for want in wanted if isinstance(want, Card)]
    if len(named) == len(wanted):
        return Play(tuple(named))
    ranks = {want.rank if isinstance(want, Card) else want for want in wanted}
    if len(ranks) > 1:
        return None
    (rank,) = ranks
    # The list has the 5H last: it is used only if it was named, or if no other card will do.
    for move in legal:
        if not isinstance(move, Play) or len(move.cards) != len(wanted):
            continue
        if {card.rank for card in move.cards} == ranks and not Counter(named) - Counter(move.cards):
            return move
    have = [card for card in held if card.rank is rank]
    rest = sorted(
        (Counter(have) - Counter(named)).elements(), key=lambda card: (pack.strength(card), pack.number[card])
    )
    cards = (*named, *rest[: len(wanted) - len(named)])
    if len(cards) < len(wanted):
        raise IllegalMove("not-held", f"you hold {len(have)} of the {rank}s, not {len(wanted)}", SEE_MELDS)
    return Play(tuple(sorted(cards, key=pack.number.__getitem__)))


def _wanted(words: list[str], held: tuple[Card, ...]) -> list[Rank | Card] | None:
    """The values and cards that were named; None if the text holds anything else."""
    wanted: list[Rank | Card] = []
    for word in words:
        if word in ("jj", "JJ"):
            wanted += _jacks_or_joker(word, words, held)
            continue
        try:
            wanted.append(Card.read(word))
        except NotationError:
            letters = "*" if word.lower() == "joker" else word.upper().replace("10", "T")
            if not letters.isascii() or any(letter not in VALUES for letter in letters):
                return None
            wanted += [VALUES[letter] for letter in letters]
    return wanted


def _jacks_or_joker(word: str, words: list[str], held: tuple[Card, ...]) -> list[Rank | Card]:
    """`jj` is how a Joker is written, and how two Jacks are said: what the seat has decides."""
    has = Counter(card.rank for card in held)
    if has[Rank.JOKER] and has[Rank.JACK] >= 2 and len(words) == 1:
        raise IllegalMove(
            "unreadable",
            f"{word!r} may mean two Jacks or a Joker",
            f"say j j for the Jacks, or play {word} for the Joker",
        )
    return [Card.read(word)] if has[Rank.JOKER] else [Rank.JACK, Rank.JACK]


# -- Bombs and sisters -----------------------------------------------------------------------------------------------


def _ranks(text: str, form: str) -> list[int]:
    """The places of some ranks in the order of single cards; ten is T or 10."""
    letters = text.upper().replace("10", "T")
    if not letters or text in ("jj", "JJ") or any(letter not in LETTERS for letter in letters):
        raise NotationError(f"{text[:40]!r} does not name ranks: write it as in {form}")
    return [LETTERS.index(letter) for letter in letters]


def _bomb(pack: Pack, held: tuple[Card, ...], ranks: list[int], form: str) -> Play:
    if len(set(ranks)) > 1:
        raise NotationError(f"a bomb like this has one rank: write it as in {form}")
    cards = tuple([card for card in held if card.suit is not None and pack.number[card] >> 2 == ranks[0]])
    if len(cards) < 4:
        name = pack.cards[4 * ranks[0]].rank
        raise IllegalMove("not-held", f"a bomb takes four {name}s, but you hold {len(cards)}", SEE_MELDS)
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
            raise IllegalMove("not-held", f"you hold {have} of the {name}s, not {wanted}", SEE_MELDS)
        plain = hand.plain >> 4 * rank & kernel.FOUR
        hand.pick_some(rank, width, plain < width)
    return Play(pack.of_masks(hand.once, hand.twice))
