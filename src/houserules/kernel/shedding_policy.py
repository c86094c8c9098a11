"""A quick sensible player for any house of the Shithead family: low cards first, what goes on anything is kept.

It looks only at what its seat may know: its own hand and face-up cards, and how many cards the others have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import below, highest, lowest, shifted, size
from .position import UNIT, random_move
from .shedding_layout import (
    ADD,
    BLIND,
    EACH,
    HAND,
    LOOKED,
    NAME_CARD,
    NAME_NEXT,
    NAME_SEAT,
    NAME_SUIT,
    NAME_SWAP,
    NAME_UP,
    PLAY,
    SETUP,
    SIZE_OF_FOUR,
    UP,
)
from .shedding_picking import ANNOUNCE, FLIP, READY, TAKE, TRY
from .tables import FOUR, JOKERS, MIXED, MOVES_ALL, MOVES_CHOSEN, MOVES_NONE, RANKS, SETS, SUITED

if TYPE_CHECKING:
    from mypy_extensions import i64

    from .shedding_plays import Plays

PLAYABLE: Final = 0x3FFFFFFFFFFFFFFF
"""All bits of a page but that of taking the pile."""


def quick_move(state: Plays, seed: i64) -> i64:
    """A legal move for the seat that acts; `seed` is a fresh number of the quick generator.

    One time in eight anything at random. The pile is never taken while something can be played."""
    if state.stage == PLAY and seed >> 29 == 0:
        move = random_move(state, seed << 3 & 0xFFFFFFFF)
        if move != TAKE:
            return move
    return sensible_move(state, seed)


def sensible_move(state: Plays, seed: i64) -> i64:
    """All cards of the lowest ordinary rank, else one that goes on anything: see `Tables.by_use`.

    When the next seat has no hand left, it plays the highest rank: what that seat turns over may be too low.
    (Measured: 63 of 100 matches of two against a quick player that does neither.)"""
    if state.stage != PLAY:
        return answer(state, seed)
    tables = state.tables
    if tables.penalty and announces(state):
        return ANNOUNCE
    mode = tables.modes[state.zone]
    if tables.peeks and state.zone == BLIND:
        return blind_card(state)
    if state.one_page and mode == SETS:
        # The commonest case, without listing all moves.
        fit = state.cards[state.up_at * state.zone + state.turn] & state.fits
        ordinary = fit & ~tables.keep
        if ordinary and ordinary & tables.doubtful == 0:
            place = (tables.highest(ordinary) if plays_high(state) else tables.lowest(ordinary)) & ~3
            count: i64 = SIZE_OF_FOUR[fit >> place & FOUR] - 1
            return place + count if tables.sets[state.zone] >> place + count & 1 else place
        if fit == 0 and state.top != tables.nothing:
            return stuck(state)
    if tables.across:
        whole = whole_hand(state)
        if whole >= 0:
            return whole
    if tables.run_least:
        run = longest_run(state)
        if run >= 0:
            return run
    if mode == SUITED:
        return suited_play(state, seed)
    moves = state.legal(0) & PLAYABLE
    if tables.tries and state.zone != BLIND:
        moves &= ~shifted(1, TRY)
    if moves == 0:  # cards may still be joined
        return random_move(state, seed) if state.pages() > 1 else stuck(state)
    if moves & (moves - 1) == 0:
        return lowest(moves)
    if mode == MIXED:
        return mixed_play(state, moves, seed)
    ordinary = moves & ~tables.keep  # a blind card as well: one is as good as another
    if ordinary == 0:
        for use in range(4):
            if moves & tables.spends_first[use]:
                return tables.lowest(moves & tables.spends_first[use])
        return lowest(moves)
    kind = tables.highest(ordinary) if plays_high(state) else tables.lowest(ordinary)
    return most_of(state, moves, kind) if mode == SETS else kind


def blind_card(state: Plays) -> i64:
    """Where a blind card may be looked at: that first; then it turns over the one it has seen if that will do, else
    another one."""
    moves = state.legal(0)
    flips = moves >> FLIP & LOOKED - 1
    if flips == 0 or moves & LOOKED - 1:
        return lowest(moves)
    seen = state.seen_places(state.turn) & flips
    if seen:
        if lands(state, lowest(seen)):
            return FLIP + lowest(seen)
        if flips != seen:
            return FLIP + lowest(flips & ~seen)
    return FLIP + lowest(flips)


def lands(state: Plays, place: i64) -> bool:
    """Would a blind card be played, not taken with the pile? Only for a card that its seat has looked at."""
    kind = shifted(1, (state.cards[state.blind_at + state.turn] >> 8 * place & 255) - 1 & 63)
    if state.top == state.tables.nothing:
        return True
    return state.fits & kind != 0 and not (kind & state.tables.not_last and state.left(state.turn) == 1)


def announces(state: Plays) -> bool:
    """May the last card be announced? It costs nothing."""
    return (state.zone != BLIND or state.blinds(state.turn) == 2) and state.legal(0) >> ANNOUNCE & 1 == 1


def longest_run(state: Plays) -> i64:
    """The longest run without a card worth keeping; -1 if there is none."""
    if state.zone != HAND:
        return -1
    page = state.pages() - 1
    while page >= state.run_page():
        if not state.is_run(page << 6):
            page -= 1
            continue
        moves = state.legal(page)
        while moves:
            move = page << 6 | lowest(moves)
            moves &= moves - 1
            if not keeps_in(state, move):
                return move
        page -= 1
    return -1


def whole_hand(state: Plays) -> i64:
    """The last cards of the hand with as many face-up cards as possible, if these are not worth keeping, or if it is
    the last play of all; -1 if there is no such play."""
    page = state.pages() - 1
    if not state.is_across(page << 6):
        return -1
    moves = state.legal(page)
    if moves == 0:
        return -1
    move = page << 6 | highest(moves)
    return -1 if keeps_across(state) and not ends_with(state, move) else move


def keeps_across(state: Plays) -> bool:
    """Are the last cards of the hand, which are of one rank, worth keeping?"""
    return state.tables.keep & state.found(HAND, -1) != 0


def ends_with(state: Plays, move: i64) -> bool:
    """Does the seat lay its last cards?"""
    state.choose(move)
    count: i64 = 0
    for plane in range(state.decks):
        count += size(state.cards[state.laid_at + plane])
    state.unpick()
    return count == state.left(state.turn)


def keeps_in(state: Plays, run: i64) -> bool:
    """Is a card worth keeping in a run?"""
    for rank in state.run_ranks(run):
        if state.tables.keep >> 4 * rank & 1:
            return True
    return False


def stuck(state: Plays) -> i64:
    """Nothing can be played: try a card of the stock, if that is allowed, before taking the pile."""
    if state.tables.tries and state.legal(0) >> TRY & 1:
        return TRY
    return TAKE


def plays_high(state: Plays) -> bool:
    """Does the highest card go first? While the order is turned over it is the other way round."""
    if state.tables.turned[state.ask]:
        return not next_has_no_hand(state)
    return next_has_no_hand(state)


def next_has_no_hand(state: Plays) -> bool:
    """Has the next seat nothing but cards on the table?"""
    at = state.neighbour(state.turn, state.step)
    while at < state.up_at:
        if state.cards[at]:
            return False
        at += state.seats
    return True


def looks(state: Plays, move: i64) -> i64:
    """How good a legal move looks, from 0 to UNIT: low cards first, many at once, the pile last of all."""
    if state.stage != PLAY:
        return UNIT if move == answer(state, 0) else 0
    if move == TAKE:
        return 0
    if move == ANNOUNCE and state.tables.penalty and announces(state):
        return UNIT
    mode = state.tables.modes[state.zone]
    if state.zone == BLIND and move < FLIP:
        return UNIT  # to look at a card costs nothing
    if move >= FLIP or mode == MIXED:
        return UNIT // 2
    if state.is_run(move):
        return UNIT // 4 if keeps_in(state, move) else UNIT
    if state.tables.across and state.is_across(move):
        return UNIT // 4 if keeps_across(state) else UNIT
    rank = (move & 63) >> 2
    if state.tables.keep >> 4 * rank & 1:
        return UNIT // 8 if mode == SETS and move & 3 else UNIT // 4
    rank = state.tables.strength[rank]
    return UNIT - rank * UNIT // 16 - (0 if mode != SETS or move == sensible_move(state, 0) else UNIT // 4)


def most_of(state: Plays, moves: i64, kind: i64) -> i64:
    """As many cards as possible of the rank of a play: the highest count on the last page that has any."""
    counts = moves >> (kind & ~3) & FOUR
    page: i64 = 0
    while counts == FOUR and page + 1 < state.decks:
        more = state.legal(page + 1) >> (kind & ~3) & FOUR
        if more == 0:
            break
        counts = more
        page += 1
    return page << 6 | (kind & ~3) + highest_of_four(counts)


def highest_of_four(bits: i64) -> i64:
    place: i64 = 3
    while place and not bits >> place & 1:
        place -= 1
    return place


def suited_play(state: Plays, seed: i64) -> i64:
    """Where suits matter: all ordinary cards of the lowest rank, else one card of the lowest rank."""
    tables = state.tables
    fit = state.found(state.zone, state.fits)
    if fit == 0:
        return stuck(state) if state.top != tables.nothing else playing(state, seed)
    ordinary = fit & ~tables.keep
    kind = tables.lowest(ordinary or fit)
    if ordinary:
        move = suited_move(state, ordinary, kind, tables.most[state.zone * RANKS + (kind >> 2)])
        if state.legal(move >> 6) >> (move & 63) & 1:
            return move
    move = suited_move(state, shifted(1, kind) if kind < 52 else JOKERS, kind, 1)
    if state.legal(move >> 6) >> (move & 63) & 1:
        return move
    return playing(state, seed)


def suited_move(state: Plays, among: i64, kind: i64, most: i64) -> i64:
    """The number of a play of at most `most` cards, among some kinds, of a kind's rank."""
    choice: i64 = 0
    weight: i64 = 1
    for suit in range(4):
        count = state.count(state.zone, kind >> 2, among & shifted(1, (kind & ~3) + suit))
        if kind >= 52 and suit == 0:
            count = 1  # Jokers are equal, and counted from the first
        count = count if count < most else most
        choice += count * weight
        most -= count
        weight *= state.decks + 1
    return (choice >> 2) << 6 | (kind & ~3) + (choice & 3)


def mixed_play(state: Plays, moves: i64, seed: i64) -> i64:
    """Of the face-up cards: all ordinary ones of the lowest rank, else the lowest one."""
    ups = state.listed(state.up_at, state.turn)
    keep = state.tables.keep
    rank: i64 = -1
    alike: i64 = 0
    alone: i64 = 0
    for place in range(len(ups)):
        kind: i64 = ups[place] & 63
        if not state.fits >> kind & 1:
            continue
        if alone == 0:
            alone = shifted(1, place)
        if not keep >> kind & 1 and (rank == -1 or rank == kind >> 2):
            rank = kind >> 2
            alike |= shifted(1, place)
    if alike and moves >> (alike - 1) & 1:
        return alike - 1
    if alone and moves >> (alone - 1) & 1:
        return alone - 1
    return playing(state, seed)


def playing(state: Plays, seed: i64) -> i64:
    """Any move at random, but it never takes the pile while it can play."""
    move = random_move(state, seed)
    if move != TAKE:
        return move
    for page in range(state.pages()):
        moves = state.legal(page) & PLAYABLE
        if moves:
            return page << 6 | lowest(moves)
    return TAKE


def answer(state: Plays, seed: i64) -> i64:
    """The best cards face up, the pile to the seat with the fewest cards, the suit it has most of; else at random."""
    if state.stage == SETUP:
        return better_up(state)
    if state.stage == NAME_SEAT:
        return leader(state, seed)
    if state.stage == NAME_NEXT:
        return straggler(state)
    if state.stage == NAME_SUIT:
        return commonest_suit(state, seed)
    if state.stage == NAME_SWAP:
        return best_partner(state)
    if state.stage == NAME_CARD:
        return best_to_move(state)
    if state.stage == NAME_UP:
        return worst_up(state)
    if state.stage >= ADD:
        return more_of(state, seed)
    return random_move(state, seed)


def more_of(state: Plays, seed: i64) -> i64:
    """Whoever can add cards, or jump in, does it with all of them."""
    moves = state.legal(0) & PLAYABLE
    if moves == 0:
        return playing(state, seed)
    return most_of(state, moves, lowest(moves)) if state.tables.modes[state.zone] == SETS else lowest(moves)


def worst_up(state: Plays) -> i64:
    """The rank of the face-up card that is worth least."""
    ups = state.listed(state.up_at, state.turn)
    worst: i64 = ups[0]
    for card in ups:
        if worth(state, card) < worth(state, worst):
            worst = card
    return (worst & 63) >> 2


def best_partner(state: Plays) -> i64:
    """The seat whose cards are worth most to have; a card goes to the seat with the fewest cards."""
    seats = state.legal(0)
    best = lowest(seats)
    for seat in range(state.seats):
        if seats >> seat & 1 and partner_value(state, seat) > partner_value(state, best):
            best = seat
    return best


def partner_value(state: Plays, seat: i64) -> i64:
    """Of hands only how many cards they have is known."""
    row = state.swap_row()
    total: i64 = 0
    most: i64 = 0
    if row:
        for card in state.listed(row, seat):
            total += worth(state, card)
            most = max(most, worth(state, card))
    if state.gives() == MOVES_ALL:
        return total if row else -state.held(0, seat)
    if row and state.takes() != MOVES_NONE:
        return most
    return -state.left(seat)


def best_to_move(state: Plays) -> i64:
    """The rank that is worth least of its own cards, or most of those of the other seat."""
    gives = state.gives() == MOVES_CHOSEN
    best: i64 = -1
    ranks = state.legal(0)
    while ranks:
        rank = lowest(ranks)
        ranks &= ranks - 1
        if best == -1 or (worth(state, 4 * rank) > worth(state, 4 * best)) != gives:
            best = rank
    return best


def better_up(state: Plays) -> i64:
    """Swap the best hand card for the worst face-up card as long as that is better: what is kept is played last."""
    hands = state.listed(0, state.turn)
    ups = state.listed(state.up_at, state.turn)
    best: i64 = 0
    worst: i64 = 0
    for place in range(1, len(hands)):
        if worth(state, hands[place]) > worth(state, hands[best]):
            best = place
    for place in range(1, len(ups)):
        if worth(state, ups[place]) < worth(state, ups[worst]):
            worst = place
    if hands and ups and worth(state, hands[best]) > worth(state, ups[worst]):
        return best << 3 | worst
    return READY


def worth(state: Plays, card: i64) -> i64:
    """A card that goes on anything is worth more than any other, and among these the higher one."""
    kind = card & 63
    return state.tables.strength[kind >> 2] + (16 if state.tables.keep >> kind & 1 else 0)


def leader(state: Plays, seed: i64) -> i64:
    """The other seat with the fewest cards; of equal ones the first from a random seat on."""
    seats = state.legal(0) & ~shifted(1, state.turn)
    seat = below(seed, state.seats)
    best: i64 = -1
    fewest: i64 = 0
    for _ in range(state.seats):
        if seats >> seat & 1:
            left = state.left(seat)
            if best == -1 or left < fewest:
                best = seat
                fewest = left
        seat += 1
        if seat == state.seats:
            seat = 0
    return best


def straggler(state: Plays) -> i64:
    """The seat with the most cards among those that may be named."""
    seats = state.legal(0)
    best = lowest(seats)
    for seat in range(state.seats):
        if seats >> seat & 1 and state.left(seat) > state.left(best):
            best = seat
    return best


def commonest_suit(state: Plays, seed: i64) -> i64:
    """The suit of most of its hand, or with an empty hand of its face-up cards; of equal ones a random one."""
    zone: i64 = HAND if state.found(HAND, -1) else UP
    suit = below(seed, 4)
    best = suit
    most: i64 = -1
    for _ in range(4):
        mask = shifted(EACH, suit) & ~JOKERS
        count: i64 = 0
        at = state.up_at * zone + state.turn
        for _plane in range(state.decks):
            count += size(state.cards[at] & mask)
            at += state.seats
        if count > most:
            best = suit
            most = count
        suit = suit + 1 & 3
    return best
