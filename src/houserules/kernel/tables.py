"""Tables: a house of the Shithead family as the kernel reads it, every question of a rule answered by look-up.

A card is a number, its kind: rank * 4 + suit. Rank 0 is the Two, 12 the Ace, 13 the Joker (its "suits" 0 and 1 are two
equal Jokers); suits run clubs, diamonds, hearts, spades. A set of cards of one deck is a mask with a bit for each kind.
With several decks a set is several masks, a plane for each deck; a physical card is plane * 64 + kind, one byte.

A face is what the house can tell apart: cards of one face have the same rank and the same powers. An ask is what the
pile may ask of the next card: a number too, 0 for "anything". Each card laid turns one ask into another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import packed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64

RANKS: Final = 14
FOUR: Final = 15  # the four bits of a rank
JOKER: Final = 13
KINDS: Final = 56
JOKERS: Final = 0b11 << 52

# What a face does when it lands, beside changing the ask.
BURN: Final = 1  # the pile leaves the game
AGAIN: Final = 2  # the same seat plays on
REVERSE: Final = 4  # the direction turns,
ONCE: Final = 8  # ... once for a play instead of once for each card
SKIP: Final = 16  # seats miss their turn, one for each card,
COPY: Final = 32  # it acts as what lies beneath it
GLASS: Final = 64  # what lies beneath it is seen through it
TARGET: Final = 128  # its player names a seat that takes the pile,
ONESELF: Final = 256  # ... which may be the player's own
CALL: Final = 512  # its player names a suit
WAY: Final = 1024  # its player names whether the next card must be higher or lower
WILD: Final = 2048  # its player names the rank it stands for,
POWERED: Final = 4096  # ... with what that rank does
GIVE_NEXT: Final = 8192  # the next seat takes the pile
GIVE_BACK: Final = 16384  # the previous seat does
SPENT: Final = 32768  # the card itself leaves the game instead of going with the pile
SKIP_ONCE: Final = 65536  # only one seat misses its turn, however many cards

TO_OTHERS: Final = TARGET | CALL | WAY | WILD | GIVE_NEXT | GIVE_BACK
"""The pile is given away, or something must be named before anything else happens."""

# How cards of a zone may be combined in one play.
SETS: Final = 0  # some cards of one rank; suits do not matter
SINGLES: Final = 1  # one card
SUITED: Final = 2  # some cards of one rank; suits do matter
MIXED: Final = 3  # any cards of the zone, laid in a fixed order
UNSEEN: Final = 4  # one card, turned over


@final
class Tables:
    """A house, compiled. `asks` is how many asks there are, `nothing` the face of an empty pile."""

    def __init__(
        self,
        *,
        face_of: bytes,
        fits: Sequence[int],
        bars: Sequence[int],
        after: bytes,
        named: bytes,
        effects: Sequence[int],
        wilds: Sequence[int],
        modes: bytes,
        most: bytes,
        laying: bytes,
        joins: bytes,
        covers: int,
        not_last: int,
        suits_matter: bool,
        jokers: int,
        blind: int,
        up: int,
        hand: int,
        setup: bool,
        begins: bytes,
        refill: int,
        draw: int,
        draw_late: bool,
        alike: int,
        alike_again: bool,
        alike_never: int,
        alike_one_play: bool,
        alike_through: bool,
        reverse_again: bool,
        free_take: bool,
        take_up: bool,
        taker_leads: bool,
        until: int,
        limit: int,
        limit_shared: bool,
    ) -> None:
        self.face_of = face_of  # [kind]
        self.asks: i64 = len(fits)
        self.nothing: i64 = len(effects) - 1
        self.fits = packed(fits)  # [ask]: mask of the kinds that meet it
        self.bars = packed(bars)  # [face]: mask of the kinds that may not lie directly on it
        self.after = after  # [face * asks + ask]: what the pile asks for once the face lies on it
        self.named = named  # [(face * 16 + answer) * asks + ask]: the same, once its player has named something
        self.effects = packed(effects)  # [face]
        self.spends = sum([effect & SPENT for effect in effects]) > 0
        self.wilds = packed(wilds)  # [face]: bit set of the ranks that it may stand for
        self.modes = modes + bytes([UNSEEN])  # [zone]: hand, face-up cards, blind cards
        self.most = most  # [zone * RANKS + rank]: how many cards of a rank one play may have
        self.sets = packed([_thermometers(most[:RANKS]), _thermometers(most[RANKS:])])
        self.laying = laying  # the ranks in the order in which a mixed play is laid
        self.joins = joins  # ranks that may be laid together with one card of another rank
        self.joining: i64 = _kinds(joins)
        self.one_page = not joins and SUITED not in modes  # with one deck, all moves stand on one page
        self.covers: i64 = covers  # mask of the kinds that may be played alone only if something can follow them
        self.not_last: i64 = not_last  # mask of the kinds that may not be among a seat's last cards
        self.doubtful: i64 = _whole_ranks(covers | not_last)  # plays that need a second check
        self.suits_matter = suits_matter  # some power or ask tells suits apart
        self.jokers: i64 = jokers  # in each deck
        self.blind: i64 = blind  # how many cards of each zone are dealt to a seat
        self.up: i64 = up
        self.hand: i64 = hand
        self.setup = setup  # hand and face-up cards are swapped before the first play
        self.begins = begins  # [kind]: the lowest in a hand begins; empty: seat 0 does
        self.refill: i64 = refill  # after a play, draw up to this many in hand; 0: see `draw`
        self.draw: i64 = draw  # after a play from the hand, draw this many
        self.draw_late = draw_late  # a seat that plays on draws after the last play of its turn, or with an empty hand
        self.alike: i64 = alike  # this many of one rank on top burn the pile; 0: never
        self.alike_again = alike_again  # and then the same seat plays on
        self.alike_never: i64 = alike_never  # mask of the kinds that do not burn by being alike
        self.alike_one_play = alike_one_play  # they count only if they were laid in one play
        self.alike_through = alike_through  # glass between them does not count
        self.reverse_again = reverse_again  # between the last two seats, turning round means to play on
        self.free_take = free_take  # the pile may be taken although something could be played
        self.take_up = take_up  # a seat that takes the pile from the face-up zone takes its lowest face-up card too
        self.taker_leads = taker_leads  # the seat that takes the pile begins the next one
        self.until: i64 = until  # 1: played until one seat is left; 0: the first seat out ends it
        self.limit: i64 = limit  # this many plays end it
        self.limit_shared = limit_shared  # and those still in share a place
        self.keep: i64 = self.anywhere()
        self.spends_first = packed(self.by_use())

    def anywhere(self) -> int:
        """The kinds worth keeping: the Jokers, and what may be laid on the highest rank although it is lower."""
        for rank in range(JOKER - 1, 0, -1):
            below_it = (1 << 4 * int(rank)) - 1
            fits = int(self.fits[self.after[self.face_of[4 * rank] * self.asks]])
            if fits & below_it != below_it:  # else it asks for nothing, or for something else than a high card
                return fits & below_it | JOKERS
        return JOKERS

    def by_use(self) -> list[int]:
        """The kinds worth keeping, as whole ranks, in the order in which a player should part with them.

        What leaves the asking as it is, then what changes it, what gives the pile away, what burns it. (Measured: a
        quick player that parts with the lowest first loses 59 of 100 matches of two against one that does this.)"""
        uses = [0, 0, 0, 0]
        for kind in range(KINDS):
            if self.keep >> kind & 1:
                face = self.face_of[kind]
                effect = self.effects[face]
                if effect & BURN:
                    use = 3
                elif effect & TO_OTHERS:
                    use = 2
                else:
                    row = self.after[face * self.asks : (face + 1) * self.asks]
                    same = [ask for ask in range(self.asks) if row[ask] == ask]
                    use = 0 if len(same) > 1 else 1  # any card that asks for something finds one ask as it wants it
                uses[use] |= FOUR << (kind & ~3)
        return uses


def _kinds(ranks: bytes) -> int:
    """The mask of some ranks."""
    return sum([15 << 4 * rank for rank in ranks])


def _whole_ranks(kinds: int) -> int:
    """The mask with every suit of each rank that is in it."""
    return sum([15 << 4 * rank for rank in range(RANKS) if kinds >> 4 * rank & 15])


def _thermometers(most: bytes) -> int:
    """For each rank, bits for the counts 1 to 4 that it may be played in."""
    bits = 0
    for rank in range(RANKS):
        bits |= ((1 << min(most[rank], 4)) - 1) << 4 * rank
    return bits
