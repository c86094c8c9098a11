"""Short ways to say a move of the Shithead family: `77`, `7 7`, `7h 7d`, `queen`, `tp`, `1`; in the setup `5 5 8`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from houserules.cards import Card, Rank, in_notation
from houserules.core import Announce, Call, Choose, Flip, Move, Peek, Play, Ready, Swap, Take, Target, as_choice
from houserules.errors import Ambiguous, IllegalMove, NotationError

from .state import jokers_merged
from .view import View

SHORT_FORMS: Final = {
    "7 7": "play two sevens; 77 is the same, and so are 10, T, qq, * for a Joker: a bare value is always a card",
    "7h 7d": "play these two",
    "queen": "play a Queen; two queens and 3 of clubs are understood too",
    "tp": "take the pile; pick up is the same",
    "1": "turn over your first blind card, when those are all you have",
    "last card": "announce your last card, where the house asks for that",
    "hearts": "call this suit, when you are asked for one; 9 or high when you are asked to choose",
    "5 5 8": "in the setup: make the swaps after which these lie face up, and nothing more: ready is for you to say",
}

LETTERS: Final = {rank.letter: rank for rank in Rank}
TAKES: Final = ("tp", "take pile", "take the pile", "take it", "pick up", "pickup", "pick it up", "pick up the pile")
ANNOUNCES: Final = ("last card", "one card", "one card left", "last")
READY: Final = ("ok", "done", "go", "start", "ready to play", "i am ready")
MOST: Final = 110
"""Cards in one play: no house has more of them in all."""

Wanted = Rank | Card
"""A bare value, or one card and no other."""


def offer(moves: Sequence[Move]) -> str:
    """What would be legal, in one line."""
    return f"you may {as_choice(moves)}"


def understood(view: View, text: str) -> tuple[Move, ...] | None:
    """The moves that a short form means to this seat: several only in the setup. None for any other text."""
    said = " ".join(text.lower().split())
    if said in TAKES:
        return (Take(),)
    if view.seat is None or not view.legal:
        return None
    if said in ANNOUNCES:
        return (Announce(),)
    if said in READY and Ready() in view.legal:
        return (Ready(),)
    answer = _answer(view, said.split())
    if answer is not None:
        return (answer,)
    words = in_notation(text).split()
    if words and words[0].lower() == "play":
        words = words[1:]
    if not words or len(words) > MOST:
        return None
    if view.phase == "setup":
        if words[0].lower() == "swap":
            return _swap(view, [word for word in words[1:] if word.lower() not in ("for", "with", "and")])
        wanted = _wanted(words, view)
        return None if wanted is None else _swaps(view, wanted)
    if view.pending is not None:
        return None
    wanted = _wanted(words, view)
    return None if wanted is None else (_play(view, wanted),)


def _answer(view: View, words: list[str]) -> Move | None:
    """A bare word where only one kind of answer is possible: a blind card, a seat, a suit, a rank, high or low."""
    kinds = {type(move) for move in view.legal} - {Take, Peek}
    if len(words) != 1 or len(kinds) != 1:
        return None
    (kind,) = kinds
    if kind not in (Flip, Target, Call, Choose):
        return None
    try:
        return kind.from_words([in_notation(words[0])])
    except NotationError:
        return None


# -- Reading ---------------------------------------------------------------------------------------------------------


def _wanted(words: list[str], view: View) -> list[Wanted] | None:
    """The values and cards that were named; None if the text holds anything else."""
    wanted: list[Wanted] = []
    for word in words:
        if word in ("jj", "JJ"):
            wanted += _jacks_or_joker(words, view)
            continue
        try:
            wanted.append(Card.read(word))
        except NotationError:
            ranks = _ranks(word)
            if ranks is None:
                return None
            wanted += ranks
    return wanted if len(wanted) <= MOST else None


def _ranks(word: str) -> list[Wanted] | None:
    """`77`, `10`, `t10`, `qq`, `*` or `joker` as values."""
    if word.lower() == "joker":
        return [Rank.JOKER]
    letters = word.upper().replace("10", "T")
    if not letters.isascii() or any(letter not in LETTERS for letter in letters):
        return None
    return [LETTERS[letter] for letter in letters]


def _jacks_or_joker(words: list[str], view: View) -> list[Wanted]:
    """`jj` is how a Joker is written, and how two Jacks are said: what the seat has decides."""
    has = Counter(card.rank for card in _in_play(view))
    if has[Rank.JOKER] and has[Rank.JACK] >= 2 and words in (["jj"], ["JJ"]):
        raise Ambiguous(f"{words[0]!r} may mean two Jacks or a Joker: say j j for the Jacks, or * for the Joker")
    return [Rank.JOKER] if has[Rank.JOKER] else [Rank.JACK, Rank.JACK]


def _in_play(view: View) -> tuple[Card, ...]:
    """The cards in which values are looked up: in the setup all that the seat sees, else the row that is next."""
    assert view.seat is not None
    seat = view.seats[view.seat]
    hand = seat.hand if not isinstance(seat.hand, int) else ()
    return hand + seat.up if view.phase == "setup" else hand or seat.up


def _fits(wanted: Sequence[Wanted], cards: Sequence[Card]) -> bool:
    """Are the cards just what was asked for?"""
    return len(wanted) == len(cards) and _picked(wanted, cards) is not None


def _picked(wanted: Sequence[Wanted], cards: Sequence[Card]) -> tuple[Card, ...] | None:
    """For each value or card one of the cards, the first that will do; None if there are not enough."""
    left = list(cards)
    found: list[Card] = []
    # Whole cards first: a bare value must not take the one that was named.
    for want in sorted(wanted, key=lambda want: isinstance(want, Rank)):
        card = next((card for card in left if want in (card.rank, *jokers_merged([card]), card)), None)
        if card is None:
            return None
        left.remove(card)
        found.append(card)
    return tuple(found)


# -- In a turn -------------------------------------------------------------------------------------------------------


def _play(view: View, wanted: list[Wanted]) -> Move:
    """Of the suits that will do, those that everybody knows of, so that the others learn least."""
    assert view.seat is not None
    known = Counter(jokers_merged(view.seats[view.seat].known))
    plays = [move for move in view.legal if isinstance(move, Play) and _fits(wanted, move.cards)]
    if plays:
        return max(plays, key=lambda play: (Counter(jokers_merged(play.cards)) & known).total())
    cards = _picked(wanted, _in_play(view))
    if cards is None:
        raise IllegalMove("not-held", f"you have no {_named(wanted)} to play: {offer(view.legal)}")
    return Play(cards)  # held, but not playable now: the refusal says why


def _named(wanted: Sequence[Wanted]) -> str:
    return " ".join([want.text if isinstance(want, Card) else str(want) for want in wanted[:12]])


# -- In the setup ----------------------------------------------------------------------------------------------------


def _swap(view: View, words: list[str]) -> tuple[Move, ...] | None:
    """`swap 3 ace`: a hand card and a face-up card, by their values."""
    assert view.seat is not None
    seat = view.seats[view.seat]
    wanted = _wanted(words, view)
    if wanted is None or len(wanted) != 2 or isinstance(seat.hand, int):
        return None
    hand, up = _picked(wanted[:1], seat.hand), _picked(wanted[1:], seat.up)
    if hand is None or up is None:
        whose = "in your hand" if hand is None else "face up"
        raise IllegalMove(
            "not-held",
            f"you have no {_named(wanted[hand is not None :][:1])} {whose}: name a hand card, then one face up",
        )
    return (Swap(*jokers_merged((*hand, *up))),)


def _swaps(view: View, wanted: list[Wanted]) -> tuple[Move, ...]:
    """The swaps after which these cards lie face up, as few as possible."""
    assert view.seat is not None
    seat = view.seats[view.seat]
    count = len(seat.up)
    if len(wanted) != count:
        raise IllegalMove(
            "bad-layout", f"{count} cards lie face up, but you name {len(wanted)}: name {count} cards, or say ready"
        )
    # What lies there already comes first, so that it may stay.
    chosen = _picked(wanted, seat.up + _in_play(view)[: -len(seat.up)])
    if chosen is None:
        raise IllegalMove("not-held", f"you have no {_named(wanted)} among your cards: name what you can see, or ready")
    stay = Counter(chosen) & Counter(seat.up)
    up = sorted((Counter(seat.up) - stay).elements())
    hand = sorted((Counter(chosen) - stay).elements())
    return tuple([Swap(*jokers_merged(pair)) for pair in zip(hand, up, strict=True)])
