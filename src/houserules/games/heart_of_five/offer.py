"""What a person may choose in Heart of Five: cards, named as a meld while one lifts them, and suggested melds.

It compares cards with the melds that the view offers, and knows no rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from houserules.cards import Card
from houserules.core import Move, Names, Pass, Play, counted, either
from houserules.terminal.cards_drawn import in_order
from houserules.terminal.choosing import Button, Choosing, Item, Offer
from houserules.terminal.keyed import Keyed, card_name, cards_at, keyed, keys_of
from houserules.terminal.look import Order
from houserules.terminal.touching import NOTHING, Chooser, Lifted

from .can import PlayOption
from .melds import named
from .view import View

MOST_SUGGESTED: Final = 24


MOST_NAMED: Final = 6
"""Ranks that a headline names; of more it says how many."""


def offer(view: View, names: Names, order: Order) -> Offer:
    """What can be chosen as long as nothing is."""
    return chooser(view, names, order).offer(NOTHING)


def chooser(view: View, names: Names, order: Order) -> Chooser[View]:
    """Of a view of a seat that may act."""
    return Melding(view, names, order)


class Melding(Chooser[View]):
    """Cards are added one by one, as long as some meld has them all."""

    def __init__(self, view: View, names: Names, order: Order) -> None:
        super().__init__(view, names, order)
        assert view.seat is not None
        hand = view.seats[view.seat].hand
        self.hand: tuple[Keyed, ...] = () if isinstance(hand, int) else keyed("hand", in_order(hand, order))
        self.options = view.can.play

    def offer(self, lifted: Lifted) -> Offer:
        melds = [
            Item(f"meld:{self.options.index(option)}", "meld", _title(option))
            for option in _suggested(self.options, cards_at(self.hand, lifted))
        ]
        cards = [self._item(one) for one in self.hand]
        buttons = (Button("p", "Pass", Pass()),) if self.view.can.pass_ else ()
        return Offer(self._headline(), (*melds, *cards), buttons)

    def _headline(self) -> str:
        turn = "Your turn" if self.view.last is not None else "You lead"
        if not self.options:
            return f"{turn}: nothing you hold will do"
        if all(len(option.cards) == 1 for option in self.options):
            ranks = list(dict.fromkeys(str(option.cards[0].rank) for option in self.options))
            return f"{turn}: {either(ranks) if len(ranks) <= MOST_NAMED else counted(len(ranks), 'rank')} will do"
        return f"{turn}: {counted(len(self.options), 'meld')} to choose from"

    def _item(self, one: Keyed) -> Item:
        code = self.view.why.get(one.card)
        name = card_name(one.card)
        return Item(one.key, "hand", name[:1].upper() + name[1:], code is None, self._why(one.card, code))

    def _why(self, card: Card, code: str | None) -> str:
        """As a refusal says it."""
        if code is None:
            return ""
        what = "is too weak" if code == "too-weak" else "is in no meld that will do"
        return f"{card} {what}: the trick asks for {self.view.asks}."

    def meaning(self, choosing: Choosing) -> tuple[Move | None, str]:
        if choosing.cursor.startswith("meld:") and not choosing.lifted:
            option = self.options[int(choosing.cursor.partition(":")[2])]
            return Play(option.cards), self.says(Play(option.cards))
        cards = cards_at(self.hand, choosing.lifted)
        if not cards:
            melds = next(iter(_suggested(self.options, cards)), None)
            return None, "Choose cards" if melds is None else "Choose cards, or a meld above them"
        made = _made(self.options, cards)
        if made is not None:
            return Play(_laid(made, cards)), f"Play {_named(made, cards)}"
        nearest = min(_with(self.options, cards), key=lambda option: len(option.cards), default=None)
        return None, "No meld that will do" if nearest is None else f"A part of {_named(nearest, nearest.cards)}"

    def says(self, move: Move) -> str:
        option = next((one for one in self.options if isinstance(move, Play) and one.cards == move.cards), None)
        return super().says(move) if option is None else f"Play {_named(option, option.cards)}"

    def after_touch(self, choosing: Choosing, item: Item, *, alone: bool) -> Lifted | str:
        lifted = choosing.lifted
        if item.zone == "meld":
            option, chosen = self.options[int(item.key.partition(":")[2])], cards_at(self.hand, lifted)
            again = bool(chosen) and option is _made(self.options, chosen)
            return NOTHING if again else keys_of(self.hand, _keeping(option, chosen))
        if item.key in lifted:
            return lifted - {item.key}
        if not lifted and not alone and (meld := self._of_one_rank(item.key)):
            return meld
        more = frozenset({item.key}) if alone else lifted | {item.key}
        cards = cards_at(self.hand, more)
        if any(True for _ in _with(self.options, cards)):
            return more
        return f"No meld that will do has {' '.join(cards)} in it: the trick asks for {self.view.asks}."

    def _of_one_rank(self, key: str) -> Lifted:
        """Where a card will not do alone, the fewest of its rank that will do, this one among them; none if none."""
        first = next(one for one in self.hand if one.key == key)
        mine = [first, *(one for one in self.hand if one is not first and _rank(one.card) == _rank(first.card))]
        for count in range(1, len(mine) + 1):
            if _made(self.options, [one.card for one in mine[:count]]) is not None:
                return frozenset(one.key for one in mine[:count])
        return NOTHING

    def after_rank(self, choosing: Choosing, rank: str) -> Lifted | str:
        """One card more of this rank, at first as many as will do; none of them when there are no more."""
        mine = [one for one in self.hand if one.card.rank.letter == rank]
        if not mine:
            return f"You have no {'Joker' if rank == '*' else '10' if rank == 'T' else rank}."
        if not choosing.lifted and mine[0].card not in self.view.why and (meld := self._of_one_rank(mine[0].key)):
            return meld
        for one in mine:
            if one.key not in choosing.lifted and one.card not in self.view.why:
                more = choosing.lifted | {one.key}
                if any(True for _ in _with(self.options, cards_at(self.hand, more))):
                    return more
        of_rank = frozenset(one.key for one in mine)
        if of_rank & choosing.lifted:
            return choosing.lifted - of_rank
        useless = self.view.why.get(mine[0].card)
        if useless is not None or not choosing.lifted:
            return self._why(mine[0].card, useless or "wrong-meld")
        return f"No meld that will do has {mine[0].card} beside what you lifted: Escape lays it back."

    def has_rank(self, rank: str) -> bool:
        return any(one.card.rank.letter == rank for one in self.hand)


# -- Melds -----------------------------------------------------------------------------------------------------------


def _named(option: PlayOption, cards: Sequence[Card]) -> str:
    return str(cards[0]) if len(cards) == 1 else named(option.cards, option.meld.kind)


def _title(option: PlayOption) -> str:
    name = named(option.cards, option.meld.kind)
    name = name.removeprefix("a ")
    return f"Bomb: {name}" if option.meld.bomb else name[:1].upper() + name[1:]


def _rank(card: Card) -> str:
    """Jokers differ in strength, so each is a rank of its own."""
    return card.text if card.suit is None else card.rank.letter


def _ranks(cards: Sequence[Card]) -> Counter[str]:
    return Counter(map(_rank, cards))


def _is_of_one_suit(cards: Sequence[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def _made(options: Sequence[PlayOption], cards: Sequence[Card]) -> PlayOption | None:
    """The meld that cards make: the same cards, or others of the same ranks; then the rules have the last word."""
    alike = [option for option in options if _ranks(option.cards) == _ranks(cards)]
    same = next((option for option in alike if Counter(option.cards) == Counter(cards)), None)
    suited = [option for option in alike if _is_of_one_suit(option.cards) == _is_of_one_suit(cards)]
    return same or next(iter([*suited, *alike]), None)


def _laid(option: PlayOption, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards that make a meld, in the order in which it is laid."""
    ranks = [_rank(card) for card in option.cards]
    return tuple(sorted(cards, key=lambda card: ranks.index(_rank(card))))


def _with(options: Sequence[PlayOption], cards: Sequence[Card]) -> Iterator[PlayOption]:
    """The melds that have these cards in them, perhaps in other suits."""
    wanted = _ranks(cards)
    return (option for option in options if wanted <= _ranks(option.cards))


def _suggested(options: Sequence[PlayOption], chosen: Sequence[Card]) -> list[PlayOption]:
    """No single cards, and no meld that is a part of a longer one of its kind; bombs last. If the chosen cards are a
    part of melds, those, the shortest first."""
    several = [option for option in options if len(option.cards) > 1]
    made = _made(several, chosen) if chosen else None
    fitting = list(_with(several, chosen)) if chosen and made is None else []
    if fitting:
        return sorted(fitting, key=lambda option: len(option.cards))[:MOST_SUGGESTED]
    whole = [one for one in several if one is made or not any(_is_part(one, other) for other in several)]
    bombs = [option for option in whole if option.meld.bomb]
    return [*[one for one in whole if not one.meld.bomb][: max(MOST_SUGGESTED - len(bombs), 0)], *bombs]


def _is_part(option: PlayOption, other: PlayOption) -> bool:
    is_longer = other.meld.kind == option.meld.kind and len(other.cards) > len(option.cards)
    return is_longer and _ranks(option.cards) <= _ranks(other.cards)


def _keeping(option: PlayOption, chosen: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a meld. Chosen cards stay instead of others of their rank, unless the meld is of one suit."""
    cards = list(option.cards)
    if len(cards) > 1 and _is_of_one_suit(cards):
        return option.cards
    for card in chosen:
        if card in cards:
            continue
        at = next((n for n, one in enumerate(cards) if _rank(one) == _rank(card) and one not in chosen), None)
        if at is not None:
            cards[at] = card
    return tuple(cards)
