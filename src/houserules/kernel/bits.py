"""Sets of cards as bits, and the quick generator that playouts use (the rules never do)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

if TYPE_CHECKING:
    from collections.abc import Iterable

COMPILED: Final = not __file__.endswith(".py")
"""Which build runs: the compiled one or the interpreted one, from the same source."""

# Times this number, the five bits from the 27th on are different for every lone bit below 2**32: its index, without a
# loop and without dividing.
SPREAD: Final = 0x077CB531
INDEX_OF_BIT: Final = bytes([{(SPREAD << i >> 27) & 31: i for i in range(32)}[place] for place in range(32)])


def packed(values: Iterable[int]) -> vec[i64]:
    """A packed array of integers: one block of memory, so that a copy is one move of bytes.

    Interpreted, a list does the same at twice the speed of a packed array."""
    if COMPILED:
        return vec[i64](values)
    return list(values)  # type: ignore[return-value]  # it is indexed, set and sliced alike, and nothing else is asked of it


def zeros(count: i64) -> vec[i64]:
    """A packed array of this many zeros."""
    if COMPILED:
        return vec[i64]([0] * count)
    return [0] * count  # type: ignore[return-value]  # as in `packed`


def shifted(value: i64, places: i64) -> i64:
    """value << places. Never write `1 << x` with an i64 x: mypyc 2.4 shifts a 32-bit C literal and says nothing."""
    return value << places


def lowest(bits: i64) -> i64:
    """The index of the lowest bit that is set."""
    bit = bits & -bits
    if bit >> 32:
        return 32 + INDEX_OF_BIT[(bit >> 32) * SPREAD >> 27 & 31]
    return INDEX_OF_BIT[bit * SPREAD >> 27 & 31]


def highest(bits: i64) -> i64:
    """The index of the highest bit that is set, for small sets."""
    while bits & (bits - 1):
        bits &= bits - 1
    return lowest(bits)


def size(bits: i64) -> i64:
    """How many bits are set (mypyc's i64 has no bit_count)."""
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


if not COMPILED:
    globals()["size"] = int.bit_count  # the same number; interpreted, the loop would cost a fifth of a playout


def first(bits: i64, count: i64) -> i64:
    """The lowest `count` bits of a set."""
    rest = bits
    while count:
        rest &= rest - 1
        count -= 1
    return bits ^ rest


def indices(bits: i64) -> list[int]:
    """The indices of the bits that are set, from the lowest up."""
    found: list[int] = []
    while bits:
        found.append(lowest(bits))
        bits &= bits - 1
    return found


def next_random(seed: i64) -> i64:
    """A 32-bit linear congruential generator: the same numbers on both builds. Use the high bits."""
    return (seed * 1664525 + 1013904223) & 0xFFFFFFFF


def scrambled(seed: i64, number: i64) -> i64:
    """A seed for one of many streams. Neighbours are unrelated, unlike neighbouring seeds of the generator."""
    mixed = (seed ^ number * 0x3779B1 ^ 0x2545F491) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 16) * 0x45D9F3B) & 0xFFFFFFFF
    mixed = ((mixed ^ mixed >> 16) * 0x45D9F3B) & 0xFFFFFFFF
    return mixed ^ mixed >> 16


def below(seed: i64, limit: i64) -> i64:
    """A number in range(limit) from the high bits of a random one; limit is at most 2**24."""
    return (seed >> 8) * limit >> 24


def shuffle(cards: vec[i64], seed: i64) -> None:
    """In place, with the quick generator: for playouts and worlds, never for a deal that counts."""
    shuffle_first(cards, len(cards), seed)


def shuffle_first(cards: vec[i64], count: i64, seed: i64) -> None:
    """Shuffle only the first `count` of them."""
    last = count - 1
    while last > 0:
        seed = next_random(seed)
        other = below(seed, last + 1)
        card = cards[last]
        cards[last] = cards[other]
        cards[other] = card
        last -= 1
