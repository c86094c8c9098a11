"""Tables: a house of the Shithead family as the kernel reads it, every question of a rule answered by look-up.

A card is a number, its kind: rank * 4 + suit. Rank 0 is the Two, 12 the Ace, 13 the Joker (its "suits" 0 and 1 are two
equal Jokers); suits run clubs, diamonds, hearts, spades. A set of cards of one deck is a mask with a bit for each kind.
With several decks a set is several masks, a plane for each deck; a physical card is plane * 64 + kind, one byte.

A face is what the house can tell apart: cards of one face have the same rank and the same powers. An ask is what the
pile may ask of the next card: a number too, 0 for "anything". Each card laid turns one ask into another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from .bits import words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mypy_extensions import i64

RANKS: Final = 14
JOKER: Final = 13
KINDS: Final = 56
JOKERS: Final = 0b11 << 52

# What a face does when it lands, beside changing the ask.
BURN: Final = 1  # the pile leaves the game
AGAIN: Final = 2  # the same seat plays on
REVERSE: Final = 4  # the direction turns, once for each card
COPY: Final = 8  # it acts as what lies beneath it
TARGET: Final = 16  # its player names a seat that takes the pile
CALL: Final = 32  # its player names a suit

# How cards of a zone may be combined in one play.
SETS: Final = 0  # some cards of one rank; suits do not matter
SINGLES: Final = 1  # one card; suits do
MIXED: Final = 2  # any cards of the zone, laid in a fixed order
UNSEEN: Final = 3  # one card, turned over


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
        effects: Sequence[int],
        call_ask: int,
        modes: bytes,
        most: bytes,
        laying: bytes,
        joins: bytes,
        covers: int,
        jokers: int,
        blind: int,
        up: int,
        hand: int,
        setup: bool,
        begins: bytes,
        refill: int,
        draw: int,
        alike: int,
        alike_again: bool,
        free_take: bool,
        take_up: bool,
        until: int,
        limit: int,
    ) -> None:
        self.face_of = face_of  # [kind]
        self.asks: i64 = len(fits)
        self.nothing: i64 = len(effects) - 1
        self.fits = words(fits)  # [ask]: mask of the kinds that meet it
        self.bars = words(bars)  # [face]: mask of the kinds that may not lie directly on it
        self.after = after  # [face * asks + ask]: what the pile asks for once the face lies on it
        self.effects = words(effects)  # [face]
        self.call_ask: i64 = call_ask  # the ask of clubs; the other suits follow
        self.modes = modes + bytes([UNSEEN])  # [zone]: hand, face-up cards, blind cards
        self.most = most  # [zone * RANKS + rank]: how many of a rank one play may have
        self.sets = words([_thermometers(most[:RANKS]), _thermometers(most[RANKS:])])
        self.laying = laying  # the ranks in the order in which a mixed play is laid
        self.joins = joins  # ranks that may be laid together with one card of another rank
        self.joining: i64 = _kinds(joins)
        self.covers: i64 = covers  # mask of the kinds that may be played alone only if something can follow them
        self.jokers: i64 = jokers  # in each deck
        self.blind: i64 = blind  # how many cards of each zone are dealt to a seat
        self.up: i64 = up
        self.hand: i64 = hand
        self.setup = setup  # hand and face-up cards are swapped before the first play
        self.begins = begins  # [kind]: the lowest in a hand begins; empty: seat 0 does
        self.refill: i64 = refill  # after a play, draw up to this many in hand; 0: see `draw`
        self.draw: i64 = draw  # after a play from the hand, draw so many
        self.alike: i64 = alike  # so many of one rank on top burn the pile; 0: never
        self.alike_again = alike_again  # and then the same seat plays on
        self.free_take = free_take  # the pile may be taken although something could be played
        self.take_up = take_up  # who takes the pile from the face-up zone takes its lowest face-up card too
        self.until: i64 = until  # 1: played until one seat is left; 0: the first seat out ends it
        self.limit: i64 = limit  # so many plays end it


def _kinds(ranks: bytes) -> int:
    """The mask of some ranks."""
    return sum([15 << 4 * rank for rank in ranks])


def _thermometers(most: bytes) -> int:
    """For each rank, bits for the counts 1 to 4 that it may be played in."""
    bits = 0
    for rank in range(RANKS):
        bits |= ((1 << min(most[rank], 4)) - 1) << 4 * rank
    return bits
