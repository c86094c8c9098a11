"""A hand of Heart of Five: which melds it can make, page by page, and which cards it takes for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from .bits import first, lowest, shifted, size
from .climbing_melds import (
    ALL_PAGES,
    BASICS,
    EACH,
    FOUR,
    FULL,
    JOKERS,
    LARGE,
    RANKS,
    RUNS,
    SHORTEST,
    SISTERS,
    STAR_FOUR,
    STAR_PAIR,
    STAR_SINGLE,
    STAR_TRIPLE,
    WEAK_JOKER,
    at_least,
    counts_of,
    in_a_row,
    in_run_order,
    in_single_order,
)

if TYPE_CHECKING:
    from mypy_extensions import i64


@final
class Hand:
    """What one seat holds, and the melds in it. Twins are the cards of two decks that it holds twice."""

    __slots__ = (
        "basics",
        "cards",
        "flushes",
        "once",
        "pairs",
        "plain",
        "star",
        "star_rank",
        "stars",
        "triples",
        "twice",
        "twins",
    )

    def __init__(self) -> None:
        self.cards: i64 = 0
        self.twins: i64 = 0
        """Each of them is in `cards` too."""
        self.star: i64 = 0
        self.star_rank: i64 = 0
        self.plain: i64 = 0
        """The counts of its ranks, without the star."""
        self.stars: i64 = 0
        """How many of the star it holds: with two decks there may be two."""
        self.pairs: i64 = 0
        self.triples: i64 = 0
        self.basics: i64 = 0
        """The melds of the first page."""
        self.flushes: i64 = 0
        """Where a straight flush of five begins, by places and suits."""
        self.once: i64 = 0
        """The cards picked for a meld ..."""
        self.twice: i64 = 0
        """... and those of them that were picked twice."""

    def look(self, cards: i64, twins: i64, star: i64, star_rank: i64) -> None:
        """Take up a hand."""
        self.cards = cards
        self.twins = twins
        self.star = star
        self.star_rank = star_rank
        others = cards & ~star
        plain = counts_of(others)
        if twins:
            plain += counts_of(twins & ~star)
        self.plain = plain
        pairs = plain + EACH * 6 >> 3 & EACH
        self.pairs = pairs
        basics = (plain + EACH * 7 >> 3 & EACH) | pairs << 1 | (cards & JOKERS)
        triples: i64 = 0
        if pairs:
            triples = plain + EACH * 5 >> 3 & EACH
            if triples:
                basics |= triples << 2 | (plain + EACH * 4 >> 3 & EACH) << 3
        self.triples = triples
        self.stars = 0
        if cards & star:
            self.stars = 2 if twins & star else 1
            basics |= 1 << STAR_SINGLE
            count = self.count_with_star()
            if count >= 2:
                basics |= shifted(1, STAR_PAIR)
                if count >= 3:
                    basics |= shifted(1, STAR_TRIPLE)
                    if count >= 4:
                        basics |= shifted(1, STAR_FOUR)
        self.basics = basics
        # Two neighbours of a suit, then four, then five.
        places = (cards >> 44 & 0xFF) | (cards & 0xFFFFFFFFFFF) << 8 | (cards >> 44 & FOUR) << 52
        rows = places & places >> 4
        rows &= rows >> 8
        self.flushes = rows & places >> 16

    def count_with_star(self) -> i64:
        """The cards of the star's rank."""
        return (self.plain >> 4 * self.star_rank & FOUR) + self.stars

    def ranks(self) -> i64:
        """The ranks it holds, the star's too."""
        return at_least(self.plain, 1) | (shifted(1, 4 * self.star_rank) if self.stars else 0)

    def nonempty_pages(self) -> i64:
        """The pages on which it has melds, and perhaps some without."""
        pages: i64 = 1
        cards = self.cards
        if self.twins:
            pages |= 2
        pairs = self.pairs
        if self.stars and self.basics >> STAR_PAIR & 1:
            pairs |= shifted(1, 4 * self.star_rank)
        rows = pairs & pairs >> 4
        bit: i64 = shifted(1, SISTERS)
        while rows:
            pages |= bit
            bit <<= 1
            rows &= rows >> 4
        if cards & cards - 1 and pairs & pairs - 1:  # a pair beside the triple
            triples = self.triples
            if self.stars and self.basics >> STAR_TRIPLE & 1:
                triples |= shifted(1, 4 * self.star_rank)
            while triples:
                pages |= shifted(1, FULL + (lowest(triples) >> 2))
                triples &= triples - 1
        rows = in_a_row(in_run_order(self.ranks()), SHORTEST)
        bit = shifted(1, RUNS)
        while rows:
            pages |= bit
            bit <<= 1
            rows &= rows >> 4
        return pages & ALL_PAGES

    def bomb_pages(self) -> i64:
        """The pages on which it may have bombs, the first one aside."""
        pages: i64 = 2 if self.twins else 0
        rows = self.flushes
        bit: i64 = shifted(1, RUNS)
        while rows:
            pages |= bit
            bit <<= 1
            rows &= rows >> 4
        return pages & ALL_PAGES

    def melds(self, page: i64) -> i64:
        """One page of the melds it can make."""
        if page == BASICS:
            return self.basics
        if page >= FULL:
            return self.full_houses(page - FULL)
        if page >= SISTERS:
            return self.sisters(page - SISTERS + 2)
        if page >= RUNS:
            return self.runs(page - RUNS + SHORTEST)
        return self.large_fours() if self.twins else 0

    def large_fours(self) -> i64:
        found: i64 = 0
        for more in range(4):
            found |= at_least(self.plain, 5 + more) << more
            if self.stars and self.count_with_star() >= 5 + more:
                found |= shifted(1, 52 + more)
        return found

    def sisters(self, count: i64) -> i64:
        """Pairs and triples of `count` neighbouring ranks."""
        found = in_a_row(self.pairs, count) | in_a_row(self.triples, count) << 2
        if self.stars:
            star = shifted(1, 4 * self.star_rank)
            low = self.star_rank - count + 1
            # Where a row has to begin so that the star's rank is in it.
            about = (shifted(1, 4 * (self.star_rank + 1)) - 1) & ~(shifted(1, 4 * low) - 1 if low > 0 else 0)
            if self.basics >> STAR_PAIR & 1:
                found |= (in_a_row(self.pairs | star, count) & about) << 1
            if self.basics >> STAR_TRIPLE & 1:
                found |= (in_a_row(self.triples | star, count) & about) << 3
        return found

    def full_houses(self, rank: i64) -> i64:
        """With the triple of a rank."""
        own = shifted(1, 4 * rank)
        found: i64 = 0
        if self.triples & own:
            found = self.pairs & ~own
            if self.basics >> STAR_PAIR & 1 and rank != self.star_rank:
                found |= shifted(1, 4 * self.star_rank + 1)
        if rank == self.star_rank and self.basics >> STAR_TRIPLE & 1:
            found |= (self.pairs & ~own) << 2
        return found

    def runs(self, length: i64) -> i64:
        """Of a length, straight flushes too."""
        begins = in_a_row(in_run_order(self.ranks()), length)
        if length == RANKS:
            begins &= ~1  # all thirteen count as ace high
        if begins == 0:
            return 0
        found: i64 = 0
        places = in_run_order(self.cards)
        plain = in_run_order(self.cards & ~self.star)
        star = in_run_order(self.cards & self.star)
        while begins:
            at = lowest(begins)
            begins &= begins - 1
            window = shifted(shifted(1, 4 * length) - 1, at)
            found |= suits_of(plain & window, length, at) << at
            if star & window:
                # The star stands for its rank: the others decide what it is.
                suit = (star & window) >> (lowest(star & window) & ~3)
                rest = places & window & ~shifted(FOUR, lowest(star & window) & ~3)
                mixed, all_alike = 0, suit
                while rest:
                    four = rest >> (lowest(rest) & ~3) & FOUR
                    mixed |= four & ~suit
                    all_alike &= four
                    rest &= ~shifted(FOUR, lowest(rest) & ~3)
                found |= shifted((2 if mixed else 0) | (8 if all_alike else 0), at)
        return found

    # -- Suits: the cards that make a meld, where the hand leaves a choice ---------------------------------------------

    def in_flushes(self) -> i64:
        """The cards that stand in a straight flush."""
        rows = self.flushes
        if rows == 0:
            return 0
        rows |= rows << 4 | rows << 8 | rows << 12 | rows << 16
        return in_single_order(rows)

    def pick(self, meld: i64) -> None:
        """Pick cards for a meld: the star only where it says so; of the others first those in no straight flush."""
        self.once = 0
        self.twice = 0
        page, bit = meld >> 6, meld & 63
        four = bit >> 2
        if page == BASICS:
            if bit < WEAK_JOKER:
                self.pick_some(four, (bit & 3) + 1, False)
            elif bit < STAR_SINGLE:
                self.once = shifted(1, bit)
            else:
                self.pick_some(self.star_rank, 1 if bit == STAR_SINGLE else bit - STAR_PAIR + 2, True)
        elif page == LARGE:
            self.pick_some(four if bit < 52 else self.star_rank, (bit & 3) + 5, bit >= 52)
        elif page >= FULL:
            self.pick_some(page - FULL, 3, bit & 2 != 0)
            self.pick_some(four, 2, bit & 1 != 0)
        elif page >= SISTERS:
            width: i64 = 3 if bit & 2 else 2
            for rank in range(four, four + page - SISTERS + 2):
                self.pick_some(rank, width, bit & 1 != 0)
        elif bit & 2:
            self.pick_flush(four, page - RUNS + SHORTEST, bit & 1 != 0)
        else:
            self.pick_run(four, page - RUNS + SHORTEST, bit & 1 != 0)

    def pick_some(self, rank: i64, count: i64, with_star: bool) -> None:
        """Pick `count` cards of a rank."""
        shift = 4 * rank
        suits = (self.cards & ~self.star) >> shift & FOUR
        with_star = with_star and rank == self.star_rank
        if with_star:
            self.once |= self.star
            count -= 1
        if self.flushes == 0 and self.twins == 0:
            if count:
                self.once |= shifted(first(suits, count), shift)
            return
        flushes = self.in_flushes()
        free = suits & ~(flushes >> shift)
        if with_star and count > size(free) and self.twins & self.star & ~flushes:
            self.twice |= self.star  # a second star costs no straight flush, and the others would
            count -= 1
        while count and suits:
            card = (free or suits) & -(free or suits)
            free &= ~card
            suits &= ~card
            card = shifted(card, shift)
            self.once |= card
            count -= 1
            if count and self.twins & card:
                self.twice |= card
                count -= 1
        if count:
            self.twice |= self.star  # nothing else of this rank is left

    def pick_run(self, place: i64, length: i64, with_star: bool) -> None:
        """A card for each place, and not all of one suit."""
        cards = in_run_order(self.cards if with_star else self.cards & ~self.star)
        if with_star:
            star = in_run_order(self.star) & shifted(shifted(1, 4 * length) - 1, 4 * place)
            cards = cards & ~shifted(FOUR, lowest(star) & ~3) | star
        held = in_run_order(self.in_flushes())
        run: i64 = 0
        alike: i64 = FOUR
        for at in range(4 * place, 4 * (place + length), 4):
            suits = cards >> at & FOUR
            free = suits & ~(held >> at)
            suits = free or suits
            suits &= -suits
            alike &= suits
            run |= shifted(suits, at)
        if alike:
            # One card has to be of another suit: one in no straight flush if there is any.
            other = self.other_suit(cards & ~held, alike, place, length)
            if other == 0:
                other = self.other_suit(cards, alike, place, length)
            run = run & ~shifted(FOUR, lowest(other) & ~3) | other
        self.once |= in_single_order(run)

    def other_suit(self, cards: i64, suit: i64, place: i64, length: i64) -> i64:
        """The first card of a run that could be of another suit; 0 if there is none."""
        for at in range(4 * place, 4 * (place + length), 4):
            others = cards >> at & FOUR & ~suit
            if others:
                return shifted(others & -others, at)
        return 0

    def pick_flush(self, place: i64, length: i64, with_star: bool) -> None:
        """Every card of the run in one suit: the star's, or the first that has them all."""
        cards = in_run_order(self.cards if with_star else self.cards & ~self.star)
        alike: i64 = FOUR
        if with_star:
            alike = self.star >> 4 * self.star_rank
        for at in range(4 * place, 4 * (place + length), 4):
            alike &= cards >> at
        run: i64 = 0
        for at in range(4 * place, 4 * (place + length), 4):
            run |= shifted(alike & -alike, at)
        self.once |= in_single_order(run)


def suits_of(window: i64, length: i64, at: i64) -> i64:
    """Of the cards in the places of a run: 1 if they make a run of several suits, 4 if one of a single suit."""
    union: i64 = 0
    alike: i64 = FOUR
    for _ in range(length):
        four = window >> at & FOUR
        if four == 0:
            return 0
        union |= four
        alike &= four
        at += 4
    return (1 if union & union - 1 else 0) | (4 if alike else 0)
