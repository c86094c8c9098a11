"""Endings of Heart of Five: the solver against trying everything, and against itself."""

import random

import pytest

from houserules.kernel.bits import COMPILED, indices, lowest
from houserules.kernel.climbing import ClimbingPosition, bare
from houserules.kernel.climbing_hand import Hand
from houserules.kernel.climbing_melds import NOTHING, PAGES, PASS, Terms, beating_basics, meld_of
from houserules.kernel.climbing_solver import LOSES, UNKNOWN, WINS, Verdict, solve
from houserules.kernel.position import is_legal, legal_moves
from tests.climbing_plain import Cards, Ending, beats, cards_of, crossing_flushes, masks, meld

FIVE_OF_HEARTS = 10
ENOUGH = 10_000_000

SMALL = 4000 if COMPILED else 250
LARGE = 300 if COMPILED else 10


def some_cards(chance: random.Random, decks: int, wanted: int, style: int) -> list[int]:
    """Cards that make an ending worth a look: any, few ranks, one or two suits in a row, round the ace, the star."""
    low = chance.randrange(13)
    deck = list(range(54)) * decks
    match style:
        case 1:
            ranks = {(low + step) % 13 for step in range(4)}
            deck = [card for card in deck if card // 4 in ranks]
        case 2 | 3:
            ranks = {(low + step) % 13 for step in range(7)}
            suits = set(chance.sample(range(4), style - 1))
            deck = [card for card in deck if card // 4 in ranks and card % 4 in suits]
        case 4:
            ranks = {11, 12, 0, 1, 2, 3}
            deck = [card for card in deck if card // 4 in ranks and card % 4 < 3]
        case 5:
            deck = [card for card in deck if 1 <= card // 4 <= 4 or card >= 50]
    chance.shuffle(deck)
    return deck[:wanted]


def ending(chance: random.Random, number: int, largest: int) -> tuple[ClimbingPosition, Ending, Cards, Cards, str]:
    """An ending of two, the same for trying everything, both hands, and what happens after a pass."""
    decks = 1 + number % 2
    star = FIVE_OF_HEARTS if number % 3 else chance.randrange(52)
    mine = chance.randrange(1, largest + 1)
    cards = some_cards(chance, decks, mine + chance.randrange(1, largest + 1), chance.randrange(6))
    mine = min(mine, len(cards) - 1)
    hands = tuple(sorted(cards[:mine])), tuple(sorted(cards[mine:]))
    seats = chance.randrange(2, 5)
    first, second = chance.sample(range(seats), 2)
    state = bare(Terms(star, 0, 10, 0, 0), seats, decks)
    for seat, hand in zip((first, second), hands, strict=True):
        state.keep(seat, *masks(hand))
    state.turn = first
    state.gone = sum(1 << seat for seat in range(seats) if seat not in (first, second))
    after_pass = ""
    if chance.random() < 0.6:
        laid_by = Hand()
        laid_by.look(*masks(some_cards(chance, decks, 9, chance.randrange(6))), 1 << star, star >> 2)
        state.last = chance.choice([page << 6 | bit for page in range(PAGES) for bit in indices(laid_by.melds(page))])
        state.open_basics = beating_basics(state.last, star >> 2)
        state.last_seat = second
        after_pass = "rival"
        if state.gone and chance.random() < 0.5:
            state.last_seat = next(seat for seat in range(seats) if state.gone >> seat & 1)
            leads = state.next_in(state.last_seat)
            state.passes = chance.randrange(2)
            after_pass = ("" if state.passes else "then ") + ("self" if leads == first else "rival")
    state.look()
    return state, Ending(star), *hands, after_pass


def last_meld(state: ClimbingPosition) -> tuple[str, int, int] | None:
    """The last meld in plain words, from cards that make it."""
    if state.last == NOTHING:
        return None
    every = masks(list(range(54)) * 2)
    hand = Hand()
    hand.look(*every, state.terms.star, state.terms.star_rank)
    hand.pick(state.last)
    assert meld_of(hand.once, hand.twice, state.terms.star, state.terms.star_rank) == state.last
    return meld(cards_of(hand.once, hand.twice), lowest(state.terms.star))


def laid(state: ClimbingPosition, verdict: Verdict) -> ClimbingPosition:
    """After the move of a verdict, with its very cards."""
    new = state.copy()
    if verdict.move == PASS:
        new.advance(PASS)
    else:
        new.advance_with(verdict.move, verdict.cards, verdict.twins)
    return new


def compare(state: ClimbingPosition, plain: Ending, hand: Cards, other: Cards, after_pass: str) -> None:
    """The verdict is right, and its move is a legal one that wins."""
    last = last_meld(state)
    expected = plain.wins(hand, other, last, after_pass)
    verdict = solve(state, ENOUGH)
    assert verdict.result == (WINS if expected else LOSES), (hand, other, last, after_pass)
    if verdict.result == LOSES:
        return
    assert is_legal(state, verdict.move)
    if verdict.move == PASS:
        assert plain.pass_wins(hand, other, last, after_pass)
    else:
        cards = cards_of(verdict.cards, verdict.twins)
        made = meld(cards, lowest(state.terms.star))
        assert made
        assert last is None or beats(made, last)
        left = list(hand)
        for card in cards:
            left.remove(card)
        assert plain.play_wins(tuple(left), other, made), (hand, other, last, after_pass, cards)
        state.hand.pick(verdict.move)
        if verdict.canonical:
            assert (state.hand.once, state.hand.twice) == (verdict.cards, verdict.twins)


@pytest.mark.parametrize("part", range(10))
def test_small_endings_against_trying_everything(part: int) -> None:
    chance = random.Random(f"small endings {part}")
    for number in range(SMALL // 10):
        state, plain, hand, other, after_pass = ending(chance, number, 6)
        compare(state, plain, hand, other, after_pass)


@pytest.mark.parametrize("part", range(10))
def test_where_suits_matter(part: int) -> None:
    """Straight flushes that meet: every choice of suits is tried, and a verdict names its cards."""
    chance = random.Random(f"suits {part}")
    for number in range(60 if COMPILED else 4):
        decks = 1 + number % 2
        state, _, _, _, after_pass = ending(chance, number, 6)
        star = lowest(state.terms.star)
        mine = crossing_flushes(chance, decks)
        deck = [card for card in list(range(54)) * decks if decks == 2 or card not in mine]
        theirs = chance.sample(deck, chance.randrange(1, 5))
        hands = [tuple(sorted(mine)), tuple(sorted(theirs))]
        hand, other = hands if chance.random() < 0.8 else hands[::-1]
        rival = state.next_in(state.turn)
        for seat, cards in ((state.turn, hand), (rival, other)):
            state.keep(seat, *masks(cards))
        state.look()
        compare(state, Ending(star), hand, other, after_pass)


@pytest.mark.parametrize(
    ("mine", "theirs", "last", "cards"),
    [
        # A seven has to be laid on a six, and both sevens stand in a straight flush.
        ((1, 3, 4, 5, 7, 8, 9, 11, 12, 13, 16, 17, 20), (19, 29, 30, 38, 45, 46, 50), 12, (17,)),
        # Two equal straight flushes: the other one has an eight below it.
        ((1, 5, 20, 24, 27, 28, 31, 32, 35, 36, 39, 40, 43), (2, 3, 6, 7, 11, 15, 19, 23, 50), 9, (27, 31, 35, 39, 43)),
        # A pair of queens that leaves a straight flush whole.
        ((7, 16, 23, 27, 29, 31, 33, 35, 36, 37, 39, 41, 45, 53), (10, 32), 21, (36, 39)),
        # A lead: a run of several suits that leaves a straight flush whole.
        ((17, 18, 22, 23, 26, 27, 30, 31, 34, 35, 39, 47), (14, 24, 28, 32, 36, 40, 49), -1, (17, 23, 27, 31, 35, 39)),
    ],
)
def test_a_win_that_needs_other_suits(mine: Cards, theirs: Cards, last: int, cards: Cards) -> None:
    """Every move by its number loses: the cards that it takes by itself are the wrong ones."""
    state = bare(Terms(FIVE_OF_HEARTS, 0, 10, 0, 0), 2, 1)
    state.keep(0, *masks(mine))
    state.keep(1, *masks(theirs))
    if last != NOTHING:
        state.last, state.last_seat = last, 1
        state.open_basics = beating_basics(last, 2)
    state.look()

    verdict = solve(state, ENOUGH)

    assert (verdict.result, verdict.canonical, cards_of(verdict.cards, verdict.twins)) == (WINS, False, cards)
    assert solve(laid(state, verdict), ENOUGH).result == LOSES
    for move in legal_moves(state):
        after = state.copy()
        after.advance(move)
        assert solve(after, ENOUGH).result == WINS
        assert after.turn == 1


@pytest.mark.parametrize("part", range(5))
def test_larger_endings_are_played_out(part: int) -> None:
    """Whoever is said to win wins, against any play; whoever is said to lose has no move that the rival would lose."""
    chance = random.Random(f"larger endings {part}")
    for number in range(LARGE // 5):
        state = ending(chance, number, 10 if COMPILED else 7)[0]
        seats = state.turn, state.next_in(state.turn)
        verdict = solve(state, ENOUGH)
        winner = seats[0] if verdict.result == WINS else seats[1]
        while not state.over and not state.gone >> winner & 1:
            verdict = solve(state, ENOUGH)
            assert verdict.result == (WINS if state.turn == winner else LOSES)
            if state.turn == winner:
                state = laid(state, verdict)
            else:
                state.advance(chance.choice(legal_moves(state)))
        assert state.gone >> winner & 1


def test_the_budget_is_kept() -> None:
    chance = random.Random("budget")
    searched = 0
    for number in range(100 if COMPILED else 20):
        state = ending(chance, number, 8 if COMPILED else 6)[0]
        verdict = solve(state, ENOUGH)
        again = solve(state, verdict.nodes)
        assert (again.result, again.move, again.cards, again.nodes) == (
            verdict.result,
            verdict.move,
            verdict.cards,
            verdict.nodes,
        )
        if verdict.nodes > 1:
            searched += 1
            short = solve(state, verdict.nodes - 1)
            assert short.result == UNKNOWN
            assert short.nodes == verdict.nodes - 1
    assert searched > 5


def test_a_hand_of_too_many_choices_is_given_up() -> None:
    """Seven ranks in all suits: sisters alone could be laid in hundreds of thousands of ways."""
    state = bare(Terms(FIVE_OF_HEARTS, 0, 10, 0, 0), 2, 1)
    state.keep(0, *masks(range(28)))
    state.keep(1, *masks(range(28, 50)))
    state.look()

    verdict = solve(state, ENOUGH)

    assert (verdict.result, verdict.nodes) == (UNKNOWN, 0)


def test_only_two_may_be_left() -> None:
    state = bare(Terms(FIVE_OF_HEARTS, 0, 10, 0, 0), 3, 1).dealt(1)

    with pytest.raises(ValueError, match="two"):
        solve(state, 1)


def test_the_player_of_the_last_meld_is_out() -> None:
    """Both must pass before the next seat leads. Whoever passes first here leads with a pair that wins."""
    state = bare(Terms(FIVE_OF_HEARTS, 0, 10, 0, 0), 3, 1)
    state.keep(1, *masks([0, 1]))
    state.keep(2, *masks([4, 20]))
    state.turn, state.gone, state.order = 1, 1, 1
    state.last, state.last_seat = 4 * 12, 0
    state.open_basics = beating_basics(state.last, 2)
    state.look()

    verdict = solve(state, ENOUGH)

    assert (verdict.result, verdict.move) == (WINS, PASS)
