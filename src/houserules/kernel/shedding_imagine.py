"""A table of the Shithead family from what one seat sees of it: cards in sight lie as they do, all others at random.

Cards come in as kinds, 0 to 53: equal cards of several decks are equal here too, and so are the Jokers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import shifted, shuffle, zeros
from .shedding import SheddingPosition, bare, full_deck
from .shedding_unseen import deal_unseen
from .tables import CALL, GLASS, JOKERS, KINDS, WAY, WILD

if TYPE_CHECKING:
    from librt.vecs import vec
    from mypy_extensions import i64

    from .tables import Tables

FIRST_JOKER: Final = 52

# How a pile could be laid.
LAID: Final = 0
NOBODY_NAMED: Final = 1  # something was named, but no visible card needs a name
NAMED_ELSE: Final = 2  # this cannot be named for the card that needs a name


def lay_pile(
    position: SheddingPosition, cards: list[int], sizes: list[int], effect: i64, answer: i64, flipped: i64 = 0
) -> i64:
    """Lay a pile of physical cards, the lowest first: what it asks for follows from that and from what was named.

    `sizes` says how many cards each play had; empty: each card was laid alone, or it does not matter. `effect` is CALL,
    WAY or WILD, with the answer that was given to it; 0 if nothing was named for a card that shows. The first cards may
    have been turned up from the stock.
    """
    tables = position.tables
    naming: i64 = -1
    counts = landings(tables, cards, sizes)
    if effect:
        naming = naming_place(position, cards, counts, flipped)
        if naming < 0:
            return NOBODY_NAMED
    place: i64 = 0
    left: i64 = 0  # cards of the same play
    plays: i64 = 0
    for count in counts:
        if sizes and left == 0:
            left = sizes[plays]
            plays += 1
            position.note_play()
        left -= count
        if place < flipped:
            position.turn_up(cards[place])
            place += 1
            continue
        for card in cards[place : place + count]:
            position.put(position.pile_at, 0, card)
            position.last = card
        kind: i64 = cards[place + count - 1] & 63
        position.cover(kind >> 2, count, tables.face_of[kind])
        if place == naming:
            if not tables.effects[position.acts] & effect:
                return NAMED_ELSE
            if effect == WILD and not tables.wilds[position.acts] >> answer & 1:
                return NAMED_ELSE
            position.take_name(answer)
        place += count
    return LAID


def landings(tables: Tables, cards: list[int], sizes: list[int]) -> list[int]:
    """How many cards of a pile landed together, from the bottom: the neighbours of one face in one play."""
    if not sizes:
        return [1] * len(cards)
    counts: list[int] = []
    place: i64 = 0
    for size in sizes:
        if is_joined(tables, cards[place : place + size]):
            counts.append(size)
            place += size
            continue
        face: i64 = -1
        for card in cards[place : place + size]:
            if tables.face_of[card & 63] == face:
                counts[-1] += 1
            else:
                counts.append(1)
            face = tables.face_of[card & 63]
        place += size
    return counts


def is_joined(tables: Tables, cards: list[int]) -> bool:
    """Are these wild cards and, on them, the cards that they count as?"""
    if tables.wild_join < 0 or (cards[0] & 63) >> 2 != tables.wild_join:
        return False
    return (cards[len(cards) - 1] & 63) >> 2 != tables.wild_join


def naming_place(position: SheddingPosition, cards: list[int], counts: list[int], flipped: i64) -> i64:
    """The place in the pile of the card that had something named and still shows; -1 if there is none."""
    naming: i64 = -1
    place: i64 = 0
    for count in counts:
        if place < flipped:
            position.turn_up(cards[place])
            place += 1
            continue
        kind: i64 = cards[place + count - 1] & 63
        effects = position.cover(kind >> 2, count, position.tables.face_of[kind])
        if effects & GLASS == 0:
            naming = -1
            if effects & (CALL | WAY | WILD):
                naming = place
        place += count
    position.clear_pile()
    return naming


@final
class Sight:
    """What one seat, or a spectator (-1), sees of the cards, seat by seat and then in the middle."""

    __slots__ = (
        "blinds",
        "burned",
        "decks",
        "hands",
        "hidden",
        "known",
        "lacking",
        "lacks",
        "pile",
        "seen_blinds",
        "sizes",
        "stock",
        "tables",
        "ups",
        "viewer",
    )

    def __init__(self, tables: Tables, decks: i64, viewer: i64, pile: list[int], burned: list[int], stock: i64) -> None:
        self.tables = tables
        self.decks: i64 = decks
        self.viewer: i64 = viewer
        self.pile = pile
        self.sizes: list[int] = []
        """How many cards each play had that lies on the pile, where that matters."""
        self.burned = burned
        self.stock: i64 = stock
        """How many cards lie in it."""
        self.hands: list[list[int]] = []
        """What the viewer sees of each hand."""
        self.hidden: list[int] = []
        """How many cards of each hand the viewer does not see."""
        self.known: list[list[int]] = []
        """What everybody knows of each hand."""
        self.lacks: list[list[int]] = []
        """What some other cards of each hand are known not to be ..."""
        self.lacking: list[int] = []
        """... and how many cards these are."""
        self.ups: list[list[int]] = []
        self.blinds: list[int] = []
        """How many blind cards each seat has."""
        self.seen_blinds: list[int] = []
        """The viewer's blind cards, each as its kind, or -1 if the viewer has not looked at it; empty: at none."""

    def add_seat(
        self,
        hand: list[int],
        hidden: int,
        known: list[int],
        lacks: list[int],
        lacking: int,
        up: list[int],
        blinds: int,
    ) -> None:
        self.hands.append(hand)
        self.hidden.append(hidden)
        self.known.append(known)
        self.lacks.append(lacks)
        self.lacking.append(lacking)
        self.ups.append(up)
        self.blinds.append(blinds)

    def imagined(self, effect: i64, answer: i64, seed: i64, flipped: i64 = 0) -> SheddingPosition:
        """A table that looks like this; what was named for the pile is given as `lay_pile` takes it."""
        return Deal(self, seed).table(effect, answer, flipped)

    def unseen(self, seed: i64) -> vec[i64]:
        """The kinds of all cards that nobody sees, shuffled; after the last of them stands how many they are.

        Where cards are out of the game, nobody knows which."""
        deck = full_deck(self.decks, self.tables.jokers, self.tables.absent)
        shuffle(deck, seed)
        seen = zeros(FIRST_JOKER + 1)
        count_kinds(seen, self.pile)
        count_kinds(seen, self.burned)
        for hand in self.hands:
            count_kinds(seen, hand)
        for up in self.ups:
            count_kinds(seen, up)
        count_kinds(seen, [kind for kind in self.seen_blinds if kind >= 0])
        left: i64 = 0
        for at in range(len(deck)):
            kind = merged(deck[at] & 63)
            if seen[kind]:
                seen[kind] -= 1
            else:
                deck[left] = kind
                left += 1
        return deck[:left]


@final
class Deal:
    """One way to lay out all cards: each gets its physical number when it is put down."""

    __slots__ = ("left", "met", "position", "seed", "sight", "unseen")

    def __init__(self, sight: Sight, seed: i64) -> None:
        self.sight = sight
        self.seed: i64 = seed
        self.unseen = sight.unseen(seed)
        self.left: i64 = len(self.unseen)
        """How many of the unseen cards have not been put down; the last of these is next."""
        self.met = zeros(FIRST_JOKER + 1)
        """How many of each kind have been put down, the Jokers as one."""
        self.position = bare(sight.tables, len(sight.hands), sight.decks, zeros(sight.stock))

    def table(self, effect: i64, answer: i64, flipped: i64) -> SheddingPosition:
        sight = self.sight
        position = self.position
        for seat in range(len(sight.hands)):
            self.seat(seat)
        pile = [self.number(kind) for kind in sight.pile]
        laid = lay_pile(position, pile, sight.sizes, effect, answer, flipped)
        assert laid == LAID
        stock = position.stock
        for at in range(sight.stock):
            stock[at] = self.next()
        deal_unseen(position, sight.viewer, self.seed)
        return position

    def seat(self, seat: i64) -> None:
        sight = self.sight
        position = self.position
        for kind in sight.hands[seat]:
            position.put(0, seat, self.number(kind))
        for _ in range(sight.hidden[seat]):
            position.put(0, seat, self.next())
        for kind in sight.ups[seat]:
            position.put(position.up_at, seat, self.number(kind))
        for place in range(sight.blinds[seat]):
            if seat == sight.viewer and sight.seen_blinds and sight.seen_blinds[place] >= 0:
                position.mark_seen(seat, shifted(1, place))
                position.put_blind(seat, self.number(sight.seen_blinds[place]))
            else:
                position.put_blind(seat, self.next())
        for kind in sight.known[seat]:
            self.know(seat, merged(kind))
        lacks: i64 = 0
        for kind in sight.lacks[seat]:
            if kind >= FIRST_JOKER:
                lacks |= JOKERS
            else:
                lacks |= shifted(1, kind)
        position.cards[position.lacks_at + seat] = lacks
        position.cards[position.lacking_count_at + seat] = sight.lacking[seat]

    def know(self, seat: i64, kind: i64) -> None:
        """Everybody knows one more card of this kind in a hand."""
        position = self.position
        cards = position.cards
        while True:
            bit = shifted(1, kind)
            at = seat
            while at < position.up_at:
                if cards[at] & ~cards[position.known_at + at] & bit:
                    cards[position.known_at + at] |= bit
                    return
                at += position.seats
            kind += 1  # another Joker
            assert FIRST_JOKER < kind < KINDS

    def next(self) -> i64:
        """The next unseen card."""
        self.left -= 1
        return self.number(self.unseen[self.left])

    def number(self, kind: i64) -> i64:
        """The next physical card of a kind: from one deck after the other."""
        kind = merged(kind)
        met = self.met[kind]
        self.met[kind] = met + 1
        if kind < FIRST_JOKER:
            return met << 6 | kind
        jokers = self.sight.tables.jokers
        return met // jokers << 6 | FIRST_JOKER + met % jokers


def merged(kind: i64) -> i64:
    """A kind; all Jokers are one."""
    return min(kind, FIRST_JOKER)


def count_kinds(counts: vec[i64], kinds: list[int]) -> None:
    for kind in kinds:
        counts[merged(kind)] += 1
