"""Plans of Heart of Five: no partition of a hand has fewer plays, and every part is a meld."""

import random
from collections import Counter
from itertools import combinations

import pytest

from houserules.kernel.bits import COMPILED, indices
from houserules.kernel.climbing import bare
from houserules.kernel.climbing_fewest import fewest_plays
from houserules.kernel.climbing_hand import Hand
from houserules.kernel.climbing_melds import NOTHING, PAGES, PASS, STAR_SINGLE, Terms, beating_basics, meld_of
from houserules.kernel.climbing_plan import decompose
from houserules.kernel.position import legal_moves
from tests.climbing_plain import RUN_ORDER, beats, cards_of, crossing_flushes, fewest, masks, meld

STAR_CARD = 10
STAR, STAR_RANK = 1 << STAR_CARD, 2

HANDS = 6000 if COMPILED else 1500


def counts_of(cards: list[int]) -> tuple[int, ...]:
    counts = Counter(card // 4 for card in cards if card < 52)
    return tuple(counts[rank] for rank in range(13))


def some_hand(chance: random.Random, number: int, largest: int) -> list[int]:
    """Any cards of one deck or two; or of few ranks, or of a row of ranks, for sisters, runs and large fours."""
    decks = 1 + number % 2
    deck = list(range(54)) * decks
    ranks = list(range(13))
    low = chance.randrange(9)
    match number // 2 % 4:
        case 1:
            ranks = ranks[low : low + chance.randrange(2, 5)]
        case 2:
            ranks = ranks[low : low + chance.randrange(5, 9)]
        case 3:
            ranks = list(RUN_ORDER[: chance.randrange(5, 10)])
    deck = [card for card in deck if card // 4 in ranks or (card >= 52 and number % 5 == 0)]
    chance.shuffle(deck)
    return deck[: chance.randrange(largest + 1)]


@pytest.mark.parametrize("part", range(6))
def test_no_partition_has_fewer_plays(part: int) -> None:
    chance = random.Random(f"fewest {part}")
    for number in range(HANDS // 6):
        cards = some_hand(chance, number, 11 if number % 3 else 15)
        jokers = sum(card >= 52 for card in cards)
        assert fewest_plays(*masks(cards)) == jokers + fewest(counts_of(cards)), sorted(cards)


@pytest.mark.parametrize(
    ("counts", "plays"),
    [
        ((1,) * 13, 1),  # a run of thirteen
        ((1,) * 11 + (2, 1), 2),  # an ace cannot be at both ends of it
        ((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 2), 2),  # a run of eleven, and aces full of twos
        ((3, 0, 3, 0, 4), 2),  # the four go as pairs with the triples
        ((2, 0, 2, 0, 6), 2),  # the six as triples with the pairs
        ((2, 2, 2, 0, 0, 3), 2),
        ((3, 3, 3, 0, 2), 2),
        ((4, 4, 2, 2), 2),  # sisters of four ranks and of two
        ((8, 0, 8), 2),
        ((2, 2, 2, 2, 2), 1),
    ],
)
def test_known_hands(counts: tuple[int, ...], plays: int) -> None:
    full = (*counts, *[0] * (13 - len(counts)))
    cards = [4 * rank + suit % 4 for rank, count in enumerate(full) for suit in range(count)]

    assert fewest(full) == plays
    assert fewest_plays(*masks(cards)) == plays
    assert len(decompose(*masks(cards), STAR, STAR_RANK)) == plays


def test_a_plan_is_a_partition_into_melds() -> None:
    chance = random.Random("plans")
    for number in range(HANDS // 6):
        cards = some_hand(chance, number, 27)
        once, twice = masks(cards)
        plan = decompose(once, twice, STAR, STAR_RANK)
        hand = Hand()
        hand.look(once, twice, STAR, STAR_RANK)
        assert len(plan) == fewest_plays(once, twice)
        assert sorted(card for _, some, twins in plan for card in cards_of(some, twins)) == sorted(cards)
        for number_of_meld, some, twins in plan:
            assert number_of_meld == meld_of(some, twins, STAR, STAR_RANK) != NOTHING
            assert hand.melds(number_of_meld >> 6) >> (number_of_meld & 63) & 1


def test_a_plan_keeps_bombs_that_cost_nothing() -> None:
    """If a straight flush can be part of a plan with the fewest plays, one is; and then the same of fours."""
    chance = random.Random("bombs")
    kept = Counter[str]()
    for number in range(HANDS // 12):
        cards = some_hand(chance, number, 14)
        if number % 4 == 0:
            cards = crossing_flushes(chance, 1 + number // 4 % 2)
        once, twice = masks(cards)
        hand = Hand()
        hand.look(once, twice, STAR, STAR_RANK)
        free = set()
        for page in range(PAGES):
            for bit in indices(hand.melds(page)):
                hand.pick(page << 6 | bit)
                made = meld(cards_of(hand.once, hand.twice), STAR_CARD)
                left = list(cards)
                for card in cards_of(hand.once, hand.twice):
                    left.remove(card)
                if made and fewest_plays(*masks(left)) < fewest_plays(once, twice):
                    free.add(made[0])
        plan = decompose(once, twice, STAR, STAR_RANK)
        found = {made[0] for _, some, twins in plan if (made := meld(cards_of(some, twins), STAR_CARD))}
        if "straight" in free:
            assert "straight" in found
        elif "alike" in free:
            assert "alike" in found
        kept.update(found)
    assert kept["straight"] > 10
    assert kept["alike"] > 10


def test_the_star_stays_single_where_both_do() -> None:
    # The star, another card of its rank, and four neighbours above them.
    plan = decompose(*masks([8, STAR_CARD, 13, 17, 22, 24]), STAR, STAR_RANK)

    assert STAR_SINGLE in [number for number, _, _ in plan]
    assert len(plan) == 2


@pytest.mark.parametrize("part", range(4))
def test_a_hand_lists_every_meld_there_is(part: int) -> None:
    """All choices of cards, read as melds, are the numbers that the hand lists; a pick is what its number says."""
    chance = random.Random(f"melds {part}")
    for number in range(HANDS // 60):
        cards = sorted(some_hand(chance, number, 9))
        star = STAR_CARD if number % 2 else chance.randrange(52)
        hand = Hand()
        hand.look(*masks(cards), 1 << star, star >> 2)
        listed = {page << 6 | bit for page in range(PAGES) for bit in indices(hand.melds(page))}
        there = {}
        for size in range(1, len(cards) + 1):
            for some in combinations(cards, size):
                read = meld_of(*masks(some), 1 << star, star >> 2)
                assert (read == NOTHING) == (meld(some, star) is None)
                if read != NOTHING:
                    there[read] = meld(some, star)
        assert listed == set(there), (cards, star)
        for wanted in listed:
            hand.pick(wanted)
            assert meld_of(hand.once, hand.twice, 1 << star, star >> 2) == wanted
        follow(chance, cards, star, there)


def follow(chance: random.Random, cards: list[int], star: int, there: dict[int, tuple[str, int, int] | None]) -> None:
    """What may be laid on another meld is what beats it."""
    other = Hand()
    other.look(*masks(some_hand(chance, chance.randrange(100), 12)), 1 << star, star >> 2)
    melds = [page << 6 | bit for page in range(PAGES) for bit in indices(other.melds(page))]
    state = bare(Terms(star, 0, 10, 0, 0), 2, 2)
    state.keep(0, *masks(cards))
    for last in chance.sample(melds, min(len(melds), 5)):
        other.pick(last)
        lies = meld(cards_of(other.once, other.twice), star)
        state.last, state.last_seat = last, 1
        state.open_basics = beating_basics(last, star >> 2)
        state.look()
        expected = {number for number, made in there.items() if made and lies and beats(made, lies)}
        assert set(legal_moves(state)) == expected | {PASS}
        filled = state.nonempty_pages()
        assert all(filled >> (move >> 6) & 1 for move in legal_moves(state))
