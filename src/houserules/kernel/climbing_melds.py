"""Melds of Heart of Five: which ones a hand can make, which ones beat the last, and the cards for each.

M1 Cards     a card is a place in the single order: four suits of 3, of 4, ... of A, of 2, then the two Jokers
M2 Numbers   a meld is a number: a bit on a page, so that a page of melds is one word
M3 The hand  what a hand can make, page by page
M4 Suits     the cards that make a meld, where the hand leaves a choice
M5 Beating   what the last meld leaves open
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import first, lowest, shifted, size

if TYPE_CHECKING:
    from mypy_extensions import i64

# -- M1 Cards --------------------------------------------------------------------------------------------------------

RANKS: Final = 13
ACE: Final = 11
TWO: Final = 12
WEAK_JOKER: Final = 52
CARDS: Final = 54

FOUR: Final = 15  # the four suits of a rank
SUITED: Final = (1 << 52) - 1
JOKERS: Final = 3 << 52
EACH: Final = 0x1111111111111  # a set of ranks has the lowest bit of each rank's four: here all thirteen
PLACES: Final = 14  # of a run: A 2 3 ... K A

# -- M2 Numbers ------------------------------------------------------------------------------------------------------
# The star is the card that beats every single: the five of hearts, unless a table has another.

BASICS: Final = 0  # page: 4 * rank + 0 single, 1 pair, 2 triple, 3 four; then the Jokers in their places, and:
STAR_SINGLE: Final = 54
PASS: Final = 55
STAR_PAIR: Final = 56
STAR_TRIPLE: Final = 57
STAR_FOUR: Final = 58
LARGE: Final = 1  # page: fives to eights of a kind, two decks only: 4 * rank + count - 5; with the star 52 + count - 5
RUNS: Final = 2  # pages by length, from five: 4 * lowest place + 0 run, 1 run with star, 2 straight flush, 3 with star
SISTERS: Final = 11  # pages by ranks, from two: 4 * lowest rank + 0 pairs, 1 pairs with star, 2 triples, 3 with star
FULL: Final = 23  # pages by the rank of the triple: 4 * rank of the pair + 0, 1 star in the pair, 2 star in the triple
PAGES: Final = 36
ALL_PAGES: Final = (1 << 36) - 1

SHORTEST: Final = 5  # run
MIXED: Final = EACH * 3  # the runs of a page that are no bombs
FLUSHES: Final = EACH * 12
FOURS: Final = EACH << 3 | 1 << STAR_FOUR
NOTHING: Final = -1
"""No meld lies: the lead is free."""


class Terms:
    """What a table has agreed on: the star, who leads first, and when a match ends."""

    __slots__ = ("rounds", "seconds", "star", "star_rank", "starter", "wins")

    def __init__(self, star: i64, starter: i64, wins: i64, rounds: i64, seconds: i64) -> None:
        self.star: i64 = shifted(1, star)
        """The strongest single, as a bit."""
        self.star_rank: i64 = star >> 2
        self.starter: i64 = starter
        """Whoever is dealt this card leads the first round."""
        self.wins: i64 = wins
        """A match ends with the round in which someone has so many."""
        self.rounds: i64 = rounds
        """... or after so many rounds; 0: no limit."""
        self.seconds: i64 = seconds
        """... or with the round that ends after so many seconds; 0: no limit."""


# -- M3 The hand -----------------------------------------------------------------------------------------------------


def counts_of(cards: i64) -> i64:
    """For each rank four bits with the number of its cards."""
    pairs = (cards & SUITED) - (cards >> 1 & 0x5555555555555)
    return (pairs & 0x3333333333333) + (pairs >> 2 & 0x3333333333333)


def at_least(counts: i64, count: i64) -> i64:
    """The ranks with so many cards, as a set; counts are at most 8."""
    return counts + (8 - count) * EACH >> 3 & EACH


def in_run_order(cards: i64) -> i64:
    """The same cards, or the same set of ranks, by places of a run: A 2 3 ... K A, so that the ace stands twice."""
    return (cards >> 44 & 0xFF) | (cards & 0xFFFFFFFFFFF) << 8 | (cards >> 44 & FOUR) << 52


def in_single_order(places: i64) -> i64:
    return (places >> 8 & 0xFFFFFFFFFFF) | (places & 0xFF) << 44 | (places >> 52 & FOUR) << 44


def rank_at(place: i64) -> i64:
    """The rank that stands at a place of a run."""
    return place - 2 if 2 <= place < 13 else TWO if place == 1 else ACE


def in_a_row(ranks: i64, count: i64) -> i64:
    """Where so many neighbours begin."""
    rows = ranks
    for _ in range(1, count):
        ranks >>= 4
        rows &= ranks
    return rows


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

    def filled(self) -> i64:
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

    def bombs_filled(self) -> i64:
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
        """Of so many neighbouring ranks, pairs and triples."""
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

    # -- M4 Suits ------------------------------------------------------------------------------------------------------

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
        """So many cards of a rank."""
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


# -- M5 Beating ------------------------------------------------------------------------------------------------------


def above(rank: i64) -> i64:
    """All of the ranks, or of the places of a run, above one."""
    return -shifted(1, 4 * rank + 4) & (1 << 4 * PLACES) - 1


def beating_basics(last: i64, star_rank: i64) -> i64:
    """What may follow on the first page."""
    page, bit = last >> 6, last & 63
    if last == NOTHING:
        return ~shifted(1, PASS)
    pass_on = shifted(1, PASS)
    if page == LARGE or (RUNS <= page < SISTERS and bit & 2):
        return pass_on
    if page != BASICS:
        return pass_on | FOURS
    if WEAK_JOKER <= bit <= STAR_SINGLE:
        return pass_on | FOURS | (shifted(1, STAR_SINGLE + 1) - shifted(1, bit + 1))
    rank, kind = bit >> 2, bit & 3
    if bit > PASS:
        rank, kind = star_rank, bit - STAR_PAIR + 1
    stronger = (above(rank) & EACH) << kind
    if kind == 0:
        return pass_on | FOURS | stronger | JOKERS | shifted(1, STAR_SINGLE)
    if star_rank > rank:
        stronger |= shifted(1, STAR_PAIR - 1 + kind)
    return pass_on | stronger | (FOURS if kind < 3 else 0)


def beating(last: i64, page: i64, star_rank: i64) -> i64:
    """What may follow on one of the other pages."""
    if last == NOTHING:
        return -1
    last_page, bit = last >> 6, last & 63
    bombed = RUNS <= last_page < SISTERS and bit & 2 != 0
    if page >= FULL:
        return -1 if FULL <= last_page < page else 0
    if page >= SISTERS:
        return above(bit >> 2) & MIXED << (bit & 2) if page == last_page else 0
    if page >= RUNS:
        if bombed:
            return FLUSHES if page > last_page else FLUSHES & above(bit >> 2) if page == last_page else 0
        return FLUSHES | (MIXED & above(bit >> 2) if page == last_page else 0)
    if bombed:
        return 0
    if last_page != LARGE:
        return -1
    rank, more = (bit >> 2, bit & 3) if bit < 52 else (star_rank, bit - 52)
    stronger = (above(rank) & EACH) << more
    if star_rank > rank:
        stronger |= shifted(1, 52 + more)
    for larger in range(more + 1, 4):
        stronger |= EACH << larger | shifted(1, 52 + larger)
    return stronger
