"""Weighing the moves of the Shithead family: what a move does is counted in facts, and weights say what each is worth.

It looks only at what the seat to act may know. A move is tried on a copy, and of the copy only what everybody would
see is read: never a card that was drawn, never a blind card, and of the hidden cards only which ones they are, not
where they lie.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import below, lowest, next_random, packed, shifted, shuffle, size
from .shedding import deal, full_deck
from .shedding_layout import ADD, BLIND, HAND, NAME_CARD, NAME_SEAT, NAME_SWAP, NAME_UP, PLAY, SETUP, UP
from .shedding_picking import ANNOUNCE, FLIP, PASS, READY, TAKE
from .shedding_policy import announces, best_partner, lands, worth
from .tables import FOUR, GLASS, JOKER, JOKERS, KINDS, MOVES_ALL, MOVES_CHOSEN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64

    from .shedding import SheddingPosition
    from .shedding_report import Report
    from .tables import Tables

# When: the stock still gives cards; it is empty and the hand counts; the face-up cards are played.
PHASES: Final = 3

# The facts. A share is counted in thousandths, anything else in ones.
WIN: Final = 0  # it is the seat's last card
PLAYED: Final = 1  # something is laid or turned over, instead of taking the pile
PLAIN: Final = 2  # none of the cards laid goes on anything: such cards are laid when they can be
CARDS: Final = 3  # how many are laid
RANK: Final = 4  # of the highest, from 2 to 15
REACH: Final = 5  # share: on how much could each of them be laid? Summed up
KEPT: Final = 6  # how many of them go on anything although they are low, or are Jokers
BURN: Final = 7  # the pile burns,
BURNED: Final = 8  # ... how many cards with it,
BURNED_HIGH: Final = 9  # ... how many of them high or powerful,
BURN_BLOCK: Final = 10  # ... while the next seat has two cards or fewer
LOW_VALUE: Final = 11  # high cards are asked for no longer: what was asked for before, from 2 to 15,
LOW_BLOCK: Final = 12  # ... while the next seat has two cards or fewer,
LOW_SELF: Final = 13  # ... and how many of the seat's own cards would not do
RESET: Final = 14  # a pile asks for nothing any more
GLASS_LAID: Final = 15  # the pile asks for what it asked for
AGAIN: Final = 16  # the same seat plays on,
STUCK: Final = 17  # ... with nothing that would do
TRAP: Final = 18  # share: how likely is it that the next seat cannot answer?
TRAP_PILE: Final = 19  # the same, times the cards of the pile
TRAP_BLOCK: Final = 20  # the same, while that seat has two cards or fewer
SPLIT: Final = 21  # how many cards of the same rank stay behind
LAST_KEPT: Final = 22  # none that goes on anything is left
MATCH: Final = 23  # how many cards of the same rank lie face up before the seat
TAKEN: Final = 24  # the pile is taken: how many cards,
TAKEN_REACH: Final = 25  # ... share: on how much could they be laid? Summed up
GIVE: Final = 26  # the pile goes to somebody else: how many cards,
GIVE_LEADER: Final = 27  # ... share: one by the cards that seat has, and one more,
GIVE_NEXT_SEAT: Final = 28  # ... who is the next to play,
GIVE_SELF: Final = 29  # ... or it comes back
OWN_FIT: Final = 30  # how many of the seat's own cards would do now
PILE: Final = 31  # how many cards lie on the pile now
UP_REACH: Final = 32  # in the setup, of the cards face up: shares summed up,
UP_KEPT: Final = 33  # how many of them are worth keeping,
UP_RANK: Final = 34  # their ranks summed up,
UP_PAIRS: Final = 35  # how many have an equal beside them
SWAPPED: Final = 36  # cards are exchanged: how many fewer, or how much better ones, the seat has then
FACTS: Final = 37

SHARES: Final = packed(
    [fact in (REACH, TRAP, TRAP_PILE, TRAP_BLOCK, TAKEN_REACH, GIVE_LEADER, UP_REACH) for fact in range(FACTS)]
)
"""[fact]: 1 for what is counted in thousandths."""
THOUSAND: Final = 1000
WORTH_OF_A_CARD: Final = 8
"""A face-up card that is better by this much is as good as one card less."""
FEW: Final = 2
"""A seat with this many cards is nearly out."""
EVERYTHING: Final = (1 << KINDS) - 1


@final
class Weigher:
    """One player: a house, what its facts are worth (in hundredths, for each phase), and how unsure its hand is."""

    def __init__(self, tables: Tables, weights: Sequence[int], noise: i64 = 0) -> None:
        self.tables = tables
        self.weights = packed(weights)
        self.noise: i64 = noise
        """The most hundredths that chance adds to what a move is worth."""
        self.keep: i64 = 0 if tables.previous_takes else tables.keep  # there it does no harm to have nothing to lay
        self.high: i64 = above_it(tables, tables.ranking[max(0, len(tables.ranking) - 6)]) | JOKERS  # Jacks and above
        self.plain: i64 = plain_kinds(tables)
        self.reach = packed(reaches(tables))
        self.facts = packed([0] * FACTS)
        self.phase: i64 = 0
        self.pile: i64 = 0
        self.unseen: i64 = 0
        self.hidden = packed([0, 0, 0, 0])

    # -- Choosing ------------------------------------------------------------------------------------------------------

    def best(self, state: SheddingPosition, seed: i64) -> i64:
        """The move that weighs most; of equal ones a random one."""
        if state.stage == SETUP:
            return self.best_swap(state)
        pages = state.pages()
        if pages == 1:
            only = state.legal(0)
            if only & (only - 1) == 0:
                return lowest(only)
        if self.tables.penalty and announces(state):
            return ANNOUNCE
        self.look(state)
        best: i64 = -1
        most: i64 = 0
        ties: i64 = 0
        for page in range(pages):
            moves = state.legal(page)
            while moves:
                move = page << 6 | lowest(moves)
                moves &= moves - 1
                weight = self.weigh(state, move)
                if self.noise:
                    seed = next_random(seed)
                    weight += below(seed, 2 * self.noise + 1) - self.noise
                if best == -1 or weight > most:
                    best = move
                    most = weight
                    ties = 1
                elif weight == most:
                    ties += 1
                    seed = next_random(seed)
                    if below(seed, ties) == 0:
                        best = move
        return best

    def look(self, state: SheddingPosition) -> None:
        """Everything that is the same for all moves."""
        self.phase = phase_of(state)
        self.pile = 0
        for plane in range(state.decks):
            self.pile += size(state.cards[state.pile_at + plane])
            self.hidden[plane] = 0
        for seat in range(state.seats):
            if seat != state.turn:
                at: i64 = seat
                for plane in range(state.decks):
                    self.hidden[plane] |= state.cards[at] & ~state.cards[state.known_at + at]
                    at += state.seats
            rest = state.cards[state.blind_at + seat]
            while rest:
                self.hide((rest & 255) - 1)
                rest >>= 8
        stock = state.stock
        last: i64 = len(stock)
        drawn = state.drawn
        while drawn < last:
            self.hide(stock[drawn])
            drawn += 1
        self.unseen = 0
        for plane in range(state.decks):
            self.unseen += size(self.hidden[plane])

    def hide(self, card: i64) -> None:
        self.hidden[card >> 6] |= shifted(1, card & 63)

    def weigh(self, state: SheddingPosition, move: i64) -> i64:
        """What a move is worth, in hundredths; `facts` then says why."""
        facts = self.facts
        for fact in range(FACTS):
            facts[fact] = 0
        if state.stage == NAME_CARD:
            facts[SWAPPED] = -worth(state, 4 * move) if state.gives() == MOVES_CHOSEN else worth(state, 4 * move)
            return self.total(self.phase)
        if state.stage == NAME_UP:
            return self.weigh_row(ups_without(state, move))
        if state.stage >= ADD and move == PASS:
            return 0
        if state.stage == NAME_SEAT:
            self.weigh_seat(state, move)
        elif state.stage == PLAY and move == TAKE:
            if not state.passes():
                self.weigh_take(state)
        elif state.stage == PLAY and state.zone == BLIND and move < FLIP:
            facts[PLAYED] = 2  # to look at a card costs nothing
        elif state.stage == PLAY and FLIP <= move < TAKE:
            self.weigh_flip(state, move - FLIP)
        else:
            self.weigh_play(state, move)
        return self.total(self.phase)

    def total(self, phase: i64) -> i64:
        facts = self.facts
        at = phase * FACTS
        total: i64 = 0
        for fact in range(FACTS):
            if facts[fact]:
                total += self.part(at, fact)
        return total

    def part(self, at: i64, fact: i64) -> i64:
        part = self.weights[at + fact] * self.facts[fact]
        return part // THOUSAND if SHARES[fact] else part

    # -- The facts of a move -------------------------------------------------------------------------------------------

    def weigh_take(self, state: SheddingPosition) -> None:
        facts = self.facts
        facts[TAKEN] = self.pile
        for plane in range(state.decks):
            rest = state.cards[state.pile_at + plane]
            while rest:
                facts[TAKEN_REACH] += self.reach[lowest(rest)]
                rest &= rest - 1

    def weigh_flip(self, state: SheddingPosition, place: i64) -> None:
        """Nobody knows which card it will be, unless its seat has looked at one of them."""
        seen: i64 = 0
        if state.peeked and state.zone == BLIND:
            seen = state.seen_places(state.turn)
        if seen >> place & 1:
            if not lands(state, place):
                self.weigh_take(state)
                return
            self.facts[WIN] = 1 if state.left(state.turn) == 1 else 0
        elif seen and lands(state, lowest(seen)):
            return
        self.facts[PLAYED] = 1

    def weigh_seat(self, state: SheddingPosition, seat: i64) -> None:
        """The pile goes to a seat: GIVE_LEADER is larger for a seat with fewer cards."""
        facts = self.facts
        facts[GIVE] = self.pile
        facts[GIVE_LEADER] = THOUSAND // (state.left(seat) + 1)
        facts[GIVE_SELF] = 1 if seat == state.turn else 0
        facts[GIVE_NEXT_SEAT] = 1 if seat == state.neighbour(state.turn, state.step) else 0

    def weigh_play(self, state: SheddingPosition, move: i64) -> None:
        facts = self.facts
        me = state.turn
        after = state.copy()
        report = after.advance_and_report(move, [])
        laid = self.weigh_cards(state, after, report) if state.stage == PLAY or state.stage >= ADD else 0
        if after.gone >> me & 1:
            facts[WIN] = 1
            return
        if report.burns:
            self.weigh_burn(state, after, laid)
        if report.given:
            facts[GIVE] = self.pile + laid
            facts[GIVE_SELF] = 1 if report.taker == me else 0
        elif report.partner >= 0:
            facts[SWAPPED] = gain(state, report)
        elif after.stage == NAME_SWAP:
            facts[SWAPPED] = best_gain(after)
        elif after.stage == NAME_SEAT:
            facts[GIVE] = self.pile + laid
        if after.stage != PLAY:
            return  # what it asks for is still to be named
        for plane in range(after.decks):
            facts[PILE] += size(after.cards[after.pile_at + plane])
        self.weigh_ask(state, after)

    def weigh_cards(self, state: SheddingPosition, after: SheddingPosition, report: Report) -> i64:
        """The cards that leave the zone in play; how many."""
        facts = self.facts
        facts[PLAYED] = 1
        facts[PLAIN] = 1
        at = state.up_at * state.zone + state.turn
        up_at = state.up_at + state.turn
        ranks: i64 = 0
        staying: i64 = 0
        kept: i64 = 0
        count: i64 = 0
        for plane in range(state.decks):
            gone = state.cards[at] & ~after.cards[at]
            if report.partner >= 0:
                gone = laid_of(report, plane)  # others went to another seat
            if state.tables.across and state.zone == HAND and after.held(0, state.turn) == 0:
                gone |= state.cards[at + state.up_at] & ~after.cards[at + state.up_at]
            staying |= state.cards[at] & ~gone
            while gone:
                kind = lowest(gone)
                gone &= gone - 1
                bit = shifted(1, kind)
                count += 1
                facts[REACH] += self.reach[kind]
                ranks |= bit
                if self.keep & bit:
                    facts[PLAIN] = 0
                    kept += 1
                if state.tables.strength[kind >> 2] + 2 > facts[RANK]:
                    facts[RANK] = state.tables.strength[kind >> 2] + 2
            at += state.seats
        facts[CARDS] = count
        facts[KEPT] = kept
        if kept and staying & self.keep == 0:
            facts[LAST_KEPT] = 1
        while ranks:
            rank = lowest(ranks) >> 2
            four = shifted(15, 4 * rank)
            ranks &= ~four
            facts[SPLIT] += size(staying & four)
            if state.zone == HAND:
                for plane in range(state.decks):
                    rest = state.cards[up_at + plane * state.seats]
                    if state.tables.across:
                        rest &= after.cards[up_at + plane * state.seats]  # the others go along
                    facts[MATCH] += size(rest & four)
        return count

    def weigh_burn(self, state: SheddingPosition, after: SheddingPosition, laid: i64) -> None:
        facts = self.facts
        facts[BURN] = 1
        facts[BURNED] = self.pile + laid
        for plane in range(state.decks):
            facts[BURNED_HIGH] += size(state.cards[state.pile_at + plane] & (self.high | self.keep))
        if after.left(after.neighbour(state.turn, after.step)) <= FEW:
            facts[BURN_BLOCK] = 1

    def weigh_ask(self, state: SheddingPosition, after: SheddingPosition) -> None:
        """What the pile asks for now, of the seat itself or of the next one."""
        facts = self.facts
        me = state.turn
        own: i64 = 0
        unfit: i64 = 0
        zone = HAND if state.found(HAND, -1) else UP
        at = state.up_at * zone + me
        for _ in range(state.decks):
            staying = state.cards[at] & after.cards[at]  # what was drawn is not to be looked at
            own += size(staying & after.fits)
            unfit += size(staying & ~after.fits)
            at += state.seats
        facts[OWN_FIT] = own
        if after.turn == me:
            facts[AGAIN] = 1
            if own == 0 and unfit > 0:
                facts[STUCK] = 1
            return
        near = after.left(after.turn) <= FEW
        if after.top != after.tables.nothing:
            if after.fits & EVERYTHING == EVERYTHING:
                facts[RESET] = 1
            elif after.tables.effects[after.acts] & GLASS:
                facts[GLASS_LAID] = 1
            elif after.fits & self.high & self.plain == 0:
                value: i64 = 12
                if state.fits & self.plain:
                    value = after.tables.strength[after.tables.lowest(state.fits & self.plain) >> 2]
                facts[LOW_VALUE] = value + 2
                facts[LOW_SELF] = unfit
                facts[LOW_BLOCK] = 1 if near else 0
        trap = self.trap_chance(after, after.turn)
        if after.tables.previous_takes and after.neighbour(after.turn, -after.step) == me:
            facts[TAKEN] = (trap * facts[PILE] + THOUSAND // 2) // THOUSAND  # then this very seat takes the pile
            trap = -2 * trap
            near = False
        facts[TRAP] = trap
        facts[TRAP_PILE] = trap * facts[PILE]
        facts[TRAP_BLOCK] = trap if near else 0

    def trap_chance(self, state: SheddingPosition, seat: i64) -> i64:
        """How likely is it, in thousandths, that a seat has nothing that the pile asks for?"""
        fits = state.fits
        chance: i64 = THOUSAND
        held: i64 = 0
        known: i64 = 0
        at: i64 = seat
        for _ in range(state.decks):
            held += size(state.cards[at])
            known_here = state.cards[state.known_at + at]
            if known_here & fits:
                return 0
            known += size(known_here)
            at += state.seats
        if held == 0:
            at = state.up_at + seat
            up: i64 = 0
            for _ in range(state.decks):
                up |= state.cards[at]
                at += state.seats
            if up:
                return 0 if up & fits else chance
            held = 1  # a blind card
        misses: i64 = self.unseen
        for plane in range(state.decks):
            misses -= size(self.hidden[plane] & fits)
        unseen = self.unseen
        for _ in range(held - known):
            if misses <= 0:
                return 0
            chance = chance * misses // unseen
            misses -= 1
            unseen -= 1
        return chance

    # -- The setup -----------------------------------------------------------------------------------------------------

    def best_swap(self, state: SheddingPosition) -> i64:
        """The swap after which the cards face up are worth most; ready, if none makes them worth more."""
        ups = state.listed(state.up_at, state.turn)
        hand = state.listed(0, state.turn)
        best: i64 = READY
        most = self.weigh_row(ups)
        for mine in range(len(hand)):
            for place in range(len(ups)):
                before = ups[place]
                ups[place] = hand[mine]
                worth = self.weigh_row(ups)
                ups[place] = before
                if worth > most:
                    most = worth
                    best = mine << 3 | place
        return best

    def weigh_row(self, ups: list[int]) -> i64:
        """What some cards are worth as the ones that lie face up."""
        facts = self.facts
        for fact in range(FACTS):
            facts[fact] = 0
        for place in range(len(ups)):
            kind: i64 = ups[place] & 63
            facts[UP_REACH] += self.reach[kind]
            facts[UP_KEPT] += self.keep >> kind & 1
            facts[UP_RANK] += self.tables.strength[kind >> 2] + 2
            for other in range(place):
                if (ups[other] & 63) >> 2 == kind >> 2:
                    facts[UP_PAIRS] += 1
        return self.total(0)


def ups_without(state: SheddingPosition, rank: i64) -> list[int]:
    """The face-up cards of the seat to act, without one of a rank."""
    ups = state.listed(state.up_at, state.turn)
    for place in range(len(ups)):
        if (ups[place] & 63) >> 2 == rank:
            return ups[:place] + ups[place + 1 :]
    return ups


def laid_of(report: Report, plane: i64) -> i64:
    """The kinds of one deck that were laid."""
    kinds: i64 = 0
    for card in report.laid:
        if card >> 6 == plane:
            kinds |= shifted(1, card & 63)
    return kinds


def gain(state: SheddingPosition, report: Report) -> i64:
    """What an exchange brings, of what everybody sees of it: fewer cards in hand, or better ones on the table."""
    if report.took_hand or len(report.gave) != len(report.got):
        return len(report.gave) - len(report.got)
    total: i64 = 0
    for card in report.got:
        total += worth(state, card)
    for card in report.gave:
        total -= worth(state, card)
    return total // WORTH_OF_A_CARD


def best_gain(state: SheddingPosition) -> i64:
    """The most that an exchange with a seat that is still to be named may bring, if that is one of whole hands."""
    if state.swap_row() or state.gives() != MOVES_ALL:
        return 0
    return state.held(0, state.turn) - state.held(0, best_partner(state))


def phase_of(state: SheddingPosition) -> i64:
    if state.found(HAND, -1) == 0:
        return 2
    return 0 if state.drawn < len(state.stock) else 1


def plain_kinds(tables: Tables) -> i64:
    """The kinds without a power: they go on what is lower and ask for as much as they are."""
    plain: i64 = 0
    keep = tables.keep
    for kind in range(52):
        face: i64 = tables.face_of[kind]
        fits: i64 = tables.fits[tables.after[face * tables.asks]]
        above = above_it(tables, kind >> 2)
        if tables.effects[face] == 0 and not keep >> kind & 1 and fits & above == above:
            plain |= shifted(1, kind)
    return plain


def above_it(tables: Tables, rank: i64) -> i64:
    """The kinds above a rank, without the Jokers."""
    above: i64 = 0
    for other in tables.ranking:
        if other != JOKER and tables.strength[other] > tables.strength[rank]:
            above |= shifted(FOUR, 4 * other)
    return above


def reaches(tables: Tables) -> list[int]:
    """For each kind, in thousandths: on how many of the cards of a pack, each alone on a pile, may it be laid?"""
    found: list[int] = []
    beneath: i64 = 52 + tables.jokers
    for kind in range(KINDS):
        count: i64 = 0
        for below_it in range(beneath):
            face: i64 = tables.face_of[below_it]
            fits: i64 = tables.fits[tables.after[face * tables.asks]] & ~tables.bars[face]
            count += fits >> kind & 1
        found.append(THOUSAND * count // beneath)
    return found


# -- Contests --------------------------------------------------------------------------------------------------------


def contest(tables: Tables, seats: i64, decks: i64, players: list[Weigher], deal_seed: i64, seed: i64) -> list[int]:
    """One match, for each seat its player, setup and all: the places."""
    deck = full_deck(decks, tables.jokers, tables.absent)
    shuffle(deck, deal_seed)
    state = deal(tables, seats, decks, deck)
    while not state.over:
        seed = next_random(seed)
        state.advance(players[state.turn].best(state, seed))
    return state.places()
