"""Where the cards of a family match lie, and everything else there is to know about it at one moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .bits import lowest, shifted, size
from .position import Position
from .tables import EMPTY, FOUR, NO_DODGE, UNDER, WHEN

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from .shedding_report import Report
    from .tables import Tables

# The zones of a seat, in the order in which they are played from.
HAND: Final = 0
UP: Final = 1
BLIND: Final = 2

# What the match waits for.
PLAY: Final = 0
SETUP: Final = 1
NAME_SEAT: Final = 2  # the seat that takes the pile
NAME_SUIT: Final = 3
NAME_WAY: Final = 4  # higher or lower
NAME_RANK: Final = 5  # what a wild card stands for
NAME_UP: Final = 6  # the rank of the face-up card that goes along with the pile
NAME_NEXT: Final = 7  # the seat that plays next
NAME_SWAP: Final = 8  # the seat that cards are exchanged with
NAME_CARD: Final = 9  # the rank of the card that changes hands then

ADD: Final = 10  # the seat that has just played may add cards of the same rank, or pass
JUMP: Final = 11  # a seat may complete a burn out of turn, or pass

SEEN_BITS: Final = 7
"""So many bits say of each seat which of its blind cards it has looked at."""
LOOKED: Final = 64
"""The last of these bits: it has looked, whatever became of that card."""

EACH: Final = 0x11111111111111
"""One bit for each rank."""

SIZE_OF_FOUR: Final = bytes([0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4])


class Layout(Position):
    """The state of a match.

    `cards` holds masks, for each plane a row of seats: the hands, the face-up cards, and what everybody knows of the
    hands (it was taken from the pile or lay face up). Then follow the blind cards of each seat, stacked one byte a card
    (its number plus one), then the pile and the cards being laid, a mask for each plane, then for each seat the kinds
    that some cards of its hand are known not to be, then how many cards these are. Of the pile's order only what the
    rules ask for is kept.
    """

    __slots__ = (
        "acts",
        "announced_at",
        "ask",
        "begins",
        "beneath",
        "blind_at",
        "cards",
        "decks",
        "drawn",
        "fits",
        "fresh",
        "gone",
        "known_at",
        "lacking_count_at",
        "lacks_at",
        "laid_at",
        "last",
        "lead",
        "left_to",
        "named",
        "named_by",
        "order",
        "owed",
        "own",
        "peeked",
        "pile_at",
        "player",
        "plays",
        "ready",
        "report",
        "run",
        "run_rank",
        "shows",
        "skips",
        "stage",
        "step",
        "stock",
        "suits",
        "tables",
        "together",
        "top",
        "tried_at",
        "up_at",
        "wilds_laid",
        "zone",
    )

    def __init__(self, tables: Tables, seats: i64, decks: i64, stock: vec[i64], cards: vec[i64]) -> None:
        self.turn = 0
        self.over = False
        self.one_page = tables.one_page and decks == 1
        self.tables = tables
        self.seats = seats
        self.decks = decks
        self.up_at: i64 = seats * decks
        self.known_at: i64 = self.up_at * 2
        self.blind_at: i64 = self.up_at * 3
        self.pile_at: i64 = self.blind_at + seats
        self.laid_at: i64 = self.pile_at + decks
        self.lacks_at: i64 = self.laid_at + decks
        self.lacking_count_at: i64 = self.lacks_at + seats
        self.cards = cards
        self.stock = stock  # physical cards, drawn from the front; states share it, so it is never written to
        self.drawn: i64 = 0  # how many of them are gone
        self.stage: i64 = PLAY
        self.ready: i64 = 0  # bit set of seats, in the setup
        self.begins: i64 = -1  # in the setup: the seat that begins whatever the cards say; -1: the tests decide
        self.step: i64 = 1  # the direction of play, 1 or -1
        self.ask: i64 = 0  # what the pile asks for
        self.fits: i64 = tables.lead  # mask of the kinds that may be laid now
        self.top: i64 = tables.nothing  # the face on top of the pile
        self.acts: i64 = tables.nothing  # the face it acts as
        self.shows: i64 = tables.nothing  # the topmost face that is no mirror, if any card looks beneath mirrors
        self.together: i64 = 0  # how many cards of the last play lie on the pile, where the next must have as many
        self.wilds_laid: i64 = 0  # wild cards that count as some more of the cards that are about to land
        self.run_rank: i64 = -1  # rank of the cards on top,
        self.run: i64 = 0  # and how many of them lie together
        self.zone: i64 = (
            HAND  # the zone in play of the seat that acts; while an answer is due, where its card came from
        )
        self.named: i64 = -1  # what was named for the card that still shows, and
        self.named_by: i64 = 0  # the effect that had it named
        self.skips: i64 = 0  # seats that miss their turn when this one ends
        self.last: i64 = 0  # the physical card that was laid last
        self.plays: i64 = 0  # towards the limit
        self.lead: i64 = 0  # before the first play: mask of the kinds that it must have; 0: any
        self.own: i64 = (
            tables.nothing
        )  # the face that the cards on top had when they were laid, if that was to be decided
        self.beneath: i64 = EMPTY  # the rank on which the cards of the face on top lie, if that decides what they do
        self.fresh: i64 = 0  # while cards may be added: mask of the kinds that may be
        self.player: i64 = (
            0  # while others may jump in: the seat that has played; while a card is named: its other seat
        )
        self.owed: i64 = 0  # how many seats miss their turn unless one of them answers
        self.announced_at: i64 = 0  # the play before which the last card was announced: its number, and whose it is
        self.suits: i64 = 0  # of the plays on the pile, where they may lock it
        self.tried_at: i64 = 0  # the number of the play before which a card of the stock was drawn
        self.peeked: i64 = 0  # for each seat seven bits: the blind cards it has looked at, and LOOKED
        self.left_to = False  # before the first play: the seat that began has left it to this one
        self.gone: i64 = 0  # bit set of the seats that are out
        self.order: i64 = 0  # the seats that are out, a stack of digits to the base 16, the latest lowest
        self.report: Report | None = None  # what the move in progress does, if a report is wanted

    # Putting cards down and finding them.

    def put(self, row: i64, seat: i64, card: i64) -> None:
        """Add a physical card to a row of seats (0: hands, up_at, known_at), or to the pile, which has seat 0 only."""
        width = self.width(row)
        self.cards[row + (card >> 6) * width + seat] |= shifted(1, card & 63)

    def width(self, row: i64) -> i64:
        """How many words one plane of a row has. (A conditional expression with a literal in it would box.)"""
        if row < self.blind_at:
            return self.seats
        return 1

    def clear_row(self, row: i64, seat: i64, card: i64) -> None:
        self.cards[row + (card >> 6) * self.seats + seat] &= ~shifted(1, card & 63)

    def put_blind(self, seat: i64, card: i64) -> None:
        """Lay a blind card after those that the seat has."""
        at = self.blind_at + seat
        self.cards[at] |= shifted(card + 1, 8 * self.blinds(seat))

    def seen_places(self, seat: i64) -> i64:
        """The places of the blind cards that a seat has looked at, a bit each."""
        return self.peeked >> SEEN_BITS * seat & LOOKED - 1

    def has_looked(self, seat: i64) -> bool:
        return self.peeked >> SEEN_BITS * seat & LOOKED != 0

    def mark_seen(self, seat: i64, places: i64) -> None:
        """A seat has looked at these of its blind cards, or has just looked."""
        self.peeked |= shifted(places | LOOKED, SEEN_BITS * seat)

    def forget_place(self, seat: i64, place: i64) -> None:
        """A blind card goes from its place: those after it move up."""
        seen = self.seen_places(seat)
        before = seen & (shifted(1, place) - 1)
        self.peeked &= ~shifted(LOOKED - 1, SEEN_BITS * seat)
        self.peeked |= shifted(before | seen >> place + 1 << place, SEEN_BITS * seat)

    def blinds(self, seat: i64) -> i64:
        """How many blind cards a seat has."""
        rest = self.cards[self.blind_at + seat]
        count: i64 = 0
        while rest:
            rest >>= 8
            count += 1
        return count

    def held(self, row: i64, seat: i64) -> i64:
        """How many cards a seat has in a row."""
        at = row + seat
        end = row + self.up_at
        count: i64 = 0
        while at < end:
            count += size(self.cards[at])
            at += self.seats
        return count

    def left(self, seat: i64) -> i64:
        """How many cards a seat has in all."""
        return self.held(0, seat) + self.held(self.up_at, seat) + self.blinds(seat)

    def listed(self, row: i64, seat: i64) -> list[int]:
        """The physical cards of a row, by kind: equal kinds of several planes lie together."""
        found: list[int] = []
        width = self.width(row)
        every: i64 = 0
        for plane in range(self.decks):
            every |= self.cards[row + plane * width + seat]
        while every:
            kind = lowest(every)
            every &= every - 1
            for plane in range(self.decks):
                if self.cards[row + plane * width + seat] >> kind & 1:
                    found.append(plane << 6 | kind)
        return found

    def lowest_up(self) -> i64:
        """The lowest physical face-up card of the seat to act; it has one."""
        best: i64 = 64
        where: i64 = 0
        for plane in range(self.decks):
            ups = self.cards[self.up_at + plane * self.seats + self.turn]
            if ups and self.is_lower_kind(self.tables.lowest(ups), best):
                best = self.tables.lowest(ups)
                where = plane
        return where << 6 | best

    def is_lower_kind(self, kind: i64, other: i64) -> bool:
        """Is a kind lower than another? Any is lower than 64; of one rank, by suit."""
        if other == 64 or not self.tables.reordered:
            return kind < other
        mine: i64 = self.tables.strength[kind >> 2]
        theirs: i64 = self.tables.strength[other >> 2]
        return mine < theirs or (mine == theirs and kind < other)

    def masks(self, row: i64, seat: i64) -> tuple[int, ...]:
        """A seat's row as it is kept: one mask for each plane."""
        at = row + seat
        if self.decks == 1:
            return (self.cards[at],)
        return tuple([self.cards[at + plane * self.seats] for plane in range(self.decks)])

    def blind_listed(self, seat: i64) -> list[int]:
        """The physical cards that lie blind, the first first."""
        found: list[int] = []
        rest = self.cards[self.blind_at + seat]
        while rest:
            found.append((rest & 255) - 1)
            rest >>= 8
        return found

    def is_known(self, seat: i64, card: i64) -> bool:
        return self.cards[self.known_at + (card >> 6) * self.seats + seat] >> (card & 63) & 1 == 1

    def unknown(self, seat: i64) -> i64:
        """How many cards of a hand nobody else knows."""
        count: i64 = 0
        at = seat
        while at < self.up_at:
            count += size(self.cards[at] & ~self.cards[self.known_at + at])
            at += self.seats
        return count

    def found(self, zone: i64, among: i64) -> i64:
        """The kinds, among some, that the seat to act has in a zone."""
        at = self.up_at * zone + self.turn
        end = at + self.up_at
        kinds: i64 = 0
        while at < end:
            kinds |= self.cards[at]
            at += self.seats
        return kinds & among

    def count(self, zone: i64, rank: i64, among: i64) -> i64:
        """How many cards of a rank, among some kinds, the seat to act has in a zone."""
        at = self.up_at * zone + self.turn
        end = at + self.up_at
        count: i64 = 0
        while at < end:
            count += SIZE_OF_FOUR[(self.cards[at] & among) >> 4 * rank & FOUR]
            at += self.seats
        return count

    def laid_as(self, face: i64, count: i64) -> i64:
        """The face of some cards that are laid now: how many they are and what lies beneath may decide that."""
        tables = self.tables
        if count == 2:
            face = tables.pair_of[face]
        if tables.effects[face] & WHEN:
            beneath = self.beneath if self.top == face else tables.rank_of[self.top]
            if not tables.when_on[face] >> beneath & 1:
                face = tables.otherwise[face]
        return face

    def own_face(self) -> i64:
        """The face that the cards on top had when they were laid."""
        if self.tables.effects[self.top] & UNDER:
            return self.own
        return self.top

    def is_copied(self, face: i64) -> bool:
        """Does a mirror that is laid on this pile act as what lies there?"""
        tables = self.tables
        return tables.copied[face * (tables.nothing + 1) + self.acts] == 1

    def may_miss(self) -> bool:
        """Has the seat to answer a skip, or miss its turn?"""
        tables = self.tables
        return tables.dodges and tables.dodged[self.ask] != NO_DODGE

    def passes(self) -> bool:
        """Does laying nothing mean to pass, not to take the pile?"""
        return self.stage >= ADD or self.top == self.tables.nothing or self.may_miss()

    def draws_nothing(self) -> bool:
        """Would no play be followed by drawing?"""
        return self.drawn >= len(self.stock) or self.tables.refill + self.tables.draw == 0

    def pile_size(self) -> i64:
        count: i64 = 0
        for plane in range(self.decks):
            count += size(self.cards[self.pile_at + plane])
        return count

    def neighbour(self, seat: i64, step: i64) -> i64:
        """The next seat still in."""
        while True:
            seat += step
            if seat < 0:
                seat = self.seats - 1
            elif seat == self.seats:
                seat = 0
            if not self.gone >> seat & 1:
                return seat

    def zone_now(self) -> i64:
        """S4.2: where the seat plays from. The hand while it has cards, then the face-up cards, then the blind ones."""
        cards = self.cards
        at = self.turn
        if cards[at]:
            return HAND
        while at < self.up_at:
            if cards[at]:
                return HAND
            at += self.seats
        while at < self.known_at:
            if cards[at]:
                return UP
            at += self.seats
        return BLIND
