"""Fair dealing: seeds, commitments, salts and the shuffle, exact to the byte so that anyone can check a deal.

docs/fairness.md is the specification, with the same thing in JavaScript.
Apart from new_secret nothing here is random: the same arguments give the same answer for ever.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

WORDS: Final = 2**32  # how many different 32-bit words there are
LABEL_LETTERS: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-/")


def _sha256(text: str, prefix: str = "") -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"a seed or salt must be a str, not {type(text).__name__}")
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        # JavaScript would quietly hash a replacement character here, and the two would disagree.
        raise ValueError(
            f"a seed or salt must be text that UTF-8 can hold; character {error.start} is half of a surrogate pair"
        ) from None
    return hashlib.sha256(prefix.encode("ascii") + data).digest()


class Stream:
    """An endless stream of numbers made of SHA-256 blocks; a seed has one stream for each label."""

    __slots__ = ("_block", "_prefix", "_words")

    def __init__(self, seed: str, label: str) -> None:
        # A label without a colon cannot be mistaken for another label and a block number.
        if not label or not LABEL_LETTERS.issuperset(label):
            raise ValueError(f'a label is one or more ASCII letters, digits, "-" and "/", not {label!r}')
        # Hashing the seed first gives every seed the same length, so a seed may hold colons.
        self._prefix = f"{_sha256(seed).hex()}:{label}:"
        self._block = 0  # the number of the next block
        self._words: list[int] = []  # words of the last block not taken yet, the next one at the end

    def _word(self) -> int:
        if not self._words:
            block = _sha256(f"{self._prefix}{self._block}")
            self._block += 1
            self._words = [int.from_bytes(block[at : at + 4], "big") for at in range(28, -4, -4)]
        return self._words.pop()

    def below(self, limit: int) -> int:
        """Return the next number of range(limit), each equally likely. It takes a word even if limit is 1."""
        if not 1 <= limit <= WORDS:
            raise ValueError(f"a limit is from 1 to 2**32, not {limit}")
        # Words past the last full round of limit would favour the small numbers: throw them away.
        fair = WORDS // limit * limit
        word = self._word()
        while word >= fair:
            word = self._word()
        return word % limit


def shuffled(items: Sequence[T], seed: str, label: str = "deck") -> list[T]:
    """Return the items in the order this seed gives them; the argument stays as it is.

    The seed of a match is its match_seed, never the server seed itself: see commitment.
    """
    cards = list(items)
    stream = Stream(seed, label)
    for i in range(len(cards) - 1, 0, -1):
        j = stream.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def new_secret() -> str:
    """Return a fresh server seed: 32 random bytes as hex, too many to guess from the commitment."""
    return secrets.token_hex(32)


def commitment(server_seed: str) -> str:
    """Return what the host shows before the deal to be bound to this server seed.

    It is also the key of Stream(server_seed, ...), so anyone who sees it could read that stream.
    Deal with match_seed(server_seed, salts), even when there are no salts.
    """
    return _sha256(server_seed).hex()


def match_seed(server_seed: str, salts: Sequence[str]) -> str:
    """Return the seed of a match, made of the host's secret and each player's salt in seat order."""
    if isinstance(salts, str):
        raise TypeError("salts is a sequence with one str for each seat, not a single str")
    # Each part is hashed, so parts cannot run into each other. "seed:" in front matters: without it the first
    # hash would be the commitment, and anyone who knows the salts could work out the deck during the match.
    parts = [_sha256(server_seed, "seed:"), *(_sha256(salt, "salt:") for salt in salts)]
    return _sha256(":".join(part.hex() for part in parts)).hex()
