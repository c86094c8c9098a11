"""Positions of Heart of Five: a match at one moment as a JSON document, written and strictly read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from houserules.cards import Card, written
from houserules.core import JSON, is_number, to_document
from houserules.errors import NotationError, PositionError
from houserules.kernel import climbing as kernel
from houserules.kernel.climbing_melds import NOTHING, Terms, beating_basics

from .config import MOST_ROUNDS, Config
from .melds import NONE, Pack, kind_of
from .state import State, TrickTurn, hand_of, losses_of, seats_out, wins_of

NEEDED: Final = ("game", "hands", "to_act", "leader", "last", "passes", "out", "round", "wins", "losses")
OPTIONAL: Final = ("played", "seed", "seconds")


def write_position(game: str, pack: Pack, state: State) -> dict[str, JSON]:
    core = state.kernel
    return {
        "game": game,
        "hands": [to_document(hand_of(pack, core, seat)) for seat in range(core.seats)],
        "to_act": None if core.over else core.turn,
        "leader": core.leader,
        "last": {"seat": core.last_seat, "cards": to_document(state.last)} if state.last else None,
        "passes": core.passes,
        "out": to_document(seats_out(core)),
        "round": core.round,
        "wins": to_document(wins_of(core)),
        "losses": to_document(losses_of(core)),
        "played": to_document(state.played[: len(state.played) - len(state.last)]),
        "seed": state.seed,
        "seconds": core.now,
    }


def read_position(game: str, config: Config, pack: Pack, terms: Terms, document: Mapping[str, object]) -> State:
    return PositionReader(game, config, pack, terms, document).state()


class PositionReader:
    """Reads one document, or raises PositionError with the path of the first thing that is wrong."""

    def __init__(self, game: str, config: Config, pack: Pack, terms: Terms, document: Mapping[str, object]) -> None:
        self.game = game
        self.config = config
        self.pack = pack
        self.terms = terms
        self.document = document

    def state(self) -> State:
        self.keys()
        hands = self.hands()
        seats = len(hands)
        decks = self.config.decks_for(seats)
        core = kernel.bare(self.terms, seats, decks)
        for seat, hand in enumerate(hands):
            core.keep(seat, *self.pack.masks(hand))
        last = self.last(core)
        played = self.cards("played", self.document.get("played", []))
        self.enough_cards(decks, [*(card for hand in hands for card in hand), *played, *last])
        self.out(core)
        self.counts(core)
        self.turn(core)
        seed = self.document.get("seed")
        if seed is not None and not (isinstance(seed, str) and is_text(seed)):
            raise PositionError("seed", "write a text, or null")
        return State(core, (*played, *last), last, (None,) * seats, seed, trick=trick_of(core, last))

    def keys(self) -> None:
        for key in self.document:
            if key not in NEEDED and key not in OPTIONAL:
                raise PositionError(str(key), f"there is no such key; there are {', '.join((*NEEDED, *OPTIONAL))}")
        for key in NEEDED:
            if key not in self.document:
                raise PositionError(key, "this is missing")
        if self.document["game"] != self.game:
            raise PositionError("game", f"this is a position of {self.document['game']!r}, not of {self.game}")

    def hands(self) -> list[tuple[Card, ...]]:
        hands = self.document["hands"]
        least, most = self.config.seats
        if not isinstance(hands, list) or not least <= len(hands) <= most:
            raise PositionError("hands", f"write a list of {least} to {most} hands")
        return [self.cards(f"hands[{seat}]", hand) for seat, hand in enumerate(hands)]

    def cards(self, path: str, value: object) -> tuple[Card, ...]:
        if not isinstance(value, list):
            raise PositionError(path, 'write a list of cards, as in ["3H", "jj"]')
        cards = []
        for place, text in enumerate(value):
            try:
                cards.append(Card.read(text if isinstance(text, str) else ""))
            except NotationError as problem:
                raise PositionError(f"{path}[{place}]", problem.message) from problem
        return tuple(cards)

    def enough_cards(self, decks: int, cards: list[Card]) -> None:
        for card, count in Counter(cards).items():
            if count > decks:
                have = "there is one" if decks == 1 else "there are two"
                raise PositionError("hands", f"{card} stands here {count} times, but {have}")

    def number(self, path: str, value: object, least: int, most: int) -> int:
        if not is_number(value) or not least <= value <= most:
            raise PositionError(path, f"write a whole number from {least} to {most}")
        return value

    def last(self, core: kernel.ClimbingPosition) -> tuple[Card, ...]:
        last = self.document["last"]
        if last is None:
            return ()
        if not isinstance(last, Mapping) or set(last) != {"seat", "cards"}:
            raise PositionError("last", 'write null, or {"seat": 1, "cards": ["3C", "3S"]}')
        core.last_seat = self.number("last.seat", last["seat"], 0, core.seats - 1)
        cards = self.cards("last.cards", last["cards"])
        meld = self.pack.meld(cards)
        if meld == NONE:
            raise PositionError("last.cards", f"{written(cards) or 'no card'} is not a meld")
        core.last = meld
        core.open_basics = beating_basics(meld, self.terms.star_rank)
        return cards

    def out(self, core: kernel.ClimbingPosition) -> None:
        """The seats without cards are out, and no others."""
        out = self.document["out"]
        if not isinstance(out, list):
            raise PositionError("out", "write the seats that are out, in the order in which they went")
        for place, value in enumerate(out):
            seat = self.number(f"out[{place}]", value, 0, core.seats - 1)
            if core.gone >> seat & 1:
                raise PositionError(f"out[{place}]", f"seat {seat} went out before")
            if core.held(seat):
                raise PositionError(f"out[{place}]", f"seat {seat} has cards, so it is not out")
            core.gone |= 1 << seat
            core.order = core.order << 4 | seat + 1
        if core.last != NOTHING and core.gone >> core.last_seat & 1 and seats_out(core)[-1] != core.last_seat:
            raise PositionError("last.seat", f"seat {core.last_seat} is out, but others went out after it")
        for seat in range(core.seats):
            if not core.held(seat) and not core.gone >> seat & 1:
                raise PositionError(f"hands[{seat}]", "a seat without cards is out: name it in out")

    def counts(self, core: kernel.ClimbingPosition) -> None:
        core.round = self.number("round", self.document["round"], 1, self.config.rounds or MOST_ROUNDS)
        core.now = self.number("seconds", self.document.get("seconds", 0), 0, (1 << 31) - 1)
        over = len(seats_out(core)) == core.seats - 1
        for key in ("wins", "losses"):
            counts = self.document[key]
            if not isinstance(counts, list) or len(counts) != core.seats:
                raise PositionError(key, f"write a number for each of {core.seats} seats")
            total = 0
            for seat, value in enumerate(counts):
                count = self.number(f"{key}[{seat}]", value, 0, core.round - 1 + over)
                total += count
                if key == "wins":
                    core.wins += count << 8 * seat
                else:
                    core.losses += count << 8 * seat
            if total > core.round - 1 + over:
                raise PositionError(key, f"{total} is too many for {core.round - 1 + over} rounds")

    def turn(self, core: kernel.ClimbingPosition) -> None:
        core.leader = self.number("leader", self.document["leader"], 0, core.seats - 1)
        left = core.seats - len(seats_out(core))
        if left <= 1:
            self.over(core, left)
            return
        if any(core.won(seat) >= self.config.wins for seat in range(core.seats)):
            raise PositionError("wins", f"somebody has won {self.config.wins} rounds, so the match is over")
        core.turn = self.number("to_act", self.document["to_act"], 0, core.seats - 1)
        if core.gone >> core.turn & 1:
            raise PositionError("to_act", f"seat {core.turn} is out")
        if core.last == NOTHING:
            core.passes = self.number("passes", self.document["passes"], 0, 0)
            if core.leader != core.turn:
                raise PositionError("leader", "there is no meld to beat, so the seat that acts leads")
        else:
            if core.turn == core.last_seat:
                raise PositionError("to_act", f"seat {core.turn} laid the last meld, so another seat must act")
            core.passes = self.passes(core)

    def passes(self, core: kernel.ClimbingPosition) -> int:
        """Exactly the seats between the last meld and the acting seat have passed."""
        last, seat = core.last_seat, core.next_in(core.last_seat)
        passed = 0
        while seat != core.turn:
            passed += 1
            seat = core.next_in(seat)
        if self.number("passes", self.document["passes"], 0, core.seats) != passed:
            raise PositionError("passes", f"between seats {last} and {core.turn} there are {passed} passes")
        return passed

    def over(self, core: kernel.ClimbingPosition, left: int) -> None:
        """The last round has been played to its end."""
        if left == 0:
            raise PositionError("hands", "a round ends when one seat is left, and that seat has cards")
        if self.document["to_act"] is not None:
            raise PositionError("to_act", "the round is over: write null")
        core.turn = core.left_in()
        core.over = True
        core.decided = core.is_decided()
        if not core.decided:
            raise PositionError("out", "the round is over and the match is not: write the next round as it was dealt")
        if not core.won(core.first_out()):
            raise PositionError("wins", f"seat {core.first_out()} went out first and has won this round")
        if not core.lost(core.turn):
            raise PositionError("losses", f"seat {core.turn} is left and has lost this round")
        core.passes = self.number("passes", self.document["passes"], 0, 0)


def trick_of(core: kernel.ClimbingPosition, last: tuple[Card, ...]) -> tuple[TrickTurn, ...]:
    """What a position says about a trick: its last meld, and the passes since."""
    if not last:
        return ()
    trick = [TrickTurn(core.last_seat, last, kind_of(core.last))]
    seat = core.last_seat
    for _ in range(core.passes):
        seat = core.next_in(seat)
        trick.append(TrickTurn(seat, (), None))
    return tuple(trick)


def is_text(text: str) -> bool:
    """Can UTF-8 hold this text? Half a surrogate pair cannot be written, and no shuffle could start from it."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
