"""The list of melds is complete and without repeats: all subsets of a hand are tried by hand and compared.

All comparisons go through the public face, but for two that say so: what the pages of the kernel hold, and how a meld
is numbered. The compiled kernel gets larger samples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, cast

import pytest

import houserules as hr
from houserules.core import JSON
from houserules.kernel.bits import COMPILED
from houserules.kernel.position import legal_moves
from tests import melds_by_hand as by_hand
from tests.melds_by_hand import DECK, RANKS, RUN, SINGLES, SUITS, Cards, Order, Shape, beats, choices, counted, shape
from tests.positions import AnyMatch

LARGE = 5 if COMPILED else 1
"""How many times more hands the compiled kernel gets."""
TABLES: dict[Order, dict[str, object]] = {
    SINGLES: {},
    (*RANKS, "JJ", "jj", "AS"): {"specialCards": {"smallJoker": "JJ", "bigJoker": "jj", "strongestSingle": "AS"}},
    (*RANKS, "jj", "JJ", "2C"): {"specialCards": {"strongestSingle": "2C"}},
    (*RANKS, "jj", "JJ", "3D"): {"specialCards": {"strongestSingle": "3D"}},
}
"""Orders of single cards, and the tables that have them; an ace, a 2 and a 3 stand at the ends of the orders."""
OTHERS = tuple(TABLES)[1:]


@cache
def table(order: Order) -> Any:
    return hr.load(TABLES[order] or "heart-of-five")


def match_with(hand: Sequence[str], decks: int, last: Sequence[str] = (), order: Order = SINGLES) -> AnyMatch:
    """Seat 0 has a hand and leads, or answers a meld of the last seat. The others hold what is left of the deck."""
    seats = 6 if decks == 2 else 2
    rest = [*(Counter(DECK * decks) - Counter(hand) - Counter(last)).elements()]
    hands = [[*hand], *([card] for card in rest[: seats - 1])]
    if len(hands) < seats:
        raise ValueError("nobody else has a card")
    position: dict[str, JSON] = {
        "game": table(order).id,
        "hands": cast("JSON", hands),
        "to_act": 0,
        "leader": seats - 1 if last else 0,
        "last": {"seat": seats - 1, "cards": [*last]} if last else None,
        "passes": 0,
        "out": [],
        "round": 1,
        "wins": [0] * seats,
        "losses": [0] * seats,
    }
    return hr.Match.from_position(table(order), position)


def plays(match: AnyMatch) -> list[Cards]:
    """What seat 0 may play, in the order of the list."""
    return [tuple(map(str, move.cards)) for move in match.legal(0) if isinstance(move, hr.Play)]


def shapes(listed: Sequence[Cards], order: Order = SINGLES) -> list[Shape]:
    found = [shape(cards, order) for cards in listed]
    assert None not in found, [cards for cards in listed if shape(cards, order) is None]
    return cast("list[Shape]", found)


def same(found: Sequence[Shape], expected: set[Shape], about: object) -> None:
    """The same shapes, none of them twice."""
    twice = [meld for meld, count in Counter(found).items() if count > 1]
    assert not twice, f"{about}: listed twice {twice}"
    assert set(found) == expected, f"{about}: missing {expected - set(found)}, wrong {set(found) - expected}"


# -- Hands -----------------------------------------------------------------------------------------------------------


def some_hands(chance: Random, decks: int, size: int, star: str = "5H") -> tuple[Cards, Cards]:
    """Two hands of one deal: as they come, or made of few ranks, few suits or neighbours, often with the star."""
    deck = [*DECK * decks]
    low, suits, ranks = chance.randrange(9), chance.sample(SUITS, 2), chance.sample(RANKS, 4)
    near = RUN.index(star[0], 1) if star[0] != "A" else len(RUN) - 1
    match chance.randrange(6):
        case 0:
            wanted = deck
        case 1:
            wanted = [card for card in deck if card[0] in ranks]
        case 2:
            wanted = [card for card in deck if card[0] in RUN[low : low + 8] and card[1] in suits]
        case 3:
            wanted = [card for card in deck if card[1] == suits[0] or chance.random() < 0.15]
        case 4:
            wanted = [card for card in deck if card[0] in RUN[max(0, near - 3) : near + 3]]
        case _:
            wanted = [card for card in deck if card[0] in RANKS[low : low + 4]]
    chance.shuffle(wanted)
    if chance.random() < 0.5:
        wanted = [star, *wanted]
    if chance.random() < 0.3:
        wanted = [chance.choice(["jj", "JJ"]), *wanted]
    kept: list[str] = []
    for card in (*wanted, *chance.sample(deck, len(deck))):
        if kept.count(card) < decks:
            kept.append(card)
    return tuple(kept[:size]), tuple(kept[size : 2 * size])


REDUCED = [rank + suit for rank in "A23456" for suit in "CHS"] + ["3D", "5D", "jj"]
"""Of it every kind of meld can be made: A to 5 and 2 to 6 in one suit, fours of 3 and 5, sisters up to 6 and of A 2."""
TWICE = [rank + suit for rank in "34567" for suit in "CH"] + ["jj"]


def small_hands(deck: Sequence[str], decks: int) -> Iterator[Cards]:
    """Every hand of one to five cards."""
    for size in range(1, 6):
        yield from sorted(set(combinations(sorted([*deck] * decks), size)))


# -- The one who checks, checked -------------------------------------------------------------------------------------


def test_every_kind_of_meld_is_met() -> None:
    """What is tried below is worth trying: the reduced deck has every kind, with the star and without."""
    melds = [shape(hand) for hand in small_hands(REDUCED, 1)]
    kinds = {(meld.kind, meld.star) for meld in melds if meld}

    several = (by_hand.PAIR, by_hand.TRIPLE, by_hand.FULL_HOUSE, by_hand.SISTERS, by_hand.STRAIGHT, by_hand.FOUR)
    assert kinds == {(by_hand.SINGLE, False)} | {
        (kind, star) for kind in (*several, by_hand.FLUSH) for star in (False, True)
    }


@pytest.mark.parametrize("decks", [1, 2])
def test_two_ways_to_check_agree(decks: int) -> None:
    """To try all subsets and to look for each shape there could be comes to the same."""
    chance = Random(f"agree {decks}")
    for _ in range(60 * LARGE):
        for hand in some_hands(chance, decks, 10):
            assert set(choices(hand)) == counted(hand), hand


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("jj", by_hand.SINGLE),
        ("5H 5C", by_hand.PAIR),
        ("jj jj", None),
        ("jj JJ", None),
        ("5H 5C 5D", by_hand.TRIPLE),
        ("5H 5C 5D 3C 3D", by_hand.FULL_HOUSE),
        ("5H 5C 5D 5S 3C", None),
        ("5C 5D jj", None),
        ("KC KD AC AD 2C 2D", by_hand.SISTERS),
        ("AC AD 2C 2D 3C 3D", None),
        ("2C 2D 3C 3D", None),
        ("3C 3D 4C 4D 4H", by_hand.FULL_HOUSE),
        ("3C 3D 3H 4C 4D 4H", by_hand.SISTERS),
        ("3C 3D 5C 5D", None),
        ("AC 2C 3C 4C 5H", by_hand.STRAIGHT),
        ("TC JC QC KC AC", by_hand.FLUSH),
        ("JC QC KC AC 2D", None),
        ("JC QC KC AC", None),
        ("3C 3D 3H 3S", by_hand.FOUR),
        ("3C 3C 3D 3D 3H 3S", by_hand.FOUR),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", by_hand.FLUSH),
    ],
)
def test_melds_by_hand_and_by_the_game(cards: str, kind: str | None) -> None:
    """Cards and the meld they make, worked out by neither of the two."""
    named = tuple(cards.split())
    found = shape(named)
    pack = table(SINGLES).pack

    assert (found.kind if found else None) == kind
    assert (pack.meld(tuple(map(hr.Card.read, named))) != -1) == (kind is not None)


# -- The list is complete --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("deck", "decks"), [(REDUCED, 1), (TWICE, 2)], ids=["one deck", "two decks"])
def test_every_small_hand(deck: list[str], decks: int) -> None:
    """All hands of up to five cards of a reduced deck, on a free lead."""
    for hand in small_hands(deck, decks):
        same(shapes(plays(match_with(hand, decks))), set(choices(hand)), hand)


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("part", range(4))
def test_random_hands_lead_and_follow(decks: int, part: int) -> None:
    """Hands of up to twelve cards: what may be led is all there is, and what may follow is all of it that beats."""
    chance = Random(f"hands {decks} {part}")
    for _ in range(40 * LARGE):
        for hand, other in both_ways(some_hands(chance, decks, chance.choice([6, 8, 10, 11, 12]))):
            melds = counted(hand)  # as all subsets do: see above
            same(shapes(plays(match_with(hand, decks))), melds, hand)
            for last, cards in some_melds(chance, other, 6):
                match = match_with(hand, decks, cards)
                same(shapes(plays(match)), {meld for meld in melds if beats(meld, last)}, (cards, hand))
                assert match.legal(0)[-1] == hr.Pass()


def both_ways(hands: tuple[Cards, Cards]) -> Iterator[tuple[Cards, Cards]]:
    yield hands
    yield hands[::-1]


def some_melds(chance: Random, hand: Cards, count: int, order: Order = SINGLES) -> list[tuple[Shape, Cards]]:
    """Melds of a hand, of as many kinds as may be, each with a choice of its cards."""
    known: dict[Shape, Cards] = {}
    for size in range(1, len(hand) + 1):
        for cards in chance.sample([*combinations(hand, size)], min(40, sum(1 for _ in combinations(hand, size)))):
            meld = shape(cards, order)
            if meld is not None:
                known[meld] = cards
    kinds: dict[str, list[Shape]] = {}
    for meld in known:
        kinds.setdefault(meld.kind, []).append(meld)
    return [(meld, known[meld]) for meld in (chance.choice(kinds[chance.choice([*kinds])]) for _ in range(count))]


@pytest.mark.parametrize("order", OTHERS, ids=lambda order: str(order[-1]))
def test_random_hands_of_other_tables(order: Order) -> None:
    """With another star and with the Jokers the other way round the list is complete too."""
    chance = Random(f"tables {order}")
    for number in range(24 * LARGE):
        decks = 1 + number % 2
        hand, other = some_hands(chance, decks, 9, order[-1])
        melds = choices(hand, order)
        same(shapes(plays(match_with(hand, decks, order=order)), order), set(melds), hand)
        for last, cards in some_melds(chance, other, 4, order):
            match = match_with(hand, decks, cards, order)
            same(shapes(plays(match), order), {meld for meld in melds if beats(meld, last)}, (cards, hand))


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("order", TABLES, ids=lambda order: str(order[-1]))
def test_large_hands_lead_and_follow(decks: int, order: Order) -> None:
    """Hands as large as a deal gives them and larger: each shape there could be is looked for."""
    chance = Random(f"large {decks} {order}")
    deck = DECK * decks
    for size in (13, 18, 27, 40, 52):
        for _ in range(2 * LARGE):
            cards = chance.sample(deck, min(size + 14, len(deck) - 6))
            hand, other = tuple(cards[:size]), tuple(cards[size:])[:10]
            melds = counted(hand, order)
            same(shapes(plays(match_with(hand, decks, order=order)), order), melds, hand)
            for last, laid in some_melds(chance, other, 4, order) if other else []:
                if len(hand) + len(laid) > len(deck) - 6:
                    continue
                match = match_with(hand, decks, laid, order)
                same(shapes(plays(match), order), {meld for meld in melds if beats(meld, last)}, (laid, hand))


@pytest.mark.parametrize("decks", [1, 2])
def test_what_may_follow_each_meld_there_is(decks: int) -> None:
    """One hand with all the spades and diamonds answers every shape that the clubs and hearts can make."""
    hand = tuple(card for card in DECK * decks if card[-1] in "SD")
    melds = counted(hand)
    others = [card for card in DECK * decks if card[-1] in "CH"]
    lasts = {meld: _cards_for(meld, others) for meld in counted(others)}
    assert len(lasts) > (150 if decks == 1 else 500)
    for meld, cards in lasts.items():
        match = match_with(hand, decks, cards)
        same(shapes(plays(match)), {other for other in melds if beats(other, meld)}, cards)


def _cards_for(meld: Shape, cards: Sequence[str]) -> list[str]:
    """Some choice of cards for a shape of the clubs and hearts."""
    star = SINGLES[-1]
    if meld.kind == by_hand.SINGLE:
        return [next(card for card in cards if card == meld.ranks[0] or (card[0] == meld.ranks[0] and card != star))]
    wanted = {rank: meld.size // len(meld.ranks) for rank in meld.ranks}
    if meld.kind == by_hand.FULL_HOUSE:
        wanted = {meld.ranks[0]: 3, meld.ranks[1]: 2}
    if meld.kind in (by_hand.STRAIGHT, by_hand.FLUSH):
        for suits in ("C" * meld.size, "H" * meld.size, *_almost("C", "H", meld.size), *_almost("H", "C", meld.size)):
            run = [rank + suit for rank, suit in zip(meld.ranks, suits, strict=True)]
            if shape(run) == meld:
                return run
    found: list[str] = [star] if meld.star else []
    for rank, count in wanted.items():
        plain = [card for card in cards if card[0] == rank and card != star]
        found += plain[: count - sum(card[0] == rank for card in found)]
        missing = count - sum(card[0] == rank for card in found)
        found += [star] * missing
    assert shape(found) == meld, (meld, found)
    return found


def _almost(suit: str, other: str, size: int) -> Iterator[str]:
    for place in range(size):
        yield suit * place + other + suit * (size - place - 1)


# -- The cards that are chosen ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("part", range(3))
def test_chosen_cards_stand_in_no_straight_flush_where_there_is_a_choice(decks: int, part: int) -> None:
    """No other choice of suits takes fewer cards that stand in a straight flush."""
    chance = Random(f"chosen {decks} {part}")
    for _ in range(20 * LARGE):
        for hand in flush_hands(chance, decks):
            melds = choices(hand)
            flushes = by_hand.in_straight_flushes(melds)
            for cards in plays(match_with(hand, decks)):
                meld = shape(cards)
                assert meld
                best = min(melds[meld], key=lambda other: sum(card in flushes for card in other))
                taken, least = (sum(card in flushes for card in some) for some in (cards, best))
                assert taken == least, f"{hand}: {meld} is {cards}, and could be {best}"


def flush_hands(chance: Random, decks: int) -> Iterator[Cards]:
    """Hands with a straight flush in them and other cards of the same ranks."""
    low, suit = chance.randrange(len(RUN) - 5), chance.choice(SUITS)
    ranks = RUN[low : low + 5]
    flush = [rank + suit for rank in ranks]
    deck = Counter(DECK * decks) - Counter(flush)
    near = [card for card in deck.elements() if card[0] in ranks]
    yield tuple(flush + chance.sample(near, 6))
    yield tuple(flush + chance.sample(near, 3) + chance.sample([*(deck - Counter(near)).elements()], 3))
    # Five hearts about the star, or fives beside a straight flush of another suit.
    about = ["5H", *["5H"] * (decks - 1), *(rank + suit for rank in "34567")]
    kept = [*dict.fromkeys(about)] if suit == "H" or decks == 1 else about
    rest = Counter(DECK * decks) - Counter(kept)
    yield tuple(kept + chance.sample([card for card in rest.elements() if card[0] in "34567"], 5))


def test_a_second_star_is_spared_no_more_than_a_straight_flush() -> None:
    """With two decks: of 5H 5H and 5H 5C, the 5C in a straight flush, the pair that breaks nothing is chosen."""
    listed = plays(match_with(["5H", "5H", "3C", "4C", "5C", "6C", "7C"], 2))

    assert [cards for cards in listed if len(cards) == 2] == [("5H", "5H")]


@pytest.mark.parametrize("decks", [1, 2])
def test_without_the_star_comes_first(decks: int) -> None:
    """A meld that can be made both ways is listed twice: without the 5H, then, next to it, with it."""
    chance = Random(f"star {decks}")
    met = 0
    for _ in range(40 * LARGE):
        for hand in some_hands(chance, decks, 10):
            found = shapes(plays(match_with(hand, decks)))
            for meld in found:
                plain = meld._replace(star=False)
                if meld.star and plain in found:
                    assert found.index(plain) == found.index(meld) - 1, (hand, meld)
                    met += 1
    assert met > 20


@pytest.mark.parametrize("decks", [1, 2])
def test_the_single_five_is_never_the_star(decks: int) -> None:
    """The star is a single of its own, the last in the list of singles."""
    hand = ["5H"] * decks + ["5S", "JJ", "2C"]

    assert plays(match_with(hand, decks))[:4] == [("5S",), ("2C",), ("JJ",), ("5H",)]


@pytest.mark.parametrize("decks", [1, 2])
def test_the_list_is_in_order(decks: int) -> None:
    """By kind, as on the page, and within a kind from small to large and from weak to strong."""
    kinds = ["single", "pair", "triple", "full house", "sisters", "run", "four of a kind", "straight flush"]
    chance = Random(f"order {decks}")
    for _ in range(20 * LARGE):
        for hand in some_hands(chance, decks, 11):
            found = shapes(plays(match_with(hand, decks)))
            # Sisters have two sizes, as many ranks and as wide: for them the kind is enough.
            keys = [
                (kinds.index(meld.kind), *((meld.size, meld.strength) if meld.kind != by_hand.SISTERS else (0, 0)))
                for meld in found
            ]
            assert keys == sorted(keys), hand


# -- All that is legal can be played ---------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 2])
def test_any_choice_of_suits_is_accepted(decks: int) -> None:
    """The list names one choice; every other one is the same move, in any order of the cards."""
    chance = Random(f"any choice {decks}")
    for _ in range(8 * LARGE):
        hand, other = some_hands(chance, decks, 9)
        melds = choices(hand)
        for last, laid in [(None, ()), *some_melds(chance, other, 2)]:
            match = match_with(hand, decks, laid)
            for meld, every in melds.items():
                cards = [*chance.choice(sorted(every))]
                chance.shuffle(cards)
                if last is None or beats(meld, last):
                    match.play(0, "play " + " ".join(cards))
                    left = cast("list[list[str]]", match.position()["hands"])[0] if len(hand) > len(cards) else []
                    assert Counter(left) == Counter(hand) - Counter(cards)
                    match.undo()
                else:
                    with pytest.raises(hr.IllegalMove) as caught:
                        match.play(0, "play " + " ".join(cards))
                    assert caught.value.code in ("too-weak", "wrong-meld")


@pytest.mark.parametrize("decks", [1, 2])
def test_what_is_no_meld_is_refused(decks: int) -> None:
    """Every set of cards in a hand is a meld or is refused as none."""
    chance = Random(f"no meld {decks}")
    for _ in range(3 * LARGE):
        hand, _ = some_hands(chance, decks, 7)
        match = match_with((*hand, "jj"), decks) if "jj" not in hand else match_with(hand, decks)
        for size in range(1, len(hand) + 1):
            for cards in combinations(hand, size):
                if shape(cards) is None:
                    with pytest.raises(hr.IllegalMove) as caught:
                        match.play(0, "play " + " ".join(cards))
                    assert caught.value.code == "no-meld"


# -- Numbers of the kernel -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("decks", [1, 2])
def test_one_number_for_each_shape(decks: int) -> None:
    """The kernel's number of a meld says its shape: one number for all choices of suits, another for another shape."""
    chance = Random(f"numbers {decks}")
    pack = table(SINGLES).pack
    meaning: dict[int, Shape] = {}
    for _ in range(40 * LARGE):
        for hand in some_hands(chance, decks, 9):
            for meld, every in choices(hand).items():
                numbers = {pack.meld(tuple(map(hr.Card.read, cards))) for cards in every}
                assert len(numbers) == 1, (meld, every)
                assert meaning.setdefault(number := numbers.pop(), meld) == meld
                assert number >= 0
    assert len(meaning) == len(set(meaning.values())) > 120


@pytest.mark.parametrize("decks", [1, 2])
def test_pages_that_are_left_out_are_empty(decks: int) -> None:
    """The kernel looks only at the pages that may have moves: asked for all pages, it finds the same."""
    chance = Random(f"pages {decks}")
    for _ in range(60 * LARGE):
        hand, other = some_hands(chance, decks, 12)
        for laid in ((), *(cards for _, cards in some_melds(chance, other, 3))):
            core = match_with(hand, decks, laid).state.kernel
            pages = core.nonempty_pages()
            assert [move for move in legal_moves(core) if not pages >> (move >> 6) & 1] == []


@pytest.mark.parametrize("decks", [1, 2])
def test_the_kernel_lays_the_cards_of_the_list(decks: int) -> None:
    """A move of the kernel takes from the hand the cards that the list shows for it."""
    chance = Random(f"lays {decks}")
    game = table(SINGLES)
    for _ in range(25 * LARGE):
        for hand in some_hands(chance, decks, 10):
            match = match_with(hand, decks)
            for move in match.legal(0):
                assert isinstance(move, hr.Play)
                core = match.state.kernel.copy()
                core.advance(game.pack.meld(move.cards))
                left = game.pack.of_masks(core.hands[0], core.hands[1])
                assert Counter(map(str, left)) == Counter(hand) - Counter(map(str, move.cards))
